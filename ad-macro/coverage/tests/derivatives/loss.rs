// excess  saved: cheaper than computing it again
// t_3     saved: cheaper than computing it again
// t_4     saved: cheaper than computing it again
// A product or quotient with a cotangent that is exactly zero is exactly zero.
fn loss_vjp(
    weights: &[f64],
    threshold: f64,
) -> (f64, impl FnOnce(f64, &mut [f64]) -> f64) {
    let mut loss_2 = 0.0;
    let mut tape = Vec::new();
    for i in 0..weights.len() {
        let t_3 = weights[i].exp();
        let excess = t_3 - threshold;
        let t_4 = excess > 0.0;
        if t_4 {
            loss_2 += excess * excess;
        } else {
            loss_2 -= 0.5 * excess;
        }
        tape.push((t_3, excess, t_4));
    }
    let pullback = move |seed: f64, weights_bar: &mut [f64]| -> f64 {
        let mut threshold_bar = 0.0;
        for i in (0..weights.len()).rev() {
            let (t_3, excess, t_4) = tape.pop().unwrap();
            let mut excess_bar = 0.0;
            if t_4 {
                excess_bar += seed * excess;
                excess_bar += seed * excess;
            } else {
                excess_bar += -seed * 0.5;
            }
            threshold_bar += -excess_bar;
            weights_bar[i] += excess_bar * t_3;
        }
        threshold_bar
    };
    (loss_2, pullback)
}
