pub fn straight_line(x: f64, y: f64) -> f64 {
    let root = (x * y + 1.0).sqrt();
    root.sin() / (x - 2.0 * root) + (x * y).exp()
}
