//! Written by the generator.

use crate::prelude::*;
use pullback::{differentiable, no_diff};

#[differentiable]
pub fn program_7000(x: &[f64]) -> f64 {
let tree2 = Tree::Leaf(x[0 % x.len()]);
let mut s6 = Shape::Circle(x.iter().map(|rf7| x[1 % x.len()]).sum::<f64>());
match ((if (spread([x[2 % x.len()], 0.0625f64], x[2 % x.len()]) > 1.3125) { 1usize } else { (2usize as usize).pow(2) }) as usize) % 4 { 0 => {
'l16: for f17 in [1.75f64, 0.625f64].into_iter() {
let (f18, mut f19) = (leaves(&Tree::Leaf(1.6875f64), f17), 1.8125);
f19 += (x.iter().cloned().last().unwrap_or(0.625f64) as f32 as f64).signum();
}
} 1 | 2 => {
if (spread([x[0 % x.len()], x[2 % x.len()]], 1.625f64).clamp(-1.0, 1.5) > 1.3125) {
let mut m23 = [[(match 1.4375f64 { f24 if matches!(s6, Shape::Circle(_)) => x[3 % x.len()], f25 => f25 }); 2]; 2];
m23[((if matches!(s6, Shape::Circle(_)) { (if matches!(s6, Shape::Circle(_)) { 1usize } else { 1usize }) } else { (if (x[2 % x.len()] > 1.75) { 3usize } else { 2usize }) }) as usize).pow(2) % 2][0 % 2] += (*best_of(&P::new(s6.clone().potential(x[3 % x.len()]), 0.625), &P::new(x[2 % x.len()], 1.5625))).x;
}
} _ => {
let mut h30 = book(P::new(1.25f64, 1.875).norm2(), total(&[P::new(x[0 % x.len()], 1.0), P::new(1.125f64, 0.875)], [0.125f64, 1.4375f64].into_iter().next().unwrap_or(x[2 % x.len()])));
let mut s35 = (Shape::Rect { w: (-total(&[P::new(1.6875f64, 1.3125), P::new(0.75f64, 1.6875)], 0.875f64).abs()).exp(), h: 0.0625f64 });
let mut h36 = book([x[0 % x.len()], 1.5, 1.8125f64].iter().sum::<f64>(), 1.25f64);
} }
[0.1875f64, x[2 % x.len()]].iter().take_while(|rrf37| ((1.5625f64 > 0.9375) || (x[0 % x.len()] > 0.25))).map(|rf38| x.iter().cloned().find(|rf39| (x[1 % x.len()] > 0.875)).unwrap_or((*rf38))).sum::<f64>() + 0.0
}


#[differentiable]
pub fn program_7001_0(mut p0: f64, mut p1: Vec<f64>) -> P {
p1.extend(vec![(-p0.abs()).exp(), 1.375]);
let rf1 = &p1[(no_diff(p0.abs() * 3.0) as usize) % p1.len()];
{ let mut rest = &p1[..]; 'l4: while let [rf5, tail @ ..] = rest { rest = tail; {
let (rf6, rl7) = (&p0, &p1[1 % p1.len()..]);
let rf10 = if (p1.len() > 2) { &p0 } else { &p0 };
let P { x: f11, y: mut f12, .. } = P::new((p1[3 % p1.len()] * 2.5).floor(), 1.625);
} } }
let rf13 = &p0;
(P { x: (-((*rf13) + p0).abs()).exp(), y: (1.0 + p0.powi(2)).ln(), tag: (1usize as usize).pow(2) })
}
#[differentiable]
pub fn program_7001(x: &[f64]) -> f64 {
if let Some(f3) = Some(x[3 % x.len()]).filter(|rf4| ([x[1 % x.len()], (*rf4)].into_iter().last().unwrap_or((*rf4)) > 1.625)) {
let f5 = f3;
let rf7 = &f3;
{ let mut u8 = 0; 'l9: while u8 < 3 && [[f3, (*rf7)].into_iter().last().unwrap_or((*rf7)), (*rf7)].into_iter().any(|f10| x.iter().cloned().any(|f11| (f10 > 0.375))) { u8 += 1; {
let mut w13 = (0..3).map(|u14| program_7001_0(x.iter().cloned().map(|f15| f5).sum::<f64>(), x.to_vec())).collect::<Vec<P>>();
} } }
} else {
'l17: for u18 in 0..3 {
if let Some(f21) = Some(0.0625f64).filter(|rf22| ((*rf22) > 1.3125)) {
let f23 = f64::min(0.375f64, f21.max(x[1 % x.len()]));
'l24: for u25 in 0..3 {
let f26 = f64::min(single(f23), f23);
}
}
let mut a29 = [norm_of([1.0f64, 1.5625, x[3 % x.len()]]); 3];
}
match ((no_diff(x[2 % x.len()].abs() * 3.0) as usize) as usize) % 4 { 0 => {
'l34: for (u35, f36) in std::iter::repeat((match Some(x[3 % x.len()]) { Some(f37) if (f37 > 0.375) => x[1 % x.len()], Some(f38) => 1.5f64, None => 0.0625f64 })).take(2).zip([x[0 % x.len()], (1.0 + x[1 % x.len()].powi(2)).ln()].into_iter()).map(|(f39, f40)| x.iter().cloned().skip_while(|rf41| [1.8125f64, f39].into_iter().any(|f42| (x[3 % x.len()] > 1.5625))).sum::<f64>()).enumerate() {
'l43: for (u44, f45) in (0..1 + 1).map(|u46| x.iter().cloned().skip_while(|rf47| (u35 % 2 == 0)).sum::<f64>()).enumerate() {
if (u35 % 2 == 0) { continue; }
}
let P { x: f51, y: mut f52, .. } = (P { x: x[3 % x.len()], y: (1.0 + f36.powi(2)).ln(), tag: 0usize });
}
} 1 | 2 => {
let [f53, .., f54] = [(x[0 % x.len()] * (1.0 + x[1 % x.len()].powi(2)).ln()); 3];
} _ => {
let f55 = pair(leaves(&Tree::Leaf(x[1 % x.len()]), x[3 % x.len()]), single(0.4375f64)).1.hypot(1.0 + [0.25f64, 0.1875f64].into_iter().map_while(|f56| Some(0.5f64).map(|f57| x[1 % x.len()])).sum::<f64>().abs());
} }
}
(x[0 % x.len()] + (match Some(x[0 % x.len()]) { Some(f58) if (x[1 % x.len()] > 1.625) => f58, Some(f59) => single(0.875f64), None => Some(0.3125f64).map_or(x[3 % x.len()], |f60| x[3 % x.len()]) })) + 0.0
}


#[differentiable]
pub fn program_7002_0(mut p0: f64, p1: &mut P, p2: P, depth: usize) -> f64 {
let mut f1; if (p0 > 0.6875) { f1 = 0.625f64; } else { f1 = std::iter::once(p0).take(3).skip_while(|rf2| (p0 > 0.4375)).sum::<f64>(); }
let mut t3 = pair(p0.powf(2.0), [p2.y, 0.9375f64].into_iter().take(3).product::<f64>());
p0 += p2.y;
{ let mut add = |f7: f64| f1 += 0.8125f64; add(1.5f64); if (!matches!(Some(0.4375f64), Some(y) if y > 0.25)) { add(1.875f64.sin()); } }
let u8 = format!("{}{:.1}", 3, 0.75).len();
let [f9, .., f10] = [f1, 0.625f64, 0.0625f64];
match (p2.tag as usize) % 4 { 0 => {
f1 += p0.powi(2);
let f12 = p2.norm2(); let f13 = match f12 > 0.5 { true => f12 * f12, false => 0.5 * f12 };
} 1 | 2 => {
let c14 = |f15: f64| -> f64 { 0.625f64 };
} _ => {
let P { x: f16, y: mut f17, .. } = (&p2 - &p2);
} }
[p2.y, 1.625f64].into_iter().product::<f64>().tanh() + p0 + 0.5 * f1 + 0.5 * f9 + 0.5 * f10
}
#[differentiable]
pub fn program_7002(x: &[f64]) -> f64 {
{ let mut bits = 0usize % 8; 'l2: while bits != 0 { bits &= bits - 1; {
let mut u3 = 1;
let mut w5 = vec![(-P::new(0.5625f64, 1.0)), P::new((x.iter().cloned().count() as f64 * 0.5f64), 0.6875)];
} } }
let mut h6 = book(x[1 % x.len()], (match ((no_diff(x[0 % x.len()].abs() * 3.0) as usize) as usize) % 5 { 0 => 0.6875f64, 1 | 2 => vec![0.875f64, 0.9375].into_iter().sum::<f64>(), n @ 3.. => n as f64 * 0.25f64 }));
let u7 = (no_diff(norm_of([x[0 % x.len()], 0.1875, 1.8125f64]).abs() * 3.0) as usize);
let c8 = |f9: f64| -> f64 { (match Shape::Circle(1.75f64) { Shape::Circle(f10) => f10, Shape::Rect { w: f11, h: f12 } if matches!(Some(f12), Some(y) if y > 0.25) => norm_of([x[3 % x.len()], 1.6875, x[3 % x.len()]]), Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v13) => f9, Shape::Empty => P::new(f9, 0.4375).potential(f9) }) };
h6.insert(1, P::new(x[1 % x.len()], 0.75).potential(x[3 % x.len()]));
if (u7 % 2 == 0) {
let [f14, .., f15] = [(P::new(0.9375f64, 0.4375).norm2() + P::new(x[0 % x.len()], 1.8125).norm2()), (-x.iter().cloned().find(|rf16| (u7 % 2 == 0)).unwrap_or(x[0 % x.len()])), x[2 % x.len()]];
let f18 = f15; let f19 = match f18 > 0.5 { true => f18 * f18, false => 0.5 * f18 };
} else if (x[2 % x.len()] > 0.875) {
*h6.entry(1).or_insert(x[1 % x.len()].powf(2.0)) += x.iter().cloned().take(3).map(|f20| f20).find(|rf21| (x[0 % x.len()] < (-(*rf21).abs()).exp())).unwrap_or((-P::new(0.5f64, 1.875)).potential(0.5f64));
} else {
h6.insert(3, Some(twice(&c8, 1.125f64)).unwrap_or(1.75f64.powi(1).sin()));
}
x[3 % x.len()] + 0.0
}


#[differentiable]
pub fn program_7003_0(mut p0: f64) -> Vec<f64> {
if let Some(f1) = Some(p0.hypot(1.0 + p0.abs()).max(0.75f64).min(leaves(&Tree::Leaf(0.5625f64), p0))) && (p0 > 1.8125) {
let mut p2 = (P { x: (-0.3125f64), y: p0.clamp(-1.0, 1.5), tag: format!("{}{:.1}", 0, 0.125).len() });
}
let mut h5 = book([p0, p0].into_iter().map_while(|f6| Some(p0)).sum::<f64>(), leaves(&Tree::Node(Box::new(Tree::Leaf(p0)), Box::new(Tree::Leaf(p0))), p0));
'l7: for f8 in vec![p0, 0.125].into_iter().rev() {
let mut a9 = [1.5625f64.max(f8).rem_euclid(1.5), 0.5625, (-p0)];
}
vec![(p0 * p0), 0.1875]
}
#[differentiable]
impl P {
pub fn program_7003_1(&mut self, mut p0: f64) -> f64 {
let mut f1 = p0.hypot(1.0 + (p0 * p0).abs());
{ let mf2 = if matches!(Shape::Circle(0.625f64), Shape::Rect { w, .. } if w > 0.5) { &mut f1 } else { &mut p0 }; {
*mf2 = spread([((-self.y.abs()).exp() * 2.5).floor(), [self.y, 0.6875f64].into_iter().flat_map(|f3| [f3, (*mf2)]).fold(f64::NEG_INFINITY, f64::max).max(-1.0)], 1.6875f64);
let mut f6 = (*mf2).powf(2.0);
assert!(!f6.is_infinite(), "at {}", (1usize + 3));
} }
let Some(f7) = Some(([f1, self.y].into_iter().last().unwrap_or(f1) * 2.5).floor()) else { return (1.5625f64 * (0.1 + p0.powi(2)).sqrt()); };
'l8: for u9 in 0..0 + 1 {
p0 -= self.y;
let [f10, .., f11] = [((0..3).rev().map(|u12| f1).count() as f64 * self.y), f7, f1];
let mut a14 = [f10, f11, self.y];
}
let mut p15 = (P::new((match Some(self.y) { Some(f16) if (p0 > 1.25) => 1.0625f64, Some(f17) => 0.75f64, None => f7 }), 0.8125) * self.y);
[self.y.powf(2.0), Some(f7).unwrap_or(f7)].into_iter().fold(f64::NEG_INFINITY, f64::max).max(-1.0) + p0 + 0.5 * f1 + 0.5 * f7
}
}
#[differentiable]
pub fn program_7003(x: &[f64]) -> f64 {
if ((-0.1875f64.abs()).exp().max(x[0 % x.len()]) < x.iter().cloned().map_while(|f5| Some(f5)).sum::<f64>()) {
if (!([0.75f64, x[2 % x.len()]].into_iter().map_while(|f6| Some(f6)).sum::<f64>() > 0.1875)) { {
let mut f7 = 0.1875f64;
'l9: for f10 in x.to_vec() {
let Some(f11) = Some(x[1 % x.len()]) else { return f7.hypot(1.0 + 0.3125f64.hypot(1.0 + f7.abs()).abs()); };
}
} return x[1 % x.len()]; }
let mut h13 = book(leaves(&Tree::Leaf(1.625f64), leaves(&Tree::Leaf(x[1 % x.len()]), 1.625f64)), (match Shape::Empty { Shape::Circle(f14) => f14, Shape::Rect { w: f15, h: f16 } if (f15 > 1.8125) => x[3 % x.len()], Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v17) => x[2 % x.len()], Shape::Empty => 1.5f64 }).hypot(1.0 + x[0 % x.len()].abs()));
match Shape::Circle((-x[3 % x.len()].abs()).exp()) { Shape::Circle(f18) if Some(f18).is_none() => {
let mut v23 = program_7003_0(f18);
let mut v24 = x.to_vec();
} Shape::Circle(mut f25) => {
'l27: for f28 in program_7003_0(Some(f25).unwrap_or(f25)) {
match x { [rf29, .., rf30] => {
let [f32, .., f33] = [f28, norm_of([(*rf30), 0.625, f28]), 1.5625f64];
} [rf34] => {
f25 *= Shape::Empty.area((f28 * 0.25f64));
let Some(f35) = Some(0.75f64) else { break 'l27; };
let c36 = |f37: f64| -> f64 { (f37 * (*rf34)) };
} [] => {
let mut f38 = (f28 * f28.max(f25));
} }
}
} Shape::Rect { w: f39, h: f40 } => {
let mut w41 = vec![P::new(f39, 1.3125), P::new(f39, 0.625)];
} Shape::Many(mut v42) => {
let mut v43 = program_7003_0((v42[1 % v42.len()] + 0.1875f64));
} _ => {
let [f44, .., f45] = [1.0625f64, 1.625, x[3 % x.len()]].map(|f46| 0.25f64).map(|f47| x[2 % x.len()]);
} }
} else if matches!((Shape::Rect { w: 0.625f64, h: 0.9375f64 }), Shape::Rect { w, .. } if w > 0.5) {
let mut w48 = vec![P::new((0.1 + 1.125f64.powi(2)).sqrt(), 1.75), (P { x: x[2 % x.len()], y: (0.1 + x[3 % x.len()].powi(2)).sqrt(), tag: 2usize })];
} else {
let mut v49 = program_7003_0(x.iter().cloned().map_while(|f50| Some(0.6875f64)).sum::<f64>());
}
x[3 % x.len()] + 0.0
}


#[differentiable]
pub fn program_7005(x: &[f64]) -> f64 {
let f9 = (P::new(0.625f64, 0.375f64) * x[1 % x.len()]).y;
let f10 = ((no_diff((0.1 + f9.powi(2)).sqrt().abs() * 3.0) as usize) as f64 * 0.25);
bump(&mut { f10 }, std::iter::repeat((1.0 + f10.powi(2)).ln()).take(2).last().unwrap_or(f9));
let f12 = [x[1 % x.len()], 0.5625f64].into_iter().map(|f13| [x[1 % x.len()], f10].into_iter().sum::<f64>()).sum::<f64>();
if let Some(f14) = Some(twice(cube, [x[0 % x.len()], f9].iter().map(|rf15| x[2 % x.len()]).sum::<f64>())) && (twice(cube, f10) <= 0.125) {
'l21: for f22 in scaled(vec![([f12, f10].into_iter().count() as f64 * f14), 0.9375], f9).into_iter().rev() {
let mut f29 = Shape::Circle(f22).potential(f22).rem_euclid(1.5);
}
}
note((1..=2).flat_map(|u30| (0..u30).map(move |n| n as f64 * 1.5)).count());
if let Some(f33) = (if (f10 > 1.25) { Some(f9) } else { None }) && (x[3 % x.len()] > 0.6875) {
let mut f35 = x.iter().cloned().sum::<f64>();
}
let mut m36 = [[(1.0 + f12.powi(2)).ln(), 0.5], [0.3125, f10]];
let mut v39 = scaled(vec![(P::new(0.125f64, 0.6875) * f10).y, 0.5], (([f12, x[2 % x.len()]].into_iter().count() as f64 * f9) * 2.5).floor());
let rl40 = &v39[..1 + v39.len() % v39.len()];
x.to_vec().into_iter().sum::<f64>() + f9 + 0.5 * f10 + 0.5 * f12
}


#[differentiable]
impl P {
pub fn program_7006_0(self, mut p0: f64, mut p1: usize) -> Option<f64> {
p0 *= ([p0, p0].into_iter().count() as f64 * self.y);
'l4: for u5 in 0..3 {
if (p0 < self.y) { return Some(self.x); }
}
[p0, p0].into_iter().reduce(f64::max)
}
}
#[differentiable]
pub fn program_7006(x: &[f64]) -> f64 {
if (x[1 % x.len()] < (match Shape::Circle(1.0f64) { Shape::Circle(f4) => [f4, f4].into_iter().last().unwrap_or(x[2 % x.len()]), Shape::Rect { w: f5, h: f6 } if (1usize % 3 == 1) => (f6 - 0.5625f64), Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v7) => 0.25f64, Shape::Empty => (*x.iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)) })) { return (0.5f64 / (1.5 + (-(-x[2 % x.len()])).powi(2))); }
let [f11, .., f12] = [x.iter().cloned().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(x[1 % x.len()]), Some(0.375f64).map_or((match Some(x[2 % x.len()]) { Some(f13) if (f13 > 0.125) => f13, Some(f14) => f14, None => 0.125f64 }), |f15| f15), P::new(0.375f64, 0.25).norm2()];
let rf16 = if (!((1.0 + f11.powi(2)).ln() > f12)) { &f11 } else { &f11 };
match Shape::Tagged(2usize, (*x.iter().take(2).min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5))) { Shape::Circle(f21) if (x[1 % x.len()] > 1.3125) => {
let P { x: f22, y: mut f23, .. } = P::new(f12, 1.3125);
} Shape::Circle(mut f24) => {
f24 = fallible([((*rf16) - (*rf16)), (*rf16)].into_iter().skip_while(|rf25| (x.iter().cloned().skip_while(|rf26| (f12 > 0.0625)).sum::<f64>() < x.iter().map(|rf27| f12).sum::<f64>())).sum::<f64>()).unwrap_or_else(|e| e.len() as f64);
} Shape::Rect { w: f28, h: f29 } => {
let rf33 = if (((3usize % 3 == 1) || (x[2 % x.len()] > 0.9375)) || ((f28 > 1.75) || (f11 > 1.875))) { &f11 } else { &f28 };
} Shape::Many(mut v34) => {
let f35 = x[3 % x.len()]; let f36 = match f35 > 0.5 { true => f35 * f35, false => 0.5 * f35 };
} _ => {
let Some(f37) = x.iter().cloned().reduce(f64::max) else { return P::new(f12, 0.375).norm2().tanh(); };
} }
[f12, f11].into_iter().last().unwrap_or((*rf16)) + f11 + 0.5 * f12
}


#[differentiable]
pub fn program_7007(x: &[f64]) -> f64 {
'l3: for f4 in vec![x.iter().cloned().find(|rf5| (x[1 % x.len()] > 0.6875)).unwrap_or((&x[2 % x.len()] * &x[0 % x.len()])), 0.75] {
let mut s6 = shape_of(x.iter().cloned().reduce(|f7, f8| f7).unwrap_or(f4), f4);
}
let Some(f9) = Some((*best_of(&P::new(0.25f64, 0.875), &P::new(0.25f64, 1.0625))).x) else { return pair(x[0 % x.len()], (&(-x[1 % x.len()]) * &x.iter().cloned().sum::<f64>())).1; };
let mut p13 = (P::new(f64::min(x[1 % x.len()], f9), 1.5) * x[1 % x.len()]);
'l14: for f15 in x.to_vec() {
{ let mut rest = x.to_vec(); 'l16: while let Some(f17) = rest.pop() {
let c18 = |f19: f64| -> f64 { p13.x };
match shape_of(x[2 % x.len()], f15) { Shape::Circle(f22) if matches!(Some((f17 / (1.5 + f17.powi(2)))), Some(y) if y > 0.25) => {
{ let mut rest = [(match 0.6875f64.clamp(-1.0, 1.5) { f23 if (f9 > 1.0625) => (if (f9 > 1.0625) { f9 } else { x[2 % x.len()] }), f24 => x[3 % x.len()].clamp(-1.0, 1.5) }), x.iter().cloned().sum::<f64>()].to_vec(); 'l25: while let Some(f26) = rest.pop() {
let rf27 = if ((book(p13.x, f26).len() as f64) > 0.75) { &f9 } else { &f26 };
} }
let mut u28 = 0;
} Shape::Circle(mut f29) => {
f29 -= 1.375f64;
} Shape::Rect { w: f31, h: f32 } => {
let mut u33 = 0;
} Shape::Many(mut v34) => {
let mut p35 = p13;
} _ => {
let Some(f36) = Some((book(p13.x, p13.x).len() as f64)) else { continue 'l16; };
} }
} }
}
(-[x[0 % x.len()], x[1 % x.len()]].into_iter().reduce(|f37, f38| f9.max(f37).min(x[1 % x.len()])).unwrap_or(x[1 % x.len()])) + f9
}


#[differentiable]
pub fn program_7008(x: &[f64]) -> f64 {
let mut f3 = norm_of([x[2 % x.len()], (x[2 % x.len()] / (1.5 + x[2 % x.len()].powi(2))), x.iter().cloned().nth(1).unwrap_or(x[2 % x.len()])]);
let mut f5 = Shape::Circle(f3).grown((*best_of(&P::new(0.8125f64, 0.8125), &P::new(f3, 1.125))).x).potential(f3);
'l6: for f7 in vec![[f3, 1.3125f64].into_iter().nth(1).unwrap_or(f3), book(f3, f3).get(&0).copied().unwrap_or(f5), [f3, x[3 % x.len()]].into_iter().nth(1).unwrap_or(f5)] {
let [f10, .., f11] = [[0.5625f64, 1.0625, 0.125f64].iter().sum::<f64>(), f3, 0.125f64];
'l12: for f13 in x.iter().cloned() {
let mut a14 = [(match (0usize as usize) % 5 { 0 => f10, 1 | 2 => x[0 % x.len()], n @ 3.. => n as f64 * f11 }), f11, x[3 % x.len()]];
}
}
norm_of([f5, x[3 % x.len()], f3]) + f3 + 0.5 * f5
}


#[differentiable]
pub fn program_7009_0(p0: f64, g: impl Fn(f64) -> f64) -> f64 {
bump(&mut { p0 }, norm(&[0.9375f64, p0]));
'l1: for f2 in [norm(&[p0, 0.875f64]), [p0, p0].into_iter().map(|f3| (1.0 + f3.powi(2)).ln()).sum::<f64>()].to_vec().into_iter().rev() {
if (0.3125f64.rem_euclid(1.5) > 1.75) {
'l6: for f7 in [f2, 0.9375f64].to_vec().into_iter().rev() {
'l8: for f9 in [f2, f2].into_iter().take(3).filter_map(|f10| Some(f2)) {
let mut t11 = (p0, 0.3125);
let rf12 = &f2;
}
let mut w13 = vec![P::new(f7, 1.6875), P::new(f7, 1.75)];
}
}
}
book(norm(&[p0, p0]), (-1.5625f64)).get(&1).copied().unwrap_or((match ([p0, 1.6875f64].into_iter().position(|f14| (p0 > 0.8125)).unwrap_or(2) as usize) % 5 { 0 => p0, 1 | 2 => p0, n @ 3.. => n as f64 * p0 })) + p0
}
#[differentiable]
pub fn program_7009(x: &[f64]) -> f64 {
if ((program_7009_0(1.875f64, |f3| 0.125f64) > 1.75) && ((0.1875f64 > 0.9375) && (x[1 % x.len()] > 1.3125))) {
match (((x[3 % x.len()] > 0.125) && (0.3125f64 > 1.3125)), Some([x[2 % x.len()], 1.875f64].into_iter().find(|rf4| (0.3125f64 > 1.0)).unwrap_or(0.9375f64))) { (true, Some(f5)) => {
match (((3usize * 2 + 1) * 2 + 1) as usize) % 4 { 0 => {
'l6: for (u7, f8) in [program_7009_0(f5, |f9| x[3 % x.len()]), f5.max(x[0 % x.len()]).min(f5)].into_iter().enumerate() {
let mut f10; if matches!(Shape::Circle(program_7009_0(f8, |f11| x[3 % x.len()])), Shape::Rect { w, .. } if w > 0.5) { f10 = f8; } else { f10 = f8.max(f5).min(f8); }
bump(&mut { f8 }, program_7009_0(x.iter().cloned().skip_while(|rf12| (u7 % 2 == 0)).sum::<f64>(), |f13| program_7009_0(program_7009_0(x[2 % x.len()], |f14| f10), |f15| (Pool::from(f5) + Pool::from(x[0 % x.len()])).total())));
}
match ((x.iter().cloned().find(|rf18| (f5 > 0.0625)).unwrap_or(f5.max(1.5f64).min(1.3125f64)) > 0.9375), Some(program_7009_0(program_7009_0(f5, |f19| x[0 % x.len()]), |f20| program_7009_0(x[1 % x.len()], |f21| f21)))) { (true, Some(f22)) => {
let mut a23 = [(Pool::from((-x[3 % x.len()])) + Pool::from(f22)).total(), f5, x[2 % x.len()]];
} (false, Some(f24)) if matches!(Shape::Empty, Shape::Rect { w, .. } if w > 0.5) => {
let mut f25; if ((((f5 > 0.9375) && (x[0 % x.len()] > 0.25)) && matches!(Shape::Empty, Shape::Rect { w, .. } if w > 0.5)) && matches!(Shape::Empty, Shape::Rect { w, .. } if w > 0.5)) { f25 = x[3 % x.len()]; } else { f25 = 0.6875f64; }
} _ => {
bump(&mut { f5 }, program_7009_0(program_7009_0([f5, x[3 % x.len()]].into_iter().map(|f26| f5).sum::<f64>(), |f27| f5), |f28| program_7009_0(f28, |f29| f28)));
} }
} 1 | 2 => {
let rf33 = &f5;
} _ => {
if matches!(Shape::Circle(f5), Shape::Rect { w, .. } if w > 0.5) {
let mut t34 = ([f5, f5].into_iter().reduce(|f35, f36| f35).unwrap_or((&1.0625f64 * &f5)), 1.3125);
}
'l39: for f40 in [[f5, 0.1875f64].into_iter().nth(1).unwrap_or(f5), (Pool::from(f5) + Pool::from({
let mut a41 = [f5, 1.875, f5];
let mut a42 = [x[3 % x.len()], 1.125, x[0 % x.len()]];
f5
})).total()].to_vec().into_iter().rev() {
assert!(!f40.is_infinite(), "at {}", (1usize * 2 + 1));
assert!(!f40.is_infinite(), "at {}", ([f5, f40].into_iter().position(|f43| ((f40 > 1.125) && (1.625f64 > 1.6875))).unwrap_or(2) | 0));
}
let mut t45 = pair((&f5 * &f5), (&program_7009_0(0.5625f64, |f46| 0.625f64) * &program_7009_0(f5, |f47| 1.6875f64)));
} }
} (false, Some(f48)) if ((-0.3125f64) > 1.625) => {
let mut t50 = ((1.0 + f48.powi(2)).ln(), 1.5);
} _ => {
let mut p53 = (if (program_7009_0(1.0f64, |f54| f54) > 1.75) { (if (x[3 % x.len()] > 1.6875) { P::new(x[0 % x.len()], 1.375) } else { P::new(1.0f64, 1.0) }) } else { P::new(program_7009_0(1.375f64, |f55| 1.375f64), 0.5625) });
} }
}
program_7009_0(x.iter().cloned().map_while(|f56| Some(x[3 % x.len()])).sum::<f64>(), |f57| pair(0.5f64, x[2 % x.len()]).1) + 0.0
}


#[differentiable]
pub fn program_7010_0(mut p0: f64, p1: usize) -> Option<f64> {
let [f1, .., f2] = [[1.3125f64, p0].into_iter().map(|f3| (if (p0 > 0.1875) {
match Shape::Circle(f3) { Shape::Circle(f6) if (p1 % 2 == 0) => {
'l9: for u10 in 0..3 {
let mut t12 = (f3, 1.5625);
}
{ let mut rest = vec![1.6875f64, 0.8125]; 'l14: while let Some(f15) = rest.pop() {
let mut f6 = f6;
let mut f16 = f15;
} }
let mut p17 = P::new(p0, 1.625);
} Shape::Circle(mut f18) => {
let mut w19 = vec![P::new(p0, 0.125), P::new(0.5f64, 0.25)];
} Shape::Rect { w: f20, h: f21 } => {
let P { x: f23, y: mut f24, .. } = P::new(p0, 0.5625);
} Shape::Many(mut v25) => {
v25.iter_mut().zip([0.75f64, f3].into_iter()).for_each(|(mf26, f27)| *mf26 += p0);
} _ => {
let mut t28 = (f3, 0.5);
} }
f3
} else {
let P { x: f29, y: mut f30, .. } = P::new(f3, 1.6875);
f3
})).sum::<f64>(); 3];
Some((if (p1 % 2 == 0) {
let Some(f31) = Some(f2) else { return Some(f1).and_then(|f32| Some(1.6875f64)); };
f1
} else {
let mut o33 = Some(1.375f64);
p0
}))
}
#[differentiable]
pub fn program_7010(x: &[f64]) -> f64 {
{ let mut u1 = 0; 'l2: loop { u1 += 1; if u1 > 2 || ((norm(&[0.5f64, 0.6875f64]) * 2.5).floor() > 1.25) { break; } {
if let Some(f3) = checked((u1 as f64 * 0.25)) {
{ let mut rest = scaled(vec![f3, 1.125], f3); 'l4: while let Some(f5) = rest.pop() {
let mut p6 = (&(P { x: (if (f3 > 0.5625) { f3 } else { f3 }), ..P::new(1.375f64, 0.75) }) - &P::new(0.25f64, 0.1875));
if matches!(Some(f5), Some(y) if y > 0.25) { continue 'l2; }
} }
{ let mut rest = x.to_vec(); 'l7: while let Some(f8) = rest.pop() {
{ let mut u9 = 0; 'l10: loop { u9 += 1; if u9 > 2 || (u1 % 2 == 0) { break; } {
let [f11, .., f12] = [(0.1 + [x[0 % x.len()], 0.0625, f3].iter().sum::<f64>().powi(2)).sqrt(); 3];
} } }
{ let mut rest = scaled(x.to_vec(), x[1 % x.len()]); 'l19: while let Some(f20) = rest.pop() {
let (f21, mut f22) = (if (1.875f64 > 0.375) { ((if (u1 % 2 == 0) { f8 } else { f8 }), 1.3125) } else { (x[0 % x.len()], 0.875) });
} }
} }
} else {
{ let mut rest = scaled(vec![x[2 % x.len()], 1.6875], twice(|f23| f23, 1.6875f64)); 'l24: while let Some(f25) = rest.pop() {
let Some(f26) = program_7010_0(1.0f64, u1) else { break; };
} }
}
} } }
x[3 % x.len()] + 0.0
}


#[differentiable]
pub fn program_7012_0(p0: f64, p1: Vec<f64>, p2: &mut P) -> Option<f64> {
let c1 = |f2: f64| -> f64 { (*best_of(&P::new(p1[0 % p1.len()], 0.375), &P::new(1.8125f64, 1.8125))).x };
let mut v3 = p1.iter().map(|rf4| p0.hypot(1.0 + p0.abs())).collect::<Vec<_>>();
v3.iter_mut().zip([p0, p0].into_iter()).for_each(|(mf5, f6)| *mf5 += (match p1.get(0usize).copied() { Some(f7) if (p2.y > 1.25) => p0, Some(f8) => p0, None => f6 }));
let mut f9 = (p1[2 % p1.len()] * 2.5).floor();
v3.iter_mut().for_each(|mf10| *mf10 = [f9; 3].iter().sum::<f64>());
tried(v3[2 % v3.len()]).ok()
}
#[differentiable]
pub fn program_7012(x: &[f64]) -> f64 {
{
{
if let Some(f3) = Some(1.5625f64) && matches!(Shape::Circle((*best_of(&P::new(x[2 % x.len()], 1.125), &P::new(x[1 % x.len()], 1.8125))).x), Shape::Rect { w, .. } if w > 0.5) {
if (!(f3 > x[2 % x.len()])) { {
bump(&mut { f3 }, x.iter().cloned().fold(leaves(&Tree::Leaf(f3), f3), |f4, f5| twice(cube, x.iter().cloned().map_while(|f6| Some(f3)).sum::<f64>())));
let P { x: f7, y: mut f8, .. } = (-P::new(x[0 % x.len()].powf(2.0), 1.1875));
{ let r = &mut f8; let s = &mut *r; *s *= (*best_of(&(-P::new(f7, 1.1875)), &(P::new(f3, 0.6875) * (match Shape::Empty { Shape::Circle(f9) => f7, Shape::Rect { w: f10, h: f11 } if (f10 > 0.9375) => 0.25f64, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v12) => x[3 % x.len()], Shape::Empty => f3 })))).x; *r += f64::min((&f7 * &norm(&[f3, x[0 % x.len()]])), 0.8125f64.tanh()); }
} return ([0.25f64, f3].into_iter().count() as f64 * f3); }
let P { x: f14, y: mut f15, .. } = P::new((*best_of(&P::new(f3, 0.5), &(P::new(f3, 1.875) * x[1 % x.len()]))).x, 0.1875);
}
if let Some(f21) = Some(0.125f64.rem_euclid(1.5).tanh()) {
let mut v23 = x.to_vec();
} else {
{ let mut u27 = 0; 'l28: loop { u27 += 1; if u27 > 2 || (1.0625f64 > 1.4375) { break; } {
let P { x: f30, y: mut f31, .. } = P::new(0.75f64, (match Some(x[2 % x.len()]) { Some(f32) if (1.6875f64 > 1.375) => x[1 % x.len()].powf(2.0), Some(f33) => (*best_of(&P::new(f33, 0.0625), &P::new(0.375f64, 1.3125))).x, None => norm(&[x[3 % x.len()], 0.5f64]) }));
} } }
let (f35, mut f36) = (x[3 % x.len()], norm(&[1.625f64, 0.5f64]));
}
}
if (f64::min(x[0 % x.len()].sin(), x[2 % x.len()]) > x[3 % x.len()]) { return f64::min(x[2 % x.len()], f64::min((match Shape::Circle(0.1875f64) { Shape::Circle(f41) => x[2 % x.len()], Shape::Rect { w: f42, h: f43 } if (f42 > 1.625) => f42, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v44) => 0.6875f64, Shape::Empty => 1.125f64 }), f64::min(x[0 % x.len()], 0.125f64))); }
}
let mut v47 = x.to_vec();
(3usize as f64 * 0.25) + 0.0
}


#[differentiable]
impl P {
pub fn program_7013_0(&self, p0: &mut f64, p1: Vec<f64>, p2: (f64, f64)) {
let mut s2 = Shape::Empty;
note(2usize);
if p1.iter().map(|rf4| p2.0).skip(1).all(|f5| p1.iter().copied().all(|f6| matches!(s2, Shape::Circle(_)))) {
let mut h7 = book(p1[3 % p1.len()], 0.875f64);
} else {
let mut u11 = 1;
let mut s12 = shape_of(p1[u11 % p1.len()], p1[u11 % p1.len()]);
}
}
}
#[differentiable]
pub fn program_7013_1(p0: &mut P, g: impl Fn(f64) -> f64) {
if matches!(Some(p0.y).map(|f1| p0.y), Some(y) if y > 0.25) {
match (((0.75f64 * (p0.y * 0.9375f64)) > 0.3125), Some(fallible(0.5625f64).unwrap_or(p0.y)).map(|f3| p0.y)) { (true, Some(f4)) => {
assert!(!f4.is_infinite(), "at {}", 2usize);
let [f5, .., f6] = [leaves(&Tree::Leaf(f4), fallible(f4).unwrap_or(f4)), 1.375, Pool::from(f4)[1]];
} (false, Some(f7)) if [f7, f7].into_iter().reduce(f64::max).is_none() => {
if [f7, f7].into_iter().all(|f10| Some(f7).map(|f11| 0.6875f64).is_none()) {
{
let mut s27 = Shape::Circle(twice(|f28| f7, [1.625f64, f7].into_iter().nth(1).unwrap_or(f7)));
let [f29, .., f30] = [f7, f7, f7.powi(1)];
}
} else {
let mut s33 = shape_of((Pool::from(f7) + Pool::from(p0.y)).total(), Pool::from(p0.y)[1]);
}
} _ => {
let P { x: f34, y: mut f35, .. } = (-P::new(1.1875f64, 0.3125));
} }
} else {
note(0usize);
}
}
#[differentiable]
pub fn program_7013(x: &[f64]) -> f64 {
let mut s2 = Shape::Empty;
let [f5, .., f6] = [[1.1875f64, x[0 % x.len()]].into_iter().fold(0.1875f64, |f7, f8| f7).max(x[3 % x.len()]), 0.75, {
{ let mut rest = x.to_vec(); 'l11: while let Some(f12) = rest.pop() {
let mut u13 = 0;
} }
x[1 % x.len()]
}];
let mut f14; if matches!(Some(f6).map(|f15| pair(f5, f15).1), Some(y) if y > 0.25) { f14 = f6; } else { f14 = (leaves(&Tree::Leaf(x[0 % x.len()]), x[0 % x.len()]) * f5); }
if matches!(Some(f14), Some(y) if y > 0.25) {
let mut h16 = book(0.125f64, x.iter().cloned().filter_map(|f17| Some(x[1 % x.len()])).fold(x[2 % x.len()], |f18, f19| f5));
(P::new(pair(f5, 1.4375f64).1, 0.4375) + P::new(1.3125f64.powi(3), 1.0625)).program_7013_0(&mut f14, vec![[1.375f64, 0.8125f64].into_iter().fold(1.625f64, |f20, f21| 1.8125f64), 1.875], (if matches!(s2, Shape::Circle(_)) { (if Some(0.25f64).is_none() { (x[1 % x.len()], 0.625) } else { (1.125f64, 0.5625) }) } else { (if (f6 > 1.0) { (x[3 % x.len()], 1.8125) } else { (f6, 0.3125) }) }));
} else {
(-P::new(f5, 1.125)).program_7013_0(&mut f14, scaled(x.to_vec(), f6), (if matches!(Some(f5), Some(y) if y > 0.25) { (f5, 0.5625) } else { (if matches!(s2, Shape::Circle(_)) { (f5, 1.75f64) } else { (1.5625f64, f6) }) }));
P::new(f5, 1.5625).program_7013_0(&mut f14, scaled(scaled(vec![0.5625f64, 0.6875], x[3 % x.len()]), f6), (if (f5 > 0.75) { (if matches!(s2, Shape::Circle(_)) { (f6, 0.3125) } else { (f6, 0.5625) }) } else { (fallible(f6).unwrap_or(f5), 1.3125) }));
}
assert!(!f5.is_infinite(), "at {}", (no_diff(f14.abs() * 3.0) as usize));
P::new(x.iter().map(|rf23| f5).nth(1).unwrap_or((f14 * f14)), 1.3125).program_7013_0(&mut f14, scaled(vec![f5, 1.3125], f6), (if (Some(1.8125f64).is_none() || (1.5625f64 > 0.6875)) { (s2.clone().area(f5), 0.75) } else { (if (f5 > 1.5) { (f6, 0.5625) } else { (f5, 0.8125) }) }));
match shape_of(pair(1.0f64, 0.375f64).1, (f14 - 1.6875f64)) { Shape::Circle(f24) if ((0.6875f64 > 1.125) || matches!(s2, Shape::Circle(_))) => {
(-P::new(f24, 0.5)).program_7013_0(&mut f14, vec![(if matches!(s2, Shape::Circle(_)) { leaves(&Tree::Leaf(f6), f24) } else { x.iter().cloned().fold(f5, |f25, f26| f6) }), 1.6875], ((f6.max(f24) - f24), (if Some(x[2 % x.len()]).is_none() { f5 } else { f6 })));
} Shape::Circle(mut f27) => {
(-P::new(1.25f64, 1.6875)).program_7013_0(&mut f14, scaled(x.to_vec(), [0.9375f64, x[0 % x.len()]].into_iter().next().unwrap_or(f6)), (if matches!(s2, Shape::Circle(_)) { (x[2 % x.len()], x.iter().cloned().nth(1).unwrap_or(x[3 % x.len()])) } else { (leaves(&Tree::Leaf(0.6875f64), f27), 0.8125) }));
} Shape::Rect { w: f31, h: f32 } => {
bump(&mut f14, {
note((no_diff(f31.abs() * 3.0) as usize));
(leaves(&Tree::Leaf(f5), x[3 % x.len()]) * f5)
});
} Shape::Many(mut v36) => {
(-P::new(v36[0 % v36.len()], 0.875)).program_7013_0(&mut f14, v36.clone(), (if v36.iter().copied().all(|f37| (v36.len() > 2)) { (v36[0 % v36.len()], f6) } else { (x.iter().cloned().next().unwrap_or(f6), f5) }));
} _ => {
(-(-P::new(1.6875f64, 0.125))).program_7013_0(&mut f14, x.to_vec(), ((if (f5 > 0.75) { Pool::from(f5)[1] } else { f6.max(f6) }), f5));
} }
pair(f5, x[3 % x.len()]).1 + f5 + 0.5 * f6 + 0.5 * f14
}


#[differentiable]
pub fn program_7014_0(mut p0: f64, p1: &f64) -> f64 {
let f1 = ((P::new(1.75f64, 1.375) * (P::new(p0, 1.6875) * 1.0f64).y) * [p0, p0].into_iter().last().unwrap_or((*p1))).y;
let f6 = norm(&[p0, 0.4375f64]);
{ let mut u7 = 0; 'l8: while u7 < 3 { u7 += 1; {
let mut o9 = (if (total(&[P::new(p0, 0.125), P::new((*p1), 0.8125)], (*p1)) > 1.3125) { Some(1.75f64.max(leaves(&Tree::Leaf((*p1)), f6)).min((*p1))) } else { None });
} } }
let f11 = leaves(&Tree::Leaf((P::new((*p1), 1.75) * 0.75f64).y), p0);
match (((*best_of(&(P::new((*p1), 1.4375) + P::new(f1, 1.4375)), &P::new(f11, 0.75))).x < [f11, p0].into_iter().nth(1).unwrap_or(f11)), (if (f64::min((*p1), f1) > 1.1875) { Some([(*p1), f6].into_iter().last().unwrap_or(1.4375f64)) } else { None })) { (true, Some(f12)) => {
let f13 = [1.8125f64, (*p1)].into_iter().last().unwrap_or((1..=2).flat_map(|u14| (0..u14).map(move |n| n as f64 * 1.4375)).sum::<f64>());
if [(*p1), 1.0625f64].into_iter().all(|f15| ((P::new(p0, 0.75) * (*p1)).y > 1.625)) {
match ((f12 < 1.125f64), tried(p0).ok()) { (true, Some(f16)) => {
let f17 = Some(f13).map_or(((*p1) + f6), |f18| (*p1));
} (false, Some(f19)) if (!(0.75f64 < f19)) => {
let u20 = (1usize as usize).pow(2);
} _ => {
let f24 = f1;
} }
} else {
let [f26, .., f27] = [f64::min(norm(&[f13, f11]), f11), 1.1875, twice(cube, norm(&[(*p1), f6]))];
}
} (false, Some(f28)) if (f11 < (P::new(f6, 0.125) * 1.125f64).y) => {
let u29 = (format!("{}{:.1}", 2, 0.875).len() | 1);
} _ => {
let f30 = (if (p0 > 1.6875) {
let f31 = f1;
std::iter::once(p0).map(|f32| twice(cube, (*p1))).sum::<f64>()
} else {
let f33 = (*p1);
f11
});
} }
std::iter::repeat((*p1)).take(2).take(3).sum::<f64>() + p0 + 0.5 * f1 + 0.5 * f6 + 0.5 * f11
}
#[differentiable]
pub fn program_7014_1(mut p0: f64) -> f64 {
match ((fallible(p0).unwrap_or(p0) < (0usize as f64 * 0.25)), Some(program_7014_0(1.8125f64, &1.4375f64))) { (true, Some(f1)) => {
p0 = program_7014_0(f1, &f1).max(f1).min(1.6875f64).max(f1).min(program_7014_0((P::new(f1, 1.0) * f1).y, &leaves(&Tree::Leaf(p0), 1.375f64)));
note((3usize as usize).pow(2));
} (false, Some(f2)) if [f2, (0.9375f64 + p0)].into_iter().all(|f3| (f2 > 0.625)) => {
let u4 = format!("{}{:.1}", 1, 0.9375).len();
} _ => {
let mut v6 = vec![[p0, p0].into_iter().product::<f64>(), 0.1875];
let (rf7, rl8) = (&p0, &v6[2 % v6.len()..]);
} }
let mut u10 = 2;
let [f11, .., f12] = [program_7014_0(p0, &p0); 3];
let mut o13 = Some(program_7014_0(fallible(f11).unwrap_or(1.0625f64), &program_7014_0(f12, &f11)));
std::iter::once(o13.unwrap_or(0.5)).last().unwrap_or(program_7014_0(o13.unwrap_or(0.5), &program_7014_0(f11, &0.4375f64))) + p0 + 0.5 * f11 + 0.5 * f12
}
#[differentiable]
pub fn program_7014(x: &[f64]) -> f64 {
let mut u1 = 3;
let mut v2 = x.to_vec();
note(v2.len());
'l3: for (u4, rf5) in v2.iter().enumerate() {
if let [rf6, _, ..] = v2.as_slice() {
let rf9 = &v2[u1 % v2.len()];
}
{ let mut u10 = 0; 'l11: while u10 < 3 { u10 += 1; {
if let [rf12, _, ..] = v2.as_slice() {
match ((v2.len() > 2), tried(program_7014_0(x[0 % x.len()], &program_7014_0(1.0625f64, &x[1 % x.len()]))).ok()) { (true, Some(f13)) => {
let u14 = ((v2.len() | 1) | 0);
} (false, Some(f15)) if (f15 < (P::new(v2[2 % v2.len()], 0.75) + P::new(x[1 % x.len()], 0.875)).potential((*rf5))) => {
let mut v18 = vec![program_7014_1(norm(&[f15, v2[u4 % v2.len()]])), 0.8125];
let mut v19 = v2.clone();
let [f20, .., f21] = [P::new(v18[u4 % v18.len()], 0.375).potential(x[3 % x.len()].max(v2[u10 % v2.len()]).min(v19[u10 % v19.len()])); 3];
} _ => {
note((format!("{}{:.1}", 2, 0.0625).len() | 3));
let mut v22 = vec![program_7014_0(program_7014_0(x[1 % x.len()], &(*rf5)), &v2[1 % v2.len()]), 0.3125];
} }
let mut v23 = vec![(if (v2[2 % v2.len()] > 0.375) {
let mut u24 = 0;
let mut v25 = vec![v2[0 % v2.len()], 0.875];
note(u10);
program_7014_1(v2[2 % v2.len()])
} else {
let mut u27 = 3;
x[3 % x.len()]
}), 0.125];
}
} } }
}
program_7014_0(1.5625f64, &program_7014_0(1.4375f64, &v2[3 % v2.len()])) + 0.0
}


#[differentiable]
pub fn program_7019(x: &[f64]) -> f64 {
let [f1, .., f2] = [book(0.5625f64, x[0 % x.len()]).get(&1).copied().unwrap_or(0.75f64.sin()); 3];
let f4 = book(0.5f64, 0.8125f64).get(&2).copied().unwrap_or(((book(f1, f2).len() as f64) / (1.5 + f1.powi(2))));
assert!(!f1.is_infinite(), "at {}", format!("{}{:.1}", 3, 0.8125).len());
'l5: for f6 in [P::new(0.625f64, 0.5).potential(norm_of([f1, 1.625, f4])), 1.25f64.sin()].into_iter() {
'l7: for (u8, f9) in x.iter().cloned().enumerate() {
'l12: for (u13, f14) in [Some(x[1 % x.len()]).unwrap_or_else(|| 1.5625f64), f6].into_iter().filter_map(|f15| x.iter().cloned().reduce(f64::max)).enumerate() {
bump(&mut { f14 }, P::new(x[2 % x.len()], 1.375).potential({
let f17 = norm_of([f1, 1.5625, 0.125f64]);
let rf18 = &f4;
x[2 % x.len()]
}));
let f19 = x.iter().cloned().take(3).scan(Shape::Empty.area(1.875f64), |mf20, f21| { *mf20 += 0.75f64; Some(*mf20) }).fold(pair(x[3 % x.len()].sin(), 1.3125f64).1, |f22, f23| 1.25f64);
}
let mut u26 = 1;
}
if (power(f1, 1) > 0.9375) { {
{ let mut bits = (3usize % 3) % 8; 'l27: while bits != 0 { bits &= bits - 1; {
'l28: for u29 in 0..2 + 1 {
let u30 = [1.8125f64, 0.6875f64].iter().map(|rf31| 0.625f64).position(|f32| (f6 > 0.5)).unwrap_or(2);
}
{ let mut bits = x.iter().cloned().position(|f37| (x[0 % x.len()] > 1.4375)).unwrap_or(2) % 8; 'l38: while bits != 0 { bits &= bits - 1; {
let [f39, .., f40] = [P::new(f4, 0.375).potential(x[1 % x.len()]); 3];
} } }
let f42 = 0.75f64;
} } }
let c43 = |f44: f64| -> f64 { 1.5f64 };
} continue 'l5; }
}
(book(f1, f2).len() as f64).rem_euclid(1.5) + f1 + 0.5 * f2 + 0.5 * f4
}


#[differentiable]
pub fn program_7021_0(p0: f64, p1: &P) -> (f64, f64) {
{ let mut u1 = 0; 'l2: while u1 < 3 { u1 += 1; {
{ let mut u5 = 0; 'l6: while u5 < 3 { u5 += 1; {
let P { x: f7, y: mut f8, .. } = (*p1);
} } }
} } }
if ((1usize % 3) % 3 == 1) { {
if let Some(f12) = Some((p0 - p0)).and_then(|f13| Some(p1.x).and_then(|f14| Some(p0))) && (!(3usize % 3 == 1)) {
{ let mut u15 = 0; 'l16: while u15 < 3 { u15 += 1; {
let mut f12 = [p1.x, p1.x].into_iter().fold((match (u15 as usize) % 5 { 0 => 1.25f64, 1 | 2 => f12, n @ 3.. => n as f64 * p0 }).max(f64::min(1.75f64, p0)).min(p0), |f19, f20| 1.5625f64);
} } }
bump(&mut { p0 }, [1.6875f64, f12].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(Some(p0).unwrap_or(p0)));
}
} return (if ([p0, p0].into_iter().fold(0.8125f64, |f21, f22| 0.0625f64) > 1.625) { (if (p0 > 1.6875) { p0.sin_cos() } else { (0.3125f64, 1.1875) }) } else { (p0, 0.5) }); }
(if (p0 > 1.25) { (p0, 1.1875) } else { (p0, 1.25) })
}
#[differentiable]
pub fn program_7021(x: &[f64]) -> f64 {
match ([1.5f64, x[1 % x.len()]].into_iter().zip([1.6875f64, x[0 % x.len()]].into_iter()).map(|(f1, f2)| f1).count() as usize) % 4 { 0 => {
note(([1.5625f64, 0.875f64].into_iter().position(|f4| (f4 > 0.25)).unwrap_or(2) % 3));
{
let f6 = (x[3 % x.len()] / (1.5 + 0.4375f64.powi(2)));
match ((1usize % 3 == 1), Some(f6).and_then(|f8| Some(0.625f64).and_then(|f9| Some(f6)))) { (true, Some(f10)) => {
if let Some(f12) = Some((x[1 % x.len()] - f10)).and_then(|f13| Some(f13).and_then(|f14| Some(f14))) && (book(f10, x[2 % x.len()]).get(&2).copied().unwrap_or(f6) > 0.4375) {
bump(&mut { f6 }, (x[1 % x.len()] + (match (2usize as usize) % 5 { 0 => 0.25f64, 1 | 2 => 0.3125f64, n @ 3.. => n as f64 * f12 })));
}
} (false, Some(f15)) if (!(1.5625f64 > 0.5625)) => {
note((3usize % 3));
} _ => {
let P { x: f20, y: mut f21, .. } = ((P { x: f6, ..P::new(f6, 1.875) }) + ((P::new(f6, 0.5625) + P::new(0.8125f64, 1.1875)) + P::new(f6, 1.75)));
} }
'l24: for f25 in x.to_vec() {
let rf28 = if (0usize % 3 == 1) { &f6 } else { &f25 };
}
}
} 1 | 2 => {
note([1.3125f64, book(x[3 % x.len()], 0.5625f64).get(&0).copied().unwrap_or(x[3 % x.len()])].into_iter().count());
} _ => {
let f33 = (match (1usize as usize) % 5 { 0 => ((1.0 + 0.75f64.powi(2)).ln() * 0.375f64), 1 | 2 => [0.375f64, x[1 % x.len()]].into_iter().fold((0.75f64 + x[0 % x.len()]), |f34, f35| f35), n @ 3.. => n as f64 * (if (0.5f64 > 0.125) { Shape::Circle(0.375f64) } else { Shape::Circle(x[0 % x.len()]) }).area([x[3 % x.len()], 0.875f64].into_iter().product::<f64>()) });
} }
P::new(1.625f64, 0.1875).norm2() + 0.0
}


#[differentiable]
pub fn program_7023_0(p0: f64, mut p1: Shape, mut p2: (f64, f64)) -> (f64, f64) {
let mut s2 = p1.clone();
p2.1 *= (P { x: p0, ..(P { x: p2.0, y: 1.1875f64, tag: 0usize }) }).norm2();
let Some(f3) = Some([p0, p2.1].into_iter().map_while(|f4| Some(p0)).sum::<f64>().max(p2.1).min((1.0 + p0.powi(2)).ln())) else { return total(&[P::new(p2.0, 1.375), P::new(p0, 0.625)], p2.0).sin_cos(); };
match (((0usize % 3) % 3 == 1), Some(0.0625f64).filter(|rf5| (matches!(p1, Shape::Circle(_)) && matches!(s2, Shape::Circle(_))))) { (true, Some(f6)) => {
let mut f7 = Some(1.5f64).map(|f8| f8).map(|f9| twice(|f10| f3, 0.0625f64)).map_or(pair(f3, (1.0 + f6.powi(2)).ln()).1, |f11| p2.0);
let Some(f12) = checked([p2.1, 1.4375f64].into_iter().map_while(|f13| checked(f13)).sum::<f64>()) else { return book(f6, p2.0).get(&0).copied().unwrap_or(p2.1).sin_cos(); };
match (Shape::Rect { w: (*best_of(&(-P::new(f7, 1.625)), &P::new(1.375f64, 1.0))).x, h: book(p2.0, p2.0).get(&0).copied().unwrap_or(0.375f64.tanh()) }) { Shape::Circle(f14) if [f14, 0.25f64].iter().enumerate().map(|(u15, rf16)| p2.0).all(|f17| matches!(p1, Shape::Circle(_))) => {
'l18: for f19 in [pair(1.5625f64, f3).1, f12.mul_add(p2.0, 0.375f64)].to_vec() {
let mut t22 = 0.25f64.sin_cos();
}
} Shape::Circle(mut f23) => {
let mut u24 = 2;
} Shape::Rect { w: f25, h: f26 } => {
{ let mut add = |f28: f64| f7 += Some(f25).map(|f29| p2.0).map(|f30| f28).map_or([p2.0, f6].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(p2.0), |f31| p0); add(P::new(p2.1, 0.0625).norm2()); if matches!(s2, Shape::Circle(_)) { add((match (Shape::Rect { w: 0.1875f64, h: f26 }) { Shape::Circle(f32) => p2.1, Shape::Rect { w: f33, h: f34 } if matches!(s2, Shape::Circle(_)) => f33.max(f25).min(p2.0), Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v35) => p2.0, Shape::Empty => P::new(1.8125f64, 1.375).dot(&P::new(f6, 1.25)) })); } }
} Shape::Many(mut v36) => {
mixed(&mut v36, pair((match Shape::Circle(f12) { Shape::Circle(f37) => f3, Shape::Rect { w: f38, h: f39 } if matches!(p1, Shape::Circle(_)) => 0.8125f64, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v40) => f3, Shape::Empty => p2.1 }), p2.1).1);
} _ => {
f7 -= p2.1;
} }
} (false, Some(f42)) if (format!("{}{:.1}", 3, 1.25).len() % 3 == 1) => {
let mut o44 = tried(leaves(&Tree::Node(Box::new(Tree::Leaf(1.1875f64)), Box::new(Tree::Leaf(p2.1))), p2.1)).ok();
} _ => {
p2.1 *= (0.1 + p0.hypot(1.0 + p2.0.mul_add(p2.0, p0).abs()).powi(2)).sqrt();
} }
([p2.0, f3].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(p2.1), 0.375)
}
#[differentiable]
pub fn program_7023_1(mut p0: f64, p1: &f64) -> f64 {
let mut s1 = Shape::Circle((-P::new((*p1), 0.4375)).dot(&P::new((*p1), 0.1875)));
let c4 = |f5: f64| -> f64 { total(&[P::new(f5, 0.125), P::new(p0, 0.1875)], f5) };
'l8: for f9 in [p0, [(*p1), p0].iter().enumerate().filter(|(u10, _)| ((*p1) > 0.4375)).map(|(_, rf11)| p0).fold(p0, |f12, f13| (*p1))].to_vec() {
let u16 = format!("{}{:.1}", 0, 1.4375).len();
}
let u19 = (format!("{}{:.1}", 0, 0.4375).len() | 2);
{ let mut u20 = 0; 'l21: while u20 < 3 { u20 += 1; {
let c22 = |f23: f64| -> f64 { (P { x: f23, y: ((*p1) + f23), tag: 0usize }).norm2() };
} } }
let u24 = (u19 | 3);
{ let mut bits = 2usize % 8; 'l26: while bits != 0 { bits &= bits - 1; {
if let Some(f27) = checked(((-P::new(1.625f64, 0.5)) * p0).y) && (0..3 + 1).map(|u28| 0.5f64).all(|f29| (f29 > 0.8125)) {
let mut t30 = (f27, 1.0625);
}
} } }
0.125f64 + p0
}
#[differentiable]
pub fn program_7023(x: &[f64]) -> f64 {
let mut f1 = (-P::new(x[3 % x.len()], 0.5625)).norm2();
let mut u3 = 1;
let mut f7 = program_7023_1((-pair(1.4375f64, 0.1875f64).1.abs()).exp(), &program_7023_1(f1, &f1));
let mut u8 = 2;
let mut f9 = program_7023_1(f7, &0.625f64.mul_add(f1, f1));
let c10 = |f11: f64| -> f64 { program_7023_1(f7, &0.125f64) };
{ let mut u12 = 0; 'l13: while u12 < 3 { u12 += 1; {
'l14: for f15 in x.to_vec() {
'l20: for f21 in x.to_vec() {
{ let mut u22 = 0; 'l23: while u22 < 3 { u22 += 1; {
let c24 = |f25: f64| -> f64 { (&P::new(1.5625f64, 0.125) - &P::new(f25, 1.0625)).norm2() };
let mut t26 = ([x[0 % x.len()], f15].into_iter().fold(f9, |f27, f28| (-f15.abs()).exp()), 1.1875);
} } }
let mut f29 = (0..3).rev().map(|u30| f1).fold(f21, |f31, f32| program_7023_1(f32.tanh(), &f32));
}
}
} } }
x[0 % x.len()] + f1 + 0.5 * f7 + 0.5 * f9
}


#[differentiable]
pub fn program_7024(x: &[f64]) -> f64 {
let f4 = (P::new(x[3 % x.len()], 0.375) * x[1 % x.len()].max(x[0 % x.len()]).max(0.1875f64)).y; let f5 = match f4 > 0.5 { true => f4 * f4, false => 0.5 * f4 };
let mut f8 = (match (1usize as usize) % 5 { 0 => f5, 1 | 2 => f4, n @ 3.. => n as f64 * (match Some(f5) { Some(f9) if (0.25f64 > 0.375) => f5, Some(f10) => f5, None => f5 }) });
{ let r = &mut f8; let s = &mut *r; *s *= f4; *r += (-x[1 % x.len()]); }
(f8, f8) = ((1.0 + f4.mul_add(f5, (book(f4, f5).len() as f64)).powi(2)).ln(), f5.tanh());
let mut f11 = (book(f4, x[1 % x.len()]).len() as f64);
f11 -= (book((0.1 + f11.powi(2)).sqrt(), x[1 % x.len()]).len() as f64);
f8.hypot(1.0 + f4.abs()) + f4 + 0.5 * f5 + 0.5 * f8 + 0.5 * f11
}


#[differentiable]
pub fn program_7026(x: &[f64]) -> f64 {
{ let mut bits = ((1usize as usize).pow(2) * 2 + 1) % 8; 'l3: while bits != 0 { bits &= bits - 1; {
'l7: for f8 in vec![P::new(1.25f64, 1.8125).norm2(), x.iter().cloned().nth(1).unwrap_or((*best_of(&P::new(1.75f64, 1.25), &P::new(1.8125f64, 0.875))).x), x[2 % x.len()]] {
if (f8 < x[3 % x.len()]) { return x.iter().cloned().nth(1).unwrap_or(x[1 % x.len()]); }
'l11: for f12 in [1.5f64, 0.25f64.tanh()].to_vec() {
'l13: for f14 in [f12, f12].to_vec() {
let [f18, .., f19] = [f8, 1.5, f12].map(|f20| (&0.5f64 * &x[3 % x.len()])).map(|f21| P::new(f8, 1.75).norm2().sin());
let mut f23 = (*best_of(&P::new(f14, 0.625), &(&P::new(f12, 1.875) - &P::new(f14, 0.3125)))).x;
f23 /= 1.5 + (Pool::from(f18) + Pool::from(f19)).total().abs();
}
let mut f26 = f8.tanh();
f26 = f12;
}
if (x.iter().cloned().fold(1.6875f64, |f28, f29| Some(f8).unwrap_or_else(|| x[3 % x.len()])) > 1.1875) { return x[3 % x.len()]; }
}
} } }
match ((if (x[2 % x.len()].sin() < 1.4375f64) { format!("{}{:.1}", 0, 1.375).len() } else { x.iter().cloned().count() }) as usize) % 4 { 0 => {
let mut s30 = Shape::Empty;
let mut s32 = Shape::Circle(x[3 % x.len()]).grown((&P::new(0.5625f64, 1.0) - &P::new(1.0f64, 1.25)).norm2());
} 1 | 2 => {
match Shape::Tagged(3usize, x.iter().cloned().filter_map(|f34| Some(f34)).fold(0.75f64, |f35, f36| f35)) { Shape::Circle(f37) if matches!(Some(f37), Some(y) if y > 0.25) => {
if let Some(f39) = Some(f37.sin()).and_then(|f40| (if (f40 > 1.0) { Some(x[3 % x.len()]) } else { None })) && ((x[2 % x.len()] > 0.75) && (f37 > 0.6875)) {
let mut f41 = (*best_of(&P::new(f39, 1.625), &(&P::new(x[2 % x.len()], 0.8125) - &(&P::new(0.125f64, 1.3125) - &P::new(x[3 % x.len()], 0.875))))).x;
{ let r = &mut f41; let s = &mut *r; *s *= f39; *r += (1.375f64 * 2.5).floor(); }
}
} Shape::Circle(mut f42) => {
let mut f43 = bump(&mut f42, (match x[0 % x.len()] { f44 if (x[3 % x.len()] > 0.8125) => f44, f45 => x[3 % x.len()] }));
} Shape::Rect { w: f46, h: f47 } => {
let mut s48 = Shape::Circle(f46);
} Shape::Many(mut v49) => {
{ let mut store = |f50: f64| v49.push((*best_of(&(&P::new(f50, 1.5625) - &P::new(f50, 0.625)), &(&P::new(f50, 1.1875) - &P::new(f50, 1.5)))).x.sin()); for _ in 0..2 { store((0.1 + pair(norm_of([x[0 % x.len()], 1.3125, x[1 % x.len()]]), 1.25f64).1.powi(2)).sqrt()); } }
} _ => {
let mut f52 = [1.5625f64, 1.8125f64].into_iter().fold(norm_of([x[1 % x.len()], 0.8125, 1.125f64]).hypot(1.0 + norm_of([0.5f64, 1.625, x[1 % x.len()]]).abs()), |f53, f54| f53.tanh());
} }
} _ => {
let mut f55 = (*best_of(&P::new(x[1 % x.len()], 1.0), &P::new(x[0 % x.len()], 0.875))).x;
} }
(-(&x[1 % x.len()] * &x.iter().cloned().skip_while(|rf56| (x[2 % x.len()] > 0.125)).sum::<f64>()).abs()).exp() + 0.0
}


#[differentiable]
impl P {
pub fn program_7027_0(&mut self, mut p0: f64, p1: &P) -> f64 {
if (pair(1.4375f64, (p1.x + p0)).1 > self.y) { return ((*p1) * [p0, p0].into_iter().filter(|rf3| (p0 > 1.8125)).next().unwrap_or(p0)).y; }
'l4: for (u5, f6) in [p0, ((2usize | 3) as f64 * 0.25)].into_iter().enumerate() {
let mut u7 = 3;
let rf8 = if matches!(Some(0.5f64), Some(y) if y > 0.25) { &p0 } else { &p0 };
}
(if (p0 > (book(p0, self.y).len() as f64)) { (match Shape::Empty { Shape::Circle(f9) => f9, Shape::Rect { w: f10, h: f11 } if (p0 > 0.4375) => f10, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v12) => p0, Shape::Empty => pair(1.25f64, p0).1 }) } else { 1.5625f64 }) + p0
}
}
#[differentiable]
pub fn program_7027_1(p0: f64, p1: (f64, f64), p2: &mut [f64]) -> f64 {
'l1: for u2 in 0..0 + 1 {
if (vec![1.6875f64, 1.375].into_iter().sum::<f64>() < (Pool::from(Pool::from(p0)[1]) + Pool::from(Shape::Empty.potential(p1.1))).total()) { continue 'l1; }
let mut v3 = vec![p0, 0.9375];
let mut v6 = v3.clone();
}
let f7 = Some((1usize as f64 * 0.25)).map_or(p0, |f8| (&p1.0 * &1.0625f64));
let rf9 = &f7;
let mut v12 = vec![[f7, f7].into_iter().next().unwrap_or(p0), 1.75];
bump(&mut { p0 }, (p0 + f7));
vec![0.875f64, 0.1875].into_iter().sum::<f64>() + p0 + 0.5 * f7
}
#[differentiable]
pub fn program_7027(x: &[f64]) -> f64 {
'l3: for (u4, f5) in x.iter().map(|rf6| (1.0 + 1.1875f64.powi(2)).ln()).enumerate() {
let f11 = f5.powf(2.0);
{ let mut rest = vec![(&Some(x[0 % x.len()]).unwrap_or(f5) * &Pool::from(f11)[1]), 1.6875]; 'l13: while let Some(f14) = rest.pop() {
let f17 = [f14, x[3 % x.len()]].into_iter().reduce(|f18, f19| x.iter().cloned().next().unwrap_or(f11.powf(2.0))).unwrap_or(Pool::from(f5)[1]);
{ let mut rest = vec![(Pool::from([f17, 1.4375f64].into_iter().reduce(|f25, f26| f26).unwrap_or(0.625f64)) + Pool::from(0.0625f64)).total(); 3]; 'l27: while let Some(f28) = rest.pop() {
bump(&mut { f14 }, (x[3 % x.len()] + (if (u4 % 2 == 0) { x.iter().cloned().reduce(|f31, f32| f11).unwrap_or(f5) } else { 1.375f64 })));
} }
let f33 = x.iter().cloned().filter(|rf34| ((*rf34) > 1.6875)).last().unwrap_or(Pool::from(f14)[1]);
} }
}
{ let mut rest = vec![x[1 % x.len()]; 3]; 'l38: while let Some(f39) = rest.pop() {
let f40 = (book(f39, f39).len() as f64);
'l41: for (u42, f43) in [f39, f40].into_iter().enumerate() {
let f44 = (book(f40, f40).len() as f64);
'l48: for u49 in 0..0 + 1 {
let mut w51 = vec![(P { x: 0.1875f64, ..P::new(f39, 0.375) }), (P { x: (f44 + x[2 % x.len()]), y: f39, tag: (no_diff(1.75f64.abs() * 3.0) as usize) })];
}
'l52: for f53 in vec![(if (u42 % 2 == 0) { f44 } else { (Pool::from(f44) + Pool::from(f40)).total() }); 3].into_iter().rev() {
bump(&mut { f40 }, std::iter::once(1.25f64).map(|f55| (0.9375f64 - f55)).sum::<f64>());
}
}
} }
(Pool::from(0.8125f64) + Pool::from(f64::min((if (x[1 % x.len()] > 1.875) { 0.375f64 } else { 1.4375f64 }), (P::new(x[0 % x.len()], 1.75) * x[1 % x.len()]).y))).total() + 0.0
}


#[differentiable]
pub fn program_7028(x: &[f64]) -> f64 {
let P { x: f1, y: mut f2, .. } = (P { x: power(leaves(&Tree::Leaf(0.0625f64), x[1 % x.len()]), 0), y: x[3 % x.len()], tag: (if (x[3 % x.len()] > 0.875) { 0usize } else { 0usize }) });
let mut m3 = [[((if (1.6875f64 > 1.3125) { 1usize } else { 2usize }) as f64 * 0.25), 0.5], [1.0625, x[1 % x.len()]]];
{ let mut u4 = 0; 'l5: loop { u4 += 1; if u4 > 2 || matches!(Some(f2), Some(y) if y > 0.25) { break; } {
note(3usize);
} } }
{ let mut u8 = 0; 'l9: loop { u8 += 1; if u8 > 2 || ((if (1usize % 3 == 1) { (if (f2 > 0.625) { 2usize } else { 0usize }) } else { 0usize }) % 3 == 1) { break; } {
let mut f12; if (m3[u8 % 2][0 % 2] > 1.5) { f12 = pair({
(f2, f2) = (f1, f2);
x[0 % x.len()]
}, m3[u8 % 2][2 % 2]).1.mul_add([0.625f64, m3[u8 % 2][3 % 2]].into_iter().fold(x[1 % x.len()], |f17, f18| twice(cube, 0.875f64)), f2); } else { f12 = power(pair(f2, (*best_of(&P::new(m3[u8 % 2][0 % 2], 1.5), &P::new(m3[u8 % 2][2 % 2], 0.5))).x).1, 3); }
} } }
let mut t21 = (Some(x[2 % x.len()]).unwrap_or(f1), 1.75);
f2 += twice(cube, 0.375f64);
let mut f2 = (x.iter().cloned().next().unwrap_or(1.375f64) * {
note((if (t21.1 > 0.5) { 0usize } else { 3usize }));
let mut f1 = f2;
f2
});
f2 *= f2;
single({
let mut u25 = 2;
f2
}) + f1 + 0.5 * f2
}


#[differentiable]
pub fn program_7030_0(p0: &mut f64) {
let tree10 = Tree::Leaf((match Some(1.125f64) { Some(f11) if (f11 < f11) => [f11, (*p0)].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or((*p0)), Some(f12) => Shape::Circle((*p0)).potential(f12), None => (-(*p0).abs()).exp() }));
let mut m14 = [[(match Some((*p0)) { Some(f15) if (f15 > 1.75) => f15, Some(f16) => f16, None => 1.0f64 }); 2]; 2];
*p0 *= Shape::Empty.area((*p0)).mul_add(pair([(*p0), 0.75f64].into_iter().nth(1).unwrap_or(1.375f64), Shape::Empty.area(0.8125f64)).1, 0.875f64);
{
*p0 *= (*p0);
}
let f39 = 0.3125f64.tanh();
let f40 = (match Some(f39) { Some(f41) if [(*p0), f41].into_iter().any(|f42| [f41, f41].into_iter().any(|f43| (f43 > 0.875))) => (-f41.abs()).exp(), Some(f44) => (0.3125f64 * 2.5).floor(), None => ([(*p0), 0.5625f64].into_iter().count() as f64 * f39) });
let mut h45 = book(f40, (if ((*p0) <= 1.3125) { 1.5f64 } else { f39 }));
let f48 = (if [(*p0), 0.1875f64].into_iter().any(|f49| (f39 > 1.1875)) { [f40, f39].into_iter().nth(1).unwrap_or(m14[2 % 2].iter().map(|rf50| (*rf50)).sum::<f64>()) } else { f39 });
*h45.entry(2).or_insert(Shape::Circle(f39).area((*p0))) += ([0.5625f64, (*p0)].into_iter().zip([f40, f40].into_iter()).map(|(f51, f52)| f48).count() as f64 * 0.25f64).tanh();
}
#[differentiable]
impl P {
pub fn program_7030_1(&mut self, p0: f64) -> f64 {
let P { x: f3, y: mut f4, .. } = (P::new((if (p0 > 0.8125) { self.y } else { p0 }), 0.5) + (&(P { x: p0, y: p0, tag: 1usize }) - &P::new(p0, 1.75)));
let mut w5 = vec![P::new(f4, 0.625), (P::new(self.y, 0.5) * 0.8125f64)];
if (pair(w5[3 % w5.len()].x, w5[0 % w5.len()].x).1 <= 1.3125) { return w5[0 % w5.len()].x; }
match (w5.iter().map(|rp6| p0).any(|f7| [f3, self.y].into_iter().any(|f8| (f3 < 1.0625f64))), Some([self.y, self.y].into_iter().fold(f64::NEG_INFINITY, f64::max).max(-1.0))) { (true, Some(f9)) => {
program_7030_0(&mut f4);
let f11 = 1.75f64;
} (false, Some(f12)) if ((match Some(w5[1 % w5.len()].x) { Some(f13) if (f3 > 1.0625) => self.y, Some(f14) => Shape::Empty.area(w5[3 % w5.len()].x), None => w5[3 % w5.len()].x }) <= 0.5) => {
f4 += self.y;
} _ => {
let f15 = std::mem::replace(&mut f4, [f3, 1.0, w5[0 % w5.len()].x].iter().sum::<f64>());
let mut m16 = [[f3; 2]; 2];
} }
f3 + p0 + 0.5 * f3 + 0.5 * f4
}
}
#[differentiable]
pub fn program_7030(x: &[f64]) -> f64 {
let tree3 = Tree::Leaf(0.3125f64);
let mut m4 = [[[1.8125f64, 1.4375f64].into_iter().skip_while(|rf5| (x[1 % x.len()] > 0.9375)).sum::<f64>(); 2]; 2];
let f7 = x.iter().cloned().nth(1).unwrap_or(x.iter().cloned().zip(x.iter().cloned()).map(|(f8, f9)| 1.0f64).max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(x[2 % x.len()]));
let mut s10 = Shape::Empty;
let mut m14 = [[[f7, x[2 % x.len()]].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(f7); 2]; 2];
let mut w17 = vec![P::new((match &s10 { Shape::Circle(rf18) => f7, Shape::Many(rv19) => f7, _ => f7 }), 0.5625), (&(P::new(f7, 0.1875) + P::new(f7, 1.75)) - &(P::new(x[1 % x.len()], 1.625) * x[2 % x.len()]))];
0.5f64 + f7
}


#[differentiable]
pub fn program_7032(x: &[f64]) -> f64 {
{ let mut u1 = 0; 'l2: while u1 < 3 && (vec![x[0 % x.len()], 1.6875].into_iter().sum::<f64>() > 1.1875) { u1 += 1; {
let mut f20 = P::new(x[0 % x.len()], 0.1875).potential(Some(x[0 % x.len()]).map_or(1.25f64, |f21| f64::min(1.8125f64, 0.9375f64)));
let P { x: f22, y: mut f23, .. } = P::new(f20, 0.625);
} } }
let mut o25 = Some(x[0 % x.len()]).filter(|rf26| (x[2 % x.len()] < x[1 % x.len()]));
if let Some(mf28) = o25.as_mut() {
{ let mut bits = ((2usize + 3) + 1) % 8; 'l30: while bits != 0 { bits &= bits - 1; {
let (f31, mut f32) = x[3 % x.len()].hypot(1.0 + [0.6875f64, 0.6875, (*mf28)].iter().sum::<f64>().abs()).sin_cos();
let mut o33 = Some(f32);
} } }
'l34: for f35 in x.to_vec() {
let (f36, mut f37) = f35.hypot(1.0 + (*mf28).abs()).sin_cos();
}
}
(match [x[2 % x.len()], x[2 % x.len()]].into_iter().reduce(f64::max) { Some(f38) if o25.is_some() => o25.unwrap_or(0.5), Some(f39) => f39, None => spread([1.6875f64, (x.iter().cloned().count() as f64 * x[2 % x.len()])], o25.unwrap_or(0.5)) }) + 0.0
}


#[differentiable]
pub fn program_7033(x: &[f64]) -> f64 {
let f3 = fallible(P::new(1.625f64, 0.6875).norm2()).unwrap_or(norm(&[(0.125f64 / (1.5 + x[2 % x.len()].powi(2))), (if (0.3125f64 > 0.25) {
if let Some(f6) = Some(x[1 % x.len()]) {
let f7 = x[3 % x.len()];
if let Some(f10) = Some(0.3125f64) {
let mut f19 = x[2 % x.len()];
'l25: for u26 in (0..0usize % 4).rev() {
(f19, f19) = (f7, x[1 % x.len()]);
bump(&mut { f6 }, x[2 % x.len()]);
}
'l28: for f29 in x.to_vec().into_iter().rev() {
f19 += f7;
let mut f30 = x[2 % x.len()];
assert!(!f29.is_infinite(), "at {}", 1usize);
}
}
}
0.3125f64
} else {
let mut f34 = 0.6875f64;
f34
})]));
x[0 % x.len()] + f3
}


#[differentiable]
pub fn program_7034_0(p0: f64, p1: &f64) -> f64 {
let f1 = p0.max([p0, p0].into_iter().sum::<f64>()).rem_euclid(1.5);
if (f1 > 0.875) {
if (p0 < (-f1.abs()).exp()) { {
let f3 = (-f1.hypot(1.0 + Pool::from(p0)[1].abs()));
} return f1; }
} else {
let mut f4; if ((-(*p1).abs()).exp() < 1.625f64) { f4 = (match p0.hypot(1.0 + p0.abs()) { f5 if (f1 > 1.1875) => (f5 - (*p1)), f6 => (*p1) }); } else { f4 = Pool::from([p0, f1].into_iter().product::<f64>())[1]; }
note(2usize);
f4 -= vec![(match Shape::Empty { Shape::Circle(f7) => p0, Shape::Rect { w: f8, h: f9 } if ((*p1) > 0.8125) => f1, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v10) => 1.125f64, Shape::Empty => f4 }), 0.625].into_iter().sum::<f64>();
}
let f14 = (match 0.1875f64 { f15 if (f1 > 1.6875) => [f1, 1.875f64].into_iter().sum::<f64>(), f16 => [f1, 1.0625f64].into_iter().map_while(|f17| Some(f17)).sum::<f64>() });
let mut m21 = [[spread([[f1, p0].into_iter().sum::<f64>(), p0], 1.4375f64), 0.75f64], [f14.max((*p1)), (if (f1 > 0.875) {
let mut a22 = [(*p1), 1.8125, p0];
p0
} else {
let mut a23 = [1.875f64; 3];
f1
})]];
(1..=2).flat_map(|u24| (0..u24).map(move |n| n as f64 * 0.125)).max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or((match f14 { f25 if ((*p1) < f25) => f25, f26 => (match 1.375f64 { f27 if (f27 > 1.1875) => f26, f28 => f1 }) })) + p0 + 0.5 * f1 + 0.5 * f14
}
#[differentiable]
pub fn program_7034(x: &[f64]) -> f64 {
let mut f1; if (x[2 % x.len()] < 0.125f64) { f1 = 0.875f64; } else { f1 = program_7034_0((if (x[1 % x.len()] > 1.6875) {
'l3: for u4 in 0..3 {
'l5: for f6 in x.to_vec().into_iter().rev() {
'l10: for f11 in x.to_vec().into_iter().rev() {
let f12 = program_7034_0(0.4375f64, &f6);
bump(&mut { f11 }, x[3 % x.len()]);
}
let mut a13 = [f6, 1.1875, x[2 % x.len()]];
let f14 = f6.rem_euclid(1.5);
}
match (0usize as usize) % 4 { 0 => {
let f15 = x.iter().cloned().product::<f64>();
} 1 | 2 => {
let f18 = 0.25f64;
} _ => {
let mut f19; if matches!(Some(x[1 % x.len()]), Some(y) if y > 0.25) { f19 = 0.8125f64; } else { f19 = program_7034_0(x[0 % x.len()], &0.1875f64); }
} }
}
program_7034_0(x[1 % x.len()], &x[3 % x.len()])
} else {
let Some(f20) = Some(1.125f64).filter(|rf21| ((*rf21) > 0.75)) else { return [1.0625f64, x[3 % x.len()]].into_iter().map_while(|f22| Some(0.8125f64)).sum::<f64>(); };
f20
}), &[0.25f64, x[0 % x.len()]].into_iter().sum::<f64>()); }
program_7034_0(f1, &f1).tanh() + f1
}


#[differentiable]
pub fn program_7035_0(mut p0: f64, depth: usize) -> P {
{ let r = &mut p0; let s = &mut *r; *s *= P::new(1.4375f64, 0.0625).potential(0.4375f64).rem_euclid(1.5).hypot(1.0 + (match (3usize as usize) % 5 { 0 => (*[1.625f64, 0.3125f64].iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)), 1 | 2 => 0.9375f64, n @ 3.. => n as f64 * [0.125f64, 0.8125f64].into_iter().fold(f64::NEG_INFINITY, f64::max).max(-1.0) }).abs()); *r += Shape::Circle(vec![0.3125f64, 0.5].into_iter().sum::<f64>()).potential(0.375f64.rem_euclid(1.5)); }
let (f4, mut f5) = (if (p0 < (-p0.abs()).exp()) { (if (1usize % 3 == 1) { (p0, 0.25) } else { (p0, 1.5) }) } else { (if Some(p0).is_none() { (p0, 1.375) } else { pair(p0, p0) }) });
let (f6, mut f7) = (if ([p0, p0].into_iter().reduce(|f8, f9| p0).unwrap_or(f5) > twice(cube, p0)) { (f5, 1.75) } else { (f5, 0.5625) });
{ let mut rest = vec![1.5625f64.max(f5), 0.3125]; 'l10: while let Some(f11) = rest.pop() {
{ let mut u12 = 0; 'l13: while u12 < 3 && matches!(Shape::Circle(f11), Shape::Rect { w, .. } if w > 0.5) { u12 += 1; {
{ let mut rest = vec![1.8125f64.hypot(1.0 + 0.75f64.abs()), 1.25]; 'l14: while let Some(f15) = rest.pop() {
{ let r = &mut p0; let s = &mut *r; *s *= (if (u12 % 2 == 0) {
let mut h17 = book(1.75f64, f7);
[f15, f5].into_iter().product::<f64>().rem_euclid(1.5)
} else {
let mut p18 = (if depth > 0 { program_7035_0([f4, f5].into_iter().product::<f64>(), depth - 1) } else { P::new(1.5625f64, 1.5) });
let mut h19 = book([1.125f64, f15].into_iter().fold(p18.x, |f20, f21| p18.y), p18.y);
f4
}); *r += (Pool::from(0.25f64) + Pool::from([f11, 0.875, 1.4375f64].iter().sum::<f64>())).total(); }
} }
} } }
} }
P::new(f5, 0.75)
}
#[differentiable]
impl P {
pub fn program_7035_1(&mut self, p0: &mut [f64], p1: &mut f64) {
*self = program_7035_0(self.y, 3);
let u5 = (format!("{}{:.1}", 1, 0.875).len() | 3);
let mut p6 = program_7035_0([(*p1), self.y].into_iter().fold(f64::NEG_INFINITY, f64::max).max(-1.0), 1).scaled(p0[u5 % p0.len()]);
p0[u5 % p0.len()] = spread([1.25f64, program_7035_0(self.y, 0).dot(&p6.scaled((*p1)))], [0.1875f64, p0[u5 % p0.len()]].into_iter().filter_map(|f7| Some(f7)).last().unwrap_or(p6.y));
let u10 = (no_diff(norm(&[1.25f64, (*p1)]).abs() * 3.0) as usize);
}
}
#[differentiable]
pub fn program_7035(x: &[f64]) -> f64 {
{ let mut u1 = 0; 'l2: while u1 < 3 && Some([x[1 % x.len()], x[3 % x.len()]].into_iter().last().unwrap_or(0.75f64)).is_none() { u1 += 1; {
let mut h6 = book(((x[0 % x.len()] + 0.9375f64) + 0.0625f64), spread([x.iter().cloned().fold(f64::NEG_INFINITY, f64::max).max(-1.0), 0.625f64], (book(x[0 % x.len()], 1.25f64).len() as f64)));
} } }
let Some(f11) = Some(x.iter().cloned().fold(f64::NEG_INFINITY, f64::max).max(-1.0)) else { return norm(&[x[1 % x.len()], x[1 % x.len()]]); };
if ((0usize | 0) % 3 == 1) { {
{ let mut u13 = 0; 'l14: while u13 < 3 && (if (f11 > 1.125) { Some(f11) } else { None }).is_none() { u13 += 1; {
let mut h15 = book(x.iter().cloned().fold(f64::NEG_INFINITY, f64::max).max(-1.0), (-x[1 % x.len()].abs()).exp());
} } }
} return f11; }
[f11, x[1 % x.len()]].iter().filter(|rrf16| (1.5f64 > 0.5625)).map(|rf17| twice(cube, (*rf17))).fold(f11, |f18, f19| x.iter().map(|rf20| (*rf20)).sum::<f64>()) + f11
}


#[differentiable]
pub fn program_7036_0(p0: f64, mut p1: Shape) -> Option<f64> {
p1 = p1.clone();
match (2usize as usize) % 4 { 0 => {
if matches!(p1, Shape::Circle(_)) {
if matches!(p1, Shape::Circle(_)) {
'l9: for f10 in vec![P::new(p0, 1.6875).potential(p0), 1.3125].into_iter().rev() {
if Some([p0, f10].iter().map(|rf15| 1.5f64).sum::<f64>()).is_none() { return None; }
}
let mut m16 = [[{
if matches!(p1, Shape::Circle(_)) { return Some(1.3125f64); }
p1.inflate(P::new(p0, 1.625).potential(0.875f64));
p0
}; 2]; 2];
let mut f21 = [(-p0), p0].into_iter().product::<f64>();
}
}
} 1 | 2 => {
let (f22, mut f23) = [p0, p0].into_iter().skip_while(|rf24| (p0 > 1.1875)).sum::<f64>().sin_cos();
} _ => {
let mut m25 = [[p0; 2]; 2];
} }
Some((P::new(p0, 0.875) * p0).norm2())
}
#[differentiable]
pub fn program_7036(x: &[f64]) -> f64 {
'l5: for (u6, f7) in x.iter().cloned().zip(x.iter().cloned()).map(|(f8, f9)| f9).filter_map(|f10| (if (1.75f64 > 0.9375) { Some(f10) } else { None })).enumerate() {
let mut f11 = (&P::new(f7, 0.875) - &(P::new(f7, 1.8125) * x[3 % x.len()])).dot(&P::new(1.5f64, 0.375));
'l12: for f13 in vec![f11; 3] {
let f14 = std::mem::replace(&mut f11, x.iter().cloned().product::<f64>());
if (u6 % 2 == 0) { continue 'l5; }
if (f13 > 1.875) {
let mut f27 = x.iter().cloned().fold(f7, |f28, f29| x.iter().map(|rf30| [(*rf30), f29].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(x[2 % x.len()])).sum::<f64>());
}
}
}
'l31: for f32 in vec![book(x[1 % x.len()], x[2 % x.len()]).get(&0).copied().unwrap_or(x[2 % x.len()]), 0.375] {
match ((if ((x[1 % x.len()] / (1.5 + f32.powi(2))) > 0.8125) { ((0usize % 3) % 3) } else { 2usize }) as usize) % 4 { 0 => {
let (f38, mut f39) = Some(f32).map_or(x.iter().cloned().skip_while(|rf40| (f32 > 0.875)).sum::<f64>(), |f41| 1.3125f64).sin_cos();
} 1 | 2 => {
let (f42, mut f43) = Some(x[1 % x.len()]).unwrap_or_else(|| f32).sin_cos();
} _ => {
let mut f46 = (P::new(f32, 0.6875) * x[1 % x.len()]).dot(&(-P::new(f32, 0.125)));
'l47: for f48 in vec![x.iter().cloned().product::<f64>(), 1.5] {
f46 /= 1.5 + (-x[1 % x.len()].powi(3)).abs();
if (P::new(f46, 1.5625).dot(&P::new(f32, 0.5625)) > 1.25) {
f46 += ([f32, f46].into_iter().filter_map(|f62| Some(f48)).max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(f32) as f32 as f64).signum();
f46 += ({
let mut f65 = f46;
[f32, x[0 % x.len()]].into_iter().fold(f32, |f66, f67| (Pool::from(f65) + Pool::from(f65)).total())
} as f32 as f64).signum();
}
}
} }
}
P::new(0.6875f64, Some(x[2 % x.len()]).unwrap_or_else(|| x[1 % x.len()])).norm2() + 0.0
}


#[differentiable]
pub fn program_7038_0(p0: f64, p1: P, mut p2: Vec<f64>) -> f64 {
let mut m1 = [[(p1.tag as f64 * 0.25), p1.dot(&P::new(p0, 0.875))], [p0, (2usize as f64 * 0.25)]];
if matches!(Shape::Circle((-p2[0 % p2.len()])), Shape::Rect { w, .. } if w > 0.5) {
match (p2.iter().copied().count() as usize) % 4 { 0 => {
let tree2 = Tree::Leaf(norm(&[1.0f64, 0.5f64]));
} 1 | 2 => {
let Some(f4) = [book(p0, p2[1 % p2.len()]).get(&2).copied().unwrap_or(p1.y), 0.6875f64].into_iter().reduce(f64::max) else { return fallible((0.4375f64 / (1.5 + p0.powi(2)))).unwrap_or(p1.x); };
} _ => {
{ let mut bits = [p1.y, p0].into_iter().count() % 8; 'l5: while bits != 0 { bits &= bits - 1; {
let c7 = |f8: f64| -> f64 { (if (p1.x > 1.1875) {
let tree9 = Tree::Leaf(p0);
p2[0 % p2.len()]
} else {
let f10 = p1.y.mul_add(p0, p1.x);
P::new(p1.x, 0.125).dot(&p1)
}).mul_add(p1.x, p2.iter().copied().fold(1.5f64.mul_add(0.8125f64, p0), |f11, f12| { if (p0 > p2[1 % p2.len()]) { return p2[0 % p2.len()]; } f11 })) };
} } }
} }
} else {
let rf13 = &p2[format!("{}{:.1}", 0, 1.1875).len() % p2.len()];
}
(p1.x / (1.5 + p2[0 % p2.len()].powi(2))).mul_add((p2.len() as f64 * 0.25), 0.4375f64.powi(2)) + p0
}
#[differentiable]
impl P {
pub fn program_7038_1(&self, p0: f64, mut p1: usize, depth: usize) -> f64 {
let Some(f4) = Some(std::iter::once(p0).last().unwrap_or(1.6875f64)) else { return program_7038_0((0usize as f64 * 0.25), (P { x: self.x, ..(P { x: 1.125f64, ..(*self) }) }), vec![0.125f64; 3]); };
let u5 = format!("{}{:.1}", 1, 0.3125).len();
let rf6 = &f4;
let f9 = norm_of([1.4375f64, 1.8125, 0.125f64]);
match ((p1 | 2) as usize) % 4 { 0 => {
let (f10, mut f11) = (f9, 1.125);
} 1 | 2 => {
let Some(f12) = Some(1.3125f64) else { return (f4 + f9); };
match ([1.4375f64, 0.625f64].into_iter().any(|f13| matches!(Shape::Circle(p0), Shape::Rect { w, .. } if w > 0.5)), Some(f4).filter(|rf14| (p0 > 0.8125)).filter(|rf15| (p1 % 2 == 0))) { (true, Some(f16)) => {
if let Some(f17) = [f12, f4].iter().enumerate().map(|(u18, rf19)| f12).reduce(f64::max) {
{
let tree21 = Tree::Leaf([self.x, 1.0625f64].into_iter().next().unwrap_or(f16));
}
} else {
let rf22 = &f9;
}
} (false, Some(f23)) if [0.9375f64, f9].into_iter().reduce(f64::max).is_none() => {
let mut m24 = [[Some(f12).unwrap_or(self.x), (if depth > 0 { (*self).program_7038_1(1.8125f64.sin(), 3usize, depth - 1) } else { (if (p1 % 2 == 0) {
let mut s25 = Shape::Empty;
p0
} else {
let [f26, .., f27] = [p0, 1.75, f23];
f27
}) })], [program_7038_0([self.x, f9].into_iter().product::<f64>(), P::new((*rf6), 1.4375), vec![f4, 0.5]), fallible((*rf6)).unwrap_or(p0)]];
} _ => {
let [f28, .., f29] = [f12, 1.625, self.x];
} }
} _ => {
let rf31 = &f9;
} }
program_7038_0(program_7038_0(self.x, P::new(f4, 0.5), vec![f9, 0.1875]), (*self), vec![(*rf6); 3]) + p0 + 0.5 * f4 + 0.5 * f9
}
}
#[differentiable]
pub fn program_7038(x: &[f64]) -> f64 {
let mut s1 = Shape::Circle(x[1 % x.len()]).grown(program_7038_0(0.875f64, P::new(1.3125f64, 1.0625), vec![x[3 % x.len()], 0.0625]));
'l2: for f3 in [([0.625f64, x[1 % x.len()]].into_iter().count() as f64 * P::new(1.0625f64, 0.9375).program_7038_1(1.0625f64, 2usize, 2)), P::new(0.375f64, x[2 % x.len()]).dot(&P::new(x[2 % x.len()], x[3 % x.len()]))].into_iter() {
if (program_7038_0(f3, P::new(x[3 % x.len()], 0.375), vec![0.125f64, x[1 % x.len()], x[1 % x.len()]]) > 0.0625) {
'l4: for u5 in 0..0 + 1 {
s1.inflate(program_7038_0(f3, P::new(f3, 0.625), x.to_vec()).max(program_7038_0(f3.hypot(1.0 + f3.abs()), P::new(f3, 0.625), x.to_vec())).min(f3));
if x.iter().cloned().any(|f10| (u5 % 2 == 0)) {
let mut s11 = Shape::Empty;
let mut f12; if matches!(s11, Shape::Circle(_)) { f12 = f3.mul_add(f3, power(fallible(1.125f64).unwrap_or(0.375f64), 1)); } else { f12 = (P { x: program_7038_0(f3, P::new(x[1 % x.len()], 1.3125), vec![f3, 1.0625]), ..P::new(f3, 0.625) }).program_7038_1((3usize as f64 * 0.25), 0usize, 1); }
} else {
let (f13, mut f14) = (f3, 1.375);
}
}
match (x.iter().cloned().count() as usize) % 4 { 0 => {
let c16 = |f17: f64| -> f64 { (P { x: fallible(f3).unwrap_or(1.8125f64), ..(P { x: 0.125f64, ..P::new(f3, 0.875) }) }).program_7038_1((P { x: f17, ..P::new(0.6875f64, 0.25) }).program_7038_1(program_7038_0(f17, P::new(f17, 1.25), x.to_vec()), 1usize, 1), 0usize, 1) };
} 1 | 2 => {
let [f18, .., f19] = [(2usize as f64 * 0.25), f3, x[3 % x.len()]];
} _ => {
let f20 = f3;
} }
} else {
s1.inflate(f3);
}
}
program_7038_0((-1.1875f64), P::new(x[0 % x.len()], 1.75), vec![0.1875f64; 3]) + 0.0
}


#[differentiable]
pub fn program_7039(x: &[f64]) -> f64 {
if (fallible(spread([x[1 % x.len()], x[0 % x.len()]], x[0 % x.len()])).unwrap_or((0.1875f64 / (1.5 + 1.0f64.powi(2)))) <= 1.375) { return [0.1875f64, Shape::Empty.potential(1.5f64)].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(x.iter().cloned().filter(|rf2| (0.75f64 > 1.625)).map(|f3| f3).sum::<f64>()); }
if ((match x[2 % x.len()] { f5 if matches!(Some(f5), Some(y) if y > 0.25) => 0.375f64, f6 => f6 }) <= 1.4375) {
let P { x: f7, y: mut f8, .. } = P::new(((&x[1 % x.len()] * &x[0 % x.len()]) / (1.5 + norm(&[x[1 % x.len()], x[1 % x.len()]]).powi(2))), 1.625);
let mut s9 = shape_of(spread([(&1.375f64 * &x[0 % x.len()]), x[1 % x.len()]], f8), (&x.iter().cloned().next().unwrap_or(0.75f64) * &fallible(f8).unwrap_or(x[1 % x.len()])));
if matches!((if (f7 > 1.0) { Some(f8) } else { None }), Some(y) if y > 0.25) {
assert!(!f7.is_infinite(), "at {}", 0usize);
[(*x.iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)), twice(|f12| (*x.iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)), x[0 % x.len()])].into_iter().for_each(|f13| f8 += f64::min(norm_of([f7, 0.1875, f13]), x.iter().cloned().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(f13)));
} else {
bump(&mut { f7 }, f7.hypot(1.0 + f7.abs()));
}
}
let P { x: f20, y: mut f21, .. } = (P::new(P::new(x[1 % x.len()], 1.375).dot(&P::new(1.3125f64, 0.0625)), 0.0625) * Shape::Circle(x[0 % x.len()]).potential(x[2 % x.len()]));
(match Shape::Circle(f21) { Shape::Circle(f22) => Shape::Circle(f21).potential(f21), Shape::Rect { w: f23, h: f24 } if (!(1.5625f64 > 0.75)) => f20, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v25) => f20, Shape::Empty => 1.8125f64 }) + f20 + 0.5 * f21
}


#[differentiable]
pub fn program_7042(x: &[f64]) -> f64 {
let tree1 = Tree::Leaf((x[1 % x.len()] * 2.5).floor());
let mut p2 = P::new((0.8125f64 * 2.5).floor(), 1.375);
let mut t5 = [p2.x, x[1 % x.len()]].into_iter().sum::<f64>().sin_cos();
{ let P { x: mf8, y: mf9, .. } = &mut p2; {
*mf8 = (P::new(1.625f64, 0.9375).potential((*mf8)) / (1.5 + t5.1.powi(2)));
'l10: for (u11, f12) in (0..2 + 1).map(|u13| x[0 % x.len()].mul_add(1.4375f64, P::new(x[3 % x.len()], 0.375).potential(t5.1))).enumerate() {
let mut f18 = x.iter().cloned().nth(1).unwrap_or((1.0 + f12.powi(2)).ln());
f18 = P::new(x[0 % x.len()], 0.4375).potential((f12 * 2.5).floor());
if (u11 % 2 == 0) {
let mut f21 = t5.1;
}
}
} }
let mut f22 = x.iter().cloned().reduce(|f23, f24| t5.1).unwrap_or(Some(x[3 % x.len()]).unwrap_or_else(|| (if (p2.x > 1.8125) {
let mut h27 = book(1.5625f64, p2.x);
'l28: for u29 in (0..1usize % 4).rev() {
let mut h31 = book(p2.y, x[0 % x.len()]);
match ((u29 % 2 == 0), Some(p2.y)) { (true, Some(f34)) => {
'l35: for (u36, f37) in [p2.y, f34].into_iter().enumerate() {
h27.insert(0, t5.1);
let mut f38 = f34;
let mut f39 = t5.0;
}
} (false, Some(f40)) if (f40 > 0.5) => {
let mut p41 = p2;
} _ => {
let mut v42 = vec![x[0 % x.len()], 1.375];
} }
}
t5.1
} else {
let mut a43 = [t5.1, 0.75, 1.375f64];
t5.1
})));
power(p2.x, 0) + f22
}


#[differentiable]
pub fn program_7043(x: &[f64]) -> f64 {
if let Some(f1) = Some(P::new(0.125f64, 1.1875).potential(1.0f64)).map(|f2| {
if let Some(f3) = Some(x[0 % x.len()]) {
let u8 = 1usize;
}
{
let mut u11 = 0;
{ let mut rest = x.to_vec(); 'l12: while let Some(f13) = rest.pop() {
let f16 = {
let f17 = 1.4375f64;
if (f13 > 0.6875) { break; }
1.1875f64
}; let f18 = match f16 > 0.5 { true => f16 * f16, false => 0.5 * f16 };
} }
}
f2
}) && x.iter().cloned().all(|f19| ((f19 <= 0.375) || [f19, f19].into_iter().all(|f20| (f20 > 1.1875)))) {
let P { x: f21, y: mut f22, .. } = P::new(twice(cube, x[1 % x.len()]), 0.1875);
}
norm_of([x[3 % x.len()], 1.25, x[0 % x.len()]]) + 0.0
}


#[differentiable]
impl P {
pub fn program_7044_0(self, mut p0: f64, p1: f64, p2: &[f64]) -> f64 {
'l3: for (u4, f5) in [p2[2 % p2.len()], 1.3125f64].into_iter().scan((self.y * 1.1875f64), |mf6, f7| { *mf6 += p2.iter().cloned().fold(f64::NEG_INFINITY, f64::max).max(-1.0); Some(*mf6) }).enumerate() {
let mut f8 = [p0, p0].iter().skip(1).map(|rf9| (*rf9).hypot(1.0 + p2[0 % p2.len()].abs())).sum::<f64>();
match p2 { [rf10, .., rf11] => {
let mut p12 = (self * f8);
if (!(f8 > 0.875)) { {
let c13 = |f14: f64| -> f64 { p12.y };
} continue 'l3; }
} [rf15] => {
let rf16 = &f5;
} [] => {
let u17 = self.tag;
} }
}
0.75f64 + p0 + 0.5 * p1
}
}
#[differentiable]
pub fn program_7044_1(p0: f64, mut p1: usize, g: impl Fn(f64) -> f64) -> P {
'l1: for (u2, f3) in [p0, p0].into_iter().flat_map(|f4| [0.625f64, 0.1875f64]).flat_map(|f5| [(P::new(f5, 1.125) * p0).y, (f5 + p0)]).enumerate() {
'l6: for u7 in 0..3 {
let mut p9 = (P::new(p0, 1.3125) + ((P { x: p0, y: p0, tag: p1 }) * p0));
if ({
if (u2 % 2 == 0) {
let mut f15 = p9.x;
let (f16, mut f17) = (if (1.0625f64 > 0.1875) { (p9.y, 0.4375) } else { (f3, 0.3125) });
} else if (p9.y > 0.5) {
let c18 = |f19: f64| -> f64 { 1.4375f64 };
let u20 = 2usize;
} else {
p9.x = p9.y;
}
p9.y
} < f3) {
p9.x = (if (p9.x > 0.1875) {
let mut v21 = vec![p9.y, 1.25];
v21[u2 % v21.len()]
} else {
let mut u22 = 3;
p9.y
}).hypot(1.0 + P::new(p9.y, 1.4375).program_7044_0(p9.x, p0, &vec![p0, p0, f3]).abs());
} else {
p9 = ((P::new(0.5625f64, 1.3125) + P::new(1.25f64, 0.9375)) + P::new(p9.x, 1.6875).scaled(p0));
}
}
}
(P::new(p0, 1.25) * p0)
}
#[differentiable]
pub fn program_7044(x: &[f64]) -> f64 {
let mut p1 = program_7044_1((1.3125f64 + 0.875f64.sin()), [1.875f64, x[3 % x.len()]].into_iter().count(), |f2| (f2 + x.iter().cloned().sum::<f64>()));
p1 = program_7044_1(p1.program_7044_0(x.iter().cloned().next().unwrap_or(p1.x), 1.375f64, &x.to_vec()), (0usize | 3), |f3| p1.x);
if (p1.y < (p1 + p1).program_7044_0((*best_of(&P::new(1.5625f64, 1.75), &P::new(x[1 % x.len()], 0.125))).x, (match Some(p1.x) { Some(f6) if (x[0 % x.len()] > 1.6875) => p1.x, Some(f7) => f7, None => 1.4375f64 }), &x.to_vec())) { {
let mut v8 = vec![P::new(p1.y, 1.6875).program_7044_0(p1.y, 1.0f64, &vec![p1.y, x[2 % x.len()], p1.x]), 1.0];
} return [(-p1.y), p1.x].into_iter().fold(1.0f64, |f9, f10| p1.program_7044_0(f9, 0.3125f64, &x.to_vec())); }
note(0usize);
let u11 = ((3usize | 2) | 2);
p1.x + 0.0
}


#[differentiable]
pub fn program_7045_0(mut p0: f64, p1: usize, g: impl Fn(f64) -> f64) -> f64 {
match (((match (p1 as usize) % 5 { 0 => p0, 1 | 2 => 1.1875f64, n @ 3.. => n as f64 * 0.75f64 }) > (match (2usize as usize) % 5 { 0 => p0, 1 | 2 => 0.4375f64, n @ 3.. => n as f64 * 1.5f64 })), Some((match (1usize as usize) % 5 { 0 => p0, 1 | 2 => (P::new(p0, 0.4375) * p0).y, n @ 3.. => n as f64 * p0 }))) { (true, Some(f1)) => {
'l7: for u8 in 0..2 + 1 {
{ let mf9 = &mut p0; {
let mut s10 = Shape::Empty;
let (f11, mut f12) = ((*mf9), 0.875);
let (f13, mut f14) = ((*mf9), 0.3125);
} }
}
p0 = (P { x: f1.mul_add(f1, p0), ..(&P::new(f1, 1.75) - &P::new(0.375f64, 0.375)) }).dot(&P::new(0.9375f64, 0.8125));
let mut s15 = Shape::Circle(1.4375f64).grown([f1, p0].into_iter().reduce(|f16, f17| f17).unwrap_or(p0)).grown(p0);
} (false, Some(f18)) if (p1 % 2 == 0) => {
p0 = (&P::new(p0, 1.6875) - &P::new(1.8125f64, 0.4375)).dot(&(&(&P::new(p0, 1.3125) - &P::new(1.3125f64, 1.875)) - &P::new(f18, 1.0625)));
} _ => {
let f19 = std::mem::replace(&mut p0, scaled(vec![1.5625f64, 0.6875], 0.5f64).into_iter().sum::<f64>());
} }
(P { x: p0, ..P::new(p0, 1.0625) }).dot(&(P { x: p0, y: (match (p1 as usize) % 5 { 0 => p0, 1 | 2 => p0, n @ 3.. => n as f64 * p0 }), tag: p1 })) + p0
}
#[differentiable]
pub fn program_7045(x: &[f64]) -> f64 {
{ let mut u1 = 0; 'l2: while u1 < 3 { u1 += 1; {
let (f3, mut f4) = (1.25f64, 1.375);
f4 += (f4 as f32 as f64).signum();
let u6 = std::iter::repeat(program_7045_0(f4, u1, |f7| x[1 % x.len()])).take(2).position(|f8| (u1 % 2 == 0)).unwrap_or(2);
} } }
let [f9, .., f10] = [program_7045_0(0.5f64, 3usize, |f11| f11); 3];
let Some(f12) = Some(f9).filter(|rf13| ([f9, (*rf13)].into_iter().any(|f14| ((*rf13) > 1.0625)) || (f9 > 0.5625))) else { return 1.625f64; };
'l15: for u16 in (0..0usize % 4).rev() {
{ let mut bits = u16 % 8; 'l18: while bits != 0 { bits &= bits - 1; {
'l19: for (u20, f21) in x.iter().map(|rf22| f10).enumerate() {
if Some(program_7045_0(x[3 % x.len()], 2usize, |f23| f21)).is_none() {
let Some(f29) = Some((match Shape::Circle(f10) { Shape::Circle(f30) => f10, Shape::Rect { w: f31, h: f32 } if (x[2 % x.len()] > 1.75) => x[3 % x.len()], Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v33) => f21, Shape::Empty => x[0 % x.len()] })) else { break 'l15; };
let mut f34; if (program_7045_0(x[3 % x.len()], u20, |f35| f35) > 0.3125) { f34 = ((P { x: f12, ..(P { x: 1.875f64, y: f29, tag: 3usize }) }) * (P::new(f10, 0.9375).dot(&P::new(f12, 0.8125)) + (Pool::from(f29) + Pool::from(f12)).total())).y; } else { f34 = power(f21, 0); }
let mut f34 = (Pool::from(program_7045_0(x.iter().cloned().nth(1).unwrap_or(f10), u16, |f36| program_7045_0(f29, u16, |f37| x[0 % x.len()]))) + Pool::from(program_7045_0(x[1 % x.len()], 3usize, |f38| Some(f10).unwrap_or_else(|| f9)))).total();
}
let mut s40 = Shape::Many(x.to_vec());
let mut f21 = x.iter().cloned().reduce(|f47, f48| program_7045_0(x[2 % x.len()], u16, |f49| 0.9375f64)).unwrap_or(1.75f64);
}
} } }
}
'l50: for (u51, f52) in x.to_vec().into_iter().enumerate() {
let mut f54; if ((0.1 + [f10, 1.1875, f12].iter().sum::<f64>().powi(2)).sqrt() < norm(&[f52, twice(|f55| x[1 % x.len()], f12)])) { f54 = program_7045_0(program_7045_0(norm(&[f52, f10]), 3usize, |f56| f56), (2usize | 0), |f57| (P::new(1.6875f64, 0.875) * 0.8125f64).y); } else { f54 = x[2 % x.len()]; }
}
program_7045_0(program_7045_0((match Shape::Empty { Shape::Circle(f58) => 0.125f64, Shape::Rect { w: f59, h: f60 } if (f12 > 1.6875) => f9, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v61) => f9, Shape::Empty => f9 }), 3usize, |f62| program_7045_0(1.8125f64, 3usize, |f63| f10)), (0usize % 3), |f64| program_7045_0(1.8125f64, [1.8125f64, f9].into_iter().position(|f65| (x[0 % x.len()] > 1.0)).unwrap_or(2), |f66| [f10, f12].into_iter().sum::<f64>())) + f9 + 0.5 * f10 + 0.5 * f12
}


#[differentiable]
pub fn program_7046(x: &[f64]) -> f64 {
{ let mut bits = 1usize % 8; 'l1: while bits != 0 { bits &= bits - 1; {
let mut t3 = ([x[3 % x.len()], 1.0625f64].into_iter().sum::<f64>(), 1.875);
{ let mut u4 = 0; 'l5: while u4 < 3 { u4 += 1; {
let f6 = pair((1.0f64 * t3.1), x[2 % x.len()].powi(1)).1; let f7 = match f6 > 0.5 { true => f6 * f6, false => 0.5 * f6 };
let tree9 = Tree::Leaf(f7);
if (t3.1 > 0.6875) {
{ let mut u10 = 0; 'l11: loop { u10 += 1; if u10 > 2 || (((if (u4 % 2 == 0) {
bump(&mut { f6 }, x[3 % x.len()]);
let P { x: f12, y: mut f13, .. } = P::new(f6, 1.75);
let P { x: f14, y: mut f15, .. } = P::new(t3.1, 0.9375);
f7
} else {
let rf16 = if (u4 % 2 == 0) { &f7 } else { &f6 };
let c20 = |f21: f64| -> f64 { f6 };
t3.1
}) * 2.5).floor() > 1.6875) { break; } {
let P { x: f22, y: mut f23, .. } = (&P::new(0.875f64, t3.1) - &P::new(Pool::from(f7)[1], 0.25));
t3 = (f22, f22);
let u27 = 0usize;
} } }
} else if ([f7, x[0 % x.len()]].into_iter().sum::<f64>() > 1.8125) {
t3 = (leaves(&Tree::Leaf(t3.1), x[2 % x.len()]), x.iter().cloned().take(3).map_while(|f30| Some(t3.0)).sum::<f64>());
} else {
let tree31 = tree9.clone();
}
} } }
} } }
let u36 = (no_diff(leaves(&Tree::Leaf(1.75f64), x[1 % x.len()]).abs() * 3.0) as usize);
0.0625f64 + 0.0
}


#[differentiable]
pub fn program_7048(x: &[f64]) -> f64 {
let f2 = x.iter().cloned().fold(x[3 % x.len()], |f3, f4| f4);
let f5 = norm(&[f2.rem_euclid(1.5), Some(x[2 % x.len()]).unwrap_or(x[1 % x.len()])]); let f6 = match f5 > 0.5 { true => f5 * f5, false => 0.5 * f5 };
if let Some(f9) = Some(norm(&[f2, norm_of([f5, 0.9375, f5])])) && (!(!(x[0 % x.len()] > 0.8125))) {
match ((!(!(1.3125f64 > 0.5625))), Some(f9)) { (true, Some(f14)) => {
{ let mut u15 = 0; 'l16: while u15 < 3 { u15 += 1; {
'l17: for u18 in (0..2usize % 4).rev() {
let f19 = x.iter().cloned().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(f9);
}
} } }
} (false, Some(f20)) if (f20 > 0.9375) => {
let rf21 = &f5;
} _ => {
let mut h23 = book(f64::min(f9, f9), 1.375f64);
} }
}
(-single(x[3 % x.len()]).abs()).exp() + f2 + 0.5 * f5 + 0.5 * f6
}


#[differentiable]
pub fn program_7049_0(p0: f64) -> f64 {
{ let mut u2 = 0; 'l3: while u2 < 3 { u2 += 1; {
'l4: for u5 in 0..3 {
let f15 = p0;
}
if let Some(f16) = Some(p0.mul_add(p0, p0)) {
let mut m18 = [[p0, 0.5], [1.0625, 0.6875f64]];
}
match Shape::Empty { Shape::Circle(f19) if (spread([p0, f19], 1.0625f64) > p0) => {
if let Some(f20) = tried(0.9375f64).ok() {
let rf23 = if [0.0625f64, f19].into_iter().all(|f24| ((u2 % 2 == 0) && (p0 > 0.1875f64))) { &f20 } else { &p0 };
bump(&mut { f20 }, (1..=2).flat_map(|u25| (0..u25).map(move |n| n as f64 * 1.1875)).map_while(|f26| tried(f20.sin()).ok()).sum::<f64>());
} else {
let P { x: f27, y: mut f28, .. } = P::new([f19, f19].into_iter().filter_map(|f29| Some(0.5625f64)).map_while(|f30| Some(f19)).sum::<f64>(), 1.5625);
}
let P { x: f31, y: mut f32, .. } = P::new([1.1875f64, f19].into_iter().map_while(|f33| Some(0.125f64)).sum::<f64>(), f19);
} Shape::Circle(mut f34) => {
let mut m35 = [[f34, 0.5], [1.6875, [f34, f34].into_iter().map_while(|f36| tried(f34).ok()).sum::<f64>()]];
} Shape::Rect { w: f37, h: f38 } => {
let mut f39 = std::iter::repeat(f37).take(2).nth(1).unwrap_or(f38);
} Shape::Many(mut v40) => {
v40.extend(vec![v40[u2 % v40.len()]; 3]);
} _ => {
let [f41, .., f42] = [p0, 1.5, checked(p0).unwrap_or_else(|| 1.3125f64)];
} }
} } }
p0.tanh() + p0
}
#[differentiable]
pub fn program_7049_1(p0: f64, p1: [f64; 3]) -> P {
let rl4 = &p1[..2];
let rl6 = &p1[..2];
let mut m7 = [[p1.into_iter().nth(1).unwrap_or(rl6[0 % rl6.len()]), program_7049_0(rl4[1 % rl4.len()])], [program_7049_0(0.25f64), rl6.iter().cloned().nth(1).unwrap_or(p0)]];
match (0usize as usize) % 4 { 0 => {
let f14 = program_7049_0(program_7049_0(1.625f64));
let rl15 = &p1[..2];
let mut m16 = m7;
} 1 | 2 => {
let [f18, .., f19] = p1;
} _ => {
m7[2 % 2] = [program_7049_0(0.875f64), program_7049_0(1.25f64)];
} }
(&P::new(program_7049_0(p0), rl6[1 % rl6.len()]) - &P::new(rl6[1 % rl6.len()], P::new(rl4[1 % rl4.len()], 1.4375).dot(&P::new(p0, 0.6875))))
}
#[differentiable]
pub fn program_7049(x: &[f64]) -> f64 {
if matches!(Shape::Tagged((2usize | 0), x[3 % x.len()].sin()), Shape::Rect { w, .. } if w > 0.5) {
if let Some(f4) = Some(Some(x[2 % x.len()]).unwrap_or_else(|| program_7049_0(1.375f64))) {
let f23 = program_7049_0(program_7049_0(f4));
let P { x: f24, y: mut f25, .. } = program_7049_1(program_7049_0(1.25f64), [program_7049_0(f4), 0.3125, 1.3125f64]);
}
let mut f28 = program_7049_0(x.iter().cloned().fold(f64::NEG_INFINITY, f64::max).max(-1.0));
bump(&mut { f28 }, Some(f28).unwrap_or_else(|| program_7049_0(x[2 % x.len()])));
}
{ let mut u29 = 0; 'l30: while u29 < 3 { u29 += 1; {
if let Some(f31) = checked(program_7049_0(0.375f64)) {
let f33 = program_7049_0(program_7049_0(f31));
} else {
{ let mut u34 = 0; 'l35: while u34 < 3 { u34 += 1; {
{ let mut u37 = 0; 'l38: while u37 < 3 { u37 += 1; {
let mut f39 = program_7049_0(program_7049_0(x[1 % x.len()]));
} } }
if let Some(f41) = Some(spread([x[1 % x.len()], program_7049_0(x[3 % x.len()])], [x[2 % x.len()], x[3 % x.len()]].into_iter().map_while(|f42| Some(f42)).sum::<f64>())) {
let mut m44 = [[program_7049_0(pair(1.8125f64, f41).1), program_7049_0(f41)], [0.5f64, 0.75f64]];
let mut f41 = f41;
bump(&mut { f41 }, program_7049_0(m44[u34 % 2][0 % 2]));
}
} } }
match (0usize as usize) % 4 { 0 => {
let mut m47 = [[x[2 % x.len()], (0..3 + 1).map(|u48| 1.5625f64).fold(f64::NEG_INFINITY, f64::max).max(-1.0)], [(book(x[2 % x.len()], 0.625f64).len() as f64), 0.625f64]];
} 1 | 2 => {
let mut f50 = program_7049_0(program_7049_0(0.625f64).sin());
} _ => {
let [f51, .., f52] = [(&P::new(x[3 % x.len()], 1.125) - &P::new(x[1 % x.len()], 0.6875)).dot(&P::new(x[1 % x.len()], 0.375)), 0.75, 1.8125f64];
} }
}
} } }
x.iter().cloned().filter_map(|f53| Some(f53)).nth(1).unwrap_or(program_7049_0(0.125f64)) + 0.0
}


#[differentiable]
pub fn program_7050_0(p0: f64) -> P {
{ let mut u1 = 0; 'l2: while u1 < 3 { u1 += 1; {
if ((u1 % 2 == 0) && ((u1 % 2 == 0) && (p0 > 1.375))) {
'l8: for u9 in (0..u1 % 4).rev() {
bump(&mut { p0 }, power([p0, 1.375, p0].map(|f13| f13).iter().sum::<f64>(), 0));
'l14: for u15 in (0..(u1 % 3) % 4).rev() {
let mut f16; if (p0 < p0) { f16 = [0.5f64, 1.375, p0].map(|f17| p0).iter().sum::<f64>(); } else { f16 = 1.4375f64.sin(); }
}
}
} else {
let mut p0 = (match p0 { f18 if (u1 % 2 == 0) => f18, f19 => ([f19, p0].into_iter().count() as f64 * vec![f19, 1.25].into_iter().sum::<f64>()) });
}
} } }
P::new(Shape::Empty.potential(p0), 1.6875)
}
#[differentiable]
pub fn program_7050(x: &[f64]) -> f64 {
if (!(0.8125f64 > 1.1875)) { return x.iter().cloned().map_while(|f1| Some(f1).map(|f2| x[0 % x.len()])).sum::<f64>(); }
let Some(f3) = Some((match Some(x[0 % x.len()]) { Some(f4) if (f4 > 0.625) => (match Some(f4) { Some(f5) if (f4 > 1.6875) => f5, Some(f6) => f6, None => 1.4375f64 }), Some(f7) => f7, None => P::new(1.75f64, 1.8125).norm2() })) else { return 1.5f64; };
let mut s8 = Shape::Empty;
let mut h9 = book(f3, power(f3, 0));
'l10: for f11 in x.iter().enumerate().map(|(u12, rf13)| x.iter().cloned().sum::<f64>()) {
let mut s15 = (if matches!(Shape::Circle(x[2 % x.len()]), Shape::Rect { w, .. } if w > 0.5) { Shape::Empty } else { Shape::Empty });
if ((1.4375f64 > 0.8125) && (f11 > 0.9375)) {
{ let mut u16 = 0; 'l17: while u16 < 3 && ((f11 > 0.875) && (f3 > 1.0625)) { u16 += 1; {
let mut f22; if ([f3, f3].into_iter().last().unwrap_or(f3) > 1.5625) { f22 = [0.4375f64, x[3 % x.len()]].into_iter().find(|rf23| ((*rf23) < f11)).unwrap_or((match Some(x[2 % x.len()]) { Some(f24) if (u16 % 2 == 0) => f24, Some(f25) => f25, None => f3 })).hypot(1.0 + power(x[1 % x.len()], 1).abs()); } else { f22 = x.iter().cloned().sum::<f64>(); }
let rf31 = if (!((if (u16 % 2 == 0) {
f22 /= 1.5 + f11.abs();
1.5625f64
} else {
let mut f11 = 1.3125f64;
f11
}) > 1.3125)) { &f22 } else { &f11 };
} } }
'l36: for f37 in [0.3125f64, x[0 % x.len()]].into_iter() {
*h9.entry(3).or_insert((match s15.clone() { Shape::Circle(f38) => [f3, f37].into_iter().reduce(|f39, f40| f40).unwrap_or(f3), Shape::Rect { w: f41, h: f42 } if (x[2 % x.len()] > 1.0625) => f42, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v43) => f37, Shape::Empty => 0.625f64 }).sin()) += f37;
'l44: for u45 in (0..1usize % 4).rev() {
let mut f11 = [x[2 % x.len()], x[1 % x.len()]].into_iter().last().unwrap_or(x[2 % x.len()]);
}
}
} else {
s8 = shape_of(f11, power(f11, 1).mul_add(f11, (match Shape::Circle(x[3 % x.len()]) { Shape::Circle(f46) => f11, Shape::Rect { w: f47, h: f48 } if matches!(s8, Shape::Circle(_)) => f48, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v49) => 1.8125f64, Shape::Empty => f11 })));
}
}
([f3, (2usize as f64 * 0.25)].into_iter().count() as f64 * x[3 % x.len()]) + f3
}


#[differentiable]
impl P {
pub fn program_7051_0(self, p0: f64) -> Vec<f64> {
{ let mut u2 = 0; 'l3: while u2 < 3 && (p0 <= 1.1875) { u2 += 1; {
let mut f4 = P::new(self.y, 0.125).potential([self.x, 0.75f64].iter().copied().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(1.5f64));
} } }
if matches!(Some(total(&[P::new(self.y, 0.125), P::new(self.y, 1.875)], p0)), Some(y) if y > 0.25) {
{ let mut u5 = 0; 'l6: loop { u5 += 1; if u5 > 2 || [p0, p0].iter().skip(1).copied().any(|f7| (self.tag % 3 == 1)) { break; } {
'l10: for u11 in 0..3 {
{ let mut u12 = 0; 'l13: while u12 < 3 && [self.x, Some(p0).unwrap_or_else(|| 0.25f64)].into_iter().any(|f14| (u11 % 3 == 1)) { u12 += 1; {
bump(&mut { p0 }, 0.6875f64);
} } }
}
let mut t16 = (Some(p0).unwrap_or(p0), 1.375);
} } }
let mut a17 = [Shape::Circle(p0).potential(p0), 1.25, [p0, p0].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(1.6875f64)];
}
let mut f18; if (!matches!(Some(0.75f64), Some(y) if y > 0.25)) { f18 = 0.9375f64.clamp(-1.0, 1.5); } else { f18 = leaves(&Tree::Node(Box::new(Tree::Leaf(1.1875f64)), Box::new(Tree::Leaf(p0))), (match (3usize as usize) % 5 { 0 => self.y, 1 | 2 => p0, n @ 3.. => n as f64 * self.x })); }
vec![spread([self.x, 0.0625f64], self.y), 0.75]
}
}
#[differentiable]
pub fn program_7051_1(mut p0: f64, g: impl Fn(f64) -> f64) -> f64 {
let mut a2 = [(p0 / (1.5 + 1.4375f64.powi(2))), 0.8125, leaves(&Tree::Leaf(p0), [0.6875f64, p0].iter().map(|rf3| 0.3125f64).sum::<f64>())];
p0 -= [0.5625f64, p0].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(p0);
bump(&mut { p0 }, single(1.1875f64));
match (0usize as usize) % 4 { 0 => {
let mut f9 = power([p0, a2[0 % 3]].iter().map(|rf10| Shape::Empty.potential(a2[3 % 3])).sum::<f64>(), 1);
bump(&mut { p0 }, bump(&mut f9, power(p0, 2)));
} 1 | 2 => {
p0 += [p0, p0].iter().map(|rf11| (-P::new((*rf11), 0.625)).dot(&(-P::new(1.0625f64, 0.5)))).sum::<f64>();
} _ => {
p0 = fallible((a2.iter().enumerate().map(|(u12, rf13)| a2[1 % 3]).count() as f64 * Some(0.625f64).unwrap_or(Some(a2[2 % 3]).unwrap_or_else(|| a2[0 % 3])))).unwrap_or_else(|e| e.len() as f64);
} }
single(a2[3 % 3]) + p0
}
#[differentiable]
pub fn program_7051(x: &[f64]) -> f64 {
note(0usize);
if ((if (!(1.75f64 > 0.875)) { (if (x[1 % x.len()] > 0.6875) { 1usize } else { 1usize }) } else { 0usize }) % 3 == 1) {
let mut f3; if (!(program_7051_1(x[0 % x.len()], |f4| 0.0625f64) > 1.125)) { f3 = [program_7051_1(0.0625f64, |f5| 0.125f64), (0.375f64 * 1.0625f64)].into_iter().last().unwrap_or(program_7051_1(P::new(0.6875f64, 1.0625).potential(1.5f64), |f6| f6)); } else { f3 = (match (3usize as usize) % 5 { 0 => x[1 % x.len()], 1 | 2 => (&0.5f64 * &x[3 % x.len()]), n @ 3.. => n as f64 * P::new(x[0 % x.len()], 1.25).potential(1.0625f64) }); }
(f3, f3) = ((-P::new(0.125f64, 0.75)).dot(&P::new((x[0 % x.len()] / (1.5 + f3.powi(2))), 1.75)), ((match (3usize as usize) % 5 { 0 => 0.6875f64, 1 | 2 => Some(1.75f64).unwrap_or_else(|| f3), n @ 3.. => n as f64 * program_7051_1(f3, |f7| f3) }) * spread([f3, f3], f3)));
let (f9, mut f10) = ((x[3 % x.len()] * f3), 1.3125);
}
let mut p13 = P::new(program_7051_1(x[2 % x.len()], |f14| f14).powf(2.0), 1.5);
p13.shift(program_7051_1(single(program_7051_1(p13.y, |f15| x[0 % x.len()])), |f16| p13.x));
program_7051_1(x.iter().cloned().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(p13.y), |f17| x.iter().cloned().scan(f17, |mf18, f19| { *mf18 += f17; Some(*mf18) }).map_while(|f20| Some(f17)).sum::<f64>()) + 0.0
}


#[differentiable]
pub fn program_7052(x: &[f64]) -> f64 {
'l1: for f2 in [1.375f64, Pool::from(x[1 % x.len()])[1].clamp(-1.0, 1.5)].to_vec().into_iter().rev() {
let mut w5 = vec![P::new(f2.hypot(1.0 + f2.abs()), 1.0), (P::new(f2, 1.4375) * f2)];
{ let mut rest = [x[3 % x.len()], f2].to_vec(); 'l8: while let Some(f9) = rest.pop() {
'l11: for rp12 in &w5 {
let tree15 = Tree::Leaf(rp12.x);
let mut w17 = w5.clone();
match ((w5[0 % w5.len()].x > 0.8125), checked(f9)) { (true, Some(f18)) => {
let mut w19 = vec![P::new(rp12.x, 0.9375), P::new(f18, 0.625)];
let tree20 = Tree::Leaf(f2);
} (false, Some(f21)) if ((3usize % 3 == 1) && (w5[3 % w5.len()].x > 1.0625)) => {
let [f22, .., f23] = [w17[1 % w17.len()].x, 0.625, x[2 % x.len()]];
} _ => {
let mut w27 = vec![(-(*rp12)), w17[3 % w17.len()]];
} }
}
} }
}
[x[0 % x.len()], [1.5f64, x[2 % x.len()]].into_iter().find(|rf28| (x[1 % x.len()] > 0.6875)).unwrap_or(x[0 % x.len()])].into_iter().reduce(|f29, f30| x.iter().map(|rf31| x[3 % x.len()]).sum::<f64>()).unwrap_or(x.to_vec().into_iter().map(|f32| book(f32, f32).get(&2).copied().unwrap_or(f32)).sum::<f64>()) + 0.0
}


#[differentiable]
pub fn program_7055_0(mut p0: f64, depth: usize) -> Option<f64> {
let f1 = 0.9375f64.mul_add(0.1875f64, p0);
p0 -= [f1, f1].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or([1.375f64, f1].into_iter().map_while(|f2| Some(p0)).sum::<f64>()).max(p0);
{
'l3: for (u4, f5) in [p0, Some(p0)?].into_iter().filter_map(|f6| Some(1.8125f64)).enumerate() {
let mut p7 = (if (f5 > (u4 as f64 * 0.25)) { P::new(1.0625f64, 1.0f64) } else { P::new(f1, 0.5625) });
let mut p8 = P::new(p7.x, p0);
}
let mut f9 = [norm(&[f1, f1]), 1.3125f64].into_iter().nth(1).unwrap_or(0.375f64);
}
'l10: for f11 in scaled(scaled(vec![f1, 1.6875], f1), power(power(f1, 2), 1)).into_iter().rev() {
let (f15, mut f16) = ([p0, f11].into_iter().map(|f17| 1.875f64).sum::<f64>().powi(3), 1.875);
p0 += ([f1, f1].into_iter().zip([p0, 0.5f64].into_iter()).map(|(f18, f19)| f15.clamp(-1.0, 1.5)).count() as f64 * f16);
}
let u20 = (no_diff(f1.abs() * 3.0) as usize);
checked(fallible(0.5f64).unwrap_or(power(f1, 2)))
}
#[differentiable]
pub fn program_7055(x: &[f64]) -> f64 {
let (f1, mut f2) = (if (0.875f64 < x[2 % x.len()]) { (1.5f64, 1.0625) } else { (x[0 % x.len()].clamp(-1.0, 1.5), 1.6875) });
let mut f3 = [f1, f2].into_iter().filter_map(|f4| Some(f1)).map(|f5| x[3 % x.len()]).sum::<f64>();
let f6 = (3usize as f64 * 0.25);
{ let r = &mut f3; let s = &mut *r; *s *= x.iter().cloned().zip(x.iter().cloned()).map(|(f7, f8)| (-x[3 % x.len()].abs()).exp()).reduce(|f9, f10| power((-f2.abs()).exp(), 1)).unwrap_or(f2); *r += x.iter().cloned().reduce(|f11, f12| 0.875f64).unwrap_or(x[3 % x.len()]); }
let f13 = x[0 % x.len()].powi(0);
'l14: for f15 in x.to_vec().into_iter().rev() {
'l18: for f19 in vec![f15, 1.125].into_iter().rev() {
let mut f20 = [f19, f13].into_iter().reduce(|f21, f22| (x.iter().cloned().count() as f64 * x[0 % x.len()])).unwrap_or([f15, 1.0625f64].into_iter().reduce(|f23, f24| 1.6875f64).unwrap_or(x[1 % x.len()])).powi(2);
let mut f28 = norm(&[f6, f2.powi(3)]);
let (f29, mut f30) = ([0.0625f64, x[2 % x.len()]].into_iter().map(|f31| f3).sum::<f64>(), 0.375);
}
f3 -= [x[1 % x.len()], f1].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(Shape::Circle(x[2 % x.len()]).area(norm_of([x[0 % x.len()], 1.625, f6])));
let mut f34 = x.iter().cloned().map(|f35| f35).sum::<f64>();
}
if [f2, 0.375f64].into_iter().all(|f36| (f1 > f13)) { return (match 0.75f64 { f37 if x.iter().cloned().all(|f38| (0.5625f64 > 0.25)) => 0.125f64.mul_add(x[3 % x.len()], (match 1.75f64 { f39 if (f39 > 1.8125) => f37, f40 => 0.875f64 })), f41 => f13 }); }
{ let r = &mut f2; let s = &mut *r; *s *= fallible(power(pair(f3, f3).1, 2)).unwrap_or(f3); *r += ([f3, f13].into_iter().count() as f64 * 0.25); }
let [f42, .., f43] = [(match Some(f6) { Some(f44) if (x[2 % x.len()] > 1.8125) => f3, Some(f45) => f1, None => 1.625f64 }), 1.5, x[2 % x.len()]];
0.875f64 + f1 + 0.5 * f2 + 0.5 * f3 + 0.5 * f6 + 0.5 * f13 + 0.5 * f42 + 0.5 * f43
}


#[differentiable]
pub fn program_7056_0(p0: f64, mut p1: P, g: impl Fn(f64) -> f64) -> f64 {
let f1 = p1.x;
if let Some(f2) = (if (p1.y > [1.8125f64, p0].iter().map(|rf3| p0).sum::<f64>()) { Some(norm_of([p1.x, 1.4375, p1.y])) } else { None }) {
if (!(f1 > 0.3125)) { {
'l4: for f5 in scaled(vec![vec![p1.y, 0.4375].into_iter().sum::<f64>(); 3], p1.y.max(1.5f64).min(1.375f64)).into_iter().rev() {
let c6 = |f7: f64| -> f64 { f5.mul_add(f7, power(p0.powi(2), 3)) };
}
} return p1.y; }
}
Pool::from(p1.x)[1] + p0 + 0.5 * f1
}
#[differentiable]
pub fn program_7056(x: &[f64]) -> f64 {
let mut o1 = x.iter().cloned().reduce(f64::max);
let c4 = |f5: f64| -> f64 { total(&[(if o1.is_some() { P::new(0.625f64, 1.6875) } else { P::new(1.4375f64, 0.1875) }), P::new(x[1 % x.len()], 1.625)], f5) };
let mut f6 = program_7056_0(fallible(program_7056_0(o1.unwrap_or(0.5), P::new(0.9375f64, 1.8125), |f7| 1.4375f64)).unwrap_or(fallible(x[2 % x.len()]).unwrap_or(0.5625f64)), ((P::new(o1.unwrap_or(0.5), 0.375) * 0.3125f64) * norm_of([x[2 % x.len()], 0.4375, x[0 % x.len()]])), |f8| (f8 - program_7056_0(o1.unwrap_or(0.5), P::new(f8, 1.375), |f9| o1.unwrap_or(0.5))));
let mut f12 = program_7056_0(f6, P::new(o1.unwrap_or(0.5), 1.75), |f13| 0.4375f64).hypot(1.0 + program_7056_0(x[3 % x.len()], (P::new(f6, 1.0625) * f6), |f14| f14).abs());
f12 = fallible(fallible(program_7056_0(program_7056_0(f6, P::new(f6, 0.875), |f17| f17), P::new(f6, 1.3125), |f18| f6)).unwrap_or(program_7056_0(f6, P::new(f6, 0.0625), |f19| f6))).unwrap_or_else(|e| e.len() as f64);
if (f12 <= 0.625) {
if (o1.unwrap_or(0.5) > 0.5) {
f12 = fallible(program_7056_0(o1.unwrap_or(0.5), (P::new(f6, f6) * f6), |f20| f20)).unwrap_or_else(|e| e.len() as f64);
}
}
Pool::from(x.iter().cloned().map(|f21| program_7056_0(o1.unwrap_or(0.5), P::new(o1.unwrap_or(0.5), 0.875), |f22| f22)).sum::<f64>())[1] + f6 + 0.5 * f12
}


#[differentiable]
pub fn program_7057(x: &[f64]) -> f64 {
'l1: for u2 in (0..0usize % 4).rev() {
{
'l8: for u9 in (0..((if (x[0 % x.len()] > 0.5) { (1usize | 1) } else { (2usize | 0) }) + 0) % 4).rev() {
'l11: for f12 in [(match Some(0.25f64) { Some(f13) if (u2 % 2 == 0) => f13, Some(f14) => Some(x[3 % x.len()]).map_or(0.125f64, |f15| f15), None => x.iter().cloned().sum::<f64>() }), norm_of([x[0 % x.len()], 1.75, x[3 % x.len()]])].to_vec() {
bump(&mut { f12 }, 1.0625f64.sin());
note((if (u2 % 2 == 0) { u2 } else { (if (u2 % 2 == 0) { u9 } else { u2 }) }));
note(((2usize + 0) | 1));
}
}
'l27: for u28 in (0..((if (x[0 % x.len()] > 1.4375) { 3usize } else { u2 }) | 0) % 4).rev() {
note((((u2 as usize).pow(2) as usize).pow(2) | 2));
}
}
}
(match Some(1.5f64) { Some(f39) if (f39 > 1.5625) => 0.625f64, Some(f40) => f40, None => 0.625f64 }) + 0.0
}


#[differentiable]
impl P {
pub fn program_7058_0(&self, p0: f64, p1: [f64; 3], p2: Option<f64>, depth: usize) -> Vec<f64> {
{ let mut u3 = 0; 'l4: loop { u3 += 1; if u3 > 2 || p2.is_some() { break; } {
if let Some(f10) = Some((p0 * p2.unwrap_or(0.5))) {
let mut w13 = vec![(P::new(f10, 1.8125) * 0.5f64), P::new(self.x, 0.875)];
let mut m15 = [[p2.unwrap_or(0.5), p0], [(p0 - p0), [f10, p0].into_iter().flat_map(|f16| [p2.unwrap_or(0.5), self.x]).nth(1).unwrap_or(f10)]];
}
} } }
p1.to_vec()
}
}
#[differentiable]
pub fn program_7058_1(p0: f64, p1: P, p2: &mut P) -> Vec<f64> {
bump(&mut { p0 }, (*best_of(&p1, &p1)).x);
{ let mut bits = p1.tag % 8; 'l5: while bits != 0 { bits &= bits - 1; {
let mut o7 = tried([p2.y, 0.25f64].into_iter().nth(1).unwrap_or(p0).clamp(-1.0, 1.5)).ok();
} } }
let mut m9 = [[p0, (p0 * 2.5).floor()], [[p1.x, p0].into_iter().nth(1).unwrap_or(Some(p1.x).map_or(p2.y, |f10| p1.x)), p0]];
let mut a11 = [p2.shift(p1.y), 0.625, p0];
vec![(p0 * 2.5).floor(), 1.125]
}
#[differentiable]
pub fn program_7058(x: &[f64]) -> f64 {
let mut m4 = [[power(0.9375f64, 3), [x[1 % x.len()], 1.3125f64].into_iter().filter(|rf5| ((*rf5) > 1.75)).next().unwrap_or(x[3 % x.len()])], [x[0 % x.len()], x[1 % x.len()]]];
{ let mut u9 = 0; 'l10: loop { u9 += 1; if u9 > 2 || x.iter().cloned().any(|f11| Some(x[0 % x.len()]).is_none()) { break; } {
let mut m12 = [[(-m4[u9 % 2][0 % 2].abs()).exp(), 0.125f64.clamp(-1.0, 1.5)], [(-m4[u9 % 2][2 % 2]), x[3 % x.len()]]];
let P { x: f13, y: mut f14, .. } = P::new(spread([m4[u9 % 2][0 % 2], Some(m12[u9 % 2][2 % 2]).map_or(m4[u9 % 2][3 % 2], |f15| x[1 % x.len()])], 1.5625f64), 1.25f64);
} } }
let P { x: f16, y: mut f17, .. } = (&P::new(x[3 % x.len()], 1.5625) - &P::new((2usize as f64 * 0.25), 1.875));
if let Some(f18) = Some(twice(cube, twice(cube, f17))) && Some(x[1 % x.len()]).map(|f19| f16).map(|f20| 1.875f64).is_none() {
f17 = bump(&mut f17, x[0 % x.len()]);
f17 += (f17 as f32 as f64).signum();
}
let P { x: f21, y: mut f22, .. } = (if (!(0.25f64 > 1.8125)) { (P { x: (f17 * 2.5).floor(), ..P::new(f16, 1.3125) }) } else { (P { x: 1.375f64, ..P::new(1.3125f64, 0.375) }) });
(f17, f22) = (0.4375f64, twice(cube, x.iter().cloned().fold((*best_of(&P::new(f17, 1.0625), &P::new(f22, 0.625))).x, |f28, f29| f28)));
let mut o30 = Some(twice(cube, 0.8125f64));
match Shape::Empty { Shape::Circle(f37) if ((-(book(x[1 % x.len()], f22).len() as f64)) > 1.8125) => {
if let Some(f42) = o30 {
let f43 = x[1 % x.len()]; let f44 = match f43 > 0.5 { true => f43 * f43, false => 0.5 * f43 };
let mut o45 = tried(bump(&mut f17, 0.6875f64)).ok();
}
{ let mut u47 = 0; 'l48: while u47 < 3 && (f17 < x[1 % x.len()]) { u47 += 1; {
let mut w49 = (0..3).map(|u50| (if x.iter().cloned().all(|f51| o30.is_some()) { P::new(f17, 1.625) } else { (if o30.is_some() { P::new(f17, 0.5625) } else { P::new(x[3 % x.len()], 0.9375) }) })).collect::<Vec<P>>();
} } }
} Shape::Circle(mut f52) => {
let f53 = tried(f17).ok().map_or((*best_of(&P::new(f22, 1.5), &P::new(o30.unwrap_or(0.5), 0.125))).x, |f54| spread([f52, f22], f16)); let f55 = match f53 > 0.5 { true => f53 * f53, false => 0.5 * f53 };
} Shape::Rect { w: f56, h: f57 } => {
let mut a58 = [o30.map(|f59| x[1 % x.len()]).map_or(1.75f64, |f60| f22), 0.8125, (3usize as f64 * 0.25)];
} Shape::Many(mut v61) => {
f22 = power(f22, 3);
} _ => {
let mut m62 = [[((o30.unwrap_or(0.5) * 0.4375f64) * f22), x.iter().cloned().fold(f17, |f63, f64| x[1 % x.len()])], [f17, f22]];
} }
twice(cube, 1.0625f64) + f16 + 0.5 * f17 + 0.5 * f21 + 0.5 * f22
}


#[differentiable]
pub fn program_7060_0(p0: f64, p1: &f64, depth: usize) -> Vec<f64> {
note(1usize);
let mut s1 = (Shape::Rect { w: (book(1.0f64, 1.5625f64).len() as f64), h: (p0 + p0) });
let mut w7 = (0..3).map(|u8| P::new((*p1), 1.8125)).collect::<Vec<P>>();
let mut h9 = book([0.6875f64, 1.625f64].iter().map(|rf10| (*p1)).max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or((*p1)), 0.125f64);
vec![w7[2 % w7.len()].x.max((*p1)), 1.25]
}
#[differentiable]
pub fn program_7060_1(mut p0: f64, p1: P, p2: &mut Vec<f64>) -> Option<f64> {
let mut h1 = book(p1.y, p0.max(0.25f64).min(p0).max(p1.y).min(p0.max(p1.x)));
p2.push((0.1 + Some(1.75f64).unwrap_or(1.0f64).powi(2)).sqrt());
{ let r = &mut p0; let s = &mut *r; *s *= p2[2 % p2.len()]; *r += (book(p1.x, [p1.y, p1.x].into_iter().find(|rf4| (0.4375f64 > 0.75)).unwrap_or(1.25f64)).len() as f64); }
let mut w5 = (0..3).map(|u6| (&p1 - &p1)).collect::<Vec<P>>();
(if ((match (p1.tag as usize) % 5 { 0 => p0, 1 | 2 => p0, n @ 3.. => n as f64 * p0 }) > 1.75) { Some(vec![p0, 1.4375].into_iter().sum::<f64>()) } else { None })
}
#[differentiable]
pub fn program_7060(x: &[f64]) -> f64 {
{ let mut bits = [0.5625f64, x[2 % x.len()]].into_iter().skip(1).count() % 8; 'l4: while bits != 0 { bits &= bits - 1; {
let mut h10 = book(0.25f64.rem_euclid(1.5).max(x[3 % x.len()]).min((x[3 % x.len()] + 0.125f64)), [x[3 % x.len()], 1.3125f64].into_iter().skip(1).find(|rf11| ((*rf11) > 1.6875)).unwrap_or(f64::min(x[3 % x.len()], 1.75f64)));
match (((if (0.5625f64 > 1.8125) { x.iter().cloned().position(|f12| (f12 > 1.8125)).unwrap_or(2) } else { 3usize }) % 3) as usize) % 4 { 0 => {
let mut v13 = [(0.1 + 1.25f64.rem_euclid(1.5).powi(2)).sqrt(), 1.75f64].to_vec();
v13.resize(4, x[0 % x.len()]);
} 1 | 2 => {
note((2usize as usize).pow(2));
if x.iter().take(2).map(|rf16| [1.625f64, x[1 % x.len()]].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or((*rf16))).all(|f17| matches!(Shape::Empty, Shape::Rect { w, .. } if w > 0.5)) {
if matches!(Shape::Empty.grown(1.875f64), Shape::Rect { w, .. } if w > 0.5) {
let mut w25 = (0..3).map(|u26| P::new(0.625f64.max(x[2 % x.len()]), 0.875)).collect::<Vec<P>>();
} else if (vec![x[3 % x.len()], 0.1875].into_iter().sum::<f64>() < (match Shape::Circle(x[3 % x.len()]).potential(x[1 % x.len()]) { f27 if (0.4375f64 > 0.8125) => f27, f28 => f28 })) {
let mut h31 = h10.clone();
} else {
let mut m33 = [[1.5625f64, 0.5], [0.875, 0.6875f64.sin()]];
let mut v34 = program_7060_0(total(&[P::new(0.25f64, 0.9375), (&P::new(1.875f64, 1.6875) - &P::new(0.625f64, 1.25))], x.iter().cloned().find(|rf35| (x[2 % x.len()] > 0.3125)).unwrap_or(1.5f64)), &x[1 % x.len()], 1);
let mut w36 = (0..3).map(|u37| (&P::new(x[0 % x.len()], 1.0625) - &P::new(v34[0 % v34.len()], 0.5))).collect::<Vec<P>>();
}
} else if (x[1 % x.len()].max(1.875f64) > x[2 % x.len()]) {
let mut w38 = (0..3).map(|u39| (&P::new(x[0 % x.len()], 0.375) - &P::new(x[0 % x.len()], 1.5625))).collect::<Vec<P>>();
} else {
let mut s40 = (Shape::Rect { w: 1.6875f64, h: h10.get(&1).map_or(x[2 % x.len()], |rf41| x[2 % x.len()]) });
}
} _ => {
let mut v42 = program_7060_0(x[0 % x.len()], &Some(0.9375f64).unwrap_or([x[3 % x.len()], x[1 % x.len()]].into_iter().find(|rf43| (x[0 % x.len()] > 0.5625)).unwrap_or(1.5f64)), 3);
} }
} } }
(*best_of(&(-(-P::new(x[1 % x.len()], 1.75))), &(&P::new(0.9375f64, 0.75) - &(-P::new(0.3125f64, 1.375))))).x + 0.0
}


#[differentiable]
pub fn program_7061(x: &[f64]) -> f64 {
{ let mut u1 = 0; 'l2: while u1 < 3 && (x.iter().cloned().map(|f3| pair(0.25f64, f3).1).sum::<f64>() > 1.625) { u1 += 1; {
let mut a4 = [(book(1.1875f64, 1.6875f64).len() as f64), 0.5625, (if (x[3 % x.len()] > 0.0625) {
let mut t5 = x[3 % x.len()].sin_cos();
x[2 % x.len()]
} else {
let mut a6 = [1.375f64, 1.4375, 0.875f64];
'l8: for f9 in [a6[2 % 3], 1.5625f64].into_iter().filter_map(|f10| Some(f10)) {
if (u1 % 2 == 0) {
let mut f14; if (x[0 % x.len()] > 1.0625) { f14 = f9; } else { f14 = power(a6[2 % 3], 0); }
} else if (u1 % 2 == 0) {
a6.copy_from_slice(&[0.6875f64, 0.1875, f9]);
note(u1);
let mut t16 = a6[1 % 3].sin_cos();
} else {
let rf17 = &f9;
}
let rf18 = &f9;
}
if (1.3125f64 <= 1.1875) {
let mut o21 = Some(a6[0 % 3]);
let mut a22 = [a6[2 % 3], 1.5, o21.unwrap_or(0.5)];
} else if (a6[3 % 3] > 0.25) {
let mut t28 = (a6[2 % 3], 1.0);
let mut o29 = Some(t28.0);
} else {
let mut h35 = book(x[3 % x.len()], a6[2 % 3]);
}
1.3125f64
})];
} } }
[1.5f64, x[2 % x.len()]].into_iter().take_while(|rf36| ((*rf36) > 1.5)).find(|rf37| ((1.0f64 > 1.875) && (x[1 % x.len()] <= 0.625))).unwrap_or([x[2 % x.len()], x[2 % x.len()]].into_iter().sum::<f64>()) + 0.0
}


#[differentiable]
pub fn program_7064_0(mut p0: f64, p1: &mut f64) -> f64 {
{ let mut add = |f4: f64| p0 += std::iter::repeat(f4).take(2).reduce(|f5, f6| (if (f5 > 0.8125) { Some((*p1)) } else { None }).unwrap_or([f5, (*p1)].into_iter().skip_while(|rf7| (f5 > 1.375)).sum::<f64>())).unwrap_or(((1.8125f64 + f4) - [(*p1), f4].into_iter().map(|f8| 1.5f64).sum::<f64>())); add(((*p1).sin() + [0.5625f64, 0.75, 1.5625f64].iter().sum::<f64>())); if matches!(Some(pair(1.375f64, (*p1)).1), Some(y) if y > 0.25) { add([(*p1), 1.5f64].iter().filter(|rrf9| ((**rrf9) > 0.25)).map(|rf10| [1.5625f64, 1.5f64].into_iter().next().unwrap_or((*rf10))).sum::<f64>()); } }
p0 /= 1.5 + (vec![(*p1), 0.75].into_iter().sum::<f64>() * ((*p1) + (*p1))).abs();
{ let mut add = |f11: f64| p0 += [1.5f64, (*p1)].into_iter().flat_map(|f12| [0.5625f64, 0.6875f64]).map(|f13| [(*p1), f11].into_iter().skip_while(|rf14| (1.125f64 > 1.8125)).sum::<f64>()).reduce(|f15, f16| pair(1.375f64, f11).1).unwrap_or(f11.sin()); add((*p1)); if (matches!(Some((*p1)), Some(y) if y > 0.25) && matches!(Some(1.0f64), Some(y) if y > 0.25)) { add(vec![Some((*p1)).unwrap_or((*p1)); 3].into_iter().sum::<f64>()); } }
p0 += (pair((*p1), [p0, 0.75, p0].iter().sum::<f64>()).1 / (1.5 + vec![p0, 1.8125].into_iter().sum::<f64>().powi(2)));
let u24 = 0usize;
p0 *= book(p0, [p0, 1.375, p0].iter().sum::<f64>()).get(&0).copied().unwrap_or([(*p1), 0.75, p0].iter().sum::<f64>());
p0 *= [(match (u24 as usize) % 5 { 0 => (*p1), 1 | 2 => p0, n @ 3.. => n as f64 * p0 }), p0].into_iter().reduce(|f26, f27| f27).unwrap_or(pair(0.6875f64, p0).1);
(norm(&[leaves(&Tree::Leaf((*p1)), p0), p0]) * p0) + p0
}
#[differentiable]
pub fn program_7064(x: &[f64]) -> f64 {
{
let mut t1 = x[0 % x.len()].sin_cos();
match Shape::Many(vec![1.375f64, 1.8125]) { Shape::Circle(f4) if matches!(Some(f4), Some(y) if y > 0.25) => {
let rf5 = if (matches!(Some(f4), Some(y) if y > 0.25) && ((-f4) > 1.1875)) { &f4 } else { &f4 };
match (matches!(Some(spread([1.5625f64, t1.1], f4)), Some(y) if y > 0.25), (if (x[0 % x.len()] > 1.625) { Some(f4) } else { None })) { (true, Some(f8)) => {
let mut t11 = (f4, 1.125);
if (x[3 % x.len()] > 1.25) { return ((*rf5) / (1.5 + f8.powi(2))); }
'l17: for f18 in vec![f4, (*rf5), x[1 % x.len()]] {
let rf22 = if ((f8 > 0.6875) && (f18 > 0.3125)) { &f8 } else { &f8 };
}
} (false, Some(f23)) if matches!(tried(f23).ok(), Some(y) if y > 0.25) => {
let rf24 = if matches!(Some(t1.0).filter(|rf25| ((*rf5) > 1.1875)), Some(y) if y > 0.25) { &f23 } else { &f23 };
} _ => {
match (((*rf5) > 1.6875), Some(f4)) { (true, Some(f26)) => {
{ let (ref mut first, _) = t1; *first *= Pool::from(((*rf5) * f26))[1]; }
{ let (ref mut first, _) = t1; *first *= [1.3125f64, 0.375, f26].iter().sum::<f64>(); }
let mut t29 = x[2 % x.len()].sin_cos();
} (false, Some(f30)) if matches!(Some(t1.1), Some(y) if y > 0.25) => {
let Some(f33) = Some(pair(f4, (*rf5)).1) else { return x[1 % x.len()]; };
} _ => {
let u34 = (no_diff(0.125f64.abs() * 3.0) as usize);
let P { x: f35, y: mut f36, .. } = (P::new(((*rf5) / (1.5 + t1.1.powi(2))), 1.375) * norm(&[((*rf5) + t1.0), f4]));
} }
} }
let Some(f38) = tried(([0.5625f64, f4].into_iter().find(|rf39| (f4 > 0.5625)).unwrap_or(0.8125f64) - f4)).ok() else { return std::iter::repeat(t1.1).take(2).skip_while(|rf40| matches!(Some(f4), Some(y) if y > 0.25)).sum::<f64>(); };
} Shape::Circle(mut f41) => {
{ let mut add = |f42: f64| f41 += tried(f42).ok().unwrap_or(0.625f64.sin()); add(((3usize | 2) as f64 * 0.25)); if matches!(Some((1.625f64 * x[2 % x.len()])), Some(y) if y > 0.25) { add(0.125f64); } }
} Shape::Rect { w: f44, h: f45 } => {
if (f45 > 0.8125) { return f45; }
} Shape::Many(mut v46) => {
let u47 = [spread([x[2 % x.len()], 0.5f64], 1.5625f64), t1.1].into_iter().count();
} _ => {
let u52 = 1usize;
} }
}
x.iter().cloned().skip_while(|rf53| (((*rf53) > 0.25) && ((*rf53) > 0.875))).sum::<f64>() + 0.0
}


#[differentiable]
pub fn program_7065(x: &[f64]) -> f64 {
let mut a2 = [1.6875f64, 1.4375, Shape::Empty.area(Some(1.0f64).unwrap_or(x[1 % x.len()]))];
if (twice(|f3| f3, [0.875f64, x[1 % x.len()]].into_iter().find(|rf4| ((*rf4) > 0.625)).unwrap_or(x[3 % x.len()])) > 0.75) {
if ((*best_of(&P::new(x[0 % x.len()], 1.0625), &(-P::new(0.8125f64, 1.375)))).x > 1.8125) {
let f5 = total(&[(-(-P::new(x[3 % x.len()], 0.5))), (-P::new(1.0f64, 1.375))], Shape::Circle(0.375f64).area(0.3125f64));
let mut h7 = book(0.75f64, a2[1 % 3]);
} else if x.iter().cloned().all(|f8| ([a2[3 % 3], 1.5625f64].into_iter().map_while(|f9| Some(a2[1 % 3])).sum::<f64>() > 0.1875)) {
a2[3 % 3] += (*best_of(&P::new(x.iter().cloned().fold(x[3 % x.len()], |f10, f11| x[1 % x.len()]), 0.375), &P::new(x[2 % x.len()].powi(3), 0.25))).x;
} else {
let [f12, .., f13] = a2;
}
} else if ((if (0.1875f64 > 0.125) { a2[0 % 3] } else { a2.into_iter().find(|rf14| (1.5f64 > 1.4375)).unwrap_or(x[1 % x.len()]) }) > 0.4375) {
a2[3 % 3] += total(&[P::new(1.6875f64, 0.9375), P::new(x[2 % x.len()], 0.875)], x[3 % x.len()]).rem_euclid(1.5);
} else {
let [f15, .., f16] = [(match ((if (a2[0 % 3] > 0.625) { 3usize } else { 1usize }) as usize) % 5 { 0 => x[2 % x.len()], 1 | 2 => 1.3125f64, n @ 3.. => n as f64 * (if (1.1875f64 > 1.625) { x[0 % x.len()] } else { 1.1875f64 }) }), 0.125, a2[3 % 3].max((1.0 + 0.0625f64.powi(2)).ln())];
}
(if (a2[0 % 3] > 1.6875) { x.iter().cloned().nth(1).unwrap_or(x[2 % x.len()]) } else { [x[1 % x.len()], a2[0 % 3]].into_iter().map(|f17| f17).sum::<f64>() }) + 0.0
}


#[differentiable]
pub fn program_7066_0(p0: f64) -> Option<f64> {
let f3 = f64::min(p0, twice(cube, p0));
{
let mut s5 = Shape::Circle((*[p0, p0].iter().skip(1).min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)));
if [f3, 0.0625f64].iter().enumerate().map(|(u6, rf7)| p0).any(|f8| (power(f3, 1) > f8)) {
let f9 = [0.875f64, [p0, p0].into_iter().sum::<f64>()].into_iter().product::<f64>();
s5.inflate(f3);
} else {
let mut t12 = p0.sin_cos();
let rf15 = &p0;
}
if matches!(s5, Shape::Circle(_)) { return None; }
}
Some(f3).map(|f16| [f16, f3].into_iter().last().unwrap_or(f16))
}
#[differentiable]
pub fn program_7066_1(mut p0: f64) -> (f64, f64) {
let P { x: f3, y: mut f4, .. } = (-(-P::new(p0, 1.8125)));
{ let mut bits = (3usize * 2 + 1) % 8; 'l5: while bits != 0 { bits &= bits - 1; {
let rf6 = &p0;
if ([f4, 1.875f64].into_iter().last().unwrap_or(power(p0, 3)) < (*rf6)) { {
let f8 = [f4, f4].into_iter().sum::<f64>();
} continue 'l5; }
} } }
([0.75f64, p0].into_iter().take_while(|rf9| ((*rf9) > 0.6875)).sum::<f64>(), 1.3125)
}
#[differentiable]
pub fn program_7066(x: &[f64]) -> f64 {
{ let mut rest = x.to_vec(); 'l1: while let Some(f2) = rest.pop() {
match (x.iter().cloned().count() as usize) % 4 { 0 => {
if (f2 > f2) {
let P { x: f4, y: mut f5, .. } = P::new(0.125f64, 1.8125);
{ let mut u6 = 0; 'l7: while u6 < 3 && (norm_of([x[2 % x.len()], 0.4375, f2]) < 1.125f64) { u6 += 1; {
bump(&mut { f2 }, f2);
} } }
} else {
let rf8 = &f2;
}
} 1 | 2 => {
let mut s9 = Shape::Circle(0.625f64).grown(f2);
} _ => {
if (f2 > (match f2 { f10 if (x[1 % x.len()] > 1.125) => f10, f11 => 1.3125f64 })) { return (*[0.375f64, f2].iter().skip(1).min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)); }
} }
} }
(*x.iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)) + 0.0
}


#[differentiable]
impl P {
pub fn program_7067_0(self, mut p0: f64, p1: &[f64]) -> f64 {
if let Some(f1) = checked(bump(&mut p0, self.x)) {
let tree3 = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(p0)), Box::new(Tree::Leaf(f1)))), Box::new(Tree::Node(Box::new(Tree::Leaf(self.x)), Box::new(Tree::Leaf(p0)))));
}
p0 *= [self.y, 1.3125f64].into_iter().sum::<f64>();
let mut s4 = Shape::Empty;
let rp5 = &self;
let f6 = p0.powi(1);
let rf7 = &f6;
p0 /= 1.5 + std::iter::repeat(self.x).take(2).last().unwrap_or((-self.x)).abs();
if (matches!(s4, Shape::Circle(_)) && matches!(s4, Shape::Circle(_))) { return (*rf7); }
let mut s8 = (Shape::Rect { w: norm_of([rp5.x, 0.75, p1[0 % p1.len()]]), h: f6 });
p1.iter().cloned().last().unwrap_or(self.norm2()) + p0 + 0.5 * f6
}
}
#[differentiable]
pub fn program_7067(x: &[f64]) -> f64 {
let f1 = P::new(P::new(1.0625f64, 1.6875).norm2(), P::new(1.5625f64, 1.0625).program_7067_0(1.0f64, &x.to_vec())).program_7067_0(1.1875f64, &x.to_vec());
if (P::new(f1, 1.3125).program_7067_0(f1, &vec![f1, 1.1875]) > 1.25) { {
if let Some(f3) = Some(1.5625f64) {
let mut u4 = 2;
let tree5 = Tree::Leaf(P::new(f1, f1).norm2());
} else {
match (((no_diff(x[2 % x.len()].abs() * 3.0) as usize) as usize).pow(2) as usize) % 4 { 0 => {
let mut a8 = [pair(P::new(x[2 % x.len()], 0.75).program_7067_0(f1, &x.to_vec()), f1).1; 3];
{ let (ml9, ml10) = a8.split_at_mut(1); {
let rf12 = &f1;
ml9[0 % ml9.len()] += (if ((1.4375f64 > 0.0625) && (f1 > 1.1875)) { P::new(f1, 1.25).scaled((*rf12)) } else { (if (f1 > 1.6875) { P::new(f1, 0.3125) } else { P::new(0.5625f64, 1.0) }) }).program_7067_0(f1, &x.to_vec());
} }
} 1 | 2 => {
let mut a13 = [f1.max([f1, x[3 % x.len()]].into_iter().sum::<f64>()); 3];
} _ => {
let mut t14 = (single(x[3 % x.len()]), 0.4375);
} }
}
} return P::new(f1, 1.375).program_7067_0(P::new(f1, 1.0625).scaled(f1).program_7067_0(f1, &vec![x[2 % x.len()], 1.6875]), &vec![1.1875f64, 1.625]); }
[(match (3usize as usize) % 5 { 0 => x[2 % x.len()], 1 | 2 => f1, n @ 3.. => n as f64 * f1 }), (-f1)].into_iter().last().unwrap_or(1.0625f64) + f1
}


#[differentiable]
impl P {
pub fn program_7068_0(&mut self, p0: f64, p1: &mut [f64]) -> f64 {
let mut o1 = Some((book(self.y, p0).len() as f64));
if let Some(f2) = o1.map(|f3| [p0, o1.unwrap_or(0.5)].iter().enumerate().map(|(u4, rf5)| 1.75f64).map_while(|f6| o1).sum::<f64>()) {
let (f7, mut f8) = pair(o1.unwrap_or(0.5).clamp(-1.0, 1.5), (1.625f64 * 2.5).floor());
let mut m9 = [[f2, 0.5], [0.875, self.y]];
*self = (P { x: (P::new(f7, 0.375) * f8).y, y: f7, tag: 1usize });
} else {
{ let mut bits = [p0, o1.unwrap_or(0.5)].into_iter().count() % 8; 'l10: while bits != 0 { bits &= bits - 1; {
let mut m11 = [[p0, 0.5], [0.625, p0.max((book(o1.unwrap_or(0.5), o1.unwrap_or(0.5)).len() as f64)).min(Shape::Circle(p0).area(p0))]];
} } }
}
[p0, (book(0.5f64, p0).len() as f64)].into_iter().map(|f12| (1.5f64 * 2.5).floor()).sum::<f64>() + p0
}
}
#[differentiable]
pub fn program_7068_1(mut p0: f64, p1: f64, depth: usize) -> Option<f64> {
bump(&mut p0, p1);
assert!(!p0.is_infinite(), "at {}", [p1, p0].into_iter().count());
{ let mut rest = vec![Pool::from(p0)[1], 1.8125]; 'l2: while let Some(f3) = rest.pop() {
let (f4, mut f5) = Some(1.3125f64)?.sin_cos();
} }
[p0, p0].into_iter().reduce(f64::max)
}
#[differentiable]
pub fn program_7068(x: &[f64]) -> f64 {
{ let mut bits = [1.0625f64, 1.0f64.sin()].into_iter().count() % 8; 'l4: while bits != 0 { bits &= bits - 1; {
if let Some(f5) = Some(norm(&[x[3 % x.len()], 0.0625f64]).max(1.0f64).min((-0.75f64.abs()).exp())) {
let (f6, mut f7) = pair((Pool::from(f5) + Pool::from(f5)).total(), [f5, 1.625f64].into_iter().map_while(|f8| Some(f8)).sum::<f64>());
} else {
'l10: for f11 in vec![single((P::new(x[0 % x.len()], 0.1875) * 1.875f64).y), 1.875].into_iter().rev() {
let mut t14 = pair((P::new(x[3 % x.len()], 0.0625) * 0.1875f64).y, f11);
}
}
} } }
let [f21, .., f22] = [x.iter().cloned().find(|rf23| (x[3 % x.len()] > 0.625)).unwrap_or(1.1875f64), 1.1875, x.iter().cloned().product::<f64>()];
{ let mut bits = [f21, x.iter().cloned().find(|rf24| ((*rf24) > 1.0625)).unwrap_or(0.5f64)].into_iter().count() % 8; 'l25: while bits != 0 { bits &= bits - 1; {
let (f26, mut f27) = pair(x.iter().cloned().map(|f28| single(f28)).sum::<f64>(), f21);
{ let mut bits = x.iter().cloned().count() % 8; 'l29: while bits != 0 { bits &= bits - 1; {
'l34: for (u35, f36) in x.iter().cloned().enumerate() {
let mut m37 = [[1.1875f64, 0.5], [1.125, 1.1875f64]];
if let Some(f38) = Some(f36) {
f27 = fallible((Pool::from(m37[u35 % 2][1 % 2]) + Pool::from(f38)).total().powi(1)).unwrap_or_else(|e| e.len() as f64);
let mut t40 = pair(x[2 % x.len()], (match Some(0.0625f64) { Some(f41) if (u35 % 2 == 0) => m37[u35 % 2][1 % 2], Some(f42) => f38, None => (if (u35 % 2 == 0) {
let P { x: f43, y: mut f44, .. } = P::new(f26, 1.875);
m37[u35 % 2][1 % 2]
} else {
let [f46, .., f47] = [x[0 % x.len()], 1.0, 0.25f64];
f36
}) }));
} else {
let c48 = |f49: f64| -> f64 { f22.max(f49).sin() };
}
}
} } }
} } }
norm(&[pair(x.iter().cloned().find(|rf50| (f22 > 1.875)).unwrap_or(x[2 % x.len()]), f21).1, (P::new(f21, 0.125) * f22).y]) + f21 + 0.5 * f22
}


#[differentiable]
pub fn program_7069(x: &[f64]) -> f64 {
let f2 = (if Some(x[1 % x.len()]).is_none() {
let u3 = x.iter().cloned().scan(x[1 % x.len()], |mf4, f5| { *mf4 += f5; Some(*mf4) }).count();
P::new(1.5625f64, 0.0625).norm2()
} else {
if let Some(f6) = checked(x.iter().cloned().nth(1).unwrap_or(x[2 % x.len()])) {
let f7 = (Pool::from((f6 * 2.5).floor()) + Pool::from(f6)).total();
{ let mut rest = vec![{
let Some(f10) = Some(f7) else { return f6; };
x[0 % x.len()]
}, 0.8125]; 'l11: while let Some(f12) = rest.pop() {
if let Some(f15) = Some(f7) && (2usize % 3 == 1) {
let mut s17 = Shape::Circle(x[0 % x.len()]);
let mut s18 = s17.clone();
}
} }
}
(x.to_vec().into_iter().sum::<f64>() - x[0 % x.len()])
}); let f19 = match f2 > 0.5 { true => f2 * f2, false => 0.5 * f2 };
f19 + f2 + 0.5 * f19
}


#[differentiable]
pub fn program_7071_0(p0: f64, p1: (f64, f64)) -> (f64, f64) {
let mut o1 = Some(p0.hypot(1.0 + 1.25f64.abs()));
if let Some(f4) = checked(0.3125f64) {
let [f5, .., f6] = [1.4375f64, 1.125, p0].map(|f7| 0.8125f64);
}
let [f8, .., f9] = [p0, 1.8125, p0].map(|f10| p1.0);
{
{
if let Some(f16) = checked(p1.0) {
{ let mut bits = [f16, 1.625f64].into_iter().count() % 8; 'l17: while bits != 0 { bits &= bits - 1; {
let mut h18 = book(Some(p1.0).unwrap_or_else(|| f8), p1.0);
let tree20 = Tree::Leaf(pair(o1.unwrap_or(0.5), P::new(o1.unwrap_or(0.5), 1.75).potential(1.6875f64)).1);
let mut f22 = fallible(h18.get(&3).map_or(o1.unwrap_or(0.5), |rf23| f16)).unwrap_or(p1.1);
} } }
}
}
}
p1
}
#[differentiable]
pub fn program_7071(x: &[f64]) -> f64 {
let mut p1 = (P { x: Some(x[0 % x.len()]).unwrap_or(x[2 % x.len()].hypot(1.0 + 0.25f64.abs())), ..(P { x: norm_of([1.0625f64, 1.625, 1.5f64]), ..P::new(0.6875f64, 1.5) }) });
let mut f2 = 0.5f64;
let mut o3 = checked(fallible(f2).unwrap_or(p1.y));
'l4: for f5 in scaled(x.to_vec(), (book(0.6875f64, o3.unwrap_or(0.5)).len() as f64)) {
'l6: for (u7, f8) in [p1.y, norm_of([x[1 % x.len()], 0.125, p1.x])].into_iter().enumerate() {
let mut o9 = Some(twice(|f10| p1.x, f8));
'l11: for (u12, f13) in std::iter::repeat(f5).take(2).enumerate() {
let P { x: f14, y: mut f15, .. } = (P { x: (&(match Some(1.5625f64) { Some(f16) if (u12 % 2 == 0) => 0.9375f64, Some(f17) => o3.unwrap_or(0.5), None => f13 }) * &f2), ..p1 });
}
}
}
(1..=2).flat_map(|u21| (0..u21).map(move |n| n as f64 * 1.8125)).for_each(|f22| f2 += f22);
{ let mut rest = [norm_of([f2, 0.3125, p1.y]), p1.x].to_vec(); 'l23: while let Some(f24) = rest.pop() {
let mut f25 = x.iter().enumerate().map(|(u26, rf27)| f24).max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(x[1 % x.len()]);
(f2, f2) = (x[2 % x.len()], [f24, f25].into_iter().map_while(|f29| Some(p1.x)).sum::<f64>());
[p1.x, f2].iter().skip(1).enumerate().map(|(u30, rf31)| p1.x).for_each(|f32| f25 += p1.y);
} }
1.6875f64 + f2
}


#[differentiable]
impl P {
pub fn program_7072_0(self, mut p0: f64, p1: Option<f64>) -> f64 {
{ let mut u1 = 0; 'l2: while u1 < 3 { u1 += 1; {
p0 = fallible(p1.unwrap_or(0.5)).unwrap_or_else(|e| e.len() as f64);
p0 += pair(self.y, self.potential(p0)).1.powi(1);
p0 += p1.unwrap_or(p0).tanh();
} } }
Shape::Circle(p1.unwrap_or(0.5)).potential(pair((1.5f64 * p0), (match Some(p1.unwrap_or(0.5)) { Some(f3) if (p0 > 0.3125) => self.y, Some(f4) => 0.8125f64, None => p0 })).1) + p0
}
}
#[differentiable]
impl P {
pub fn program_7072_1(self, p0: f64, mut p1: Vec<f64>, p2: (f64, f64), depth: usize) -> f64 {
let mut s1 = (if ((if depth > 0 { P::new(self.x, 1.8125).program_7072_1(0.9375f64, p1.clone(), (p2.1, 0.625), depth - 1) } else { p0 }) > 0.6875) { Shape::Circle(p1[2 % p1.len()]) } else { Shape::Empty });
{ let mv2 = &mut p1; {
let P { x: f3, y: mut f4, .. } = (P { x: P::new(self.x, 1.625).program_7072_0(p2.0, Some(mv2[1 % mv2.len()])), y: Some(p0).unwrap_or(self.x), tag: (0usize % 3) });
} }
p1.resize(4, p1.iter().copied().map(|f5| self.y).sum::<f64>());
p1.iter_mut().zip([p2.1, p2.0].iter().step_by(2).enumerate().filter(|(u6, _)| matches!(s1, Shape::Circle(_))).map(|(_, rf7)| [p0, p0].into_iter().fold(P::new(p2.0, 1.75).program_7072_0(p0, Some(p2.0)), |f8, f9| p2.1))).for_each(|(mf10, f11)| *mf10 += self.x);
s1 = (if (p0 > 1.5625) { Shape::Empty } else { s1.clone() });
p1.chunks_mut(2).for_each(|ml12| ml12[0] *= (if depth > 0 { P::new(0.75f64, 1.1875).program_7072_1(p0, vec![p2.1, 0.3125], p2, depth - 1) } else { 0.5f64 }));
'l16: for f17 in vec![p0.tanh(), 1.5625] {
let f18 = (-(-P::new(0.4375f64, 1.1875))).program_7072_0(s1.clone().potential(p1[3 % p1.len()]), Some(p2.0));
let mut p0 = (P { x: f18, y: self.program_7072_0(self.y, p1.first().copied()), tag: self.tag }).program_7072_0(p2.0, p1.first().copied());
}
self.program_7072_0(p0, p1.get(3usize).copied()) + p0
}
}
#[differentiable]
pub fn program_7072(x: &[f64]) -> f64 {
let f1 = spread([x[0 % x.len()], P::new(x[3 % x.len()], 1.6875).program_7072_0(Shape::Empty.area(1.1875f64), Some(x[3 % x.len()]))], P::new(x[1 % x.len()], 0.3125).program_7072_0(1.5f64, Some(x[2 % x.len()])).powi(3)); let f2 = match f1 > 0.5 { true => f1 * f1, false => 0.5 * f1 };
let mut s3 = (if ((f1 + 0.6875f64) > 0.9375) { Shape::Circle(P::new(1.0625f64, 0.4375).program_7072_0(f2, Some(f1))) } else { (if (f1 > 1.625) { Shape::Circle(0.3125f64) } else { Shape::Empty }) });
let [f7, .., f8] = [(P { x: 1.8125f64, y: f1, tag: 3usize }).program_7072_1(f2, vec![f1, 0.8125], (x[3 % x.len()], 0.75), 3), (x[0 % x.len()] * f2), P::new(f2, 0.125).program_7072_0(P::new(f1, 0.3125).program_7072_1(0.875f64, x.to_vec(), (f2, 1.875), 0), Some(f1))];
'l9: for f10 in x.to_vec() {
let f11 = x.iter().cloned().reduce(|f12, f13| Shape::Circle(f10).area(P::new(f10, 0.5625).program_7072_1(x[3 % x.len()], vec![1.4375f64, 0.3125], (f1, 0.6875), 3))).unwrap_or(P::new(f1, 0.5625).program_7072_1(Shape::Empty.potential(f8), vec![x[3 % x.len()], 0.0625], (f1, 1.625), 0));
let f15 = spread([f8, (f8 * f8)], P::new(0.3125f64, 0.0625).scaled(f8).program_7072_0(f2, Some(f8)));
}
let f16 = (P::new(0.875f64, 1.1875) + (P::new(x[0 % x.len()], 1.875) * 0.75f64)).program_7072_0(x.iter().cloned().sum::<f64>().powi(0), Some(f2));
note(format!("{}{:.1}", 1, 1.625).len());
let f18 = f2; let f19 = match f18 > 0.5 { true => f18 * f18, false => 0.5 * f18 };
'l21: for u22 in 0..2 + 1 {
bump(&mut { f18 }, (P { x: 0.875f64, y: [f16, f7].into_iter().find(|rf24| (x[1 % x.len()] > 0.9375)).unwrap_or(f8), tag: u22 }).program_7072_1(f2, x.to_vec(), (P::new(x[1 % x.len()], 1.625).program_7072_1(1.125f64, x.to_vec(), (f7, 1.375), 2), 0.1875), 2));
let f26 = [f8, f1].into_iter().zip(x.iter().cloned()).map(|(f27, f28)| 1.5f64).take_while(|rf29| (u22 % 2 == 0)).reduce(|f30, f31| f2).unwrap_or(f19);
}
let mut v33 = vec![f16, 0.5625];
{ let mut store = |f34: f64| v33.push(f16); for _ in 0..2 { store([f8, f2].into_iter().sum::<f64>()); } }
{ let mut u35 = 0; 'l36: while u35 < 3 { u35 += 1; {
{ let mut store = |f37: f64| v33.push((f1 * 1.3125f64)); for _ in 0..2 { store((-(P::new(f1, 0.875) + P::new(f1, 1.5625))).program_7072_0(0.125f64.sin(), Some(x[2 % x.len()]))); } }
} } }
'l38: for u39 in 0..0 + 1 {
let v40 = std::mem::replace(&mut v33, vec![f7, 0.125]);
s3 = Shape::Circle((match v40.first().copied() { Some(f41) if (v40.len() > 2) => f41, Some(f42) => f8, None => 1.0625f64 }).clamp(-1.0, 1.5));
}
v33[3 % v33.len()] + f1 + 0.5 * f2 + 0.5 * f7 + 0.5 * f8 + 0.5 * f16 + 0.5 * f18 + 0.5 * f19
}


pub const PROGRAMS: &[crate::Program] = &[
    crate::program!(program_7000),
    crate::program!(program_7001),
    crate::program!(program_7002),
    crate::program!(program_7003),
    crate::program!(program_7005),
    crate::program!(program_7006),
    crate::program!(program_7007),
    crate::program!(program_7008),
    crate::program!(program_7009),
    crate::program!(program_7010),
    crate::program!(program_7012),
    crate::program!(program_7013),
    crate::program!(program_7014),
    crate::program!(program_7019),
    crate::program!(program_7021),
    crate::program!(program_7023),
    crate::program!(program_7024),
    crate::program!(program_7026),
    crate::program!(program_7027),
    crate::program!(program_7028),
    crate::program!(program_7030),
    crate::program!(program_7032),
    crate::program!(program_7033),
    crate::program!(program_7034),
    crate::program!(program_7035),
    crate::program!(program_7036),
    crate::program!(program_7038),
    crate::program!(program_7039),
    crate::program!(program_7042),
    crate::program!(program_7043),
    crate::program!(program_7044),
    crate::program!(program_7045),
    crate::program!(program_7046),
    crate::program!(program_7048),
    crate::program!(program_7049),
    crate::program!(program_7050),
    crate::program!(program_7051),
    crate::program!(program_7052),
    crate::program!(program_7055),
    crate::program!(program_7056),
    crate::program!(program_7057),
    crate::program!(program_7058),
    crate::program!(program_7060),
    crate::program!(program_7061),
    crate::program!(program_7064),
    crate::program!(program_7065),
    crate::program!(program_7066),
    crate::program!(program_7067),
    crate::program!(program_7068),
    crate::program!(program_7069),
    crate::program!(program_7071),
    crate::program!(program_7072),
];
