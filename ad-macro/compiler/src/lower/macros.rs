//! Macros in a function's body.
//!
//! Input:  `vec![x; n]`, `assert!(x > 0.0)`
//! Output: an operation where it makes a value, an effect in the user's tokens where it does not

use crate::ir::*;
use crate::lower::assertions::Assertion;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::opaque_tokens::arguments::Matches;
use crate::lower::opaque_tokens::{NotOpaque, TRIED};
use crate::lower::parse_repeat;
use crate::syntax::expressions::located;
use crate::syntax::name_proofs::macro_of_ndarray;
use crate::syntax::types::Ty;
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Token};

impl Lower<'_> {
    /// Proves that a macro is the one that ndarray has by its name.
    pub(super) fn prove_macro_of_ndarray(&mut self, mac: &syn::Macro) {
        if let Some(proof) = macro_of_ndarray(&mac.path) {
            self.effect(mac.path.span(), Opaque::pure(proof, Vec::new()));
        }
    }

    pub(super) fn macro_value(&mut self, mac: &syn::Macro) -> Value {
        let span = mac.path.span();
        let name = macro_name(mac);
        if name == "vec"
            && let Some(list) = self.vec_macro(mac)
        {
            return list;
        }
        if name == "array"
            && let Some(array) = self.array_macro(mac)
        {
            return array;
        }
        if let Some(zip) = crate::lower::zips::azip(mac)
            && self.may_carry(&zip)
        {
            self.prove_macro_of_ndarray(mac);
            return self.value(&zip);
        }
        if let Some(joined) = crate::lower::arrays::joined(mac) {
            self.prove_macro_of_ndarray(mac);
            return self.value(&joined);
        }
        if let "vector" | "matrix" | "point" | "dvector" | "dmatrix" = name.as_str()
            && self.names_variable(mac.tokens.clone())
            && let Some(gathered) = self.gathered(mac)
        {
            return gathered;
        }
        if let "ensure" | "bail" = name.as_str()
            && let Some(value) = self.early_failure(mac, &name)
        {
            return value;
        }
        let stays = |opaque: Opaque| opaque.losses.is_empty() && opaque.writes.is_empty();
        if name == "matches"
            && !self.opaque_macro(mac).is_ok_and(stays)
            && let Ok(Matches { value, pat, guard }) = mac.parse_body()
        {
            let guard = guard.map(|guard| quote!(if #guard));
            return self.value(&syn::parse_quote!(match #value { #pat #guard => true, _ => false }));
        }
        let asserts = Assertion::of(&name);
        if let Some(assertion) = asserts
            && !self.opaque_macro(mac).is_ok_and(stays)
            && let Some(value) = self.assertion(mac, assertion)
        {
            return value;
        }
        if name == "dbg" {
            return self.debugged(mac);
        }
        if let Some(constant) = self.constant_macro(mac) {
            let opaque = Opaque::once(constant, Vec::new());
            return Value::Op(Op::Opaque(opaque), Ty::Unknown);
        }
        let diverges = matches!(name.as_str(), "panic" | "unreachable" | "todo" | "unimplemented");
        let opaque = match self.opaque_macro(mac) {
            Ok(opaque) => opaque,
            Err(problem) if problem.what == TRIED && is_message(&name) => return self.message_that_may_fail(mac),
            Err(problem) => {
                self.report_macro(&name, &problem);
                return if diverges { Value::Never } else { Value::Unit };
            }
        };
        match name.as_str() {
            "format" | "s" | "anyhow" => Value::Op(Op::Opaque(opaque), Ty::Inert),
            "matches" | "cfg" => Value::Op(Op::Opaque(opaque), Ty::Bool),
            // An array of more axes without an active number.
            "array" => Value::Op(Op::Opaque(opaque), Ty::Unknown),
            "concat" | "file" | "module_path" | "stringify" | "env" | "include_str" | "line" | "column" => {
                Value::Op(Op::Opaque(opaque), Ty::Inert)
            }
            _ if crate::syntax::expressions::is_approximate(&name) && !name.starts_with("assert") => {
                // It is only by its name that it is a comparison: what it gives is proved to carry no derivative.
                let (ad, tokens) = (self.f.names_ad(), &opaque.tokens);
                let tokens = quote_spanned!(span=> #ad::passive(#ad::only_asked(|| #tokens)));
                Value::Op(Op::Opaque(Opaque { tokens, ..opaque }), Ty::Bool)
            }
            _ => {
                let mut opaque = opaque;
                let tokens = &opaque.tokens;
                opaque.tokens = match diverges {
                    true => quote!(#tokens;),
                    false => self.only_asked(&mac.path, quote!(#tokens;)),
                };
                self.push(span, StmtKind::Effect { opaque, diverges });
                if diverges { Value::Never } else { Value::Unit }
            }
        }
    }

    /// `vec![..]`: an empty list, one element several times, or the elements one by one.
    fn vec_macro(&mut self, mac: &syn::Macro) -> Option<Value> {
        if mac.tokens.is_empty() {
            let opaque = Opaque::once(mac.to_token_stream(), Vec::new());
            return Some(Value::Op(Op::Opaque(opaque), Ty::Vec(Box::new(Ty::Unknown))));
        }
        if let Ok((element, len)) = parse_repeat(mac.tokens.clone()) {
            return Some(self.repeat(&element, &len, true));
        }
        let list = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(mac.tokens.clone());
        Some(self.array(&list.ok()?, true, mac.path.span()))
    }

    /// Says what in a macro's arguments cannot be kept as it is.
    fn report_macro(&mut self, name: &str, problem: &NotOpaque) {
        let (message, help) = if problem.what.starts_with("the macro") {
            let inner = problem.what.split('`').nth(1).unwrap_or(name);
            let help = match inner {
                "stack!" | "concatenate!" => {
                    "make the array first, and `assign` the parts to `slice_mut(..)` of it".into()
                }
                "try!" | "r#try!" => "write the operator, `result?`".into(),
                _ => format!(
                    "write out what it stands for, define it inside the function, or wrap it: `no_diff({inner}(..))`"
                ),
            };
            (format!("cannot see inside the macro `{inner}`"), help)
        } else {
            (
                format!("{} inside `{name}!` is not supported", problem.what),
                "bind it to a variable first".into(),
            )
        };
        self.error(problem.span, message, &help);
    }

    /// `warn!("{}", self.ratio()?)`: where what is shown fails, so does the function. Whether it is shown at all is the macro's business,
    /// so it is asked in a closure that gives nothing else.
    fn message_that_may_fail(&mut self, mac: &syn::Macro) -> Value {
        let output = &self.f.output;
        let failed = quote!(::pullback::rt::broken_off::<#output>(
            ::pullback::rt::only_asked(|| -> ::pullback::rt::Checked<#output> { #mac; ::pullback::rt::passed::<#output>() })
        ));
        self.returned_if_failed(failed)
    }

    /// What the function returns, if an inactive option holds it. It is moved: errors need not be `Clone`.
    fn returned_if_failed(&mut self, failed: impl ToTokens) -> Value {
        let output = &self.f.output;
        self.value(&syn::parse_quote!({
            let failed: ::core::option::Option<#output> = ::pullback::no_diff(#failed);
            if let ::core::option::Option::Some(failed) = failed { return ::pullback::no_diff(failed) }
        }))
    }

    /// `ensure!(condition, error)` and `bail!(error)`, of anyhow and of snafu: they return an error from the function. When, and which
    /// one, is the macro's business, so it is asked in a closure that gives nothing else.
    pub(super) fn early_failure(&mut self, mac: &syn::Macro, name: &str) -> Option<Value> {
        let path = &mac.path;
        let output = located(self.f.output.to_token_stream(), path.span());
        let passed = self.f.names.fresh("passed", path.span());
        let asked = |tokens: proc_macro2::TokenStream| -> Expr {
            syn::parse_quote_spanned!(path.span()=> ::pullback::rt::broken_off_by::<#output>(|#passed| {
                #[allow(unreachable_code)]
                { #path!(#tokens); #passed }
            }))
        };
        if name == "bail" {
            let failed = asked(mac.tokens.clone());
            let failed = quote!(#failed.expect("the macro `bail!` returns an error"));
            return Some(self.value(&syn::parse_quote!(return ::pullback::no_diff(#failed))));
        }
        let parse = |input: syn::parse::ParseStream| -> syn::Result<(Expr, proc_macro2::TokenStream)> {
            let condition = input.parse()?;
            input.parse::<Token![,]>()?;
            Ok((condition, input.parse()?))
        };
        let (condition, error) = parse.parse2(mac.tokens.clone()).ok()?;
        if error.is_empty() {
            return None;
        }
        let holds = self.f.names.fresh("holds", condition.span());
        let failed = asked(quote!(#holds, #error));
        let answer = Value::Atom(self.condition(&condition));
        self.bind(&holds, Binding::Known(Box::new(answer)));
        Some(self.returned_if_failed(failed))
    }
}

/// Macros that show something, and are a statement.
fn is_message(name: &str) -> bool {
    const MESSAGES: [&str; 10] = [
        "print", "println", "eprint", "eprintln", "trace", "debug", "info", "warn", "error", "log",
    ];
    MESSAGES.contains(&name)
}

/// The name by which a macro is called, without its path.
pub(super) fn macro_name(mac: &syn::Macro) -> String {
    mac.path
        .segments
        .last()
        .map(|segment| segment.ident.to_string())
        .unwrap_or_default()
}
