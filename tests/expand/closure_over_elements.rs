fn closure_over_elements(x: &Tensor<f32>, k: f32) -> Tensor<f32> {
    x.map(|v| {
        let mut scaled = v * k;
        if scaled > 1.0 {
            scaled = scaled.ln() + 1.0;
        }
        scaled * std::f32::consts::PI
    })
}
