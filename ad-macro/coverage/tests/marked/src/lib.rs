//! Functions of which it is known whether they compile with their marks.

/// Has a derivative of its own.
pub fn softplus(x: f64) -> f64 {
    x.exp().ln_1p()
}

/// Not numeric, and called by what is.
fn first(x: &[f64]) -> f64 {
    x[0]
}

pub fn squared(x: &[f64]) -> f64 {
    first(x) * first(x)
}

/// The macro accepts it; rustc knows no derivative of `log2_of`, which the macro rejects.
pub fn entropy(p: f64) -> f64 {
    -p * log2_of(p)
}

fn log2_of(p: f64) -> f64 {
    let cells = (p * 8.0) as usize;
    p.log2() + cells as f64
}

/// Holds what carries no derivative: a type without floats, and one of std's.
pub struct Spring {
    pub stiffness: f64,
    material: Material,
    made: std::time::Duration,
}

pub struct Material {
    pub name: &'static str,
}

impl Spring {
    #[inline]
    pub fn energy(&self, x: f64) -> f64 {
        0.5 * self.stiffness * x * x
    }

    pub fn wear(&self) -> f64 {
        self.stiffness * log2_of(self.stiffness)
    }

    pub fn age(&self) -> u64 {
        self.made.as_secs() + self.material.name.len() as u64
    }
}

pub trait Potential {
    fn energy_at(&self, x: f64) -> f64;

    fn bits(&self, x: f64) -> f64 {
        self.energy_at(x) * 2.0
    }
}

impl Potential for Spring {
    fn energy_at(&self, x: f64) -> f64 {
        self.energy(x)
    }

    fn bits(&self, x: f64) -> f64 {
        log2_of(x) * self.stiffness
    }
}

pub fn total(parts: &[Box<dyn Potential>], x: f64) -> f64 {
    parts.iter().map(|part| part.energy_at(x)).sum::<f64>() * 2.0
}

impl std::ops::Mul<f64> for Spring {
    type Output = Spring;

    fn mul(self, k: f64) -> Spring {
        Spring { stiffness: self.stiffness * k, ..self }
    }
}
