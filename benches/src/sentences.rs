//! The network of `examples/treelstm` on made-up trees: a batch of them one after the other, and all nodes of equal height at once.
//!
//! `networks.py` has the same network, on the same trees.

#[path = "../../examples/treelstm/batched.rs"]
mod batched;
#[allow(dead_code)]
#[path = "../../examples/treelstm/recursive.rs"]
mod recursive;

#[allow(dead_code)]
#[path = "drawn.rs"]
mod trees;

use crate::harness::{Objective, Table};
use batched::Plan;
use pullback::Cotangent;
use rand010::{SeedableRng, rngs::SmallRng};
use recursive::Network;
use std::hint::black_box;
use trees::Example;

pub fn all(table: &Table) {
    let names = [
        "TreeLSTM of 48, 25 trees, recursive",
        "TreeLSTM of 48, 25 trees, by height",
    ];
    if !names.iter().any(|name| table.wants(name)) {
        return;
    }
    let examples = trees::examples(25);
    let batch: Vec<&Example> = examples.iter().collect();
    let network = Network::new(48, &mut SmallRng::seed_from_u64(3));

    let one_by_one = Objective::new(names[0])
        .anchor("PyTorch 105 ms, which saves 1074 KiB")
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
