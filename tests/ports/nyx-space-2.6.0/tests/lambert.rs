//! Lambert's problem: the velocities at both ends of a transfer.
use anise::constants::frames::EARTH_J2000;
use anise::prelude::{Epoch, Orbit};
use nalgebra::Vector3;
use nyx_space::tools::lambert::{LambertInput, LambertSolution, TransferKind, izzo, izzo_derivatives};
use pullback::{check_grad, differentiable};

fn at(position: [f64; 3], minutes: f64) -> Orbit {
    let epoch = Epoch::from_tdb_seconds(6e8 + 60.0 * minutes);
    Orbit::new(
        position[0],
        position[1],
        position[2],
        0.4,
        -2.1,
        0.7,
        epoch,
        EARTH_J2000.with_mu_km3_s2(398_600.441_5),
    )
}

#[differentiable(twins(izzo = izzo_derivatives))]
fn velocities(input: LambertInput, long: bool) -> [f64; 6] {
    let kind = pullback::no_diff(if long {
        TransferKind::LongWay
    } else {
        TransferKind::ShortWay
    });
    let solution: LambertSolution = izzo(input, kind).unwrap();
    let (first, last) = (solution.v_init_km_s, solution.v_final_km_s);
    [first[0], first[1], first[2], last[0], last[1], last[2]]
}

#[test]
fn izzo_find_xy_reconstruct_and_what_they_call() {
    let input = LambertInput {
        initial_state: at([15_945.34, 120.3, -310.2], 0.0),
        final_state: at([12_214.839_9, 10_249.467_31, 420.1], 76.0),
    };
    check_grad!(velocities(input, false)).unwrap();
    check_grad!(velocities(input, true)).unwrap();
    // Slow and fast transfers begin with other guesses.
    for minutes in [28.0, 400.0] {
        let mut input = input;
        input.final_state.epoch = input.initial_state.epoch + 60.0 * minutes;
        check_grad!(velocities(input, false)).unwrap();
    }
}

#[differentiable]
fn asymptotes(solution: &LambertSolution) -> [f64; 5] {
    let incoming = solution.v_inf_incoming_km_s();
    let declination = solution.v_inf_outgoing_declination_deg();
    let ascension = solution.v_inf_outgoing_right_ascension_deg();
    [
        incoming[0],
        incoming[1] * incoming[2],
        declination,
        ascension,
        solution.c3_km2_s2(),
    ]
}

#[test]
fn v_inf_outgoing_and_incoming() {
    let solution = LambertSolution {
        v_init_km_s: Vector3::new(2.0, 2.9, -0.3),
        v_final_km_s: Vector3::new(-3.7, 1.2, 0.4),
        phi_rad: 0.3,
        input: LambertInput {
            initial_state: at([15_945.34, 120.3, -310.2], 0.0),
            final_state: at([12_214.839_9, 10_249.467_31, 420.1], 76.0),
        },
    };
    check_grad!(asymptotes(&solution)).unwrap();
}
