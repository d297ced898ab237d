// Written by ad-macro/compiler/src/driver/second_order.rs.

#[allow(unused, unused_qualifications, clippy::all)]
pub fn overwritten_slope(x: f64, y: f64) -> f64 {
    use ::pullback::rt as ad;
    let mut v = [x, y];
    let t = v[0];
    let t_2 = v[1];
    v[0] = t * t_2;
    let t_4 = v[0];
    v[1] = (t_4 * t_4) + v[1];
    let t_9 = v[0];
    v[0] = t_9 * x;
    let t_11 = v[0];
    let t_12 = v[1];
    let t_13 = t_11 * t_12;
    let v_shape = ad::witness(&v);
    let seed = 1.0;
    let t_11_bar = ad::times(seed, t_12);
    let t_12_bar = ad::times(seed, t_11);
    let mut v_bar = v_shape.zero();
    v_bar[1] += t_12_bar;
    v_bar[0] += t_11_bar;
    let t_10_bar = ::core::mem::take(&mut v_bar[0]);
    let t_9_bar = ad::times(t_10_bar, x);
    let mut x_bar = ad::times(t_10_bar, t_9);
    v_bar[0] += t_9_bar;
    let t_8_bar = ::core::mem::take(&mut v_bar[1]);
    let t_6_bar = t_8_bar;
    v_bar[1] += t_8_bar;
    let mut t_4_bar = ad::times(t_6_bar, t_4);
    t_4_bar += ad::times(t_6_bar, t_4);
    v_bar[0] += t_4_bar;
    let t_3_bar = ::core::mem::take(&mut v_bar[0]);
    let t_bar = ad::times(t_3_bar, t_2);
    v_bar[1] += ad::times(t_3_bar, t);
    v_bar[0] += t_bar;
    x_bar += v_bar[0];
    let y_bar = v_bar[1];
    x_bar
}
/// Derivatives of [`overwritten_slope`](overwritten_slope()).
#[allow(
    non_camel_case_types,
    dead_code,
    missing_debug_implementations,
    missing_copy_implementations
)]
pub struct overwritten_slope {}
#[automatically_derived]
#[allow(
    unused,
    unused_qualifications,
    non_snake_case,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
impl overwritten_slope {
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
        let mut v = [x, y];
        let t = v[0];
        let t_2 = v[1];
        v[0] = t * t_2;
        let t_4 = v[0];
        v[1] = (t_4 * t_4) + v[1];
        let t_9 = v[0];
        v[0] = t_9 * x;
        let t_11 = v[0];
        let t_12 = v[1];
        let t_13 = t_11 * t_12;
        let v_shape = ad::witness(&v);
        let seed = 1.0;
        let t_11_bar = ad::times(seed, t_12);
        let t_12_bar = ad::times(seed, t_11);
        let mut v_bar = v_shape.zero();
        v_bar[1] += t_12_bar;
        v_bar[0] += t_11_bar;
        let t_10_bar = ::core::mem::take(&mut v_bar[0]);
        let t_9_bar = ad::times(t_10_bar, x);
        let mut x_bar = ad::times(t_10_bar, t_9);
        v_bar[0] += t_9_bar;
        let t_8_bar = ::core::mem::take(&mut v_bar[1]);
        let t_6_bar = t_8_bar;
        v_bar[1] += t_8_bar;
        let mut t_4_bar = ad::times(t_6_bar, t_4);
        t_4_bar += ad::times(t_6_bar, t_4);
        v_bar[0] += t_4_bar;
        let t_3_bar = ::core::mem::take(&mut v_bar[0]);
        let t_bar = ad::times(t_3_bar, t_2);
        v_bar[1] += ad::times(t_3_bar, t);
        v_bar[0] += t_bar;
        x_bar += v_bar[0];
        let y_bar = v_bar[1];
        let v_bar_shape = ad::witness(&v_bar);
        let v_shape_2 = ad::witness(&v);
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
                let mut v_bar_bar = v_bar_shape.zero();
                v_bar_bar[0] += d_9_bar;
                let t_bar_bar = v_bar_bar[0];
                let t_2_bar_bar = v_bar_bar[1];
                let mut t_3_bar_bar = ad::times(t_2_bar_bar, t);
                let mut t_bar_2 = ad::times(t_2_bar_bar, t_3_bar);
                t_3_bar_bar += ad::times(t_bar_bar, t_2);
                let mut t_2_bar_2 = ad::times(t_bar_bar, t_3_bar);
                v_bar_bar[0] = t_3_bar_bar;
                let t_4_bar_bar = v_bar_bar[0];
                let t_5_bar_bar = t_4_bar_bar;
                let mut t_6_bar_bar = ad::times(t_5_bar_bar, t_4);
                let t_6_bar = t_8_bar;
                let mut t_4_bar_2 = ad::times(t_5_bar_bar, t_6_bar);
                t_6_bar_bar += ad::times(t_4_bar_bar, t_4);
                t_4_bar_2 += ad::times(t_4_bar_bar, t_6_bar);
                let mut t_8_bar_bar = v_bar_bar[1];
                t_8_bar_bar += t_6_bar_bar;
                v_bar_bar[1] = t_8_bar_bar;
                let t_9_bar_bar = v_bar_bar[0];
                let mut t_10_bar_bar = ad::times(seed_2, t_9);
                let mut t_9_bar_2 = ad::times(seed_2, t_10_bar);
                t_10_bar_bar += ad::times(t_9_bar_bar, x);
                let mut x_bar_2 = ad::times(t_9_bar_bar, t_10_bar);
                v_bar_bar[0] = t_10_bar_bar;
                let t_11_bar_bar = v_bar_bar[0];
                let t_12_bar_bar = v_bar_bar[1];
                let seed = 1.0;
                let t_11_bar_2 = ad::times(t_12_bar_bar, seed);
                let t_12_bar_2 = ad::times(t_11_bar_bar, seed);
                let mut v_bar_2 = v_shape_2.zero();
                v_bar_2[1] += t_12_bar_2;
                v_bar_2[0] += t_11_bar_2;
                let t_10_bar_2 = ::core::mem::take(&mut v_bar_2[0]);
                t_9_bar_2 += ad::times(t_10_bar_2, x);
                x_bar_2 += ad::times(t_10_bar_2, t_9);
                v_bar_2[0] += t_9_bar_2;
                let t_8_bar_2 = ::core::mem::take(&mut v_bar_2[1]);
                let t_6_bar_2 = t_8_bar_2;
                v_bar_2[1] += t_8_bar_2;
                t_4_bar_2 += ad::times(t_6_bar_2, t_4);
                t_4_bar_2 += ad::times(t_6_bar_2, t_4);
                v_bar_2[0] += t_4_bar_2;
                let t_3_bar_2 = ::core::mem::take(&mut v_bar_2[0]);
                t_bar_2 += ad::times(t_3_bar_2, t_2);
                t_2_bar_2 += ad::times(t_3_bar_2, t);
                v_bar_2[1] += t_2_bar_2;
                v_bar_2[0] += t_bar_2;
                x_bar_2 += v_bar_2[0];
                let y_bar_2 = v_bar_2[1];
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
    /// The value of [`overwritten_slope`](overwritten_slope()) and its pullback, from the result's cotangent to the parameters'.
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
    /// The value of [`overwritten_slope`](overwritten_slope()) and its gradient.
    #[inline]
    pub fn value_and_grad(x: f64, y: f64) -> (f64, (f64, f64)) {
        let mut workspace = ::pullback::rt::Workspace::of_the_thread();
        let (value, pullback) = Self::forward(&mut workspace, x, y);
        let (x_part, y_part) = pullback(&mut workspace, 1.0, (), ());
        workspace.close();
        (value, (x_part, y_part))
    }
    /// The gradient of [`overwritten_slope`](overwritten_slope()).
    #[inline]
    pub fn grad(x: f64, y: f64) -> (f64, f64) {
        Self::value_and_grad(x, y).1
    }
    /// The value of [`overwritten_slope`](overwritten_slope()); its gradient is added to the buffers.
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
            const WHAT: &'static str = "`overwritten_slope` has no tangent yet: write `#[differentiable(jvp)]` on it";
        }
        ::pullback::rt::missing_derivative::<Missing, _>()
    }
    /// The value of [`overwritten_slope`](overwritten_slope()) and its tangent, the derivative along the tangents of the parameters.
    #[inline]
    pub fn jvp(x: f64, y: f64, x_bar: f64, y_bar: f64) -> (f64, f64) {
        Self::tangent(x, y, Some(x_bar), Some(y_bar))
    }
    /// Compares the derivatives of [`overwritten_slope`](overwritten_slope()) with differences: see `check_grad!`.
    #[doc(hidden)]
    #[inline]
    pub fn check(
        x: f64,
        y: f64,
    ) -> ::core::result::Result<::pullback::Report, ::pullback::Mismatch> {
        ::pullback::rt::check_call(
            "overwritten_slope",
            &["x", "y"],
            (::pullback::rt::Moved(x), (::pullback::rt::Moved(y), ())),
            |(::pullback::rt::Moved(x_at), (::pullback::rt::Moved(y_at), ())), out| {
                ::pullback::rt::flatten(
                    &overwritten_slope(
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
        >("overwritten_slope", "overwritten_slope", ::pullback::rt::path_of(&called));
        called
    }
}
