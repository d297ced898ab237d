pub fn branch(x: f64, y: f64) -> f64 {
    let mut z = x * x * y;
    if x > y {
        z += x * y;
    } else {
        z -= y * y;
    }
    z * z
}
