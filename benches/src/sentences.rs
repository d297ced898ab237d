//! The network of `examples/treelstm` on made-up trees: a batch of them one after the other, and all nodes of equal height at once.
//!
//! `networks.py` has the same network, on the same trees.

#[path = "../../examples/treelstm/batched.rs"]
mod batched;
#[allow(dead_code)]
#[path = "../../examples/treelstm/recursive.rs"]
mod recursive;

/// What the two are of, without the parser.
#[allow(dead_code)]
mod trees {
    pub const LEAVES: usize = 32;
    pub const KINDS: usize = 16;

    pub enum Tree {
        Leaf(usize),
        Node(usize, Box<Tree>, Box<Tree>),
    }

    pub struct Example {
        pub tree: Tree,
        pub label: usize,
    }
}

use crate::harness::{Objective, Table};
use batched::Plan;
use pullback::Cotangent;
use rand010::{SeedableRng, rngs::SmallRng};
use recursive::Network;
use std::hint::black_box;
use trees::{Example, KINDS, LEAVES, Tree};

/// A generator that is as quickly written elsewhere.
struct Drawn(u64);

impl Drawn {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn tree(&mut self, leaves: usize) -> Tree {
        if leaves == 1 {
            return Tree::Leaf(self.below(LEAVES));
        }
        let (kind, left) = (self.below(KINDS), 1 + self.below(leaves - 1));
        Tree::Node(kind, Box::new(self.tree(left)), Box::new(self.tree(leaves - left)))
    }
}

pub fn all(table: &Table) {
    let names = [
        "TreeLSTM of 48, 25 trees, recursive",
        "TreeLSTM of 48, 25 trees, by height",
    ];
    if !names.iter().any(|name| table.wants(name)) {
        return;
    }
    let mut drawn = Drawn(1);
    let examples: Vec<Example> = (0..25)
        .map(|k| {
            let leaves = 4 + drawn.below(26);
            Example {
                tree: drawn.tree(leaves),
                label: k % 2,
            }
        })
        .collect();
    let batch: Vec<&Example> = examples.iter().collect();
    let network = Network::new(48, &mut SmallRng::seed_from_u64(3));

    let one_by_one = Objective::new(names[0])
        .anchor("PyTorch 470 ms")
        .tolerance(1e-4)
        .primal(|| recursive::loss(black_box(&network), &batch).into())
        .plain(|computed| {
            let (value, bars) = recursive::loss::value_and_grad(black_box(&network), &batch);
            computed.gathered(&bars, Cotangent::partials);
            value.into()
        });
    table.add(one_by_one, |_, gradient| {
        let at_once = batched::loss::grad(&network, &Plan::of(&batch));
        crate::differences::assert_close(names[0], gradient, &at_once.partials(), 1e-4);
    });

    // The plan is made anew for each batch.
    let at_once = Objective::new(names[1])
        .tolerance(1e-4)
        .primal(|| batched::loss(black_box(&network), &Plan::of(&batch)).into())
        .plain(|computed| {
            let (value, bars) = batched::loss::value_and_grad(black_box(&network), &Plan::of(&batch));
            computed.gathered(&bars, Cotangent::partials);
            value.into()
        });
    table.add(at_once, |_, gradient| {
        let one_by_one = recursive::loss::grad(&network, &batch);
        crate::differences::assert_close(names[1], gradient, &one_by_one.partials(), 1e-4);
    });
}
