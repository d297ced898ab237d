use super::*;

const PRECISE: Problem<'_> = Problem {
    function: "f",
    arguments: &["x", "k"],
    epsilon: f64::EPSILON,
};
const COARSE: Problem<'_> = Problem {
    epsilon: f32::EPSILON as f64,
    ..PRECISE
};

/// Checks a function of one argument with one output.
fn check_gradient(
    problem: Problem<'_>,
    x: &[f64],
    f: impl Fn(&[f64]) -> f64,
    gradient: impl Fn(&[f64]) -> Vec<f64>,
) -> Result<Report, Mismatch> {
    let pullback = |y_bar: &[f64]| {
        assert_eq!(y_bar, [1.0]);
        vec![gradient(x)]
    };
    check(problem, vec![x.to_vec()], |at| vec![f(&at[0])], pullback)
}

fn rosenbrock(x: &[f64]) -> f64 {
    x.windows(2)
        .map(|x| 100.0 * (x[1] - x[0] * x[0]).powi(2) + (1.0 - x[0]).powi(2))
        .sum()
}

fn rosenbrock_gradient(x: &[f64]) -> Vec<f64> {
    let mut bar = vec![0.0; x.len()];
    for i in 0..x.len() - 1 {
        let gap = x[i + 1] - x[i] * x[i];
        bar[i] += -400.0 * gap * x[i] - 2.0 * (1.0 - x[i]);
        bar[i + 1] += 200.0 * gap;
    }
    bar
}

fn start(size: usize) -> Vec<f64> {
    (0..size).map(|i| 1.5 * (i as f64).sin()).collect()
}

#[test]
fn right_gradients_are_accepted() {
    for size in [2, 64, 65, 1000] {
        let report = check_gradient(PRECISE, &start(size), rosenbrock, rosenbrock_gradient).unwrap();
        assert!(report.worst_relative() < 1e-7, "{report}");
        let x = &report.arguments[0];
        let checked = if size <= FEW { (size, 0) } else { (SAMPLES, DIRECTIONS) };
        assert_eq!((x.size, x.components, x.directions), (size, checked.0, checked.1));
    }
}

#[test]
fn a_derivative_that_the_quotients_tend_to_is_accepted() {
    for problem in [PRECISE, COARSE] {
        for n in [3, 4, 5, 7] {
            let power = |x: &[f64]| x[0].powi(n) + x[1] - x[1];
            let report = check_gradient(problem, &[0.0, 1.0], power, |_| vec![0.0, 0.0]).unwrap();
            assert!(report.worst_relative() < 1e-9, "{report}");
            check_gradient(problem, &[0.0, 1.0], power, |_| vec![1e-3, 0.0]).unwrap_err();
        }
        let kink = |x: &[f64]| x[0].max(0.0).powf(1.5) + 0.1 * x[0].max(0.0);
        check_gradient(problem, &[0.0], kink, |_| vec![0.0]).unwrap_err();
        check_gradient(problem, &[0.0], |x| x[0].signum() + x[0].powi(5), |_| vec![0.0]).unwrap_err();
    }
    let power = |x: &[f64]| x[0].powi(5);
    check_gradient(PRECISE, &[0.0], power, |_| vec![1e-12]).unwrap_err();
}

#[test]
fn right_gradients_are_accepted_at_all_scales() {
    for x in [1e-5, 1e-3, 1.0, 1e3, 1e9] {
        check_gradient(PRECISE, &[x], |x| x[0].ln(), |x| vec![1.0 / x[0]]).unwrap_or_else(|wrong| panic!("{wrong}"));
        check_gradient(PRECISE, &[x], |x| x[0] * x[0], |x| vec![2.0 * x[0]]).unwrap_or_else(|wrong| panic!("{wrong}"));
        check_gradient(
            PRECISE,
            &[x],
            |x| 1e-9 * x[0].cbrt(),
            |x| vec![1e-9 / (3.0 * x[0].cbrt().powi(2))],
        )
        .unwrap_or_else(|wrong| panic!("{wrong}"));
    }
}

#[test]
fn right_gradients_of_curved_functions_are_accepted() {
    for frequency in [1.0, 30.0, 1e3, 1e4] {
        for x in start(20) {
            check_gradient(
                PRECISE,
                &[x],
                |x| (frequency * x[0]).sin(),
                |x| vec![frequency * (frequency * x[0]).cos()],
            )
            .unwrap_or_else(|wrong| panic!("{wrong}"));
        }
    }
    let log_sum_exp = |x: &[f64]| x.iter().map(|x| (10.0 * x).exp()).sum::<f64>().ln();
    let softmax = |x: &[f64]| {
        let sum = x.iter().map(|x| (10.0 * x).exp()).sum::<f64>();
        x.iter().map(|x| 10.0 * (10.0 * x).exp() / sum).collect()
    };
    for size in [50, 500] {
        check_gradient(PRECISE, &start(size), log_sum_exp, softmax).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
}

#[test]
fn a_kink_near_by_does_no_harm() {
    for distance in [1e-3, 1e-4, 1e-5, 1e-6] {
        check_gradient(PRECISE, &[distance], |x| x[0].abs(), |_| vec![1.0]).unwrap();
        assert!(check_gradient(PRECISE, &[distance], |x| x[0].abs(), |_| vec![-1.0]).is_err());
    }
}

#[test]
fn wrong_signs_are_found() {
    let wrong = |x: &[f64]| rosenbrock_gradient(x).iter().map(|g| -g).collect();
    let mismatch = check_gradient(PRECISE, &start(5), rosenbrock, wrong).unwrap_err();
    assert_eq!((&mismatch.argument[..], mismatch.place), ("x", Place::Component(0)));
    assert!((mismatch.relative() - 2.0).abs() < 1e-6);
}

#[test]
fn missing_terms_are_found() {
    let wrong = |x: &[f64]| {
        let mut bar = rosenbrock_gradient(x);
        bar[3] += 2.0 * (1.0 - x[3]);
        bar
    };
    let mismatch = check_gradient(PRECISE, &start(5), rosenbrock, wrong).unwrap_err();
    assert_eq!(mismatch.place, Place::Component(3));
}

#[test]
fn a_gradient_that_is_off_by_a_millionth_is_found() {
    let wrong = |x: &[f64]| vec![x[0].cos() * (1.0 + 2e-6)];
    assert!(check_gradient(PRECISE, &[0.7], |x| x[0].sin(), wrong).is_err());
}

#[test]
fn swapped_components_are_found() {
    let wrong = |x: &[f64]| {
        let mut bar = rosenbrock_gradient(x);
        bar.swap(1, 2);
        bar
    };
    let mismatch = check_gradient(PRECISE, &start(5), rosenbrock, wrong).unwrap_err();
    assert_eq!(mismatch.place, Place::Component(1));
}

#[test]
fn one_wrong_component_among_many_is_found() {
    for (wrong_index, size) in [(517, 1000), (0, 1000), (999, 1000), (4321, 10_000)] {
        for wrong_value in [0.5, f64::NAN, f64::INFINITY] {
            let wrong = |x: &[f64]| {
                let mut bar = rosenbrock_gradient(x);
                bar[wrong_index] = wrong_value;
                bar
            };
            let mismatch = check_gradient(PRECISE, &start(size), rosenbrock, wrong).unwrap_err();
            assert_eq!(mismatch.place, Place::Component(wrong_index));
        }
    }
}

#[test]
fn the_right_argument_is_named() {
    let f = |at: &[Vec<f64>]| vec![at[0][0] * at[1][0]];
    let right = check(PRECISE, vec![vec![2.0], vec![3.0]], f, |s| {
        vec![vec![3.0 * s[0]], vec![2.0 * s[0]]]
    });
    assert_eq!(right.unwrap().arguments.len(), 2);
    let wrong = check(PRECISE, vec![vec![2.0], vec![3.0]], f, |s| {
        vec![vec![3.0 * s[0]], vec![3.0 * s[0]]]
    })
    .unwrap_err();
    let message = "the derivative of `f` with respect to `k` is 3.0, but differences say 2.0 (off by 1.0, 33%)";
    assert_eq!(wrong.to_string(), message);
}

#[test]
fn many_outputs_are_checked_together() {
    let f = |at: &[Vec<f64>]| vec![at[0][0].sin(), at[0][0] * at[0][1], 7.0];
    let pullback = |x_bar: f64| move |s: &[f64]| vec![vec![s[0] * 1_f64.cos() + s[1] * 2.0, s[1] * x_bar]];
    check(PRECISE, vec![vec![1.0, 2.0]], f, pullback(1.0)).unwrap();
    let wrong = check(PRECISE, vec![vec![1.0, 2.0]], f, pullback(2.0)).unwrap_err();
    assert_eq!((wrong.place, wrong.outputs), (Place::Component(1), 3));
    assert!(wrong.to_string().contains("a random combination of its 3 outputs"));
}

#[test]
fn functions_without_outputs_or_inputs_have_no_derivative() {
    check(PRECISE, vec![vec![1.0]], |_| vec![], |_| vec![vec![0.0]]).unwrap();
    assert!(check(PRECISE, vec![vec![1.0]], |_| vec![], |_| vec![vec![1.0]]).is_err());
    let none = check(
        Problem {
            epsilon: 0.0,
            ..PRECISE
        },
        vec![vec![], vec![]],
        |_| vec![1.0],
        |_| vec![vec![], vec![]],
    );
    assert_eq!(none.unwrap().arguments[1].components, 0);
}

#[test]
fn coarse_functions_are_checked_coarsely() {
    let rounded = |x: &[f64]| f64::from(x.iter().map(|&x| (x as f32).sin() * x as f32).sum::<f32>());
    let gradient = |x: &[f64]| x.iter().map(|x| x.sin() + x * x.cos()).collect::<Vec<_>>();
    for size in [3, 1000] {
        check_gradient(COARSE, &start(size), rounded, gradient).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
    let wrong = |x: &[f64]| gradient(x).iter().map(|g| 1.05 * g).collect();
    assert!(check_gradient(COARSE, &start(3), rounded, wrong).is_err());
}

#[test]
fn lengths_must_agree() {
    for length in [0, 2, 4] {
        let wrong = check_gradient(PRECISE, &start(3), rosenbrock, |_| vec![0.0; length]).unwrap_err();
        assert_eq!(wrong.place, Place::Length(length));
        let message =
            format!("the gradient of `f` with respect to `x` has length {length}, but there are 3 components");
        assert_eq!(wrong.to_string(), message);
    }
    assert_eq!(
        check(PRECISE, vec![vec![1.0]], |_| vec![1.0], |_| vec![])
            .unwrap_err()
            .place,
        Place::Length(0)
    );
}

#[test]
fn values_that_are_not_finite_agree_only_with_themselves() {
    let nowhere = |x: &[f64]| if x[0] > 1.0 { f64::INFINITY } else { 0.0 };
    check_gradient(PRECISE, &[1.0], nowhere, |_| vec![f64::INFINITY]).unwrap();
    for wrong in [f64::NEG_INFINITY, f64::NAN, 0.0] {
        assert!(check_gradient(PRECISE, &[1.0], nowhere, |_| vec![wrong]).is_err());
    }
    let nan = check_gradient(PRECISE, &[1.0], |x| x[0], |_| vec![f64::NAN]).unwrap_err();
    assert_eq!(
        nan.to_string(),
        "the derivative of `f` with respect to `x` is NaN, but differences say 1.0"
    );
    let both = check_gradient(PRECISE, &[1.0], |_| f64::NAN, |_| vec![f64::NAN]).unwrap_err();
    assert_eq!(
        both.to_string(),
        "the derivative of `f` with respect to `x` is NaN, and so are differences: check the function where it is finite, and \
         around that point, too"
    );
    assert!(check_gradient(PRECISE, &[f64::INFINITY], |x| x[0], |_| vec![1.0]).is_err());
}

#[test]
fn a_result_whose_length_jumps_has_no_derivative() {
    let f = |at: &[Vec<f64>]| vec![at[0][0]; if at[0][0] > 1.0 { 2 } else { 1 }];
    assert!(check(PRECISE, vec![vec![1.0]], f, |_| vec![vec![1.0]]).is_err());
}

#[test]
fn a_difference_is_relative_to_something() {
    let report = check_gradient(
        PRECISE,
        &[0.3, 0.0],
        |x| x[0].sin() * (1.0 + x[1]),
        |x| vec![x[0].cos(), x[0].sin()],
    );
    let report = report.unwrap();
    assert!(
        report.worst_absolute() > 0.0 && report.worst_relative() > 0.0,
        "{report}"
    );
}

#[test]
fn reports_are_tables() {
    let row = |name: &str, size, components| ArgumentReport {
        name: name.into(),
        size,
        components,
        directions: 0,
        worst_absolute: 2.5e-11,
        worst_relative: 1e-12,
    };
    let report = Report {
        function: "energy".into(),
        arguments: vec![row("x", 12, 12), row("stiffness", 1, 1)],
    };
    let table = "the derivative of `energy` agrees with differences
argument   components  checked  directions  worst absolute  worst relative
x                  12       12           0         2.5e-11         1.0e-12
stiffness           1        1           0         2.5e-11         1.0e-12";
    assert_eq!(report.to_string(), table);
}
