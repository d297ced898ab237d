// Written by ad-macro/compiler/src/driver/second_order.rs.

#[allow(unused, unused_qualifications, clippy::all)]
pub fn dot_slope(x: &[f64], y: &[f64]) -> f64 {
    use ::pullback::rt as ad;
    let mut sum = 0.0;
    for i in 0..x.len() {
        let t_2 = x[i];
        let product = (t_2 * t_2) * y[i];
        sum += product * x[0];
    }
    let t_8 = sum;
    let t_10 = t_8 * t_8;
    let seed = 1.0;
    let shape = ad::witness(x);
    let mut x_bar = shape.zero();
    let shape_2 = ad::witness(y);
    let mut y_bar = shape_2.zero();
    let mut t_8_bar = ad::times(seed, t_8);
    t_8_bar += ad::times(seed, t_8);
    let sum_bar = t_8_bar;
    for i_3 in (0..x.len()).rev() {
        let t_2_2 = x[i_3];
        let t_3_2 = t_2_2;
        let t_4_2 = t_2_2 * t_3_2;
        let t_5_2 = y[i_3];
        let product_2 = t_4_2 * t_5_2;
        let t_6_2 = x[0];
        let t_7_bar = sum_bar;
        let product_bar = ad::times(t_7_bar, t_6_2);
        x_bar[0] += ad::times(t_7_bar, product_2);
        let t_4_bar = ad::times(product_bar, t_5_2);
        y_bar[i_3] += ad::times(product_bar, t_4_2);
        let mut t_2_bar = ad::times(t_4_bar, t_3_2);
        t_2_bar += ad::times(t_4_bar, t_2_2);
        x_bar[i_3] += t_2_bar;
    }
    x_bar[0]
}
/// Derivatives of [`dot_slope`](dot_slope()).
#[allow(
    non_camel_case_types,
    dead_code,
    missing_debug_implementations,
    missing_copy_implementations
)]
pub struct dot_slope {}
#[automatically_derived]
#[allow(
    unused,
    unused_qualifications,
    non_snake_case,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
impl dot_slope {
    /// The forward sweep, and the pullback that other differentiable functions run.
    #[doc(hidden)]
    #[inline]
    pub fn forward(
        ws: &mut ::pullback::rt::Workspace,
        x: &[f64],
        y: &[f64],
    ) -> (
        f64,
        impl FnOnce(
            &mut ::pullback::rt::Workspace,
            f64,
            (&[f64], Option<&mut [f64]>),
            (&[f64], Option<&mut [f64]>),
        ) -> ((), ()) + use<>,
    ) {
        use ::pullback::rt as ad;
        use ::pullback::rt::{
            EitherPayload as _, ErrorPayload as _, Payload as _, Tied as _,
        };
        let mut sum = 0.0;
        for i in 0..x.len() {
            let t_2 = x[i];
            let product = (t_2 * t_2) * y[i];
            sum += product * x[0];
        }
        let t_8 = sum;
        let t_10 = t_8 * t_8;
        let seed = 1.0;
        let shape = ad::witness(x);
        let mut x_bar = shape.zero();
        let shape_2 = ad::witness(y);
        let mut y_bar = shape_2.zero();
        let mut t_8_bar = ad::times(seed, t_8);
        t_8_bar += ad::times(seed, t_8);
        let sum_bar = t_8_bar;
        let mut tape = ws.stack();
        for i_3 in ad::room(&mut tape, (0..x.len()).rev()) {
            let t_2_2 = x[i_3];
            let t_3_2 = t_2_2;
            let t_4_2 = t_2_2 * t_3_2;
            let t_5_2 = y[i_3];
            let product_2 = t_4_2 * t_5_2;
            let t_6_2 = x[0];
            let t_7_bar = sum_bar;
            let product_bar = ad::times(t_7_bar, t_6_2);
            x_bar[0] += ad::times(t_7_bar, product_2);
            let t_4_bar = ad::times(product_bar, t_5_2);
            y_bar[i_3] += ad::times(product_bar, t_4_2);
            let mut t_2_bar = ad::times(t_4_bar, t_3_2);
            t_2_bar += ad::times(t_4_bar, t_2_2);
            x_bar[i_3] += t_2_bar;
            ad::put(&mut tape, (product_bar, t_4_bar));
        }
        let height = ws.put_back(tape);
        let slope = x_bar[0];
        let x_bar_shape = ad::witness(&x_bar);
        let value = slope;
        let pullback = {
            let once = ::pullback::rt::Once::new();
            #[inline(always)]
            move |
                ws: &mut ::pullback::rt::Workspace,
                seed_2: f64,
                (x, x_bar_2): (&[f64], Option<&mut [f64]>),
                (y, y_bar_2): (&[f64], Option<&mut [f64]>),
            | -> ((), ()) {
                once.spend();
                ({
                    #[inline(always)]
                    move |
                        ws: &mut ::pullback::rt::Workspace,
                        mut seed_2: f64,
                        x: &[f64],
                        mut x_bar_2: Option<&mut [f64]>,
                        y: &[f64],
                        mut y_bar_2: Option<&mut [f64]>,
                    | -> ((), ()) {
                        let mut x_bar_bar = x_bar_shape.zero();
                        x_bar_bar[0] += seed_2;
                        let mut sum_bar_bar = 0.0;
                        let mut tape = ws.stack_until(height);
                        for i_3 in 0..x.len() {
                            let (product_bar, t_4_bar) = ad::pop(&mut tape);
                            let t_2_2 = x[i_3];
                            let t_3_2 = t_2_2;
                            let t_4_2 = t_2_2 * t_3_2;
                            let t_5_2 = y[i_3];
                            let product_2 = t_4_2 * t_5_2;
                            let t_6_2 = x[0];
                            let t_7_bar = sum_bar;
                            let t_2_bar_bar = x_bar_bar[i_3];
                            let t_3_bar_bar = t_2_bar_bar;
                            let mut t_4_bar_bar = ad::times(t_3_bar_bar, t_2_2);
                            let mut t_2_2_bar = ad::times(t_3_bar_bar, t_4_bar);
                            t_4_bar_bar += ad::times(t_2_bar_bar, t_3_2);
                            let mut t_3_2_bar = ad::times(t_2_bar_bar, t_4_bar);
                            let product_bar_bar = ad::times(t_4_bar_bar, t_5_2);
                            let mut t_5_2_bar = ad::times(t_4_bar_bar, product_bar);
                            let t_6_bar_bar = x_bar_bar[0];
                            let mut t_7_bar_bar = ad::times(t_6_bar_bar, product_2);
                            let product_2_bar = ad::times(t_6_bar_bar, t_7_bar);
                            t_7_bar_bar += ad::times(product_bar_bar, t_6_2);
                            let t_6_2_bar = ad::times(product_bar_bar, t_7_bar);
                            sum_bar_bar += t_7_bar_bar;
                            if let Some(x_bar_2) = x_bar_2.as_deref_mut() {
                                x_bar_2[0] += t_6_2_bar;
                            }
                            let t_4_2_bar = ad::times(product_2_bar, t_5_2);
                            t_5_2_bar += ad::times(product_2_bar, t_4_2);
                            if let Some(y_bar_2) = y_bar_2.as_deref_mut() {
                                y_bar_2[i_3] += t_5_2_bar;
                            }
                            t_2_2_bar += ad::times(t_4_2_bar, t_3_2);
                            t_3_2_bar += ad::times(t_4_2_bar, t_2_2);
                            t_2_2_bar += t_3_2_bar;
                            if let Some(x_bar_2) = x_bar_2.as_deref_mut() {
                                x_bar_2[i_3] += t_2_2_bar;
                            }
                        }
                        ws.put_back(tape);
                        let t_8_bar_bar = sum_bar_bar;
                        let t_9_bar_bar = t_8_bar_bar;
                        let seed = 1.0;
                        let mut t_8_bar_2 = ad::times(t_9_bar_bar, seed);
                        t_8_bar_2 += ad::times(t_8_bar_bar, seed);
                        let sum_bar_2 = t_8_bar_2;
                        for i in (0..x.len()).rev() {
                            let t_2 = x[i];
                            let t_3 = t_2;
                            let t_4 = t_2 * t_3;
                            let t_5 = y[i];
                            let product = t_4 * t_5;
                            let t_6 = x[0];
                            let t_7_bar_2 = sum_bar_2;
                            let product_bar_2 = ad::times(t_7_bar_2, t_6);
                            if let Some(x_bar_2) = x_bar_2.as_deref_mut() {
                                x_bar_2[0] += ad::times(t_7_bar_2, product);
                            }
                            let t_4_bar_2 = ad::times(product_bar_2, t_5);
                            if let Some(y_bar_2) = y_bar_2.as_deref_mut() {
                                y_bar_2[i] += ad::times(product_bar_2, t_4);
                            }
                            let mut t_2_bar_2 = ad::times(t_4_bar_2, t_3);
                            t_2_bar_2 += ad::times(t_4_bar_2, t_2);
                            if let Some(x_bar_2) = x_bar_2.as_deref_mut() {
                                x_bar_2[i] += t_2_bar_2;
                            }
                        }
                        ((), ())
                    }
                })(ws, seed_2, x, x_bar_2, y, y_bar_2)
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
        x: &[f64],
        y: &[f64],
    ) -> (
        f64,
        impl FnOnce(
            &mut ::pullback::rt::Workspace,
            f64,
            ((), ()),
            (&[f64], Option<&mut [f64]>),
            (&[f64], Option<&mut [f64]>),
        ) + use<>,
    ) {
        let (value, pullback) = Self::forward(workspace, x, y);
        (
            value,
            move |
                workspace: &mut ::pullback::rt::Workspace,
                seed: f64,
                _: ((), ()),
                (x, x_bar): (&[f64], Option<&mut [f64]>),
                (y, y_bar): (&[f64], Option<&mut [f64]>)|
            {
                let (_, _) = pullback(workspace, seed, (x, x_bar), (y, y_bar));
            },
        )
    }
    /// The value of [`dot_slope`](dot_slope()) and its pullback, from the result's cotangent to the parameters'.
    #[inline]
    pub fn vjp(
        x: &[f64],
        y: &[f64],
    ) -> (
        f64,
        impl FnOnce(
            f64,
        ) -> (::pullback::rt::std::vec::Vec<f64>, ::pullback::rt::std::vec::Vec<f64>),
    ) {
        let mut workspace = ::pullback::rt::Workspace::of_the_thread();
        let (value, pullback) = Self::forward(&mut workspace, x, y);
        (
            value,
            move |seed: f64| {
                let mut x_owned = ::pullback::rt::zero(x);
                let x_bar = &mut x_owned;
                let mut y_owned = ::pullback::rt::zero(y);
                let y_bar = &mut y_owned;
                let (_, _) = pullback(
                    &mut workspace,
                    seed,
                    (x, Some(&mut *x_bar)),
                    (y, Some(&mut *y_bar)),
                );
                workspace.close();
                (x_owned, y_owned)
            },
        )
    }
    /// The value of [`dot_slope`](dot_slope()) and its gradient.
    #[inline]
    pub fn value_and_grad(
        x: &[f64],
        y: &[f64],
    ) -> (
        f64,
        (::pullback::rt::std::vec::Vec<f64>, ::pullback::rt::std::vec::Vec<f64>),
    ) {
        let mut workspace = ::pullback::rt::Workspace::of_the_thread();
        let (value, pullback) = Self::forward(&mut workspace, x, y);
        let mut x_owned = ::pullback::rt::zero(&*x);
        let x_bar = &mut x_owned;
        let mut y_owned = ::pullback::rt::zero(&*y);
        let y_bar = &mut y_owned;
        let (_, _) = pullback(
            &mut workspace,
            1.0,
            (x, Some(&mut *x_bar)),
            (y, Some(&mut *y_bar)),
        );
        workspace.close();
        (value, (x_owned, y_owned))
    }
    /// The gradient of [`dot_slope`](dot_slope()).
    #[inline]
    pub fn grad(
        x: &[f64],
        y: &[f64],
    ) -> (::pullback::rt::std::vec::Vec<f64>, ::pullback::rt::std::vec::Vec<f64>) {
        Self::value_and_grad(x, y).1
    }
    /// The value of [`dot_slope`](dot_slope()); its gradient is added to the buffers.
    #[inline]
    pub fn grad_into(x: &[f64], y: &[f64], x_bar: &mut [f64], y_bar: &mut [f64]) -> f64 {
        let mut workspace = ::pullback::rt::Workspace::of_the_thread();
        let value = Self::grad_into_with(&mut workspace, x, y, x_bar, y_bar);
        workspace.close();
        value
    }
    /// Like [`grad_into`](Self::grad_into), with a workspace whose memory is used again from call to call.
    #[inline]
    pub fn grad_into_with(
        workspace: &mut ::pullback::rt::Workspace,
        x: &[f64],
        y: &[f64],
        x_bar: &mut [f64],
        y_bar: &mut [f64],
    ) -> f64 {
        ::pullback::rt::check_buffer_of_list("x", &*x, &*x_bar);
        ::pullback::rt::check_buffer_of_list("y", &*y, &*y_bar);
        let (value, pullback) = Self::forward(workspace, x, y);
        let (_, _) = pullback(
            workspace,
            1.0,
            (x, Some(&mut *x_bar)),
            (y, Some(&mut *y_bar)),
        );
        value
    }
    /// The value and its tangent, for the tangents of other differentiable functions.
    #[doc(hidden)]
    #[inline]
    pub fn tangent(
        x: &[f64],
        y: &[f64],
        x_bar: Option<&[f64]>,
        y_bar: Option<&[f64]>,
    ) -> (f64, f64) {
        struct Missing;
        impl ::pullback::rt::MissingDerivative for Missing {
            const WHAT: &'static str = "`dot_slope` has no tangent yet: write `#[differentiable(jvp)]` on it";
        }
        ::pullback::rt::missing_derivative::<Missing, _>()
    }
    /// The value of [`dot_slope`](dot_slope()) and its tangent, the derivative along the tangents of the parameters.
    #[inline]
    pub fn jvp(x: &[f64], y: &[f64], x_bar: &[f64], y_bar: &[f64]) -> (f64, f64) {
        ::pullback::rt::check_buffer_of_list("x", &*x, &*x_bar);
        ::pullback::rt::check_buffer_of_list("y", &*y, &*y_bar);
        Self::tangent(x, y, Some(x_bar), Some(y_bar))
    }
    /// Compares the derivatives of [`dot_slope`](dot_slope()) with differences: see `check_grad!`.
    #[doc(hidden)]
    #[inline]
    pub fn check(
        x: &[f64],
        y: &[f64],
    ) -> ::core::result::Result<::pullback::Report, ::pullback::Mismatch> {
        ::pullback::rt::check_call(
            "dot_slope",
            &["x", "y"],
            (
                ::pullback::rt::Moved(
                    ::pullback::rt::std::borrow::ToOwned::to_owned(&*x),
                ),
                (
                    ::pullback::rt::Moved(
                        ::pullback::rt::std::borrow::ToOwned::to_owned(&*y),
                    ),
                    (),
                ),
            ),
            |(::pullback::rt::Moved(x_at), (::pullback::rt::Moved(y_at), ())), out| {
                ::pullback::rt::flatten(&dot_slope(&*x_at, &*y_at), out);
            },
            |
                (::pullback::rt::Moved(x_at), (::pullback::rt::Moved(y_at), ())),
                _,
                seed,
                out|
            {
                match Self::vjp(&*x_at, &*y_at) {
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
        >("dot_slope", "dot_slope", ::pullback::rt::path_of(&called));
        called
    }
}
