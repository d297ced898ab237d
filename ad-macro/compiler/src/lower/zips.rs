//! ndarray's `Zip`, `azip!` and `zip_mut_with` as the loops that they are.
//!
//! Input:  `Zip::from(&mut a).and(&b).for_each(|x, &y| *x += y)`
//! Output: `let _: Zip<_, _> = Zip::from(&a).and(&b);`, which compares the shapes, and a loop over both, row by row
//!
//! `Zip` goes through arrays as they lie in memory. So a closure that writes to more than its parameters is left to an error: the order
//! could tell.

use crate::infer::methods::{Takes, rows_of};
use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::chains::closures::parameters;
use crate::lower::chains::items::Items;
use crate::lower::chains::{Chain, is_reference};
use crate::lower::references::by_reference;
use crate::syntax::expressions::{is_compound, pattern_idents, strip};
use crate::syntax::types::Ty;
use crate::syntax::walk::{Node, any, walk};
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Expr, Pat, Token};

/// How a `Zip` is begun, and what it goes through.
fn zipped(chain: &Expr) -> Option<(&syn::Path, Vec<&Expr>)> {
    match strip(chain) {
        Expr::MethodCall(call) if call.method == "and" && call.args.len() == 1 => {
            let (begun, mut all) = zipped(&call.receiver)?;
            all.push(&call.args[0]);
            Some((begun, all))
        }
        Expr::Call(call) if call.args.len() == 1 => {
            let Expr::Path(path) = &*call.func else { return None };
            let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
            let begins = names.next()? == "from" && names.next()? == "Zip";
            begins.then(|| (&path.path, vec![&call.args[0]]))
        }
        _ => None,
    }
}

/// What a call of `Zip` goes through, and may write to.
pub(super) fn lent_to_zip(call: &syn::ExprMethodCall) -> Vec<&Expr> {
    zipped(&call.receiver).map_or_else(Vec::new, |(_, all)| all)
}

/// What `azip!((x in &mut a, &y in &b) *x += y)` stands for.
pub(super) fn azip(mac: &syn::Macro) -> Option<Expr> {
    if mac.path.segments.last()?.ident != "azip" {
        return None;
    }
    let parse = |input: ParseStream| -> syn::Result<Expr> {
        let given;
        syn::parenthesized!(given in input);
        let (mut pats, mut arrays) = (Vec::new(), Vec::new());
        while !given.is_empty() {
            pats.push(Pat::parse_single(&given)?);
            given.parse::<Token![in]>()?;
            arrays.push(given.parse::<Expr>()?);
            given.parse::<Option<Token![,]>>()?;
        }
        let (body, span) = (input.parse::<Expr>()?, mac.path.span());
        let (first, others) = arrays.split_first().ok_or_else(|| given.error("nothing is zipped"))?;
        Ok(syn::parse_quote_spanned!(span=>
            ::pullback::ndarray::Zip::from(#first)#(.and(#others))*.for_each(|#(#pats),*| #body)
        ))
    };
    parse.parse2(mac.tokens.clone()).ok()
}

/// Whether a closure writes to what is not its own, shows something, or leaves the function.
fn writes_outside(closure: &syn::ExprClosure) -> bool {
    const WRITTEN: [&str; 7] = ["[]", "Vec", "Map", "String", "ndarray", "Option", "Iter"];
    let mut own = parameters(closure);
    walk(&*closure.body, |node| {
        if let Node::Pat(pat) = node {
            pattern_idents(pat, &mut own);
        }
        true
    });
    any(&*closure.body, |node| match node {
        Node::Macro(_) | Node::Expr(Expr::Return(_) | Expr::Try(_)) => true,
        Node::Expr(Expr::Assign(assign)) => !is_part_of(&assign.left, &own),
        Node::Expr(Expr::Binary(binary)) => is_compound(&binary.op) && !is_part_of(&binary.left, &own),
        Node::Expr(Expr::Reference(lent)) => lent.mutability.is_some() && !is_part_of(&lent.expr, &own),
        Node::Expr(Expr::MethodCall(call)) => {
            let name = call.method.to_string();
            let mut rows = rows_of(&WRITTEN, &name);
            rows.any(|row| row.takes == Takes::Writes) && !is_part_of(&call.receiver, &own)
        }
        _ => false,
    })
}

/// Whether a place is in one of some variables.
fn is_part_of(place: &Expr, own: &[Ident]) -> bool {
    match place {
        Expr::Path(path) => path.path.get_ident().is_some_and(|name| own.contains(name)),
        Expr::Unary(unary) => is_part_of(&unary.expr, own),
        Expr::Paren(inner) => is_part_of(&inner.expr, own),
        Expr::Field(field) => is_part_of(&field.base, own),
        Expr::Index(index) => is_part_of(&index.expr, own),
        Expr::MethodCall(call) => is_part_of(&call.receiver, own),
        _ => false,
    }
}

/// Whether nothing is evaluated where an expression is written a second time.
fn is_place(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Path(_) => true,
        Expr::Field(field) => is_place(&field.base),
        Expr::Reference(reference) => is_place(&reference.expr),
        _ => false,
    }
}

impl Lower<'_> {
    /// `Zip::from(..).and(..).for_each(..)` and `a.zip_mut_with(&b, ..)`; `None` where the call is neither, or has no such form.
    pub(super) fn zip(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        let span = call.method.span();
        let Expr::Closure(closure) = call.args.last()? else {
            return None;
        };
        if call.method == "zip_mut_with" {
            if call.args.len() != 2 || writes_outside(closure) || !is_place(&call.receiver) {
                return None;
            }
            let (array, other, beside) = (&call.receiver, &call.args[0], self.f.names.fresh("beside", span));
            self.flows_into(other, [&beside]);
            return Some(self.value(&syn::parse_quote_spanned!(span=> {
                let #beside = (#other).broadcast(#array.raw_dim()).unwrap();
                ::pullback::ndarray::Zip::from(&mut #array).and(&#beside).for_each(#closure)
            })));
        }
        let (begun, producers) = zipped(&call.receiver)?;
        let whole = call.method == "for_each" && call.args.len() == 1 && closure.inputs.len() == producers.len();
        if !whole || writes_outside(closure) {
            return None;
        }
        let (mut lent, mut reads, mut side_by_side) = (Vec::new(), Vec::new(), None);
        for producer in producers {
            let (tokens, own, items) = self.produced(producer)?;
            lent.push(tokens);
            reads.extend(own);
            side_by_side = Some(match side_by_side {
                None => items,
                Some(before) => Items::Zip(Box::new(before), Box::new(items)),
            });
        }
        let (first, others) = lent.split_first()?;
        let proof =
            quote_spanned!(begun.span()=> let _: ::pullback::ndarray::Zip<_, _> = #begun(#first)#(.and(#others))*;);
        let pure = Opaque::pure(proof, reads);
        self.effect(begun.span(), Opaque { pure: false, ..pure });
        let zipped = self.f.names.fresh("zipped", span);
        self.bind(&zipped, Binding::Iterator(Box::new(Chain::of(side_by_side?)), None));
        self.possibly_active.insert(zipped.to_string());
        let (pats, body) = (closure.inputs.iter().cloned(), &closure.body);
        let pat = pats.reduce(|pats, pat| syn::parse_quote!((#pats, #pat)))?;
        Some(self.value(&syn::parse_quote_spanned!(span=> #zipped.for_each(|#pat| #body))))
    }

    /// What one of them is for reading, and its items.
    fn produced(&mut self, expr: &Expr) -> Option<(TokenStream, Vec<Var>, Items)> {
        if let Expr::MethodCall(call) = strip(expr)
            && call.args.is_empty()
            && (self.iterates_array(call) || self.gives_lanes(call))
        {
            if !is_place(&call.receiver) {
                return None;
            }
            let (array, name) = (&call.receiver, call.method.to_string());
            let name = Ident::new(name.strip_suffix("_mut").unwrap_or(&name), call.method.span());
            let array = self.value(&syn::parse_quote!(&#array));
            let (tokens, reads) = self.written_place(&array);
            return Some((quote!(#tokens.#name()), reads, self.array_items(call)?));
        }
        let (list, items) = self.array_elements(expr)?;
        let (tokens, reads) = self.written_place(&list);
        Some((quote!(&#tokens), reads, items))
    }

    /// An array, and its elements one after the other.
    pub(super) fn array_elements(&mut self, expr: &Expr) -> Option<(Value, Items)> {
        let (value, span) = (self.value(expr), expr.span());
        let writable = matches!(&value, Value::Ref(_, true));
        let value = match is_reference(&value) {
            None => self.settle(value, span),
            Some(_) => value,
        };
        let list = by_reference(self.located_value(value, span), writable);
        let items = match self.value_ty(&list).behind_references() {
            Ty::NdArray(_, Some(1)) => Items::Elements { list: list.clone() },
            _ => self.cells(list.clone(), false, span)?,
        };
        Some((list, items))
    }
}
