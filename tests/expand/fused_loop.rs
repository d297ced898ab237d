fn loss(x: &[f64], weights: &[f64], k: f64) -> f64 {
    let n = weights.len();
    let mut features = vec![0.0; n];
    let mut sum = 0.0;
    for i in 0..x.len() {
        spread(x[i], weights, &mut features);
        sum += energy(&features) * k;
    }
    for i in 0..n {
        sum += penalty(weights[i]);
    }
    0.5 * sum
}
