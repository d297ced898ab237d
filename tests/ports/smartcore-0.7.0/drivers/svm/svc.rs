//! The search for support vectors, step by step, and what is predicted of them.
use super::*;
use crate::linalg::basic::matrix::DenseMatrix;
use crate::svm::{Kernels, KernelsCotangent};
use pullback::{check_grad, differentiable};

type Parameters = SVCParameters<f64, u32, DenseMatrix<f64>, Vec<u32>>;

const X: [f64; 12] = [0.7, -1.3, 2.1, 0.4, 1.9, -0.6, -0.3, 1.1, 0.8, 1.6, -1.7, 0.2];

/// A function of the records and the parameters that does something with an optimizer which has not begun, in one epoch, and its test.
macro_rules! with_an_optimizer {
    ($test:ident, $function:ident, $($optimizer:ident)+ => { $($body:tt)* }) => {
        #[differentiable]
        fn $function(x: &[f64], c: f64, tol: f64, gamma: f64) -> f64 {
            let data = DenseMatrix::new(6, 2, x.to_vec(), false).unwrap();
            let y: Vec<u32> = vec![0, 1, 1, 0, 1, 0];
            let classes: (u32, u32) = (0, 1);
            let kernel: Box<dyn Kernel> = Box::new(Kernels::RBF { gamma: Some(gamma) });
            let parameters: SVCParameters<f64, u32, DenseMatrix<f64>, Vec<u32>> =
                SVCParameters { epoch: 1, c, tol, kernel: Some(kernel), m: PhantomData, seed: Some(3) };
            let $($optimizer)+: Optimizer<'_, f64, u32, DenseMatrix<f64>, Vec<u32>> = Optimizer {
                x: &data,
                y: &y,
                indices: None,
                parameters: &parameters,
                classes: &classes,
                svmin: 0,
                svmax: 0,
                gmin: f64::MAX,
                gmax: f64::MIN,
                tau: 1e-12,
                sv: Vec::new(),
                recalculate_minmax_grad: true,
            };
            $($body)*
        }

        #[test]
        fn $test() {
            check_grad!($function(&X, 0.8, 0.05, 0.6)).unwrap();
        }
    };
}

// What `optimize` does.
with_an_optimizer!(process_smo_select_pair_update_finish, searched, mut optimizer => {
    let mut cache: Cache<f64, u32, DenseMatrix<f64>, Vec<u32>> = Cache { data: HashMap::new(), phantom: PhantomData };
    optimizer.initialize(&mut cache);
    optimizer.finish(&mut cache);
    let mut sum = optimizer.gmax * optimizer.gmin;
    for v in &optimizer.sv {
        sum += v.alpha * v.grad + v.x[0] * v.k;
    }
    sum
});

with_an_optimizer!(initialize, begun, mut optimizer => {
    let mut cache: Cache<f64, u32, DenseMatrix<f64>, Vec<u32>> = Cache { data: HashMap::new(), phantom: PhantomData };
    optimizer.initialize(&mut cache);
    let mut sum = optimizer.gmax * optimizer.gmin;
    for v in &optimizer.sv {
        sum += v.alpha * v.grad + v.x[0] * v.k;
    }
    sum
});

with_an_optimizer!(optimize, optimized, optimizer => {
    let (vectors, w, b) = optimizer.optimize();
    let mut sum = b;
    for k in 0..w.len() {
        sum += w[k] * vectors[k][0] + w[k] * w[k];
    }
    sum
});

#[differentiable]
fn predicted(model: &SVC<'_, f64, u32, DenseMatrix<f64>, Vec<u32>>, x: &[f64]) -> f64 {
    model.predict_for_row(x)
}

/// The model borrows its parameters, and so is not moved along a direction: the difference is that of two models.
#[test]
fn predict_for_row() {
    let of = |h: [f64; 5]| {
        let parameters: Parameters = SVCParameters {
            epoch: 1,
            c: 1.0,
            tol: 0.1,
            kernel: Some(Box::new(Kernels::RBF { gamma: Some(0.8 + h[0]) })),
            m: PhantomData,
            seed: None,
        };
        let model: SVC<'_, f64, u32, DenseMatrix<f64>, Vec<u32>> = SVC {
            classes: Some((0, 1)),
            instances: Some(vec![vec![0.2 + h[1], 0.4], vec![1.1, 0.9]]),
            parameters: Some(&parameters),
            w: Some(vec![0.6, -0.4 + h[2]]),
            b: Some(0.3 + h[3]),
            phantomdata: PhantomData,
        };
        let x = [0.7, 1.3 + h[4]];
        let (value, (bar, x_bar)) = predicted::value_and_grad(&model, &x);
        let kernel = bar.parameters.unwrap().kernel.unwrap();
        let Some(KernelsCotangent::RBF { gamma }) = kernel.downcast_ref() else { panic!() };
        (value, [gamma.unwrap(), bar.instances.unwrap()[0][0], bar.w.unwrap()[1], bar.b.unwrap(), x_bar[1]])
    };
    let (_, slopes) = of([0.0; 5]);
    for k in 0..5 {
        let (mut up, mut down) = ([0.0; 5], [0.0; 5]);
        (up[k], down[k]) = (1e-5, -1e-5);
        let difference = (of(up).0 - of(down).0) / 2e-5;
        assert!((difference - slopes[k]).abs() < 1e-8, "{k}: {difference} {}", slopes[k]);
    }
}

#[differentiable]
fn voted(model: &MultiClassSVC<'_, f64, u32, DenseMatrix<f64>, Vec<u32>>, x: &[f64]) -> f64 {
    let records = DenseMatrix::new(2, 2, x.to_vec(), false).unwrap();
    let classes = model.predict(&records).unwrap();
    classes[0] * x[0] + classes[1].sin() * x[1]
}

/// Classes carry no derivative: what is left is that of the numbers beside them, and nothing for the model.
#[test]
fn predict_of_several_classes() {
    let parameters: Parameters =
        SVCParameters { epoch: 1, c: 1.0, tol: 0.1, kernel: Some(Box::new(Kernels::RBF { gamma: Some(0.8) })), m: PhantomData, seed: None };
    let of = |k: usize, h: f64, x: [f64; 4]| {
        let classifiers = [(0, 1), (0, 2), (1, 2)].map(|classes| {
            let mut w = vec![0.6 + classes.0 as f64, -0.4];
            w[k % 2] += h;
            SVC {
                classes: Some(classes),
                instances: Some(vec![vec![0.2, 0.4], vec![1.1, 0.9]]),
                parameters: Some(&parameters),
                w: Some(w),
                b: Some(0.3 - classes.1 as f64),
                phantomdata: PhantomData,
            }
        });
        voted::value_and_grad(&MultiClassSVC { classifiers: Some(classifiers.into()) }, &x)
    };
    let x = [0.7, 1.3, 0.2, 0.5];
    let (_, (bar, x_bar)) = of(0, 0.0, x);
    for k in 0..4 {
        let (mut up, mut down) = (x, x);
        (up[k], down[k]) = (x[k] + 1e-5, x[k] - 1e-5);
        let difference = (of(0, 0.0, up).0 - of(0, 0.0, down).0) / 2e-5;
        assert!((difference - x_bar[k]).abs() < 1e-8, "{k}: {difference} {}", x_bar[k]);
    }
    for k in 0..2 {
        assert_eq!(of(k, 1e-5, x).0, of(k, -1e-5, x).0);
        assert!(bar.classifiers.as_ref().unwrap().iter().all(|bar| bar.w.as_ref().is_none_or(|w| w[k] == 0.0)));
    }
}
