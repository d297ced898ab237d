//! The network, and its function on trees.

use super::trees::{Example, KINDS, LEAVES, Tree};
use pullback::tensor::Tensor;
use pullback::{Differentiable, differentiable};
use rand010::Rng;

/// A binary TreeLSTM: each node has a state and a memory, made of its kind and of those of its children.
#[derive(Clone, Debug, Differentiable)]
pub struct Network {
    /// What leaves and operators put in, a row for each kind: for the gates in, out, the candidate, and the two that keep.
    pub of_leaves: Tensor<f32>,
    pub of_kinds: Tensor<f32>,
    pub of_left: Tensor<f32>,
    pub of_right: Tensor<f32>,
    pub answer: Tensor<f32>,
}

impl Network {
    pub fn new(size: usize, rng: &mut impl Rng) -> Self {
        let deviation = 1.0 / (size as f32).sqrt();
        let mut rows = |count: usize, columns: usize| Tensor::normal(&[count, columns], 0.0, deviation, rng);
        Network {
            of_leaves: rows(LEAVES, 5 * size),
            of_kinds: rows(KINDS, 5 * size),
            of_left: rows(size, 5 * size),
            of_right: rows(size, 5 * size),
            answer: rows(size, 2),
        }
    }

    /// The part of the trees whose polarity is predicted.
    pub fn score(&self, examples: &[Example]) -> f64 {
        let is_right = |example: &&Example| {
            let (state, _) = self.encode(&example.tree);
            state.matmul(&self.answer).argmax_axis(1) == [example.label]
        };
        examples.iter().filter(is_right).count() as f64 / examples.len() as f64
    }
}

#[differentiable]
impl Network {
    /// State and memory of a leaf, or of several.
    pub fn leaf(&self, gates: &Tensor<f32>) -> (Tensor<f32>, Tensor<f32>) {
        let size = self.answer.shape()[0];
        let inlet = gates.slice_axis(1, 0..size).sigmoid();
        let outlet = gates.slice_axis(1, size..2 * size).sigmoid();
        let candidate: Tensor<f32> = gates.slice_axis(1, 2 * size..3 * size);
        let memory: Tensor<f32> = inlet * candidate.tanh();
        (outlet * memory.tanh(), memory)
    }

    /// Those of a node from the memories of its children.
    pub fn node(&self, gates: &Tensor<f32>, left: &Tensor<f32>, right: &Tensor<f32>) -> (Tensor<f32>, Tensor<f32>) {
        let size = self.answer.shape()[0];
        let inlet = gates.slice_axis(1, 0..size).sigmoid();
        let outlet = gates.slice_axis(1, size..2 * size).sigmoid();
        let candidate: Tensor<f32> = gates.slice_axis(1, 2 * size..3 * size);
        let keep_left = gates.slice_axis(1, 3 * size..4 * size).sigmoid();
        let keep_right = gates.slice_axis(1, 4 * size..5 * size).sigmoid();
        let memory: Tensor<f32> = inlet * candidate.tanh() + keep_left * left + keep_right * right;
        (outlet * memory.tanh(), memory)
    }

    /// State and memory of a tree.
    pub fn encode(&self, #[no_diff] tree: &Tree) -> (Tensor<f32>, Tensor<f32>) {
        match tree {
            Tree::Leaf(kind) => self.leaf(&self.of_leaves.slice_axis(0, *kind..*kind + 1)),
            Tree::Node(kind, left, right) => {
                let (left_state, left_memory) = self.encode(left);
                let (right_state, right_memory) = self.encode(right);
                let own = self.of_kinds.slice_axis(0, *kind..*kind + 1);
                let gates = left_state.matmul(&self.of_left) + right_state.matmul(&self.of_right) + own;
                self.node(&gates, &left_memory, &right_memory)
            }
        }
    }
}

/// The mean loss of trees, one after the other.
#[differentiable]
pub fn loss(network: &Network, #[no_diff] examples: &[&Example]) -> f32 {
    let mut total = 0.0;
    for example in examples {
        let (state, _) = network.encode(&example.tree);
        total += state.matmul(&network.answer).cross_entropy(&[example.label]);
    }
    total / examples.len() as f32
}
