//! What is behind an option, in closures that are passed on, in patterns and in loops.
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable]
fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) + f(2.0 * x)
}
#[differentiable]
fn apply_mut(mut f: impl FnMut(f64) -> f64, x: f64) -> f64 {
    f(x) * f(2.0 * x)
}
#[differentiable]
fn closure_mut(x: f64, mut out: Option<&mut [f64]>) -> f64 {
    let mut r = x;
    if let Some(out) = out.as_deref_mut() {
        r = apply_mut(
            |t| {
                out[0] += t * x;
                out[0] * out[1]
            },
            x,
        );
        r += apply(|t| t * out[0], x);
    }
    if let Some(o) = out {
        o[1] *= r;
    }
    r
}
#[differentiable]
fn ref_patterns(x: f64, w: Option<&[f64]>, mut out: Option<&mut f64>) -> f64 {
    let mut s = x;
    if let Some(ref w) = w {
        s += w[0];
    }
    if let Some(ref mut o) = out {
        **o += s * x;
    }
    match out {
        Some(ref o) => s *= **o,
        None => {}
    }
    if let Some(o) = &out {
        s += **o;
    }
    s
}
#[differentiable]
fn loops(x: f64, w: Option<&[f64]>) -> f64 {
    let mut s = x * w.unwrap_or(&[]).len() as f64;
    for (a, b) in w.unwrap_or(&[0.5, 0.6]).iter().zip(w.unwrap_or(&[1.0, 2.0])) {
        s += a * b * x;
    }
    if w.is_none() {
        s += x.sin();
    }
    s += w.map(|w| w.iter().map(|v| v * x).sum::<f64>()).unwrap_or_default();
    s
}
#[differentiable]
fn over(x: f64, w: Option<&[f64]>) -> f64 {
    let mut s = x;
    if let Some(w) = w {
        for v in w {
            s += v * x;
        }
    }
    s
}
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Held {
    a: f64,
    b: Option<f64>,
    v: Vec<f64>,
}
#[differentiable]
fn nested(x: f64, s: Option<&Held>, t: Option<&mut Held>) -> f64 {
    let a = s.and_then(|s| s.b.as_ref()).map_or(x, |b| b * x);
    let b = match s {
        Some(Held { a, b: Some(b), .. }) => a * b,
        Some(Held { a, .. }) => a * x,
        None => x,
    };
    let c = s.map(|s| s.v.iter().sum::<f64>()).unwrap_or(1.0);
    if let Some(Held { a, v, .. }) = t {
        *a *= x;
        v[0] += *a;
        v.push(*a * b);
    }
    a * b * c
}
#[differentiable]
fn stored(x: f64, t: Option<&mut Held>) -> f64 {
    let mut n = 0;
    if let Some(t) = t {
        while t.a < 1.0 && n < 5 {
            t.a += x * x;
            t.v[n % 2] *= t.a;
            n += 1;
        }
        let w = std::mem::replace(&mut t.a, x);
        t.v.swap(0, 1);
        t.b = Some(w * x);
        return w * t.v[0];
    }
    x
}
/// The index of a chain has a name in its own arithmetic already when the closure gives it one.
#[differentiable]
fn named_index(x: &[f64], w: Option<&f64>) -> f64 {
    let mut sum = x[0];
    for f in x
        .iter()
        .step_by(2)
        .enumerate()
        .filter(|(_at, _)| scaled(0.5, x.last()) > 0.0)
        .map(|(_, v)| scaled(*v, w))
    {
        sum = sum * f + x[1];
    }
    sum
}

#[differentiable]
fn scaled(x: f64, by: Option<&f64>) -> f64 {
    by.map_or(x * x, |by| by * x)
}

/// What is found is looked at in a condition alone.
#[differentiable]
fn compared(x: &[f64], y: f64) -> f64 {
    let least = if scaled(y, x.iter().step_by(2).min_by(|a, b| a.total_cmp(b))) > 0.2 {
        y * x[0]
    } else {
        x[1]
    };
    let mut z;
    if scaled(y, Some(&x[1])) > 0.1 {
        z = least * y;
    } else {
        z = x[1];
    }
    z *= y;
    z
}

#[test]
fn indices_and_conditions() {
    let x = [0.7, 0.4, 1.3, 0.2, 0.9];
    check_grad!(named_index(&x, Some(&1.2))).unwrap();
    check_grad!(named_index(&x, None)).unwrap();
    check_grad!(compared(&x, 0.8)).unwrap();
    check_grad!(compared(&x, 0.1)).unwrap();
}

#[test]
fn closures_patterns_and_loops() {
    let s = || Held {
        a: 0.4,
        b: Some(0.7),
        v: vec![0.3, 0.9],
    };
    check_grad!(closure_mut(0.7, Some(&mut [0.3, 0.8]))).unwrap();
    check_grad!(closure_mut(0.7, None)).unwrap();
    check_grad!(ref_patterns(0.7, Some(&[0.3]), Some(&mut 0.8))).unwrap();
    check_grad!(ref_patterns(0.7, None, None)).unwrap();
    for w in [None, Some(&[0.3, 0.9][..])] {
        check_grad!(loops(0.7, w)).unwrap();
        check_grad!(over(0.7, w)).unwrap();
    }
    check_grad!(nested(0.7, Some(&s()), None)).unwrap();
    check_grad!(nested(0.7, None, None)).unwrap();
    check_grad!(nested(0.7, Some(&Held { b: None, ..s() }), None)).unwrap();
    let mut t = s();
    let v = nested(0.7, Some(&s()), Some(&mut t));
    let mut t2 = s();
    assert_eq!(v, nested::value_and_grad(0.7, Some(&s()), Some(&mut t2)).0);
    assert_eq!(t, t2);
    check_grad!(stored(0.7, Some(&mut s()))).unwrap();
    check_grad!(stored(0.7, None)).unwrap();
}

#[differentiable]
fn in_place(x: f64) -> f64 {
    let mut s = 0.0;
    (|| {
        s += x * x;
    })();
    (|y: f64| s += y * x)(x);
    let t = (|y: f64| {
        let mut z = y;
        z += x;
        z * x
    })(s);
    s + t
}
#[test]
fn closures_are_called_where_they_are_written() {
    check_grad!(in_place(0.8)).unwrap();
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Voxels {
    origin: f64,
    scale: f64,
    cells: Vec<i32>,
}

/// What comes out of the methods, the closures note.
#[differentiable]
impl Voxels {
    fn each_corner(&self, cell: i32, mut f: impl FnMut(f64)) {
        for shift in &[-0.5, 0.5] {
            f(self.origin + (cell as f64 + *shift) * self.scale)
        }
    }

    fn each_pair<F>(&self, mut f: F)
    where
        F: FnMut(f64, f64),
    {
        for cell in &self.cells {
            let mut low = 0.0;
            self.each_corner(*cell, |p| low += p);
            f(low, self.scale);
        }
    }
}

#[differentiable]
fn noted(voxels: &Voxels, k: f64, above: &mut Vec<f64>) -> f64 {
    let mut sum = 0.0;
    for cell in &voxels.cells {
        if voxels.origin + *cell as f64 > 0.0 {
            voxels.each_corner(*cell, |p| above.push(p * k));
        }
    }
    voxels.each_pair(|a, b| sum += a * b * k);
    sum
}

#[test]
fn methods_that_only_call_what_they_are_given() {
    let voxels = Voxels {
        origin: 0.3,
        scale: 1.7,
        cells: vec![1, -2, 4],
    };
    check_grad!(noted(&voxels, 0.8, &mut vec![0.5])).unwrap();
}
