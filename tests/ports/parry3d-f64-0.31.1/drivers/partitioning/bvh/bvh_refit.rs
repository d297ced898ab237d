//! A hierarchy that is laid out anew.
use super::super::drivers::{tree, volumes};
use super::*;
use crate::drivers::hold;
use alloc::vec;

hold! {
    refit_recurse(b: Bvh = tree(), t: Bvh = tree()) -> f64 {
        let (mut b, mut t) = (b, t);
        let (left, mut len) = (b.nodes[0].left.children, 1);
        let mut parents = vec![BvhNodeIndex::default(); 8];
        Bvh::refit_recurse::<true>(&b.nodes, &mut t.nodes, &mut b.leaf_node_indices, &mut parents, left, &mut len, BvhNodeIndex::left(0));
        volumes(&t)
    }
}
