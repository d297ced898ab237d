//! Functions that return references from within loops, and by `?`.
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Part {
    #[no_diff]
    id: u32,
    mass: f64,
    at: Vec<f64>,
}

#[derive(Clone, Debug, Differentiable)]
struct Whole {
    first: Vec<Part>,
    second: Vec<Part>,
    spare: Option<Part>,
}

#[differentiable]
impl Whole {
    fn find(&self, id: u32) -> Option<&Part> {
        for part in &self.first {
            if part.id == id {
                return Some(part);
            }
        }
        for part in self.second.iter().rev() {
            if part.id == id {
                return Some(part);
            }
        }
        None
    }

    fn find_mut(&mut self, id: u32) -> Option<&mut Part> {
        for part in self.first.iter_mut() {
            if part.id == id {
                return Some(part);
            }
        }
        self.second.iter_mut().find(|part| part.id == id)
    }

    fn heaviest(&self, from: usize) -> &Part {
        let mut best = &self.first[from];
        for part in &self.second {
            if part.mass > best.mass {
                best = part;
            }
            if best.mass > 2.0 {
                return best;
            }
        }
        best
    }

    fn coordinate(&self, id: u32, k: usize) -> Option<&f64> {
        let part = self.find(id)?;
        if part.mass < 0.0 {
            return Some(&part.mass);
        }
        part.at.get(k)
    }

    fn spared(&self, k: usize) -> Option<&[f64]> {
        let spare = self.spare.as_ref()?;
        for i in 0..k {
            if spare.at[i] > 1.0 {
                return Some(&spare.at[i..]);
            }
        }
        Some(&spare.at[..1])
    }

    fn score(&self, k: f64) -> f64 {
        let mut sum = 0.0;
        for id in 0..6 {
            match self.find(id) {
                Some(part) => sum += part.mass * k,
                None => sum *= k,
            }
            if let Some(x) = self.coordinate(id, 1) {
                sum += x * x * sum;
            }
            if let Some(tail) = self.spared(id as usize % 3) {
                sum += tail[0] * tail.len() as f64;
            }
        }
        sum * self.heaviest(0).mass
    }
}

#[differentiable]
fn written(whole: &Whole, ids: &[u32], k: f64) -> f64 {
    let mut whole = whole.clone();
    let mut sum = 0.0;
    for id in ids {
        let part: Option<&mut Part> = whole.find_mut(*id);
        if let Some(part) = part {
            part.mass *= k;
            part.at[0] += sum;
            sum += part.mass * part.at[0];
        }
    }
    sum * whole.score(k)
}

/// The first of the two lists that has what is asked for.
#[differentiable]
fn larger_than<'a>(a: &'a [f64], b: &'a [f64], bound: usize) -> &'a f64 {
    for (i, v) in a.iter().enumerate() {
        if i >= bound {
            return v;
        }
    }
    let mut k = 0;
    loop {
        if k + a.len() >= bound {
            return &b[k];
        }
        k += 1;
    }
}

#[differentiable]
fn of_two(a: &[f64], b: &[f64], x: f64) -> f64 {
    let mut sum = x;
    for bound in 0..4 {
        sum += *larger_than(a, b, bound) * sum;
    }
    sum
}

#[test]
fn references_from_within_loops() {
    let part = |id, mass, x, y| Part {
        id,
        mass,
        at: vec![x, y],
    };
    let mut whole = Whole {
        first: vec![part(1, 0.5, 0.3, -0.4), part(2, 1.5, 0.8, 1.1)],
        second: vec![part(4, 0.7, -0.2, 0.6), part(2, 9.0, 1.0, 1.0), part(5, -0.3, 0.9, 0.5)],
        spare: None,
    };
    check_grad!(written(&whole, &[1, 3, 4, 1], 0.7)).unwrap();
    whole.spare = Some(part(0, 1.0, 1.4, 0.2));
    check_grad!(written(&whole, &[5, 2, 2], 0.7)).unwrap();
    whole.spare = Some(part(0, 1.0, 0.4, 1.2));
    check_grad!(written(&whole, &[], 0.7)).unwrap();
    check_grad!(of_two(&[0.5, 1.5], &[-0.7, 0.4], 0.3)).unwrap();
}
