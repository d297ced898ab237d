//! The option `no_diff(rng)`: variables that carry no derivative and are lent to be changed, in a function that is left as it is.

use pullback::{Differentiable, check_grad, differentiable, no_diff};
use std::sync::mpsc::{Sender, channel};

/// Carries no derivative.
#[derive(Clone, Debug, PartialEq)]
struct Rng(u64);

impl Rng {
    fn seeded(seed: Option<u64>) -> Self {
        Rng(seed.unwrap_or(7))
    }

    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 40) as f64 / (1 << 24) as f64
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Settings {
    spread: f64,
    seed: Option<u64>,
}

#[differentiable]
fn normal(mean: f64, spread: f64, #[no_diff] rng: &mut Rng) -> f64 {
    mean + spread * (rng.next() + rng.next() - 1.0)
}

/// A generator is made of a field of what carries a derivative, and lent in loops, in branches and in a macro of the function's own.
#[differentiable(no_diff(rng, other))]
fn cloud(settings: &Settings, centres: &[f64]) -> f64 {
    macro_rules! drawn {
        ($mean:expr, $rng:ident) => {
            normal($mean, settings.spread, &mut $rng)
        };
    }
    let mut rng = Rng::seeded(settings.seed);
    let mut other: Rng = rng.clone();
    let mut sum = 0.0;
    for (i, centre) in centres.iter().enumerate() {
        let x = normal(*centre, settings.spread, &mut rng);
        sum += x * x;
        if i % 2 == 0 {
            sum *= drawn!(x, other);
        } else {
            other = Rng::seeded(Some(i as u64));
        }
    }
    // The same name stands for something else in an inner scope.
    let inner = {
        let other = Rng(3);
        other.0 as f64
    };
    sum * inner + rng.next()
}

/// On an impl it holds for all of its functions.
#[differentiable(no_diff(rng))]
impl Settings {
    fn walk(&self, x: f64, steps: usize) -> f64 {
        let mut rng = Rng::seeded(self.seed);
        let mut at = x;
        for _ in 0..steps {
            at = self.step(at, Some(&mut rng)).sin();
        }
        at
    }

    fn step(&self, at: f64, #[no_diff] rng: Option<&mut Rng>) -> f64 {
        match rng {
            Some(rng) => normal(at, self.spread, rng) * at,
            None => at,
        }
    }
}

#[differentiable]
fn walked(settings: &Settings, x: f64, steps: usize) -> f64 {
    settings.walk(x, steps)
}

#[test]
fn a_generator_of_the_functions_own_is_set_aside() {
    let settings = Settings {
        spread: 0.4,
        seed: Some(3),
    };
    check_grad!(cloud(&settings, &[0.3, -0.8, 1.1, 0.4])).expect("a cloud");
    for steps in 0..4 {
        check_grad!(walked(&settings, 0.7, steps)).expect("a walk");
    }
    let (value, (bar, _)) = cloud::value_and_grad(&settings, &[0.3, -0.8, 1.1]);
    assert_eq!(value, cloud(&settings, &[0.3, -0.8, 1.1]));
    assert!(bar.spread != 0.0);
}

/// What makes the generator may fail.
#[differentiable(no_diff(rng))]
fn drawn(x: f64, spread: f64) -> Result<f64, String> {
    let mut rng = (spread > 0.0).then(|| Rng(spread as u64)).ok_or("no spread")?;
    Ok(normal(x, spread, &mut rng))
}

#[differentiable]
fn of_drawn(x: f64, spread: f64) -> f64 {
    drawn(x, spread).unwrap_or(x * x)
}

#[test]
fn a_generator_that_may_not_be_made() {
    check_grad!(of_drawn(0.7, 1.4)).unwrap();
    check_grad!(of_drawn(0.7, -1.4)).unwrap();
    assert_eq!(drawn(0.7, -1.4), Err("no spread".into()));
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Point {
    x: f64,
    v: f64,
}

#[derive(Debug)]
struct Lost;

/// What is sent to a channel, and what a condition to stop is asked with, carries no derivative on.
#[derive(Clone, Debug, Differentiable)]
struct Orbit {
    at: Point,
    stiffness: f64,
}

#[differentiable(no_diff(channel, stops))]
impl Orbit {
    fn propagate<F>(
        &mut self,
        steps: usize,
        #[no_diff] channel: Option<Sender<Point>>,
        #[no_diff] mut condition: Option<F>,
    ) -> Result<Point, Lost>
    where
        F: FnMut(Point) -> Result<bool, Lost>,
    {
        for _ in 0..steps {
            self.at.x += 0.1 * self.at.v;
            self.at.v -= 0.1 * self.stiffness * self.at.x;
            if let Some(ref mut stops) = condition
                && stops(self.at)?
            {
                return Ok(self.at);
            }
            if let Some(ref channel) = channel
                && channel.send(self.at).is_err()
            {
                return Err(Lost);
            }
        }
        Ok(self.at)
    }

    fn steps(&mut self, steps: usize) -> Result<Point, Lost> {
        self.propagate(steps, None, Some(|_| Ok(false)))
    }

    fn steps_with_channel(&mut self, steps: usize, #[no_diff] channel: Sender<Point>) -> Result<Point, Lost> {
        self.propagate(steps, Some(channel), Some(|_| Ok(false)))
    }
}

#[differentiable]
fn end(x: f64, v: f64, stiffness: f64, steps: usize, #[no_diff] channel: Sender<Point>) -> f64 {
    let mut orbit = Orbit {
        at: Point { x, v },
        stiffness,
    };
    let end = orbit.steps(steps).unwrap();
    let further = orbit.steps_with_channel(2, channel).unwrap();
    end.x * orbit.at.v + further.x
}

/// The condition stops it.
#[differentiable]
fn stopped(orbit: &Orbit, below: f64) -> f64 {
    let mut orbit = orbit.clone();
    let stop = orbit.propagate(100, None, Some(|point: Point| Ok(point.v < 0.1)));
    stop.unwrap().x * below
}

#[test]
fn what_is_sent_and_what_a_condition_is_asked_with_is_set_aside() {
    let (sender, receiver) = channel();
    check_grad!(end(0.3, 0.4, 2.0, 5, sender.clone())).unwrap();
    receiver.try_iter().for_each(drop);
    let (value, _) = end::value_and_grad(0.3, 0.4, 2.0, 5, sender.clone());
    let sent: Vec<f64> = receiver.try_iter().map(|point| point.x).collect();
    assert_eq!(value, end(0.3, 0.4, 2.0, 5, sender));
    assert_eq!(sent, receiver.try_iter().map(|point| point.x).collect::<Vec<_>>());
    let orbit = Orbit {
        at: Point { x: 0.2, v: 0.7 },
        stiffness: 1.3,
    };
    check_grad!(stopped(&orbit, 0.4)).unwrap();
}

/// A function of which nothing more is known: in a struct that is marked as a whole.
#[derive(Differentiable)]
#[no_diff]
struct Schedule(Box<dyn Fn(f64) -> f64>);

#[derive(Differentiable)]
struct Growth {
    rate: Schedule,
    scale: f64,
}

/// Parameters of such a name are left out, here and in all that is said to be the same.
#[differentiable(no_diff(t, _t))]
trait Process {
    fn drift(&self, x: f64, t: f64) -> f64;
    fn jump(&self, x: f64, _t: f64) -> Option<f64>;
    fn step(&self, x: f64, t: f64) -> f64 {
        x + 0.5 * self.drift(x, t) + self.jump(x, t).unwrap_or(0.0)
    }
}

#[differentiable(no_diff(t, _t))]
impl Process for Growth {
    fn drift(&self, x: f64, t: f64) -> f64 {
        self.rate.0(t) * x * x * self.scale
    }
    fn jump(&self, x: f64, _t: f64) -> Option<f64> {
        if x > 1.0 { Some(x * self.scale) } else { None }
    }
}

#[differentiable(no_diff(t))]
fn twice(x: f64, t: f64) -> f64 {
    let mut x = x * x;
    for _ in 0..2 {
        x *= t;
    }
    x
}

#[test]
fn parameters_are_set_aside_by_their_names() {
    let growth = |scale| Growth {
        rate: Schedule(Box::new(|t| 1.0 + t)),
        scale,
    };
    for x in [0.7, 1.4] {
        let (value, (bar, x_bar)) = growth(0.3).step_value_and_grad(x, 0.5);
        assert_eq!(value, growth(0.3).step(x, 0.5));
        let jumps = if x > 1.0 { 1.0 } else { 0.0 };
        assert!((x_bar - (1.0 + 1.5 * x * 0.3 + 0.3 * jumps)).abs() < 1e-14);
        assert!((bar.scale - (0.75 * x * x + x * jumps)).abs() < 1e-14);
    }
    assert_eq!(twice::value_and_grad(3.0, 0.5), (2.25, 1.5));
}

/// When something is known: without derivatives, as another crate's type may be.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Epoch(u32);

impl Epoch {
    fn since(self, other: Epoch) -> f64 {
        f64::from(self.0 - other.0)
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct State {
    at: f64,
    speed: f64,
    #[no_diff]
    epoch: Epoch,
    #[no_diff]
    seen: Option<Epoch>,
}

/// With a point before it a name is that of fields and methods.
#[differentiable(no_diff(to, .epoch, .seen, .known))]
impl State {
    #[no_diff]
    fn known(&self) -> Epoch {
        self.seen.unwrap_or(self.epoch)
    }

    fn moved(self, to: Epoch) -> State {
        let along = self.speed * to.since(self.epoch);
        let mut moved = State {
            at: self.at + along,
            epoch: to,
            ..self
        };
        moved.seen = Some(self.epoch);
        moved
    }

    fn between(&self, other: &State) -> Result<f64, String> {
        if self.epoch == other.epoch {
            return Err(format!("both at {:?}", self.epoch));
        }
        Ok((self.at - other.at) / self.epoch.since(other.known()))
    }
}

#[differentiable]
fn mean_speed(at: f64, speed: f64) -> f64 {
    let state = State {
        at,
        speed,
        epoch: pullback::no_diff(Epoch(3)),
        seen: None,
    };
    let moved = state.moved(pullback::no_diff(Epoch(7)));
    let other = moved.moved(pullback::no_diff(Epoch(12)));
    other.between(&state).unwrap() * moved.at
}

#[test]
fn fields_and_methods_are_set_aside() {
    check_grad!(mean_speed(0.4, 0.7)).unwrap();
    let state = State {
        at: 0.4,
        speed: 0.7,
        epoch: Epoch(2),
        seen: None,
    };
    let moved = state.moved(Epoch(5));
    assert_eq!((moved.epoch, moved.seen), (Epoch(5), Some(Epoch(2))));
}

/// Where what a message shows fails, so does the function.
#[differentiable]
fn shown(x: f64, y: f64) -> Result<f64, String> {
    let quotient = ratio(x, y)?;
    if quotient > 1.0 {
        println!("{quotient} {}", ratio(y, quotient - 2.0)?);
    }
    Ok(quotient * quotient)
}

#[differentiable]
fn ratio(x: f64, y: f64) -> Result<f64, String> {
    if y == 0.0 {
        return Err("nothing to divide by".to_string());
    }
    Ok(x / y)
}

#[test]
fn messages_may_fail() {
    check_grad!(shown(0.3, 0.4)).unwrap();
    check_grad!(shown(0.7, 0.4)).unwrap();
    assert!(shown::vjp(0.8, 0.4).0.is_err());
}

/// A key that is ordered, and so carries no derivative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key(i64);

impl Key {
    fn new(x: f64) -> Option<Self> {
        x.is_finite().then(|| Key((10.0 * x).floor() as i64))
    }

    fn checked(x: f64) -> Result<Self, String> {
        Self::new(x).ok_or_else(|| String::from("no number"))
    }
}

/// What a key is made of may leave the function.
#[differentiable(no_diff(key, low, high))]
fn keyed(x: f64, counts: &[f64]) -> f64 {
    let key = match Key::new(x) {
        Some(valid) => valid,
        None => return 0.0,
    };
    let Some(low) = Key::new(x - 0.1) else {
        return 0.0;
    };
    let high = if let Some(valid) = Key::new(x + 0.1) {
        valid
    } else {
        return 0.0;
    };
    let i = (key.0 - low.0 + high.0) as usize;
    x * x * counts[i]
}

#[differentiable(no_diff(key))]
fn checked(x: f64) -> Result<f64, String> {
    let key = Key::checked(x)?;
    Ok(x * x * key.0 as f64)
}

#[differentiable]
fn of_checked(x: f64) -> f64 {
    checked(x).unwrap_or(0.0)
}

#[test]
fn a_key_may_leave_the_function() {
    check_grad!(keyed(0.33, &[0.1, 0.7, 0.4, 0.9, 0.2, 1.3])).unwrap();
    assert_eq!(keyed::grad(f64::NAN, &[1.0]), (0.0, vec![0.0]));
    check_grad!(of_checked(0.33)).unwrap();
    assert_eq!(of_checked::grad(f64::INFINITY), 0.0);
}

/// A table that carries no derivative, and hands that of what it is asked on.
#[derive(Clone, Debug)]
struct Almanac {
    scale: f64,
}

#[differentiable]
impl Almanac {
    fn transform(#[no_diff] &self, point: Point) -> Point {
        Point {
            x: point.x * self.scale,
            v: point.v * point.x,
        }
    }
}

#[differentiable(no_diff(almanac))]
fn seen_through(point: Point, k: f64, almanac: &Almanac) -> f64 {
    let seen = almanac.transform(point);
    seen.x * k + seen.v.sin()
}

#[test]
fn what_a_parameter_that_is_set_aside_is_given_keeps_its_derivative() {
    let almanac = Almanac { scale: 1.7 };
    let point = Point { x: 0.3, v: 0.8 };
    check_grad!(seen_through(point, 0.6, &almanac)).unwrap();
}

/// Keeps functions of which nothing more is known: a pointer, which is a constant, and what is in a box.
#[derive(Differentiable)]
struct Curve {
    level: fn(f64) -> f64,
    #[no_diff]
    spread: Box<dyn Fn(f64) -> f64>,
    scale: f64,
}

#[differentiable]
fn midpoints(f: impl Fn(f64) -> f64, from: f64, to: f64) -> f64 {
    let step = (to - from) / 4.0;
    (0..4).map(|k| step * f(from + (k as f64 + 0.5) * step)).sum()
}

fn between(f: &dyn Fn(f64) -> f64, x: f64) -> f64 {
    f(x + 0.1) - f(x - 0.1)
}

impl Curve {
    /// What the function is asked is a parameter of a closure: to where it is asked nothing flows back.
    #[differentiable(no_diff(u))]
    fn discount(&self, to: f64) -> f64 {
        let rate = midpoints(|u| (self.level)(u) * self.scale, 0.0, 2.0);
        (-rate * to).exp()
            + midpoints(
                |mut u: f64| {
                    u *= 2.0;
                    u * to
                },
                0.0,
                1.0,
            )
    }

    fn above(&self, x: f64) -> f64 {
        (self.spread)(x + 1.0)
    }

    /// What the field's function gives, what asks it itself, and a method by its path.
    #[differentiable(no_diff(.spread, .above))]
    fn spread_at(&self, x: f64) -> f64 {
        x * x * self.scale * (self.spread)(x) + between(&self.spread, 0.4) * Curve::above(self, x)
    }
}

/// By a pattern.
#[differentiable(no_diff(u))]
fn numbered(x: &[f64], k: f64) -> f64 {
    x.iter().enumerate().map(|(i, &u)| k * u * i as f64 + x[i]).sum()
}

#[test]
fn what_a_closure_is_given_is_set_aside() {
    assert_eq!(numbered::grad(&[2.0, 3.0, 5.0], 0.5), (vec![1.0; 3], 13.0));
}

#[test]
fn functions_that_are_kept_without_derivatives() {
    let curve = |scale| Curve {
        level: |u| 0.02 + 0.01 * u,
        spread: Box::new(|u| u * u),
        scale,
    };
    let slope = |f: &dyn Fn(f64) -> f64, x: f64| (f(x + 1e-5) - f(x - 1e-5)) / 2e-5;
    let (value, (bar, to_bar)) = curve(0.6).discount_value_and_grad(1.5);
    assert_eq!(value, curve(0.6).discount(1.5));
    assert!((bar.scale - slope(&|scale| curve(scale).discount(1.5), 0.6)).abs() < 1e-9);
    assert!((to_bar - slope(&|to| curve(0.6).discount(to), 1.5)).abs() < 1e-9);
    // The functions are constants, and so is what they give.
    let (value, (bar, x_bar)) = curve(0.6).spread_at_value_and_grad(0.5);
    assert_eq!(value, curve(0.6).spread_at(0.5));
    assert!((bar.scale - 0.0625).abs() < 1e-15);
    assert!((x_bar - 2.0 * 0.5 * 0.6 * 0.25).abs() < 1e-15);
}

/// A length of time: of another crate's that is derived for, but whose operators and methods are not marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct Span {
    ticks: i64,
}

impl std::ops::Add for Span {
    type Output = Span;
    fn add(self, other: Span) -> Span {
        Span {
            ticks: self.ticks + other.ticks,
        }
    }
}

impl Span {
    fn seconds(self) -> f64 {
        0.25 * self.ticks as f64
    }
}

/// What carries numbers, and no derivatives where it is marked.
#[derive(Clone, Debug, Default, PartialEq, Differentiable)]
struct Limits {
    least: Option<f64>,
    names: Vec<String>,
    ends: Vec<f64>,
}

/// Without derivatives of its own.
#[derive(Clone, Debug, PartialEq)]
struct Book(f64);

impl Book {
    #[differentiable]
    fn lifted(#[no_diff] &self, x: f64) -> f64 {
        self.0 * x * x
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Clock {
    rate: f64,
    #[no_diff]
    last: Span,
    #[no_diff]
    limits: Limits,
    #[no_diff]
    book: std::sync::Arc<Book>,
}

#[differentiable(no_diff(span, longest, .last, .limits))]
impl Clock {
    /// How long it takes, and what the time is worth.
    fn step(&self, x: f64) -> Result<(Span, f64), String> {
        if x < 0.0 {
            return Err("back in time".to_string());
        }
        Ok((Span { ticks: 3 }, self.rate * x * x))
    }

    /// What is declared beside others is set aside by itself.
    fn advanced(&mut self, x: f64) -> Result<f64, String> {
        let (span, worth) = self.step(x)?;
        self.last = self.last + span;
        let (mut longest, [first, ..]) = (worth * x, [worth, x]);
        longest += worth;
        self.limits.least = Some(worth);
        self.limits.ends = vec![worth, x];
        Ok(first * worth * self.last.seconds() + longest * x)
    }

    fn twice(&mut self, x: f64) -> f64 {
        self.advanced(x).unwrap() + self.advanced(x * x).unwrap() * self.limits.least.unwrap()
    }

    /// The receiver of what is called is marked there, and here the field is.
    fn read(&self, x: f64) -> f64 {
        self.book.lifted(self.rate * x)
    }
}

#[differentiable]
fn of_clock(clock: &Clock, x: f64) -> f64 {
    let mut clock = clock.clone();
    clock.twice(x) * clock.read(x)
}

#[test]
fn what_is_declared_beside_others_and_what_marked_fields_are_given_is_set_aside() {
    let clock = Clock {
        rate: 1.3,
        last: Span { ticks: 2 },
        limits: Limits::default(),
        book: std::sync::Arc::new(Book(0.7)),
    };
    let x: f64 = 0.8;
    let (value, (bar, x_bar)) = of_clock::value_and_grad(&clock, x);
    assert_eq!(value, of_clock(&clock, x));
    // The same with what is set aside for constants.
    let [first, second] = [1.3 * x * x, 1.3 * x.powi(4)];
    let [longest, longer] = [first * x + first, second * x * x + second];
    let same = |rate: f64, x: f64| {
        let advanced = |x: f64, seconds: f64, longest: f64| (rate * x * x).powi(2) * seconds + longest * x;
        let twice = advanced(x, 1.25, longest) + advanced(x * x, 2.0, longer) * second;
        twice * 0.7 * (rate * x).powi(2)
    };
    assert!((same(1.3, x) - value).abs() < 1e-14);
    let h = 1e-5;
    let slope = |f: &dyn Fn(f64) -> f64| (f(h) - f(-h)) / (2.0 * h);
    assert!((bar.rate - slope(&|h| same(1.3 + h, x))).abs() < 1e-8);
    assert!((x_bar - slope(&|h| same(1.3, x + h))).abs() < 1e-8);
}

/// Where the numbers of a name are kept. It has no derivative, and neither have its functions.
#[derive(Clone, Debug)]
struct Places(Vec<Option<usize>>);

impl Places {
    fn get(&self, name: usize) -> Option<&usize> {
        self.0.get(name)?.as_ref()
    }
}

impl std::ops::Index<usize> for Places {
    type Output = usize;
    fn index(&self, name: usize) -> &usize {
        self.get(name).unwrap()
    }
}

impl std::ops::IndexMut<usize> for Places {
    fn index_mut(&mut self, name: usize) -> &mut usize {
        self.0[name].as_mut().unwrap()
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Table {
    values: Vec<f64>,
    #[no_diff]
    places: Places,
}

#[differentiable(no_diff(at))]
impl Table {
    fn set(&mut self, name: usize, x: f64) -> bool {
        if let Some(at) = self.places.get(name) {
            self.values[*at] *= x;
            self.values[(*at + 1) % 3] += x * x;
            true
        } else {
            false
        }
    }

    fn double(&mut self, name: usize, x: f64) -> Option<f64> {
        let at = *self.places.get(name)?;
        self.values[at] *= 2.0 * x;
        Some(self.values[at])
    }
}

/// A parameter that is set aside is indexed by its own impl, which has no derivative.
#[differentiable]
fn turned(values: &mut [f64], #[no_diff] places: &mut Places, x: f64) -> f64 {
    let mut sum = 0.0;
    for name in 0..2 {
        sum += x * values[places[name]] * values[places[name]];
        values[places[name]] += sum;
        places[name] = (places[name] + 1) % 3;
    }
    sum * values[places[0]]
}

#[differentiable]
fn of_table(table: &Table, x: f64) -> f64 {
    let mut table = table.clone();
    let found = table.set(0, x);
    let missing = !table.set(9, x);
    let doubled = table.double(1, x).unwrap_or(0.5) + table.double(7, x).unwrap_or(x);
    let mut places = pullback::no_diff(Places(vec![Some(2), Some(0), None]));
    let rest = turned(&mut table.values, pullback::no_diff(&mut places), x);
    if found && missing {
        doubled * rest + table.values[0]
    } else {
        rest
    }
}

#[test]
fn what_a_pattern_declares_and_what_is_indexed_is_set_aside() {
    let table = Table {
        values: vec![0.7, 1.3, -0.4],
        places: Places(vec![Some(2), Some(0), None]),
    };
    check_grad!(of_table(&table, 0.8)).unwrap();
}

/// A date that may have no key, and carries no derivative.
struct Stamp(u64);

impl From<u64> for Stamp {
    fn from(key: u64) -> Self {
        Stamp(key)
    }
}

impl Stamp {
    fn after(first: u64, second: u64) -> Self {
        Stamp(2 * second - first)
    }
}

fn key_of(x: f64) -> Result<u64, String> {
    if x > 0.0 {
        Ok((10.0 * x) as u64)
    } else {
        Err(format!("{x} has no key"))
    }
}

/// How much of what is known lies in a range of dates.
#[differentiable(no_diff(range))]
fn within(known: &[f64], range: std::ops::Range<Stamp>) -> f64 {
    let first = no_diff(range.start.0) as usize;
    let last = no_diff(range.end.0) as usize;
    known[first..last].iter().map(|x| x * x).sum()
}

#[differentiable(no_diff(start, end))]
fn of_range(known: &[f64], from: f64) -> Result<f64, String> {
    let start = Stamp::from(key_of(from)?);
    let end = Stamp::after(key_of(from)?, key_of(from + 0.1)?);
    Ok(within(known, start..end) * from)
}

#[differentiable]
fn of_ranges(known: &[f64], x: f64) -> f64 {
    of_range(known, x).unwrap_or(x) + of_range(known, -x).unwrap_or(x * x)
}

#[test]
fn a_range_is_set_aside_with_its_ends_and_a_call_with_an_argument_that_may_fail() {
    assert_eq!(of_range(&[0.4, 2.0, 3.0, 0.9], 0.13), Ok(13.0 * 0.13));
    check_grad!(of_ranges(&[0.4, 1.3, -0.7, 0.9], 0.13)).unwrap();
    assert_eq!(of_range::vjp(&[0.4, 2.0, 3.0, 0.9], 0.13).0, Ok(13.0 * 0.13));
}

/// Numbers, and how many of them lie where.
#[derive(Clone, Debug, Differentiable)]
struct Arc {
    values: Vec<f64>,
    force: bool,
}

impl Arc {
    fn bounds(&self, from: u64) -> (usize, usize) {
        let first = (from as usize).min(self.values.len());
        (first, self.values.len())
    }
}

#[differentiable]
impl Arc {
    #[no_diff]
    fn measured(&self) -> usize {
        self.values.len()
    }
}

/// What is asked of `mut arc` and of `mut self` only reads it, as of a parameter that is a mutable reference.
#[differentiable(no_diff(first, end, count))]
fn later(mut arc: Arc, from: u64) -> Arc {
    let (first, end) = arc.bounds(from);
    let count = arc.measured();
    if first >= end || first >= count {
        arc.values.clear();
        return arc;
    }
    arc.values.truncate(end);
    arc.values.drain(0..first);
    arc.values.shrink_to_fit();
    arc.force = count > 3;
    arc
}

impl Arc {
    #[differentiable(no_diff(first, end))]
    fn earlier(mut self, from: u64) -> Self {
        let (first, end) = self.bounds(from);
        self.values.truncate(first);
        self.force = end > 2;
        self
    }
}

#[differentiable]
fn of_later(arc: &Arc, k: f64) -> f64 {
    let mut sum = k;
    for from in [0, 2, 9] {
        let left = later(arc.clone(), from);
        sum += left.values.iter().map(|x| x * x * k).sum::<f64>();
        sum *= arc
            .clone()
            .earlier(from)
            .values
            .iter()
            .map(|x| 1.0 + x * x)
            .sum::<f64>()
            + k;
    }
    sum
}

#[test]
fn what_is_set_aside_may_be_asked_of_a_parameter_that_is_changed() {
    let arc = Arc {
        values: vec![0.4, 1.3, -0.7, 0.9],
        force: false,
    };
    check_grad!(of_later(&arc, 0.7)).unwrap();
}

/// A frame that counts the cells that are cut.
#[derive(Clone, Debug, Differentiable)]
struct Frame {
    origin: f64,
    #[no_diff]
    cut: Vec<usize>,
}

#[differentiable]
impl Frame {
    fn at(&self, k: usize) -> f64 {
        self.origin + 0.3 * k as f64
    }

    fn cut(&mut self, k: usize) {
        self.cut.push(k);
    }
}

/// What is decided is asked of the frame in a closure, through a shared reference, and then the frame is changed.
#[differentiable(no_diff(decided))]
fn refined(origin: f64, x: &[f64]) -> f64 {
    let mut frame = Frame {
        origin,
        cut: Vec::new(),
    };
    let decided: Vec<bool> = x.iter().enumerate().map(|(k, x)| *x < frame.at(k)).collect();
    for (k, below) in decided.iter().enumerate() {
        if *below {
            frame.cut(k);
        }
    }
    let mut sum = 0.0;
    for k in 0..frame.cut.len() {
        sum += x[frame.cut[k]] * frame.at(k);
    }
    sum
}

/// A record that keeps nothing.
#[derive(Clone)]
struct Record(usize);

impl Record {
    fn add(&mut self, from: usize, to: usize, points: &[f64]) {
        self.0 += points.len() + to - from;
    }
}

/// What the record is given are names of the branch, which are set aside.
#[differentiable(no_diff(record, from, to))]
fn recorded(points: &[f64], places: &[usize]) -> f64 {
    let mut record = Some(Record(0));
    let mut all = points.to_vec();
    for pair in places.windows(2) {
        all.push(points[pair[0]] * points[pair[1]]);
        if let Some(record) = &mut record {
            let from = pair[0];
            let to = pair[1];
            record.add(from, to, &all);
        }
    }
    let count = record.unwrap().0;
    all.iter().sum::<f64>() * count as f64
}

#[test]
fn what_is_set_aside_is_asked_in_closures_and_given_names_of_a_branch() {
    let x = [0.1, 0.9, 0.4, 2.3];
    assert!(refined(0.45, &x) > 0.0);
    check_grad!(refined(0.45, &x)).unwrap();
    assert_eq!(recorded(&x, &[0, 2, 3]), (3.7 + 0.04 + 0.92) * 14.0);
    check_grad!(recorded(&x, &[0, 2, 3])).unwrap();
}

/// A time, of a type that carries no derivative.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Moment(f64);

impl std::ops::AddAssign for Moment {
    fn add_assign(&mut self, other: Moment) {
        self.0 += other.0;
    }
}

impl Moment {
    fn after(x: f64) -> Result<Moment, String> {
        match x < 100.0 {
            true => Ok(Moment(x)),
            false => Err("too late".to_string()),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Burn {
    #[no_diff]
    start: Moment,
    #[no_diff]
    end: Moment,
    #[no_diff]
    scale: f64,
    #[no_diff]
    count: usize,
    thrust: f64,
}

#[differentiable(no_diff(shift, .start, .end, .scale, .count))]
fn corrected(burn: &Burn, corrections: &[f64]) -> Result<Burn, String> {
    let mut burn = burn.clone();
    for (i, correction) in corrections.iter().enumerate() {
        if *correction > 0.0 {
            let shift = Moment(correction * 2.0);
            burn.end += shift;
            burn.start += Moment::after(*correction)?;
            burn.scale *= 2.0 * correction;
            burn.count += 1;
        }
        burn.thrust += correction * burn.thrust * i as f64;
    }
    Ok(burn)
}

#[differentiable]
fn thrust(burn: &Burn, corrections: &[f64]) -> f64 {
    match corrected(burn, corrections) {
        Ok(burn) => burn.thrust * burn.thrust,
        Err(_) => 0.0,
    }
}

#[test]
fn a_field_that_is_set_aside_may_be_added_to_whatever_its_type_is() {
    let burn = Burn {
        start: Moment(0.0),
        end: Moment(1.0),
        scale: 1.0,
        count: 0,
        thrust: 0.7,
    };
    let corrections = [0.1, -0.2, 0.3];
    check_grad!(thrust(&burn, &corrections)).unwrap();
    let (seen, _) = corrected::vjp(&burn, &corrections);
    let seen = seen.unwrap();
    assert_eq!((seen.end, seen.count), (Moment(1.0 + 0.2 + 0.6), 2));
    assert_eq!(seen, corrected(&burn, &corrections).unwrap());
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Differentiable)]
enum Kind {
    Range,
    Doppler,
    Angle,
}

#[derive(Clone, Debug, Differentiable)]
struct Station {
    #[no_diff]
    kinds: Vec<Kind>,
    biases: [f64; 2],
}

/// A loop's variable of the name is a constant in the loop, unless it is a reference.
#[differentiable(no_diff(kind))]
impl Station {
    fn bias(&self, kind: Kind) -> f64 {
        match kind {
            Kind::Range => self.biases[0],
            Kind::Doppler => self.biases[1] * self.biases[0],
            Kind::Angle => 0.5,
        }
    }

    fn all(&self, x: f64) -> f64 {
        let mut sum = 0.0;
        for kind in self.kinds.iter().copied() {
            sum += x * self.bias(kind);
        }
        for (i, &kind) in self.kinds.iter().enumerate().skip(1) {
            sum += x.cos() * self.bias(kind) * i as f64;
        }
        for kind in &self.kinds {
            if *kind != Kind::Range {
                sum += x.sin() * self.bias(*kind);
            }
        }
        sum
    }

    fn between<R: std::ops::RangeBounds<Moment>>(&self, #[no_diff] range: R, x: f64) -> f64 {
        let mut sum = 0.0;
        for (i, bias) in self.biases.iter().enumerate() {
            if range.contains(&Moment(i as f64)) {
                sum += bias * bias * x;
            }
        }
        sum
    }

    fn up_to<R: std::ops::RangeBounds<f64>>(mut self, #[no_diff] range: R, x: f64) -> f64 {
        let end = pullback::no_diff(match range.end_bound() {
            std::ops::Bound::Included(end) | std::ops::Bound::Excluded(end) => Moment(*end),
            std::ops::Bound::Unbounded => Moment(9.0),
        });
        self.biases[1] *= x;
        self.between(pullback::no_diff(..end), x)
    }
}

#[differentiable]
fn of_kinds(station: &Station, x: f64) -> f64 {
    station.all(x)
}

/// A type parameter that stands in such a parameter alone need not be differentiable.
#[differentiable]
fn of_any_range(station: &Station, x: f64) -> f64 {
    station.clone().up_to(pullback::no_diff(..0.4), x) * station.clone().up_to(pullback::no_diff(..=1.5), x)
}

#[test]
fn variables_of_loops_and_ranges_of_any_type_are_set_aside() {
    let station = Station {
        kinds: vec![Kind::Range, Kind::Doppler, Kind::Angle],
        biases: [0.3, 0.8],
    };
    check_grad!(of_kinds(&station, 0.7)).unwrap();
    check_grad!(of_any_range(&station, 0.7)).unwrap();
}

#[derive(Clone, Debug, Differentiable)]
struct Knots {
    knots: Vec<f64>,
    scale: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Sensor {
    table: Knots,
    #[no_diff]
    name: std::sync::Arc<String>,
    gain: f64,
}

#[differentiable]
fn looked_up(table: &Knots, #[no_diff] name: &str, x: f64) -> f64 {
    table.knots.iter().map(|knot| (knot - x) * table.scale).sum::<f64>() * name.len() as f64
}

#[differentiable(no_diff(.name))]
impl Sensor {
    fn read(&mut self, x: f64) -> f64 {
        let first = looked_up(no_diff(&self.table), &self.name, x);
        self.table.scale *= x;
        first * self.gain + looked_up(&self.table, &self.name, x * self.gain)
    }
}

#[differentiable]
fn read(sensor: &Sensor, x: f64) -> f64 {
    let mut sensor = sensor.clone();
    sensor.read(x)
}

/// The same, with the table that is a constant as an argument of its own.
#[differentiable]
fn read_apart(sensor: &Sensor, x: f64, #[no_diff] table: &Knots) -> f64 {
    let mut sensor = sensor.clone();
    let first = looked_up(table, "abc", x);
    sensor.table.scale *= x;
    first * sensor.gain + looked_up(&sensor.table, "abc", x * sensor.gain)
}

#[test]
fn a_reference_is_set_aside_where_it_is_lent() {
    let sensor = Sensor {
        table: Knots {
            knots: vec![0.4, -0.7],
            scale: 1.3,
        },
        name: std::sync::Arc::new("abc".to_string()),
        gain: 0.6,
    };
    assert_eq!(read(&sensor, 0.9), read_apart(&sensor, 0.9, &sensor.table));
    check_grad!(read_apart(&sensor, 0.9, &sensor.table)).unwrap();
    assert_eq!(read::grad(&sensor, 0.9), read_apart::grad(&sensor, 0.9, &sensor.table));
}

#[differentiable]
fn squares(x: &[f64], k: f64) -> f64 {
    x.iter().map(|x| x * x * k).sum()
}

/// Of parameters that are references no other reference is needed, and one that is written is only read here.
#[differentiable]
fn by_squares(x: &[f64], y: &mut [f64], k: f64) -> f64 {
    y[0] *= k;
    let t = squares(no_diff(x), k) + squares(no_diff(y), k) * squares(no_diff(&*y), 1.0);
    y[1] *= t;
    y[0] * y[1] * x[1]
}

/// The same, with the lists that are constants as arguments of their own.
#[differentiable]
fn by_constants(x: &[f64], y: &mut [f64], k: f64, #[no_diff] constant: &[f64], #[no_diff] written: &[f64]) -> f64 {
    y[0] *= k;
    let t = squares(constant, k) + squares(written, k) * squares(written, 1.0);
    y[1] *= t;
    y[0] * y[1] * x[1]
}

#[test]
fn parameters_that_are_references_are_set_aside_where_they_are_lent() {
    let (x, y, k) = ([0.7, -1.2], [1.1, 0.4], 1.3);
    let written = [y[0] * k, y[1]];
    check_grad!(by_constants(&x, &mut y.clone(), k, &x, &written)).unwrap();
    assert_eq!(
        by_squares::value_and_grad(&x, &mut y.clone(), k),
        by_constants::value_and_grad(&x, &mut y.clone(), k, &x, &written)
    );
}

/// A scale without derivative, which counts how often it is asked.
struct Scale {
    factor: f64,
    asked: usize,
}

impl Scale {
    fn weighs(&mut self, x: f64) -> bool {
        self.asked += 1;
        x * self.factor > 1.0
    }

    fn cell(&mut self, x: f64) -> usize {
        self.asked += 1;
        (x * self.factor) as usize
    }

    fn drawn(&mut self, from: f64) -> f64 {
        self.asked += 1;
        from + self.factor
    }

    fn kind(&self, x: f64) -> Option<Kind> {
        (x > self.factor).then_some(Kind::Range)
    }
}

/// Nothing is lost of what is dropped, decides, counts or is set aside in turn, nor where the method is named or nothing is active.
#[differentiable(no_diff(scale, noise, .cell))]
fn asked_of_a_scale(table: &[f64], x: f64, #[no_diff] factor: f64) -> (f64, pullback::Aux<usize>) {
    let mut scale = Scale { factor, asked: 0 };
    scale.weighs(x);
    let _ = scale.drawn(x);
    let noise = scale.drawn(x);
    let cell = scale.cell(x);
    let mut sum = x * noise * table[cell] + table[scale.cell(x)] * scale.drawn(0.5);
    if scale.weighs(x) && scale.drawn(x) < 7.0 {
        sum *= x * table[0];
    }
    (sum, pullback::Aux(scale.asked))
}

/// Nor is anything lost of what is calculated to decide, matched without a name, counted, or of a type that is written.
#[differentiable(no_diff(scale))]
fn decided_by_a_scale(table: &[f64], x: f64, #[no_diff] factor: f64) -> (f64, pullback::Aux<usize>) {
    let mut scale = Scale { factor, asked: 0 };
    let cell: usize = scale.cell(x);
    let (whole, heavy): (usize, bool) = (scale.cell(x), scale.weighs(x));
    let mut sum = x * table[cell] * (whole + 1) as f64;
    for _ in 0..scale.cell(x) + 1 {
        sum += table[2] * x;
    }
    if -scale.drawn(x) * 2.0 < -1.0 || heavy {
        sum *= x;
    }
    sum *= match scale.weighs(x) {
        true => x,
        false => table[scale.cell(x) % 2],
    };
    sum += match scale.kind(x) {
        Some(Kind::Range) => x * x,
        None | Some(_) => table[1] * x,
    };
    if let Some(Kind::Range) = scale.kind(x) {
        sum *= x;
    }
    sum += table[scale.cell(x)..scale.cell(x) + 2].iter().sum::<f64>() * x;
    (sum, pullback::Aux(scale.asked))
}

/// The same with what the scale answers as parameters.
#[differentiable]
fn decided_beforehand(
    table: &[f64],
    x: f64,
    #[no_diff] cell: usize,
    #[no_diff] heavy: bool,
    #[no_diff] factor: f64,
) -> f64 {
    let mut sum = x * table[cell] * (cell + 1) as f64;
    for _ in 0..cell + 1 {
        sum += table[2] * x;
    }
    if -(x + factor) * 2.0 < -1.0 || heavy {
        sum *= x;
    }
    sum *= if heavy { x } else { table[cell % 2] };
    if x > factor {
        sum += x * x;
        sum *= x;
    } else {
        sum += table[1] * x;
    }
    sum + table[cell..cell + 2].iter().sum::<f64>() * x
}

/// The same with what is set aside as a parameter.
#[differentiable]
fn asked_beforehand(
    table: &[f64],
    x: f64,
    #[no_diff] noise: f64,
    #[no_diff] cell: usize,
    #[no_diff] factor: f64,
) -> f64 {
    let mut sum = x * noise * table[cell] + table[cell] * (0.5 + factor);
    if noise - factor > 1.0 / factor {
        sum *= x * table[0];
    }
    sum
}

#[test]
fn what_a_scale_answers_without_derivative_is_kept() {
    let table = [0.3, -0.6, 1.2];
    for (x, factor) in [(1.4, 0.9), (0.2, 1.7), (-0.4, 0.3)] {
        let (noise, cell) = (x + factor, (x * factor) as usize);
        check_grad!(asked_beforehand(&table, x, noise, cell, factor)).unwrap();
        let expected = asked_beforehand::value_and_grad(&table, x, noise, cell, factor);
        let ((value, asked), gradient) = asked_of_a_scale::value_and_grad(&table, x, factor);
        assert_eq!((value, gradient), expected);
        assert_eq!(asked.0, asked_of_a_scale(&table, x, factor).1.0);

        let heavy = x * factor > 1.0;
        check_grad!(decided_beforehand(&table, x, cell, heavy, factor)).unwrap();
        let expected = decided_beforehand::value_and_grad(&table, x, cell, heavy, factor);
        let ((value, asked), (table_bar, x_bar)) = decided_by_a_scale::value_and_grad(&table, x, factor);
        let (expected, (expected_table_bar, expected_x_bar)) = expected;
        assert_eq!(value, expected);
        let off = |(a, b): (&f64, &f64)| (a - b).abs();
        assert!(table_bar.iter().zip(&expected_table_bar).map(off).sum::<f64>() < 1e-12);
        assert!((x_bar - expected_x_bar).abs() < 1e-12);
        assert_eq!(asked.0, decided_by_a_scale(&table, x, factor).1.0);
    }
}

/// What was noted, without derivative.
#[derive(Default)]
struct Log(Vec<f64>);

impl Log {
    fn note(&mut self, x: f64) {
        self.0.push(x);
    }

    fn send(&mut self, x: f64) -> Result<usize, f64> {
        self.note(x);
        if x > 0.5 { Ok(self.0.len()) } else { Err(x) }
    }
}

/// What ends a branch, an arm, a loop or the function, and a pattern without a name, gives no value.
#[differentiable(no_diff(log))]
fn noted(x: &[f64], k: f64, sum: &mut f64) {
    let mut log = Log::default();
    for (i, x) in x.iter().enumerate() {
        if i > 1 {
            log.note(x * k)
        } else {
            log.note(*x)
        }
        match i {
            0 => log.note(k),
            _ => {
                *sum += x;
                log.note(*sum)
            }
        }
        if let Ok(1..) = log.send(x * k) {
            *sum += x * k * log.0.len() as f64;
        }
        match log.send(*x) {
            Ok(_) => *sum *= k,
            Err(_) => *sum += 0.1 * k,
        }
        log.note(*sum)
    }
    log.note(k)
}

#[test]
fn what_gives_no_value_loses_no_derivative() {
    check_grad!(noted(&[0.3, 0.8, -0.4, 0.7], 1.3, &mut 0.6)).unwrap();
}

/// Where a scale is kept, how far it is from another one, and what it weighs.
#[derive(Differentiable)]
struct Weighed {
    mass: f64,
    #[no_diff]
    scale: Scale,
    #[no_diff]
    table: Vec<usize>,
}

impl Scale {
    fn holds(&self, x: f64) -> bool {
        x * self.factor > 1.0
    }

    fn apart(&self, other: f64) -> f64 {
        self.factor - other
    }

    fn error(&self, limit: f64) -> Result<f64, String> {
        if self.factor > limit {
            Ok(self.factor)
        } else {
            Err(format!("{limit}"))
        }
    }
}

/// Of a field that is set aside nothing is lost either in what decides, is set aside in turn, is another such field, or is given to a
/// method that is named.
#[differentiable(no_diff(noise, .scale, .table, .error))]
fn asked_of_fields(weighed: &Weighed, other: &Weighed, x: f64) -> Result<f64, String> {
    let noise = weighed.scale.apart(x * x);
    let apart = weighed.scale.apart(other.scale.factor + 1.0);
    let mut sum = x * noise * weighed.mass + apart * x * x;
    if weighed.scale.holds(x) || weighed.scale.apart(x) < 0.5 {
        sum *= other.mass;
    }
    for k in weighed.table.iter().filter(|k| (**k as f64) < x) {
        sum += x * *k as f64;
    }
    let first = weighed.table.first().copied().unwrap_or(other.table.len());
    Ok(sum * weighed.scale.error(x - 9.0)? * (first as f64 + 1.0))
}

#[differentiable]
fn answered(weighed: &Weighed, other: &Weighed, x: f64) -> f64 {
    asked_of_fields(weighed, other, x).unwrap()
}

#[differentiable]
fn asked_of_fields_beforehand(
    weighed: &Weighed,
    other: &Weighed,
    x: f64,
    #[no_diff] noise: f64,
    #[no_diff] counts: &[usize],
) -> f64 {
    let factor = pullback::no_diff(weighed.scale.factor);
    let apart = factor - (pullback::no_diff(other.scale.factor) + 1.0);
    let mut sum = x * noise * weighed.mass + apart * x * x;
    if x * factor > 1.0 || factor - x < 0.5 {
        sum *= other.mass;
    }
    for k in counts {
        if (*k as f64) < x {
            sum += x * *k as f64;
        }
    }
    sum * factor * (counts[0] as f64 + 1.0)
}

#[test]
fn what_fields_answer_without_derivative_is_kept() {
    let weighed = |mass: f64, factor: f64| Weighed {
        mass,
        scale: Scale { factor, asked: 0 },
        table: vec![1, 3, 0, 2],
    };
    for x in [1.4, 0.2, 2.6] {
        let (one, other) = (weighed(0.7, 1.3), weighed(1.6, 0.4));
        let noise = one.scale.factor - x * x;
        let (value, gradient) = asked_of_fields_beforehand::value_and_grad(&one, &other, x, noise, &one.table);
        let (answer, (one_bar, other_bar, x_bar)) = answered::value_and_grad(&one, &other, x);
        assert_eq!(answer, value);
        assert_eq!(
            (one_bar.mass, other_bar.mass, x_bar),
            (gradient.0.mass, gradient.1.mass, gradient.2)
        );
    }
}
