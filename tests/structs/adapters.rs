//! Adapters of iterators wherever they stand in a chain, iterators with names, arrays made by functions: against differences and
//! bit for bit against the function itself.
use super::V3;
use pullback::ndarray::Array1;
use pullback::{check_grad, differentiable};
use std::collections::{BTreeSet, HashSet};

#[differentiable]
fn square_if_positive(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x * x) } else { None }
}

macro_rules! adapters {
    ($($name:ident($x:ident, $w:ident) $body:block)*) => {
        $(
            #[differentiable]
            fn $name($x: &[f64], $w: &[f64]) -> f64 $body
        )*

        #[test]
        fn adapters_have_the_gradients_that_differences_say() {
            for (x, w) in [
                (vec![0.5, -1.5, 2.5, 0.25, 1.0], vec![1.0, 2.0, -0.5, 3.0]),
                (vec![2.0, 0.3], vec![0.5, 0.1]),
                (vec![-0.75, 0.35, 0.9], vec![1.5, -2.0, 0.2]),
            ] {
                $(
                    assert_eq!($name::vjp(&x, &w).0.to_bits(), $name(&x, &w).to_bits(), stringify!($name));
                    check_grad!($name(&x, &w)).unwrap();
                )*
            }
        }
    };
}

adapters! {
    pairs_looked_at(x, w) {
        let late = x.iter().enumerate().filter(|&(k, v)| k > 0 && *v > w[1]).map(|(k, v)| v * v * k as f64).sum::<f64>();
        let small = x.iter().zip(w).take_while(|&(a, b)| a + b < 3.0).map(|(a, b)| a * b).sum::<f64>();
        let rest = x.iter().copied().enumerate().skip_while(|&(k, _)| k < 1).map(|(k, a)| a * k as f64 * w[0]).sum::<f64>();
        late + small * rest
    }
    byvalue(x, w) {
        let mut s = 0.0;
        for v in vec![x[0], w[0]] { s += v * w[1]; }
        for (i, v) in x.to_vec().into_iter().enumerate() { s += v * v * i as f64; }
        for v in x.to_vec() { s *= v + 2.0; }
        for v in [x[0], x[1]] { s += v.sin(); }
        s
    }
    filtered(x, w) {
        let a = Some(x[0]).filter(|v| *v > 0.0).unwrap_or(w[0]);
        let b = square_if_positive(x[1]).filter(|v| *v > w[1]).map_or(w[0] * w[1], |v| v * v);
        let c = if let Some(c) = square_if_positive(w[1]).filter(|c| *c < 10.0) { c } else { x[0] };
        let mut s = 0.0;
        for v in x { if let Some(q) = square_if_positive(*v).filter(|q| *q > 0.1) { s += q * w[0]; } }
        a * b + c + s
    }
    someand(x, w) {
        let mut best: Vec<Option<(f64, usize)>> = vec![None; 2];
        for (i, v) in x.iter().enumerate() {
          let d = v * w[0];
          if best[i % 2].is_none_or(|(b, _)| d < b) { best[i % 2] = Some((d, i)); }
        }
        let mut s = if square_if_positive(x[0]).is_some_and(|v| v > 1.0) { x[1] } else { x[0] * w[0] };
        for b in &best { if let Some((d, _)) = b { s += d * d; } }
        s
    }
    repeated(x, w) {
        x.iter().copied().chain(std::iter::repeat(w[0])).take(7).map(|v| v * v).sum::<f64>() + std::iter::repeat(x[0]).take(3).map(|v| v * w[0]).sum::<f64>() + std::iter::once(x[1]).chain(w.iter().copied()).map(|v| v * v).sum::<f64>()
          + x.iter().chain(w.iter()).map(|v| v.sin()).sum::<f64>() + x.iter().chain(w).skip(1).step_by(2).zip(w.iter().rev()).map(|(a, b)| a * b).sum::<f64>()
    }
    after_filter(x, w) {
        let a: f64 = x.iter().filter(|v| **v > 0.0).zip(w.iter()).map(|(a, b)| a * b).sum();
        let b: f64 = x.iter().filter(|v| **v > 0.0).skip(1).take(2).map(|a| a * a).sum();
        let c: f64 = x.iter().filter(|v| **v > 0.0).rev().take(1).map(|a| a * w[0]).sum();
        let d: f64 = x.iter().filter_map(|v| square_if_positive(*v)).step_by(2).sum();
        let e = x.iter().filter(|v| **v < 100.0).nth(1).copied().unwrap_or(0.5);
        a * b + c + d + e
    }
    whiles(x, w) {
        x.iter().skip_while(|v| **v > 0.0).map(|v| v * w[0]).sum::<f64>() + x.iter().map_while(|v| if *v > -1.0 { Some(v * v) } else { None }).sum::<f64>()
         + x.iter().inspect(|v| assert!(**v < 100.0)).map(|v| v * w[1]).sum::<f64>() + x.iter().skip_while(|v| **v > w[0]).take_while(|v| **v < 2.4).map(|v| v * v).sum::<f64>()
    }
    named(x, w) {
        let k = w[0];
        let scaled = x.iter().map(|v| v * k);
        let pos = x.iter().enumerate().filter(|(_, v)| **v > 0.0).map(|(i, v)| v * v * i as f64);
        let k = 3.0;
        let mut s = k;
        for v in scaled { s += v * v; }
        s + pos.sum::<f64>()
    }
    named_taking(x, w) {
        let mut it = x.iter();
        let first = it.next().unwrap();
        let any = it.any(|v| *v > 2.0);
        let rest: f64 = it.by_ref().take(1).map(|v| v * w[0]).sum();
        let mut s = if any { first * w[0] } else { first * first };
        let mut other = w.iter().map(|v| v * x[0]);
        let p = other.position(|v| v < 0.0);
        let n = other.nth(0).unwrap_or(0.25);
        while let Some(v) = other.next() { s += v; }
        for v in it { s += v * v; }
        s + rest + n + p.unwrap_or(7) as f64
    }
    fromfn(x, w) {
        let a: [f64; 3] = std::array::from_fn(|i| x[i % x.len()] * w[i % w.len()]);
        let b: [V3; 2] = core::array::from_fn(|i| V3::new(x[i], w[0], 0.5));
        let mut s = 0.0;
        for r in 0..2 { let c: [f64; 2] = std::array::from_fn(|i| a[i + r] * b[i].x); s += c[0] * c[1]; }
        a[0] * a[2] + b[0].norm() * b[1].y + s
    }
    nested_map(x, w) {
        (0..x.len()).flat_map(move |i| (i + 1..x.len()).map(move |j| (x[i] - x[j]).powi(2) * w[0])).sum::<f64>()
        + (0..2).flat_map(|i| x.iter().map(move |v| v * i as f64 * w[i])).filter(|v| *v > 0.0).sum::<f64>()
    }
    asslice(x, w) {
        let v = vec![x[0] * w[0], x[1], w[1]];
        let mut s = 0.0;
        if let [a, _, ..] = v.as_slice() { s += a * a; }
        match v.as_slice() { [a, b, c] => s * a * b * c, _ => s }
    }
    reduced(x, w) {
        let t = [x[0].max(w[0]), square_if_positive(2.0 + x[1]).unwrap()];
        let f = t.into_iter().reduce(f64::max);
        let Some(q) = [square_if_positive(3.0 + x[0]).unwrap(), square_if_positive(w[0] + 4.0).unwrap()].into_iter().reduce(f64::min) else { return w[0]; };
        q * f.unwrap()
    }
    derefs(x, w) {
        let r = if x[0] > 1.0 { &x[1] } else { &w[1] };
        let q = x[1] * 2.0;
        let r2 = if x[0] > 1.0 { &q } else { &q };
        if std::iter::repeat(1.75f64).take(2).all(|f6| (*r2) > 0.6875 * f6) { *r * *r2 } else { r + r2 }
    }
    zipped(x, w) {
        let mut v = vec![0.5, w[0], x[1], 0.25];
        v.iter_mut().zip(x.iter().filter(|v| **v > 0.0)).for_each(|(a, b)| *a += b * b);
        let s: f64 = w.iter().zip((0..3).flat_map(|i| (0..i).map(move |j| j as f64 * x[0]))).map(|(a, b)| a * b * b).sum();
        let b = if matches!(v.first().copied(), Some(y) if y > 0.6) { x[0] } else { x[1] };
        v.iter().map(|a| a * a).sum::<f64>() * s + b
    }
    bulk(x, w) {
        let mut vs = vec![V3::new(x[0], w[0], 0.5); 4];
        let p = V3::new(x[1], 1.0, w[1]);
        vs[1..3].fill(p);
        let other = [V3::new(w[1], x[0], 0.25), p];
        vs[2..].copy_from_slice(&other[..]);
        vs[..1].clone_from_slice(&other[1..]);
        let mut s = 0.0;
        for (i, v) in vs.iter().enumerate() { s += v.norm() * (i as f64 + 1.0) * v.y; }
        s
    }
    collected_into(x, w) {
        let over: BTreeSet<_> = x.iter().enumerate().filter(|(_, v)| **v > 0.4).map(|(i, _)| i).collect();
        let names: HashSet<String> = x.iter().enumerate().map(|(i, _)| format!("{}", i / 2)).collect();
        let signs: String = x.iter().map(|v| if *v > 0.0 { '+' } else { '-' }).collect();
        let row: Array1<f64> = x.iter().map(|v| v * w[0]).collect();
        let squares = w.iter().map(|v| v * v).collect::<Array1<_>>();
        let mut s = row.dot(&row) * row[0] + squares.sum();
        for i in &over {
            s += x[*i] * w[0];
        }
        s * (over.len() + names.len() + signs.len()) as f64
    }
    lists_by_value(x, w) {
        let mut s = 0.0;
        let inner = vec![
            {
                let pair = vec![x[0], w[0]];
                pair.iter().map(|v| v * v).sum::<f64>()
            },
            1.0,
        ];
        let scaled = [w[1]; 3].map(|v| v * x[0]);
        for v in x.iter().map(|v| v * v).collect::<Vec<_>>() {
            s += v;
        }
        for (at, v) in x.iter().step_by(2).enumerate().filter(|(at, _)| *at < 7) {
            s += v * w[0] * at as f64;
        }
        s + inner[0] * inner[1] + scaled[0] * scaled[2]
    }
    out_of_nested_chains(x, w) {
        let found = x.iter().flat_map(|a| w.iter().map(move |b| a * b)).find(|v| *v > 0.2).unwrap_or(0.1);
        let first = x.iter().flat_map(|a| [a * w[0], a * w[1]]).next().unwrap_or(0.1);
        let third = x.iter().flat_map(|a| [a * w[0], a * w[1]]).nth(2).unwrap_or(0.1);
        let at = x.iter().flat_map(|a| [a * w[0], a * w[1]]).position(|v| v < 0.0).unwrap_or(9);
        let any = x.iter().flat_map(|a| [*a, w[0]]).any(|v| v > 1.9);
        let taken: f64 = x.iter().flat_map(|a| [a * w[0], a + w[1]]).take(3).map(|v| v * v).sum();
        let scanned: f64 = x
            .iter()
            .flat_map(|a| [a * w[0], a + w[1]])
            .scan(0.0, |s, v| {
                *s += v;
                if *s < 2.5 { Some(*s) } else { None }
            })
            .sum();
        let zipped: f64 = x.iter().flat_map(|a| [*a, a * a]).zip(w).map(|(a, b)| a * b).sum();
        let while_small: f64 = x.iter().flat_map(|a| [*a, a * a]).take_while(|v| *v < 2.2).sum();
        let mut s = 0.0;
        for v in x.iter().flat_map(|a| w.iter().map(move |b| a * b)) {
            if v < -0.3 {
                continue;
            }
            if v > 1.4 {
                break;
            }
            s += v * v;
        }
        'outer: for k in 0..3 {
            'inner: for v in x.iter().flat_map(|a| [a * found, *a]).flat_map(|a| [a, a * 0.5]) {
                for u in w {
                    if u * v > 2.4 {
                        break 'inner;
                    }
                    if u * v < -2.0 {
                        continue 'inner;
                    }
                    if u * v > 1.9 {
                        continue 'outer;
                    }
                    s += u * v * 0.1 + k as f64 * v;
                }
            }
        }
        let more = if any { found * third } else { first };
        s + more + taken * scanned + zipped * while_small * at as f64
    }
}

macro_rules! adapters_of_one {
    ($($name:ident($x:ident) $body:block)*) => {
        $(
            #[differentiable]
            fn $name($x: &[f64]) -> f64 $body
        )*

        #[test]
        fn what_is_flattened_or_taken_apart_by_value_has_its_derivative() {
            for x in [vec![0.5, -1.5, 2.5, 0.25, 1.0], vec![2.0, 0.3], vec![-0.75, 0.35, 0.9, 1.4]] {
                $(
                    assert_eq!($name::vjp(&x).0.to_bits(), $name(&x).to_bits(), stringify!($name));
                    check_grad!($name(&x)).unwrap();
                )*
            }
        }
    };
}

#[differentiable]
fn root_of(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x.sqrt()) } else { None }
}

#[differentiable]
fn halves(x: &[f64]) -> Vec<(Vec<f64>, Vec<u32>)> {
    let mut made = vec![];
    for pair in x.chunks(2) {
        made.push((pair.to_vec(), vec![1, 2]));
    }
    made
}

#[differentiable]
fn taken(a: Vec<f64>, b: Vec<u32>) -> f64 {
    a[0] * a[a.len() - 1] * b[1] as f64
}

#[differentiable]
fn of_options(x: &[Option<f64>]) -> f64 {
    x.iter().flatten().map(|v| v * v).sum()
}

adapters_of_one! {
    options_by_value(x) {
        let hits = [root_of(x[0]).map(|r| (r * x[1], 1)), root_of(x[1]).map(|r| (r * x[0], 2)), None];
        let mut best = (0.0, 0);
        for hit in hits.into_iter().flatten() {
            if hit.0 > best.0 {
                best = hit;
            }
        }
        best.0 * best.1 as f64
    }
    options_of_calls(x) {
        x.iter().flat_map(|v| root_of(*v)).map(|r| r * r * r).sum::<f64>()
            + x.iter().map(|v| root_of(v - 0.41)).flatten().fold(1.0, |a, r| a * (r + 1.0))
    }
    lists_of_options_flattened(x) {
        let roots: Vec<Option<f64>> = x.iter().map(|v| root_of(*v)).collect();
        let mut sum = 0.0;
        for k in 0..2 {
            sum += roots.iter().flatten().map(|r| r * r * sum).sum::<f64>() + x[k];
        }
        if sum > -100.0 {
            for root in roots.iter().rev().flatten() {
                sum *= root + 1.0;
            }
        }
        sum + roots.into_iter().flatten().enumerate().map(|(k, r)| r * k as f64).sum::<f64>() + of_options(&[Some(x[0]), None])
    }
    items_of_options_written(x) {
        let mut roots: Vec<Option<f64>> = x.iter().map(|v| root_of(*v)).collect();
        for root in roots.iter_mut().flatten() {
            *root *= *root + x[0];
        }
        roots.iter().flatten().product::<f64>()
    }
    options_made_in_the_closure(x) {
        let bound = x[0];
        x.iter().flat_map(|v| if *v > bound { Some(v * bound) } else { None }).sum::<f64>()
    }
    lists_flattened(x) {
        let lists = vec![x.to_vec(), vec![x[0] * x[1]]];
        lists.into_iter().flatten().map(|v| v.sin()).sum::<f64>()
            + halves(x).into_iter().flat_map(|(a, _)| a).enumerate().map(|(k, v)| v * k as f64).sum::<f64>()
    }
    parts_of_tuples_handed_on(x) {
        let mut s = halves(x).into_iter().map(|(a, b)| taken(a, b)).sum::<f64>();
        for (a, b) in halves(x) {
            s += taken(a, b) * s + 1.0;
        }
        for (k, (a, _)) in halves(x).into_iter().enumerate() {
            let named = a;
            s += named[0] * k as f64;
        }
        s
    }
}
