//! Elements that a method gives by reference, and that a conversion takes by reference at once.
use num_traits::ToPrimitive;
use pullback::{Differentiable, check_grad, differentiable, no_diff};

#[differentiable]
trait Grid<T> {
    fn get(&self, at: (usize, usize)) -> &T;
}

/// As `smartcore` has it: what gives elements is one trait, what computes with them is another.
#[differentiable]
trait Statistics<T: ToPrimitive + Copy>: Grid<T> {
    fn shape(&self) -> (usize, usize);

    fn variance(&self) -> f64 {
        let (rows, cols) = no_diff(self.shape());
        let mut mu = 0f64;
        let mut sum = 0f64;
        let div = (rows * cols) as f64;
        for i in 0..rows {
            for j in 0..cols {
                let xi = T::to_f64(self.get((i, j))).unwrap();
                mu += xi;
                sum += xi * xi;
            }
        }
        mu /= div;
        sum / div - mu.powi(2)
    }

    fn means(&self, axis: u8) -> Vec<f64> {
        let (rows, cols) = no_diff(self.shape());
        let (n, m) = if axis == 0 { (cols, rows) } else { (rows, cols) };
        let mut x = vec![0f64; n];
        for (i, x_i) in x.iter_mut().enumerate().take(n) {
            for j in 0..m {
                *x_i += match axis {
                    0 => T::to_f64(self.get((j, i))).unwrap(),
                    _ => self.get((i, j)).to_f64().unwrap().powi(2),
                };
            }
            *x_i /= m as f64;
        }
        x
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Dense<T> {
    cols: usize,
    data: Vec<T>,
}

#[differentiable]
impl<T: ToPrimitive + Copy> Grid<T> for Dense<T> {
    fn get(&self, (i, j): (usize, usize)) -> &T {
        &self.data[i * self.cols + j]
    }
}

#[differentiable]
impl<T: ToPrimitive + Copy> Statistics<T> for Dense<T> {
    #[no_diff]
    fn shape(&self) -> (usize, usize) {
        (self.data.len() / self.cols, self.cols)
    }
}

/// Outside the impl, the call is known by where it stands.
#[differentiable]
fn spread<T: ToPrimitive + Copy, M: Grid<T>>(m: &M, n: usize, k: f64) -> f64 {
    let mut low = m.get((0, 0)).to_f64().unwrap();
    let mut high = T::to_f64(m.get((0, 0))).unwrap();
    for i in 0..n {
        let value = m.get((i, 1)).to_f64().unwrap() * k;
        if value < low {
            low = value;
        }
        if value > high && T::to_f64(m.get((i, 0))).unwrap() > 0.0 {
            high = T::to_f64(m.get((i, 0))).unwrap() * value;
        }
    }
    high - low
}

#[differentiable]
fn halved<T: ToPrimitive + Copy, M: Grid<T>>(m: &M, from: usize, to: usize, k: f64) -> f64 {
    if to - from == 1 {
        return T::to_f64(m.get((from, 0))).unwrap() * k;
    }
    let middle = (from + to) / 2;
    let left = halved::<T, M>(m, from, middle, k);
    left * m.get((middle, 1)).to_f64().unwrap() + halved::<T, M>(m, middle, to, left)
}

/// The element has a name before it is converted.
#[differentiable]
fn first_of_all<T: ToPrimitive + Copy, M: Grid<T>>(m: &M, k: f64) -> f64 {
    let low = m.get((0, 0));
    let high = m.get((0, 1));
    let low = low.to_f64().unwrap();
    let high = high.to_f64().unwrap() * low;
    let mut sum = low;
    for i in 0..3 {
        let other = m.get((i, 1));
        sum += other.to_f64().unwrap() * high * k;
    }
    sum
}

#[differentiable]
fn of_a_table(m: &Dense<f64>, k: f64) -> f64 {
    let means = m.means(1);
    m.variance() * k + spread(m, 3, k) + first_of_all(m, k) + halved(m, 0, 3, k) + means[0] * m.means(0)[1]
}

#[test]
fn elements_are_converted_where_they_are() {
    let m = Dense {
        cols: 2,
        data: vec![0.5, 1.5, -0.7, 2.5, 1.25, -0.3],
    };
    check_grad!(of_a_table(&m, 1.3)).unwrap();
    let narrow = Dense {
        cols: 2,
        data: vec![0.5f32, 1.5, -0.75, 2.5, 1.25, -0.25],
    };
    let (value, bar) = narrow.variance_value_and_grad();
    assert_eq!(value, narrow.variance());
    let mean: f64 = narrow.data.iter().map(|x| f64::from(*x)).sum::<f64>() / 6.0;
    for (x, bar) in narrow.data.iter().zip(&bar.data) {
        assert_eq!(*bar, (2.0 * (f64::from(*x) - mean) / 6.0) as f32);
    }
    let counts = Dense {
        cols: 1,
        data: vec![3u8, 5, 8],
    };
    assert_eq!(counts.variance_value_and_grad().1.data, [(); 3].to_vec());
}
