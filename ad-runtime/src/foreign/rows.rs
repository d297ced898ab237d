//! The methods of foreign types as a table: a row is an operation with its value, its adjoint and its tangent.
//!
//! ```text
//! rows! {
//!     Products[T: Scalar][T] for Tensor<T>;
//!
//!     /// Original: `z = x · y`.\
//!     /// Adjoint: `x_bar += z_bar · yᵀ` and `y_bar += xᵀ · z_bar`.
//!     matmul(x, y: lent Tensor<T>) -> Tensor<T>, keeps ();
//!         value { (x.matmul(y), ()) }
//!         adjoint |(), seed, x_bar, y_bar| { .. }
//!         tangent |x_dot, y_dot| { &x_dot.matmul(y) + &x.matmul(y_dot) }
//! }
//! ```
//!
//! becomes the trait `Products` with `matmul_differentiable_at`, `matmul_differentiable_push`, `matmul_differentiable_pull` and
//! `matmul_differentiable_tangent`, and its impl. The receiver comes first and is read by reference. Of the other arguments,
//!
//! - a `lent` one is there again in the adjoint, with a buffer for its cotangent if one is wanted, and in the tangent with its
//!   own;
//! - one `by` value is what the operation keeps of it in the adjoint, which gives its cotangent back (`gives (T,)`: one for each
//!   argument that is not the receiver, and nothing at all if none has any). In the tangent it comes with its own, too.

macro_rules! rows {
    (
        $(#[$of_trait:meta])*
        $Trait:ident[$($generics:tt)*][$($parameters:tt)*] for $Type:ty;
        $(
            $(#[$of_row:meta])*
            $name:ident($x:ident $(, $arg:ident: $kind:ident $Arg:ty)*) -> $Out:ty, keeps $Kept:ty $(, gives $Bars:ty)?;
                value $value:block
                adjoint |$kept:pat_param, $seed:pat_param, $x_bar:pat_param $(, $arg_bar:pat_param)*| $adjoint:block
                tangent |$x_dot:pat_param $(, $arg_dot:pat_param)*| $tangent:block
        )*
    ) => { ad_macro::with_siblings! {
        $(#[$of_trait])*
        pub trait $Trait<$($generics)*>: $crate::differentiable::Differentiable + Sized {$(
            /// Whose method this is.
            #[inline(always)]
            fn $name@differentiable_at(&self $(, _: $crate::foreign::param!($kind $Arg))*) -> $crate::found::At<Self, $crate::found::ByRef> {
                $crate::found::at()
            }

            $(#[$of_row])*
            fn $name@differentiable_push(
                &self
                $(, $arg: $crate::foreign::param!($kind $Arg))*,
                ws: &mut $crate::workspace::Workspace,
            ) -> ($Out, $Kept);

            #[doc = concat!("The way back of `", stringify!($name), "`.")]
            #[allow(clippy::too_many_arguments)]
            fn $name@differentiable_pull(
                &self,
                kept: $Kept,
                ws: &mut $crate::workspace::Workspace,
                seed: <$Out as $crate::differentiable::Differentiable>::Cotangent,
                bar: Option<&mut Self::Cotangent>
                $(, $arg: $crate::foreign::slot!($kind $Arg))*
            ) $(-> $Bars)?;

            #[doc = concat!("The tangent of `", stringify!($name), "`.")]
            fn $name@differentiable_tangent(
                &self,
                dot: &Self::Cotangent
                $(, $arg: $crate::foreign::moving!($kind $Arg))*
            ) -> <$Out as $crate::differentiable::Differentiable>::Cotangent;
        )*}

        impl<$($generics)*> $Trait<$($parameters)*> for $Type {$(
            #[inline]
            #[allow(unused_braces)]
            fn $name@differentiable_push(
                &self
                $(, $arg: $crate::foreign::param!($kind $Arg))*,
                _: &mut $crate::workspace::Workspace,
            ) -> ($Out, $Kept) {
                let $x = self;
                $value
            }

            #[inline]
            #[allow(unused_braces, unused_variables)]
            fn $name@differentiable_pull(
                &self,
                $kept: $Kept,
                _: &mut $crate::workspace::Workspace,
                $seed: <$Out as $crate::differentiable::Differentiable>::Cotangent,
                $x_bar: Option<&mut Self::Cotangent>
                $(, $crate::foreign::slot_names!($kind $arg $arg_bar): $crate::foreign::slot!($kind $Arg))*
            ) $(-> $Bars)? {
                let $x = self;
                $adjoint
            }

            #[inline]
            #[allow(unused_braces, unused_variables)]
            fn $name@differentiable_tangent(
                &self,
                $x_dot: &Self::Cotangent
                $(, $arg: $crate::foreign::moving!($kind $Arg))*
            ) -> <$Out as $crate::differentiable::Differentiable>::Cotangent {
                let $x = self;
                $(let ($arg, $arg_dot) = $arg;)*
                $tangent
            }
        )*}
    } };
}

/// How an argument comes.
macro_rules! param {
    (lent $Arg:ty) => {
        &$Arg
    };
    (by $Arg:ty) => {
        $Arg
    };
}

/// What the way back gets of it.
macro_rules! slot {
    (lent $Arg:ty) => { (&$Arg, Option<&mut <$Arg as $crate::captures::Buffered>::Buffer>) };
    (by $Arg:ty) => { () };
}

/// The argument and its tangent.
macro_rules! moving {
    (lent $Arg:ty) => {
        (&$Arg, &<$Arg as $crate::captures::Buffered>::Buffer)
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
    (by $arg:ident $arg_bar:pat_param) => {
        $arg_bar
    };
}

pub(crate) use {moving, param, rows, slot, slot_names};
