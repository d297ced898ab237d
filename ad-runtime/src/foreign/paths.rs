//! The functions of foreign types that are called by their path, as a table: a row is a function with its value, its adjoint and its
//! tangent.
//!
//! ```text
//! paths! {
//!     VectorFunctions[A: Scalar][A] for [] Vector2<A>;
//!
//!     /// Adjoint: `k_bar` is the sum of `y_bar`.
//!     fn repeat(k: by A);
//!         adjoint |(), seed, _| { (seed.sum(),) }
//!         tangent: linear;
//! }
//! ```
//!
//! becomes the trait `VectorFunctions` with the twin `repeat_differentiable` and its impl, and with
//! `repeat_dot_differentiable`. What is said of the [rows](super::rows) of methods holds, but that the adjoint always gives
//! what belongs to each argument (nothing for one that is lent), and that a function gives `Self` where it does not say what. The
//! parameters that a function has of its own are named once more: `[I: Items<A>][I]`.

macro_rules! paths {
    ($(#[$of_trait:meta])* $Trait:ident as $Super:ident for each [$($Type:ty),*]; $($rows:tt)*) => {
        $crate::foreign::path_table! { @trait [$Super] $(#[$of_trait])* $Trait[] [] [] $($rows)* }
        $crate::foreign::paths! { @each $Trait [$($Type),*] { $($rows)* } }
    };
    (@each $Trait:ident [$($Type:ty),*] $rows:tt) => {
        $($crate::foreign::paths! { @one $Trait $Type, $rows })*
    };
    (@one $Trait:ident $Type:ty, { $($rows:tt)* }) => {
        $crate::foreign::path_table! { @impl $Trait[] [] $Type, [] $($rows)* }
    };
    (
        $(#[$of_trait:meta])*
        $Trait:ident[$($generics:tt)*][$($parameter:ident),*] for [$($more:tt)*] $Type:ty
        $(where all [$($everywhere:tt)*])? $(where [$($bounds:tt)*])?;
        $($rows:tt)*
    ) => {
        $crate::foreign::path_table! {
            @trait [$crate::differentiable::Differentiable + Sized]
            $(#[$of_trait])* $Trait[$($generics)*] [$(, $parameter)*] [$($($everywhere)*)?] $($rows)*
        }
        $crate::foreign::path_table! {
            @impl $Trait[$($parameter),*] [$($generics)* $($more)*] $Type,
            [$($($everywhere)*,)? $($($bounds)*)?] $($rows)*
        }
    };
}

macro_rules! path_table {
    (
        @trait [$($supertraits:tt)*]
        $(#[$of_trait:meta])* $Trait:ident[$($generics:tt)*] $captured:tt [$($bounds:tt)*]
        $(
            $(#[$of_row:meta])*
            fn $name:ident $([$($own:tt)*][$($own_name:ident),*])? ($($arg:ident: $kind:ident $Arg:ty),*)
            $(-> $Out:ty)? $(, keeps $Kept:ty)? $(where [$($own_bounds:tt)*])?;
                $(value $(in $value_ws:ident)? $value:block)?
                adjoint $(in $ws:ident)? |$kept:pat_param, $seed:pat_param $(, $arg_bar:pat_param)*| $adjoint:block
                $(tangent $(|$($arg_dot:pat_param),*| $tangent:block)? $(: $form:ident;)?)?
        )*
    ) => { ad_macro::with_siblings! {
        $(#[$of_trait])*
        pub trait $Trait<$($generics)*>: $($supertraits)*
        where $($bounds)*
        {$(
            #[doc = concat!("The twin of `", stringify!($name), "`.\n")]
            $(#[$of_row])*
            #[inline(always)]
            #[allow(clippy::type_complexity, clippy::too_many_arguments, clippy::wrong_self_convention)]
            fn $name@differentiable<$($($own)*)?>($($arg: $crate::foreign::param!($kind $Arg),)* ws: &mut $crate::workspace::Workspace) -> (
                $crate::foreign::made!($($Out)?),
                impl FnOnce(
                    &mut $crate::workspace::Workspace,
                    <$crate::foreign::made!($($Out)?) as $crate::differentiable::Differentiable>::Cotangent
                    $(, $crate::foreign::slot!($kind $Arg))*
                ) -> ($($crate::foreign::given!($kind $Arg),)*) + use<Self @$captured $($(, $own_name)*)?>,
            )
            where $($($own_bounds)*)?
            {
                let (value, kept) = Self::$name@differentiable_push($($arg,)* ws);
                let pullback = move |
                    ws: &mut $crate::workspace::Workspace,
                    seed: <$crate::foreign::made!($($Out)?) as $crate::differentiable::Differentiable>::Cotangent
                    $(, $arg: $crate::foreign::slot!($kind $Arg))*
                | Self::$name@differentiable_pull$(::<$($own_name),*>)?(kept, ws, seed $(, $arg)*);
                (value, pullback)
            }

            #[doc = concat!("The value of `", stringify!($name), "`, and what its adjoint keeps.")]
            #[allow(clippy::too_many_arguments, clippy::type_complexity)]
            fn $name@differentiable_push<$($($own)*)?>(
                $($arg: $crate::foreign::param!($kind $Arg),)* ws: &mut $crate::workspace::Workspace
            ) -> ($crate::foreign::made!($($Out)?), $crate::foreign::or_unit!($($Kept)?))
            where $($($own_bounds)*)?;

            #[doc = concat!("The way back of `", stringify!($name), "`.")]
            #[allow(clippy::too_many_arguments, clippy::type_complexity)]
            fn $name@differentiable_pull<$($($own)*)?>(
                kept: $crate::foreign::or_unit!($($Kept)?),
                ws: &mut $crate::workspace::Workspace,
                seed: <$crate::foreign::made!($($Out)?) as $crate::differentiable::Differentiable>::Cotangent
                $(, $arg: $crate::foreign::slot!($kind $Arg))*
            ) -> ($($crate::foreign::given!($kind $Arg),)*)
            where $($($own_bounds)*)?;

            #[doc = concat!("The tangent of `", stringify!($name), "`.")]
            #[allow(clippy::too_many_arguments)]
            fn $name@dot_differentiable<$($($own)*)?>(
                $($arg: $crate::foreign::moving!($kind $Arg)),*
            ) -> <$crate::foreign::made!($($Out)?) as $crate::differentiable::Differentiable>::Cotangent
            where $($($own_bounds)*)?;

            #[doc = concat!("The value of `", stringify!($name), "` and its tangent, as those of the user's functions: `None` is a zero.")]
            #[inline]
            #[allow(clippy::too_many_arguments, clippy::type_complexity)]
            fn $name@differentiable_along<$($($own)*)?>(
                $($arg: $crate::foreign::param!($kind $Arg),)*
                $($arg@dot: Option<$crate::foreign::along!(@type $kind $Arg)>),*
            ) -> (
                $crate::foreign::made!($($Out)?),
                <$crate::foreign::made!($($Out)?) as $crate::differentiable::Differentiable>::Cotangent,
            )
            where $($($own_bounds)*)?
            {
                $($crate::foreign::along!(@given $kind $arg $arg@dot $arg@zero);)*
                let tangent = Self::$name@dot_differentiable$(::<$($own_name),*>)?($(($crate::foreign::again!($kind $arg), $arg@dot)),*);
                let ws = &mut $crate::workspace::Workspace::new();
                (Self::$name@differentiable_push$(::<$($own_name),*>)?($($arg,)* ws).0, tangent)
            }
        )*}
    } };
    (
        @impl $Trait:ident[$($parameters:tt)*] [$($generics:tt)*] $Type:ty, [$($bounds:tt)*]
        $(
            $(#[$of_row:meta])*
            fn $name:ident $([$($own:tt)*][$($own_name:ident),*])? ($($arg:ident: $kind:ident $Arg:ty),*)
            $(-> $Out:ty)? $(, keeps $Kept:ty)? $(where [$($own_bounds:tt)*])?;
                $(value $(in $value_ws:ident)? $value:block)?
                adjoint $(in $ws:ident)? |$kept:pat_param, $seed:pat_param $(, $arg_bar:pat_param)*| $adjoint:block
                $(tangent $(|$($arg_dot:pat_param),*| $tangent:block)? $(: $form:ident;)?)?
        )*
    ) => { ad_macro::with_siblings! {
        impl<$($generics)*> $Trait<$($parameters)*> for $Type
        where $($bounds)*
        {$(
            #[inline]
            #[allow(unused_braces, clippy::unit_arg)]
            fn $name@differentiable_push<$($($own)*)?>(
                $($arg: $crate::foreign::param!($kind $Arg),)*
                $crate::foreign::workspace!($($($value_ws)?)?): &mut $crate::workspace::Workspace,
            ) -> ($crate::foreign::made!($($Out)?), $crate::foreign::or_unit!($($Kept)?))
            where $($($own_bounds)*)?
            {
                $crate::foreign::value!([(Self::$name($($arg),*), ())] $($value)?)
            }

            #[inline]
            #[allow(unused_braces, unused_variables)]
            fn $name@differentiable_pull<$($($own)*)?>(
                $kept: $crate::foreign::or_unit!($($Kept)?),
                $crate::foreign::workspace!($($ws)?): &mut $crate::workspace::Workspace,
                $seed: <$crate::foreign::made!($($Out)?) as $crate::differentiable::Differentiable>::Cotangent
                $(, $crate::foreign::slot_names!($kind $arg $arg_bar): $crate::foreign::slot!($kind $Arg))*
            ) -> ($($crate::foreign::given!($kind $Arg),)*)
            where $($($own_bounds)*)?
            $adjoint

            #[inline]
            #[allow(unused_braces, unused_variables)]
            fn $name@dot_differentiable<$($($own)*)?>(
                $($arg: $crate::foreign::moving!($kind $Arg)),*
            ) -> <$crate::foreign::made!($($Out)?) as $crate::differentiable::Differentiable>::Cotangent
            where $($($own_bounds)*)?
            {
                $($(let $value_ws = &mut $crate::workspace::Workspace::new();)?)?
                $crate::foreign::path_tangent!(
                    [$($($form)?)?] [$($kind $arg)*]
                    [$crate::foreign::value!([(Self::$name($($arg),*), ())] $($value)?)]
                    [$name $name@differentiable_push $name@differentiable_pull]
                    $($([$($arg_dot),*] $tangent)?)?
                )
            }
        )*}
    } };
}

/// What a function gives.
macro_rules! made {
    () => {
        Self
    };
    ($Out:ty) => {
        $Out
    };
}

/// What the adjoint gives of an argument.
macro_rules! given {
    (lent $Arg:ty) => {
        ()
    };
    (at $Arg:ty) => {
        ()
    };
    ($kind:ident $Arg:ty) => {
        <$Arg as $crate::differentiable::Differentiable>::Cotangent
    };
}

macro_rules! path_tangent {
    ([] [$($kind:ident $arg:ident)*] [$value:expr] [$name:ident $($sweep:ident)*]) => {{
        struct Missing;
        impl $crate::missing::MissingDerivative for Missing {
            const WHAT: &'static str = concat!("`", stringify!($name), "` of this type has no tangent yet");
        }
        $crate::missing::missing_derivative::<Missing, _>()
    }};
    ([] [$($kind:ident $arg:ident)*] [$value:expr] $sweeps:tt [$($arg_dot:pat_param),*] $tangent:block) => {{
        $(let ($arg, $arg_dot) = $arg;)*
        $tangent
    }};
    ([linear] [$($kind:ident $arg:ident)*] [$value:expr] $sweeps:tt) => {{
        $(let $arg = $crate::foreign::along!($kind $arg);)*
        $value.0
    }};
    ([jacobian] [$($kind:ident $arg:ident)*] [$value:expr] [$name:ident $push:ident $pull:ident]) => {{
        let mut dots = Vec::new();
        $($crate::foreign::flat!(lent $kind *$arg.1, dots);)*
        $($crate::foreign::flat!(by $kind $arg.1, dots);)*
        $(let $arg = $arg.0;)*
        let ws = &mut $crate::workspace::Workspace::new();
        let pushed = Self::$push($($crate::foreign::again!($kind $arg),)* ws);
        $crate::foreign::through_jacobian(ws, pushed, &dots, |ws, kept, seed, flat| {
            $(#[allow(unused_mut)]
            let mut $arg = $crate::foreign::zero_slot!($kind $arg);)*
            let bars = Self::$pull(kept, ws, seed $(, $crate::foreign::slot_of!($kind $arg))*);
            $($crate::foreign::flat!(lent $kind $arg.1, *flat);)*
            $crate::cotangent::Cotangent::flatten_into(&bars, flat);
        })
    }};
}

pub(crate) use {given, made, path_table, path_tangent, paths};
