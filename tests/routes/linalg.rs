//! Arrays behind traits that give iterators, as libraries of machine learning have them: vectors, and matrices by rows or columns.
// The arrays are vectors: slices are none of them.
#![allow(clippy::ptr_arg)]
use num_traits::{Float, NumAssignOps, ToPrimitive};
use pullback::{Differentiable, check_grad, differentiable};

/// What all arrays have, whatever their positions are.
#[differentiable]
trait Array<T: Float, S> {
    fn get(&self, pos: S) -> &T;
    fn shape(&self) -> S;
    fn iterator<'b>(&'b self, axis: u8) -> Box<dyn Iterator<Item = &'b T> + 'b>;
}

#[differentiable]
trait MutArray<T: Float + NumAssignOps, S: Eq>: Array<T, S> {
    fn iterator_mut<'b>(&'b mut self, axis: u8) -> Box<dyn Iterator<Item = &'b mut T> + 'b>;

    fn sub_scalar_mut(&mut self, x: T) {
        self.iterator_mut(0).for_each(|v| *v -= x);
    }

    fn div_scalar_mut(&mut self, x: T) {
        self.iterator_mut(0).for_each(|v| *v /= x);
    }

    fn add_mut<A: Array<T, S>>(&mut self, other: &A) {
        self.iterator_mut(0).zip(other.iterator(0)).for_each(|(a, &b)| *a += b);
    }

    fn mul_mut<A: Array<T, S>>(&mut self, other: &A) {
        self.iterator_mut(0).zip(other.iterator(0)).for_each(|(a, &b)| *a *= b);
    }

    fn copy_from<A: Array<T, S>>(&mut self, other: &A) {
        self.iterator_mut(0).zip(other.iterator(0)).for_each(|(s, o)| *s = *o);
    }
}

#[differentiable]
trait ArrayView1<T: Float>: Array<T, usize> {
    fn dot<A: ArrayView1<T>>(&self, other: &A) -> T
    where
        T: std::iter::Sum,
    {
        assert!(
            self.shape() == other.shape(),
            "Can't take dot product. Arrays have different shapes"
        );
        self.iterator(0).zip(other.iterator(0)).map(|(s, o)| *s * *o).sum()
    }

    fn sum(&self) -> T
    where
        T: std::iter::Sum,
    {
        self.iterator(0).copied().sum()
    }

    fn max(&self) -> T {
        let max_f = |max: T, v: &T| -> T {
            match T::gt(v, &max) {
                true => *v,
                _ => max,
            }
        };
        self.iterator(0).fold(T::min_value(), max_f)
    }

    fn argmax(&self) -> usize {
        let mut max = T::min_value();
        let mut max_pos = 0usize;
        for (i, v) in self.iterator(0).enumerate() {
            if T::gt(v, &max) {
                max = *v;
                max_pos = i;
            }
        }
        max_pos
    }

    fn norm2(&self) -> f64 {
        self.iterator(0)
            .fold(0f64, |norm, xi| {
                let xi = xi.to_f64().unwrap();
                norm + xi * xi
            })
            .sqrt()
    }

    fn norm(&self, p: f64) -> f64 {
        if p.is_infinite() && p.is_sign_positive() {
            self.iterator(0)
                .map(|x| x.to_f64().unwrap().abs())
                .fold(f64::NEG_INFINITY, |a, b| a.max(b))
        } else if p.is_infinite() && p.is_sign_negative() {
            self.iterator(0)
                .map(|x| x.to_f64().unwrap().abs())
                .fold(f64::INFINITY, |a, b| a.min(b))
        } else {
            let mut norm = 0f64;

            for xi in self.iterator(0) {
                norm += xi.to_f64().unwrap().abs().powf(p);
            }

            norm.powf(1f64 / p)
        }
    }

    fn max_diff<A: ArrayView1<T>>(&self, other: &A) -> T {
        let max_f = |max: T, v: T| -> T {
            match T::gt(&v, &max) {
                true => v,
                _ => max,
            }
        };
        self.iterator(0)
            .zip(other.iterator(0))
            .map(|(&a, &b)| (a - b).abs())
            .fold(T::min_value(), max_f)
    }
}

#[differentiable]
trait MutArrayView1<T: Float + NumAssignOps>: MutArray<T, usize> + ArrayView1<T> {
    fn abs_mut(&mut self) {
        self.iterator_mut(0).for_each(|v| *v = v.abs());
    }

    fn pow_mut(&mut self, p: T) {
        self.iterator_mut(0).for_each(|v| *v = v.powf(p));
    }

    fn softmax_mut(&mut self) {
        let max = self.max();
        let mut z = T::zero();
        self.iterator_mut(0).for_each(|v| {
            *v = (*v - max).exp();
            z += *v;
        });
        self.iterator_mut(0).for_each(|v| *v /= z);
    }
}

#[differentiable]
impl<T: Float> Array<T, usize> for Vec<T> {
    fn get(&self, i: usize) -> &T {
        &self[i]
    }
    fn shape(&self) -> usize {
        self.len()
    }
    fn iterator<'b>(&'b self, axis: u8) -> Box<dyn Iterator<Item = &'b T> + 'b> {
        assert!(axis == 0, "For one dimensional array `axis` should == 0");
        Box::new(self.iter())
    }
}

#[differentiable]
impl<T: Float + NumAssignOps> MutArray<T, usize> for Vec<T> {
    fn iterator_mut<'b>(&'b mut self, axis: u8) -> Box<dyn Iterator<Item = &'b mut T> + 'b> {
        assert!(axis == 0, "For one dimensional array `axis` should == 0");
        Box::new(self.iter_mut())
    }
}

#[differentiable]
impl<T: Float> ArrayView1<T> for Vec<T> {}
#[differentiable]
impl<T: Float + NumAssignOps> MutArrayView1<T> for Vec<T> {}

#[derive(Clone, Debug, Differentiable)]
struct DenseMatrix<T> {
    #[no_diff]
    ncols: usize,
    #[no_diff]
    nrows: usize,
    values: Vec<T>,
    #[no_diff]
    column_major: bool,
}

#[differentiable]
impl<T: Float> DenseMatrix<T> {
    fn offset(&self, row: usize, col: usize) -> usize {
        if self.column_major {
            col * self.nrows + row
        } else {
            col + self.ncols * row
        }
    }

    fn iter<'b>(&'b self, axis: u8) -> Box<dyn Iterator<Item = &'b T> + 'b> {
        assert!(
            axis == 1 || axis == 0,
            "For two dimensional array `axis` should be either 0 or 1"
        );
        match axis {
            0 => Box::new(
                (0..self.nrows).flat_map(move |r| (0..self.ncols).map(move |c| &self.values[self.offset(r, c)])),
            ),
            _ => Box::new(
                (0..self.ncols).flat_map(move |c| (0..self.nrows).map(move |r| &self.values[self.offset(r, c)])),
            ),
        }
    }
}

#[differentiable]
impl<T: Float> Array<T, (usize, usize)> for DenseMatrix<T> {
    fn get(&self, pos: (usize, usize)) -> &T {
        let (row, col) = pos;
        if row >= self.nrows || col >= self.ncols {
            panic!("Invalid index ({row},{col}) for {}x{} matrix", self.nrows, self.ncols);
        }
        if self.column_major {
            &self.values[col * self.nrows + row]
        } else {
            &self.values[col + self.ncols * row]
        }
    }
    fn shape(&self) -> (usize, usize) {
        (self.nrows, self.ncols)
    }
    fn iterator<'b>(&'b self, axis: u8) -> Box<dyn Iterator<Item = &'b T> + 'b> {
        self.iter(axis)
    }
}

#[differentiable]
impl<T: Float + NumAssignOps> MutArray<T, (usize, usize)> for DenseMatrix<T> {
    fn iterator_mut<'b>(&'b mut self, axis: u8) -> Box<dyn Iterator<Item = &'b mut T> + 'b> {
        let along = if self.column_major { 1 } else { 0 };
        assert!(axis == along, "values are written in the order in which they are kept");
        Box::new(self.values.iter_mut())
    }
    fn add_mut<A: Array<T, (usize, usize)>>(&mut self, other: &A) {
        let along = if self.column_major { 1 } else { 0 };
        self.iterator_mut(along)
            .zip(other.iterator(along))
            .for_each(|(a, &b)| *a += b);
    }
}

/// A measure of how far two arrays are apart.
#[differentiable]
trait Distance<A> {
    fn distance(&self, x: &A, y: &A) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
struct Manhattan;

#[derive(Clone, Debug, Differentiable)]
struct Minkowski {
    #[no_diff]
    p: u16,
}

#[differentiable]
impl<A: ArrayView1<f64>> Distance<A> for Manhattan {
    fn distance(&self, x: &A, y: &A) -> f64 {
        if x.shape() != y.shape() {
            panic!("Input vector sizes are different");
        }

        let dist: f64 = x
            .iterator(0)
            .zip(y.iterator(0))
            .map(|(&a, &b)| (a - b).to_f64().unwrap().abs())
            .sum();

        dist
    }
}

#[differentiable]
impl<A: ArrayView1<f64>> Distance<A> for Minkowski {
    fn distance(&self, x: &A, y: &A) -> f64 {
        let p_t = self.p as f64;
        let dist: f64 = x
            .iterator(0)
            .zip(y.iterator(0))
            .map(|(&a, &b)| (a - b).to_f64().unwrap().abs().powf(p_t))
            .sum();
        dist.powf(1.0 / p_t)
    }
}

/// What only asks of two arrays where they agree.
#[differentiable]
fn hamming<T: Float, A: ArrayView1<T>>(x: &A, y: &A, scale: f64) -> f64 {
    let dist: usize = x
        .iterator(0)
        .zip(y.iterator(0))
        .map(|(a, b)| match a != b {
            true => 1,
            false => 0,
        })
        .sum();
    scale * dist as f64 / x.shape() as f64
}

#[differentiable]
fn mahalanobis<A: ArrayView1<f64>>(sigma: &DenseMatrix<f64>, x: &A, y: &A) -> f64 {
    let n = x.shape();
    let z: Vec<f64> = x
        .iterator(0)
        .zip(y.iterator(0))
        .map(|(&a, &b)| (a - b).to_f64().unwrap())
        .collect();
    let mut s = 0f64;
    for j in 0..n {
        for i in 0..n {
            s += *sigma.get((i, j)) * z[i] * z[j];
        }
    }
    s.sqrt()
}

/// A product with rows that are centred on the way.
#[differentiable]
fn matvec_centred(m: &DenseMatrix<f64>, x: &Vec<f64>, centre: f64, out: &mut Vec<f64>) {
    for (&raw, result) in m.iterator(0).zip(out.iter_mut()) {
        *result += (raw - centre) * x.iterator(0).map(|v| v * raw).sum::<f64>();
    }
}

#[differentiable]
fn total<A: ArrayView1<f64>>(a: &A) -> f64 {
    a.sum()
}

#[differentiable]
fn vectors(x: &Vec<f64>, y: &Vec<f64>, k: f64) -> f64 {
    let mut v = x.clone();
    let mut sum = 0.0;
    for i in 0..3 {
        v.add_mut(y);
        v.mul_mut(x);
        v.sub_scalar_mut(k * i as f64);
        if i == 1 {
            v.abs_mut();
            v.pow_mut(1.0 + k);
        } else {
            v.div_scalar_mut(2.0 + k);
        }
        sum += v.dot(x) + v.norm(1.5) * v.norm(f64::INFINITY) - v.norm(f64::NEG_INFINITY);
        sum += v.norm2() + v.max() * total(&v) + v.max_diff(y);
        sum *= v[v.argmax()];
    }
    let mut w = y.clone();
    w.copy_from(&v);
    w.softmax_mut();
    let far = Manhattan.distance(&w, x) * Minkowski { p: 3 }.distance(&w, y);
    sum * w[1] + far + hamming(x, y, k)
}

#[differentiable]
fn matrices(a: &DenseMatrix<f64>, b: &DenseMatrix<f64>, x: &Vec<f64>, k: f64) -> f64 {
    let mut a = a.clone();
    a.add_mut(b);
    let mut sum = 0.0;
    for axis in 0..2 {
        let mut factor = k;
        for (v, w) in a.iterator(axis).zip(b.iterator(1 - axis)) {
            factor = factor * 0.9 + v * w;
        }
        sum += factor * a.iterator(axis).skip(1).step_by(2).map(|v| v * v).sum::<f64>();
    }
    let mut out = vec![k; 6];
    matvec_centred(&a, x, k, &mut out);
    sum + mahalanobis(b, x, &vec![0.1, -0.2]) * out[0] * out[4]
}

#[test]
fn arrays_behind_traits() {
    let (x, y) = (vec![0.5, -1.5, 2.5, 0.7], vec![1.1, 0.3, -0.4, 0.7]);
    check_grad!(vectors(&x, &y, 0.3)).unwrap();
    assert_eq!(vectors::value_and_grad(&x, &y, 0.3).0, vectors(&x, &y, 0.3));
    let values = vec![0.5, 1.5, 2.5, 0.7, 0.9, 1.2];
    for column_major in [false, true] {
        let a = DenseMatrix {
            nrows: 3,
            ncols: 2,
            values: values.clone(),
            column_major,
        };
        let values = values.iter().rev().map(|v| v * 0.7).collect();
        let b = DenseMatrix {
            nrows: 3,
            ncols: 2,
            values,
            column_major: !column_major,
        };
        let x = vec![0.4, -0.3];
        check_grad!(matrices(&a, &b, &x, 0.6)).unwrap();
        assert_eq!(matrices::value_and_grad(&a, &b, &x, 0.6).0, matrices(&a, &b, &x, 0.6));
    }
}
