//! Matches with many arms.
use pullback::{Differentiable, check_grad, differentiable, no_diff};

/// A table as special functions have them: as many branches inside each other would be types that rustc does not follow.
#[differentiable]
fn table(x: f64) -> f64 {
    let cell = no_diff(x.floor()) as i32;
    let t = x - f64::from(cell);
    match cell {
        0 => return 0.5 * t * t + t,
        1 => return 1.5 * t * t + t,
        2 => return 2.5 * t * t + t,
        3 => return 3.5 * t * t + t,
        4 => return 4.5 * t * t + t,
        5 => return 5.5 * t * t + t,
        6 => return 6.5 * t * t + t,
        7 => return 7.5 * t * t + t,
        8 => return 8.5 * t * t + t,
        9 => return 9.5 * t * t + t,
        10 => return 10.5 * t * t + t,
        11 => return 11.5 * t * t + t,
        12 => return 12.5 * t * t + t,
        13 => return 13.5 * t * t + t,
        14 => return 14.5 * t * t + t,
        15 => return 15.5 * t * t + t,
        16 => return 16.5 * t * t + t,
        17 => return 17.5 * t * t + t,
        18 => return 18.5 * t * t + t,
        19 => return 19.5 * t * t + t,
        20 => return 20.5 * t * t + t,
        21 => return 21.5 * t * t + t,
        22 => return 22.5 * t * t + t,
        23 => return 23.5 * t * t + t,
        24 => return 24.5 * t * t + t,
        25 => return 25.5 * t * t + t,
        26 => return 26.5 * t * t + t,
        27 => return 27.5 * t * t + t,
        28 => return 28.5 * t * t + t,
        29 => return 29.5 * t * t + t,
        30 => return 30.5 * t * t + t,
        31 => return 31.5 * t * t + t,
        32 => return 32.5 * t * t + t,
        33 => return 33.5 * t * t + t,
        34 => return 34.5 * t * t + t,
        35 => return 35.5 * t * t + t,
        36 => return 36.5 * t * t + t,
        37 => return 37.5 * t * t + t,
        38 => return 38.5 * t * t + t,
        39 => return 39.5 * t * t + t,
        40 => return 40.5 * t * t + t,
        41 => return 41.5 * t * t + t,
        42 => return 42.5 * t * t + t,
        43 => return 43.5 * t * t + t,
        44 => return 44.5 * t * t + t,
        45 => return 45.5 * t * t + t,
        46 => return 46.5 * t * t + t,
        47 => return 47.5 * t * t + t,
        48 => return 48.5 * t * t + t,
        49 => return 49.5 * t * t + t,
        50 => return 50.5 * t * t + t,
        51 => return 51.5 * t * t + t,
        52 => return 52.5 * t * t + t,
        53 => return 53.5 * t * t + t,
        54 => return 54.5 * t * t + t,
        55 => return 55.5 * t * t + t,
        56 => return 56.5 * t * t + t,
        57 => return 57.5 * t * t + t,
        58 => return 58.5 * t * t + t,
        59 => return 59.5 * t * t + t,
        60 => return 60.5 * t * t + t,
        61 => return 61.5 * t * t + t,
        62 => return 62.5 * t * t + t,
        63 => return 63.5 * t * t + t,
        64 => return 64.5 * t * t + t,
        65 => return 65.5 * t * t + t,
        66 => return 66.5 * t * t + t,
        67 => return 67.5 * t * t + t,
        68 => return 68.5 * t * t + t,
        69 => return 69.5 * t * t + t,
        70..=79 => return t.exp(),
        _ => {}
    }
    x * x
}

/// Guards, alternatives and ranges that overlap: the first arm that matches is taken.
#[differentiable]
fn first_of_many(k: usize, x: f64) -> f64 {
    match k {
        0 => 0.0 * x,
        1 => 1.0 * x,
        2 => 2.0 * x,
        3 => 3.0 * x,
        4 => 4.0 * x,
        5 => 5.0 * x,
        6 => 6.0 * x,
        7 => 7.0 * x,
        8 => 8.0 * x,
        9 => 9.0 * x,
        10 => 10.0 * x,
        11 => 11.0 * x,
        12 => 12.0 * x,
        13 => 13.0 * x,
        14 => 14.0 * x,
        15 => 15.0 * x,
        16 => 16.0 * x,
        17 => 17.0 * x,
        18 => 18.0 * x,
        19 => 19.0 * x,
        20 | 21 | 25..=40 => x.sin(),
        22 if x > 0.0 => x.cos(),
        22..=30 => x.exp(),
        36.. if x < 0.0 => -x,
        31..=60 => x.sqrt(),
        _ => x * x * x,
    }
}

#[test]
fn a_match_with_many_arms() {
    for x in [-0.5, 0.25, 34.5, 69.75, 70.5, 81.0] {
        check_grad!(table(x)).unwrap();
    }
    assert_eq!(table::grad(34.5), 35.5);
    for k in [0, 19, 20, 21, 22, 23, 24, 25, 30, 36, 41, 60, 61] {
        check_grad!(first_of_many(k, 0.7)).unwrap();
    }
    assert_eq!(first_of_many::grad(22, -1.0), (-1.0_f64).exp());
}

mod found {
    use pullback::Differentiable;

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub enum Found {
        Nothing,
        Within(f64, f64),
        Inside,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub struct Span(pub f64, pub f64);
}

#[differentiable]
fn search(a: f64, b: f64) -> found::Found {
    use found::Found;
    if a > 2.0 {
        Found::Nothing
    } else if a < -20.0 {
        Found::Inside
    } else {
        Found::Within(a * b, a + b)
    }
}

/// Enums and structs that a block imports, or has of its own, beside others of the same name.
#[differentiable]
fn imported_in_blocks(a: f64, b: f64, k: usize) -> Option<f64> {
    let mut total = b;
    if k > 0 {
        use found::{Found, Span};
        match search(a, b) {
            Found::Nothing => return None,
            Found::Within(x, y) => {
                let Span(low, high) = Span(x, y * x);
                total += low * high;
            }
            Found::Inside => unreachable!(),
        }
    }
    for j in 0..k {
        #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
        enum Found {
            Far { by: f64 },
            Near(f64),
        }
        let found = if j % 2 == 0 {
            Found::Far { by: total }
        } else {
            Found::Near(a)
        };
        total += match found {
            Found::Near(x) => x * x * b,
            Found::Far { by } => by.sin(),
        };
    }
    Some(total)
}

#[differentiable]
fn imported(a: f64, b: f64, k: usize) -> f64 {
    imported_in_blocks(a, b, k).unwrap_or(0.0)
}

#[test]
fn enums_that_a_block_imports_are_seen_to_be_some() {
    for k in 0..4 {
        check_grad!(imported(0.4, 1.3, k)).unwrap();
    }
    assert_eq!(imported_in_blocks(3.0, 1.3, 1), None);
}
