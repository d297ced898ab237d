//! Numbers that become numbers of another type, and integers that the macro cannot see to be integers.

use num_traits::{Float, FromPrimitive, ToPrimitive};
use pullback::{Differentiable, check_grad, differentiable};

/// In `f64` inside, whatever goes in: `argmin_testfunctions` has functions like this.
#[differentiable]
fn through_f64<T>(p: &[T; 2]) -> T
where
    T: Float + Into<f64> + FromPrimitive,
{
    let x: f64 = p[0].into();
    let y: f64 = p[1].into();
    T::from_f64((x.sin() * y).exp() + x * y).unwrap()
}

#[differentiable]
fn num_cast<T: Float>(x: T, y: f64) -> f64 {
    let wide = (x * x).to_f64().unwrap();
    let narrow: T = T::from(y.cos()).unwrap();
    let again: f64 = num_traits::NumCast::from(narrow * x).unwrap();
    wide * y + again
}

#[differentiable]
fn widened(xs: &[f32], k: f64) -> f64 {
    let mut sum = 0.0;
    for &x in xs {
        sum += f64::from(x) * k;
    }
    for x in xs.iter() {
        let wide: f64 = (*x * 2.0).into();
        sum += wide.powi(2);
    }
    sum
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Moments {
    count: u64,
    mean: f64,
    square: f64,
}

#[differentiable]
impl Moments {
    fn variance(&self) -> f64 {
        let shifted = (self.count - 1) as f64;
        (self.square - self.mean * self.mean) / shifted
    }

    fn scaled(&self, k: f64) -> f64 {
        let cells = self.count * 2 + 1;
        let even = (self.count & 1) == 0;
        let half = self.count >> 1;
        let sign = if even { 1.0 } else { -1.0 };
        sign * self.mean * cells as f64 * k + half as f64 * k * k - (self.count / 3 % 2) as f64 * self.square
    }

    fn converted(&self) -> f64 {
        let n: f64 = self.count.to_f64().unwrap();
        self.mean * n
    }
}

#[test]
fn conversions_have_the_gradients_that_differences_say() {
    check_grad!(through_f64(&[0.4, 1.3])).unwrap();
    check_grad!(through_f64(&[0.4f32, 1.3])).unwrap();
    check_grad!(num_cast(0.7, 0.3)).unwrap();
    check_grad!(widened(&[0.5, -1.5], 0.7)).unwrap();
}

/// The central difference along the field and the other argument.
fn difference(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    (f(x + 1e-6) - f(x - 1e-6)) / 2e-6
}

#[test]
fn fields_that_are_integers_carry_no_derivative() {
    for count in [4, 7] {
        let at = |mean: f64, square: f64| Moments { count, mean, square };
        let (value, bar) = at(0.6, 2.0).variance_value_and_grad();
        assert_eq!(value, at(0.6, 2.0).variance());
        assert!((bar.mean - difference(|mean| at(mean, 2.0).variance(), 0.6)).abs() < 1e-8);
        assert!((bar.square - difference(|square| at(0.6, square).variance(), 2.0)).abs() < 1e-8);
        let (bar, k_bar) = at(0.6, 2.0).scaled_grad(0.3);
        assert!((bar.mean - difference(|mean| at(mean, 2.0).scaled(0.3), 0.6)).abs() < 1e-7);
        assert!((bar.square - difference(|square| at(0.6, square).scaled(0.3), 2.0)).abs() < 1e-7);
        assert!((k_bar - difference(|k| at(0.6, 2.0).scaled(k), 0.3)).abs() < 1e-7);
        let (value, bar) = at(0.6, 2.0).converted_value_and_grad();
        assert_eq!((value, bar.mean), (at(0.6, 2.0).converted(), count as f64));
    }
}

/// A conversion by name only.
trait Degrees {
    fn from_f64(radians: f64) -> Self;
}

impl Degrees for f64 {
    fn from_f64(radians: f64) -> f64 {
        radians.to_degrees()
    }
}

#[differentiable]
fn in_degrees<T: Degrees + Float>(x: f64) -> T {
    T::from_f64(x)
}

#[test]
#[should_panic(expected = "a conversion that changes the number")]
fn what_only_looks_like_a_conversion_is_refused() {
    let _ = in_degrees::grad::<f64>(1.0);
}

#[derive(Clone, Debug, Differentiable)]
struct Branch {
    #[no_diff]
    depth: u16,
    weight: f64,
}

#[differentiable]
impl Branch {
    fn grown(&mut self, level: u16, k: f64) -> f64 {
        self.depth = u16::max(self.depth, level);
        self.weight *= k;
        self.weight * f64::from(self.depth) / usize::pow(2, 3) as f64
    }
}

#[differentiable]
fn functions_of_counts(x: f64, levels: &[u16]) -> f64 {
    let mut branch = Branch { depth: 1, weight: x };
    let mut sum = 0.0;
    for level in levels {
        sum += branch.grown(*level, x) * u32::abs_diff(3, 5) as f64;
        let left = usize::saturating_sub(3, branch.depth as usize);
        sum += x * left as f64;
    }
    sum
}

#[test]
fn integers_by_their_functions() {
    check_grad!(functions_of_counts(0.7, &[1, 3, 2])).unwrap();
}

/// What is counted on the way has no derivative, however it is counted.
#[differentiable]
fn weighed(x: &[f64], labels: &[bool]) -> f64 {
    let (ones, zeros) = labels.iter().fold((0, 0), |mut counts, label| {
        match label {
            true => counts.0 += 1,
            false => counts.1 += 1,
        }
        counts
    });
    let most = labels.iter().fold(0usize, |mut most, label| {
        most = most.max(usize::from(*label));
        most
    });
    let mut sum = 0.0;
    for (x, label) in x.iter().zip(labels) {
        sum += if *label { x * ones as f64 } else { x * x * zeros as f64 };
    }
    sum + x[0] * most as f64
}

#[test]
fn counts_of_a_fold() {
    check_grad!(weighed(&[0.3, 0.8, -0.4], &[true, false, true])).unwrap();
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Angle(f64);

#[derive(Clone, Debug, Differentiable)]
struct Polynomial<T> {
    coefficients: Vec<T>,
}

#[differentiable]
impl From<f64> for Angle {
    fn from(degrees: f64) -> Self {
        Self(degrees.to_radians())
    }
}

#[differentiable]
impl From<Angle> for f64 {
    fn from(Angle(radians): Angle) -> f64 {
        if radians > 3.0 {
            radians.sin()
        } else {
            radians * radians
        }
    }
}

#[differentiable]
impl From<[f64; 2]> for Angle {
    fn from([x, y]: [f64; 2]) -> Self {
        Angle(y.atan2(x))
    }
}

#[differentiable]
impl<T: Float> From<Vec<T>> for Polynomial<T> {
    fn from(coefficients: Vec<T>) -> Self {
        let mut polynomial = Polynomial { coefficients };
        if let Some(first) = polynomial.coefficients.first_mut() {
            *first = *first * *first;
        }
        polynomial
    }
}

#[differentiable]
impl<T: Float> Polynomial<T> {
    fn at(&self, x: T) -> T {
        self.coefficients.iter().rev().fold(T::zero(), |sum, c| sum * x + *c)
    }
}

#[differentiable]
fn converted_by_impls(x: f64, y: f64, n: usize) -> f64 {
    let mut sum = 0.0;
    for k in 0..n {
        let turned = Angle::from(x * 90.0 * k as f64);
        let other: Angle = [x + sum, y].into();
        let square: f64 = Angle(turned.0 + other.0).into();
        sum += square * y;
        if k % 2 == 1 {
            let polynomial = Polynomial::from(vec![x, sum, y]);
            let same: Polynomial<f64> = vec![polynomial.at(y), sum].into();
            sum += same.at(x) + f64::from(turned);
        }
    }
    sum
}

#[test]
fn conversions_of_ones_own_have_the_gradients_that_differences_say() {
    for n in [1, 2, 4] {
        check_grad!(converted_by_impls(0.7, 0.4, n)).unwrap();
        check_grad!(converted_by_impls(-0.2, 1.3, n)).unwrap();
    }
}

/// In spherical coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Direction<T> {
    polar: T,
    azimuth: T,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Plane<T>(T, T);

#[differentiable]
impl From<[f64; 3]> for Direction<f64> {
    fn from([x, y, z]: [f64; 3]) -> Self {
        if x == 0.0 && y == 0.0 {
            return Self {
                polar: 0.0,
                azimuth: 0.0,
            };
        }
        Self {
            polar: (z / (x * x + y * y + z * z).sqrt()).acos(),
            azimuth: y.atan2(x),
        }
    }
}

#[differentiable]
impl<T: Float> From<Direction<T>> for Plane<T> {
    fn from(direction: Direction<T>) -> Plane<T> {
        Plane(direction.polar.sin() * direction.azimuth.cos(), direction.polar.cos())
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Path {
    directions: Vec<Direction<f64>>,
}

#[differentiable]
impl From<Vec<f64>> for Path {
    fn from(coordinates: Vec<f64>) -> Path {
        let mut directions = Vec::new();
        for point in coordinates.chunks_exact(3) {
            directions.push(Direction::from([point[0], point[1], point[2]]));
        }
        Path { directions }
    }
}

#[differentiable]
fn turned(coordinates: &[f64], by: f64) -> f64 {
    let path = Path::from(coordinates.to_vec());
    let mut sum = 0.0;
    for direction in &path.directions {
        let Plane(x, z) = Plane::from(*direction);
        sum += x * by + z;
        if sum > 1.0 {
            sum *= Direction::from([x, sum, z]).azimuth;
        }
    }
    sum
}

#[test]
fn own_conversions() {
    check_grad!(turned(&[1.0, 0.5, 0.2, -0.3, 0.8, 1.5, 0.4, 0.7, -0.6], 1.2)).unwrap();
    assert_eq!(turned::vjp(&[0.0, 0.0, 1.0], 1.0).0, turned(&[0.0, 0.0, 1.0], 1.0));
}

/// Three indices in order, and a weight that no caller gives.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Corners {
    #[no_diff]
    indices: [u32; 3],
    weight: f64,
}

#[differentiable]
impl From<[u32; 3]> for Corners {
    fn from([a, b, c]: [u32; 3]) -> Self {
        let indices = if a < b { [a, b, c] } else { [b, a, c] };
        Corners {
            indices,
            weight: 0.5 + f64::from(c),
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Faces {
    points: Vec<f64>,
    #[no_diff]
    faces: Vec<[u32; 3]>,
}

#[differentiable]
fn of_indices(faces: &Faces, k: f64) -> f64 {
    let mut sum = 0.0;
    for face in &faces.faces {
        let corners = Corners::from(*face);
        let again: Corners = [face[1], face[0], face[2]].into();
        let weighted = Corners {
            weight: corners.weight * k,
            ..again
        };
        for index in weighted.indices {
            sum += faces.points[index as usize] * faces.points[face[0] as usize] * weighted.weight;
        }
    }
    sum
}

#[test]
fn a_conversion_of_what_carries_no_derivative_passes_it_on() {
    let faces = Faces {
        points: vec![0.3, 0.9, -0.4, 1.2],
        faces: vec![[0, 1, 2], [3, 1, 0], [2, 3, 1]],
    };
    check_grad!(of_indices(&faces, 0.7)).unwrap();
}

/// What is converted to a float is a number.
#[differentiable]
fn converted_in_place(x: impl Into<f64>, k: f64) -> f64 {
    let x: f64 = x.into();
    x * x * k
}

#[differentiable]
fn converted_twice<X>(x: X, k: f64) -> f64
where
    X: Into<f64> + Copy,
{
    let y: f64 = x.into();
    converted_in_place(x, k * y) * y
}

#[test]
fn parameters_may_be_whatever_becomes_a_float() {
    check_grad!(converted_in_place(0.7, 0.4)).unwrap();
    check_grad!(converted_twice(0.7, 0.4)).unwrap();
    assert_eq!(converted_in_place::grad(0.5_f32, 2.0), (2.0, 0.25));
    assert_eq!(converted_in_place::grad(3_i32, 2.0), ((), 9.0));
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Spot {
    x: f64,
    y: f64,
}

#[differentiable]
impl From<(f64, f64)> for Spot {
    fn from((x, y): (f64, f64)) -> Spot {
        Spot { x, y: 2.0 * y }
    }
}

#[differentiable]
impl From<[f64; 2]> for Spot {
    fn from(at: [f64; 2]) -> Spot {
        Spot { x: at[0], y: at[1] }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Segment {
    from: Spot,
    to: Spot,
}

#[differentiable]
impl Segment {
    fn new(from: impl Into<Spot>, to: impl Into<Spot>) -> Segment {
        Segment {
            from: from.into(),
            to: to.into(),
        }
    }

    fn shifted<V: Into<Spot>>(&self, by: V) -> Segment {
        let by = by.into();
        let moved = |spot: Spot| Spot {
            x: spot.x + by.x,
            y: spot.y + by.y,
        };
        Segment::new(moved(self.from), moved(self.to))
    }

    fn length(&self) -> f64 {
        (self.to.x - self.from.x).hypot(self.to.y - self.from.y)
    }

    fn distance<N: Into<String>, P>(&self, #[no_diff] named: N, to: P) -> f64
    where
        P: Into<Spot>,
    {
        let named: String = named.into();
        let to: Spot = to.into();
        Segment::new(self.from, to).length() * named.len() as f64
    }
}

#[differentiable]
fn of_spots(x: &[f64]) -> f64 {
    let mut segment = Segment::new((x[0], x[1]), [x[2], x[3]]);
    let mut sum = 0.0;
    for k in 0..2 {
        segment = segment.shifted((x[k], x[k + 1] * x[0]));
        sum += segment.length() * segment.from.y + segment.distance("ab", Spot { x: x[k], y: sum });
    }
    sum
}

#[test]
fn parameters_may_be_whatever_becomes_a_value_of_a_type() {
    check_grad!(of_spots(&[0.3, 0.9, -0.4, 1.2])).unwrap();
}

/// A trait of floats that makes them of any number by value, of which nothing more is said.
#[differentiable]
trait Element: Float {
    fn cast<N: num_traits::NumCast>(number: N) -> Self {
        num_traits::NumCast::from(number).unwrap()
    }
}
#[differentiable]
impl Element for f64 {}
#[differentiable]
impl Element for f32 {}

#[differentiable]
fn scaled_to_half<F: Element>(x: &[F], weight: f32) -> F {
    let count = F::cast(x.len());
    let weight = F::cast(weight);
    x.iter().fold(F::zero(), |sum, v| sum + *v * *v * weight) * F::cast(0.5) / count
}

#[test]
fn a_trait_of_floats_makes_them_of_any_number() {
    let (value, (x_bar, weight_bar)) = {
        let (value, pullback) = scaled_to_half::vjp(&[1.0_f64, 2.0], 3.0);
        (value, pullback(1.0))
    };
    assert_eq!((value, x_bar, weight_bar), (3.75, vec![1.5, 3.0], 1.25));
}

/// Conversions that may fail.
mod that_may_fail {
    use pullback::{Differentiable, check_grad, differentiable};
    use std::convert::{TryFrom, TryInto};

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Probability(f64);

    #[differentiable]
    impl TryFrom<f64> for Probability {
        type Error = f64;

        fn try_from(p: f64) -> Result<Self, Self::Error> {
            if (0.0..=1.0).contains(&p) {
                Ok(Probability(p))
            } else {
                Err(p)
            }
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Mixture {
        parts: Vec<Probability>,
    }

    #[differentiable]
    impl TryFrom<Vec<f64>> for Mixture {
        type Error = String;

        fn try_from(parts: Vec<f64>) -> Result<Mixture, String> {
            let total: f64 = parts.iter().sum();
            let mut mixture = Self { parts: Vec::new() };
            for part in parts {
                let part: f64 = part / total;
                mixture
                    .parts
                    .push(Probability::try_from(part).map_err(|p| format!("{p} is none"))?);
            }
            Ok(mixture)
        }
    }

    #[differentiable]
    impl Probability {
        fn new(p: f64) -> Self {
            p.try_into().unwrap()
        }

        fn surprise(&self) -> f64 {
            -self.0.ln()
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Count {
        n: u64,
        scale: f64,
    }

    #[differentiable]
    fn surprises(x: &[f64], count: &Count) -> f64 {
        let mut sum = 0.0;
        for &x in x {
            let p: Result<Probability, f64> = x.try_into();
            sum += match p {
                Ok(p) => p.surprise() * count.scale,
                Err(_) => 1.5,
            };
            if let Ok(p) = Probability::try_from(x * x) {
                sum += p.surprise() * Probability::new(0.5 * p.0).surprise();
            }
        }
        // Of counts, only rustc knows that they are some.
        let narrow: u8 = count.n.try_into().unwrap_or(7);
        let mixture: Mixture = x.to_vec().try_into().unwrap_or(Mixture { parts: Vec::new() });
        let shared: f64 = mixture.parts.iter().map(|p| p.0 * p.surprise()).sum();
        sum * f64::from(narrow) + shared
    }

    #[test]
    fn they_carry_derivatives_where_they_succeed() {
        for n in [3, 300] {
            let count = Count { n, scale: 0.7 };
            check_grad!(surprises(&[0.3, 0.9, 0.2], &count)).expect("all are some");
            check_grad!(surprises(&[0.3, -1.7, 0.2], &count)).expect("one is none");
            check_grad!(surprises(&[1.3], &count)).expect("the one is none");
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Heading {
    x: f64,
    y: f64,
}

#[differentiable]
impl From<[f64; 2]> for Heading {
    fn from(v: [f64; 2]) -> Self {
        let norm = v[0].hypot(v[1]);
        Heading {
            x: v[0] / norm,
            y: v[1] / norm,
        }
    }
}

#[differentiable]
impl From<Heading> for [f64; 2] {
    fn from(d: Heading) -> Self {
        [d.x, d.y]
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Craft {
    thrust: Option<Heading>,
    mass: f64,
}

#[differentiable]
impl Craft {
    fn thrust(&self) -> Option<[f64; 2]> {
        self.thrust.map(Into::into)
    }
    fn set_thrust(&mut self, thrust: Option<[f64; 2]>) {
        self.thrust = thrust.map(Into::into);
    }
    fn turned(&self, by: f64) -> f64 {
        let mut craft = self.clone();
        if let Some(mut thrust) = craft.thrust() {
            thrust[0] += by;
            craft.set_thrust(Some(thrust));
        }
        let mut sum = 0.0;
        for _ in 0..2 {
            sum += match craft.thrust() {
                Some([x, y]) => x * y * craft.mass,
                None => by * craft.mass,
            };
            let given: Option<Heading> = Some([by, self.mass]).map(Into::into);
            craft.thrust = given;
        }
        let plain: Heading = Into::into([sum, by]);
        let list: Vec<Heading> = vec![[by, sum], [sum * sum, 1.0]].into_iter().map(Into::into).collect();
        plain.x + list[0].y * list[1].x
    }
}

#[differentiable]
fn turned_craft(c: &Craft, by: f64) -> f64 {
    c.turned(by)
}

#[test]
fn conversions_that_are_handed_over_by_the_name_of_their_trait() {
    check_grad!(turned_craft(
        &Craft {
            thrust: Some(Heading { x: 0.6, y: 0.8 }),
            mass: 1.3
        },
        0.4
    ))
    .unwrap();
    check_grad!(turned_craft(
        &Craft {
            thrust: None,
            mass: 1.3
        },
        0.4
    ))
    .unwrap();
}

/// An angle in any unit, of any number.
#[allow(clippy::deprecated_cfg_attr)]
mod angles {
    use num_traits::Float;
    use pullback::{Differentiable, check_grad, differentiable};

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Radians<S>(S);

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Degrees<S>(S);

    #[differentiable]
    impl<S: Float> From<Degrees<S>> for Radians<S> {
        fn from(degrees: Degrees<S>) -> Radians<S> {
            Radians(degrees.0.to_radians())
        }
    }

    #[differentiable]
    impl<S: Float> Radians<S> {
        fn sin_cos(self) -> (S, S) {
            self.0.sin_cos()
        }
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Turn<S> {
        s: S,
        c: S,
    }

    #[differentiable]
    impl<S: Float> Turn<S> {
        fn by<A: Into<Radians<S>>>(angle: A, k: S) -> Turn<S> {
            let (s, c) = Radians::sin_cos(angle.into());
            #[cfg_attr(rustfmt, rustfmt_skip)]
            Turn {
                s: s * k,
                c: c + k,
            }
        }
    }

    #[differentiable]
    fn turned(degrees: f64, radians: f64) -> f64 {
        let mut k = 0.5;
        for turns in 1..3 {
            let (a, b) = (
                Turn::by(Degrees(degrees * k), k),
                Turn::by(Radians(radians), degrees * 0.01),
            );
            k += a.s * b.c / turns as f64 + a.c * b.s;
        }
        k
    }

    #[test]
    fn generic_types_are_made_of_each_other_and_of_themselves() {
        check_grad!(turned(30.0, 0.7)).unwrap();
    }
}
