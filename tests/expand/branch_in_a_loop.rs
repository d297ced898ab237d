fn branch_in_a_loop(weights: &[f64], threshold: f64) -> f64 {
    let mut loss = 0.0;
    for i in 0..weights.len() {
        let excess = weights[i].exp() - threshold;
        if excess > 0.0 {
            loss += excess * excess;
        } else {
            loss -= 0.5 * excess;
        }
    }
    loss
}
