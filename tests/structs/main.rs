//! Structs, methods and impls in differentiable functions, against differences.
// The functions are written as users write them.
#![allow(
    clippy::assign_op_pattern,
    clippy::box_collection,
    clippy::explicit_auto_deref,
    clippy::if_same_then_else,
    clippy::iter_nth_zero,
    clippy::manual_flatten,
    clippy::manual_repeat_n,
    clippy::manual_unwrap_or,
    clippy::map_flatten,
    clippy::needless_borrow,
    clippy::needless_late_init,
    clippy::needless_option_as_deref,
    clippy::needless_range_loop,
    clippy::obfuscated_if_else,
    clippy::ptr_arg,
    clippy::redundant_closure_call,
    clippy::single_match,
    clippy::type_complexity,
    clippy::unnecessary_first_then_check,
    clippy::unnecessary_lazy_evaluations,
    clippy::unnecessary_map_on_constructor,
    clippy::unnecessary_to_owned,
    clippy::useless_conversion,
    clippy::useless_vec,
    clippy::while_let_on_iterator
)]

mod adapters;
mod arithmetic;
mod arms;
mod arrays;
#[allow(clippy::unnecessary_cast)]
mod asked;
mod borrowed;
mod bounds;
mod casts;
mod chains;
mod changed_holders;
mod collections;
mod configurations;
mod conversions;
mod counts;
mod cursors;
mod deques;
mod distributions;
mod extremes;
mod failures;
mod folds;
mod foreign_traits;
mod forms;
#[allow(clippy::misrefactored_assign_op)]
mod generics;
mod halves;
mod heaps;
mod holders;
mod iterables;
mod lending;
mod lent_closures;
mod lent_options;
mod listed;
mod macros;
mod mapped;
// Written as people write it.
#[allow(clippy::useless_conversion, clippy::for_kv_map, clippy::misrefactored_assign_op)]
mod maps;
mod marks;
mod messages;
mod mutable_fields;
mod namesakes;
mod numbers;
mod open_ranges;
#[allow(clippy::suspicious_arithmetic_impl)]
mod operands;
mod operators;
mod options;
mod own_methods;
mod own_names;
mod own_rules;
mod pairs;
mod pointers;
mod positions;
mod ranges;
mod receivers;
mod reference_arrays;
mod retained;
mod seen;
mod set_aside;
mod shadowed_prelude;
mod tallies;
mod trait_arguments;
mod traits;
mod trees;
mod views;
mod writes;

use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct V3 {
    x: f64,
    y: f64,
    z: f64,
}

#[differentiable]
impl V3 {
    fn new(x: f64, y: f64, z: f64) -> V3 {
        V3 { x, y, z }
    }
    fn dot(self, o: V3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    fn norm(&self) -> f64 {
        self.dot(*self).sqrt()
    }
    fn scale(&mut self, k: f64) {
        self.x *= k;
        self.y *= k;
        self.z *= k;
    }
    fn lifted(&self, dz: f64) -> Self {
        Self {
            z: self.z + dz,
            ..*self
        }
    }
}

#[differentiable]
fn shape(vs: &[V3], k: f64) -> f64 {
    let mut acc = 0.0;
    for v in vs {
        let mut u = V3::new(v.x, v.y * k, v.z).lifted(k);
        u.scale(k);
        acc += u.norm() * v.dot(u);
    }
    acc
}

#[test]
fn methods_have_the_gradients_that_differences_say() {
    let vs = [
        V3 {
            x: 1.0,
            y: -2.0,
            z: 0.5,
        },
        V3 {
            x: 0.3,
            y: 0.7,
            z: -1.1,
        },
    ];
    pullback::check_grad!(shape(&vs, 1.3)).unwrap();
}

#[test]
fn methods_have_derivatives_of_their_own() {
    let v = V3 { x: 3.0, y: 0.0, z: 4.0 };
    let (norm, gradient) = v.norm_value_and_grad();
    assert_eq!(norm, 5.0);
    assert!((gradient.x - 0.6).abs() < 1e-15 && gradient.y == 0.0 && (gradient.z - 0.8).abs() < 1e-15);
    let (d, pullback) = v.dot_vjp(V3 { x: 1.0, y: 2.0, z: 3.0 });
    assert_eq!(d, 15.0);
    assert_eq!(pullback(1.0).1, V3Cotangent { x: 3.0, y: 0.0, z: 4.0 });
    let mut u = v;
    let ((), pullback) = u.scale_vjp(2.0);
    let mut u_bar = V3Cotangent { x: 1.0, y: 1.0, z: 1.0 };
    assert_eq!(pullback(&mut u_bar), 7.0);
    assert_eq!(u_bar, V3Cotangent { x: 2.0, y: 2.0, z: 2.0 });
    assert_eq!(u, V3 { x: 6.0, y: 0.0, z: 8.0 });
}
