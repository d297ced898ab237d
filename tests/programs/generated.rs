//! Written by the generator.

use crate::prelude::*;
use pullback::{differentiable, no_diff};

#[differentiable]
pub fn program_101(x: &[f64]) -> f64 {
let mut m1 = [[(1.125f64 * 0.5625f64.powi(2)), [1.4375f64, x[2 % x.len()]].into_iter().reduce(|f2, f3| f3).unwrap_or([x[3 % x.len()], x[2 % x.len()]].into_iter().reduce(|f4, f5| f4).unwrap_or(1.5f64))], [Shape::Empty.area((x[0 % x.len()] * 0.8125f64)), (P::new(1.5625f64, 1.4375).dot(&P::new(x[1 % x.len()], 1.25)) * 2.5).floor()]];
{
'l6: for u7 in (0..([1.1875f64, x[3 % x.len()]].into_iter().position(|f8| matches!(Some(f8), Some(y) if y > 0.25)).unwrap_or(2) % 3) % 4).rev() {
let (f9, mut f10) = pair(m1[u7 % 2][0 % 2], power(x[1 % x.len()], 3));
{ let mut u11 = 0; 'l12: loop { u11 += 1; if u11 > 2 || [f10, x.iter().cloned().next().unwrap_or(f10)].into_iter().all(|f13| (f13 <= 1.125)) { break; } {
match Shape::Empty { Shape::Circle(f14) if x.iter().cloned().all(|f15| (u7 % 2 == 0)) => {
x.iter().cloned().for_each(|f16| f10 += (f14 + x.iter().cloned().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(x[3 % x.len()])));
} Shape::Circle(mut f17) => {
let [f18, .., f19] = [f17, 0.5, f10];
let mut f20; if matches!(Some(f9).filter(|rf21| (1.625f64 > 1.3125)), Some(y) if y > 0.25) { f20 = f17; } else { f20 = 1.375f64; }
} Shape::Rect { w: f22, h: f23 } => {
let mut f24; if (norm_of([f9, 1.6875, f10]) <= 1.875) { f24 = (1.4375f64 * x.iter().cloned().product::<f64>()); } else { f24 = m1.iter().flatten().copied().product::<f64>(); }
} Shape::Many(mut v25) => {
m1[2 % 2] = [power(1.625f64, 2), (1.6875f64 * v25[u11 % v25.len()])];
if v25.len() > 2 { let y = v25.pop().unwrap(); f10 += y * power(v25[1 % v25.len()], 0); }
} _ => {
let mut s26 = Shape::Circle(f10).grown(x.iter().cloned().reduce(|f27, f28| [f28, m1[u11 % 2][3 % 2]].into_iter().product::<f64>()).unwrap_or(m1[u11 % 2][0 % 2]));
f10 -= 0.8125f64;
} }
let [f29, .., f30] = [f10, 0.6875, 0.5625f64];
} } }
if let Some(f31) = Some(x[2 % x.len()].max(f9)).and_then(|f32| Some(x[3 % x.len()])) && (f9 <= 1.5) {
if let Some(f36) = Some(f10.tanh()) && (P::new(f10, 1.6875).dot(&P::new(f31, 0.125)) <= 0.875) {
let [f37, .., f38] = [x[0 % x.len()], 1.625, (1.1875f64 * (f10 * x[0 % x.len()]))];
}
let mut m39 = [[P::new(f10, 0.75).dot(&P::new(x[1 % x.len()], 0.1875)), f9.tanh()], [f9, f64::min(f31, x[0 % x.len()])]];
}
}
}
[1.125f64, 0.6875f64].into_iter().scan((&x[1 % x.len()] * &x[0 % x.len()]), |mf40, f41| { *mf40 += f41; Some(*mf40) }).sum::<f64>() + 0.0
}


#[differentiable]
pub fn program_102(x: &[f64]) -> f64 {
{ let mut u1 = 0; 'l2: while u1 < 3 { u1 += 1; {
let mut o3 = Some((u1 as f64 * 0.25)).and_then(|f4| Some(f4));
} } }
let mut t5 = ((x.iter().cloned().count() as f64 * 1.875f64), x.iter().cloned().nth(1).unwrap_or(twice(cube, 1.4375f64)));
if let Some(f9) = Some(t5.0).and_then(|f10| Some(f10)).and_then(|f11| Some(1.5f64).and_then(|f12| Some(t5.1))) && Some(Some(t5.0).map_or(x[0 % x.len()], |f13| 1.1875f64)).is_none() {
let mut f9 = (match f9.max(f9) { f14 if (!(t5.1 > 1.6875)) => (t5.0 + t5.1), f15 => t5.0 });
{ let mut rest = [t5.1, t5.1].to_vec(); 'l16: while let Some(f17) = rest.pop() {
{ let mut u18 = 0; 'l19: while u18 < 3 { u18 += 1; {
let [f22, .., f23] = [[f17, 0.0625f64].into_iter().nth(1).unwrap_or(f17), 1.8125, f17];
let P { x: f24, y: mut f25, .. } = (P { x: t5.1, ..P::new((1.0 + 0.8125f64.powi(2)).ln(), 0.9375) });
t5.0 = f22;
} } }
{
let P { x: f28, y: mut f29, .. } = (P { x: (1.125f64 * x[3 % x.len()]), ..(&P::new(f9, 0.875) - &(&P::new(f17, 0.4375) - &P::new(f9, 1.3125))) });
}
} }
}
if (!(1.3125f64 > 0.3125)) {
let mut v30 = vec![x[3 % x.len()]; 3];
}
t5.0 + 0.0
}


#[differentiable]
pub fn program_104_0(p0: f64, p1: &f64) -> f64 {
{ let mut u1 = 0; 'l2: loop { u1 += 1; if u1 > 2 || (3usize % 3 == 1) { break; } {
let mut f3 = (0.1 + (if (1.4375f64 <= 1.25) {
{ let mut u15 = 0; 'l16: while u15 < 3 { u15 += 1; {
let mut f17 = p0;
} } }
let mut f18 = 0.1875f64;
f18
} else {
assert!(!p0.is_infinite(), "at {}", 3usize);
[p0, p0].iter().map(|rf19| p0).sum::<f64>()
}).powi(2)).sqrt();
} } }
[(*p1), p0].iter().map(|rf20| p0).reduce(|f21, f22| p0).unwrap_or(p0) + p0
}
#[differentiable]
pub fn program_104(x: &[f64]) -> f64 {
{ let mut u7 = 0; 'l8: loop { u7 += 1; if u7 > 2 || (x[2 % x.len()] <= 0.1875) { break; } {
let mut f14 = program_104_0(x[3 % x.len()].hypot(1.0 + program_104_0(0.5f64, &x[2 % x.len()]).abs()), &x[3 % x.len()]);
f14 *= (*x.iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5));
} } }
let P { x: f15, y: mut f16, .. } = (P { x: (0.1 + x[2 % x.len()].powi(2)).sqrt(), ..P::new(x[0 % x.len()], 1.0625) });
if x.iter().cloned().any(|f17| (Some(x[2 % x.len()]).map_or(x[1 % x.len()], |f18| x[2 % x.len()]) > 0.3125)) { {
let mut f19 = P::new(x[1 % x.len()], 1.6875).dot(&P::new(f15, 1.5));
let mut p20 = (P { x: x[0 % x.len()], ..((P::new(0.3125f64, 0.875) * f19) * (2usize as f64 * 0.25)) });
} return program_104_0(f15, &0.625f64); }
let mut f21 = x[2 % x.len()];
assert!(!f16.is_infinite(), "at {}", ((1usize + 3) | 1));
f21 *= program_104_0((1.0 + x[2 % x.len()].powi(2)).ln(), &1.625f64);
let mut p22 = P::new((P { x: x[1 % x.len()], ..P::new(f16, 1.8125) }).dot(&(P::new(0.1875f64, 1.125) * x[0 % x.len()])), 1.6875);
(f21, f16) = ([x.iter().cloned().last().unwrap_or(x[2 % x.len()]), Shape::Empty.potential(f21)].into_iter().reduce(|f23, f24| f15).unwrap_or(x.iter().cloned().last().unwrap_or(x[3 % x.len()])), program_104_0(program_104_0(f16, &program_104_0(f15, &p22.y)), &((p22.tag | 1) as f64 * 0.25)));
p22.x = program_104_0(total(&[p22, p22], {
{ let mf25 = if (f15 > 1.75) { &mut f21 } else { &mut f16 }; {
p22.x = 0.5f64;
} }
f15
}), &program_104_0(f15, &1.0625f64));
program_104_0(((0.1 + p22.x.powi(2)).sqrt() * 0.125f64), &program_104_0(p22.x, &0.5625f64.hypot(1.0 + f16.abs()))) + f15 + 0.5 * f16 + 0.5 * f21
}


#[differentiable]
pub fn program_107_0(p0: f64, p1: &mut f64, p2: [f64; 3]) -> Option<f64> {
let mut f1 = Some(p0)?;
let c2 = |f3: f64| -> f64 { (match twice(|f4| (*p1), ((*p1) - f3)) { f5 if [0.0625f64, p0].into_iter().any(|f6| (!(f6 > 1.0))) => p0, f7 => (*p1) }) };
let rl8 = &p2[..2];
if let Some(f9) = tried((-p2[3 % 3].tanh())).ok() {
if let Some(f10) = Some(P::new(f9, 1.6875).potential(0.9375f64)) && rl8.iter().cloned().flat_map(|f11| [rl8[0 % rl8.len()], p2[1 % 3]]).any(|f12| Some(0.9375f64).is_none()) {
rl8.iter().cloned().for_each(|f13| f1 += rl8.iter().cloned().product::<f64>());
}
} else {
let mut f14 = Some(p2[3 % 3]).and_then(|f15| Some(f1)).and_then(|f16| tried((*p1)).ok())?;
}
Some(f1).and_then(|f17| Some(p0)).and_then(|f18| Some(f18))
}
#[differentiable]
pub fn program_107_1(p0: &mut f64, p1: &mut Vec<f64>, g: impl Fn(f64) -> f64) {
*p0 += (-(match vec![(*p0), 0.375].into_iter().sum::<f64>() { f2 if (f2 > 1.125) => pair(p1[3 % p1.len()], (*p0)).1, f3 => p1[3 % p1.len()] }));
let c4 = |f5: f64| -> f64 { (*p0) };
let c6 = |f7: f64| -> f64 { twice(|f8| 1.5625f64, pair(f7, P::new((*p0), 0.6875).potential(1.3125f64)).1) };
let c9 = |f10: f64| -> f64 { p1[0 % p1.len()] };
if let Some(f12) = [p1[0 % p1.len()], p1[3 % p1.len()]].into_iter().flat_map(|f14| [power(p1[2 % p1.len()], 1), [f14, 1.375f64].into_iter().nth(1).unwrap_or(p1[2 % p1.len()])]).reduce(f64::max) {
let mut f15 = f12.tanh();
let mut a18 = [f15, 0.75, 1.375f64];
} else {
let mut f19 = [(*p0), 1.375f64].into_iter().flat_map(|f20| [(*p0), 0.0625f64]).last().unwrap_or(p1[1 % p1.len()]);
let mut w21 = vec![P::new(p1[0 % p1.len()], 0.875f64), (P { x: p1[0 % p1.len()], ..(&P::new(0.25f64, 0.1875) - &P::new(p1[2 % p1.len()], 0.125)) })];
}
}
#[differentiable]
pub fn program_107(x: &[f64]) -> f64 {
{ let mut u1 = 0; 'l2: while u1 < 3 { u1 += 1; {
'l4: for u5 in (0..format!("{}{:.1}", 2, 0.0625).len() % 4).rev() {
note((if (u1 % 2 == 0) { 2usize } else { u1 }));
}
} } }
{ let mut u7 = 0; 'l8: while u7 < 3 { u7 += 1; {
let f9 = power((1.0 + 1.5625f64.powi(2)).ln(), 1);
} } }
if let Some(f10) = x.iter().cloned().reduce(f64::max) {
{ let mut u11 = 0; 'l12: while u11 < 3 { u11 += 1; {
let mut f14 = (match f10 { f15 if (f10 > 0.875) => f10, f16 => f16 });
} } }
} else {
let mut f17 = x.iter().cloned().product::<f64>();
}
twice(|f18| x.iter().cloned().product::<f64>().mul_add(0.125f64.tanh(), f18), power(x[0 % x.len()], 1)) + 0.0
}


#[differentiable]
pub fn program_109(x: &[f64]) -> f64 {
note(((2usize | 1) | 3));
{
let c9 = |f10: f64| -> f64 { (*x.iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)).mul_add(f10, total(&[P::new(1.375f64, 0.125), P::new(f10, 1.375)], f10)) };
let mut s11 = Shape::Tagged(1usize, Shape::Empty.area(x[2 % x.len()]));
}
match (0usize as usize) % 4 { 0 => {
let mut u15 = 1;
} 1 | 2 => {
let [f20, .., f21] = [(&x[0 % x.len()] * &0.4375f64), 1.6875, leaves(&Tree::Leaf(1.875f64), (match Shape::Empty { Shape::Circle(f22) => f22, Shape::Rect { w: f23, h: f24 } if (f24 > 0.5625) => x[2 % x.len()], Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v25) => x[0 % x.len()], Shape::Empty => x[2 % x.len()] }))];
} _ => {
let mut s26 = (if (!(x[2 % x.len()] > 1.625)) { Shape::Tagged(2usize, x[3 % x.len()]) } else { Shape::Circle(total(&[P::new(0.1875f64, 0.6875), P::new(x[2 % x.len()], 1.5625)], x[2 % x.len()])) });
let c31 = |f32: f64| -> f64 { (f32 * ([x[3 % x.len()], f32].into_iter().count() as f64 * f32)) };
} }
{
note(1usize);
let mut u43 = 1;
}
(1.5f64 * (x.iter().cloned().find(|rf44| ((*rf44) > 1.6875)).unwrap_or(0.625f64) * (&x[2 % x.len()] * &x[2 % x.len()]))) + 0.0
}


#[differentiable]
pub fn program_110(x: &[f64]) -> f64 {
let c2 = |f3: f64| -> f64 { f3 };
let c8 = |f9: f64| -> f64 { f9 };
if let Some(f10) = checked((match c2(x[2 % x.len()]) { f11 if matches!(Some(x[1 % x.len()]), Some(y) if y > 0.25) => f11, f12 => twice(|f13| 1.6875f64, x[1 % x.len()]) })) && matches!(Some(P::new(1.5625f64, 0.9375).potential(1.5625f64)), Some(y) if y > 0.25) {
if (norm(&[1.6875f64, f10]) > 0.6875) {
if let Some(f15) = tried(f10).ok().map(|f16| [f10, 0.625, f10].iter().sum::<f64>()) {
let c17 = |f18: f64| -> f64 { P::new(f10, 0.6875).norm2() };
}
let mut m19 = [[f10.max(x[3 % x.len()]), 0.5], [1.75, (match pair(0.5f64, x[3 % x.len()]).1 { f20 if (f10 > 1.5) => f20, f21 => 0.625f64 })]];
{
{
let [f22, .., f23] = [{
let mut m24 = m19;
let mut m26 = m24;
let mut a28 = [f10, 1.1875, f10];
x[0 % x.len()]
}, f10, power(f10.mul_add(f10, f10), 2)];
m19[2 % 2] = [twice(|f29| pair(twice(&c2, 1.1875f64), f29).1, f64::min(x[0 % x.len()], (-f10.abs()).exp())), f22];
}
let mut a30 = [f10, 1.5, 0.4375f64];
}
} else {
let c32 = |f33: f64| -> f64 { twice(|f34| (1.0 + f33.powi(2)).ln(), (match 0.5f64.mul_add(f10, x[0 % x.len()]) { f35 if Some(f10).is_none() => 0.6875f64, f36 => f33 })) };
}
if (f10 > 1.375) {
let mut a39 = [c8(x[3 % x.len()]), power(f10, 3), f10];
} else {
let c40 = |f41: f64| -> f64 { {
let mut a42 = [power(f10, 2), 1.375, twice(|f43| f10, x[1 % x.len()])];
f10
} };
}
}
(Shape::Empty.area(0.375f64.max(1.3125f64)) * P::new(x[2 % x.len()], 1.875).norm2()) + 0.0
}


#[differentiable]
pub fn program_112_0(p0: f64, p1: Vec<f64>) -> (f64, f64) {
let (f1, mut f2) = (if p1.iter().copied().any(|f3| Some(0.75f64).is_none()) { pair((*[p0, p0].iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)), p0) } else { (if (1.1875f64 > 0.75) { (if (p0 > 0.125) { (p0, 1.4375) } else { (p1[2 % p1.len()], 1.6875) }) } else { (p0, 1.3125) }) });
let (f4, mut f5) = ((-f1), 0.25);
if let Some(f6) = (if ((f5 * f4) > 0.25) { Some(p0) } else { None }) {
let (f7, mut f8) = ([f1, 0.875, 0.25f64].iter().sum::<f64>(), 0.4375);
} else {
let mut a9 = [p1[1 % p1.len()], 1.0625, p0].map(|f10| p1.iter().copied().nth(1).unwrap_or(0.625f64));
}
pair(p1[0 % p1.len()], (p1.len() as f64 * 0.25))
}
#[differentiable]
pub fn program_112_1(p0: f64, p1: &mut P, mut p2: Vec<f64>) -> (f64, f64) {
if (!(p0 > 0.5)) { return ((0.1 + p0.powi(2)).sqrt(), 0.4375); }
{ let mut u2 = 0; 'l3: while u2 < 3 && matches!((if (!(p1.y > 1.625)) { Some(p0) } else { None }), Some(y) if y > 0.25) { u2 += 1; {
p2.fill(0.6875f64);
} } }
((-[p0, p0].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(p2[2 % p2.len()])), 1.6875)
}
#[differentiable]
pub fn program_112(x: &[f64]) -> f64 {
'l1: for f2 in x.iter().cloned() {
{
let c3 = |f4: f64| -> f64 { x[0 % x.len()] };
match x { [rf5, .., rf6] => {
match x { [rf7, .., rf8] => {
if ([1.125f64, 0.25f64].into_iter().reduce(|f9, f10| f9).unwrap_or([x[1 % x.len()], 0.8125, x[1 % x.len()]].iter().sum::<f64>()) <= 1.5625) { break; }
if (if x.iter().cloned().any(|f11| (f11 > 1.75)) { Some((*rf7)) } else { None }).is_none() { continue; }
} [rf12] => {
let (f13, mut f14) = (if ((*[0.25f64, f2].iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)) > 1.25) { (f2, 0.1875) } else { pair(f2, 1.6875f64) });
} [] => {
let mut u15 = 1;
} }
let [f19, .., f20] = [f2, 1.8125, f2].map(|f21| f21).map(|f22| f2);
{ let mut rest = [f2, 1.5625f64].to_vec(); 'l26: while let Some(f27) = rest.pop() {
let mut s28 = (if (!Some(f20).is_none()) { (if ((*rf5) > 0.6875) { Shape::Circle(0.125f64) } else { Shape::Circle(0.5f64) }) } else { Shape::Empty });
} }
} [rf29] => {
let tree30 = Tree::Leaf(f2);
} [] => {
let mut f31; if (f2 > 0.3125) { f31 = (P { x: 0.5625f64, y: x.iter().cloned().next().unwrap_or(f2), tag: 0usize }).dot(&(&P::new(x[0 % x.len()], 1.125) - &(&P::new(x[1 % x.len()], 1.375) - &P::new(x[2 % x.len()], 0.6875)))); } else { f31 = (if matches!(Some(f2), Some(y) if y > 0.25) { f2 } else { (if (f2 > 0.5625) { Shape::Empty } else { Shape::Circle(f2) }).potential(x.iter().cloned().reduce(|f32, f33| x[1 % x.len()]).unwrap_or(x[3 % x.len()])) }); }
} }
}
}
(-(if (x[2 % x.len()] <= 1.8125) { x.iter().cloned().next().unwrap_or(1.0f64) } else { total(&[P::new(0.25f64, 0.6875), P::new(x[1 % x.len()], 1.8125)], x[1 % x.len()]) })) + 0.0
}


#[differentiable]
pub fn program_114(x: &[f64]) -> f64 {
if (x[2 % x.len()] > 0.625) { return (-0.3125f64.abs()).exp(); }
{ let mut u11 = 0; 'l12: loop { u11 += 1; if u11 > 2 || x.iter().cloned().filter(|rf13| (0.625f64 > 0.75)).take(3).any(|f14| (!(f14 > 0.125))) { break; } {
if let Some(f17) = Some(x[1 % x.len()]) {
if let Some(f18) = Some((f17 / (1.5 + x[2 % x.len()].powi(2)))) {
if let Some(f20) = Some(1.625f64.powi(0)).filter(|rf21| (!(u11 % 2 == 0))) {
let c23 = |f24: f64| -> f64 { x[1 % x.len()] };
let mut a25 = [total(&[(P::new(1.1875f64, 1.3125) * f20), P::new(f17, 0.75)], f17), f17, f20];
}
{ let mut u26 = 0; 'l27: while u26 < 3 { u26 += 1; {
assert!(!f17.is_infinite(), "at {}", u26);
if Some(f18).is_none() { break; }
} } }
if Some(x[1 % x.len()]).is_none() {
let mut o29 = Some(0.8125f64).filter(|rf30| (f17 > 1.0)).map(|f31| (&f64::min(f31, 1.5625f64) * &f31));
assert!(!f18.is_infinite(), "at {}", 1usize);
}
}
}
let mut o32 = Some((&x[3 % x.len()] * &x[3 % x.len()]));
match (((u11 % 3) + 0) as usize) % 4 { 0 => {
if [x[3 % x.len()], x[1 % x.len()]].into_iter().any(|f33| (f33 < f33)) { continue; }
} 1 | 2 => {
if (u11 % 2 == 0) { continue 'l12; }
} _ => {
if (x[0 % x.len()] < (&x[3 % x.len()] * &(*x.iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)))) { break; }
} }
} } }
(-[x[3 % x.len()], x[0 % x.len()]].iter().enumerate().map(|(u34, rf35)| x[3 % x.len()]).map(|f36| 1.875f64).sum::<f64>().abs()).exp() + 0.0
}


#[differentiable]
pub fn program_121_0(p0: f64, p1: &P) -> Vec<f64> {
let rf1 = if (p0 > [p0, 0.0625, p0].iter().sum::<f64>()) { &p0 } else { &p0 };
match ((p0 > (0.1 + p0.powi(2)).sqrt()), Some(p0).map(|f2| 0.0625f64).map(|f3| 1.6875f64)) { (true, Some(f4)) => {
let mut v5 = vec![f4, 0.75];
} (false, Some(f6)) if (f6 > 1.4375) => {
let mut f7; if ([0.9375f64, p0].into_iter().product::<f64>() > 0.8125) { f7 = (1usize as f64 * 0.25); } else { f7 = leaves(&Tree::Leaf(f6), 0.0625f64); }
f7 -= Shape::Circle(p0).grown(f6).area(f7);
let rf11 = if ((2usize as f64 * 0.25) > 0.5625) { &f7 } else { &f6 };
} _ => {
let Some(f12) = Some(p0) else { return vec![(0.1 + 0.5f64.powi(2)).sqrt().powi(0), 1.5625]; };
} }
scaled(scaled(scaled(vec![p1.x, 1.0625], p0), p0), (0usize as f64 * 0.25))
}
#[differentiable]
pub fn program_121(x: &[f64]) -> f64 {
if let Some(f4) = Some((match Shape::Empty { Shape::Circle(f5) => f5, Shape::Rect { w: f6, h: f7 } if (x[0 % x.len()] > 0.625) => f6, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v8) => v8[0 % v8.len()], Shape::Empty => (0.1 + x[1 % x.len()].powi(2)).sqrt() })) {
assert!(!f4.is_infinite(), "at {}", ((0usize + 0) + 2));
{ let mut u11 = 0; 'l12: loop { u11 += 1; if u11 > 2 || ((match Shape::Circle(0.375f64) { Shape::Circle(f13) => x[2 % x.len()], Shape::Rect { w: f14, h: f15 } if (f15 > 1.5) => f15, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v16) => P::new(f4, 1.875).potential(f4), Shape::Empty => total(&[P::new(f4, 1.5625), P::new(f4, 0.75)], f4) }) > (0.1 + f4.powi(2)).sqrt()) { break; } {
match x { [rf21, .., rf22] => {
let c24 = |f25: f64| -> f64 { Shape::Circle(x[0 % x.len()]).area([f4, 1.5625f64].into_iter().find(|rf26| ((f4 > 0.6875) || (u11 % 2 == 0))).unwrap_or(1.75f64)) };
match x { [rf27, .., rf28] => {
let mut v29 = scaled(vec![x[1 % x.len()], 0.9375], c24(x.iter().cloned().reduce(|f30, f31| (*rf21)).unwrap_or(f4)));
} [rf32] => {
assert!(!f4.is_infinite(), "at {}", (0usize + 3));
} [] => {
let mut v33 = scaled(vec![f4, 1.75], x.iter().cloned().reduce(|f34, f35| f35).unwrap_or(x[1 % x.len()]));
} }
} [rf36] => {
let mut v37 = program_121_0(Shape::Empty.area((*rf36)), &P::new(f4, 1.8125));
} [] => {
let c38 = |f39: f64| -> f64 { [1.6875f64, 0.0625, f39].iter().sum::<f64>() };
} }
} } }
} else {
let mut u40 = 2;
}
P::new((x[0 % x.len()] + x[3 % x.len()]), 0.5).potential((match Shape::Empty { Shape::Circle(f41) => f41, Shape::Rect { w: f42, h: f43 } if (0.75f64 > 1.3125) => x[3 % x.len()], Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v44) => v44[1 % v44.len()], Shape::Empty => x[0 % x.len()] }).mul_add(x[0 % x.len()], 0.6875f64)) + 0.0
}


#[differentiable]
pub fn program_126_0(p0: f64) -> f64 {
match (((1usize % 3) as usize).pow(2) as usize) % 4 { 0 => {
let mut u1 = 0;
} 1 | 2 => {
let c2 = |f3: f64| -> f64 { p0 };
} _ => {
let mut s5 = shape_of(1.1875f64, Shape::Circle(p0).potential(vec![p0, 1.875].into_iter().sum::<f64>()));
} }
let P { x: f6, y: mut f7, .. } = P::new(p0, 0.8125);
let mut s8 = shape_of(f6, f7);
{ let mut u9 = 0; 'l10: while u9 < 3 { u9 += 1; {
let P { x: f12, y: mut f13, .. } = P::new(f6, 0.875);
} } }
f7 + p0 + 0.5 * f6 + 0.5 * f7
}
#[differentiable]
pub fn program_126(x: &[f64]) -> f64 {
'l1: for u2 in 0..3 + 1 {
if (u2 % 2 == 0) {
let c5 = |f6: f64| -> f64 { program_126_0(f6) };
if matches!(Some(power(x[0 % x.len()], 1)), Some(y) if y > 0.25) {
let c7 = |f8: f64| -> f64 { program_126_0(program_126_0(program_126_0(f8))) };
} else {
let mut s9 = Shape::Empty;
let u10 = (u2 as usize).pow(2);
}
} else {
let u12 = ((u2 % 3) % 3);
}
}
program_126_0(program_126_0(program_126_0(x[3 % x.len()]))) + 0.0
}


#[differentiable]
pub fn program_129(x: &[f64]) -> f64 {
let mut f1; if matches!(Shape::Circle(P::new(0.9375f64, 0.6875).potential(1.5f64)), Shape::Rect { w, .. } if w > 0.5) { f1 = (&(if matches!(Shape::Circle(x[2 % x.len()]), Shape::Rect { w, .. } if w > 0.5) { x[2 % x.len()] } else { x.to_vec().into_iter().sum::<f64>() }) * &total(&[P::new(x[3 % x.len()], 0.875), P::new(x[1 % x.len()], 0.9375)], x.to_vec().into_iter().sum::<f64>())); } else { f1 = x.iter().cloned().map(|f2| f2).sum::<f64>(); }
let mut p4 = (P::new(x.to_vec().into_iter().sum::<f64>(), 0.125) + P::new(total(&[P::new(f1, 0.875), P::new(f1, 0.3125)], f1), 0.25));
match (p4.tag as usize) % 4 { 0 => {
f1 *= (&p4.y * &0.5f64);
} 1 | 2 => {
bump(&mut f1, p4.x);
{ let mut u6 = 0; 'l7: while u6 < 3 && [0.5625f64, x[0 % x.len()]].iter().take(2).map(|rf8| 0.75f64).any(|f9| (f1 > 1.4375)) { u6 += 1; {
let u10 = (p4.tag as usize).pow(2);
'l11: for f12 in [(f1 - p4.x), f1].into_iter() {
match ((u10 % 2 == 0), checked(f1)) { (true, Some(f13)) => {
bump(&mut f1, pair((&p4.x * &p4.y), p4.x).1);
let mut p15 = ((p4 + p4) + P::new(f13, 0.3125));
} (false, Some(f16)) if [f16, f12].into_iter().scan(p4.y, |mf17, f18| { *mf17 += f12; Some(*mf17) }).scan(f1, |mf19, f20| { *mf19 += f1; Some(*mf19) }).all(|f21| (u6 % 2 == 0)) => {
let rf22 = &f16;
let u25 = p4.tag;
} _ => {
let mut p26 = P::new(p4.y.clamp(-1.0, 1.5), 0.5625);
} }
}
} } }
} _ => {
let rf27 = &f1;
} }
[f1, f1].into_iter().zip(x.iter().cloned()).map(|(f28, f29)| p4.x).last().unwrap_or((if x.iter().cloned().any(|f30| (f1 > 1.8125)) { p4.x } else { x[3 % x.len()] })) + f1
}


#[differentiable]
pub fn program_132_0(p0: &mut Vec<f64>, p1: &f64) {
let tree2 = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf((*p1))), Box::new(Tree::Leaf(1.625f64)))), Box::new(Tree::Leaf((*p1))));
match ([1.0625f64, 0.625f64].into_iter().filter(|rf3| (p0[2 % p0.len()] > 1.5)).count() as usize) % 4 { 0 => {
let c4 = |f5: f64| -> f64 { Some(f5).unwrap_or(p0[0 % p0.len()]) };
let tree11 = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(p0[2 % p0.len()])), Box::new(tree2.clone()))), Box::new(Tree::Node(Box::new(tree2.clone()), Box::new(tree2.clone()))));
} 1 | 2 => {
let mut f15 = p0[3 % p0.len()];
} _ => {
let mut a17 = [1.5f64, 0.75, 1.1875f64.sin()];
} }
}
#[differentiable]
pub fn program_132(x: &[f64]) -> f64 {
{
let mut f3 = 0.5625f64.powi(2).powi(2);
match ((x.to_vec().into_iter().count() % 3) as usize) % 4 { 0 => {
let tree4 = Tree::Leaf((-f3).mul_add(f3, f3));
if let Some(f5) = Some([f3, 0.25f64].into_iter().sum::<f64>()) {
f3 /= 1.5 + Some(x.iter().cloned().find(|rf6| (0.125f64 > 0.125)).unwrap_or(f5)).unwrap_or(x.iter().cloned().fold(f5, |f7, f8| f7)).abs();
} else {
let mut f3 = tried(x[3 % x.len()]).ok().unwrap_or([f3, 1.5625, x[1 % x.len()]].iter().sum::<f64>());
}
} 1 | 2 => {
let tree10 = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(f3)), Box::new(Tree::Node(Box::new(Tree::Leaf(f3)), Box::new(Tree::Leaf(x[0 % x.len()])))))), Box::new(Tree::Node(Box::new(Tree::Leaf(1.125f64)), Box::new(Tree::Node(Box::new(Tree::Leaf(f3)), Box::new(Tree::Leaf(0.9375f64)))))));
} _ => {
let mut o12 = Some(f3);
} }
}
x[2 % x.len()] + 0.0
}


#[differentiable]
impl P {
pub fn program_133_0(&self, mut p0: f64, mut p1: Shape) -> f64 {
(p0, p0) = (total(&[(if (p0 > 0.125) { (*self) } else { (*self) }), (P::new(0.625f64, 1.75) + (*self))], 1.625f64), p0);
let mut v1 = vec![f64::min(p0, self.x), 1.875];
p0 += v1.iter().copied().product::<f64>();
if let Some(f2) = checked((1..=2).flat_map(|u3| (0..u3).map(move |n| n as f64 * 1.5625)).last().unwrap_or(self.x)) && (p0 > 0.3125) {
let f4 = (match self.x { f5 if (v1.len() > 2) => 1.5f64, f6 => 1.0f64 });
p0 -= v1.iter().copied().last().unwrap_or((match total(&[(*self), P::new(v1[1 % v1.len()], 1.8125)], 0.875f64) { f10 if (v1.len() > 2) => f4, f11 => v1.iter().copied().nth(1).unwrap_or(v1[0 % v1.len()]) }));
if ([f2, p0].into_iter().fold(f64::NEG_INFINITY, f64::max).max(-1.0).mul_add(f2, self.x) > 0.25) {
p0 += v1[2 % v1.len()].mul_add(pair(1.8125f64, p0).1, f4);
} else {
let f12 = (-pair(f4, (-f2)).1);
}
}
pair(self.x, (p0 / (1.5 + self.x.powi(2)))).1 + p0
}
}
#[differentiable]
pub fn program_133_1(p0: f64) -> P {
if (p0 > 1.6875) { return (P::new(Some(p0).unwrap_or_else(|| p0), 1.0625) + ((if (p0 > 1.8125) { P::new(p0, 1.375) } else { P::new(p0, 1.6875) }) + P::new(p0, 1.75))); }
let f1 = [p0, p0].iter().copied().product::<f64>();
let mut f2 = total(&[(P::new(p0, 0.4375) + P::new(f1, 0.125)), (P::new(f1, p0) + P::new(f1, 0.5625))], f1);
f2 += [f1, p0].iter().skip(1).zip([f1, p0].iter().skip(1)).map(|(rf3, rf4)| f1).product::<f64>();
{ let mut u5 = 0; 'l6: while u5 < 3 { u5 += 1; {
if (u5 % 2 == 0) {
f2 += [1.125f64, 1.0625f64].into_iter().fold(f64::NEG_INFINITY, f64::max).max(-1.0);
} else {
f2 += [f2, p0].iter().zip([0.625f64, p0].iter().skip(1)).map(|(rf7, rf8)| 0.75f64).fold(f64::NEG_INFINITY, f64::max).max(-1.0);
}
} } }
P::new(p0, P::new(p0, 1.25).program_133_0(f1, Shape::Circle(p0)))
}
#[differentiable]
pub fn program_133(x: &[f64]) -> f64 {
{ let mut u1 = 0; 'l2: while u1 < 3 { u1 += 1; {
let mut s3 = Shape::Circle(P::new(0.375f64, 1.6875).program_133_0(x.iter().cloned().last().unwrap_or(1.25f64), Shape::Circle(x[0 % x.len()])));
} } }
let f11 = P::new((-x[0 % x.len()]), 1.75).program_133_0(program_133_1(x[3 % x.len()]).program_133_0(1.5f64, Shape::Circle(0.3125f64)), Shape::Circle(f64::min(x[0 % x.len()], x[3 % x.len()])));
let f12 = (-program_133_1(f11).program_133_0(1.625f64.max(f11), Shape::Circle(f11)));
let tree13 = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(f11)), Box::new(Tree::Leaf(0.0625f64)))), Box::new(Tree::Leaf(P::new(f11, 0.3125).program_133_0(x[2 % x.len()], Shape::Circle(f11)))));
{ let mut rest = vec![program_133_1(0.5625f64).program_133_0(f12, Shape::Empty); 3]; 'l16: while let Some(f17) = rest.pop() {
let mut v18 = vec![pair(P::new(x[2 % x.len()], 1.6875).program_133_0(x[0 % x.len()], Shape::Empty), f17).1; 3];
let f21 = program_133_1(P::new(v18[3 % v18.len()], 0.125).program_133_0(x[2 % x.len()], Shape::Circle(0.75f64))).program_133_0(f11, Shape::Circle(f17));
} }
let f22 = (if (1.3125f64 > 0.3125) { P::new(f11, 1.125) } else { P::new(f12, 0.1875) }).program_133_0([f11, 0.625f64].into_iter().product::<f64>(), Shape::Circle(f11.max(0.3125f64)));
let mut o24 = checked(program_133_1(1.625f64).program_133_0(P::new(0.5f64, 0.125).program_133_0(1.5f64, Shape::Empty), Shape::Empty));
let f25 = P::new(x.iter().cloned().product::<f64>(), 0.0625).program_133_0(0.375f64, Shape::Circle(x[1 % x.len()]));
let f26 = x.iter().cloned().flat_map(|f27| [pair(f25, o24.unwrap_or(0.5)).1, f12]).fold(f64::NEG_INFINITY, f64::max).max(-1.0);
let mut f28 = (f12 - (f11 - f11));
f28 = pair(f25, pair(x[0 % x.len()], pair(o24.unwrap_or(0.5), f25).1).1).1;
(-P::new(0.25f64, 0.875).norm2()).max(f11) + f11 + 0.5 * f12 + 0.5 * f22 + 0.5 * f25 + 0.5 * f26 + 0.5 * f28
}


#[differentiable]
pub fn program_135(x: &[f64]) -> f64 {
{ let mut u2 = 0; 'l3: while u2 < 3 && ([x[0 % x.len()], 0.25f64].into_iter().nth(1).unwrap_or(0.5f64) > 1.8125) { u2 += 1; {
{ let mut u5 = 0; 'l6: loop { u5 += 1; if u5 > 2 || (P::new(0.6875f64, 0.6875).potential(twice(cube, x[1 % x.len()])) > x[0 % x.len()]) { break; } {
note(((0usize as usize).pow(2) + 3));
} } }
} } }
{
match ([Some(x[1 % x.len()]).unwrap_or_else(|| x[2 % x.len()]), (2usize as f64 * 0.25)].into_iter().count() as usize) % 4 { 0 => {
if ((&x[2 % x.len()] * &(3usize as f64 * 0.25)) > 0.3125) { {
let c10 = |f11: f64| -> f64 { (&x[2 % x.len()] * &(&f11 * &[f11, 0.75f64].into_iter().next().unwrap_or(0.4375f64))) };
let c12 = |f13: f64| -> f64 { c10(1.25f64) };
let c14 = |f15: f64| -> f64 { Some(Some(1.6875f64).unwrap_or_else(|| f15)).map_or({
let tree16 = Tree::Leaf(f15);
f15
}, |f17| Shape::Empty.potential(x[0 % x.len()])) };
} return f64::min(1.0625f64, (match (if (x[1 % x.len()] > 0.1875) {
match Shape::Circle(0.6875f64) { Shape::Circle(f18) if (f18 > 1.1875) => {
note(1usize);
} Shape::Circle(mut f19) => {
let mut p20 = P::new(f19, 1.5625);
f19 /= 1.5 + x[1 % x.len()].abs();
} Shape::Rect { w: f22, h: f23 } => {
let mut p24 = P::new(x[1 % x.len()], 1.8125);
} Shape::Many(mut v25) => {
note(v25.len());
let rl26 = &v25[..1 + v25.len() % v25.len()];
} _ => {
note(1usize);
} }
1.875f64
} else {
let tree27 = Tree::Leaf(x[2 % x.len()]);
1.0625f64
}) { f28 if (f28 > 0.375) => [x[3 % x.len()], f28].into_iter().reduce(|f29, f30| f29).unwrap_or(1.5625f64), f31 => (3usize as f64 * 0.25) })); }
} 1 | 2 => {
let c32 = |f33: f64| -> f64 { x.iter().cloned().find(|rf34| ((*rf34) > f33)).unwrap_or(f33) };
} _ => {
let c38 = |f39: f64| -> f64 { x.iter().cloned().nth(1).unwrap_or((0.1 + Some(f39).map_or(f39, |f40| 0.75f64).powi(2)).sqrt()) };
} }
}
[(0.1 + x[1 % x.len()].powi(2)).sqrt(), (0.1 + x[0 % x.len()].powi(2)).sqrt()].into_iter().nth(1).unwrap_or(vec![x[1 % x.len()], 0.5].into_iter().sum::<f64>()) + 0.0
}


#[differentiable]
pub fn program_136(x: &[f64]) -> f64 {
let f2 = 0.6875f64;
match (x.iter().cloned().any(|f3| ((x[2 % x.len()] > 1.25) && (f2 > 1.625))), Some((*x.iter().skip(1).min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)))) { (true, Some(f4)) => {
let mut t5 = (f4.max(f2), 1.4375);
let mut a6 = [x[1 % x.len()], 1.8125, P::new(1.5f64, 0.625).potential((*[t5.1, f2].iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)))];
} (false, Some(f7)) if [f2, x[3 % x.len()]].into_iter().any(|f8| (f8 > 0.125)) => {
let mut a9 = [x[0 % x.len()], 0.8125, (if (f7 > 0.0625) { f2 } else { (0.1 + 0.6875f64.powi(2)).sqrt() })];
let mut v10 = a9.to_vec();
} _ => {
let f11 = x.iter().map(|rf12| Shape::Empty.area(0.375f64)).sum::<f64>();
let mut f13 = twice(|f14| f14, f11.max(f2));
let mut t15 = (f2, 0.4375);
} }
let mut f16 = (if x.iter().cloned().any(|f17| (0.1875f64 > 0.4375)) { (f2 * 2.5).floor() } else { (-x[0 % x.len()]) });
{ let mut u18 = 0; 'l19: while u18 < 3 && [f2, f2].into_iter().any(|f20| ((f16 > 0.1875) && (1.125f64 > 0.9375))) { u18 += 1; {
let f22 = Some(x[3 % x.len()]).unwrap_or(0.5625f64);
'l24: for u25 in 0..0 + 1 {
let mut w26 = vec![P::new(f22, 1.5), (&P::new(f16, 1.4375) - &P::new(f16, 0.875)).scaled(f22)];
let mut a28 = [f22; 3];
}
} } }
f2.max(Some(f2).map_or((*x.iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)), |f29| Shape::Empty.area(f16))) + f2 + 0.5 * f16
}


#[differentiable]
pub fn program_137_0(p0: f64, depth: usize) -> f64 {
let f2 = P::new((if depth > 0 { program_137_0(p0, depth - 1) } else { p0 }), 0.25f64).dot(&P::new([p0, 0.8125, p0].iter().sum::<f64>(), [1.6875f64, p0].into_iter().sum::<f64>()));
let Some(f3) = Some(f2).and_then(|f4| Some(p0)).and_then(|f5| Some((if depth > 0 { program_137_0(p0, depth - 1) } else { 0.25f64 }))) else { return leaves(&Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(p0)), Box::new(Tree::Leaf(1.3125f64)))), Box::new(Tree::Leaf(f2))), leaves(&Tree::Leaf(0.0625f64), P::new(f2, 0.25).dot(&P::new(f2, 1.625)))); };
'l6: for u7 in (0..((0usize | 1) | 1) % 4).rev() {
{
let f9 = leaves(&Tree::Leaf(f2), f2.max(1.4375f64.powi(3)));
}
'l10: for u11 in (0..(u7 + 1) % 4).rev() {
let mut w23 = vec![P::new(1.25f64, [0.75f64, 1.375, f2].iter().sum::<f64>()), P::new(vec![f3, 0.875].into_iter().sum::<f64>(), 1.625)];
let mut w24 = w23.clone();
}
}
1.6875f64 + p0 + 0.5 * f2 + 0.5 * f3
}
#[differentiable]
pub fn program_137(x: &[f64]) -> f64 {
'l1: for u2 in (0..(1usize + 0) % 4).rev() {
if ((1.0 + (if (u2 % 2 == 0) {
match (0usize as usize) % 4 { 0 => {
let Some(f5) = Some(1.375f64) else { continue 'l1; };
} 1 | 2 => {
let f7 = 0.1875f64;
let f8 = f7;
} _ => {
let (f9, mut f10) = (0.1875f64, 1.0);
} }
x[0 % x.len()]
} else {
let mut w11 = vec![P::new(1.4375f64, 1.5625), P::new(x[3 % x.len()], 1.1875)];
w11[3 % w11.len()].x
}).powi(2)).ln() > 0.4375) { {
let f13 = [x[3 % x.len()], 0.5f64].into_iter().filter(|rf14| matches!(Shape::Circle((*rf14)), Shape::Rect { w, .. } if w > 0.5)).max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(power(x[0 % x.len()].hypot(1.0 + x[0 % x.len()].abs()), 2));
} return x[0 % x.len()]; }
}
program_137_0(program_137_0(x[3 % x.len()], 2).hypot(1.0 + x[1 % x.len()].abs()), 1) + 0.0
}


#[differentiable]
pub fn program_138_0(mut p0: f64, depth: usize) -> Option<f64> {
let f1 = P::new(p0, 0.625).potential([p0, p0].into_iter().reduce(|f2, f3| 1.3125f64).unwrap_or(0.8125f64));
let c4 = |f5: f64| -> f64 { p0 };
if Some(p0).is_none() {
if let Some(f8) = (if depth > 0 { program_138_0(1.125f64, depth - 1) } else { (if depth > 0 { program_138_0(1.4375f64.tanh(), depth - 1) } else { Some(1.8125f64) }) }) {
let mut p0 = [[f8, 0.5f64].iter().map(|rf9| (*rf9)).sum::<f64>(), f8].iter().map(|rf10| (*rf10)).sum::<f64>();
let (f11, mut f12) = (f8, 1.25);
} else {
let (f13, mut f14) = ((*[p0, p0].iter().skip(1).min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)), 1.375);
f14 += (-[p0, f1].into_iter().reduce(|f15, f16| f1).unwrap_or(0.4375f64).abs()).exp();
}
} else {
let [f18, .., f19] = [f1.clamp(-1.0, 1.5), 1.0625, p0];
}
Some(Some(1.625f64).unwrap_or([p0, f1].into_iter().reduce(|f20, f21| f1).unwrap_or(0.9375f64)))
}
#[differentiable]
pub fn program_138(x: &[f64]) -> f64 {
'l1: for u2 in 0..3 {
'l3: for u4 in 0..3 {
if (u4 % 2 == 0) { break; }
}
}
let f6 = (-(if (x[0 % x.len()] > 1.3125) { x[3 % x.len()] } else { 0.875f64 }).abs()).exp().sin();
if (Shape::Empty.potential(P::new(f6, 0.8125).potential(f6)) < Some(x[1 % x.len()]).unwrap_or(f6)) { return P::new(f6, 0.25).potential((-f6.abs()).exp()); }
let c8 = |f9: f64| -> f64 { (if (x[0 % x.len()] > 1.1875) { [f6, f6].iter().map(|rf10| 1.3125f64).sum::<f64>() } else { x[2 % x.len()] }) };
let f11 = x.iter().map(|rf12| f6).sum::<f64>();
power(f6, 2) + f6 + 0.5 * f11
}


#[differentiable]
pub fn program_140_0(p0: &mut P, p1: &[f64], g: impl Fn(f64) -> f64) {
let u1 = (3usize % 3);
match ((!(u1 % 2 == 0)), tried((twice(|f4| f4, p0.y) - P::new(p1[3 % p1.len()], 1.1875).potential(p0.y))).ok()) { (true, Some(f5)) => {
let mut w6 = (0..3).map(|u7| P::new(p1.iter().cloned().fold(f64::NEG_INFINITY, f64::max).max(-1.0), 0.25)).collect::<Vec<P>>();
} (false, Some(f8)) if (u1 % 2 == 0) => {
if let Some(f9) = tried(pair(Shape::Circle(p1[3 % p1.len()]).area(f8), twice(|f10| f8, p1[2 % p1.len()])).1).ok() {
let rf11 = &f9;
let f15 = pair((*rf11), g(f9)).1;
match (((f15 <= 0.5) && (1.25f64 > 1.4375)), [(if (u1 % 2 == 0) { f8 } else { p1[1 % p1.len()] }), p0.y].into_iter().reduce(f64::max)) { (true, Some(f16)) => {
note(0usize);
} (false, Some(f22)) if (f22 > power((if (p1[2 % p1.len()] > 1.8125) { f15 } else { f15 }), 0)) => {
let f23 = p0.shift(f9);
} _ => {
let mut s24 = Shape::Tagged((if (f9 > 1.0625) { [0.5625f64, f9].into_iter().count() } else { u1 }), p1.iter().cloned().next().unwrap_or(f9));
} }
}
} _ => {
let mut w25 = (0..3).map(|u26| P::new(1.5625f64, 0.0625)).collect::<Vec<P>>();
} }
}
#[differentiable]
pub fn program_140(x: &[f64]) -> f64 {
match Shape::Circle(x[3 % x.len()]) { Shape::Circle(f3) if (!(1.875f64 > 1.4375)) => {
'l4: for u5 in (0..format!("{}{:.1}", 0, 0.5).len() % 4).rev() {
let rf6 = &f3;
let rf9 = if (!(x[0 % x.len()] > 0.75)) { &f3 } else { &f3 };
}
note(2usize);
let u11 = format!("{}{:.1}", 2, 0.9375).len();
} Shape::Circle(mut f12) => {
let f13 = bump(&mut f12, (if (x[2 % x.len()] > 1.875) { 0.6875f64 } else { P::new(0.625f64, 1.0625).potential(x[1 % x.len()]) }));
} Shape::Rect { w: f14, h: f15 } => {
let mut w17 = (0..3).map(|u18| (P::new(f14, 0.5) + P::new(1.25f64, 1.0))).collect::<Vec<P>>();
let (f19, mut f20) = (w17[3 % w17.len()] * w17[2 % w17.len()].x).y.sin_cos();
f20 *= f19;
} Shape::Many(mut v21) => {
{ let mut store = |f22: f64| v21.push(0.6875f64); for _ in 0..2 { store(pair((P::new(x[0 % x.len()], 0.4375) + P::new(0.5f64, 0.4375)).norm2(), x[3 % x.len()]).1); } }
} _ => {
let (f27, mut f28) = (1.0 + Shape::Circle(x[3 % x.len()]).potential(x[2 % x.len()]).powi(2)).ln().sin_cos();
} }
x.iter().cloned().sum::<f64>().mul_add(power({
let f29 = x[1 % x.len()];
1.625f64
}, 3), (P::new(x[0 % x.len()], 0.6875) * power(x[2 % x.len()], 3)).y) + 0.0
}


#[differentiable]
pub fn program_141_0(p0: f64, p1: &mut Vec<f64>) -> f64 {
let mut a1 = [0.875f64, 0.25, (Shape::Rect { w: p0, h: p1[1 % p1.len()] }).potential(Some(p0).unwrap_or(p0))];
{ let mut u3 = 0; 'l4: while u3 < 3 { u3 += 1; {
let tree5 = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(p0)), Box::new(Tree::Leaf(p0)))), Box::new(Tree::Leaf(a1[3 % 3])))), Box::new(Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(p0)), Box::new(Tree::Leaf(p0)))), Box::new(Tree::Leaf(p0)))));
} } }
[p1[2 % p1.len()], p0].iter().skip(1).map(|rf6| [p0, p0].iter().map(|rf7| p0).sum::<f64>()).sum::<f64>() + p0
}
#[differentiable]
pub fn program_141_1(mut p0: f64, p1: &mut P, p2: &mut f64) -> P {
{ let mut u1 = 0; 'l2: while u1 < 3 { u1 += 1; {
assert!(!p0.is_infinite(), "at {}", 1usize);
[p1.y, (-p1.y)].into_iter().zip([(*p2), p0].into_iter()).map(|(f3, f4)| [f4, p1.y].into_iter().product::<f64>()).for_each(|f5| p0 += f5);
let c6 = |f7: f64| -> f64 { p1.y };
} } }
(P { x: 1.8125f64, ..(P { x: [p1.y, p0].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(p0), ..(P { x: (*p2), ..P::new(p0, 1.3125) }) }) })
}
#[differentiable]
pub fn program_141(x: &[f64]) -> f64 {
let c2 = |f3: f64| -> f64 { vec![f3, 1.5].into_iter().sum::<f64>() };
'l6: for u7 in 0..3 {
match ((!(!(0.4375f64 > 1.375))), (if (0.3125f64 > 1.0) { Some(x.iter().cloned().sum::<f64>()) } else { None })) { (true, Some(f8)) => {
match (((if (!(u7 % 2 == 0)) { f8 } else { f8 }) > f8), Some(f8)) { (true, Some(f9)) => {
if let Some(f12) = (if (f9 > f9) { Some({
let rf13 = &f8;
let mut v14 = [(*rf13), f9].to_vec();
program_141_0(v14[1 % v14.len()], &mut v14)
}) } else { None }) && (!(f9.mul_add(x[2 % x.len()], f8) > f9)) {
let mut a15 = [[f8, f9].into_iter().map(|f16| x[1 % x.len()]).last().unwrap_or(f8), f9, x.iter().cloned().skip(1).nth(1).unwrap_or([f8, f12].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(0.4375f64))];
}
} (false, Some(f17)) if (f8 <= 1.5625) => {
let f18 = (if (u7 % 2 == 0) {
let c19 = |f20: f64| -> f64 { (P::new(f8, 1.0625) * f20).y };
f17
} else {
let tree21 = Tree::Leaf(x.iter().cloned().last().unwrap_or(0.875f64));
Shape::Empty.potential(f17)
});
} _ => {
assert!(!f8.is_infinite(), "at {}", u7);
} }
} (false, Some(f22)) if matches!(Some(f22), Some(y) if y > 0.25) => {
let c23 = |f24: f64| -> f64 { norm(&[(-f22), f24]) };
} _ => {
let mut v25 = vec![x.iter().cloned().nth(1).unwrap_or([x[0 % x.len()], 0.8125f64].into_iter().product::<f64>()), 0.3125];
} }
}
[(0.1 + x[0 % x.len()].powi(2)).sqrt(), 0.3125f64].to_vec().into_iter().sum::<f64>() + 0.0
}


#[differentiable]
pub fn program_146(x: &[f64]) -> f64 {
let mut m3 = [[Some(1.25f64).unwrap_or_else(|| 1.5625f64), 0.5], [0.125, 1.0625f64.mul_add(x[0 % x.len()], x[1 % x.len()]).powi(0)]];
{
if [0.6875f64, 1.75f64].into_iter().map(|f11| [f11, 0.125, f11].iter().sum::<f64>()).all(|f12| [x[1 % x.len()], f12].into_iter().all(|f13| (1.1875f64 > 1.5625))) {
note([x[0 % x.len()], x[3 % x.len()]].iter().zip(m3[1 % 2].iter()).map(|(rf15, rf16)| (*rf16)).position(|f17| (1.25f64 > 1.3125)).unwrap_or(2));
let [f22, .., f23] = [x[1 % x.len()], 1.875, 1.625f64].map(|f24| f24).map(|f25| x[0 % x.len()]).map(|f26| {
{ let mut rest = vec![f26, 1.4375]; 'l27: while let Some(f28) = rest.pop() {
let [f29, .., f30] = [f26, 0.875, f26];
let rf32 = &f29;
} }
let rf36 = &f26;
f26
});
note((if matches!(Some(f22), Some(y) if y > 0.25) { [f22, f23].into_iter().position(|f43| (f22 > 1.4375)).unwrap_or(2) } else { (1usize % 3) }));
} else if (x[0 % x.len()] > 0.625) {
{
let mut m44 = m3;
let [f45, .., f46] = [x[2 % x.len()], 1.0625, 1.4375f64].map(|f47| 0.125f64).map(|f48| [x[0 % x.len()], 1.5f64].into_iter().next().unwrap_or(f48));
note(x.iter().cloned().skip(1).position(|f49| [f49, 0.625f64].into_iter().all(|f50| (f50 > 1.875))).unwrap_or(2));
}
} else {
let mut m52 = m3;
}
}
x.iter().cloned().next().unwrap_or((match Shape::Circle(x[3 % x.len()]) { Shape::Circle(f53) => f53, Shape::Rect { w: f54, h: f55 } if (x[3 % x.len()] > 1.6875) => f54, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v56) => v56[3 % v56.len()], Shape::Empty => 0.6875f64.powi(0) })) + 0.0
}


#[differentiable]
pub fn program_147_0(p0: f64) -> f64 {
{
let tree5 = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(0.3125f64)), Box::new(Tree::Node(Box::new(Tree::Leaf(p0)), Box::new(Tree::Leaf(p0)))))), Box::new(Tree::Node(Box::new(Tree::Leaf(p0)), Box::new(Tree::Node(Box::new(Tree::Leaf(p0)), Box::new(Tree::Leaf(p0)))))));
if let Some(f6) = (if (1.0625f64 > 1.6875) { Some(p0) } else { None }).and_then(|f7| Some(p0).and_then(|f8| Some(f8))) {
{
'l11: for u12 in (0..[f6, 0.4375f64].into_iter().take_while(|rf13| (!(0.25f64 > 1.125))).count() % 4).rev() {
let mut s18 = (if (u12 % 3 == 1) { Shape::Circle(1.625f64) } else { Shape::Many(vec![p0, 1.25]) });
let u20 = u12;
let mut s21 = Shape::Many([norm_of([1.3125f64, 1.4375, p0]), f6].to_vec());
}
}
} else {
let mut s22 = Shape::Many(vec![norm_of([p0, 0.3125, p0]), 1.6875]);
}
}
(if (p0 > 0.5625) {
let [f23, .., f24] = [p0, 0.625, p0];
Some(p0).map_or(p0, |f25| (P::new(f25, 1.375) * f23).y)
} else {
let mut t26 = (P::new(p0, 1.6875).norm2(), 1.75);
((t26.0 + p0) * p0)
}) + p0
}
#[differentiable]
impl P {
pub fn program_147_1(&mut self, p0: &mut [f64], depth: usize) {
'l1: for u2 in (0..([self.y, self.y].into_iter().position(|f3| (0.4375f64 > 0.0625)).unwrap_or(2) * 2 + 1) % 4).rev() {
if let Some(f6) = (if (matches!(Some(p0[u2 % p0.len()]), Some(y) if y > 0.25) || (u2 % 2 == 0)) { Some(program_147_0(program_147_0(p0[u2 % p0.len()]))) } else { None }) {
let mut a10 = [norm_of([1.875f64, 1.625, p0[u2 % p0.len()]]), 1.1875, program_147_0(self.y)];
let mut s11 = Shape::Empty;
match &mut s11 { Shape::Circle(mf12) => {
if let Some(f13) = tried((p0[u2 % p0.len()] + program_147_0(0.1875f64))).ok() {
*self = P::new(program_147_0(p0[u2 % p0.len()]), 1.5);
} else {
let mut t14 = (f6, 1.5);
}
} Shape::Rect { w: mf15, h: mf16 } => {
let mut a17 = [f6, 1.0625f64, f6];
} Shape::Tagged(n, mf18) if *n > 1 => {
*self = ((P::new(f6, 0.875) * (*mf18)) * f6);
} _ => {
let [f20, .., f21] = [a10[2 % 3], (1.875f64 - p0[u2 % p0.len()]), a10[1 % 3]];
} }
} else {
let mut s22 = Shape::Circle(p0[u2 % p0.len()]);
}
}
}
}
#[differentiable]
pub fn program_147(x: &[f64]) -> f64 {
let tree6 = Tree::Node(Box::new(Tree::Leaf(program_147_0(1.25f64))), Box::new(Tree::Node(Box::new(Tree::Leaf(x[1 % x.len()])), Box::new(Tree::Leaf(x[3 % x.len()])))));
let mut t9 = (if [x[1 % x.len()], 1.375f64].into_iter().any(|f10| (x[3 % x.len()] > 1.375)) { (x[0 % x.len()], 1.0) } else { (if (x[2 % x.len()] > 1.1875) { (1.6875f64, 1.625) } else { (0.4375f64, 0.6875) }) });
let [f15, .., f16] = [(x[0 % x.len()] * 2.5).floor(), program_147_0(t9.0), t9.0.hypot(1.0 + x[0 % x.len()].abs())];
let u19 = x.iter().cloned().count();
let u20 = (u19 * 2 + 1);
let u23 = (no_diff(f16.abs() * 3.0) as usize);
let [f24, .., f25] = [program_147_0(f16), 0.125, program_147_0(1.125f64)];
{
if let Some(f30) = Some(0.1875f64) {
{
let u34 = u20;
}
if let Some(f39) = checked((1.25f64 * program_147_0(t9.1))) {
if let Some(f40) = checked(norm_of([t9.1, 1.4375, f16])) {
let tree42 = Tree::Node(Box::new(Tree::Leaf(0.3125f64)), Box::new(tree6.clone()));
{ let (ref mut first, _) = t9; *first *= program_147_0(program_147_0(program_147_0(f15))); }
} else {
let mut a43 = [f15, program_147_0(program_147_0(f25)), t9.1];
}
} else {
let mut t44 = t9;
}
} else {
let mut t45 = (if (u20 % 2 == 0) { (if (u23 % 2 == 0) { t9 } else { t9 }) } else { (1.375f64, 1.3125) });
}
}
program_147_0(program_147_0(0.4375f64.powi(1))) + f15 + 0.5 * f16 + 0.5 * f24 + 0.5 * f25
}


#[differentiable]
impl P {
pub fn program_155_0(&self, p0: &mut [f64], p1: Vec<f64>) {
if let Some(f2) = p1.get(p1.len()).copied() {
let P { x: f3, y: mut f4, .. } = (*self);
let u5 = p1.len();
if (u5 % 2 == 0) { return; }
} else {
if let Some(f6) = p1.first().copied() {
let rf7 = &f6;
let mut f11; if (self.x.mul_add(0.5625f64, (-f6)) > 0.3125) { f11 = (-(*rf7).hypot(1.0 + 1.75f64.abs()).abs()).exp().hypot(1.0 + 0.125f64.abs()); } else { f11 = p1.get(2usize).copied().unwrap_or(f6); }
f11 = self.x;
} else {
let P { x: f12, y: mut f13, .. } = P::new((-[self.x, self.x].into_iter().nth(1).unwrap_or(self.x).abs()).exp(), 0.5);
}
let u15 = ([self.x, 0.25f64].into_iter().position(|f16| (f16 > 1.25)).unwrap_or(2) * 2 + 1);
let mut f19; if p1.iter().copied().all(|f20| (f20 > 1.875)) { f19 = twice(cube, twice(cube, p1[u15 % p1.len()])); } else { f19 = p1.first().copied().unwrap_or(P::new(0.5625f64, 0.4375).potential(p0[u15 % p0.len()])); }
}
}
}
#[differentiable]
pub fn program_155_1(p0: &mut [f64], depth: usize) {
match ((((-1.1875f64.abs()).exp() > 0.75) && [0.8125f64, 1.25f64].into_iter().all(|f31| (f31 > 0.25))), tried(1.125f64.mul_add(Some(0.8125f64).unwrap_or(1.1875f64), 0.8125f64.hypot(1.0 + 0.4375f64.abs()))).ok()) { (true, Some(f32)) => {
p0[3 % p0.len()] += [f32, f32].into_iter().scan(f32, |mf34, f35| { *mf34 += 1.3125f64; Some(*mf34) }).filter(|rf36| (f32 > 1.625)).find(|rf37| (f32 > 1.5625)).unwrap_or(1.0f64);
match shape_of(f32, f32) { Shape::Circle(f40) if p0.iter().enumerate().filter(|(u41, _)| (p0[u41 % p0.len()] > 1.0)).map(|(_, rf42)| f32).filter(|rf43| (1.0625f64 > 1.25)).all(|f44| [f44, f44].into_iter().all(|f45| (f32 > 1.0))) => {
p0[2 % p0.len()] += 1.25f64;
if ((f32 > 1.0) && Some(0.3125f64).is_none()) { return; }
} Shape::Circle(mut f49) => {
let rf50 = &f32;
} Shape::Rect { w: f51, h: f52 } => {
if let Some(f56) = (if ((f32 > 0.8125) && (f51 > 0.375)) { Some(f51.max(0.5625f64)) } else { None }) {
let P { x: f57, y: mut f58, .. } = P::new((-Shape::Empty.area(0.9375f64)), 1.5625f64.clamp(-1.0, 1.5));
f58 = 1.75f64;
} else {
let u59 = [f51, 1.75f64].into_iter().position(|f60| Some(f60).is_none()).unwrap_or(2);
}
} Shape::Many(mut v61) => {
v61.insert(2 % v61.len(), (-v61.first().copied().unwrap_or(f32)).max(Some(f32).filter(|rf62| (v61.len() > 2)).unwrap_or(f32)));
} _ => {
let rf63 = &f32;
} }
} (false, Some(f64)) if (f64.hypot(1.0 + f64.abs()).hypot(1.0 + [f64, f64].into_iter().nth(1).unwrap_or(f64).abs()) > 0.9375) => {
if (f64 > 0.375) { return; }
} _ => {
if vec![0.875f64, 1.1875].into_iter().all(|f68| (f68 > 1.375)) { return; }
} }
}
#[differentiable]
pub fn program_155(x: &[f64]) -> f64 {
match ((((-x[1 % x.len()]) > 0.75) && ((0.1875f64 > 1.3125) && (x[0 % x.len()] > 0.4375))), tried(P::new(0.125f64, 1.875).potential(1.25f64)).ok()) { (true, Some(f6)) => {
if (1..=2).flat_map(|u7| (0..u7).map(move |n| n as f64 * 0.4375)).all(|f8| [0.1875f64, x[0 % x.len()]].into_iter().all(|f9| (x[2 % x.len()] > 1.1875))) { return x[0 % x.len()].hypot(1.0 + 0.75f64.abs()).powi(2); }
if let Some(f14) = Some((-1.625f64)).filter(|rf15| (((*rf15) > 1.625) && (x[0 % x.len()] > 1.3125))) {
assert!(!f14.is_infinite(), "at {}", 1usize);
match shape_of(1.5f64, P::new(x[1 % x.len()], 0.875).potential(twice(cube, f14))) { Shape::Circle(f20) if (x.iter().cloned().all(|f21| (f20 > 1.3125)) && (f14 > 0.625)) => {
let P { x: f24, y: mut f25, .. } = P::new(f14, f6.tanh());
match ((0.625f64 > 1.3125), tried((&f24 * &x[1 % x.len()]).clamp(-1.0, 1.5)).ok()) { (true, Some(f31)) => {
{ let mut add = |f32: f64| f25 += f32.clamp(-1.0, 1.5); add(f31); if (f20 > 0.6875) { add(x.iter().cloned().find(|rf33| [(*rf33), 1.875f64].into_iter().all(|f34| (x[0 % x.len()] > 0.5625))).unwrap_or(f24.max([f31, x[1 % x.len()]].into_iter().find(|rf35| (x[3 % x.len()] > 1.5)).unwrap_or(f24)))); } }
} (false, Some(f36)) if (1..=2).flat_map(|u37| (0..u37).map(move |n| n as f64 * 0.625)).all(|f38| x.iter().cloned().all(|f39| (f14 > 1.5625))) => {
if ((f6 > 1.25) && (f20 > 1.5)) { return f24; }
} _ => {
if (f6 > 1.375) { return (&1.0625f64 * &0.6875f64).hypot(1.0 + 0.375f64.abs()); }
} }
{ let mut rest = scaled(vec![x[0 % x.len()], 1.4375], 0.75f64); 'l40: while let Some(f41) = rest.pop() {
let rf43 = &f25;
} }
} Shape::Circle(mut f44) => {
f44 = f6;
} Shape::Rect { w: f45, h: f46 } => {
if [x[3 % x.len()], f45].iter().enumerate().filter(|(u52, _)| (f6 > 1.125)).map(|(_, rf53)| x[1 % x.len()]).all(|f54| x.iter().cloned().all(|f55| (x[2 % x.len()] > 1.25))) { return f14; }
} Shape::Many(mut v56) => {
let P { x: f57, y: mut f58, .. } = P::new(f6, 0.5);
} _ => {
let P { x: f59, y: mut f60, .. } = (&(&P::new(f14, f6) - &P::new(1.625f64, 0.5)) - &P::new(1.375f64, 1.25));
} }
} else {
let mut f61; if (((x[0 % x.len()] > 0.8125) && (f6 > 0.375)) && (f6 > 1.25)) { f61 = 0.75f64.clamp(-1.0, 1.5); } else { f61 = (-f6); }
}
} (false, Some(f62)) if (if (f62 > 1.6875) { Some(f62) } else { None }).filter(|rf63| (f62 > 1.375)).is_none() => {
let mut f65; if Some(f62).is_none() { f65 = {
let rf66 = &f62;
(*rf66)
}; } else { f65 = (Shape::Rect { w: f62, h: 1.375f64 }).area(f62.clamp(-1.0, 1.5)); }
} _ => {
let u67 = (((1usize % 3) % 3) * 2 + 1);
} }
x[2 % x.len()].tanh() + 0.0
}


#[differentiable]
pub fn program_157_0(p0: f64) -> f64 {
let mut f1 = [p0, p0].iter().map(|rf2| p0).sum::<f64>().sin();
'l3: for u4 in (0..[f1, p0].into_iter().take_while(|rf5| ((*rf5) > 1.8125)).position(|f6| ((p0 > 0.6875) || ((f1 > 0.125) || (f6 > 0.3125)))).unwrap_or(2) % 4).rev() {
let mut a7 = [1.0f64; 3];
}
([f1, 0.6875f64].iter().map(|rf8| 0.8125f64).sum::<f64>() * [f1, p0].into_iter().last().unwrap_or(p0)) + p0 + 0.5 * f1
}
#[differentiable]
pub fn program_157(x: &[f64]) -> f64 {
if (0.375f64.clamp(-1.0, 1.5) > 0.8125f64.sin()) { return program_157_0([x[2 % x.len()], 1.625f64].into_iter().find(|rf4| (x[2 % x.len()] > 0.25)).unwrap_or(program_157_0(x[0 % x.len()]))); }
'l5: for u6 in (0..([1.25f64, 1.6875f64].into_iter().position(|f7| (f7 > 1.25)).unwrap_or(2) + 3) % 4).rev() {
let mut a8 = [x[2 % x.len()]; 3];
a8[3 % 3] = program_157_0(program_157_0(x[3 % x.len()]));
}
let mut f9 = (0..3 + 1).map(|u10| x[1 % x.len()]).reduce(f64::max).map_or(program_157_0(1.3125f64), |f11| 0.5625f64);
'l12: for u13 in (0..1usize % 4).rev() {
let rf16 = if matches!((Shape::Rect { w: 0.625f64, h: 1.0625f64 }), Shape::Rect { w, .. } if w > 0.5) { &f9 } else { &f9 };
}
program_157_0(program_157_0(f9)) + f9
}


#[differentiable]
pub fn program_159(x: &[f64]) -> f64 {
if (((-x[0 % x.len()].abs()).exp() / (1.5 + 1.0625f64.powi(2))) < Some(1.125f64).unwrap_or_else(|| (0.0625f64 * 2.5).floor())) {
let mut f3 = 1.375f64.hypot(1.0 + 0.4375f64.abs());
let mut f6 = f3.tanh();
'l10: for f11 in x.iter().cloned() {
f3 += (format!("{}{:.1}", 1, 1.5625).len() as f64 * 0.25);
{ let mf12 = &mut f6; {
if [[f11, f11].into_iter().sum::<f64>(), f3].into_iter().any(|f13| ((*mf12) < (*mf12))) { {
*mf12 *= f11;
f3 += (x[2 % x.len()] * 2.5).floor();
let mut f14 = x[1 % x.len()];
} return twice(|f15| 0.1875f64, 1.25f64); }
let mut o16 = (if x.iter().cloned().any(|f17| (f3 > 0.1875)) { Some(0.125f64.mul_add(f11, x[3 % x.len()])) } else { None });
*mf12 *= Some((3usize as f64 * 0.25)).map_or((o16.unwrap_or(0.5) / (1.5 + f3.powi(2))), |f19| 1.625f64);
} }
{ let mut add = |f20: f64| f6 += f3; add(x[0 % x.len()]); if matches!(Shape::Circle(0.0625f64), Shape::Rect { w, .. } if w > 0.5) { add(f11); } }
}
}
let mut f26 = (x[2 % x.len()].tanh().hypot(1.0 + x[1 % x.len()].abs()) * 2.5).floor();
{ let mut add = |f27: f64| f26 += ((f27 / (1.5 + x.iter().cloned().sum::<f64>().powi(2))) * 2.5).floor(); add(([x[3 % x.len()], x[0 % x.len()]].into_iter().last().unwrap_or(x[1 % x.len()].hypot(1.0 + x[1 % x.len()].abs())) / (1.5 + (0usize as f64 * 0.25).powi(2)))); if (0..3).rev().map(|u28| 1.125f64).any(|f29| matches!(Shape::Circle(f29).grown(f29), Shape::Rect { w, .. } if w > 0.5)) { add(tried((2usize as f64 * 0.25)).ok().unwrap_or_else(|| Some(x[0 % x.len()]).map_or(1.5f64, |f30| [x[3 % x.len()], f30].into_iter().find(|rf31| (f30 > 0.6875)).unwrap_or(f30)))); } }
twice(|f32| f32.mul_add(0.25f64, Some(f26).map_or(1.8125f64, |f33| f26)), f26) + f26
}


#[differentiable]
pub fn program_162_0(mut p0: f64, p1: &mut f64) -> P {
if ([p0, 0.4375f64].iter().map(|rf1| P::new(0.6875f64, 1.0).norm2()).sum::<f64>() > p0.sin()) {
let mut f2; if ((pair(p0, p0).1 <= 1.375) && ((p0 > 0.5625) && (p0 > 0.375))) { f2 = p0; } else { f2 = (*p1); }
{
[[f2, p0].into_iter().map(|f3| (p0 / (1.5 + f2.powi(2)))).sum::<f64>(), [0.6875f64, p0].into_iter().map(|f4| f4).sum::<f64>()].into_iter().for_each(|f5| f2 += p0);
}
} else if ((0.4375f64 > 1.5f64) && ((*p1) > [p0, p0].iter().map(|rf6| p0).sum::<f64>())) {
let (f7, mut f8) = (if ([p0, p0].into_iter().map(|f9| (*p1)).sum::<f64>() < p0) { (p0, 0.6875) } else { (if ((p0 > 0.9375) && (p0 > 0.125)) { (1.5f64, 0.1875) } else { (p0, 1.4375) }) });
} else {
let mut w10 = vec![(P { x: 1.25f64, y: [p0, p0].iter().map(|rf11| p0).sum::<f64>(), tag: 1usize }), P::new(p0, p0)];
}
(if ((p0 < (*p1)) && ((p0 > 0.8125) && (p0 > 1.75))) { P::new((*p1), p0) } else { (P { x: leaves(&Tree::Leaf((*p1)), 1.6875f64), y: p0, tag: 0usize }) })
}
#[differentiable]
pub fn program_162(x: &[f64]) -> f64 {
let mut o5 = (if (0.875f64 > x[0 % x.len()]) { Some(x[0 % x.len()]) } else { None });
let mut f6; if o5.is_some() { f6 = [x.iter().cloned().map(|f7| f7).sum::<f64>(), pair(x[2 % x.len()], o5.unwrap_or(0.5)).1].into_iter().sum::<f64>(); } else { f6 = [([x[3 % x.len()], x[0 % x.len()]].into_iter().count() as f64 * x[1 % x.len()]), x[0 % x.len()]].into_iter().fold(f64::NEG_INFINITY, f64::max).max(-1.0); }
let mut t8 = (if o5.is_some() { (0.5f64, 0.3125) } else { (o5.unwrap_or(0.5), 0.4375) });
let P { x: f9, y: mut f10, .. } = (if (o5.is_some() && o5.is_some()) { P::new(P::new(t8.1, 0.8125).norm2(), 1.5625f64) } else { P::new(f6, 1.0625) });
let [f11, .., f12] = [f9, f10, o5.unwrap_or(0.5)];
if ((x.iter().cloned().fold(f64::NEG_INFINITY, f64::max).max(-1.0) > 0.9375) && ([f10, f9].into_iter().sum::<f64>() > 0.25)) {
let mut w13 = vec![P::new(f9, 1.8125), (-program_162_0(f10, &mut f10))];
}
x.iter().cloned().map(|f14| o5.unwrap_or(0.5)).sum::<f64>() + f6 + 0.5 * f9 + 0.5 * f10 + 0.5 * f11 + 0.5 * f12
}


#[differentiable]
pub fn program_165_0(p0: f64, depth: usize) -> f64 {
if ((if depth > 0 { program_165_0(p0, depth - 1) } else { p0 }) > 0.5625) {
let P { x: f1, y: mut f2, .. } = P::new(p0, [0.0625f64, p0].into_iter().map(|f3| (if depth > 0 { program_165_0(1.25f64, depth - 1) } else { p0 })).sum::<f64>());
{ let mut rest = vec![(0.1 + [p0, f2].into_iter().map(|f4| f1).sum::<f64>().powi(2)).sqrt(), Some(1.6875f64).map_or(f1, |f5| f1), f2]; 'l6: while let Some(f7) = rest.pop() {
let Some(f8) = Some(vec![f2, p0, 0.75f64].into_iter().sum::<f64>()) else { break 'l6; };
(f2, f2) = ([f1, f1].iter().enumerate().filter(|(u9, _)| (u9 % 2 == 0)).map(|(_, rf10)| vec![f8, 0.375].into_iter().sum::<f64>()).map(|f11| [p0, f2].into_iter().nth(1).unwrap_or(0.625f64)).sum::<f64>(), f8);
} }
} else {
let P { x: f12, y: mut f13, .. } = P::new(p0, 0.1875);
}
{ let mut rest = [p0, {
let mut o14 = Some(1.5625f64);
note(0usize);
p0
}].to_vec(); 'l15: while let Some(f16) = rest.pop() {
note(3usize);
} }
leaves(&Tree::Leaf(p0.clamp(-1.0, 1.5)), 1.75f64) + p0
}
#[differentiable]
pub fn program_165(x: &[f64]) -> f64 {
let mut o1 = Some(leaves(&Tree::Leaf(0.125f64), x.iter().cloned().nth(1).unwrap_or(0.9375f64)));
match (1usize as usize) % 4 { 0 => {
if (!o1.is_some()) {
let Some(f5) = checked(o1.unwrap_or(0.5)) else { return P::new(x[0 % x.len()], 0.5).dot(&(&P::new(x[0 % x.len()], 0.625) - &P::new(o1.unwrap_or(0.5), 1.8125))); };
let u6 = ((0usize * 2 + 1) as usize).pow(2);
} else {
let mut v7 = x.to_vec();
let mut p8 = (&P::new(1.0625f64, x.to_vec().into_iter().sum::<f64>()) - &P::new((0.1 + v7[2 % v7.len()].powi(2)).sqrt(), 1.1875f64));
if (program_165_0(program_165_0(p8.x, 0), 1) > 1.0) {
let mut o9 = tried(p8.x).ok();
{ let mut u10 = 0; 'l11: while u10 < 3 { u10 += 1; {
let mut t12 = ({
v7.iter_mut().for_each(|mf13| *mf13 = p8.y);
let mut v14 = vec![p8.x, 1.125];
v14[0 % v14.len()]
}, 1.8125);
let mut v15 = [v7[u10 % v7.len()], t12.1].to_vec();
if let Some(y) = v15.get_mut(p8.tag) { *y += norm(&[1.875f64, 0.9375f64]); }
} } }
} else if matches!(Shape::Circle(p8.y), Shape::Rect { w, .. } if w > 0.5) {
let mut v16 = [x[1 % x.len()], p8.x].to_vec();
} else {
if let Some(y) = v7.get_mut((0usize as usize).pow(2)) { *y += Some(o1.unwrap_or(0.5)).unwrap_or(x.iter().cloned().map(|f17| program_165_0(f17, 0)).sum::<f64>()); }
}
}
} 1 | 2 => {
let mut u18 = 1;
} _ => {
let mut v19 = vec![0.6875f64, 0.9375];
} }
program_165_0((o1.unwrap_or(0.5) * 2.5).floor(), 3) + 0.0
}


#[differentiable]
impl P {
pub fn program_166_0(self, mut p0: f64, mut p1: Vec<f64>, p2: &mut [f64]) -> f64 {
let mut m1 = [[p0, 0.5], [0.1875, self.y]];
if let Some(f2) = Some(p0) {
p1.iter_mut().for_each(|mf3| *mf3 = f64::min(p0, twice(cube, self.x)));
}
{ let mut add = |f4: f64| p0 += (match (p1.len() as usize) % 5 { 0 => 1.125f64, 1 | 2 => p1[2 % p1.len()], n @ 3.. => n as f64 * f4 }); add(twice(|f5| total(&[P::new(f5, 0.3125f64), P::new(self.x, self.y)], self.y), self.y)); if ((1.0625f64 > 1.125) || (p1.len() > 2)) { add(total(&[self, (P { x: self.x, y: self.y, tag: (no_diff(self.y.abs() * 3.0) as usize) })], self.y)); } }
p1.extend(p1.clone());
if (p0 > 1.8125) { return p1.first().copied().map(|f6| self.y).unwrap_or_else(|| self.y.sin()); }
(p0, p0) = (p1[3 % p1.len()], (P::new((1.5f64 + p0), 0.0625) * (self * self.x).y).y);
p1.extend(scaled(p1.clone(), p0));
for y in p1.iter_mut() { *y *= twice(|f7| (match f7 { f8 if (p0 > 1.75) => p0, f9 => f9 }), self.x); }
p1.push((match p0 { f11 if (((f11 > 0.9375) && (p1.len() > 2)) && (p1[0 % p1.len()] > 0.4375)) => (self * (match (p1.len() as usize) % 5 { 0 => f11, 1 | 2 => f11, n @ 3.. => n as f64 * self.y })).y, f12 => self.x }));
(match 0.6875f64 { f13 if (p1.len() > 2) => 1.5f64, f14 => p0 }).sin() + p0
}
}
#[differentiable]
impl P {
pub fn program_166_1(&self, p0: &mut [f64]) {
if let Some(f1) = (if ((1.875f64 > 0.375) || (0.0625f64 > 1.125)) { Some(self.x) } else { None }) {
let f2 = [self.x, 1.0f64].into_iter().fold(1.5f64.tanh(), |f3, f4| 0.0625f64);
let mut u7 = 0;
let mut u8 = 0;
}
}
}
#[differentiable]
pub fn program_166(x: &[f64]) -> f64 {
{ let mut rest = x.to_vec(); 'l4: while let Some(f5) = rest.pop() {
let f6 = f5;
{ let mut u10 = 0; 'l11: while u10 < 3 { u10 += 1; {
let mut f12; if (u10 % 2 == 0) { f12 = f64::min(P::new(f5, x[3 % x.len()]).norm2(), x[0 % x.len()]); } else { f12 = 0.125f64; }
} } }
{ let mut u17 = 0; 'l18: while u17 < 3 { u17 += 1; {
let f19 = x[1 % x.len()].clamp(-1.0, 1.5);
let mut u20 = 2;
} } }
} }
let tree22 = Tree::Leaf(Some(0.5f64).unwrap_or_else(|| 0.6875f64).tanh());
let tree23 = tree22.clone();
let mut u27 = 2;
match (u27 as usize) % 4 { 0 => {
match ((u27 | 0) as usize) % 4 { 0 => {
'l31: for u32 in 0..3 {
note(1usize);
{ let mut rest = x.to_vec(); 'l40: while let Some(f41) = rest.pop() {
let f42 = x[3 % x.len()];
note((no_diff((0.1 + [0.25f64, 0.4375f64].into_iter().fold(f41, |f46, f47| x[1 % x.len()]).powi(2)).sqrt().abs() * 3.0) as usize));
} }
}
} 1 | 2 => {
let f51 = Some(1.8125f64).unwrap_or_else(|| [x[0 % x.len()], x[2 % x.len()]].into_iter().nth(1).unwrap_or(0.0625f64));
} _ => {
let tree53 = tree22.clone();
} }
} 1 | 2 => {
let mut u57 = 3;
} _ => {
if ((x[3 % x.len()] > 0.6875) || (u27 % 3 == 1)) { return x.iter().cloned().fold((P::new(1.5f64, 0.6875) * x[0 % x.len()]).y, |f63, f64| (1.4375f64 + x[1 % x.len()])); }
} }
((0.1 + x[2 % x.len()].powi(2)).sqrt() + (x[3 % x.len()] + x[0 % x.len()])) + 0.0
}


#[differentiable]
impl P {
pub fn program_168_0(&self, p0: f64) -> P {
if (!(p0.mul_add(self.x, p0) > 0.8125)) { {
let mut w2 = vec![(P { x: p0, y: p0.tanh(), tag: 0usize }), (*self)];
{
let mut w11 = w2.clone();
}
} return P::new(p0, 0.5625); }
(if ((0.1 + p0.powi(2)).sqrt() > 1.4375) { (P { x: 1.5f64, y: 1.5625f64, tag: 3usize }) } else { (P { x: 0.9375f64, y: [p0, self.x].into_iter().next().unwrap_or(p0), tag: 1usize }) })
}
}
#[differentiable]
pub fn program_168(x: &[f64]) -> f64 {
{ let mut rest = vec![x[3 % x.len()].sin(), 0.0625]; 'l1: while let Some(f2) = rest.pop() {
let u3 = (((no_diff(f2.abs() * 3.0) as usize) % 3) % 3);
let mut a4 = [x[1 % x.len()].mul_add(x[3 % x.len()], (*x.iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5))), 0.1875, f2];
'l9: for u10 in 0..0 + 1 {
let mut m12 = [[a4[0 % 3]; 2]; 2];
{ let mut rest = vec![f2, 1.8125f64, f2]; 'l14: while let Some(f15) = rest.pop() {
if (x[0 % x.len()] > 1.0) {
let mut m19 = [[f2; 2]; 2];
} else if (a4[1 % 3].max(a4[0 % 3]) > 1.5625) {
let mut w20 = vec![P::new(f2, 0.0625), P::new(1.375f64, 0.375)];
let mut w21 = vec![w20[3 % w20.len()], w20[1 % w20.len()].program_168_0(f2)];
} else {
let u22 = (u10 % 3);
let mut t23 = f15.sin_cos();
}
} }
{ let mut rest = vec![Shape::Circle(x[1 % x.len()]).potential(1.0f64); 3]; 'l24: while let Some(f25) = rest.pop() {
let mut u27 = 2;
let mut u30 = 0;
let mut u33 = 3;
} }
}
} }
let mut m34 = [[1.25f64; 2]; 2];
{ let mut rest = vec![twice(|f38| f38, (0.1 + 1.6875f64.powi(2)).sqrt()); 3]; 'l39: while let Some(f40) = rest.pop() {
let rf42 = if (Shape::Empty.potential(x[1 % x.len()]) > 1.25) { &f40 } else { &f40 };
} }
(*x.iter().step_by(2).step_by(2).min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)) + 0.0
}


#[differentiable]
pub fn program_169(x: &[f64]) -> f64 {
if (3usize % 3 == 1) { {
let mut v6 = vec![[1.625f64, 0.125, 1.25f64].iter().sum::<f64>(), 0.125];
let mut f7; if ((match Shape::Empty { Shape::Circle(f8) => (*[f8, f8].iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)), Shape::Rect { w: f9, h: f10 } if (f9 > 0.5) => Shape::Circle(f9).area(1.1875f64), Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v11) => x[0 % x.len()], Shape::Empty => x[1 % x.len()] }) > (-1.25f64)) { f7 = ([x[1 % x.len()], 1.25, 0.0625f64].iter().sum::<f64>() + v6[0 % v6.len()]).sin(); } else { f7 = v6[1 % v6.len()]; }
let Some(f12) = v6.first().copied() else { return Shape::Empty.area(mixed(&mut v6[..1], (x[1 % x.len()] - x[2 % x.len()]))); };
} return x[0 % x.len()]; }
if (3usize % 3 == 1) { {
let mut v15 = x.to_vec();
} return norm(&[1.4375f64, 0.25f64]); }
[Some(0.6875f64).map_or(1.5625f64, |f16| x[1 % x.len()]), x[2 % x.len()]].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(1.5f64.hypot(1.0 + 0.6875f64.abs()).hypot(1.0 + 0.8125f64.abs())) + 0.0
}


#[differentiable]
pub fn program_171_0(p0: f64) -> P {
{ let mut u3 = 0; 'l4: loop { u3 += 1; if u3 > 2 || (2usize % 3 == 1) { break; } {
let mut s8 = Shape::Circle([p0, p0].into_iter().next().unwrap_or([p0, 1.875, p0].iter().sum::<f64>()));
{ let mut u9 = 0; 'l10: loop { u9 += 1; if u9 > 2 || (u3 % 2 == 0) { break; } {
s8.inflate((P::new(P::new(p0, 0.625).dot(&P::new(p0, 1.8125)), 0.625) * p0).y);
'l14: for u15 in 0..3 {
{ let mut u18 = 0; 'l19: while u18 < 3 { u18 += 1; {
s8 = Shape::Empty;
} } }
}
} } }
} } }
P::new(p0, 1.0625).scaled(p0).scaled((match (0usize as usize) % 5 { 0 => 1.125f64, 1 | 2 => p0, n @ 3.. => n as f64 * p0 })).scaled(Shape::Tagged(2usize, p0).area((if (1.3125f64 > 1.5625) {
let u21 = 3usize;
1.1875f64
} else {
let u22 = 3usize;
p0
})))
}
#[differentiable]
pub fn program_171(x: &[f64]) -> f64 {
let mut v1 = vec![x[2 % x.len()], twice(cube, (match (2usize as usize) % 5 { 0 => 1.6875f64, 1 | 2 => x[1 % x.len()], n @ 3.. => n as f64 * x[0 % x.len()] })), ((P { x: x[2 % x.len()], ..P::new(x[3 % x.len()], 1.5) }) * x.iter().cloned().next().unwrap_or(0.4375f64)).y];
'l5: for ml6 in v1.chunks_mut(2) {
let mut t8 = (Shape::Circle(0.75f64).potential(twice(cube, x[2 % x.len()])), 1.5);
{ let mut u11 = 0; 'l12: while u11 < 3 { u11 += 1; {
ml6[u11 % ml6.len()] = 1.8125f64;
} } }
t8.0 = t8.1;
}
v1.push(total(&[program_171_0((P::new(1.1875f64, 0.875) * 1.5f64).y), program_171_0(0.8125f64)], twice(cube, v1[3 % v1.len()])));
let mut v17 = v1.iter().map(|rf18| x[1 % x.len()]).collect::<Vec<_>>();
let mut s19 = Shape::Tagged(1usize, mixed(&mut v17, v1[2 % v1.len()]));
let mut t20 = x[0 % x.len()].sin_cos();
Shape::Empty.area((1.8125f64 - t20.0)) + 0.0
}


#[differentiable]
pub fn program_172(x: &[f64]) -> f64 {
let f1 = f64::min(norm(&[x[2 % x.len()], (0.1 + 0.5f64.powi(2)).sqrt()]), x.iter().cloned().last().unwrap_or(0.9375f64));
assert!(!f1.is_infinite(), "at {}", [f1, x[1 % x.len()]].iter().take_while(|rrf2| (f1 > 1.5625)).enumerate().map(|(u3, rf4)| f1).count());
let mut a5 = [[f1, f1].into_iter().last().unwrap_or(f1), (match Some(f1) { Some(f6) if (x[2 % x.len()] > 0.25) => f1, Some(f7) => f1, None => x[3 % x.len()] }), f1];
let mut f8 = (match (3usize as usize) % 5 { 0 => f1, 1 | 2 => f1, n @ 3.. => n as f64 * a5[3 % 3] }).sin();
let f12 = (-a5[3 % 3].abs()).exp().tanh();
if matches!(Some(f12), Some(y) if y > 0.25) {
a5 = [(0.1 + 0.8125f64.powi(2)).sqrt(), (&0.1875f64 * &f1), f8];
} else if matches!(Some(a5[3 % 3]), Some(y) if y > 0.25) {
f8 = norm(&[twice(cube, f8), (&a5[0 % 3] * &total(&[P::new(f12, 1.25), P::new(f12, 0.0625)], a5[1 % 3]))]);
} else {
let mut o13 = Some(f1);
}
pair(a5[0 % 3], (&f1 * &f12)).1 + f1 + 0.5 * f8 + 0.5 * f12
}


#[differentiable]
pub fn program_173_0(p0: f64, p1: (f64, f64), p2: &P) -> (f64, f64) {
let f3 = p2.x;
note(2usize);
let c5 = |f6: f64| -> f64 { norm(&[[p1.1, p0].into_iter().take_while(|rf7| (0.625f64 > 0.0625)).last().unwrap_or(norm_of([p2.x, 1.375, f3])), (if (f6 > 0.75) {
let P { x: f8, y: mut f9, .. } = P::new(p2.x, 1.4375);
let f10 = (0.1 + f8.powi(2)).sqrt();
f6
} else {
let f13 = 1.0f64;
let f14 = f6;
f13
})]) };
p1
}
#[differentiable]
pub fn program_173_1(mut p0: f64, p1: f64, p2: &mut P) -> Option<f64> {
let tree1 = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(p0)), Box::new(Tree::Leaf(p1)))), Box::new(Tree::Leaf(p1)))), Box::new(Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(p2.y)), Box::new(Tree::Leaf(p0)))), Box::new(Tree::Leaf(p2.y)))));
assert!(!p0.is_infinite(), "at {}", (((2usize % 3) * 2 + 1) * 2 + 1));
{
'l2: for u3 in 0..0 + 1 {
let tree4 = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(p1)), Box::new(Tree::Leaf(p1)))), Box::new(Tree::Leaf(p2.y)))), Box::new(tree1.clone()));
p0 = bump(&mut p0, p2.y);
}
}
Some(p2.y)
}
#[differentiable]
pub fn program_173(x: &[f64]) -> f64 {
if x.iter().cloned().any(|f1| matches!(Some(f1), Some(y) if y > 0.25)) {
let (f2, mut f3) = (((2usize * 2 + 1) as f64 * 0.25), 0.9375);
f3 -= (match shape_of((P::new(f3, 0.625) * x[3 % x.len()]).y, f64::min(f2, f2)) { Shape::Circle(f4) => (match ((1usize % 3) as usize) % 5 { 0 => f4, 1 | 2 => (if (x[0 % x.len()] > 0.125) {
f3 *= 0.375f64;
let mut s10 = Shape::Circle(x[0 % x.len()]);
match (matches!(s10, Shape::Circle(_)), Some(f3)) { (true, Some(f12)) => {
f3 -= 0.125f64;
note(1usize);
} (false, Some(f18)) if (x[1 % x.len()] > 0.375) => {
let P { x: f19, y: mut f20, .. } = P::new(f2, 1.125);
match ((f18 > 0.4375), Some(f3)) { (true, Some(f24)) => {
f20 = 1.3125f64;
} (false, Some(f25)) if (f4 > 0.9375) => {
let f26 = f3;
if matches!(s10, Shape::Circle(_)) { return x[1 % x.len()]; }
let P { x: f27, y: mut f28, .. } = P::new(f2, 0.625);
} _ => {
if (f18 > 1.5625) { return f4; }
if (1.875f64 > 0.625) { return f3; }
} }
} _ => {
let P { x: f29, y: mut f30, .. } = P::new(x[1 % x.len()], 0.8125);
} }
0.6875f64
} else {
f3 = f3;
0.0625f64
}), n @ 3.. => n as f64 * (0.1 + f3.powi(2)).sqrt() }), Shape::Rect { w: f31, h: f32 } if x.iter().cloned().any(|f33| x.iter().cloned().any(|f34| (f2 > 0.1875))) => (match Shape::Circle(f3) { Shape::Circle(f35) => x.iter().cloned().last().unwrap_or(x[1 % x.len()]), Shape::Rect { w: f36, h: f37 } if (f37 > 0.5625) => f2, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v38) => power(v38[0 % v38.len()], 0), Shape::Empty => 0.4375f64 }), Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v39) => f3, Shape::Empty => bump(&mut f3, f2).tanh() });
} else {
let tree43 = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(0.3125f64)), Box::new(Tree::Node(Box::new(Tree::Leaf(1.6875f64)), Box::new(Tree::Leaf(x[2 % x.len()])))))), Box::new(Tree::Node(Box::new(Tree::Leaf(x[3 % x.len()])), Box::new(Tree::Leaf(0.6875f64)))));
}
(*[x[2 % x.len()], x[0 % x.len()]].iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)) + 0.0
}


#[differentiable]
pub fn program_180(x: &[f64]) -> f64 {
let [f1, .., f2] = [pair(x[2 % x.len()], 1.375f64).1, P::new(1.0625f64, 0.5).potential(x[2 % x.len()]), x.iter().cloned().fold(f64::NEG_INFINITY, f64::max).max(-1.0)].map(|f3| 1.25f64);
if (0..0 + 1).map(|u4| (P::new(f2, 1.0) * f2).y).all(|f5| (!(!(f1 > 1.6875)))) { return x[0 % x.len()]; }
if [f1, norm_of([f2, 1.1875, f2])].into_iter().any(|f8| (x[1 % x.len()] > 1.25)) {
let [f10, .., f11] = [f1, (match 1.0f64 { f12 if (!(x[2 % x.len()] > 0.375)) => f1, f13 => f13 }), Shape::Circle(f2).potential(f1)];
let mut v26 = vec![x[1 % x.len()], x[2 % x.len()], P::new(f10, 0.125).potential(f2).max(0.4375f64)];
if (!Some(f2).is_none()) {
{ let mut u29 = 0; 'l30: loop { u29 += 1; if u29 > 2 || x.iter().cloned().all(|f31| (total(&[P::new(f1, 1.8125), P::new(f11, 1.75)], v26[2 % v26.len()]) > 0.4375)) { break; } {
'l33: for (u34, mf35) in v26.iter_mut().enumerate() {
*mf35 = ((x[0 % x.len()] - f10) - (*mf35).powi(0));
}
v26.reverse();
} } }
} else {
let rl36 = &v26[..1 + v26.len() % v26.len()];
}
} else {
let mut v38 = vec![Some(x[1 % x.len()]).unwrap_or_else(|| x[3 % x.len()]), 1.5625];
}
((*x.iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)) * 2.5).floor().max(((P::new(f1, 1.3125) * f2).y * 2.5).floor()) + f1 + 0.5 * f2
}


#[differentiable]
pub fn program_181(x: &[f64]) -> f64 {
'l4: for u5 in 0..3 {
if let Some(f6) = Some(P::new(0.5f64, 1.75).dot(&P::new(0.5625f64, 0.6875))).filter(|rf7| (x[0 % x.len()] > 1.375)) && (u5 % 3 == 1) {
if (u5 % 3 == 1) {
let mut f11 = (f6 * 2.5).floor();
let mut f15 = f11;
'l18: for f19 in [f15, 1.5f64].into_iter() {
{ let mut add = |f20: f64| f15 += 1.125f64; add(norm(&[f11, f6])); if (x.iter().cloned().next().unwrap_or(f11) > 1.3125) { add(f6); } }
{ let mut add = |f21: f64| f11 += (&(&P::new(f15, 1.8125) - &P::new(x[0 % x.len()], 0.4375)) - &P::new(f6, 1.8125)).dot(&(P::new(1.3125f64, 0.1875) * x[3 % x.len()]).scaled(f6)); add(f6); if ((u5 + 1) % 3 == 1) { add(f15); } }
}
} else {
let rf22 = &f6;
}
}
}
[0.9375f64, 1.25f64].into_iter().map(|f23| 0.8125f64).map(|f24| 1.0f64).sum::<f64>() + 0.0
}


#[differentiable]
pub fn program_183_0(p0: f64, p1: &mut P, p2: usize) -> f64 {
{ let mut u1 = 0; 'l2: while u1 < 3 { u1 += 1; {
let mut f3; if (p0 > 0.8125) { f3 = twice(cube, p0); } else { f3 = Some([p0, p0].into_iter().sum::<f64>()).unwrap_or_else(|| {
let mut f6; if (p1.y > 0.9375) { f6 = (&p1.y * &p1.y); } else { f6 = (&p0 * &p0); }
let mut u7 = 1;
let mut t8 = pair(p0, p0);
1.1875f64
}); }
{ let mut u9 = 0; 'l10: while u9 < 3 { u9 += 1; {
{ let mut u11 = 0; 'l12: while u11 < 3 && Some(0.875f64).and_then(|f13| Some(f13).and_then(|f14| Some(1.0f64))).is_none() { u11 += 1; {
let (f15, mut f16) = (if ((p1.y > 0.625) || matches!(Shape::Circle(1.375f64), Shape::Rect { w, .. } if w > 0.5)) { (if ((p1.y > 1.3125) || (u9 % 2 == 0)) { (f3, 1.0) } else { (1.6875f64, 0.5) }) } else { (1.0625f64, 0.875) });
let mut u17 = 2;
} } }
} } }
} } }
[p0, p0].into_iter().map(|f18| 1.1875f64).fold(f64::NEG_INFINITY, f64::max).max(-1.0) + p0
}
#[differentiable]
pub fn program_183(x: &[f64]) -> f64 {
let mut v4 = vec![1.625f64.clamp(-1.0, 1.5), 1.0];
let (f5, mut f6) = pair(x.iter().cloned().nth(1).unwrap_or(v4[3 % v4.len()].clamp(-1.0, 1.5)), total(&[P::new(1.6875f64, 1.875), (P { x: 0.25f64, ..P::new(v4[2 % v4.len()], 1.8125) })], x[1 % x.len()]));
for y in v4.iter_mut() { *y *= x.iter().cloned().fold(f5, |f7, f8| f7); }
v4.chunks_mut(2).for_each(|ml9| ml9[0] *= 0.3125f64);
let mut v10 = v4.iter().map(|rf11| v4[1 % v4.len()]).collect::<Vec<_>>();
{ let mut rest = v10.iter().map(|rf12| x[1 % x.len()]).collect::<Vec<_>>(); 'l13: while let Some(f14) = rest.pop() {
{ let mut rest = vec![Shape::Circle(v10[3 % v10.len()]).area(f6), 0.875]; 'l15: while let Some(f16) = rest.pop() {
f6 += bump(&mut f6, f64::min(f14, x.iter().cloned().product::<f64>()));
match x { [rf17, .., rf18] => {
{ let mv19 = &mut v4; {
if v10.len() > 2 { let y = v10.remove(1); f6 -= y; }
} }
} [rf20] => {
let rl21 = &v10[..1 + 2usize % v10.len()];
} [] => {
let mut u22 = 3;
} }
} }
} }
(&1.6875f64 * &f6).powi(0) + f5 + 0.5 * f6
}


#[differentiable]
pub fn program_185_0(p0: f64, p1: &mut [f64], p2: &mut P) -> f64 {
let mut m3 = [[[p0, p2.y].into_iter().sum::<f64>(), 0.5], [1.5, 1.5f64]];
if let Some(f4) = [p0, p0].into_iter().reduce(f64::max).and_then(|f5| Some(0.9375f64)) && ((match p0 { f6 if (0.875f64 > 1.0) => f6, f7 => [1.375f64, f7].into_iter().last().unwrap_or(p0) }) < [p0, 0.625f64].into_iter().take_while(|rf8| (1.125f64 > 0.375)).nth(1).unwrap_or(p2.y)) {
if (p2.y <= 1.0) {
let (f9, mut f10) = (p2.y, 1.1875);
let mut t11 = ([0.375f64, p0].into_iter().nth(1).unwrap_or([p0, p2.y].into_iter().fold(1.1875f64, |f12, f13| f12)), 0.25);
}
let mut v15 = vec![f4, 1.75];
}
let mut f17; if ([p0, 0.1875f64].into_iter().nth(1).unwrap_or(p0) < p0) { f17 = [p0, p0].into_iter().last().unwrap_or([p2.y, p0].into_iter().last().unwrap_or(p0)); } else { f17 = p0; }
(f17, f17) = (p0, p0);
if let Some(f18) = Some(p0) {
let P { x: f19, y: mut f20, .. } = ((P::new(f17, 0.1875) + P::new(0.1875f64, 1.875)) + (P::new(f17, 1.4375) + P::new(f17, 0.0625))).scaled(p2.y);
f17 /= 1.5 + vec![p2.y; 3].into_iter().sum::<f64>().abs();
}
(match (if (p0 > 0.4375) { Some(p0) } else { None }) { Some(f21) if (1.0625f64 <= 1.0) => f17, Some(f22) => p0, None => [f17, 1.6875f64].into_iter().sum::<f64>() }) + p0 + 0.5 * f17
}
#[differentiable]
pub fn program_185(x: &[f64]) -> f64 {
if let Some(f4) = (if (twice(|f5| x[3 % x.len()], x[3 % x.len()]) < x[3 % x.len()]) { Some(x[3 % x.len()]) } else { None }) {
'l6: for u7 in 0..0 + 1 {
if let Some(f8) = (if ([0.5625f64, f4].into_iter().last().unwrap_or(f4) > f4) { Some(x.iter().cloned().last().unwrap_or(f4)) } else { None }) {
let mut f4 = x[3 % x.len()];
} else {
let P { x: f14, y: mut f15, .. } = ((if (0.6875f64 > 1.0) { P::new(f4, 1.625) } else { (P::new(f4, 1.6875) + P::new(f4, 0.25)) }) + P::new(f4, 0.1875));
}
note(u7);
}
if let Some(f16) = Some(x[0 % x.len()]) {
'l17: for u18 in 0..2 + 1 {
if (x[1 % x.len()] < twice(|f20| f16, x.iter().cloned().last().unwrap_or(f4))) {
let P { x: f21, y: mut f22, .. } = (P { x: f4, ..P::new(f16, 1.5) }).scaled(1.0f64);
} else {
if (f16 > 1.125f64) { break 'l17; }
}
if (f16 < x[1 % x.len()]) { {
let Some(f23) = (if (1.0f64 > 1.375) { Some((match Shape::Circle(f16) { Shape::Circle(f24) => f16, Shape::Rect { w: f25, h: f26 } if (f25 > 0.6875) => 1.75f64, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v27) => 0.1875f64, Shape::Empty => f16 })) } else { None }) else { break; };
let (f29, mut f30) = (x.to_vec().into_iter().sum::<f64>(), 0.9375);
let mut f16 = (match x[1 % x.len()] { f31 if (u18 % 2 == 0) => f4, f32 => f16 });
} break 'l17; }
if (f4 < x[0 % x.len()]) { {
note((u18 * 2 + 1));
let (f35, mut f36) = (f16, 0.25);
f36 += x.to_vec().into_iter().sum::<f64>();
} return x[2 % x.len()]; }
}
}
}
(match Shape::Empty { Shape::Circle(f47) => norm_of([1.0625f64, 0.625, f47]), Shape::Rect { w: f48, h: f49 } if (x[2 % x.len()].powi(2) > f48) => f48, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v50) => 0.75f64, Shape::Empty => 1.875f64 }) + 0.0
}


#[differentiable]
pub fn program_187_0(p0: f64, p1: &mut P) -> Vec<f64> {
if Some(p0).is_none() { {
assert!(!p0.is_infinite(), "at {}", [p1.y, p0].into_iter().count());
} return vec![p0, (-0.8125f64.abs()).exp(), twice(cube, p0)]; }
let mut f2; if matches!(Shape::Circle(p1.y), Shape::Rect { w, .. } if w > 0.5) { f2 = (-norm_of([p1.y, 0.8125, p1.y].map(|f3| p0)).abs()).exp(); } else { f2 = (0.8125f64 - p0); }
vec![norm_of([p0, 0.5, p0]), 0.5625]
}
#[differentiable]
pub fn program_187(x: &[f64]) -> f64 {
'l1: for u2 in (0..(([1.625f64, x[2 % x.len()]].into_iter().count() | 0) | 1) % 4).rev() {
note(1usize);
}
match Shape::Circle(Shape::Empty.area((-x[0 % x.len()].abs()).exp())) { Shape::Circle(f6) if Some(f6).is_none() => {
let mut v7 = vec![f6, 0.375];
if matches!(shape_of(f6, x[1 % x.len()]), Shape::Rect { w, .. } if w > 0.5) {
'l8: for (u9, rf10) in v7.iter().enumerate() {
let mut f6 = (f6 * 2.5).floor();
let mut v15 = v7.clone();
match x { [rf16, .., rf17] => {
v15.insert(1 % v15.len(), (*rf17));
} [rf18] => {
v15.reverse();
} [] => {
let (f19, mut f20) = (if ((u9 % 3) % 3 == 1) { (if (u9 % 2 == 0) { (v7[2 % v7.len()], 1.0625) } else { (v7[1 % v7.len()], 1.5) }) } else { (f6, 0.5) });
} }
}
}
} Shape::Circle(mut f21) => {
let mut f22; if matches!(Some(f21), Some(y) if y > 0.25) { f22 = x[3 % x.len()]; } else { f22 = 1.875f64; }
} Shape::Rect { w: f23, h: f24 } => {
let mut v25 = x.to_vec();
} Shape::Many(mut v26) => {
let mut v27 = vec![v26[1 % v26.len()].clamp(-1.0, 1.5), 1.4375];
} _ => {
let mut t28 = (if ((1.625f64 * 2.5).floor() > 0.625) { ((x[3 % x.len()] * 2.5).floor(), 1.875) } else { (leaves(&Tree::Leaf(1.625f64), x[3 % x.len()]), 1.0625) });
} }
0.9375f64 + 0.0
}


#[differentiable]
pub fn program_191(x: &[f64]) -> f64 {
let c1 = |f2: f64| -> f64 { (-{
let mut f6 = vec![0.875f64, 0.6875].into_iter().sum::<f64>();
f6
}) };
'l7: for u8 in 0..3 {
{ let mut u9 = 0; 'l10: while u9 < 3 && (twice(&c1, (-x[0 % x.len()])) > 1.0) { u9 += 1; {
{ let mut u11 = 0; 'l12: while u11 < 3 && Some(norm_of([0.5f64, 1.375, 0.3125f64])).is_none() { u11 += 1; {
if let Some(f13) = Some(x[0 % x.len()].powi(0).tanh()) {
if (!(f13 > 0.5625)) { continue 'l12; }
let mut f16 = ({
let f17 = x[0 % x.len()];
f17
}.sin() / (1.5 + 1.75f64.powi(2)));
}
} } }
} } }
}
(-(x[1 % x.len()] / (1.5 + x[3 % x.len()].powi(2)))).mul_add((match Some(1.75f64) { Some(f18) if (1.75f64 > 0.6875) => (if (x[2 % x.len()] > 1.1875) { f18 } else { 1.375f64 }), Some(f19) => f19.tanh(), None => [x[0 % x.len()], x[2 % x.len()]].into_iter().find(|rf20| (0.625f64 > 0.6875)).unwrap_or(x[3 % x.len()]) }), ((P::new(0.8125f64, 1.4375) * 1.625f64).y / (1.5 + 1.1875f64.powi(2)))) + 0.0
}


#[differentiable]
pub fn program_196(x: &[f64]) -> f64 {
{ let mut u1 = 0; 'l2: loop { u1 += 1; if u1 > 2 || (twice(|f3| f64::min(f3, 1.3125f64), P::new(x[2 % x.len()], 0.3125).norm2()) > 0.5625) { break; } {
let u5 = u1;
let f8 = [x[3 % x.len()], [0.5f64, 1.0f64].into_iter().next().unwrap_or(0.1875f64)].into_iter().nth(1).unwrap_or((match checked(x[1 % x.len()]) { Some(f9) if (0.75f64 > 0.5625) => f9, Some(f10) => 1.625f64, None => P::new(x[0 % x.len()], 1.5).dot(&P::new(x[3 % x.len()], 1.1875)) }));
} } }
let mut u11 = 0;
let f18 = x.iter().cloned().sum::<f64>();
let [f19, .., f20] = [(match Some(1.625f64) { Some(f21) if (u11 % 2 == 0) => [f21, x[1 % x.len()]].into_iter().fold(f64::NEG_INFINITY, f64::max).max(-1.0), Some(f22) => P::new(x[3 % x.len()], 1.0).norm2(), None => [x[0 % x.len()], f18].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(f18) }); 3];
let c24 = |f25: f64| -> f64 { 1.4375f64 };
let mut t26 = (f18, 1.1875);
u11 += 2;
let f28 = f18;
if ((t26.1 + f19) > 1.375) {
let f29 = (f20 * x.iter().cloned().next().unwrap_or(f18));
let mut w30 = vec![P::new((match f18 { f31 if (t26.0 > 0.75) => t26.1, f32 => 1.5f64 }), 0.3125), (&P::new(t26.0, 1.5) - &P::new(f20, 0.75))];
assert!(!f18.is_infinite(), "at {}", u11);
}
t26.1 *= (f64::min(x[1 % x.len()], f19) * P::new(f20, 1.625).dot(&P::new(t26.0, 1.75)));
let c33 = |f34: f64| -> f64 { f34 };
(1.0 + 1.0625f64.powi(2)).ln() + f18 + 0.5 * f19 + 0.5 * f20 + 0.5 * f28
}


#[differentiable]
impl P {
pub fn program_201_0(&self, mut p0: f64, p1: &P, p2: &mut P, depth: usize) -> (f64, f64) {
'l3: for u4 in 0..3 + 1 {
match ((u4 % 2 == 0), tried(self.x).ok()) { (true, Some(f5)) => {
let tree6 = Tree::Leaf([f5, p2.y].iter().map(|rf7| p0).sum::<f64>());
} (false, Some(f8)) if (([self.x, p0].into_iter().next().unwrap_or(p0) / (1.5 + p2.y.powi(2))) > 0.375) => {
let f9 = p2.y;
} _ => {
let rf10 = &p0;
} }
}
[p0, p0].into_iter().fold(f64::NEG_INFINITY, f64::max).max(-1.0).sin_cos()
}
}
#[differentiable]
pub fn program_201(x: &[f64]) -> f64 {
'l2: for f3 in vec![1.1875f64; 3] {
let f5 = 1.375f64;
let f7 = x.iter().cloned().next().unwrap_or(0.6875f64);
let mut m9 = [[(&x[1 % x.len()] * &P::new(1.875f64, 1.875).potential(f5)), 0.5], [1.25, 0.375f64]];
}
match (0usize as usize) % 4 { 0 => {
let mut a16 = [x[2 % x.len()], 0.375f64.powi(1), x[1 % x.len()]];
if (a16[2 % 3] > 0.125) { {
match (((0.0625f64 > 1.875) && (a16[0 % 3] > 0.5625)), tried(1.0f64).ok().and_then(|f22| Some(0.1875f64))) { (true, Some(f23)) => {
if (0.875f64 > 1.75) {
let mut t24 = (x[1 % x.len()].mul_add(f23, f23) / (1.5 + f23.powi(2))).sin_cos();
} else if Some(f23).and_then(|f25| Some(f23)).is_none() {
let [f26, .., f27] = [x.iter().cloned().last().unwrap_or(f23); 3];
let [f28, .., f29] = [a16[2 % 3], [f27, f26].iter().map(|rf30| f23).sum::<f64>(), a16.into_iter().next().unwrap_or(x[2 % x.len()])];
} else {
let f31 = f23;
}
if (x.iter().cloned().last().unwrap_or(x[0 % x.len()]) > 1.25) { {
a16.copy_from_slice(&[x.iter().cloned().fold(f64::NEG_INFINITY, f64::max).max(-1.0), 1.5, f23]);
} return (f23 / (1.5 + f23.powi(2))); }
} (false, Some(f32)) if ((P::new(x[0 % x.len()], 0.25).potential(a16[0 % 3]) > 1.1875) && (x.iter().cloned().fold(f64::NEG_INFINITY, f64::max).max(-1.0) > 0.1875)) => {
let tree34 = Tree::Leaf(twice(|f35| f32, 1.5625f64));
} _ => {
let f36 = {
let f37 = mixed(&mut a16, 0.6875f64);
{
let f38 = f37;
f37
}
};
} }
} return twice(|f39| f39, x[0 % x.len()]); }
} 1 | 2 => {
let f40 = (x.iter().cloned().count() as f64 * total(&[P::new(0.8125f64, 0.0625), P::new(1.8125f64, 1.3125)], x.iter().cloned().fold(f64::NEG_INFINITY, f64::max).max(-1.0)));
} _ => {
let tree41 = Tree::Leaf(total(&[P::new(x[3 % x.len()], 0.1875), P::new(0.3125f64, 0.8125).scaled(x[2 % x.len()])], twice(cube, x[3 % x.len()])));
} }
x.iter().cloned().last().unwrap_or(x.iter().cloned().map(|f42| f42).sum::<f64>()) + 0.0
}


#[differentiable]
impl P {
pub fn program_202_0(self, p0: f64) -> Vec<f64> {
let mut s1 = Shape::Many(vec![[p0, p0].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(self.y), 0.8125]);
let mut f7 = Some(1.4375f64).map(|f8| self.x).map(|f9| self.y).unwrap_or_else(|| self.y);
let mut a10 = [power(self.x, 3), 0.5, f7];
f7 += 1.125f64;
let mut f11 = [self.x, p0].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or((match Shape::Many(a10.to_vec()) { Shape::Circle(f12) => (match self.x { f13 if matches!(s1, Shape::Circle(_)) => f12, f14 => self.x }), Shape::Rect { w: f15, h: f16 } if matches!(s1, Shape::Circle(_)) => a10[0 % 3], Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v17) => f7, Shape::Empty => p0 }));
let mut f18 = (P::new(a10[0 % 3], 0.875).scaled((0.1 + f7.powi(2)).sqrt()) * power(self.x, 0)).y;
let tree19 = Tree::Leaf(a10.into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or([0.4375f64, f7].into_iter().nth(1).unwrap_or(self.x)));
vec![self.potential(f18), a10.to_vec().into_iter().sum::<f64>(), f7]
}
}
#[differentiable]
pub fn program_202(x: &[f64]) -> f64 {
'l3: for u4 in 0..3 {
'l5: for u6 in 0..3 {
if let Some(f9) = Some(P::new(x[0 % x.len()], 1.0625).dot(&P::new(1.8125f64, 1.3125))).map(|f10| f10) {
if let Some(f11) = Some((std::iter::repeat(0.5f64).take(2).count() as f64 * f9)) {
let mut f12 = 0.5f64;
f12 += 0.0625f64.mul_add(1.375f64, 1.875f64);
} else {
let (f13, mut f14) = pair(x[0 % x.len()].powi(1), f9);
}
{
let mut a15 = [(x[3 % x.len()] - f9), 0.0625, ([f9, f9].into_iter().count() as f64 * 0.125f64)];
}
} else {
let mut f16 = (0.1 + (1.625f64 - 0.875f64).mul_add([x[2 % x.len()], x[2 % x.len()]].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(0.125f64), (x.iter().cloned().count() as f64 * x[1 % x.len()])).powi(2)).sqrt();
}
}
}
(x[0 % x.len()] - (match (if (0.9375f64 > 0.9375) { Shape::Circle(1.8125f64) } else { Shape::Empty }) { Shape::Circle(f17) => f17, Shape::Rect { w: f18, h: f19 } if ((f19 > 1.6875) && (1.25f64 > 0.0625)) => f19, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v20) => (match Some(v20[1 % v20.len()]) { Some(f21) if (f21 > 0.4375) => 1.0625f64, Some(f22) => f22, None => v20[2 % v20.len()] }), Shape::Empty => P::new(x[0 % x.len()], 0.375).dot(&P::new(0.6875f64, 1.6875)) })) + 0.0
}


#[differentiable]
pub fn program_204(x: &[f64]) -> f64 {
{
let mut w8 = vec![P::new(total(&[P::new(x[1 % x.len()], 0.75), P::new(x[2 % x.len()], 1.0625)], x[3 % x.len()]), 1.75), P::new(x[1 % x.len()], 1.125).scaled((match x[3 % x.len()] { f9 if (f9 > 1.0625) => f9, f10 => f10 }))];
let [f11, .., f12] = [norm(&[[0.3125f64, 0.5625f64].into_iter().next().unwrap_or(x[3 % x.len()]), w8[2 % w8.len()].x]), 1.125, (P { x: 1.25f64, ..w8[1 % w8.len()] }).potential(w8[1 % w8.len()].x)];
}
'l13: for u14 in 0..3 + 1 {
let mut w18 = vec![((&P::new(x[1 % x.len()], 1.625) - &P::new(0.3125f64, 1.8125)) * 1.625f64), (P { x: x.iter().cloned().fold(f64::NEG_INFINITY, f64::max).max(-1.0), ..P::new(x[1 % x.len()], 0.375) })];
}
let P { x: f19, y: mut f20, .. } = (P { x: 0.6875f64, y: x.iter().cloned().nth(1).unwrap_or(x.iter().cloned().next().unwrap_or(x[1 % x.len()])), tag: 0usize });
let mut a21 = [f19; 3];
{
let [f23, .., f24] = a21;
}
f20 -= x.to_vec().into_iter().nth(1).unwrap_or((match a21[1 % 3] { f25 if (f20 > 1.75) => a21[3 % 3], f26 => a21[2 % 3] }));
f20 = P::new(f19.clamp(-1.0, 1.5), 0.6875).potential(a21[2 % 3]);
[f20, f19].into_iter().scan(a21[1 % 3], |mf29, f30| { *mf29 += (*mf29); Some(*mf29) }).map(|f31| x[2 % x.len()]).sum::<f64>() + f19 + 0.5 * f20
}


#[differentiable]
pub fn program_206(x: &[f64]) -> f64 {
let f2 = [x[2 % x.len()], 0.875f64].into_iter().filter(|rf3| ((*rf3) > 1.8125f64)).product::<f64>();
if (f2 < f2) {
if let Some(f9) = Some([0.875f64, f2].into_iter().sum::<f64>()) {
let f13 = twice(cube, f2);
{ let mut u16 = 0; 'l17: loop { u16 += 1; if u16 > 2 || (x[1 % x.len()] < f13) { break; } {
let f18 = x.iter().cloned().sum::<f64>();
} } }
} else {
let f20 = leaves(&Tree::Leaf(1.8125f64), [1.375f64, f2].into_iter().sum::<f64>());
}
} else {
let f21 = f2;
}
x.iter().cloned().product::<f64>() + f2
}


#[differentiable]
pub fn program_207_0(p0: f64, p1: (f64, f64), p2: &mut Vec<f64>) -> (f64, f64) {
let (f1, mut f2) = (p0, 0.125f64);
let mut s3 = Shape::Tagged(3usize, (1.0 + p1.0.powi(2)).ln());
let mut a4 = [p1.0, 0.4375, [p2[0 % p2.len()], p2[2 % p2.len()]].into_iter().scan(p2[1 % p2.len()], |mf5, f6| { *mf5 += p0; Some(*mf5) }).map(|f7| p1.1).sum::<f64>()];
((if (p0 > 1.375) { p2[3 % p2.len()] } else { p1.1 }), p1.1)
}
#[differentiable]
pub fn program_207_1(p0: f64) -> Option<f64> {
{
{ let mut rest = vec![(1.0 + p0.powi(2)).ln(); 3]; 'l5: while let Some(f6) = rest.pop() {
if ((1.0 + p0.powi(2)).ln() > 1.5) { {
let rf7 = &f6;
assert!(!p0.is_infinite(), "at {}", 1usize);
} break 'l5; }
} }
}
checked(p0)
}
#[differentiable]
pub fn program_207(x: &[f64]) -> f64 {
'l11: for u12 in 0..3 {
match x { [rf14, .., rf15] => {
let mut t18 = (x[2 % x.len()], 0.4375);
} [rf19] => {
{ let mut u20 = 0; 'l21: while u20 < 3 && (0.6875f64.sin().tanh() > 0.4375) { u20 += 1; {
if ((u20 % 2 == 0) && (u20 % 2 == 0)) { {
let mut o22 = (if (u12 % 2 == 0) { Some(x[0 % x.len()].tanh()) } else { None });
} continue 'l11; }
let P { x: f23, y: mut f24, .. } = ((-P::new(0.9375f64, 1.875)) * total(&[P::new(x[3 % x.len()], 1.8125), P::new((*rf19), 0.0625)], (&(*rf19) * &0.3125f64)));
} } }
'l26: for u27 in 0..3 {
let mut s31 = Shape::Circle((if matches!(Some(x[0 % x.len()]), Some(y) if y > 0.25) { total(&[P::new((*rf19), 1.25), P::new(x[3 % x.len()], 0.3125)], (*rf19)) } else { [1.25f64, (*rf19)].iter().map(|rf32| (*rf19)).sum::<f64>() }));
match (matches!(s31, Shape::Circle(_)), program_207_1(x[1 % x.len()])) { (true, Some(f33)) => {
let mut a34 = [f33, 0.9375, Some(f33).unwrap_or(f33).tanh()];
a34[0 % 3] = [(*rf19), f33].into_iter().nth(1).unwrap_or(1.6875f64).mul_add(total(&[P::new(0.4375f64, (*rf19)), P::new(f33, 1.25)], x[2 % x.len()]), [(*rf19), a34[1 % 3]].into_iter().map(|f35| f35).sum::<f64>());
} (false, Some(f36)) if (f36.tanh() > 0.3125) => {
assert!(!f36.is_infinite(), "at {}", (2usize % 3));
let P { x: f37, y: mut f38, .. } = P::new([f36, x[0 % x.len()]].iter().map(|rf39| (match (1usize as usize) % 5 { 0 => x[1 % x.len()], 1 | 2 => f36, n @ 3.. => n as f64 * (*rf39) })).sum::<f64>(), 0.375f64);
} _ => {
let mut w40 = vec![(-P::new((*rf19), 1.5625)).scaled((&(*rf19) * &0.625f64)), (-P::new((*rf19), 1.25))];
} }
match shape_of(total(&[(-P::new(x[3 % x.len()], 0.375)), P::new((*rf19), 1.1875)], (*rf19)), P::new(x[3 % x.len()], 0.75).norm2()) { Shape::Circle(f44) if (u27 % 2 == 0) => {
s31.inflate(f44);
} Shape::Circle(mut f45) => {
(f45, f45) = (f45, (*[f45, x[3 % x.len()]].iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)).tanh());
} Shape::Rect { w: f46, h: f47 } => {
assert!(!f46.is_infinite(), "at {}", u27);
} Shape::Many(mut v48) => {
v48.rotate_left(1);
} _ => {
s31.inflate((match Shape::Empty { Shape::Circle(f49) => x[3 % x.len()], Shape::Rect { w: f50, h: f51 } if matches!(s31, Shape::Circle(_)) => 1.375f64.mul_add((*rf19), f51), Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v52) => P::new(v52[3 % v52.len()], 0.6875).norm2(), Shape::Empty => (1.0 + 1.0f64.powi(2)).ln() }).sin());
} }
}
} [] => {
let mut u53 = 1;
} }
}
((1.0 + 1.5f64.powi(2)).ln() - (x[0 % x.len()] - x[2 % x.len()]).tanh()) + 0.0
}


#[differentiable]
pub fn program_212(x: &[f64]) -> f64 {
if let Some(f1) = tried(1.375f64).ok() && (1.25f64.mul_add(total(&[P::new(x[3 % x.len()], 0.8125), P::new(x[0 % x.len()], 0.375)], x[0 % x.len()]), x[0 % x.len()]) > 0.875) {
let mut a2 = [1.8125f64, 0.125, norm_of([f1, 0.8125, 1.25f64])];
}
let mut u4 = 3;
if let Some(f8) = checked(Some(1.3125f64).and_then(|f9| Some(f9)).unwrap_or(total(&[P::new(0.6875f64, 0.4375), P::new(x[3 % x.len()], 0.125)], x[0 % x.len()]))) && ((if (0.1875f64 > 0.5625) {
let f13 = Some(0.3125f64).unwrap_or(1.0625f64);
let mut f14 = f13;
0.1875f64
} else {
let tree15 = Tree::Node(Box::new(Tree::Leaf(x[1 % x.len()])), Box::new(Tree::Leaf(0.875f64)));
(if (1.5625f64 > 0.5) {
let f16 = x[1 % x.len()];
f16
} else {
let f19 = 1.1875f64;
f19
})
}) > 1.1875) {
let f20 = checked(0.625f64).map_or(x[3 % x.len()], |f21| total(&[P::new(f8, 0.1875), P::new(f8, 1.125)], x[1 % x.len()]));
}
x[0 % x.len()].hypot(1.0 + 0.0625f64.abs()) + 0.0
}


#[differentiable]
pub fn program_217_0(mut p0: f64, mut p1: f64, depth: usize) -> Option<f64> {
p0 -= (1.0f64 * p0);
if let Some(f1) = Some(twice(cube, 0.5625f64)) {
p1 -= P::new(f1, 1.6875).scaled(p1).norm2();
let mut s6 = Shape::Circle((total(&[P::new(0.4375f64, 1.375), P::new(p0, 0.5)], p0) * p1));
}
let u7 = std::iter::repeat(1.5f64).take(2).position(|f8| ((p1 > 0.3125) && ((f8 > 1.0625) || (p1 > 0.3125)))).unwrap_or(2);
assert!(!p1.is_infinite(), "at {}", ((u7 * 2 + 1) * 2 + 1));
{ let mut u11 = 0; 'l12: while u11 < 3 && ([p1, 0.75f64].into_iter().map(|f13| P::new(f13, 0.0625).norm2()).sum::<f64>() < total(&[P::new(p1, 0.75), P::new(0.3125f64, 0.4375)], p0)) { u11 += 1; {
p1 = twice(cube, (P::new(p1, 1.625) + P::new(1.5625f64, 0.125)).norm2());
let u14 = (format!("{}{:.1}", 2, 0.4375).len() * 2 + 1);
} } }
tried(p0).ok()
}
#[differentiable]
pub fn program_217(x: &[f64]) -> f64 {
if let Some(f1) = program_217_0(twice(cube, pair(1.75f64, x[0 % x.len()]).1), pair(1.4375f64.mul_add(x[3 % x.len()], x[0 % x.len()]), x.iter().cloned().map(|f2| f2).sum::<f64>()).1, 1) {
assert!(!f1.is_infinite(), "at {}", (3usize | 1));
let mut f3 = Shape::Circle(f1).potential(f1);
}
let mut v4 = [x.iter().cloned().find(|rf5| ((*rf5) > 1.25)).unwrap_or(1.0f64), x[1 % x.len()].mul_add(0.4375f64, (match Some(x[3 % x.len()]) { Some(f6) if (x[0 % x.len()] > 0.3125) => f6, Some(f7) => f7, None => 0.9375f64 }))].to_vec();
let mut o8 = tried(vec![0.375f64, 1.1875].into_iter().sum::<f64>()).ok();
v4.resize(4, (&1.625f64 * &(total(&[P::new(v4[1 % v4.len()], 1.1875), P::new(v4[0 % v4.len()], 1.5625)], x[2 % x.len()]) * 1.0625f64)));
let mut w9 = vec![(P::new(x[3 % x.len()], 0.875) + P::new(1.0f64, 1.125)), ((P::new(0.625f64, 1.875) + P::new(o8.unwrap_or(0.5), 1.75)) + P::new(1.75f64, 0.1875))];
v4.push((&(x[2 % x.len()] * w9[3 % w9.len()].norm2()) * &x.to_vec().into_iter().sum::<f64>()));
if (v4[2 % v4.len()] <= 0.125) {
let mut o10 = program_217_0(v4.clone().into_iter().sum::<f64>(), 1.25f64, 2);
} else if ((v4.len() > 2) && o8.is_some()) {
v4.truncate(2);
} else {
let u11 = format!("{}{:.1}", 2, 1.1875).len();
}
x[0 % x.len()] + 0.0
}


#[differentiable]
pub fn program_218(x: &[f64]) -> f64 {
note((3usize + 2));
let mut f2; if (x.iter().cloned().sum::<f64>() > 0.1875) { f2 = (-(0.1 + (1.6875f64 - 0.1875f64).powi(2)).sqrt().abs()).exp(); } else { f2 = Some(1.25f64).unwrap_or(Some(x[3 % x.len()]).map_or([0.3125f64, x[3 % x.len()]].into_iter().last().unwrap_or(x[1 % x.len()]), |f3| x[0 % x.len()])); }
let mut t4 = (f2, 0.5);
match Shape::Circle(f2) { Shape::Circle(f5) if Some(Some(x[0 % x.len()]).unwrap_or(x[0 % x.len()])).is_none() => {
f2 += (1.25f64 * f5);
f2 *= x.iter().cloned().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(x[2 % x.len()]);
} Shape::Circle(mut f6) => {
f6 += (norm(&[1.75f64, t4.0]) + f2);
f6 += (match Some(t4.1) { Some(f7) if ((if (x[1 % x.len()] > 1.375) {
let mut u8 = 0;
let mut a9 = [f6, 0.0625, f6];
std::mem::swap(&mut f2, &mut f6);
t4.1
} else {
std::mem::swap(&mut f2, &mut f6);
t4.0
}) > 0.5) => (norm(&[f7, t4.1]) + t4.0), Some(f10) => f6, None => 1.0f64 });
} Shape::Rect { w: f11, h: f12 } => {
let P { x: f13, y: mut f14, .. } = (&(&P::new(f11, 1.5625) - &(P::new(1.75f64, 0.75) + P::new(f11, 1.875))) - &(&(if (x[2 % x.len()] > 1.4375) { P::new(t4.0, 1.6875) } else { P::new(1.5f64, 1.0) }) - &(P::new(t4.0, 1.3125) + P::new(f11, 0.9375))));
} Shape::Many(mut v15) => {
let mut f16; if x.iter().cloned().reduce(f64::max).is_none() { f16 = (match Some(f2) { Some(f17) if (v15.len() > 2) => t4.1, Some(f18) => [f2, t4.0].into_iter().reduce(|f19, f20| x.to_vec().into_iter().sum::<f64>()).unwrap_or(v15[0 % v15.len()]), None => x[0 % x.len()] }); } else { f16 = f2; }
} _ => {
assert!(!f2.is_infinite(), "at {}", [f2, t4.1].into_iter().count());
let mut f21; if Some(f2).is_none() { f21 = norm(&[(-f2.abs()).exp(), f2]); } else { f21 = (x.iter().cloned().sum::<f64>() * 1.375f64); }
} }
x.iter().cloned().map(|f22| x[3 % x.len()]).sum::<f64>() + f2
}


#[differentiable]
pub fn program_219_0(p0: f64, p1: P, p2: Vec<f64>, depth: usize) -> Option<f64> {
if ((if (p2.len() > 2) {
'l1: for (u2, rf3) in p2.iter().enumerate() {
let u4 = p2.len();
}
P::new(p0, 0.1875).dot(&P::new(p0, 0.875))
} else {
let mut w5 = vec![P::new(p2[0 % p2.len()], 0.8125), P::new(0.25f64, 1.5)];
'l9: for (u10, rf11) in p2.iter().enumerate() {
let tree12 = Tree::Leaf(w5[0 % w5.len()].x);
}
0.8125f64
}) < p0) {
note(3usize);
let tree18 = Tree::Leaf(p0.clamp(-1.0, 1.5));
}
Some(p0).and_then(|f19| Some(f19))
}
#[differentiable]
pub fn program_219(x: &[f64]) -> f64 {
let tree5 = Tree::Leaf((0.1 + x[3 % x.len()].powi(2)).sqrt());
let mut w6 = vec![(P::new(x[3 % x.len()], 1.75).scaled(x[0 % x.len()]) * 0.3125f64.clamp(-1.0, 1.5)), P::new(norm_of([1.0f64, 1.4375, 0.6875f64]), 1.1875)];
note(format!("{}{:.1}", 3, 1.1875).len());
'l7: for u8 in 0..0 + 1 {
note(u8);
if matches!(Shape::Circle(1.5625f64.hypot(1.0 + w6[2 % w6.len()].x.abs())), Shape::Rect { w, .. } if w > 0.5) { break; }
}
Some(x[1 % x.len()]).map_or(x[3 % x.len()], |f12| w6[2 % w6.len()].x) + 0.0
}


#[differentiable]
pub fn program_220_0(p0: f64, p1: &[f64], p2: &P, g: impl Fn(f64) -> f64) -> f64 {
'l1: for u2 in (0..p1.iter().enumerate().filter(|(u3, _)| ((u3 % 2 == 0) || (p2.x > 1.125))).map(|(_, rf4)| p0).position(|f5| ((p1[0 % p1.len()] > 0.75) && ((p2.x > 1.8125) && (0.9375f64 > 0.5)))).unwrap_or(2) % 4).rev() {
{ let mut u6 = 0; 'l7: while u6 < 3 && ((1.0 + p1[2 % p1.len()].sin().powi(2)).ln() > 0.375) { u6 += 1; {
let rf8 = if [p0, p0].into_iter().scan(norm(&[1.0625f64, p2.x]), |mf9, f10| { *mf9 += f10; Some(*mf9) }).any(|f11| (0.1875f64.clamp(-1.0, 1.5) > 0.6875)) { &p0 } else { &p0 };
{ let mut u12 = 0; 'l13: while u12 < 3 { u12 += 1; {
if ((u2 % 2 == 0) || [1.875f64, p0].into_iter().any(|f14| (p1[2 % p1.len()] > 1.625))) {
let Some(f15) = tried((match Some(p2.x).map(|f16| p1[2 % p1.len()]) { Some(f17) if (0.5625f64 > 0.625) => leaves(&Tree::Leaf((*rf8)), (*rf8)), Some(f18) => 1.875f64, None => p0 })).ok() else { return Some(p0).map(|f19| f19).map_or(p0, |f20| (match Shape::Empty { Shape::Circle(f21) => p0, Shape::Rect { w: f22, h: f23 } if (u2 % 2 == 0) => f20, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v24) => Some(v24[u6 % v24.len()]).unwrap_or((*rf8)), Shape::Empty => (*rf8).tanh() })); };
}
if let Some(f25) = Some(p1[0 % p1.len()].tanh()).map(|f26| ((*rf8) - f26)) {
let mut p28 = P::new(p2.x, 1.375);
let rf29 = if (((0.75f64 > 1.75) && (u6 % 2 == 0)) || (u2 % 2 == 0)) { &f25 } else { &p0 };
} else {
let rf30 = if ((u12 % 2 == 0) && ((u12 % 2 == 0) && (p1[3 % p1.len()] > 0.125))) { &p0 } else { &p0 };
}
} } }
} } }
}
p1.iter().cloned().map(|f31| p0.tanh()).sum::<f64>() + p0
}
#[differentiable]
pub fn program_220_1(p0: &mut Vec<f64>) {
if (program_220_0([p0[2 % p0.len()], 1.8125f64].into_iter().product::<f64>(), &vec![1.1875f64, 0.8125], &P::new(p0[2 % p0.len()], 0.4375), |f2| (f2 - 1.125f64)) > 0.25) {
match Shape::Circle(program_220_0([0.75f64, p0[1 % p0.len()]].into_iter().product::<f64>(), &[0.1875f64, p0[2 % p0.len()]].to_vec(), &P::new(1.5f64, 0.25), |f3| p0[1 % p0.len()])) { Shape::Circle(f4) if (((if (f4 > 0.875) {
if let Some(f5) = Some(p0[0 % p0.len()]) {
if (p0[1 % p0.len()] > 0.375) {
let mut p7 = P::new(f4, 1.0625);
p7 *= p7.y;
}
} else {
let mut p8 = P::new(f4, 0.5625);
}
p0[0 % p0.len()]
} else {
let Some(f10) = Some(f4) else { return; };
f4
}) > 1.75) && (f4 > 1.6875)) => {
let mut p12 = P::new((match Shape::Empty { Shape::Circle(f13) => f13, Shape::Rect { w: f14, h: f15 } if (1.3125f64 > 1.6875) => f14, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v16) => f4, Shape::Empty => f4 }), 0.1875).scaled(leaves(&Tree::Node(Box::new(Tree::Leaf(f4)), Box::new(Tree::Leaf(0.375f64))), (if (f4 > 1.5) {
let Some(f17) = Some(f4) else { return; };
1.8125f64
} else {
let mut p18 = P::new(f4, 0.75);
p18.x
})));
} Shape::Circle(mut f19) => {
f19 *= ((1.0 + p0[3 % p0.len()].powi(2)).ln() - Some(p0[2 % p0.len()]).unwrap_or(f19).tanh());
} Shape::Rect { w: f20, h: f21 } => {
let P { x: f22, y: mut f23, .. } = P::new(1.3125f64, f20).scaled(1.75f64);
} Shape::Many(mut v24) => {
v24.insert(2 % v24.len(), (0..3 + 1).map(|u25| program_220_0(p0[3 % p0.len()], &v24.clone(), &P::new(v24[2 % v24.len()], 1.375), |f26| v24[u25 % v24.len()])).map(|f27| program_220_0(f27, &[f27, 0.5625f64].to_vec(), &P::new(f27, 0.625), |f28| v24[1 % v24.len()])).sum::<f64>());
} _ => {
let Some(f32) = Some(0.8125f64) else { return; };
} }
}
}
#[differentiable]
pub fn program_220(x: &[f64]) -> f64 {
'l4: for u5 in (0..format!("{}{:.1}", 3, 1.8125).len() % 4).rev() {
let mut p6 = (&P::new(0.3125f64, 0.4375).scaled((if (u5 % 2 == 0) {
let mut p8 = P::new(x[3 % x.len()], 1.8125);
p8.y
} else {
if let Some(f9) = Some(x[0 % x.len()]) {
match x { [rf11, .., rf12] => {
let Some(f13) = Some(f9) else { break 'l4; };
let P { x: f14, y: mut f15, .. } = P::new(f13, 0.9375);
} [rf16] => {
let P { x: f17, y: mut f18, .. } = P::new(1.875f64, 0.5);
} [] => {
let mut p19 = P::new(1.75f64, 0.75);
} }
let mut p23 = P::new(f9, 0.4375);
{ let P { x: mf24, y: mf25, .. } = &mut p23; {
*mf24 *= x[1 % x.len()];
} }
} else {
let P { x: f26, y: mut f27, .. } = P::new(x[1 % x.len()], 1.125);
}
'l29: for u30 in (0..3usize % 4).rev() {
let P { x: f31, y: mut f32, .. } = P::new(0.9375f64, 1.8125);
}
x[3 % x.len()]
})) - &P::new(1.3125f64, x[0 % x.len()]));
}
program_220_0(1.75f64, &vec![Some(x[2 % x.len()]).map_or(1.1875f64, |f33| 0.1875f64), 0.6875], &P::new(program_220_0(x[2 % x.len()], &x.to_vec(), &P::new(x[2 % x.len()], 1.625), |f34| f34), 1.6875), |f35| Shape::Empty.potential(f35)) + 0.0
}


#[differentiable]
pub fn program_221(x: &[f64]) -> f64 {
if ((x[1 % x.len()] > 0.375) && ((1.375f64 > 1.875) && (x[2 % x.len()] > 1.6875))) {
let mut f2 = std::iter::repeat(1.1875f64).take(2).max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(Shape::Circle(x[1 % x.len()]).potential((x[1 % x.len()] - x[0 % x.len()])));
let Some(f5) = Some(x.to_vec().into_iter().sum::<f64>()) else { return Shape::Circle(x[2 % x.len()]).area(f2); };
f2 /= 1.5 + (if (1.75f64 > 1.25) { 1.6875f64 } else { f5 }).abs();
} else {
if ([x[1 % x.len()], x[0 % x.len()]].iter().skip(1).map(|rf8| x[2 % x.len()]).sum::<f64>() > 0.5625) {
if matches!(Shape::Empty, Shape::Rect { w, .. } if w > 0.5) {
let Some(f10) = Some(1.0f64.max(1.25f64)).filter(|rf11| matches!(Shape::Empty, Shape::Rect { w, .. } if w > 0.5)) else { return vec![x[2 % x.len()], x[3 % x.len()], (if (0.5f64 > 1.0625) { 0.6875f64 } else { 0.75f64 })].into_iter().sum::<f64>(); };
} else {
let mut f12 = x.iter().cloned().nth(1).unwrap_or(x[3 % x.len()]);
}
{ let mut u13 = 0; 'l14: while u13 < 3 { u13 += 1; {
let P { x: f17, y: mut f18, .. } = P::new(Shape::Empty.potential(x.iter().cloned().nth(1).unwrap_or(x[0 % x.len()])), 1.5);
let rf23 = &f17;
} } }
{ let mut u24 = 0; 'l25: while u24 < 3 { u24 += 1; {
let mut p26 = P::new((1.0 + 0.875f64.powi(2)).ln().max((x[3 % x.len()] + x[1 % x.len()])), 0.25);
let P { x: f27, y: mut f28, .. } = p26;
} } }
} else {
let Some(f30) = Some(0.3125f64.sin()) else { return x.iter().cloned().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or((if (x[0 % x.len()] > 0.625) {
if (x[1 % x.len()] > 1.5) {
let mut p32 = P::new(1.375f64, 0.1875);
} else if matches!(Shape::Circle(x[2 % x.len()]), Shape::Rect { w, .. } if w > 0.5) {
let mut f35; if (x[2 % x.len()] > 0.3125) { f35 = 0.25f64.sin(); } else { f35 = 0.125f64.tanh(); }
} else {
let mut f36 = x[0 % x.len()];
}
x[3 % x.len()]
} else {
let mut p37 = P::new(1.0625f64, 1.1875);
x.iter().cloned().fold(p37.x, |f38, f39| f39)
})); };
}
}
([x[0 % x.len()], x[1 % x.len()]].into_iter().count() as f64 * vec![0.75f64, x[2 % x.len()], x[0 % x.len()]].into_iter().sum::<f64>()) + 0.0
}


#[differentiable]
pub fn program_224(x: &[f64]) -> f64 {
'l2: for f3 in [x[0 % x.len()], Some(0.5625f64).unwrap_or(x[2 % x.len()])].into_iter().take(3) {
let P { x: f7, y: mut f8, .. } = ((P { x: f3, y: (-x[1 % x.len()]), tag: (no_diff(f3.abs() * 3.0) as usize) }) + P::new(x[3 % x.len()], 1.125));
let rf12 = if (P::new(f7, 0.1875).potential(f8) > 1.0625) { &f7 } else { &f8 };
let P { x: f13, y: mut f14, .. } = (P::new(f8, 0.1875) + (&P::new((*rf12), 1.3125) - &P::new((*rf12), 1.4375)));
}
{ let mut u15 = 0; 'l16: while u15 < 3 { u15 += 1; {
let mut p17 = (&(P { x: x[1 % x.len()], y: 1.125f64.hypot(1.0 + x[1 % x.len()].abs()), tag: u15 }) - &(&P::new(0.875f64, 0.875) - &(P { x: x[0 % x.len()], y: 1.75f64, tag: u15 })));
{ let mut u24 = 0; 'l25: while u24 < 3 && (x[0 % x.len()] > 1.6875) { u24 += 1; {
p17.shift((-norm_of([0.875f64, 1.5625, p17.y])));
if ((match (u15 as usize) % 5 { 0 => p17.y, 1 | 2 => p17.x, n @ 3.. => n as f64 * p17.x }) > 1.0) {
{ let mut u30 = 0; 'l31: loop { u30 += 1; if u30 > 2 || (p17.x > 0.9375) { break; } {
p17.y += x[3 % x.len()];
} } }
let c33 = |f34: f64| -> f64 { p17.x.clamp(-1.0, 1.5).clamp(-1.0, 1.5) };
} else if (u15 % 2 == 0) {
let mut o37 = Some(p17.y).and_then(|f38| Some(f38)).and_then(|f39| Some(f39));
} else {
p17.y += 0.1875f64.clamp(-1.0, 1.5);
}
} } }
} } }
x[3 % x.len()] + 0.0
}


#[differentiable]
pub fn program_228(x: &[f64]) -> f64 {
let Some(f1) = Some(Some(1.6875f64).unwrap_or(x[2 % x.len()])).and_then(|f2| Some(x[3 % x.len()])) else { return x.to_vec().into_iter().sum::<f64>(); };
let u6 = format!("{}{:.1}", 2, 0.3125).len();
note(format!("{}{:.1}", 0, 1.5625).len());
match ([x[2 % x.len()], f1].into_iter().count() as usize) % 4 { 0 => {
let P { x: f9, y: mut f10, .. } = (P { x: {
if (1.0625f64 > 1.5) {
{ let mut u20 = 0; 'l21: while u20 < 3 && Some(f1).is_none() { u20 += 1; {
let c23 = |f24: f64| -> f64 { x[0 % x.len()] };
} } }
let Some(f25) = Some(f1) else { return f1; };
note(u6);
} else if ((f1 > 0.875) && (u6 % 2 == 0)) {
let Some(f29) = Some(f1) else { return (match f1 { f30 if (f1 > 0.6875) => 0.875f64, f31 => 0.25f64 }); };
match ((u6 as usize).pow(2) as usize) % 4 { 0 => {
let c35 = |f36: f64| -> f64 { (P::new(f29, 0.0625) * 1.1875f64).y };
let Some(f39) = Some(f1) else { return f1; };
} 1 | 2 => {
note((no_diff(f1.abs() * 3.0) as usize));
} _ => {
let c40 = |f41: f64| -> f64 { f41 };
} }
} else {
let c42 = |f43: f64| -> f64 { leaves(&Tree::Leaf(f1), 1.5f64) };
}
f1
}, ..P::new(twice(cube, f1), 0.9375) });
} 1 | 2 => {
let mut o44 = Some(f1).and_then(|f45| Some(f1)).and_then(|f46| Some(f46)).map(|f47| f47.mul_add(f1, Shape::Empty.area(x[3 % x.len()])));
} _ => {
let Some(f48) = Some(x[1 % x.len()]).and_then(|f49| Some(f1)) else { return (&Shape::Empty.area(f1) * &x.iter().cloned().product::<f64>()); };
} }
x.to_vec().into_iter().sum::<f64>() + f1
}


pub const PROGRAMS: &[crate::Program] = &[
    crate::program!(program_101),
    crate::program!(program_102),
    crate::program!(program_104),
    crate::program!(program_107),
    crate::program!(program_109),
    crate::program!(program_110),
    crate::program!(program_112),
    crate::program!(program_114),
    crate::program!(program_121),
    crate::program!(program_126),
    crate::program!(program_129),
    crate::program!(program_132),
    crate::program!(program_133),
    crate::program!(program_135),
    crate::program!(program_136),
    crate::program!(program_137),
    crate::program!(program_138),
    crate::program!(program_140),
    crate::program!(program_141),
    crate::program!(program_146),
    crate::program!(program_147),
    crate::program!(program_155),
    crate::program!(program_157),
    crate::program!(program_159),
    crate::program!(program_162),
    crate::program!(program_165),
    crate::program!(program_166),
    crate::program!(program_168),
    crate::program!(program_169),
    crate::program!(program_171),
    crate::program!(program_172),
    crate::program!(program_173),
    crate::program!(program_180),
    crate::program!(program_181),
    crate::program!(program_183),
    crate::program!(program_185),
    crate::program!(program_187),
    crate::program!(program_191),
    crate::program!(program_196),
    crate::program!(program_201),
    crate::program!(program_202),
    crate::program!(program_204),
    crate::program!(program_206),
    crate::program!(program_207),
    crate::program!(program_212),
    crate::program!(program_217),
    crate::program!(program_218),
    crate::program!(program_219),
    crate::program!(program_220),
    crate::program!(program_221),
    crate::program!(program_224),
    crate::program!(program_228),
];
