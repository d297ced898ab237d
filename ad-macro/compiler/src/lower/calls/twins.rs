//! Which functions have twins, and by which paths these are called.
//!
//! Input:  `models::f`, a function of somebody's; `Vec::new`, one of std's
//! Output: `models::f_differentiable_forward`; that it has none

use crate::lower::builder::Lower;
use crate::lower::vocabulary::is_std_method;
use crate::syntax::paths::{derivative_name, is_associated, names_derivative, names_type};
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span};

impl Lower<'_> {
    pub(in crate::lower) fn runtime_twin(&self, name: &str) -> syn::ExprPath {
        let (ad, name) = (self.f.names_ad(), Ident::new(name, Span::call_site()));
        syn::parse_quote!(#ad::twins::#name)
    }

    /// Whether a function called by this path could have a twin: it is no constructor, and not one of std's.
    pub(in crate::lower) fn may_have_twin(&self, path: &syn::Path) -> bool {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let (last, owners) = segments.split_last().expect("a path has a segment");
        let of_floats = |owner: &str| {
            matches!(
                owner,
                "Float" | "Real" | "Signed" | "ComplexField" | "RealField" | "FloatCore"
            ) && (crate::syntax::scalar_rules::rule(last).is_some() || crate::syntax::scalar_rules::is_flat(last))
        };
        let known = owners.last().is_some_and(|owner| {
            of_floats(owner)
                || is_of_std(owner, last)
                || self.type_params.contains(owner.as_str())
                || Ty::primitive(owner).is_some()
        });
        let itself = owners.is_empty() && self.f.name == last.as_str();
        !(known || itself || names_type(last) || is_std_path(path))
    }

    fn is_of_runtime(&self, path: &syn::Path) -> bool {
        let first = &path.segments[0].ident;
        *first == self.f.ad || first == "pullback"
    }

    /// The path of the forward sweep of a function called by this path.
    pub(in crate::lower) fn forward_path(&self, function: &syn::ExprPath) -> syn::ExprPath {
        self.twin_path(function, "differentiable", "forward")
    }

    /// The path of a derivative: `Owner::f_suffix`, or `f::part`.
    pub(in crate::lower) fn twin_path(&self, function: &syn::ExprPath, suffix: &str, part: &str) -> syn::ExprPath {
        let mut forward = function.clone();
        let segment = forward.path.segments.last_mut().expect("a path has a segment");
        if is_associated(function) {
            segment.ident = derivative_name(&segment.ident, suffix);
            return forward;
        }
        let renamed = self.options.twins.get(&segment.ident.to_string());
        if renamed.is_none() && function.path.segments.len() > 1 && names_derivative(&segment.ident) {
            segment.ident = derivative_name(&segment.ident, part);
            return forward;
        }
        let part = Ident::new(part, segment.ident.span());
        // `f::<f64>(x)`: the twin is not generic, its functions are.
        let arguments = std::mem::replace(&mut segment.arguments, syn::PathArguments::None);
        if let Some(name) = renamed {
            segment.ident = Ident::new(&name.to_string(), segment.ident.span());
        } else if arguments.is_none() && !function.path.is_ident(&self.f.name) && !self.is_of_runtime(&function.path) {
            forward.path = self.f.callee(&forward.path).into();
        }
        forward.path.segments.push(syn::PathSegment { ident: part, arguments });
        forward
    }
}

/// The types of std and ndarray whose functions have no derivative (yet).
pub(in crate::lower) const STD_TYPES: &[&str] = &[
    "Vec",
    "String",
    "Box",
    "Option",
    "Result",
    "Some",
    "Array1",
    "Array2",
    "Array",
    "ArrayBase",
    "HashMap",
    "BTreeMap",
    "IndexMap",
    "Rc",
    "Arc",
    "Cell",
    "RefCell",
    "Default",
    "Iterator",
    "Instant",
    "Duration",
];

/// Whether an associated function is one that std or ndarray gives the type. On vectors, other names are those of a trait of
/// somebody's own: `Vec::zeros(n)`.
pub(super) fn is_of_std(owner: &str, function: &str) -> bool {
    const OF_VECTORS: &[&str] = &[
        "new",
        "with_capacity",
        "try_with_capacity",
        "from",
        "try_from",
        "from_iter",
        "from_raw_parts",
        "default",
    ];
    // Other names are those of a trait of somebody's own, which is called like ndarray's type: `Array1::from_iterator(items, n)`.
    const OF_NDARRAYS: &[&str] = &[
        "zeros",
        "ones",
        "eye",
        "default",
        "from",
        "from_elem",
        "from_vec",
        "from_iter",
        "from_shape_fn",
        "from_shape_vec",
        "from_shape_vec_unchecked",
        "from_shape_simple_fn",
        "from_diag",
        "from_diag_elem",
        "linspace",
        "logspace",
        "geomspace",
        "range",
        "uninit",
        "build_uninit",
        "random",
        "random_using",
    ];
    // As a function, a method may stand: `Vec::len(&v)`.
    let array = Ty::NdArray(Box::new(Ty::Unknown), None);
    let of_arrays = || is_std_method(function, 0, &array) || crate::infer::methods::is_array_method(function);
    let vector = Ty::Vec(Box::new(Ty::Unknown));
    let methods = || is_std_method(function, 0, &vector) || crate::lower::is_measure(function);
    let known = match owner {
        "Vec" => OF_VECTORS.contains(&function) || methods(),
        // A mesh has cells, too.
        "Cell" => matches!(function, "new" | "from" | "default" | "from_mut"),
        "Array" | "Array1" | "Array2" | "ArrayBase" => OF_NDARRAYS.contains(&function) || of_arrays(),
        _ => true,
    };
    known && STD_TYPES.contains(&owner)
}

/// A function of std, by its path.
pub(in crate::lower) fn is_std_path(path: &syn::Path) -> bool {
    path.segments.len() > 1
        && matches!(
            path.segments[0].ident.to_string().as_str(),
            "std" | "core" | "alloc" | "mem" | "ptr" | "iter"
        )
}
