//! A line for each row: `row!(a(1) => dot(w: lent a(2)))` says the receiver and the arguments, each as the row has it.

use pullback::rt::{Cotangent, Differentiable};

/// Numbers between -1 and 1, always the same.
pub struct Numbers(u64);

impl Numbers {
    pub fn new() -> Self {
        Numbers(7)
    }

    pub fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// A cotangent of the same shape.
    pub fn like<C: Cotangent>(&mut self, zero: C) -> C {
        let mut cotangent = zero;
        let count = flat(&cotangent).len();
        let numbers: Vec<f64> = (0..count).map(|_| self.next()).collect();
        cotangent.unflatten_from(&mut numbers.into_iter());
        cotangent
    }
}

pub fn flat<C: Cotangent>(cotangent: &C) -> Vec<f64> {
    let mut flat = Vec::new();
    cotangent.flatten_into(&mut flat);
    flat
}

pub fn numbers<T: Differentiable>(value: &T) -> Vec<f64> {
    let mut flat = Vec::new();
    Differentiable::flatten_into(value, &mut flat);
    flat
}

pub fn inner(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Where the value moves along the tangents.
pub fn moved<T: Differentiable + Clone>(value: &T, h: f64, dot: &T::Cotangent) -> T {
    let mut value = value.clone();
    value.add_scaled(h, dot);
    value
}

/// The tangent of what a function gives, by differences.
pub fn difference(of: impl Fn(f64) -> Vec<f64>) -> Vec<f64> {
    let h = 1e-5;
    let (ahead, behind) = (of(h), of(-h));
    ahead.iter().zip(&behind).map(|(a, b)| (a - b) / (2.0 * h)).collect()
}

pub fn close(name: &str, what: &str, a: f64, b: f64) {
    let scale = 1.0 + a.abs().max(b.abs());
    assert!((a - b).abs() <= 2e-8 * scale, "{name}: {what}: {a} is not {b}");
}

/// Compares what a row's adjoint and its tangent say: seeds times tangents of the results, cotangents times tangents of the arguments.
pub fn agree(name: &str, seed: &[f64], y_dot: &[f64], bars: &[f64], dots: &[f64], differences: Vec<f64>) {
    close(
        name,
        "the adjoint and the tangent",
        inner(seed, y_dot),
        inner(bars, dots),
    );
    assert_eq!(y_dot.len(), differences.len(), "{name}");
    for (tangent, difference) in y_dot.iter().zip(differences) {
        close(name, "the tangent and the difference", *tangent, difference);
    }
}

macro_rules! row {
    ($x:expr => mut $name:ident $([$($own:tt)*])? ($($arg:ident: $kind:ident $value:expr),*)) => { ad_macro::with_siblings! {{
        #[allow(unused_imports)]
        use $crate::check::*;
        #[allow(unused_imports)]
        use pullback::rt::{Cotangent as _, Differentiable as _, Workspace, methods::*};
        let (ws, random, x, name) = (&mut Workspace::new(), &mut Numbers::new(), $x, stringify!($name));
        let x_dot = random.like(x.zero_cotangent());
        $(let $arg = $crate::check::sampled!($kind random $value);)*
        let mut written = x.clone();
        let (y, kept) = written.$name@differentiable_push$(::<$($own)*>)?($($crate::check::param!($kind $arg),)* ws);
        let mut dot = x_dot.clone();
        let y_dot = x.$name@differentiable_dot$(::<$($own)*>)?(&mut dot $(, $crate::check::moving!($kind $arg))*);
        let (seed, mut bar) = (random.like(y.zero_cotangent()), random.like(written.zero_cotangent()));
        let seeds = [flat(&seed), flat(&bar)].concat();
        let after = written.clone();
        let differences = difference(|h| {
            let mut written = moved(&x, h, &x_dot);
            let ws = &mut Workspace::new();
            $(let $arg = $crate::check::moved_argument!($kind $arg h);)*
            let (y, _) = written.$name@differentiable_push$(::<$($own)*>)?($($crate::check::param!($kind $arg),)* ws);
            [numbers(&y), numbers(&written)].concat()
        });
        let dots = [flat(&x_dot) $(, $crate::check::dots!(lent $kind $arg))* $(, $crate::check::dots!(by $kind $arg))*].concat();
        $(#[allow(unused_mut)] let mut $arg = $crate::check::zero_slot!($kind $arg);)*
        let bars = written.$name@differentiable_pull$(::<$($own)*>)?(kept, ws, seed, Some(&mut bar) $(, $crate::check::slot!($kind $arg))*);
        assert_eq!(numbers(&written), numbers(&x), "{name}: the receiver is put back from {:?}", numbers(&after));
        let all = [flat(&bar) $(, $crate::check::bars!($kind $arg))*, flat(&bars)].concat();
        agree(name, &seeds, &[flat(&y_dot), flat(&dot)].concat(), &all, &dots, differences);
    }} };
    ($x:expr => $name:ident $([$($own:tt)*])? ($($arg:ident: $kind:ident $value:expr),*)) => { ad_macro::with_siblings! {{
        #[allow(unused_imports)]
        use $crate::check::*;
        #[allow(unused_imports)]
        use pullback::rt::{Cotangent as _, Differentiable as _, Workspace, methods::*};
        let (ws, random, x) = (&mut Workspace::new(), &mut Numbers::new(), $x);
        let x_dot = random.like(x.zero_cotangent());
        $(let $arg = $crate::check::sampled!($kind random $value);)*
        let (y, kept) = x.$name@differentiable_push$(::<$($own)*>)?($($crate::check::param!($kind $arg),)* ws);
        let y_dot = x.$name@differentiable_dot$(::<$($own)*>)?(&x_dot $(, $crate::check::moving!($kind $arg))*);
        let seed = random.like(y.zero_cotangent());
        let differences = difference(|h| {
            let ws = &mut Workspace::new();
            $(let $arg = $crate::check::moved_argument!($kind $arg h);)*
            numbers(&moved(&x, h, &x_dot).$name@differentiable_push$(::<$($own)*>)?($($crate::check::param!($kind $arg),)* ws).0)
        });
        let dots = [flat(&x_dot) $(, $crate::check::dots!(lent $kind $arg))* $(, $crate::check::dots!(by $kind $arg))*].concat();
        $(#[allow(unused_mut)] let mut $arg = $crate::check::zero_slot!($kind $arg);)*
        let mut bar = x.zero_cotangent();
        let seeds = flat(&seed);
        let bars = x.$name@differentiable_pull$(::<$($own)*>)?(kept, ws, seed, Some(&mut bar) $(, $crate::check::slot!($kind $arg))*);
        let all = [flat(&bar) $(, $crate::check::bars!($kind $arg))*, flat(&bars)].concat();
        agree(stringify!($name), &seeds, &flat(&y_dot), &all, &dots, differences);
    }} };
}

/// The same of a function that is called by its path: `by_path!(DVec2 => splat(k: by 2.0))`.
macro_rules! by_path {
    ($Type:ty => $name:ident($($arg:ident: $kind:ident $value:expr),*)) => { ad_macro::with_siblings! {{
        #[allow(unused_imports)]
        use $crate::check::*;
        #[allow(unused_imports)]
        use pullback::rt::{Cotangent as _, Differentiable as _, Workspace, methods::*};
        let (ws, random) = (&mut Workspace::new(), &mut Numbers::new());
        $(let $arg = $crate::check::sampled!($kind random $value);)*
        let (y, pullback) = <$Type>::$name@differentiable($($crate::check::param!($kind $arg),)* ws);
        let y_dot = <$Type>::$name@dot_differentiable($($crate::check::moving!($kind $arg)),*);
        let seed = random.like(y.zero_cotangent());
        let differences = difference(|h| {
            let ws = &mut Workspace::new();
            $(let $arg = $crate::check::moved_argument!($kind $arg h);)*
            numbers(&<$Type>::$name@differentiable($($crate::check::param!($kind $arg),)* ws).0)
        });
        let dots = [$($crate::check::dots!(lent $kind $arg),)* $($crate::check::dots!(by $kind $arg)),*].concat();
        $(#[allow(unused_mut)] let mut $arg = $crate::check::zero_slot!($kind $arg);)*
        let seeds = flat(&seed);
        let bars = pullback(ws, seed $(, $crate::check::slot!($kind $arg))*);
        let all = [$($crate::check::bars!($kind $arg),)* flat(&bars)].concat();
        agree(stringify!($name), &seeds, &flat(&y_dot), &all, &dots, differences);
    }} };
}

/// An argument and its tangent.
macro_rules! sampled {
    (at $random:ident $value:expr) => {
        ($value, ())
    };
    ($kind:ident $random:ident $value:expr) => {{
        let value = $value;
        let dot = $random.like(value.zero_cotangent());
        (value, dot)
    }};
}

macro_rules! param {
    (lent $arg:ident) => {
        &$arg.0
    };
    ($kind:ident $arg:ident) => {
        $arg.0.clone()
    };
}

macro_rules! moving {
    (lent $arg:ident) => {
        (&$arg.0, &$arg.1)
    };
    ($kind:ident $arg:ident) => {
        $arg.clone()
    };
}

macro_rules! moved_argument {
    (at $arg:ident $h:ident) => {
        $arg.clone()
    };
    ($kind:ident $arg:ident $h:ident) => {
        (moved(&$arg.0, $h, &$arg.1), ())
    };
}

macro_rules! dots {
    (lent lent $arg:ident) => {
        flat(&$arg.1)
    };
    (by by $arg:ident) => {
        flat(&$arg.1)
    };
    ($asked:ident $kind:ident $arg:ident) => {
        Vec::new()
    };
}

macro_rules! zero_slot {
    (lent $arg:ident) => {{
        let bar = $arg.0.zero_cotangent();
        ($arg.0, bar)
    }};
    ($kind:ident $arg:ident) => {
        ()
    };
}

macro_rules! slot {
    (lent $arg:ident) => {
        (&$arg.0, Some(&mut $arg.1))
    };
    ($kind:ident $arg:ident) => {
        $arg
    };
}

macro_rules! bars {
    (lent $arg:ident) => {
        flat(&$arg.1)
    };
    ($kind:ident $arg:ident) => {
        Vec::new()
    };
}

pub(crate) use {bars, by_path, dots, moved_argument, moving, param, row, sampled, slot, zero_slot};
