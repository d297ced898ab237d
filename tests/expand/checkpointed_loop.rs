fn settled(start: &[f64], rate: f64, steps: usize) -> f64 {
    let mut u = start.to_vec();
    let mut total = 0.0;
    #[checkpoint]
    for _ in 0..steps {
        for i in 1..u.len() {
            u[i] *= (u[i - 1] * rate).sin();
        }
        total += bend(u[0], rate);
    }
    total * total
}
