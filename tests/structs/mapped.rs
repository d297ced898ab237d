//! `map` of what only rustc knows to be an option, a result or an array, ndarray's among them, with closures that capture and functions by name.
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable]
fn inverse(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { 1.0 / x }
}

#[derive(Clone, Debug, Differentiable)]
struct Body {
    moments: [f64; 3],
    limit: Option<f64>,
    checked: Result<f64, String>,
    corners: [u32; 3],
    points: Vec<[f64; 2]>,
}

#[differentiable]
impl Body {
    fn inverses(&self) -> [f64; 3] {
        self.moments.map(inverse)
    }

    fn limited(&self, k: f64) -> f64 {
        self.limit.map(|limit| (limit * k).sin()).unwrap_or(k * k)
    }

    fn corner(&self, scale: f64) -> [[f64; 2]; 3] {
        self.corners.map(|k| {
            let point = self.points[k as usize];
            [point[0] * scale, point[1] + scale]
        })
    }

    fn tried(&self, k: f64) -> Result<f64, String> {
        let value = self.checked.clone().map(|x| x.max(k) * k)?;
        Ok(value + self.limited(k))
    }
}

/// A function of the float by its path, of an array and of an option.
#[differentiable]
fn grown(body: &Body, steps: usize) -> f64 {
    let mut sum = 1.0;
    for step in 0..steps {
        let grown = body.inverses().map(f64::exp);
        if step > 0 {
            sum *= grown[step % 3];
        }
        sum += body.limit.map(f64::tanh).unwrap_or(grown[0]);
    }
    sum
}

/// In a loop, in a branch, and of a result.
#[differentiable]
fn every(body: &Body, k: f64, steps: usize) -> f64 {
    let mut sum = 0.0;
    for step in 0..steps {
        let scaled = body.inverses().map(|x| x * k * step as f64);
        sum += scaled[0] * scaled[2];
        if step % 2 == 0 {
            let corner = body.corner(scaled[1]);
            sum += corner[0][0] * corner[1][1] - corner[2][1];
        }
    }
    sum + body.tried(k).map(|x| x * sum).unwrap_or(0.5 * k)
}

#[differentiable]
fn halved(values: [f64; 2], depth: usize) -> f64 {
    if depth == 0 {
        return values[0] * values[1];
    }
    let body = Body {
        moments: [values[0], values[1], 2.0],
        limit: Some(values[1]),
        checked: Ok(values[0]),
        corners: [0, 1, 0],
        points: vec![values, [1.0, values[0]]],
    };
    let inverses = body.moments.map(|x| 0.5 * x + values[0]);
    halved([inverses[0], inverses[1]], depth - 1) + body.limited(inverses[2])
}

#[test]
fn values_are_mapped() {
    let mut body = Body {
        moments: [0.5, 1.25, 0.75],
        limit: Some(0.75),
        checked: Ok(1.5),
        corners: [2, 0, 1],
        points: vec![[0.5, 1.5], [2.0, -0.5], [0.25, 1.0]],
    };
    check_grad!(every(&body, 0.75, 5)).unwrap();
    check_grad!(grown(&body, 3)).unwrap();
    body.limit = None;
    body.checked = Err("no".into());
    body.moments[2] = -1.5;
    check_grad!(every(&body, 1.75, 4)).unwrap();
    check_grad!(grown(&body, 4)).unwrap();
    check_grad!(halved([0.75, 1.5], 3)).unwrap();
}

/// Two elements of an array change places as those of what it is seen as.
#[differentiable]
fn swapped(body: &Body, k: f64) -> f64 {
    let mut body = body.clone();
    for j in 0..2 {
        if k > 0.0 {
            body.moments.as_mut().swap(j, j + 1);
        }
        body.moments[0] *= k * body.moments[1];
    }
    body.moments[0] + body.moments[1] * body.moments[2] * k
}

#[test]
fn parts_are_swapped() {
    let body = Body {
        moments: [0.5, 1.25, 0.75],
        limit: None,
        checked: Ok(1.5),
        corners: [0; 3],
        points: Vec::new(),
    };
    check_grad!(swapped(&body, 0.75)).unwrap();
    check_grad!(swapped(&body, -0.75)).unwrap();
}

/// What maps the numbers of a field that is an array or an option: a closure with a name, and a function that is a parameter.
mod given_by_name {
    use pullback::{Differentiable, check_grad, differentiable};

    #[derive(Clone, Debug, Differentiable)]
    struct Corners {
        near: [f64; 3],
        far: [f64; 3],
        weight: Option<f64>,
    }

    #[differentiable]
    impl Corners {
        fn map<F: Fn(f64) -> f64>(&self, f: F) -> Corners {
            let weight = self.weight.map(&f);
            Corners {
                near: self.near.map(&f),
                far: self.far.map(f),
                weight,
            }
        }

        fn stretched(&self, k: f64) -> f64 {
            let stretch = |x| x * k + self.far[0];
            self.near.map(stretch).iter().sum::<f64>() * self.weight.map(stretch).unwrap_or(k)
        }
    }

    #[differentiable]
    fn both(corners: &Corners, k: f64) -> f64 {
        let mut sum = corners.stretched(k);
        for step in 0..3 {
            let bent = corners.map(|x| (x * k).sin() + step as f64);
            sum += bent.near[step] * bent.far[1] * bent.weight.unwrap_or(0.5);
        }
        sum
    }

    #[test]
    fn fields_are_mapped_by_closures_with_a_name_and_by_functions_that_are_parameters() {
        for weight in [Some(0.7), None] {
            let corners = Corners {
                near: [0.3, 0.1, 0.2],
                far: [1.0, 0.3, 0.1],
                weight,
            };
            check_grad!(both(&corners, 1.3)).unwrap();
        }
    }
}

mod ndarrays {
    use super::*;
    use pullback::ndarray::{Array1, Array2, arr1, arr2};

    #[derive(Clone, Differentiable)]
    struct Weights {
        w: Array1<f64>,
        m: Array2<f64>,
    }

    #[differentiable]
    fn mapped(weights: &Weights, k: f64) -> f64 {
        let negative = weights.w.map(|w| (1.0 - w.exp() * k).abs().ln());
        let squares = weights.m.map(|x| x.powi(2) * k);
        let sines = weights.m.map(|x| x.sin() * k);
        negative.sum() * squares.sum() + sines.dot(&squares).sum() * k
    }

    #[test]
    fn fields_that_are_arrays_of_ndarray_are_mapped_element_by_element_in_any_layout() {
        let m = arr2(&[[0.4, 0.7], [-0.2, 1.1]]);
        for m in [m.clone(), m.reversed_axes()] {
            let weights = Weights {
                w: arr1(&[0.3, -0.4]),
                m,
            };
            check_grad!(mapped(&weights, 0.7)).unwrap();
        }
    }
}
