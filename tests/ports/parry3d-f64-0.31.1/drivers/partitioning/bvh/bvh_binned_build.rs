//! A hierarchy that is built by bins.
use super::super::drivers::{empty, leaves, volumes};
use super::*;
use crate::drivers::hold;
use alloc::vec::Vec;

hold! {
    rebuild_range_binned(b: Bvh = empty(), l: Vec<BvhNode> = leaves()) -> f64 {
        let (mut b, mut l) = (b, l);
        b.rebuild_range_binned(0, &mut l[..]);
        volumes(&b)
    }
}
