//! The images, 8 × 8 pixels from 0 to 16, and what they show.

use pullback::tensor::Tensor;
use rand010::{Rng, RngExt, seq::SliceRandom};
use std::{error::Error, fs, path::Path};

/// Images and their labels.
pub struct Digits {
    /// One row for each image, from 0 to 1.
    pub images: Tensor<f32>,
    pub labels: Vec<usize>,
}

impl Digits {
    /// Reads a file of `examples/data/README.md`'s format.
    pub fn read(path: &Path) -> Result<Self, Box<dyn Error>> {
        let (mut pixels, mut labels) = (Vec::new(), Vec::new());
        for (number, line) in fs::read_to_string(path)?.lines().enumerate() {
            let bytes = line.as_bytes();
            let (Some(image), Some(label @ b'0'..=b'9')) = (bytes.get(..64), bytes.get(64)) else {
                return Err(format!("line {} is no image", number + 1).into());
            };
            pixels.extend(image.iter().map(|pixel| f32::from(pixel - b'a') / 16.0));
            labels.push(usize::from(label - b'0'));
        }
        Ok(Digits {
            images: Tensor::from_vec(pixels, &[labels.len(), 64]),
            labels,
        })
    }

    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Those of these numbers.
    pub fn chosen(&self, numbers: &[usize]) -> Self {
        Digits {
            images: self.images.index_select(0, numbers),
            labels: numbers.iter().map(|number| self.labels[*number]).collect(),
        }
    }

    /// The same images, most of them moved by a pixel: where a digit stands says nothing.
    pub fn shifted(&self, rng: &mut impl Rng) -> Self {
        let mut pixels = self.images.to_vec();
        for image in pixels.chunks_exact_mut(64) {
            let [down, across] =
                [rng.random_range(-1..3), rng.random_range(-1..3)].map(|by: i32| if by == 2 { 0 } else { by });
            let old: Vec<f32> = image.to_vec();
            for (k, pixel) in image.iter_mut().enumerate() {
                let (row, column) = (k as i32 / 8 - down, k as i32 % 8 - across);
                let is_there = (0..8).contains(&row) && (0..8).contains(&column);
                *pixel = if is_there {
                    old[(8 * row + column) as usize]
                } else {
                    0.0
                };
            }
        }
        Digits {
            images: Tensor::from_vec(pixels, self.images.shape()),
            labels: self.labels.clone(),
        }
    }

    /// Four fifths and one fifth, by chance.
    pub fn split(&self, rng: &mut impl Rng) -> (Self, Self) {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.shuffle(rng);
        let (held_out, learnt) = order.split_at(self.len() / 5);
        (self.chosen(learnt), self.chosen(held_out))
    }
}
