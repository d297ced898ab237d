//! Writes through methods and through `std::mem`.
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable]
fn sorted(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    for i in 1..v.len() {
        let mut j = i;
        while j > 0 && v[j - 1] > v[j] {
            v.swap(j - 1, j);
            j -= 1;
        }
    }
    let mut sum = 0.0;
    for (i, a) in v.iter().enumerate() {
        sum += a * a * i as f64 * k;
    }
    sum
}

#[differentiable]
fn filled(x: &mut [f64], w: &[f64; 3], k: f64) -> f64 {
    let before = x[0] * x[1];
    x.fill(k * x[2]);
    let filled = x[0] * x[1] * before;
    x[..3].copy_from_slice(w);
    x[1] *= k;
    filled + x[0] * x[1]
}

#[differentiable]
fn exchanged(x: &[f64], k: f64) -> f64 {
    let mut a = x.to_vec();
    let mut b = vec![k; x.len()];
    let mut s = 1.0;
    for i in 0..4 {
        std::mem::swap(&mut a, &mut b);
        a[0] += b[1] * k;
        let old = std::mem::replace(&mut s, a[0] * (i as f64 + 1.0));
        b[1] += old * x[0];
    }
    s * a[0] + b[1]
}

/// A row with its weight: no number, and no copy.
#[derive(Clone, Debug, Differentiable)]
struct Row {
    entries: Vec<f64>,
    weight: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Table {
    rows: Vec<Row>,
    pivot: [Vec<f64>; 2],
}

/// Pivoting: rows change places, and are written to before and after.
#[differentiable]
fn pivoted(table: &mut Table, k: f64) -> f64 {
    let n = table.rows.len();
    let mut sum = 0.0;
    for i in 0..n {
        let mut best = i;
        for j in i + 1..n {
            if table.rows[j].entries[0] > table.rows[best].entries[0] {
                best = j;
            }
        }
        table.rows[i].entries[1] *= k;
        if best != i {
            table.rows.swap(i, best);
        }
        table.rows[i].weight += k * table.rows[i].entries[1];
        sum += table.rows[i].weight * table.rows[i].entries[0] * (i + 1) as f64;
    }
    table.pivot.swap(0, 1);
    sum + table.pivot[0][0] * table.pivot[0][0] * table.rows[0].entries[1]
}

#[differentiable]
fn swapped_in_recursion(lists: &mut Vec<Vec<f64>>, depth: usize) -> f64 {
    if depth == 0 {
        return lists[0][0] * lists[1][0].sin();
    }
    lists.swap(depth % 3, (depth + 1) % 3);
    let old = lists[0][0];
    lists[0][0] = old * lists[2][0];
    let inner = swapped_in_recursion(lists, depth - 1);
    inner * old
}

/// Its own copy, of which nothing is read but after the swaps.
#[differentiable]
fn turned(pairs: &[[f64; 2]]) -> f64 {
    let mut own = pairs.to_vec();
    let last = own.len() - 1;
    for i in 0..own.len() / 2 {
        own.swap(i, last - i);
    }
    own[0][1].exp() * own[1][0] + own[2][0]
}

#[test]
fn swaps_have_the_gradients_that_differences_say() {
    let row = |a: f64, b: f64, weight: f64| Row {
        entries: vec![a, b],
        weight,
    };
    let mut table = Table {
        rows: vec![row(0.5, 1.5, 0.3), row(2.0, -0.7, 1.1), row(1.2, 0.4, -0.6)],
        pivot: [vec![0.3], vec![1.4]],
    };
    check_grad!(pivoted(&mut table, 0.7)).unwrap();
    let mut lists = vec![vec![0.5], vec![1.5], vec![-0.8]];
    check_grad!(swapped_in_recursion(&mut lists, 5)).unwrap();
    check_grad!(turned(&[[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]])).unwrap();
    let mut own = table.clone();
    let (value, _) = pivoted::value_and_grad(&mut own, 0.7);
    assert_eq!(value, pivoted(&mut table, 0.7));
    assert_eq!(format!("{own:?}"), format!("{table:?}"));
}

#[test]
#[should_panic(expected = "the len is 3 but the index is 7")]
fn a_swap_out_of_bounds_panics_as_the_method_does() {
    #[differentiable]
    fn out(v: &mut [[f64; 2]], k: usize) -> f64 {
        v.swap(0, k);
        v[0][0]
    }
    out::grad(&mut [[0.0; 2]; 3], 7);
}

#[test]
fn writes_have_the_gradients_that_differences_say() {
    check_grad!(sorted(&[0.5, -1.5, 2.5, 0.25, 1.0], 1.3)).unwrap();
    check_grad!(filled(&mut [0.5, -1.5, 2.5], &[1.0, 2.0, 3.0], 0.7)).unwrap();
    check_grad!(exchanged(&[0.5, -0.5], 0.7)).unwrap();
}

#[derive(Clone, Debug, Differentiable)]
struct Buffers {
    now: Vec<f64>,
    next: Vec<f64>,
    rows: Vec<Vec<f64>>,
}

#[differentiable]
impl Buffers {
    fn step(&mut self, k: f64) {
        for (i, next) in self.next.iter_mut().enumerate() {
            *next = k * self.now[i] + self.rows[0][0];
        }
        std::mem::swap(&mut self.now, &mut self.next);
        let (above, below) = self.rows.split_at_mut(1);
        std::mem::swap(&mut above[0], &mut below[0]);
    }

    fn drained(&mut self) -> f64 {
        let rows = std::mem::take(&mut self.rows);
        let before = std::mem::replace(&mut self.next, rows[1].clone());
        before.iter().zip(&self.next).map(|(a, b)| a * b).sum()
    }
}

#[differentiable]
fn stepped(buffers: &mut Buffers, k: f64, count: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..count {
        buffers.step(k);
        if i % 2 == 0 {
            buffers.rows[0][0] *= k;
            std::mem::swap(&mut buffers.rows[1], &mut buffers.now);
        }
        sum += buffers.now[0] * buffers.rows[0][0];
    }
    let mut lists = vec![vec![sum], vec![k, 2.0], vec![k * k]];
    {
        let (above, below) = lists.split_at_mut(1);
        std::mem::swap(&mut above[0], &mut below[1]);
    }
    sum + buffers.drained() * buffers.now[1] * lists[0][0] + lists[2][0]
}

#[test]
fn lists_that_change_places_have_the_gradients_that_differences_say() {
    let mut buffers = Buffers {
        now: vec![0.5, 1.5],
        next: vec![0.0, 0.25],
        rows: vec![vec![0.3, -0.7], vec![1.1, 0.9]],
    };
    check_grad!(stepped(&mut buffers.clone(), 0.7, 3)).unwrap();
    let mut own = buffers.clone();
    let (value, _) = stepped::value_and_grad(&mut own, 0.7, 3);
    assert_eq!(value, stepped(&mut buffers, 0.7, 3));
    assert_eq!(format!("{own:?}"), format!("{buffers:?}"));
}

#[differentiable]
fn growing(v: &mut Vec<f64>, x: f64) -> f64 {
    let mut i = 0;
    while v.len() < 6 {
        let y = v[i] * x;
        v.push(y);
        i += 1;
    }
    while let Some(y) = v.pop() {
        if v.len() < 3 {
            v.push(y * y);
            break;
        }
        v[0] += y * x;
    }
    v.insert(1, x);
    v.swap_remove(0);
    v.truncate(2);
    v[0] * v[1]
}
#[differentiable]
fn on_a_stack(x: &[f64]) -> f64 {
    let mut st: Vec<f64> = Vec::new();
    for (i, y) in x.iter().enumerate() {
        if i % 3 == 2 {
            let a = st.pop().unwrap();
            let b = st.pop().unwrap();
            st.push(a * b.sin());
        } else {
            st.push(y * y);
        }
    }
    let mut r = 1.0;
    for s in st.iter_mut() {
        *s *= r;
        r += *s;
    }
    st.reverse();
    r * st[0]
}
#[differentiable]
fn left_early(v: &mut [f64], x: f64) -> f64 {
    v[0] *= x;
    if v[0] > 1.0 {
        v[1] = v[0] * v[0];
        return v[1];
    }
    for i in 0..v.len() {
        v[i] += x * v[0];
        if v[i] > 1.2 {
            v[0] = v[i];
            return v[0] * x;
        }
    }
    v[2] *= v[1];
    v[2]
}
#[differentiable]
fn left_early_in_parts(v: &mut [f64], x: f64) -> f64 {
    let mut t: f64 = 0.0;
    for k in 0..3 {
        let a = left_early(&mut v[k..k + 3], x * t.cos());
        t += a;
        v.swap(k, k + 1);
        if t > 3.0 {
            break;
        }
    }
    v.rotate_left(1);
    t * v[0]
}
#[differentiable]
fn swapped_ends(v: &mut [f64], n: usize) {
    for i in 0..n {
        let j = v.len() - 1 - i;
        v.swap(i, j);
        v[i] *= v[j];
        let mut w = v[j];
        std::mem::swap(&mut v[i + 1], &mut w);
    }
    let (a, b) = v.split_at_mut(2);
    for (p, q) in a.iter_mut().zip(b.iter_mut().rev()) {
        std::mem::swap(p, q);
        *p += *q * *q;
    }
    a[0] = b[1] * a[1];
}
#[differentiable]
fn rows_that_grow(m: &mut Vec<Vec<f64>>, x: f64) -> f64 {
    for i in 0..m.len() {
        let t = m[i][0] * x;
        m[i].push(t);
        for j in (0..m[i].len()).rev() {
            if m[i][j] < 0.0 {
                continue;
            }
            m[i][j] *= t + 1.0;
        }
        let last = m[i].pop().unwrap();
        m[0][0] += last;
    }
    m.swap(0, 1);
    let r = m.remove(0);
    r[0] * m[0][1]
}
#[differentiable]
fn in_a_loop_with_exits(u: &mut f64, n: usize, x: f64) -> f64 {
    let mut k = 0;
    let mut s = 0.0;
    loop {
        k += 1;
        if k > n {
            break;
        }
        if k == 2 {
            *u *= x;
            continue;
        }
        *u = u.sin() + x;
        s += *u * *u;
        if s > 2.5 {
            *u = s;
            return s * x;
        }
    }
    *u *= s;
    s
}
#[differentiable]
fn taken_and_filled(v: &mut Vec<f64>, x: f64) -> f64 {
    let old = std::mem::take(v);
    for y in old.iter().rev() {
        v.push(y * x);
    }
    let first = std::mem::replace(&mut v[0], x * x);
    v.extend(old.iter().map(|y| y + first));
    v.retain(|y| *y > 0.0);
    v.iter().product::<f64>()
}
#[differentiable]
fn grown_twice(v: &mut Vec<f64>, x: f64) -> f64 {
    let mut c = v.clone();
    let a = growing(v, x);
    let b = growing(&mut c, a);
    std::mem::swap(v, &mut c);
    c[0] * b + v[0] * a
}
#[differentiable]
fn in_chunks(v: &mut [f64], x: f64) -> f64 {
    for c in v.chunks_mut(2) {
        if c.len() < 2 {
            c[0] *= x;
            break;
        }
        let t = c[0];
        c[0] = c[1] * x;
        c[1] = t * c[0];
    }
    let mut i = v.len();
    while i > 0 {
        i -= 1;
        v[i] += v[(i + 1) % v.len()] * x;
    }
    v.iter().sum()
}
#[differentiable]
fn sorted_and_drained(v: &mut Vec<f64>, x: f64) -> f64 {
    v.iter_mut().for_each(|y| *y *= x);
    v.sort_by(|a, b| b.partial_cmp(a).unwrap());
    let (head, tail) = v.split_at_mut(1);
    let head = &mut head[0];
    for t in tail.iter_mut() {
        *t += *head;
        *head *= 0.5 * *t;
    }
    v.drain(..1);
    v[0] * v[1]
}
#[test]
fn lists_that_grow_and_shrink_are_undone() {
    for x in [0.4, 0.7, 1.3] {
        check_grad!(growing(&mut vec![0.7, 0.4], x)).unwrap();
        check_grad!(on_a_stack(&[x, 0.4, 0.3, 0.9, 1.2, 0.1, 0.6])).unwrap();
        check_grad!(left_early(&mut [0.5, 0.3, 0.2], x)).unwrap();
        check_grad!(left_early_in_parts(&mut [0.5, 0.3, 0.2, 0.9, 0.7], x)).unwrap();
        check_grad!(swapped_ends(&mut [0.5, 0.3, x, 0.9, 0.7], 2)).unwrap();
        check_grad!(rows_that_grow(&mut vec![vec![0.5, -0.3], vec![0.2, x]], x)).unwrap();
        check_grad!(in_a_loop_with_exits(&mut 0.5, 5, x)).unwrap();
        check_grad!(taken_and_filled(&mut vec![0.5, 0.3, -0.2], x)).unwrap();
        check_grad!(grown_twice(&mut vec![0.7, 0.4], x)).unwrap();
        check_grad!(in_chunks(&mut [0.5, 0.3, 0.2, 0.9, 0.7], x)).unwrap();
        check_grad!(sorted_and_drained(&mut vec![0.5, 0.3, 0.2, 0.9], x)).unwrap();
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Pair {
    values: Vec<f64>,
    gains: Vec<f64>,
    k: f64,
}

/// The index of what is written is computed after a field was read, whose type only rustc knows.
#[differentiable]
fn written_beside(pair: &Pair, lag: usize) -> f64 {
    let mut own = Pair {
        values: pair.values.clone(),
        gains: pair.values.clone(),
        k: pair.k,
    };
    for i in 0..own.values.len() - lag {
        own.gains[i + lag] = (own.values[i] - own.k) * own.gains[i];
        own.values[i] = own.gains[lag + i] * own.k;
        own.k *= 0.9;
    }
    own.gains.iter().zip(&own.values).map(|(g, v)| g * v * v).sum()
}

#[test]
fn shapes_are_noted_where_their_index_is_known() {
    let pair = Pair {
        values: vec![0.5, 0.3, 1.2, 0.9],
        gains: vec![1.0; 4],
        k: 0.7,
    };
    for lag in [0, 1, 3] {
        check_grad!(written_beside(&pair, lag)).unwrap();
    }
}

/// Parts of one part are lent at once, by a variable or behind a `&mut`, to be read or written.
mod parts_of_a_part {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Inner {
        a: Vec<f64>,
        b: Vec<f64>,
        k: f64,
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Middle {
        inner: Inner,
        pair: (Vec<f64>, f64),
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Outer {
        middle: Middle,
        #[no_diff]
        fixed: Inner,
        level: f64,
    }

    #[differentiable]
    fn product(a: &[f64], b: &[f64], k: f64) -> f64 {
        a[0] * b[1] * k + a[1] * b[0]
    }

    #[differentiable]
    fn step(a: &mut [f64], b: &[f64], c: &mut Vec<f64>) {
        a[0] += b[0] * c[1];
        c[0] *= a[1];
    }

    #[differentiable]
    impl Outer {
        fn look(&mut self, at: f64) -> f64 {
            self.level += product(&self.middle.inner.a, &self.middle.inner.b, at);
            self.level * product(&self.middle.inner.b, &self.middle.pair.0, self.middle.inner.k)
        }

        fn change(&mut self) {
            step(&mut self.middle.inner.a, &self.middle.inner.b, &mut self.middle.pair.0);
            step(&mut self.middle.pair.0, &self.middle.inner.a, &mut self.middle.inner.b);
        }

        fn beside_what_is_fixed(&mut self, at: f64) -> f64 {
            self.level *= product(&self.fixed.a, &self.fixed.b, at);
            self.level * product(&self.middle.inner.a, &self.fixed.a, self.level)
        }
    }

    #[differentiable]
    fn all(outer: &Outer, at: f64) -> f64 {
        let mut outer = outer.clone();
        let looked = outer.look(at);
        outer.change();
        step(
            &mut outer.middle.inner.a,
            &outer.middle.pair.0,
            &mut outer.middle.inner.b,
        );
        let fixed = outer.beside_what_is_fixed(at);
        looked * fixed + product(&outer.middle.inner.a, &outer.middle.inner.b, at)
    }

    #[test]
    fn are_lent_at_once() {
        let inner = |by: f64| Inner {
            a: vec![0.7 * by, -0.4],
            b: vec![0.3, 1.2 * by],
            k: 0.9,
        };
        let middle = Middle {
            inner: inner(1.0),
            pair: (vec![0.6, -0.8], 0.0),
        };
        let outer = Outer {
            middle,
            fixed: inner(1.3),
            level: 0.2,
        };
        check_grad!(all(&outer, 0.8)).unwrap();
    }
}
