//! ndarray's `Zip` and elementwise traversals, as the loops that they are.
//!
//! Input:  `Zip::from(&mut a).and(&b).for_each(|x, &y| *x += y)`
//! Output: `a.iter_mut().zip(&b).for_each(|(x, &y)| *x += y)`, and the proof that both have the same shape

use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::chains::Chain;
use crate::lower::chains::items::Items;
use crate::lower::references::by_reference;
use crate::syntax::expressions::strip;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Pat};

/// What is gone through element by element.
struct Producer {
    expr: Expr,
    /// It is repeated along the axes that it lacks.
    broadcast: bool,
}

impl Producer {
    fn of(expr: Expr) -> Producer {
        let broadcast = false;
        Producer { expr, broadcast }
    }
}

/// What a chain that begins with `Zip::from` or `Zip::indexed` goes through, where it is nothing else.
fn producers(chain: &Expr) -> Option<(Vec<Producer>, bool)> {
    match strip(chain) {
        Expr::MethodCall(call) if call.args.len() == 1 => {
            let broadcast = match call.method.to_string().as_str() {
                "and" => false,
                "and_broadcast" => true,
                _ => return None,
            };
            let (mut producers, indexed) = producers(&call.receiver)?;
            let expr = call.args[0].clone();
            producers.push(Producer { expr, broadcast });
            Some((producers, indexed))
        }
        Expr::Call(call) if call.args.len() == 1 => {
            let Expr::Path(path) = &*call.func else { return None };
            let mut names = path.path.segments.iter().rev().map(|segment| segment.ident.to_string());
            let (function, owner) = (names.next()?, names.next()?);
            let made = owner == "Zip" && matches!(function.as_str(), "from" | "indexed");
            made.then(|| (vec![Producer::of(call.args[0].clone())], function == "indexed"))
        }
        _ => None,
    }
}

/// Whether an expression is a `Zip` to which arrays can be added.
pub(super) fn is_zip(expr: &Expr) -> bool {
    producers(expr).is_some()
}

/// What `azip!((x in &mut a, &y in &b) *x += y)` stands for.
pub(super) fn azip(mac: &syn::Macro) -> Option<Expr> {
    let name = mac.path.segments.last()?.ident.to_string();
    if !matches!(name.as_str(), "azip" | "par_azip") {
        return None;
    }
    let parse = |input: syn::parse::ParseStream| -> syn::Result<(TokenStream, Expr)> {
        let given;
        syn::parenthesized!(given in input);
        Ok((given.parse()?, input.parse()?))
    };
    let (given, body) = syn::parse::Parser::parse2(parse, mac.tokens.clone()).ok()?;
    let parse = |input: syn::parse::ParseStream| -> syn::Result<(Vec<Pat>, Vec<Expr>, bool)> {
        let (mut pats, mut arrays, mut indexed) = (Vec::new(), Vec::new(), false);
        if input.peek(syn::Ident) && input.fork().parse::<Ident>()? == "index" && !input.peek2(syn::Token![in]) {
            input.parse::<Ident>()?;
            indexed = true;
            pats.push(Pat::parse_single(input)?);
            input.parse::<syn::Token![,]>()?;
        }
        while !input.is_empty() {
            pats.push(Pat::parse_single(input)?);
            input.parse::<syn::Token![in]>()?;
            arrays.push(input.parse()?);
            if !input.is_empty() {
                input.parse::<syn::Token![,]>()?;
            }
        }
        Ok((pats, arrays, indexed))
    };
    let (pats, arrays, indexed) = syn::parse::Parser::parse2(parse, given).ok()?;
    let (first, others) = arrays.split_first()?;
    let from = Ident::new(if indexed { "indexed" } else { "from" }, mac.path.span());
    Some(syn::parse_quote_spanned!(mac.path.span()=>
        ::pullback::ndarray::Zip::#from(#first)#(.and(#others))*.for_each(|#(#pats),*| #body)
    ))
}

/// The arrays that a chain of `Zip` goes through, and may write to.
pub fn zipped(chain: &Expr) -> Vec<&Expr> {
    match strip(chain) {
        Expr::MethodCall(call) => {
            let mut zipped = zipped(&call.receiver);
            if !zipped.is_empty() {
                zipped.extend(call.args.iter());
            }
            zipped
        }
        Expr::Call(call) if producers(chain).is_some() => call.args.iter().collect(),
        _ => Vec::new(),
    }
}

impl Lower<'_> {
    /// `Zip::from(..).and(..).for_each(..)` and its like; `None` where the call is none.
    pub(super) fn zip(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        let (producers, indexed) = producers(&call.receiver)?;
        let name = call.method.to_string();
        let args: Vec<Expr> = call.args.iter().cloned().collect();
        self.each_of(producers, indexed, &name, &args, call.method.span())
    }

    /// `a.zip_mut_with(&b, f)`, `a.map_inplace(f)`, `a.for_each(f)` and `a.fold(init, f)` of an array.
    pub(super) fn each_element(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        let (array, span) = (&call.receiver, call.method.span());
        let args: Vec<Expr> = call.args.iter().cloned().collect();
        let written = Producer::of(syn::parse_quote_spanned!(span=> &mut #array));
        let read = Producer::of(syn::parse_quote_spanned!(span=> &#array));
        match (call.method.to_string().as_str(), &args[..]) {
            ("zip_mut_with", [other, f]) => {
                let other = Producer {
                    expr: other.clone(),
                    broadcast: true,
                };
                self.each_of(vec![written, other], false, "for_each", std::slice::from_ref(f), span)
            }
            ("map_inplace" | "par_map_inplace", [_]) => self.each_of(vec![written], false, "for_each", &args, span),
            ("for_each", [_]) | ("fold", [_, _]) => {
                self.each_of(vec![read], false, &call.method.to_string(), &args, span)
            }
            _ => None,
        }
    }

    /// Goes through some arrays side by side.
    fn each_of(
        &mut self,
        mut producers: Vec<Producer>,
        indexed: bool,
        name: &str,
        args: &[Expr],
        span: Span,
    ) -> Option<Value> {
        let name = name.strip_prefix("par_").unwrap_or(name);
        let (given, f) = args.split_last().map(|(f, given)| (given, f))?;
        let takes = producers.len() + usize::from(indexed) + usize::from(name == "fold");
        let closure = match f {
            Expr::Closure(closure) if closure.inputs.len() == takes => closure.clone(),
            Expr::Path(_) if takes <= 2 => self.closure_of(f, takes)?,
            _ => return None,
        };
        let mut pats: Vec<Pat> = closure.inputs.iter().cloned().collect();
        let (mut body, first) = (closure.body.clone(), (name == "fold").then(|| pats.remove(0)));
        match (name, given) {
            ("for_each" | "apply" | "map_collect" | "apply_collect", []) | ("fold", [_]) => {}
            ("map_assign_into" | "apply_assign_into", [into]) => {
                producers.push(Producer::of(into.clone()));
                let out = self.f.names.fresh("out", span);
                pats.push(syn::parse_quote!(#out));
                body = syn::parse_quote_spanned!(span=> { *#out = #body; });
            }
            _ => return None,
        }
        let (chain, shape) = self.side_by_side(&producers, indexed, span)?;
        let zipped = self.f.names.fresh("zipped", span);
        self.bind(&zipped, Binding::Iterator(Box::new(chain), None));
        self.possibly_active.insert(zipped.to_string());
        let mut pats = pats.into_iter();
        let pat = pats.next()?;
        let pat = pats.fold(pat, |pats, pat| syn::parse_quote!((#pats, #pat)));
        Some(match name {
            "fold" => {
                let init = &given[0];
                self.value(&syn::parse_quote_spanned!(span=> #zipped.fold(#init, |#first, #pat| #body)))
            }
            "map_collect" | "apply_collect" => {
                let (axes, shape) = shape;
                let array = Ident::new(
                    axes.map_or("Array", |axes| if axes == 1 { "Array1" } else { "Array2" }),
                    span,
                );
                let of_shape = self.f.names.fresh("shape", span);
                self.bind(&of_shape, Binding::Var(shape.var()?));
                self.value(
                    &syn::parse_quote_spanned!(span=> ::pullback::ndarray::#array::from_shape_vec(
                    #of_shape,
                    #zipped.map(|#pat| #body).collect::<::pullback::rt::std::vec::Vec<_>>()
                ).unwrap()),
                )
            }
            _ => self.value(&syn::parse_quote_spanned!(span=> #zipped.for_each(|#pat| #body))),
        })
    }

    /// The items of some arrays side by side, and the shape that all of them have, with the number of its axes.
    fn side_by_side(
        &mut self,
        producers: &[Producer],
        indexed: bool,
        span: Span,
    ) -> Option<(Chain, (Option<usize>, Atom))> {
        let mut first: Option<(Items, (TokenStream, Vec<Var>))> = None;
        let mut given = (None, Atom::Constant(quote!(()), Ty::Inert));
        for Producer { expr, broadcast } in producers {
            let (list, items) = self.produced(expr)?;
            let Some((so_far, (shape, reads))) = first.take() else {
                let (shape, reads) = self.shape_of(list.as_ref(), &items, span);
                let axes = match &list {
                    Some(list) => match self.value_ty(list).behind_references() {
                        Ty::NdArray(_, axes) => axes.filter(|axes| *axes <= 2),
                        Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_) => Some(1),
                        _ => None,
                    },
                    None => Some(1),
                };
                let dim = match &list {
                    Some(list) if matches!(self.value_ty(list).behind_references(), Ty::NdArray(..) | Ty::Unknown) => {
                        let (array, reads) = self.written_place(list);
                        Opaque::pure(quote!(#array.raw_dim()), reads)
                    }
                    _ => Opaque::pure(quote!(#shape[0]), reads.clone()),
                };
                given = (axes, self.temp(Op::Opaque(dim), Ty::Inert, span));
                let items = match (indexed, &list, items) {
                    (false, _, items) => items,
                    (true, _, Items::Cells { array, columns, .. }) => Items::Cells {
                        array,
                        columns,
                        indexed: true,
                    },
                    (true, _, Items::Numbered { .. }) => {
                        self.error(
                            expr.span(),
                            "the indices of an array of this many axes are not supported yet where a derivative flows through it",
                            "write loops over its indices",
                        );
                        return None;
                    }
                    (true, _, items) => Items::Enumerate(Box::new(items)),
                };
                first = Some((items, (shape, reads)));
                continue;
            };
            let items = match (broadcast, list) {
                (true, Some(array)) => {
                    self.f.through = true;
                    let within = Some((shape.clone(), reads.clone()));
                    Items::Numbered { array, within }
                }
                (_, list) => {
                    let (own, others) = self.shape_of(list.as_ref(), &items, span);
                    let message = "all that is zipped has the same shape";
                    let proof = quote_spanned!(span=> ::core::assert_eq!(#shape, #own, #message););
                    let opaque = Opaque {
                        pure: false,
                        ..Opaque::pure(proof, reads.iter().copied().chain(others).collect())
                    };
                    let diverges = false;
                    self.push(span, StmtKind::Effect { opaque, diverges });
                    items
                }
            };
            first = Some((Items::Zip(Box::new(so_far), Box::new(items)), (shape, reads)));
        }
        Some((Chain::of(first?.0), given))
    }

    /// The items of one of them, and the array, if its elements are the items.
    fn produced(&mut self, expr: &Expr) -> Option<(Option<Value>, Items)> {
        if let Expr::MethodCall(call) = strip(expr)
            && (self.iterates_array(call) || self.gives_lanes(call))
        {
            return Some((None, self.array_items(call)?));
        }
        let value = self.value(expr);
        let writable = matches!(&value, Value::Ref(_, true));
        let value = match crate::lower::chains::is_reference(&value) {
            None => self.settle(value, expr.span()),
            Some(_) => value,
        };
        let list = by_reference(self.located_value(value, expr.span()), writable);
        let items = match self.value_ty(&list).behind_references() {
            Ty::NdArray(_, Some(1)) | Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_) => {
                Items::Elements { list: list.clone() }
            }
            Ty::NdArray(_, Some(2)) => self.cells(list.clone(), false, expr.span())?,
            Ty::NdArray(..) | Ty::Unknown => self.numbered(list.clone()),
            _ => {
                self.error(
                    expr.span(),
                    "`Zip` cannot see what this is",
                    "give it a name, and its type",
                );
                return None;
            }
        };
        Some((Some(list), items))
    }

    /// The elements of an array of which only rustc knows how many axes it has.
    pub(super) fn numbered(&mut self, array: Value) -> Items {
        self.f.through = true;
        let within = None;
        Items::Numbered { array, within }
    }

    /// The shape of what is gone through, as a list of its lengths.
    fn shape_of(&mut self, list: Option<&Value>, items: &Items, span: Span) -> (TokenStream, Vec<Var>) {
        match list {
            Some(list) if matches!(self.value_ty(list).behind_references(), Ty::NdArray(..) | Ty::Unknown) => {
                let (array, reads) = self.written_place(list);
                (quote!(#array.shape()), reads)
            }
            _ => {
                let len = self.len(items, span);
                let reads = len.var().into_iter().collect();
                let len = crate::ir::spell::atom(&self.f.vars, &len);
                (quote!([#len]), reads)
            }
        }
    }
}
