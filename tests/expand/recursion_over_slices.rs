fn recursion_over_slices(x: &[f64]) -> f64 {
    let middle = x.len() / 2;
    if middle == 0 {
        return x[0];
    }
    let left = recursion_over_slices(&x[..middle]);
    let right = recursion_over_slices(&x[middle..]);
    left * right + left.tanh()
}
