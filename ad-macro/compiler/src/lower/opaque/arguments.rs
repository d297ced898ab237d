//! What stands in the parentheses of a macro: formats, comparisons, patterns.

use super::Binding;
use super::{Renamer, is_approximate};
use crate::ir::Place;
use crate::lower::macros::macro_name;
use crate::lower::views::Part;
use crate::tokens;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::BTreeSet;
use syn::parse::{Parse, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Expr, Pat, Token};

impl Renamer<'_, '_> {
    pub(super) fn macro_arguments(&mut self, mac: &mut syn::Macro) {
        let name = macro_name(mac);
        let pure = std::mem::replace(&mut self.pure, false);
        match name.as_str() {
            "assert" | "assert_eq" | "assert_ne" | "debug_assert" | "debug_assert_eq" | "debug_assert_ne" | "print"
            | "println" | "eprint" | "eprintln" | "format" | "panic" | "unreachable" | "todo" | "unimplemented"
            | "vec" => {}
            "array" => {}
            // Those of log and tracing.
            "trace" | "debug" | "info" | "warn" | "error" => {}
            // There is nothing of the function in them.
            "cfg" | "concat" | "line" | "file" | "column" | "module_path" | "stringify" | "env" | "include_str" => {
                return;
            }
            _ if is_approximate(&name) => {}
            "matches" => {
                match Matches::parse.parse2(mac.tokens.clone()) {
                    Ok(mut matches) => {
                        self.binding_names(|renamer| {
                            renamer.visit_expr_mut(&mut matches.value);
                            renamer.shadows.push(BTreeSet::new());
                            renamer.shadow(&matches.pat);
                            matches.guard.iter_mut().for_each(|guard| renamer.visit_expr_mut(guard));
                            renamer.shadows.pop();
                        });
                        let (value, pat) = (&matches.value, &matches.pat);
                        let guard = matches.guard.iter();
                        mac.tokens = quote!(#value, #pat #(if #guard)*);
                    }
                    Err(_) => self.problem(mac.path.span(), "the arguments of `matches!`"),
                }
                return;
            }
            // The parts of an array.
            "s" => {
                let parts = Punctuated::<Part, Token![,]>::parse_terminated.parse2(mac.tokens.clone());
                let Ok(mut parts) = parts else {
                    return self.problem(mac.path.span(), "the arguments of `s!`");
                };
                for part in &mut parts {
                    self.visit_expr_mut(&mut part.range);
                    part.step.iter_mut().for_each(|step| self.visit_expr_mut(step));
                }
                mac.tokens = parts.to_token_stream();
                self.pure = pure;
                return;
            }
            // Inside `no_diff(..)` it need not be seen through: only the names in it are the function's.
            _ if self.stopped > 0
                && Punctuated::<MacroArgument, Token![,]>::parse_terminated
                    .parse2(mac.tokens.clone())
                    .is_ok() => {}
            _ if self.stopped > 0 => {
                mac.tokens = self.rename_tokens(mac.tokens.clone());
                return;
            }
            _ => {
                self.problem(
                    mac.path.span(),
                    &format!("the macro `{name}!`, which cannot be seen through,"),
                );
                return;
            }
        }
        if name == "vec"
            && let Ok((mut element, mut len)) = crate::lower::parse_repeat(mac.tokens.clone())
        {
            self.visit_expr_mut(&mut element);
            self.visit_expr_mut(&mut len);
            mac.tokens = quote!(#element; #len);
            return;
        }
        let parsed = Punctuated::<MacroArgument, Token![,]>::parse_terminated.parse2(mac.tokens.clone());
        let Ok(args) = parsed else {
            self.problem(mac.path.span(), &format!("the arguments of `{name}!`"));
            return;
        };
        let mut renamed = Vec::new();
        let mut captured = Vec::new();
        let mut given = BTreeSet::new();
        for arg in args {
            let mut value = arg.value;
            if let Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(text),
                ..
            }) = &value
            {
                captures(&text.value(), &mut captured);
            }
            if is_approximate(&name) {
                self.visit_quiet(&mut value);
            } else {
                self.visit_expr_mut(&mut value);
            }
            match arg.name {
                Some(name) => {
                    given.insert(name.to_string());
                    renamed.push(quote!(#name = #value));
                }
                None => renamed.push(quote!(#value)),
            }
        }
        // `{x}` captures by name: where the name changed, it is handed over as a named argument.
        captured.sort();
        captured.dedup();
        for name in captured {
            if given.contains(&name) {
                continue;
            }
            let Ok(ident) = syn::parse_str::<Ident>(&name) else {
                continue;
            };
            if self.binding(&ident).is_none() {
                continue;
            }
            let mut value: Expr = syn::parse_quote!(#ident);
            self.visit_expr_mut(&mut value);
            if value.to_token_stream().to_string() != name {
                renamed.push(quote!(#ident = #value));
            }
        }
        mac.tokens = quote!(#(#renamed),*);
    }

    /// Renames the variables among the tokens of a macro that cannot be parsed.
    pub(super) fn rename_tokens(&mut self, stream: TokenStream) -> TokenStream {
        let mut renamed = TokenStream::new();
        for token in stream {
            match token {
                TokenTree::Ident(ident) => match self.binding(&ident) {
                    Some(Binding::Var(var)) => {
                        self.read(var);
                        renamed.extend(tokens::place(&self.lower.f.vars, &Place::var(var)));
                    }
                    Some(Binding::Alias(place, _)) => {
                        self.read_place(&place);
                        let borrow = tokens::borrow(&self.lower.f.vars, &place);
                        renamed.extend(quote!((#borrow)));
                    }
                    Some(Binding::Known(value)) => {
                        let (tokens, reads) = self.lower.written(&value);
                        reads.into_iter().for_each(|var| self.read(var));
                        renamed.extend(tokens);
                    }
                    Some(Binding::Cursor(cursor)) => match self.lower.written_cursor(&cursor) {
                        Some((tokens, reads)) => {
                            reads.into_iter().for_each(|var| self.read(var));
                            renamed.extend(quote!((#tokens)));
                        }
                        None => self.problem(ident.span(), "a reference that is reassigned"),
                    },
                    Some(Binding::Closure(_) | Binding::Iterator(..)) | None => renamed.extend(quote!(#ident)),
                },
                TokenTree::Group(group) => {
                    let mut inner = proc_macro2::Group::new(group.delimiter(), self.rename_tokens(group.stream()));
                    inner.set_span(group.span());
                    renamed.extend([TokenTree::Group(inner)]);
                }
                other => renamed.extend([other]),
            }
        }
        renamed
    }
}

/// `value, pattern if guard`.
pub(in crate::lower) struct Matches {
    pub(in crate::lower) value: Expr,
    pub(in crate::lower) pat: Pat,
    pub(in crate::lower) guard: Option<Expr>,
}

impl syn::parse::Parse for Matches {
    fn parse(input: syn::parse::ParseStream) -> syn::Result<Self> {
        let value = input.parse()?;
        input.parse::<Token![,]>()?;
        let pat = Pat::parse_multi_with_leading_vert(input)?;
        let guard = if input.peek(Token![if]) {
            input.parse::<Token![if]>()?;
            Some(input.parse()?)
        } else {
            None
        };
        input.parse::<Option<Token![,]>>()?;
        Ok(Matches { value, pat, guard })
    }
}

pub(super) struct MacroArgument {
    name: Option<Ident>,
    value: Expr,
}

impl syn::parse::Parse for MacroArgument {
    fn parse(input: syn::parse::ParseStream) -> syn::Result<Self> {
        let name = if input.peek(syn::Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]) {
            let name = input.parse()?;
            input.parse::<Token![=]>()?;
            Some(name)
        } else {
            None
        };
        Ok(MacroArgument {
            name,
            value: input.parse()?,
        })
    }
}

/// The variables that a format string captures: `{x}`, `{x:.3}`, `{:width$}`.
pub(super) fn captures(format: &str, names: &mut Vec<String>) {
    let mut rest = format;
    while let Some(open) = rest.find('{') {
        rest = &rest[open + 1..];
        if let Some(escaped) = rest.strip_prefix('{') {
            rest = escaped;
            continue;
        }
        let Some(close) = rest.find('}') else { return };
        let (name, spec) = rest[..close].split_once(':').unwrap_or((&rest[..close], ""));
        let is_name = |text: &str| text.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if is_name(name.trim()) {
            names.push(name.trim().to_string());
        }
        for piece in spec.split('.') {
            if let Some(width) = piece.strip_suffix('$')
                && is_name(width)
            {
                names.push(width.to_string());
            }
        }
        rest = &rest[close + 1..];
    }
}
