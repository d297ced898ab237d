// Written by ad-macro/compiler/src/driver/second_order.rs.

#[allow(unused, unused_qualifications, clippy::all)]
pub fn powers_slope(x: f64, y: f64) -> f64 {
    use ::pullback::rt as ad;
    let t = x.powi(3);
    let t_2 = t * y;
    let t_3 = x.powf(y);
    let t_4 = t_2 + t_3;
    let t_5 = y.atan2(x);
    let t_6 = x.max(y);
    let t_8 = t_4 - (t_5 * t_6);
    let t_9 = x.abs();
    let t_10 = t_9.ln();
    let t_11 = y.hypot(x);
    let t_12 = t_10 / t_11;
    let t_13 = t_8 + t_12;
    let unit = 1.0;
    let t_8_bar = unit;
    let d = ad::over(unit, t_11);
    let t_10_bar = d;
    let t_11_bar = -ad::weighted(d, t_12);
    let mut y_bar = ad::weighted(t_11_bar, ad::ratio(y, t_11));
    let mut x_bar = ad::weighted(t_11_bar, ad::ratio(x, t_11));
    x_bar += ad::portion(ad::weighted(t_10_bar, 1.0 / t_9), ad::sign(x));
    let t_4_bar = t_8_bar;
    let t_7_bar = -t_8_bar;
    let t_5_bar = ad::weighted(t_7_bar, t_6);
    let t_6_bar = ad::weighted(t_7_bar, t_5);
    x_bar += ad::portion(t_6_bar, ad::max_share(x, y));
    y_bar += ad::portion(t_6_bar, ad::max_share(y, x));
    y_bar += ad::weighted(t_5_bar, ad::over(x, (y * y) + (x * x)));
    x_bar += ad::weighted(t_5_bar, ad::over(-y, (y * y) + (x * x)));
    let t_2_bar = t_4_bar;
    let t_3_bar = t_4_bar;
    x_bar += ad::weighted(t_3_bar, ad::weighted(y, x.powf(y - 1.0)));
    y_bar += ad::weighted(t_3_bar, ad::weighted(t_3, x.ln()));
    let t_bar = ad::weighted(t_2_bar, y);
    y_bar += ad::weighted(t_2_bar, t);
    x_bar += ad::weighted(t_bar, ad::powi_slope(x, 3));
    let slope = x_bar;
    let slope_2 = y_bar;
    let seed = 1.0;
    let part = ad::times(seed, slope);
    let part_2 = ad::times(seed, slope_2);
    part
}
/// Derivatives of [`powers_slope`](powers_slope()).
#[allow(
    non_camel_case_types,
    dead_code,
    missing_debug_implementations,
    missing_copy_implementations
)]
pub struct powers_slope {}
#[automatically_derived]
#[allow(
    unused,
    unused_qualifications,
    non_snake_case,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
impl powers_slope {
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
        let t = x.powi(3);
        let t_2 = t * y;
        let t_3 = x.powf(y);
        let t_4 = t_2 + t_3;
        let t_5 = y.atan2(x);
        let t_6 = x.max(y);
        let t_8 = t_4 - (t_5 * t_6);
        let t_9 = x.abs();
        let t_10 = t_9.ln();
        let t_11 = y.hypot(x);
        let t_12 = t_10 / t_11;
        let t_13 = t_8 + t_12;
        let unit = 1.0;
        let t_8_bar = unit;
        let d = ad::over(unit, t_11);
        let t_10_bar = d;
        let t_11_bar = -ad::weighted(d, t_12);
        let mut y_bar = ad::weighted(t_11_bar, ad::ratio(y, t_11));
        let d_4 = ad::ratio(x, t_11);
        let mut x_bar = ad::weighted(t_11_bar, d_4);
        let d_5 = 1.0 / t_9;
        let t_9_bar = ad::weighted(t_10_bar, d_5);
        let d_6 = ad::sign(x);
        x_bar += ad::portion(t_9_bar, d_6);
        let t_4_bar = t_8_bar;
        let t_7_bar = -t_8_bar;
        let t_5_bar = ad::weighted(t_7_bar, t_6);
        let t_6_bar = ad::weighted(t_7_bar, t_5);
        let d_8 = ad::max_share(x, y);
        x_bar += ad::portion(t_6_bar, d_8);
        y_bar += ad::portion(t_6_bar, ad::max_share(y, x));
        y_bar += ad::weighted(t_5_bar, ad::over(x, (y * y) + (x * x)));
        let d_17 = -y;
        let d_20 = (y * y) + (x * x);
        let d_21 = ad::over(d_17, d_20);
        x_bar += ad::weighted(t_5_bar, d_21);
        let t_2_bar = t_4_bar;
        let t_3_bar = t_4_bar;
        let d_23 = y - 1.0;
        let d_24 = x.powf(d_23);
        x_bar += ad::weighted(t_3_bar, ad::weighted(y, d_24));
        let d_27 = x.ln();
        y_bar += ad::weighted(t_3_bar, ad::weighted(t_3, d_27));
        let t_bar = ad::weighted(t_2_bar, y);
        y_bar += ad::weighted(t_2_bar, t);
        let d_31 = ad::powi_slope(x, 3);
        x_bar += ad::weighted(t_bar, d_31);
        let slope = x_bar;
        let slope_2 = y_bar;
        let seed = 1.0;
        let part = ad::times(seed, slope);
        let part_2 = ad::times(seed, slope_2);
        let value = part;
        let pullback = move |
            ws: &mut ::pullback::rt::Workspace,
            mut seed_2: f64,
            (): (),
            (): (),
        | -> (f64, f64) {
            let seed = 1.0;
            let slope_bar = ad::times(seed_2, seed);
            let x_bar_bar = slope_bar;
            let d_32_bar = x_bar_bar;
            let t_bar_bar = ad::times(d_32_bar, d_31);
            let d_31_bar = ad::times(d_32_bar, t_bar);
            let d_33 = i32::saturating_sub(3, 1);
            let d_34 = ad::powi_slope(1.0, 3);
            let mut x_bar_2 = ad::times(
                d_31_bar,
                ad::times(d_34, ad::powi_slope(x, d_33)),
            );
            let unit = 1.0;
            let t_4_bar = unit;
            let mut y_bar_2 = ad::times(t_bar_bar, t_4_bar);
            let d_25_bar = ad::times(x_bar_bar, t_4_bar);
            y_bar_2 += ad::times(d_25_bar, d_24);
            let d_24_bar = ad::times(d_25_bar, y);
            x_bar_2 += ad::times(d_24_bar, ad::times(d_23, x.powf(d_23 - 1.0)));
            y_bar_2 += ad::times(d_24_bar, ad::times(d_24, d_27));
            let d_22_bar = x_bar_bar;
            let t_5_bar_bar = ad::times(d_22_bar, d_21);
            let d_44 = ad::over(ad::times(d_22_bar, t_5_bar), d_20);
            let d_17_bar = d_44;
            let d_20_bar = -ad::times(d_44, d_21);
            let d_18_bar = d_20_bar;
            let d_19_bar = d_20_bar;
            x_bar_2 += ad::times(d_19_bar, x);
            x_bar_2 += ad::times(d_19_bar, x);
            y_bar_2 += ad::times(d_18_bar, y);
            y_bar_2 += ad::times(d_18_bar, y);
            y_bar_2 += -d_17_bar;
            let t_5_bar_2 = ad::times(ad::portion(x_bar_bar, d_8), t_7_bar);
            let t_6_bar_2 = ad::times(t_5_bar_bar, t_7_bar);
            let t_9_bar_bar = ad::portion(x_bar_bar, d_6);
            let t_10_bar_bar = ad::times(t_9_bar_bar, d_5);
            let mut t_9_bar_2 = -ad::times(
                ad::times(ad::times(t_9_bar_bar, d), d_5),
                d_5,
            );
            let t_11_bar_bar = ad::times(x_bar_bar, d_4);
            let d_53 = ad::over(ad::times(x_bar_bar, t_11_bar), t_11);
            x_bar_2 += d_53;
            let mut t_11_bar_2 = -ad::times(d_53, d_4);
            let d_2_bar = -t_11_bar_bar;
            let mut d_bar = ad::times(d_2_bar, t_12);
            let t_12_bar_2 = ad::times(d_2_bar, d);
            d_bar += t_10_bar_bar;
            t_11_bar_2 += -ad::times(ad::over(d_bar, t_11), d);
            let d_60 = ad::over(t_12_bar_2, t_11);
            let t_10_bar_2 = d_60;
            t_11_bar_2 += -ad::times(d_60, t_12);
            y_bar_2 += ad::times(t_11_bar_2, ad::ratio(y, t_11));
            x_bar_2 += ad::times(t_11_bar_2, ad::ratio(x, t_11));
            t_9_bar_2 += ad::times(t_10_bar_2, 1.0 / t_9);
            x_bar_2 += ad::portion(t_9_bar_2, ad::sign(x));
            x_bar_2 += ad::portion(t_6_bar_2, ad::max_share(x, y));
            y_bar_2 += ad::portion(t_6_bar_2, ad::max_share(y, x));
            y_bar_2 += ad::times(t_5_bar_2, ad::over(x, (y * y) + (x * x)));
            x_bar_2 += ad::times(t_5_bar_2, ad::over(-y, (y * y) + (x * x)));
            (x_bar_2, y_bar_2)
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
    /// The value of [`powers_slope`](powers_slope()) and its pullback, from the result's cotangent to the parameters'.
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
    /// The value of [`powers_slope`](powers_slope()) and its gradient.
    #[inline]
    pub fn value_and_grad(x: f64, y: f64) -> (f64, (f64, f64)) {
        let mut workspace = ::pullback::rt::Workspace::of_the_thread();
        let (value, pullback) = Self::forward(&mut workspace, x, y);
        let (x_part, y_part) = pullback(&mut workspace, 1.0, (), ());
        workspace.close();
        (value, (x_part, y_part))
    }
    /// The gradient of [`powers_slope`](powers_slope()).
    #[inline]
    pub fn grad(x: f64, y: f64) -> (f64, f64) {
        Self::value_and_grad(x, y).1
    }
    /// The value of [`powers_slope`](powers_slope()); its gradient is added to the buffers.
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
            const WHAT: &'static str = "`powers_slope` has no tangent yet: write `#[differentiable(jvp)]` on it";
        }
        ::pullback::rt::missing_derivative::<Missing, _>()
    }
    /// The value of [`powers_slope`](powers_slope()) and its tangent, the derivative along the tangents of the parameters.
    #[inline]
    pub fn jvp(x: f64, y: f64, x_bar: f64, y_bar: f64) -> (f64, f64) {
        Self::tangent(x, y, Some(x_bar), Some(y_bar))
    }
    /// Compares the derivatives of [`powers_slope`](powers_slope()) with differences: see `check_grad!`.
    #[doc(hidden)]
    #[inline]
    pub fn check(
        x: f64,
        y: f64,
    ) -> ::core::result::Result<::pullback::Report, ::pullback::Mismatch> {
        ::pullback::rt::check_call(
            "powers_slope",
            &["x", "y"],
            (::pullback::rt::Moved(x), (::pullback::rt::Moved(y), ())),
            |(::pullback::rt::Moved(x_at), (::pullback::rt::Moved(y_at), ())), out| {
                ::pullback::rt::flatten(
                    &powers_slope(
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
        >("powers_slope", "powers_slope", ::pullback::rt::path_of(&called));
        called
    }
}
