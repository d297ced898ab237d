//! Functions whose derivatives are printed.

/// The energy of a chain of springs, each of length 1 at rest.
#[differentiable]
pub fn energy(x: &[f64], stiffness: f64) -> f64 {
    let mut total = 0.0;
    for i in 1..x.len() {
        let stretch = x[i] - x[i - 1] - 1.0;
        total += 0.5 * stiffness * stretch * stretch;
    }
    total
}

pub fn loss(weights: &[f64], threshold: f64) -> f64 {
    let mut loss = 0.0;
    for i in 0..weights.len() {
        let excess = weights[i].exp() - threshold;
        if excess > 0.0 {
            loss += excess * excess;
        } else {
            loss -= 0.5 * excess;
        }
    }
    loss
}

/// How the angle of a pendulum and its velocity change.
pub fn change(state: &[f64; 2], mass: f64, damping: f64) -> [f64; 2] {
    let [angle, velocity] = *state;
    let force = -angle.sin() - damping * velocity;
    [velocity, force / mass]
}

pub fn decay(x: &[f64], rate: f64) -> f64 {
    let mut total = 0.0;
    for i in 0..x.len() {
        let kept = x[i] * (-rate * i as f64).exp();
        total += kept * kept;
    }
    total
}

pub fn relax(u: &mut [f64], rate: f64) {
    for i in 1..u.len() {
        u[i] += rate * (u[i - 1] - u[i]);
    }
}

pub struct Pendulum;

#[differentiable]
impl Pendulum {
    pub fn change(angle: f64, damping: f64) -> f64 {
        -angle.sin() * damping
    }

    pub fn period(length: f64) -> f64 {
        (length / 9.81).sqrt()
    }
}

pub fn swing(angle: f64, damping: f64) -> f64 {
    decay(&[angle, 1.0], damping) * angle.cos()
}

pub fn rejected(x: f64) -> f64 {
    (x as usize) as f64
}
