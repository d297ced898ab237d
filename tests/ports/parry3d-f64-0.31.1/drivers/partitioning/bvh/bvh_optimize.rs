//! The parts of a hierarchy that are to be built again.
use super::super::drivers::{tree, volumes};
use super::*;
use crate::drivers::hold;

hold! {
    find_optimization_roots(b: Bvh = tree()) -> f64 {
        let mut b = b;
        let mut workspace = BvhWorkspace::default();
        let mut start = 0u32;
        b.find_optimization_roots(&mut workspace, 0, &mut start, 4, 0, 4);
        volumes(&b)
    }
}
