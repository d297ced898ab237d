//! Written by the generator.

use crate::{noted, note, program, smooth};
use pullback::{differentiable, no_diff};
use std::cell::Cell;

#[differentiable]
pub fn chain_20000(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    for a in [x.len() as f64, 0.5, 1.5, 0.25].into_iter().map(|a| { if a > 1.0 { c0 *= a; } c0 + a }).take(n / 2).scan(0.5, |s, a| { *s += a; Some(*s) }) { r = r * 0.5 + a; if a > 2.0 { break; } }
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20001(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let l0 = Cell::new(0);
    let mut c1 = 0.5;
    r += x.iter().map(|&a| { l0.set(l0.get() + 1); a * l0.get() as f64 }).flat_map(|a| { c1 += a; [a, c1] }).map(|a| noted(a)).last().unwrap_or(0.5);
    r += l0.get() as f64 * 0.125;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20002(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let it = x.chunks(2).map(|c| c[0] * 0.5).map(move |a| smooth(&mut c0, a)).skip(0); let s: f64 = it.clone().sum(); r += s * it.map(|a| a * a).sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20003(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    (0..2).flat_map(|_| x.iter()).map(|&a| { c0 = c0 * 0.5 + a; c0 * a }).filter(|a| *a > 0.7).for_each(|a| r = r * 0.5 + a);
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20004(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    let mut c2 = 0.5;
    r += (1..x.len()).map(|i| { k1 += i; x[i] * k1 as f64 }).map(|a| { c0 = c0 * 0.5 + a; c0 * a }).map(|a| a * 0.75).flat_map(|a| { c2 += a; [a, c2] }).scan(0.5, |s, a| { *s += a; Some(*s) }).count() as f64;
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r += c2 * 0.25;
    r
}

#[differentiable]
pub fn chain_20005(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += x.iter().copied().skip(3).skip(n / 2).sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20006(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut it = x.iter().map(|&a| { no_diff(note(a)); a * a }).fuse(); let some: f64 = it.by_ref().take(2).sum(); r += some * it.skip(1).sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20008(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    if x.chunks(2).map(|c| c[0] * 0.5).map(|a| { no_diff(note(a)); a * a }).take_while(|a| { k0 += 1; *a < 4.0 }).any(|a| a > 3.0) { r += 1.0; }
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20009(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    r += std::iter::repeat(0.5).take(2).map(|a| noted(a)).map_while(|a| { k0 += 1; if k0 < 6 { Some(a * 2.0) } else { None } }).sum::<f64>();
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20010(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += (0..2).flat_map(|_| x.iter()).map(|&a| { assert!(a < 12.0); (a * a + 0.5).sqrt() }).take(1).map(|a| noted(a)).take(n / 2).last().unwrap_or(0.5);
    r
}

#[differentiable]
pub fn chain_20011(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r = x.iter().copied().step_by(2).peekable().rev().fold(r, |s, a| s * 0.5 + a);
    r
}

#[differentiable]
pub fn chain_20013(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    for (i, a) in w.iter().chain(x).map(|&a| { let b = a * 2.0; b + 1.0 }).skip(n / 2).enumerate() { r += a * i as f64; if i == 1 { break; } }
    r
}

#[differentiable]
pub fn chain_20014(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    for a in x.iter().copied().step_by(3).chain(w.iter().map(|&a| { let b = a * 2.0; b + 1.0 })) { r = r * 0.5 + a; if a > 2.0 { break; } }
    r
}

#[differentiable]
pub fn chain_20015(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut v1: Vec<f64> = Vec::new();
    r += [x.len() as f64, 0.5, 1.5, 0.25].into_iter().map(|a| { c0 += a; c0 }).rev().map(|a| { v1.push(a); a + v1.len() as f64 }).product::<f64>().tanh();
    r += c0 * 0.25;
    r += v1.iter().sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20017(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    r += w.iter().chain(x).map(|&a| noted(a)).map_while(|a| { k0 += 1; if k0 < 6 { Some(a * 2.0) } else { None } }).nth(n / 2).unwrap_or(0.5);
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20018(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += (0..x.len()).map(|i| x[i]).map(|a| noted(a)).filter(|a| *a > 0.7).map(|a| a.sin()).position(|a| a > 1.5).map_or(0.5, |i| i as f64);
    r
}

#[differentiable]
pub fn chain_20019(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    let mut k2 = 0;
    let mut it = w.iter().chain(x).map(|&a| { c0 = c0 * 0.5 + a; c0 * a }).fuse().map(|a| smooth(&mut c1, a)).filter(|a| { k2 += 1; k2 % 2 == 0 || *a > 2.0 }); while let Some(a) = it.next() { r = r * 0.5 + a; }
    r += c0 * 0.25;
    r += c1 * 0.25;
    r += k2 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20020(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut it = x.chunks_exact(2).map(|c| { k0 += 1; c[0] * c[1] * k0 as f64 }).take(n / 2).chain(w.iter().map(|&a| noted(a))); for _ in 0..1 { if let Some(a) = it.next() { r = r * 0.5 + a; } }
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20021(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    for a in x.iter().map(|&a| { no_diff(note(a)); a * a }).step_by(2).flat_map(|a| { c0 += a; [a, c0] }).step_by(3) { r = r * 0.5 + a; if a > 2.0 { break; } }
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20023(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += x.iter().skip(3).map(|&a| { c0 = c0 * 0.5 + a; c0 * a }).scan(0.5, |s, a| { *s += a; Some(*s) }).max_by(|a, b| a.total_cmp(b)).unwrap_or(0.5);
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20024(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    for (i, a) in x.iter().take(0).map(|&a| { c0 = c0 * 0.5 + a; c0 * a }).step_by(3).map_while(|a| { k1 += 1; if k1 < 6 { Some(a * 2.0) } else { None } }).enumerate() { r += a * i as f64; if i == 0 { break; } }
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20025(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut it = (0..x.len()).map(|i| x[i]).map(|a| { c0 += a; c0 }).take(n / 2).take(0); let first = it.next().unwrap_or(1.0); r += first * it.sum::<f64>();
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20027(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    r += (0..x.len()).map(|i| x[i]).map(|a| a * 0.75).flat_map(|a| { c0 += a; [a, c0] }).step_by(3).take_while(|a| { k1 += 1; *a < 4.0 }).sum::<f64>();
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20028(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut c1 = 0.5;
    r += std::iter::successors(Some(0.5), |a| if *a < 4.0 { Some(a * 1.75) } else { None }).map(|a| { let b = a * 2.0; b + 1.0 }).map_while(|a| { k0 += 1; if k0 < 6 { Some(a * 2.0) } else { None } }).filter_map(|a| { c1 += a; if c1 > 1.0 { Some(c1 * a) } else { None } }).reduce(|a, b| a * 0.5 + b).unwrap_or(0.5);
    r += k0 as f64 * 0.125;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20029(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut v0: Vec<f64> = Vec::new();
    [x.len() as f64, 0.5, 1.5, 0.25].into_iter().map(|a| { v0.push(a); a + v0.len() as f64 }).take(0).scan(0.5, |s, a| { *s += a; Some(*s) }).take(n / 2).for_each(|a| r = r * 0.5 + a);
    r += v0.iter().sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20030(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    for a in x.iter().step_by(2).map(|&a| { if a > 1.0 { c0 *= a; } c0 + a }).filter(|a| { k1 += 1; k1 % 2 == 0 || *a > 2.0 }).step_by(2) { r = r * 0.5 + a; }
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20032(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    r += std::iter::repeat(0.5).take(1).map(|a| { let b = a * 2.0; b + 1.0 }).filter(|a| *a > 0.7).filter(|a| { k0 += 1; k0 % 2 == 0 || *a > 2.0 }).take(3).position(|a| a > 1.5).map_or(0.5, |i| i as f64);
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20033(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    r += std::iter::successors(Some(0.5), |a| if *a < 4.0 { Some(a * 1.75) } else { None }).map(|a| noted(a)).zip(&w).map(|(a, b)| a * b).inspect(|a| { k0 += 1; no_diff(note(*a)); }).scan(0.5, |s, a| { *s += a; Some(*s) }).find(|a| *a > 1.5).unwrap_or(0.5);
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20035(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let l0 = Cell::new(0);
    let mut c1 = 0.5;
    let all: Vec<f64> = x.iter().map(|&a| { l0.set(l0.get() + 1); a * l0.get() as f64 }).map(|a| smooth(&mut c1, a)).collect(); r += all.iter().map(|a| a * a).sum::<f64>() + all.len() as f64;
    r += l0.get() as f64 * 0.125;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20036(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut k1 = 0;
    r += x.to_vec().into_iter().map(|a| noted(a)).rev().map_while(|a| { k0 += 1; if k0 < 6 { Some(a * 2.0) } else { None } }).map_while(|a| { k1 += 1; if k1 < 6 { Some(a * 2.0) } else { None } }).position(|a| a > 1.5).map_or(0.5, |i| i as f64);
    r += k0 as f64 * 0.125;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20039(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    r += std::iter::successors(Some(0.5), |a| if *a < 4.0 { Some(a * 1.75) } else { None }).map(|a| { k0 += 1; a * k0 as f64 }).skip(0).next().unwrap_or(0.5);
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20040(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += x.iter().filter(|a| **a > 0.8).map(|&a| { let b = a * 2.0; b + 1.0 }).rev().reduce(|a, b| a * 0.5 + b).unwrap_or(0.5);
    r
}

#[differentiable]
pub fn chain_20042(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    if x.iter().take(1).map(|&a| a * 0.75).step_by(3).any(|a| a > 3.0) { r += 1.0; }
    r
}

#[differentiable]
pub fn chain_20043(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += w.iter().chain(x).map(|&a| { if a > 1.0 { c0 *= a; } c0 + a }).skip(n / 2).last().unwrap_or(0.5);
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20044(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += x.iter().map(|&a| noted(a)).rev().take(0).last().unwrap_or(0.5);
    r
}

#[differentiable]
pub fn chain_20046(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut k1 = 0;
    if x.chunks(2).map(|c| c[0] * 0.5).map(|a| noted(a)).skip_while(|a| { k0 += 1; *a < 1.0 }).skip_while(|a| { k1 += 1; *a < 1.0 }).step_by(2).any(|a| a > 3.0) { r += 1.0; }
    r += k0 as f64 * 0.125;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20047(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    r += (0..x.len()).map(|i| x[i]).map(|a| { assert!(a < 12.0); (a * a + 0.5).sqrt() }).map(|a| smooth(&mut c0, a)).map(|a| { k1 += 1; a * k1 as f64 }).sum::<f64>();
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20048(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    for (i, a) in x.windows(2).map(|c| { c0 += c[0]; c0 * c[1] }).take_while(|a| { k1 += 1; *a < 4.0 }).enumerate() { r += a * i as f64; if i == 0 { break; } }
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20049(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    for a in x.iter().enumerate().map(|(i, a)| a * i as f64).map(|a| { assert!(a < 12.0); (a * a + 0.5).sqrt() }).zip(x).map(|(a, _)| { assert!(a < 12.0); (a * a + 0.5).sqrt() }) { r = r * 0.5 + a; }
    r
}

#[differentiable]
pub fn chain_20050(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += x.iter().zip(&w).map(|(a, b)| a * b).map(|a| { c0 += a; c0 }).scan(0.5, |s, a| { *s += a; Some(*s) }).zip(x.iter().map(|&a| a.sin())).map(|(a, b)| a * b).sum::<f64>();
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20051(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    r += std::iter::repeat(0.5).take(0).map(|a| noted(a)).inspect(|a| { k0 += 1; no_diff(note(*a)); }).position(|a| a > 1.5).map_or(0.5, |i| i as f64);
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20054(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut it = x.chunks_exact(2).map(|c| { k0 += 1; c[0] * c[1] * k0 as f64 }).step_by(2); let some: f64 = it.by_ref().take(2).sum(); r += some * it.skip(1).sum::<f64>();
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20055(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut it = x.iter().enumerate().map(|(i, a)| a * i as f64).map(|a| { let b = a * 2.0; b + 1.0 }).rev(); for _ in 0..2 { if let Some(a) = it.next() { r = r * 0.5 + a; } }
    r
}

#[differentiable]
pub fn chain_20056(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    r += std::iter::successors(Some(0.5), |a| if *a < 4.0 { Some(a * 1.75) } else { None }).map(|a| { c0 = c0 * 0.5 + a; c0 * a }).filter(|a| { k1 += 1; k1 % 2 == 0 || *a > 2.0 }).find(|a| *a > 1.5).unwrap_or(0.5);
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20057(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    r += x.iter().zip(&w).map(|(a, b)| a * b).map(|a| { c0 = c0 * 0.5 + a; c0 * a }).flat_map(|a| { c1 += a; [a, c1] }).reduce(|a, b| a * 0.5 + b).unwrap_or(0.5);
    r += c0 * 0.25;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20058(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += (0..2).flat_map(|_| x.iter()).map(|&a| { c0 += a; c0 }).peekable().sum::<f64>();
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20059(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += x.iter().map(|&a| noted(a)).cycle().take(7).position(|a| a > 1.5).map_or(0.5, |i| i as f64);
    r
}

#[differentiable]
pub fn chain_20060(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let l0 = Cell::new(0);
    r += x.chunks(2).map(|c| c[0] * 0.5).map(|a| { l0.set(l0.get() + 1); a * l0.get() as f64 }).cycle().take(7).skip(1).nth(2).unwrap_or(0.5);
    r += l0.get() as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20065(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += x.iter().map(|&a| smooth(&mut c0, a)).step_by(3).enumerate().map(|(i, a)| a * (i + 1) as f64).nth(n / 2).unwrap_or(0.5);
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20066(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let l0 = Cell::new(0);
    let mut c1 = 0.5;
    for a in x.iter().step_by(2).map(|&a| { l0.set(l0.get() + 1); a * l0.get() as f64 }).enumerate().map(|(i, a)| a * (i + 1) as f64).flat_map(|a| { c1 += a; [a, c1] }) { r = r * 0.5 + a; }
    r += l0.get() as f64 * 0.125;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20067(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let l0 = Cell::new(0);
    r += x.iter().zip(&w).map(|(a, b)| a * b).map(|a| { l0.set(l0.get() + 1); a * l0.get() as f64 }).skip(1).sum::<f64>();
    r += l0.get() as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20068(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    if (1..x.len()).map(|i| { k1 += i; x[i] * k1 as f64 }).map(|a| { c0 += a; c0 }).rev().peekable().fuse().any(|a| a > 3.0) { r += 1.0; }
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20069(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += [x.len() as f64, 0.5, 1.5, 0.25].into_iter().map(|a| a.sin()).peekable().rev().rev().sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20070(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    if x.chunks_exact(2).map(|c| { k0 += 1; c[0] * c[1] * k0 as f64 }).take(3).any(|a| a > 3.0) { r += 1.0; }
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20071(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut v0: Vec<f64> = Vec::new();
    let mut c1 = 0.5;
    r += x.iter().zip(&w).map(|(a, b)| a * b).map(|a| { v0.push(a); a + v0.len() as f64 }).chain(w.iter().map(|&a| { c1 += a; c1 })).sum::<f64>();
    r += v0.iter().sum::<f64>();
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20072(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let l0 = Cell::new(0);
    r += x.iter().zip(&w).map(|(a, b)| a * b).map(|a| { l0.set(l0.get() + 1); a * l0.get() as f64 }).fuse().find(|a| *a > 1.5).unwrap_or(0.5);
    r += l0.get() as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20074(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    r += x.iter().enumerate().map(|(i, a)| a * i as f64).map(|a| { c0 += a; c0 }).inspect(|a| { k1 += 1; no_diff(note(*a)); }).next().unwrap_or(0.5);
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20077(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += x.iter().map(|&a| { if a > 1.0 { c0 *= a; } c0 + a }).skip(1).next().unwrap_or(0.5);
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20078(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += (0..2).flat_map(|_| x.iter()).map(|&a| a.sin()).flat_map(|a| { c0 += a; [a, c0] }).sum::<f64>();
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20079(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut it = x.iter().filter(|a| **a > 0.8).map(|&a| { c0 += a; c0 }).enumerate().map(|(i, a)| a * (i + 1) as f64); let first = it.next().unwrap_or(1.0); r += first * it.sum::<f64>();
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20080(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut it = x.iter().enumerate().map(|(i, a)| a * i as f64).map(|a| smooth(&mut c0, a)).enumerate().map(|(i, a)| a * (i + 1) as f64).peekable(); while let Some(b) = it.peek() { r += *b * 0.1; if let Some(a) = it.next() { r = r * 0.5 + a; } }
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20082(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    for a in x.iter().map(|&a| { c0 += a; c0 }).scan(0.5, |s, a| { *s += a; Some(*s) }).inspect(|a| { k1 += 1; no_diff(note(*a)); }) { r = r * 0.5 + a; }
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20084(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    for (i, a) in x.windows(2).map(|c| { c0 += c[0]; c0 * c[1] }).step_by(3).filter_map(|a| { c1 += a; if c1 > 1.0 { Some(c1 * a) } else { None } }).skip(1).enumerate() { r += a * i as f64; if i == 0 { break; } }
    r += c0 * 0.25;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20085(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let l0 = Cell::new(0);
    let mut k1 = 0;
    for a in x.iter().skip(0).map(|&a| a * 0.75).zip(x).map(|(a, _)| { l0.set(l0.get() + 1); a * l0.get() as f64 }).enumerate().map(|(i, a)| a * (i + 1) as f64).filter(|a| { k1 += 1; k1 % 2 == 0 || *a > 2.0 }) { r = r * 0.5 + a; }
    r += l0.get() as f64 * 0.125;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20086(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    let mut c2 = 0.5;
    r += x.iter().zip(&w).map(|(a, b)| a * b).map(|a| { c0 += a; c0 }).inspect(|a| { k1 += 1; no_diff(note(*a)); }).filter_map(|a| { c2 += a; if c2 > 1.0 { Some(c2 * a) } else { None } }).find(|a| *a > 1.5).unwrap_or(0.5);
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r += c2 * 0.25;
    r
}

#[differentiable]
pub fn chain_20087(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut it = x.iter().zip(&w).map(|(a, b)| a * b).map(|a| a * 0.75).step_by(3); let some: f64 = it.by_ref().take(1).sum(); r += some * it.skip(1).sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20088(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut k1 = 0;
    r += (0..x.len()).map(|i| x[i]).map(|a| a.sin()).filter(|a| *a > 0.7).filter(|a| { k0 += 1; k0 % 2 == 0 || *a > 2.0 }).filter(|a| { k1 += 1; k1 % 2 == 0 || *a > 2.0 }).sum::<f64>();
    r += k0 as f64 * 0.125;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20089(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    let mut it = x.chunks(2).map(|c| c[0] * 0.5).map(|a| smooth(&mut c0, a)).zip(&w).map(|(a, b)| a * b).skip_while(|a| { k1 += 1; *a < 1.0 }); while let Some(a) = it.next() { r = r * 0.5 + a; }
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20090(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut it = x.iter().map(|&a| { c0 += a; c0 }).step_by(3); let some: f64 = it.by_ref().take(3).sum(); r += some * it.skip(1).sum::<f64>();
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20092(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    x.iter().map(|&a| { c0 += a; c0 }).filter(|a| { k1 += 1; k1 % 2 == 0 || *a > 2.0 }).scan(0.5, |s, a| { *s += a; Some(*s) }).for_each(|a| r = r * 0.5 + a);
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20094(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let l1 = Cell::new(0);
    r += x.iter().filter(|a| **a > 0.8).map(|&a| { no_diff(note(a)); a * a }).take_while(|a| { k0 += 1; *a < 4.0 }).zip(x.iter().map(|&a| { l1.set(l1.get() + 1); a * l1.get() as f64 })).map(|(a, b)| a * b).product::<f64>().tanh();
    r += k0 as f64 * 0.125;
    r += l1.get() as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20095(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r = x.iter().filter(|a| **a > 0.8).map(|&a| { if a > 1.0 { c0 *= a; } c0 + a }).skip(n / 2).fold(r, |s, a| s * 0.5 + a);
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20096(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let all: Vec<f64> = x.iter().zip(&w).map(|(a, b)| a * b).map(|a| { no_diff(note(a)); a * a }).zip(x.iter().map(|&a| noted(a))).map(|(a, b)| a * b).step_by(2).fuse().collect(); r += all.iter().map(|a| a * a).sum::<f64>() + all.len() as f64;
    r
}

#[differentiable]
pub fn chain_20097(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let all: Vec<f64> = x.chunks(2).map(|c| c[0] * 0.5).map(|a| { no_diff(note(a)); a * a }).take(n / 2).collect(); r += all.iter().map(|a| a * a).sum::<f64>() + all.len() as f64;
    r
}

#[differentiable]
pub fn chain_20099(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    r += x.iter().skip(2).map(|&a| smooth(&mut c0, a)).take_while(|a| { k1 += 1; *a < 4.0 }).step_by(2).sum::<f64>();
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20101(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    for (i, a) in x.iter().map(|&a| a * 0.75).zip(&w).map(|(a, b)| a * b).zip(x.iter().skip(2)).map(|(a, b)| a - b).enumerate() { r += a * i as f64; if i == 1 { break; } }
    r
}

#[differentiable]
pub fn chain_20102(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    r += w.iter().chain(x).map(|&a| { assert!(a < 12.0); (a * a + 0.5).sqrt() }).filter(|a| { k0 += 1; k0 % 2 == 0 || *a > 2.0 }).filter(|a| *a > 0.7).find(|a| *a > 1.5).unwrap_or(0.5);
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20106(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += (0..2).flat_map(|_| x.iter()).map(|&a| { c0 += a; c0 }).take(3).sum::<f64>();
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20107(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    for a in x.iter().take(0).map(|&a| a * 0.75).map(|a| a.sin()).filter_map(|a| { c0 += a; if c0 > 1.0 { Some(c0 * a) } else { None } }).filter(|a| { k1 += 1; k1 % 2 == 0 || *a > 2.0 }) { r = r * 0.5 + a; if a > 2.0 { break; } }
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20108(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    r += (0..2).flat_map(|_| x.iter()).map(|&a| { c0 += a; c0 }).flat_map(|a| { c1 += a; [a, c1] }).enumerate().map(|(i, a)| a * (i + 1) as f64).sum::<f64>();
    r += c0 * 0.25;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20109(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r = x.iter().zip(&w).map(|(a, b)| a * b).map(|a| { c0 += a; c0 }).take(1).fold(r, |s, a| s * 0.5 + a);
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20111(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let all: Vec<f64> = (0..2).flat_map(|_| x.iter()).map(|&a| { if a > 1.0 { c0 *= a; } c0 + a }).zip(&w).map(|(a, b)| a * b).collect(); r += all.iter().map(|a| a * a).sum::<f64>() + all.len() as f64;
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20112(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    r += x.iter().rev().map(|&a| { if a > 1.0 { c0 *= a; } c0 + a }).take_while(|a| { k1 += 1; *a < 4.0 }).sum::<f64>();
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20113(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += x.iter().map(|&a| a.sin()).take(n / 2).sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20114(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r = (0..x.len()).map(|i| x[i]).map(|a| { no_diff(note(a)); a * a }).rev().rev().fold(r, |s, a| s * 0.5 + a);
    r
}

#[differentiable]
pub fn chain_20116(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let l0 = Cell::new(0);
    for a in [x.len() as f64, 0.5, 1.5, 0.25].into_iter().map(|a| { l0.set(l0.get() + 1); a * l0.get() as f64 }).fuse().cycle().take(7).step_by(2) { r = r * 0.5 + a; }
    r += l0.get() as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20117(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let l0 = Cell::new(0);
    for a in x.iter().map(|&a| { assert!(a < 12.0); (a * a + 0.5).sqrt() }).zip(x.iter().map(|&a| { l0.set(l0.get() + 1); a * l0.get() as f64 })).map(|(a, b)| a * b) { r = r * 0.5 + a; if a > 2.0 { break; } }
    r += l0.get() as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20118(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    (0..x.len()).map(|i| x[i]).map(|a| { c0 += a; c0 }).take(1).enumerate().map(|(i, a)| a * (i + 1) as f64).for_each(|a| r = r * 0.5 + a);
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20120(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += x.iter().map(|&a| smooth(&mut c0, a)).step_by(3).sum::<f64>();
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20121(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += x.iter().map(|&a| noted(a)).filter(|a| *a > 0.7).last().unwrap_or(0.5);
    r
}

#[differentiable]
pub fn chain_20122(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let l0 = Cell::new(0);
    let mut k1 = 0;
    for a in x.iter().map(|&a| { l0.set(l0.get() + 1); a * l0.get() as f64 }).enumerate().map(|(i, a)| a * (i + 1) as f64).skip_while(|a| { k1 += 1; *a < 1.0 }).skip(2) { r = r * 0.5 + a; }
    r += l0.get() as f64 * 0.125;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20123(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    r += x.iter().map(|&a| { let b = a * 2.0; b + 1.0 }).rev().take(3).filter(|a| { k0 += 1; k0 % 2 == 0 || *a > 2.0 }).reduce(|a, b| a * 0.5 + b).unwrap_or(0.5);
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20125(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    std::iter::successors(Some(0.5), |a| if *a < 4.0 { Some(a * 1.75) } else { None }).map(|a| { let b = a * 2.0; b + 1.0 }).peekable().fuse().take_while(|a| { k0 += 1; *a < 4.0 }).for_each(|a| r = r * 0.5 + a);
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20126(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    for a in x.iter().rev().map(|&a| { if a > 1.0 { c0 *= a; } c0 + a }).map(|a| a * 0.75) { r = r * 0.5 + a; }
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20128(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    r += w.iter().chain(x).map(|&a| { c0 += a; c0 }).skip(3).filter(|a| { k1 += 1; k1 % 2 == 0 || *a > 2.0 }).position(|a| a > 1.5).map_or(0.5, |i| i as f64);
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20129(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let l0 = Cell::new(0);
    r += x.iter().rev().map(|&a| { l0.set(l0.get() + 1); a * l0.get() as f64 }).take(0).scan(0.5, |s, a| { *s += a; Some(*s) }).position(|a| a > 1.5).map_or(0.5, |i| i as f64);
    r += l0.get() as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20133(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    for a in x.iter().map(|&a| { c0 = c0 * 0.5 + a; c0 * a }).rev().skip(n / 2).skip_while(|a| { k1 += 1; *a < 1.0 }) { r = r * 0.5 + a; if a > 2.0 { break; } }
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20134(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    let mut c2 = 0.5;
    for a in x.iter().enumerate().map(|(i, a)| a * i as f64).map(|a| { c0 += a; c0 }).skip_while(|a| { k1 += 1; *a < 1.0 }).flat_map(|a| { c2 += a; [a, c2] }).step_by(3) { r = r * 0.5 + a; }
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r += c2 * 0.25;
    r
}

#[differentiable]
pub fn chain_20136(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let all: Vec<f64> = [x.len() as f64, 0.5, 1.5, 0.25].into_iter().map(|a| a * 0.75).take(n / 2).collect(); r += all.iter().map(|a| a * a).sum::<f64>() + all.len() as f64;
    r
}

#[differentiable]
pub fn chain_20137(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += x.iter().take(0).map(|&a| smooth(&mut c0, a)).scan(0.5, |s, a| { *s += a; Some(*s) }).last().unwrap_or(0.5);
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20139(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    r += x.iter().filter(|a| **a > 0.8).map(|&a| { c0 = c0 * 0.5 + a; c0 * a }).chain(w.iter().map(|&a| { no_diff(note(a)); a * a })).scan(0.5, |s, a| { *s += a; Some(*s) }).map(|a| { c1 = c1 * 0.5 + a; c1 * a }).product::<f64>().tanh();
    r += c0 * 0.25;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20144(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let l0 = Cell::new(0);
    let mut it = [x.len() as f64, 0.5, 1.5, 0.25].into_iter().map(|a| { no_diff(note(a)); a * a }).peekable().chain(w.iter().map(|&a| { l0.set(l0.get() + 1); a * l0.get() as f64 })); for _ in 0..3 { if let Some(a) = it.next() { r = r * 0.5 + a; } }
    r += l0.get() as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20147(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += x.iter().map(|&a| { c0 += a; c0 }).zip(x).map(|(a, _)| { assert!(a < 12.0); (a * a + 0.5).sqrt() }).skip(2).find(|a| *a > 1.5).unwrap_or(0.5);
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20149(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    let mut c2 = 0.5;
    if x.iter().map(|&a| { c0 += a; c0 }).skip_while(|a| { k1 += 1; *a < 1.0 }).filter_map(|a| { c2 += a; if c2 > 1.0 { Some(c2 * a) } else { None } }).any(|a| a > 3.0) { r += 1.0; }
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r += c2 * 0.25;
    r
}

#[differentiable]
pub fn chain_20150(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    r = std::iter::successors(Some(0.5), |a| if *a < 4.0 { Some(a * 1.75) } else { None }).map(|a| { if a > 1.0 { c0 *= a; } c0 + a }).map_while(|a| { k1 += 1; if k1 < 6 { Some(a * 2.0) } else { None } }).zip(&w).map(|(a, b)| a * b).enumerate().map(|(i, a)| a * (i + 1) as f64).fold(r, |s, a| s * 0.5 + a);
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20151(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += std::iter::repeat(0.5).take(2).map(|a| noted(a)).take(n / 2).cycle().take(7).filter_map(|a| { c0 += a; if c0 > 1.0 { Some(c0 * a) } else { None } }).last().unwrap_or(0.5);
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20153(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += x.iter().take(3).map(|&a| { let b = a * 2.0; b + 1.0 }).peekable().filter_map(|a| { c0 += a; if c0 > 1.0 { Some(c0 * a) } else { None } }).step_by(2).sum::<f64>();
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20154(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let it = x.chunks(2).map(|c| c[0] * 0.5).map(move |a| smooth(&mut c0, a)).step_by(3).step_by(3); let s: f64 = it.clone().sum(); r += s * it.map(|a| a * a).sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20156(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut v0: Vec<f64> = Vec::new();
    r += std::iter::repeat(0.5).take(1).map(|a| { v0.push(a); a + v0.len() as f64 }).map(|a| { assert!(a < 12.0); (a * a + 0.5).sqrt() }).rev().take(2).count() as f64;
    r += v0.iter().sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20157(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += x.iter().enumerate().map(|(i, a)| a * i as f64).map(|a| a * 0.75).skip(0).last().unwrap_or(0.5);
    r
}

#[differentiable]
pub fn chain_20158(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    let mut it = w.iter().chain(x).map(|&a| { if a > 1.0 { c0 *= a; } c0 + a }).rev().chain(w.iter().map(|&a| { c1 = c1 * 0.5 + a; c1 * a })); while let Some(a) = it.next() { r = r * 0.5 + a; }
    r += c0 * 0.25;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20159(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    for a in x.chunks(2).map(|c| c[0] * 0.5).map(|a| a * 0.75).zip(&w).map(|(a, b)| a * b) { r = r * 0.5 + a; if a > 2.0 { break; } }
    r
}

#[differentiable]
pub fn chain_20160(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut it = x.chunks_exact(2).map(|c| { k0 += 1; c[0] * c[1] * k0 as f64 }).take(3); let first = it.next().unwrap_or(1.0); r += first * it.sum::<f64>();
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20161(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += x.iter().skip(3).map(|&a| { let b = a * 2.0; b + 1.0 }).cycle().take(7).next().unwrap_or(0.5);
    r
}

#[differentiable]
pub fn chain_20162(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    r += x.iter().rev().map(|&a| a.sin()).take(1).peekable().filter(|a| { k0 += 1; k0 % 2 == 0 || *a > 2.0 }).count() as f64;
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20163(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    r += x.iter().take(3).map(|&a| smooth(&mut c0, a)).flat_map(|a| { c1 += a; [a, c1] }).take(n / 2).take(n / 2).reduce(|a, b| a * 0.5 + b).unwrap_or(0.5);
    r += c0 * 0.25;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20164(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    x.windows(2).map(|c| { c0 += c[0]; c0 * c[1] }).map(|a| { if a > 1.0 { c1 *= a; } c1 + a }).for_each(|a| r = r * 0.5 + a);
    r += c0 * 0.25;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20166(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut c1 = 0.5;
    let mut k2 = 0;
    for (i, a) in w.iter().chain(x).map(|&a| { k0 += 1; a * k0 as f64 }).flat_map(|a| { c1 += a; [a, c1] }).take_while(|a| { k2 += 1; *a < 4.0 }).take(0).enumerate() { r += a * i as f64; if i == 0 { break; } }
    r += k0 as f64 * 0.125;
    r += c1 * 0.25;
    r += k2 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20168(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    for (i, a) in x.iter().rev().map(|&a| { no_diff(note(a)); a * a }).cycle().take(7).skip(n / 2).enumerate() { r += a * i as f64; if i == 3 { break; } }
    r
}

#[differentiable]
pub fn chain_20169(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    x.iter().rev().map(|&a| { c0 += a; c0 }).skip(3).filter(|a| *a > 0.7).for_each(|a| r = r * 0.5 + a);
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20170(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let l1 = Cell::new(0);
    let mut c2 = 0.5;
    r += (0..2).flat_map(|_| x.iter()).map(|&a| { c0 += a; c0 }).zip(x).map(|(a, _)| { l1.set(l1.get() + 1); a * l1.get() as f64 }).map(|a| { c2 = c2 * 0.5 + a; c2 * a }).find(|a| *a > 1.5).unwrap_or(0.5);
    r += c0 * 0.25;
    r += l1.get() as f64 * 0.125;
    r += c2 * 0.25;
    r
}

#[differentiable]
pub fn chain_20171(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut c1 = 0.5;
    x.iter().step_by(2).map(|&a| { k0 += 1; a * k0 as f64 }).flat_map(|a| { c1 += a; [a, c1] }).for_each(|a| r = r * 0.5 + a);
    r += k0 as f64 * 0.125;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20172(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += w.iter().chain(x).map(|&a| a.sin()).map(|a| smooth(&mut c0, a)).map(|a| a.sin()).reduce(|a, b| a * 0.5 + b).unwrap_or(0.5);
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20174(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut it = x.iter().zip(&w).map(|(a, b)| a * b).map(|a| { c0 += a; c0 }).zip(&w).map(|(a, b)| a * b).peekable(); while let Some(b) = it.peek() { r += *b * 0.1; if let Some(a) = it.next() { r = r * 0.5 + a; } }
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20177(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    let mut k2 = 0;
    r += x.windows(2).map(|c| { c0 += c[0]; c0 * c[1] }).map(|a| { c1 += a; c1 }).map_while(|a| { k2 += 1; if k2 < 6 { Some(a * 2.0) } else { None } }).sum::<f64>();
    r += c0 * 0.25;
    r += c1 * 0.25;
    r += k2 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20178(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut it = x.iter().copied().zip(&w).map(|(a, b)| a * b).inspect(|a| { k0 += 1; no_diff(note(*a)); }); while let Some(a) = it.next() { r = r * 0.5 + a; }
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20180(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    for a in x.windows(2).map(|c| { c0 += c[0]; c0 * c[1] }).map_while(|a| { k1 += 1; if k1 < 6 { Some(a * 2.0) } else { None } }).zip(x.iter().skip(2)).map(|(a, b)| a - b) { r = r * 0.5 + a; if a > 2.0 { break; } }
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20182(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut k1 = 0;
    r = x.iter().zip(&w).map(|(a, b)| a * b).map(|a| { let b = a * 2.0; b + 1.0 }).skip(n / 2).inspect(|a| { k0 += 1; no_diff(note(*a)); }).take_while(|a| { k1 += 1; *a < 4.0 }).fold(r, |s, a| s * 0.5 + a);
    r += k0 as f64 * 0.125;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20183(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut it = x.chunks_exact(2).map(|c| { k0 += 1; c[0] * c[1] * k0 as f64 }).take(1); let some: f64 = it.by_ref().take(0).sum(); r += some * it.skip(1).sum::<f64>();
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20184(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut it = x.iter().map(move |&a| { c0 += a; c0 }).peekable().filter(|a| *a > 0.7); let s = it.next().unwrap_or(1.0); r += s * it.clone().skip(1).sum::<f64>() + it.sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20185(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += x.iter().enumerate().map(|(i, a)| a * i as f64).map(|a| { let b = a * 2.0; b + 1.0 }).skip(n / 2).step_by(2).find(|a| *a > 1.5).unwrap_or(0.5);
    r
}

#[differentiable]
pub fn chain_20186(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    for a in x.iter().step_by(2).map(|&a| a * 0.75).zip(x).map(|(a, _)| { let b = a * 2.0; b + 1.0 }) { r = r * 0.5 + a; if a > 2.0 { break; } }
    r
}

#[differentiable]
pub fn chain_20187(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut c1 = 0.5;
    let mut it = x.chunks_exact(2).map(|c| { k0 += 1; c[0] * c[1] * k0 as f64 }).map(|a| { if a > 1.0 { c1 *= a; } c1 + a }).peekable(); while let Some(a) = it.next() { r = r * 0.5 + a; if let Some(b) = it.peek() { r += *b * 0.1; } }
    r += k0 as f64 * 0.125;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20189(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    r += x.iter().map(|&a| a.sin()).map_while(|a| { k0 += 1; if k0 < 6 { Some(a * 2.0) } else { None } }).nth(0).unwrap_or(0.5);
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20190(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    let mut c2 = 0.5;
    r += (1..x.len()).map(|i| { k1 += i; x[i] * k1 as f64 }).map(|a| { c0 = c0 * 0.5 + a; c0 * a }).skip(n / 2).flat_map(|a| { c2 += a; [a, c2] }).last().unwrap_or(0.5);
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r += c2 * 0.25;
    r
}

#[differentiable]
pub fn chain_20192(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    r += x.chunks_exact(2).map(|c| { k0 += 1; c[0] * c[1] * k0 as f64 }).take(3).peekable().count() as f64;
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20194(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    r += (1..x.len()).map(|i| { k1 += i; x[i] * k1 as f64 }).map(|a| { c0 += a; c0 }).step_by(3).reduce(|a, b| a * 0.5 + b).unwrap_or(0.5);
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20197(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    r += w.iter().chain(x).map(|&a| { if a > 1.0 { c0 *= a; } c0 + a }).filter(|a| { k1 += 1; k1 % 2 == 0 || *a > 2.0 }).max_by(|a, b| a.total_cmp(b)).unwrap_or(0.5);
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20200(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut k1 = 0;
    r += x.iter().copied().skip_while(|a| { k0 += 1; *a < 1.0 }).skip_while(|a| { k1 += 1; *a < 1.0 }).nth(n / 2).unwrap_or(0.5);
    r += k0 as f64 * 0.125;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20202(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    if (0..x.len()).map(|i| x[i]).map(|a| noted(a)).skip(1).filter(|a| *a > 0.7).skip_while(|a| { k0 += 1; *a < 1.0 }).any(|a| a > 3.0) { r += 1.0; }
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20203(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    r += x.iter().enumerate().map(|(i, a)| a * i as f64).map(|a| { if a > 1.0 { c0 *= a; } c0 + a }).flat_map(|a| { c1 += a; [a, c1] }).filter(|a| *a > 0.7).find(|a| *a > 1.5).unwrap_or(0.5);
    r += c0 * 0.25;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20206(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    let mut k2 = 0;
    for a in (1..x.len()).map(|i| { k1 += i; x[i] * k1 as f64 }).map(|a| { c0 += a; c0 }).skip(0).filter(|a| { k2 += 1; k2 % 2 == 0 || *a > 2.0 }) { r = r * 0.5 + a; }
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r += k2 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20209(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += x.iter().step_by(2).map(|&a| { no_diff(note(a)); a * a }).rev().sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20210(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += x.iter().step_by(2).map(|&a| { if a > 1.0 { c0 *= a; } c0 + a }).scan(0.5, |s, a| { *s += a; Some(*s) }).take(n / 2).sum::<f64>();
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20211(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut v0: Vec<f64> = Vec::new();
    r += (0..2).flat_map(|_| x.iter()).map(|&a| { v0.push(a); a + v0.len() as f64 }).peekable().sum::<f64>();
    r += v0.iter().sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20212(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    for (i, a) in x.iter().filter(|a| **a > 0.8).map(|&a| smooth(&mut c0, a)).filter_map(|a| { c1 += a; if c1 > 1.0 { Some(c1 * a) } else { None } }).enumerate() { r += a * i as f64; if i == 0 { break; } }
    r += c0 * 0.25;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20213(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let all: Vec<f64> = w.iter().chain(x).map(|&a| { assert!(a < 12.0); (a * a + 0.5).sqrt() }).rev().peekable().collect(); r += all.iter().map(|a| a * a).sum::<f64>() + all.len() as f64;
    r
}

#[differentiable]
pub fn chain_20214(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    let mut c2 = 0.5;
    r += x.iter().rev().map(|&a| { no_diff(note(a)); a * a }).flat_map(|a| { c0 += a; [a, c0] }).flat_map(|a| { c1 += a; [a, c1] }).chain(w.iter().map(|&a| { c2 = c2 * 0.5 + a; c2 * a })).reduce(|a, b| a * 0.5 + b).unwrap_or(0.5);
    r += c0 * 0.25;
    r += c1 * 0.25;
    r += c2 * 0.25;
    r
}

#[differentiable]
pub fn chain_20215(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    x.windows(2).map(|c| { c0 += c[0]; c0 * c[1] }).step_by(3).for_each(|a| r = r * 0.5 + a);
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20218(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    let mut c2 = 0.5;
    let mut k3 = 0;
    let mut k4 = 0;
    let all: Vec<f64> = (1..x.len()).map(|i| { k1 += i; x[i] * k1 as f64 }).map(|a| smooth(&mut c0, a)).flat_map(|a| { c2 += a; [a, c2] }).map_while(|a| { k3 += 1; if k3 < 6 { Some(a * 2.0) } else { None } }).take_while(|a| { k4 += 1; *a < 4.0 }).collect(); r += all.iter().map(|a| a * a).sum::<f64>() + all.len() as f64;
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r += c2 * 0.25;
    r += k3 as f64 * 0.125;
    r += k4 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20220(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    for a in (0..x.len()).map(|i| x[i]).map(|a| smooth(&mut c0, a)).skip(2) { r = r * 0.5 + a; }
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20221(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    for (i, a) in x.iter().map(|&a| { let b = a * 2.0; b + 1.0 }).skip(0).flat_map(|a| { c0 += a; [a, c0] }).take(1).enumerate() { r += a * i as f64; if i == 2 { break; } }
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20223(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += x.iter().map(|&a| noted(a)).map(|a| { c0 = c0 * 0.5 + a; c0 * a }).product::<f64>().tanh();
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20224(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut v1: Vec<f64> = Vec::new();
    r += x.iter().filter(|a| **a > 0.8).map(|&a| { k0 += 1; a * k0 as f64 }).zip(x.iter().map(|&a| { v1.push(a); a + v1.len() as f64 })).map(|(a, b)| a * b).zip(x.iter().skip(2)).map(|(a, b)| a - b).last().unwrap_or(0.5);
    r += k0 as f64 * 0.125;
    r += v1.iter().sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20226(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut k1 = 0;
    let all: Vec<f64> = x.iter().copied().filter(|a| { k0 += 1; k0 % 2 == 0 || *a > 2.0 }).zip(x.iter().skip(2)).map(|(a, b)| a - b).skip_while(|a| { k1 += 1; *a < 1.0 }).collect(); r += all.iter().map(|a| a * a).sum::<f64>() + all.len() as f64;
    r += k0 as f64 * 0.125;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20227(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    r += x.iter().take(1).map(|&a| { assert!(a < 12.0); (a * a + 0.5).sqrt() }).skip_while(|a| { k0 += 1; *a < 1.0 }).take(3).peekable().next().unwrap_or(0.5);
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20228(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    let mut k2 = 0;
    r += x.chunks(2).map(|c| c[0] * 0.5).map(|a| { c0 += a; c0 }).skip_while(|a| { k1 += 1; *a < 1.0 }).take_while(|a| { k2 += 1; *a < 4.0 }).count() as f64;
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r += k2 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20229(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    x.iter().step_by(2).map(|&a| { c0 = c0 * 0.5 + a; c0 * a }).skip(1).for_each(|a| r = r * 0.5 + a);
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20230(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut it = [x.len() as f64, 0.5, 1.5, 0.25].into_iter().map(|a| a * 0.75).skip_while(|a| { k0 += 1; *a < 1.0 }); while let Some(a) = it.next() { r = r * 0.5 + a; }
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20231(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    r += x.iter().map(|&a| { c0 += a; c0 }).map_while(|a| { k1 += 1; if k1 < 6 { Some(a * 2.0) } else { None } }).scan(0.5, |s, a| { *s += a; Some(*s) }).reduce(|a, b| a * 0.5 + b).unwrap_or(0.5);
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20232(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r = x.iter().rev().map(|&a| { no_diff(note(a)); a * a }).take(2).fold(r, |s, a| s * 0.5 + a);
    r
}

#[differentiable]
pub fn chain_20233(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    let mut k2 = 0;
    r += x.iter().map(|&a| { c0 = c0 * 0.5 + a; c0 * a }).flat_map(|a| { c1 += a; [a, c1] }).map_while(|a| { k2 += 1; if k2 < 6 { Some(a * 2.0) } else { None } }).zip(x.iter().map(|&a| a.sin())).map(|(a, b)| a * b).sum::<f64>();
    r += c0 * 0.25;
    r += c1 * 0.25;
    r += k2 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20234(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    r += x.iter().copied().flat_map(|a| { c0 += a; [a, c0] }).inspect(|a| { k1 += 1; no_diff(note(*a)); }).peekable().nth(n / 2).unwrap_or(0.5);
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20235(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += x.iter().map(|&a| noted(a)).take(1).take(n / 2).sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20237(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r = x.iter().map(|&a| { c0 += a; c0 }).zip(x).map(|(a, _)| { assert!(a < 12.0); (a * a + 0.5).sqrt() }).fold(r, |s, a| s * 0.5 + a);
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20238(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut it = x.iter().copied().enumerate().map(|(i, a)| a * (i + 1) as f64); let s = it.next().unwrap_or(1.0); r += s * it.clone().skip(1).sum::<f64>() + it.sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20241(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut c1 = 0.5;
    let mut k2 = 0;
    r += x.iter().skip(0).map(|&a| { k0 += 1; a * k0 as f64 }).filter_map(|a| { c1 += a; if c1 > 1.0 { Some(c1 * a) } else { None } }).skip(n / 2).map_while(|a| { k2 += 1; if k2 < 6 { Some(a * 2.0) } else { None } }).count() as f64;
    r += k0 as f64 * 0.125;
    r += c1 * 0.25;
    r += k2 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20242(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    r += (1..x.len()).map(|i| { k1 += i; x[i] * k1 as f64 }).map(|a| { c0 = c0 * 0.5 + a; c0 * a }).step_by(2).max_by(|a, b| a.total_cmp(b)).unwrap_or(0.5);
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20243(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut it = w.iter().chain(x).map(|&a| { c0 += a; c0 }).skip(3).skip(n / 2); while let Some(a) = it.next() { r = r * 0.5 + a; }
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20245(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    for a in x.chunks(2).map(|c| c[0] * 0.5).map(|a| a.sin()).take_while(|a| { k0 += 1; *a < 4.0 }) { r = r * 0.5 + a; if a > 2.0 { break; } }
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20247(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let it = x.iter().map(move |&a| noted(a)).fuse(); let s: f64 = it.clone().sum(); r += s * it.map(|a| a * a).sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20248(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    r += x.iter().map(|&a| a * 0.75).take_while(|a| { k0 += 1; *a < 4.0 }).take(n / 2).skip(1).sum::<f64>();
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20249(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut it = x.iter().copied().zip(&w).map(|(a, b)| a * b); while let Some(a) = it.next() { r = r * 0.5 + a; }
    r
}

#[differentiable]
pub fn chain_20250(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    let mut c2 = 0.5;
    r += x.iter().zip(&w).map(|(a, b)| a * b).map(|a| smooth(&mut c0, a)).filter_map(|a| { c1 += a; if c1 > 1.0 { Some(c1 * a) } else { None } }).filter_map(|a| { c2 += a; if c2 > 1.0 { Some(c2 * a) } else { None } }).find(|a| *a > 1.5).unwrap_or(0.5);
    r += c0 * 0.25;
    r += c1 * 0.25;
    r += c2 * 0.25;
    r
}

#[differentiable]
pub fn chain_20251(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    let mut c2 = 0.5;
    for a in [x.len() as f64, 0.5, 1.5, 0.25].into_iter().map(|a| smooth(&mut c0, a)).fuse().filter_map(|a| { c1 += a; if c1 > 1.0 { Some(c1 * a) } else { None } }).chain(w.iter().map(|&a| { if a > 1.0 { c2 *= a; } c2 + a })) { r = r * 0.5 + a; if a > 2.0 { break; } }
    r += c0 * 0.25;
    r += c1 * 0.25;
    r += c2 * 0.25;
    r
}

#[differentiable]
pub fn chain_20252(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    r += w.iter().chain(x).map(|&a| { if a > 1.0 { c0 *= a; } c0 + a }).chain(w.iter().map(|&a| { if a > 1.0 { c1 *= a; } c1 + a })).take(0).sum::<f64>();
    r += c0 * 0.25;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20253(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    let mut it = x.iter().map(|&a| { no_diff(note(a)); a * a }).zip(&w).map(|(a, b)| a * b).filter_map(|a| { c0 += a; if c0 > 1.0 { Some(c0 * a) } else { None } }).map(|a| { c1 += a; c1 }); let some: f64 = it.by_ref().take(1).sum(); r += some * it.skip(1).sum::<f64>();
    r += c0 * 0.25;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20254(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += x.iter().take(3).map(|&a| a.sin()).skip(2).find(|a| *a > 1.5).unwrap_or(0.5);
    r
}

#[differentiable]
pub fn chain_20255(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let l1 = Cell::new(0);
    for a in x.windows(2).map(|c| { c0 += c[0]; c0 * c[1] }).map(|a| { l1.set(l1.get() + 1); a * l1.get() as f64 }) { r = r * 0.5 + a; }
    r += c0 * 0.25;
    r += l1.get() as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20257(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    r += x.chunks_exact(2).map(|c| { k0 += 1; c[0] * c[1] * k0 as f64 }).map(|a| { assert!(a < 12.0); (a * a + 0.5).sqrt() }).take(3).position(|a| a > 1.5).map_or(0.5, |i| i as f64);
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20259(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut v0: Vec<f64> = Vec::new();
    let all: Vec<f64> = x.iter().map(|&a| { v0.push(a); a + v0.len() as f64 }).map(|a| noted(a)).collect(); r += all.iter().map(|a| a * a).sum::<f64>() + all.len() as f64;
    r += v0.iter().sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20262(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    for a in [x.len() as f64, 0.5, 1.5, 0.25].into_iter().map(|a| { c0 += a; c0 }).take_while(|a| { k1 += 1; *a < 4.0 }).zip(x.iter().map(|&a| { no_diff(note(a)); a * a })).map(|(a, b)| a * b) { r = r * 0.5 + a; if a > 2.0 { break; } }
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20265(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    r += x.iter().map(|&a| { if a > 1.0 { c0 *= a; } c0 + a }).filter_map(|a| { c1 += a; if c1 > 1.0 { Some(c1 * a) } else { None } }).count() as f64;
    r += c0 * 0.25;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20266(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    r += x.iter().take(1).map(|&a| { c0 += a; c0 }).rev().inspect(|a| { k1 += 1; no_diff(note(*a)); }).step_by(2).count() as f64;
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20267(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut it = [x.len() as f64, 0.5, 1.5, 0.25].into_iter().map(|a| a.sin()).map(|a| { no_diff(note(a)); a * a }).skip(3); for _ in 0..0 { if let Some(a) = it.next() { r = r * 0.5 + a; } }
    r
}

#[differentiable]
pub fn chain_20269(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut v0: Vec<f64> = Vec::new();
    for a in x.iter().filter(|a| **a > 0.8).map(|&a| { v0.push(a); a + v0.len() as f64 }).rev().skip(1) { r = r * 0.5 + a; if a > 2.0 { break; } }
    r += v0.iter().sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20271(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += x.iter().filter(|a| **a > 0.8).map(|&a| { assert!(a < 12.0); (a * a + 0.5).sqrt() }).take(3).next().unwrap_or(0.5);
    r
}

#[differentiable]
pub fn chain_20272(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += x.iter().skip(2).map(|&a| { if a > 1.0 { c0 *= a; } c0 + a }).scan(0.5, |s, a| { *s += a; Some(*s) }).reduce(|a, b| a * 0.5 + b).unwrap_or(0.5);
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20274(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut it = x.windows(2).map(|c| { c0 += c[0]; c0 * c[1] }).fuse(); for _ in 0..3 { if let Some(a) = it.next() { r = r * 0.5 + a; } }
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20275(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let all: Vec<f64> = x.iter().map(|&a| { no_diff(note(a)); a * a }).inspect(|a| { k0 += 1; no_diff(note(*a)); }).zip(x.iter().skip(2)).map(|(a, b)| a - b).collect(); r += all.iter().map(|a| a * a).sum::<f64>() + all.len() as f64;
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20278(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += x.to_vec().into_iter().map(|a| a.sin()).step_by(2).max_by(|a, b| a.total_cmp(b)).unwrap_or(0.5);
    r
}

#[differentiable]
pub fn chain_20280(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    r += (0..2).flat_map(|_| x.iter()).map(|&a| { no_diff(note(a)); a * a }).zip(x.iter().map(|&a| { let b = a * 2.0; b + 1.0 })).map(|(a, b)| a * b).skip_while(|a| { k0 += 1; *a < 1.0 }).take(3).reduce(|a, b| a * 0.5 + b).unwrap_or(0.5);
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20281(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += x.iter().copied().map(|a| a.sin()).rev().sum::<f64>();
    r
}

#[differentiable]
pub fn chain_20282(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let l0 = Cell::new(0);
    let mut it = x.iter().take(0).map(|&a| { l0.set(l0.get() + 1); a * l0.get() as f64 }).take(0); let first = it.next().unwrap_or(1.0); r += first * it.sum::<f64>();
    r += l0.get() as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20283(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut it = x.chunks_exact(2).map(|c| { k0 += 1; c[0] * c[1] * k0 as f64 }).skip(1); while let Some(a) = it.next() { r = r * 0.5 + a; }
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20285(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    if x.iter().map(|&a| a.sin()).filter(|a| *a > 0.7).enumerate().map(|(i, a)| a * (i + 1) as f64).any(|a| a > 3.0) { r += 1.0; }
    r
}

#[differentiable]
pub fn chain_20286(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    for (i, a) in x.iter().take(3).map(|&a| a * 0.75).zip(x.iter().skip(2)).map(|(a, b)| a - b).rev().enumerate() { r += a * i as f64; if i == 2 { break; } }
    r
}

#[differentiable]
pub fn chain_20287(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut it = x.iter().map(|&a| { no_diff(note(a)); a * a }).zip(x.iter().map(|&a| { assert!(a < 12.0); (a * a + 0.5).sqrt() })).map(|(a, b)| a * b).peekable(); while let Some(b) = it.peek() { r += *b * 0.1; if let Some(a) = it.next() { r = r * 0.5 + a; } }
    r
}

#[differentiable]
pub fn chain_20288(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += x.iter().map(|&a| noted(a)).flat_map(|a| { c0 += a; [a, c0] }).sum::<f64>();
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20289(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    r += x.to_vec().into_iter().map(|a| { let b = a * 2.0; b + 1.0 }).peekable().skip(n / 2).max_by(|a, b| a.total_cmp(b)).unwrap_or(0.5);
    r
}

#[differentiable]
pub fn chain_20291(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    r += [x.len() as f64, 0.5, 1.5, 0.25].into_iter().map(|a| { if a > 1.0 { c0 *= a; } c0 + a }).map_while(|a| { k1 += 1; if k1 < 6 { Some(a * 2.0) } else { None } }).skip(2).step_by(2).nth(n / 2).unwrap_or(0.5);
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20292(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut c1 = 0.5;
    for (i, a) in x.iter().take(1).map(|&a| { k0 += 1; a * k0 as f64 }).filter_map(|a| { c1 += a; if c1 > 1.0 { Some(c1 * a) } else { None } }).enumerate() { r += a * i as f64; if i == 1 { break; } }
    r += k0 as f64 * 0.125;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20293(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut k1 = 0;
    x.chunks(2).map(|c| c[0] * 0.5).map(|a| { c0 += a; c0 }).zip(x).map(|(a, _)| { k1 += 1; a * k1 as f64 }).fuse().map(|a| { assert!(a < 12.0); (a * a + 0.5).sqrt() }).for_each(|a| r = r * 0.5 + a);
    r += c0 * 0.25;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20294(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut it = x.iter().copied().filter_map(|a| { c0 += a; if c0 > 1.0 { Some(c0 * a) } else { None } }); let some: f64 = it.by_ref().take(0).sum(); r += some * it.skip(1).sum::<f64>();
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20295(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    let mut k2 = 0;
    if x.windows(2).map(|c| { c0 += c[0]; c0 * c[1] }).flat_map(|a| { c1 += a; [a, c1] }).step_by(2).take_while(|a| { k2 += 1; *a < 4.0 }).any(|a| a > 3.0) { r += 1.0; }
    r += c0 * 0.25;
    r += c1 * 0.25;
    r += k2 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20296(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += x.windows(2).map(|c| { c0 += c[0]; c0 * c[1] }).peekable().count() as f64;
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20297(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    r += x.iter().map(|&a| { if a > 1.0 { c0 *= a; } c0 + a }).skip(2).position(|a| a > 1.5).map_or(0.5, |i| i as f64);
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20300(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    r += x.iter().map(|&a| { k0 += 1; a * k0 as f64 }).rev().count() as f64;
    r += k0 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20301(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let l0 = Cell::new(0);
    for a in std::iter::successors(Some(0.5), |a| if *a < 4.0 { Some(a * 1.75) } else { None }).map(|a| { l0.set(l0.get() + 1); a * l0.get() as f64 }).filter(|a| *a > 0.7).peekable() { r = r * 0.5 + a; }
    r += l0.get() as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20303(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    for (i, a) in x.windows(2).map(|c| { c0 += c[0]; c0 * c[1] }).flat_map(|a| { c1 += a; [a, c1] }).enumerate() { r += a * i as f64; if i == 0 { break; } }
    r += c0 * 0.25;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20304(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    r += [x.len() as f64, 0.5, 1.5, 0.25].into_iter().map(|a| { if a > 1.0 { c0 *= a; } c0 + a }).step_by(3).map(|a| smooth(&mut c1, a)).reduce(|a, b| a * 0.5 + b).unwrap_or(0.5);
    r += c0 * 0.25;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20305(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut k1 = 0;
    let mut k2 = 0;
    let mut k3 = 0;
    r += x.chunks_exact(2).map(|c| { k0 += 1; c[0] * c[1] * k0 as f64 }).inspect(|a| { k1 += 1; no_diff(note(*a)); }).filter(|a| { k2 += 1; k2 % 2 == 0 || *a > 2.0 }).map_while(|a| { k3 += 1; if k3 < 6 { Some(a * 2.0) } else { None } }).last().unwrap_or(0.5);
    r += k0 as f64 * 0.125;
    r += k1 as f64 * 0.125;
    r += k2 as f64 * 0.125;
    r += k3 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20306(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut it = std::iter::repeat(0.5).take(0).map(|a| { c0 = c0 * 0.5 + a; c0 * a }).peekable().peekable(); while let Some(b) = it.peek() { r += *b * 0.1; if let Some(a) = it.next() { r = r * 0.5 + a; } }
    r += c0 * 0.25;
    r
}

#[differentiable]
pub fn chain_20307(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut k1 = 0;
    let mut k2 = 0;
    r += std::iter::successors(Some(0.5), |a| if *a < 4.0 { Some(a * 1.75) } else { None }).map(|a| { k0 += 1; a * k0 as f64 }).inspect(|a| { k1 += 1; no_diff(note(*a)); }).map_while(|a| { k2 += 1; if k2 < 6 { Some(a * 2.0) } else { None } }).last().unwrap_or(0.5);
    r += k0 as f64 * 0.125;
    r += k1 as f64 * 0.125;
    r += k2 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20308(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut c1 = 0.5;
    r += x.chunks(2).map(|c| c[0] * 0.5).map(|a| { no_diff(note(a)); a * a }).map(|a| { k0 += 1; a * k0 as f64 }).scan(0.5, |s, a| { *s += a; Some(*s) }).zip(x).map(|(a, _)| { c1 = c1 * 0.5 + a; c1 * a }).position(|a| a > 1.5).map_or(0.5, |i| i as f64);
    r += k0 as f64 * 0.125;
    r += c1 * 0.25;
    r
}

#[differentiable]
pub fn chain_20310(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut k0 = 0;
    let mut k1 = 0;
    r += x.chunks(2).map(|c| c[0] * 0.5).map(|a| { k0 += 1; a * k0 as f64 }).take_while(|a| { k1 += 1; *a < 4.0 }).skip(n / 2).sum::<f64>();
    r += k0 as f64 * 0.125;
    r += k1 as f64 * 0.125;
    r
}

#[differentiable]
pub fn chain_20312(x: &[f64]) -> f64 {
    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);
    let mut r = if n > 1 { x[1] } else { 1.0 };
    let mut c0 = 0.5;
    let mut c1 = 0.5;
    for a in (0..2).flat_map(|_| x.iter()).map(|&a| smooth(&mut c0, a)).zip(x.iter().skip(2)).map(|(a, b)| a - b).flat_map(|a| { c1 += a; [a, c1] }) { r = r * 0.5 + a; if a > 2.0 { break; } }
    r += c0 * 0.25;
    r += c1 * 0.25;
    r
}

pub const PROGRAMS: &[crate::Program] = &[
    program!(chain_20000),
    program!(chain_20001),
    program!(chain_20002),
    program!(chain_20003),
    program!(chain_20004),
    program!(chain_20005),
    program!(chain_20006),
    program!(chain_20008),
    program!(chain_20009),
    program!(chain_20010),
    program!(chain_20011),
    program!(chain_20013),
    program!(chain_20014),
    program!(chain_20015),
    program!(chain_20017),
    program!(chain_20018),
    program!(chain_20019),
    program!(chain_20020),
    program!(chain_20021),
    program!(chain_20023),
    program!(chain_20024),
    program!(chain_20025),
    program!(chain_20027),
    program!(chain_20028),
    program!(chain_20029),
    program!(chain_20030),
    program!(chain_20032),
    program!(chain_20033),
    program!(chain_20035),
    program!(chain_20036),
    program!(chain_20039),
    program!(chain_20040),
    program!(chain_20042),
    program!(chain_20043),
    program!(chain_20044),
    program!(chain_20046),
    program!(chain_20047),
    program!(chain_20048),
    program!(chain_20049),
    program!(chain_20050),
    program!(chain_20051),
    program!(chain_20054),
    program!(chain_20055),
    program!(chain_20056),
    program!(chain_20057),
    program!(chain_20058),
    program!(chain_20059),
    program!(chain_20060),
    program!(chain_20065),
    program!(chain_20066),
    program!(chain_20067),
    program!(chain_20068),
    program!(chain_20069),
    program!(chain_20070),
    program!(chain_20071),
    program!(chain_20072),
    program!(chain_20074),
    program!(chain_20077),
    program!(chain_20078),
    program!(chain_20079),
    program!(chain_20080),
    program!(chain_20082),
    program!(chain_20084),
    program!(chain_20085),
    program!(chain_20086),
    program!(chain_20087),
    program!(chain_20088),
    program!(chain_20089),
    program!(chain_20090),
    program!(chain_20092),
    program!(chain_20094),
    program!(chain_20095),
    program!(chain_20096),
    program!(chain_20097),
    program!(chain_20099),
    program!(chain_20101),
    program!(chain_20102),
    program!(chain_20106),
    program!(chain_20107),
    program!(chain_20108),
    program!(chain_20109),
    program!(chain_20111),
    program!(chain_20112),
    program!(chain_20113),
    program!(chain_20114),
    program!(chain_20116),
    program!(chain_20117),
    program!(chain_20118),
    program!(chain_20120),
    program!(chain_20121),
    program!(chain_20122),
    program!(chain_20123),
    program!(chain_20125),
    program!(chain_20126),
    program!(chain_20128),
    program!(chain_20129),
    program!(chain_20133),
    program!(chain_20134),
    program!(chain_20136),
    program!(chain_20137),
    program!(chain_20139),
    program!(chain_20144),
    program!(chain_20147),
    program!(chain_20149),
    program!(chain_20150),
    program!(chain_20151),
    program!(chain_20153),
    program!(chain_20154),
    program!(chain_20156),
    program!(chain_20157),
    program!(chain_20158),
    program!(chain_20159),
    program!(chain_20160),
    program!(chain_20161),
    program!(chain_20162),
    program!(chain_20163),
    program!(chain_20164),
    program!(chain_20166),
    program!(chain_20168),
    program!(chain_20169),
    program!(chain_20170),
    program!(chain_20171),
    program!(chain_20172),
    program!(chain_20174),
    program!(chain_20177),
    program!(chain_20178),
    program!(chain_20180),
    program!(chain_20182),
    program!(chain_20183),
    program!(chain_20184),
    program!(chain_20185),
    program!(chain_20186),
    program!(chain_20187),
    program!(chain_20189),
    program!(chain_20190),
    program!(chain_20192),
    program!(chain_20194),
    program!(chain_20197),
    program!(chain_20200),
    program!(chain_20202),
    program!(chain_20203),
    program!(chain_20206),
    program!(chain_20209),
    program!(chain_20210),
    program!(chain_20211),
    program!(chain_20212),
    program!(chain_20213),
    program!(chain_20214),
    program!(chain_20215),
    program!(chain_20218),
    program!(chain_20220),
    program!(chain_20221),
    program!(chain_20223),
    program!(chain_20224),
    program!(chain_20226),
    program!(chain_20227),
    program!(chain_20228),
    program!(chain_20229),
    program!(chain_20230),
    program!(chain_20231),
    program!(chain_20232),
    program!(chain_20233),
    program!(chain_20234),
    program!(chain_20235),
    program!(chain_20237),
    program!(chain_20238),
    program!(chain_20241),
    program!(chain_20242),
    program!(chain_20243),
    program!(chain_20245),
    program!(chain_20247),
    program!(chain_20248),
    program!(chain_20249),
    program!(chain_20250),
    program!(chain_20251),
    program!(chain_20252),
    program!(chain_20253),
    program!(chain_20254),
    program!(chain_20255),
    program!(chain_20257),
    program!(chain_20259),
    program!(chain_20262),
    program!(chain_20265),
    program!(chain_20266),
    program!(chain_20267),
    program!(chain_20269),
    program!(chain_20271),
    program!(chain_20272),
    program!(chain_20274),
    program!(chain_20275),
    program!(chain_20278),
    program!(chain_20280),
    program!(chain_20281),
    program!(chain_20282),
    program!(chain_20283),
    program!(chain_20285),
    program!(chain_20286),
    program!(chain_20287),
    program!(chain_20288),
    program!(chain_20289),
    program!(chain_20291),
    program!(chain_20292),
    program!(chain_20293),
    program!(chain_20294),
    program!(chain_20295),
    program!(chain_20296),
    program!(chain_20297),
    program!(chain_20300),
    program!(chain_20301),
    program!(chain_20303),
    program!(chain_20304),
    program!(chain_20305),
    program!(chain_20306),
    program!(chain_20307),
    program!(chain_20308),
    program!(chain_20310),
    program!(chain_20312),
];
