// Written by ad-macro/compiler/src/driver/second_order.rs.

#[allow(unused, unused_qualifications, clippy::all)]
pub fn straight_line_slope(x: f64, y: f64) -> f64 {
    use ::pullback::rt as ad;
    let root = ((x * y) + 1.0).sqrt();
    let slope = root.cos();
    let t_3 = root.sin();
    let slope_2 = ad::together(slope, t_3);
    let t_5 = x - (2.0 * root);
    let t_6 = t_3 / t_5;
    let t_8 = (x * y).exp();
    let t_9 = t_6 + t_8;
    let unit = 1.0;
    let t_6_bar = unit;
    let t_7_bar = ad::weighted(unit, t_8);
    let mut x_bar = ad::weighted(t_7_bar, y);
    let mut y_bar = ad::weighted(t_7_bar, x);
    let d = ad::over(t_6_bar, t_5);
    let t_3_bar = d;
    let t_5_bar = -ad::weighted(d, t_6);
    x_bar += t_5_bar;
    let mut root_bar = ad::weighted(-t_5_bar, 2.0);
    root_bar += ad::weighted(t_3_bar, slope_2);
    let t_bar = ad::weighted(root_bar, ad::over(0.5, root));
    x_bar += ad::weighted(t_bar, y);
    y_bar += ad::weighted(t_bar, x);
    let slope_3 = x_bar;
    let slope_4 = y_bar;
    let seed = 1.0;
    let part = ad::times(seed, slope_3);
    let part_2 = ad::times(seed, slope_4);
    part
}
/// Derivatives of [`straight_line_slope`](straight_line_slope()).
#[allow(
    non_camel_case_types,
    dead_code,
    missing_debug_implementations,
    missing_copy_implementations
)]
pub struct straight_line_slope {}
#[automatically_derived]
#[allow(
    unused,
    unused_qualifications,
    non_snake_case,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
impl straight_line_slope {
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
        let root = ((x * y) + 1.0).sqrt();
        let slope = root.cos();
        let t_3 = root.sin();
        let slope_2 = ad::together(slope, t_3);
        let t_5 = x - (2.0 * root);
        let t_6 = t_3 / t_5;
        let t_8 = (x * y).exp();
        let t_9 = t_6 + t_8;
        let unit = 1.0;
        let t_6_bar = unit;
        let t_7_bar = ad::weighted(unit, t_8);
        let mut x_bar = ad::weighted(t_7_bar, y);
        let mut y_bar = ad::weighted(t_7_bar, x);
        let d = ad::over(t_6_bar, t_5);
        let t_3_bar = d;
        let t_5_bar = -ad::weighted(d, t_6);
        x_bar += t_5_bar;
        let mut root_bar = ad::weighted(-t_5_bar, 2.0);
        root_bar += ad::weighted(t_3_bar, slope_2);
        let d_5 = ad::over(0.5, root);
        let t_2_bar = ad::weighted(root_bar, d_5);
        let t_bar = t_2_bar;
        x_bar += ad::weighted(t_bar, y);
        y_bar += ad::weighted(t_bar, x);
        let slope_3 = x_bar;
        let slope_4 = y_bar;
        let seed = 1.0;
        let part = ad::times(seed, slope_3);
        let part_2 = ad::times(seed, slope_4);
        let value = part;
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
                let seed = 1.0;
                let slope_3_bar = ad::times(seed_2, seed);
                let x_bar_bar = slope_3_bar;
                let d_6_bar = x_bar_bar;
                let t_bar_bar = ad::times(d_6_bar, y);
                let mut y_bar_2 = ad::times(d_6_bar, t_2_bar);
                let t_2_bar_bar = t_bar_bar;
                let root_bar_bar = ad::times(t_2_bar_bar, d_5);
                let mut root_bar_2 = -ad::times(
                    ad::over(ad::times(t_2_bar_bar, root_bar), root),
                    d_5,
                );
                let d_4_bar = root_bar_bar;
                let t_3_bar_bar = ad::times(d_4_bar, slope_2);
                let slope_2_bar = ad::times(d_4_bar, d);
                let mut t_5_bar_bar = -ad::times(root_bar_bar, 2.0);
                t_5_bar_bar += x_bar_bar;
                let d_2_bar = -t_5_bar_bar;
                let mut d_bar = ad::times(d_2_bar, t_6);
                let t_6_bar_2 = ad::times(d_2_bar, d);
                d_bar += t_3_bar_bar;
                let mut t_5_bar_2 = -ad::times(ad::over(d_bar, t_5), d);
                let t_7_bar_bar = ad::times(x_bar_bar, y);
                y_bar_2 += ad::times(x_bar_bar, t_7_bar);
                let unit = 1.0;
                let t_7_bar_2 = ad::times(ad::times(t_7_bar_bar, unit), t_8);
                let mut x_bar_2 = ad::times(t_7_bar_2, y);
                y_bar_2 += ad::times(t_7_bar_2, x);
                let d_16 = ad::over(t_6_bar_2, t_5);
                let t_3_bar_2 = d_16;
                t_5_bar_2 += -ad::times(d_16, t_6);
                x_bar_2 += t_5_bar_2;
                root_bar_2 += ad::times(-t_5_bar_2, 2.0);
                let slope_bar = slope_2_bar;
                root_bar_2 += ad::weighted(t_3_bar_2, slope);
                root_bar_2 += ad::weighted(slope_bar, -t_3);
                let t_bar_2 = ad::times(root_bar_2, ad::over(0.5, root));
                x_bar_2 += ad::times(t_bar_2, y);
                y_bar_2 += ad::times(t_bar_2, x);
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
    /// The value of [`straight_line_slope`](straight_line_slope()) and its pullback, from the result's cotangent to the parameters'.
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
    /// The value of [`straight_line_slope`](straight_line_slope()) and its gradient.
    #[inline]
    pub fn value_and_grad(x: f64, y: f64) -> (f64, (f64, f64)) {
        let mut workspace = ::pullback::rt::Workspace::of_the_thread();
        let (value, pullback) = Self::forward(&mut workspace, x, y);
        let (x_part, y_part) = pullback(&mut workspace, 1.0, (), ());
        workspace.close();
        (value, (x_part, y_part))
    }
    /// The gradient of [`straight_line_slope`](straight_line_slope()).
    #[inline]
    pub fn grad(x: f64, y: f64) -> (f64, f64) {
        Self::value_and_grad(x, y).1
    }
    /// The value of [`straight_line_slope`](straight_line_slope()); its gradient is added to the buffers.
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
            const WHAT: &'static str = "`straight_line_slope` has no tangent yet: write `#[differentiable(jvp)]` on it";
        }
        ::pullback::rt::missing_derivative::<Missing, _>()
    }
    /// The value of [`straight_line_slope`](straight_line_slope()) and its tangent, the derivative along the tangents of the parameters.
    #[inline]
    pub fn jvp(x: f64, y: f64, x_bar: f64, y_bar: f64) -> (f64, f64) {
        Self::tangent(x, y, Some(x_bar), Some(y_bar))
    }
    /// Compares the derivatives of [`straight_line_slope`](straight_line_slope()) with differences: see `check_grad!`.
    #[doc(hidden)]
    #[inline]
    pub fn check(
        x: f64,
        y: f64,
    ) -> ::core::result::Result<::pullback::Report, ::pullback::Mismatch> {
        ::pullback::rt::check_call(
            "straight_line_slope",
            &["x", "y"],
            (::pullback::rt::Moved(x), (::pullback::rt::Moved(y), ())),
            |(::pullback::rt::Moved(x_at), (::pullback::rt::Moved(y_at), ())), out| {
                ::pullback::rt::flatten(
                    &straight_line_slope(
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
        >(
            "straight_line_slope",
            "straight_line_slope",
            ::pullback::rt::path_of(&called),
        );
        called
    }
}
