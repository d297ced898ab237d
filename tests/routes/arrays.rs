//! Functions that return arrays of references, which an index chooses from; and lists behind a `Deref` of the user's own.
use pullback::{Differentiable, check_grad, differentiable};
use std::ops::{Deref, DerefMut, Index, IndexMut};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Node {
    low: f64,
    high: f64,
}

#[differentiable]
impl Node {
    fn length(&self) -> f64 {
        self.high - self.low
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Wide {
    left: Node,
    right: Node,
}

#[differentiable]
impl Wide {
    fn both(&self) -> [&Node; 2] {
        [&self.left, &self.right]
    }
    fn both_mut(&mut self) -> [&mut Node; 2] {
        [&mut self.left, &mut self.right]
    }
    /// The shorter one first, if there is one.
    fn ordered(&self) -> [&Node; 2] {
        if self.right.length() < self.left.length() {
            return [&self.right, &self.left];
        }
        self.both()
    }
    fn positive(&self) -> Option<[&Node; 2]> {
        if self.left.low > 0.0 {
            Some([&self.left, &self.right])
        } else {
            None
        }
    }
    fn weighted(&self) -> f64 {
        let mut sum = 0.0;
        for (k, node) in self.ordered().into_iter().enumerate() {
            sum += (k + 1) as f64 * node.length() * node.low;
        }
        sum
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct At(usize);

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Nodes(Vec<Wide>);

#[differentiable]
impl Deref for Nodes {
    type Target = Vec<Wide>;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

#[differentiable]
impl DerefMut for Nodes {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Index<usize> for Nodes {
    type Output = Wide;
    fn index(&self, k: usize) -> &Wide {
        &self.0[k]
    }
}

impl IndexMut<usize> for Nodes {
    fn index_mut(&mut self, k: usize) -> &mut Wide {
        &mut self.0[k]
    }
}

#[differentiable(types(both = fn(..) -> [&Node; 2]))]
impl Index<At> for Nodes {
    type Output = Node;
    fn index(&self, at: At) -> &Node {
        self.0[at.0 >> 1].both()[at.0 & 1]
    }
}

#[differentiable(types(both_mut = fn(..) -> [&mut Node; 2]))]
impl IndexMut<At> for Nodes {
    fn index_mut(&mut self, at: At) -> &mut Node {
        self.0[at.0 >> 1].both_mut()[at.0 & 1]
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Tree {
    nodes: Nodes,
    scale: f64,
}

#[differentiable(types(.nodes = impl Index))]
fn shifted(tree: &mut Tree, at: usize, by: f64) -> f64 {
    let mut sum = 0.0;
    for k in 0..4 {
        let node = &mut tree.nodes[At((at + k) % 4)];
        node.high += by * node.low;
        node.low *= tree.scale;
        sum += tree.nodes[At(k)].length() * (k + 1) as f64;
    }
    sum
}

/// What is pushed goes to the list behind the pointer.
#[differentiable]
fn grown(tree: &mut Tree, by: f64) -> f64 {
    let last = tree.nodes.len() - 1;
    let right = tree.nodes[last].left;
    tree.nodes.push(Wide {
        left: Node {
            low: by,
            high: by * tree.scale,
        },
        right,
    });
    tree.nodes[0].left.high *= tree.nodes[last + 1].left.high;
    tree.nodes[last + 1].left.length() * tree.nodes[0].left.high + tree.nodes[last + 1].right.high
}

#[differentiable(types(both_mut = fn(..) -> [&mut Node; 2], positive = fn(..) -> Option<[&Node; 2]>))]
fn taken_apart(wide: &mut Wide, k: usize, by: f64) -> f64 {
    for node in wide.both_mut() {
        node.low += by * node.high;
    }
    let both: [&Node; 2] = wide.both();
    let [left, right] = both;
    let ends = left.low * right.high + both[k].length();
    match wide.positive() {
        Some(nodes) => ends * nodes[1 - k].length(),
        None => ends,
    }
}

#[differentiable]
fn weighted(wide: &Wide) -> f64 {
    wide.weighted()
}

fn wide(k: f64) -> Wide {
    Wide {
        left: Node {
            low: 0.3 * k,
            high: 1.7 + k,
        },
        right: Node {
            low: -0.4,
            high: 0.9 * k,
        },
    }
}

fn tree() -> Tree {
    Tree {
        nodes: Nodes(vec![wide(1.0), wide(2.0)]),
        scale: 1.3,
    }
}

#[test]
fn an_index_chooses_from_an_array_of_references_and_differences_agree() {
    for at in 0..4 {
        check_grad!(shifted(&mut tree(), at, 0.7)).unwrap();
    }
    for k in [1.0, 2.0, -1.0] {
        check_grad!(weighted(&wide(k))).unwrap();
        check_grad!(taken_apart(&mut wide(k), 0, 0.7)).unwrap();
        check_grad!(taken_apart(&mut wide(k), 1, 0.7)).unwrap();
    }
}

#[test]
fn what_is_pushed_to_a_list_behind_a_pointer_of_the_users_agrees_with_differences() {
    check_grad!(grown(&mut tree(), 0.7)).unwrap();
}
