//! The compiler's output, compiled again: second derivatives against closed forms and differences.
//!
//! The included functions `f_slope` are written by the compiler: the derivative of `f` with respect to its first parameter (or
//! that one's first element), from the adjoint's own intermediate form, with a twin that comes from differentiating that.

macro_rules! compiled_twice {
    ($($name:ident)*) => { $(
        // The plain assignment is what is differentiated.
        #[allow(dead_code, clippy::assign_op_pattern)]
        mod $name {
            include!(concat!("expand/second/", stringify!($name), ".rs"));
            include!(concat!("expand/second/", stringify!($name), "_slope.rs"));
        }
    )* };
}

compiled_twice! { straight_line powers branch overwritten repeated dot }

fn assert_close(name: &str, a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance * b.abs().max(1.0), "{name}: {a} is not {b}");
}

/// The slope against differences of the function, and the slope's gradient against differences of the slope.
macro_rules! agrees_with_differences {
    ($($name:ident :: $slope:ident ($($rest:expr),*) at $points:expr;)*) => { $(
        #[test]
        fn $name() {
            use $name::{$name as function, $slope};
            for (x, y) in $points {
                let h = 1e-5;
                let difference = (function(x + h, y, $($rest),*) - function(x - h, y, $($rest),*)) / (2.0 * h);
                assert_close(stringify!($name), $slope(x, y, $($rest),*), difference, 1e-7);
                pullback::check_grad!($slope(x, y, $($rest),*)).unwrap();
            }
        }
    )* };
}

agrees_with_differences! {
    straight_line::straight_line_slope() at [(0.7, 1.3), (1.5, 0.4)];
    powers::powers_slope() at [(0.7, 1.3), (1.5, 0.4)];
    branch::branch_slope() at [(0.7, 1.3), (1.5, 0.4)];
    overwritten::overwritten_slope() at [(0.7, 1.3), (-1.5, 0.4)];
    repeated::repeated_slope(5) at [(0.7, 1.3), (-1.5, 0.4)];
}

#[test]
fn second_derivatives_in_closed_form() {
    for (x, y) in [(0.7_f64, 1.3_f64), (1.5, 0.4)] {
        // n·x³·y
        let (dxx, dxy) = repeated::repeated_slope::grad(x, y, 5);
        assert_close("repeated", dxx, 5.0 * 6.0 * x * y, 1e-14);
        assert_close("repeated", dxy, 5.0 * 3.0 * x * x, 1e-14);
        // (x²y + xy)² and (x²y − y²)²
        let (dxx, dxy) = branch::branch_slope::grad(x, y);
        let (z, zx, zxx, zy, zxy) = if x > y {
            (x * x * y + x * y, 2.0 * x * y + y, 2.0 * y, x * x + x, 2.0 * x + 1.0)
        } else {
            (x * x * y - y * y, 2.0 * x * y, 2.0 * y, x * x - 2.0 * y, 2.0 * x)
        };
        assert_close("branch", dxx, 2.0 * (zx * zx + z * zxx), 1e-14);
        assert_close("branch", dxy, 2.0 * (zx * zy + z * zxy), 1e-14);
        // x²y·(x²y² + y)
        let (dxx, dxy) = overwritten::overwritten_slope::grad(x, y);
        assert_close("overwritten", dxx, 12.0 * x * x * y.powi(3) + 2.0 * y * y, 1e-14);
        assert_close("overwritten", dxy, 12.0 * x.powi(3) * y * y + 4.0 * x * y, 1e-14);
    }
}

/// A row of a Hessian, through loops over slices.
#[test]
fn a_row_of_a_hessian() {
    let (x, y) = ([0.7, -1.2, 0.4], [1.5, 0.3, -0.8]);
    let slope = dot::dot_slope(&x, &y);
    let h = 1e-5;
    let moved = |step: f64| dot::dot(&[x[0] + step, x[1], x[2]], &y);
    assert_close("dot", slope, (moved(h) - moved(-h)) / (2.0 * h), 1e-8);
    pullback::check_grad!(dot::dot_slope(&x, &y)).unwrap();
    // (x₀·Σ xᵢ²yᵢ)²
    let s: f64 = x.iter().zip(&y).map(|(x, y)| x * x * y).sum();
    let (dx, dy) = dot::dot_slope::grad(&x, &y);
    let p = x[0] * s;
    let p0 = s + 2.0 * x[0] * x[0] * y[0];
    for j in 1..3 {
        let pj = x[0] * 2.0 * x[j] * y[j];
        assert_close("dot", dx[j], 2.0 * (p0 * pj + p * 2.0 * x[j] * y[j]), 1e-14);
        assert_close("dot", dy[j], 2.0 * (p0 * x[0] * x[j] * x[j] + p * x[j] * x[j]), 1e-14);
    }
    assert_close("dot", dx[0], 2.0 * (p0 * p0 + p * 6.0 * x[0] * y[0]), 1e-14);
}
