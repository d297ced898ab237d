//! The input file: an ADBench problem, which holds the points and the parameters to start from.

use std::{fs, path::Path, str::FromStr};

/// Points in d dimensions, the parameters of a mixture, and its prior.
pub struct Problem {
    pub d: usize,
    pub points: Vec<f64>,
    pub start: Parameters,
    pub gamma: f64,
    pub m: usize,
}

impl Problem {
    /// Reads `d k n`, then k log weights, k means, k inverse covariance factors, n points, and
    /// `gamma m`.
    pub fn read(path: &Path) -> Result<Problem, String> {
        let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Problem::parse(&text).map_err(|e| format!("{}: {e}", path.display()))
    }

    fn parse(text: &str) -> Result<Problem, String> {
        let mut words = text.split_whitespace();
        let d: usize = next(&mut words)?;
        let k: usize = next(&mut words)?;
        let n: usize = next(&mut words)?;
        if d < 2 || k < 1 || n < 1 {
            return Err(format!("d = {d}, k = {k}, n = {n}: at least 2, 1 and 1 are needed"));
        }
        let start = Parameters {
            alphas: take(&mut words, k)?,
            means: take(&mut words, k * d)?,
            icf: take(&mut words, k * d * (d + 1) / 2)?,
        };
        let points = take(&mut words, n * d)?;
        Ok(Problem {
            d,
            points,
            start,
            gamma: next(&mut words)?,
            m: next(&mut words)?,
        })
    }

    /// The number of points.
    pub fn n(&self) -> usize {
        self.points.len() / self.d
    }
}

/// The three arrays that the objective takes.
#[derive(Clone)]
pub struct Parameters {
    pub alphas: Vec<f64>,
    pub means: Vec<f64>,
    pub icf: Vec<f64>,
}

impl Parameters {
    /// All of them in one row, as the optimiser wants them.
    pub fn concat(&self) -> Vec<f64> {
        [&self.alphas[..], &self.means, &self.icf].concat()
    }

    /// The way back from [`concat`](Self::concat), for a mixture with as many components as `like`.
    pub fn split(row: &[f64], like: &Parameters) -> Parameters {
        let (alphas, rest) = row.split_at(like.alphas.len());
        let (means, icf) = rest.split_at(like.means.len());
        Parameters {
            alphas: alphas.to_vec(),
            means: means.to_vec(),
            icf: icf.to_vec(),
        }
    }
}

fn next<'a, T: FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Result<T, String> {
    let word = words.next().ok_or("the file ends too early")?;
    word.parse()
        .map_err(|_| format!("`{word}` is not a {}", std::any::type_name::<T>()))
}

fn take<'a>(words: &mut impl Iterator<Item = &'a str>, count: usize) -> Result<Vec<f64>, String> {
    (0..count).map(|_| next(words)).collect()
}
