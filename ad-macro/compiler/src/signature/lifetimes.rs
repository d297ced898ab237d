//! Functions that return a borrowing value which is no reference: `View<'a>`, `Result<View<'a>, E>`, `Box<View<'a>>`. Names the
//! elided lifetimes of the result and of the arguments that lend it.
//!
//! ```text
//! Input:  fn row(&self, i: usize) -> View<'_> { View { values: &self.data[i * self.cols..], stride: 1 } }
//! Output: fn row_differentiable<'lent>(&'lent self, i: usize, ws: &mut Workspace) -> (View<'lent>, impl FnOnce(..) + use<>)
//! ```
//!
//! All other sweeps name no lifetime. The pullback names none here either: the cotangent of the result is owned, like that of every
//! value that holds references.

use crate::signature::returned_iterators::Iterated;
use crate::signature::returned_places::{Lent, Several};
use crate::syntax::flat_set::FlatSet;
use crate::syntax::walk::{Node, NodeMut, Walk, WalkMut, descend, descend_mut, walk_mut};
use crate::syntax::{lifetimes, self_type};
use proc_macro2::Span;
use syn::{FnArg, GenericParam, ItemFn, Lifetime, LifetimeParam, ReturnType, Type};

/// The lifetimes of what a function returns.
#[derive(Clone, Debug, Default)]
pub struct Lending {
    /// Those that the function itself declares.
    pub declared: Vec<LifetimeParam>,
    /// All of them.
    named: FlatSet<String>,
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
        walk_mut(ty, |node| {
            match node {
                NodeMut::TypeReference(reference) => {
                    let named = |lifetime: &Lifetime| lifetime.ident == "static" || self.names(lifetime);
                    reference.lifetime = reference.lifetime.take().filter(named);
                }
                NodeMut::Lifetime(lifetime) if lifetime.ident != "static" && !self.names(lifetime) => {
                    **lifetime = Lifetime::new("'_", lifetime.span());
                }
                _ => {}
            }
            true
        });
    }
}

/// The function with a name for each lifetime of its result, if that borrows. `this`: the type whose impl it is, if that names some.
pub fn named(function: &ItemFn, this: Option<&Type>) -> (ItemFn, Lending) {
    let mut function = function.clone();
    let ReturnType::Type(_, output) = &mut function.sig.output else {
        return (function, Lending::default());
    };
    if has_routes(output) || crate::syntax::types::View::of(output).is_some() {
        return (function, Lending::default());
    }
    let own = Lifetime::new("'lent", Span::call_site());
    let mut name = Name {
        own: &own,
        unnamed: false,
    };
    name.node(NodeMut::Type(output));
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
            walk_mut(&mut **output, |node| {
                if let NodeMut::Lifetime(name) = node
                    && **name == own
                {
                    **name = lifetime.clone();
                }
                true
            });
        }
    }
    let mut found = Lifetimes(FlatSet::new());
    match &function.sig.output {
        ReturnType::Type(_, renamed) => found.node(Node::Type(renamed)),
        ReturnType::Default => {}
    }
    if let Some(this) = this.filter(|_| mentions_self(&output)) {
        found.node(Node::Type(this));
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
/// lifetimes out of its body: in the reverse sweep it is lent for another time.
pub fn unname(function: &mut ItemFn, this: &Type) {
    self_type::spell_out(&mut function.sig.output, this);
    let mut this = this.clone();
    lifetimes::erase(&mut this);
    Unname(&this).node(NodeMut::Block(&mut function.block));
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

impl WalkMut for Unname<'_> {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Type(ty) => lifetimes::erase(ty),
            NodeMut::ExprStruct(made) => {
                self.constructor(&mut made.path);
                descend_mut(self, NodeMut::ExprStruct(made));
            }
            NodeMut::ExprCall(call) => {
                if let syn::Expr::Path(function) = &mut *call.func {
                    self.constructor(&mut function.path);
                }
                descend_mut(self, NodeMut::ExprCall(call));
            }
            NodeMut::Item(_) => {}
            node => descend_mut(self, node),
        }
    }
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
    if has_routes(output)
        || crate::syntax::types::View::of(output).is_some()
        || crate::signature::returned_views::result(output).is_some()
    {
        return None;
    }
    let mut output = (**output).clone();
    if let Some(this) = this.filter(|this| lifetimes::names_lifetimes(this)) {
        self_type::spell_out(&mut output, this);
    }
    let carries = !crate::syntax::types::Ty::of(&output).is_inert();
    (carries && lifetimes::names_lifetimes(&output)).then_some(output)
}

/// The number of the only parameter that a result without a named lifetime may borrow from.
fn lender(signature: &syn::Signature) -> Option<usize> {
    let borrows = |input: &FnArg| match input {
        FnArg::Receiver(receiver) => matches!(receiver.kind, syn::ReceiverKind::Reference(..)),
        FnArg::Typed(param) => matches!(&*param.ty, Type::Reference(_)) || lifetimes::names_lifetimes(&param.ty),
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
                name.node(NodeMut::Type(ty));
                name.unnamed.then(|| own.clone())
            }
        },
    }
}

fn mentions_self(ty: &Type) -> bool {
    crate::syntax::tokens::mentions_self(quote::ToTokens::to_token_stream(ty))
}

/// Gives a name to each lifetime that has none.
struct Name<'a> {
    own: &'a Lifetime,
    unnamed: bool,
}

impl WalkMut for Name<'_> {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::TypeReference(reference) => {
                if reference.lifetime.is_none() {
                    reference.lifetime = Some(self.own.clone());
                    self.unnamed = true;
                }
                descend_mut(self, NodeMut::TypeReference(reference));
            }
            NodeMut::Lifetime(lifetime) => {
                if lifetime.ident == "_" {
                    *lifetime = self.own.clone();
                    self.unnamed = true;
                }
            }
            // Those of what functions take are theirs.
            NodeMut::TypeFnPtr(_) => {}
            NodeMut::ParenthesizedGenericArguments(_) => {}
            node => descend_mut(self, node),
        }
    }
}

/// The lifetimes with names that stand in a type.
struct Lifetimes(FlatSet<String>);

impl<'ast> Walk<'ast> for Lifetimes {
    fn node(&mut self, node: Node<'ast>) {
        match node {
            Node::Lifetime(lifetime) => {
                if lifetime.ident != "static" && lifetime.ident != "_" {
                    self.0.insert(lifetime.ident.to_string());
                }
            }
            Node::TypeFnPtr(_) => {}
            Node::ParenthesizedGenericArguments(_) => {}
            node => descend(self, node),
        }
    }
}
