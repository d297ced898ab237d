//! A hierarchy that is built along a curve.
use super::super::drivers::{empty, leaves, volumes};
use super::*;
use crate::drivers::hold;

hold! {
    rebuild_range_ploc(b: Bvh = empty(), l: Vec<BvhNode> = leaves()) -> f64 {
        let (mut b, mut l) = (b, l);
        b.rebuild_range_ploc(0, &mut l);
        volumes(&b)
    }
}
