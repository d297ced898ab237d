fn diffused(start: &[f64], rate: f64, steps: usize) -> f64 {
    let mut u = start.to_vec();
    let mut flow = vec![0.0; u.len()];
    for _ in 0..steps {
        for i in 1..u.len() {
            flow[i] = rate * (u[i] - u[i - 1]) * u[i];
        }
        for i in 0..u.len() {
            u[i] -= flow[i];
        }
    }
    u[0] * u[1]
}
