//! Macros whose arguments contain differentiable calls: the calls are lowered, and the macro is left with their results.
//!
//! Input:  `assert!(low.below(high), "{low} is too high")`
//! Output: `let t = call low.below(high); assert!(t, "{low} is too high")`

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Token};

/// What an assertion asks.
#[derive(Clone, Copy)]
pub(super) struct Assertion {
    /// How many expressions it takes before the message.
    operands: usize,
    /// Whether it asks only where debug assertions are on.
    debug: bool,
}

impl Assertion {
    /// The one of this name.
    pub(super) fn of(name: &str) -> Option<Assertion> {
        let (debug, name) = match name.strip_prefix("debug_") {
            Some(name) => (true, name),
            None => (false, name),
        };
        let operands = match name {
            "assert" => 1,
            "assert_eq" | "assert_ne" => 2,
            _ => return None,
        };
        Some(Assertion { operands, debug })
    }
}

impl Lower<'_> {
    /// An assertion with calls in it that are looked into: what it compares is computed first, and then it asks.
    pub(super) fn assertion(&mut self, mac: &syn::Macro, assertion: Assertion) -> Option<Value> {
        let (operands, message) = (|input: syn::parse::ParseStream| {
            let mut operands: Vec<Expr> = Vec::new();
            while operands.len() < assertion.operands && !input.is_empty() {
                operands.push(input.parse()?);
                input.parse::<Option<Token![,]>>()?;
            }
            Ok((operands, input.parse::<TokenStream>()?))
        })
        .parse2(mac.tokens.clone())
        .ok()?;
        let flows = operands.iter().any(|operand| self.may_carry(operand));
        if operands.len() < assertion.operands || !flows {
            return None;
        }
        if assertion.debug {
            let mut always = mac.clone();
            let name = &mut always.path.segments.last_mut().expect("a path has a segment").ident;
            *name = Ident::new(name.to_string().trim_start_matches("debug_"), name.span());
            return Some(self.value(&syn::parse_quote!(if ::core::cfg!(debug_assertions) { #always; })));
        }
        let span = mac.path.span();
        let mut asked = Vec::new();
        let mut reads = Vec::new();
        for operand in &operands {
            let value = self.value(operand);
            let place = self.place_of(value, operand.span());
            place.uses(Use::Read, &mut |var, _| reads.push(var));
            asked.push(spell::place(&self.f.vars, &place));
        }
        // What it says if it fails: the message that is given, or the condition as it was written.
        let (message, said) = if !message.is_empty() {
            self.message(message, span)?
        } else if let [condition] = &operands[..] {
            (
                quote!("assertion failed: {}", ::core::stringify!(#condition)),
                Opaque::pure(TokenStream::new(), Vec::new()),
            )
        } else {
            (TokenStream::new(), Opaque::pure(TokenStream::new(), Vec::new()))
        };
        let path = &mac.path;
        reads.extend(&said.reads);
        let asked = quote_spanned!(span=> #path!(#(#asked),*, #message););
        let opaque = Opaque {
            tokens: self.only_asked(path, asked),
            reads,
            pure: false,
            ..said
        };
        self.effect(span, opaque);
        Some(Value::Unit)
    }

    /// What asks or shows something by its name alone, and is no macro of std: it changes nothing, and what follows runs.
    pub(super) fn only_asked(&self, path: &syn::Path, asked: TokenStream) -> TokenStream {
        let (ad, last) = (self.f.names_ad(), path.segments.last().expect("a path has a segment"));
        match crate::syntax::name_proofs::is_macro_of_std(&last.ident.to_string()) {
            true => asked,
            false => quote_spanned!(path.span()=> #ad::only_asked(|| { #asked #ad::Asked });),
        }
    }

    /// A message with its arguments, renamed.
    fn message(&mut self, message: TokenStream, span: Span) -> Option<(TokenStream, Opaque)> {
        let mac: syn::Macro = syn::parse_quote_spanned!(span=> ::pullback::rt::std::format!(#message));
        match self.opaque_macro(&mac) {
            Ok(opaque) => {
                let renamed: syn::Macro = syn::parse2(opaque.tokens.clone()).expect("it was one before");
                // The text goes nowhere else.
                let spelled = Vec::new();
                Some((renamed.tokens, Opaque { spelled, ..opaque }))
            }
            Err(problem) => {
                self.error(
                    problem.span,
                    format!("{} inside a message is not supported", problem.what),
                    "bind it to a variable first",
                );
                None
            }
        }
    }

    /// `dbg!(x)`: the value of `x`, which is shown on the way.
    pub(super) fn debugged(&mut self, mac: &syn::Macro) -> Value {
        let span = mac.path.span();
        let Ok(shown) = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(mac.tokens.clone()) else {
            self.error(span, "the arguments of `dbg!` are not expressions", "");
            return Value::Unit;
        };
        let mut values = Vec::new();
        for expr in &shown {
            let value = self.value(expr);
            if matches!(value, Value::Never) {
                return value;
            }
            let value = self.settle(value, expr.span());
            let (tokens, reads) = self.written(&value);
            let text = quote!(::core::stringify!(#expr));
            let at = quote!(::core::file!(), ::core::line!(), ::core::column!());
            let tokens =
                quote_spanned!(span=> ::pullback::rt::std::eprintln!("[{}:{}:{}] {} = {:#?}", #at, #text, #tokens););
            self.effect(span, Opaque::once(tokens, reads));
            values.push(value);
        }
        match values.len() {
            0 => {
                self.effect(span, Opaque::once(quote!(#mac;), Vec::new()));
                Value::Unit
            }
            1 => values.remove(0),
            _ => Value::Tuple(values),
        }
    }
}
