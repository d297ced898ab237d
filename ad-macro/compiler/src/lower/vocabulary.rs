//! Tables of std's and ndarray's methods, by name: arity, receiver kind, result.
//!
//! Input:  `"windows"`, one argument, receiver of unknown type
//! Output: a method of std's lists, so it has no twin

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

/// How many arguments a method of std or ndarray takes, where types of the user's have one of the same name that takes others.
pub(super) fn arguments(name: &str) -> Option<usize> {
    Some(match name {
        "iter" | "iter_mut" | "into_iter" | "next" | "pop" | "count" | "first" | "last" | "as_ref" | "as_mut"
        | "sum" | "product" | "rev" | "enumerate" | "copied" | "cloned" | "reverse" | "clear" | "concat" | "rows"
        | "view" => 0,
        "get" | "get_mut" | "map" | "filter" | "zip" | "skip" | "take" | "fill" | "row" | "column" | "split_at"
        | "position" | "any" | "all" | "truncate" | "push" | "remove" | "extend" | "append" | "contains"
        | "for_each" | "step_by" | "windows" | "chunks" | "chunks_exact" | "reduce" | "filter_map" | "flat_map"
        | "find" => 1,
        "insert" | "swap" | "fold" | "scan" | "resize" => 2,
        _ => return None,
    })
}

/// Methods of ndarray's arrays that have twins in the runtime, for values that only rustc knows to be arrays.
const ARRAY_METHODS: &[&str] = &[
    "dot",
    "sum",
    "mean",
    "sum_axis",
    "mean_axis",
    "var",
    "std",
    "var_axis",
    "std_axis",
    "insert_axis",
    "remove_axis",
    "index_axis_move",
    "reversed_axes",
    "permuted_axes",
    "into_diag",
    "into_owned",
    "into_scalar",
    "into_shape_with_order",
    "into_shape_clone",
    "into_dimensionality",
    "into_dyn",
    "into_flat",
    "slice_move",
    "to_shape",
    "flatten",
    "as_standard_layout",
    "broadcast",
    "select",
    "product",
    "product_axis",
    "cumprod",
    "diff",
    "append",
    "push",
    "push_row",
    "push_column",
    "swap_axes",
    "invert_axis",
    "assign",
    "fill",
    "scaled_add",
];

/// Those of ndarray's methods that have none.
const OF_ARRAYS: &[&str] = &[
    "accumulate_axis_inplace",
    "as_ptr",
    "as_slice_memory_order",
    "as_slice_memory_order_mut",
    "as_slice_mut",
    "assign_to",
    "axes",
    "axis_iter",
    "axis_iter_mut",
    "cell_view",
    "collapse_axis",
    "columns",
    "columns_mut",
    "exact_chunks",
    "exact_chunks_mut",
    "fold_axis",
    "indexed_iter",
    "indexed_iter_mut",
    "into_raw_vec",
    "into_raw_vec_and_offset",
    "into_shape",
    "into_shared",
    "lanes",
    "lanes_mut",
    "map_axis",
    "map_axis_mut",
    "map_inplace",
    "map_mut",
    "merge_axes",
    "max_stride_axis",
    "min_stride_axis",
    "move_into",
    "multi_slice_mut",
    "outer_iter",
    "outer_iter_mut",
    "permute_axes",
    "remove_index",
    "reverse_axes",
    "rows_mut",
    "slice_axis_inplace",
    "slice_collapse",
    "slice_each_axis",
    "slice_each_axis_mut",
    "stride_of",
    "strides",
    "to_shared",
    "zip_mut_with",
];

/// Methods of iterators, slices, vectors and options: they have no twins.
pub(super) fn is_std_method(name: &str, count: usize, receiver: &Ty) -> bool {
    const METHODS: &[&str] = &[
        "iter",
        "iter_mut",
        "into_iter",
        "map",
        "filter",
        "filter_map",
        "flat_map",
        "zip",
        "enumerate",
        "rev",
        "skip",
        "take",
        "step_by",
        "windows",
        "chunks",
        "chunks_exact",
        "copied",
        "cloned",
        "scan",
        "sum",
        "product",
        "fold",
        "for_each",
        "collect",
        "unzip",
        "max_by",
        "min_by",
        "any",
        "all",
        "count",
        "last",
        "first",
        "get",
        "get_mut",
        "unwrap",
        "expect",
        "unwrap_or",
        "unwrap_or_else",
        "unwrap_or_default",
        "ok_or",
        "ok",
        "err",
        "unwrap_err",
        "expect_err",
        "and_then",
        "is_some",
        "is_none",
        "is_ok",
        "is_err",
        "as_ref",
        "as_mut",
        "as_slice",
        "as_mut_slice",
        "to_string",
        "next",
        "pop",
        "insert",
        "remove",
        "extend",
        "truncate",
        "resize",
        "clear",
        "swap",
        "fill",
        "sort_by",
        "split_at",
        "split_at_mut",
        "copy_from_slice",
        "clone_from_slice",
        "row",
        "column",
        "rows",
        "view",
        "t",
        "lines",
        "chars",
        "map_or",
        "map_or_else",
        "is_some_and",
        "is_none_or",
        "is_ok_and",
        "map_err",
        "or_else",
        "ok_or_else",
        "max_by_key",
        "min_by_key",
        "find_map",
        "position",
        "partition",
        "partition_point",
        "reduce",
        "try_fold",
        "take_while",
        "skip_while",
        "map_while",
        "inspect",
        "retain",
        "retain_mut",
        "dedup_by",
        "dedup_by_key",
        "sort_by_key",
        "sort_by_cached_key",
        "sort_unstable_by",
        "sort_unstable_by_key",
        "select_nth_unstable_by",
        "binary_search_by",
        "binary_search_by_key",
        "split_at_checked",
        "chunk_by",
        "resize_with",
        "get_or_insert_with",
        "and",
        "or",
        "parse",
    ];
    let takes = arguments(name).is_none_or(|takes| takes == count);
    match receiver {
        // A trait of somebody's own may give arrays methods that ndarray's have not.
        Ty::NdArray(..) => {
            METHODS.contains(&name) && !ARRAY_METHODS.contains(&name)
                || OF_ARRAYS.contains(&name)
                || crate::lower::is_measure(name)
        }
        Ty::Inert => true,
        Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_) => METHODS.contains(&name) && takes || OF_LISTS.contains(&name),
        receiver => METHODS.contains(&name) && takes && !receiver.is_scalar() && name != "sum",
    }
}

/// Whether a method of a float or a list can only be that of a trait of somebody's own, so that it may have a twin.
pub(super) fn is_own_method(name: &str, receiver: &Ty, count: usize) -> bool {
    match receiver {
        Ty::Float(_) => {
            scalar_rules::rule(name).is_none()
                && !scalar_rules::is_flat(name)
                && !scalar_rules::is_inert(name)
                && !OF_FLOATS.contains(&name)
                && !name.starts_with("to_")
        }
        Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_) => {
            !crate::lower::is_measure(name) && !is_std_method(name, count, receiver) && !is_search(name)
        }
        _ => false,
    }
}

/// Methods of std's floats that are no functions of scalars, or have no rule.
pub(super) const OF_FLOATS: &[&str] = &[
    "sin_cos",
    "clone",
    "clone_into",
    "into",
    "try_into",
    "borrow",
    "as_ref",
    "partial_cmp",
    "total_cmp",
    "classify",
    "next_up",
    "next_down",
    "midpoint",
    "maximum",
    "minimum",
    "div_euclid",
    "abs_sub",
    "lerp",
    "gamma",
    "ln_gamma",
    "erf",
    "erfc",
    "add_assign",
    "sub_assign",
    "mul_assign",
    "div_assign",
    "rem_assign",
    "hash",
    "fmt",
];

/// Methods of std's slices, arrays and vectors, beside those of iterators and options.
pub(super) const OF_LISTS: &[&str] = &[
    "sum",
    "append",
    "array_chunks",
    "array_windows",
    "as_chunks",
    "as_mut_ptr",
    "as_ptr",
    "binary_search",
    "borrow",
    "borrow_mut",
    "chunk_by_mut",
    "chunks_exact_mut",
    "chunks_mut",
    "clone",
    "clone_into",
    "cmp",
    "concat",
    "contains",
    "copy_within",
    "dedup",
    "deref",
    "drain",
    "each_mut",
    "each_ref",
    "ends_with",
    "eq",
    "extend_from_slice",
    "extend_from_within",
    "extract_if",
    "fill_with",
    "first_chunk",
    "first_mut",
    "get_disjoint_mut",
    "get_many_mut",
    "hash",
    "insert_mut",
    "into",
    "into_boxed_slice",
    "is_sorted",
    "is_sorted_by",
    "is_sorted_by_key",
    "join",
    "last_chunk",
    "last_mut",
    "leak",
    "ne",
    "partial_cmp",
    "pop_if",
    "push",
    "push_mut",
    "rchunks",
    "rchunks_exact",
    "rchunks_exact_mut",
    "rchunks_mut",
    "repeat",
    "reserve",
    "reserve_exact",
    "reverse",
    "rotate_left",
    "rotate_right",
    "rsplit",
    "select_nth_unstable",
    "shrink_to",
    "shrink_to_fit",
    "sort",
    "sort_unstable",
    "spare_capacity_mut",
    "splice",
    "split",
    "split_first",
    "split_first_mut",
    "split_last",
    "split_last_mut",
    "split_off",
    "splitn",
    "starts_with",
    "strip_prefix",
    "strip_suffix",
    "swap_remove",
    "swap_with_slice",
    "to_owned",
    "to_vec",
    "try_from",
    "try_into",
];

/// Methods of slices, which vectors and arrays have behind a reference.
const OF_SLICES: &[&str] = &[
    "as_chunks",
    "binary_search",
    "binary_search_by",
    "binary_search_by_key",
    "chunk_by",
    "chunks",
    "chunks_exact",
    "chunks_exact_mut",
    "chunks_mut",
    "clone_from_slice",
    "concat",
    "contains",
    "copy_from_slice",
    "copy_within",
    "ends_with",
    "fill",
    "fill_with",
    "first",
    "first_mut",
    "get",
    "get_mut",
    "is_sorted",
    "iter",
    "iter_mut",
    "last",
    "last_mut",
    "partition_point",
    "rchunks",
    "reverse",
    "rotate_left",
    "rotate_right",
    "select_nth_unstable_by",
    "sort",
    "sort_by",
    "sort_by_cached_key",
    "sort_by_key",
    "sort_unstable",
    "sort_unstable_by",
    "sort_unstable_by_key",
    "split_at",
    "split_at_mut",
    "split_first",
    "split_first_mut",
    "split_last",
    "split_last_mut",
    "starts_with",
    "swap",
    "swap_with_slice",
    "to_vec",
    "windows",
];

/// Whether a method is one that vectors and arrays have from slices.
pub(super) fn is_of_slices(method: &str) -> bool {
    OF_SLICES.contains(&method)
}

/// Whether a method of slices writes to what it is called on, so that a binding without `mut` is a reference.
pub(super) fn writes_slice(method: &str, count: usize) -> bool {
    match method {
        "iter_mut" | "split_first_mut" | "split_last_mut" | "first_mut" | "last_mut" | "sort" | "sort_unstable" => {
            count == 0
        }
        "chunks_mut"
        | "chunks_exact_mut"
        | "rchunks_mut"
        | "split_at_mut"
        | "copy_from_slice"
        | "clone_from_slice"
        | "fill"
        | "rotate_left"
        | "rotate_right"
        | "sort_by"
        | "sort_by_key"
        | "sort_unstable_by"
        | "sort_unstable_by_key" => count == 1,
        "swap" => count == 2,
        _ => false,
    }
}

pub(super) fn is_search(method: &str) -> bool {
    matches!(method, "binary_search_by" | "binary_search_by_key")
}

/// How many arguments a method of `Option` and `Result` takes that is lowered to a test.
pub(super) fn combinator_arguments(name: &str) -> Option<usize> {
    Some(match name {
        "ok" | "unwrap_or_default" => 0,
        "map" | "and_then" | "unwrap_or" | "unwrap_or_else" | "ok_or" | "ok_or_else" | "map_err" | "or" | "or_else"
        | "and" | "is_some_and" | "is_ok_and" | "is_none_or" => 1,
        "map_or" | "map_or_else" => 2,
        _ => return None,
    })
}

pub(super) fn inert_ty(method: &str) -> Ty {
    match method {
        "to_bits" => Ty::Int,
        name if name.starts_with("is_") => Ty::Bool,
        "eq" | "ne" | "lt" | "le" | "gt" | "ge" => Ty::Bool,
        _ => Ty::Inert,
    }
}

/// Methods of ndarray's arrays and views that have twins in the runtime.
pub fn is_array_method(method: &str) -> bool {
    matches!(
        method,
        "append"
            | "as_standard_layout"
            | "assign"
            | "broadcast"
            | "cumprod"
            | "diag"
            | "diff"
            | "dot"
            | "fill"
            | "flatten"
            | "index_axis_move"
            | "insert_axis"
            | "into_diag"
            | "into_dimensionality"
            | "into_dyn"
            | "into_flat"
            | "into_owned"
            | "into_scalar"
            | "into_shape_clone"
            | "into_shape_with_order"
            | "invert_axis"
            | "map"
            | "mean"
            | "mean_axis"
            | "permuted_axes"
            | "product"
            | "product_axis"
            | "push"
            | "push_column"
            | "push_row"
            | "remove_axis"
            | "reversed_axes"
            | "scaled_add"
            | "select"
            | "slice_move"
            | "std"
            | "std_axis"
            | "sum"
            | "sum_axis"
            | "swap_axes"
            | "to_shape"
            | "var"
            | "var_axis"
    )
}
