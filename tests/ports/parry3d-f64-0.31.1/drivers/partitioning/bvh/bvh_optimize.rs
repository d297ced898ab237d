//! The parts of a hierarchy that are to be built again.
use super::super::drivers::{tree, volumes};
use super::*;
use crate::drivers::hold;

/// The volumes of the nodes that are gathered, each with another weight.
#[pullback::differentiable]
fn gathered(workspace: &BvhWorkspace) -> f64 {
    let mut sum = 0.0;
    for (k, node) in workspace.rebuild_leaves.iter().enumerate() {
        sum += (k + 1) as f64 * node.volume();
    }
    sum
}

hold! {
    breadth_first(b: Bvh = tree(), count: usize = 2) -> f64 {
        let mut b = b;
        let mut workspace = BvhWorkspace::default();
        b.find_root_optimization_pseudo_leaves_breadth_first(&mut workspace, count);
        gathered(&workspace)
    }
    breadth_first_to_the_leaves(b: Bvh = tree(), count: usize = 9) -> f64 {
        let mut b = b;
        let mut workspace = BvhWorkspace::default();
        b.find_root_optimization_pseudo_leaves_breadth_first(&mut workspace, count);
        gathered(&workspace)
    }
    greatest_first(b: Bvh = tree(), count: usize = 2) -> f64 {
        let mut b = b;
        let mut workspace = BvhWorkspace::default();
        b.find_root_optimization_pseudo_leaves_pqueue(&mut workspace, count);
        gathered(&workspace)
    }
    greatest_first_to_the_leaves(b: Bvh = tree(), count: usize = 9) -> f64 {
        let mut b = b;
        let mut workspace = BvhWorkspace::default();
        b.find_root_optimization_pseudo_leaves_pqueue(&mut workspace, count);
        gathered(&workspace)
    }
    find_optimization_roots(b: Bvh = tree()) -> f64 {
        let mut b = b;
        let mut workspace = BvhWorkspace::default();
        let mut start = 0u32;
        b.find_optimization_roots(&mut workspace, 0, &mut start, 4, 0, 4);
        volumes(&b)
    }
}

#[test]
fn some_are_gathered_and_all() {
    for count in [2, 9] {
        let (mut b, mut breadth, mut greatest) = (tree(), BvhWorkspace::default(), BvhWorkspace::default());
        b.find_root_optimization_pseudo_leaves_breadth_first(&mut breadth, count);
        b.find_root_optimization_pseudo_leaves_pqueue(&mut greatest, count);
        let gathered = (breadth.rebuild_leaves.len(), greatest.rebuild_leaves.len());
        assert!(if count == 9 { gathered == (5, 5) } else { gathered.0 < 5 && gathered.1 < 5 }, "{gathered:?}");
    }
}
