//! Methods of one name: of a type and of a trait, of a type and of a pointer to it. Where each has derivatives, those of the one that
//! is called are taken.
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Spring {
    stiffness: f64,
}

#[differentiable]
trait Energy {
    fn energy(&self, x: f64) -> f64;

    fn made(stiffness: f64) -> Self
    where
        Self: Sized;

    /// By value, where the type's own is by reference.
    fn halved(self) -> f64
    where
        Self: Sized;
}

#[differentiable]
impl Spring {
    fn energy(&self, x: f64) -> f64 {
        self.stiffness * x
    }

    fn made(stiffness: f64) -> Self {
        Spring {
            stiffness: stiffness.sin(),
        }
    }
}

#[differentiable]
impl Energy for Spring {
    fn energy(&self, x: f64) -> f64 {
        self.energy(x) * x
    }

    fn made(stiffness: f64) -> Self {
        Spring { stiffness }
    }

    fn halved(self) -> f64 {
        0.5 * self.stiffness
    }
}

/// A box has the trait's methods itself, and so have references; they are not those of what is in it.
#[differentiable]
impl<T: Energy + Clone + Differentiable> Energy for Box<T> {
    fn energy(&self, x: f64) -> f64 {
        2.0 * (**self).energy(x)
    }

    fn made(stiffness: f64) -> Self {
        Box::new(T::made(stiffness * stiffness))
    }

    fn halved(self) -> f64 {
        3.0 * (*self).halved()
    }
}

#[differentiable]
fn of_any<T: Energy + Clone + Differentiable>(it: &T, x: f64) -> f64 {
    it.energy(x) * it.clone().halved()
}

#[differentiable]
fn namesakes(k: f64, x: f64) -> f64 {
    let (own, other) = (Spring::made(k), <Spring as Energy>::made(k));
    let boxed: Box<Spring> = Box::new(other);
    let mut sum = own.energy(x) + Energy::energy(&own, x) * other.halved();
    for step in 0..2 {
        sum += boxed.energy(x) * boxed.clone().halved() + boxed.stiffness;
        if step == 1 {
            sum *= of_any(&own, sum) + of_any(&boxed, k) + (*boxed).energy(x);
        }
    }
    sum
}

/// A list of references, and fields that are boxes.
#[derive(Clone, Debug, Differentiable)]
struct Pair {
    first: Box<Spring>,
    rest: Vec<Spring>,
}

#[differentiable]
impl Pair {
    fn largest(&self) -> &Spring {
        let mut best = &self.rest[0];
        for spring in &self.rest {
            if spring.stiffness > best.stiffness {
                best = spring;
            }
        }
        best
    }

    fn total(&self, x: f64) -> f64 {
        let mut sum = self.first.energy(x);
        for spring in self.rest.iter().rev() {
            sum += spring.energy(x) * spring.halved();
        }
        sum * self.largest().energy(sum)
    }
}

#[differentiable]
fn of_references(springs: &[&Spring], x: f64) -> f64 {
    springs.iter().map(|spring| spring.energy(x) * spring.halved()).sum()
}

#[differentiable]
fn of_a_pair(k: f64, x: f64) -> f64 {
    let pair = Pair {
        first: Box::new(Spring { stiffness: k }),
        rest: vec![Spring { stiffness: x }, Spring { stiffness: k * x }],
    };
    pair.total(k) * x
}

#[test]
fn each_has_its_own_derivative() {
    check_grad!(namesakes(0.7, 0.6)).unwrap();
    check_grad!(of_a_pair(1.3, 0.6)).unwrap();
    let value = namesakes(0.7, 0.6);
    assert_eq!(namesakes::value_and_grad(0.7, 0.6).0.to_bits(), value.to_bits());
    let (a, b) = (Spring { stiffness: 2.0 }, Spring { stiffness: 3.0 });
    let (bars, x_bar) = of_references::grad(&[&a, &b], 0.5);
    // k x k / 2 for each.
    assert_eq!((bars[0].stiffness, bars[1].stiffness, x_bar), (1.0, 1.5, 6.5));
}

/// Functions that hide those of a glob import.
mod hidden {
    mod math {
        use pullback::differentiable;

        #[differentiable]
        pub fn norm(x: &[f64]) -> f64 {
            x[0] * x[0] + x[1]
        }

        #[differentiable]
        pub fn mean<const N: usize>(x: &[f64; N]) -> f64 {
            (x[0] + x[N - 1]) * 0.5
        }

        #[differentiable]
        pub fn pick(x: &[f64], i: usize) -> &f64 {
            &x[i]
        }

        #[differentiable]
        pub fn pick_mut(x: &mut [f64], i: usize) -> &mut f64 {
            &mut x[i]
        }

        #[differentiable(name = cube_derivatives)]
        pub fn cube(x: f64) -> f64 {
            x * x * x
        }

        pub fn ball(r: f64) -> f64 {
            r * r * r
        }
    }

    /// All that is called is what the twins belong to, under whatever name.
    mod visible {
        use super::math::norm as length;
        use super::math::*;
        use pullback::differentiable;

        #[differentiable(slopes(r = 3.0 * r * r))]
        fn ball(r: f64) -> f64;
        use super::math::ball;

        #[differentiable(twins(cube = cube_derivatives))]
        pub fn called(x: &[f64]) -> f64 {
            #[differentiable]
            fn inner(x: &[f64], k: f64) -> f64 {
                x[0] * k
            }
            let mut w = x.to_vec();
            *pick_mut(&mut w, 0) *= x[1];
            // A block's variable may have the name of a function that is called after it.
            let square = {
                let norm = x[0] * x[1];
                norm * norm
            };
            norm(&w) * length(&x[1..]) + mean(&[x[0], square]) * mean::<1>(&[x[1]]) + *pick(x, 1) * cube(x[2])
                - inner(&w, ball(x[2]))
        }
    }

    mod behind {
        use super::math::*;
        use pullback::differentiable;

        fn norm(x: &[f64]) -> f64 {
            x[0]
        }

        fn mean(x: &[f64; 2]) -> f64 {
            x[0]
        }

        fn pick(x: &[f64], i: usize) -> &f64 {
            &x[i + 1]
        }

        #[differentiable]
        pub fn of_norm(x: &[f64]) -> f64 {
            norm(x) * x[1]
        }

        #[differentiable]
        pub fn of_mean(x: &[f64]) -> f64 {
            mean(&[x[0], x[1]])
        }

        #[differentiable]
        pub fn of_pick(x: &[f64]) -> f64 {
            *pick(x, 0) * x[1]
        }
    }

    #[test]
    fn functions_are_those_of_their_twins() {
        pullback::check_grad!(visible::called(&[0.7, -0.4, 1.2])).unwrap();
    }

    #[test]
    #[should_panic(expected = "the function that is called is `structs::namesakes::hidden::behind::norm`")]
    fn a_function_that_hides_another_is_found() {
        behind::of_norm::grad(&[0.7, -0.4]);
    }

    #[test]
    #[should_panic(expected = "that of `structs::namesakes::hidden::math::mean`")]
    fn so_is_one_beside_a_generic_one() {
        behind::of_mean::grad(&[0.7, -0.4]);
    }

    #[test]
    #[should_panic(expected = "that of `structs::namesakes::hidden::math::pick`")]
    fn so_is_one_that_returns_a_reference() {
        behind::of_pick::grad(&[0.7, -0.4]);
    }
}

/// A function in a module of its name, as in many crates: its derivatives, whose name the module has, are imported with it.
mod in_a_module_of_its_name {
    mod distances {
        mod between_balls {
            #[pullback::differentiable(name = between_balls_derivatives)]
            pub fn between_balls(gap: f64, radii: &[f64; 2]) -> f64 {
                (gap * gap + 1.0).sqrt() - radii[0] * radii[1]
            }

            #[pullback::differentiable]
            pub fn touching(radii: &[f64; 2]) -> f64 {
                radii[0] + radii[1] * radii[0]
            }

            pub const LIMIT: usize = 3;
        }
        mod norm {
            #[pullback::differentiable(name = norm_derivatives)]
            pub fn norm(x: f64, y: f64) -> f64 {
                x.hypot(y)
            }
        }

        #[pullback::differentiable(twins(between_balls = between_balls_derivatives))]
        #[cfg(not(any()))]
        pub use self::between_balls::{LIMIT, between_balls, touching};
        #[pullback::differentiable(twins(norm = norm_derivatives))]
        pub use norm::norm as length;
    }
    use pullback::differentiable;

    #[differentiable(twins(between_balls = between_balls_derivatives))]
    use distances::{
        self as all, LIMIT, norm_derivatives, touching, {between_balls, length},
    };

    /// Called in a loop, in a branch and by its path.
    #[differentiable(twins(between_balls = between_balls_derivatives, length = norm_derivatives))]
    fn called(gap: f64, radii: &[f64; 2]) -> f64 {
        let mut sum = length(gap, radii[1]);
        for i in 0..LIMIT {
            sum += if i % 2 == 0 {
                between_balls(gap * i as f64, radii)
            } else {
                all::between_balls(sum, radii) * touching(radii)
            };
        }
        sum
    }

    #[test]
    fn its_derivatives_are_imported_with_it() {
        pullback::check_grad!(called(0.7, &[0.4, 1.2])).unwrap();
        assert_eq!(between_balls_derivatives::grad(0.0, &[2.0, 3.0]), (0.0, [-3.0, -2.0]));
    }
}

/// A trait's functions that are named like those of other traits, which are seen where the impl stands.
mod beside_operators {
    use super::*;
    use std::ops::{Add, Mul};

    #[differentiable]
    pub trait State: Copy {
        fn add(self, step: [f64; 2]) -> Self;
        fn size(&self) -> f64;
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Craft {
        pub position: [f64; 2],
        pub mass: f64,
    }

    #[differentiable]
    impl Add<[f64; 2]> for Craft {
        type Output = Self;

        fn add(mut self, step: [f64; 2]) -> Self {
            self.position[0] += step[0] * self.mass;
            self.position[1] += step[1];
            self
        }
    }

    #[differentiable]
    impl Mul<f64> for Craft {
        type Output = Self;

        fn mul(mut self, factor: f64) -> Self {
            self.mass *= factor;
            self
        }
    }

    #[differentiable]
    impl State for Craft {
        fn add(self, step: [f64; 2]) -> Self {
            self + step
        }

        fn size(&self) -> f64 {
            (self.position[0] * self.position[1]).sin() + self.mass
        }
    }

    #[differentiable]
    pub fn propagated<S: State>(mut state: S, steps: &[f64], angle: f64) -> f64 {
        let first = state;
        for &step in steps {
            if step > 0.0 {
                state = state.add([step * angle.cos(), step * angle.sin()]);
            } else {
                state = state.add([step, angle]).add([angle, 0.5]);
            }
        }
        state.size() * first.size()
    }

    #[differentiable(foreign)]
    impl elsewhere::Scaled for Craft {
        fn mul(&self, factor: f64) -> f64 {
            (self.mass * factor).exp()
        }
    }

    mod elsewhere {
        pub trait Scaled {
            fn mul(&self, factor: f64) -> f64;
        }
    }

    mod user {
        use super::{Craft, elsewhere::Scaled};
        use pullback::differentiable;

        #[differentiable]
        pub fn scaled(craft: &Craft, factor: f64) -> f64 {
            let mut sum = 0.0;
            for k in 0..3 {
                sum += craft.mul(factor) * k as f64;
            }
            sum * craft.mul(-factor)
        }
    }

    const CRAFT: Craft = Craft {
        position: [0.3, -0.4],
        mass: 1.2,
    };

    #[test]
    fn a_function_is_the_traits_beside_an_operator_of_its_name() {
        check_grad!(propagated(CRAFT, &[0.5, -0.2, 0.7], 0.6)).unwrap();
        check_grad!(propagated(CRAFT, &[-0.5], 0.6)).unwrap();
        check_grad!(user::scaled(&CRAFT, 0.7)).unwrap();
    }

    #[test]
    fn so_it_is_within_functions() {
        #[derive(Clone, Copy, Debug, Differentiable)]
        struct Local(f64);

        #[differentiable]
        impl Add<Local> for Local {
            type Output = Local;
            fn add(self, other: Local) -> Local {
                Local(self.0 + other.0)
            }
        }

        #[differentiable]
        trait Raised {
            fn add(&self, other: f64) -> f64;
        }

        #[differentiable]
        impl Raised for Local {
            fn add(&self, other: f64) -> f64 {
                (*self + Local(other)).0.tan()
            }
        }

        #[differentiable]
        fn total<S: Raised>(x: &S, y: f64) -> f64 {
            x.add(y) * x.add(2.0 * y)
        }

        check_grad!(total(&Local(0.3), 0.9)).unwrap();
    }
}

mod laws {
    use pullback::{Differentiable, differentiable};

    #[differentiable]
    pub trait Law {
        fn width(&self, x: f64) -> f64;
    }

    pub mod elsewhere {
        /// Has the trait's name, and another number of parameters.
        pub trait Law<T> {
            fn scaled(&self, by: T) -> T;
        }

        impl Law<f64> for f64 {
            fn scaled(&self, by: f64) -> f64 {
                by
            }
        }
    }

    #[derive(Clone, Differentiable)]
    pub struct Even(pub f64);

    #[differentiable]
    impl Law for Even {
        fn width(&self, x: f64) -> f64 {
            use self::elsewhere::Law;
            let unit = pullback::no_diff(1.0_f64.scaled(2.0));
            x * self.0 * unit
        }
    }
}

#[test]
fn an_import_in_a_function_may_be_named_like_its_trait() {
    use laws::Law;
    let (value, (law_bar, x_bar)) = laws::Even(3.0).width_value_and_grad(0.5);
    assert_eq!((value, law_bar.0, x_bar), (3.0, 1.0, 6.0));
    assert_eq!(value, laws::Even(3.0).width(0.5));
}

/// Types of a module of the user's own that have the names of std's and ndarray's.
mod grid {
    use pullback::{Differentiable, differentiable};
    use std::ops::Index;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Array2<T>(pub std::vec::Vec<T>, #[no_diff] pub usize);

    #[derive(Clone, Debug, Differentiable)]
    pub struct Vec<T>(pub std::vec::Vec<T>);

    #[differentiable]
    impl Index<(usize, usize)> for Array2<f64> {
        type Output = f64;
        fn index(&self, at: (usize, usize)) -> &f64 {
            &self.0[at.0 * self.1 + at.1]
        }
    }

    #[differentiable]
    impl Index<usize> for Vec<f64> {
        type Output = f64;
        fn index(&self, at: usize) -> &f64 {
            &self.0[self.0.len() - 1 - at]
        }
    }

    #[differentiable]
    impl Vec<f64> {
        pub fn total(&self) -> f64 {
            self.0.iter().map(|v| 2.0 * v).sum()
        }
    }
}

#[differentiable]
fn of_ones_own(a: &grid::Array2<f64>, v: &grid::Vec<f64>, k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..2 {
        for j in 0..2 {
            sum += a[(i, j)] * v[j] * k;
        }
    }
    sum * v.total()
}

#[differentiable(no_diff(w))]
fn by_weights(x: &[f64], w: &grid::Array2<f64>) -> f64 {
    let mut sum = 0.0;
    for i in 0..2 {
        for j in 0..2 {
            sum += w[(i, j)] * x[i] * x[j];
        }
    }
    sum
}

#[test]
fn types_of_another_module_may_be_named_like_those_of_std_and_ndarray() {
    let a = grid::Array2(vec![0.5, 1.5, 2.0, 0.3], 2);
    let v = grid::Vec(vec![0.7, 1.1]);
    check_grad!(of_ones_own(&a, &v, 1.3)).unwrap();
    let (value, x_bar) = by_weights::value_and_grad(&[1.0, 2.0], &a);
    assert_eq!((value, x_bar), (8.7, vec![8.0, 4.7]));
}
