//! `cargo pullback expand`: what it prints is Rust, and the derivative.

// As it is printed, without regard for lints.
#![allow(clippy::let_and_return, clippy::needless_range_loop, clippy::type_complexity)]

use std::process::{Command, Output};

fn expand(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cargo-pullback"))
        .args(["pullback", "expand"])
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/derivatives"))
        .output()
        .unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = expand(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

// What is printed of each function, as it is kept beside the tests: compiled here, with the tool's output compared.
include!("derivatives/energy.rs");
include!("derivatives/loss.rs");
include!("derivatives/change.rs");
include!("derivatives/relax.rs");

fn compare(name: &str, text: &str) {
    let file = format!("{}/tests/derivatives/{name}.rs", env!("CARGO_MANIFEST_DIR"));
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&file, text).unwrap();
    }
    assert_eq!(
        text,
        std::fs::read_to_string(&file).unwrap(),
        "INSTA_UPDATE=always writes it anew"
    );
}

#[test]
fn what_is_printed_is_the_derivative() {
    let function = |name: &str| printed(&[&format!("written.rs::{name}")]);
    compare("energy", &function("energy"));
    compare("loss", &function("loss"));
    compare("change", &function("change"));
    compare("relax", &function("relax"));

    let mut x_bar = [0.0; 3];
    let (value, pullback) = energy_vjp(&[0.0, 1.5, 2.0], 2.0);
    assert_eq!(
        (value, pullback(1.0, &mut x_bar), x_bar),
        (0.5, 0.25, [-1.0, 2.0, -1.0])
    );

    // 2 · excess · e^w where it is positive, −½ e^w where it is not.
    let (weights, threshold): ([f64; 2], f64) = ([1.0, -1.0], 1.5);
    let (of_first, of_second) = (1_f64.exp(), (-1_f64).exp());
    let (first, second) = (of_first - threshold, of_second - threshold);
    let mut weights_bar = [0.0; 2];
    let (value, pullback) = loss_vjp(&weights, threshold);
    let threshold_bar = pullback(1.0, &mut weights_bar);
    assert_eq!(value, first * first - 0.5 * second);
    assert!((threshold_bar - (0.5 - 2.0 * first)).abs() < 1e-12);
    assert!((weights_bar[0] - 2.0 * first * of_first).abs() < 1e-12);
    assert!((weights_bar[1] + 0.5 * of_second).abs() < 1e-12);

    let (angle, velocity, mass, damping): (f64, f64, f64, f64) = (0.5, 2.0, 4.0, 0.1);
    let mut state_bar = [0.0; 2];
    let state = [angle, velocity];
    let (_, pullback) = change_vjp(&state, mass, damping);
    let (mass_bar, damping_bar) = pullback([0.0, 1.0], &mut state_bar);
    let force = -angle.sin() - damping * velocity;
    assert!((state_bar[0] + angle.cos() / mass).abs() < 1e-12);
    assert!((state_bar[1] + damping / mass).abs() < 1e-12);
    assert!((mass_bar + force / (mass * mass)).abs() < 1e-12);
    assert!((damping_bar + velocity / mass).abs() < 1e-12);

    // The pullback takes what the argument holds now, and gives back what it held.
    let mut u = [1.0, 0.0, 0.0];
    let mut now = [1.0, 0.5, 0.25];
    let mut u_bar = [0.0, 0.0, 1.0];
    let rate_bar = relax_vjp(&mut u, 0.5)(&mut now, &mut u_bar);
    assert_eq!((u, rate_bar, u_bar), ([1.0, 0.5, 0.25], 1.0, [0.25, 0.25, 0.5]));
    assert_eq!(now, [1.0, 0.0, 0.0]);
}

#[test]
fn methods_are_found_by_their_type() {
    assert!(printed(&["written.rs::period"]).contains("fn period_vjp(length: f64)"));
    assert!(printed(&["written.rs::Pendulum::change"]).contains("fn change_vjp(angle: f64, damping: f64)"));
    // Of a name that stands for both, the free function.
    assert!(printed(&["written.rs::change"]).contains("fn change_vjp(\n    state: &[f64; 2],"));
}

#[test]
fn calls_are_printed_as_those_of_what_users_call() {
    let text = printed(&["written.rs::swing"]);
    assert!(text.contains(" = decay::vjp(&"), "{text}");
}

#[test]
fn passes_are_printed_with_the_reasons() {
    let text = printed(&["written.rs::loss", "--passes"]);
    let passes: Vec<&str> = text.lines().filter(|line| line.starts_with("--- ")).collect();
    let expected = [
        "infer",
        "lower",
        "structurize",
        "float_inference",
        "reverse",
        "spill",
        "reasons",
    ];
    assert_eq!(passes, expected.map(|pass| format!("--- {pass} ---")));
    assert!(text.contains("\n    spill (t_3, excess, t_4) to tape\n"), "{text}");
    assert!(text.contains("\n  unspill (t_3, excess, t_4) from tape\n"), "{text}");
    assert!(
        text.ends_with(
            "t_4: saved: cheaper than computing it again\n\
             loop over i: saves 17 bytes (t_3, excess, t_4), in place of 3 operations again\n"
        ),
        "{text}"
    );
}

#[test]
fn what_has_no_derivative_is_said_to_have_none() {
    let said = |function: &str| {
        let output = expand(&[function]);
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let text = said("written.rs::rejected");
    assert!(text.contains("the derivative is lost in the cast to `usize`"), "{text}");
    let text = said("written.rs::missing");
    assert!(text.contains("there is no function `missing` in written.rs"), "{text}");
    let text = said("written.rs");
    assert!(text.contains("which function of written.rs?"), "{text}");
}
