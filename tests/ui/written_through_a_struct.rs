//! What a struct holds a mutable reference to cannot be written through the struct.
use pullback::differentiable;

struct Vacant<'a> {
    list: &'a mut Vec<f64>,
}

#[differentiable]
impl<'a> Vacant<'a> {
    fn insert(self, value: f64) -> &'a mut f64 {
        self.list.push(value);
        self.list.last_mut().unwrap()
    }
}

fn main() {}
