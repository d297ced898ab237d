//! What is put back, taken back or read again on the way backward, and where that goes wrong if too little of it is.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;

        /// All of `u` is overwritten first: only that must be put back.
        #[differentiable(jvp)]
        fn overwrites(u: &mut [$f], k: $f) {
            let n = u.len();
            for i in 0..n {
                u[i] = k * i as $f;
            }
            for i in 0..n {
                for j in i + 1..n {
                    u[j] += k * k;
                }
            }
        }

        /// The last element is not among those that are overwritten first.
        #[differentiable(jvp)]
        fn overwrites_but_one(u: &mut [$f], k: $f) {
            let n = u.len();
            let m = n - 1;
            for i in 0..m {
                u[i] = k * i as $f;
            }
            for j in 0..n {
                u[j] += k * k;
            }
        }

        /// The loop starts at the second.
        #[differentiable(jvp)]
        fn overwrites_from_one(u: &mut [$f], k: $f) {
            let n = u.len();
            for i in 1..n {
                u[i] = k * i as $f;
            }
            for j in 0..n {
                u[j] += k * k;
            }
        }

        #[differentiable(jvp)]
        fn overwrites_and_scales(u: &mut [$f], k: $f) {
            let n = u.len();
            for i in 0..n {
                u[i] = k * i as $f;
            }
            for j in 0..n {
                u[j] *= k;
            }
        }

        #[differentiable(jvp)]
        fn overwrites_perhaps(u: &mut [$f], k: $f) {
            let n = u.len();
            if k > 1.0 {
                for i in 0..n {
                    u[i] = k * i as $f;
                }
            }
            for j in 0..n {
                u[j] += k * k;
            }
        }

        /// How much is overwritten is not the same every time.
        #[differentiable(jvp)]
        fn overwrites_more_and_more(u: &mut [$f], k: $f) {
            for n in 1..u.len() {
                let m = n + 0;
                for j in 0..m {
                    u[j] += k * k;
                }
                for i in 0..m {
                    u[i] = k * i as $f;
                }
                for j in 0..m {
                    u[j] += k;
                }
            }
        }

        #[differentiable(jvp)]
        fn overwrites_every_other(u: &mut [$f], k: $f) {
            let n = u.len();
            for i in 0..n {
                if i % 2 == 0 {
                    u[i] = k * i as $f;
                }
            }
            for j in 0..n {
                u[j] += k * k;
            }
        }

        macro_rules! around {
            ($name:ident: $callee:ident) => {
                #[differentiable(jvp)]
                pub fn $name(x: &[$f], k: $f) -> $f {
                    let mut u = x.to_vec();
                    let mut s = 0.0;
                    for r in 0..3 {
                        for i in 0..u.len() {
                            s += u[i] * u[i] * (r + i + 1) as $f;
                        }
                        $callee(&mut u, k + s * 0.001);
                        s += u[1] * u[0] * k;
                    }
                    s
                }
            };
        }
        around!(all_overwritten: overwrites);
        around!(all_but_one_overwritten: overwrites_but_one);
        around!(overwritten_from_one: overwrites_from_one);
        around!(overwritten_and_scaled: overwrites_and_scales);
        around!(perhaps_overwritten: overwrites_perhaps);
        around!(more_and_more_overwritten: overwrites_more_and_more);
        around!(every_other_overwritten: overwrites_every_other);

        /// Read between the two writes, and only there.
        #[differentiable(jvp)]
        pub fn read_in_between(x: &[$f], k: $f) -> $f {
            let mut u = vec![0.0; x.len()];
            let mut s = 0.0;
            for i in 0..u.len() {
                u[i] = k * x[i];
            }
            for i in 0..u.len() {
                s += u[i] * u[i];
            }
            for i in 0..u.len() {
                u[i] += k;
                u[i] = k * x[i] * s;
            }
            s * u[0] * u[1]
        }

        /// Every round begins with zeros, to which it adds in other ranges than that of the zeros.
        #[differentiable(jvp)]
        pub fn summed_anew(left: &[$f], right: &[$f], n: usize) -> $f {
            let mut row = vec![0.0; n];
            let mut s = 0.0;
            for a in left.chunks_exact(2) {
                row.fill(0.0);
                for (a, of) in a.iter().zip(right.chunks_exact(n)) {
                    for (sum, x) in row.iter_mut().zip(of) {
                        *sum += a * x;
                    }
                }
                for (i, x) in row.iter().enumerate() {
                    s += (x - left[i]) * (x - left[i]) + s * 0.01;
                }
            }
            s
        }

        /// The list grows between the zeros and the sums: the zeros put back less than all of it.
        #[differentiable(jvp)]
        pub fn summed_in_a_list_that_grows(x: &[$f]) -> $f {
            let mut sums = vec![1.0];
            let mut s = 0.5;
            for r in 0..x.len() {
                let n = sums.len();
                for i in 0..n {
                    sums[i] = 0.0;
                }
                sums.push(x[r] * s);
                for i in 0..sums.len() {
                    sums[i] += x[r] * s;
                }
                for i in 0..sums.len() {
                    s += sums[i] * sums[i] * 0.1;
                }
            }
            s
        }

        /// The list has as many elements as the loop has iterations only until it is another one.
        #[differentiable(jvp)]
        pub fn summed_in_two_lists(x: &[$f], n: usize) -> $f {
            let mut sums = vec![1.0; n];
            let mut others = vec![2.0; n + 1];
            let mut s = 0.5;
            for r in 0..x.len() {
                for i in 0..n {
                    sums[i] = 0.0;
                }
                for j in 0..sums.len() {
                    sums[j] += x[r] * s;
                }
                for j in 0..sums.len() {
                    s += sums[j] * sums[j] * 0.1;
                }
                std::mem::swap(&mut sums, &mut others);
            }
            s
        }

        /// Nothing reads what is overwritten, but once, or never.
        #[differentiable(jvp)]
        pub fn swapped_and_read_once(x: &[$f]) -> $f {
            let n = x.len();
            let (mut now, mut next) = (x.to_vec(), vec![0.0; n]);
            let mut s = 0.0;
            for r in 0..4 {
                for i in 0..n {
                    next[i] = 0.5 * now[i] - now[n - 1 - i];
                }
                next[0] = now[n - 1] * 2.0;
                std::mem::swap(&mut now, &mut next);
                if r + 1 == n {
                    for i in 0..n {
                        s += now[i] * next[i];
                    }
                }
            }
            s + now[0] * now[1]
        }

        /// What the loop's length comes from is swapped, and written over with a list of another length.
        #[differentiable(jvp)]
        pub fn swapped_lengths(x: &[$f]) -> $f {
            let (mut a, mut b) = (x.to_vec(), vec![1.5, -0.5]);
            let mut s = 0.0;
            for _ in 0..3 {
                for i in 0..a.len() {
                    s += a[i] * (i as $f + 0.5);
                }
                a[1] = s;
                b[0] = a[0] * 0.5;
                std::mem::swap(&mut a, &mut b);
                b = vec![s; b.len() + 1];
            }
            s + a[1] * b[0]
        }

        #[differentiable(jvp)]
        fn step_and_swap(now: &mut Vec<$f>, next: &mut Vec<$f>) {
            for i in 0..now.len() {
                next[i] = 0.5 * now[i];
            }
            std::mem::swap(now, next);
        }

        /// The caller has a claim on what it lent.
        #[differentiable(jvp)]
        pub fn swapped_by_a_call(x: &[$f]) -> $f {
            let (mut now, mut next) = (x.to_vec(), x.to_vec());
            let mut s = 0.0;
            for _ in 0..3 {
                s += now[0] * next[1];
                step_and_swap(&mut now, &mut next);
                s += now[1] * next[0];
            }
            s
        }

        /// Some elements are read before the zeros come.
        #[differentiable(jvp)]
        pub fn summed_and_carried(x: &[$f], n: usize) -> $f {
            let mut sums = vec![0.25; n];
            let mut s = 0.5;
            for r in 0..x.len() {
                let carried = sums[0] * sums[n - 1];
                for i in 0..n {
                    sums[i] = carried;
                }
                for _ in 0..2 {
                    for j in 0..sums.len() {
                        sums[j] += x[r] * s;
                    }
                    s += sums[r % n] * sums[r % n];
                }
            }
            s
        }

        #[differentiable(jvp)]
        pub fn read_in_the_next_iteration(x: &[$f], k: $f) -> $f {
            let mut last = [0.0; 2];
            let mut s = 0.0;
            for i in 0..x.len() {
                s += last[0] * last[1] * x[i];
                last[0] = x[i] * k;
                last[1] = s + last[0];
            }
            s
        }

        #[differentiable(jvp)]
        pub fn triangle_by_a_counter(l: &[$f], c: &[$f]) -> $f {
            let mut next = 0;
            let mut s = 0.0;
            for i in 0..c.len() {
                for j in i + 1..c.len() {
                    s += l[next] * l[next] * c[i] * c[j];
                    next += 1;
                }
            }
            s
        }

        #[differentiable(jvp)]
        pub fn read_after_the_step(x: &[$f]) -> $f {
            let mut at = 0;
            let mut s = 0.0;
            for _ in 1..x.len() {
                let a = x[at] * x[at];
                at += 1;
                s += a * x[at];
            }
            s
        }

        #[differentiable(jvp)]
        pub fn backward_by_twos(x: &[$f]) -> $f {
            let mut at = x.len() + 1;
            let mut s = 1.0;
            while at > 2 {
                at -= 2;
                s = s * x[at - 1] + x[0];
            }
            s
        }

        #[differentiable(jvp)]
        pub fn by_a_stride(x: &[$f], stride: usize) -> $f {
            let mut at = 0;
            let mut s = 1.0;
            while at < x.len() {
                s *= x[at] + 0.5;
                at += stride;
            }
            s
        }

        #[differentiable(jvp)]
        pub fn by_growing_strides(x: &[$f]) -> $f {
            let (mut at, mut stride) = (0, 1);
            let mut s = 1.0;
            while at < x.len() {
                s *= x[at] + 0.5;
                at += stride;
                stride += 1;
            }
            s
        }

        #[differentiable(jvp)]
        pub fn begun_again(x: &[$f], rounds: usize) -> $f {
            let mut s = 0.5;
            let mut at = 2;
            for r in 0..rounds {
                s *= x[at] + s;
                at = r % 2;
                for _ in 0..2 {
                    s *= x[at] + 0.1;
                    at += 1;
                }
            }
            s
        }

        #[differentiable(jvp)]
        pub fn stepped_in_a_branch(x: &[$f], limit: $f) -> $f {
            let mut at = 0;
            let mut s = 0.5;
            for i in 0..x.len() {
                s += x[at] * x[i];
                if x[i] > limit {
                    at += 1;
                    s *= x[at];
                }
            }
            s
        }

        #[differentiable(jvp)]
        pub fn multiplied_in_between(x: &[$f]) -> $f {
            let mut at = 1;
            let mut s = 0.5;
            while at < x.len() {
                s += x[at] * x[at] * s;
                at *= 2;
                at += 1;
            }
            s
        }

        #[differentiable(jvp)]
        pub fn through_an_index_list(x: &[$f], order: &[usize]) -> $f {
            let mut at = 0;
            let mut s = 0.5;
            while at < order.len() {
                s += x[order[at]] * x[order[at]] * s;
                at += 1;
            }
            s
        }

        #[differentiable(jvp)]
        pub fn wrapping_bytes(x: &[$f]) -> $f {
            let mut at: u8 = 253;
            let mut s = 0.5;
            for _ in 0..2 {
                s += x[(at - 253) as usize] * s * s;
                at += 1;
            }
            s
        }

        /// Each value is had again from two uses of the one before it.
        #[differentiable(jvp)]
        pub fn a_long_chain_of_shared_values(x: &[$f]) -> $f {
            let mut at = 0;
            let mut s = 0.0;
            while at < x.len() {
                let a = x[at];
                let b = a + a;
                let c = b * b - b;
                let d = c - c * b;
                let e = d + d * c;
                let f = e * e - d * e;
                let g = f + f - e;
                let h = g * g + f * g;
                let i = h - h * g;
                let j = i * h + i;
                let k = j - i * j;
                let l = k + k * j;
                let m = l * l - k * l;
                let n = m + m;
                let o = n + n - m;
                let p = o + o + n;
                let q = p + o + o;
                let r = q + p + q;
                let t = r + r + q;
                let u = t + r + t;
                let v = u + u + t;
                let w = v + v + u;
                s += (w + w + v) * 1.0e-6;
                at += 1;
            }
            s
        }

        // --- one list, lent twice -----------------------------------------------------------------------------------

        #[differentiable(jvp)]
        fn product(a: &[$f], b: &[$f]) -> $f {
            let mut s = 0.0;
            for i in 0..a.len() {
                s += a[i] * b[(i + 1) % b.len()].sin();
            }
            s
        }

        #[differentiable(jvp)]
        fn first_of_three(a: &[$f], b: &[$f], c: &[$f]) -> $f {
            product(a, b) + c[0] * c[0] * a[0]
        }

        #[differentiable(jvp)]
        pub fn halves_side_by_side(x: &[$f]) -> $f {
            let k = x.len() / 2;
            let mut s = product(&x[..k], &x[k..]);
            for i in 1..k {
                s *= product(&x[i..k], &x[k..k + i + 1]) + product(&x[i + 1..=k], &x[1..i + 1]);
            }
            s + product(&x[k..], &x[..k]) * product(&x[..k], &x[..k])
        }

        #[differentiable(jvp)]
        pub fn rows_of_a_matrix(x: &[$f], k: usize) -> $f {
            let mut s = 0.0;
            for i in 0..x.len() / k {
                let row = &x[i * k..(i + 1) * k];
                for j in 0..k {
                    s += row[j] * row[(j + 1) % k];
                }
            }
            s
        }

        /// Two rows of one matrix at once, and of one of them the whole matrix beside it.
        #[differentiable(jvp)]
        pub fn rows_beside_each_other(x: &[$f], y: &[$f], k: usize) -> $f {
            let mut s = 0.0;
            for i in 1..x.len() / k {
                let (row, last) = (&x[i * k..(i + 1) * k], &x[(i - 1) * k..i * k]);
                let other = &y[i * k..];
                for j in 0..k {
                    s += row[j] * last[j] * other[j];
                    s *= y[j];
                }
                for j in 0..k {
                    if other[j] > 0.0 {
                        s += row[j].sin() * other[j];
                    }
                }
            }
            s
        }

        /// With `n = 0` there is no such row, and nobody asks for it.
        #[differentiable(jvp)]
        pub fn no_such_row(x: &[$f], y: &[$f], n: usize) -> $f {
            let mut s = x[0] * y[1];
            for j in 0..n {
                s += x[100..200][j] * x[..n][j] + x[n..=100][j] * y[50..][j];
            }
            s
        }

        /// One row alone.
        #[differentiable(jvp)]
        pub fn no_row_at_all(x: &[$f], n: usize) -> $f {
            let mut s = x[0];
            for j in 0..n {
                s += x[100..200][j];
            }
            s
        }

        /// The bounds of the row change in the loop.
        #[differentiable(jvp)]
        pub fn rows_that_move(x: &[$f]) -> $f {
            let (mut s, mut first) = (1.0, 0);
            for j in 0..x.len() / 2 {
                s *= x[first..][j];
                first = 1 - first;
                s += x[first..first + j + 1][j];
            }
            s
        }

        /// The same number by the same formula, and by the same formula with another number in it.
        #[differentiable(jvp)]
        pub fn halves_by_a_formula(x: &[$f], k: usize) -> $f {
            let mut s = product(&x[..2 * k], &x[2 * k..]);
            let mut low = k;
            for i in 0..k {
                s += product(&x[i * k..i * k + 1], &x[i * k + 1..]);
                let first = low;
                low = 2 * i;
                s *= product(&x[..low + 1], &x[first..]);
            }
            s
        }

        #[differentiable(jvp)]
        pub fn halves_of_a_row(m: &[Vec<$f>], k: usize) -> $f {
            let mut s = 0.0;
            for i in 0..m.len() {
                let row = &m[i];
                s += product(&row[..k], &row[k..]) * product(&m[i][1..k], &m[i][k..]);
            }
            s
        }

        #[differentiable(jvp)]
        pub fn halves_and_the_whole(x: &[$f], k: usize) -> $f {
            first_of_three(&x[..k], &x[k..], x) + first_of_three(&x[..k], x, &x[k..])
        }

        #[differentiable(jvp)]
        pub fn halves_of_a_local(x: $f) -> $f {
            let v = vec![x, x * x, 2.0 * x, x.sin()];
            let a = [x, x * x, 2.0 * x, x.cos()];
            product(&v[..2], &v[2..]) + product(&a[..1], &a[1..]) + product(&v, &v) + product(&a[1..], &a[1..])
        }

        #[differentiable(jvp)]
        pub fn arrays_passed_on_as_slices(a: &[$f; 2], v: &Vec<$f>) -> $f {
            product(a, v) + product(v, a)
        }

        #[differentiable(jvp)]
        pub fn overlapping_slices(x: &[$f]) -> $f {
            product(&x[..3], &x[2..]) + product(&x[..2], &x[1..]) * product(x, x)
        }

        // --- bodies that become closures ---------------------------------------------------------------------------

        #[differentiable(jvp)]
        fn with_first(mut v: Vec<$f>, x: $f) -> Vec<$f> {
            v[0] *= x;
            v
        }

        #[differentiable(jvp)]
        pub fn moved_out_and_back(x: &[$f]) -> $f {
            let mut v = x.to_vec();
            for i in 0..3 {
                v = with_first(v, x[i]);
            }
            for i in 0..x.len() {
                v = with_first(v, x[i] + 1.0);
            }
            v[0] * v[1]
        }

        #[differentiable(jvp)]
        pub fn given_a_value_inside(x: $f) -> $f {
            let mut a;
            let mut s = x;
            for i in 0..4 {
                a = s * x + i as $f;
                s = a.sin() * a;
            }
            s
        }

        #[differentiable(jvp)]
        pub fn constant_in_constant(m: &[[$f; 3]; 2], k: $f) -> $f {
            let mut p = k;
            for i in 0..2 {
                for j in 0..3 {
                    p = p.sin() + m[i][j] * p;
                }
            }
            p
        }

        #[differentiable(jvp)]
        pub fn constant_in_long(x: &[$f], k: $f) -> $f {
            let mut p = [k, 1.0];
            for i in 0..x.len() {
                for j in 0..2 {
                    p[j] = p[1 - j].sin() + x[i] * p[j];
                }
            }
            p[0] * p[1]
        }

        #[differentiable(jvp)]
        pub fn constant_in_a_branch(x: &[$f], k: $f) -> $f {
            let mut p = k;
            for i in 0..x.len() {
                if x[i] > 0.0 {
                    for _ in 0..2 {
                        p = p.sin() * x[i];
                    }
                } else {
                    p += x[i];
                }
            }
            p
        }

        #[allow(clippy::reversed_empty_ranges)]
        #[differentiable(jvp)]
        pub fn constant_in_every_direction(k: $f) -> $f {
            let mut p = k;
            for i in 1..=3 {
                p = p.sin() * i as $f;
            }
            for i in (2..5).rev() {
                p = p.sin() * i as $f;
            }
            for _ in 0..0 {
                p *= p;
            }
            for i in 3..20 {
                p = (p + i as $f).sin();
            }
            p
        }

        #[differentiable(jvp)]
        pub fn constant_with_an_exit(k: $f) -> $f {
            let mut p = k;
            for i in 0..4 {
                p = p.sin() * 2.0;
                if p > 1.9 {
                    break;
                }
                p *= i as $f + 0.5;
            }
            p
        }

        #[differentiable(jvp)]
        pub fn stopped_with_a_vector(x: &[$f]) -> $f {
            let v = x.to_vec();
            let mut p = x[0];
            for i in 0..3 {
                if i == 5 {
                    panic!("never {:?}", v);
                }
                p = p.sin() * v[i];
            }
            p
        }

        /// Of the elements that are read at first, some come to stand among those that are overwritten.
        #[differentiable(jvp)]
        fn overwritten_around_a_move(u: &mut [$f], n: usize, x: &[$f]) -> $f {
            let mut s = 0.0;
            for i in 0..u.len() {
                s += u[i] * u[i];
            }
            for i in 0..n {
                u[i] = x[i];
            }
            u.reverse();
            for i in 0..n {
                u[i] = x[i + 1];
            }
            s
        }

        #[differentiable(jvp)]
        pub fn moved_between_writes(x: &[$f]) -> $f {
            let mut u = x.to_vec();
            let last = u[2] * u[3];
            overwritten_around_a_move(&mut u, 2, x) * last + u[0] * u[1] * u[2] * u[3]
        }

        #[differentiable(jvp)]
        pub fn sorted_between_writes(x: &[$f]) -> $f {
            let mut u = x.to_vec();
            let mut s = 0.0;
            for i in 0..u.len() {
                s += u[i] * u[i] * u[i];
            }
            for i in 0..2 {
                u[i] = 3.0;
            }
            u.sort_by(|a, b| a.partial_cmp(b).unwrap());
            for i in 0..2 {
                u[i] = 4.0;
            }
            for i in 0..u.len() {
                s += u[i] * u[i];
            }
            s
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
    use crate::differences::{Components, zero};
    use crate::tables::gradients;

    gradients! {
        [in_f64 in_f32]
        all_overwritten(&x, k) { x = vec![0.5, -1.0, 0.25], k = 0.3 }
        all_but_one_overwritten(&x, k) { x = vec![0.5, -1.0, 0.25], k = 0.3 }
        overwritten_from_one(&x, k) { x = vec![0.5, -1.0, 0.25], k = 0.3 }
        overwritten_and_scaled(&x, k) { x = vec![0.5, -1.0, 0.25], k = 0.3 }
        perhaps_overwritten(&x, k) { x = vec![0.5, -1.0, 0.25], k = 0.3; x = vec![0.5, -1.0, 0.25], k = 1.25 }
        more_and_more_overwritten(&x, k) { x = vec![0.5, -1.0, 0.25, 0.75], k = 0.3 }
        every_other_overwritten(&x, k) { x = vec![0.5, -1.0, 0.25], k = 0.3 }
        read_in_between(&x, k) { x = vec![0.5, -1.0, 0.25], k = 0.3 }
        summed_anew(&left, &right, 3) { left = vec![0.5, -1.0, 0.25, 0.75], right = vec![1.5, 0.5, -0.25, 2.0, 0.75, -1.0] }
        summed_in_a_list_that_grows(&x) { x = vec![0.5, -1.0, 0.25] }
        summed_in_two_lists(&x, 2) { x = vec![0.5, -1.0, 0.25, 0.75] }
        swapped_and_read_once(&x) { x = vec![0.5, -1.0, 0.25]; x = vec![0.5, -1.0, 0.25, 0.75]; x = vec![0.5, -1.0, 0.25, 0.75, 2.0] }
        swapped_lengths(&x) { x = vec![0.5, -1.0, 0.25] }
        swapped_by_a_call(&x) { x = vec![0.5, -1.0, 0.25] }
        summed_and_carried(&x, 2) { x = vec![0.5, -1.0, 0.25] }
        read_in_the_next_iteration(&x, k) { x = vec![0.5, -1.0, 0.25, 2.0], k = 0.3 }
        triangle_by_a_counter(&l, &c) { l = vec![0.5, -1.0, 0.25], c = vec![1.5, -0.5, 2.0] }
        read_after_the_step(&x) { x = vec![0.5, -1.0, 0.25, 2.0] }
        backward_by_twos(&x) { x = vec![0.5, -1.0, 0.25, 2.0]; x = vec![0.5, -1.0, 0.25] }
        by_a_stride(&x, 2) { x = vec![0.5, -1.0, 0.25, 2.0] }
        by_growing_strides(&x) { x = vec![0.5, -1.0, 0.25, 2.0, 1.5] }
        begun_again(&x, 3) { x = vec![0.5, -1.0, 0.25, 1.5] }
        stepped_in_a_branch(&x, limit) { x = vec![0.5, -1.0, 0.75, 0.25], limit = 0.4 }
        multiplied_in_between(&x) { x = vec![0.5, -1.0, 0.75, 0.25] }
        through_an_index_list(&x, &[2, 0, 1, 2]) { x = vec![0.5, -1.0, 0.75] }
        wrapping_bytes(&x) { x = vec![0.5, -1.0] }
        a_long_chain_of_shared_values(&x) { x = vec![0.25, 0.125] }
        halves_side_by_side(&x) { x = vec![0.5, -1.25, 0.75, 2.0, 0.25, -0.5] }
        rows_of_a_matrix(&x, 3) { x = vec![0.5, -1.25, 0.75, 2.0, 0.25, -0.5] }
        rows_beside_each_other(&x, &y, 2) { x = vec![0.5, -1.25, 0.75, 2.0, 0.25, -0.5], y = vec![1.5, 0.25, -0.75, 1.0, 0.5, 2.0] }
        no_such_row(&x, &y, 0) { x = vec![0.5, -1.25, 0.75], y = vec![1.5, 0.25] }
        no_row_at_all(&x, 0) { x = vec![0.5, -1.25, 0.75] }
        rows_that_move(&x) { x = vec![0.5, -1.25, 0.75, 2.0, 0.25] }
        halves_by_a_formula(&x, 2) { x = vec![0.5, -1.25, 0.75, 2.0, 0.25, -0.5] }
        halves_of_a_row(&m, 2) { m = vec![vec![0.5, -1.25, 0.75, 2.0], vec![0.25, -0.5, 1.5, 1.0]] }
        halves_and_the_whole(&x, 2) { x = vec![0.5, -1.25, 0.75, 2.0] }
        halves_of_a_local(x) { x = 0.75 }
        arrays_passed_on_as_slices(&a, &v) { a = [0.5, -1.25], v = vec![0.75, 2.0] }
        overlapping_slices(&x) { x = vec![0.5, -1.25, 0.75, 2.0] }
        moved_out_and_back(&x) { x = vec![0.5, -1.25, 0.75] }
        given_a_value_inside(x) { x = 0.75 }
        constant_in_constant(&m, k) { m = [[0.5, -1.0, 0.75], [0.25, 1.5, -0.5]], k = 0.75 }
        constant_in_long(&x, k) { x = vec![0.5, -1.0, 0.75], k = 0.75 }
        constant_in_a_branch(&x, k) { x = vec![0.5, -1.0, 0.75], k = 0.75 }
        constant_in_every_direction(k) { k = 0.75 }
        constant_with_an_exit(k) { k = 0.5; k = 1.5 }
        stopped_with_a_vector(&x) { x = vec![0.5, -1.0, 0.75] }
        moved_between_writes(&x) { x = vec![0.5, -1.25, 0.75, 2.0] }
        sorted_between_writes(&x) { x = vec![0.5, -1.25, 0.75, 2.0] }
    }
}
