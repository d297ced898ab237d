//! `match`, `if let`, `let … else`, `while let`, `?`, `Option` and `Result`.
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable]
fn safe_log(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x.ln()) } else { None }
}

#[differentiable]
fn checked(x: f64, limit: f64) -> Result<f64, String> {
    if x > limit {
        return Err(format!("{x} is too large"));
    }
    Ok(x * limit)
}

#[differentiable]
fn chained(x: f64, y: f64) -> Option<f64> {
    let a = safe_log(x)?;
    let b = safe_log(a * y + 3.0)?;
    Some(a * b)
}

#[differentiable]
fn tried(x: f64, y: f64) -> Result<f64, String> {
    let mut sum = 0.0;
    for k in 0..3 {
        sum += checked(x + k as f64 * 0.1, y)? * x;
    }
    Ok(sum)
}

#[differentiable]
fn matched(x: f64, y: f64) -> f64 {
    match safe_log(x) {
        Some(l) if l > y => l * l,
        Some(l) => l * y,
        None => y * y * x,
    }
}

#[differentiable]
fn matched_on_result(x: f64, y: f64) -> f64 {
    match checked(x, y) {
        Ok(v) => v.sin(),
        Err(message) => {
            println!("{message}");
            x * 3.0
        }
    }
}

#[differentiable]
fn if_let(x: f64, y: f64) -> f64 {
    if let Some(a) = safe_log(x)
        && a > 0.1
    {
        let b = Some(a);
        if let Some(c) = &b { a * c * y } else { y }
    } else {
        x * y
    }
}

#[differentiable]
fn let_else(x: f64, y: f64) -> f64 {
    let Some(a) = safe_log(x) else { return y * 2.0 };
    a * y
}

#[differentiable]
fn while_let(x: f64) -> f64 {
    let mut y = x;
    while let Some(l) = safe_log(y) {
        y = l * 2.0 - 0.5;
    }
    y
}

#[differentiable]
fn unwrapped(x: f64) -> f64 {
    safe_log(x).unwrap() * checked(x, 10.0).expect("small") + x
}

#[differentiable]
fn integers(x: f64, n: usize) -> f64 {
    match n {
        0 => x,
        1 | 2 => x * x,
        3..=9 => x.powi(n as i32),
        _ => 1.0 / x,
    }
}

#[differentiable]
fn tuples(x: f64, y: f64) -> f64 {
    match (x > y, x + y) {
        (true, s) => s * x,
        (false, s) if s > 0.0 => s * y,
        (false, _) => x,
    }
}

#[differentiable]
fn options_in_slices(xs: &[Option<f64>], k: f64) -> f64 {
    let mut sum = 0.0;
    for x in xs {
        if let Some(v) = x {
            sum += v * k;
        }
        match x {
            Some(v) => sum += *v * *v,
            None => sum += k,
        }
    }
    sum
}

const TABLE: &[f64] = &[0.3, 1.5, -0.7];

#[differentiable]
fn mapped(x: f64, y: f64) -> f64 {
    let scaled = safe_log(x).map(|l| l * y);
    let chained = checked(x, y).and_then(|v| checked(v * 0.5, y)).map(|v| v + x);
    let series = TABLE
        .iter()
        .enumerate()
        .skip(1)
        .fold(TABLE[0] * x, |s, t| s + t.1 / (t.0 as f64 + y * y));
    let ranged = if !(0.0..=1.0).contains(&x) { x } else { y };
    let first = match scaled {
        Some(v) => v,
        None => x * y,
    };
    match chained {
        Ok(v) => v * first + series * ranged,
        Err(_) => first + series,
    }
}

#[test]
fn patterns_have_the_gradients_that_differences_say() {
    for (x, y) in [(1.7, 0.3), (0.4, 0.8), (3.0, 2.0), (-1.0, 0.7), (2.0, -0.9)] {
        check_grad!(chained(x, y)).unwrap();
        check_grad!(tried(x, y)).unwrap();
        check_grad!(matched(x, y)).unwrap();
        check_grad!(matched_on_result(x, y)).unwrap();
        check_grad!(if_let(x, y)).unwrap();
        check_grad!(let_else(x, y)).unwrap();
        check_grad!(while_let(x)).unwrap();
        check_grad!(tuples(x, y)).unwrap();
        check_grad!(mapped(x, y)).unwrap();
        check_grad!(options_in_slices(&[Some(x), None, Some(y)], 1.5)).unwrap();
    }
    check_grad!(unwrapped(2.0)).unwrap();
    for n in [0, 1, 2, 5, 20] {
        check_grad!(integers(1.3, n)).unwrap();
    }
}

#[test]
fn the_seed_of_an_option_is_an_option() {
    let (value, pullback) = safe_log::vjp(2.0);
    assert_eq!((value, pullback(Some(3.0))), (Some(2.0f64.ln()), 1.5));
    let (value, pullback) = safe_log::vjp(-2.0);
    assert_eq!((value, pullback(None)), (None, 0.0));
    assert_eq!(checked(5.0, 2.0), checked::vjp(5.0, 2.0).0);
}

/// Every method of `Option` and `Result` that turns one value into another.
#[allow(clippy::unnecessary_lazy_evaluations, clippy::nonminimal_bool)]
mod combinators {
    use pullback::{Differentiable, check_grad, differentiable};

    #[differentiable]
    fn root(x: f64) -> Option<f64> {
        if x > 0.0 { Some(x.sqrt()) } else { None }
    }

    #[differentiable]
    fn ratio(x: f64, y: f64) -> Result<f64, f64> {
        if y != 0.0 { Ok(x / y) } else { Err(x) }
    }

    #[differentiable]
    fn unwrapped(x: f64, y: f64) -> f64 {
        let a = root(x).unwrap_or(y * y);
        let b = root(x - 1.0).unwrap_or_else(|| x * y);
        let c = root(y - 2.0).unwrap_or_default();
        a * b + c * x
    }

    #[differentiable]
    fn mapped(x: f64, y: f64) -> f64 {
        let a = root(x).map_or(y, |r| r * y);
        let b = root(x - 1.0).map_or_else(|| x * 3.0, |r| r + y);
        let c = root(-1.0 - x * x).or(root(y)).unwrap_or(x);
        let d = root(x - 1.0).or_else(|| root(y)).unwrap_or(x);
        a * b + c * d
    }

    #[differentiable]
    fn results(x: f64, y: f64) -> Result<f64, String> {
        let a = root(x).ok_or("negative")?;
        let b = root(x).ok_or_else(|| format!("negative: {x}"))?;
        let c = ratio(x, y).map_err(|e| format!("no ratio of {e}"))?;
        let d = ratio(x, y).ok().unwrap_or(x);
        Ok(a * b * c + d)
    }

    #[differentiable]
    fn failed(x: f64, y: f64) -> f64 {
        ratio(x, 0.0 * y).unwrap_or_else(|_| y * x) + ratio(x, y).unwrap_or(1.0)
    }

    #[differentiable]
    fn by_name(x: f64) -> f64 {
        fn_of(root(x).map(fn_of).unwrap_or(x))
    }

    #[differentiable]
    fn fn_of(first: f64) -> f64 {
        first * first.sin()
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Contract {
        strike: f64,
        volatility: Option<f64>,
    }

    #[differentiable]
    impl Contract {
        fn variance(&self, years: f64) -> f64 {
            let sigma = self.volatility.unwrap_or(0.2 * self.strike);
            let known = self.volatility.is_some() && !self.volatility.is_none();
            sigma * sigma * years * if known { 1.0 } else { 2.0 }
        }
    }

    #[differentiable]
    fn in_a_loop(xs: &[f64], y: f64) -> f64 {
        let mut sum = 0.0;
        for x in xs {
            sum += root(*x).unwrap_or(y) * root(x + y).map_or(0.5, |r| r * y);
        }
        sum
    }

    #[test]
    fn combinators_have_the_gradients_that_differences_say() {
        for (x, y) in [(2.0, 3.0), (0.5, 1.3), (-0.7, 2.4), (1.4, -0.6)] {
            check_grad!(unwrapped(x, y)).unwrap();
            check_grad!(mapped(x, y)).unwrap();
            check_grad!(failed(x, y)).unwrap();
            check_grad!(by_name(x)).unwrap();
        }
        for (x, y) in [(2.0, 3.0), (0.5, 1.3)] {
            check_grad!(results(x, y)).unwrap();
        }
        check_grad!(in_a_loop(&[0.4, -1.3, 2.0], 0.7)).unwrap();
    }

    #[test]
    fn what_fails_keeps_its_error() {
        let (value, _) = results::vjp(-1.0, 1.0);
        assert_eq!(value, results(-1.0, 1.0));
        let (value, _) = results::vjp(1.0, 0.0);
        assert_eq!(value, Err("no ratio of 1".to_string()));
    }

    #[test]
    fn options_in_fields() {
        let given = Contract {
            strike: 2.0,
            volatility: Some(0.5),
        };
        let (value, (bar, years)) = given.variance_value_and_grad(3.0);
        assert_eq!((value, bar.strike, bar.volatility, years), (0.75, 0.0, Some(3.0), 0.25));
        let unknown = Contract {
            strike: 2.0,
            volatility: None,
        };
        let (value, (bar, years)) = unknown.variance_value_and_grad(3.0);
        assert_eq!(
            (value, bar.volatility, years),
            (unknown.variance(3.0), None, value / 3.0)
        );
        assert!((bar.strike - 2.0 * value / 2.0).abs() < 1e-12);
    }
}

/// `as_ref` and its kin on options that are fields and elements.
mod views {
    use pullback::{Differentiable, check_grad, differentiable};

    #[derive(Clone, Debug, Differentiable)]
    struct Model {
        weights: Option<Vec<f64>>,
        inner: Option<Box<Model>>,
        bias: Option<f64>,
        scale: f64,
    }

    #[differentiable]
    fn predicted(model: &Model, x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..x.len() {
            sum += model.weights.as_ref().unwrap()[i] * x[i];
        }
        sum * model.bias.as_ref().map_or(model.scale, |b| b * b) + model.bias.as_ref().copied().unwrap_or(model.scale)
    }

    #[differentiable]
    fn deep(model: &Model, x: f64) -> f64 {
        let own = model.scale * x;
        if model.inner.as_ref().is_some() {
            own * deep(model.inner.as_deref().expect("there is one"), own + 1.0)
        } else {
            own + model.inner.as_deref().map_or(x, |inner| inner.scale)
        }
    }

    #[differentiable]
    fn moved(model: &mut Model, k: f64) -> f64 {
        let before = model.weights.as_ref().unwrap()[0];
        for _ in 0..2 {
            model.weights.as_mut().unwrap()[0] *= k;
            model.inner.as_deref_mut().unwrap().scale += before * k;
        }
        model.weights.as_ref().unwrap()[0] * model.inner.as_ref().unwrap().scale
    }

    fn model() -> Model {
        let inner = |scale, inner| Model {
            weights: None,
            inner,
            bias: Some(0.3),
            scale,
        };
        Model {
            weights: Some(vec![0.5, -1.5]),
            inner: Some(Box::new(inner(0.8, Some(Box::new(inner(1.3, None)))))),
            bias: None,
            scale: 0.7,
        }
    }

    #[test]
    fn they_have_the_gradients_that_differences_say() {
        let mut model = model();
        check_grad!(predicted(&model, &[0.4, 2.0])).unwrap();
        check_grad!(deep(&model, 0.9)).unwrap();
        check_grad!(moved(&mut model, 0.6)).unwrap();
        model.bias = Some(1.2);
        check_grad!(predicted(&model, &[0.4, 2.0])).unwrap();
    }

    #[test]
    #[should_panic(expected = "called `Option::unwrap()` on a `None` value")]
    fn they_panic_as_the_methods_do() {
        let mut model = model();
        model.weights = None;
        predicted::grad(&model, &[1.0]);
    }
}

mod errors {
    use pullback::{check_grad, differentiable};

    /// As many libraries' errors are, this is not `Clone`.
    #[derive(Debug)]
    enum Trouble {
        NotConverged { steps: usize },
        Flat(String),
    }

    impl std::fmt::Display for Trouble {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "{self:?}")
        }
    }

    #[differentiable]
    fn root(x: f64, limit: usize) -> Result<f64, Trouble> {
        if x < 0.0 {
            return Err(Trouble::Flat(format!(
                "no root of a negative number after {limit} steps"
            )));
        }
        let mut y = x;
        for steps in 0.. {
            if steps > limit {
                return Err(Trouble::NotConverged { steps });
            }
            let next = 0.5 * (y + x / y);
            if (next - y).abs() < 1e-14 {
                break;
            }
            y = next;
        }
        Ok(y)
    }

    #[differentiable]
    fn pair(x: f64) -> Option<Vec<f64>> {
        (x > 0.0).then(|| vec![x.sqrt(), x * x])
    }

    #[differentiable]
    fn taken_apart(x: f64, limit: usize) -> Result<f64, Trouble> {
        let y = match root(x, limit) {
            Ok(y) => y,
            Err(Trouble::Flat(text)) => return Err(Trouble::Flat(text)),
            Err(other) => return Err(other),
        };
        let z = root(y, limit).unwrap_or_else(|trouble| panic!("{trouble}"));
        Ok(y * z)
    }

    #[differentiable]
    fn in_a_loop(x: f64, limit: usize) -> f64 {
        let mut sum = 0.0;
        let mut failed = 0;
        for i in 0..4 {
            match root(x + i as f64 - 1.0, limit) {
                Ok(y) => sum += y * x,
                Err(Trouble::NotConverged { steps }) => failed += steps,
                Err(Trouble::Flat(_)) => failed += 1,
            }
            let again = root(x, limit);
            if let Err(Trouble::NotConverged { steps }) = &again {
                failed += *steps;
            }
            sum += again.map_or(x, |y| y * y);
            sum += (x > 1.0).then(|| x.ln()).unwrap_or(x) + (i > 1).then_some(x * x).unwrap_or_default();
            if let Some(mut both) = pair(x - i as f64) {
                both[0] *= sum;
                sum += both.iter().sum::<f64>();
            }
        }
        sum + failed as f64
    }

    #[test]
    fn errors_need_not_be_clone() {
        for limit in [3, 100] {
            for x in [0.5, 2.3] {
                check_grad!(in_a_loop(x, limit)).unwrap();
            }
        }
        check_grad!(taken_apart(2.0, 100)).unwrap();
        assert!(matches!(taken_apart::vjp(-1.0, 7), (Err(Trouble::Flat(text)), _) if text.ends_with("7 steps")));
        assert!(matches!(
            taken_apart::vjp(2.0, 1),
            (Err(Trouble::NotConverged { steps: 2 }), _)
        ));
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Hit {
    at: f64,
}

#[differentiable]
fn hit(x: &[f64], least: f64) -> Option<Hit> {
    let sum = x[0] * x[1];
    let inside = (sum - least).abs() < 2.0;
    (sum > least)
        .then_some(Hit { at: sum * least })
        .or(inside.then_some(Hit { at: x[0] }))
}

/// The type of the condition is known to rustc alone.
#[differentiable]
fn switched(condition: bool, value: f64) -> (bool, f64) {
    (!condition, value * value)
}

#[differentiable]
fn hits(x: &[f64], least: f64) -> f64 {
    let mut total = 0.0;
    for k in 0..x.len() - 1 {
        let (c, x) = (k % 2 == 0, &x[k..]);
        let (found, value) = switched(c, 3.0);
        if let Some(hit) = hit(x, least * value) {
            total += found.then_some(hit.at).unwrap_or(hit.at * hit.at) * value;
        }
    }
    total
}

#[test]
fn options_made_of_a_condition() {
    for least in [-1.0, 0.2, 5.0] {
        check_grad!(hits(&[1.3, 0.7, -0.4, 2.0, 1.1], least)).unwrap();
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Memory {
    last: Option<f64>,
    scale: Option<Vec<f64>>,
}

#[differentiable]
impl Memory {
    fn difference(&mut self, x: f64) -> f64 {
        let before = self.last.replace(x * x);
        x - before.unwrap_or(0.5 * x)
    }
    fn scaled(&mut self, x: f64, k: usize) -> f64 {
        let scale = self.scale.get_or_insert_with(|| vec![x, 2.0 * x]);
        scale[k % 2] *= x;
        scale[0] * x + scale[1]
    }
}

#[differentiable]
fn remembered(memory: &Memory, x: &[f64]) -> f64 {
    let mut memory = memory.clone();
    let mut sum = 0.0;
    for (k, x) in x.iter().enumerate() {
        sum += memory.difference(*x) * x;
        if *x > 0.0 {
            sum *= memory.scaled(*x, k);
        }
    }
    sum + *memory.last.get_or_insert(sum)
}

#[differentiable]
fn local_options(x: f64, n: usize) -> f64 {
    let mut first: Option<f64> = None;
    let mut held = None;
    let mut sum = 0.0;
    for i in 0..n {
        let at = first.get_or_insert(x.sin());
        *at += x * i as f64;
        sum += *at;
        if i % 2 == 1 {
            sum += held.replace(vec![x, sum]).map_or(0.0, |v: Vec<f64>| v[0] * v[1]);
        }
    }
    sum * first.unwrap_or(x)
}

#[test]
fn options_that_are_filled_and_replaced() {
    let empty = Memory {
        last: None,
        scale: None,
    };
    let full = Memory {
        last: Some(0.7),
        scale: Some(vec![0.4, 1.5]),
    };
    let x = [0.3, 0.8, -0.4, 1.2];
    check_grad!(remembered(&empty, &x)).unwrap();
    check_grad!(remembered(&full, &x)).unwrap();
    check_grad!(remembered(&full, &[])).unwrap();
    for n in [0, 1, 2, 5] {
        check_grad!(local_options(0.6, n)).unwrap();
    }
}

#[differentiable]
fn one_or_another(x: Option<f64>, y: f64, lists: &[Vec<f64>]) -> f64 {
    let mut sum = 0.0;
    for k in 0..3 {
        let first = x.filter(|v| *v > k as f64 - 1.0).map(f64::exp).or_else(|| Some(y * y));
        sum += first
            .and_then(|v| if v < 5.0 { Some(v + y) } else { None })
            .unwrap_or(y);
        let second = lists
            .first()
            .filter(|list| list.len() > k)
            .cloned()
            .or(Some(vec![sum, y]));
        sum += second
            .filter(|list| list[0] > 0.0)
            .or_else(|| None)
            .map_or(y, |list| list[0] * y);
        sum *= x.filter(|v| *v > 0.5).or(x.map(|v| v * y)).or(Some(sum)).unwrap_or(2.0);
    }
    sum
}

#[test]
fn one_option_or_another_may_be_built() {
    for x in [Some(0.4), Some(1.7), Some(-0.5), None] {
        check_grad!(one_or_another(x, 0.8, &[vec![0.3, -0.6]])).unwrap();
        check_grad!(one_or_another(x, -0.8, &[vec![-0.3]])).unwrap();
        check_grad!(one_or_another(x, 0.8, &[])).unwrap();
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Kept {
    last: Option<f64>,
    pair: Option<(f64, Vec<f64>)>,
    k: f64,
}

#[differentiable]
fn inserted(kept: &mut Kept, x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (i, v) in x.iter().enumerate() {
        if i % 2 == 0 {
            let _ = kept.last.insert(v * kept.k);
            if let Some(last) = kept.last.as_mut() {
                *last *= *last;
            }
        } else {
            let old = kept.last.take();
            sum += old.unwrap_or(kept.k) * v;
        }
        let here = kept.last.get_or_insert_with(|| v * 3.0);
        *here += v;
        sum += *here;
        let before = kept.pair.replace((*v, vec![sum, *v]));
        sum *= before.map_or(kept.k, |(a, list)| a * list[0]);
        let _ = kept.pair.insert((sum, vec![*v, kept.k]));
        let _ = kept.last.insert(kept.k * v);
        kept.k = kept.last.unwrap() + kept.pair.as_ref().unwrap().1[1];
    }
    sum
}

#[test]
fn options_in_fields_are_filled_and_emptied() {
    let full = Kept {
        last: Some(0.4),
        pair: Some((0.3, vec![0.7])),
        k: 1.3,
    };
    let empty = Kept {
        last: None,
        pair: None,
        k: 0.8,
    };
    for kept in [full, empty] {
        check_grad!(inserted(&mut kept.clone(), &[0.7, -0.4, 0.6])).unwrap();
    }
}

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Range {
    min: Option<f64>,
    max: Option<f64>,
}

#[differentiable]
impl Range {
    fn with(self, x: f64) -> Range {
        Range {
            min: Some(self.min.map_or(x, |m| m.min(x))),
            max: self.max.zip(Some(x)).map(|(m, x)| m.max(x)).or(Some(x)),
        }
    }

    fn merged(&self, other: &Range) -> Range {
        Range {
            min: self.min.zip(other.min).map(|(a, b)| a.min(b)),
            max: self.max.zip(other.max).map(|(a, b)| a.max(b) * a),
        }
    }
}

#[differentiable]
fn spread(x: &[f64]) -> f64 {
    let (mut left, mut right) = (Range::default(), Range::default());
    for (i, v) in x.iter().enumerate() {
        if i % 2 == 0 {
            left = left.with(*v);
        } else {
            right = right.with(*v);
        }
    }
    let first = x.first().zip(x.get(1));
    let both = left.merged(&right);
    both.min.zip(both.max).map_or(1.0, |(min, max)| max - min * max)
        + first.map_or(0.0, |(a, b)| a * b)
        + both.max.unwrap_or_else(Default::default)
}

#[test]
fn two_options_are_zipped() {
    check_grad!(spread(&[0.7, -0.4, 1.3, 0.2])).unwrap();
    check_grad!(spread(&[0.7])).unwrap();
}

#[differentiable]
fn nearest(x: f64, places: &[f64], reach: f64) -> Result<Option<(f64, f64)>, String> {
    if reach < 0.0 {
        return Err("no reach".to_owned());
    }
    let mut found = None;
    for place in places {
        if (place - x).abs() < reach {
            found = Some((place * x, *place));
        }
    }
    Ok(found)
}

#[differentiable]
fn of_the_nearest(x: f64, places: &[f64], reach: f64) -> f64 {
    let mut sum = x;
    for k in 0..2 {
        if let Some((product, place)) = nearest(x, &places[k..], reach).ok().flatten() {
            sum += product * place.sin();
        }
    }
    sum + nearest(x, places, -reach)
        .ok()
        .flatten()
        .map_or(x * x, |(product, _)| product)
}

#[test]
fn an_option_in_a_result_is_flattened() {
    for reach in [1.0, 0.1, -1.0] {
        check_grad!(of_the_nearest(0.4, &[0.9, -0.3, 2.0], reach)).unwrap();
    }
}

/// `as_ref` of what only its last method shows to be a result.
mod lent_results {
    use pullback::ndarray::{Array1, arr1};
    use pullback::{Differentiable, check_grad, differentiable};

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    struct Fit {
        weights: Array1<f64>,
        variance: Result<Array1<f64>, String>,
    }

    #[differentiable]
    impl Fit {
        fn scores(&self) -> Result<Array1<f64>, String> {
            self.variance
                .as_ref()
                .map(|variance| {
                    let of_weights = self.weights.iter().zip(variance.iter());
                    of_weights.map(|(w, v)| *w / v.sqrt()).collect()
                })
                .map_err(|why| format!("no score: {why}"))
        }
    }

    #[differentiable]
    fn product(fit: &Fit) -> f64 {
        match fit.scores() {
            Ok(scores) => scores.product(),
            Err(why) => fit.weights[0] * why.len() as f64,
        }
    }

    #[differentiable]
    fn in_a_loop(fits: &[Fit], k: f64) -> Result<f64, String> {
        let mut sum = 0.0;
        for fit in fits {
            if k > 0.5 {
                sum += fit
                    .variance
                    .as_ref()
                    .map(|v| v[0] * v[1] * k)
                    .map_err(|why| why.clone())?;
            }
            let spread = fit.variance.as_ref().map(|v| v[1].sin()).map_err(|_| String::new())?;
            sum += spread;
        }
        Ok(sum)
    }

    #[differentiable]
    fn either(fits: &[Fit], k: f64) -> f64 {
        match in_a_loop(fits, k) {
            Ok(sum) => sum * k,
            Err(why) => k * k * (why.len() + 1) as f64,
        }
    }

    #[test]
    fn what_is_inside_a_lent_result_carries_a_derivative() {
        let fit = |variance| Fit {
            weights: arr1(&[0.3, 0.7]),
            variance,
        };
        let (fitted, failed) = (fit(Ok(arr1(&[1.3, 0.4]))), fit(Err("singular".to_owned())));
        for fit in [&fitted, &failed] {
            check_grad!(product(fit)).unwrap();
        }
        assert_eq!(product::grad(&failed).weights, arr1(&[18.0, 0.0]));
        for k in [0.3, 0.8] {
            check_grad!(either(&[fitted.clone(), fitted.clone()], k)).unwrap();
            check_grad!(either(&[fitted.clone(), failed.clone()], k)).unwrap();
        }
    }
}
