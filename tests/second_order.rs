//! Second derivatives, `#[differentiable(order = 2)]`: Hessians against differences of gradients and against closed forms.

use pullback::ndarray::{Array1, Array2, array};
use pullback::{Differentiable, differentiable};

/// A Hessian is that of differences of the gradient at `at`, and symmetric.
fn assert_hessian(hessian: &Array2<f64>, at: &[f64], gradient: impl Fn(&[f64]) -> Vec<f64>) {
    assert_eq!(hessian.dim(), (at.len(), at.len()));
    let size = hessian.iter().fold(1.0_f64, |size, x| size.max(x.abs()));
    for j in 0..at.len() {
        let moved = |step: f64| {
            let mut at = at.to_vec();
            at[j] += step;
            gradient(&at)
        };
        let h = 1e-5;
        for (i, (up, down)) in moved(h).iter().zip(moved(-h)).enumerate() {
            let difference = (up - down) / (2.0 * h);
            let close = (hessian[[i, j]] - difference).abs() <= 1e-7 * size;
            assert!(close, "({i}, {j}): {} is not {difference}", hessian[[i, j]]);
            let skew = (hessian[[i, j]] - hessian[[j, i]]).abs();
            assert!(skew <= 1e-9 * size, "({i}, {j}) differs from ({j}, {i}) by {skew}");
        }
    }
}

#[differentiable(order = 2)]
fn rosenbrock(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() - 1 {
        let a = x[i + 1] - x[i] * x[i];
        let b = 1.0 - x[i];
        s += 100.0 * a * a + b * b;
    }
    s
}

#[test]
fn the_hessian_of_rosenbrock() {
    let x = [1.0, 2.0, 0.5, -0.3];
    assert_hessian(&rosenbrock::hessian(&x), &x, rosenbrock::grad);
    let two = rosenbrock::hessian(&[1.0, 1.0]);
    assert_eq!(two, pullback::ndarray::arr2(&[[802.0, -400.0], [-400.0, 200.0]]));
}

#[test]
fn a_product_comes_with_the_value_and_the_gradient() {
    let (x, direction) = ([1.0, 2.0, 0.5], [0.3, -1.0, 2.0]);
    let (value, gradient, product) = rosenbrock::value_grad_hvp(&x, &direction);
    assert_eq!((value, gradient), rosenbrock::value_and_grad(&x));
    assert_eq!(value, rosenbrock(&x));
    assert_eq!(product, rosenbrock::hvp(&x, &direction));
    let rows = rosenbrock::hessian(&x);
    for (row, product) in rows.rows().into_iter().zip(product) {
        let sum: f64 = row.iter().zip(direction).map(|(a, b)| a * b).sum();
        assert!((sum - product).abs() <= 1e-12 * sum.abs());
    }
}

/// The square of a branch, of steps.
#[differentiable(order = 2)]
fn branch(x: f64, y: f64, n: usize) -> f64 {
    let mut z = x * x * y;
    for _ in 0..n {
        z = if x > y { z + x * y } else { z - y * y };
    }
    z * z
}

#[test]
fn branches_in_closed_form() {
    for (x, y) in [(0.7_f64, 1.3_f64), (1.5, 0.4)] {
        let (z, [zx, zy], [zxx, zxy, zyy]) = if x > y {
            (
                x * x * y + x * y,
                [2.0 * x * y + y, x * x + x],
                [2.0 * y, 2.0 * x + 1.0, 0.0],
            )
        } else {
            (
                x * x * y - y * y,
                [2.0 * x * y, x * x - 2.0 * y],
                [2.0 * y, 2.0 * x, -2.0],
            )
        };
        let hessian = branch::hessian(x, y, 1);
        let expected = [
            [2.0 * (zx * zx + z * zxx), 2.0 * (zx * zy + z * zxy)],
            [2.0 * (zx * zy + z * zxy), 2.0 * (zy * zy + z * zyy)],
        ];
        for (value, expected) in hessian.iter().zip(expected.as_flattened()) {
            assert!((value - expected).abs() < 1e-13, "{value} {expected}");
        }
    }
}

#[differentiable(order = 2)]
fn steps(x: f64, y: f64, n: usize) -> f64 {
    let mut s = x;
    for i in 0..n {
        let t = (s * y).tanh();
        if t > 0.1 {
            s += t * t.exp() / (1.0 + y * y);
        } else if i % 2 == 0 {
            s -= t * x;
        } else {
            s *= y;
        }
        let z = if s > x { s * x } else { s.powi(3) };
        s += z.abs().sqrt() * 0.1;
    }
    s.max(x) + s.atan2(y) + s % 0.7
}

#[test]
fn loops_and_branches_over_scalars() {
    for at in [[0.3, 0.7], [1.3, -0.4], [-0.6, 1.2]] {
        let gradient = |at: &[f64]| {
            let (dx, dy) = steps::grad(at[0], at[1], 6);
            vec![dx, dy]
        };
        assert_hessian(&steps::hessian(at[0], at[1], 6), &at, gradient);
    }
}

#[differentiable(order = 2)]
fn log_sum_exp(terms: &[f64]) -> f64 {
    let mut m = terms[0];
    for t in terms {
        m = m.max(*t);
    }
    let s: f64 = terms.iter().map(|t| (t - m).exp()).sum();
    m + s.ln()
}

#[differentiable(order = 2)]
fn mixture(alphas: &[f64], means: &[f64], x: &[f64], d: usize) -> f64 {
    let k = alphas.len();
    let n = x.len() / d;
    let mut total = 0.0;
    for i in 0..n {
        let mut terms = vec![0.0; k];
        for j in 0..k {
            let mut q = 0.0;
            for l in 0..d {
                let e = x[i * d + l] - means[j * d + l];
                q += e * e;
            }
            terms[j] = alphas[j] - 0.5 * q;
        }
        total += log_sum_exp(&terms);
    }
    total - n as f64 * log_sum_exp(alphas)
}

#[test]
fn a_mixture_that_calls_a_function() {
    let z = [0.1, 0.5, 0.2, -0.3, 0.8, 1.0, -0.7, 0.4, 0.9, -0.2, 0.6, 0.3];
    let apart = |z: &[f64]| (z[..2].to_vec(), z[2..6].to_vec(), z[6..].to_vec());
    let (alphas, means, x) = apart(&z);
    assert_hessian(&mixture::hessian(&alphas, &means, &x, 2), &z, |z| {
        let (alphas, means, x) = apart(z);
        let (da, dm, dx) = mixture::grad(&alphas, &means, &x, 2);
        [da, dm, dx].concat()
    });
}

#[derive(Clone, Differentiable)]
struct Model {
    weights: Vec<f64>,
    scale: f64,
    #[no_diff]
    shift: f64,
}

#[differentiable(order = 2)]
fn of_a_struct(m: &Model, x: f64) -> f64 {
    let mut n = m.clone();
    n.scale *= x;
    n.weights[0] = x * m.shift * n.scale;
    let made = Model {
        weights: vec![x, 2.0],
        scale: x * x,
        shift: 0.5,
    };
    let mut s = n.scale * m.shift + made.scale * made.weights[0] * made.shift;
    for i in 0..n.weights.len() {
        s += m.weights[i] * n.weights[i] * x;
    }
    n.scale = s * s;
    n.scale + n.shift * m.scale
}

#[test]
fn a_model_in_a_struct_with_a_marked_field() {
    let apart = |z: &[f64]| {
        let (weights, scale, shift) = (z[..2].to_vec(), z[2], 0.25);
        (Model { weights, scale, shift }, z[3])
    };
    let z = [0.5, -2.0, 1.5, 0.5];
    let (m, x) = apart(&z);
    assert_hessian(&of_a_struct::hessian(&m, x), &z, |z| {
        let (m, x) = apart(z);
        let (dm, dx) = of_a_struct::grad(&m, x);
        [dm.weights, vec![dm.scale, dx]].concat()
    });
    let t = ModelCotangent {
        weights: vec![1.0, -1.0],
        scale: 0.5,
        shift: (),
    };
    let (dm, _) = of_a_struct::hvp(&m, x, &t, 0.0);
    let row = of_a_struct::hessian(&m, x).row(2).to_vec();
    assert!((dm.scale - (row[0] - row[1] + 0.5 * row[2])).abs() < 1e-12);
}

#[differentiable(order = 2)]
fn step(u: &mut [f64], k: f64, h: f64) {
    let a = -k * u[0].sin();
    u[1] += h * a;
    u[0] += h * u[1];
}

#[differentiable(order = 2)]
fn pendulum(u0: &[f64], k: f64, n: usize) -> f64 {
    let mut u = u0.to_vec();
    for _ in 0..n {
        step(&mut u, k, 0.05);
    }
    u[0] * u[0] + k * u[1]
}

#[test]
fn an_equation_that_is_integrated_in_place() {
    let z = [0.5, -0.2, 1.5];
    assert_hessian(&pendulum::hessian(&z[..2], z[2], 20), &z, |z| {
        let (du, dk) = pendulum::grad(&z[..2], z[2], 20);
        vec![du[0], du[1], dk]
    });
}

/// What runs in place has its products, and the argument holds what the function would have left.
#[differentiable(order = 2)]
fn squares(u: &mut [f64], k: f64) -> f64 {
    let mut s = 0.0;
    for v in u.iter_mut() {
        *v = *v * *v * k;
        s += *v * *v;
    }
    s
}

#[test]
fn an_argument_that_is_written() {
    let (u, k, tk) = ([0.5, -1.5], 0.7, -0.3);
    let (mut now, mut t) = (u, [1.0, 2.0]);
    let (value, (_, dk), (_, hk)) = squares::value_grad_hvp(&mut now, k, &mut t, tk);
    let fourths: f64 = u.iter().map(|u| u.powi(4)).sum();
    assert_eq!(now, u.map(|u| u * u * k));
    assert!((value - k * k * fourths).abs() < 1e-14);
    assert!((dk - 2.0 * k * fourths).abs() < 1e-14);
    let mixed = 8.0 * k * (u[0].powi(3) + 2.0 * u[1].powi(3));
    assert!((hk - (mixed + 2.0 * fourths * tk)).abs() < 1e-13, "{hk}");
}

/// A value that is not used, at a slope that is infinite there.
#[differentiable(order = 2)]
fn root(x: f64, y: f64) -> f64 {
    let r = x.sqrt();
    if y > 1.0 { r * y } else { y * y * y }
}

#[test]
fn what_is_not_used_contributes_nothing() {
    assert_eq!(root::hvp(0.0, 0.5, 1.0, 1.0), (0.0, 3.0));
}

#[differentiable(order = 2)]
fn fibonacci(x: f64, n: usize) -> f64 {
    if n < 2 {
        x
    } else {
        fibonacci(x, n - 1) * fibonacci(x * 0.5, n - 2) + x
    }
}

#[test]
fn a_function_that_calls_itself() {
    assert_hessian(&fibonacci::hessian(0.9, 6), &[0.9], |at| {
        vec![fibonacci::grad(at[0], 6)]
    });
}

#[differentiable(order = 2)]
fn sum(x: f64, y: f64) -> f64 {
    x + y
}

#[differentiable(order = 2)]
fn product(x: f64, y: f64) -> f64 {
    x * y
}

/// `x · d/dy (x + y)`, at y = 1: its derivative is 1, and 2 for who takes the tangent of `x` for that of `y`.
#[differentiable(jvp)]
fn confusable(x: f64) -> f64 {
    x * sum::grad(x, 1.0).1
}

/// The same of `x · y`: x².
#[differentiable]
fn confusable_tangent(x: f64) -> f64 {
    x * product::jvp(x, 1.0, 0.0, 1.0).1
}

#[test]
fn perturbations_are_not_confused() {
    for x in [1.0, 5.0] {
        assert_eq!(confusable::grad(x), 1.0);
        assert_eq!(confusable::jvp(x, 1.0), (x, 1.0));
        assert_eq!(confusable_tangent::grad(x), 2.0 * x);
    }
}

#[allow(clippy::needless_range_loop, reason = "not all are read")]
#[differentiable(order = 2)]
fn energy(x: &[f64], k: f64, n: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        s += (x[i] * k).sin() * x[i];
    }
    s * s
}

/// A penalty on the gradient, as in a network that is trained on forces.
#[differentiable(jvp)]
fn penalty(x: &[f64], k: f64) -> f64 {
    let (e, (dx, dk)) = energy::value_and_grad(x, k, 3);
    let (fx, _) = energy::grad(x, k * k, 2);
    let mut s = e * dk;
    for i in 0..dx.len() {
        s += dx[i] * fx[i];
    }
    s
}

#[test]
fn a_gradient_is_differentiated_in_either_mode() {
    let (x, k) = ([0.1, 0.4, -0.7], 0.8);
    pullback::check_grad!(penalty(&x, k)).unwrap();
    let (tx, tk) = ([1.0, -0.5, 0.3], 2.0);
    let (value, tangent) = penalty::jvp(&x, k, &tx, tk);
    let (same, (dx, dk)) = penalty::value_and_grad(&x, k);
    let inner = dx.iter().zip(tx).map(|(d, t)| d * t).sum::<f64>() + dk * tk;
    assert_eq!(value, same);
    assert!((tangent - inner).abs() <= 1e-12 * inner.abs(), "{tangent} {inner}");
}

#[derive(Clone, Differentiable)]
struct Layer {
    w: Vec<f64>,
    b: f64,
    #[no_diff]
    n: usize,
}

#[differentiable(order = 2)]
impl Layer {
    fn new(w: &[f64], b: f64) -> Layer {
        Layer {
            w: w.to_vec(),
            b,
            n: w.len(),
        }
    }
    fn forward(&self, x: f64) -> f64 {
        let mut s = self.b;
        for i in 0..self.n {
            s += self.w[i] * x;
        }
        s.tanh()
    }
    fn shift(&mut self, d: f64) -> f64 {
        self.b += d;
        self.w[0] *= d;
        self.b * d
    }
    fn scaled(mut self, k: f64) -> Layer {
        self.b *= k;
        self
    }
    fn loss(&self, x: f64, k: f64) -> f64 {
        let mut copy = self.clone();
        let s = copy.shift(x * x);
        let made = Layer::new(&[x, 2.0], s).scaled(k * k);
        copy.forward(x) * made.forward(0.5) + self.forward(k) * s
    }
}

#[test]
fn methods_have_hessians() {
    let apart = |z: &[f64]| (Layer::new(&z[..2], z[2]), z[3], z[4]);
    let z = [0.3, -0.5, 0.2, 0.7, 1.1];
    let (layer, x, k) = apart(&z);
    let along = LayerCotangent {
        w: vec![0.0; 2],
        b: 1.0,
        n: (),
    };
    let (value, gradient, (product, ..)) = layer.loss_value_grad_hvp(x, k, &along, 0.0, 0.0);
    assert_eq!(value, layer.loss(x, k));
    let same = layer.loss_grad(x, k);
    let distance = [
        gradient.0.w[0] - same.0.w[0],
        gradient.0.b - same.0.b,
        gradient.1 - same.1,
        gradient.2 - same.2,
    ];
    assert!(distance.iter().all(|d| d.abs() < 1e-15), "{distance:?}");
    assert_eq!(product.w[1], layer.loss_hessian(x, k)[[2, 1]]);
    assert_hessian(&layer.loss_hessian(x, k), &z, |z| {
        let (layer, x, k) = apart(z);
        let (dl, dx, dk) = layer.loss_grad(x, k);
        [dl.w, vec![dl.b, dx, dk]].concat()
    });
}

#[test]
fn the_check_compares_products_with_differences_of_gradients() {
    pullback::check_grad!(rosenbrock(&[1.0, 2.0, 0.5, -0.3])).unwrap();
    pullback::check_grad!(branch(0.7, 1.3, 2)).unwrap();
    pullback::check_grad!(steps(1.3, -0.4, 6)).unwrap();
    pullback::check_grad!(mixture(&[0.1, 0.5], &[0.2, -0.3, 0.8, 1.0], &[-0.7, 0.4, 0.9, -0.2], 2)).unwrap();
    pullback::check_grad!(step(&mut [0.5, -0.2], 1.5, 0.05)).unwrap();
    pullback::check_grad!(pendulum(&[0.5, -0.2], 1.5, 20)).unwrap();
    pullback::check_grad!(squares(&mut [0.5, -1.5], 0.7)).unwrap();
    pullback::check_grad!(fibonacci(0.9, 6)).unwrap();
    pullback::check_grad!(energy(&[0.1, 0.4, -0.7], 0.8, 3)).unwrap();
    let m = Model {
        weights: vec![0.5, -2.0],
        scale: 1.5,
        shift: 0.25,
    };
    pullback::check_grad!(of_a_struct(&m, 0.5)).unwrap();
}

/// At one, its value and its slope are those of the square beside it, its second derivative is not.
#[differentiable(order = 2)]
fn pieces(x: f64) -> f64 {
    if x == 1.0 { 2.0 * x - 1.0 } else { x * x }
}

#[test]
fn the_check_finds_a_second_derivative_that_is_wrong() {
    pullback::check_grad!(pieces(3.0)).unwrap();
    let wrong = pullback::check_grad!(pieces(1.0)).unwrap_err().to_string();
    let expected =
        "the derivative of `pieces::grad` with respect to `x` is 0.0, but differences say 2.0 (off by 2.0, 100%)";
    assert_eq!(wrong, expected);
}

#[derive(Clone, Copy, Differentiable)]
struct V2 {
    x: f64,
    y: f64,
}

#[differentiable(order = 2)]
impl std::ops::Add for V2 {
    type Output = V2;
    fn add(self, v: V2) -> V2 {
        V2 {
            x: self.x + v.x,
            y: self.y + v.y,
        }
    }
}

#[differentiable(order = 2)]
impl std::ops::Mul<V2> for f64 {
    type Output = V2;
    fn mul(self, v: V2) -> V2 {
        V2 {
            x: self * v.x,
            y: self * v.y,
        }
    }
}

#[differentiable(order = 2)]
impl std::ops::Mul<&V2> for &V2 {
    type Output = f64;
    fn mul(self, v: &V2) -> f64 {
        self.x * v.x + self.y * v.y.sin()
    }
}

#[differentiable(order = 2)]
impl std::ops::Neg for V2 {
    type Output = V2;
    fn neg(self) -> V2 {
        V2 {
            x: -self.x,
            y: -self.y * self.x,
        }
    }
}

#[differentiable(order = 2)]
fn of_vectors(v: &V2, k: f64) -> f64 {
    let w: V2 = k * k * *v;
    let fixed = V2 { x: 1.0, y: 0.5 };
    let mut sum = w + fixed;
    for _ in 0..2 {
        sum = 0.5 * sum + -w;
    }
    &sum * v + (&fixed * &sum) * k
}

/// Operators on elements, whose type only the list says.
#[differentiable(order = 2)]
fn of_elements(points: &[V2], rest: &[V2], k: f64) -> f64 {
    let mut moved = points.to_vec();
    for i in 1..points.len() {
        let difference = points[i] + -points[i - 1];
        moved[i] = rest[i] + k * difference;
    }
    moved.iter().map(|v| v.x * v.y.sin()).sum()
}

#[differentiable(order = 2)]
impl V2 {
    fn measure(&self) -> f64 {
        self.x * self.x * self.y
    }
}

/// What is collected is moved into a variable, and so is the list of tangents.
#[differentiable(order = 2)]
fn of_a_collected_list(x: &[f64]) -> f64 {
    let points: Vec<V2> = x.iter().map(|&x| V2 { x, y: x.sin() }).collect();
    points.iter().map(|v| v.measure()).sum()
}

#[test]
fn operators_on_elements_have_hessians() {
    let [points, rest] = [[0.7, -0.4, 1.3], [0.2, 0.5, -0.9]].map(|z| z.map(|x| V2 { x, y: 0.3 + x * x }));
    pullback::check_grad!(of_elements(&points, &rest, 0.8)).unwrap();
    pullback::check_grad!(of_a_collected_list(&[0.7, -0.4, 1.3])).unwrap();
}

#[derive(Clone, Copy, Differentiable)]
struct Counted {
    sum: f64,
    #[no_diff]
    count: u32,
}

#[differentiable(order = 2)]
impl Counted {
    fn and(mut self, x: f64) -> Self {
        self.sum *= x;
        self.count += 1;
        self
    }
}

#[differentiable(order = 2)]
fn counted(x: &[f64]) -> f64 {
    let mut all = Counted { sum: x[0], count: 0 };
    for &x in x {
        all = all.and(x);
    }
    if all.count == 2 { 2.0 * all.sum } else { all.sum }
}

#[test]
fn counters_in_structs_are_counted() {
    assert_eq!(counted::hessian(&[0.5, 2.0])[[0, 0]], 2.0 * 2.0 * 2.0); // of 2 x² y
    pullback::check_grad!(counted(&[0.7, -0.4, 1.3])).unwrap();
}

type Real = f64;

#[differentiable(order = 2)]
fn of_numbers_by_another_name(x: Real, y: Real) -> f64 {
    let z = x * y - y / (x * x + 1.0);
    -z * z % 7.0 + z
}

#[test]
fn operators_of_ones_own_have_hessians() {
    let z = [0.7, -0.4, 1.3];
    let v = |z: &[f64]| V2 { x: z[0], y: z[1] };
    assert_hessian(&of_vectors::hessian(&v(&z), z[2]), &z, |z| {
        let (dv, dk) = of_vectors::grad(&v(z), z[2]);
        vec![dv.x, dv.y, dk]
    });
    let z = [0.7, -1.4];
    let column = |dx, dy| of_numbers_by_another_name::hvp(z[0], z[1], dx, dy);
    let ((xx, xy), (yx, yy)) = (column(1.0, 0.0), column(0.0, 1.0));
    assert_hessian(&pullback::ndarray::arr2(&[[xx, yx], [xy, yy]]), &z, |z| {
        let (dx, dy) = of_numbers_by_another_name::grad(z[0], z[1]);
        vec![dx, dy]
    });
}

#[derive(Clone, Differentiable)]
enum Shape {
    Circle(f64),
    Box { width: f64, height: f64 },
}

#[differentiable(order = 2)]
fn area(shape: &Shape, k: Option<f64>) -> f64 {
    let scale = match k {
        Some(k) => k * k,
        None => 1.0,
    };
    match shape {
        Shape::Circle(r) => r * r * r * scale,
        Shape::Box { width, height } => width * height.sin() * scale,
    }
}

#[test]
fn what_enums_and_options_hold_has_second_derivatives() {
    let (r, k) = (1.5_f64, 0.7_f64);
    let along = |dr, dk| area::hvp(&Shape::Circle(r), Some(k), &ShapeCotangent::Circle(dr), Some(dk));
    let (ShapeCotangent::Circle(rr), Some(rk)) = along(1.0, 0.0) else {
        panic!("the product is of the same variants")
    };
    let (ShapeCotangent::Circle(kr), Some(kk)) = along(0.0, 1.0) else {
        panic!("the product is of the same variants")
    };
    let (expected, mixed) = ([6.0 * r * k * k, 2.0 * r * r * r], 6.0 * r * r * k);
    for (value, expected) in [(rr, expected[0]), (kk, expected[1]), (rk, mixed), (kr, mixed)] {
        assert!((value - expected).abs() < 1e-13, "{value} is not {expected}");
    }
    let shape = Shape::Box {
        width: 1.5,
        height: 0.7,
    };
    pullback::check_grad!(area(&shape, None)).unwrap();
}

#[derive(Clone, Differentiable)]
#[allow(clippy::vec_box, reason = "boxes in a list are what is tried")]
struct Boxed {
    inner: Box<f64>,
    list: Vec<Box<f64>>,
}

/// Values in boxes: made, read, written, handed on in structs.
#[differentiable(order = 2)]
fn in_boxes(x: f64, y: f64) -> f64 {
    let mut held = Box::new(x * y);
    *held *= x;
    let boxed = Boxed {
        inner: held,
        list: vec![Box::new(y.sin()), Box::new(x)],
    };
    let mut sum = *boxed.inner * *boxed.inner;
    for value in &boxed.list {
        sum += **value * *boxed.inner;
    }
    sum
}

#[test]
fn what_pointers_point_to_has_second_derivatives() {
    let at = [0.7, 1.3];
    assert_eq!(
        in_boxes::value_grad_hvp(at[0], at[1], 1.0, 0.5).0,
        in_boxes(at[0], at[1])
    );
    assert_hessian(&in_boxes::hessian(at[0], at[1]), &at, |at| {
        let (x, y) = in_boxes::grad(at[0], at[1]);
        vec![x, y]
    });
}

#[differentiable(order = 2)]
fn weighted_sum(g: impl Fn(f64, usize) -> f64, x: f64, n: usize) -> f64 {
    let mut s: f64 = 0.0;
    for k in 0..n {
        s += g(x * s.sin(), k) * g(x, 1);
    }
    s
}

#[differentiable(order = 2)]
fn handed_on(g: impl Fn(f64, usize) -> f64, x: f64) -> f64 {
    x * weighted_sum(g, x * x, 3)
}

#[differentiable(order = 2)]
fn for_each_square(mut g: impl FnMut(f64), x: &[f64]) {
    for v in x {
        g(*v * *v);
    }
}

/// Closures that read what they capture, that change it, and that stand in closures.
#[differentiable(order = 2)]
fn with_closures(x: f64, y: f64, z: &[f64]) -> f64 {
    let a = handed_on(|t, k| if k == 0 { t * y } else { (t * x).sin() * z[k] }, x);
    let mut sum = x;
    for_each_square(|v| sum += v * sum * y, z);
    let b = weighted_sum(
        |t, _| {
            let w = |u: f64| u * y * t;
            w(x) + w(y)
        },
        y,
        2,
    );
    a * b + sum
}

#[test]
fn closures_as_arguments_have_second_derivatives() {
    let at = [0.7, 1.2, 0.3, 0.5, 0.7, 0.2];
    assert_hessian(&with_closures::hessian(at[0], at[1], &at[2..]), &at, |at| {
        let (x, y, z) = with_closures::grad(at[0], at[1], &at[2..]);
        [vec![x, y], z].concat()
    });
    pullback::check_grad!(with_closures(at[0], at[1], &at[2..])).unwrap();
}

#[derive(Clone, Copy, Differentiable)]
struct Planar {
    x: f64,
    y: f64,
}

#[differentiable(order = 2)]
impl Planar {
    fn along(x: f64) -> Planar {
        Planar { x, y: x * x }
    }
}

#[differentiable(order = 2)]
impl std::ops::Add for Planar {
    type Output = Planar;
    fn add(self, other: Planar) -> Planar {
        Planar {
            x: self.x + other.x,
            y: self.y + other.y,
        }
    }
}

#[differentiable(order = 2)]
impl std::ops::Mul<Planar> for f64 {
    type Output = Planar;
    fn mul(self, v: Planar) -> Planar {
        Planar {
            x: self * v.x,
            y: self * v.y,
        }
    }
}

#[differentiable(order = 2)]
impl std::ops::AddAssign for Planar {
    fn add_assign(&mut self, other: Planar) {
        self.x += other.x;
        self.y *= other.y;
    }
}

#[derive(Clone, Differentiable)]
struct Particle {
    place: Planar,
    speed: Planar,
    #[no_diff]
    origin: Planar,
}

/// Compound assignments to locals and to fields, of structs.
#[differentiable(order = 2)]
fn drift(particles: &[Particle], h: f64) -> f64 {
    let mut particles = particles.to_vec();
    let mut sum = Planar::along(h);
    for particle in &mut particles {
        let kick: Planar = h * particle.speed;
        particle.speed += kick;
        particle.place += h * particle.speed;
        sum += particle.place + particle.origin;
    }
    sum.x * sum.y + particles[0].speed.y
}

#[test]
fn compound_assignments_of_structs_have_second_derivatives() {
    let planar = |x: f64, y: f64| Planar { x, y };
    let particles = |at: &[f64]| {
        let particles = at.chunks(4).map(|numbers| Particle {
            place: planar(numbers[0], numbers[1]),
            speed: planar(numbers[2], numbers[3]),
            origin: planar(0.5, 0.25),
        });
        particles.collect::<Vec<_>>()
    };
    let at = [0.4, 1.2, -0.3, 0.7, 1.1, -0.8, 0.9, 0.6, 0.35];
    assert_hessian(&drift::hessian(&particles(&at[..8]), at[8]), &at, |at| {
        let (bars, h) = drift::grad(&particles(&at[..8]), at[8]);
        let numbers = bars
            .iter()
            .flat_map(|bar| [bar.place.x, bar.place.y, bar.speed.x, bar.speed.y]);
        numbers.chain([h]).collect()
    });
}

/// A list that is made empty and returned, as the pullback's caller owns it.
#[differentiable(order = 2)]
fn pushed(x: &[f64], k: f64) -> Vec<f64> {
    let mut y = Vec::with_capacity(x.len());
    for v in x {
        y.push(v * v * k);
    }
    y
}

#[differentiable(order = 2)]
fn sum_of_pushed(x: &[f64], k: f64) -> f64 {
    let y = pushed(x, k);
    y[0] * y[1] + y[2]
}

#[test]
fn lists_that_are_pushed_to_and_returned_have_second_derivatives() {
    let at = [0.4, 1.2, -0.3, 0.7];
    assert_hessian(&sum_of_pushed::hessian(&at[..3], at[3]), &at, |at| {
        let (x, k) = sum_of_pushed::grad(&at[..3], at[3]);
        [x, vec![k]].concat()
    });
}

#[derive(Clone, Differentiable)]
enum Part {
    Rod(f64),
    Plate { width: f64, holes: Vec<f64> },
    Nothing,
}

/// Values of an enum, made and changed.
#[differentiable(order = 2)]
fn parts(x: f64, y: f64, k: usize) -> f64 {
    let mut part = match k {
        0 => Part::Rod(x * y),
        1 => Part::Plate {
            width: y,
            holes: vec![x, y * y],
        },
        _ => Part::Nothing,
    };
    match &mut part {
        Part::Rod(length) => *length *= x,
        Part::Plate { width, holes } => {
            *width += holes[0];
            holes[1] *= *width;
        }
        Part::Nothing => {}
    }
    match part {
        Part::Rod(length) => length * length,
        Part::Plate { width, holes } => width * holes[1] + holes[0],
        Part::Nothing => x * y,
    }
}

#[test]
fn values_of_enums_that_are_made_have_second_derivatives() {
    let at = [0.3, 0.7];
    for k in 0..3 {
        assert_hessian(&parts::hessian(at[0], at[1], k), &at, |at| {
            let (x, y) = parts::grad(at[0], at[1], k);
            vec![x, y]
        });
    }
}

/// A length that a function gives.
#[differentiable(order = 2)]
fn as_many_as_asked_for(k: f64, n: usize) -> f64 {
    let mut terms = vec![k * k; usize::max(n, 1)];
    terms[0] *= k;
    terms.iter().sum()
}

#[test]
fn lists_as_long_as_a_function_says_have_tangents() {
    let k: f64 = 1.5;
    assert_eq!(
        as_many_as_asked_for::jvp(k, 3, 1.0),
        (k.powi(3) + 2.0 * k * k, 3.0 * k * k + 4.0 * k)
    );
    assert_eq!(as_many_as_asked_for::hvp(k, 3, 1.0), 6.0 * k + 4.0);
}

#[derive(Clone, Differentiable)]
struct Corner {
    x: f64,
    y: f64,
}

#[differentiable(order = 2)]
fn reach(p: &Corner) -> f64 {
    p.x * p.x + p.y * p.y
}

/// The function says which branch is taken, and nothing of it reaches the result.
#[differentiable(order = 2)]
fn beyond(limit: impl Fn(f64) -> f64, x: f64) -> f64 {
    let y = limit(x);
    if y > 1.0 { x * x * x } else { x * x }
}

#[differentiable(order = 2)]
fn chosen_by_calls(x: f64, y: f64, p: &Corner) -> f64 {
    let far = reach(p);
    let base = beyond(|v| v * y, x);
    if far > 1.0 { base * p.x * y } else { base * p.y }
}

#[test]
fn results_that_only_choose_a_branch_are_no_part_of_second_derivatives() {
    for at in [[1.5, 0.9, 0.8, 0.7], [0.5, 0.9, 0.8, 0.7], [1.5, 0.9, 0.2, 0.7]] {
        let corner = |at: &[f64]| Corner { x: at[2], y: at[3] };
        let hessian = chosen_by_calls::hessian(at[0], at[1], &corner(&at));
        assert_hessian(&hessian, &at, |at| {
            let (x, y, p) = chosen_by_calls::grad(at[0], at[1], &corner(at));
            vec![x, y, p.x, p.y]
        });
    }
}

#[differentiable(order = 2)]
fn residual(a: &[f64], b: f64) -> [f64; 2] {
    let mut scaled = [a[0] * b, a[1].sin()];
    for part in &mut scaled {
        *part *= a[0];
    }
    scaled
}

/// Both sweeps of an iteration follow each other: the seeds of the sums are known before the loops.
#[differentiable(order = 2)]
fn fitted(points: &[[f64; 2]], k: f64, weights: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..points.len() {
        let error = residual(&points[i], k);
        sum += error[0] * error[0] + error[1] * weights[i];
        sum -= reach(&Corner { x: k, y: weights[i] }).sqrt();
    }
    let mut rest = k;
    for w in weights {
        rest += residual(&[*w, k], *w)[1];
    }
    0.5 * sum / weights.len() as f64 - rest * 3.0
}

#[test]
fn loops_whose_sweeps_are_fused_have_second_derivatives() {
    let at = [0.3, 0.7, -0.4, 0.9, 1.2, 0.5, 0.8];
    let points = |at: &[f64]| [[at[0], at[1]], [at[2], at[3]]];
    assert_hessian(&fitted::hessian(&points(&at), at[4], &at[5..]), &at, |at| {
        let (p, k, w) = fitted::grad(&points(at), at[4], &at[5..]);
        [p.concat(), vec![k], w].concat()
    });
    let (value, ..) = fitted::value_grad_hvp(&points(&at), at[4], &at[5..], &[[1.0; 2]; 2], 1.0, &[1.0; 2]);
    assert_eq!(value.to_bits(), fitted(&points(&at), at[4], &at[5..]).to_bits());
}

/// What is exchanged is exchanged in the tangent, and put back.
#[differentiable(order = 2)]
fn leapfrog(start: &[f64], dt: f64, steps: usize) -> f64 {
    let mut p = start.to_vec();
    let mut v = vec![0.0; p.len()];
    for k in 0..steps {
        for i in 0..p.len() {
            v[i] -= dt * p[i].sin();
            p[i] += dt * v[i];
        }
        if k % 3 == 2 {
            std::mem::swap(&mut p, &mut v);
        }
    }
    p.iter().zip(&v).map(|(a, b)| a * b).sum()
}

#[differentiable(order = 2)]
fn determinant<const N: usize>(mut a: [[f64; N]; N]) -> f64 {
    let mut det = 1.0;
    for k in 0..N {
        let mut pivot = k;
        for i in k + 1..N {
            if a[i][k].abs() > a[pivot][k].abs() {
                pivot = i;
            }
        }
        if pivot != k {
            a.swap(pivot, k);
            det = -det;
        }
        det *= a[k][k];
        for i in k + 1..N {
            let row = a[k];
            let factor = a[i][k] / row[k];
            for (x, above) in a[i].iter_mut().zip(row) {
                *x -= factor * above;
            }
        }
    }
    det
}

#[test]
fn what_is_exchanged_has_second_derivatives() {
    pullback::check_grad!(leapfrog(&[0.5, 1.0, -0.7], 0.1, 10)).unwrap();
    pullback::check_grad!(determinant([[1.0, 2.0, 0.5], [3.0, 0.1, 1.0], [0.2, 0.7, 2.0]])).unwrap();
}

#[differentiable(order = 2)]
fn least_squares(x: &Array2<f64>, y: &Array1<f64>, w: &Array1<f64>, decay: f64) -> f64 {
    let r = x.dot(w) - y;
    let scaled = &r * &r / (w.dot(w) + 1.0);
    let mut scores = x.dot(w);
    scores *= decay;
    scores *= &r;
    scores += &(y / decay);
    scaled.sum() + scores.dot(y) + (decay - w).sum()
}

#[test]
fn products_of_arrays_have_second_derivatives() {
    let x = array![[1.0, 2.0], [0.5, -1.0], [2.0, 0.3]];
    pullback::check_grad!(least_squares(&x, &array![1.0, 0.1, -0.4], &array![0.4, 0.7], 0.3)).unwrap();
}

#[derive(Clone, Debug, Differentiable)]
struct Dense {
    weights: Vec<Vec<f64>>,
    #[no_diff]
    offsets: Vec<f64>,
}

#[derive(Clone, Debug, Differentiable)]
struct Layered {
    layers: Vec<Dense>,
    scales: Vec<f64>,
}

#[differentiable(order = 2)]
fn applied(layer: &Dense, scales: &[f64], x: &[f64]) -> Vec<f64> {
    let mut out = Vec::new();
    for (row, offset) in layer.weights.iter().zip(&layer.offsets) {
        let z = inner(row, x) + offset * inner(&layer.offsets, scales);
        out.push(z.tanh());
    }
    out
}

#[differentiable(order = 2)]
fn inner(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[differentiable(order = 2)]
fn squared_error(model: &Layered, x: &[f64], y: &[f64]) -> f64 {
    let mut h = x.to_vec();
    for layer in &model.layers {
        h = applied(layer, &model.scales, &h);
    }
    h.iter().zip(y).map(|(a, b)| (a - b) * (a - b)).sum()
}

#[test]
fn fields_that_are_lent_have_second_derivatives_unless_they_are_marked() {
    let first = Dense {
        weights: vec![vec![0.1, 0.2], vec![-0.3, 0.4]],
        offsets: vec![0.1, 0.5],
    };
    let last = Dense {
        weights: vec![vec![0.5, -0.2]],
        offsets: vec![0.3],
    };
    let model = Layered {
        layers: vec![first, last],
        scales: vec![1.5, 0.7],
    };
    pullback::check_grad!(squared_error(&model, &[1.0, -0.5], &[0.7])).unwrap();
}

const TABLE: &[f64] = &[0.5, -1.0, 2.0];

#[differentiable(order = 2)]
fn polynomial(z: f64, coefficients: &[f64], unit: &str) -> f64 {
    let sum = coefficients.iter().rev().fold(0.0, |sum, c| c + z * sum);
    if unit == "m" { sum } else { sum * sum }
}

#[differentiable(order = 2)]
fn descending(z: f64, coefficients: &[f64], n: usize) -> f64 {
    if n == 0 {
        return z * coefficients[0] * z;
    }
    descending(z * coefficients[1], TABLE, n - 1) * z
}

#[differentiable(order = 2)]
fn of_constants(x: f64, y: f64, n: usize) -> f64 {
    let mut sum = y;
    for _ in 0..n {
        sum = polynomial(sum * x, TABLE, "m") + polynomial(y, &TABLE[1..], "km");
    }
    sum * descending(x, TABLE, 3)
}

#[test]
fn constants_that_are_references_are_lent() {
    pullback::check_grad!(of_constants(0.7, -0.4, 3)).unwrap();
}

#[differentiable(order = 2)]
fn logistic(x: &Array2<f64>, w: &Array1<f64>, sharpness: f64) -> f64 {
    let z = x.dot(w);
    let p = z.mapv(|z| {
        if z > 0.0 {
            1.0 / (1.0 + (-z * sharpness).exp())
        } else {
            z.exp() / (2.0 + sharpness.exp())
        }
    });
    let scaled = w.mapv(|v| v * v * w[0] * sharpness);
    p.mapv(f64::ln).sum() + scaled.sum() + x.mapv(|v| v.abs().sqrt()).sum()
}

#[test]
fn maps_of_arrays_have_second_derivatives() {
    let x = array![[1.0, 2.0], [0.5, -1.0], [2.0, 0.3]];
    pullback::check_grad!(logistic(&x, &array![0.3, -0.4], 1.7)).unwrap();
}

#[differentiable(order = 2)]
fn of_views(m: &Array2<f64>, x: &Array1<f64>) -> f64 {
    let row = if x[0] > 0.0 { m.row(0) } else { m.row(1) };
    let mut sum = row.dot(x) * row[1] - m.column(0).sum();
    for i in 1..m.nrows() {
        let gap = &m.row(i - 1) - &m.row(i);
        sum += gap.dot(&gap) * (-&m.row(i) * x).sum();
    }
    let gram = m.t().dot(m);
    sum * gram.row(1).mapv(|v| v * v * x[1]).sum()
}

#[test]
fn views_of_arrays_have_second_derivatives() {
    let m = array![[1.0, 2.0], [0.5, -1.0], [2.0, 0.3]];
    pullback::check_grad!(of_views(&m, &array![0.3, -0.4])).unwrap();
}
