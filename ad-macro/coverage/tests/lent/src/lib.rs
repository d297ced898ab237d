//! Types with lifetimes, with and without these in signatures.

pub struct Proxy<'a> {
    pub points: &'a [f64],
    pub radius: f64,
}

pub mod words {
    pub struct Text<'a>(pub &'a str);
}

impl Proxy<'_> {
    pub fn scaled(&self, k: f64) -> f64 {
        self.radius * k * self.points[0]
    }
}

pub fn hidden(a: &Proxy, b: Option<&Proxy>, k: f64) -> f64 {
    a.radius * k + b.map_or(0.0, |b| b.radius)
}

pub fn written(a: &Proxy<'_>, k: f64) -> f64 {
    a.radius * k
}

pub fn other(text: &words::Text, k: f64) -> f64 {
    k * text.0.len() as f64
}
