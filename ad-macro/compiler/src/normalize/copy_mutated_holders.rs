//! Copies by-value parameters that hold references and are mutated: the sweeps take them by reference, and mutate a copy.
//!
//! ```text
//! Input:  fn scaled(mut view: View<'_>) -> f64 { view.scale *= 2.0; .. }
//! Output: fn scaled(view: View<'_>) -> f64 { let mut view: View<'_> = view.clone(); view.scale *= 2.0; .. }
//! ```
//!
//! A method's `mut self` becomes a variable with a name of its own. The copy is shallow: the references, and what the struct owns. A
//! method that only sets fields, `fn quietly(mut self) -> Self { self.quiet = true; self }`, leaves no residual of its receiver, and
//! takes it as it is.

use crate::signature::marks::take_no_diff;
use crate::syntax::tokens::is_self;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr, FnArg, ItemFn, Pat, ReceiverKind, Stmt, Type};

/// The function with such copies. `this` is the type whose method it may be, if that holds references.
pub fn copied(function: &ItemFn, this: Option<&Type>) -> ItemFn {
    let mut function = function.clone();
    let mut copies: Vec<Stmt> = Vec::new();
    let mut renamed = None;
    let this = this.filter(|_| !only_sets_fields(&function.block.stmts));
    for input in &mut function.sig.inputs {
        match (input, this) {
            (FnArg::Receiver(receiver), Some(ty))
                if matches!(receiver.kind, ReceiverKind::Value) && receiver.mutability.is_some() =>
            {
                receiver.mutability = None;
                let span = receiver.self_token.span;
                let mut name = String::from("this");
                while crate::syntax::tokens::mentions(function.block.to_token_stream(), &[name.clone()]) {
                    name.push('_');
                }
                let name = Ident::new(&name, span);
                copies.push(syn::parse_quote_spanned!(span=> let mut #name: #ty = self.clone();));
                renamed = Some(name);
            }
            (FnArg::Typed(param), _)
                if crate::syntax::types::is_holder(&param.ty) && !take_no_diff(&mut param.attrs.clone()) =>
            {
                if let Pat::Ident(pat) = &mut *param.pat
                    && pat.mutability.take().is_some()
                {
                    let (name, ty) = (&pat.ident, &param.ty);
                    copies.push(syn::parse_quote_spanned!(name.span()=> let mut #name: #ty = #name.clone();));
                }
            }
            _ => {}
        }
    }
    if let Some(name) = &renamed {
        let block = crate::syntax::tokens::instead_of_self(function.block.to_token_stream(), name);
        *function.block = syn::parse2(block).expect("a block with another name in it is a block");
    }
    function.block.stmts.splice(0..0, copies);
    function
}

/// Whether all that a method does is to give fields of `self` other values, and to return it.
fn only_sets_fields(stmts: &[Stmt]) -> bool {
    let [set @ .., Stmt::Expr(given, None)] = stmts else {
        return false;
    };
    let names_self = |expr: &Expr| crate::syntax::tokens::mentions(expr.to_token_stream(), &["self".to_string()]);
    let sets = |stmt: &Stmt| match stmt {
        Stmt::Expr(Expr::Assign(assign), Some(_)) => {
            matches!(&*assign.left, Expr::Field(field) if is_self(&field.base)) && !names_self(&assign.right)
        }
        _ => false,
    };
    is_self(given) && set.iter().all(sets)
}
