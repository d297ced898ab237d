fn mutable_array(start: &[f64; 8], rate: f64, steps: usize) -> f64 {
    let mut u = *start;
    for _ in 0..steps {
        for i in 1..7 {
            u[i] = u[i] + rate * u[i - 1] * u[i + 1];
        }
    }
    let mut energy = 0.0;
    for value in &u {
        energy += value * value;
    }
    energy
}
