//! The methods of foreign types as a table: a row is an operation with its value, its adjoint and its tangent.
//!
//! ```text
//! rows! {
//!     Products[T: Scalar][T] for [] Tensor<T>;
//!
//!     /// Adjoint: `x_bar += z_bar · yᵀ` and `y_bar += xᵀ · z_bar`.
//!     fn matmul(ref x, y: lent Tensor<T>) -> Tensor<T>;
//!         adjoint |(), seed, x_bar, y_bar| { .. }
//!         tangent: bilinear;
//!
//!     /// Adjoint: `v_bar += n_bar · v / |v|`.
//!     fn norm(ref v) -> T, keeps T;
//!         value { let norm = v.norm(); (norm, norm) }
//!         adjoint |norm, seed, Some(v_bar)| { .. }
//!         tangent |v_dot| { .. }
//! }
//! ```
//!
//! becomes the trait `Products` with `matmul_marked_differentiable`, `matmul_differentiable_push`, `matmul_differentiable_pull` and
//! `matmul_differentiable_dot`, the same of `norm`, and its impl.
//!
//! - The receiver comes first, as the method takes it: `ref`, `mut` or `move`. Where it is `mut`, the value is what the method
//!   returns; the adjoint puts the receiver back, and finds in its buffer the cotangent of what it was afterwards; the tangent
//!   turns that of the receiver into that of what it will be, before the method has run.
//! - A `lent` argument is there again in the adjoint, with a buffer for its cotangent if one is wanted, and in the tangent with
//!   its own. One `by` value is what the operation keeps of it in the adjoint, which gives its cotangent back (`gives (T,)`: one
//!   for each argument that is not the receiver, and nothing at all if none has any). The same of one that goes `into` what is
//!   made: its tangent is there alone in the tangent. One that says `at` which place, or how much, has no tangent.
//! - The value is a pair of the result and of what is kept for the adjoint. By default it is what the method itself gives, and
//!   nothing is kept.
//! - `|.., Some(v_bar)|` is an adjoint that does nothing where the receiver's cotangent is not wanted.
//! - `linear` says that the tangent is the value at the tangents, `bilinear` that it is the sum of the values where one of the
//!   receiver and the other arguments is its tangent, and `jacobian` that it is made of the adjoint, with a sweep for each number
//!   of the result: for results of a few numbers. What is `bilinear`, or has a tangent that is said to be `strong`, is made of the
//!   adjoint where it is not finite, whose zeros are strong. A row without a tangent is an error where one is asked for.
//! - `VectorMethods as Components for each [Vec2, Vec3];` makes one trait, with this supertrait, and an impl for each type.
//! - A type without a size, as slices are and the arrays behind ndarray's views, has `unsized` before its table.
//! - Bounds are in brackets: those of the impl, of `all` of the trait, and of a row.
//! - `in ws` names the workspace, in a value or an adjoint.

use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::scalar::times;
use crate::workspace::Workspace;

macro_rules! rows {
    ($(#[$of_trait:meta])* $Trait:ident as $Super:ident for each [$($Type:ty),*]; $($rows:tt)*) => {
        $crate::foreign::table! { @trait sized [$Super] $(#[$of_trait])* $Trait[] [] $($rows)* }
        $crate::foreign::rows! { @each $Trait [$($Type),*] { $($rows)* } }
    };
    (@each $Trait:ident [$($Type:ty),*] $rows:tt) => {
        $($crate::foreign::rows! { @one $Trait $Type, $rows })*
    };
    (@one $Trait:ident $Type:ty, { $($rows:tt)* }) => {
        $crate::foreign::table! { @impl sized $Trait[] [] $Type, [] $($rows)* }
    };
    (
        $(#[$of_trait:meta])*
        unsized $Trait:ident[$($generics:tt)*][$($parameters:tt)*] for [] $Type:ty;
        $($rows:tt)*
    ) => {
        $crate::foreign::table! {
            @trait unsized [$crate::captures::ZeroBuffer] $(#[$of_trait])* $Trait[$($generics)*] [] $($rows)*
        }
        $crate::foreign::table! { @impl unsized $Trait[$($parameters)*] [$($generics)*] $Type, [] $($rows)* }
    };
    (
        $(#[$of_trait:meta])*
        $Trait:ident[$($generics:tt)*][$($parameters:tt)*] for [$($more:tt)*] $Type:ty
        $(where all [$($everywhere:tt)*])? $(where [$($bounds:tt)*])?;
        $($rows:tt)*
    ) => {
        $crate::foreign::table! {
            @trait sized [$crate::differentiable::Differentiable + Sized]
            $(#[$of_trait])* $Trait[$($generics)*] [$($($everywhere)*)?] $($rows)*
        }
        $crate::foreign::table! {
            @impl sized $Trait[$($parameters)*] [$($generics)* $($more)*] $Type,
            [$($($everywhere)*,)? $($($bounds)*)?] $($rows)*
        }
    };
}

macro_rules! table {
    (
        @trait $sized:ident [$($supertraits:tt)*]
        $(#[$of_trait:meta])* $Trait:ident[$($generics:tt)*] [$($bounds:tt)*]
        $(
            $(#[$of_row:meta])*
            fn $name:ident $([$($own:tt)*])? ($how:ident $x:ident $(, $arg:ident: $kind:ident $Arg:ty)*)
            $(-> $Out:ty)? $(, cotangent $Seed:ty)? $(, keeps $Kept:ty)? $(, gives $Bars:ty)? $(where [$($own_bounds:tt)*])?;
                $(value $(in $value_ws:ident)? $value:block)?
                adjoint $(in $ws:ident)? |$kept:pat_param, $seed:pat_param, $x_bar:pat_param $(, $arg_bar:pat_param)*| $adjoint:block
                $(tangent $(|$x_dot:pat_param $(, $arg_dot:pat_param)*| $tangent:block)? $(: $form:ident;)?)?
        )*
    ) => { ad_macro::with_siblings! {
        $(#[$of_trait])*
        #[allow(clippy::wrong_self_convention)] // The protocol lends what the method takes by value.
        pub trait $Trait<$($generics)*>: $($supertraits)*
        where $($bounds)*
        {$(
            /// Whose method this is.
            #[inline(always)]
            fn $name@marked_differentiable<$($($own)*)?>(
                &self $(, _: $crate::foreign::param!($kind $Arg))*
            ) -> $crate::found::At<Self, $crate::foreign::receiver!(@how $sized $how)>
            where $($($own_bounds)*)? {
                $crate::found::at()
            }

            #[doc = concat!("The value of `", stringify!($name), "`, and what its adjoint keeps.\n")]
            $(#[$of_row])*
            fn $name@differentiable_push<$($($own)*)?>(
                self: $crate::foreign::receiver!($how)
                $(, $arg: $crate::foreign::param!($kind $Arg))*,
                ws: &mut $crate::workspace::Workspace,
            ) -> ($crate::foreign::or_unit!($($Out)?), $crate::foreign::or_unit!($($Kept)?))
            where $($($own_bounds)*)?;

            #[doc = concat!("The way back of `", stringify!($name), "`.")]
            #[allow(clippy::too_many_arguments)]
            fn $name@differentiable_pull<$($($own)*)?>(
                self: $crate::foreign::receiver!($how),
                kept: $crate::foreign::or_unit!($($Kept)?),
                ws: &mut $crate::workspace::Workspace,
                seed: $crate::foreign::cotangent!([$($Seed)?] [$($Out)?]),
                bar: Option<&mut $crate::foreign::receiver!(@bar $sized)>
                $(, $arg: $crate::foreign::slot!($kind $Arg))*
            ) $(-> $Bars)?
            where $($($own_bounds)*)?;

            #[doc = concat!("The tangent of `", stringify!($name), "`.")]
            fn $name@differentiable_dot<$($($own)*)?>(
                &self,
                dot: $crate::foreign::receiver!(@dot $sized $how)
                $(, $arg: $crate::foreign::moving!($kind $Arg))*
            ) -> $crate::foreign::cotangent!([$($Seed)?] [$($Out)?])
            where $($($own_bounds)*)?;

            #[doc = concat!("The value of `", stringify!($name), "` and its tangent, as those of the user's methods: `None` is a zero.")]
            #[inline]
            #[allow(clippy::too_many_arguments)]
            fn $name@differentiable_tangent<$($($own)*)?>(
                self: $crate::foreign::receiver!($how)
                $(, $arg: $crate::foreign::param!($kind $Arg))*,
                dot: $crate::tangents::ReceiverTangent<'_, $crate::foreign::receiver!(@bar $sized)>
                $(, $arg@dot: Option<$crate::foreign::along!(@type $kind $Arg)>)*
            ) -> ($crate::foreign::or_unit!($($Out)?), $crate::foreign::cotangent!([$($Seed)?] [$($Out)?]))
            where $($($own_bounds)*)?
            {
                $crate::foreign::receiver!(@given $how self dot zero);
                $($crate::foreign::along!(@given $kind $arg $arg@dot $arg@zero);)*
                let tangent = self.$name@differentiable_dot(dot $(, ($crate::foreign::again!($kind $arg), $arg@dot))*);
                (self.$name@differentiable_push($($arg,)* &mut $crate::workspace::Workspace::new()).0, tangent)
            }
        )*}
    } };
    (
        @impl $sized:ident $Trait:ident[$($parameters:tt)*] [$($generics:tt)*] $Type:ty, [$($bounds:tt)*]
        $(
            $(#[$of_row:meta])*
            fn $name:ident $([$($own:tt)*])? ($how:ident $x:ident $(, $arg:ident: $kind:ident $Arg:ty)*)
            $(-> $Out:ty)? $(, cotangent $Seed:ty)? $(, keeps $Kept:ty)? $(, gives $Bars:ty)? $(where [$($own_bounds:tt)*])?;
                $(value $(in $value_ws:ident)? $value:block)?
                adjoint $(in $ws:ident)? |$kept:pat_param, $seed:pat_param, $x_bar:pat_param $(, $arg_bar:pat_param)*| $adjoint:block
                $(tangent $(|$x_dot:pat_param $(, $arg_dot:pat_param)*| $tangent:block)? $(: $form:ident;)?)?
        )*
    ) => { ad_macro::with_siblings! {
        impl<$($generics)*> $Trait<$($parameters)*> for $Type
        where $($bounds)*
        {$(
            #[inline]
            #[allow(unused_braces, clippy::unit_arg)]
            fn $name@differentiable_push<$($($own)*)?>(
                self: $crate::foreign::receiver!($how)
                $(, $arg: $crate::foreign::param!($kind $Arg))*,
                $crate::foreign::workspace!($($($value_ws)?)?): &mut $crate::workspace::Workspace,
            ) -> ($crate::foreign::or_unit!($($Out)?), $crate::foreign::or_unit!($($Kept)?))
            where $($($own_bounds)*)?
            {
                let $x = self;
                $crate::foreign::value!([($x.$name($($arg),*), ())] $($value)?)
            }

            #[inline]
            #[allow(unused_braces, unused_variables, irrefutable_let_patterns)]
            fn $name@differentiable_pull<$($($own)*)?>(
                self: $crate::foreign::receiver!($how),
                $kept: $crate::foreign::or_unit!($($Kept)?),
                $crate::foreign::workspace!($($ws)?): &mut $crate::workspace::Workspace,
                $seed: $crate::foreign::cotangent!([$($Seed)?] [$($Out)?]),
                bar: Option<&mut $crate::foreign::receiver!(@bar $sized)>
                $(, $crate::foreign::slot_names!($kind $arg $arg_bar): $crate::foreign::slot!($kind $Arg))*
            ) $(-> $Bars)?
            where $($($own_bounds)*)?
            {
                let $x = self;
                $crate::foreign::wanted!([$($Bars)?] $x_bar = bar);
                $adjoint
            }

            #[inline]
            #[allow(unused_braces, unused_variables)]
            fn $name@differentiable_dot<$($($own)*)?>(
                &self,
                dot: $crate::foreign::receiver!(@dot $sized $how)
                $(, $arg: $crate::foreign::moving!($kind $Arg))*
            ) -> $crate::foreign::cotangent!([$($Seed)?] [$($Out)?])
            where $($($own_bounds)*)?
            {
                $($(let $value_ws = &mut $crate::workspace::Workspace::new();)?)?
                $crate::foreign::tangent!(
                    [$($($form)?)?] [self $x dot] [$($kind $arg)*]
                    [$crate::foreign::value!([($x.$name($($arg),*), ())] $($value)?)]
                    [$name $name@differentiable_push $name@differentiable_pull]
                    $($([$x_dot $(, $arg_dot)*] $tangent)?)?
                )
            }
        )*}
    } };
}

/// What is left out is nothing.
macro_rules! or_unit {
    () => {
        ()
    };
    ($Some:ty) => {
        $Some
    };
}

/// The cotangent of what the method gives, where it is not that of its type.
macro_rules! cotangent {
    ([] []) => {
        ()
    };
    ([] [$Out:ty]) => {
        <$Out as $crate::differentiable::Differentiable>::Cotangent
    };
    ([$Seed:ty] [$Out:ty]) => {
        $Seed
    };
}

/// How the method takes its receiver, and with a mark before it: what tells of that, and its tangent.
macro_rules! receiver {
    (mut) => {
        &mut Self
    };
    ($how:ident) => {
        &Self
    };
    (@how sized ref) => { $crate::found::ByRef };
    (@how sized mut) => { $crate::found::ByMut };
    (@how sized move) => { $crate::found::ByMove };
    (@how unsized ref) => { $crate::found::Unsized };
    (@how unsized mut) => { $crate::found::UnsizedMut };
    (@bar sized) => { Self::Cotangent };
    (@bar unsized) => { <Self as $crate::captures::Buffered>::Buffer };
    (@dot $sized:ident mut) => { &mut $crate::foreign::receiver!(@bar $sized) };
    (@dot $sized:ident $how:ident) => { &$crate::foreign::receiver!(@bar $sized) };
    (@given mut $this:ident $dot:ident $zero:ident) => {
        let mut $zero;
        let $dot = match $dot.written() {
            Some($dot) => $dot,
            None => {
                $zero = $crate::captures::ZeroBuffer::zero_buffer(&*$this);
                std::borrow::BorrowMut::borrow_mut(&mut $zero)
            }
        };
    };
    (@given $how:ident $this:ident $dot:ident $zero:ident) => {
        let $zero;
        let $dot = match $dot.shared() {
            Some($dot) => $dot,
            None => {
                $zero = $crate::captures::ZeroBuffer::zero_buffer($this);
                std::borrow::Borrow::borrow(&$zero)
            }
        };
    };
}

macro_rules! workspace {
    () => {
        _
    };
    ($ws:ident) => {
        $ws
    };
}

macro_rules! value {
    ([$own:expr]) => {
        $own
    };
    ([$own:expr] $value:block) => {
        $value
    };
}

/// An adjoint of the receiver alone is left where that is not wanted.
macro_rules! wanted {
    ([] $x_bar:pat_param = $bar:ident) => {
        let $x_bar = $bar else { return };
    };
    ([$Bars:ty] $x_bar:pat_param = $bar:ident) => {
        let $x_bar = $bar;
    };
}

/// How an argument comes.
macro_rules! param {
    (lent $Arg:ty) => {
        &$Arg
    };
    ($kind:ident $Arg:ty) => {
        $Arg
    };
}

/// What the way back gets of it.
macro_rules! slot {
    (lent $Arg:ty) => { (&$Arg, Option<&mut <$Arg as $crate::captures::Buffered>::Buffer>) };
    ($kind:ident $Arg:ty) => { () };
}

/// The argument and its tangent.
macro_rules! moving {
    (lent $Arg:ty) => {
        (&$Arg, &<$Arg as $crate::captures::Buffered>::Buffer)
    };
    (at $Arg:ty) => {
        ($Arg, ())
    };
    (into $Arg:ty) => {
        ((), <$Arg as $crate::differentiable::Differentiable>::Cotangent)
    };
    (by $Arg:ty) => {
        ($Arg, <$Arg as $crate::differentiable::Differentiable>::Cotangent)
    };
}

/// The names of what the way back gets.
macro_rules! slot_names {
    (lent $arg:ident $arg_bar:pat_param) => {
        ($arg, $arg_bar)
    };
    ($kind:ident $arg:ident $arg_bar:pat_param) => {
        $arg_bar
    };
}

/// What stands for an argument in the value of the tangents; with a mark before it, its tangent.
macro_rules! along {
    (@type lent $Arg:ty) => {
        &<$Arg as $crate::captures::Buffered>::Buffer
    };
    (@type at $Arg:ty) => {
        ()
    };
    (@type $kind:ident $Arg:ty) => {
        <$Arg as $crate::differentiable::Differentiable>::Cotangent
    };
    (@given lent $arg:ident $dot:ident $zero:ident) => {
        let $zero;
        let $dot = match $dot {
            Some($dot) => $dot,
            None => {
                $zero = $crate::captures::ZeroBuffer::zero_buffer($arg);
                std::borrow::Borrow::borrow(&$zero)
            }
        };
    };
    (@given at $arg:ident $dot:ident $zero:ident) => {
        let $dot = $dot.unwrap_or(());
    };
    (@given $kind:ident $arg:ident $dot:ident $zero:ident) => {
        let $dot = $dot.unwrap_or_else(|| $crate::differentiable::Differentiable::zero_cotangent(&$arg));
    };
    (at $arg:ident) => {
        $arg.0
    };
    ($kind:ident $arg:ident) => {
        $arg.1
    };
}

macro_rules! tangent {
    ([] [$this:ident $x:ident $dot:ident] [$($kind:ident $arg:ident)*] [$value:expr] [$name:ident $($sweep:ident)*]) => {{
        struct Missing;
        impl $crate::missing::MissingDerivative for Missing {
            const WHAT: &'static str = concat!("`", stringify!($name), "` of this type has no tangent yet");
        }
        $crate::missing::missing_derivative::<Missing, _>()
    }};
    (
        [] [$this:ident $x:ident $dot:ident] [$($kind:ident $arg:ident)*] [$value:expr] $sweeps:tt
        [$x_dot:pat_param $(, $arg_dot:pat_param)*] $tangent:block
    ) => {{
        let ($x, $x_dot) = ($this, $dot);
        $(let ($arg, $arg_dot) = $arg;)*
        $tangent
    }};
    ([linear] [$this:ident $x:ident $dot:ident] [$($kind:ident $arg:ident)*] [$value:expr] $sweeps:tt) => {{
        let $x = $dot;
        $(let $arg = $crate::foreign::along!($kind $arg);)*
        $value.0
    }};
    ([bilinear] [$this:ident $x:ident $dot:ident] [$($kind:ident $arg:ident)*] [$value:expr] $sweeps:tt) => {{
        let mut sum = {
            let $x = $dot;
            $(let $arg = $arg.0;)*
            $value.0
        };
        {
            let $x = $this;
            $(let $arg = $crate::foreign::along!($kind $arg);)*
            $crate::cotangent::Cotangent::accumulate(&mut sum, &$value.0);
        }
        $crate::foreign::tangent!(@strong sum [$this $x $dot] [$($kind $arg)*] [$value] $sweeps)
    }};
    (
        [strong] [$this:ident $x:ident $dot:ident] [$($kind:ident $arg:ident)*] $value:tt $sweeps:tt
        [$x_dot:pat_param $(, $arg_dot:pat_param)*] $tangent:block
    ) => {{
        let tangent = {
            let ($x, $x_dot) = ($this, $dot);
            $(let ($arg, $arg_dot) = ($crate::foreign::again!($kind $arg.0), $crate::foreign::again!($kind $arg.1));)*
            $tangent
        };
        $crate::foreign::tangent!(@strong tangent [$this $x $dot] [$($kind $arg)*] $value $sweeps)
    }};
    (@strong $tangent:ident $of:tt $args:tt $value:tt $sweeps:tt) => {
        match $crate::cotangent::Cotangent::all_finite(&$tangent) {
            true => $tangent,
            false => $crate::foreign::tangent!([jacobian] $of $args $value $sweeps),
        }
    };
    ([jacobian] [$this:ident $x:ident $dot:ident] [$($kind:ident $arg:ident)*] [$value:expr] [$name:ident $push:ident $pull:ident]) => {{
        let mut dots = Vec::new();
        $crate::cotangent::Cotangent::flatten_into($dot, &mut dots);
        $($crate::foreign::flat!(lent $kind *$arg.1, dots);)*
        $($crate::foreign::flat!(by $kind $arg.1, dots);)*
        $(let $arg = $arg.0;)*
        let ws = &mut $crate::workspace::Workspace::new();
        let pushed = $this.$push($($crate::foreign::again!($kind $arg),)* ws);
        $crate::foreign::through_jacobian(ws, pushed, &dots, |ws, kept, seed, flat| {
            let mut bar = $crate::differentiable::Differentiable::zero_cotangent($this);
            $(#[allow(unused_mut)]
            let mut $arg = $crate::foreign::zero_slot!($kind $arg);)*
            let bars = $this.$pull(kept, ws, seed, Some(&mut bar) $(, $crate::foreign::slot_of!($kind $arg))*);
            $crate::cotangent::Cotangent::flatten_into(&bar, flat);
            $($crate::foreign::flat!(lent $kind $arg.1, *flat);)*
            $crate::cotangent::Cotangent::flatten_into(&bars, flat);
        })
    }};
}

/// Appends the numbers of a cotangent, if the argument is of that kind.
#[allow(unused_macros, reason = "rows with `jacobian` stand behind features")]
macro_rules! flat {
    (lent lent $bar:expr, $flat:expr) => {
        $crate::cotangent::Cotangent::flatten_into(&$bar, &mut $flat)
    };
    (by by $bar:expr, $flat:expr) => {
        $crate::cotangent::Cotangent::flatten_into(&$bar, &mut $flat)
    };
    ($asked:ident $kind:ident $bar:expr, $flat:expr) => {};
}

/// An argument that is handed over once more.
macro_rules! again {
    (lent $arg:expr) => {
        $arg
    };
    (into $arg:expr) => {
        ()
    };
    ($kind:ident $arg:expr) => {
        $arg.clone()
    };
}

/// An argument with a zero for its cotangent.
#[allow(unused_macros, reason = "rows with `jacobian` stand behind features")]
macro_rules! zero_slot {
    (lent $arg:ident) => {
        ($arg, $crate::differentiable::Differentiable::zero_cotangent($arg))
    };
    ($kind:ident $arg:ident) => {
        ()
    };
}

#[allow(unused_macros, reason = "rows with `jacobian` stand behind features")]
macro_rules! slot_of {
    (lent $arg:ident) => {
        ($arg.0, Some(&mut $arg.1))
    };
    ($kind:ident $arg:ident) => {
        $arg
    };
}

/// The tangent of a function whose adjoint `pull` appends the numbers of all cotangents: each of its numbers is the product of a row
/// of the Jacobian and the tangents.
#[allow(dead_code, reason = "rows with `jacobian` stand behind features")]
pub(crate) fn through_jacobian<Y: Differentiable, K: Clone>(
    ws: &mut Workspace,
    (value, kept): (Y, K),
    dots: &[f64],
    mut pull: impl FnMut(&mut Workspace, K, Y::Cotangent, &mut Vec<f64>),
) -> Y::Cotangent {
    let mut tangent = value.zero_cotangent();
    let mut unit = Vec::new();
    tangent.flatten_into(&mut unit);
    let mut products = Vec::new();
    let mut flat = Vec::new();
    for k in 0..unit.len() {
        unit[k] = 1.0;
        let mut seed = value.zero_cotangent();
        seed.unflatten_from(&mut unit.iter().copied());
        unit[k] = 0.0;
        flat.clear();
        pull(ws, kept.clone(), seed, &mut flat);
        products.push(
            flat.iter()
                .zip(dots)
                .fold(0.0, |sum, (bar, dot)| sum + times(*dot, *bar)),
        );
    }
    tangent.unflatten_from(&mut products.into_iter());
    tangent
}

#[allow(unused_imports, reason = "rows with `jacobian` stand behind features")]
pub(crate) use {
    again, along, cotangent, flat, moving, or_unit, param, receiver, rows, slot, slot_names, slot_of, table, tangent,
    value, wanted, workspace, zero_slot,
};
