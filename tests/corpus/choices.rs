//! References that are chosen when the program runs: by an index, by a branch, by a comparison.

macro_rules! functions {
    ($f:ident) => {
        use pullback::{Differentiable, differentiable};

        #[derive(Clone, Debug, Differentiable)]
        pub struct Model {
            pub weights: Vec<$f>,
            pub layers: Vec<Vec<$f>>,
            pub bias: $f,
        }

        #[differentiable(jvp)]
        pub fn first_and_last(v: &[$f]) -> $f {
            v.first().unwrap() * v.last().unwrap() + v.first().copied().unwrap()
        }

        #[differentiable(jvp)]
        pub fn first_or(v: &[$f], x: $f) -> $f {
            let a = v.first().unwrap_or(&x);
            let b = v.get(7).copied().unwrap_or(x * x);
            let c = *v.get(1).unwrap_or(&2.0);
            a * b + c * x
        }

        #[differentiable(jvp)]
        pub fn matched(v: &[$f], k: usize) -> $f {
            let picked = match v.get(k) {
                Some(x) => x * x,
                None => v[0].sin(),
            };
            let other = if let Some(y) = v.get(k + 1) {
                *y * 3.0
            } else {
                v[1]
            };
            picked + other
        }

        #[differentiable(jvp)]
        pub fn sub_slice(v: &[$f], k: usize) -> $f {
            let Some(part) = v.get(k..k + 2) else {
                return v[0] * 0.5;
            };
            part[0] * part[1]
        }

        #[differentiable(jvp)]
        pub fn question(v: &[$f], k: usize) -> Option<$f> {
            let x = v.get(k)?;
            let y = v.first()?;
            Some(x * y)
        }

        #[differentiable(jvp)]
        pub fn largest(v: &[$f]) -> $f {
            let m = v.iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
            m * m * v[0]
        }

        #[differentiable(jvp)]
        pub fn smallest(v: &[$f]) -> $f {
            let m = v.iter().copied().min_by(|a, b| a.total_cmp(b)).unwrap();
            let n = v.iter().copied().min_by($f::total_cmp);
            m * v[1] + n.map_or(0.0, |n| n * n)
        }

        #[differentiable(jvp)]
        pub fn patterns(v: &[$f], k: usize) -> $f {
            let a = match v.get(k) {
                Some(_) if k == 0 => 1.0,
                whole @ Some(_) => *whole.unwrap(),
                None => v[0],
            };
            let b = match (v.first(), v.get(k)) {
                (Some(x), Some(y)) => x * y,
                (Some(x), None) => x * 2.0,
                _ => 0.0,
            };
            a * b
        }

        #[differentiable(jvp)]
        pub fn position_of_the_largest(v: &[$f]) -> $f {
            let (k, m) = v
                .iter()
                .enumerate()
                .max_by(|(_, a), (_, b)| a.partial_cmp(b).unwrap())
                .unwrap();
            m * (k as $f + 1.0)
        }

        #[differentiable(jvp)]
        pub fn largest_square(v: &[$f]) -> $f {
            let m = v.iter().map(|x| x * x).max_by(|a, b| a.total_cmp(b)).unwrap();
            m.sin()
        }

        #[differentiable(jvp)]
        pub fn largest_of_some(v: &[$f]) -> $f {
            let m = v.iter().filter(|x| **x < 2.0).max_by(|a, b| a.total_cmp(b));
            match m {
                Some(m) => m * m,
                None => 0.0,
            }
        }

        #[differentiable(jvp)]
        pub fn reduced(v: &[$f]) -> $f {
            let m = v.iter().copied().reduce($f::max).unwrap();
            let p = v.iter().map(|x| x + 1.0).reduce(|a, b| a * b).unwrap_or(1.0);
            m * p
        }

        #[differentiable(jvp)]
        pub fn found(v: &[$f], bound: $f) -> $f {
            let x = v.iter().find(|x| **x > 1.0).unwrap_or(&bound);
            let k = v.iter().position(|x| *x > 1.0).unwrap_or(0);
            let l = v.iter().last().unwrap();
            let n = v.iter().nth(1).unwrap();
            let f = v.iter().rev().next().unwrap();
            x * v[k] + l * n * f
        }

        #[differentiable(jvp)]
        pub fn halves(v: &[$f]) -> $f {
            let (left, right) = v.split_at(v.len() / 2);
            let mut sum = 0.0;
            for (a, b) in left.iter().zip(right) {
                sum += a * b;
            }
            sum + right[0] * left.len() as $f
        }

        #[differentiable(jvp)]
        pub fn written_halves(u: &mut [$f], x: $f) {
            let n = u.len() / 2;
            let (left, right) = u.split_at_mut(n);
            for i in 0..n {
                left[i] *= right[i];
                right[i] += left[i] * x;
            }
        }

        #[differentiable(jvp)]
        pub fn written_chunks(u: &mut [$f], x: $f) {
            for pair in u.chunks_exact_mut(2) {
                pair[0] *= x;
                pair[1] += pair[0];
            }
        }

        #[differentiable(jvp)]
        pub fn written_element(x: $f, k: usize) -> $f {
            let mut v = vec![x, 2.0 * x, x * x];
            let r = &mut v[k];
            *r += x;
            *r *= *r;
            v[0] + v[1] * v[2]
        }

        #[differentiable(jvp)]
        pub fn written_if_there(x: $f, k: usize) -> $f {
            let mut v = vec![0.0; 3];
            if let Some(r) = v.get_mut(k) {
                *r = x * x;
            }
            *v.last_mut().unwrap() += x;
            if let Some(r) = v.first_mut() {
                *r += 1.0;
            }
            v[0] * x + v[1] + v[2] * v[2]
        }

        #[differentiable(jvp)]
        pub fn branch_of_scalars(a: $f, b: $f) -> $f {
            let r = if a > b { &a } else { &b };
            *r * *r + a
        }

        #[differentiable(jvp)]
        pub fn branch_of_slices(a: &[$f], b: &[$f]) -> $f {
            let longer = if a.len() > b.len() { a } else { b };
            let shorter = if a.len() > b.len() { &b[..1] } else { &a[1..] };
            let mut sum = longer[0] * shorter[0];
            for x in longer {
                sum += x * x;
            }
            for i in 0..longer.len() {
                sum += longer[i] * i as $f;
            }
            sum + longer.iter().map(|x| x.sin()).sum::<$f>()
        }

        #[differentiable(jvp)]
        pub fn branch_of_one_array(v: &[$f], k: usize) -> $f {
            let r = if k > 1 { &v[k - 1] } else { &v[k + 1] };
            let part = match k {
                0 => &v[1..],
                1 => &v[2..],
                _ => &v[..2],
            };
            r * part[0] + part.iter().product::<$f>()
        }

        #[differentiable(jvp)]
        pub fn written_by_branch(x: $f, y: $f) -> $f {
            let mut a = x * y;
            let mut b = x + y;
            let r = if x > y { &mut a } else { &mut b };
            *r *= x;
            *r += y * y;
            a * b
        }

        #[differentiable(jvp)]
        pub fn written_arrays_by_branch(x: $f, k: usize) -> $f {
            let mut v = vec![x, 2.0 * x];
            let mut w = vec![x * x; 3];
            for i in 0..4 {
                let target = if i % 2 == k { &mut v } else { &mut w };
                target[i / 2] *= x;
                let last = target.last_mut().unwrap();
                *last += x;
            }
            v[0] * w[0] + v[1] * w[1] + w[2]
        }

        #[differentiable(jvp)]
        fn norm(v: &[$f]) -> $f {
            v.iter().map(|x| x * x).sum()
        }

        #[differentiable(jvp)]
        fn bump(v: &mut [$f], by: $f) -> $f {
            v[0] += by * v[0];
            v[0]
        }

        #[differentiable(jvp)]
        pub fn chosen_arguments(a: &[$f], b: &[$f]) -> $f {
            let longer = if a.len() > b.len() { a } else { b };
            let mut u = a.to_vec();
            let mut w = b.to_vec();
            let target = if a[0] > b[0] { &mut u } else { &mut w };
            let c = bump(target, 2.0);
            norm(longer) * c + norm(&u) * norm(&w)
        }

        #[differentiable(jvp)]
        fn set(place: &mut $f, x: $f) {
            *place = x * x;
        }

        #[differentiable(jvp)]
        pub fn lent_to_a_call(x: $f) -> $f {
            let mut v = vec![0.0; 3];
            set(v.last_mut().unwrap(), x);
            set(v.get_mut(1).expect("there are three"), x + 1.0);
            for a in v.iter_mut().skip(1) {
                *a *= x;
            }
            let chosen = if x > 1.0 { &v[1..] } else { &v[..] };
            let copy = chosen.to_vec();
            v[1] * v[2] + copy[1]
        }

        #[differentiable(jvp)]
        pub fn references_in_tuples(a: &[$f], b: &[$f]) -> $f {
            let (small, big) = if a.len() < b.len() { (a, b) } else { (b, a) };
            let pair = (&a[0], &b[1]);
            small[0] * big[1] + pair.0 * *pair.1
        }

        #[differentiable(jvp)]
        pub fn running(v: &[$f]) -> $f {
            let sums: Vec<$f> = v
                .iter()
                .scan(0.0, |s, x| {
                    *s += x * x;
                    Some(*s)
                })
                .collect();
            let mut total = 0.0;
            for p in v.iter().scan(1.0, |p, x| {
                *p *= x;
                if *p > 50.0 { None } else { Some(*p) }
            }) {
                total += p;
            }
            total + sums[0] * sums[sums.len() - 1]
        }

        #[differentiable(jvp)]
        pub fn fields(m: &Model) -> $f {
            let last = m.weights.last().unwrap();
            let layer = m.layers.first().unwrap();
            let picked = m.layers.get(1).and_then(|layer| layer.get(0));
            let best = m.weights.iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
            let chosen = if m.bias > 0.0 { &m.weights } else { &m.layers[0] };
            let x = match picked {
                Some(x) => *x,
                None => m.bias,
            };
            last * layer[0] + x * *best + chosen[1]
        }

        #[differentiable(jvp)]
        pub fn fields_of(w: &[$f]) -> $f {
            let m = Model {
                weights: w.to_vec(),
                layers: vec![w.to_vec(), w[1..].to_vec()],
                bias: w[0] * 0.5,
            };
            fields(&m)
        }

        #[differentiable(jvp)]
        pub fn grown(x: $f, n: usize) -> $f {
            let mut m = vec![vec![x; 2]; 3];
            for i in 0..n {
                let best = m[i % 3].iter().max_by(|a, b| a.total_cmp(b)).copied().unwrap();
                let row = &mut m[(i + 1) % 3];
                if let Some(r) = row.get_mut(i % 2) {
                    *r = *r * best + 0.5;
                }
            }
            m[0][0] * m[1][1] + m[2][0]
        }

        #[differentiable(jvp)]
        pub fn bisected(v: &[$f]) -> $f {
            let Some((first, rest)) = v.split_first() else {
                return 0.0;
            };
            if rest.is_empty() {
                return first * first;
            }
            let (a, b) = v.split_at(v.len() / 2);
            let part = if a[0] > b[0] { a } else { b };
            bisected(part) * first + rest.last().unwrap()
        }
    };
}

pub mod in_f64 {
    functions!(f64);
}
pub mod in_f32 {
    functions!(f32);
}

mod tests {
    use super::{in_f32, in_f64};
    use crate::differences::{Components, uneven, zero};
    use crate::tables::{cotangents, gradients, writes};

    gradients! {
        [in_f64 in_f32]
        first_and_last(&v) { v = vec![0.5, -2.0, 1.5]; v = vec![2.0] }
        first_or(&v, x) { v = vec![0.5, -2.0, 1.5], x = 3.0; v = vec![], x = 3.0 }
        matched(&v, 1) { v = vec![0.5, -2.0, 1.5]; v = vec![0.5, 2.0] }
        sub_slice(&v, 1) { v = vec![0.5, -2.0, 1.5]; v = vec![0.5, 2.0] }
        largest(&v) { v = vec![0.5, -2.0, 1.5]; v = vec![2.0, 0.25] }
        smallest(&v) { v = vec![0.5, -2.0, 1.5]; v = vec![2.0, 0.25] }
        patterns(&v, 1) { v = vec![0.5, -2.0, 1.5]; v = vec![2.0] }
        position_of_the_largest(&v) { v = vec![0.5, -2.0, 1.5]; v = vec![2.0, 0.25] }
        largest_square(&v) { v = vec![0.5, -2.0, 1.5]; v = vec![2.0, 0.25] }
        largest_of_some(&v) { v = vec![0.5, 3.0, 1.5, -1.0]; v = vec![2.5, 4.0] }
        reduced(&v) { v = vec![0.5, 3.0, 1.5, -0.5] }
        found(&v, bound) { v = vec![0.5, 3.0, 1.5, -0.5], bound = 2.0; v = vec![0.5, 0.25], bound = 2.0 }
        halves(&v) { v = vec![0.5, 3.0, 1.5, -0.5, 1.25] }
        written_element(x, 1) { x = 1.5; x = -0.5 }
        written_if_there(x, 1) { x = 1.5 }
        branch_of_scalars(a, b) { a = 1.5, b = 0.5; a = 0.5, b = 1.5 }
        branch_of_slices(&a, &b) { a = vec![1.5, 2.0], b = vec![0.5]; a = vec![1.5, -1.0], b = vec![0.5, 0.25, 2.0] }
        branch_of_one_array(&v, 1) { v = vec![0.5, 3.0, 1.5, -0.5] }
        written_by_branch(x, y) { x = 1.5, y = 0.5; x = 0.5, y = 1.5 }
        written_arrays_by_branch(x, 1) { x = 1.5; x = -0.75 }
        chosen_arguments(&a, &b) { a = vec![1.5, 2.0], b = vec![0.5]; a = vec![0.25, -1.0], b = vec![0.5, 0.25, 2.0] }
        lent_to_a_call(x) { x = 1.5; x = 0.5 }
        references_in_tuples(&a, &b) { a = vec![1.5, 2.0], b = vec![0.5, 0.25, 2.0]; a = vec![1.5, 2.0, 1.0], b = vec![0.5, -1.0] }
        running(&v) { v = vec![0.5, 3.0, 1.5, -0.5]; v = vec![5.0, 20.0, 0.01] }
        fields_of(&w) { w = vec![0.5, 3.0, 1.5]; w = vec![-0.5, 2.0] }
        grown(x, 5) { x = 1.25; x = 0.5 }
        bisected(&v) { v = vec![0.5, 3.0, 1.5, -0.5, 1.25]; v = vec![0.5] }
    }

    cotangents! {
        [in_f64 in_f32]
        question(&v, 1) -> (Some(1.5)) { v = vec![0.5, 3.0] }
    }

    writes! {
        [in_f64 in_f32]
        written_halves(&mut u, x) { (u = vec![0.5, 3.0, 1.5, -0.5]) (x = 1.25) }
        written_chunks(&mut u, x) { (u = vec![0.5, 3.0, 1.5, -0.5, 0.75]) (x = 1.25) }
    }
}
