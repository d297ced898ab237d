fn early_return(state: &mut [f64], rate: f64) -> f64 {
    let mut moved = 0.0;
    for i in 1..state.len() {
        let step = rate * (state[i - 1] - state[i]);
        if step.abs() > 1.0 {
            return moved - step;
        }
        state[i] += step;
        moved += step * step;
    }
    moved
}
