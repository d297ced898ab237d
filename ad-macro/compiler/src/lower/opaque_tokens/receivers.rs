//! Escape through methods whose receiver only rustc knows: what such a call may store, and the proofs that the emitted code makes of it.
//!
//! Input:  `if log.note(x) { … }`, `(t / PI).floor()`
//! Output: the method must have a twin; `t / PI` is proved to be a float, so that rounding is flat

use crate::infer::methods::reads_by_move;
use crate::ir::opaque::Loss;
use crate::ir::place::Role;
use crate::lower::builder::Binding;
use crate::lower::opaque_tokens::{Renamer, changes_nothing};
use crate::lower::{is_measure, vocabulary};
use crate::syntax::expressions::{located, mentioned};
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use crate::syntax::walk::{NodeMut, descend_mut};
use crate::syntax::{expressions, scalar_rules};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;
use syn::spanned::Spanned;

impl Renamer<'_, '_> {
    /// A method of a type that the macro cannot name may put an active value where another one finds it. Where the call can be
    /// taken apart, its backward half is looked for. Says whether the receiver must be a number.
    pub(super) fn kept(&mut self, call: &syn::ExprMethodCall) -> bool {
        let (method, span) = (call.method.to_string(), call.method.span());
        let receiver = self.lower.type_of(&call.receiver);
        let receiver = receiver.behind_references();
        // A trait of the user's for floats or lists: its method may keep the receiver itself.
        if self.stopped + self.printed == 0
            && vocabulary::is_own_method(&method, receiver, call.args.len())
            && self.lower.may_carry(&call.receiver)
        {
            self.problem(span, &format!("a call of `{method}` with an active value"));
            return false;
        }
        if self.stopped > 0 || *receiver != Ty::Unknown || is_proved_order(&call.receiver) {
            return false;
        }
        let of_number = crate::syntax::scalar_rules::rule(&method).is_some();
        let known = changes_nothing(&method)
            || crate::syntax::scalar_rules::is_inert(&method)
            || crate::syntax::scalar_rules::is_flat(&method)
            || method == "cmp";
        if known && !of_number {
            return false;
        }
        // What is detached is none.
        let plain = |arg: &&Expr| match arg {
            Expr::Closure(_) | Expr::Verbatim(_) => false,
            Expr::Call(call) => !crate::syntax::expressions::is_no_diff(&call.func),
            _ => true,
        };
        let args = || call.args.iter().filter(plain);
        let active = args().any(|arg| self.lower.may_carry(arg));
        let what = format!("a call of `{method}` with an active value");
        if active && !of_number && self.printed == 0 {
            self.problem(span, &what);
            return false;
        }
        let mut words = FlatSet::new();
        args().for_each(|arg| mentioned(arg, &mut words));
        let own = words
            .iter()
            .any(|word| self.shadows.iter().any(|shadow| shadow.contains(word)));
        if of_number {
            return active || own;
        }
        if active || own {
            let reads = words
                .iter()
                .filter_map(|word| match self.binding(&Ident::new(word, span))? {
                    Binding::Var(var) => Some(var),
                    Binding::Alias(place, _) => Some(place.root),
                    Binding::Cursor(_) | Binding::Closure(_) | Binding::Known(_) | Binding::Iterator(..) => None,
                })
                .collect();
            if own {
                self.lost_by_own.push(self.losses.len());
            }
            self.losses.push(Loss {
                span,
                reads,
                spellings: Vec::new(),
                message: format!("{what} is not supported here"),
                help: "bind its result to a variable first, or wrap it in `no_diff(..)`".to_string(),
            });
        }
        false
    }

    /// How rustc is asked whether a method changes nothing that by its name changes nothing.
    pub(super) fn reads(&self, call: &syn::ExprMethodCall) -> Reads {
        let mut root = &*call.receiver;
        while let Expr::Paren(syn::ExprParen { expr: inner, .. })
        | Expr::Field(syn::ExprField { base: inner, .. })
        | Expr::Index(syn::ExprIndex { expr: inner, .. })
        | Expr::Unary(syn::ExprUnary {
            op: syn::UnOp::Deref(_),
            expr: inner,
            ..
        }) = root
        {
            root = inner;
        }
        let changeable = matches!(root, Expr::Path(_)).then(|| self.changeable(root)).flatten();
        let (ty, method) = (self.lower.type_of(&call.receiver), call.method.to_string());
        let ty = ty.behind_references();
        // A trait of the user's may give to a list what floats have.
        let of_numbers =
            scalar_rules::is_inert(&method) || scalar_rules::is_flat(&method) || scalar_rules::rule(&method).is_some();
        match changeable {
            Some(var) if *ty == Ty::Unknown || of_numbers && !ty.is_float() => {
                let local = self.lower.f.info(var).role == Role::Value;
                match local && reads_by_move(&method) {
                    true => Reads::Moved,
                    false => Reads::Shared,
                }
            }
            _ => Reads::Known,
        }
    }

    /// `(t / PI).floor()` loses no derivative, if it is a number that is rounded: the emitted code proves that.
    pub(super) fn proved_flat(&self, expr: &mut Expr) -> Ty {
        let mut inner = expr;
        while let Expr::Paren(syn::ExprParen { expr, .. }) | Expr::Group(syn::ExprGroup { expr, .. }) = inner {
            inner = expr;
        }
        if let Expr::MethodCall(call) = inner {
            let (ad, receiver) = (self.lower.f.names_ad(), &call.receiver);
            let span = receiver.span();
            *call.receiver = Expr::Verbatim(quote::quote_spanned!(span=> (*#ad::number(&#receiver))));
        }
        Ty::Inert
    }

    /// A method whose result is used as if it carried no derivative, on a receiver that the macro cannot name: the
    /// emitted code proves it; and that the method changes nothing, if it is only by its name that it does not.
    pub(super) fn passive_method(&mut self, span: Span, expr: &mut Expr, read: Reads) {
        let call = call_of(expr);
        let receiver = self.lower.type_of(&call.receiver);
        let method = call.method.to_string();
        // A trait of the user's may give a slice a method of any name but its own.
        let own = match receiver.behind_references() {
            Ty::Slice(_) | Ty::Array(_) | Ty::Vec(_) => matches!(method.as_str(), "len" | "is_empty" | "capacity"),
            Ty::Unknown => false,
            _ => true,
        };
        // What only rustc knows may have a number for its shape.
        let measures = is_measure(&method) && !(method == "shape" && *receiver.behind_references() == Ty::Unknown);
        let prove = !own && measures;
        let flat = measures || receiver.behind_references().is_float() && crate::syntax::scalar_rules::is_flat(&method);
        if crate::syntax::scalar_rules::reads_back(&method) {
            self.reads_back.get_or_insert(span);
        }
        let simple = matches!(&*call.receiver, Expr::Path(_) | Expr::Field(_));
        let measured = usize::from(simple && measures);
        self.measured += measured;
        self.quiet += usize::from(flat);
        if crate::syntax::scalar_rules::spells(&method) {
            let spelled = self.entering(|renamer| descend_mut(renamer, NodeMut::Expr(expr)));
            self.spelled.extend(spelled);
        } else {
            descend_mut(self, NodeMut::Expr(expr));
        }
        self.quiet -= usize::from(flat);
        self.measured -= measured;
        match read {
            Reads::Known => {}
            Reads::Shared => {
                let receiver = &mut call_of(expr).receiver;
                let tokens = only_read(&self.lower.f.names_ad(), receiver.to_token_stream(), receiver.span());
                **receiver = Expr::Verbatim(tokens);
            }
            // What it takes by value is gone; it takes nothing by mutable reference.
            Reads::Moved => {
                let ad = self.lower.f.names_ad();
                let mut asked = call_of(expr).clone();
                // A variable keeps its name: rustc says it where it objects.
                let receiver = asked.receiver.to_token_stream();
                let name = syn::parse2(receiver.clone())
                    .unwrap_or_else(|_| Ident::new("receiver", Span::mixed_site().located_at(asked.receiver.span())));
                asked.receiver = syn::parse_quote!(#name);
                let taken = quote::quote_spanned!(receiver.span()=> let #name = #ad::argument_of(&#receiver););
                *expr = Expr::Verbatim(quote!({ if false { #taken #asked; ::core::unreachable!() } #expr }));
            }
        }
        if prove {
            let ad = self.lower.f.names_ad();
            *expr = Expr::Verbatim(quote::quote_spanned!(span=> #ad::passive(#expr)));
        }
    }
}

/// How a method is proved to change nothing of what it is called on.
#[derive(Clone, Copy)]
pub(super) enum Reads {
    /// There is nothing that it could change, or the type is known.
    Known,
    /// It is called through a shared reference.
    Shared,
    /// By its name it may take it by value: it is called on a variable that cannot be changed as well, where that is never run.
    Moved,
}

fn call_of(expr: &mut Expr) -> &mut syn::ExprMethodCall {
    match expr {
        Expr::MethodCall(call) => call,
        _ => unreachable!("it is asked for method calls"),
    }
}

/// What is asked of, through a shared reference: so it changes nothing, or rustc says that it does.
pub(super) fn only_read(ad: &Ident, asked: TokenStream, span: Span) -> TokenStream {
    located(quote!((*#ad::only_read(&#asked))), span)
}

/// Whether an expression is a method call whose result, of a number, is the same all around.
pub(super) fn is_flat(expr: &Expr) -> bool {
    matches!(expressions::strip(expr), Expr::MethodCall(call)
        if call.args.is_empty() && crate::syntax::scalar_rules::is_flat(&call.method.to_string()))
}

/// Whether an expression compares, by the names that std gives to this: `a.cmp(&b)`, `a.partial_cmp(&b).unwrap()`.
pub(super) fn is_order(expr: &Expr) -> bool {
    let Expr::MethodCall(call) = expressions::strip(expr) else {
        return false;
    };
    match call.method.to_string().as_str() {
        "cmp" | "total_cmp" => true,
        "unwrap" | "expect" | "unwrap_or" | "then" | "then_with" | "reverse" => {
            is_order(&call.receiver)
                || matches!(expressions::strip(&call.receiver), Expr::MethodCall(call) if call.method == "partial_cmp")
        }
        _ => false,
    }
}

/// Whether rustc is asked to see that an expression is an `Ordering`, which keeps nothing.
fn is_proved_order(expr: &Expr) -> bool {
    let Expr::Call(call) = expr else { return false };
    let identity: Expr = syn::parse_quote!(::core::convert::identity::<::core::cmp::Ordering>);
    *call.func == identity
}
