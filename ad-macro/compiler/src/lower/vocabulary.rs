//! Tables of std's and ndarray's methods, by name: arity, receiver kind, result.
//!
//! Input:  `"windows"`, one argument, receiver of unknown type
//! Output: a method of std's lists, so it has no twin

use crate::infer::methods::{LISTS, Lowered, Mark, is, is_array_method, rows_of};
use crate::syntax::paths::is_number;
use crate::syntax::scalar_rules;
use crate::syntax::types::Ty;

/// The type of number that a method converts to, by the names that num-traits gives them: `to_f64`. The bits of a float are an
/// integer.
pub(super) fn converts_to(name: &str) -> Option<Ty> {
    if name == "to_bits" {
        return Some(Ty::Int);
    }
    let number = name.strip_prefix("to_").filter(|name| is_number(name))?;
    Ty::primitive(number)
}

/// The receivers whose methods take as many arguments as those of std do, where types of the user's have some of the same name.
const OF_STD: [&str; 7] = ["[]", "Vec", "[;]", "Result", "Iter", "Map", "ndarray"];

/// Methods of iterators, slices, vectors and options: they have no twins.
pub(super) fn is_std_method(name: &str, count: usize, receiver: &Ty) -> bool {
    let known = || rows_of(&OF_STD, name);
    let takes = known().next().is_none() || known().any(|row| row.params.len() == count);
    match receiver {
        // A trait of somebody's own may give arrays methods that ndarray's have not.
        Ty::NdArray(..) => {
            is(Mark::Std, name) && (name == "map" || !is_array_method(name))
                || rows_of(&["ndarray"], name).any(|row| row.lowered == Lowered::Otherwise)
                || crate::lower::is_measure(name)
        }
        Ty::Inert => true,
        Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_) => {
            is(Mark::Std, name) && takes || name == "sum" || rows_of(&LISTS, name).next().is_some()
        }
        receiver => is(Mark::Std, name) && takes && !receiver.is_scalar() && name != "sum",
    }
}

/// Whether a method of a float or a list can only be that of a trait of somebody's own, so that it may have a twin.
pub(super) fn is_own_method(name: &str, receiver: &Ty, count: usize) -> bool {
    match receiver {
        Ty::Float(_) => {
            scalar_rules::rule(name).is_none()
                && !scalar_rules::is_flat(name)
                && !scalar_rules::is_inert(name)
                && rows_of(&["float"], name).next().is_none()
                && !name.starts_with("to_")
        }
        Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_) => {
            !crate::lower::is_measure(name) && !is_std_method(name, count, receiver) && !is_search(name)
        }
        _ => false,
    }
}

pub(super) fn is_search(method: &str) -> bool {
    matches!(method, "binary_search_by" | "binary_search_by_key")
}

pub(super) fn inert_ty(method: &str) -> Ty {
    match method {
        "to_bits" => Ty::Int,
        name if name.starts_with("is_") => Ty::Bool,
        "eq" | "ne" | "lt" | "le" | "gt" | "ge" => Ty::Bool,
        _ => Ty::Inert,
    }
}
