pub fn overwritten(x: f64, y: f64) -> f64 {
    let mut v = [x, y];
    v[0] = v[0] * v[1];
    v[1] = v[0] * v[0] + v[1];
    v[0] *= x;
    v[0] * v[1]
}
