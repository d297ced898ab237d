//! Weights in files, in the format of safetensors, by the names of their fields: `layers.0.weights`.
//!
//! ```
//! use ad_runtime::weights;
//!
//! let (model, mut copy) = ((vec![1.0, 2.0], 3.0_f32), (vec![0.0, 0.0], 0.0_f32));
//! let bytes = weights::to_bytes(&model)?;
//! weights::from_bytes(&mut copy, &bytes)?;
//! assert_eq!(copy, model);
//!
//! // What does not fit is listed, and the model stays as it was.
//! let mut other = (vec![0.0; 3], 0.0_f64);
//! let error = weights::from_bytes(&mut other, &bytes).unwrap_err();
//! assert!(error.to_string().contains("`0` has the shape [2] in the file and [3] in the model"));
//! assert!(error.to_string().contains("`1` has numbers of the type F32 in the file and F64 in the model"));
//! assert_eq!(other, (vec![0.0; 3], 0.0));
//! # Ok::<(), weights::WeightsError>(())
//! ```

use crate::differentiable::Differentiable;
use crate::numbers::{Float, Leaf, Outline};
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use std::collections::HashSet;
use std::fmt;
use std::path::Path;

/// Why weights cannot be saved or loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum WeightsError {
    /// The file cannot be read or written.
    File(std::io::Error),
    /// It is no file of weights, or a damaged one.
    Corrupt(String),
    /// It is not of this model: a line for each difference.
    Mismatch(Vec<String>),
    /// Two parts of the model have this name.
    Ambiguous(String),
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::File(error) => write!(f, "the file of weights cannot be read or written: {error}"),
            WeightsError::Corrupt(what) => write!(f, "this is no file of weights, or it is damaged: {what}"),
            WeightsError::Mismatch(differences) => {
                write!(f, "the weights are not of this model:")?;
                differences
                    .iter()
                    .try_for_each(|difference| write!(f, "\n  {difference}"))
            }
            WeightsError::Ambiguous(name) => write!(f, "two parts of the model have the name `{name}`"),
        }
    }
}

impl std::error::Error for WeightsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            WeightsError::File(error) => Some(error),
            _ => None,
        }
    }
}

/// What the numbers of a value that is nothing but numbers are called.
const NAMELESS: &str = "values";

fn outline_of<M: Differentiable + ?Sized>(model: &M) -> Result<Vec<Leaf>, WeightsError> {
    let mut outline = Outline::default();
    model.outline(&mut outline);
    let mut leaves = outline.leaves().to_vec();
    for leaf in leaves.iter_mut().filter(|leaf| leaf.name.is_empty()) {
        leaf.name = NAMELESS.to_owned();
    }
    let mut seen = HashSet::new();
    match leaves.iter().find(|leaf| !seen.insert(&leaf.name)) {
        Some(twice) => Err(WeightsError::Ambiguous(twice.name.clone())),
        None => Ok(leaves),
    }
}

fn type_of(float: Float) -> Dtype {
    match float {
        Float::F32 => Dtype::F32,
        Float::F64 => Dtype::F64,
    }
}

/// The numbers of a model as a file holds them.
///
/// # Errors
/// If two parts of the model have one name.
pub fn to_bytes<M: Differentiable + ?Sized>(model: &M) -> Result<Vec<u8>, WeightsError> {
    let leaves = outline_of(model)?;
    let mut numbers = model.to_flat().into_iter();
    let parts: Vec<(String, Vec<u8>)> = leaves
        .iter()
        .map(|leaf| {
            let part = numbers.by_ref().take(leaf.shape.iter().product());
            let bytes = match leaf.float {
                Float::F32 => part.flat_map(|x| (x as f32).to_le_bytes()).collect(),
                Float::F64 => part.flat_map(f64::to_le_bytes).collect(),
            };
            (leaf.name.clone(), bytes)
        })
        .collect();
    let corrupt = |error: safetensors::SafeTensorError| WeightsError::Corrupt(error.to_string());
    let views = leaves.iter().zip(&parts).map(|(leaf, (name, bytes))| {
        let view = TensorView::new(type_of(leaf.float), leaf.shape.clone(), bytes);
        Ok((name, view.map_err(corrupt)?))
    });
    let views = views.collect::<Result<Vec<_>, WeightsError>>()?;
    safetensors::serialize(views, None).map_err(corrupt)
}

/// Replaces the numbers of a model by those of a file.
///
/// # Errors
/// If the file is damaged, or is not of this model: of all numbers the same names, shapes and types. Then the model is as it was.
pub fn from_bytes<M: Differentiable + ?Sized>(model: &mut M, bytes: &[u8]) -> Result<(), WeightsError> {
    let file = SafeTensors::deserialize(bytes).map_err(|error| WeightsError::Corrupt(error.to_string()))?;
    let leaves = outline_of(model)?;
    let mut differences = Vec::new();
    let mut flat = Vec::new();
    for leaf in &leaves {
        let Ok(found) = file.tensor(&leaf.name) else {
            differences.push(format!("`{}` is missing in the file", leaf.name));
            continue;
        };
        let (name, shape) = (&leaf.name, &leaf.shape);
        if found.shape() != shape {
            let there = found.shape();
            differences.push(format!(
                "`{name}` has the shape {there:?} in the file and {shape:?} in the model"
            ));
        }
        if found.dtype() != type_of(leaf.float) {
            let (there, here) = (found.dtype(), type_of(leaf.float));
            differences.push(format!(
                "`{name}` has numbers of the type {there:?} in the file and {here:?} in the model"
            ));
        }
        match leaf.float {
            Float::F32 => flat.extend(numbers_in(found.data(), |number| f64::from(f32::from_le_bytes(number)))),
            Float::F64 => flat.extend(numbers_in(found.data(), f64::from_le_bytes)),
        }
    }
    let mut names = file.names();
    names.sort_unstable();
    for name in names {
        if !leaves.iter().any(|leaf| leaf.name == *name) {
            differences.push(format!("`{name}` is not in the model"));
        }
    }
    if differences.is_empty() {
        model.unflatten_from(&mut flat.into_iter());
        Ok(())
    } else {
        Err(WeightsError::Mismatch(differences))
    }
}

/// The numbers of so many bytes each.
fn numbers_in<'b, const N: usize>(
    bytes: &'b [u8],
    number: impl Fn([u8; N]) -> f64 + 'b,
) -> impl Iterator<Item = f64> + 'b {
    bytes.as_chunks().0.iter().map(move |bytes| number(*bytes))
}

/// Saves the numbers of a model.
///
/// # Errors
/// If the file cannot be written.
pub fn save<M: Differentiable + ?Sized>(model: &M, path: impl AsRef<Path>) -> Result<(), WeightsError> {
    std::fs::write(path, to_bytes(model)?).map_err(WeightsError::File)
}

/// Loads the numbers of a model, as [`from_bytes`].
///
/// # Errors
/// If the file cannot be read, is damaged, or is not of this model.
pub fn load<M: Differentiable + ?Sized>(model: &mut M, path: impl AsRef<Path>) -> Result<(), WeightsError> {
    from_bytes(model, &std::fs::read(path).map_err(WeightsError::File)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optim::Adam;
    use std::{collections::HashMap, rc::Rc};

    type Model = (Vec<[f32; 2]>, f64);

    fn model() -> Model {
        (vec![[1.0, 2.0], [3.0, -4.5]], 0.1)
    }

    /// The format, byte by byte: the length of a header, the header, the numbers.
    fn file(header: &str, numbers: &[u8]) -> Vec<u8> {
        let length = (header.len() as u64).to_le_bytes();
        [&length, header.as_bytes(), numbers].concat()
    }

    #[test]
    fn a_file_as_pytorch_writes_it_is_read() {
        let header = r#"{"__metadata__":{"format":"pt"},"1":{"dtype":"F64","shape":[],"data_offsets":[16,24]},"0":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]}}"#;
        let mut numbers: Vec<u8> = [1.0_f32, 2.0, 3.0, -4.5].iter().flat_map(|x| x.to_le_bytes()).collect();
        numbers.extend(0.1_f64.to_le_bytes());
        let mut read = (vec![[0.0; 2]; 2], 0.0);
        from_bytes(&mut read, &file(header, &numbers)).unwrap();
        assert_eq!(read, model());
    }

    #[test]
    fn files_and_models_that_differ_are_listed_and_nothing_is_loaded() {
        let bytes = to_bytes(&model()).unwrap();
        let mut other = (vec![0.5_f64; 3], (1.0_f64, 2.0_f32));
        let error = from_bytes(&mut other, &bytes).unwrap_err().to_string();
        assert_eq!(
            error,
            "the weights are not of this model:\n  \
             `0` has the shape [2, 2] in the file and [3] in the model\n  \
             `0` has numbers of the type F32 in the file and F64 in the model\n  \
             `1.0` is missing in the file\n  \
             `1.1` is missing in the file\n  \
             `1` is not in the model"
        );
        assert_eq!(other, (vec![0.5; 3], (1.0, 2.0)));
    }

    #[test]
    fn no_damage_is_a_panic_or_loads_a_part() {
        let bytes = to_bytes(&model()).unwrap();
        let start: Model = (vec![[7.0; 2]; 2], 7.0);
        let attempt = |bytes: &[u8]| {
            let mut read = start.clone();
            let outcome = from_bytes(&mut read, bytes);
            assert!(outcome.is_ok() || read == start);
            outcome.is_ok()
        };
        assert!(attempt(&bytes));
        for end in 0..bytes.len() {
            assert!(!attempt(&bytes[..end]), "the file ends after {end} bytes");
        }
        for place in 0..bytes.len() {
            for change in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
                let mut damaged = bytes.clone();
                damaged[place] ^= change;
                attempt(&damaged);
            }
        }
        let mut state = 1_u64;
        let mut below = |n: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n.max(1)
        };
        for _ in 0..20_000 {
            let mut damaged = bytes.clone();
            for _ in 0..1 + below(4) {
                let (from, to) = (below(damaged.len()), below(damaged.len()));
                match below(5) {
                    0 => damaged[from] = below(256) as u8,
                    1 => damaged.insert(from, below(256) as u8),
                    2 => drop(damaged.drain(from.min(to)..from.max(to).min(from.min(to) + 9))),
                    3 => damaged.swap(from, to),
                    _ => {
                        let part = damaged[from.min(to)..from.max(to)].to_vec();
                        damaged.splice(to..to, part);
                    }
                }
            }
            attempt(&damaged);
        }
        for header in [
            r#"{}"#,
            r#"[]"#,
            r#"{"0":{"dtype":"F32","shape":[4611686018427387904,8],"data_offsets":[0,16]}}"#,
            r#"{"0":{"dtype":"F32","shape":[2,2],"data_offsets":[16,0]},"1":{"dtype":"F64","shape":[],"data_offsets":[16,24]}}"#,
            r#"{"0":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},"1":{"dtype":"F64","shape":[],"data_offsets":[8,16]}}"#,
        ] {
            assert!(!attempt(&file(header, &[0; 24])), "{header}");
        }
    }

    #[test]
    fn an_optimizer_goes_on_where_it_was_saved() {
        let gradient = (vec![[0.5, -1.0], [2.0, 0.25]], -0.75);
        let (mut adam, mut trained) = (Adam::new(0.1), model());
        (0..3).for_each(|_| adam.step(&mut trained, &gradient));
        let bytes = to_bytes(&adam.state).unwrap();

        let (mut again, mut same) = (Adam::new(0.1), trained.clone());
        again.state.begin(&same);
        from_bytes(&mut again.state, &bytes).unwrap();
        assert_eq!(again.state.steps(), 3);
        adam.step(&mut trained, &gradient);
        again.step(&mut same, &gradient);
        assert_eq!((trained, adam), (same, again));

        let mut other = Adam::new(0.1);
        other.state.begin(&[0.0; 3]);
        let error = from_bytes(&mut other.state, &bytes).unwrap_err().to_string();
        assert!(
            error.contains("`moments` has the shape [5, 2] in the file and [3, 2] in the model"),
            "{error}"
        );
    }

    #[test]
    fn entries_of_maps_are_named_by_their_keys() {
        let layers = |names: [&str; 2]| -> HashMap<String, Rc<(f32, f64)>> {
            names.map(|name| (name.to_owned(), Rc::new((0.5, 0.1)))).into()
        };
        let bytes = to_bytes(&layers(["first", "second"])).unwrap();
        let mut same = layers(["second", "first"]);
        same.values_mut().for_each(|layer| *layer = Rc::new((0.0, 0.0)));
        from_bytes(&mut same, &bytes).unwrap();
        assert_eq!(same, layers(["first", "second"]));
        let error = from_bytes(&mut layers(["first", "third"]), &bytes)
            .unwrap_err()
            .to_string();
        assert!(error.contains("`third.1` is missing in the file") && error.contains("`second.0` is not in the model"));
    }

    #[test]
    fn two_parts_of_one_name_are_not_saved() {
        let inner = |key: &str| HashMap::from([(key.to_owned(), 1.0)]);
        let mut model = HashMap::from([("a".to_owned(), inner("b.c")), ("a.b".to_owned(), inner("c"))]);
        let ambiguous = "two parts of the model have the name `a.b.c`";
        assert_eq!(to_bytes(&model).unwrap_err().to_string(), ambiguous);
        let file = file("{}", &[]);
        assert_eq!(from_bytes(&mut model, &file).unwrap_err().to_string(), ambiguous);
    }
}
