//! The tables of the corpus: a line names a function, how it is called, and at which inputs it is checked.
//!
//! `[in_f64 in_f32]` are the modules that hold the function; inputs take their type from it. Inputs are listed in the
//! order of the differentiable parameters; whatever carries no derivative is written into the call. What has no tangent yet is in
//! a table `[in_f64 in_f32; in_reverse]`.

/// `f(args) { x = .., y = ..; x = .., y = .. }` for functions to one number that write to no argument.
macro_rules! gradients {
    ($modules:tt $($f:ident $args:tt { $($($x:ident = $at:expr),+);+ $(;)? })*) => { $(
        #[test]
        fn $f() {
            $($crate::tables::in_modules! { gradient $modules $f $args (($($x)+) ($($at,)+)) })+
        }
    )* };
}

/// `f(args) -> seed { .. }` for functions to anything else: a pullback is called with the seed.
macro_rules! cotangents {
    ($modules:tt $($f:ident $args:tt -> $seed:tt { $($($x:ident = $at:expr),+);+ $(;)? })*) => { $(
        #[test]
        fn $f() {
            $($crate::tables::in_modules! { cotangent $modules $f $args (($($x)+) ($($at,)+) $seed) })+
        }
    )* };
}

/// `f(args) { (u = ..) (x = .., y = ..) }` for functions to `()`: first what is written, then the others.
macro_rules! writes {
    ($modules:tt $($f:ident $args:tt { $(($($u:ident = $to:expr),+) ($($x:ident = $at:expr),*));+ $(;)? })*) => { $(
        #[test]
        fn $f() {
            $($crate::tables::in_modules! { write $modules $f $args (($($u)+) ($($x)*) ($($to,)+ $($at,)*)) })+
        }
    )* };
}

/// The same for functions that write and return one number.
macro_rules! writes_and_returns {
    ($modules:tt $($f:ident $args:tt { $(($($u:ident = $to:expr),+) ($($x:ident = $at:expr),*));+ $(;)? })*) => { $(
        #[test]
        fn $f() {
            $($crate::tables::in_modules! { write_and_return $modules $f $args (($($u)+) ($($x)*) ($($to,)+ $($at,)*)) })+
        }
    )* };
}

/// One case in each module; differences are taken in the first.
macro_rules! in_modules {
    ($what:ident [$first:ident $($second:ident)?] $f:ident $args:tt $case:tt) => {
        $crate::tables::in_modules! { $what [$first $($second)?; both_ways] $f $args $case }
    };
    ($what:ident [$first:ident $($second:ident)?; $ways:ident] $f:ident $args:tt $case:tt) => {{
        #[allow(unused_variables)]
        let truth = None;
        #[allow(unused_variables)]
        let truth = $crate::tables::$what!($first $f $args truth $ways $case);
        $($crate::tables::$what!($second $f $args truth $ways $case);)?
    }};
}

/// Products with the Hessian, where there are any, and differences of gradients. They are `ignored`, but where the script `second_order` says
/// `compared`. The gradients themselves are compared in any case.
macro_rules! products {
    (ignored $($case:tt)*) => {};
    (compared $m:ident $f:ident $args:tt ($($x:ident)+) $at:tt) => {
        #[allow(unused_mut)]
        let ($(mut $x,)+) = $at;
        if let Err(wrong) = pullback::check_grad!($m::$f $args) {
            let wrong = wrong.to_string();
            assert!(!wrong.contains("::grad"), "{wrong}");
            println!("not compared, since differences of the value are off: {wrong}");
        }
    };
}

macro_rules! gradient {
    ($m:ident $f:ident $args:tt $truth:ident $ways:ident (($($x:ident)+) $at:tt)) => {{
        $crate::tables::products! { ignored $m $f $args ($($x)+) $at }
        $crate::differences::check(
            concat!(stringify!($m), "::", stringify!($f), stringify!($args)),
            &$at,
            $truth.clone(),
            &[1.0],
            &|($($x,)+)| $m::$f $args.components(),
            $crate::tables::forward!($ways $m $f $args () ($($x)+)),
            &[
                $crate::tables::entry!("value_and_grad" () ($($x)+) {
                    let (value, gradient) = $m::$f::value_and_grad $args;
                    (value.components(), gradient.components())
                }),
                $crate::tables::entry!("grad" () ($($x)+) {
                    ($crate::differences::NOT_RETURNED, $m::$f::grad $args.components())
                }),
                $crate::tables::entry!("vjp" () ($($x)+) {
                    let (value, pullback) = $m::$f::vjp $args;
                    (value.components(), pullback(1.0).components())
                }),
                $crate::tables::entry!("grad_into" () ($($x)+) {
                    let mut buffers = ($(zero(&$x),)+);
                    let value = $crate::tables::into_buffers!($m $f () $args buffers $($x)+);
                    (value.components(), buffers.components())
                }),
                $crate::tables::entry!("grad_into_with" () ($($x)+) {
                    let mut workspace = pullback::Workspace::new();
                    let mut buffers = ($(zero(&$x),)+);
                    let value = $crate::tables::into_buffers!($m $f (&mut workspace,) $args buffers $($x)+);
                    (value.components(), buffers.components())
                }),
            ],
        )
    }};
}

macro_rules! cotangent {
    ($m:ident $f:ident $args:tt $truth:ident $ways:ident (($($x:ident)+) $at:tt $seed:tt)) => {
        $crate::differences::check(
            concat!(stringify!($m), "::", stringify!($f), stringify!($args)),
            &$at,
            $truth.clone(),
            &$seed.components(),
            &|($($x,)+)| $m::$f $args.components(),
            $crate::tables::forward!($ways $m $f $args () ($($x)+)),
            &[$crate::tables::entry!("vjp" () ($($x)+) {
                let (value, pullback) = $m::$f::vjp $args;
                (value.components(), pullback($seed).components())
            })],
        )
    };
}

macro_rules! write {
    ($m:ident $f:ident $args:tt $truth:ident $ways:ident (($($u:ident)+) ($($x:ident)*) $at:tt)) => {
        $crate::differences::check(
            concat!(stringify!($m), "::", stringify!($f), stringify!($args)),
            &$at,
            $truth.clone(),
            &$crate::tables::left!(($($u)+) ($($x)*) $at { $m::$f $args; ($(uneven(&$u),)+) }),
            &|($(mut $u,)+ $($x,)*)| {
                $m::$f $args;
                ($($u,)+).components()
            },
            $crate::tables::forward!($ways $m $f $args ($($u)+) ($($x)*)),
            &[
                $crate::tables::entry!("vjp" ($($u)+) ($($x)*) {
                    let mut bars = $crate::tables::left!(bars ($($u)+) ($($x)*) { $m::$f $args; ($(uneven(&$u),)+) });
                    let others = {
                        let ((), pullback) = $m::$f::vjp $args;
                        $crate::tables::pull_back!(pullback () bars $($u)+).components()
                    };
                    (($($u,)+).components(), [bars.components(), others].concat())
                }),
                $crate::tables::entry!("grad_into" ($($u)+) ($($x)*) {
                    let bars = $crate::tables::left!(bars ($($u)+) ($($x)*) { $m::$f $args; ($(uneven(&$u),)+) });
                    let mut buffers = $crate::tables::buffers!(bars ($($u)+) ($($x)*));
                    $crate::tables::into_buffers!($m $f () $args buffers $($u)+ $($x)*);
                    (($($u,)+).components(), buffers.components())
                }),
                $crate::tables::entry!("grad_into_with" ($($u)+) ($($x)*) {
                    let mut workspace = pullback::Workspace::new();
                    let bars = $crate::tables::left!(bars ($($u)+) ($($x)*) { $m::$f $args; ($(uneven(&$u),)+) });
                    let mut buffers = $crate::tables::buffers!(bars ($($u)+) ($($x)*));
                    $crate::tables::into_buffers!($m $f (&mut workspace,) $args buffers $($u)+ $($x)*);
                    (($($u,)+).components(), buffers.components())
                }),
            ],
        )
    };
}

macro_rules! write_and_return {
    ($m:ident $f:ident $args:tt $truth:ident $ways:ident (($($u:ident)+) ($($x:ident)*) $at:tt)) => {{
        let left = $crate::tables::left!(($($u)+) ($($x)*) $at { let _ = $m::$f $args; ($(uneven(&$u),)+) });
        let truth = $crate::differences::check(
            concat!(stringify!($m), "::", stringify!($f), stringify!($args)),
            &$at,
            $truth.clone(),
            &[vec![1.0], left.clone()].concat(),
            &|($(mut $u,)+ $($x,)*)| {
                let value = $m::$f $args;
                [value.components(), ($($u,)+).components()].concat()
            },
            $crate::tables::forward!($ways $m $f $args ($($u)+) ($($x)*)),
            &[
                $crate::tables::entry!("vjp" ($($u)+) ($($x)*) {
                    let mut bars = $crate::tables::left!(bars ($($u)+) ($($x)*) { $m::$f $args; ($(uneven(&$u),)+) });
                    let (value, others) = {
                        let (value, pullback) = $m::$f::vjp $args;
                        (value, $crate::tables::pull_back!(pullback (1.0,) bars $($u)+).components())
                    };
                    ([value.components(), ($($u,)+).components()].concat(), [bars.components(), others].concat())
                }),
                $crate::tables::entry!("grad_into" ($($u)+) ($($x)*) {
                    let bars = $crate::tables::left!(bars ($($u)+) ($($x)*) { $m::$f $args; ($(uneven(&$u),)+) });
                    let mut buffers = $crate::tables::buffers!(bars ($($u)+) ($($x)*));
                    let value = $crate::tables::into_buffers!($m $f () $args buffers $($u)+ $($x)*);
                    ([value.components(), ($($u,)+).components()].concat(), buffers.components())
                }),
            ],
        );
        // These two start from a zero cotangent of what is left in the arguments.
        // Those of f32 are compared with differences of their own, since only one truth is handed on.
        if $truth.is_none() {
            $crate::differences::check(
                concat!(stringify!($m), "::", stringify!($f), stringify!($args)),
                &$at,
                None,
                &[vec![1.0], vec![0.0; left.len()]].concat(),
                &|($(mut $u,)+ $($x,)*)| {
                    let value = $m::$f $args;
                    [value.components(), ($($u,)+).components()].concat()
                },
                None,
                &[
                    $crate::tables::entry!("value_and_grad" ($($u)+) ($($x)*) {
                        let (value, gradient) = $m::$f::value_and_grad $args;
                        ([value.components(), ($($u,)+).components()].concat(), gradient.components())
                    }),
                    $crate::tables::entry!("grad" ($($u)+) ($($x)*) {
                        ($crate::differences::NOT_RETURNED, $m::$f::grad $args.components())
                    }),
                ],
            );
        }
        truth
    }};
}

/// `f::jvp` as the harness sees it, from arguments and their tangents to all that is computed and its tangent.
macro_rules! forward {
    (in_reverse $($rest:tt)*) => { None };
    (both_ways $m:ident $f:ident ($($args:tt)*) ($($u:ident)*) ($($x:ident)*)) => {
        Some(&|($(mut $u,)* $($x,)*), tangents| {
            #[allow(non_camel_case_types)]
            struct Tangents<$($u,)* $($x,)*> { $($u: $u,)* $($x: $x,)* }
            #[allow(unused_mut)]
            let mut tangents = {
                let ($($u,)* $($x,)*) = tangents;
                Tangents { $($u,)* $($x,)* }
            };
            let (value, tangent) = $crate::tables::with_tangents!(($m::$f::jvp) tangents [] [] $($args)*,);
            (
                [value.components(), ($($u,)*).components()].concat(),
                [tangent.components(), ($(tangents.$u,)*).components()].concat(),
            )
        })
    };
}

/// A call with the arguments and the tangents of those that have names.
macro_rules! with_tangents {
    (($($f:tt)*) $t:ident [$($args:tt)*] [$($tangents:tt)*] $(,)?) => { $($f)*($($args)* $($tangents)*) };
    ($f:tt $t:ident [$($args:tt)*] $tangents:tt true, $($rest:tt)*) => {
        $crate::tables::with_tangents!($f $t [$($args)* true,] $tangents $($rest)*)
    };
    ($f:tt $t:ident [$($args:tt)*] $tangents:tt false, $($rest:tt)*) => {
        $crate::tables::with_tangents!($f $t [$($args)* false,] $tangents $($rest)*)
    };
    ($f:tt $t:ident [$($args:tt)*] [$($tangents:tt)*] &mut $x:ident, $($rest:tt)*) => {
        $crate::tables::with_tangents!($f $t [$($args)* &mut $x,] [$($tangents)* &mut $t.$x,] $($rest)*)
    };
    ($f:tt $t:ident [$($args:tt)*] [$($tangents:tt)*] &$x:ident, $($rest:tt)*) => {
        $crate::tables::with_tangents!($f $t [$($args)* &$x,] [$($tangents)* &$t.$x,] $($rest)*)
    };
    ($f:tt $t:ident [$($args:tt)*] [$($tangents:tt)*] $x:ident.clone(), $($rest:tt)*) => {
        $crate::tables::with_tangents!($f $t [$($args)* $x.clone(),] [$($tangents)* $t.$x.clone(),] $($rest)*)
    };
    ($f:tt $t:ident [$($args:tt)*] [$($tangents:tt)*] $x:ident, $($rest:tt)*) => {
        $crate::tables::with_tangents!($f $t [$($args)* $x.clone(),] [$($tangents)* $t.$x.clone(),] $($rest)*)
    };
    ($f:tt $t:ident [$($args:tt)*] $tangents:tt $inactive:expr, $($rest:tt)*) => {
        $crate::tables::with_tangents!($f $t [$($args)* $inactive,] $tangents $($rest)*)
    };
}

macro_rules! entry {
    ($name:literal ($($u:ident)*) ($($x:ident)*) $body:block) => {
        $crate::differences::Entry { name: $name, call: &|($(mut $u,)* $($x,)*)| $body }
    };
}

/// Cotangents for what a function leaves in its arguments: it may have changed their shape.
macro_rules! left {
    (($($u:ident)+) ($($x:ident)*) $at:tt $body:block) => {{
        let ($(mut $u,)+ $($x,)*) = $at;
        $body.components()
    }};
    (bars ($($u:ident)+) ($($x:ident)*) $body:block) => {{
        let ($(mut $u,)+ $($x,)*) = ($($u.clone(),)+ $($x.clone(),)*);
        $body
    }};
}

macro_rules! buffers {
    ($bars:ident ($u:ident) ($($x:ident)*)) => { ($bars.0, $(zero(&$x),)*) };
    ($bars:ident ($u:ident $v:ident) ($($x:ident)*)) => { ($bars.0, $bars.1, $(zero(&$x),)*) };
    ($bars:ident ($u:ident $v:ident $w:ident) ($($x:ident)*)) => { ($bars.0, $bars.1, $bars.2, $(zero(&$x),)*) };
}

macro_rules! pull_back {
    ($pullback:ident ($($seed:tt)*) $b:ident $u:ident) => { $pullback($($seed)* &mut $b.0) };
    ($pullback:ident ($($seed:tt)*) $b:ident $u:ident $v:ident) => { $pullback($($seed)* &mut $b.0, &mut $b.1) };
    ($pullback:ident ($($seed:tt)*) $b:ident $u:ident $v:ident $w:ident) => { $pullback($($seed)* &mut $b.0, &mut $b.1, &mut $b.2) };
}

macro_rules! into_buffers {
    ($m:ident $f:ident () ($($args:tt)*) $($rest:tt)*) => {
        $crate::tables::into_buffers!(@ ($m::$f::grad_into) ($($args)*) $($rest)*)
    };
    ($m:ident $f:ident ($($workspace:tt)+) ($($args:tt)*) $($rest:tt)*) => {
        $crate::tables::into_buffers!(@ ($m::$f::grad_into_with) ($($workspace)+ $($args)*) $($rest)*)
    };
    (@ ($($f:tt)*) ($($args:tt)*) $b:ident $x1:ident) => { $($f)*($($args)*, &mut $b.0) };
    (@ ($($f:tt)*) ($($args:tt)*) $b:ident $x1:ident $x2:ident) => { $($f)*($($args)*, &mut $b.0, &mut $b.1) };
    (@ ($($f:tt)*) ($($args:tt)*) $b:ident $x1:ident $x2:ident $x3:ident) => {
        $($f)*($($args)*, &mut $b.0, &mut $b.1, &mut $b.2)
    };
    (@ ($($f:tt)*) ($($args:tt)*) $b:ident $x1:ident $x2:ident $x3:ident $x4:ident) => {
        $($f)*($($args)*, &mut $b.0, &mut $b.1, &mut $b.2, &mut $b.3)
    };
    (@ ($($f:tt)*) ($($args:tt)*) $b:ident $x1:ident $x2:ident $x3:ident $x4:ident $x5:ident) => {
        $($f)*($($args)*, &mut $b.0, &mut $b.1, &mut $b.2, &mut $b.3, &mut $b.4)
    };
}

pub(crate) use {
    buffers, cotangent, cotangents, entry, forward, gradient, gradients, in_modules, into_buffers, left, products,
    pull_back, with_tangents, write, write_and_return, writes, writes_and_returns,
};
