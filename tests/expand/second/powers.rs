pub fn powers(x: f64, y: f64) -> f64 {
    x.powi(3) * y + x.powf(y) - y.atan2(x) * x.max(y) + x.abs().ln() / y.hypot(x)
}
