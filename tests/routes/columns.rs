//! A part that a method lends to be written, under a name without `mut`: `let column = m.column_of(j); column.sort_by(..)`.

use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Grid {
    values: Vec<f64>,
    rows: usize,
}

#[differentiable]
impl Grid {
    fn column_of(&mut self, j: usize) -> &mut [f64] {
        let rows = self.rows;
        &mut self.values[j * rows..(j + 1) * rows]
    }

    // The function that lends stands in the same impl, and what it returns is known.
    fn halves(&mut self, j: usize, k: f64) {
        let column = self.column_of(j);
        let (low, high) = column.split_at_mut(1);
        low[0] *= high[0];
        high[0] *= k;
        column.reverse();
    }
}

/// What is known of the parts here is only what is done with them.
#[differentiable]
fn written(values: &[f64], k: f64, way: usize) -> f64 {
    let mut grid = Grid {
        values: values.to_vec(),
        rows: 3,
    };
    for j in 0..2 {
        let weight = grid.values[0] * k;
        match way {
            0 => {
                let column = grid.column_of(j);
                for x in column.iter_mut() {
                    *x = *x * weight + 0.1;
                }
            }
            1 => {
                let column = grid.column_of(j);
                for x in column {
                    *x *= weight;
                }
            }
            2 => {
                let column = grid.column_of(j);
                column.iter_mut().for_each(|x| *x *= weight);
            }
            3 => {
                let column = grid.column_of(j);
                for part in column.chunks_mut(2) {
                    part[0] *= weight;
                }
            }
            4 => {
                let column = grid.column_of(j);
                column.fill(weight * weight);
                column[1] += k;
            }
            5 => {
                let column = grid.column_of(j);
                column.swap(0, 1);
                column.reverse();
                column[0] *= weight;
            }
            6 => {
                let column = grid.column_of(j);
                column.rotate_left(j + 1);
                column[0] *= weight;
                column.rotate_right(1);
            }
            7 => {
                let column = grid.column_of(j);
                column.sort_by(|a, b| a.partial_cmp(b).unwrap());
                column[0] *= weight;
            }
            8 => {
                let column = grid.column_of(j);
                column.copy_from_slice(&values[1..4]);
                column[2] *= weight;
            }
            9 => grid.column_of(j).copy_from_slice(&values[2..5]),
            10 => {
                let column = grid.column_of(j);
                for (x, y) in column.iter_mut().zip(values) {
                    *x += *x * y * weight;
                }
            }
            _ => grid.halves(j, weight),
        }
        grid.values[0] *= 1.5;
    }
    let numbered = grid.values.iter().enumerate();
    numbered.map(|(i, x)| (i as f64 + 1.0) * x * x).sum()
}

#[test]
fn parts_that_are_lent_are_written_through_their_names() {
    for way in 0..12 {
        check_grad!(written(&[0.3, -0.7, 1.1, 0.9, 0.4, -0.2], 1.3, way))
            .unwrap_or_else(|error| panic!("way {way}: {error}"));
    }
}

#[test]
#[should_panic(expected = "source slice length")]
fn parts_of_other_lengths_panic_as_they_do_in_the_function() {
    #[differentiable]
    fn copied(values: &[f64]) -> f64 {
        let mut grid = Grid {
            values: values.to_vec(),
            rows: 2,
        };
        grid.column_of(0).copy_from_slice(&values[1..]);
        grid.values[0]
    }
    copied::grad(&[1.0, 2.0, 3.0, 4.0]);
}
