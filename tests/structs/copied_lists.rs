//! Lists of references that change, those that functions return, and maps whose keys are references: against differences, and bit for
//! bit against the function itself.
use pullback::{Differentiable, check_grad, differentiable};

/// A point, those that belong to it, and how far they are at most.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Node {
    at: f64,
    reach: f64,
    children: Vec<Node>,
}

/// A tree of the points, the first of which is its root.
#[differentiable]
fn tree(x: &[f64]) -> Node {
    let mut children = Vec::new();
    for k in 1..x.len() {
        let leaf = Node {
            at: 0.5 * x[k] * x[k],
            reach: 0.1,
            children: Vec::new(),
        };
        children.push(Node {
            at: x[k],
            reach: 1.0 + x[k] * x[k],
            children: vec![leaf],
        });
    }
    Node {
        at: x[0],
        reach: 10.0,
        children,
    }
}

#[differentiable]
fn energy(node: &Node, k: f64) -> f64 {
    (node.at * k).sin() * node.reach
}

/// Level by level, with a number beside each reference.
#[differentiable]
fn by_levels(x: &[f64], k: f64) -> f64 {
    let root = tree(x);
    let mut current: Vec<(f64, &Node)> = Vec::new();
    let mut ends: Vec<(f64, &Node)> = Vec::new();
    current.push((k, &root));
    while !current.is_empty() {
        let mut next: Vec<(f64, &Node)> = Vec::new();
        for parent in current {
            let node = parent.1;
            for c in 0..node.children.len() {
                let child = &node.children[c];
                let weight = if c == 0 { parent.0 } else { parent.0 * child.at };
                if child.children.is_empty() {
                    ends.push((weight, child));
                } else {
                    next.push((weight, child));
                }
            }
        }
        current = next;
    }
    let mut sum = 0.0;
    for end in ends.iter() {
        sum += end.0 * energy(end.1, k);
    }
    for (weight, node) in ends {
        sum += weight * weight * energy(node, k) + node.at;
    }
    sum
}

/// A stack, and names for what is taken from it.
#[differentiable]
fn with_a_stack(x: &[f64], k: f64) -> f64 {
    let root = tree(x);
    let mut stack: Vec<&Node> = vec![&root];
    let mut sum = 0.0;
    while let Some(node) = stack.pop() {
        sum += energy(node, k) * node.at;
        for child in &node.children {
            if child.at > -0.9 {
                stack.push(child);
            }
        }
    }
    sum
}

/// Sorted, and looked at by numbers.
#[differentiable]
fn sorted(x: &[f64], k: f64) -> f64 {
    let root = tree(x);
    let mut list: Vec<&Node> = Vec::with_capacity(3);
    for child in &root.children {
        list.push(child);
    }
    list.sort_by(|a, b| a.at.total_cmp(&b.at));
    let mut sum = 0.0;
    for i in 1..list.len() {
        sum += (list[i].at - list[i - 1].at) * energy(list[i], k);
    }
    sum
}

/// Parts of a list of numbers.
#[differentiable]
fn parts(x: &[f64], k: f64) -> f64 {
    let mut rows: Vec<(usize, &[f64])> = Vec::new();
    for i in 1..x.len() {
        if x[i] > k - 2.0 {
            rows.push((i, &x[i - 1..=i]));
        }
    }
    rows.iter().map(|row| row.1[0] * row.1[1] * k + row.0 as f64).sum()
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Points<T> {
    data: Vec<T>,
    weights: Vec<f64>,
}

/// What gives a number.
#[differentiable]
trait Measure {
    fn measure(&self) -> f64;
}

#[differentiable]
impl Measure for Vec<f64> {
    fn measure(&self) -> f64 {
        self[0] * self[1]
    }
}

#[differentiable]
impl<T: Measure + Clone> Points<T> {
    /// The points near one, how far they are, and their numbers.
    fn near(&self, p: &T, radius: f64) -> Result<Vec<(usize, f64, &T)>, String> {
        if radius <= 0.0 {
            return Err(format!("{radius} is no radius"));
        }
        let mut found: Vec<(usize, f64, &T)> = Vec::new();
        for i in 0..self.data.len() {
            let distance = (self.data[i].measure() - p.measure()).powi(2);
            if distance <= radius {
                found.push((i, distance, &self.data[i]));
            }
        }
        if found.len() > 2 {
            found.sort_by(|a, b| a.1.partial_cmp(&b.1).unwrap());
        }
        Ok(found.into_iter().take(3).collect())
    }

    /// Those with large weights, all at once.
    fn heavy(&self, least: f64) -> Vec<(f64, &T)> {
        (0..self.data.len())
            .filter(|i| self.weights[*i] > least)
            .map(|i| (self.weights[i], &self.data[i]))
            .collect()
    }

    fn average(&self, p: &T, radius: f64) -> Result<f64, String> {
        let found = self.near(p, radius)?;
        let mut sum = 0.0;
        for (i, distance, point) in found {
            sum += self.weights[i] * distance * point.measure();
        }
        Ok(sum)
    }
}

#[differentiable]
fn averaged(x: &[f64], k: f64) -> f64 {
    let data: Vec<Vec<f64>> = x.windows(2).map(|pair| pair.to_vec()).collect();
    let points: Points<Vec<f64>> = Points {
        data,
        weights: x.to_vec(),
    };
    let found = points.near(&vec![k, 0.7], 4.0).unwrap();
    let mut sum = points.average(&vec![0.5, k], 3.0).unwrap_or(0.0);
    for (weight, point) in points.heavy(0.2) {
        sum += weight * point.measure();
    }
    for v in found.iter() {
        sum += v.1 * v.2[0];
    }
    sum
}

/// Two branches, each in a box.
#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Sum {
    Number(f64),
    Of(Box<Sum>, Box<Sum>),
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Place {
    height: f64,
    left: Option<Box<Place>>,
    right: Option<Box<Place>>,
}

#[differentiable]
fn water(place: &Place, k: f64) -> f64 {
    place.water(k)
}

/// A parameter says of what the list is, and a box is a reference to what is in it.
#[differentiable]
fn numbers(root: &Sum, k: f64) -> f64 {
    let mut stack = vec![root];
    let mut sum = k;
    while let Some(next) = stack.pop() {
        match next {
            Sum::Number(x) => sum = (sum * k + x * x).sin(),
            Sum::Of(left, right) => {
                stack.push(left);
                stack.push(right);
            }
        }
    }
    sum
}

#[differentiable]
impl Place {
    fn water(&self, k: f64) -> f64 {
        let mut stack = vec![self];
        let mut sum = 0.0;
        while let Some(place) = stack.pop() {
            sum += (place.height * k).sin() * (1.0 + sum);
            if let Some(left) = &place.left {
                stack.push(left);
            }
            if let Some(right) = place.right.as_deref() {
                stack.push(right);
            }
        }
        sum
    }
}

#[test]
fn trees_of_boxes_are_walked_with_a_stack() {
    let number = |x| Box::new(Sum::Number(x));
    let tree = Sum::Of(number(0.3), Box::new(Sum::Of(number(0.7), number(-0.4))));
    check_grad!(numbers(&tree, 0.8)).unwrap();
    let place = |height, left, right| Some(Box::new(Place { height, left, right }));
    let lake = place(0.4, place(0.9, None, None), place(-0.6, None, place(0.2, None, None)));
    check_grad!(water(&lake.unwrap(), 1.3)).unwrap();
}

#[derive(Clone, Debug, Differentiable)]
struct Body {
    mass: f64,
    speed: f64,
}

#[differentiable]
fn bodies(x: &[f64]) -> Vec<Body> {
    let body = |(i, x): (usize, &f64)| Body {
        mass: x * x,
        speed: x.sin() + i as f64,
    };
    x.iter().enumerate().map(body).collect()
}

/// All at once, and then in another order, and fewer.
#[differentiable]
fn in_order(x: &[f64], k: f64) -> f64 {
    let bodies = bodies(x);
    let mut list: Vec<&Body> = bodies.iter().collect();
    list.sort_by(|a, b| a.mass.total_cmp(&b.mass));
    let mut sum = list[0].speed * k * list[1].mass;
    for (i, body) in list.iter().enumerate() {
        sum += body.speed * i as f64;
    }
    list.reverse();
    list.truncate(2);
    for body in &list {
        sum *= body.mass;
    }
    sum + list.last().unwrap().mass
}

/// References to numbers, which are the numbers themselves wherever they are asked for.
#[differentiable]
fn of_numbers(x: &[f64], w: &[f64]) -> f64 {
    let mut list: Vec<&f64> = x.iter().filter(|v| **v > -1.0).collect();
    list.sort_by(|a, b| (**b).total_cmp(*a));
    let mut sum = list.iter().enumerate().map(|(i, v)| **v * w[i]).sum::<f64>();
    for (i, v) in list.iter().enumerate() {
        sum += **v * w[i] * w[0];
    }
    for v in &list {
        sum += **v * *v;
    }
    sum += list
        .iter()
        .filter(|v| v.abs() > 0.4)
        .map(|v| v.sin() * **v)
        .sum::<f64>();
    if let Some(v) = list.iter().max_by(|a, b| a.total_cmp(b)) {
        sum *= **v;
    }
    let total: f64 = list.iter().copied().sum();
    let folded = list.iter().fold(0.5, |sum, v| sum * **v + sum);
    let mut high: Vec<&f64> = Vec::new();
    for v in list {
        sum += *v * total * folded;
        if *v > 0.5 {
            high.push(v);
        }
    }
    sum + *high[0]
}

/// Beside other numbers.
#[differentiable]
fn ranked(x: &[f64], w: &[f64]) -> f64 {
    let mut list: Vec<(usize, &f64)> = x.iter().enumerate().collect();
    list.sort_by(|a, b| b.1.total_cmp(a.1));
    let mut sum = 0.0;
    for (k, (i, x)) in list.into_iter().enumerate() {
        sum += w[k] * x * w[i];
    }
    let mut pairs: Vec<(&f64, &f64)> = x.iter().zip(w).collect();
    pairs.sort_by(|a, b| a.0.partial_cmp(b.0).unwrap());
    sum + pairs
        .iter()
        .enumerate()
        .map(|(i, (x, w))| *x * *w * i as f64)
        .sum::<f64>()
}

#[test]
fn lists_of_references_are_sorted_and_shortened() {
    let (x, w) = ([0.3, 0.9, -0.5, 0.7], [0.4, 0.3, 0.2, 0.8]);
    check_grad!(in_order(&x, 0.7)).unwrap();
    check_grad!(of_numbers(&x, &w)).unwrap();
    check_grad!(ranked(&x, &w)).unwrap();
}

/// Clones by the path of the method.
#[differentiable]
fn paths(place: &Place, x: &[f64], k: f64) -> f64 {
    let mut copy = <Place as Clone>::clone(place);
    copy.height *= k;
    let list = <Vec<f64> as Clone>::clone(&x.to_vec());
    let rows = vec![list, x.to_vec()];
    let again: Vec<Vec<f64>> = rows.iter().map(<Vec<f64> as Clone>::clone).collect();
    copy.water(k) * place.height + again[0][1] * again[1][0]
}

#[test]
fn clones_by_the_path_of_the_method_are_copies() {
    let place = Place {
        height: 0.4,
        left: None,
        right: None,
    };
    check_grad!(paths(&place, &[0.3, 0.7], 1.3)).unwrap();
}

#[test]
fn what_the_references_of_a_growing_list_point_to_gets_its_derivative() {
    for x in [
        vec![0.5, -1.5, 2.5, 0.25, 1.0],
        vec![2.0, 0.3, 1.2],
        vec![0.7, 0.9, 1.4, -2.0, 1.1, 3.0],
    ] {
        for k in [0.2, 1.5] {
            for (name, function, value) in [
                (
                    "by_levels",
                    by_levels as fn(&[f64], f64) -> f64,
                    by_levels::vjp(&x, k).0,
                ),
                ("with_a_stack", with_a_stack, with_a_stack::vjp(&x, k).0),
                ("sorted", sorted, sorted::vjp(&x, k).0),
                ("parts", parts, parts::vjp(&x, k).0),
                ("averaged", averaged, averaged::vjp(&x, k).0),
            ] {
                assert_eq!(value.to_bits(), function(&x, k).to_bits(), "{name}");
            }
            check_grad!(by_levels(&x, k)).unwrap();
            check_grad!(with_a_stack(&x, k)).unwrap();
            check_grad!(sorted(&x, k)).unwrap();
            check_grad!(parts(&x, k)).unwrap();
            check_grad!(averaged(&x, k)).unwrap();
        }
    }
}

mod keyed {
    use super::*;
    use std::collections::{BTreeMap, HashMap};
    use std::fmt::Debug;
    use std::hash::Hash;

    trait Label: Clone + Ord + Hash + Debug {}
    impl Label for usize {}

    #[differentiable]
    trait Bayes<L: Label> {
        fn likelihoods(&self, x: f64) -> HashMap<&L, f64>;
    }

    /// What its classes hold has `F` for its numbers, which no bound says.
    #[derive(Clone, Differentiable)]
    #[floats(F)]
    struct Model<F: PartialEq, L: Eq + Hash> {
        classes: HashMap<L, Class<F>>,
    }

    #[derive(Clone, Differentiable)]
    struct Class<F> {
        prior: F,
        means: pullback::ndarray::Array1<F>,
    }

    #[differentiable(maps(classes))]
    impl<L: Label> Bayes<L> for Model<f64, L> {
        fn likelihoods(&self, x: f64) -> HashMap<&L, f64> {
            let mut found = HashMap::new();
            for (label, class) in self.classes.iter() {
                found.insert(label, x * class.prior.ln() + class.means.sum());
            }
            found
        }
    }

    #[differentiable]
    fn of_model(model: &Model<f64, usize>, x: f64) -> f64 {
        let found = model.likelihoods(x);
        found.into_values().map(|v| v * v).sum()
    }

    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Differentiable)]
    struct Name(String);

    #[differentiable]
    fn in_order<'a>(names: &'a [Name], x: &[f64]) -> Option<BTreeMap<&'a Name, f64>> {
        let mut sums = BTreeMap::new();
        for (name, x) in names.iter().zip(x) {
            *sums.entry(name).or_insert(0.0) += x * x;
        }
        Some(sums)
    }

    #[differentiable]
    fn of_names(names: &[Name], x: &[f64]) -> f64 {
        let sums = in_order(names, x).unwrap();
        let mut total = 0.0;
        for (k, v) in sums.into_values().enumerate() {
            total += (k as f64 + 1.0) * v * v;
        }
        total
    }

    #[test]
    fn maps_whose_keys_are_references_agree_with_differences() {
        let class = |prior, means: [f64; 2]| Class {
            prior,
            means: pullback::ndarray::arr1(&means),
        };
        let model = Model {
            classes: HashMap::from([(1, class(0.2, [0.3, 0.1])), (4, class(0.7, [-0.4, 0.6]))]),
        };
        check_grad!(of_model(&model, 1.5)).unwrap();
        let names = ["b", "a", "b"].map(|name| Name(name.to_string()));
        check_grad!(of_names(&names, &[1.0, 2.0, 0.5])).unwrap();
    }
}
