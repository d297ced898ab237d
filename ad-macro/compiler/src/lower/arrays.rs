//! Constructors of ndarray's arrays from active numbers.
//!
//! Input:  `Array2::from_shape_vec((2, 3), v).unwrap()`, `array![x, y]`, `Array1::from_shape_fn(n, |i| x[i] * k)`
//! Output: calls of functions that have twins in the runtime, and loops that fill the vector that an array is made of

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::calls::twins::is_std_path;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Token};

/// The names of ndarray's owned arrays, with their numbers of axes.
fn axes_of(owner: &str) -> Option<Option<usize>> {
    Some(match owner {
        "Array1" => Some(1),
        "Array2" => Some(2),
        "Array" | "Array3" | "ArrayD" => None,
        _ => return None,
    })
}

/// Whether an array is made of nothing but its shape.
pub(super) fn is_made_by_shape(owner: &str, function: &str) -> bool {
    axes_of(owner).is_some() && matches!(function, "zeros" | "ones" | "eye" | "default")
}

/// What `concatenate![axis, a, b]` and `stack![axis, a, b]` stand for.
pub(super) fn joined(mac: &syn::Macro) -> Option<Expr> {
    let name = &mac.path.segments.last()?.ident;
    if name != "concatenate" && name != "stack" {
        return None;
    }
    let list = Punctuated::<Expr, Token![,]>::parse_terminated
        .parse2(mac.tokens.clone())
        .ok()?;
    let mut list = list.into_iter();
    let (axis, parts) = (list.next()?, list);
    Some(syn::parse_quote_spanned!(name.span()=> ::pullback::ndarray::#name(#axis, &[#(&#parts),*]).unwrap()))
}

/// The type of what `array![..]` makes; where it is lowered, it is proved to be ndarray's.
pub(super) fn made_by(mac: &syn::Macro) -> Ty {
    let list = |tokens| Punctuated::<Expr, Token![,]>::parse_terminated.parse2(tokens).ok();
    let Some(elements) = list(mac.tokens.clone()) else {
        return Ty::Unknown;
    };
    let axes = match elements.first() {
        Some(Expr::Array(row)) if matches!(row.elems.first(), Some(Expr::Array(_))) => return Ty::Unknown,
        Some(Expr::Array(_)) => 2,
        _ => 1,
    };
    Ty::NdArray(Box::new(Ty::Unknown), Some(axes))
}

/// The owner and the name of an associated function.
fn parts(call: &syn::ExprCall) -> Option<(&syn::ExprPath, String, String)> {
    let Expr::Path(path) = &*call.func else { return None };
    let mut names = path.path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let (last, owner) = (names.next()?, names.next()?);
    (!is_std_path(&path.path)).then_some((path, owner, last))
}

/// How many axes a shape has, as far as it is written: `n`, `(n, m)`, `[n, m]`.
fn shape_axes(shape: &Expr) -> Option<usize> {
    match crate::syntax::expressions::strip(shape) {
        Expr::Tuple(tuple) => Some(tuple.elems.len()),
        Expr::Array(array) => Some(array.elems.len()),
        _ => None,
    }
}

impl Lower<'_> {
    /// The type of the array that a constructor gives which needs no more than a shape, or a shape and an element.
    pub(super) fn array_of_shape(&self, owner: &str, function: &str, call: &syn::ExprCall) -> Option<Ty> {
        let axes = axes_of(owner)?;
        // Where a function or a list gives them, the elements are whatever they are.
        let elements = matches!(function, "from" | "from_iter" | "from_shape_fn" | "from_diag");
        let axes = match function {
            "zeros" | "ones" | "default" | "from_elem" | "from_shape_fn" => {
                axes.or_else(|| shape_axes(call.args.first()?))
            }
            "eye" | "from_diag" => Some(2),
            "linspace" | "from_vec" | "from_iter" => Some(1),
            "from" if axes == Some(1) => axes,
            _ => return None,
        };
        let element = if self.f.generic || elements {
            Ty::Unknown
        } else {
            Ty::FLOAT
        };
        Some(Ty::NdArray(Box::new(element), axes))
    }

    /// A shape, of which rustc sees that it is made of counts: `(self.rows, n)`.
    pub(super) fn without_derivative(&mut self, shape: Value, span: Span) -> Value {
        if self.value_ty(&shape).is_inert() {
            return shape;
        }
        let counted = vec![Argument::Value(self.read(shape, span))];
        Value::Atom(self.temp(Op::Runtime("only_counts", counted), Ty::Inert, span))
    }

    /// The type of the array in what a constructor returns: `Array2::from_shape_vec(..)`.
    pub(super) fn array_in(&self, expr: &Expr) -> Option<Ty> {
        let call = match crate::syntax::expressions::strip(expr) {
            Expr::Call(call) => call,
            Expr::MethodCall(call) => return self.reshaped(call),
            _ => return None,
        };
        if let Some(axes) = self.joined_axes(call) {
            return Some(Ty::NdArray(Box::new(Ty::FLOAT), Some(axes)));
        }
        let (_, owner, last) = parts(call)?;
        let axes = axes_of(&owner)?;
        (last == "from_shape_vec")
            .then(|| Ty::NdArray(Box::new(Ty::FLOAT), axes.or_else(|| shape_axes(call.args.first()?))))
    }

    /// The type of the array in what `a.to_shape((2, 3))` gives.
    fn reshaped(&self, call: &syn::ExprMethodCall) -> Option<Ty> {
        let Ty::NdArray(element, axes) = self.type_of(&call.receiver).behind_references().clone() else {
            return None;
        };
        let axes = match (call.method.to_string().as_str(), call.args.first()) {
            ("to_shape" | "into_shape_with_order" | "into_shape_clone" | "broadcast", Some(shape)) => {
                match crate::syntax::expressions::strip(shape) {
                    // A shape, and the order.
                    Expr::Tuple(tuple) if tuple.elems.iter().any(|part| self.type_of(part) != Ty::Int) => None,
                    shape if self.type_of(shape) == Ty::Int => Some(1),
                    shape => shape_axes(shape),
                }
            }
            ("mean_axis", Some(_)) => axes.and_then(|axes| axes.checked_sub(1)),
            _ => return None,
        };
        Some(Ty::NdArray(element, axes))
    }

    /// How many axes an array has that `concatenate` or `stack` makes.
    fn joined_axes(&self, call: &syn::ExprCall) -> Option<usize> {
        let Expr::Path(function) = &*call.func else { return None };
        let more = match function.path.segments.last()?.ident.to_string().as_str() {
            "concatenate" => 0,
            "stack" => 1,
            _ => return None,
        };
        let Some(Expr::Reference(parts)) = call.args.get(1) else {
            return None;
        };
        let Expr::Array(parts) = &*parts.expr else { return None };
        match self.type_of(parts.elems.first()?).behind_references() {
            Ty::NdArray(_, axes) => axes.map(|axes| axes + more),
            _ => None,
        }
    }

    /// A constructor of arrays that an active value enters; `None` if it is no such one.
    pub(super) fn make_array(&mut self, call: &syn::ExprCall) -> Option<Value> {
        let (function, owner, last) = parts(call)?;
        let axes = axes_of(&owner)?;
        let whole = Expr::Call(call.clone());
        if !self.may_carry(&whole) {
            return None;
        }
        let span = call.span();
        let array = |axes: Option<usize>| Ty::NdArray(Box::new(Ty::FLOAT), axes);
        match (last.as_str(), call.args.len()) {
            ("from_vec" | "from", 1) => {
                if axes != Some(1) && last == "from" {
                    return None;
                }
                if let ("from", Ty::Slice(_) | Ty::Array(_)) =
                    (last.as_str(), self.type_of(&call.args[0]).behind_references())
                {
                    return None;
                }
                let proof = quote!(let _: fn(::pullback::rt::std::vec::Vec<u8>) -> ::pullback::ndarray::Array1<u8> = #function;);
                let args = vec![Argument::Value(self.atom(&call.args[0]))];
                Some(self.made(function, "array_from_vec", proof, args, array(Some(1)), span))
            }
            ("from_elem", 2) => {
                let shape = self.atom(&call.args[0]);
                let args = vec![Argument::Value(shape), Argument::Value(self.atom(&call.args[1]))];
                let axes = axes.or_else(|| shape_axes(&call.args[0]));
                Some(self.made(function, "array_from_elem", TokenStream::new(), args, array(axes), span))
            }
            ("from_shape_vec", 2) => {
                let shape = self.atom(&call.args[0]);
                let args = vec![Argument::Value(shape), Argument::Value(self.atom(&call.args[1]))];
                Some(self.made(
                    function,
                    "array_from_shape_vec",
                    TokenStream::new(),
                    args,
                    Ty::Unknown,
                    span,
                ))
            }
            ("from_diag", 1) => {
                let diagonal = self.value(&call.args[0]);
                let place = self.place_of(diagonal, span);
                let args = vec![Argument::Ref(place)];
                Some(self.made(
                    function,
                    "array_from_diag",
                    TokenStream::new(),
                    args,
                    array(Some(2)),
                    span,
                ))
            }
            ("from_diag_elem", 2) => {
                let count = self.atom(&call.args[0]);
                let args = vec![Argument::Value(count), Argument::Value(self.atom(&call.args[1]))];
                let proof = TokenStream::new();
                Some(self.made(function, "array_from_diag_elem", proof, args, array(Some(2)), span))
            }
            ("linspace", 3) => {
                let args = call.args.iter().map(|arg| Argument::Value(self.atom(arg))).collect();
                let proof = TokenStream::new();
                Some(self.made(function, "array_linspace", proof, args, array(Some(1)), span))
            }
            ("from_shape_fn", 2) => self.array_of_indices(function, call),
            _ => None,
        }
    }

    /// `concatenate(axis, &[a.view(), b.view()])`, `general_mat_mul(alpha, &a, &b, beta, &mut c)`, `arr1(&[x, y])`: functions of
    /// ndarray's of their own.
    pub(super) fn array_function(&mut self, call: &syn::ExprCall) -> Option<Value> {
        let Expr::Path(function) = &*call.func else { return None };
        let span = call.span();
        let name = function.path.segments.last()?.ident.to_string();
        let args: Vec<&Expr> = call.args.iter().collect();
        if !self.may_carry(&Expr::Call(call.clone())) {
            return None;
        }
        let nd = quote!(::pullback::ndarray);
        match (name.as_str(), &args[..]) {
            ("concatenate" | "stack", [axis, Expr::Reference(parts)]) => {
                let Expr::Array(parts) = crate::syntax::expressions::strip(&parts.expr) else {
                    self.error(
                        parts.expr.span(),
                        format!("what `{name}` joins needs to be listed here where a derivative flows through it"),
                        "write `&[a.view(), b.view()]`; or make the array first, and `assign` the parts to `slice_mut(..)` of it",
                    );
                    return Some(self.stand_in());
                };
                let dim = if name == "stack" {
                    quote!(Array2)
                } else {
                    quote!(Array1)
                };
                let proof = quote_spanned!(span=> let _: fn(#nd::Axis, &[#nd::ArrayView1<'_, u8>]) -> ::core::result::Result<#nd::#dim<u8>, #nd::ShapeError> = #function;);
                if parts.elems.is_empty() || parts.elems.len() > 6 {
                    self.error(
                        span,
                        format!(
                            "`{name}` of more than six arrays is not supported yet where a derivative flows through it"
                        ),
                        "make the array first, and `assign` the parts to `slice_mut(..)` of it",
                    );
                    return Some(self.stand_in());
                }
                let mut args = vec![Argument::Value(self.atom(axis))];
                for part in &parts.elems {
                    let value = self.value(part);
                    let value = self.located_value(value, part.span());
                    let place = self.place_of(value, part.span());
                    args.push(Argument::Ref(place));
                }
                let (ad, of) = (self.f.names_ad(), format!("{name}_{}", parts.elems.len()));
                let path = Ident::new(&of, span);
                let function = syn::parse_quote_spanned!(span=> #ad::#path);
                Some(self.made(&function, &of, proof, args, Ty::Unknown, span))
            }
            ("general_mat_mul" | "general_mat_vec_mul", [_, _, _, _, _]) => {
                let dim = if name == "general_mat_mul" {
                    quote!(ArrayRef2)
                } else {
                    quote!(ArrayRef1)
                };
                let proof = quote_spanned!(span=> let _: fn(f64, &#nd::ArrayRef2<f64>, &#nd::#dim<f64>, f64, &mut #nd::#dim<f64>) = #function;);
                let values = self.argument_values(&call.args);
                Some(self.each_choice(values, span, &mut |lower, values| {
                    let (args, _) = lower.arguments(values, &call.args, Vec::new());
                    lower.made(function, &name, proof.clone(), args, Ty::Unit, span)
                }))
            }
            ("arr1" | "aview1", [list]) => {
                let proof =
                    quote_spanned!(span=> let _ = |list| -> #nd::ArrayBase<_, #nd::Ix1> { #function::<u8>(list) };);
                self.effect(span, Opaque::pure(proof, Vec::new()));
                let list: Expr = match list {
                    Expr::Reference(list) if let Expr::Array(list) = &*list.expr => {
                        let elements = list.elems.iter();
                        syn::parse_quote_spanned!(span=> ::pullback::rt::std::vec![#(#elements),*])
                    }
                    list => syn::parse_quote_spanned!(span=> (#list).to_vec()),
                };
                Some(self.value(&syn::parse_quote_spanned!(span=> ::pullback::ndarray::Array1::from_vec(#list))))
            }
            ("arr2", [Expr::Reference(rows)]) if let Expr::Array(rows) = &*rows.expr => {
                let proof = quote_spanned!(span=> let _: fn(&[[u8; 1]]) -> #nd::Array2<u8> = #function;);
                self.effect(span, Opaque::pure(proof, Vec::new()));
                let columns = match rows.elems.first()? {
                    Expr::Array(row) => row.elems.len(),
                    _ => return None,
                };
                let elements = rows.elems.iter().map(|row| match row {
                    Expr::Array(row) => Some(&row.elems),
                    _ => None,
                });
                let elements: Vec<_> = elements.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
                let count = rows.elems.len();
                Some(self.value(&syn::parse_quote_spanned!(span=> ::pullback::ndarray::Array2::from_shape_vec((#count, #columns), ::pullback::rt::std::vec![#(#elements),*]).unwrap())))
            }
            _ => None,
        }
    }

    /// `na::distance(&p, &q)`, `nalgebra::center(&p, &q)`: functions of nalgebra's of their own.
    pub(super) fn function_of_points(&mut self, call: &syn::ExprCall) -> Option<Value> {
        let Expr::Path(function) = &*call.func else { return None };
        let (span, mut module) = (call.span(), function.path.clone());
        let name = module.segments.pop()?.ident;
        module.segments.pop_punct();
        let of_nalgebra = module.segments.len() == 1
            && module
                .segments
                .iter()
                .all(|segment| segment.ident == "na" || segment.ident == "nalgebra");
        let known = matches!(name.to_string().as_str(), "center" | "distance" | "distance_squared");
        if !of_nalgebra || !known || !self.may_carry(&Expr::Call(call.clone())) {
            return None;
        }
        // Two globs that give the same function agree. If the module were another one that has a function of this name, rustc would
        // find the name ambiguous.
        let ad = self.f.names_ad();
        let proof = quote_spanned!(span=> const _: () = { use #module::*; use #ad::of_two_points::*; let _ = #name::<f64, 2>; };);
        let values = self.argument_values(&call.args);
        Some(self.each_choice(values, span, &mut |lower, values| {
            let (args, _) = lower.arguments(values, &call.args, Vec::new());
            lower.made(function, &name.to_string(), proof.clone(), args, Ty::Unknown, span)
        }))
    }

    fn made(
        &mut self,
        function: &syn::ExprPath,
        twin: &str,
        proof: TokenStream,
        args: Vec<Argument>,
        ty: Ty,
        span: Span,
    ) -> Value {
        if !proof.is_empty() {
            self.effect(span, Opaque::pure(proof, Vec::new()));
        }
        let forward = self.runtime_twin(twin);
        self.call_stmt(CallKind::Function, function.clone(), forward, args, ty, None, span)
    }

    /// `Array2::from_shape_fn((n, m), |(i, j)| ..)`: a vector of the elements, row by row, of which the array is made.
    fn array_of_indices(&mut self, function: &syn::ExprPath, call: &syn::ExprCall) -> Option<Value> {
        let span = call.span();
        let Some(closure) = self.closure_of(&call.args[1], 1) else {
            return Some(self.stand_in());
        };
        let sizes: Vec<Expr> = match crate::syntax::expressions::strip(&call.args[0]) {
            Expr::Tuple(tuple) if tuple.elems.len() == 2 => tuple.elems.iter().cloned().collect(),
            size if matches!(self.type_of(size), Ty::Int) => vec![size.clone()],
            shape => {
                self.error(
                    shape.span(),
                    "the shape of an array that is made element by element needs to be written here",
                    "write `n` or `(n, m)`",
                );
                return Some(self.stand_in());
            }
        };
        let mut fresh = |base: &str| self.f.names.fresh(base, span);
        let (cells, names) = (fresh("cells"), ["rows", "columns"].map(&mut fresh));
        let indices = ["row", "column"].map(&mut fresh);
        let (pat, body) = (&closure.inputs[0], &closure.body);
        let owner = {
            let mut owner = function.clone();
            let last = owner.path.segments.last_mut().expect("a path has a segment");
            last.ident = Ident::new("from_shape_vec", last.ident.span());
            last.arguments = syn::PathArguments::None;
            owner
        };
        let expr: Expr = match (&sizes[..], &names, &indices) {
            ([size], [n, _], [i, _]) => syn::parse_quote_spanned!(span=> {
                let #n: usize = #size;
                let mut #cells = ::pullback::rt::std::vec::Vec::new();
                for #i in 0..#n {
                    let #pat = #i;
                    #cells.push(#body);
                }
                #owner(#n, #cells).unwrap()
            }),
            ([rows, columns], [n, m], [i, j]) => syn::parse_quote_spanned!(span=> {
                let #n: usize = #rows;
                let #m: usize = #columns;
                let mut #cells = ::pullback::rt::std::vec::Vec::new();
                for #i in 0..#n {
                    for #j in 0..#m {
                        let #pat = (#i, #j);
                        #cells.push(#body);
                    }
                }
                #owner((#n, #m), #cells).unwrap()
            }),
            _ => unreachable!("there are one or two sizes"),
        };
        // What is active in the closure is so in the vector.
        self.possibly_active.insert(cells.to_string());
        Some(self.value(&expr))
    }

    /// `vector![x, y, z]`, `matrix![a, b; c, d]`: what the macro makes of the numbers that are given to it, as only it knows.
    pub(super) fn gathered(&mut self, mac: &syn::Macro) -> Option<Value> {
        let span = mac.path.span();
        let list = Punctuated::<Expr, Token![,]>::parse_terminated;
        let (mut rows, mut row) = (Vec::new(), TokenStream::new());
        for token in mac.tokens.clone() {
            match &token {
                TokenTree::Punct(punct) if punct.as_char() == ';' => rows.push(std::mem::take(&mut row)),
                _ => row.extend([token]),
            }
        }
        rows.extend((!row.is_empty()).then_some(row));
        let rows: Vec<_> = rows
            .into_iter()
            .map(|row| list.parse2(row).ok())
            .collect::<Option<_>>()?;
        let elements: Vec<Atom> = rows.iter().flatten().map(|element| self.atom(element)).collect();
        let ty = Ty::Array(Box::new(self.elements_ty(&elements)));
        let numbers = self.temp(Op::Array { elements, vec: false }, ty, span);
        let mut count = 0..;
        let given = Ident::new("numbers", Span::mixed_site());
        let rows = rows.iter().map(|row| {
            let numbers = row.iter().map(|_| {
                let k = proc_macro2::Literal::usize_unsuffixed(count.next().expect("there are more numbers"));
                quote!(#given[#k])
            });
            quote!(#(#numbers),*)
        });
        let path = &mac.path;
        let make = quote_spanned!(span=> |#given| #path![#(#rows);*]);
        let ad = self.f.names_ad();
        let function = syn::parse_quote_spanned!(span=> #ad::gathered);
        let forward = self.runtime_twin("gathered");
        let args = vec![
            Argument::Value(numbers),
            Argument::Value(Atom::Constant(make, Ty::Function)),
        ];
        Some(self.call_stmt(CallKind::Function, function, forward, args, Ty::Unknown, None, span))
    }

    /// `array![x, y]`, `array![[a, b], [c, d]]`.
    pub(super) fn array_macro(&mut self, mac: &syn::Macro) -> Option<Value> {
        let span = mac.path.span();
        let list = |tokens| Punctuated::<Expr, Token![,]>::parse_terminated.parse2(tokens).ok();
        let rows = list(mac.tokens.clone())?;
        let nested: Vec<&syn::ExprArray> = rows
            .iter()
            .filter_map(|row| match row {
                Expr::Array(row) => Some(row),
                _ => None,
            })
            .collect();
        let (axes, made): (usize, Expr) = if nested.is_empty() {
            let elements = rows.iter();
            (
                1,
                syn::parse_quote_spanned!(span=> ::pullback::ndarray::Array1::from_vec(::pullback::rt::std::vec![#(#elements),*])),
            )
        } else {
            let columns = nested[0].elems.len();
            let deeper = nested
                .iter()
                .any(|row| row.elems.iter().any(|cell| matches!(cell, Expr::Array(_))));
            if nested.len() != rows.len() || deeper || nested.iter().any(|row| row.elems.len() != columns) {
                return None;
            }
            let (count, elements) = (nested.len(), nested.iter().flat_map(|row| &row.elems));
            (
                2,
                syn::parse_quote_spanned!(span=> ::pullback::ndarray::Array2::from_shape_vec((#count, #columns), ::pullback::rt::std::vec![#(#elements),*]).unwrap()),
            )
        };
        self.prove_macro_of_ndarray(mac);
        let whole = Expr::Macro(syn::ExprMacro {
            attrs: Vec::new(),
            mac: mac.clone(),
        });
        if self.may_carry(&whole) {
            return Some(self.value(&made));
        }
        let opaque = self.opaque_macro(mac).ok()?;
        Some(Value::Op(
            Op::Opaque(opaque),
            Ty::NdArray(Box::new(Ty::Unknown), Some(axes)),
        ))
    }
}
