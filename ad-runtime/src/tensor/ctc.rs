//! What a sequence of labels costs, wherever in time they stand (connectionist temporal classification), in log space.

use super::differentiable::add;
use super::storage::{Tensor, TensorElement, on_device};
#[cfg(feature = "cuda")]
use crate::cuda::{sequence_cost, sequence_slopes};
use crate::scalar::times;
use ndarray::{Array2, ArrayView2, Ix2};

impl<T: TensorElement> Tensor<T> {
    /// Minus the logarithm of the probability of a sequence of labels, of logarithms of probabilities (time × classes): of all
    /// ways to stretch the sequence over the time, with blanks between. It is infinite where there is none.
    ///
    /// # Panics
    /// If it is no matrix, or a label or the blank is no class, or a label is the blank.
    ///
    /// ```
    /// use ad_runtime::tensor::Tensor;
    ///
    /// // Of the sequences of length 2, `aa`, `a-` and `-a` are an `a`.
    /// let half = Tensor::full(&[2, 2], 0.5_f64.ln());
    /// assert!((half.ctc_loss(&[1], 0) + 0.75_f64.ln()).abs() < 1e-15);
    /// ```
    pub fn ctc_loss(&self, targets: &[usize], blank: usize) -> T {
        let states = states(self, targets, blank);
        on_device!("ctc_loss", [x = self] => -Tensor::from(sequence_cost(x, &states)).item());
        -Lattice::of(self, states).forward().1
    }
}

/// The states of a sequence: its labels with blanks around each.
struct Lattice<'p, T> {
    log_probabilities: ArrayView2<'p, T>,
    states: Vec<usize>,
}

/// The labels with blanks around each.
///
/// # Panics
/// If they do not fit.
fn states<T: TensorElement>(x: &Tensor<T>, targets: &[usize], blank: usize) -> Vec<usize> {
    let shape = x.shape();
    assert!(
        shape.len() == 2,
        "ctc_loss: a tensor of the shape {shape:?} is not of time × classes"
    );
    assert!(
        blank < shape[1],
        "ctc_loss: the blank {blank} is no class of the shape {shape:?}"
    );
    let mut states = vec![blank];
    for (k, label) in targets.iter().enumerate() {
        assert!(
            *label < shape[1] && *label != blank,
            "ctc_loss: label {label}, at place {k}, is no class of the shape {shape:?} but the blank {blank}"
        );
        states.extend([*label, blank]);
    }
    states
}

/// The slopes of the cost, times a cotangent.
fn slopes<T: TensorElement>(x: &Tensor<T>, targets: &[usize], blank: usize, seed: T) -> Tensor<T> {
    let states = states(x, targets, blank);
    on_device!("ctc_loss", [x = x] => sequence_slopes(x, &states, seed));
    Lattice::of(x, states).slopes(seed)
}

/// `ln(eᵃ + eᵇ)`, also where both are zero.
fn log_sum<T: TensorElement>(a: T, b: T) -> T {
    let (more, less) = if a > b { (a, b) } else { (b, a) };
    if less == T::neg_infinity() {
        more
    } else {
        more + (less - more).exp().ln_1p()
    }
}

impl<'p, T: TensorElement> Lattice<'p, T> {
    fn of(x: &'p Tensor<T>, states: Vec<usize>) -> Self {
        let log_probabilities = x.view().into_dimensionality::<Ix2>().expect("it was checked");
        Lattice {
            log_probabilities,
            states,
        }
    }

    /// Whether a state can follow the one two before it: another label can, without a blank between.
    fn skips(&self, state: usize) -> bool {
        state % 2 == 1 && state >= 2 && self.states[state] != self.states[state - 2]
    }

    /// The logarithms of the probabilities to be in each state at each time, and of the whole.
    fn forward(&self) -> (Array2<T>, T) {
        let (time, count) = (self.log_probabilities.nrows(), self.states.len());
        let mut alpha = Array2::from_elem((time, count), T::neg_infinity());
        for t in 0..time {
            for state in 0..count {
                let before = if t == 0 {
                    if state < 2 { T::ZERO } else { T::neg_infinity() }
                } else {
                    let mut before = alpha[(t - 1, state)];
                    if state > 0 {
                        before = log_sum(before, alpha[(t - 1, state - 1)]);
                    }
                    if self.skips(state) {
                        before = log_sum(before, alpha[(t - 1, state - 2)]);
                    }
                    before
                };
                alpha[(t, state)] = before + self.log_probabilities[(t, self.states[state])];
            }
        }
        let whole = match (time, count) {
            (0, 1) => T::ZERO,
            (0, _) => T::neg_infinity(),
            (_, 1) => alpha[(time - 1, 0)],
            _ => log_sum(alpha[(time - 1, count - 1)], alpha[(time - 1, count - 2)]),
        };
        (alpha, whole)
    }

    /// The logarithms of the probabilities of what follows each state.
    fn backward(&self) -> Array2<T> {
        let (time, count) = (self.log_probabilities.nrows(), self.states.len());
        let mut beta = Array2::from_elem((time, count), T::neg_infinity());
        for t in (0..time).rev() {
            for state in 0..count {
                let next = |to: usize| beta[(t + 1, to)] + self.log_probabilities[(t + 1, self.states[to])];
                beta[(t, state)] = if t + 1 == time {
                    if state + 2 >= count { T::ZERO } else { T::neg_infinity() }
                } else {
                    let mut after = next(state);
                    if state + 1 < count {
                        after = log_sum(after, next(state + 1));
                    }
                    if state + 2 < count && self.skips(state + 2) {
                        after = log_sum(after, next(state + 2));
                    }
                    after
                };
            }
        }
        beta
    }

    /// The slopes of the cost: minus the probability to be in a class at a time, given the sequence.
    fn slopes(&self, seed: T) -> Tensor<T> {
        let ((alpha, whole), beta) = (self.forward(), self.backward());
        let mut slopes = Array2::zeros(self.log_probabilities.dim());
        for ((t, state), alpha) in alpha.indexed_iter() {
            let share = (*alpha + beta[(t, state)] - whole).exp();
            slopes[(t, self.states[state])] -= times(seed, share);
        }
        Tensor::from(slopes)
    }
}

crate::foreign::rows! {
    /// The derivative of the cost of a sequence.
    ///
    /// ```
    /// use ad_runtime::{Workspace, methods::*, tensor::Tensor};
    ///
    /// let (x, mut x_bar, mut ws) = (Tensor::full(&[1, 2], 0.5_f64.ln()), Tensor::zeros(&[1, 2]), Workspace::new());
    /// let (_, kept) = x.ctc_loss_differentiable_push(&[1], 0, &mut ws);
    /// x.ctc_loss_differentiable_pull(kept, &mut ws, 1.0, Some(&mut x_bar), (&[1], None), ());
    /// assert_eq!(x_bar.to_vec(), [0.0, -1.0]);
    /// ```
    TensorCtc[T: TensorElement][T] for [] Tensor<T>;

    /// Original: `y = -ln Σ Π exp x[t, class]` over the ways through the sequence.\
    /// Adjoint: `x_bar[t, class] -= y_bar · P(class at t | sequence)`.
    fn ctc_loss(ref x, targets: lent [usize], blank: at usize) -> T, keeps usize;
        value { (x.ctc_loss(targets, blank), blank) }
        adjoint |blank, seed, x_bar, _, _| { add(x_bar, || slopes(x, targets, blank, seed)); }
        tangent |x_dot, _, _| { (slopes(x, targets, blank, T::ONE) * x_dot).sum() }
}
