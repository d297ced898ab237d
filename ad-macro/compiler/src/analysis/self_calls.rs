//! Finds the direct recursive calls.
//!
//! ```text
//! Input:  let left, product_pullback = call product(&tree.payload_Node_0)
//! Output: let left = call product(&tree.payload_Node_0)                        and the calls share tapes
//! ```
//!
//! The residuals of a call contain the pullbacks of its calls, so those of a recursive function would be of a type that contains
//! itself. Where all calls by the function's name are certain to be of the function itself, with its own type arguments, they
//! have no pullbacks: each activation, the outer one included, spills to tapes that all activations share, as the iterations of a loop
//! do, and the reverse sweep pops them in exactly the opposite order. Where that is not certain, pullbacks are boxed.

use crate::ir::*;
use crate::syntax::walk::{Node, any};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// By what names a function is certain to be meant in its own body.
#[derive(Clone, Copy, PartialEq)]
pub enum Own {
    /// A free function's: its own.
    Bare,
    /// A function's of a type's own impl: `Self::name`, and `self.name()` if it is a method.
    Associated,
    /// None: a trait's function of that name need not be this one.
    Uncertain,
}

/// Whether the function has an item of its own name, or may import one.
pub fn is_shadowed(function: &syn::ItemFn) -> bool {
    function.block.stmts.iter().any(|stmt| match stmt {
        syn::Stmt::Item(syn::Item::Use(item)) => {
            let tokens = item.to_token_stream();
            mentions(tokens, &function.sig.ident)
        }
        syn::Stmt::Item(syn::Item::Fn(item)) => item.sig.ident == function.sig.ident,
        _ => false,
    })
}

/// Whether a type of the signature has both a type parameter, or `Self`, and a reference inside: an item in the function can
/// name the one only as a parameter of its own, and the other only spelled out.
pub fn is_out_of_reach(function: &syn::ItemFn, outer: &[TokenStream]) -> bool {
    let own = crate::signature::bounds::names(&function.sig.generics);
    let names = outer.iter().chain(&own).map(TokenStream::to_string);
    let names: Vec<String> = names.chain(["Self".to_string()]).collect();
    let found = |ty: &syn::Type| {
        let is_generic = |node: Node<'_>| matches!(node, Node::Ident(ident) if names.iter().any(|name| ident == name));
        let is_reference = |node: Node<'_>| matches!(node, Node::Lifetime(_) | Node::TypeReference(_));
        any(ty, is_generic) && any(ty, is_reference)
    };
    let inputs = function.sig.inputs.iter().any(|input| match input {
        syn::FnArg::Typed(param)
            if crate::signature::callables::callable(&param.ty, &function.sig.generics).is_none() =>
        {
            match &*param.ty {
                syn::Type::Reference(reference) => found(&reference.elem),
                ty => found(crate::syntax::types::optional_reference(ty).map_or(ty, |reference| &reference.elem)),
            }
        }
        _ => false,
    });
    inputs || matches!(&function.sig.output, syn::ReturnType::Type(_, ty) if found(ty))
}

/// Whether the name occurs, or a `*` that may stand for it.
fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Punct(punct) => punct.as_char() == '*',
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Literal(_) => false,
    })
}

/// Runs after the activity pass, which finds the calls that have no derivative.
pub fn self_calls(f: &mut Function, own: Own) {
    if !calls(f, &f.name) {
        return;
    }
    let mut certain = !f.lambdas.iter().any(|lambda| calls(&lambda.function, &f.name));
    f.body.walk(&mut |stmt| {
        if let StmtKind::Call(call) = &stmt.kind
            && of(call, &f.name)
        {
            certain &= is_itself(f, call, own);
        }
    });
    f.recursion = if certain {
        mark(&mut f.body, &f.name);
        Recursion::Frames(Box::new(Frames {
            calls: f.names.fresh("calls", Span::call_site()),
            tapes: f.names.fresh("tapes", Span::call_site()),
        }))
    } else {
        Recursion::Boxed
    };
}

fn mark(block: &mut Block, name: &Ident) {
    for stmt in &mut block.stmts {
        if let StmtKind::Call(call) = &mut stmt.kind
            && of(call, name)
        {
            call.kind = CallKind::Itself;
        }
        for inner in stmt.blocks_mut() {
            mark(inner, name);
        }
    }
}

/// Whether the function of a call is certain to be `f`, with the type arguments that `f` has now.
fn is_itself(f: &Function, call: &Call, own: Own) -> bool {
    let path = &call.function.path;
    let plain = call.function.qself.is_none()
        && path.leading_colon.is_none()
        && path.segments.iter().all(|segment| segment.arguments.is_empty());
    let named = match (own, call.kind) {
        (Own::Bare, CallKind::Function) => path.segments.len() == 1,
        (Own::Associated, CallKind::Associated) => path.segments.len() == 2 && path.segments[0].ident == "Self",
        (Own::Associated, CallKind::Method) => match (&call.args[0], f.params.first()) {
            (Argument::Ref(place), Some(param)) => is_receiver(place, param) && param.passing == Passing::Ref,
            (Argument::Mut(place), Some(param)) => is_receiver(place, param) && param.passing == Passing::Mut,
            _ => false,
        },
        _ => false,
    };
    // Another function as an argument would make it another instance of the function.
    let functions = f
        .params
        .iter()
        .zip(&call.args)
        .all(|(param, arg)| match (param.passing, arg) {
            (Passing::Function, Argument::Ref(place) | Argument::Mut(place)) => place.root == param.var,
            (Passing::Function, _) => false,
            (_, Argument::Lambda(..) | Argument::Named(..)) => false,
            _ => true,
        });
    plain && named && functions && call.args.len() == f.params.len()
}

fn is_receiver(place: &Place, param: &Param) -> bool {
    param.receiver && place.root == param.var && place.is_whole()
}

/// Whether a function or a closure in it calls `name`.
fn calls(f: &Function, name: &Ident) -> bool {
    let mut found = false;
    f.body.walk(&mut |stmt| {
        if let StmtKind::Call(call) = &stmt.kind {
            found |= of(call, name);
        }
    });
    found || f.lambdas.iter().any(|lambda| calls(&lambda.function, name))
}

/// Whether a call with a derivative is by this name, or hands on a function by this name.
fn of(call: &Call, name: &Ident) -> bool {
    let by = |path: &syn::ExprPath| path.path.segments.last().is_some_and(|last| last.ident == *name);
    let handed = |arg: &Argument| matches!(arg, Argument::Named(path, _) if by(path));
    !call.inactive && (by(&call.function) || call.args.iter().any(handed))
}
