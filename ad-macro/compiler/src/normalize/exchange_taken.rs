//! What is taken out of a `&mut` parameter and put back is exchanged on both ways: the way back exchanges it again, where it would have to
//! copy what it puts back in both places.
//!
//! ```text
//! Input:  let mut v = mem::take(&mut self.v); v[i] *= k; self.v = v;
//! Output: let mut v = Default::default(); mem::swap(&mut v, &mut self.v); v[i] *= k; mem::swap(&mut self.v, &mut v);
//! ```
//!
//! That `mem` is std's is proved of the function as it was written.

use crate::syntax::expressions::strip;
use crate::syntax::tokens;
use crate::syntax::walk::{NodeMut, WalkMut, descend_mut};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Block, Expr, FnArg, Pat, Stmt, parse_quote_spanned};

/// The function with such exchanges, if there are any.
pub fn exchanged(function: &syn::ItemFn) -> Option<syn::ItemFn> {
    let lent = function.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Receiver(receiver) => {
            matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, Some(_))).then(|| "self".to_string())
        }
        FnArg::Typed(typed) => match (&*typed.pat, &*typed.ty) {
            (Pat::Ident(pat), syn::Type::Reference(to)) if to.mutability.is_some() => Some(pat.ident.to_string()),
            _ => None,
        },
    });
    let mut pass = Exchange {
        lent: lent.collect(),
        found: false,
    };
    if pass.lent.is_empty() {
        return None;
    }
    let mut function = function.clone();
    pass.node(NodeMut::Block(&mut function.block));
    pass.found.then_some(function)
}

struct Exchange {
    /// The names of the parameters.
    lent: Vec<String>,
    found: bool,
}

impl WalkMut for Exchange {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Block(block) => {
                self.exchange(block);
                descend_mut(self, NodeMut::Block(block));
            }
            NodeMut::Item(_) => {}
            node => descend_mut(self, node),
        }
    }
}

impl Exchange {
    fn exchange(&mut self, block: &mut Block) {
        for at in (0..block.stmts.len()).rev() {
            let Some((name, left, taken)) = self.taken(&block.stmts[at]) else {
                continue;
            };
            let binds = |stmt: &Stmt| match stmt {
                Stmt::Local(local) => tokens::mentions(local.pat.to_token_stream(), &[name.to_string()]),
                _ => false,
            };
            let mut after = block
                .stmts
                .iter()
                .enumerate()
                .skip(at + 1)
                .take_while(|(_, stmt)| !binds(stmt));
            let Some((last, place)) = after.find_map(|(last, stmt)| Some((last, self.put_back(stmt, &name)?))) else {
                continue;
            };
            let span = block.stmts[last].span();
            block.stmts[last] = parse_quote_spanned!(span=> ::core::mem::swap(&mut #place, &mut #name););
            let Stmt::Local(local) = &mut block.stmts[at] else {
                continue;
            };
            let span = local.span();
            let init = local.init.as_mut().expect("it is taken from somewhere");
            *init.expr = left;
            match &mut local.pat {
                Pat::Ident(pat) => pat.mutability = Some(syn::Token![mut](span)),
                Pat::Type(typed) => {
                    if let Pat::Ident(pat) = &mut *typed.pat {
                        pat.mutability = Some(syn::Token![mut](span));
                    }
                }
                _ => {}
            }
            let swap = parse_quote_spanned!(span=> ::core::mem::swap(&mut #name, &mut #taken););
            block.stmts.insert(at + 1, swap);
            self.found = true;
        }
    }

    /// `let name = mem::replace(&mut taken, left);`
    fn taken(&self, stmt: &Stmt) -> Option<(Ident, Expr, Expr)> {
        let Stmt::Local(local) = stmt else { return None };
        let pat = match &local.pat {
            Pat::Type(typed) => &typed.pat,
            pat => pat,
        };
        let (Pat::Ident(pat), Some(init)) = (pat, &local.init) else {
            return None;
        };
        let Expr::Call(call) = strip(&init.expr) else {
            return None;
        };
        let Expr::Path(function) = &*call.func else { return None };
        let names: Vec<_> = function
            .path
            .segments
            .iter()
            .rev()
            .map(|part| part.ident.to_string())
            .collect();
        if pat.by_ref.is_some() || pat.subpat.is_some() || init.diverge.is_some() || names.get(1)? != "mem" {
            return None;
        }
        let place = match call.args.first()? {
            Expr::Reference(lent) if lent.mutability.is_some() => (*lent.expr).clone(),
            Expr::Path(path) => parse_quote_spanned!(path.span()=> *#path),
            _ => return None,
        };
        let left = match (names[0].as_str(), call.args.len()) {
            ("take", 1) => parse_quote_spanned!(call.span()=> ::core::default::Default::default()),
            ("replace", 2) if is_of_its_type(&call.args[1]) => call.args[1].clone(),
            _ => return None,
        };
        // A local of the parameter's own name hides it.
        (*self.lent(&place)? != pat.ident).then(|| (pat.ident.clone(), left, place))
    }

    /// The place of `place = name;`.
    fn put_back(&self, stmt: &Stmt, name: &Ident) -> Option<Expr> {
        let Stmt::Expr(Expr::Assign(assign), Some(_)) = stmt else {
            return None;
        };
        let Expr::Path(value) = strip(&assign.right) else {
            return None;
        };
        let whole = value.path.is_ident(name) && self.lent(&assign.left).is_some_and(|root| root != name);
        whole.then(|| (*assign.left).clone())
    }

    /// The parameter that a place is one of, if nothing but fields leads to it.
    fn lent<'e>(&self, place: &'e Expr) -> Option<&'e Ident> {
        match strip(place) {
            Expr::Field(field) => self.lent(&field.base),
            Expr::Unary(syn::ExprUnary {
                op: syn::UnOp::Deref(_),
                expr,
                ..
            }) if matches!(strip(expr), Expr::Path(_)) => self.lent(expr),
            Expr::Path(path) => path
                .path
                .get_ident()
                .filter(|ident| self.lent.contains(&ident.to_string())),
            _ => None,
        }
    }
}

/// Whether a value is of the type of the place that it is put in, and not coerced to it: as an argument it may be, in a `let` not.
fn is_of_its_type(value: &Expr) -> bool {
    match strip(value) {
        Expr::Call(call) => call.args.is_empty(),
        value => matches!(value, Expr::Lit(_) | Expr::Macro(_) | Expr::Path(_) | Expr::Struct(_)),
    }
}
