pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        let product = x[i] * x[i] * y[i];
        sum += product * x[0];
    }
    sum * sum
}
