fn straight_line(x: f64, y: f64) -> f64 {
    let product = x * y;
    let root = (product + 1.0).sqrt();
    root.sin() / (x - 2.0 * root)
}
