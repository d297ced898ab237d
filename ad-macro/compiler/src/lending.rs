//! Functions that return what borrows from an argument, and is no reference: `View<'a>`, `Result<View<'a>, E>`, `Box<View<'a>>`.
//!
//! ```text
//! Input:  fn row(&self, i: usize) -> View<'_> { View { values: &self.data[i * self.cols..], stride: 1 } }
//! Output: fn row_differentiable<'lent>(&'lent self, i: usize, ws: &mut Workspace) -> (View<'lent>, impl FnOnce(..) + use<>)
//! ```
//!
//! The sweeps of other functions name no lifetime. Those of such a function name the lifetimes of its result, on the result and on
//! what lends it; its pullback names none, for the cotangent of the result is owned, like that of all that holds references.

use crate::entry;
use crate::ir::{Block, Function, Opaque, Role, Stmt, StmtKind, Use, Var};
use crate::itineraries::Iterated;
use crate::routes::{Lent, Several};
use proc_macro2::Span;
use quote::quote;
use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{FnArg, GenericParam, ItemFn, Lifetime, LifetimeParam, ReturnType, Type};

/// The lifetimes of what a function returns.
#[derive(Clone, Debug, Default)]
pub struct Lending {
    /// Those that the function itself declares.
    pub declared: Vec<LifetimeParam>,
    /// All of them.
    named: BTreeSet<String>,
}

impl Lending {
    /// Whether what the function returns borrows.
    pub fn lends(&self) -> bool {
        !self.named.is_empty()
    }

    /// Whether the result has this lifetime.
    pub fn names(&self, lifetime: &Lifetime) -> bool {
        self.named.contains(&lifetime.ident.to_string())
    }

    /// The type in which no lifetimes have names but these.
    pub fn erase(&self, ty: &mut Type) {
        struct EraseOthers<'a>(&'a Lending);
        impl VisitMut for EraseOthers<'_> {
            fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
                let named = |lifetime: &Lifetime| lifetime.ident == "static" || self.0.names(lifetime);
                reference.lifetime = reference.lifetime.take().filter(named);
                visit_mut::visit_type_reference_mut(self, reference);
            }
            fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
                if lifetime.ident != "static" && !self.0.names(lifetime) {
                    *lifetime = Lifetime::new("'_", lifetime.span());
                }
            }
        }
        EraseOthers(self).visit_type_mut(ty);
    }
}

/// The function with a name for each lifetime of its result, if that borrows. `this`: the type whose impl it is, if that names some.
pub fn named(function: &ItemFn, this: Option<&Type>) -> (ItemFn, Lending) {
    let mut function = function.clone();
    let ReturnType::Type(_, output) = &mut function.sig.output else {
        return (function, Lending::default());
    };
    if has_routes(output) || crate::types::View::of(output).is_some() {
        return (function, Lending::default());
    }
    let own = Lifetime::new("'lent", Span::call_site());
    let mut name = Name {
        own: &own,
        unnamed: false,
    };
    name.visit_type_mut(output);
    let unnamed = name.unnamed;
    let output = (**output).clone();
    if unnamed {
        let lender = lender(&function.sig);
        let Some(lifetime) = lender.and_then(|lender| named_lender(&mut function.sig.inputs[lender], &own)) else {
            // Rustc reports it.
            return (function, Lending::default());
        };
        if lifetime == own {
            function.sig.generics.params.insert(0, syn::parse_quote!(#own));
        } else if let ReturnType::Type(_, output) = &mut function.sig.output {
            Rename {
                from: &own,
                to: &lifetime,
            }
            .visit_type_mut(output);
        }
    }
    let mut found = Lifetimes(BTreeSet::new());
    match &function.sig.output {
        ReturnType::Type(_, renamed) => found.visit_type(renamed),
        ReturnType::Default => {}
    }
    if let Some(this) = this.filter(|_| mentions_self(&output)) {
        found.visit_type(this);
    }
    let named = found.0;
    let declared = function.sig.generics.params.iter().filter_map(|param| match param {
        GenericParam::Lifetime(param) if named.contains(&param.lifetime.ident.to_string()) => Some(LifetimeParam {
            attrs: Vec::new(),
            colon_token: None,
            bounds: Default::default(),
            ..param.clone()
        }),
        _ => None,
    });
    let declared = declared.collect();
    (function, Lending { declared, named })
}

/// Writes out what `Self` is that a function of an impl for `this` returns and makes, where that borrows, and takes the names of
/// lifetimes out of its body: on the way back it is lent for another time.
pub fn unname(function: &mut ItemFn, this: &Type) {
    entry::Spelled(this).visit_return_type_mut(&mut function.sig.output);
    let mut this = this.clone();
    entry::EraseLifetimes.visit_type_mut(&mut this);
    Unname(&this).visit_block_mut(&mut function.block);
}

struct Unname<'a>(&'a Type);

impl Unname<'_> {
    /// What makes a value of the type, `Self { .. }`.
    fn constructor(&self, path: &mut syn::Path) {
        if path.is_ident("Self")
            && let Type::Path(this) = self.0
        {
            *path = this.path.clone();
            // In an expression, arguments follow `::`.
            for segment in &mut path.segments {
                if let syn::PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
                    arguments.colon2_token.get_or_insert_default();
                }
            }
        }
    }
}

impl VisitMut for Unname<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        entry::EraseLifetimes.visit_type_mut(ty);
    }

    fn visit_expr_struct_mut(&mut self, made: &mut syn::ExprStruct) {
        self.constructor(&mut made.path);
        visit_mut::visit_expr_struct_mut(self, made);
    }

    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        if let syn::Expr::Path(function) = &mut *call.func {
            self.constructor(&mut function.path);
        }
        visit_mut::visit_expr_call_mut(self, call);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Whether a function that returns this has routes: it is a reference, several of them, or an iterator.
fn has_routes(output: &Type) -> bool {
    Lent::of(output).is_some() || Several::of(output).is_some() || Iterated::of(output).is_some()
}

/// The type of what a function returns, if that borrows and is no reference. `this`: the type whose impl it is.
pub fn held(signature: &syn::Signature, this: Option<&Type>) -> Option<Type> {
    let ReturnType::Type(_, output) = &signature.output else {
        return None;
    };
    if has_routes(output) || crate::types::View::of(output).is_some() || crate::owned::result(output).is_some() {
        return None;
    }
    let mut output = (**output).clone();
    if let Some(this) = this.filter(|this| entry::names_lifetimes(this)) {
        entry::Spelled(this).visit_type_mut(&mut output);
    }
    let carries = !crate::types::Ty::of(&output).is_inert();
    (carries && entry::names_lifetimes(&output)).then_some(output)
}

/// The number of the only parameter that a result without a named lifetime may borrow from.
fn lender(signature: &syn::Signature) -> Option<usize> {
    let borrows = |input: &FnArg| match input {
        FnArg::Receiver(receiver) => matches!(receiver.kind, syn::ReceiverKind::Reference(..)),
        FnArg::Typed(param) => matches!(&*param.ty, Type::Reference(_)) || entry::names_lifetimes(&param.ty),
    };
    if signature
        .inputs
        .first()
        .is_some_and(|first| matches!(first, FnArg::Receiver(_)) && borrows(first))
    {
        return Some(0);
    }
    let mut lenders = signature.inputs.iter().enumerate().filter(|(_, input)| borrows(input));
    let (first, _) = lenders.next()?;
    lenders.next().is_none().then_some(first)
}

/// The lifetime of what a parameter borrows; one that has no name is given this one.
fn named_lender(input: &mut FnArg, own: &Lifetime) -> Option<Lifetime> {
    match input {
        FnArg::Receiver(receiver) => match &mut receiver.kind {
            syn::ReceiverKind::Reference(_, lifetime, _) => {
                Some(lifetime.get_or_insert_with(|| own.clone()).clone()).filter(|lifetime| lifetime.ident != "_")
            }
            _ => None,
        },
        FnArg::Typed(param) => match &mut *param.ty {
            Type::Reference(reference) => Some(reference.lifetime.get_or_insert_with(|| own.clone()).clone()),
            ty => {
                let mut name = Name { own, unnamed: false };
                name.visit_type_mut(ty);
                name.unnamed.then(|| own.clone())
            }
        },
    }
}

fn mentions_self(ty: &Type) -> bool {
    crate::objects::mentions_self(quote::ToTokens::to_token_stream(ty))
}

/// Gives a name to each lifetime that has none.
struct Name<'a> {
    own: &'a Lifetime,
    unnamed: bool,
}

impl VisitMut for Name<'_> {
    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        if reference.lifetime.is_none() {
            reference.lifetime = Some(self.own.clone());
            self.unnamed = true;
        }
        visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == "_" {
            *lifetime = self.own.clone();
            self.unnamed = true;
        }
    }

    // Those of what functions take are theirs.
    fn visit_type_fn_ptr_mut(&mut self, _: &mut syn::TypeFnPtr) {}
    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut syn::ParenthesizedGenericArguments) {}
}

struct Rename<'a> {
    from: &'a Lifetime,
    to: &'a Lifetime,
}

impl VisitMut for Rename<'_> {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime == self.from {
            *lifetime = self.to.clone();
        }
    }
}

/// The lifetimes with names that stand in a type.
struct Lifetimes(BTreeSet<String>);

impl<'ast> Visit<'ast> for Lifetimes {
    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        if lifetime.ident != "static" && lifetime.ident != "_" {
            self.0.insert(lifetime.ident.to_string());
        }
    }

    fn visit_type_fn_ptr(&mut self, _: &'ast syn::TypeFnPtr) {}
    fn visit_parenthesized_generic_arguments(&mut self, _: &'ast syn::ParenthesizedGenericArguments) {}

    fn visit_type(&mut self, ty: &'ast Type) {
        visit::visit_type(self, ty);
    }
}

/// Ends what borrows after its last use in its block: a box would do so at the end of the block, and until then nothing could be moved
/// into the pullback or onto a tape out of what lends it.
pub fn let_go(f: &mut Function) {
    let mut body = std::mem::take(&mut f.body);
    let_go_in(f, &mut body);
    f.body = body;
}

fn let_go_in(f: &mut Function, block: &mut Block) {
    for stmt in &mut block.stmts {
        for inner in stmt.blocks_mut() {
            let_go_in(f, inner);
        }
    }
    let lent = |f: &Function, stmt: &Stmt| match &stmt.kind {
        StmtKind::Call(call) if f.info(call.out).role == Role::View && !f.info(call.out).mutable => Some(call.out),
        _ => None,
    };
    let vars: Vec<Var> = block.stmts.iter().filter_map(|stmt| lent(f, stmt)).collect();
    for var in vars.into_iter().rev() {
        let Some(last) = last_look(f, block, var) else { continue };
        let (ad, name, span) = (&f.ad, &f.info(var).name, block.stmts[last].span);
        let opaque = Opaque {
            pure: false,
            ..Opaque::pure(quote!(#ad::let_go(#name);), Vec::new())
        };
        let end = StmtKind::Effect {
            opaque,
            diverges: false,
        };
        let end = f.stmt(span, end);
        block.stmts.insert(last + 1, end);
    }
}

/// The last statement of a block that looks at what borrows, if all that do are calls to which it is lent; none, if something else holds
/// it, or it is moved.
fn last_look(f: &Function, block: &Block, var: Var) -> Option<usize> {
    let (mut last, mut held) = (None, false);
    for (k, stmt) in block.stmts.iter().enumerate() {
        let mut mentioned = false;
        stmt.uses(&mut |used, how| {
            mentioned |= used == var;
            held |= used == var && how == Use::Value;
        });
        if !mentioned {
            continue;
        }
        last = Some(k);
        // Anything but a call to which it is lent may take it apart, or use it in a block in which what lends it is written.
        let StmtKind::Call(call) = &stmt.kind else { return None };
        // What is made of it may borrow it.
        held |= call.out != var && f.info(call.out).role == Role::View;
    }
    block.result.iter().for_each(|atom| held |= atom.var() == Some(var));
    last.filter(|_| !held)
}
