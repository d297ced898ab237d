use pullback::{Differentiable, check_grad, differentiable};
#[differentiable(dyn)]
trait Potential {
    fn energy(&self, x: f64) -> f64;
    fn order(&self) -> usize;
    fn inside(&self, x: f64) -> bool { x.abs() < 1.0 }
}
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Spring { stiffness: f64 }
#[differentiable]
impl Potential for Spring {
    fn energy(&self, x: f64) -> f64 { 0.5 * self.stiffness * x * x }
    fn order(&self) -> usize { 2 }
}
#[differentiable]
fn conditions(p: &dyn Potential, x: f64) -> f64 {
    if p.inside(x) && p.order() > 1 { p.energy(x) } else { x }
}
#[differentiable]
fn constant(#[no_diff] p: &dyn Potential, x: f64) -> f64 {
    if p.inside(x) { p.energy(x) * x } else { x }
}
#[differentiable]
fn constants(#[no_diff] p: &[Box<dyn Potential>], x: f64) -> f64 {
    let mut s = 0.0;
    for p in p { s += p.energy(x); }
    s
}
#[differentiable]
fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    (b - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + b)) + f(b))
}
#[differentiable]
fn captured(p: &(dyn Potential + 'static), a: f64) -> f64 {
    let g = |x: f64| p.energy(x) * a;
    g(a) + simpson(|x| p.energy(x) * x, 0.0, a)
}
#[differentiable]
fn all(k: f64, x: f64) -> f64 {
    let s = Spring { stiffness: k };
    conditions(&s, x) + pullback::no_diff(constant(&s, x)) + captured(&s, x)
}
#[test]
fn t() {
    check_grad!(all(1.2, 0.4)).unwrap();
}
#[derive(Differentiable)]
struct Model { parts: Vec<Box<dyn Potential>>, main: Box<dyn Potential> }
#[differentiable]
impl Model {
  fn total(&self, x: f64) -> f64 { let mut s = self.main.energy(x); for p in &self.parts { s += p.energy(x); } s }
}
#[differentiable]
fn built(k: f64, x: f64) -> f64 {
    let m = Model { parts: vec![Box::new(Spring { stiffness: k * x })], main: Box::new(Spring { stiffness: k }) };
    m.total(x)
}
#[differentiable]
fn boxed(k: f64, x: f64) -> f64 {
    let b: Box<dyn Potential> = if x > 0.0 { Box::new(Spring { stiffness: k * x }) } else { Box::new(Spring { stiffness: k }) };
    b.energy(x)
}
#[differentiable]
fn made(k: f64) -> Box<dyn Potential> {
    Box::new(Spring { stiffness: k * k })
}
#[differentiable]
fn used(k: f64) -> f64 {
    made(k).energy(k)
}
