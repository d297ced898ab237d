// The programs, of a type `Real`.

/// Of one operand: empty, of one element, without axes, not a multiple of a block, larger than the grid.
fn single() -> Vec<Vec<&'static [usize]>> {
    vec![vec![&[0, 3]], vec![&[1]], vec![&[]], vec![&[7, 37]], vec![&[3, 3001]]]
}

/// With an axis each.
fn matrices() -> Vec<Vec<&'static [usize]>> {
    vec![vec![&[2, 3]], vec![&[300, 5]], vec![&[5, 300]], vec![&[1, 1]]]
}

/// Of two operands that are broadcast.
fn pairs() -> Vec<Vec<&'static [usize]>> {
    vec![
        vec![&[4, 3], &[4, 3]],
        vec![&[2, 1, 3, 1, 2], &[5, 1, 4, 1]],
        vec![&[3], &[300, 3]],
        vec![&[2, 3], &[]],
        vec![&[0, 3], &[1, 3]],
    ]
}

programs! {
    exp(x) -> Tensor<Real> { x.exp() } of single();
    ln(x) -> Tensor<Real> { let y: Tensor<Real> = x.abs(); y.ln() } of single();
    sqrt(x) -> Tensor<Real> { let y: Tensor<Real> = x.abs(); y.sqrt() } of single();
    sin(x) -> Tensor<Real> { x.sin() } of single();
    cos(x) -> Tensor<Real> { x.cos() } of single();
    tanh(x) -> Tensor<Real> { x.tanh() } of single();
    sigmoid(x) -> Tensor<Real> { x.sigmoid() } of single();
    relu(x) -> Tensor<Real> { x.relu() } of single();
    gelu(x) -> Tensor<Real> { x.gelu() } of single();
    powi(x) -> Tensor<Real> { x.powi(3) + x.powi(-2) + x.powi(0) } of single();
    powf(x) -> Tensor<Real> { let y: Tensor<Real> = x.abs(); y.powf(1.7) } of single();
    clamp(x) -> Tensor<Real> { x.clamp(-0.5, 0.6) } of single();
    numbers(x) -> Tensor<Real> { 2.0 * x - (x + 1.0) / 3.0 + 1.0 / (x - 3.0) - (0.5 - x) } of single();
    negated(x) -> Tensor<Real> { -x } of single();
    changed(x) -> Tensor<Real> {
        let mut y = x * 2.0;
        y += x;
        y *= 0.5;
        y -= x / 3.0;
        y /= 1.5;
        y
    } of single();
    maximum(x, y) -> Tensor<Real> { x.maximum(y) + x.maximum(x) } of [vec![&[4, 3][..], &[4, 3]], vec![&[2, 3], &[3]]];
    minimum(x, y) -> Tensor<Real> { x.minimum(y) } of pairs();
    sums(x, y) -> Tensor<Real> { x + y } of pairs();
    differences(x, y) -> Tensor<Real> { x - y } of pairs();
    multiplied(x, y) -> Tensor<Real> { x * y } of pairs();
    quotients(x, y) -> Tensor<Real> { x / y } of pairs();
    of_moved(x, y) -> Tensor<Real> { (x * 2.0) - (y * 3.0) } of pairs();
    sum(x) -> Real { (x * x).sum() } of single();
    mean(x) -> Real { x.mean() } of matrices();
    max(x) -> Real { x.max() } of matrices();
    sum_axis(x) -> Tensor<Real> { (x * x).sum_axis(0) } of [vec![&[4, 3, 2][..]], vec![&[9000]], vec![&[0, 3]], vec![&[3, 0]]];
    mean_axis(x) -> Tensor<Real> { x.mean_axis(1) } of matrices();
    max_axis(x) -> Tensor<Real> { x.max_axis(1) } of matrices();
    equally_large(x) -> Tensor<Real> { x.maximum(&(x * 0.0)).max_axis(0) } of matrices();
    var_axis(x) -> Tensor<Real> { x.var_axis(0) } of matrices();
    softmax(x) -> Tensor<Real> { x.softmax(1) } of matrices();
    softmax_down(x) -> Tensor<Real> { x.softmax(0) } of matrices();
    log_softmax(x) -> Tensor<Real> { x.log_softmax(1) } of matrices();
    log_softmax_down(x) -> Tensor<Real> { x.log_softmax(0) } of matrices();
    cross_entropy(x) -> Real { x.cross_entropy(&[2, 0, 1, 1]) } of [vec![&[4, 3][..]], vec![&[4, 300]]];
    matmul(x, y) -> Tensor<Real> { x.matmul(y) } of [
        vec![&[4, 3][..], &[3, 5]],
        vec![&[1, 1], &[1, 1]],
        vec![&[3], &[3, 5]],
        vec![&[4, 3], &[3]],
        vec![&[3], &[3]],
        vec![&[2, 4, 3], &[3, 5]],
        vec![&[2, 4, 3], &[2, 3, 5]],
        vec![&[2, 1, 4, 3], &[6, 3, 5]],
        vec![&[4, 3], &[2, 3, 5]],
        vec![&[0, 3], &[3, 5]],
        vec![&[4, 0], &[0, 5]],
        vec![&[70, 33], &[33, 19]],
    ];
    arranged(x) -> Tensor<Real> {
        let y = x.permute(&[2, 0, 1]).transpose().slice_axis(0, 1..3);
        y.reshape(&[2, 12]).unsqueeze(1).squeeze(1)
    } of [vec![&[3, 4, 3][..]]];
    repeated(x) -> Tensor<Real> { x.broadcast_to(&[3, 2, 4]) } of [vec![&[2, 1][..]], vec![&[4]], vec![&[]]];
    parts(x) -> Tensor<Real> { x.slice_axis(0, 1..3) + x.slice_axis(0, 0..2) } of [vec![&[3, 4][..]]];
    selected(x) -> Tensor<Real> { x.index_select(1, &[2, 0, 2, 2, 1]) } of [vec![&[2, 3, 4][..]], vec![&[5, 3]], vec![&[0, 3]]];
    none_selected(x) -> Tensor<Real> { x.index_select(0, &[]) + 1.0 } of [vec![&[3, 2][..]]];
    joined(x, y) -> Tensor<Real> { Tensor::concat(&[x.clone(), y.clone()], 1) } of [vec![&[2, 3][..], &[2, 1]], vec![&[2, 0], &[2, 1]]];
    stacked(x, y) -> Tensor<Real> { Tensor::stack(&[x.clone(), y.clone()], 1) } of [vec![&[2, 3][..], &[2, 3]]];
    item(x) -> Real { x.item() } of [vec![&[1, 1][..]]];
    layer_norm(x, gamma, beta) -> Tensor<Real> { x.layer_norm(gamma, beta, 1e-5) } of [vec![&[2, 3, 7][..], &[7], &[7]]];
    batch_norm(x, gamma, beta) -> (Tensor<Real>, Tensor<Real>, Tensor<Real>) { x.batch_norm(gamma, beta, 1e-5) } of [vec![&[3, 2, 5][..], &[2], &[2]]];
    conv2d(x, w) -> Tensor<Real> {
        x.conv2d(w, Conv2d { stride: [2, 1], padding: [1, 2], dilation: [1, 2], groups: 1 })
    } of [vec![&[2, 3, 7, 6][..], &[4, 3, 3, 2]]];
    grouped(x, w) -> Tensor<Real> {
        x.conv2d(w, Conv2d { padding: [1, 1], groups: 2, ..Conv2d::default() })
    } of [vec![&[2, 4, 5, 5][..], &[6, 2, 3, 3]]];
    max_pool2d(x) -> Tensor<Real> {
        x.max_pool2d(Pool2d { size: [3, 2], stride: [2, 1], padding: [1, 0] })
    } of [vec![&[2, 3, 7, 6][..]]];
    equal_pool2d(x) -> Tensor<Real> { (x * 0.0).max_pool2d(Pool2d::of(2)) + x.max_pool2d(Pool2d::of(2)) } of [vec![&[1, 2, 4, 4][..]]];
    avg_pool2d(x) -> Tensor<Real> {
        x.avg_pool2d(Pool2d { size: [3, 2], stride: [2, 2], padding: [1, 1] })
    } of [vec![&[2, 3, 7, 6][..]]];
    ctc_loss(x) -> Real { x.log_softmax(1).ctc_loss(&[1, 1, 3], 0) } of [vec![&[9, 4][..]], vec![&[40, 5]]];
    long_ctc_loss(x) -> Real { x.log_softmax(1).ctc_loss(&[1; 40], 0) } of [vec![&[90, 2][..]]];
    nothing_flows(x, y) -> Tensor<Real> { if y.len() > 5 { y * 1.0 } else { x * 1.0 } } of [vec![&[3][..], &[2]]];
}
