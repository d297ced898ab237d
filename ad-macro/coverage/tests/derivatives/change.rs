// slope     saved: cheaper than computing it again
// t_4       saved: cheaper than computing it again
// velocity  read again
// A product or quotient with a cotangent that is exactly zero is exactly zero.
fn change_vjp(
    state: &[f64; 2],
    mass: f64,
    damping: f64,
) -> ([f64; 2], impl FnOnce([f64; 2], &mut [f64; 2]) -> (f64, f64)) {
    let angle = state[0];
    let velocity = state[1];
    let slope = angle.cos();
    let t = angle.sin();
    let t_4 = (-t - damping * velocity) / mass;
    let value = [velocity, t_4];
    let pullback = move |seed: [f64; 2], state_bar: &mut [f64; 2]| -> (f64, f64) {
        let mut velocity_bar = seed[0];
        let d = seed[1] / mass;
        let t_3_bar = -d;
        velocity_bar += t_3_bar * damping;
        state_bar[1] += velocity_bar;
        state_bar[0] += -d * slope;
        (-(d * t_4), t_3_bar * state[1])
    };
    (value, pullback)
}
