// Written by ad-macro/compiler/src/driver/second_order.rs.

#[allow(unused, unused_qualifications, clippy::all)]
pub fn repeated_slope(x: f64, y: f64, count: usize) -> f64 {
    use ::pullback::rt as ad;
    let mut sum = 0.0;
    for i in 0..count {
        sum += (x * x) * y;
    }
    let t_3 = sum;
    let t_4 = t_3 * x;
    let seed = 1.0;
    let t_3_bar = ad::times(seed, x);
    let mut x_bar = ad::times(seed, t_3);
    let sum_bar = t_3_bar;
    let mut y_bar = 0.0;
    for i_2 in (0..count).rev() {
        let t_5 = x * x;
        let t_2_bar = sum_bar;
        let t_bar = ad::times(t_2_bar, y);
        y_bar += ad::times(t_2_bar, t_5);
        x_bar += ad::times(t_bar, x);
        x_bar += ad::times(t_bar, x);
    }
    x_bar
}
/// Derivatives of [`repeated_slope`](repeated_slope()).
#[allow(
    non_camel_case_types,
    dead_code,
    missing_debug_implementations,
    missing_copy_implementations
)]
pub struct repeated_slope {}
#[automatically_derived]
#[allow(
    unused,
    unused_qualifications,
    non_snake_case,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
impl repeated_slope {
    /// The forward sweep, and the pullback that other differentiable functions run.
    #[doc(hidden)]
    #[inline]
    pub fn forward(
        ws: &mut ::pullback::rt::Workspace,
        x: f64,
        y: f64,
        count: usize,
    ) -> (
        f64,
        impl FnOnce(
            &mut ::pullback::rt::Workspace,
            f64,
            (),
            (),
            (),
        ) -> (f64, f64, ()) + use<>,
    ) {
        use ::pullback::rt as ad;
        use ::pullback::rt::{
            EitherPayload as _, ErrorPayload as _, Payload as _, Tied as _,
        };
        let mut sum = 0.0;
        for i in 0..count {
            sum += (x * x) * y;
        }
        let t_3 = sum;
        let t_4 = t_3 * x;
        let seed = 1.0;
        let t_3_bar = ad::times(seed, x);
        let mut x_bar = ad::times(seed, t_3);
        let sum_bar = t_3_bar;
        let mut y_bar = 0.0;
        let mut tape = ws.stack();
        for i_2 in ad::room(&mut tape, (0..count).rev()) {
            let t_5 = x * x;
            let t_2_bar = sum_bar;
            let t_bar = ad::times(t_2_bar, y);
            y_bar += ad::times(t_2_bar, t_5);
            x_bar += ad::times(t_bar, x);
            x_bar += ad::times(t_bar, x);
            ad::put(&mut tape, (t_bar,));
        }
        let height = ws.put_back(tape);
        let value = x_bar;
        let pullback = {
            let once = ::pullback::rt::Once::new();
            #[inline(always)]
            move |
                ws: &mut ::pullback::rt::Workspace,
                mut seed_2: f64,
                (): (),
                (): (),
                (): (),
            | -> (f64, f64, ()) {
                once.spend();
                let mut x_bar_2 = 0.0;
                let mut y_bar_2 = 0.0;
                let mut sum_bar_bar = 0.0;
                let sum_bar = t_3_bar;
                let mut tape = ws.stack_until(height);
                for i_2 in 0..count {
                    let (t_bar,) = ad::pop(&mut tape);
                    let t_2_bar = sum_bar;
                    let d_3_bar = seed_2;
                    let mut t_bar_bar = ad::times(d_3_bar, x);
                    x_bar_2 += ad::times(d_3_bar, t_bar);
                    let d_2_bar = seed_2;
                    t_bar_bar += ad::times(d_2_bar, x);
                    x_bar_2 += ad::times(d_2_bar, t_bar);
                    let t_2_bar_bar = ad::times(t_bar_bar, y);
                    y_bar_2 += ad::times(t_bar_bar, t_2_bar);
                    sum_bar_bar += t_2_bar_bar;
                }
                ws.put_back(tape);
                let t_3_bar_bar = sum_bar_bar;
                let seed = 1.0;
                let t_3_bar_2 = ad::times(seed_2, seed);
                x_bar_2 += ad::times(t_3_bar_bar, seed);
                let sum_bar_2 = t_3_bar_2;
                for i in (0..count).rev() {
                    let t = x * x;
                    let t_2_bar_2 = sum_bar_2;
                    let t_bar_2 = ad::times(t_2_bar_2, y);
                    y_bar_2 += ad::times(t_2_bar_2, t);
                    x_bar_2 += ad::times(t_bar_2, x);
                    x_bar_2 += ad::times(t_bar_2, x);
                }
                (x_bar_2, y_bar_2, ())
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
        count: usize,
    ) -> (
        f64,
        impl FnOnce(
            &mut ::pullback::rt::Workspace,
            f64,
            ((), ()),
            (f64, Option<&mut f64>),
            (f64, Option<&mut f64>),
            (usize, Option<&mut ()>),
        ) + use<>,
    ) {
        let (value, pullback) = Self::forward(workspace, x, y, count);
        (
            value,
            move |
                workspace: &mut ::pullback::rt::Workspace,
                seed: f64,
                _: ((), ()),
                (x, x_bar): (f64, Option<&mut f64>),
                (y, y_bar): (f64, Option<&mut f64>),
                (count, count_bar): (usize, Option<&mut ()>)|
            {
                let (x_part, y_part, _) = pullback(workspace, seed, (), (), ());
                if let Some(x_bar) = x_bar {
                    ::pullback::rt::accumulate(x_bar, &x_part);
                }
                if let Some(y_bar) = y_bar {
                    ::pullback::rt::accumulate(y_bar, &y_part);
                }
            },
        )
    }
    /// The value of [`repeated_slope`](repeated_slope()) and its pullback, from the result's cotangent to the parameters'.
    #[inline]
    pub fn vjp(x: f64, y: f64, count: usize) -> (f64, impl FnOnce(f64) -> (f64, f64)) {
        let mut workspace = ::pullback::rt::Workspace::of_the_thread();
        let (value, pullback) = Self::forward(&mut workspace, x, y, count);
        (
            value,
            move |seed: f64| {
                let (x_part, y_part, _) = pullback(&mut workspace, seed, (), (), ());
                workspace.close();
                (x_part, y_part)
            },
        )
    }
    /// The value of [`repeated_slope`](repeated_slope()) and its gradient.
    #[inline]
    pub fn value_and_grad(x: f64, y: f64, count: usize) -> (f64, (f64, f64)) {
        let mut workspace = ::pullback::rt::Workspace::of_the_thread();
        let (value, pullback) = Self::forward(&mut workspace, x, y, count);
        let (x_part, y_part, _) = pullback(&mut workspace, 1.0, (), (), ());
        workspace.close();
        (value, (x_part, y_part))
    }
    /// The gradient of [`repeated_slope`](repeated_slope()).
    #[inline]
    pub fn grad(x: f64, y: f64, count: usize) -> (f64, f64) {
        Self::value_and_grad(x, y, count).1
    }
    /// The value of [`repeated_slope`](repeated_slope()); its gradient is added to the buffers.
    #[inline]
    pub fn grad_into(
        x: f64,
        y: f64,
        count: usize,
        x_bar: &mut f64,
        y_bar: &mut f64,
    ) -> f64 {
        let mut workspace = ::pullback::rt::Workspace::of_the_thread();
        let value = Self::grad_into_with(&mut workspace, x, y, count, x_bar, y_bar);
        workspace.close();
        value
    }
    /// Like [`grad_into`](Self::grad_into), with a workspace whose memory is used again from call to call.
    #[inline]
    pub fn grad_into_with(
        workspace: &mut ::pullback::rt::Workspace,
        x: f64,
        y: f64,
        count: usize,
        x_bar: &mut f64,
        y_bar: &mut f64,
    ) -> f64 {
        let (value, pullback) = Self::forward(workspace, x, y, count);
        let (x_part, y_part, _) = pullback(workspace, 1.0, (), (), ());
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
        count: usize,
        x_bar: Option<f64>,
        y_bar: Option<f64>,
        count_bar: Option<()>,
    ) -> (f64, f64) {
        struct Missing;
        impl ::pullback::rt::MissingDerivative for Missing {
            const WHAT: &'static str = "`repeated_slope` has no tangent yet: write `#[differentiable(jvp)]` on it";
        }
        ::pullback::rt::missing_derivative::<Missing, _>()
    }
    /// The value of [`repeated_slope`](repeated_slope()) and its tangent, the derivative along the tangents of the parameters.
    #[inline]
    pub fn jvp(x: f64, y: f64, count: usize, x_bar: f64, y_bar: f64) -> (f64, f64) {
        Self::tangent(x, y, count, Some(x_bar), Some(y_bar), None)
    }
    /// Compares the derivatives of [`repeated_slope`](repeated_slope()) with differences: see `check_grad!`.
    #[doc(hidden)]
    #[inline]
    pub fn check(
        x: f64,
        y: f64,
        count: usize,
    ) -> ::core::result::Result<::pullback::Report, ::pullback::Mismatch> {
        ::pullback::rt::check_call(
            "repeated_slope",
            &["x", "y"],
            (
                ::pullback::rt::Moved(x),
                (::pullback::rt::Moved(y), (::pullback::rt::Fixed(count), ())),
            ),
            |
                (
                    ::pullback::rt::Moved(x_at),
                    (::pullback::rt::Moved(y_at), (::pullback::rt::Fixed(count_at), ())),
                ),
                out|
            {
                ::pullback::rt::flatten(
                    &repeated_slope(
                        ::core::clone::Clone::clone(x_at),
                        ::core::clone::Clone::clone(y_at),
                        ::core::clone::Clone::clone(count_at),
                    ),
                    out,
                );
            },
            |
                (
                    ::pullback::rt::Moved(x_at),
                    (::pullback::rt::Moved(y_at), (::pullback::rt::Fixed(count_at), ())),
                ),
                _,
                seed,
                out|
            {
                match Self::vjp(
                    ::core::clone::Clone::clone(x_at),
                    ::core::clone::Clone::clone(y_at),
                    ::core::clone::Clone::clone(count_at),
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
        >("repeated_slope", "repeated_slope", ::pullback::rt::path_of(&called));
        called
    }
}
