//! References that are reassigned, also to places in several variables, and options and tuples of them.
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Body {
    mass: f64,
    at: [f64; 2],
}

#[differentiable]
impl Body {
    fn energy(&self, k: f64) -> f64 {
        self.mass * (self.at[0] * k).sin() + self.at[1] * k
    }
}

#[derive(Clone, Debug, Differentiable)]
struct World {
    sun: Body,
    planets: Vec<Body>,
    moons: Vec<Body>,
}

fn world() -> World {
    let body = |mass: f64, x: f64, y: f64| Body { mass, at: [x, y] };
    World {
        sun: body(3.0, 0.1, -0.2),
        planets: vec![body(0.7, 1.5, 0.3), body(1.9, -0.4, 0.8), body(1.2, 0.6, -1.1)],
        moons: vec![body(0.2, 0.9, 0.4), body(2.4, -0.7, 0.5)],
    }
}

#[differentiable]
fn heaviest(bodies: &[Body], k: f64) -> f64 {
    let mut best: Option<&Body> = None;
    for body in bodies {
        if let Some(b) = best {
            if body.mass > b.mass {
                best = Some(body);
            }
        } else {
            best = Some(body);
        }
    }
    match best {
        Some(body) => body.energy(k) * body.mass,
        None => k,
    }
}

#[differentiable]
fn heaviest_of_all(world: &World, k: f64, which: u8) -> f64 {
    let mut best = None;
    let mut second: Option<&Body> = None;
    if which > 0 {
        best = Some(&world.sun);
    }
    for body in world.planets.iter() {
        if which > 1 && best.is_none_or(|b: &Body| b.mass < body.mass) {
            second = best;
            best = Some(body);
        }
    }
    let mut sum = 0.0;
    for (i, body) in world.moons.iter().enumerate() {
        if let Some(b) = best {
            sum += b.energy(k + i as f64) * body.mass;
        }
        if best.map_or(true, |b: &Body| b.mass * 0.5 < body.mass) {
            second = best;
            best = Some(body);
        }
    }
    let Some(b) = best else { return sum };
    if let Some(s) = second {
        sum += s.mass * b.at[0];
    }
    sum * b.mass + b.energy(k)
}

#[differentiable]
fn best_aligned(world: &World, dir: &[f64; 2]) -> f64 {
    let mut best: Option<(&Body, f64)> = None;
    for body in &world.planets {
        let alignment = dir[0] * body.at[0] + dir[1] * body.at[1];
        match best {
            Some((_, best_alignment)) if alignment <= best_alignment => {}
            _ => best = Some((body, alignment)),
        }
    }
    let Some((body, alignment)) = best else {
        return 0.0;
    };
    body.energy(alignment) + body.mass * alignment
}

#[differentiable]
fn swapped(a: &Body, b: &Body, k: f64, n: usize) -> f64 {
    let mut p1: &Body = a;
    let mut p2 = b;
    let mut sum = 0.0;
    for i in 0..n {
        if p1.energy(k) > p2.energy(k + i as f64) {
            (p1, p2) = (p2, p1);
            sum += p1.mass;
        } else {
            std::mem::swap(&mut p1, &mut p2);
        }
        sum += p1.energy(sum * 0.1) * p2.mass;
    }
    sum
}

#[differentiable]
fn parameters_swapped<'a>(mut a: &'a Body, mut b: &'a Body, flip: bool) -> f64 {
    if flip {
        std::mem::swap(&mut a, &mut b);
    }
    a.mass * a.mass + b.at[1] * a.at[0]
}

#[differentiable]
fn deferred(world: &World, k: f64, c: bool) -> f64 {
    let chosen;
    if c {
        chosen = &world.sun;
    } else {
        chosen = &world.moons[1];
    }
    chosen.energy(k) * chosen.mass
}

#[differentiable]
fn rows(x: &[f64], y: &[f64], n: usize) -> f64 {
    let mut rest = x;
    let mut sum = 0.0;
    for i in 0..n {
        if rest.len() < 2 {
            rest = y;
        }
        sum += rest[0] * rest[1] * (i + 1) as f64;
        rest = &rest[1..];
    }
    sum + rest.iter().map(|v| v * v).sum::<f64>()
}

#[differentiable]
fn numbers(x: &[f64], bias: f64) -> f64 {
    let mut low: Option<&f64> = None;
    let mut last = &bias;
    for v in x {
        if low.is_none_or(|l| v < l) {
            low = Some(v);
        }
        if *v > *last {
            last = v;
        }
    }
    *low.unwrap() * *last + low.copied().unwrap_or(0.0)
}

#[differentiable]
fn neighbors(next: &[Vec<usize>], x: &[f64], start: usize) -> f64 {
    let mut sum = 0.0;
    let mut seen = vec![false; x.len()];
    let mut next_one = next[start].first();
    while let Some(current) = next_one {
        if seen[*current] {
            break;
        }
        seen[*current] = true;
        sum += x[*current] * x[*current] * (1.0 + sum);
        next_one = None;
        for neighbor in next[*current].iter() {
            if !seen[*neighbor] {
                next_one = Some(neighbor);
            }
        }
    }
    sum
}

#[differentiable]
fn written(a: &mut [f64], b: &mut [f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        let mut target: Option<&mut f64> = None;
        if k > 0.0 && i < 2 {
            target = Some(&mut a[i]);
        } else if i == 2 {
            target = Some(&mut b[0]);
        }
        if let Some(t) = target {
            *t *= k;
            sum += *t * *t;
        }
    }
    sum * a[0] + b[0]
}

#[differentiable]
fn nested(world: &World, k: f64) -> f64 {
    let mut total = 0.0;
    for moon in &world.moons {
        let mut nearest: Option<&Body> = None;
        let mut least = f64::INFINITY;
        for planet in &world.planets {
            let d = (planet.at[0] - moon.at[0]).powi(2) + (planet.at[1] - moon.at[1]).powi(2);
            if d < least {
                least = d;
                nearest = Some(planet);
            }
        }
        let nearest = nearest.expect("there is one");
        total += nearest.energy(k) * moon.mass + least;
    }
    total
}

#[differentiable]
fn descends(world: &World, k: f64, depth: usize) -> f64 {
    let mut best = None;
    for body in &world.planets {
        if body.mass * k > 1.0 {
            best = Some(body);
        }
    }
    let here = best.map(|b: &Body| b.energy(k)).unwrap_or(world.sun.mass);
    if depth == 0 {
        return here;
    }
    here * descends(world, k * 0.9, depth - 1) + here
}

#[differentiable]
fn two_lists(a: &[f64], pairs: &[([f64; 2], [f64; 2])], k: usize) -> f64 {
    let mut from = &a[0];
    if k > 1 {
        from = &a[1];
    }
    let mut part = &pairs[0].0;
    let mut sum = *from;
    for (i, pair) in pairs.iter().enumerate() {
        sum += part[0] * from * sum;
        part = if i < k { &pair.1 } else { &pair.0 };
        from = &part[1];
    }
    sum * part[1] * *from
}

#[differentiable]
fn swapped_to_write(a: &mut [f64], b: &mut [f64], k: f64) -> f64 {
    let (mut first, mut second) = (&mut a[0], &mut b[0]);
    let mut sum = 0.0;
    for _ in 0..3 {
        *first *= k;
        sum += *first * *second;
        std::mem::swap(&mut first, &mut second);
    }
    *first += sum;
    sum * *first
}

#[differentiable]
fn forms(world: &World, k: f64) -> f64 {
    let mut best: Option<&Body> = None;
    let mut sum = 0.0;
    for (i, body) in world.planets.iter().enumerate() {
        if i > 0
            && let Some(b) = best
            && b.mass > 1.0
        {
            sum += b.energy(k) * body.mass;
        }
        if best.is_some() && i == 1 {
            sum += best.unwrap().at[0] * k;
        }
        if let Some(b) = best.as_ref() {
            sum += b.at[1];
        }
        if let Some(Body { mass, at: [x, _] }) = best {
            sum += mass * x;
        }
        best = match best {
            Some(b) if b.mass > body.mass => Some(b),
            _ => Some(body),
        };
        while let Some(b) = best {
            sum += b.mass;
            if i > 1 || b.mass > 1.0 {
                break;
            }
            best = None;
        }
        println!("{:?} {}", best, best.is_none());
    }
    sum + best.map_or(k, |b| b.energy(k))
}

#[differentiable]
fn taken(world: &World, x: &[f64], y: &[f64], k: f64) -> f64 {
    let mut previous: Option<&Body> = None;
    let mut list = x;
    let mut sum = 0.0;
    for (i, body) in world.planets.iter().enumerate() {
        if let Some(p) = previous.replace(body) {
            sum += p.mass * body.at[0];
        }
        if i == 1
            && let Some(p) = previous.take()
        {
            sum += p.energy(k + sum);
            list = y;
        }
        for v in list {
            sum += v * k;
        }
    }
    sum + previous.map_or(k, |p| p.mass)
}

#[differentiable]
fn applied(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) * x + f(0.5)
}

/// A closure that is passed on sees the references as they are then.
#[differentiable]
fn seen_by_a_closure(x: &[f64], y: &[f64], k: f64) -> f64 {
    let mut rest = &x[0..2];
    let mut best = &x[0];
    if k > 0.0 {
        rest = &y[1..3];
        best = &y[0];
    }
    let first = applied(|t| t * rest[0] + best * best, k);
    rest = &x[1..3];
    first + applied(|t| (t * rest[1]).sin(), k)
}

#[test]
fn references_that_are_reassigned_have_the_gradients_that_differences_say() {
    let world = world();
    check_grad!(heaviest(&world.planets, 0.7)).unwrap();
    check_grad!(heaviest(&[], 0.7)).unwrap();
    for which in 0..3 {
        check_grad!(heaviest_of_all(&world, 0.7, which)).unwrap();
    }
    check_grad!(best_aligned(&world, &[0.3, 0.9])).unwrap();
    check_grad!(swapped(&world.sun, &world.planets[1], 0.7, 4)).unwrap();
    for flip in [false, true] {
        check_grad!(parameters_swapped(&world.sun, &world.planets[1], flip)).unwrap();
        check_grad!(deferred(&world, 0.7, flip)).unwrap();
    }
    check_grad!(rows(&[0.5, 1.5, -0.7], &[0.3, 2.0, 0.9, -1.1], 4)).unwrap();
    check_grad!(numbers(&[0.5, 1.5, -0.7], 0.3)).unwrap();
    check_grad!(neighbors(&[vec![1, 2], vec![0, 2], vec![0]], &[0.5, 1.5, -0.7], 0)).unwrap();
    check_grad!(written(&mut [0.5, 1.5], &mut [-0.7], 1.3)).unwrap();
    check_grad!(nested(&world, 0.7)).unwrap();
    let pairs = [([0.5, 1.5], [-0.7, 0.4]), ([1.1, 0.8], [0.6, -0.3])];
    for k in 0..3 {
        check_grad!(two_lists(&[0.9, -1.2], &pairs, k)).unwrap();
    }
    check_grad!(swapped_to_write(&mut [0.5], &mut [1.5], 0.7)).unwrap();
    check_grad!(forms(&world, 0.7)).unwrap();
    check_grad!(taken(&world, &[0.4, -0.2], &[1.1], 0.7)).unwrap();
    check_grad!(descends(&world, 0.9, 3)).unwrap();
    for k in [0.7, -0.4] {
        check_grad!(seen_by_a_closure(&[1.2, 0.4, -0.9], &[0.3, 1.5, 0.8], k)).unwrap();
    }
}

#[differentiable]
fn positive(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x * x) } else { None }
}

#[differentiable]
fn split(x: &[f64]) -> Option<Vec<f64>> {
    let mut parts = x.to_vec();
    let last = parts.pop()?;
    parts[0] *= last;
    Some(parts)
}

#[differentiable]
fn chained(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        if let Some(a) = positive(x[i])
            && let Some(parts) = split(x)
            && let Some(b) = positive(parts[0] + a)
            && b > 0.5
        {
            sum += a * b + parts[1] * sum;
        } else if i > 0
            && let Some(v) = x.iter().find(|v| **v < x[i])
        {
            sum += v * v;
        }
    }
    sum
}

#[test]
fn conditions_with_several_lets() {
    check_grad!(chained(&[0.7, -0.4, 1.3, 0.9], 4)).unwrap();
    check_grad!(chained(&[0.7, 0.4, -1.3], 3)).unwrap();
}

#[derive(Clone, Debug, Differentiable)]
struct Table {
    #[no_diff]
    cols: usize,
    data: Vec<f64>,
    named: std::collections::HashMap<String, Vec<f64>>,
}

#[differentiable]
impl Table {
    fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }

    fn part(&self, i: usize) -> Option<&[f64]> {
        self.data.get(i..i + 2)
    }

    fn steepest(&self, rows: usize, k: f64) -> f64 {
        let mut best = self.row(0);
        let mut second = self.part(0);
        let mut sum = 0.0;
        for i in 1..rows {
            let row = self.row(i);
            if row[1] - row[0] > best[1] - best[0] {
                best = row;
            } else if let Some(part) = self.part(i) {
                second = Some(part);
            } else {
                second = None;
            }
            sum += best[0] * best[1] * k + second.map_or(k, |s| s[0] * s[s.len() - 1]);
        }
        sum * best[0]
    }

    fn longest(&self, names: &[String], k: f64) -> f64 {
        let mut best: Option<(&Vec<f64>, f64)> = None;
        let mut last = self.named.get(&names[0]);
        let mut sum = k;
        for name in names {
            sum += last.map_or(0.5, |list| list[0] * k);
            let Some(list) = self.named.get(name) else { continue };
            let weight = list[0] * k;
            if best.is_none_or(|(b, w)| b.len() < list.len() || w < weight) {
                best = Some((list, weight));
            }
            last = Some(list);
            if let Some((list, weight)) = best {
                sum += list[list.len() - 1] * weight * sum;
            }
        }
        sum
    }
}

#[differentiable]
fn of_tables(table: &Table, names: &[String], k: f64) -> f64 {
    table.steepest(3, k) + table.longest(names, k)
}

#[test]
fn references_that_functions_and_maps_gave() {
    let table = Table {
        cols: 2,
        data: vec![0.5, 1.5, -0.7, 1.1, 0.9, 0.8],
        named: std::collections::HashMap::from([
            ("a".to_string(), vec![0.4]),
            ("b".to_string(), vec![0.3, -0.6]),
            ("c".to_string(), vec![0.8, 0.7]),
        ]),
    };
    let names = ["a", "x", "c", "b"].map(String::from);
    check_grad!(of_tables(&table, &names, 0.9)).unwrap();
}
