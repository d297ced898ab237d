trait Degrees {
    fn sin(&self) -> f64;
}

impl Degrees for f64 {
    fn sin(&self) -> f64 {
        f64::sin(self.to_radians())
    }
}

/// The items are references, and of these the trait's method is found first.
#[pullback::differentiable]
fn heights(angles: &[f64], r: f64) -> f64 {
    angles.iter().map(|angle| r * angle.sin()).sum()
}

/// Of a number the float's own is found first.
#[pullback::differentiable]
fn height(angles: &[f64], r: f64) -> f64 {
    angles.iter().map(|&angle| r * angle.sin()).sum::<f64>() + angles[0].sin()
}

fn main() {}
