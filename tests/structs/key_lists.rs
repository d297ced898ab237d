//! Lists of the keys of a map that are references, which a trait's functions return: against differences.
use pullback::ndarray::{Array1, Array2, ArrayView2, Axis, Zip, arr1, arr2};
use pullback::{Differentiable, check_grad, differentiable};
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

/// A model of some classes.
#[differentiable(maps(log_likelihood))]
trait Model<L>
where
    L: Eq + Hash + Ord + Clone,
{
    fn likelihoods(&self, x: ArrayView2<f64>) -> HashMap<&L, Array1<f64>>;

    fn logarithms(&self, x: ArrayView2<f64>) -> (Array2<f64>, Vec<&L>) {
        let log_likelihood = self.likelihoods(x);

        let mut classes = log_likelihood.keys().cloned().collect::<Vec<_>>();
        classes.sort();

        let mut table = Array2::<f64>::zeros((x.nrows(), log_likelihood.len()));
        Zip::from(table.columns_mut())
            .and(&classes)
            .for_each(|mut column, &class| column.assign(log_likelihood.get(class).unwrap()));

        let sums = table
            .mapv(|x| x.exp())
            .sum_axis(Axis(1))
            .mapv(|x| x.ln())
            .into_shape_with_order((x.nrows(), 1))
            .unwrap();
        (table - sums, classes)
    }

    fn probabilities(&self, x: ArrayView2<f64>) -> (Array2<f64>, Vec<&L>) {
        let (logarithms, classes) = self.logarithms(x);
        (logarithms.mapv(|v| v.exp()), classes)
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Classes<L: Eq + Hash> {
    weights: HashMap<L, Array1<f64>>,
}

#[differentiable(maps(weights))]
impl<L: Eq + Hash + Ord + Clone + Debug> Model<L> for Classes<L> {
    fn likelihoods(&self, x: ArrayView2<f64>) -> HashMap<&L, Array1<f64>> {
        let mut found = HashMap::new();
        for (class, weights) in self.weights.iter() {
            found.insert(class, x.dot(weights));
        }
        found
    }
}

#[differentiable]
fn of_model(model: &Classes<usize>, x: &Array2<f64>) -> f64 {
    let (logarithms, _) = model.logarithms(x.view());
    let (found, _) = model.probabilities(x.view());
    let (logarithms, found): (Array2<f64>, Array2<f64>) = (logarithms, found);
    logarithms[(0, 0)] * found[(1, 1)] + found[(0, 1)] * logarithms[(1, 0)]
}

#[test]
fn columns_in_the_order_of_keys() {
    let weights = HashMap::from([(1, arr1(&[0.4, -0.7])), (5, arr1(&[-0.9, 0.2]))]);
    check_grad!(of_model(&Classes { weights }, &arr2(&[[0.7, -1.3], [2.1, 0.4]]))).unwrap();
}
