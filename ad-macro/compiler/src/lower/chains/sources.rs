//! Where a chain begins: ranges, the methods of lists that give items, and the functions of `std::iter`.
//!
//! Input:  `x.chunks(2)`, `0..n`, `iter::repeat_n(a, 3)`
//! Output: `Items::Chunks { x, 2 }`, `Items::Range { 0, n }`, `Items::Take(Items::Repeated(a), 3)`

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::chains::items::Items;
use crate::lower::chains::{Chain, is_reference, strip};
use crate::lower::iterators::{generator, imported};
use crate::lower::references::by_reference;
use crate::syntax::types::Ty;
use proc_macro2::Span;
use quote::quote;
use syn::Expr;
use syn::spanned::Spanned;

impl Lower<'_> {
    /// What `for` gives of a value, which stands at `written`, all at once.
    pub(in crate::lower) fn items_by_value(&mut self, all: Atom, item: Ty, written: Span, span: Span) -> Value {
        let (ad, forward) = (self.f.names_ad(), self.runtime_twin("items"));
        let items = syn::parse_quote_spanned!(written=> #ad::items);
        let ty = Ty::Vec(Box::new(item));
        self.call_stmt(
            CallKind::Function,
            items,
            forward,
            vec![Argument::Value(all)],
            ty,
            None,
            span,
        )
    }

    /// The items of a function of `std::iter`.
    pub(super) fn generated(&mut self, call: &syn::ExprCall) -> Option<Chain> {
        let span = call.func.span();
        match generator(call) {
            Some("zip") | None => self.zip_function(call),
            Some(function @ ("successors" | "from_fn" | "repeat_with")) => {
                if let Some(proof) = imported(call) {
                    self.effect(span, Opaque::pure(proof, Vec::new()));
                }
                self.made_one_by_one(call, function)
            }
            Some(function) => {
                let value = self.value(call.args.first()?);
                let value = if is_reference(&value).is_some() {
                    value
                } else {
                    let atom = self.read(value, span);
                    Value::Place(self.place_of(Value::Atom(atom), span))
                };
                let items = Box::new(Items::Repeated(value));
                Some(Chain::of(match function {
                    "once" => Items::Take(items, Atom::Constant(quote!(1), Ty::Int)),
                    "repeat_n" => Items::Take(items, self.atom(call.args.get(1)?)),
                    _ => *items,
                }))
            }
        }
    }

    /// `zip(first, second)`; rustc proves that it is that of `core::iter`.
    fn zip_function(&mut self, call: &syn::ExprCall) -> Option<Chain> {
        let span = call.func.span();
        let function = &call.func;
        let proof = quote!(let _: fn([(); 0], [(); 0]) -> ::core::iter::Zip<_, _> = #function;);
        self.effect(span, Opaque::pure(proof, Vec::new()));
        let zip = syn::Ident::new("zip", span);
        let (first, second) = (&call.args[0], &call.args[1]);
        let first = match self.is_chain(first) {
            true => quote!(#first),
            false => quote!((#first).into_iter()),
        };
        self.chain(&syn::parse_quote!(#first.#zip(#second)))
    }

    /// `iter::successors(first, f)`, `iter::from_fn(f)` and `iter::repeat_with(f)`: an endless chain, of which each item is made when it is asked for.
    fn made_one_by_one(&mut self, call: &syn::ExprCall, function: &str) -> Option<Chain> {
        let span = call.func.span();
        let endless: Expr = syn::parse_quote_spanned!(span=> ::core::iter::repeat(()));
        let mut make = call.args.last()?.clone();
        // A closure keeps what it captured from one item to the next.
        if let Expr::Closure(closure) = strip(&make) {
            let name = self.f.names.fresh("make", span);
            self.possibly_active.insert(name.to_string());
            self.statement(&syn::parse_quote_spanned!(span=> let mut #name = #closure;));
            make = syn::parse_quote!(#name);
        }
        match function {
            "from_fn" => return self.chain(&syn::parse_quote_spanned!(span=> #endless.map_while(|_| #make()))),
            "repeat_with" => return self.chain(&syn::parse_quote_spanned!(span=> #endless.map(|_| #make()))),
            _ => {}
        }
        let first = &call.args[0];
        let [next, item] = ["next", "item"].map(|name| self.f.names.fresh(name, span));
        self.flows_into(&Expr::Call(call.clone()), [&next, &item]);
        self.chain(&syn::parse_quote_spanned! {span=>
            #endless.scan(#first, |#next, _| {
                let #item = #next.take()?;
                *#next = #make(&#item);
                ::core::option::Option::Some(#item)
            })
        })
    }

    pub(super) fn range_items(&mut self, range: &syn::ExprRange) -> Option<Items> {
        let low = self.atom(range.start.as_ref()?);
        let Some(high) = &range.end else {
            return Some(Items::From(low));
        };
        let high = self.atom(high);
        Some(Items::Range {
            low,
            high,
            inclusive: matches!(range.limits, syn::RangeLimits::Closed(_)),
        })
    }

    pub(super) fn source(&mut self, call: &syn::ExprMethodCall, name: &str) -> Option<Items> {
        let ty = self.type_of(&call.receiver);
        if matches!(ty.behind_references(), Ty::NdArray(..)) {
            self.of_array(call, &ty);
        }
        self.of_list(call, &ty);
        // Few go through an option: the last point of a path is gone through.
        let own = matches!(strip(&call.receiver), Expr::MethodCall(element)
            if (name != "iter" || element.args.is_empty()) && self.is_own_element(element));
        let mut value = match (name.ends_with("_mut"), own) {
            (true, _) => self.written_value(&call.receiver),
            (false, true) => self.dereferenced(&call.receiver),
            (false, false) => self.value(&call.receiver),
        };
        if let Value::Listed(listed) = &value
            && !name.contains("windows")
            && !name.contains("chunks")
        {
            let lent = (!name.starts_with("into_")).then(|| name.ends_with("_mut"));
            return Some(Items::Listed(listed.clone(), lent));
        }
        let reference = is_reference(&value);
        let by_value = name.starts_with("into_");
        if by_value && reference.is_none() {
            value = self.settle(value, call.method.span());
        }
        let list = self.located_value(value, call.method.span());
        let list = if by_value {
            list
        } else {
            by_reference(list, name.ends_with("_mut"))
        };
        if matches!(self.value_ty(&list).behind_references(), Ty::NdArray(_, axes) if *axes != Some(1)) {
            if name == "windows" {
                let help = "write `a.axis_windows(axis, size)`, or loops over the indices";
                self.error(
                    call.method.span(),
                    "windows over several axes are not supported yet",
                    help,
                );
                return None;
            }
            return self.cells(list, false, call.method.span());
        }
        Some(match name {
            "windows" | "par_windows" => Items::Windows {
                list,
                size: self.atom(call.args.first()?),
            },
            name if name.contains("chunks") => Items::Chunks {
                list,
                size: self.atom(call.args.first()?),
                exact: name.contains("exact"),
                from_end: name.starts_with('r'),
            },
            _ => Items::Elements { list },
        })
    }

    /// Anything that is iterated as it is.
    pub(in crate::lower) fn chain_of(&mut self, expr: &Expr) -> Option<Chain> {
        if self.is_chain(expr) {
            return self.chain(expr);
        }
        let items = self.operand_items(expr)?;
        Some(Chain::of(items))
    }

    /// The items of anything that is iterated as it is, but for chains.
    pub(in crate::lower) fn operand_items(&mut self, expr: &Expr) -> Option<Items> {
        if let Expr::Range(range) = strip(expr)
            && range.start.is_some()
        {
            return self.range_items(range);
        }
        // `chain(Some(x))` is gone through like `chain(once(x))`.
        if let Expr::Call(call) = strip(expr)
            && matches!(strip(&call.func), Expr::Path(path) if path.path.is_ident("Some"))
            && let [item] = &call.args.iter().collect::<Vec<_>>()[..]
        {
            let once = self.chain(&syn::parse_quote_spanned!(expr.span()=> ::pullback::rt::std::iter::once(#item)))?;
            return Some(once.items);
        }
        if let Some(items) = self.listed_items(expr) {
            return Some(items);
        }
        let value = self.value(expr);
        let value = if is_reference(&value).is_none() {
            self.settle(value, expr.span())
        } else {
            value
        };
        if let Value::Listed(listed) = value {
            let lent = match strip(expr) {
                Expr::Reference(reference) => Some(reference.mutability.is_some()),
                _ => None,
            };
            return Some(Items::Listed(listed, lent));
        }
        let list = self.located_value(value, expr.span());
        if matches!(self.value_ty(&list).behind_references(), Ty::NdArray(_, axes) if *axes != Some(1)) {
            return self.cells(list, false, expr.span());
        }
        Some(Items::Elements { list })
    }
}
