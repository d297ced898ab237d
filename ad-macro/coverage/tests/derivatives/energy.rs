// Nothing is saved for the way back.
// stretch  computed again
// t_3      computed again
// t_6      computed again
// A product or quotient with a cotangent that is exactly zero is exactly zero.
fn energy_vjp(x: &[f64], stiffness: f64) -> (f64, impl FnOnce(f64, &mut [f64]) -> f64) {
    let mut total = 0.0;
    for i in 1..x.len() {
        let stretch = x[i] - x[i - 1] - 1.0;
        total += 0.5 * stiffness * stretch * stretch;
    }
    let pullback = move |seed: f64, x_bar: &mut [f64]| -> f64 {
        let mut stiffness_bar = 0.0;
        for i in (1..x.len()).rev() {
            let t_3 = i - 1;
            let stretch = x[i] - x[t_3] - 1.0;
            let t_6 = 0.5 * stiffness;
            let t_7_bar = seed * stretch;
            let mut stretch_bar = seed * (t_6 * stretch);
            stretch_bar += t_7_bar * t_6;
            stiffness_bar += t_7_bar * stretch * 0.5;
            x_bar[t_3] += -stretch_bar;
            x_bar[i] += stretch_bar;
        }
        stiffness_bar
    };
    (total, pullback)
}
