// t      saved: cheaper than computing it again
// t_2    computed again
// t_4    read again
// u_old  saved: what is overwritten here
// A product or quotient with a cotangent that is exactly zero is exactly zero.
fn relax_vjp(u: &mut [f64], rate: f64) -> impl FnOnce(&mut [f64], &mut [f64]) -> f64 {
    let t = u.len();
    let mut tape = Vec::new();
    for i in 1..t {
        let t_6 = rate * (u[i - 1] - u[i]);
        let u_old = u[i];
        u[i] += t_6;
        tape.push(u_old);
    }
    let pullback = move |u: &mut [f64], u_bar: &mut [f64]| -> f64 {
        let mut rate_bar = 0.0;
        for i in (1..t).rev() {
            let u_old = tape.pop().unwrap();
            let t_2 = i - 1;
            let t_6_bar = u_bar[i];
            u[i] = u_old;
            let t_4 = u[i];
            rate_bar += t_6_bar * (u[t_2] - t_4);
            let t_5_bar = t_6_bar * rate;
            u_bar[i] += -t_5_bar;
            u_bar[t_2] += t_5_bar;
        }
        rate_bar
    };
    pullback
}
