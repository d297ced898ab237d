//! Written by the generator.

use crate::prelude::*;
use pullback::{differentiable, no_diff};

#[differentiable(jvp)]
pub fn program_22001_0(mut p0: f64, p1: &P, p2: Option<f64>) -> Vec<f64> {
assert!(!p0.is_infinite(), "at {}", [(1.0 + p1.x.powi(2)).ln(), p0].into_iter().count());
p0 += twice(|f3| p1.x, p0);
bump(&mut { p0 }, leaves(&Tree::Leaf(p0), twice(|f4| leaves(&Tree::Leaf(1.0f64), p2.unwrap_or(0.5)), fallible(p2.unwrap_or(0.5)).unwrap_or(p0))));
vec![felt(&Shape::Circle(p0), p0), 0.625]
}
#[differentiable(jvp)]
pub fn program_22001(x: &[f64]) -> f64 {
let P { x: f1, y: mut f2, .. } = P::new(x[3 % x.len()], 1.4375).scaled(x.iter().cloned().nth(1).unwrap_or(x[1 % x.len()]));
let mut p3 = ((P::new(f1, 1.25) + P::new(0.1875f64, 1.875)) + P::new(book(f2, f1).get(&0).copied().unwrap_or(x[3 % x.len()]), 1.0625));
assert!(!f1.is_infinite(), "at {}", (0..3 + 1).map(|u4| p3.y).count());
{ let mp7 = &mut p3; {
f2 *= mp7.shift(f1);
{
if let Some(f8) = x.to_vec().into_iter().reduce(f64::max) && Some(1.4375f64).is_none() {
'l9: for u10 in (0..((no_diff(f8.abs() * 3.0) as usize) | 2) % 4).rev() {
assert!(!f8.is_infinite(), "at {}", u10);
}
}
}
} }
(*best_of(&((&p3 - &p3) * pair(f2, f2).1), &P::new(f1, 0.5))).x + f1 + 0.5 * f2
}


#[differentiable(jvp)]
pub fn program_22002(x: &[f64]) -> f64 {
'l1: for u2 in 0..2 + 1 {
let mut m3 = [[P::new(1.0f64, 1.875).norm2(); 2]; 2];
{ let mut u7 = 0; 'l8: loop { u7 += 1; if u7 > 2 || (u2 % 2 == 0) { break; } {
match Shape::Empty { Shape::Circle(f12) if matches!(Some(1.625f64), Some(y) if y > 0.25) => {
'l13: for u14 in 0..3 {
m3[format!("{}{:.1}", 1, 1.625).len() % 2][0 % 2] += f12;
}
{ let mut rest = [x.iter().map(|rf16| (*rf16)).sum::<f64>(), power(x[1 % x.len()], 2)].to_vec(); 'l17: while let Some(f18) = rest.pop() {
let mut h19 = book((book(f18, m3[u2 % 2][1 % 2]).len() as f64), power(1.4375f64, 0));
let mut h20 = book((&P::new(f18, 1.875).dot(&P::new(f12, 0.3125)) * &m3[u2 % 2][0 % 2]), m3[u7 % 2][0 % 2]);
} }
} Shape::Circle(mut f21) => {
assert!(!f21.is_infinite(), "at {}", [(&f21 * &x[2 % x.len()]), power(x[3 % x.len()], 1)].into_iter().count());
} Shape::Rect { w: f22, h: f23 } => {
let mut h24 = book(m3.iter().map(|rl25| f22).find(|rf26| (m3[u2 % 2][3 % 2] > 1.625)).unwrap_or(1.125f64), x.iter().take_while(|rrf27| (u2 % 2 == 0)).map(|rf28| 1.5625f64).sum::<f64>());
} Shape::Many(mut v29) => {
note(v29.iter().copied().count());
} _ => {
let mut u34 = 1;
} }
} } }
}
(if ((book(0.6875f64, x[0 % x.len()]).len() as f64) > 0.4375f64) {
let mut h38 = book(twice(cube, x[3 % x.len()]), norm_of([x[3 % x.len()], 0.875, x[1 % x.len()]]));
(if (1.125f64 > 1.125) {
note([0.5625f64, x[2 % x.len()]].into_iter().count());
P::new(x[0 % x.len()], 1.5).dot(&P::new(x[1 % x.len()], 1.375))
} else {
let mut m40 = [[1.25f64, 0.5], [0.8125, 1.75f64]];
(book(x[2 % x.len()], 0.0625f64).len() as f64)
})
} else {
let mut bm41: BTreeMap<usize, f64> = ledger(P::new(x[3 % x.len()], 0.375).dot(&P::new(x[1 % x.len()], 0.125)), 0.5625f64);
(1.0 + x[1 % x.len()].powi(2)).ln()
}) + 0.0
}


#[differentiable(jvp)]
impl P {
pub fn program_22003_0(self, mut p0: f64, depth: usize) -> f64 {
if [self.x, self.y].into_iter().filter_map(|f1| Some(f1)).any(|f2| matches!(Some(self.y), Some(y) if y > 0.25)) {
{ let mut u3 = 0; 'l4: while u3 < 3 { u3 += 1; {
if matches!(Some(p0), Some(y) if y > 0.25) { {
{ let mut u5 = 0; 'l6: while u5 < 3 { u5 += 1; {
{ let r = &mut p0; let s = &mut *r; *s *= (if depth > 0 { self.program_22003_0((if depth > 0 { P::new(1.6875f64, 0.9375).program_22003_0(0.4375f64, depth - 1) } else { 0.6875f64 }), depth - 1) } else { self.y }); *r += Some(self.y).map_or(self.y.max(leaves(&Tree::Leaf(self.y), 0.3125f64)).min(0.9375f64), |f7| [self.y, self.x].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(f7)); }
} } }
} return 0.5625f64; }
} } }
} else {
let tree9 = Tree::Leaf([p0, 0.875f64].into_iter().next().unwrap_or(self.y));
}
self.x + p0
}
}
#[differentiable(jvp)]
impl P {
pub fn program_22003_1(&mut self, p0: f64) -> f64 {
let rf3 = &p0;
if [self.y, [1.1875f64, 1.875f64].into_iter().sum::<f64>()].into_iter().all(|f11| (f11 > 0.4375)) {
let Some(f14) = tried(self.y).ok() else { return (P { x: (&p0 * &(*rf3)), y: P::new(p0, 1.4375).program_22003_0(p0, 3), tag: (0usize % 3) }).program_22003_0((P { x: (*rf3), ..P::new(0.375f64, 0.0625) }).program_22003_0(p0, 1), 2); };
}
(-(*rf3).abs()).exp() + p0
}
}
#[differentiable(jvp)]
pub fn program_22003(x: &[f64]) -> f64 {
let mut pool2 = Pool::from([0.3125f64, 0.4375f64].into_iter().sum::<f64>());
let f3 = 0.6875f64; let f4 = match f3 > 0.5 { true => f3 * f3, false => 0.5 * f3 };
if [f3, (-f4.abs()).exp()].into_iter().any(|f5| [f3, f5].into_iter().any(|f6| matches!(Some(x[3 % x.len()]), Some(y) if y > 0.25))) {
if [x[2 % x.len()], f4].into_iter().any(|f7| matches!(Shape::Empty, Shape::Rect { w, .. } if w > 0.5)) { {
let Some(f9) = tried(pool2[0]).ok() else { return Some(pool2[2]).unwrap_or_else(|| 0.3125f64); };
'l13: for (u14, f15) in x.iter().cloned().enumerate() {
if (x[2 % x.len()] <= 0.6875) { {
let rf17 = &f3;
let tree18 = Tree::Leaf((*rf17));
let mut pool20 = Pool::from(leaves(&Tree::Leaf(f9), 0.375f64));
} return (-(P { x: f9, y: pool2[1], tag: 3usize }).program_22003_0(P::new(pool2[3], 0.9375).program_22003_0(pool2[0], 2), 3).abs()).exp(); }
{ let mut u22 = 0; 'l23: while u22 < 3 { u22 += 1; {
let tree24 = Tree::Leaf(f3);
} } }
let mut pool25 = pool2.clone();
}
} return (&P::new(f4, 1.875).program_22003_0(P::new(f3, 0.4375).program_22003_0(x[1 % x.len()], 3), 1) * &P::new(f3, 1.0).program_22003_0(x[1 % x.len()], 0)); }
}
Some(f4).unwrap_or_else(|| f4) + f3 + 0.5 * f4
}


#[differentiable]
pub fn program_22004(x: &[f64]) -> f64 {
let mut q3: Vec<Box<dyn Bend>> = vec![Box::new((((&P::new(1.375f64, 0.6875) - &P::new(x[1 % x.len()], 0.25)) + P::new(0.75f64, 0.5)) * x.iter().cloned().product::<f64>())), Box::new(Shape::Circle((0.8125f64 * 1.3125f64)))];
let mut o4 = Some(x[0 % x.len()]).and_then(|f5| Some(f5)).filter(|rf6| ((*rf6) <= 0.5625)).map(|f7| power(q3[0 % 2].bend(f7), 1));
'l10: for u11 in 0..3 {
{ let mut rest = scaled(x.to_vec(), (weighed(x.first(), x[1 % x.len()]) * [o4.unwrap_or(0.5), 0.3125f64].into_iter().map(|f12| x[1 % x.len()]).sum::<f64>())); 'l13: while let Some(f14) = rest.pop() {
q3[2 % 2] = Box::new((P { x: vec![f14, 0.625].into_iter().sum::<f64>(), y: x[3 % x.len()].max(f14).min(f14), tag: u11 }));
} }
{ let mut rest = x.to_vec(); 'l21: while let Some(f22) = rest.pop() {
let mut a27 = [[f22, f22].into_iter().fold(f64::NEG_INFINITY, f64::max).max(-1.0); 3];
{ let (ml29, ml30) = a27.split_at_mut(1); {
match ((u11 % 2 == 0), o4) { (true, Some(f31)) => {
let mut p36 = (&(P { x: book(0.0625f64, f22).get(&0).copied().unwrap_or(0.1875f64), y: 0.375f64, tag: (u11 * 2 + 1) }) - &(P::new(o4.unwrap_or(0.5), 1.375) + P::new(f22, 1.3125)));
bump(&mut { f31 }, x.iter().map(|rf39| p36.x).product::<f64>());
} (false, Some(f40)) if (x[0 % x.len()].max([1.875f64, f22].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(ml30[u11 % ml30.len()])).min(ml29[u11 % ml29.len()]) <= 1.8125) => {
let mut p41 = (P::new(o4.unwrap_or(0.5), 0.4375) + P::new(([x[1 % x.len()], x[2 % x.len()]].into_iter().count() as f64 * f22), 1.125));
let mut bm42: BTreeMap<usize, f64> = ledger((o4.unwrap_or(0.5) * f40), felt(&P::new(f40, 0.875), p41.y));
} _ => {
let mut q43: Vec<Box<dyn Bend>> = vec![Box::new((P { x: book(o4.unwrap_or(0.5), x[3 % x.len()]).get(&1).copied().unwrap_or(o4.unwrap_or(0.5)), y: x.iter().cloned().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(x[0 % x.len()]), tag: u11 })), Box::new(Shape::Tagged(1usize, 1.0625f64))];
} }
} }
} }
}
x.iter().cloned().fold(felt(&(if o4.is_some() { P::new(x[1 % x.len()], 1.0) } else { P::new(x[1 % x.len()], 1.8125) }), x.iter().cloned().skip_while(|rf44| (x[1 % x.len()] > 0.3125)).sum::<f64>()), |f45, f46| (x.iter().cloned().count() as f64 * o4.unwrap_or(0.5))) + 0.0
}


#[differentiable(jvp)]
pub fn program_22006_0(mut p0: f64, p1: &f64) -> f64 {
assert!(!p0.is_infinite(), "at {}", 3usize);
let P { x: f3, y: mut f4, .. } = (P::new(p0, 1.875) * bump(&mut p0, (*p1)));
p0 /= 1.5 + (*[p0, f4].iter().take(2).min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)).abs();
{ let mut add = |f6: f64| p0 += f4; add(1.4375f64); if (Some(0.8125f64).unwrap_or(f3) > 0.0625) { add((if ((*p1) > 0.5) { Some(1.8125f64) } else { None }).unwrap_or(0.75f64)); } }
let mut u7 = 1;
f3 + p0 + 0.5 * f3 + 0.5 * f4
}
#[differentiable(jvp)]
pub fn program_22006_1(p0: f64, p1: (f64, f64)) -> Option<f64> {
'l1: for u2 in 0..2 + 1 {
'l6: for u7 in 0..1 + 1 {
assert!(!p0.is_infinite(), "at {}", [program_22006_0(p0, &p1.1), p0].into_iter().count());
'l14: for f15 in scaled(vec![0.1875f64, 0.625], p0) {
if (p0 > 1.375) { return (if (u2 % 2 == 0) { Some(p1.0) } else { None }).and_then(|f19| (if (f15 < p0) { Some(p1.0) } else { None })); }
let mut o20 = Some(program_22006_0(p1.0, &program_22006_0(p0, &0.5f64)));
}
let [f22, .., f23] = [p0, 0.5625, p0];
}
let mut g28: Array2<f64> = matrix((1.5f64 - program_22006_0(p0, &p1.1)), total(&[P::new(p0, 0.25), (P::new(p0, 0.6875) * p1.1)], program_22006_0(p1.0, &p0)));
}
let mut o29 = Some((*[p0, 0.625f64].iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)));
if o29.is_some() { return None; }
(if (p0 > 1.125) { Some(p0) } else { None })
}
#[differentiable(jvp)]
pub fn program_22006(x: &[f64]) -> f64 {
let P { x: f2, y: mut f3, .. } = ((P::new(x[0 % x.len()], 0.8125) * program_22006_0(0.375f64, &1.375f64)) * program_22006_0(program_22006_0(x[3 % x.len()], &x[0 % x.len()]), &x[1 % x.len()]));
let mut f4 = f2;
let [f7, .., f8] = [f4, 1.25, program_22006_0(1.625f64, &program_22006_0(x[3 % x.len()], &1.0f64))];
f3 /= 1.5 + total(&[P::new(program_22006_0(f7, &f7), 1.0), P::new(program_22006_0(f8, &f3), 0.8125)], 1.3125f64).abs();
bump(&mut f4, f3.powf(2.0).powf(2.0));
let mut f11 = program_22006_0(f3.clamp(-1.0, 1.5), &f3);
f4 /= 1.5 + program_22006_0(program_22006_0(f2, &f4), &x[2 % x.len()]).abs();
let mut u12 = 0;
assert!(!f8.is_infinite(), "at {}", (no_diff(x[0 % x.len()].abs() * 3.0) as usize));
let mut g13: Array2<f64> = matrix(f2.powf(2.0), x[1 % x.len()]);
assert!(!f11.is_infinite(), "at {}", 2usize);
{ let mut add = |f14: f64| f4 += program_22006_0(g13[[u12 % 2, 1 % 3]].powf(2.0).powf(2.0), &single(g13[[u12 % 2, 3 % 3]])); add(Some(program_22006_0(f2, &f3)).unwrap_or(program_22006_0(x[0 % x.len()], &f2))); if (u12 % 2 == 0) { add(f8); } }
u12 += 0;
g13 = g13.clone();
let mut o17 = Some(f3).filter(|rf18| (u12 % 2 == 0)).filter(|rf19| (f2 > 0.5));
program_22006_0(program_22006_0(o17.unwrap_or(0.5), &g13[[u12 % 2, 1 % 3]]), &program_22006_0(x[1 % x.len()].powf(2.0), &(if (f4 > 1.4375) { g13[[u12 % 2, 0 % 3]] } else { g13[[u12 % 2, 0 % 3]] }))) + f2 + 0.5 * f3 + 0.5 * f4 + 0.5 * f7 + 0.5 * f8 + 0.5 * f11
}


#[differentiable(jvp)]
impl P {
pub fn program_22009_0(&mut self, mut p0: f64, p1: &mut [f64]) -> f64 {
match (p1.iter().copied().any(|f1| (single(f1) > 0.5625)), Some((book(self.y, 1.0f64).len() as f64))) { (true, Some(f2)) => {
let mut f3 = self.y;
let mut s4 = Shape::Empty;
std::mem::swap(&mut p0, &mut f3);
} (false, Some(f5)) if (((3usize + 0) % 3 == 1) || ((self.y / (1.5 + p0.powi(2))) > 0.0625)) => {
let Some(f10) = checked({
'l11: for u12 in 0..3 {
nudge(Some(&mut p0), f5);
assert!(!p0.is_infinite(), "at {}", 1usize);
}
0.1875f64
}).filter(|rf15| (0usize % 3 == 1)) else { return (-p0).max((-1.8125f64)).min(([p0, 1.375f64].into_iter().count() as f64 * p0)); };
let f17 = std::mem::replace(&mut p0, (match ([0.8125f64, self.y].into_iter().position(|f18| (2usize % 3 == 1)).unwrap_or(2) as usize) % 5 { 0 => self.shift(0.75f64), 1 | 2 => self.y, n @ 3.. => n as f64 * f5 }));
} _ => {
nudge(Some(&mut p0), p1.iter().map(|rf20| [1.8125f64, (*rf20)].into_iter().nth(1).unwrap_or(self.y)).sum::<f64>());
} }
0.875f64.hypot(1.0 + p0.abs()) + p0
}
}
#[differentiable(jvp)]
pub fn program_22009(x: &[f64]) -> f64 {
'l3: for u4 in (0..((0usize + 1) * 2 + 1) % 4).rev() {
{ let mut rest = x.to_vec(); 'l7: while let Some(f8) = rest.pop() {
'l11: for f12 in x.iter().enumerate().filter(|(u13, _)| (u13 % 2 == 0)).map(|(_, rf14)| (&x[0 % x.len()] * &f8)) {
assert!(!f12.is_infinite(), "at {}", ((u4 + 1) + 2));
let mut f21 = ((f12 / (1.5 + (book(f8, f8).len() as f64).powi(2))) / (1.5 + ((-P::new(x[2 % x.len()], 1.25)) * f12).y.powi(2)));
}
let mut w22 = vec![P::new(f8, 0.5625), ((P::new(0.5f64, 0.625) + P::new(f8, 1.5)) + P::new(f8, 0.4375))];
} }
let mut f24 = x[3 % x.len()];
let mut f25 = (match ((u4 + 0) as usize) % 5 { 0 => 1.3125f64, 1 | 2 => (P::new(x[0 % x.len()], 0.375) + P::new(f24, 1.3125)).dot(&(-P::new(0.875f64, 1.8125))), n @ 3.. => n as f64 * ((if (u4 % 2 == 0) {
let mut w26 = vec![P::new(x[2 % x.len()], 1.625), P::new(f24, 0.5625)];
f24 += x[1 % x.len()];
let f29 = std::mem::replace(&mut f24, 0.75f64);
f29
} else {
let Some(f32) = Some(f24) else { break 'l3; };
f32
}) + 1.125f64) });
}
'l33: for f34 in [(&(match (3usize as usize) % 5 { 0 => x[1 % x.len()], 1 | 2 => x[0 % x.len()], n @ 3.. => n as f64 * 1.5625f64 }) * &x[1 % x.len()]), x[2 % x.len()]].into_iter() {
'l35: for u36 in 0..3 {
let mut f37 = f34;
}
}
leaves(&Tree::Leaf(x.iter().cloned().find(|rf38| ((*rf38) > 1.0625)).unwrap_or(x[1 % x.len()])), x[2 % x.len()]) + 0.0
}


#[differentiable(jvp)]
pub fn program_22010(x: &[f64]) -> f64 {
{
let mut o2 = Some(x.iter().cloned().skip_while(|rf3| (x[2 % x.len()] > 0.8125)).sum::<f64>());
}
if matches!(tried(1.75f64.powf(2.0)).ok(), Some(y) if y > 0.25) {
'l10: for f11 in [(match (3usize as usize) % 5 { 0 => x[0 % x.len()], 1 | 2 => x[2 % x.len()], n @ 3.. => n as f64 * 1.1875f64 }).clamp(-1.0, 1.5), fallible(x.iter().cloned().map(|f12| f12).sum::<f64>()).unwrap_or(x[3 % x.len()])].into_iter() {
let mut h13 = book(x[2 % x.len()].hypot(1.0 + f11.abs()), x[1 % x.len()]);
}
} else {
let mut f23; if matches!(Some((match (0usize as usize) % 5 { 0 => x[3 % x.len()], 1 | 2 => 0.9375f64, n @ 3.. => n as f64 * 1.8125f64 })), Some(y) if y > 0.25) { f23 = tried(0.8125f64).ok().map_or(leaves(&Tree::Leaf(0.9375f64), x[2 % x.len()]), |f24| f24); } else { f23 = Some(0.75f64).filter(|rf25| (((*rf25) > 1.0625) && (0.0625f64 > 1.5))).unwrap_or(0.3125f64); }
bump(&mut { f23 }, [x[2 % x.len()], x[0 % x.len()]].into_iter().skip_while(|rf26| (((x[2 % x.len()] > 0.0625) && (f23 > 0.6875)) && x.iter().cloned().all(|f27| (x[2 % x.len()] > 0.625)))).sum::<f64>());
}
'l28: for f29 in vec![(x[0 % x.len()] * weighed(Some(&x[2 % x.len()]), 1.1875f64)), 0.0625] {
let mut f32; if x.iter().cloned().all(|f33| matches!(Some(0.6875f64).map(|f34| 1.125f64), Some(y) if y > 0.25)) { f32 = (f29 * weighed(x.first(), x[2 % x.len()]).powi(0)); } else { f32 = fallible(f29.powi(3)).unwrap_or(x.iter().cloned().map_while(|f35| Some(f29).map(|f36| 1.875f64)).sum::<f64>()); }
if ((f29 / (1.5 + 1.1875f64.powi(2))) > 0.5) {
match (Shape::Rect { w: 1.3125f64, h: x[2 % x.len()].hypot(1.0 + 1.75f64.abs()) }) { Shape::Circle(f41) if [x[3 % x.len()], f29].into_iter().filter_map(|f42| Some(f42)).reduce(f64::max).is_none() => {
let f43 = weighed(Some(&(x[2 % x.len()] / (1.5 + f29.powi(2)))), (felt(&Shape::Empty, x[2 % x.len()]) / (1.5 + f41.powi(2))));
} Shape::Circle(mut f44) => {
let mut g46: Array2<f64> = matrix(P::new(f29, 1.625).potential(x[0 % x.len()]), f29);
if ([f29, 0.125f64].into_iter().all(|f48| (x[2 % x.len()] > 0.5625)) && [f44, f44].into_iter().all(|f49| ((x[3 % x.len()] > 0.4375) && (f49 > 0.0625)))) {
f44 *= P::new(f44, f44).potential(f44.clamp(-1.0, 1.5));
} else {
let mut f52; if (([x[3 % x.len()], f44].iter().map(|rf53| x[3 % x.len()]).sum::<f64>() / (1.5 + (&f32 * &x[2 % x.len()]).powi(2))) > 0.75) { f52 = [f32, 0.1875f64].into_iter().skip_while(|rf54| (f29 > 0.875)).sum::<f64>().powi(2); } else { f52 = [halved(g46.column_mut(3 % 3), f44), f32].into_iter().map_while(|f55| Some((f32 / (1.5 + 1.875f64.powi(2))))).sum::<f64>(); }
}
} Shape::Rect { w: f56, h: f57 } => {
let Some(f58) = Some(1.875f64.powf(2.0)).filter(|rf59| matches!(Some(1.75f64), Some(y) if y > 0.25)) else { return x[0 % x.len()].hypot(1.0 + weighed(x.first(), (match (3usize as usize) % 5 { 0 => x[0 % x.len()], 1 | 2 => x[2 % x.len()], n @ 3.. => n as f64 * 1.625f64 })).abs()); };
} Shape::Many(mut v60) => {
v60.extend(x.to_vec());
} _ => {
f32 -= x.iter().take(2).map(|rf62| f32).sum::<f64>();
} }
} else {
{ let r = &mut f32; let s = &mut *r; *s *= [x[0 % x.len()], f29].into_iter().skip_while(|rf63| (f29 > 0.6875)).sum::<f64>().clamp(-1.0, 1.5).clamp(-1.0, 1.5); *r += [f29, f29].into_iter().map(|f64| x[2 % x.len()]).sum::<f64>(); }
}
}
felt(&Shape::Tagged(0usize, x[2 % x.len()]), x.iter().cloned().product::<f64>().clamp(-1.0, 1.5)) + 0.0
}


#[differentiable(jvp)]
pub fn program_22012_0(p0: f64) -> f64 {
let mut v10 = [[p0, p0].into_iter().skip_while(|rf11| (1usize % 3 == 1)).sum::<f64>(), weighed(Some(&felt(&Shape::Circle(1.375f64), p0)), 0.5f64)].to_vec();
'l13: for rf14 in iter_even(&v10) {
{ let look16 = Look { values: &v10, scale: [p0, (*rf14)].into_iter().map(|f17| v10[3 % v10.len()]).sum::<f64>(), step: 1 }; {
let mut a18 = [1.5625f64, 0.75, [v10[1 % v10.len()], look16.values[0]].into_iter().map(|f19| (*rf14)).sum::<f64>()];
let [f21, .., f22] = a18;
if (Some((*rf14)).unwrap_or_else(|| a18[2 % 3]) > 0.25) {
if let [rf25, _, ..] = v10.as_slice() {
let (f26, mut f27) = ([f22, 0.125f64].into_iter().last().unwrap_or(f21), 1.25);
}
} else {
'l28: for u29 in (0..((no_diff(look16.at(2usize).abs() * 3.0) as usize) * 2 + 1) % 4).rev() {
let f30 = v10[2 % v10.len()];
let mut v31 = [twice(cube, a18[0 % 3]), p0].to_vec();
}
}
} }
}
vec![p0, 0.75].into_iter().skip_while(|rf32| ((p0 > 1.875) || ((v10.len() > 2) || (p0 > 0.375)))).sum::<f64>() + p0
}
#[differentiable(jvp)]
pub fn program_22012_1(p0: f64, p1: usize, p2: P) -> f64 {
let mut a5 = [p0, 1.25, program_22012_0(p0)];
let f6 = program_22012_0(0.625f64);
let f7 = 1.1875f64;
let mut u11 = 0;
let u18 = (no_diff((a5[3 % 3] + a5[0 % 3]).abs() * 3.0) as usize);
'l23: for f24 in (0..3).rev().map(|u25| program_22012_0((Pool::from(p2.y) + Pool::from(f6)).total())) {
let f32 = program_22012_0([p2.x, p2.x].into_iter().reduce(|f33, f34| [f33, p2.y].into_iter().next().unwrap_or(f6)).unwrap_or(f7));
let f35 = program_22012_0(program_22012_0(p0));
}
program_22012_0(program_22012_0(p2.x)) + p0 + 0.5 * f6 + 0.5 * f7
}
#[differentiable(jvp)]
pub fn program_22012(x: &[f64]) -> f64 {
let mut a6 = [program_22012_0(pair(0.375f64, 1.1875f64).1), 1.6875, program_22012_1(program_22012_0(x[2 % x.len()]), 0usize, P::new(1.125f64, 0.125))];
let [f7, .., f8] = a6;
'l9: for u10 in (0..(no_diff(program_22012_0(program_22012_1(f7, 2usize, P::new(a6[3 % 3], 1.75))).abs() * 3.0) as usize) % 4).rev() {
let mut u12 = 2;
let f18 = 1.8125f64;
}
let mut u19 = 1;
let u20 = (if (u19 % 2 == 0) { (if (a6[1 % 3] > 1.6875) { u19 } else { (if (u19 % 2 == 0) { u19 } else { u19 }) }) } else { 2usize });
let f25 = weighed(Some(&f7), 0.875f64);
let mut f26; if (u19 % 2 == 0) { f26 = program_22012_0(Some(a6[3 % 3]).map(|f27| x[3 % x.len()]).unwrap_or_else(|| a6.into_iter().fold(a6[3 % 3], |f28, f29| f29))); } else { f26 = 1.0625f64; }
'l30: for u31 in (0..(no_diff(a6[2 % 3].abs() * 3.0) as usize) % 4).rev() {
if x.iter().cloned().any(|f32| (u31 % 3 == 1)) {
f26 = program_22012_0(0.625f64);
} else if (u19 % 3 == 1) {
let mut u34 = 2;
} else {
'l37: for f38 in std::iter::repeat(0.125f64).take(2) {
f26 += f7;
let mut v43 = scaled(a6.to_vec(), felt(&Shape::Circle(1.5625f64), f7));
}
}
}
pair(a6.into_iter().skip_while(|rf44| (0.0625f64 > 0.75)).sum::<f64>(), x[0 % x.len()]).1 + f7 + 0.5 * f8 + 0.5 * f25 + 0.5 * f26
}


#[differentiable(jvp)]
pub fn program_22014_0(mut p0: f64, p1: [f64; 3]) -> Option<f64> {
let (f3, mut f4) = ([p0, p0].iter().map(|rf5| p0).sum::<f64>(), 1.4375);
let mut g6: Array2<f64> = matrix(p0, [p1[3 % 3], 1.875, f3].iter().sum::<f64>());
p0 += (weighed(if Some(p0).is_none() { Some(&f3) } else { None }, (*p1.iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5))) as f32 as f64).signum();
'l7: for u8 in 0..3 {
g6 = g6.mapv(|f9| f4);
let f10 = (match Some(0.5f64) { Some(f11) if (f3 > 0.6875) => (p1[3 % 3] * 2.5).floor(), Some(f12) => total(&[P::new(g6[[u8 % 2, 3 % 3]], 1.375), P::new(f3, 1.3125)], f3).sin(), None => g6[[u8 % 2, 3 % 3]] });
}
g6 = matrix(Some(p0).unwrap_or_else(|| 0.375f64), Some(f3).unwrap_or(f4));
Some(p0)
}
#[differentiable(jvp)]
pub fn program_22014(x: &[f64]) -> f64 {
let c4 = |f5: f64| -> f64 { [f5, [0.5625f64, f5].into_iter().fold(f64::NEG_INFINITY, f64::max).max(-1.0)].into_iter().fold(f64::NEG_INFINITY, f64::max).max(-1.0) };
let u6 = (if Some(0.75f64).is_none() { format!("{}{:.1}", 1, 0.3125).len() } else { format!("{}{:.1}", 0, 1.5).len() });
match ((total(&[P::new(x[0 % x.len()], 1.0625), P::new(0.1875f64, 1.6875)], [1.625f64, 1.5f64].into_iter().sum::<f64>()) > x[3 % x.len()]), x.iter().cloned().reduce(f64::max)) { (true, Some(f7)) => {
match (matches!(Some(f7), Some(y) if y > 0.25), program_22014_0(f7, [f7, 1.375, f7].map(|f8| f7).map(|f9| (if (u6 % 2 == 0) { f9 } else { 0.25f64 })))) { (true, Some(f10)) => {
let mut v15 = scaled(scaled(vec![x[1 % x.len()], 0.3125], total(&[P::new(f10, 1.0625), P::new(f7, 1.125)], f10)), (book(f10, 0.25f64).len() as f64));
} (false, Some(f16)) if matches!(Some(f7), Some(y) if y > 0.25) => {
let u17 = (3usize * 2 + 1);
{ let mut u18 = 0; 'l19: while u18 < 3 { u18 += 1; {
let u22 = (if matches!(Some(x[2 % x.len()]), Some(y) if y > 0.25) { u18 } else { (if (f7 > 1.0) { 3usize } else { 1usize }) });
let f23 = (book((u17 as f64 * 0.25), f7).len() as f64);
let c24 = |f25: f64| -> f64 { Some(f7).unwrap_or(x.iter().cloned().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(f25)) };
} } }
} _ => {
let mut v26 = x.to_vec();
} }
assert!(!f7.is_infinite(), "at {}", u6);
} (false, Some(f27)) if (f27 > 1.875) => {
let mut v28 = scaled(x.to_vec(), [f27, x[1 % x.len()]].into_iter().next().unwrap_or(twice(cube, f27)));
} _ => {
let P { x: f29, y: mut f30, .. } = (P { x: Some(x[0 % x.len()]).map_or(x[2 % x.len()], |f31| f31), y: 1.0625f64, tag: 3usize }).scaled((match tried(x[0 % x.len()]).ok() { Some(f32) if (u6 % 2 == 0) => f32, Some(f33) => x[3 % x.len()], None => power(x[3 % x.len()], 1) }));
} }
x.iter().cloned().next().unwrap_or(book(x[0 % x.len()], 1.5f64).get(&1).copied().unwrap_or(0.25f64)) + 0.0
}


#[differentiable(jvp)]
pub fn program_22015(x: &[f64]) -> f64 {
let [f1, .., f2] = [1.25f64, (0.1 + x[1 % x.len()].powi(2)).sqrt(), x[1 % x.len()]];
let Some(f3) = Some(x[1 % x.len()]).filter(|rf4| (f2 <= 0.375)) else { return 0.125f64.mul_add(f1, x[3 % x.len()]); };
if let Some(f7) = (if (f3.sin() > 1.5) { Some(f2) } else { None }) && (1usize % 3 == 1) {
note((if (0usize % 3 == 1) { (3usize * 2 + 1) } else { (3usize % 3) }));
'l8: for u9 in (0..((2usize % 3) % 3) % 4).rev() {
let f10 = (0.1 + x[1 % x.len()].powi(2)).sqrt();
}
}
f1.hypot(1.0 + x[0 % x.len()].abs()) + f1 + 0.5 * f2 + 0.5 * f3
}


#[differentiable(jvp)]
pub fn program_22017_0(p0: &mut [f64], p1: Shape, p2: &mut [f64], depth: usize) {
if (1.3125f64.clamp(-1.0, 1.5).mul_add(Some(1.0f64).unwrap_or_else(|| 0.1875f64), ([1.25f64, 0.25f64].into_iter().count() as f64 * 1.3125f64)) > 1.75) { {
if [norm(&[1.6875f64, 1.6875f64]), 1.5625f64].into_iter().any(|f1| matches!(p1, Shape::Circle(_))) { {
let mut bm2: BTreeMap<usize, f64> = ledger((1.0 + 0.625f64.powi(2)).ln(), 0.6875f64);
'l5: for u6 in 0..3 {
'l7: for u8 in 0..3 {
let mut f9 = [0.1875f64, 1.3125f64].into_iter().last().unwrap_or(0.5625f64);
}
let mut m10 = [[felt(&p1.clone(), 1.25f64), (1.6875f64 - ([p2[u6 % p2.len()], p2[u6 % p2.len()]].into_iter().count() as f64 * p2[u6 % p2.len()]))], [f64::min(p2[u6 % p2.len()], felt(&Shape::Empty, p2[u6 % p2.len()])), felt(&Shape::Many(vec![0.0625f64, 0.6875]), (0.1 + 0.25f64.powi(2)).sqrt())]];
p2[u6 % p2.len()] = (Pool::from(Some(p2[u6 % p2.len()]).map_or(f64::min(m10[u6 % 2][1 % 2], 1.5625f64), |f11| f11)) + Pool::from((if (p2[u6 % p2.len()] > 1.375) {
let mut bm13: BTreeMap<usize, f64> = bm2.clone();
norm(&[p0[u6 % p0.len()], p2[u6 % p2.len()]])
} else {
let [f14, .., f15] = [m10[u6 % 2][3 % 2], 0.5, p0[u6 % p0.len()]];
f15
}))).total();
}
} return; }
} return; }
}
#[differentiable(jvp)]
pub fn program_22017_1(p0: f64) -> Vec<f64> {
let tree4 = Tree::Leaf(1.0f64);
let mut bm5: BTreeMap<usize, f64> = ledger({
let P { x: f8, y: mut f9, .. } = (P::new(p0, 1.625) * 0.6875f64);
{ let mut rest = vec![1.1875f64, 1.5625]; 'l10: while let Some(f11) = rest.pop() {
let mut g12: Array2<f64> = matrix(p0, 0.4375f64);
} }
f8
}, 1.6875f64);
let mut m13 = [[(if matches!(Some(0.875f64), Some(y) if y > 0.25) {
let mut g14: Array2<f64> = matrix(0.4375f64, p0);
p0
} else {
{ let mut u15 = 0; 'l16: while u15 < 3 { u15 += 1; {
let mut f19 = 1.25f64;
{ let mut add = |f20: f64| f19 += fallible(f20).unwrap_or(f20); add(Some(p0).map_or(0.5f64, |f21| p0)); if (p0 > 1.5625) { add(0.625f64); } }
} } }
p0
}), p0], [(if (p0 > 1.625) {
let f23 = p0; let f24 = match f23 > 0.5 { true => f23 * f23, false => 0.5 * f23 };
0.9375f64.clamp(-1.0, 1.5)
} else {
let mut f25 = (p0 - p0);
1.875f64
}), [p0, p0].into_iter().map(|f26| (p0 * f26)).sum::<f64>()]];
vec![(p0 * 0.875f64), 1.6875]
}
#[differentiable(jvp)]
pub fn program_22017(x: &[f64]) -> f64 {
let u2 = [x[1 % x.len()], (0.1 + 1.625f64.powi(2)).sqrt()].into_iter().position(|f3| (f3 > f3)).unwrap_or(2);
let mut f4 = (match Shape::Empty { Shape::Circle(f5) => spread([x.iter().cloned().skip_while(|rf6| (f5 > 0.3125)).sum::<f64>(), f5], f5), Shape::Rect { w: f7, h: f8 } if matches!(Some(f7).map(|f9| x[3 % x.len()]), Some(y) if y > 0.25) => 1.6875f64, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v10) => (match Shape::Circle(v10[u2 % v10.len()]) { Shape::Circle(f11) => (0.1 + f11.powi(2)).sqrt(), Shape::Rect { w: f12, h: f13 } if (f13 > 1.6875) => (v10[3 % v10.len()] * x[0 % x.len()]), Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v14) => 1.0625f64.rem_euclid(1.5), Shape::Empty => v10[u2 % v10.len()] }), Shape::Empty => (1.0 + (x[0 % x.len()] - x[3 % x.len()]).powi(2)).ln() });
let mut m15 = [[f4, 0.5], [1.1875, {
{ let mf16 = &mut f4; {
'l19: for u20 in 0..3 {
let tree21 = Tree::Leaf(x[2 % x.len()]);
if (u20 % 2 == 0) { {
let u24 = 3usize;
} break 'l19; }
let tree25 = tree21.clone();
}
'l27: for u28 in 0..3 {
let f30 = x.iter().cloned().find(|rf31| ((*rf31) > 1.25)).unwrap_or(1.375f64); let f32 = match f30 > 0.5 { true => f30 * f30, false => 0.5 * f30 };
}
} }
f4.mul_add(x[1 % x.len()], f4)
}]];
([x[0 % x.len()], m15[u2 % 2][2 % 2]].into_iter().map(|f33| f33).sum::<f64>() - f4) + f4
}


#[differentiable]
impl P {
pub fn program_22019_0(&self, p0: &mut P, depth: usize) {
let mut pool1 = ((Pool::from(p0.y) + Pool::from(p0.y)) + Pool::from(self.x));
let f2 = Shape::Empty.area([p0.y, p0.y].into_iter().find(|rf3| (p0.y > 1.0)).unwrap_or(0.8125f64));
let mut pool9 = (Pool::from(pool1[0]) + Pool::from(f2));
let f10 = p0.y;
'l13: for (u14, f15) in [(match 0.5f64.sin() { f16 if (self.x > 1.0625) => 1.0625f64, f17 => (match Some(p0.y) { Some(f18) if (f17 > 1.0625) => 0.1875f64, Some(f19) => f19, None => self.x }) }), p0.y].into_iter().enumerate() {
let f33 = book(p0.y, p0.y).get(&2).copied().unwrap_or(f15);
let f34 = felt(&(*self), [self.x, f2].into_iter().find(|rf35| ((f10 > 1.75) && (u14 % 2 == 0))).unwrap_or(f15));
}
let f36 = p0.y;
let f37 = f36;
let mut w45 = vec![(*self), (if matches!(Some(f2), Some(y) if y > 0.25) { P::new(pool9[2], 1.5625) } else { P::new(1.75f64, 1.125) })];
}
}
#[differentiable]
pub fn program_22019(x: &[f64]) -> f64 {
match ((matches!(Some(x[1 % x.len()]), Some(y) if y > 0.25) && (0.125f64 > 1.0625)), tried(1.4375f64).ok()) { (true, Some(f1)) => {
{ let mut bits = (no_diff(x.iter().cloned().fold((match Shape::Circle(1.75f64) { Shape::Circle(f11) => f11, Shape::Rect { w: f12, h: f13 } if (f1 > 1.0) => f1, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v14) => f1, Shape::Empty => f1 }), |f15, f16| f1).abs() * 3.0) as usize) % 8; 'l17: while bits != 0 { bits &= bits - 1; {
let mut q20: Vec<Box<dyn Bend>> = vec![Box::new((&(if matches!(Some(x[0 % x.len()]), Some(y) if y > 0.25) { (&P::new(1.75f64, 0.625) - &P::new(f1, 1.8125)) } else { P::new(f1, 0.9375) }) - &P::new([f1, 0.875f64].into_iter().map_while(|f21| Some(f21)).sum::<f64>(), 1.75))), Box::new(Shape::Many(x.to_vec()))];
let mut w22 = vec![P::new(x[3 % x.len()], 0.5625), P::new(f1, 0.5)];
} } }
let tree23 = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(f1)), Box::new(Tree::Node(Box::new(Tree::Leaf(x[3 % x.len()])), Box::new(Tree::Leaf(f1)))))), Box::new(Tree::Leaf(f1)));
} (false, Some(f24)) if matches!(Some([f24, 0.125, f24].iter().sum::<f64>()), Some(y) if y > 0.25) => {
if let Some(f28) = Some(f24.hypot(1.0 + 0.8125f64.abs())) {
let mut q38: Vec<Box<dyn Bend>> = vec![Box::new((if ((f28 > 0.75) && (f28 > 0.5625)) { (if (x[0 % x.len()] > 1.1875) { P::new(f28, 0.5625) } else { P::new(0.375f64, 1.3125) }) } else { P::new(book(x[0 % x.len()], 1.75f64).get(&2).copied().unwrap_or(f24), 1.5) })), Box::new(Shape::Circle(0.0625f64))];
let tree45 = Tree::Leaf(0.4375f64);
} else {
{ let mut bits = (format!("{}{:.1}", 0, 0.5).len() * 2 + 1) % 8; 'l46: while bits != 0 { bits &= bits - 1; {
let mut pool49 = (Pool::from(f24) + Pool::from(x[1 % x.len()]));
} } }
}
'l50: for (u51, f52) in x.iter().cloned().enumerate() {
match (((0usize * 2 + 1) % 3) as usize) % 4 { 0 => {
let mut f24 = weighed(if (f52 > 1.625) { Some(&f24) } else { None }, (&P::new(f52, 1.1875) - &P::new(f52, 1.4375)).potential(0.375f64));
} 1 | 2 => {
let f66 = Pool::from(f24.mul_add(f24.mul_add(f52, f52), f52))[1];
} _ => {
let mut pool67 = (Pool::from(0.625f64) + ((Pool::from(f52) + Pool::from(1.4375f64)) + (Pool::from(1.125f64) + Pool::from(0.25f64))));
} }
}
} _ => {
let Some(f73) = Some(1.75f64).and_then(|f74| Some(f74)) else { return Shape::Empty.area(felt(&P::new(0.0625f64, 1.0625), 1.875f64)); };
} }
(match 0.125f64.max(1.625f64).max((*[1.875f64, x[0 % x.len()]].iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5))) { f75 if (f75.max(x[2 % x.len()]).min(0.5f64) > 1.25) => f75, f76 => weighed(x.first(), f76) }) + 0.0
}


#[differentiable]
pub fn program_22020_0(p0: f64, p1: &P, p2: &mut Vec<f64>) -> f64 {
match ([0.5625f64, [p0, p0].into_iter().map_while(|f3| Some(1.1875f64)).sum::<f64>()].into_iter().all(|f4| (!(p2[2 % p2.len()] > 0.5625))), tried(p0).ok()) { (true, Some(f5)) => {
let u6 = 3usize;
} (false, Some(f7)) if std::iter::repeat([f7, p0].into_iter().map(|f8| p1.x).sum::<f64>()).take(2).all(|f9| [p2[3 % p2.len()], f9].into_iter().all(|f10| (1.0f64 > 1.5625))) => {
let mut s12 = Shape::Empty;
} _ => {
'l19: for (u20, f21) in [p2[1 % p2.len()], p0.mul_add(p0, p0)].into_iter().scan(p0, |mf22, f23| { *mf22 += f23.powf(2.0); Some(*mf22) }).enumerate() {
let mut f21 = felt(&(P { x: f21.hypot(1.0 + p0.abs()), ..(*p1) }), 1.375f64);
}
} }
{ let mut u27 = 0; 'l28: while u27 < 3 { u27 += 1; {
let f38 = (*best_of(&(P { x: p1.x, ..(*p1) }), &P::new((u27 as f64 * 0.25), 1.375))).x; let f39 = match f38 > 0.5 { true => f38 * f38, false => 0.5 * f38 };
} } }
{ let mut u41 = 0; 'l42: while u41 < 3 { u41 += 1; {
let mut q47: Vec<Box<dyn Bend>> = vec![Box::new((*p1)), Box::new(shape_of(p0, Some(p0).map_or(0.4375f64, |f48| p1.x)))];
let mut s57 = Shape::Empty;
} } }
(0usize as f64 * 0.25) + p0
}
#[differentiable]
pub fn program_22020_1(p0: f64, p1: Option<f64>, p2: &P) -> Option<f64> {
let mut q4: Vec<Box<dyn Bend>> = vec![Box::new(P::new(p0.rem_euclid(1.5).sin(), 1.375)), Box::new(Shape::Circle(p0.rem_euclid(1.5)))];
let mut v9 = scaled(vec![0.75f64, 0.6875], [p0, p0].into_iter().sum::<f64>());
v9.sort_by(|a, b| a.partial_cmp(b).unwrap());
if let [rf10, _, ..] = v9.as_slice() {
'l22: for bent in q4.iter_mut() { bent.stretch(p0); {
{ let mut u23 = 0; 'l24: while u23 < 3 { u23 += 1; {
let f37 = (*rf10); let f38 = match f37 > 0.5 { true => f37 * f37, false => 0.5 * f37 };
let (rf39, rl40) = (&f37, &v9[3 % v9.len()..]);
} } }
} }
}
v9.first().copied()
}
#[differentiable]
pub fn program_22020(x: &[f64]) -> f64 {
if let Some(f1) = tried((*best_of(&P::new(x[1 % x.len()], 0.875), &P::new(x[0 % x.len()], 0.8125))).x).ok() {
let tree14 = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(f1)), Box::new(Tree::Node(Box::new(Tree::Leaf(1.4375f64)), Box::new(Tree::Leaf(f1)))))), Box::new(Tree::Leaf(f1)));
if let Some(f25) = Some(1.0f64) {
let tree34 = Tree::Node(Box::new(tree14.clone()), Box::new(Tree::Node(Box::new(Tree::Leaf(f25)), Box::new(Tree::Leaf(f1)))));
}
match (format!("{}{:.1}", 0, 1.0).len() as usize) % 4 { 0 => {
let mut v38 = vec![f1, f1, (*best_of(&P::new(0.3125f64, 0.125), &P::new(x[3 % x.len()], 1.8125))).x];
} 1 | 2 => {
let mut v43 = x.to_vec();
} _ => {
let tree44 = Tree::Node(Box::new(Tree::Node(Box::new(tree14.clone()), Box::new(tree14.clone()))), Box::new(tree14.clone()));
} }
}
(1.625f64 * 2.5).floor().mul_add(book(0.1875f64, x[0 % x.len()]).get(&2).copied().unwrap_or((x[0 % x.len()] * 2.5).floor()), x[0 % x.len()]) + 0.0
}


#[differentiable]
pub fn program_22022_0(mut p0: f64, mut p1: Shape, g: impl Fn(f64) -> f64) -> f64 {
nudge(if matches!(p1, Shape::Circle(_)) { Some(&mut p0) } else { None }, Some([0.6875f64, 0.5f64].into_iter().last().unwrap_or(1.0f64)).unwrap_or_else(|| (match Some(0.3125f64) { Some(f1) if matches!(p1, Shape::Circle(_)) => f1, Some(f2) => 1.5625f64, None => 0.0625f64 })));
{ let mut add = |f3: f64| p0 += f64::min(0.6875f64, f3); add(Some(twice(&g, 0.5625f64)).unwrap_or_else(|| (0.1 + power(1.3125f64, 0).powi(2)).sqrt())); if matches!(p1, Shape::Circle(_)) { add((if (0.9375f64 > 0.8125) { [0.6875f64, 1.0f64].into_iter().last().unwrap_or(1.1875f64) } else { (if matches!(p1, Shape::Circle(_)) { weighed(Some(&0.4375f64), 0.125f64) } else { P::new(0.625f64, 0.125).potential(0.6875f64) }) })); } }
std::iter::once((1.0625f64 / (1.5 + p0.powi(2)))).for_each(|f4| p0 += f64::min([1.5625f64, 0.25f64].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(0.875f64), f4));
let mut p0 = [p0, bump(&mut p0, 0.4375f64)].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or([1.5f64, p0].into_iter().last().unwrap_or(p0));
nudge(Some(&mut p0), (match 1.875f64 { f6 if (f6 > 0.4375) => f6, f7 => 1.0f64 })) + p0
}
#[differentiable]
pub fn program_22022_1(mut p0: f64, p1: Option<f64>, p2: &P) -> f64 {
let mut v1 = vec![(match Shape::Empty { Shape::Circle(f2) => p0, Shape::Rect { w: f3, h: f4 } if (p1.unwrap_or(0.5) > 1.875) => f4, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v5) => p0, Shape::Empty => (0.1 + 1.4375f64.powi(2)).sqrt() }), 0.0625];
let mut q6: Vec<Box<dyn Bend>> = vec![Box::new(((*p2) + P::new(program_22022_0(p0, Shape::Circle(p0), |f7| f7), 1.625))), Box::new(Shape::Empty)];
'l8: for u9 in 0..3 {
p0 = program_22022_0(program_22022_0(p1.unwrap_or(0.5), Shape::Empty, |f11| f11), Shape::Empty.grown(p2.x), |f12| (v1[1 % v1.len()] / (1.5 + Some(v1[0 % v1.len()]).unwrap_or_else(|| p0).powi(2))));
nudge(if v1.iter().copied().all(|f14| (v1.len() > 2)) { Some(&mut p0) } else { None }, program_22022_0(program_22022_0((match v1.first().copied() { Some(f15) if (v1[0 % v1.len()] > 1.375) => f15, Some(f16) => p1.unwrap_or(0.5), None => p2.x }), Shape::Circle(0.5625f64), |f17| f17), Shape::Empty, |f18| p2.x));
}
for i in 1..v1.len() { v1[i] = v1[i - 1] * 0.375 + v1[i]; }
'l22: for ml23 in v1.chunks_mut(2) {
let mut v38 = [program_22022_0((if p1.is_some() { p1.unwrap_or(0.5) } else { 1.4375f64 }), Shape::Empty.grown(0.5625f64), |f39| f39), program_22022_0(0.625f64, Shape::Empty, |f40| p2.x)].to_vec();
}
let v41 = std::mem::replace(&mut v1, vec![p1.unwrap_or(0.5), 0.5]);
[program_22022_0(1.375f64, Shape::Empty, |f42| program_22022_0(v41[1 % v41.len()], Shape::Empty, |f43| v41[3 % v41.len()])), p1.unwrap_or(0.5)].into_iter().for_each(|f44| p0 += program_22022_0(v41[2 % v41.len()], Shape::Circle((match 0.0625f64 { f45 if (v41.len() > 2) => f45, f46 => p1.unwrap_or(0.5) })), |f47| program_22022_0(0.5625f64, Shape::Circle(f47), |f48| f48)));
(&(*p2) - &(*p2)).potential(bump(&mut p0, p1.unwrap_or(0.5))) + p0
}
#[differentiable]
pub fn program_22022(x: &[f64]) -> f64 {
let mut m5 = [[program_22022_1(1.625f64, Some(0.5625f64), &(P::new(1.875f64, 1.125) + P::new(1.1875f64, 1.4375))), 0.5], [0.875, program_22022_1(1.125f64, Some(x[3 % x.len()]), &P::new(1.1875f64, 1.75))]];
if (((0.375f64 * 1.0f64) > 0.9375) || (0..3).rev().map(|u11| x[2 % x.len()]).all(|f12| (0.5f64 > 1.0625))) {
if m5[3 % 2].iter().enumerate().filter(|(u15, _)| (0.6875f64 > 1.5625)).map(|(_, rf16)| (*rf16)).all(|f17| (f17 > 0.75)) { {
let mut a18 = [program_22022_0(program_22022_0(x[0 % x.len()], Shape::Circle(1.5625f64), |f19| x[1 % x.len()]), Shape::Empty.grown(x[0 % x.len()]), |f20| program_22022_0(f20, Shape::Empty, |f21| x[1 % x.len()])), x.iter().cloned().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(1.5625f64.hypot(1.0 + x[3 % x.len()].abs())), book(1.375f64, 1.0f64).get(&0).copied().unwrap_or(program_22022_1(x[1 % x.len()], Some(x[1 % x.len()]), &P::new(0.4375f64, 1.8125)))];
m5[((if (1.125f64 > 1.875) { (1usize * 2 + 1) } else { (1usize * 2 + 1) }) | 2) % 2][2 % 2] += (&a18[1 % 3] * &a18[0 % 3]);
} return program_22022_1(power((0.5f64 * 2.5).floor(), 3), (if (0.4375f64 > 0.1875) { Some(0.4375f64) } else { None }), &P::new(x[0 % x.len()], 0.5625)); }
} else {
let mut v26 = [P::new(1.1875f64, 1.6875).dot(&P::new(x[0 % x.len()], 1.25)), x.iter().cloned().last().unwrap_or(weighed(Some(&1.25f64), x[1 % x.len()]))].to_vec();
}
program_22022_0(program_22022_1(0.5625f64, Some(0.9375f64).map(|f27| 1.1875f64), &(&P::new(1.625f64, 0.5625) - &P::new(1.625f64, 1.375))), Shape::Empty, |f28| x[2 % x.len()]) + 0.0
}


#[differentiable(jvp)]
pub fn program_22024_0(p0: f64, p1: &mut [f64], g: impl Fn(f64) -> f64) -> f64 {
let mut g2: Array2<f64> = matrix(p0, p0.hypot(1.0 + felt(&P::new(p0, 0.5), 1.625f64).abs()));
let mut f3 = (p0 / (1.5 + ((Pool::from(p0) + Pool::from(0.875f64)).total() + g2.t()[[1 % 3, 3usize % 2]]).powi(2)));
f3 = fallible(fallible(p0).unwrap_or(p1.iter().take_while(|rrf4| (p0 > 0.375)).map(|rf5| 1.375f64).sum::<f64>())).unwrap_or_else(|e| e.len() as f64);
let [f6, .., f7] = [g(p0), 1.1875, [p0, f3].into_iter().product::<f64>()];
let mut f8 = [1.8125f64, 1.0625f64].into_iter().nth(1).unwrap_or((1.0 + 0.1875f64.powi(2)).ln());
let rg9 = g2.row(1 % 2);
(f6 / (1.5 + [f3, rg9[0 % 3]].into_iter().skip_while(|rf10| (f8 > 0.625)).sum::<f64>().powi(2))) + p0 + 0.5 * f3 + 0.5 * f6 + 0.5 * f7 + 0.5 * f8
}
#[differentiable(jvp)]
pub fn program_22024(x: &[f64]) -> f64 {
let mut g1: Array2<f64> = matrix(book(x[3 % x.len()], x[0 % x.len()]).get(&2).copied().unwrap_or((if (1.75f64 > 1.0625) {
{ let mut u6 = 0; 'l7: loop { u6 += 1; if u6 > 2 || (x[3 % x.len()] > 0.125) { break; } {
'l8: for u9 in 0..3 {
let [f10, .., f11] = [x[2 % x.len()], 0.625, 0.375f64];
}
'l12: for (u13, f14) in x.iter().cloned().enumerate() {
if let Some(f15) = Some(f14) && (f14 > 1.125) {
let f16 = f14;
let mut f17 = x[0 % x.len()];
let mut a18 = [1.75f64, 1.0625, f14];
}
}
let f22 = 1.8125f64;
} } }
let mut f25 = x[1 % x.len()];
let mut h26 = book(f25, 0.6875f64);
1.6875f64
} else {
let f27 = 1.8125f64;
let rf29 = &f27;
let f32 = x[1 % x.len()];
1.0625f64
})), 1.75f64);
let mut vv34 = vec![x.to_vec(), vec![(1.0 + 1.75f64.powi(2)).ln(), 0.25]];
'l35: for f36 in scaled(x.to_vec(), vv34[1 % 2][0]).into_iter().rev() {
'l37: for f38 in scaled(x.to_vec(), fallible(fallible(1.75f64).unwrap_or(0.25f64)).unwrap_or(f36)) {
let mut g39: Array2<f64> = (&g1 + &g1);
}
}
(format!("{}{:.1}", 2, 1.75).len() as f64 * 0.25) + 0.0
}


#[differentiable(jvp)]
pub fn program_22025_0(mut p0: f64, p1: &mut Vec<f64>, g: impl Fn(f64) -> f64) -> f64 {
let mut o2 = Some((if (0.25f64 > 0.25) {
{ let mut rest = vec![1.8125f64, 1.875]; 'l4: while let Some(f5) = rest.pop() {
nudge(if (p0 > 1.0625) { Some(&mut p0) } else { None }, p1[0 % p1.len()]);
nudge(Some(&mut p0), 1.1875f64);
assert!(!p0.is_infinite(), "at {}", 3usize);
} }
let mut g9: Array2<f64> = matrix(p0, p0);
g9.column(2usize % 3).sum()
} else {
let mut u12 = 3;
{ let mut u14 = 0; 'l15: while u14 < 3 { u14 += 1; {
let mut g16: Array2<f64> = matrix(p0, p0);
} } }
p0
}));
[0.0625f64, 0.125f64].into_iter().sum::<f64>() + p0
}
#[differentiable(jvp)]
impl P {
pub fn program_22025_1(&mut self, p0: f64) -> (f64, f64) {
if (p0 <= 0.3125) {
let mut u8 = 3;
let mut g10: Array2<f64> = matrix((p0 * p0), p0);
let P { x: f15, y: mut f16, .. } = (-P::new(leaves(&Tree::Leaf(p0), p0), 0.6875));
} else {
let mut s17 = Shape::Empty;
}
(p0, 0.125f64)
}
}
#[differentiable(jvp)]
pub fn program_22025(x: &[f64]) -> f64 {
let mut u1 = 1;
let mut g2: Array2<f64> = matrix(x[1 % x.len()], [0.3125f64, 1.75f64].into_iter().map_while(|f3| Some(x[0 % x.len()])).sum::<f64>());
let mut g7: Array2<f64> = (&g2 + &g2);
let mut u9 = 3;
let mut f11; if x.iter().cloned().all(|f12| (twice(|f13| g2[[u1 % 2, 0 % 3]], 0.625f64) <= 0.375)) { f11 = (if (u1 % 3 == 1) {
{ let mut bits = u1 % 8; 'l15: while bits != 0 { bits &= bits - 1; {
g2 = g7.clone();
let mut t16 = (if (u1 % 2 == 0) { (g2[[u9 % 2, 0 % 3]], 0.5625) } else { (g2[[u9 % 2, 0 % 3]], 1.3125) });
} } }
g2.column((1usize % 3) % 3).sum()
} else {
if matches!(Some(x[1 % x.len()]), Some(y) if y > 0.25) {
if let Some(f17) = Some(x[0 % x.len()]) {
let mut g20: Array2<f64> = matrix(1.0f64, x[3 % x.len()]);
} else {
if let Some(f22) = Some(x[0 % x.len()]) {
let mut g23: Array2<f64> = g2.clone();
let rg27 = g23.row(1 % 2);
let mut f29; if (u9 % 2 == 0) { f29 = f22; } else { f29 = x[1 % x.len()]; }
} else {
let rg30 = g7.row(3 % 2);
let mut f32; if (u1 % 2 == 0) { f32 = (if (u9 % 2 == 0) { g7[[u1 % 2, 3 % 3]] } else { 0.9375f64 }); } else { f32 = (g2[[u1 % 2, 0 % 3]] * g7[[u9 % 2, 1 % 3]]); }
}
let mut s35 = (Shape::Rect { w: g2[[u1 % 2, 1 % 3]], h: x[3 % x.len()] });
let mut o37 = Some(1.5625f64);
}
} else {
g2 = (&g7 + &g2);
}
x[3 % x.len()]
}); } else { f11 = x[1 % x.len()]; }
0.5625f64 + f11
}


#[differentiable(jvp)]
pub fn program_22026(x: &[f64]) -> f64 {
let f1 = (P::new(0.375f64, 0.1875) * Some(1.5625f64).unwrap_or(0.9375f64)).y;
'l2: for f3 in [x[1 % x.len()], x[1 % x.len()]].iter().map(|rf4| f1) {
assert!(!f3.is_infinite(), "at {}", [x[0 % x.len()], f1].into_iter().filter(|rf11| x.iter().cloned().all(|f12| (f3 > 1.5))).position(|f13| (f1 > 0.375)).unwrap_or(2));
let u14 = [1.375f64, 0.75f64].iter().map(|rf15| 1.125f64).count();
}
if ((match (2usize as usize) % 5 { 0 => f1, 1 | 2 => f1, n @ 3.. => n as f64 * 0.625f64.max(x[3 % x.len()]).min(0.625f64) }) > 1.0625) { return weighed(if [f1, 1.5f64].into_iter().any(|f16| [f16, f16].into_iter().all(|f17| (0.3125f64 > 1.4375))) { Some(&f1) } else { None }, (f1 * 2.5).floor()); }
if let Some(f20) = tried(x.iter().map(|rf21| f1).sum::<f64>()).ok() {
let mut u22 = 3;
note(((if (u22 % 2 == 0) { 1usize } else { (u22 % 3) }) + 3));
} else {
let f24 = f1;
let f31 = weighed(x.first(), 0.1875f64);
}
let mut g34: Array2<f64> = matrix(x[1 % x.len()], f1);
let u37 = ([f1, f1].into_iter().position(|f38| (f38 > 0.9375)).unwrap_or(2) % 3);
'l39: for f40 in x.iter().map(|rf41| pair(f1, f1).1) {
note([0.3125f64, f1].into_iter().count());
let mut g42: Array2<f64> = matrix(f1, f40);
}
let mut vv43 = vec![vec![x[1 % x.len()], 0.5], scaled(vec![1.4375f64, 0.375], g34[[u37 % 2, 3 % 3]])];
if [Some(0.5625f64).unwrap_or(x[1 % x.len()]), x[0 % x.len()]].into_iter().any(|f44| (0.5f64 > 1.25)) { {
if (u37 % 2 == 0) { return f1; }
let mut g45: Array2<f64> = matrix(f1, (1.0 + 1.125f64.powi(2)).ln());
} return vec![f1, 0.875].into_iter().sum::<f64>(); }
(0.1 + f1.powi(2)).sqrt() + f1
}


#[differentiable]
pub fn program_22027(x: &[f64]) -> f64 {
let mut q4: Vec<Box<dyn Bend>> = vec![Box::new(P::new((0.1 + 0.875f64.tanh().powi(2)).sqrt(), 1.6875)), Box::new(Shape::Empty)];
'l5: for f6 in [(0.1 + x[0 % x.len()].max(x[1 % x.len()]).min(x[0 % x.len()]).powi(2)).sqrt(), x[2 % x.len()].hypot(1.0 + x[0 % x.len()].abs())].to_vec().into_iter().rev() {
if (1.375f64 <= 1.25) { {
let mut p10 = P::new(1.5f64.max(x[2 % x.len()]).min(f6.hypot(1.0 + f6.abs())), 0.25);
bump(&mut { f6 }, (match Shape::Empty { Shape::Circle(f12) => book(f12, f12).get(&3).copied().unwrap_or(0.375f64), Shape::Rect { w: f13, h: f14 } if (0.3125f64 > p10.y) => p10.y, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v15) => f6, Shape::Empty => 1.5f64 }).rem_euclid(1.5));
} break 'l5; }
if let Some(f16) = Some(f6) && (1usize % 3 == 1) {
let rf17 = if (f16 > f6) { &f16 } else { &f16 };
let rf18 = if (0.5625f64 > 1.125) { &f16 } else { &f6 };
}
'l19: for u20 in 0..2 + 1 {
let tree27 = Tree::Leaf(1.0f64);
}
}
let tree28 = Tree::Leaf((match Shape::Circle(x[2 % x.len()]) { Shape::Circle(f29) => 1.3125f64, Shape::Rect { w: f30, h: f31 } if (x[3 % x.len()] > 1.5) => 1.5f64, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v32) => v32[2 % v32.len()], Shape::Empty => 1.1875f64 }).hypot(1.0 + (3usize as f64 * 0.25).abs()));
if let Some(f35) = Some((*[0.875f64, 0.5f64].iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5))) {
let tree36 = tree28.clone();
} else {
let mut a37 = [Pool::from(1.75f64.tanh())[1], 0.25, weighed(x.first(), x[1 % x.len()])];
}
(0..2 + 1).map(|u38| 1.75f64).reduce(|f39, f40| (match Shape::Circle(x[1 % x.len()]) { Shape::Circle(f41) => f41, Shape::Rect { w: f42, h: f43 } if (f40 > 1.0625) => x[3 % x.len()], Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v44) => f39, Shape::Empty => f39 })).unwrap_or(x[2 % x.len()]) + 0.0
}


#[differentiable(jvp)]
impl P {
pub fn program_22028_0(&mut self, mut p0: f64, p1: &mut P, p2: Option<f64>) -> f64 {
nudge(if (p2.is_some() && p2.is_some()) { Some(&mut p0) } else { None }, total(&[(P::new(self.y, 0.75) + P::new(self.y, 0.625)), P::new(vec![0.625f64, 0.9375].into_iter().sum::<f64>(), 1.1875)], self.y));
let c4 = |f5: f64| -> f64 { ([f5, f5].into_iter().count() as f64 * p2.unwrap_or(0.5)) };
{ let mut u6 = 0; 'l7: while u6 < 3 && [p2.unwrap_or(0.5), self.y].iter().copied().any(|f8| [p0, p2.unwrap_or(0.5)].into_iter().any(|f9| (f9 > 0.25))) { u6 += 1; {
let mut w10 = vec![(if p2.is_some() { P::new(p1.y, 0.375) } else { P::new(p2.unwrap_or(0.5), 0.625) }), (if (self.y > 0.1875) { (if p2.is_some() { P::new(p0, 1.75) } else { P::new(1.875f64, 1.4375) }) } else { P::new(0.1875f64, 1.6875) })];
} } }
let mut o11 = p2;
bump(&mut p0, ((Pool::from(weighed(Some(&self.y), 1.0f64)) + Pool::from(p2.unwrap_or(0.5))).total() * twice(&c4, [self.y, self.y].into_iter().map_while(|f17| o11).sum::<f64>())));
p0 /= 1.5 + Some(p0).unwrap_or_else(|| (Pool::from(p1.y) + Pool::from(p0)).total()).abs();
let tree22 = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(o11.unwrap_or(0.5))), Box::new(Tree::Leaf(p0)))), Box::new(Tree::Node(Box::new(Tree::Leaf(o11.unwrap_or(0.5))), Box::new(Tree::Node(Box::new(Tree::Leaf(p0)), Box::new(Tree::Leaf(1.5625f64)))))));
let mut a23 = [p2.unwrap_or(0.5), 0.875, [p0; 3].iter().sum::<f64>()];
f64::min(p2.unwrap_or(0.5), bump(&mut p0, 1.0625f64)) + p0
}
}
#[differentiable(jvp)]
pub fn program_22028(x: &[f64]) -> f64 {
let mut a11 = [0.875f64.rem_euclid(1.5); 3];
let tree13 = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(0.75f64)), Box::new(Tree::Leaf(a11[3 % 3])))), Box::new(Tree::Node(Box::new(Tree::Leaf(0.1875f64)), Box::new(Tree::Leaf(a11[1 % 3])))))), Box::new(Tree::Leaf(a11[3 % 3])));
let mut o15 = Some((if (a11[0 % 3] > 1.6875) {
'l16: for u17 in 0..3 + 1 {
{ let mut u19 = 0; 'l20: while u19 < 3 && (x[3 % x.len()] > 0.125) { u19 += 1; {
note(0usize);
} } }
}
a11[2 % 3]
} else {
'l25: for u26 in 0..2 + 1 {
{ let ml27 = &mut a11[1..]; {
let mut w32 = vec![P::new(x[0 % x.len()], 1.3125), P::new(x[2 % x.len()], 0.25)];
} }
}
let mut bm35: BTreeMap<usize, f64> = ledger(x[1 % x.len()], x[0 % x.len()]);
{ let mut u39 = 0; 'l40: while u39 < 3 && (x[3 % x.len()] > 1.875) { u39 += 1; {
let mut bm42: BTreeMap<usize, f64> = bm35.clone();
} } }
norm(&[x[3 % x.len()], 1.0625f64])
}));
let mut vv47 = vec![scaled(vec![0.5f64, 0.9375], book(o15.unwrap_or(0.5), x[1 % x.len()]).get(&3).copied().unwrap_or(0.6875f64)), scaled(a11.to_vec(), Some(x[1 % x.len()]).map_or(1.6875f64, |f48| f48))];
vv47[3 % 2].push(1.0625f64);
a11[0 % 3] += (0.5f64 * 2.5).floor();
o15.unwrap_or(0.5) + 0.0
}


#[differentiable(jvp)]
pub fn program_22029(x: &[f64]) -> f64 {
'l1: for u2 in 0..3 {
let (f8, mut f9) = (1.4375f64, 1.6875);
let mut f10 = x[0 % x.len()];
let [f17, .., f18] = [f9, (match (u2 as usize) % 5 { 0 => f10, 1 | 2 => f8, n @ 3.. => n as f64 * Shape::Empty.potential(f10) }), f8];
}
let mut u20 = 3;
let mut o25 = Some(1.8125f64).map(|f26| x[1 % x.len()].hypot(1.0 + x[3 % x.len()].abs()));
note(u20);
let mut f29 = single(P::new(o25.unwrap_or(0.5), 1.75).scaled(1.125f64).norm2());
u20 += 3;
(f29, f29) = (weighed(x.first(), weighed(x.first(), o25.unwrap_or(0.5))).clamp(-1.0, 1.5), f29);
'l30: for u31 in 0..3 {
let mut bm32: BTreeMap<usize, f64> = ledger(Shape::Empty.potential((u31 as f64 * 0.25)), x[1 % x.len()]);
}
Shape::Circle(f29).area((&f29 * &(book(o25.unwrap_or(0.5), f29).len() as f64))) + f29
}


#[differentiable(jvp)]
pub fn program_22030(x: &[f64]) -> f64 {
if Some(x[3 % x.len()]).is_none() { {
let mut s3 = (if ((x[3 % x.len()] * x[3 % x.len()]) < x[0 % x.len()]) { Shape::Empty } else { Shape::Circle(x[1 % x.len()].mul_add(0.5625f64, 0.375f64)) });
let mut u4 = 2;
'l5: for f6 in scaled(scaled(vec![x[2 % x.len()], 0.5625], x[0 % x.len()].powf(2.0)), Some(1.75f64).map_or(x[1 % x.len()], |f7| x[1 % x.len()])).into_iter().rev() {
let mut f8 = (x.iter().cloned().last().unwrap_or(f6.mul_add(f6, f6)) - (1.3125f64 / (1.5 + f6.powi(2))));
let f9 = 0.3125f64; let f10 = match f9 > 0.5 { true => f9 * f9, false => 0.5 * f9 };
let mut u14 = 1;
}
} return (0.4375f64.tanh() / (1.5 + total(&[P::new(0.9375f64, 1.3125), P::new(x[3 % x.len()], 0.5625)], x[2 % x.len()]).powi(2))).powf(2.0); }
'l16: for f17 in x.to_vec().into_iter().rev() {
let mut f18 = (-(0.375f64 / (1.5 + f17.powi(2))));
{ let mut bits = [f18, 0.8125f64].into_iter().position(|f19| (0usize % 3 == 1)).unwrap_or(2) % 8; 'l20: while bits != 0 { bits &= bits - 1; {
f18 *= single(x[1 % x.len()]);
f18 *= Some(f18).and_then(|f21| Some(0.375f64)).unwrap_or((-1.0625f64.abs()).exp());
{ let mut u23 = 0; 'l24: while u23 < 3 { u23 += 1; {
let mut s28 = Shape::Empty;
{ let mut add = |f30: f64| f18 += (1.0 + spread([f17, f30], [f30, 1.25, x[2 % x.len()]].iter().sum::<f64>()).powi(2)).ln(); add(((0..1 + 1).map(|u31| f17).sum::<f64>() + 0.1875f64.hypot(1.0 + 0.1875f64.abs()))); if ((P::new(f17, 0.125) * f17).y < x[3 % x.len()]) { add(((-1.375f64) / (1.5 + single(f17).powi(2)))); } }
} } }
} } }
}
((P { x: 0.875f64, ..(P { x: x[0 % x.len()], ..P::new(x[3 % x.len()], 0.3125) }) }) * 1.875f64).y + 0.0
}


#[differentiable(jvp)]
pub fn program_22032_0(p0: f64, p1: &P, p2: Vec<f64>) -> f64 {
let mut s3 = Shape::Empty;
let mut o13 = Some([p0, 0.5f64].into_iter().next().unwrap_or((1.0 + p1.x.powi(2)).ln()));
let f17 = 1.3125f64; let f18 = match f17 > 0.5 { true => f17 * f17, false => 0.5 * f17 };
let mut f19; if (matches!(s3, Shape::Circle(_)) || matches!(s3, Shape::Circle(_))) { f19 = leaves(&Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(f18)), Box::new(Tree::Leaf(o13.unwrap_or(0.5))))), Box::new(Tree::Node(Box::new(Tree::Leaf(p1.x)), Box::new(Tree::Leaf(f17))))), f17); } else { f19 = std::iter::repeat((*p2.iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5))).take(2).map_while(|f20| Some(p2[2 % p2.len()])).sum::<f64>(); }
let mut o21 = Some(p0);
let mut o24 = Some(p0);
{ let r = &mut f19; let s = &mut *r; *s *= total(&[(*p1), ((*p1) * p0)], p0); *r += p2.iter().copied().filter(|rf25| matches!(s3, Shape::Circle(_))).fold(o13.unwrap_or(0.5), |f26, f27| f27); }
f19 = f64::min(o21.unwrap_or(0.5), leaves(&Tree::Leaf(o24.unwrap_or(0.5)), f18));
let mut h28 = book(p1.x, p2[0 % p2.len()]);
twice(cube, f18) + p0 + 0.5 * f17 + 0.5 * f18 + 0.5 * f19
}
#[differentiable(jvp)]
pub fn program_22032(x: &[f64]) -> f64 {
let mut f2; if (((if (1.0f64 > 0.6875) { 0usize } else { 3usize }) + 3) % 3 == 1) { f2 = std::iter::repeat(single(1.25f64)).take(2).next().unwrap_or(program_22032_0(program_22032_0(0.625f64, &P::new(x[3 % x.len()], 0.125), vec![0.9375f64, 0.25]), &P::new(0.8125f64, 0.8125), vec![x[3 % x.len()], 0.3125])); } else { f2 = 0.1875f64; }
match x { [rf3, .., rf4] => {
match x { [rf5, .., rf6] => {
if let Some(f17) = (if (twice(cube, f2) > 0.5625) { Some((-1.625f64.abs()).exp()) } else { None }) {
let mut s18 = Shape::Circle(x[1 % x.len()]).grown(0.375f64);
let mut f19; if ((0usize % 3 == 1) || ((0usize | 1) % 3 == 1)) { f19 = x.iter().cloned().flat_map(|f20| [x[1 % x.len()], x[1 % x.len()]]).next().unwrap_or(f17); } else { f19 = twice(cube, (*rf5)); }
} else {
let f21 = std::mem::replace(&mut f2, program_22032_0(program_22032_0([x[2 % x.len()], 0.5, x[2 % x.len()]].iter().sum::<f64>(), &P::new(0.0625f64, 0.0625).scaled(x[2 % x.len()]), vec![0.25f64, 0.5625]), &(P::new((*rf3), 1.25) * (*rf5)), x.to_vec()));
}
} [rf22] => {
let [f23, .., f24] = [program_22032_0(program_22032_0(f2, &P::new(x[3 % x.len()], 1.25), vec![(*rf3), 1.875]), &P::new((*rf22), 0.4375), x.to_vec()), 1.5, (match Shape::Empty { Shape::Circle(f25) => program_22032_0(f2, &P::new(x[0 % x.len()], 1.0625), vec![f2, 0.8125]), Shape::Rect { w: f26, h: f27 } if ((*rf3) < f27) => x[0 % x.len()], Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v28) => f2, Shape::Empty => x[1 % x.len()] })];
} [] => {
bump(&mut f2, (*rf4));
} }
} [rf29] => {
f2 *= program_22032_0(x[1 % x.len()], &(if (1.3125f64 > 1.75) { P::new(f2, 1.625) } else { P::new(f2, 0.9375) }), vec![(*rf29), 1.0]);
} [] => {
bump(&mut f2, {
let mut h30 = book(program_22032_0(1.1875f64, &P::new(1.8125f64, 0.8125), vec![0.4375f64, 0.5]), (-0.3125f64));
program_22032_0(x[2 % x.len()], &P::new(x[1 % x.len()], 0.3125), x.to_vec())
});
} }
program_22032_0(program_22032_0(program_22032_0(f2, &P::new(f2, 1.8125), x.to_vec()), &P::new(f2, 0.1875), vec![x[3 % x.len()], 0.9375]), &P::new(program_22032_0(f2, &P::new(f2, 1.625), x.to_vec()), 1.5625), x.to_vec()) + f2
}


#[differentiable(jvp)]
pub fn program_22035(x: &[f64]) -> f64 {
'l1: for f2 in vec![[1.0f64, 0.875f64].into_iter().map(|f3| f3).reduce(|f4, f5| f4).unwrap_or(0.375f64), 1.125].into_iter().rev() {
{ let mut u14 = 0; 'l15: while u14 < 3 && (shape_of(f2, f2).potential(f2) <= 0.0625) { u14 += 1; {
let mut vv16 = vec![vec![(P::new(f2, 0.375) * x[3 % x.len()]).y, 0.5625], [0.25f64, f2].to_vec()];
} } }
'l19: for f20 in [(-x[2 % x.len()].abs()).exp(), ((if (f2 > 0.4375) { P::new(f2, 0.0625) } else { P::new(0.8125f64, 0.8125) }) * f2).y].to_vec() {
let [f21, .., f22] = [weighed(if (x[3 % x.len()] <= 0.5) { Some(&f2) } else { None }, f2), 0.6875, (0.1 + (P::new(0.3125f64, 1.4375) * f20).y.powi(2)).sqrt()];
}
let (f26, mut f27) = pair((*x.iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)), f2);
}
weighed(Some(&Shape::Circle(1.0625f64).potential(0.5625f64.sin())), book(1.125f64, 0.75f64).get(&3).copied().unwrap_or(single(0.3125f64))) + 0.0
}


#[differentiable(jvp)]
pub fn program_22038(x: &[f64]) -> f64 {
let (f1, mut f2) = (total(&[P::new(x[3 % x.len()], 0.5), P::new(0.875f64, 1.4375)], total(&[P::new(x[0 % x.len()], 0.75), P::new(0.625f64, 1.625)], 1.125f64)), 1.625);
let mut m3 = [[[0.6875f64, f2].into_iter().next().unwrap_or(x[2 % x.len()]), 0.5], [1.4375, x[2 % x.len()]]];
let f6 = Some(f1).map_or(felt(&Shape::Circle(f1), 1.6875f64), |f7| 0.1875f64);
{ let n = (no_diff(1.8125f64.abs() * 3.0) as usize) % 3 + 1; let mut w = vec![0.0; n]; 'l10: for u11 in 0..3 { for j in 0..n { w[j] = ((no_diff(x[3 % x.len()].abs() * 3.0) as usize) as f64 * 0.25) * j as f64; } let rl12 = &w[..]; f2 += rl12[0] * rl12[n - 1] * single(f6); {
let mut g15: Array2<f64> = matrix(rl12.iter().cloned().product::<f64>(), f1);
match (x.iter().cloned().any(|f16| (u11 % 2 == 0)), checked(Pool::from(0.25f64)[1])) { (true, Some(f17)) => {
let f18 = x.iter().cloned().find(|rf19| Some(0.6875f64).is_none()).unwrap_or(x[3 % x.len()]);
let mut bm20: BTreeMap<usize, f64> = ledger((match Shape::Empty { Shape::Circle(f21) => f17, Shape::Rect { w: f22, h: f23 } if (u11 % 2 == 0) => m3[u11 % 2][1 % 2], Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v24) => v24.iter().copied().product::<f64>(), Shape::Empty => f18 }), rl12[1 % rl12.len()]);
g15.column_mut(0 % 3).mapv_inplace(|f27| f17);
} (false, Some(f28)) if (u11 % 2 == 0) => {
f2 = [m3[u11 % 2][0 % 2], f28].into_iter().map(|f29| 0.4375f64).sum::<f64>();
{ let mut add = |f31: f64| f2 += total(&[(P::new(m3[u11 % 2][2 % 2], 0.9375) + P::new(x[3 % x.len()], 0.5)), P::new(f1, 0.5625)], x[2 % x.len()]); add([rl12[3 % rl12.len()], f28].into_iter().skip(1).product::<f64>()); if (f6 > 1.75) { add(weighed(Some(&x[2 % x.len()]), weighed(Some(&g15[[u11 % 2, 2 % 3]]), rl12[0 % rl12.len()]))); } }
} _ => {
note(format!("{}{:.1}", 2, 0.8125).len());
let Some(f34) = (if (P::new(f2, 0.1875).potential(f6) > 1.125) { Some(f6) } else { None }) else { return [rl12[3 % rl12.len()], m3[u11 % 2][0 % 2]].iter().copied().next().unwrap_or(rl12[3 % rl12.len()]); };
} }
} } }
{ let mut u37 = 0; 'l38: while u37 < 3 { u37 += 1; {
let rf39 = &f1;
} } }
let f41 = (if [x[0 % x.len()], f1].into_iter().take(3).any(|f42| (0.0625f64 > 1.375)) { (book(1.3125f64, 0.1875f64).len() as f64) } else { felt(&Shape::Circle(x[0 % x.len()]), x.iter().cloned().map(|f43| f2).sum::<f64>()) });
felt(&shape_of(f41, f1), {
let mut m44 = m3;
x[3 % x.len()]
}) + f1 + 0.5 * f2 + 0.5 * f6 + 0.5 * f41
}


#[differentiable(jvp)]
pub fn program_22039_0(mut p0: f64) -> (f64, f64) {
{ let mut bits = (no_diff(0.75f64.abs() * 3.0) as usize) % 8; 'l3: while bits != 0 { bits &= bits - 1; {
let mut p4 = P::new(1.625f64, 0.8125);
let mut p5 = P::new(p0, 0.625).scaled(0.3125f64);
} } }
if (total(&[P::new(p0, 0.125), P::new(p0, 0.1875)], (*[p0, 0.5f64].iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5))) > 1.75) { {
bump(&mut p0, felt(&P::new((match Shape::Circle(0.9375f64) { Shape::Circle(f12) => f12, Shape::Rect { w: f13, h: f14 } if (f14 > 1.5625) => f13, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v15) => 1.1875f64, Shape::Empty => 0.5f64 }), 0.6875), 0.1875f64));
{ let mut rest = vec![p0; 3]; 'l20: while let Some(f21) = rest.pop() {
bump(&mut p0, Some(1.6875f64).unwrap_or_else(|| (f21 * f21)));
let mut bm22: BTreeMap<usize, f64> = ledger(f21.clamp(-1.0, 1.5), 1.3125f64);
} }
note(((no_diff(p0.abs() * 3.0) as usize) as usize).pow(2));
} return p0.sin_cos(); }
let mut s24 = Shape::Circle(p0);
let c25 = |f26: f64| -> f64 { (*[1.3125f64, (*[p0, f26].iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5))].iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)) };
[p0, p0].into_iter().filter(|rf27| matches!(s24, Shape::Circle(_))).next().unwrap_or(0.1875f64).sin_cos()
}
#[differentiable(jvp)]
pub fn program_22039(x: &[f64]) -> f64 {
let mut s1 = Shape::Empty;
let mut v4 = x.to_vec();
for y in v4.iter_mut() { *y *= ([x[2 % x.len()], (Pool::from(x[3 % x.len()]) + Pool::from(x[3 % x.len()])).total()].into_iter().count() as f64 * [1.875f64, x[1 % x.len()]].into_iter().reduce(|f5, f6| f5).unwrap_or(Some(x[2 % x.len()]).unwrap_or_else(|| x[0 % x.len()]))); }
if let [rf7, _, ..] = v4.as_slice() {
let mut h10 = book(felt(&P::new((*rf7), 1.1875), 0.6875f64), x[3 % x.len()]);
{ let mut u11 = 0; 'l12: while u11 < 3 && ((match Shape::Empty { Shape::Circle(f13) => f13, Shape::Rect { w: f14, h: f15 } if (x[1 % x.len()] > 1.875) => f14, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v16) => (x[0 % x.len()] * 2.5).floor(), Shape::Empty => (*rf7) }) > 1.1875) { u11 += 1; {
let tree18 = Tree::Leaf(((x.iter().cloned().count() as f64 * v4[2 % v4.len()]) * v4[u11 % v4.len()]));
match ((!(!(v4[2 % v4.len()] > 0.4375))), Some(x[1 % x.len()]).and_then(|f21| Some(v4[1 % v4.len()]))) { (true, Some(f22)) => {
{ let mut bits = (1usize | 3) % 8; 'l23: while bits != 0 { bits &= bits - 1; {
s1 = Shape::Circle(v4[u11 % v4.len()]).grown(f22);
let mut vv24 = vec![x.to_vec(), x.to_vec()];
} } }
} (false, Some(f25)) if (!(u11 % 2 == 0)) => {
let c27 = |f28: f64| -> f64 { x[0 % x.len()] };
} _ => {
let mut bm29: BTreeMap<usize, f64> = ledger((*iter_even(&v4).min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)), (0.875f64 * 2.5).floor());
} }
} } }
}
(*x.iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)) + 0.0
}


#[differentiable(jvp)]
pub fn program_22040_0(p0: f64) -> Vec<f64> {
let mut v1 = vec![p0, 1.625];
{ let look2 = Look { values: &v1, scale: single(p0), step: 1 }; {
let mut t4 = felt(&Shape::Circle(p0), 1.8125f64).sin_cos();
} }
'l5: for u6 in (0..v1.len() % 4).rev() {
'l7: for rf8 in iter_even(&v1) {
let mut t12 = (if (u6 % 2 == 0) { (p0, 0.6875) } else { (0.5f64, 0.75) });
}
}
gather(&mut v1, Shape::Empty.potential((-p0)), 3);
v1.extend(vec![spread([(-p0), p0], p0); 3]);
v1.extend(vec![p0; 3]);
scaled(v1.clone(), [p0, p0].into_iter().map_while(|f15| v1.first().copied()).sum::<f64>())
}
#[differentiable(jvp)]
pub fn program_22040_1(mut p0: f64, p1: P, p2: usize, depth: usize) -> f64 {
nudge(Some(&mut p0), (if depth > 0 { program_22040_1(0.75f64, (P::new(p1.x, 0.5) * (if depth > 0 { program_22040_1(p1.x, p1, 3usize, depth - 1) } else { p1.y })), 2usize, depth - 1) } else { 1.5625f64 }));
let (f2, mut f3) = (if (p2 % 2 == 0) { (p1.x, 0.5625) } else { (p0, 1.6875) });
let mut o4 = checked([p0, 1.4375, p1.y].iter().sum::<f64>());
p1.y + p0 + 0.5 * f2 + 0.5 * f3
}
#[differentiable(jvp)]
pub fn program_22040(x: &[f64]) -> f64 {
let mut v2 = scaled(x.to_vec(), Shape::Circle(1.0f64).potential(Shape::Empty.potential(x[0 % x.len()])));
let mut p3 = (&P::new(x[0 % x.len()], 1.8125) - &(&P::new(1.375f64, 1.375) - &P::new(v2[3 % v2.len()], 0.3125).scaled(v2[3 % v2.len()])));
if (p3.tag % 3 == 1) {
'l6: for rf7 in iter_even(&v2) {
let rl10 = &v2[..1 + format!("{}{:.1}", 3, 1.6875).len() % v2.len()];
}
let (f13, mut f14) = program_22040_1((p3.x + v2[3 % v2.len()]), P::new(p3.y, 0.3125), 2usize, 3).sin_cos();
}
let rp15 = &p3;
P::new(v2[3 % v2.len()], 0.8125).norm2() + 0.0
}


#[differentiable(jvp)]
pub fn program_22041(x: &[f64]) -> f64 {
let Some(f5) = Some(1.5625f64).map(|f6| (-f6.abs()).exp()) else { return (-P::new(x[1 % x.len()], 1.125).dot(&P::new(x[1 % x.len()], 1.625))); };
let mut v12 = [f5, (match Shape::Circle(f5) { Shape::Circle(f13) => x[0 % x.len()], Shape::Rect { w: f14, h: f15 } if (f15 > 0.75) => (book(x[0 % x.len()], f14).len() as f64), Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v16) => 1.4375f64, Shape::Empty => f5 })].to_vec();
{ let mv20 = &mut v12; {
let (f24, mut f25) = (f5, 0.9375);
} }
let u26 = format!("{}{:.1}", 3, 1.1875).len();
if (v12.len() > 2) { {
let mut bm33: BTreeMap<usize, f64> = ledger(v12[u26 % v12.len()], f5);
} return weighed(x.first(), (u26 as f64 * 0.25)); }
1.625f64 + f5
}


#[differentiable(jvp)]
pub fn program_22042(x: &[f64]) -> f64 {
let mut v1 = [(P::new(x[3 % x.len()], 0.9375) * [x[3 % x.len()], x[0 % x.len()]].into_iter().next().unwrap_or(x[0 % x.len()])).y, ((match Some(0.875f64) { Some(f2) if (x[2 % x.len()] > 0.4375) => f2, Some(f3) => f3, None => 1.375f64 }) * 0.9375f64)].to_vec();
v1.truncate(2);
v1.insert(1 % v1.len(), [x.iter().map(|rf4| x[2 % x.len()]).sum::<f64>(), 1.3125f64].into_iter().next().unwrap_or(1.75f64));
{ let mv5 = &mut v1; {
let f7 = [1.3125f64, 1.5625f64].into_iter().next().unwrap_or(mv5[2 % mv5.len()]);
let f9 = (-Shape::Empty.area(x[2 % x.len()]).abs()).exp();
let mut h10 = book((-leaves(&Tree::Leaf(x[2 % x.len()]), f9).abs()).exp(), mv5[3 % mv5.len()]);
} }
'l11: for rf12 in v1.iter() {
let f15 = fallible((*rf12)).unwrap_or((*rf12));
let mut w22 = (0..3).map(|u23| P::new(f15, f15)).collect::<Vec<P>>();
}
let f26 = v1.iter().copied().filter_map(|f28| [x[0 % x.len()], 0.25f64].into_iter().reduce(f64::max)).skip_while(|rf29| (v1.len() > 2)).sum::<f64>();
let f30 = (P::new(0.5625f64, 0.375) * f26).y;
let f35 = single((Pool::from(f30) + Pool::from(f30)).total());
let mut v37 = [f35, P::new(f26, 0.5).norm2()].to_vec();
{
let mut w40 = (0..3).map(|u41| P::new(f30, f35)).collect::<Vec<P>>();
{ let mv42 = &mut v37; {
if let Some(f43) = Some((w40[3 % w40.len()] * mv42[2 % mv42.len()]).y) {
v1.rotate_left(1);
}
} }
}
single(v37.iter().map(|rf44| 0.1875f64).sum::<f64>()) + f26 + 0.5 * f30 + 0.5 * f35
}


#[differentiable]
pub fn program_22043(x: &[f64]) -> f64 {
'l6: for u7 in 0..3 {
'l8: for f9 in [x[2 % x.len()], Some(0.9375f64).unwrap_or_else(|| 1.125f64)].to_vec().into_iter().rev() {
'l10: for f11 in [f9.powf(2.0), f9].to_vec().into_iter().rev() {
let mut q12: Vec<Box<dyn Bend>> = vec![Box::new((-(-P::new(0.5f64, 1.4375)))), Box::new(Shape::Circle(f9))];
}
}
}
if (P::new(1.625f64, 0.875).dot(&P::new(1.6875f64, 0.5625)) > 1.6875) {
'l14: for f15 in [Some(1.4375f64).unwrap_or_else(|| 0.0625f64).powf(2.0), 1.8125f64].to_vec().into_iter().rev() {
let mut q16: Vec<Box<dyn Bend>> = vec![Box::new((-P::new(f15, 0.75))), Box::new((if [f15, f15].into_iter().map(|f17| x[1 % x.len()]).all(|f18| (f18 > 1.75)) { (if (f15 > 0.25) { Shape::Circle(f15) } else { Shape::Circle(f15) }) } else { Shape::Circle((match (0usize as usize) % 5 { 0 => f15, 1 | 2 => f15, n @ 3.. => n as f64 * f15 })) }))];
let f19 = x.iter().cloned().reduce(|f20, f21| f20).unwrap_or((match Some(0.875f64) { Some(f22) if x.iter().cloned().all(|f23| (f15 > 0.8125)) => f22, Some(f24) => x[2 % x.len()], None => f15 }));
let u25 = 3usize;
}
} else if (x[3 % x.len()].powf(2.0) < (&0.625f64 * &x[3 % x.len()])) {
let mut f29 = (x.iter().cloned().skip(1).count() as f64 * [0.6875f64, 1.0f64].into_iter().reduce(|f30, f31| f30).unwrap_or(0.5f64));
let mut vv32 = vec![x.to_vec(), vec![f29, 1.125]];
} else {
let f33 = power(0.3125f64, 3);
{ let mut u34 = 0; 'l35: while u34 < 3 && (x[2 % x.len()].rem_euclid(1.5) > 0.0625) { u34 += 1; {
{ let mut u36 = 0; 'l37: loop { u36 += 1; if u36 > 2 || (u34 % 2 == 0) { break; } {
let u38 = x.iter().copied().position(|f39| (u36 % 2 == 0)).unwrap_or(2);
let mut q40: Vec<Box<dyn Bend>> = vec![Box::new(P::new(f33, 0.0625)), Box::new(Shape::Empty.grown(1.625f64))];
match (u34 as usize) % 4 { 0 => {
let u42 = x.iter().cloned().position(|f43| (x[1 % x.len()] < P::new(f33, 0.375).dot(&P::new(0.6875f64, 0.75)))).unwrap_or(2);
let mut g44: Array2<f64> = matrix((if (u42 % 3 == 1) { f33 } else { ([0.75f64, f33].into_iter().count() as f64 * 0.6875f64) }), 0.9375f64);
} 1 | 2 => {
let mut q45: Vec<Box<dyn Bend>> = vec![Box::new((-(-P::new(x[3 % x.len()], 0.625)))), Box::new(Shape::Many(x.to_vec()))];
} _ => {
let mut f46 = 1.3125f64;
} }
} } }
} } }
}
felt(&Shape::Circle(x.iter().cloned().fold(0.3125f64, |f47, f48| f48)), (Pool::from((if (0.9375f64 > 1.6875) { x[2 % x.len()] } else { x[1 % x.len()] })) + Pool::from(x[3 % x.len()])).total()) + 0.0
}


#[differentiable(jvp)]
pub fn program_22044_0(p0: f64, p1: &P) -> f64 {
'l2: for u3 in 0..0 + 1 {
{ let mut rest = vec![(match Some(1.25f64) { Some(f11) if (!(u3 % 2 == 0)) => f11, Some(f12) => 1.5f64, None => p0 }), 0.1875]; 'l13: while let Some(f14) = rest.pop() {
let mut bm15: BTreeMap<usize, f64> = ledger(p0, Pool::from(f14)[1].max(0.375f64));
} }
}
(match Some(weighed(if (p0 > 0.4375) { Some(&p0) } else { None }, p0)) { Some(f16) if (p0 > p1.x) => (match Shape::Tagged(2usize, f16) { Shape::Circle(f17) => f16, Shape::Rect { w: f18, h: f19 } if (f16 > 1.25) => f19, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v20) => v20[2 % v20.len()], Shape::Empty => 1.5f64 }), Some(f21) => norm(&[p1.x, p0]), None => 0.375f64 }) + p0
}
#[differentiable(jvp)]
impl P {
pub fn program_22044_1(&mut self, p0: &mut [f64], p1: Option<f64>, mut p2: (f64, f64), depth: usize) {
'l1: for f2 in vec![program_22044_0(program_22044_0(0.4375f64, &P::new(self.y, 1.5625)), &(&P::new(p2.0, 0.375) - &P::new(self.y, 0.75))), 0.75] {
p2.0 = (1.0 + p2.1.powi(2)).ln();
let mut u7 = 1;
}
if (1..=2).flat_map(|u8| (0..u8).map(move |n| n as f64 * 0.5625)).all(|f9| (p1.unwrap_or(0.5) > 0.9375)) { {
let mut v12 = vec![p1.unwrap_or(0.5), 1.6875];
let mut g13: Array2<f64> = matrix(self.y, program_22044_0(p2.0, &(P::new(p1.unwrap_or(0.5), 1.0) + P::new(self.y, 1.6875))));
} return; }
let mut o14 = (if (self.y > 1.6875) { Some(self.y) } else { None }).and_then(|f15| p1);
if let Some(mf16) = &mut o14 {
self.x *= program_22044_0(p2.1, &P::new([p1.unwrap_or(0.5), p2.0].into_iter().fold(f64::NEG_INFINITY, f64::max).max(-1.0), 0.0625));
}
let mut u19 = 1;
}
}
#[differentiable(jvp)]
pub fn program_22044(x: &[f64]) -> f64 {
let mut v1 = vec![program_22044_0(x[0 % x.len()], &P::new(x[2 % x.len()], x[2 % x.len()])), 1.6875];
v1.extend(vec![(match Shape::Circle(v1[2 % v1.len()]) { Shape::Circle(f9) => f9, Shape::Rect { w: f10, h: f11 } if (f10 > 1.1875) => f10, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v12) => program_22044_0(v1[0 % v1.len()], &P::new(0.0625f64, 1.5625)), Shape::Empty => program_22044_0(v1[2 % v1.len()], &P::new(v1[1 % v1.len()], 1.5)) }), 0.3125]);
for i in 1..v1.len() { v1[i] = v1[i - 1] * 0.125 + v1[i]; }
let mut u13 = 0;
let Some(f15) = v1.last().map(|rf16| program_22044_0((match Shape::Circle((*rf16)) { Shape::Circle(f17) => f17, Shape::Rect { w: f18, h: f19 } if (v1.len() > 2) => (*rf16), Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v20) => x[3 % x.len()], Shape::Empty => v1[u13 % v1.len()] }), &P::new(v1[u13 % v1.len()], 0.9375))) else { return (*iter_even(&v1).step_by(2).step_by(2).min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)); };
for y in v1.iter_mut() { *y *= weighed(if (!(0.4375f64 > 1.625f64)) { Some(&f15) } else { None }, program_22044_0(f15, &(-P::new(x[1 % x.len()], 1.25)))); }
nudge(v1.last_mut(), program_22044_0((match Some(f15) { Some(f26) if (f15 > 0.6875) => program_22044_0(0.3125f64, &P::new(f15, 1.125)), Some(f27) => f15, None => f15 }), &P::new(x[3 % x.len()], 1.3125)));
v1.rotate_left(1);
let mut v28 = vec![program_22044_0(f15, &P::new(f15, 0.75)), 1.1875];
let mut v29 = x.to_vec();
norm(&[v29[3 % v29.len()], v29[1 % v29.len()]]) + f15
}


#[differentiable(jvp)]
pub fn program_22045(x: &[f64]) -> f64 {
if (x[3 % x.len()].powi(1) <= 1.8125) {
'l1: for f2 in vec![x.iter().cloned().map(|f3| x[0 % x.len()]).sum::<f64>(), 1.875].into_iter().rev() {
'l5: for f6 in [1.0f64, x[3 % x.len()]].to_vec().into_iter().rev() {
'l7: for u8 in (0..((2usize % 3) * 2 + 1) % 4).rev() {
let mut bm9: BTreeMap<usize, f64> = ledger(f2, f6.tanh());
}
note((1usize % 3));
match Shape::Tagged((3usize as usize).pow(2), 0.3125f64) { Shape::Circle(f16) if (!(0.375f64 > 0.3125)) => {
let mut vv19 = vec![scaled(scaled(x.to_vec(), x[1 % x.len()]), 0.8125f64), scaled(vec![f16, 0.375], f16)];
} Shape::Circle(mut f20) => {
f20 += Shape::Circle(f6).area(1.0f64).tanh().powi(3);
nudge(if (((!(f20 > 0.1875)) && (1.8125f64 > 0.3125)) || (x.iter().cloned().all(|f21| (f21 > 0.625)) && (f6 > 0.75))) { Some(&mut f20) } else { None }, single(x.iter().cloned().nth(1).unwrap_or(f2)));
assert!(!f2.is_infinite(), "at {}", (3usize as usize).pow(2));
} Shape::Rect { w: f22, h: f23 } => {
let P { x: f24, y: mut f25, .. } = P::new(single(f6), 1.8125);
f25 += 1.75f64;
} Shape::Many(mut v26) => {
v26.rotate_left(1);
} _ => {
note(((if (x[1 % x.len()] > 0.75) { 1usize } else { (1usize as usize).pow(2) }) % 3));
} }
}
let mut a36 = [(if (!(1.3125f64 > 1.8125)) {
let mut bm40: BTreeMap<usize, f64> = ledger(1.5625f64, x[3 % x.len()]);
f2
} else {
let mut t41 = (0.4375f64, 1.5);
pair(t41.1, f2).1
}), 1.25, pair(f2, f2).1];
}
}
(if (![x[0 % x.len()], x[0 % x.len()]].into_iter().any(|f42| (x[0 % x.len()] > 1.1875))) {
let mut vv49 = vec![vec![x[2 % x.len()], 1.75], x.to_vec()];
0.0625f64
} else {
let P { x: f50, y: mut f51, .. } = (P::new(1.5f64, 0.375) + (P { x: 1.1875f64, ..P::new(x[3 % x.len()], 1.6875) }));
f51
}) + 0.0
}


#[differentiable(jvp)]
pub fn program_22046_0(p0: f64, p1: &mut f64, p2: &[f64], g: impl Fn(f64) -> f64) -> f64 {
let c1 = |f2: f64| -> f64 { spread([[p0, p0].into_iter().skip_while(|rf3| (p2[3 % p2.len()] > 1.875)).sum::<f64>(), p2[1 % p2.len()]], f64::min((*p1), 1.1875f64).sin()) };
let tree5 = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(p0)), Box::new(Tree::Leaf((*p1))))), Box::new(Tree::Leaf(p0)));
let rf6 = &p0;
if (((*rf6) > 1.8125) || (p2[3 % p2.len()] < (*p1))) { {
let u17 = ((0usize % 3) % 3);
let c21 = |f22: f64| -> f64 { f64::min(f22, f22) };
let u30 = 2usize;
} return p2.to_vec().into_iter().sum::<f64>(); }
p2[2 % p2.len()] + p0
}
#[differentiable(jvp)]
pub fn program_22046(x: &[f64]) -> f64 {
let Some(f2) = Some(x[0 % x.len()]) else { return weighed(x.first(), Some(0.4375f64).unwrap_or({
{ let mut rest = vec![x[1 % x.len()], 0.75]; 'l3: while let Some(f4) = rest.pop() {
'l5: for u6 in 0..3 + 1 {
if (u6 % 2 == 0) { {
let c10 = |f11: f64| -> f64 { x[3 % x.len()] };
let Some(f13) = Some(x[3 % x.len()]) else { break 'l3; };
} break 'l3; }
}
let tree14 = Tree::Leaf(f4);
} }
x[2 % x.len()]
})); };
{
{
if (!(x[2 % x.len()] > 1.1875)) { {
{ let mut bits = ((1usize % 3) % 3) % 8; 'l16: while bits != 0 { bits &= bits - 1; {
let [f17, .., f18] = [weighed(x.first(), f2), 1.1875, P::new(x[3 % x.len()], 0.4375).norm2()];
let rf24 = &f2;
} } }
} return (x[0 % x.len()] / (1.5 + f64::min(f2, 1.625f64).powi(2))); }
'l25: for (u26, f27) in [f2, twice(cube, f2)].into_iter().map(|f28| x[3 % x.len()]).enumerate() {
match (((f27 > x.to_vec().into_iter().sum::<f64>()) || (x.to_vec().into_iter().sum::<f64>() > 0.25)), Some(x[2 % x.len()])) { (true, Some(f33)) => {
let [f36, .., f37] = [f64::min(1.5f64, 0.875f64), 1.1875, felt(&(Shape::Rect { w: x[3 % x.len()], h: x[0 % x.len()] }), f2)];
} (false, Some(f38)) if (x[1 % x.len()] > 1.4375) => {
let rf39 = &f27;
let Some(f41) = Some(twice(cube, f27)) else { return f27; };
let Some(f43) = [f38, x[1 % x.len()]].into_iter().flat_map(|f44| [(0.1 + f44.powi(2)).sqrt(), f41]).reduce(f64::max) else { continue; };
} _ => {
let rf46 = &f27;
} }
}
}
}
felt(&Shape::Empty, 0.875f64) + f2
}


#[differentiable(jvp)]
pub fn program_22047(x: &[f64]) -> f64 {
let mut s3 = Shape::Empty;
{ let mut u4 = 0; 'l5: while u4 < 3 && matches!(Some(0.1875f64), Some(y) if y > 0.25) { u4 += 1; {
'l6: for (u7, f8) in x.iter().cloned().enumerate() {
match ((2usize % 3 == 1), Some(f8).map(|f9| fallible(f9).unwrap_or(f9).sin())) { (true, Some(f10)) => {
if let Some(f13) = Some(weighed(x.first(), x[3 % x.len()])) && (((0usize as usize).pow(2) as usize).pow(2) % 3 == 1) {
let mut u14 = 1;
}
} (false, Some(f15)) if matches!(s3, Shape::Circle(_)) => {
let c16 = |f17: f64| -> f64 { (match x[1 % x.len()] { f18 if (f15 > 0.875) => f8.mul_add(1.5625f64.mul_add(x[1 % x.len()], f18), {
let mut pool20 = Pool::from(f8);
x[0 % x.len()]
}), f21 => (match (0usize as usize) % 5 { 0 => 0.0625f64, 1 | 2 => f17, n @ 3.. => n as f64 * x[3 % x.len()] }) }) };
} _ => {
let mut w22 = vec![P::new(x[1 % x.len()], 0.625), P::new(1.0625f64, 1.0)];
} }
}
} } }
0.625f64 + 0.0
}


#[differentiable]
pub fn program_22048_0(mut p0: f64, p1: &mut f64, p2: &mut P, depth: usize) -> Option<f64> {
{ let mut rest = [1.0f64, (match Shape::Circle(p0) { Shape::Circle(f1) => f1.powf(2.0), Shape::Rect { w: f2, h: f3 } if (0.9375f64 > 0.8125) => (*p1), Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v4) => v4[3 % v4.len()].tanh(), Shape::Empty => p0 })].to_vec(); 'l5: while let Some(f6) = rest.pop() {
{ let mut add = |f7: f64| p0 += book(p2.y, f6).get(&3).copied().unwrap_or(pair(1.5625f64, (*p1)).1); add((f6 * f6)); if ((p2.y > 1.375) || ((f6 > 1.625) || (p2.y > 0.4375))) { add((1.3125f64 * 2.5).floor()); } }
{ let mf8 = &mut p0; {
if let Some(f12) = (if matches!(Some(f6), Some(y) if y > 0.25) { Some(f6.hypot(1.0 + f6.abs())) } else { None }) && ([f6, 1.5f64].into_iter().all(|f13| (p2.y > 0.0625)) || [0.6875f64, p2.y].into_iter().all(|f14| (f6 > 1.625))) {
*mf8 = (-f6).sin().powf(2.0);
}
let mut g21: Array2<f64> = matrix((0.375f64 * 2.5).floor(), f6);
} }
p0 = (pair([0.9375f64, f6].iter().map(|rf22| f6).sum::<f64>(), p0).1 * (f6 * (if (0.5625f64 > 0.4375) { p2.y } else { p2.y })));
} }
let c29 = |f30: f64| -> f64 { Some(f30).map_or(p2.y, |f31| (if (p2.y > 0.25) { [f31, p0].into_iter().map_while(|f32| Some(p0)).sum::<f64>() } else { p0 })) };
(if [p0, p0].into_iter().all(|f33| ((f33 > 0.3125) || (p2.y > 0.5))) { Some(p0) } else { None })
}
#[differentiable]
pub fn program_22048_1(mut p0: f64, p1: (f64, f64)) -> Vec<f64> {
'l2: for (u3, f4) in (0..1 + 1).map(|u5| p0).zip([p1.1, p0].into_iter().filter_map(|f6| Some(p1.1))).map(|(f7, f8)| f7).enumerate() {
let c9 = |f10: f64| -> f64 { p1.1 };
let mut a11 = [p0, 1.8125f64.sin(), fallible(f4.sin()).unwrap_or(f4)];
}
vec![((1.4375f64 * 2.5).floor() - p1.0), p0, p0]
}
#[differentiable]
pub fn program_22048(x: &[f64]) -> f64 {
let mut u2 = 3;
if ((u2 % 2 == 0) || (u2 % 2 == 0)) {
if (x.iter().cloned().all(|f5| (f5 > 1.4375)) || ((if (u2 % 2 == 0) { x[2 % x.len()] } else { 1.875f64 }) > 1.1875)) { {
let mut u6 = 3;
let f9 = x.iter().map(|rf10| x[3 % x.len()]).sum::<f64>(); let f11 = match f9 > 0.5 { true => f9 * f9, false => 0.5 * f9 };
let mut g16: Array2<f64> = matrix(x[2 % x.len()], f9);
} return book(x[2 % x.len()], 1.4375f64).get(&1).copied().unwrap_or(x[3 % x.len()]); }
let mut q19: Vec<Box<dyn Bend>> = vec![Box::new(P::new((1.75f64 - 1.3125f64), [x[0 % x.len()], 0.25, 1.625f64].iter().sum::<f64>())), Box::new(Shape::Many(x.to_vec()).grown(((x[1 % x.len()] - x[0 % x.len()]) - x[3 % x.len()])))];
} else if matches!(Some(1.25f64).map(|f20| f20), Some(y) if y > 0.25) {
{ let mut u23 = 0; 'l24: while u23 < 3 && matches!(Some((1.0f64 - 1.8125f64)), Some(y) if y > 0.25) { u23 += 1; {
let f26 = leaves(&Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf(x[3 % x.len()])), Box::new(Tree::Leaf(x[0 % x.len()])))), Box::new(Tree::Node(Box::new(Tree::Leaf(x[0 % x.len()])), Box::new(Tree::Leaf(x[2 % x.len()]))))), x[3 % x.len()].clamp(-1.0, 1.5).hypot(1.0 + (0.3125f64 * 2.5).floor().abs())); let f27 = match f26 > 0.5 { true => f26 * f26, false => 0.5 * f26 };
let mut q28: Vec<Box<dyn Bend>> = vec![Box::new(P::new(Some(0.3125f64).unwrap_or(x.iter().cloned().nth(1).unwrap_or(1.875f64)), Some(1.0f64).unwrap_or(Some(x[0 % x.len()]).unwrap_or(0.875f64)))), Box::new(Shape::Circle(f27).grown((if (u23 % 2 == 0) { f26 } else { f26 }).hypot(1.0 + f27.abs())))];
} } }
} else {
let [f29, .., f30] = [((match Shape::Empty { Shape::Circle(f31) => x[2 % x.len()], Shape::Rect { w: f32, h: f33 } if (u2 % 2 == 0) => 1.75f64, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v34) => v34[u2 % v34.len()], Shape::Empty => x[0 % x.len()] }) / (1.5 + Some(0.625f64).unwrap_or(x[0 % x.len()]).powi(2))), (P::new(x[2 % x.len()], 1.125) * (match 0.25f64 { f35 if (u2 % 2 == 0) => 1.375f64, f36 => f36 })).y, norm(&[x[3 % x.len()], x[0 % x.len()]])];
let mut u37 = 0;
}
let [f38, .., f39] = [book(0.5625f64, 1.4375f64).get(&0).copied().unwrap_or(x[3 % x.len()]); 3];
(-f38) + f38 + 0.5 * f39
}


#[differentiable(jvp)]
pub fn program_22049_0(p0: f64, p1: &mut f64, depth: usize) -> (f64, f64) {
match (((match p0 { f2 if Some(p0).is_none() => f2, f3 => f3.powf(2.0) }) > 1.875), checked([(*p1), p0].into_iter().map_while(|f4| tried(f4).ok()).sum::<f64>())) { (true, Some(f5)) => {
let [f8, .., f9] = [f5, 0.5, p0].map(|f10| p0).map(|f11| (P::new(0.3125f64, 1.75) * p0).y);
} (false, Some(f12)) if (0..3 + 1).map(|u13| 1.3125f64).any(|f14| [p0, f12].into_iter().flat_map(|f15| [f12, (*p1)]).any(|f16| [(*p1), f12].into_iter().all(|f17| (f14 > 0.75)))) => {
if let Some(f18) = tried(twice(|f19| f19.powf(2.0), (match f12 { f20 if ((*p1) > 0.4375) => 0.1875f64, f21 => p0 }))).ok() && ([(*p1), (*p1)].into_iter().filter(|rf22| (p0 > 0.625)).next().unwrap_or(1.5f64) <= 0.375) {
let mut bm24: BTreeMap<usize, f64> = ledger(twice(|f25| f25, f12), (*p1));
let [f26, .., f27] = [f18, 1.8125, p0].map(|f28| 1.0f64);
let mut a31 = [f64::min((match Shape::Circle(p0) { Shape::Circle(f32) => 0.125f64, Shape::Rect { w: f33, h: f34 } if (f34 > 0.3125) => (*p1), Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v35) => f26, Shape::Empty => (*p1) }), 1.125f64), 0.1875, (match [(*p1), 1.5625, f27].iter().sum::<f64>() { f36 if matches!(Some(p0), Some(y) if y > 0.25) => (book(f18, 1.625f64).len() as f64), f37 => [p0, (*p1)].into_iter().skip_while(|rf38| ((*p1) > 1.0625)).sum::<f64>() })];
}
} _ => {
let tree39 = Tree::Leaf(spread([[p0, 1.3125, p0].iter().sum::<f64>(), (book(p0, 1.375f64).len() as f64)], (*p1)));
if matches!((if ((*p1) > 1.875) { Some(p0) } else { None }), Some(y) if y > 0.25) { return (book((*p1), (*p1)).len() as f64).sin_cos(); }
} }
((if Some((*p1)).is_none() {
let mut p0 = p0;
p0
} else {
let mut s42 = (Shape::Rect { w: p0, h: p0 });
0.75f64
}), 1.0625)
}
#[differentiable(jvp)]
pub fn program_22049_1(p0: f64) -> Option<f64> {
if (p0.clamp(-1.0, 1.5) > 1.625) { return (if (p0 > 1.0625) { Some((p0 - p0)) } else { None }); }
if Some((match (0usize as usize) % 5 { 0 => p0, 1 | 2 => p0, n @ 3.. => n as f64 * p0 })).is_none() {
let mut p0 = [p0, 1.75, 0.4375f64].map(|f18| p0).iter().sum::<f64>();
let mut s20 = Shape::Many([(match Shape::Circle(p0) { Shape::Circle(f21) => f21, Shape::Rect { w: f22, h: f23 } if (p0 > 0.125) => f22, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v24) => 0.4375f64, Shape::Empty => p0 }), (match p0 { f25 if (f25 > 1.375) => p0, f26 => f26 })].to_vec());
'l27: for f28 in (0..1 + 1).map(|u29| p0) {
'l33: for f34 in vec![f28; 3] {
let mut p0 = 0.8125f64.max(norm_of([f34, 0.1875, f34])).min(1.75f64);
let mut t36 = p0.sin_cos();
}
let [f40, .., f41] = [norm_of([0.875f64, 0.875, f28]), 0.0625, Some(f28).unwrap_or(P::new(p0, 0.5625).norm2())];
}
} else if [(match p0 { f42 if (f42 > 1.5) => p0, f43 => p0 }), 0.8125f64].into_iter().any(|f44| matches!(Some(1.375f64), Some(y) if y > 0.25)) {
let [f45, .., f46] = [1.125f64, 1.3125, 1.75f64].map(|f47| p0);
} else {
let mut a49 = [p0, 1.5625, 1.75f64].map(|f50| f50.max(1.5625f64).min(f50)).map(|f51| [1.8125f64, f51].into_iter().next().unwrap_or(f51));
}
checked(Some(p0).unwrap_or(p0))
}
#[differentiable(jvp)]
pub fn program_22049(x: &[f64]) -> f64 {
{
let mut bm13: BTreeMap<usize, f64> = ledger((0..3).rev().map(|u14| x[3 % x.len()]).max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(x[1 % x.len()]), [1.5625f64, x[2 % x.len()]].iter().map(|rf15| (*rf15)).sum::<f64>().powf(2.0));
}
let mut bm16: BTreeMap<usize, f64> = ledger(norm_of([x[3 % x.len()], 1.875, 1.6875f64]), f64::min(x[0 % x.len()], (1.5f64 - 1.375f64)));
match ([0.1875f64, (book(0.9375f64, x[1 % x.len()]).len() as f64)].into_iter().all(|f19| (0.5625f64 > 1.5625)), checked(1.875f64)) { (true, Some(f20)) => {
if let Some(f22) = checked(f20) && x.iter().cloned().any(|f23| (0..3 + 1).map(|u24| f20).all(|f25| (f23 > 1.75))) {
let mut a26 = [1.5f64, 0.5625, f20].map(|f27| 0.5f64).map(|f28| (1.875f64 - f22));
}
{
let mut a29 = [bm16.values().sum::<f64>(), 1.5625, f20].map(|f30| (P::new(0.5625f64, 1.75) * f30).y);
'l31: for f32 in a29.to_vec() {
let mut s37 = Shape::Empty;
if x.iter().cloned().any(|f53| [a29[0 % 3], a29[1 % 3]].into_iter().all(|f54| (a29[3 % 3] > 0.9375))) {
let mut t55 = f32.sin_cos();
} else if (0.9375f64 > 1.4375) {
let [f56, .., f57] = [1.5625f64, 1.3125, f20].map(|f58| f58);
} else {
let Some(f59) = (if (f32 > 1.625) { Some(f20) } else { None }) else { return bm16.values().sum::<f64>(); };
}
}
}
} (false, Some(f60)) if [x[1 % x.len()], f60].into_iter().filter(|rf61| x.iter().cloned().all(|f62| ((*rf61) > 0.6875))).all(|f63| (f60 <= 0.75)) => {
let [f65, .., f66] = [0.875f64, 1.0625, f60];
} _ => {
let tree69 = Tree::Leaf(x.iter().cloned().next().unwrap_or(1.375f64));
} }
x.iter().take_while(|rrf70| ((**rrf70) <= 1.375)).map(|rf71| ((P::new((*rf71), 1.5) * x[0 % x.len()]) * x[0 % x.len()]).y).sum::<f64>() + 0.0
}


#[differentiable(jvp)]
pub fn program_22050(x: &[f64]) -> f64 {
'l1: for f2 in scaled(scaled(vec![x[2 % x.len()]; 3], x[1 % x.len()]), P::new(x[1 % x.len()], x[1 % x.len()]).potential(x[0 % x.len()])) {
let c3 = |f4: f64| -> f64 { spread([weighed(Some(&x[3 % x.len()]), x.iter().cloned().product::<f64>()), norm_of([f4, 1.4375, f4]).rem_euclid(1.5)], spread([felt(&Shape::Empty, f4), f4], f2)) };
}
'l5: for f6 in scaled(scaled(x.to_vec(), x[1 % x.len()]), [0.4375f64, 1.5f64].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(x[0 % x.len()])).into_iter().rev() {
{ let mut rest = vec![0.125f64; 3]; 'l11: while let Some(f12) = rest.pop() {
let mut u15 = 1;
if ((3usize % 3 == 1) || (u15 % 2 == 0)) { continue 'l5; }
let mut h19 = book(f6, weighed(Some(&felt(&Shape::Empty, x[2 % x.len()])), x[1 % x.len()]));
} }
if let Some(f20) = Some(x.iter().cloned().product::<f64>()).and_then(|f21| Some(f6)) {
if (x[2 % x.len()] > 0.125) { return f64::min(f20, (match ((0usize * 2 + 1) as usize) % 5 { 0 => x[2 % x.len()], 1 | 2 => 1.125f64, n @ 3.. => n as f64 * 0.875f64 })); }
} else {
if ((1usize * 2 + 1) % 3 == 1) {
let mut bm22: BTreeMap<usize, f64> = ledger((*best_of(&(P { x: f6, ..P::new(0.0625f64, 1.1875) }), &P::new(f6, 1.8125))).x, f6);
let mut t24 = (norm_of([f6, 0.75, x[2 % x.len()]].map(|f25| f25)), 0.125);
} else if ((1.125f64 > 0.1875) && (format!("{}{:.1}", 2, 1.6875).len() % 3 == 1)) {
let [f27, .., f28] = [0.3125f64, f6, norm_of([f6, 0.625, 1.0f64])].map(|f29| (f29 * 2.5).floor());
let mut f30 = (*best_of(&P::new(f6, 0.25), &P::new(1.1875f64, 1.4375))).x;
{ let mut w = vec![f6; 3]; for j in 0..1 { w[j] = [f27, (f30 * 2.5).floor()].into_iter().find(|rf31| (f30 > 1.75)).unwrap_or([0.1875f64, x[3 % x.len()]].into_iter().find(|rf32| (f6 > 1.125)).unwrap_or(f28.mul_add(x[2 % x.len()], 0.5f64))); } w.sort_by(|a, b| b.total_cmp(a)); for j in 0..1 { w[j] = (match (3usize as usize) % 5 { 0 => weighed(Some(&f27), norm_of([x[0 % x.len()], 1.75, 0.3125f64])), 1 | 2 => f6, n @ 3.. => n as f64 * (if (f27 > 1.5625) { f28 } else { 0.125f64 }) }); } f30 += w[w.len() - 1]; }
} else {
let mut s34 = shape_of((*best_of(&P::new(x[3 % x.len()], 0.8125), &P::new(x[0 % x.len()], 1.3125))).x, x[0 % x.len()]);
}
}
}
0.4375f64.mul_add(1.5f64, x.iter().cloned().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(0.8125f64)) + 0.0
}


#[differentiable(jvp)]
impl P {
pub fn program_22051_0(&mut self, mut p0: f64, p1: &mut f64, depth: usize) -> f64 {
let mut p2 = (P { x: p0, ..(P { x: self.y, y: 1.125f64, tag: 0usize }) });
{ let mf3 = &mut p0; {
let mut u4 = 3;
} }
let mut p5 = p2;
p0 /= 1.5 + (if depth > 0 { p2.program_22051_0((1.0 + (*p1).powi(2)).ln(), &mut p0, depth - 1) } else { {
let f6 = (*p1);
self.y
} }).abs();
(1.5f64 * p0) + p0
}
}
#[differentiable(jvp)]
pub fn program_22051(x: &[f64]) -> f64 {
let mut pool2 = Pool::from((x.iter().cloned().count() as f64 * 0.1875f64).mul_add(x.iter().cloned().reduce(|f3, f4| x[2 % x.len()]).unwrap_or(0.625f64), x[3 % x.len()]));
let c5 = |f6: f64| -> f64 { (weighed(if (!(1.4375f64 > 1.875)) { Some(&f6) } else { None }, f6) * [pool2[0], 0.6875f64].into_iter().skip_while(|rf7| ((*rf7) > 1.125)).sum::<f64>()) };
let mut u8 = 1;
let mut p9 = (P { x: x[2 % x.len()].sin(), y: x[0 % x.len()], tag: (u8 as usize).pow(2) });
let f10 = (match (0usize as usize) % 5 { 0 => leaves(&Tree::Leaf(0.5625f64), p9.y).clamp(-1.0, 1.5), 1 | 2 => 1.8125f64, n @ 3.. => n as f64 * x[1 % x.len()] });
{
let mut m17 = [[(book(p9.y, f10).len() as f64), 0.5], [1.5625, f10]];
}
let f18 = 0.25f64;
let mut p19 = p9;
let rp20 = &p19;
p9.shift((match f10 { f21 if (p9.y > 1.1875) => p19.x, f22 => rp20.x })) + f10 + 0.5 * f18
}


#[differentiable]
pub fn program_22052(x: &[f64]) -> f64 {
let mut q1: Vec<Box<dyn Bend>> = vec![Box::new((P::new(0.3125f64.clamp(-1.0, 1.5), 0.4375) * Shape::Empty.potential([0.8125f64, 0.75f64].into_iter().last().unwrap_or(x[2 % x.len()])))), Box::new(Shape::Empty)];
let u10 = (((3usize % 3) | 2) % 3);
let mut o13 = checked(total(&[P::new(1.0625f64, 1.0625), P::new(1.0625f64, 1.4375)], x[0 % x.len()]));
o13 = checked((if (u10 % 2 == 0) { 0.875f64 } else { 1.625f64 }).max(0.3125f64));
{
let mut m17 = [[x[1 % x.len()].mul_add(o13.unwrap_or(0.5).powf(2.0), x[0 % x.len()]), x[0 % x.len()]], [x[2 % x.len()], felt(&Shape::Empty, x[3 % x.len()])]];
let mut o18 = o13.take();
}
o13 = o13;
(if o13.is_some() { 1.1875f64 } else { o13.unwrap_or(0.5) }) + 0.0
}


#[differentiable]
pub fn program_22053(x: &[f64]) -> f64 {
let mut q1: Vec<Box<dyn Bend>> = vec![Box::new(P::new(x.iter().cloned().fold(x[3 % x.len()].rem_euclid(1.5), |f2, f3| 0.1875f64.rem_euclid(1.5)), 0.0625)), Box::new(Shape::Circle(P::new(0.875f64, 0.625).dot(&P::new(x[0 % x.len()], 1.5625f64))))];
if matches!(Some(0.6875f64).and_then(|f5| Some(f5)), Some(y) if y > 0.25) {
if (1.375f64 > 0.25) {
if (x.iter().cloned().position(|f9| [0.6875f64, f9].into_iter().any(|f10| (0.9375f64 > 1.3125))).unwrap_or(2) % 3 == 1) { return 1.0f64; }
let f14 = (if x.iter().cloned().any(|f15| (f15 > 0.5)) { f64::min((*best_of(&P::new(0.375f64, 1.4375), &P::new(1.25f64, 0.5625))).x, x[3 % x.len()]) } else { f64::min(0.4375f64, Shape::Empty.area(x[2 % x.len()])) });
} else {
let mut u18 = 2;
let f19 = single(P::new(x[2 % x.len()], 0.5625).dot(&P::new(x[0 % x.len()], 1.5)));
}
} else if x.iter().cloned().any(|f20| (f20 > 1.4375)) {
let mut s22 = Shape::Circle(Shape::Empty.area(x[2 % x.len()]));
} else {
let f23 = x[2 % x.len()];
if matches!(Some(x[2 % x.len()]), Some(y) if y > 0.25) { return (*best_of(&P::new(felt(&P::new(0.625f64, 1.4375), x[2 % x.len()]), 0.125), &P::new(0.4375f64, (-f23)))).x; }
}
let mut u24 = 0;
let mut bm26: BTreeMap<usize, f64> = ledger(book(x[1 % x.len()], 0.75f64).get(&0).copied().unwrap_or(x[1 % x.len()]), norm(&[fallible(x[3 % x.len()]).unwrap_or(1.8125f64), single(1.1875f64)]));
(*best_of(&P::new((0.1 + x[0 % x.len()].powi(2)).sqrt(), x.iter().cloned().map(|f27| f27).sum::<f64>()), &P::new(0.1875f64, (u24 as f64 * 0.25)))).x + 0.0
}


#[differentiable(jvp)]
pub fn program_22055(x: &[f64]) -> f64 {
if (((0.875f64 > 1.8125) || (0.8125f64 > 0.5625)) || (total(&[P::new(x[3 % x.len()], 0.125), P::new(0.5f64, 1.1875)], x[3 % x.len()]) > 1.0625)) {
{ let mut u2 = 0; 'l3: while u2 < 3 && (x[0 % x.len()] > 1.75) { u2 += 1; {
'l11: for f12 in [Some(x[0 % x.len()]).map_or(total(&[P::new(x[1 % x.len()], 0.625), P::new(x[2 % x.len()], 1.5625)], 1.125f64), |f13| 0.875f64), Some(1.8125f64).unwrap_or(x[1 % x.len()])].into_iter() {
if ((f12 > 1.1875) || (u2 % 2 == 0)) { continue 'l11; }
}
{ let mut u14 = 0; 'l15: while u14 < 3 && ((u2 % 2 == 0) || (total(&[P::new(x[3 % x.len()], 0.875), P::new(x[2 % x.len()], 1.6875)], x[1 % x.len()]) > 1.1875)) { u14 += 1; {
let mut vv16 = vec![vec![1.125f64, 1.625f64, (match (3usize as usize) % 5 { 0 => x[1 % x.len()], 1 | 2 => 1.1875f64, n @ 3.. => n as f64 * 1.5f64 })], scaled(x.to_vec(), Some(0.3125f64).unwrap_or_else(|| 0.75f64))];
} } }
} } }
}
(-P::new(0.6875f64, 1.1875)).norm2() + 0.0
}


#[differentiable(jvp)]
impl P {
pub fn program_22056_0(&self, p0: f64, p1: &mut [f64]) -> f64 {
let rf1 = if ((match Shape::Empty { Shape::Circle(f2) => p0, Shape::Rect { w: f3, h: f4 } if (p0 < f4) => 0.625f64, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v5) => 1.5625f64, Shape::Empty => p0 }) > 1.375) { &p0 } else { &p0 };
match ([self.x, 1.6875f64].into_iter().take_while(|rf14| (p0 > 1.625)).all(|f15| (p0 < self.x)), Some(Some(p0).map_or(p0, |f16| (*rf1)))) { (true, Some(f17)) => {
let mut f17 = checked(p0).map_or(1.5f64, |f18| f18).sin();
let mut o19 = Some([f17, (*rf1)].into_iter().nth(1).unwrap_or(p0));
} (false, Some(f20)) if vec![f20, 1.8125].into_iter().any(|f21| (self.x < 0.375f64)) => {
let rf25 = if [[p0, p0].into_iter().skip_while(|rf26| (f20 > 1.125)).sum::<f64>(), (*rf1)].into_iter().all(|f27| [(*rf1), p0].into_iter().any(|f28| [f28, f20].into_iter().all(|f29| (1.5625f64 > 1.375)))) { &p0 } else { &p0 };
} _ => {
let rf30 = &p0;
} }
(match Some(p0) { Some(f31) if (p0 > 1.375) => self.x, Some(f32) => p0, None => 1.25f64 }).max(spread([self.x, 1.25f64], ((*self) * 0.6875f64).y)).min(self.x) + p0
}
}
#[differentiable(jvp)]
pub fn program_22056(x: &[f64]) -> f64 {
match (matches!(checked(x[0 % x.len()]), Some(y) if y > 0.25), Some(x.iter().cloned().skip_while(|rf1| (x[3 % x.len()] > 1.375)).sum::<f64>())) { (true, Some(f2)) => {
match ((!((x[3 % x.len()] > 0.3125) && (f2 > 0.625))), Some(x[0 % x.len()])) { (true, Some(f4)) => {
let mut f9 = Some(f4).map_or(f4, |f10| f4);
} (false, Some(f11)) if x.iter().cloned().all(|f12| (!(x[2 % x.len()] > 1.125))) => {
if ((!(!(f2 > 1.5625))) && (((x[1 % x.len()] > 1.875) && (f2 > 0.125)) && (f11 > 0.375))) {
match ([f11, 0.1875f64].into_iter().any(|f15| [0.3125f64, f2].into_iter().all(|f16| ((1.5f64 > 1.5625) && (f2 > 0.75)))), Some(f2)) { (true, Some(f17)) => {
let f18 = f11;
let mut o21 = Some((match x.iter().cloned().skip_while(|rf26| (f18 > 1.6875)).sum::<f64>() { f27 if (1.875f64 > 0.6875) => P::new(1.25f64, 0.3125).dot(&P::new(f18, 0.9375)), f28 => f11 }));
} (false, Some(f29)) if ((x[1 % x.len()] < 1.1875f64) && (1.75f64 > 1.8125)) => {
let f30 = f11;
let f32 = (Pool::from(f11) + Pool::from(weighed(Some(&x[2 % x.len()]), f29))).total();
} _ => {
let mut t33 = ((match Some(1.375f64) { Some(f34) if (x[3 % x.len()] > 0.4375) => (Pool::from(f34) + Pool::from(f34)).total(), Some(f35) => 0.125f64, None => Pool::from(f11)[1] }), 0.375);
let f36 = 1.5f64;
} }
} else if ((match f11 { f37 if matches!(Some(f11), Some(y) if y > 0.25) => f11, f38 => x[3 % x.len()] }) > 1.4375) {
let f40 = (x.iter().cloned().count() as f64 * f11); let f41 = match f40 > 0.5 { true => f40 * f40, false => 0.5 * f40 };
} else {
assert!(!f11.is_infinite(), "at {}", ((0usize + 2) + 1));
let mut f47 = f11;
}
let mut f50 = [x[2 % x.len()].sin(), f2].into_iter().sum::<f64>();
} _ => {
let f51 = [x.iter().cloned().skip_while(|rf52| (f2 > 0.9375)).sum::<f64>(), f2].into_iter().find(|rf53| (((*rf53) > 0.3125) && (!(x[1 % x.len()] > 1.8125)))).unwrap_or(Pool::from(P::new(f2, 0.125).dot(&P::new(f2, 0.9375)))[1]);
let rf55 = if (((f2 > 0.9375) && (f2 > 1.5)) && (0.625f64 > 0.25)) { &f2 } else { &f51 };
let f60 = (-f51.abs()).exp().max(1.0f64.max(f51).min(f2));
} }
} (false, Some(f61)) if (x.to_vec().into_iter().all(|f62| (1.25f64 > 0.5)) && [f61, f61].into_iter().any(|f63| (f63 > 0.6875))) => {
let f64 = x[3 % x.len()];
} _ => {
let mut f65 = Shape::Circle(0.6875f64).area((&weighed(Some(&1.6875f64), x[1 % x.len()]) * &1.8125f64));
} }
((Pool::from((match x[2 % x.len()] { f66 if (0.6875f64 > 1.6875) => 1.625f64, f67 => f67 })) + Pool::from((match Shape::Empty { Shape::Circle(f68) => f68, Shape::Rect { w: f69, h: f70 } if (x[1 % x.len()] > 1.75) => x[3 % x.len()], Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v71) => 1.25f64, Shape::Empty => 0.75f64 }))).total() / (1.5 + x.iter().cloned().skip_while(|rf72| (((*rf72) > 0.625) && ((*rf72) > 1.75))).sum::<f64>().powi(2))) + 0.0
}


#[differentiable(jvp)]
pub fn program_22058_0(p0: &mut f64, g: impl Fn(f64) -> f64) {
{
let mut h7 = book((-1.4375f64), single((*p0).powf(2.0)));
}
let mut h13 = book(norm_of([(*p0), 1.75, 1.4375f64]), {
{
'l15: for f16 in vec![0.75f64, 1.0] {
let mut h17 = book(f16, f16);
}
}
0.8125f64
}.powi(2));
}
#[differentiable(jvp)]
pub fn program_22058(x: &[f64]) -> f64 {
let mut v1 = vec![(0.125f64 * 1.0f64).powf(2.0), (x.iter().cloned().map_while(|f2| Some(f2)).sum::<f64>() * 1.0625f64), pair(1.5625f64, x[2 % x.len()]).1];
'l3: for (u4, mf5) in v1.iter_mut().enumerate() {
if x.iter().cloned().reduce(f64::max).is_none() { {
'l9: for f10 in vec![norm_of([(*mf5), 0.25, (*mf5)]), (0.5f64 * (0.875f64 * 1.625f64)), (-1.5625f64)] {
'l11: for (u12, f13) in x.iter().cloned().enumerate() {
let P { x: f14, y: mut f15, .. } = P::new((*mf5), f13);
program_22058_0(&mut f15, |f16| ((-norm_of([f16, 0.25, f14])) * (x[3 % x.len()] * f16).powf(2.0)));
}
}
let P { x: f17, y: mut f18, .. } = P::new(((*[1.0625f64, (*mf5)].iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)) - P::new((*mf5), 0.5625).potential((*mf5))), 0.9375f64);
program_22058_0(&mut f18, |f19| (*mf5));
} return (([0.625f64, 1.75f64].into_iter().count() as f64 * (x[1 % x.len()] * (*mf5))) - [0.375f64, 0.625f64].into_iter().map(|f20| x[3 % x.len()]).sum::<f64>()); }
{
'l24: for f25 in vec![1.6875f64, (*mf5), 0.875f64] {
if let Some(f28) = tried(f25).ok() {
let P { x: f29, y: mut f30, .. } = (&P::new((x[2 % x.len()] - f25), 1.125) - &P::new(1.5625f64, (*mf5)));
}
}
let P { x: f32, y: mut f33, .. } = P::new(([(*mf5), x[3 % x.len()]].into_iter().count() as f64 * pair((*mf5), x[1 % x.len()]).1), x.iter().cloned().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(x[3 % x.len()]));
}
}
norm_of([(x.iter().cloned().count() as f64 * 0.4375f64), 1.25, x[3 % x.len()]]) + 0.0
}


#[differentiable(jvp)]
pub fn program_22059(x: &[f64]) -> f64 {
'l5: for f6 in x.iter().cloned().scan(1.625f64, |mf7, f8| { *mf7 += (*mf7); Some(*mf7) }).take(3) {
let (f12, mut f13) = (x[1 % x.len()], f6);
}
let (f19, mut f20) = pair(x[1 % x.len()], norm(&[single(x[3 % x.len()]), f64::min(x[3 % x.len()], 0.5625f64)]));
f20 += nudge(Some(&mut f20), f64::min(1.625f64, 1.8125f64));
assert!(!f20.is_infinite(), "at {}", 2usize);
assert!(!f19.is_infinite(), "at {}", 1usize);
1.8125f64 + f19 + 0.5 * f20
}


#[differentiable(jvp)]
impl P {
pub fn program_22061_0(&self, p0: f64) -> Vec<f64> {
let mut m1 = [[(0usize as f64 * 0.25), 0.5], [1.375, p0.clamp(-1.0, 1.5)]];
'l2: for (u3, f4) in vec![self.x, 1.6875].into_iter().enumerate() {
let rf8 = &f4;
}
'l18: for f19 in scaled(vec![p0, p0.powi(1), self.x], (p0 + felt(&(*self), 0.875f64))).into_iter().rev() {
if let Some(f25) = (if (p0 > 1.125) { Some(p0.clamp(-1.0, 1.5)) } else { None }).filter(|rf26| ([0.3125f64, p0].into_iter().map_while(|f27| Some(0.625f64)).sum::<f64>() > 0.75)) && ((match p0 { f28 if ((f28 > 1.625) && (p0 > 0.5625)) => self.x, f29 => f19 }) > felt(&(*self), f19)) {
let rf31 = if [f25, f25].into_iter().all(|f32| (((p0 > 1.875) && (p0 > 1.1875)) && matches!(Shape::Circle(1.875f64), Shape::Rect { w, .. } if w > 0.5))) { &f19 } else { &f25 };
}
}
let mut s33 = Shape::Circle(Some(self.x).map_or(p0, |f34| p0));
let Some(f35) = Some(felt(&(*self), p0)).filter(|rf36| (norm(&[0.25f64, (*rf36)]) > 0.625)) else { return vec![p0, p0, (match s33.clone() { Shape::Circle(f37) => felt(&(*self), self.x), Shape::Rect { w: f38, h: f39 } if matches!(Shape::Empty, Shape::Rect { w, .. } if w > 0.5) => f39, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v40) => p0, Shape::Empty => 1.75f64 })]; };
match (matches!(Shape::Empty, Shape::Rect { w, .. } if w > 0.5), (if (p0 > 1.625) { Some([p0, 0.5625f64].into_iter().product::<f64>()) } else { None }).and_then(|f41| Some(p0))) { (true, Some(f42)) => {
s33.inflate(leaves(&Tree::Leaf(p0), (P::new(p0, 0.3125) * p0).y));
} (false, Some(f44)) if (Shape::Empty.area(p0) > 1.625) => {
let rf45 = &p0;
} _ => {
let rf49 = if Some(p0).is_none() { &p0 } else { &f35 };
} }
vec![(-[f35, self.x].into_iter().fold(f64::NEG_INFINITY, f64::max).max(-1.0)), self.x.clamp(-1.0, 1.5), (p0 * p0)]
}
}
#[differentiable(jvp)]
pub fn program_22061_1(p0: &mut Vec<f64>, p1: &P, p2: &mut P, depth: usize) {
if let Some(f1) = Some(p0[0 % p0.len()]).filter(|rf2| (p0[3 % p0.len()] > 0.375)) && ([p2.y, p0[2 % p0.len()]].into_iter().all(|f3| (f3 > 0.8125)) && ((p0[2 % p0.len()] * p1.x) > (if (p2.y > 0.625) { p0[2 % p0.len()] } else { p0[3 % p0.len()] }))) {
let mut t4 = (pair(1.1875f64, felt(&Shape::Circle(f1), f1)).1, 1.4375);
}
match ((!(p1.x > 0.5625)), Some(((P { x: p1.x, ..P::new(p0[0 % p0.len()], 1.25) }) * p0[2 % p0.len()]).y)) { (true, Some(f5)) => {
let f6 = (match Shape::Circle(f5) { Shape::Circle(f7) => 1.125f64, Shape::Rect { w: f8, h: f9 } if matches!(Shape::Circle(f9), Shape::Rect { w, .. } if w > 0.5) => p1.x, Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v10) => pair(f5, p0[0 % p0.len()]).1, Shape::Empty => p2.y });
let mut s14 = Shape::Circle((1.4375f64 + f6));
let mut f15 = Shape::Empty.area((match s14.clone().area(p0[1 % p0.len()]) { f16 if matches!(s14, Shape::Circle(_)) => (f5 + f16), f17 => f17 }));
} (false, Some(f18)) if Some(f18).and_then(|f19| Some(f18)).and_then(|f20| Some(p2.y)).is_none() => {
let f21 = norm(&[[f18, p1.x].into_iter().product::<f64>(), p2.y]);
} _ => {
let mut f22 = total(&[P::new(0.25f64, 0.4375), P::new(felt(&Shape::Empty, p1.x), 0.125)], (match (p1.x * 1.375f64) { f23 if (f23 > 0.5) => p0[3 % p0.len()], f24 => f24 }));
} }
}
#[differentiable(jvp)]
pub fn program_22061(x: &[f64]) -> f64 {
if Some(x[2 % x.len()]).is_none() {
match (Some((match 0.625f64 { f6 if (0.375f64 > 0.375) => f6, f7 => x[3 % x.len()] })).is_none(), (if matches!(Shape::Empty, Shape::Rect { w, .. } if w > 0.5) { Some(1.625f64) } else { None })) { (true, Some(f8)) => {
let mut t9 = ([1.125f64, f8].into_iter().map_while(|f10| checked(f10)).sum::<f64>(), 0.125);
if Some(f8).filter(|rf11| (!(f8 > 0.125))).is_none() {
t9.0 = x.iter().cloned().sum::<f64>();
} else {
let mut g12: Array2<f64> = matrix(f8, (x[3 % x.len()] * t9.0));
}
let rf13 = &f8;
} (false, Some(f14)) if (if (x[0 % x.len()] > 0.4375) { Some(f14) } else { None }).is_none() => {
if (![f14, f14].into_iter().all(|f20| matches!(Shape::Empty, Shape::Rect { w, .. } if w > 0.5))) {
let f21 = (match f14 { f22 if matches!(Shape::Empty, Shape::Rect { w, .. } if w > 0.5) => f14, f23 => (P::new(0.0625f64, 0.3125) * 0.125f64).y });
let f24 = f21;
}
let mut m25 = [[(felt(&P::new(x[2 % x.len()], 1.375), f14) + f14), 0.5], [0.625, f14]];
let mut s26 = Shape::Circle((P::new(0.625f64, 0.8125).dot(&P::new(f14, 0.5)) - 0.875f64));
} _ => {
let f27 = ((if (1.8125f64 > 0.875) { x[3 % x.len()] } else { x[2 % x.len()] }) + norm(&[(match x[3 % x.len()] { f28 if (f28 > 0.625) => x[1 % x.len()], f29 => f29 }), [x[3 % x.len()], x[0 % x.len()]].into_iter().map_while(|f30| Some(f30)).sum::<f64>()]));
let mut g33: Array2<f64> = matrix((f27 * 1.0625f64), f27.clamp(-1.0, 1.5));
match ((x.iter().cloned().all(|f36| (x[2 % x.len()] > 0.875)) && ((-x[3 % x.len()]) > 1.75)), checked(f27).filter(|rf37| Some(f27).is_none())) { (true, Some(f38)) => {
let f40 = felt(&(P { x: felt(&Shape::Empty, x[3 % x.len()]), ..(P { x: f38, ..P::new(f38, 0.6875) }) }), f27);
} (false, Some(f41)) if x.iter().cloned().filter(|rf42| ((f27 > 1.0) && ((*rf42) > 1.4375))).all(|f43| vec![f43, 1.4375].into_iter().all(|f44| ((f43 > 1.125) && (1.1875f64 > 0.9375)))) => {
let mut m47 = [[norm(&[norm(&[f27, f41]), f27]), 0.5], [1.0, g33.t()[[2 % 3, 3usize % 2]]]];
} _ => {
let f48 = 0.125f64.mul_add(f27, x.iter().cloned().map_while(|f49| Some(0.5f64)).sum::<f64>());
} }
} }
} else {
let f50 = x.iter().cloned().product::<f64>();
}
(match x[1 % x.len()] { f51 if x.iter().cloned().map(|f52| f51).all(|f53| (f53 > 0.3125)) => x[0 % x.len()], f54 => f54 }) + 0.0
}


#[differentiable(jvp)]
pub fn program_22062_0(p0: f64) -> f64 {
let f1 = single([p0, p0].into_iter().nth(1).unwrap_or(p0)); let f2 = match f1 > 0.5 { true => f1 * f1, false => 0.5 * f1 };
{ let mut u10 = 0; 'l11: loop { u10 += 1; if u10 > 2 || ([f1, f2].into_iter().filter(|rf12| (p0 > 0.3125)).max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(p0) > 1.125) { break; } {
let rf13 = &p0;
} } }
{ let mut u14 = 0; 'l15: loop { u14 += 1; if u14 > 2 || (((1.125f64 * 2.5).floor() > [p0, f2].into_iter().reduce(|f16, f17| p0).unwrap_or(1.5625f64)) || ({
if let Some(f21) = Some(f1) && (p0 > 0.5625) {
let u24 = 3usize;
}
let f25 = f2;
let f26 = f1;
0.0625f64
} > 0.375)) { break; } {
let f27 = (if ((u14 % 2 == 0) && (u14 % 2 == 0)) { (if (u14 % 2 == 0) { f1 } else { f2 }) } else { f1 });
} } }
(if ((p0 > 0.6875) || (0.3125f64 > 0.375)) { (P { x: f1, y: p0, tag: 0usize }) } else { (P { x: p0, y: f2, tag: 2usize }) }).dot(&(P { x: f2, y: 1.0f64, tag: 0usize })) + p0 + 0.5 * f1 + 0.5 * f2
}
#[differentiable(jvp)]
pub fn program_22062(x: &[f64]) -> f64 {
{
{ let mut rest = vec![program_22062_0(1.625f64), 1.25]; 'l7: while let Some(f8) = rest.pop() {
let mut f16; if (((1.3125f64 > 1.5) && (!(f8 > 1.0))) && (program_22062_0(x[1 % x.len()]) > 0.125)) { f16 = program_22062_0(program_22062_0(program_22062_0(f8))); } else { f16 = (Pool::from(x[2 % x.len()]) + Pool::from(0.1875f64)).total(); }
match x { [rf17, .., rf18] => {
match Shape::Empty { Shape::Circle(f19) if (twice(cube, x.iter().cloned().reduce(|f20, f21| (*rf18)).unwrap_or(f19)) > 0.875) => {
let mut f22; if ((f19 > 0.125) && (f16 > 1.75)) { f22 = program_22062_0((*rf18)); } else { f22 = [x[1 % x.len()], program_22062_0((*rf18))].into_iter().reduce(|f23, f24| program_22062_0(single(f16))).unwrap_or(program_22062_0(1.4375f64.clamp(-1.0, 1.5))); }
let mut t25 = (x.iter().enumerate().map(|(u26, rf27)| (*rf27)).max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(f16), x.iter().cloned().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or([x[3 % x.len()], f22].into_iter().product::<f64>()));
let f28 = [0.125f64, f8].into_iter().flat_map(|f29| [x[0 % x.len()], t25.0]).product::<f64>();
} Shape::Circle(mut f30) => {
f16 = P::new(f8, 1.5625).dot(&(if (x[1 % x.len()] > 1.0) { (P { x: f16, y: 0.25f64, tag: 2usize }) } else { P::new(f16, 1.5) }));
} Shape::Rect { w: f31, h: f32 } => {
let mut w34 = vec![(P { x: f16, y: x[2 % x.len()], tag: 0usize }), P::new(1.0625f64, 1.8125)];
let rf36 = &f31;
let mut bm37: BTreeMap<usize, f64> = ledger(program_22062_0(program_22062_0(w34[1 % w34.len()].x)), f32);
} Shape::Many(mut v38) => {
for i in 1..v38.len() { v38[i] = v38[i - 1] * 0.5 + v38[i]; }
let mut t40 = ((*rf17), 0.0625);
t40.0 = program_22062_0(f16);
} _ => {
{ let r = &mut f16; let s = &mut *r; *s *= f8; *r += program_22062_0(f8); }
} }
{ let n = 3usize % 3 + 1; let mut w = vec![0.0; n]; 'l43: for u44 in 0..3 { for j in 0..n { w[j] = pair(f8, f8).1 * j as f64; } let rl45 = &w[..]; f16 += rl45[0] * rl45[n - 1] * nudge(Some(&mut f16), f8); {
let mut bm46: BTreeMap<usize, f64> = ledger(x[2 % x.len()], program_22062_0(rl45[1 % rl45.len()]));
} } }
} [rf47] => {
let f48 = program_22062_0(0.1875f64);
} [] => {
let rf49 = &f8;
} }
} }
}
program_22062_0(program_22062_0(program_22062_0(x[1 % x.len()]))) + 0.0
}


#[differentiable(jvp)]
impl P {
pub fn program_22063_0(self, p0: f64) -> f64 {
let mut p0 = P::new(leaves(&Tree::Leaf(self.y), p0), 1.8125).dot(&(&(-P::new(p0, 1.5625)) - &P::new(p0, 0.75)));
let rf6 = if matches!((if (1.25f64 > 0.875) { Shape::Empty } else { Shape::Circle(p0) }), Shape::Rect { w, .. } if w > 0.5) { &p0 } else { &p0 };
let mut g7: Array2<f64> = matrix(p0, p0);
'l8: for f9 in (0..3).rev().map(|u10| p0) {
if let Some(f11) = (if (self.x > 0.5) { Some((self * p0).y) } else { None }) && (self.y < norm(&[p0, self.y])) {
{
'l17: for f18 in std::iter::repeat({
let f19 = self.y;
f11
}).take(2) {
{ let row = g7.row(0 % 2).to_owned(); g7.row_mut(0 % 2).assign(&row); }
{ let row = g7.row(1 % 2).to_owned(); g7.row_mut(0 % 2).assign(&row); }
}
}
}
}
(*rf6) + p0
}
}
#[differentiable(jvp)]
pub fn program_22063_1(p0: f64, p1: &mut Vec<f64>, g: impl Fn(f64) -> f64) -> P {
'l1: for u2 in 0..3 {
assert!(!p0.is_infinite(), "at {}", 0usize);
let f3 = ((-P::new(p0, 0.4375)) * (-P::new(p0, 0.1875)).program_22063_0(p0)).y; let f4 = match f3 > 0.5 { true => f3 * f3, false => 0.5 * f3 };
'l5: for u6 in (0..[f4, 1.75f64].into_iter().position(|f7| (0.875f64 < p0)).unwrap_or(2) % 4).rev() {
{
let f19 = (-P::new(p1[0 % p1.len()], 0.0625).program_22063_0(0.125f64).abs()).exp();
let mut vv21 = vec![vec![leaves(&Tree::Leaf(f4), f3), 1.5625], vec![(0.1 + f19.powi(2)).sqrt(), 0.3125]];
let mut pool25 = ((Pool::from(f19) + (Pool::from(f3) + Pool::from(1.3125f64))) + ((Pool::from(0.5f64) + Pool::from(f19)) + (Pool::from(p1[0 % p1.len()]) + Pool::from(f4))));
}
if let Some(f26) = Some(P::new(p0, 0.4375).program_22063_0(P::new(p0, 0.4375).program_22063_0(f4))) {
if let Some(f28) = Some((-P::new(p0, 0.5625)).program_22063_0((f4 * 2.5).floor())) && matches!(Shape::Tagged(u2, Shape::Circle(p0).area(f4)), Shape::Rect { w, .. } if w > 0.5) {
let mut g30: Array2<f64> = matrix(p1[2 % p1.len()], (if (1.0f64 > 1.125) { P::new(f4, 0.1875) } else { P::new(f28, 0.25) }).program_22063_0(P::new(f3, 1.625).program_22063_0(p1[3 % p1.len()])));
}
}
}
}
(-P::new(p1[2 % p1.len()], 0.3125))
}
#[differentiable(jvp)]
pub fn program_22063(x: &[f64]) -> f64 {
let f2 = P::new(1.8125f64, 1.625).program_22063_0(x[0 % x.len()]); let f3 = match f2 > 0.5 { true => f2 * f2, false => 0.5 * f2 };
{ let mut bits = (0..3).rev().map(|u4| P::new(f2, 1.875).program_22063_0(x[3 % x.len()])).position(|f5| (P::new(f5, 1.1875).program_22063_0(f5) < x.iter().cloned().product::<f64>())).unwrap_or(2) % 8; 'l6: while bits != 0 { bits &= bits - 1; {
if matches!(Shape::Empty, Shape::Rect { w, .. } if w > 0.5) { {
let f7 = P::new(P::new(f3, 1.875).program_22063_0(f3), 1.875).program_22063_0(P::new(f3, 0.3125).program_22063_0(Some(x[1 % x.len()]).unwrap_or(1.625f64)));
} return P::new((0.1 + x[0 % x.len()].powi(2)).sqrt(), 1.75).program_22063_0(P::new(x[3 % x.len()], 0.6875).program_22063_0(P::new(f2, 1.625).program_22063_0(x[3 % x.len()]))); }
if matches!(Shape::Circle(x[0 % x.len()]).grown(f2), Shape::Rect { w, .. } if w > 0.5) { {
'l11: for u12 in 0..3 {
{ let mut rest = vec![0.25f64, 0.75]; 'l14: while let Some(f15) = rest.pop() {
let f16 = (&(-P::new(0.3125f64, 0.25)) - &(-P::new(f15, 0.875))).program_22063_0(P::new(f2, 1.6875).program_22063_0(f3));
} }
{ let mut rest = vec![P::new(f2, 0.125).program_22063_0(f3), 0.6875]; 'l20: while let Some(f21) = rest.pop() {
let mut pool22 = ((Pool::from(x[1 % x.len()]) + (Pool::from(f3) + Pool::from(f21))) + ((Pool::from(f21) + Pool::from(1.875f64)) + Pool::from(f21)));
pool22.parts.push(P::new(x[3 % x.len()], 0.25).program_22063_0(P::new(pool22[3], 1.75).program_22063_0(f21)));
} }
}
if (P::new(x[0 % x.len()], 0.8125).program_22063_0((P::new(f3, 1.1875) * f3).y) < [f2, f2].into_iter().fold(0.6875f64, |f24, f25| P::new(f24, 0.6875).norm2())) { {
assert!(!f3.is_infinite(), "at {}", (if matches!(Shape::Circle(f2), Shape::Rect { w, .. } if w > 0.5) { x.iter().cloned().position(|f29| (f3 > 1.6875)).unwrap_or(2) } else { [f3, f3].iter().enumerate().filter(|(u30, _)| (u30 % 2 == 0)).map(|(_, rf31)| f3).position(|f32| (1.125f64 < x[0 % x.len()])).unwrap_or(2) }));
{ let mut rest = x.to_vec(); 'l33: while let Some(f34) = rest.pop() {
let f35 = [f2, f34].into_iter().product::<f64>();
} }
} break 'l6; }
} return f3; }
} } }
P::new(1.25f64, 1.75).program_22063_0(f3) + f2 + 0.5 * f3
}


#[differentiable(jvp)]
pub fn program_22065_0(p0: f64, g: impl Fn(f64) -> f64) -> P {
let Some(f1) = Some((P { x: p0, y: 0.5f64, tag: 1usize }).norm2()) else { return (P { x: 0.3125f64, y: [1.8125f64, 1.0625f64].into_iter().find(|rf2| ((*rf2) > 0.375)).unwrap_or(total(&[P::new(p0, 1.1875), P::new(p0, 0.6875)], p0)), tag: 2usize }); };
note((1usize as usize).pow(2));
let mut g7: Array2<f64> = matrix(((*best_of(&P::new(1.4375f64, 1.3125), &P::new(1.0625f64, 1.4375))).x / (1.5 + {
let mut h11 = book(p0, 0.875f64);
let mut s12 = Shape::Empty;
f1
}.powi(2))), (1.0 + 1.6875f64.powi(2)).ln());
let f13 = f64::min(twice(|f14| 0.625f64, (f1 * 2.5).floor()), (*best_of(&P::new(1.5f64, 1.5625), &P::new(0.125f64, 0.375))).x); let f15 = match f13 > 0.5 { true => f13 * f13, false => 0.5 * f13 };
(P::new(twice(&g, 1.1875f64), 0.75) * [0.4375f64, f13].into_iter().fold(0.1875f64, |f16, f17| [f13, f17].into_iter().next().unwrap_or(f13)))
}
#[differentiable(jvp)]
pub fn program_22065_1(p0: f64, mut p1: Vec<f64>, p2: &mut Vec<f64>) -> Vec<f64> {
if p1.len() > 1 { let (ml5, ml6) = p1.split_at_mut(1); {
let mut g7: Array2<f64> = matrix((p0 * 1.5625f64), p2[0 % p2.len()]);
g7.column_mut(3 % 3).mapv_inplace(|f8| Some(p0).unwrap_or(f8.tanh()));
'l9: for u10 in (0..((3usize as usize).pow(2) as usize).pow(2) % 4).rev() {
let mut f11 = p2[2 % p2.len()];
'l12: for u13 in (0..(u10 as usize).pow(2) % 4).rev() {
ml6[0 % ml6.len()] += (g7[[u13 % 2, 3 % 3]] + f11);
}
}
} }
scaled(scaled(vec![p0, 1.25], p2[0 % p2.len()]), (p0 * p0))
}
#[differentiable(jvp)]
pub fn program_22065(x: &[f64]) -> f64 {
let f1 = (Pool::from((*best_of(&P::new(x[3 % x.len()], 1.75), &P::new(1.375f64, 1.5))).x) + Pool::from(1.4375f64)).total(); let f2 = match f1 > 0.5 { true => f1 * f1, false => 0.5 * f1 };
match (((!(!(f2 > 0.75))) || matches!(Shape::Empty, Shape::Rect { w, .. } if w > 0.5)), Some(f2)) { (true, Some(f8)) => {
let mut u9 = 3;
let mut f12 = {
note(u9);
match (if (u9 % 2 == 0) { Shape::Circle(x[3 % x.len()]) } else { Shape::Circle(x[0 % x.len()]) }) { Shape::Circle(f17) if (u9 % 2 == 0) => {
match ((u9 % 2 == 0), Some(f17)) { (true, Some(f18)) => {
let mut f19 = f8;
f19 = fallible(f18).unwrap_or_else(|e| e.len() as f64);
let rf21 = &f1;
} (false, Some(f22)) if ((u9 % 2 == 0) || (f2 > 0.5)) => {
let mut f23 = f17;
} _ => {
let mut f24 = [f2, x[2 % x.len()]].into_iter().next().unwrap_or(x[2 % x.len()]).tanh();
} }
match x { [rf32, .., rf33] => {
let mut g34: Array2<f64> = matrix(x[0 % x.len()], f2);
} [rf35] => {
let mut pool38 = Pool::from(f8);
} [] => {
let mut f39 = f8;
let rf40 = &f17;
note(u9);
} }
} Shape::Circle(mut f41) => {
let mut h44 = book(f8, f2);
} Shape::Rect { w: f45, h: f46 } => {
let Some(f47) = Some(x.iter().cloned().skip_while(|rf48| (u9 % 2 == 0)).sum::<f64>()) else { return f46; };
} Shape::Many(mut v49) => {
let mut f50 = Shape::Circle(f8).potential(f1).tanh();
} _ => {
let mut m53 = [[x.iter().cloned().find(|rf54| (f2 > 0.625)).unwrap_or(f2), {
let mut u55 = 0;
f8
}], [x[3 % x.len()], f8]];
} }
(1.0 + [f2, f1].into_iter().map(|f56| f1).sum::<f64>().powi(2)).ln()
};
} (false, Some(f57)) if matches!((if (1.0625f64 > 0.6875) { Shape::Circle(0.5625f64) } else { Shape::Empty }), Shape::Rect { w, .. } if w > 0.5) => {
note(((3usize as usize).pow(2) as usize).pow(2));
} _ => {
let mut h58 = book(f2, [0.0625f64, 0.5625f64].into_iter().fold(f2, |f59, f60| f2));
} }
(f2 * x[1 % x.len()]) + f1 + 0.5 * f2
}


#[differentiable(jvp)]
pub fn program_22066(x: &[f64]) -> f64 {
match Shape::Circle(x[0 % x.len()]) { Shape::Circle(f3) if ((match (1usize as usize) % 5 { 0 => f3, 1 | 2 => x[3 % x.len()], n @ 3.. => n as f64 * total(&[P::new(x[0 % x.len()], 0.75), P::new(f3, 0.25)], x[2 % x.len()]) }) > 0.8125) => {
if ((f3 - Shape::Circle(f3).potential(f3)) > 0.6875) { return 1.8125f64; }
match (([f3, 0.625f64].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(f3) > 1.75), Some(f3)) { (true, Some(f8)) => {
let u9 = format!("{}{:.1}", 2, 1.5625).len();
match shape_of(f3, Some(0.0625f64).unwrap_or(x[3 % x.len()])) { Shape::Circle(f10) if (u9 % 2 == 0) => {
let rf11 = if (u9 % 2 == 0) { &f10 } else { &f8 };
} Shape::Circle(mut f12) => {
let mut g14: Array2<f64> = matrix((book(f8, x[0 % x.len()]).len() as f64), total(&[P::new(1.1875f64, 0.8125), P::new(f3, 0.125)], x[0 % x.len()]));
} Shape::Rect { w: f15, h: f16 } => {
let rf17 = if ((f8 * f16) > 0.375) { &f3 } else { &f15 };
} Shape::Many(mut v18) => {
let mut g19: Array2<f64> = matrix(v18.iter().copied().scan(1.0f64, |mf20, f21| { *mf20 += v18[u9 % v18.len()]; Some(*mf20) }).map_while(|f22| Some(f3)).sum::<f64>(), mixed(&mut v18, 1.875f64));
} _ => {
let f24 = 0.625f64;
} }
} (false, Some(f25)) if ([f3, x[1 % x.len()]].into_iter().map_while(|f26| Some(f26)).sum::<f64>() > 1.25) => {
let u27 = 0usize;
} _ => {
let f28 = x[2 % x.len()];
} }
} Shape::Circle(mut f29) => {
let mut pool30 = ((Pool::from(x[1 % x.len()]) + Pool::from(f29)) + ((Pool::from(1.1875f64) + Pool::from(f29)) + (Pool::from(x[1 % x.len()]) + Pool::from(x[3 % x.len()]))));
} Shape::Rect { w: f31, h: f32 } => {
if ((-x[2 % x.len()]) > 1.75) { return [x[1 % x.len()], [f32, 1.5f64].into_iter().nth(1).unwrap_or(x[3 % x.len()])].into_iter().nth(1).unwrap_or(norm_of([f31, 1.1875, f31])); }
} Shape::Many(mut v33) => {
v33.reverse();
} _ => {
let u34 = format!("{}{:.1}", 2, 1.125).len();
} }
norm_of([0.25f64, 1.5625, x[2 % x.len()]]) + 0.0
}


#[differentiable]
pub fn program_22067(x: &[f64]) -> f64 {
let mut f7 = ([0.8125f64, x.iter().cloned().fold(f64::NEG_INFINITY, f64::max).max(-1.0)].into_iter().count() as f64 * [0.6875f64, x[2 % x.len()]].into_iter().product::<f64>());
let mut q8: Vec<Box<dyn Bend>> = vec![Box::new((P { x: Some(f7).unwrap_or(1.75f64), ..(P { x: f7, y: f7, tag: (no_diff(f7.abs() * 3.0) as usize) }) })), Box::new(Shape::Circle(x[1 % x.len()]))];
let mut f9 = (&x[1 % x.len()] * &(match f7 { f10 if (f7 > 1.1875) => f7, f11 => f11 }));
{ let mf14 = if [f7, Shape::Circle(f9).potential(0.75f64)].into_iter().all(|f15| (f9 > total(&[P::new(f7, 0.1875), P::new(1.25f64, 0.375)], x[3 % x.len()]))) { &mut f9 } else { &mut f7 }; {
{ let mut rest = vec![[x[0 % x.len()], (*mf14)].into_iter().fold(f64::NEG_INFINITY, f64::max).max(-1.0), 1.3125f64, 0.625f64]; 'l16: while let Some(f17) = rest.pop() {
let mut a31 = [1.4375f64, 0.0625, (P { x: f17, ..P::new((*mf14), 1.1875) }).dot(&(P { x: (*mf14), y: f17, tag: 1usize }))];
*mf14 = f17;
} }
} }
(f9, f7) = (Pool::from([1.1875f64, f9].into_iter().find(|rf34| (1.1875f64 > 1.125)).unwrap_or(1.5625f64))[1], (match f7 { f35 if (!(x[0 % x.len()] > 1.5)) => Pool::from(x[1 % x.len()])[1], f36 => Pool::from(f7)[1] }));
{ let mut add = |f37: f64| -> f64 { if [f7, x[3 % x.len()]].into_iter().filter_map(|f38| Some(f38)).all(|f39| (f9.hypot(1.0 + f9.abs()) > 1.0625)) { return Shape::Circle(f7).potential(f7); } f9 += (book(f37, f37).len() as f64); weighed(if (x[2 % x.len()] > 1.0625) { Some(&f7) } else { None }, f37).max(Some(f37).unwrap_or(f7)) }; f7 = add(x.to_vec().into_iter().find(|rf40| (1.1875f64 > 0.9375)).unwrap_or(x.iter().cloned().product::<f64>())); }
1.375f64 + f7 + 0.5 * f9
}


#[differentiable]
pub fn program_22069(x: &[f64]) -> f64 {
let mut q1: Vec<Box<dyn Bend>> = vec![Box::new((if (twice(|f2| f2, x[3 % x.len()]) <= 0.25) { P::new(0.875f64, 0.625) } else { (if (x[2 % x.len()] > 0.75) { P::new(1.625f64, 1.375) } else { (P::new(x[0 % x.len()], 1.375) + P::new(x[3 % x.len()], 0.1875)) }) })), Box::new(Shape::Circle(0.8125f64).grown(felt(&shape_of(1.8125f64, x[0 % x.len()]), (&x[1 % x.len()] * &x[3 % x.len()]))))];
let mut m3 = [[[x[1 % x.len()], 1.875f64].into_iter().next().unwrap_or((0.1 + 0.5f64.powi(2)).sqrt()); 2]; 2];
let mut f4 = [x[1 % x.len()], 0.75f64].iter().skip(1).copied().next().unwrap_or(1.4375f64);
let mut f5 = (0..3).rev().map(|u6| x[0 % x.len()]).fold([f4, 0.3125f64].into_iter().reduce(|f7, f8| f4).unwrap_or(x[1 % x.len()]), |f9, f10| (f10 / (1.5 + f10.powi(2))));
{ let r = &mut f5; let s = &mut *r; *s *= m3.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max).max(-1.0); *r += (&[f4, f4].into_iter().reduce(|f11, f12| f12).unwrap_or(1.3125f64) * &1.0625f64); }
if m3.iter().map(|rl16| x[0 % x.len()]).any(|f17| (1.875f64 <= 1.25)) {
'l22: for f23 in [x.iter().cloned().fold(f64::NEG_INFINITY, f64::max).max(-1.0), f4].into_iter() {
match Shape::Empty { Shape::Circle(f24) if [f23, f23].into_iter().any(|f25| (1.375f64 <= 1.4375)) => {
{ let r = &mut f5; let s = &mut *r; *s *= (book(0.25f64, P::new(f23, 0.0625).norm2()).len() as f64); *r += (norm_of([x[0 % x.len()], 1.4375, 1.375f64]) / (1.5 + book(f4, f24).get(&3).copied().unwrap_or([f4, f24].into_iter().fold(f64::NEG_INFINITY, f64::max).max(-1.0)).powi(2))); }
f4 += ((0.1 + twice(|f26| 1.0625f64.powf(2.0), f23).powi(2)).sqrt() as f32 as f64).signum();
} Shape::Circle(mut f27) => {
nudge(Some(&mut f27), 0.5625f64);
f5 += ([x.iter().cloned().map_while(|f30| Some(f23)).sum::<f64>(), 0.875f64].into_iter().reduce(|f31, f32| f27).unwrap_or(f4) as f32 as f64).signum();
} Shape::Rect { w: f33, h: f34 } => {
let P { x: f35, y: mut f36, .. } = (((P::new(f23, 0.3125) + P::new(f33, 0.625)) + P::new(0.8125f64, 1.3125)) + (P::new(f5, 1.4375) + (P::new(1.0f64, 0.5) + P::new(f33, 0.9375))));
let mut v37 = x.to_vec();
{ let r = &mut f4; let s = &mut *r; *s *= {
{ let mut best: Option<(usize, &f64)> = None; for (i, y) in v37.iter().enumerate() { if best.is_none_or(|(_, b)| *y < *b) { best = Some((i, y)); } } if let Some((i, y)) = best { f36 += *y * i as f64 * x[3 % x.len()]; } }
f23
}.powf(2.0); *r += x.iter().cloned().fold(norm_of([f33, 0.5, f23]), |f38, f39| x.iter().cloned().map_while(|f40| v37.first().copied()).sum::<f64>()); }
} Shape::Many(mut v41) => {
let rf42 = &v41[v41.len() % v41.len()];
} _ => {
let mut f43 = Some(f4).unwrap_or_else(|| (&f5 * &f23));
} }
}
} else {
f4 += ((&(0.1 + 1.125f64.powi(2)).sqrt() * &x[2 % x.len()].powi(2)) as f32 as f64).signum();
}
f5 + f4 + 0.5 * f5
}


#[differentiable(jvp)]
pub fn program_22070(x: &[f64]) -> f64 {
let mut g1: Array2<f64> = matrix({
let mut g2: Array2<f64> = matrix(1.625f64, x[2 % x.len()]);
let mut f3 = x[2 % x.len()];
1.3125f64
}.powi(1), twice(cube, 1.8125f64));
let u9 = 1usize;
let f10 = (x[1 % x.len()] + x[2 % x.len()]).powi(3); let f11 = match f10 > 0.5 { true => f10 * f10, false => 0.5 * f10 };
'l12: for f13 in x.iter().cloned() {
g1 = matrix(x[0 % x.len()], (if (u9 % 2 == 0) {
let mut g20: Array2<f64> = matrix(1.0625f64, f10);
[x[3 % x.len()], f11].into_iter().map_while(|f21| Some(f10)).sum::<f64>()
} else {
let mut v22 = x.to_vec();
f11
}));
}
(Pool::from((if (f10 > 0.3125) { (1.0 + g1[[u9 % 2, 2 % 3]].powi(2)).ln() } else { (1.625f64 / (1.5 + g1[[u9 % 2, 0 % 3]].powi(2))) })) + Pool::from((if (u9 % 2 == 0) { P::new(f11, 1.875) } else { P::new(g1[[u9 % 2, 2 % 3]], 0.375) }).potential(Shape::Empty.area(0.5f64)))).total() + f10 + 0.5 * f11
}


#[differentiable(jvp)]
impl P {
pub fn program_22072_0(&self, p0: f64) -> f64 {
let f1 = (0.1 + self.x.powi(2)).sqrt().hypot(1.0 + self.x.abs()).clamp(-1.0, 1.5);
let mut g2: Array2<f64> = matrix(self.x, p0);
let f5 = p0;
if (!matches!(Some(self.x), Some(y) if y > 0.25)) {
let mut f8 = checked((0usize as f64 * 0.25)).unwrap_or_else(|| self.x);
g2 = matrix(bump(&mut f8, f5), self.x);
{ let mut add = |f10: f64| f8 += f10; add((3usize as f64 * 0.25)); if matches!(Some((*[p0, p0].iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5))), Some(y) if y > 0.25) { add(self.x); } }
} else if (!(f5 > 1.3125)) {
let mut f11 = g2.sum();
} else {
let rg12 = g2.index_axis(Axis(0), 2usize % 2);
}
0.3125f64 + p0 + 0.5 * f1 + 0.5 * f5
}
}
#[differentiable(jvp)]
impl P {
pub fn program_22072_1(self, p0: f64) -> Vec<f64> {
let mut o12 = checked([p0, p0].iter().skip(1).map(|rf13| 0.0625f64).sum::<f64>());
let mut f15 = leaves(&Tree::Leaf(self.x), (P::new(self.x, 0.375) + self).program_22072_0(self.x));
let mut o16 = (if (f15 > 0.8125) { Some(self.program_22072_0(self.program_22072_0(f15))) } else { None });
if matches!(Some(self.x), Some(y) if y > 0.25) {
let f18 = (P::new(1.5f64, 0.3125) + P::new(p0, 1.125)).program_22072_0([f15, self.y].into_iter().nth(1).unwrap_or(f15));
} else if matches!(Some(self.x.clamp(-1.0, 1.5)), Some(y) if y > 0.25) {
let mut vv19 = vec![vec![self.y, 1.625], vec![fallible(self.y).unwrap_or(0.75f64), 0.5625]];
} else {
let f20 = single(self.x);
}
vec![p0, 0.4375]
}
}
#[differentiable(jvp)]
pub fn program_22072(x: &[f64]) -> f64 {
let mut s1 = Shape::Circle(P::new(x[3 % x.len()], 1.3125).program_22072_0(P::new(x[2 % x.len()], 0.25).program_22072_0(0.875f64)));
let mut f2 = 1.1875f64;
let mut vv8 = vec![x.to_vec(), x.to_vec()];
match ((!matches!(s1, Shape::Circle(_))), checked(P::new(vv8[3 % 2][0], 1.125).program_22072_0(P::new(vv8[0 % 2][0], 1.0625).program_22072_0(f2)))) { (true, Some(f11)) => {
vv8[3 % 2].push(((P::new(x[0 % x.len()], 0.0625) + P::new(f11, 0.8125)) + P::new(x[0 % x.len()], 0.125)).program_22072_0((P::new(f11, 1.0) + P::new(f11, 1.0)).program_22072_0(f11)));
let f12 = P::new(f2, 0.375).program_22072_0(P::new(x[2 % x.len()], 0.4375).program_22072_0(0.25f64)).clamp(-1.0, 1.5);
} (false, Some(f13)) if (((-1.3125f64) * f2) > 0.5) => {
f2 /= 1.5 + f13.hypot(1.0 + (3usize as f64 * 0.25).abs()).abs();
} _ => {
let (f14, mut f15) = (vv8[2 % 2][0], 1.625);
} }
(-(P::new(f2, 0.3125) + P::new(f2, 1.6875)).program_22072_0(f2)) + f2
}


#[differentiable(jvp)]
pub fn program_22074_0(p0: f64, mut p1: Vec<f64>, p2: &mut f64, g: impl Fn(f64) -> f64) -> f64 {
let Some(f2) = p1.first().copied() else { return [p1[1 % p1.len()], (*p2)].into_iter().zip([(*p2), 0.5f64].into_iter()).map(|(f3, f4)| p1[2 % p1.len()]).map(|f5| p1.iter().map(|rf6| [p0, f5].into_iter().map(|f7| f5).sum::<f64>()).sum::<f64>()).sum::<f64>(); };
p1.rotate_left(1);
let mut a9 = [(p1.len() as f64 * 0.25); 3];
a9[2 % 3].clamp(-1.0, 1.5) + p0 + 0.5 * f2
}
#[differentiable(jvp)]
pub fn program_22074(x: &[f64]) -> f64 {
'l1: for u2 in 0..0 + 1 {
'l7: for u8 in 0..3 {
let f9 = x.iter().enumerate().filter(|(u10, _)| (u10 % 2 == 0)).map(|(_, rf11)| [(*rf11), 1.4375f64].into_iter().fold(f64::NEG_INFINITY, f64::max).max(-1.0)).map(|f12| [f12, x[3 % x.len()]].into_iter().product::<f64>()).sum::<f64>();
let mut g17: Array2<f64> = matrix(1.875f64, x[0 % x.len()]);
let rg18 = g17.row(1 % 2);
}
}
if let Some(f19) = Some(power(0.125f64, 2)) {
let mut g20: Array2<f64> = matrix(spread([0.625f64, f19], f19), x.iter().enumerate().filter(|(u21, _)| (u21 % 2 == 0)).map(|(_, rf22)| f19).map(|f23| f23).sum::<f64>());
'l24: for mut column in g20.columns_mut() { column[0] = column[1] * x.iter().cloned().fold((book(x[1 % x.len()], x[0 % x.len()]).len() as f64), |f25, f26| x[1 % x.len()]); {
let mut g29: Array2<f64> = matrix(f19, f19);
} }
match (matches!(checked(x.iter().cloned().map(|f30| f30).sum::<f64>()), Some(y) if y > 0.25), Some(f19)) { (true, Some(f31)) => {
let mut u32 = 2;
} (false, Some(f33)) if ((3usize as f64 * 0.25) > f19) => {
let mut a34 = [(1usize as f64 * 0.25), 1.8125, Pool::from(x[1 % x.len()])[1]];
} _ => {
g20.column_mut(0 % 3).mapv_inplace(|f35| f35);
} }
}
0.625f64 + 0.0
}


#[differentiable(jvp)]
pub fn program_22075_0(p0: &mut Vec<f64>, mut p1: Option<f64>) {
let f5 = [p0[2 % p0.len()], 1.75f64].into_iter().flat_map(|f6| [p1.unwrap_or(0.5), p1.unwrap_or(0.5)]).skip_while(|rf7| p1.is_some()).sum::<f64>();
let mut m8 = [[felt(&Shape::Many(vec![f5, 1.0]), f5); 2]; 2];
{ let mut u9 = 0; 'l10: loop { u9 += 1; if u9 > 2 || (felt(&Shape::Circle(f5), p0[1 % p0.len()]) < f5.powf(2.0)) { break; } {
let mut o11 = checked([f5, f5].into_iter().map(|f12| f12).nth(1).unwrap_or(p0[1 % p0.len()]));
let mut m13 = [[f5; 2]; 2];
let mut o15 = p1;
} } }
let u17 = ((0usize + 2) * 2 + 1);
{ let mut rest = vec![f5, 0.8125]; 'l18: while let Some(f19) = rest.pop() {
bump(&mut { f19 }, Pool::from(twice(|f20| f5, (0.1 + 0.5f64.powi(2)).sqrt()))[1]);
} }
}
#[differentiable(jvp)]
pub fn program_22075(x: &[f64]) -> f64 {
let mut u3 = 0;
let mut w7 = vec![P::new(x[0 % x.len()], 0.6875), P::new(x[1 % x.len()], 0.5625)];
let mut w10 = w7.clone();
'l11: for (u12, f13) in std::iter::repeat(w10[2 % w10.len()].x).take(2).enumerate() {
let mut f15 = (-f13.abs()).exp();
{ let mut u16 = 0; 'l17: loop { u16 += 1; if u16 > 2 || (f13 > 1.3125) { break; } {
assert!(!f15.is_infinite(), "at {}", u3);
} } }
let mut vv22 = vec![x.to_vec(), vec![f13, 1.1875]];
}
let f24 = book({
let f25 = w7[3 % w7.len()].x;
bump(&mut { f25 }, 0.75f64);
let mut s29 = Shape::Empty;
f25
}, w7[0 % w7.len()].x).get(&0).copied().unwrap_or(0.125f64); let f30 = match f24 > 0.5 { true => f24 * f24, false => 0.5 * f24 };
let f32 = [x[0 % x.len()], 1.75f64].into_iter().nth(1).unwrap_or(f24); let f33 = match f32 > 0.5 { true => f32 * f32, false => 0.5 * f32 };
let f37 = x.iter().cloned().nth(1).unwrap_or((-f33.abs()).exp());
'l38: for (u39, f40) in [f24, 1.4375f64].into_iter().filter_map(|f41| checked(x.iter().cloned().map_while(|f42| Some(f37)).sum::<f64>())).enumerate() {
if let Some(f43) = Some((-w10[1 % w10.len()].x.abs()).exp()) {
let f44 = Pool::from(f24)[1];
}
}
(1.0 + (*best_of(&w7[3 % w7.len()], &(-w7[2 % w7.len()]))).x.powi(2)).ln() + f24 + 0.5 * f30 + 0.5 * f32 + 0.5 * f33 + 0.5 * f37
}


#[differentiable(jvp)]
pub fn program_22076_0(p0: f64) -> f64 {
let mut bm1: BTreeMap<usize, f64> = ledger(1.625f64, [0.6875f64, p0].into_iter().last().unwrap_or(p0));
let rf5 = if ((0..2 + 1).map(|u6| 0.25f64).fold(f64::NEG_INFINITY, f64::max).max(-1.0) > 1.625) { &p0 } else { &p0 };
let u7 = ((if (p0 > 1.25) { 0usize } else { (0usize * 2 + 1) }) * 2 + 1);
'l11: for u12 in (0..u7 % 4).rev() {
let u13 = (if (u12 % 2 == 0) { u7 } else { 3usize });
let f14 = (vec![p0, 1.625].into_iter().count() as f64 * (book(p0, (*rf5)).len() as f64)); let f15 = match f14 > 0.5 { true => f14 * f14, false => 0.5 * f14 };
}
weighed(if (1.75f64 > 1.75) { Some(&p0) } else { None }, p0) + p0
}
#[differentiable(jvp)]
pub fn program_22076_1(p0: f64, mut p1: usize, p2: Vec<f64>, depth: usize) -> P {
let [f1, .., f2] = [p2.iter().copied().fold(program_22076_0(p0), |f3, f4| { if (f4 > 0.6875) { return f3; } 1.375f64 }), p2.iter().copied().last().unwrap_or(p2[p1 % p2.len()]), program_22076_0(p2[p1 % p2.len()])];
let mut a5 = [(match Some(p2[p1 % p2.len()]) { Some(f6) if (f2 > 1.0625) => p2[1 % p2.len()], Some(f7) => p2[1 % p2.len()], None => program_22076_0(f1) }), p2[0 % p2.len()], program_22076_0(program_22076_0(f1))];
let P { x: f8, y: mut f9, .. } = (P { x: total(&[P::new(0.8125f64, 0.625), P::new(f1, 1.125)], f2), ..P::new(p0, 1.25) });
(if depth > 0 { program_22076_1(p2.iter().copied().skip_while(|rf10| (p1 % 2 == 0)).sum::<f64>(), p2.len(), vec![a5.into_iter().last().unwrap_or(f1), 0.1875], depth - 1) } else { P::new(f9, 1.0625) })
}
#[differentiable(jvp)]
pub fn program_22076(x: &[f64]) -> f64 {
if let Some(f2) = [x[2 % x.len()], 0.75f64].into_iter().reduce(f64::max).map(|f3| (0usize as f64 * 0.25)) && (1.3125f64 > 0.4375) {
assert!(!f2.is_infinite(), "at {}", ((if (f2 > 0.5625) { (3usize * 2 + 1) } else { 1usize }) | 2));
}
let mut a5 = [program_22076_0(x[0 % x.len()]), x[3 % x.len()], (book(x[3 % x.len()], 0.5f64).len() as f64)];
let P { x: f6, y: mut f7, .. } = P::new(1.0f64, 1.4375);
'l8: for u9 in 0..3 {
if (0.625f64 > 1.75) {
f7 = fallible(a5.into_iter().last().unwrap_or(a5[0 % 3]).powi(0)).unwrap_or_else(|e| e.len() as f64);
let (f10, mut f11) = (program_22076_0((match Some(x[0 % x.len()]) { Some(f12) if (u9 % 2 == 0) => x[3 % x.len()], Some(f13) => f6, None => x[0 % x.len()] })), 0.75);
} else if (program_22076_0(1.1875f64) > 0.5625) {
let mut a14 = a5;
f7 = fallible(program_22076_0(1.8125f64)).unwrap_or_else(|e| e.len() as f64);
} else {
'l18: for u19 in (0..(if (a5[3 % 3] > 0.75) { (if (f7 > 1.25) { u9 } else { u9 }) } else { u9 }) % 4).rev() {
let mut m22 = [[(if (x[3 % x.len()] > 0.8125) { program_22076_0(a5[3 % 3]) } else { x[3 % x.len()] }), 0.5], [1.5625, f6]];
}
let mut t23 = ((u9 as f64 * 0.25), 0.4375);
a5[2 % 3] = a5.into_iter().skip_while(|rf25| (u9 % 2 == 0)).sum::<f64>();
}
}
'l27: for u28 in (0..(1usize | 2) % 4).rev() {
f7 = fallible(program_22076_0((*x.iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)))).unwrap_or_else(|e| e.len() as f64);
}
let u34 = (if (program_22076_0(a5[1 % 3]) > 0.375) { (2usize | 0) } else { (if (f7 > 1.5625) { (1usize * 2 + 1) } else { 3usize }) });
a5[1 % 3] = single(f6);
single([x[2 % x.len()], 1.3125, f6].iter().sum::<f64>()) + f6 + 0.5 * f7
}


#[differentiable(jvp)]
pub fn program_22077(x: &[f64]) -> f64 {
{ let mut u7 = 0; 'l8: while u7 < 3 && (x.iter().cloned().count() % 3 == 1) { u7 += 1; {
let f12 = P::new(x[0 % x.len()], 0.4375).norm2(); let f13 = match f12 > 0.5 { true => f12 * f12, false => 0.5 * f12 };
let mut bm14: BTreeMap<usize, f64> = ledger((P::new(f12, 0.25) + P::new(f12, 1.5625)).norm2(), (Pool::from(f12) + Pool::from(f13)).total());
} } }
let P { x: f21, y: mut f22, .. } = (P::new([0.75f64, 1.5f64].into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(1.0625f64), 1.5) + (P { x: norm_of([x[3 % x.len()], 0.1875, x[1 % x.len()]]), ..P::new(1.625f64, 0.0625) }));
'l23: for (u24, f25) in [0.375f64, f22].iter().filter(|rrf26| (0.625f64 > 1.5)).zip(x.iter()).map(|(rf27, rf28)| f21).enumerate() {
nudge(Some(&mut f22), (Pool::from([f21, f21].into_iter().find(|rf29| (1.0625f64 > 0.125)).unwrap_or(f25.hypot(1.0 + f21.abs()))) + Pool::from(leaves(&Tree::Leaf(x[0 % x.len()]), 1.3125f64))).total());
}
let mut f30; if (f22 > 1.6875) { f30 = x.iter().cloned().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(x[0 % x.len()]); } else { f30 = checked(f21).unwrap_or_else(|| (x.iter().cloned().count() as f64 * f22)); }
if (!(0usize % 3 == 1)) {
{ let mf31 = &mut f22; {
let mut vv32 = vec![vec![x[2 % x.len()], 1.3125], vec![(Pool::from(0.6875f64) + Pool::from((*mf31))).total(), 1.125]];
} }
}
std::iter::once(f30).sum::<f64>() + f21 + 0.5 * f22 + 0.5 * f30
}


#[differentiable(jvp)]
pub fn program_22078_0(p0: &mut f64, p1: &[f64], p2: &mut Vec<f64>, depth: usize) {
if (1.375f64 < p1[3 % p1.len()]) { {
let f2 = (1.0 + (if (p1[3 % p1.len()] > p2[2 % p2.len()]) { (*p0) } else { (P::new(1.0625f64, 1.625) * p2[0 % p2.len()]).y }).powi(2)).ln();
} return; }
match ((if (((*p0) <= 0.3125) && ((*p0) > 0.125)) { 0usize } else { 3usize }) as usize) % 4 { 0 => {
let mut u3 = 2;
} 1 | 2 => {
let f4 = (spread([p2[2 % p2.len()], p1[1 % p1.len()]], p2[0 % p2.len()]) * fallible((*p1.iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5))).unwrap_or((*[p1[0 % p1.len()], p1[3 % p1.len()]].iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5))));
} _ => {
let mut u5 = 0;
} }
}
#[differentiable(jvp)]
pub fn program_22078(x: &[f64]) -> f64 {
'l1: for f2 in vec![x.iter().cloned().nth(1).unwrap_or(x[0 % x.len()]), (-P::new(x[1 % x.len()], 1.125).potential(x[0 % x.len()]).abs()).exp(), 0.25f64] {
if let Some(f3) = Some((f2.clamp(-1.0, 1.5) * 0.75f64)) {
let rf7 = &f3;
if ([f2, f3].into_iter().last().unwrap_or(x[1 % x.len()]) <= 1.125) { break; }
} else {
if x.iter().cloned().any(|f8| (f8 <= 1.125)) { {
let f13 = (if x.iter().cloned().any(|f14| (f2 > 0.625)) { f2.clamp(-1.0, 1.5).hypot(1.0 + 0.25f64.abs()) } else { P::new(f2, 1.0625).potential((f2 / (1.5 + 1.75f64.powi(2)))) });
'l15: for f16 in vec![(P::new(f2, 1.875) * (Pool::from(f2) + Pool::from(f13)).total()).y, 1.0625] {
let mut t18 = (power(x[2 % x.len()], 1), 0.0625);
let f19 = (if ((x[2 % x.len()] < x[3 % x.len()]) && [f13, f16].into_iter().any(|f20| (f20 > 1.1875))) { (*[x[0 % x.len()], x[3 % x.len()]].iter().filter(|rrf21| (x[0 % x.len()] > 0.9375)).min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)) } else { (match (2usize as usize) % 5 { 0 => t18.0, 1 | 2 => f16, n @ 3.. => n as f64 * f16 }) });
let mut t22 = (fallible(f2).unwrap_or(f19), (Pool::from(t18.1) + Pool::from(x[0 % x.len()])).total());
}
let mut u24 = 2;
} break; }
}
}
(if (x[0 % x.len()] <= 1.3125) { P::new(x[3 % x.len()], 0.625).norm2().hypot(1.0 + x[0 % x.len()].abs()) } else { 1.3125f64 }) + 0.0
}


#[differentiable(jvp)]
pub fn program_22079_0(p0: f64, mut p1: [f64; 3], p2: (f64, f64)) -> f64 {
if (p2.1 > 0.8125) { {
let P { x: f2, y: mut f3, .. } = ((P::new(1.0625f64, 0.25) * [p2.0, 0.8125f64].into_iter().last().unwrap_or(0.375f64)) + P::new(p1.into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(p0), 0.75));
} return (if (p0 > 0.6875) { 1.75f64 } else { 0.4375f64 }); }
{ let mut bits = format!("{}{:.1}", 1, 1.0).len() % 8; 'l8: while bits != 0 { bits &= bits - 1; {
let P { x: f10, y: mut f11, .. } = ((P::new(1.25f64, 1.0) + P::new(p2.1, 0.125)) + P::new(p1[2 % 3], 1.25));
'l13: for (u14, f15) in [0.75f64, f11].into_iter().enumerate() {
let f16 = p1.into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(f15); let f17 = match f16 > 0.5 { true => f16 * f16, false => 0.5 * f16 };
}
} } }
P::new(p0, 0.875).norm2() + p0
}
#[differentiable(jvp)]
pub fn program_22079(x: &[f64]) -> f64 {
let mut f1 = (-book(1.75f64, x[3 % x.len()]).get(&1).copied().unwrap_or((P::new(x[0 % x.len()], 1.4375) * 0.25f64).y).abs()).exp();
let f2 = program_22079_0(f1, [f1, 0.875, 0.0625f64].map(|f3| 1.5625f64), (0.75f64, 0.625)).clamp(-1.0, 1.5); let f4 = match f2 > 0.5 { true => f2 * f2, false => 0.5 * f2 };
let f5 = x.iter().cloned().map(|f6| f1).sum::<f64>(); let f7 = match f5 > 0.5 { true => f5 * f5, false => 0.5 * f5 };
if (0.0625f64 <= 0.6875) { {
'l8: for u9 in (0..1usize % 4).rev() {
let rf10 = &f4;
f1 *= program_22079_0((0.1 + program_22079_0(x[0 % x.len()], [f1, 0.125, x[0 % x.len()]], (f2, 1.625)).powi(2)).sqrt(), [P::new(f7, 0.1875).potential((*rf10)); 3], (program_22079_0(f4, [f1, 1.25, f2], ((*rf10), 0.25)), 1.75));
}
} return f2; }
f1 /= 1.5 + (if ((f5 > 0.5) || (1.0625f64 > 1.625)) { (x[1 % x.len()] / (1.5 + f1.powi(2))) } else { 0.375f64 }).abs();
let (f15, mut f16) = (f1, 0.25);
let mut p17 = (P { x: x[3 % x.len()], y: program_22079_0(f4, [f2; 3], (0.5625f64, 0.375)), tag: x.iter().cloned().count() });
{ let mut u18 = 0; 'l19: while u18 < 3 { u18 += 1; {
let mut f21 = program_22079_0(program_22079_0(0.5f64, [f16, 0.125, f16], 0.1875f64.sin_cos()), [p17.x, 0.5625, Shape::Empty.area(f15)], (p17.x, 1.125));
} } }
let P { x: f22, y: mut f23, .. } = (P { x: p17.x, y: program_22079_0(f2, [0.375f64, 0.5, f7], (p17.x, 1.5625)), tag: 1usize });
{ let mut bits = format!("{}{:.1}", 1, 1.1875).len() % 8; 'l24: while bits != 0 { bits &= bits - 1; {
{ let mut add = |f25: f64| f23 += program_22079_0(program_22079_0(p17.y, [f5, 0.5, p17.x], (p17.x, 1.1875)), [p17.x, 1.75, f15].map(|f26| p17.x), program_22079_0(f5, [1.5f64, 1.5625, f25], (f25, 0.875)).sin_cos()); add((*[program_22079_0(x[3 % x.len()], [p17.x, 1.5, p17.x], (f22, 0.625)), x.iter().cloned().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(f22)].iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5))); if (f1 <= 1.6875) { add(program_22079_0(f16, [f15; 3].map(|f27| p17.y), program_22079_0(f5, [p17.x, 0.5625, 1.625f64], (f22, 1.625)).sin_cos())); } }
} } }
program_22079_0(x[2 % x.len()], [f5, 1.6875, x[2 % x.len()]], (p17.x, 0.125)) + f1 + 0.5 * f2 + 0.5 * f4 + 0.5 * f5 + 0.5 * f7 + 0.5 * f15 + 0.5 * f16 + 0.5 * f22 + 0.5 * f23
}


#[differentiable(jvp)]
pub fn program_22080(x: &[f64]) -> f64 {
let mut g4: Array2<f64> = matrix(twice(|f5| f5, 1.3125f64), (book(x[2 % x.len()], x[2 % x.len()]).len() as f64));
'l6: for mut column in g4.columns_mut() { column[0] = column[1] * 1.25f64; {
let mut f10 = [x[2 % x.len()], x[2 % x.len()]].into_iter().map(|f11| x[0 % x.len()]).sum::<f64>();
bump(&mut { f10 }, x.iter().map(|rf12| 0.875f64).sum::<f64>().hypot(1.0 + twice(|f13| x[1 % x.len()], (x.iter().cloned().count() as f64 * f10)).abs()));
} }
if let Some(f14) = Some(x[3 % x.len()]) {
'l16: for (u17, f18) in x.iter().cloned().enumerate() {
note((no_diff((*best_of(&P::new(g4[[u17 % 2, 2 % 3]], 1.5625), &(P::new(f18, 0.75) * 0.75f64))).x.abs() * 3.0) as usize));
let rf21 = &f14;
}
}
note((((0usize % 3) % 3) + 1));
let mut g27: Array2<f64> = g4.mapv(|f28| (match (1usize as usize) % 5 { 0 => f28, 1 | 2 => f28, n @ 3.. => n as f64 * (P::new(1.3125f64, 1.1875) * x[3 % x.len()]).y }));
let mut f29 = g4.column(((no_diff(0.4375f64.abs() * 3.0) as usize) | 1) % 3).sum();
x.iter().cloned().last().unwrap_or(1.625f64) + f29
}


#[differentiable(jvp)]
pub fn program_22082_0(p0: f64) -> P {
let mut f1 = fallible(((p0 + 1.8125f64) - p0)).unwrap_or(felt(&Shape::Circle(0.1875f64), p0).rem_euclid(1.5));
nudge(if [{
bump(&mut f1, 0.8125f64);
1.625f64
}, 0.75f64.rem_euclid(1.5)].into_iter().any(|f3| (f1 > 0.1875)) { Some(&mut f1) } else { None }, Some(p0).filter(|rf4| [(*rf4), p0].into_iter().any(|f5| (f5 > 0.9375))).map_or((match Shape::Circle(p0) { Shape::Circle(f6) => p0, Shape::Rect { w: f7, h: f8 } if (f8 > 1.6875) => Some(p0).unwrap_or_else(|| f8), Shape::Rect { w, .. } | Shape::Tagged(_, w) => w, Shape::Many(v9) => v9.iter().map(|rf10| p0).sum::<f64>(), Shape::Empty => p0 }), |f11| p0));
(P::new(fallible(f1).unwrap_or(f1), 0.375) + P::new(p0, 0.5))
}
#[differentiable(jvp)]
pub fn program_22082(x: &[f64]) -> f64 {
let mut f3 = Some(x[2 % x.len()].max(0.75f64).min(x[2 % x.len()])).unwrap_or_else(|| {
let mut f6 = (1.875f64 + 1.1875f64);
x[3 % x.len()]
});
if let Some(f7) = tried(felt(&P::new(f3, 0.75), x[0 % x.len()])).ok() {
if ((f7 + f3) > 1.3125) {
nudge(Some(&mut f3), (2usize as f64 * 0.25));
} else if (!matches!(Shape::Empty, Shape::Rect { w, .. } if w > 0.5)) {
let mut v12 = [1.125f64, weighed(if (f7 > 0.6875) { Some(&f7) } else { None }, 1.5625f64).rem_euclid(1.5)].to_vec();
} else {
bump(&mut f3, [f7, f7].iter().map(|rf18| x.iter().cloned().find(|rf19| ((*rf18) > 0.625)).unwrap_or(x[1 % x.len()])).sum::<f64>().rem_euclid(1.5));
let mut u20 = 1;
}
}
x[2 % x.len()] + f3
}


#[differentiable(jvp)]
pub fn program_22084_0(p0: &mut [f64], p1: &mut P, p2: (f64, f64)) {
*p1 = P::new((0usize as f64 * 0.25), 0.625);
p0[0 % p0.len()] += total(&[P::new(1.1875f64, 1.125), P::new(p1.y, 1.0)], (if (p2.0 > 1.125) { p2.0 } else { 1.8125f64 }));
match Shape::Many(vec![1.5f64, 1.0625]) { Shape::Circle(f3) if matches!(Shape::Circle(p1.y), Shape::Rect { w, .. } if w > 0.5) => {
if (P::new(f3, 1.75).dot(&P::new(p1.y, 0.375)) < fallible(f3).unwrap_or(p2.0)) {
let rf6 = if matches!(Shape::Empty, Shape::Rect { w, .. } if w > 0.5) { &f3 } else { &f3 };
'l9: for f10 in vec![f3, 1.1875].into_iter().rev() {
'l15: for f16 in vec![(*[p1.y, 0.25f64].iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5)), 1.4375] {
p0[2 % p0.len()] += (*p0.iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&0.5));
}
'l23: for f24 in scaled(vec![f3, 0.9375], f10).into_iter().rev() {
*p1 = P::new(p2.1, 0.5625);
}
}
} else if [p2.0, 1.625f64].into_iter().any(|f26| Some(p2.1).is_none()) {
*p1 = P::new((if (p2.0 < p2.1) {
let rf34 = if (1usize % 3 == 1) { &f3 } else { &f3 };
f3
} else {
let mut v35 = vec![p2.1, 1.5];
f3
}), 1.125);
} else {
let u37 = (if (f3 > 1.4375) { (3usize % 3) } else { 2usize });
}
} Shape::Circle(mut f38) => {
{ let mut w = scaled(scaled(vec![p2.0, 1.0625], [f38, p1.y].into_iter().skip_while(|rf39| (p1.y > 1.4375)).sum::<f64>()), p2.1); for j in 0..1 { w[j] = fallible((0usize as f64 * 0.25)).unwrap_or(f38); } w.sort_by(|a, b| b.total_cmp(a)); for j in 0..1 { w[j] = f38.powf(2.0); } f38 += w[w.len() - 1]; }
} Shape::Rect { w: f40, h: f41 } => {
let u42 = (if matches!(Some(f41), Some(y) if y > 0.25) { 2usize } else { 2usize });
} Shape::Many(mut v43) => {
v43.iter_mut().for_each(|mf44| *mf44 = fallible([p2.0, (*mf44)].into_iter().skip_while(|rf45| (p1.y <= 1.125)).sum::<f64>()).unwrap_or(p2.1));
} _ => {
let mut pool46 = Pool::from(p1.y);
} }
}
#[differentiable(jvp)]
impl P {
pub fn program_22084_1(self, mut p0: f64, p1: Vec<f64>, depth: usize) -> f64 {
let mut pool3 = Pool::from((if depth > 0 { self.program_22084_1(p1[0 % p1.len()], p1.clone(), depth - 1) } else { (match p1.first().copied() { Some(f4) if (p1.len() > 2) => self.x, Some(f5) => self.x, None => p0 }) }));
'l6: for rf7 in iter_even(&p1) {
bump(&mut p0, (if depth > 0 { P::new(pool3[0], 0.375).program_22084_1(vec![(*rf7), 1.75].into_iter().sum::<f64>(), scaled(vec![1.5f64, 1.8125], p1[3 % p1.len()]), depth - 1) } else { (1.0 + weighed(Some(&(*rf7)), self.x).powi(2)).ln() }));
}
let rf8 = if ((self.y < p0) || (self.x <= 1.4375)) { &p0 } else { &p0 };
(weighed(Some(&Shape::Empty.potential(p1[3 % p1.len()])), (match p1.first().copied() { Some(f9) if (p1.len() > 2) => f9, Some(f10) => p0, None => p0 })) * 2.5).floor() + p0
}
}
#[differentiable(jvp)]
pub fn program_22084(x: &[f64]) -> f64 {
let [f1, .., f2] = [P::new(0.5f64, 0.125).program_22084_1(1.1875f64, x.to_vec(), 3), 1.8125, total(&[P::new(1.6875f64, 1.8125), P::new(x[0 % x.len()], 1.4375)], P::new(x[0 % x.len()], 1.6875).program_22084_1(1.8125f64, x.to_vec(), 3))];
'l3: for f4 in scaled(scaled(x.to_vec(), f2.tanh()), f1).into_iter().rev() {
note((if matches!(Some(f1), Some(y) if y > 0.25) { ((if (x[1 % x.len()] > 1.4375) { 0usize } else { 1usize }) % 3) } else { [0.375f64, x[0 % x.len()]].into_iter().flat_map(|f5| [f2, x[2 % x.len()]]).position(|f6| (f1 < 0.375f64)).unwrap_or(2) }));
{ let mut u10 = 0; 'l11: while u10 < 3 { u10 += 1; {
let f12 = P::new(f1, 1.5).program_22084_1(f2, x.to_vec(), 0).clamp(-1.0, 1.5);
let [f15, .., f16] = [f12, P::new(f1, 0.1875).program_22084_1(f1, vec![f2, 0.5], 2), P::new(1.6875f64, 0.3125).program_22084_1(1.25f64, scaled(vec![f1, 0.5625], f4), 0)];
} } }
}
let u20 = 2usize;
{ let mut rest = scaled(x.to_vec(), weighed(x.first(), 1.3125f64)); 'l22: while let Some(f23) = rest.pop() {
if let Some(f24) = Some(f2.powf(2.0)).and_then(|f25| Some(f2).and_then(|f26| Some(0.25f64).and_then(|f27| Some(f27)))) {
let f29 = 1.5f64.sin().max(f2.sin());
}
} }
P::new(P::new(f2, 0.125).program_22084_1(x[0 % x.len()], x.to_vec(), 0), 1.0).program_22084_1(P::new(x[2 % x.len()], 1.6875).program_22084_1(f2, vec![f1, 1.375], 1), x.to_vec(), 1) + f1 + 0.5 * f2
}


#[differentiable(jvp)]
pub fn program_22085_0(p0: &mut [f64], p1: &P, p2: &mut f64) {
match shape_of([(*p2), 0.1875f64].into_iter().find(|rf1| (p1.x > 0.4375)).unwrap_or((*p2)), norm(&[1.0625f64, (*p2)])) { Shape::Circle(f2) if (p1.x > 1.0) => {
let f3 = f2.rem_euclid(1.5);
let mut t4 = (f3, 0.3125);
let mut t10 = t4;
} Shape::Circle(mut f11) => {
let mut v12 = scaled(scaled(scaled(vec![f11, 0.375], p1.x), power(f11, 2)), f11);
let mut g13: Array2<f64> = matrix(v12[0 % v12.len()], f11);
{ let mut w = vec![f11, 1.6875]; for j in 0..1 { w[j] = power(v12[1 % v12.len()].rem_euclid(1.5), 0); } w.sort_by(|a, b| b.total_cmp(a)); for j in 0..1 { w[j] = [(*p1).norm2(), v12[3 % v12.len()]].into_iter().map(|f14| v12[3 % v12.len()]).sum::<f64>(); } f11 += w[w.len() - 1]; }
} Shape::Rect { w: f15, h: f16 } => {
let u17 = 3usize;
} Shape::Many(mut v18) => {
*p2 = v18.iter().copied().product::<f64>();
} _ => {
let mut v20 = vec![Pool::from(([p1.x, p1.x].into_iter().count() as f64 * 1.5625f64))[1], 0.4375];
} }
}
#[differentiable(jvp)]
pub fn program_22085(x: &[f64]) -> f64 {
let f3 = felt(&P::new(x[1 % x.len()], 1.875), x[3 % x.len()]);
bump(&mut { f3 }, (f3 * 2.5).floor());
let Some(f4) = Some(f3) else { return std::iter::once(x[1 % x.len()]).nth(1).unwrap_or(f3); };
bump(&mut { f3 }, [f4, 0.1875, 0.1875f64].iter().sum::<f64>().rem_euclid(1.5));
if ((0usize + 2) % 3 == 1) {
let f7 = (if (f3 > 0.625) { (if (f4 > 1.8125) { P::new(f4, 0.8125) } else { P::new(f4, 0.3125) }) } else { P::new(f3, 0.25) }).dot(&P::new(x.iter().cloned().fold(f64::NEG_INFINITY, f64::max).max(-1.0), 1.5));
} else {
let mut vv10 = vec![scaled(x.to_vec(), f3), vec![1.875f64, 0.125]];
let u11 = 2usize;
let f12 = single(single(f3));
}
let u15 = (2usize | 3);
{ let mut u16 = 0; 'l17: loop { u16 += 1; if u16 > 2 || [[f4, 1.5625f64].into_iter().sum::<f64>(), P::new(f4, 1.0).norm2()].into_iter().any(|f18| (f3 <= 1.0)) { break; } {
let mut g19: Array2<f64> = matrix(std::iter::once(f4).find(|rf20| Some(x[2 % x.len()]).is_none()).unwrap_or(f3), single([x[3 % x.len()], 1.5, f4].iter().sum::<f64>()));
} } }
let mut w23 = vec![P::new(x[3 % x.len()], 0.9375), (if (u15 % 2 == 0) { P::new(x[2 % x.len()], 1.0625) } else { P::new(f3, 1.6875) })];
let f26 = w23.iter().map(|rp27| w23[2 % w23.len()].norm2()).map_while(|f28| Some(f4)).sum::<f64>();
let mut p29 = w23[3 % w23.len()];
let mut g30: Array2<f64> = matrix((*best_of(&w23[3 % w23.len()], &p29)).x, p29.x);
let mut w31 = vec![(if (1.625f64 > 0.0625) { P::new(p29.x, 0.3125) } else { P::new(p29.x, 1.4375) }), P::new(w23[2 % w23.len()].x, 0.0625)];
twice(|f32| (w23[0 % w23.len()].x * 2.5).floor(), power(w23[3 % w23.len()].x, 2)) + f3 + 0.5 * f4 + 0.5 * f26
}


pub const PROGRAMS: &[crate::Program] = &[
    crate::program!(program_22001),
    crate::program!(program_22002),
    crate::program!(program_22003),
    crate::program!(program_22004; in_reverse),
    crate::program!(program_22006),
    crate::program!(program_22009),
    crate::program!(program_22010),
    crate::program!(program_22012),
    crate::program!(program_22014),
    crate::program!(program_22015),
    crate::program!(program_22017),
    crate::program!(program_22019; in_reverse),
    crate::program!(program_22020; in_reverse),
    crate::program!(program_22022; in_reverse),
    crate::program!(program_22024),
    crate::program!(program_22025),
    crate::program!(program_22026),
    crate::program!(program_22027; in_reverse),
    crate::program!(program_22028),
    crate::program!(program_22029),
    crate::program!(program_22030),
    crate::program!(program_22032),
    crate::program!(program_22035),
    crate::program!(program_22038),
    crate::program!(program_22039),
    crate::program!(program_22040),
    crate::program!(program_22041),
    crate::program!(program_22042),
    crate::program!(program_22043; in_reverse),
    crate::program!(program_22044),
    crate::program!(program_22045),
    crate::program!(program_22046),
    crate::program!(program_22047),
    crate::program!(program_22048; in_reverse),
    crate::program!(program_22049),
    crate::program!(program_22050),
    crate::program!(program_22051),
    crate::program!(program_22052; in_reverse),
    crate::program!(program_22053; in_reverse),
    crate::program!(program_22055),
    crate::program!(program_22056),
    crate::program!(program_22058),
    crate::program!(program_22059),
    crate::program!(program_22061),
    crate::program!(program_22062),
    crate::program!(program_22063),
    crate::program!(program_22065),
    crate::program!(program_22066),
    crate::program!(program_22067; in_reverse),
    crate::program!(program_22069; in_reverse),
    crate::program!(program_22070),
    crate::program!(program_22072),
    crate::program!(program_22074),
    crate::program!(program_22075),
    crate::program!(program_22076),
    crate::program!(program_22077),
    crate::program!(program_22078),
    crate::program!(program_22079),
    crate::program!(program_22080),
    crate::program!(program_22082),
    crate::program!(program_22084),
    crate::program!(program_22085),
];
