// The programs, of a type `Real`.

/// Of one operand: empty, of one element, without axes, of five, not a multiple of a block, larger than the grid.
fn single() -> Vec<Vec<&'static [usize]>> {
    vec![vec![&[0, 3]], vec![&[1]], vec![&[]], vec![&[2, 3, 1, 2, 3]], vec![&[7, 37]], vec![larger_than_grid()]]
}

/// Of two axes or more with something along each: of one element, more lanes than blocks in the grid, more in a lane than threads in a
/// block, of five axes.
fn filled() -> Vec<Vec<&'static [usize]>> {
    vec![vec![&[2, 3]], vec![&[300, 5]], vec![&[5, 300]], vec![&[1, 1]], vec![&[2, 3, 1, 2, 3]], vec![larger_than_grid()]]
}

/// The same, and without any lane.
fn lanes() -> Vec<Vec<&'static [usize]>> {
    [filled(), vec![vec![&[0, 3]]]].concat()
}

/// Of two operands that are broadcast.
fn pairs() -> Vec<Vec<&'static [usize]>> {
    vec![
        vec![&[4, 3], &[4, 3]],
        vec![&[2, 1, 3, 1, 2], &[5, 1, 4, 1]],
        vec![&[3], &[300, 3]],
        vec![&[2, 3], &[]],
        vec![&[0, 3], &[1, 3]],
        vec![&[1], &[1]],
        vec![larger_than_grid(), &[3, 1]],
    ]
}

/// Of four: some, none, of one pixel, and more than the grid is large.
fn images() -> Vec<Vec<&'static [usize]>> {
    vec![vec![&[2, 3, 7, 6]], vec![&[0, 3, 7, 6]], vec![&[1, 1, 3, 2]], vec![&[2, 3, 30, 31]]]
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
    by_numbers(x) -> Tensor<Real> { let k = x.mean(); x * k + k / (x * x + 2.0) - (k - x) / (k * k + 1.0) } of lanes();
    powf_of_number(x) -> Tensor<Real> { let y: Tensor<Real> = x.abs(); let p = y.mean(); (y + 0.1).powf(p) } of filled();
    clamp_to_numbers(x) -> Tensor<Real> { let k = x.mean(); x.clamp(k - 0.4, k + 0.3) } of filled();
    expressions(x, y) -> Tensor<Real> { let z = x * y + x - -(y * 0.5); z / 3.0 + x * x * y } of pairs();
    negated(x) -> Tensor<Real> { -x } of single();
    changed(x) -> Tensor<Real> {
        let mut y = x * 2.0;
        y += x;
        y *= 0.5;
        y -= x / 3.0;
        y /= 1.5;
        y
    } of single();
    maximum(x, y) -> Tensor<Real> { x.maximum(y) + x.maximum(x) } of pairs();
    minimum(x, y) -> Tensor<Real> { x.minimum(y) } of pairs();
    sums(x, y) -> Tensor<Real> { x + y } of pairs();
    differences(x, y) -> Tensor<Real> { x - y } of pairs();
    multiplied(x, y) -> Tensor<Real> { x * y } of pairs();
    quotients(x, y) -> Tensor<Real> { x / y } of pairs();
    of_moved(x, y) -> Tensor<Real> { (x * 2.0) - (y * 3.0) } of pairs();
    sum(x) -> Real { (x * x).sum() } of single();
    mean(x) -> Real { x.mean() } of lanes();
    max(x) -> Real { x.max() } of filled();
    sum_axis(x) -> Tensor<Real> { (x * x).sum_axis(0) } of [lanes(), vec![vec![&[9000][..]], vec![&[3, 0]]]].concat();
    sum_inner_axis(x) -> Tensor<Real> { x.sum_axis(2) } of [vec![&[2, 3, 1, 2, 3][..]], vec![&[2, 1, 700]], vec![&[4, 3, 0]]];
    mean_axis(x) -> Tensor<Real> { x.mean_axis(1) } of lanes();
    max_axis(x) -> Tensor<Real> { x.max_axis(1) } of lanes();
    equally_large(x) -> Tensor<Real> { x.maximum(&(x * 0.0)).max_axis(0) } of filled();
    var_axis(x) -> Tensor<Real> { x.var_axis(0) } of lanes();
    softmax(x) -> Tensor<Real> { x.softmax(1) } of lanes();
    softmax_down(x) -> Tensor<Real> { x.softmax(0) } of lanes();
    log_softmax(x) -> Tensor<Real> { x.log_softmax(1) } of lanes();
    log_softmax_down(x) -> Tensor<Real> { x.log_softmax(0) } of lanes();
    cross_entropy(x) -> Real { x.cross_entropy(&[2, 0, 1, 1]) } of [vec![&[4, 3][..]], vec![&[4, 300]]];
    cross_entropies(x) -> Real { x.cross_entropy(&[0; 300]) } of [vec![&[300, 1][..]], vec![&[300, 7]]];
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
    repeated_widely(x) -> Tensor<Real> { x.broadcast_to(&[0, 70, 1, 50]) * x.sum() + x.broadcast_to(&[1, 70, 1, 50]).slice_axis(0, 0..0) } of [vec![&[50][..]]];
    parts(x) -> Tensor<Real> { x.slice_axis(0, 1..3) + x.slice_axis(0, 0..2) } of [vec![&[3, 4][..]], vec![&[3, 0]], vec![&[3, 2, 1, 2, 3]], vec![larger_than_grid()]];
    selected(x) -> Tensor<Real> { x.index_select(1, &[2, 0, 2, 2, 1]) } of [vec![&[2, 3, 4][..]], vec![&[5, 3]], vec![&[0, 3]], vec![&[2, 3, 1, 2, 3]], vec![&[2, 3, 900]]];
    none_selected(x) -> Tensor<Real> { x.index_select(0, &[]) + 1.0 } of [vec![&[3, 2][..]]];
    joined(x, y) -> Tensor<Real> { Tensor::concat(&[x.clone(), y.clone()], 1) } of [
        vec![&[2, 3][..], &[2, 1]],
        vec![&[2, 0], &[2, 1]],
        vec![&[2, 3, 1, 2, 3], &[2, 1, 1, 2, 3]],
        vec![larger_than_grid(), &[3, 2]],
    ];
    stacked(x, y) -> Tensor<Real> { Tensor::stack(&[x.clone(), y.clone()], 1) } of [vec![&[2, 3][..], &[2, 3]], vec![&[0, 3], &[0, 3]], vec![larger_than_grid(), larger_than_grid()]];
    item(x) -> Real { x.item() } of [vec![&[1, 1][..]]];
    layer_norm(x, gamma, beta) -> Tensor<Real> { x.layer_norm(gamma, beta, 1e-5) } of [
        vec![&[2, 3, 7][..], &[7], &[7]],
        vec![&[0, 7], &[7], &[7]],
        vec![&[1, 1], &[1], &[1]],
        vec![&[2, 3, 1, 2, 3], &[3], &[3]],
        vec![&[9, 300], &[300], &[300]],
    ];
    batch_norm(x, gamma, beta) -> (Tensor<Real>, Tensor<Real>, Tensor<Real>) { x.batch_norm(gamma, beta, 1e-5) } of [
        vec![&[3, 2, 5][..], &[2], &[2]],
        vec![&[5, 1], &[1], &[1]],
        vec![&[2, 3, 1, 2, 3], &[3], &[3]],
        vec![&[50, 3, 60], &[3], &[3]],
    ];
    max_pool2d(x) -> Tensor<Real> {
        x.max_pool2d(Pool2d { size: [3, 2], stride: [2, 1], padding: [1, 0] })
    } of images();
    equal_pool2d(x) -> Tensor<Real> { (x * 0.0).max_pool2d(Pool2d::of(2)) + x.max_pool2d(Pool2d::of(2)) } of [vec![&[1, 2, 4, 4][..]]];
    avg_pool2d(x) -> Tensor<Real> {
        x.avg_pool2d(Pool2d { size: [3, 2], stride: [2, 2], padding: [1, 1] })
    } of images();
    ctc_loss(x) -> Real { x.log_softmax(1).ctc_loss(&[1, 1, 3], 0) } of [vec![&[9, 4][..]], vec![&[40, 5]], vec![&[20, 300]]];
    long_ctc_loss(x) -> Real { x.log_softmax(1).ctc_loss(&[1; 40], 0) } of [vec![&[90, 2][..]]];
    nothing_flows(x, y) -> Tensor<Real> { if y.len() > 5 { y * 1.0 } else { x * 1.0 } } of [vec![&[3][..], &[2]]];
}
