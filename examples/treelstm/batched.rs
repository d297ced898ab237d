//! The same network on a whole batch of trees: all nodes of equal height in one product.

use super::recursive::Network;
use super::trees::{Example, Tree};
use pullback::differentiable;
use pullback::tensor::Tensor;

/// The nodes of a batch of trees, from the leaves upward. A node's number is its place among all of them.
#[derive(Default)]
pub struct Plan {
    /// The kinds of the leaves, which have the first numbers.
    pub leaves: Vec<usize>,
    pub levels: Vec<Level>,
    /// The numbers of the roots.
    pub roots: Vec<usize>,
    pub labels: Vec<usize>,
}

/// Nodes of equal height: their kinds, and the numbers of their children.
#[derive(Default)]
pub struct Level {
    pub kinds: Vec<usize>,
    pub left: Vec<usize>,
    pub right: Vec<usize>,
}

/// A node's height, and its place among those of that height.
type Place = (usize, usize);

impl Plan {
    pub fn of(examples: &[&Example]) -> Self {
        let (mut plan, mut places) = (Plan::default(), Vec::new());
        let mut children: Vec<Vec<[Place; 2]>> = Vec::new();
        for example in examples {
            places.push(plan.add(&example.tree, &mut children));
            plan.labels.push(example.label);
        }
        // The numbers of the nodes of each height begin where those below end.
        let mut begins = vec![0, plan.leaves.len()];
        for level in &plan.levels {
            begins.push(begins[begins.len() - 1] + level.kinds.len());
        }
        let number = |(height, place): Place| begins[height] + place;
        for (level, children) in plan.levels.iter_mut().zip(children) {
            (level.left, level.right) = children
                .into_iter()
                .map(|[left, right]| (number(left), number(right)))
                .unzip();
        }
        plan.roots = places.into_iter().map(number).collect();
        plan
    }

    fn add(&mut self, tree: &Tree, children: &mut Vec<Vec<[Place; 2]>>) -> Place {
        match tree {
            Tree::Leaf(kind) => {
                self.leaves.push(*kind);
                (0, self.leaves.len() - 1)
            }
            Tree::Node(kind, left, right) => {
                let both = [self.add(left, children), self.add(right, children)];
                let height = 1 + both[0].0.max(both[1].0);
                while self.levels.len() < height {
                    self.levels.push(Level::default());
                    children.push(Vec::new());
                }
                self.levels[height - 1].kinds.push(*kind);
                children[height - 1].push(both);
                (height, self.levels[height - 1].kinds.len() - 1)
            }
        }
    }
}

/// The mean loss of the trees.
#[differentiable]
pub fn loss(network: &Network, #[no_diff] plan: &Plan) -> f32 {
    let (mut states, mut memories) = network.leaf(&network.of_leaves.index_select(0, &plan.leaves));
    for k in 0..plan.levels.len() {
        let left = states.index_select(0, &plan.levels[k].left);
        let right = states.index_select(0, &plan.levels[k].right);
        let own = network.of_kinds.index_select(0, &plan.levels[k].kinds);
        let gates = left.matmul(&network.of_left) + right.matmul(&network.of_right) + own;
        let left_memory = memories.index_select(0, &plan.levels[k].left);
        let right_memory = memories.index_select(0, &plan.levels[k].right);
        let (state, memory) = network.node(&gates, &left_memory, &right_memory);
        states = Tensor::concat(&[states.clone(), state], 0);
        memories = Tensor::concat(&[memories.clone(), memory], 0);
    }
    let roots = states.index_select(0, &plan.roots);
    roots.matmul(&network.answer).cross_entropy(&plan.labels)
}
