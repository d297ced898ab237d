//! Every scalar rule against differences, over the domain that its line of the table names: as a method, as a path, and on a
//! value whose type the compiler cannot name; in both widths.

use pullback::differentiable;

const POINTS: usize = 50;

/// The `k`-th of the points at which a parameter is sampled: evenly spread, and apart from those of the other parameters.
fn sample(k: usize, parameter: usize, (low, high): (f64, f64), integer: bool) -> f64 {
    let step = [0.618_033_988_75, 0.754_877_666_25, 0.819_172_513_40][parameter];
    let u = (0.5 + k as f64 * step).fract();
    if integer {
        (low + (high + 1.0 - low) * u).floor()
    } else {
        // The same point in both widths.
        f64::from((low + (high - low) * u) as f32)
    }
}

/// A gradient, whatever its number of components.
trait Slopes {
    fn slopes(self) -> Vec<f64>;
}

macro_rules! slopes {
    ($($float:ident)*) => { $(
        impl Slopes for $float {
            fn slopes(self) -> Vec<f64> {
                vec![f64::from(self)]
            }
        }
        impl Slopes for ($float, $float) {
            fn slopes(self) -> Vec<f64> {
                vec![f64::from(self.0), f64::from(self.1)]
            }
        }
        impl Slopes for ($float, $float, $float) {
            fn slopes(self) -> Vec<f64> {
                vec![f64::from(self.0), f64::from(self.1), f64::from(self.2)]
            }
        }
    )* };
}

slopes! { f32 f64 }

/// Compares the slopes of a rule with central differences of its function in `f64`.
fn check(
    name: &str,
    domains: &[((f64, f64), bool)],
    tolerance: f64,
    value: impl Fn(&[f64]) -> f64,
    slopes: impl Fn(&[f64]) -> Vec<f64>,
) {
    for k in 0..POINTS {
        let point: Vec<f64> = domains
            .iter()
            .enumerate()
            .map(|(parameter, (domain, integer))| sample(k, parameter, *domain, *integer))
            .collect();
        let slopes = slopes(&point);
        let floats = domains.iter().filter(|(_, integer)| !integer).count();
        assert_eq!(slopes.len(), floats, "{name} has a slope for each float");
        for (j, slope) in slopes.into_iter().enumerate() {
            let h = 1e-5 * point[j].abs().max(1.0);
            let moved = |step: f64| {
                let mut point = point.clone();
                point[j] += step;
                value(&point)
            };
            let difference = (moved(h) - moved(-h)) / (2.0 * h);
            assert!(
                (slope - difference).abs() <= tolerance * difference.abs().max(1.0),
                "{name} at {point:?}: the slope with respect to argument {j} is {slope}, differences give {difference}"
            );
        }
    }
}

/// A call with the arguments, and a tangent for each of them that is a float.
macro_rules! along {
    ($function:path, $direction:ident $arguments:tt $tangents:tt i32 $($rest:ident)*) => {
        along!($function, $direction $arguments $tangents $($rest)*)
    };
    ($function:path, $direction:ident $arguments:tt [$($tangent:expr),*] $float:ident $($rest:ident)*) => {
        along!($function, $direction $arguments [$($tangent,)* $direction.next().unwrap() as $float] $($rest)*)
    };
    ($function:path, $direction:ident [$($argument:ident),*] [$($tangent:expr),*]) => {
        $function($($argument,)* $($tangent),*)
    };
}

/// One width of a rule: a function for each way to write it, and the test.
macro_rules! width {
    (
        $name:ident $float:ident $tolerance:literal
        ($first:ident: $first_ty:ident $(, $param:ident: $ty:ident)*)
        [$($all:ident: $all_ty:ident in $domain:expr, $integer:literal;)*]
    ) => {
        mod $float {
            use pullback::differentiable;

            #[differentiable(jvp)]
            fn method($first: $first_ty $(, $param: $ty)*) -> $float {
                $first.$name($($param),*)
            }

            #[differentiable]
            fn path($first: $first_ty $(, $param: $ty)*) -> $float {
                $float::$name($first $(, $param)*)
            }

            #[differentiable]
            fn unchanged(x: $float) -> $float {
                x
            }

            #[differentiable]
            fn generic($first: $first_ty $(, $param: $ty)*) -> $float {
                let value = unchanged($first);
                value.$name($($param),*)
            }

            macro_rules! call {
                ($function:path, $point:expr) => {{
                    let mut point = $point.iter().copied();
                    $(let $all = point.next().unwrap() as $all_ty;)*
                    $function($($all),*)
                }};
            }

            #[test]
            fn slopes_agree_with_differences() {
                use crate::Slopes;
                let domains = [$(($domain, $integer)),*];
                let name = stringify!($name);
                let value = |point: &[f64]| crate::values::$name(point);
                crate::check(name, &domains, $tolerance, value, |point| call!(method::grad, point).slopes());
                crate::check(name, &domains, $tolerance, value, |point| call!(path::grad, point).slopes());
                crate::check(name, &domains, $tolerance, value, |point| call!(generic::grad, point).slopes());
            }

            #[test]
            fn tangents_agree_with_slopes() {
                use crate::Slopes;
                let domains: &[((f64, f64), bool)] = &[$(($domain, $integer)),*];
                for k in 0..crate::POINTS {
                    let sampled = domains.iter().enumerate();
                    let point = sampled.map(|(parameter, (domain, integer))| crate::sample(k, parameter, *domain, *integer));
                    let point: Vec<f64> = point.collect();
                    for (j, slope) in call!(method::grad, point).slopes().into_iter().enumerate() {
                        let mut direction = (0..).map(|i| if i == j { 1.0 } else { 0.0 });
                        let mut at = point.iter().copied();
                        $(let $all = at.next().unwrap() as $all_ty;)*
                        let (value, tangent) = along!(method::jvp, direction [$($all),*] [] $($all_ty)*);
                        let name = stringify!($name);
                        assert_eq!(value.to_bits(), method($($all),*).to_bits(), "{name} at {point:?}");
                        assert!(
                            (f64::from(tangent) - slope).abs() <= 4.0 * f64::from($float::EPSILON) * slope.abs(),
                            "{name} at {point:?}: the tangent along argument {j} is {tangent}, the slope {slope}"
                        );
                    }
                }
            }

            // Wherever the slope is infinite or NaN, a zero cotangent stays zero.
            #[test]
            fn zero_cotangents_are_strong() {
                use crate::Slopes;
                for special in [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
                    let point = [special; 3];
                    // `clamp` wants its bounds in order.
                    let name = stringify!($name);
                    if name == "clamp" && special.is_nan() {
                        continue;
                    }
                    for slopes in [
                        call!(method::vjp, point).1(0.0).slopes(),
                        call!(path::vjp, point).1(0.0).slopes(),
                        call!(generic::vjp, point).1(0.0).slopes(),
                    ] {
                        assert!(slopes.iter().all(|slope| *slope == 0.0), "{name} at {special}: {slopes:?}");
                    }
                }
            }
        }
    };
}

/// Second order of a rule, in the width in which differences say something.
macro_rules! second_order {
    ($name:ident ($first:ident: $first_ty:ident $(, $param:ident: $ty:ident)*) [$($domain:expr, $integer:literal;)*]) => {
        mod second_order {
            use pullback::differentiable;

            #[differentiable(order = 2)]
            fn method($first: $first_ty $(, $param: $ty)*) -> f64 {
                $first.$name($($param),*)
            }

            #[test]
            fn slopes_of_slopes_agree_with_differences() {
                use crate::Slopes;
                let domains = [$(($domain, $integer)),*];
                for i in 0..domains.iter().filter(|(_, integer)| !integer).count() {
                    let slope = |at: &[f64]| {
                        let mut at = at.iter().copied();
                        let $first = at.next().unwrap();
                        $(let $param = at.next().unwrap() as $ty;)*
                        method::grad($first $(, $param)*).slopes()[i]
                    };
                    crate::check(stringify!($name), &domains, 1e-6, slope, |at| {
                        let mut at = at.iter().copied();
                        let $first = at.next().unwrap();
                        $(let $param = at.next().unwrap() as $ty;)*
                        let mut direction = (0..).map(|k| if k == i { 1.0 } else { 0.0 });
                        along!(method::hvp, direction [$first $(, $param)*] [] $first_ty $($ty)*).slopes()
                    });
                }
            }
        }
    };
}

macro_rules! rule {
    ($name:ident($first:ident in $first_domain:tt $(, $param:ident in ($($domain:tt)*))*)) => {
        mod $name {
            second_order! {
                $name ($first: f64 $(, $param: f64)*) [$first_domain, false; $(($($domain)*), false;)*]
            }
            width! {
                $name f64 1e-7 ($first: f64 $(, $param: f64)*)
                [$first: f64 in $first_domain, false; $($param: f64 in ($($domain)*), false;)*]
            }
            width! {
                $name f32 3e-5 ($first: f32 $(, $param: f32)*)
                [$first: f32 in $first_domain, false; $($param: f32 in ($($domain)*), false;)*]
            }
        }
    };
    ($name:ident($first:ident in $domain:tt, $param:ident in {$low:literal, $high:literal})) => {
        mod $name {
            second_order! {
                $name ($first: f64, $param: i32) [$domain, false; (f64::from($low), f64::from($high)), true;]
            }
            width! {
                $name f64 1e-7 ($first: f64, $param: i32)
                [$first: f64 in $domain, false; $param: i32 in (f64::from($low), f64::from($high)), true;]
            }
            width! {
                $name f32 3e-5 ($first: f32, $param: i32)
                [$first: f32 in $domain, false; $param: i32 in (f64::from($low), f64::from($high)), true;]
            }
        }
    };
}

/// The function itself, for the differences.
macro_rules! value {
    ($name:ident($first:ident in $first_domain:tt $(, $param:ident in ($($domain:tt)*))*)) => {
        pub fn $name(point: &[f64]) -> f64 {
            let mut point = point.iter().copied();
            let $first = point.next().unwrap();
            $(let $param = point.next().unwrap();)*
            $first.$name($($param),*)
        }
    };
    ($name:ident($first:ident in $domain:tt, $param:ident in {$($range:tt)*})) => {
        pub fn $name(point: &[f64]) -> f64 {
            point[0].$name(point[1] as i32)
        }
    };
}

macro_rules! rules {
    ($($name:ident $pair:tt $params:tt { $($slopes:tt)* })*) => {
        mod values {
            $(value! { $name $params })*
        }
        $(rule! { $name $params })*
    };
}

ad_macro::scalar_rules!(rules);

// What no domain has: the points at which the documentation's table fixes the derivative, on values of unknown type too.

#[differentiable]
fn unchanged(x: f64) -> f64 {
    x
}

macro_rules! at_kinks {
    ($($name:ident, $generic:ident($($param:ident),*) = $first:ident.$method:ident($($argument:expr),*);)*) => { $(
        #[differentiable]
        fn $name($($param: f64),*) -> f64 {
            $first.$method($($argument),*)
        }
        #[differentiable]
        fn $generic($($param: f64),*) -> f64 {
            let value = unchanged($first);
            value.$method($($argument),*)
        }
    )* };
}

at_kinks! {
    absolute, generic_absolute(x) = x.abs();
    signum, generic_signum(x) = x.signum();
    root, generic_root(x) = x.sqrt();
    maximum, generic_maximum(x, y) = x.max(y);
    minimum, generic_minimum(x, y) = x.min(y);
    zeroth, generic_zeroth(x) = x.powi(0);
    first, generic_first(x) = x.powi(1);
    sign_of, generic_sign_of(x, y) = x.copysign(y);
    between, generic_between(x, y) = x.clamp(y, 1.0);
}

macro_rules! both_forms {
    ($($function:ident, $generic:ident at $arguments:tt => $expected:expr;)*) => { $(
        assert_eq!($function::grad $arguments, $expected, "{}", stringify!($function));
        assert_eq!($generic::grad $arguments, $expected, "{}", stringify!($generic));
    )* };
}

#[test]
fn derivatives_at_kinks() {
    both_forms! {
        absolute, generic_absolute at (0.0) => 0.0;
        absolute, generic_absolute at (-0.0) => 0.0;
        signum, generic_signum at (0.0) => 0.0;
        signum, generic_signum at (-3.0) => 0.0;
        root, generic_root at (0.0) => f64::INFINITY;
        maximum, generic_maximum at (2.0, 2.0) => (0.5, 0.5);
        maximum, generic_maximum at (f64::NAN, 2.0) => (0.0, 1.0);
        minimum, generic_minimum at (2.0, 2.0) => (0.5, 0.5);
        minimum, generic_minimum at (2.0, f64::NAN) => (1.0, 0.0);
        zeroth, generic_zeroth at (0.0) => 0.0;
        zeroth, generic_zeroth at (f64::INFINITY) => 0.0;
        first, generic_first at (0.0) => 1.0;
        sign_of, generic_sign_of at (0.0, -1.0) => (0.0, 0.0);
        between, generic_between at (0.0, 0.0) => (0.5, 0.5);
        between, generic_between at (1.0, 0.0) => (0.5, 0.0);
    }
}
