// Written by ad-macro/compiler/src/driver/second_order.rs.

#[allow(unused, unused_qualifications, clippy::all)]
pub fn branch_slope(x: f64, y: f64) -> f64 {
    use ::pullback::rt as ad;
    let t = x * x;
    let mut z = t * y;
    let t_2 = x > y;
    if t_2 {
        z += x * y;
    } else {
        z -= y * y;
    }
    let t_5 = z;
    let t_7 = t_5 * t_5;
    let seed = 1.0;
    let mut t_5_bar = ad::times(seed, t_5);
    t_5_bar += ad::times(seed, t_5);
    let z_bar = t_5_bar;
    let mut x_bar = 0.0;
    let mut y_bar = 0.0;
    if t_2 {
        let t_3_bar = z_bar;
        x_bar += ad::times(t_3_bar, y);
        y_bar += ad::times(t_3_bar, x);
    } else {
        let t_4_bar = -z_bar;
        y_bar += ad::times(t_4_bar, y);
        y_bar += ad::times(t_4_bar, y);
    }
    let t_bar = ad::times(z_bar, y);
    y_bar += ad::times(z_bar, t);
    x_bar += ad::times(t_bar, x);
    x_bar += ad::times(t_bar, x);
    x_bar
}
/// Derivatives of [`branch_slope`](branch_slope()).
#[allow(
    non_camel_case_types,
    dead_code,
    missing_debug_implementations,
    missing_copy_implementations
)]
pub struct branch_slope {}
#[automatically_derived]
#[allow(
    unused,
    unused_qualifications,
    non_snake_case,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
impl branch_slope {
    /// The forward sweep, and the pullback that other differentiable functions run.
    #[doc(hidden)]
    #[inline]
    pub fn forward(
        ws: &mut ::pullback::rt::Workspace,
        x: f64,
        y: f64,
    ) -> (
        f64,
        impl FnOnce(&mut ::pullback::rt::Workspace, f64, (), ()) -> (f64, f64) + use<>,
    ) {
        use ::pullback::rt as ad;
        use ::pullback::rt::{
            EitherPayload as _, ErrorPayload as _, Payload as _, Tied as _,
        };
        let t = x * x;
        let mut z = t * y;
        let t_2 = x > y;
        if t_2 {
            z += x * y;
        } else {
            z -= y * y;
        }
        let t_5 = z;
        let t_7 = t_5 * t_5;
        let seed = 1.0;
        let mut t_5_bar = ad::times(seed, t_5);
        t_5_bar += ad::times(seed, t_5);
        let z_bar = t_5_bar;
        let mut x_bar = 0.0;
        let mut y_bar = 0.0;
        if t_2 {
            let t_3_bar = z_bar;
            x_bar += ad::times(t_3_bar, y);
            y_bar += ad::times(t_3_bar, x);
        } else {
            let t_4_bar = -z_bar;
            y_bar += ad::times(t_4_bar, y);
            y_bar += ad::times(t_4_bar, y);
        }
        let t_bar = ad::times(z_bar, y);
        y_bar += ad::times(z_bar, t);
        x_bar += ad::times(t_bar, x);
        x_bar += ad::times(t_bar, x);
        let value = x_bar;
        let pullback = {
            let once = ::pullback::rt::Once::new();
            #[inline(always)]
            move |
                ws: &mut ::pullback::rt::Workspace,
                mut seed_2: f64,
                (): (),
                (): (),
            | -> (f64, f64) {
                once.spend();
                let d_9_bar = seed_2;
                let mut t_bar_bar = ad::times(d_9_bar, x);
                let mut x_bar_2 = ad::times(d_9_bar, t_bar);
                let d_8_bar = seed_2;
                t_bar_bar += ad::times(d_8_bar, x);
                x_bar_2 += ad::times(d_8_bar, t_bar);
                let mut z_bar_bar = ad::times(t_bar_bar, y);
                let mut y_bar_2 = ad::times(t_bar_bar, z_bar);
                if t_2 {
                    let d_2_bar = seed_2;
                    let t_3_bar_bar = ad::times(d_2_bar, y);
                    y_bar_2 += ad::times(d_2_bar, z_bar);
                    z_bar_bar += t_3_bar_bar;
                }
                let t_5_bar_bar = z_bar_bar;
                let t_6_bar_bar = t_5_bar_bar;
                let seed = 1.0;
                let mut t_5_bar_2 = ad::times(t_6_bar_bar, seed);
                t_5_bar_2 += ad::times(t_5_bar_bar, seed);
                let z_bar_2 = t_5_bar_2;
                if t_2 {
                    let t_3_bar_2 = z_bar_2;
                    x_bar_2 += ad::times(t_3_bar_2, y);
                    y_bar_2 += ad::times(t_3_bar_2, x);
                } else {
                    let t_4_bar_2 = -z_bar_2;
                    y_bar_2 += ad::times(t_4_bar_2, y);
                    y_bar_2 += ad::times(t_4_bar_2, y);
                }
                let t_bar_2 = ad::times(z_bar_2, y);
                y_bar_2 += ad::times(z_bar_2, t);
                x_bar_2 += ad::times(t_bar_2, x);
                x_bar_2 += ad::times(t_bar_2, x);
                (x_bar_2, y_bar_2)
            }
        };
        (value, pullback)
    }
    /// The function as an argument of a differentiable function.
    #[doc(hidden)]
    #[inline]
    pub fn function(
        _: (),
        workspace: &mut ::pullback::rt::Workspace,
        x: f64,
        y: f64,
    ) -> (
        f64,
        impl FnOnce(
            &mut ::pullback::rt::Workspace,
            f64,
            ((), ()),
            (f64, Option<&mut f64>),
            (f64, Option<&mut f64>),
        ) + use<>,
    ) {
        let (value, pullback) = Self::forward(workspace, x, y);
        (
            value,
            move |
                workspace: &mut ::pullback::rt::Workspace,
                seed: f64,
                _: ((), ()),
                (x, x_bar): (f64, Option<&mut f64>),
                (y, y_bar): (f64, Option<&mut f64>)|
            {
                let (x_part, y_part) = pullback(workspace, seed, (), ());
                if let Some(x_bar) = x_bar {
                    ::pullback::rt::accumulate(x_bar, &x_part);
                }
                if let Some(y_bar) = y_bar {
                    ::pullback::rt::accumulate(y_bar, &y_part);
                }
            },
        )
    }
    /// The value of [`branch_slope`](branch_slope()) and its pullback, from the result's cotangent to the parameters'.
    #[inline]
    pub fn vjp(x: f64, y: f64) -> (f64, impl FnOnce(f64) -> (f64, f64)) {
        let mut workspace = ::pullback::rt::Workspace::of_the_thread();
        let (value, pullback) = Self::forward(&mut workspace, x, y);
        (
            value,
            move |seed: f64| {
                let (x_part, y_part) = pullback(&mut workspace, seed, (), ());
                workspace.close();
                (x_part, y_part)
            },
        )
    }
    /// The value of [`branch_slope`](branch_slope()) and its gradient.
    #[inline]
    pub fn value_and_grad(x: f64, y: f64) -> (f64, (f64, f64)) {
        let mut workspace = ::pullback::rt::Workspace::of_the_thread();
        let (value, pullback) = Self::forward(&mut workspace, x, y);
        let (x_part, y_part) = pullback(&mut workspace, 1.0, (), ());
        workspace.close();
        (value, (x_part, y_part))
    }
    /// The gradient of [`branch_slope`](branch_slope()).
    #[inline]
    pub fn grad(x: f64, y: f64) -> (f64, f64) {
        Self::value_and_grad(x, y).1
    }
    /// The value of [`branch_slope`](branch_slope()); its gradient is added to the buffers.
    #[inline]
    pub fn grad_into(x: f64, y: f64, x_bar: &mut f64, y_bar: &mut f64) -> f64 {
        let mut workspace = ::pullback::rt::Workspace::of_the_thread();
        let value = Self::grad_into_with(&mut workspace, x, y, x_bar, y_bar);
        workspace.close();
        value
    }
    /// Like [`grad_into`](Self::grad_into), with a workspace whose memory is used again from call to call.
    #[inline]
    pub fn grad_into_with(
        workspace: &mut ::pullback::rt::Workspace,
        x: f64,
        y: f64,
        x_bar: &mut f64,
        y_bar: &mut f64,
    ) -> f64 {
        let (value, pullback) = Self::forward(workspace, x, y);
        let (x_part, y_part) = pullback(workspace, 1.0, (), ());
        ::pullback::rt::accumulate(x_bar, &x_part);
        ::pullback::rt::accumulate(y_bar, &y_part);
        value
    }
    /// The value and its tangent, for the tangents of other differentiable functions.
    #[doc(hidden)]
    #[inline]
    pub fn tangent(
        x: f64,
        y: f64,
        x_bar: Option<f64>,
        y_bar: Option<f64>,
    ) -> (f64, f64) {
        struct Missing;
        impl ::pullback::rt::MissingDerivative for Missing {
            const WHAT: &'static str = "`branch_slope` has no tangent yet: write `#[differentiable(jvp)]` on it";
        }
        ::pullback::rt::missing_derivative::<Missing, _>()
    }
    /// The value of [`branch_slope`](branch_slope()) and its tangent, the derivative along the tangents of the parameters.
    #[inline]
    pub fn jvp(x: f64, y: f64, x_bar: f64, y_bar: f64) -> (f64, f64) {
        Self::tangent(x, y, Some(x_bar), Some(y_bar))
    }
    /// Compares the derivatives of [`branch_slope`](branch_slope()) with differences: see `check_grad!`.
    #[doc(hidden)]
    #[inline]
    pub fn check(
        x: f64,
        y: f64,
    ) -> ::core::result::Result<::pullback::Report, ::pullback::Mismatch> {
        ::pullback::rt::check_call(
            "branch_slope",
            &["x", "y"],
            (::pullback::rt::Moved(x), (::pullback::rt::Moved(y), ())),
            |(::pullback::rt::Moved(x_at), (::pullback::rt::Moved(y_at), ())), out| {
                ::pullback::rt::flatten(
                    &branch_slope(
                        ::core::clone::Clone::clone(x_at),
                        ::core::clone::Clone::clone(y_at),
                    ),
                    out,
                );
            },
            |
                (::pullback::rt::Moved(x_at), (::pullback::rt::Moved(y_at), ())),
                _,
                seed,
                out|
            {
                match Self::vjp(
                    ::core::clone::Clone::clone(x_at),
                    ::core::clone::Clone::clone(y_at),
                ) {
                    (value, pullback) => {
                        let value_bar = ::pullback::rt::seeded(&value, seed);
                        let (x_bar, y_bar) = pullback(value_bar);
                        ::pullback::rt::put_cotangent(&x_bar, out);
                        ::pullback::rt::put_cotangent(&y_bar, out);
                    }
                }
            },
        )
    }
    /// Checks that a function is the one whose derivatives these are.
    #[doc(hidden)]
    #[inline(always)]
    pub fn twin_of<F>(called: F) -> F {
        ::pullback::rt::expect_beside::<
            Self,
        >("branch_slope", "branch_slope", ::pullback::rt::path_of(&called));
        called
    }
}
