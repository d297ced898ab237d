//! Pipelines of arrays, and full Jacobians.

/// The largest number; the first that is so large has all of the derivative.
pub fn largest(x: &[f64], bar: &mut [f64]) -> f64 {
    let largest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    bar.fill(0.0);
    if let Some(at) = x.iter().position(|x| *x == largest) {
        bar[at] = 1.0;
    }
    largest
}

/// `product` has room for a row of the product.
pub fn factorisation_error(
    (left, right): (&[f64], &[f64]),
    target: &[f64],
    rank: usize,
    product: &mut [f64],
    (left_bar, right_bar): (&mut [f64], &mut [f64]),
) -> f64 {
    right_bar.fill(0.0);
    let n = product.len();
    let mut error = 0.0;
    let rows = left.chunks_exact(rank).zip(left_bar.chunks_exact_mut(rank));
    for ((row, row_bar), wanted) in rows.zip(target.chunks_exact(n)) {
        product.fill(0.0);
        for (factor, of) in row.iter().zip(right.chunks_exact(n)) {
            for (sum, x) in product.iter_mut().zip(of) {
                *sum += factor * x;
            }
        }
        for (x, wanted) in product.iter_mut().zip(wanted) {
            let missed = *x - wanted;
            error += missed * missed;
            *x = 2.0 * missed;
        }
        let columns = right.chunks_exact(n).zip(right_bar.chunks_exact_mut(n));
        for ((factor, bar), (of, of_bar)) in row.iter().zip(row_bar).zip(columns) {
            let mut sums = [0.0; 8];
            for ((bars, xs), ofs) in of_bar.chunks_mut(8).zip(product.chunks(8)).zip(of.chunks(8)) {
                for (((sum, bar), x), of) in sums.iter_mut().zip(bars).zip(xs).zip(ofs) {
                    *sum += x * of;
                    *bar += factor * x;
                }
            }
            *bar = sums.iter().sum();
        }
    }
    error
}

/// A row of a Jacobian: a vector for each of two arguments.
pub type Row = (Vec<f64>, Vec<f64>);

/// The sum of two vectors, and its Jacobian.
pub fn added(x: &[f64], y: &[f64]) -> (Vec<f64>, Vec<Row>) {
    let unit = |i: usize, n: usize| {
        let mut row = vec![0.0; n];
        row[i] = 1.0;
        row
    };
    let sum: Vec<f64> = x.iter().zip(y).map(|(x, y)| x + y).collect();
    let rows = (0..sum.len()).map(|i| (unit(i, x.len()), unit(i, y.len()))).collect();
    (sum, rows)
}

pub fn scaled(x: &[f64], factor: f64) -> (Vec<f64>, Vec<(Vec<f64>, f64)>) {
    let row = |(i, of): (usize, &f64)| {
        let mut row = vec![0.0; x.len()];
        row[i] = factor;
        (row, *of)
    };
    let products = x.iter().map(|x| x * factor).collect();
    (products, x.iter().enumerate().map(row).collect())
}
