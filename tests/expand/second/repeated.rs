pub fn repeated(x: f64, y: f64, count: usize) -> f64 {
    let mut sum = 0.0;
    for _ in 0..count {
        sum += x * x * y;
    }
    sum * x
}
