//! Methods that move, add and remove the elements of vectors and slices.

macro_rules! functions {
    ($f:ident) => {
        use pullback::{Differentiable, differentiable};

        #[differentiable(jvp)]
        pub fn median(x: &[$f]) -> $f {
            let mut v = x.to_vec();
            v.sort_by(|a, b| a.partial_cmp(b).unwrap());
            let n = v.len();
            if n % 2 == 1 {
                v[n / 2]
            } else {
                0.5 * (v[n / 2 - 1] + v[n / 2])
            }
        }

        #[differentiable(jvp)]
        pub fn weighted_by_rank(x: &[$f]) -> $f {
            let mut v = x.to_vec();
            v.sort_by(|a, b| b.total_cmp(a));
            let mut sum = 0.0;
            for (k, a) in v.iter().enumerate() {
                sum += a * a / (k as $f + 1.0);
            }
            v.sort_unstable_by($f::total_cmp);
            v.reverse();
            sum * v[0] - v[1]
        }

        #[differentiable(jvp)]
        pub fn selected(x: &[$f], k: usize) -> $f {
            let mut v = x.to_vec();
            let (below, middle, above) = v.select_nth_unstable_by(k, |a, b| a.total_cmp(b));
            *middle *= 2.0;
            let sum = below.iter().sum::<$f>() - above.iter().sum::<$f>();
            sum * v[k]
        }

        /// Of pairs that are equal to the comparison, an unstable sort may put either first.
        #[differentiable(jvp)]
        pub fn pairs_by_value(x: &[$f]) -> $f {
            let mut pairs: Vec<($f, $f)> = x.iter().map(|a| (a * a, a.sin())).collect();
            for turn in 0..2 {
                pairs.sort_unstable_by(|a, b| a.0.partial_cmp(&b.0).unwrap());
                pairs[0].0 *= (turn as $f + 3.0) * x[0];
            }
            let mut sum = 0.0;
            for (k, pair) in pairs.iter().enumerate() {
                sum += pair.1 * pair.0 * (k as $f + 1.0);
            }
            sum
        }

        #[differentiable(jvp)]
        pub fn pairs_by_key(x: &[$f], keys: &[i32]) -> $f {
            let mut pairs: Vec<(i32, $f)> = Vec::new();
            for k in 0..x.len() {
                pairs.push((keys[k], x[k] * x[k]));
            }
            pairs.sort_by_key(|pair| pair.0);
            let mut sum = 0.0;
            for (k, pair) in pairs.iter().enumerate() {
                sum += pair.1 * (k as $f + 1.0);
            }
            sum
        }

        #[differentiable(jvp)]
        pub fn sorted_in_place(u: &mut [$f], x: $f) {
            u[0] *= x;
            u.sort_by(|a, b| a.partial_cmp(b).unwrap());
            u[0] += u[1] * x;
            u.rotate_left(1);
            u[0] *= u[1];
        }

        #[differentiable(jvp)]
        pub fn turned(x: &[$f], n: usize) -> $f {
            let mut v = x.to_vec();
            for k in 0..n {
                v.rotate_right(1);
                v[0] = v[0] * v[1] + k as $f;
                v[..2].reverse();
                v[1..].rotate_left(1);
            }
            v[0] + 2.0 * v[1] + 3.0 * v[2]
        }

        #[differentiable(jvp)]
        pub fn stack(x: &[$f]) -> $f {
            let mut v = vec![x[0]];
            let mut sum = 0.0;
            for a in x {
                v.push(a * a);
                if *a > 1.0 {
                    let top = v.pop().unwrap();
                    let below = v.pop().unwrap_or(2.0);
                    v.push(top * below);
                }
                sum += v[v.len() - 1];
            }
            while let Some(top) = v.pop() {
                sum = sum * 0.5 + top;
            }
            sum + v.len() as $f
        }

        #[differentiable(jvp)]
        pub fn edited(x: &[$f]) -> $f {
            let mut v = x.to_vec();
            v.insert(1, x[0] * x[1]);
            let removed = v.remove(0);
            v.extend_from_slice(&x[1..]);
            v.extend(x.iter().map(|a| a * a));
            v.truncate(5);
            v.resize(7, removed);
            v.insert(7, 3.0);
            let mut sum = removed;
            for (k, a) in v.iter().enumerate() {
                sum += a * a * (k as $f - 2.0);
            }
            v.clear();
            v.push(sum);
            v[0] * removed
        }

        #[differentiable(jvp)]
        pub fn kept(x: &[$f], bound: $f) -> $f {
            let mut v = x.to_vec();
            v.retain(|a| *a < bound);
            let mut sum = bound;
            for (k, a) in v.iter().enumerate() {
                sum += a * (k as $f + 1.0);
            }
            sum
        }

        #[differentiable(jvp)]
        pub fn joined(x: &[$f], y: &[$f]) -> $f {
            let all = [x, &y[1..]].concat();
            let rows = vec![x.to_vec(), y.to_vec()];
            let flat = rows.concat();
            let backwards: Vec<$f> = all.iter().rev().copied().collect();
            let total: $f = rows.iter().flatten().map(|a| a * a).sum();
            all[0] * flat[flat.len() - 1] + backwards[0] * total
        }

        #[differentiable(jvp)]
        fn outer(x: &[$f], y: &[$f]) -> Vec<Vec<$f>> {
            x.iter().map(|a| y.iter().map(|b| a * b).collect()).collect()
        }

        #[differentiable(jvp)]
        pub fn rows_of_a_call(x: &[$f], y: &[$f]) -> $f {
            let flat: $f = outer(x, y).into_iter().flatten().map(|a| a.sin()).sum();
            let mut sum = flat;
            for _ in 0..2 {
                sum += outer(y, x)
                    .into_iter()
                    .flat_map(|row| row)
                    .map(|a| a * sum)
                    .sum::<$f>();
            }
            sum
        }

        #[differentiable(jvp)]
        pub fn again_and_again(x: &[$f], w: &[$f]) -> $f {
            let mut sum: $f = x
                .iter()
                .rev()
                .zip(w.iter().cycle().skip(1))
                .map(|(a, b)| a * b)
                .sum();
            for (k, w) in w.iter().map(|w| w * w).cycle().enumerate().step_by(3) {
                if k > 2 * x.len() {
                    break;
                }
                sum += w * sum.sin();
            }
            let none: $f = x[..0].iter().cycle().zip(w).map(|(a, b)| a * b).sum();
            sum + none + w.iter().cycle().take(5).product::<$f>()
        }

        #[differentiable(jvp)]
        pub fn deepest_fall(prices: &[$f]) -> $f {
            prices
                .iter()
                .scan($f::NEG_INFINITY, |peak, &p| {
                    *peak = peak.max(p);
                    Some((*peak - p) / *peak)
                })
                .fold(0.0, $f::max)
        }

        #[differentiable(jvp)]
        pub fn interpolated(table: &[$f], x: $f) -> $f {
            let k = table.partition_point(|a| *a < x).clamp(1, table.len() - 1);
            let j = table
                .binary_search_by(|a| a.partial_cmp(&x).unwrap())
                .unwrap_or_else(|j| j)
                .min(table.len() - 1);
            let along = (x - table[k - 1]) / (table[k] - table[k - 1]);
            along * table[j]
        }

        #[derive(Clone, Debug, Differentiable)]
        pub struct Particles {
            positions: Vec<$f>,
            rows: Vec<Vec<$f>>,
        }

        #[differentiable(jvp)]
        impl Particles {
            fn settle(&mut self, by: $f) {
                self.positions.sort_by(|a, b| a.partial_cmp(b).unwrap());
                self.positions[0] *= by;
                self.rows.sort_by(|a, b| a[0].total_cmp(&b[0]));
                self.rows.truncate(2);
                if let Some(last) = self.positions.pop() {
                    self.rows[0][0] += last * by;
                }
            }
        }

        #[differentiable(jvp)]
        pub fn in_a_struct(x: &[$f]) -> $f {
            let mut p = Particles {
                positions: x.to_vec(),
                rows: vec![vec![x[1], x[0]], vec![x[0]], vec![x[2], 2.0, x[1]]],
            };
            p.settle(x[0]);
            p.positions[0] * p.positions[1] + p.rows[0][0] * p.rows[1][0] + p.rows[0][1]
        }

        #[differentiable(jvp)]
        pub fn from_lists(x: &[$f], k: $f) -> $f {
            let mut all = Vec::from(x);
            let rest = Vec::from(&x[1..]);
            for i in 0..rest.len() {
                let mut pair = Vec::from([rest[i] * k, x[i]]);
                pair[1] *= k;
                all[i] *= pair[0] + pair[1];
            }
            all.iter().sum::<$f>() * rest[0]
        }

        #[differentiable(jvp)]
        pub fn sorted_by_halves(x: &[$f], depth: usize) -> $f {
            let mut v = x.to_vec();
            v.sort_by(|a, b| a.partial_cmp(b).unwrap());
            if depth == 0 || v.len() < 2 {
                return v[0] * v[0];
            }
            for a in v.iter_mut() {
                *a = a.sin();
            }
            let half = v.len() / 2;
            sorted_by_halves(&v[..half], depth - 1) * v[half] + sorted_by_halves(&v[half..], depth - 1)
        }

        #[differentiable(jvp)]
        pub fn sorted_again_and_again(x: &[$f], n: usize) -> $f {
            let mut v = x.to_vec();
            let mut sum = 0.0;
            for k in 0..n {
                let mut w = v.clone();
                if k % 2 == 0 {
                    w.sort_by(|a, b| a.total_cmp(b));
                }
                let top = w.pop().unwrap();
                sum += top * w[0];
                v[k % x.len()] += top.cos();
            }
            sum
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
    use crate::tables::{gradients, writes};

    gradients! {
        [in_f64 in_f32]
        median(&x) { x = vec![0.5, -2.0, 1.5]; x = vec![0.5, 3.0, -1.0, 2.0] }
        weighted_by_rank(&x) { x = vec![0.5, -2.0, 1.5]; x = vec![0.5, 3.0, -1.0, 2.0] }
        selected(&x, 1) { x = vec![0.5, -2.0, 1.5]; x = vec![0.5, 3.0, -1.0, 2.0] }
        pairs_by_value(&x) { x = vec![0.5, -2.0, 1.5]; x = vec![2.0, 0.25, -1.0, 0.75] }
        pairs_by_key(&x, &[2, 1, 3]) { x = vec![0.5, -2.0, 1.5] }
        turned(&x, 4) { x = vec![0.5, -2.0, 1.5, 0.25] }
        stack(&x) { x = vec![0.5, 2.0, 1.5, 0.25]; x = vec![2.0, 3.0] }
        edited(&x) { x = vec![0.5, -2.0, 1.5] }
        kept(&x, bound) { x = vec![0.5, 3.0, -1.0, 2.0], bound = 1.5; x = vec![0.5], bound = 0.25 }
        joined(&x, &y) { x = vec![0.5, -2.0], y = vec![1.5, 0.25, 0.75] }
        again_and_again(&x, &w) { x = vec![0.5, -2.0, 1.5], w = vec![1.5, 0.25] }
        deepest_fall(&prices) { prices = vec![1.0, 1.5, 1.25, 2.0, 0.75] }
        interpolated(&table, x) { table = vec![0.5, 1.25, 2.0], x = 1.5 }
        from_lists(&x, k) { x = vec![0.5, 1.0, -1.0, 0.75], k = 0.7 }
        sorted_by_halves(&x, 2) { x = vec![0.5, 1.0, -1.0, 0.75, 0.125] }
        sorted_again_and_again(&x, 5) { x = vec![0.5, -2.0, 1.5] }
        rows_of_a_call(&x, &y) { x = vec![0.5, -2.0], y = vec![1.5, 0.25, 0.75] }
        in_a_struct(&x) { x = vec![0.5, -2.0, 1.5] }
    }

    writes! {
        [in_f64 in_f32]
        sorted_in_place(&mut u, x) { (u = vec![0.5, -2.0, 1.5]) (x = 1.25) }
    }
}
