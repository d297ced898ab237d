//! ADBench's objectives: from its files where they are there, on numbers of the same sizes otherwise.

use crate::by_hand::{MixtureGradient, NetworkGradient, bundle};
use crate::harness::{Objective, Table, along_directions};
use crate::objectives::Reference;
use crate::objectives::ba::{self, Scene, reprojection_error, weight_error};
use crate::objectives::gmm::{Mixture, log_posterior, log_posterior_at_each_point};
use crate::objectives::lstm::{self, Network};
use pullback::Workspace;
use std::hint::black_box;
use std::path::{Path, PathBuf};

pub fn all(table: &Table) {
    let own = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data").join(name);
    gmm(
        table,
        "GMM d2K5",
        "hand-optimal C 1.46 (.120 ms), Enzyme 2.18 (.169), Tapenade 3.18 (.249)",
        &Mixture::read(&own("gmm_d2_K5.txt")),
        Some(Reference {
            value: -5240.59056254965,
            sum: 5541.53507796,
            first: 167.215275110,
        }),
    );
    for (name, file, (d, k), anchor) in [
        (
            "GMM d10K25",
            "gmm/gmm_d10_K25.txt",
            (10, 25),
            "hand-optimal C 1.70 (1.82 ms), Enzyme 2.27 (3.24), Tapenade 3.31 (3.57)",
        ),
        (
            "GMM d20K50",
            "gmm/gmm_d20_K50.txt",
            (20, 50),
            "hand-optimal C 1.53 (9.29 ms), Enzyme 2.33 (16.2), Tapenade 3.03 (17.2)",
        ),
    ] {
        if !table.wants(name) {
            continue;
        }
        let (mixture, reference) = match shared(file) {
            Some(path) => (
                Mixture::read(&path),
                (k == 25).then_some(Reference {
                    value: -25649.6526211976,
                    sum: 56882.9987254,
                    first: 48.3466834161,
                }),
            ),
            None => (Mixture::made_up(d, k, 1000), None),
        };
        gmm(table, name, anchor, &mixture, reference);
    }
    for (name, file, layers, anchor) in [
        (
            "LSTM l2c1024",
            "lstm/lstm_l2_c1024.txt",
            2,
            "hand-optimal C 1.21 (1.74 ms), Enzyme 2.62 (3.74), Tapenade 4.00 (4.52)",
        ),
        (
            "LSTM l4c1024",
            "lstm/lstm_l4_c1024.txt",
            4,
            "hand-optimal C 1.20 (3.30 ms), Enzyme 2.64 (7.22), Tapenade 4.08 (8.75)",
        ),
    ] {
        if !table.wants(name) {
            continue;
        }
        let (network, reference) = match shared(file) {
            Some(path) => (
                Network::read(&path),
                (layers == 2).then_some(Reference {
                    value: 0.666665179558852,
                    sum: 0.550439289217,
                    first: 3.1438702e-6,
                }),
            ),
            None => (Network::made_up(layers, 1024, 14), None),
        };
        lstm(table, name, anchor, &network, reference);
    }
    let scene = Scene::read(&own("ba1_n49_m7776_p31843.txt"));
    ba_rows(table, &scene);
    ba_loss(table, &scene);
}

/// A file that is too large to be part of the project.
fn shared(name: &str) -> Option<PathBuf> {
    let path = shared_folder().join(name);
    path.exists().then_some(path)
}

fn shared_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/adbench")
}

/// The contenders for one form of the mixture.
macro_rules! mixture_objective {
    ($form:ident, $name:expr, $mixture:expr) => {{
        let mixture: &Mixture = $mixture;
        let Mixture {
            alphas,
            means,
            icf,
            points,
            ..
        } = mixture;
        let &Mixture { d, gamma, m, .. } = mixture;
        let mut workspace = Workspace::new();
        let mut bars = (vec![0.0; alphas.len()], vec![0.0; means.len()], vec![0.0; icf.len()]);
        let mut hand = MixtureGradient::new(mixture);
        let ones = (vec![1.0; alphas.len()], vec![1.0; means.len()], vec![1.0; icf.len()]);
        let same_ones = ones.clone();
        Objective::new($name)
            .primal(move || $form(black_box(alphas), means, icf, points, d, gamma, m))
            .kept(move |computed| {
                let (alphas_bar, means_bar, icf_bar) = &mut bars;
                alphas_bar.fill(0.0);
                means_bar.fill(0.0);
                icf_bar.fill(0.0);
                let value = $form::grad_into_with(
                    &mut workspace,
                    black_box(alphas),
                    means,
                    icf,
                    points,
                    d,
                    gamma,
                    m,
                    alphas_bar,
                    means_bar,
                    icf_bar,
                );
                computed.gradient(&bars);
                value
            })
            .plain(move |computed| {
                let (value, gradient) = $form::value_and_grad(black_box(alphas), means, icf, points, d, gamma, m);
                computed.gradient(&gradient);
                value
            })
            .by_hand(move |computed| {
                let value = hand.evaluate(black_box(mixture));
                computed.gathered(&hand, |hand| [&*hand.alphas, &hand.means, &hand.icf].concat());
                value
            })
            .forward(move |computed| {
                let (a, b, c) = &ones;
                let (value, tangent) = $form::jvp(black_box(alphas), means, icf, points, d, gamma, m, a, b, c);
                computed.gradient(&tangent);
                value
            })
            .twice(move |computed| {
                let (a, b, c) = &same_ones;
                let (value, gradient, product) =
                    $form::value_grad_hvp(black_box(alphas), means, icf, points, d, gamma, m, a, b, c);
                black_box(&product);
                computed.gradient(&gradient);
                value
            })
    }};
}

fn gmm(table: &Table, name: &str, anchor: &str, mixture: &Mixture, reference: Option<Reference>) {
    let value = |(alphas, means, icf): &(Vec<f64>, Vec<f64>, Vec<f64>)| {
        let &Mixture { d, gamma, m, .. } = mixture;
        log_posterior(alphas, means, icf, &mixture.points, d, gamma, m)
    };
    let within = format!("{name}, exponentials at each point");
    let forms = [
        (name, mixture_objective!(log_posterior, name, mixture).anchor(anchor)),
        (
            &within,
            mixture_objective!(log_posterior_at_each_point, &*within, mixture),
        ),
    ];
    for (name, objective) in forms {
        table.add(objective, |computed, gradient| {
            if let Some(reference) = &reference {
                reference.assert_agrees(computed, gradient);
            }
            let at = (mixture.alphas.clone(), mixture.means.clone(), mixture.icf.clone());
            along_directions(name, &at, gradient, 1e-6, value);
        });
    }
}

fn lstm(table: &Table, name: &str, anchor: &str, network: &Network, reference: Option<Reference>) {
    let Network {
        main,
        extra,
        state,
        sequence,
        ..
    } = network;
    let &Network { layers, width, .. } = network;
    let mut workspace = Workspace::new();
    let mut bars = (vec![0.0; main.len()], vec![0.0; extra.len()]);
    let mut hand = NetworkGradient::new(network);
    let ones = &(vec![1.0; main.len()], vec![1.0; extra.len()]);
    let objective = Objective::new(name)
        .anchor(anchor)
        .primal(move || lstm::loss(black_box(main), extra, state, sequence, layers, width))
        .kept(move |computed| {
            let (main_bar, extra_bar) = &mut bars;
            main_bar.fill(0.0);
            extra_bar.fill(0.0);
            let value = lstm::loss::grad_into_with(
                &mut workspace,
                black_box(main),
                extra,
                state,
                sequence,
                layers,
                width,
                main_bar,
                extra_bar,
            );
            computed.gradient(&bars);
            value
        })
        .plain(move |computed| {
            let (value, gradient) = lstm::loss::value_and_grad(black_box(main), extra, state, sequence, layers, width);
            computed.gradient(&gradient);
            value
        })
        .by_hand(move |computed| {
            let value = hand.evaluate(black_box(network));
            computed.gathered(&hand, |hand| [&*hand.main, &hand.extra].concat());
            value
        })
        .forward(move |computed| {
            let (a, b) = ones;
            let (value, tangent) = lstm::loss::jvp(black_box(main), extra, state, sequence, layers, width, a, b);
            computed.gradient(&tangent);
            value
        })
        .twice(move |computed| {
            let (a, b) = ones;
            let (value, gradient, product) =
                lstm::loss::value_grad_hvp(black_box(main), extra, state, sequence, layers, width, a, b);
            black_box(&product);
            computed.gradient(&gradient);
            value
        });
    table.add(objective, |computed, gradient| {
        if let Some(reference) = reference {
            reference.assert_agrees(computed, gradient);
        }
        let at = (main.clone(), extra.clone());
        along_directions(name, &at, gradient, 1e-5, |(main, extra)| {
            lstm::loss(main, extra, state, sequence, layers, width)
        });
    });
}

/// Two rows of fifteen: camera, point and weight.
#[inline(always)]
fn write_rows(rows: &mut [f64], gradients: [bundle::WeightedRow; 2]) {
    for (row, (camera_bar, point_bar, weight_bar)) in rows.chunks_exact_mut(15).zip(gradients) {
        row[..11].copy_from_slice(&camera_bar);
        row[11..14].copy_from_slice(&point_bar);
        row[14] = weight_bar;
    }
}

/// The sparse Jacobian: two rows of fifteen for each observation, and one of one.
fn ba_rows(table: &Table, scene: &Scene) {
    let Scene {
        cameras,
        points,
        weights,
        features,
    } = scene;
    let p = weights.len();
    let of = move |i: usize| {
        (
            &cameras[i % cameras.len()],
            &points[i % points.len()],
            weights[i],
            &features[i],
        )
    };
    let mut errors = vec![[0.0; 2]; p];
    let mut weight_errors = vec![0.0; p];
    let mut primal_errors = (errors.clone(), weight_errors.clone());
    let mut jacobian = vec![0.0; 31 * p];
    let mut by_hand = (errors.clone(), weight_errors.clone(), jacobian.clone());
    let objective = Objective::new("BA ba1, two rows")
        .anchor("hand-optimal C 2.88 (2.17 ms), Enzyme 3.66 (2.70), Tapenade 10.5 (7.99)")
        .primal(move || {
            let (errors, weight_errors) = &mut primal_errors;
            for i in 0..p {
                let (camera, point, weight, feature) = of(i);
                errors[i] = reprojection_error(black_box(camera), point, weight, feature);
                weight_errors[i] = weight_error(weight);
            }
            black_box(&*weight_errors);
            errors[0][0]
        })
        .plain(move |computed| {
            let (rows, last) = jacobian.split_at_mut(30 * p);
            for i in 0..p {
                let (camera, point, weight, feature) = of(i);
                let (error, gradients) =
                    reprojection_error::value_and_jacobian(black_box(camera), point, weight, feature);
                errors[i] = error;
                write_rows(&mut rows[30 * i..][..30], gradients);
                (weight_errors[i], last[i]) = weight_error::value_and_grad(weight);
            }
            black_box(&weight_errors);
            computed.gradient(&jacobian);
            errors[0][0]
        })
        .by_hand(move |computed| {
            let (errors, weight_errors, jacobian) = &mut by_hand;
            let (rows, last) = jacobian.split_at_mut(30 * p);
            for i in 0..p {
                let (camera, point, weight, feature) = of(i);
                let (error, gradients) = bundle::error_and_rows(black_box(camera), point, weight, feature);
                errors[i] = error;
                write_rows(&mut rows[30 * i..][..30], gradients);
                (weight_errors[i], last[i]) = (1.0 - weight * weight, -2.0 * weight);
            }
            black_box(&*weight_errors);
            computed.gradient(jacobian);
            errors[0][0]
        });
    table.add(objective, |value, jacobian| {
        // F is the first error of the first observation.
        let reference = Reference {
            value: 0.101335837914533,
            sum: 200252309.966,
            first: -461.4463210016,
        };
        reference.assert_agrees(value, jacobian);
    });
}

/// The sum of all squared errors, with its full gradient.
fn ba_loss(table: &Table, scene: &Scene) {
    let Scene {
        cameras,
        points,
        weights,
        features,
    } = scene;
    let name = "BA ba1, scalar loss";
    let mut workspace = Workspace::new();
    let mut bars = (
        vec![[0.0; 11]; cameras.len()],
        vec![[0.0; 3]; points.len()],
        vec![0.0; weights.len()],
    );
    let mut hand_bars = bars.clone();
    let ones = (
        vec![[1.0; 11]; cameras.len()],
        vec![[1.0; 3]; points.len()],
        vec![1.0; weights.len()],
    );
    let objective = Objective::new(name)
        .primal(move || ba::loss(black_box(cameras), points, weights, features))
        .kept(move |computed| {
            let (cameras_bar, points_bar, weights_bar) = &mut bars;
            cameras_bar.fill([0.0; 11]);
            points_bar.fill([0.0; 3]);
            weights_bar.fill(0.0);
            let value = ba::loss::grad_into_with(
                &mut workspace,
                black_box(cameras),
                points,
                weights,
                features,
                cameras_bar,
                points_bar,
                weights_bar,
            );
            computed.gradient(&bars);
            value
        })
        .plain(move |computed| {
            let (value, gradient) = ba::loss::value_and_grad(black_box(cameras), points, weights, features);
            computed.gradient(&gradient);
            value
        })
        .by_hand(move |computed| {
            let (cameras_bar, points_bar, weights_bar) = &mut hand_bars;
            let value = bundle::loss(black_box(scene), cameras_bar, points_bar, weights_bar);
            computed.gradient(&hand_bars);
            value
        })
        .forward(|computed| {
            let (a, b, c) = &ones;
            let (value, tangent) = ba::loss::jvp(black_box(cameras), points, weights, features, a, b, c);
            computed.gradient(&tangent);
            value
        })
        .twice(|computed| {
            let (a, b, c) = &ones;
            let (value, gradient, product) =
                ba::loss::value_grad_hvp(black_box(cameras), points, weights, features, a, b, c);
            black_box(&product);
            computed.gradient(&gradient);
            value
        });
    table.add(objective, |_, gradient| {
        let at = (cameras.clone(), points.clone(), weights.clone());
        along_directions(name, &at, gradient, 1e-5, |(cameras, points, weights)| {
            ba::loss(cameras, points, weights, features)
        });
    });
}
