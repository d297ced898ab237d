//! Arguments of macros that stay as they are: format strings, comparisons, patterns, and tokens that no parser knows.
//!
//! Input:  `println!("{x} {:?}", y.len())`
//! Output: the same tokens with renamed variables; reads `x`, `y`; methods on active variables through a shared reference

use crate::ir::place::Place;
use crate::ir::spell;
use crate::lower::builder::{Binding, Lower};
use crate::lower::macros::macro_name;
use crate::lower::opaque_tokens::receivers::only_read;
use crate::lower::opaque_tokens::{Renamer, reads_only};
use crate::lower::views::Part;
use crate::lower::vocabulary::is_std_method;
use crate::syntax::expressions::is_approximate;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use crate::syntax::walk::{NodeMut, WalkMut};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Pat, Token};

impl Renamer<'_, '_> {
    pub(super) fn macro_arguments(&mut self, mac: &mut syn::Macro) {
        let name = macro_name(mac);
        let pure = std::mem::replace(&mut self.pure, false);
        match name.as_str() {
            _ if takes_values(&name) => {}
            // There is nothing of the function in them.
            _ if NAMELESS.contains(&name.as_str()) => return,
            "matches" => return self.matches_arguments(mac),
            "s" => {
                if self.parts_of_array(mac) {
                    self.pure = pure;
                }
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
            self.node(NodeMut::Expr(&mut element));
            self.node(NodeMut::Expr(&mut len));
            mac.tokens = quote!(#element; #len);
            return;
        }
        self.listed_arguments(mac, &name);
    }

    /// `matches!(value, pattern if guard)`.
    fn matches_arguments(&mut self, mac: &mut syn::Macro) {
        match Matches::parse.parse2(mac.tokens.clone()) {
            Ok(mut matches) => {
                self.binding_names(|renamer| {
                    renamer.node(NodeMut::Expr(&mut matches.value));
                    renamer.shadows.push(FlatSet::new());
                    renamer.shadow(&matches.pat);
                    matches
                        .guard
                        .iter_mut()
                        .for_each(|guard| renamer.node(NodeMut::Expr(guard)));
                    renamer.shadows.pop();
                });
                let (value, pat) = (&matches.value, &matches.pat);
                let guard = matches.guard.iter();
                mac.tokens = quote!(#value, #pat #(if #guard)*);
            }
            Err(_) => self.problem(mac.path.span(), "the arguments of `matches!`"),
        }
    }

    /// `s![a..b, c]`, the parts of an array. Whether it is that.
    fn parts_of_array(&mut self, mac: &mut syn::Macro) -> bool {
        let parts = Punctuated::<Part, Token![,]>::parse_terminated.parse2(mac.tokens.clone());
        let Ok(mut parts) = parts else {
            self.problem(mac.path.span(), "the arguments of `s!`");
            return false;
        };
        for part in &mut parts {
            self.node(NodeMut::Expr(&mut part.range));
            part.step.iter_mut().for_each(|step| self.node(NodeMut::Expr(step)));
        }
        mac.tokens = parts.to_token_stream();
        true
    }

    /// Values, perhaps with names, and a text that captures variables.
    fn listed_arguments(&mut self, mac: &mut syn::Macro, name: &str) {
        let parsed = Punctuated::<MacroArgument, Token![,]>::parse_terminated.parse2(mac.tokens.clone());
        let Ok(args) = parsed else {
            self.problem(mac.path.span(), &format!("the arguments of `{name}!`"));
            return;
        };
        let mut renamed = Vec::new();
        let mut captured = Vec::new();
        let mut given = FlatSet::new();
        let asks = usize::from(!matches!(name, "vec" | "array"));
        self.asked += asks;
        for arg in args {
            let mut value = arg.value;
            if let Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(text),
                ..
            }) = &value
            {
                captures(&text.value(), &mut captured);
            }
            if is_approximate(name) {
                self.visit_quiet(&mut value);
            } else {
                self.node(NodeMut::Expr(&mut value));
            }
            let (name, sign) = (arg.name, arg.sign);
            given.extend(name.iter().map(Ident::to_string));
            renamed.push(quote!(#name #sign #value));
        }
        self.capture_names(captured, &given, &mut renamed);
        self.asked -= asks;
        mac.tokens = quote!(#(#renamed),*);
    }

    /// `{x}` captures by name: where the name changed, it is handed over as a named argument.
    fn capture_names(&mut self, mut captured: Vec<String>, given: &FlatSet<String>, renamed: &mut Vec<TokenStream>) {
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
            self.node(NodeMut::Expr(&mut value));
            if value.to_token_stream().to_string() != name {
                renamed.push(quote!(#ident = #value));
            }
        }
    }

    /// Whether what a method is called on is part of a parameter that carries a derivative, `mut self` too: what changes it has to be
    /// seen, also inside `no_diff(..)`.
    pub(super) fn is_of_active_parameter(&self, receiver: &Expr) -> bool {
        self.changeable(receiver).is_some_and(|var| {
            let mut params = self.lower.f.params.iter();
            params.any(|param| param.var == var && param.differentiable) || self.lower.active_copies.contains(&var)
        })
    }

    /// What a message, an assertion or `no_diff(..)` asks of a variable that carries a derivative, it asks through a shared reference:
    /// so it changes nothing, or rustc says that it does. Of std's methods it is known.
    pub(super) fn ask_shared(&self, call: &mut syn::ExprMethodCall) {
        let Some(var) = self.changeable(&call.receiver) else {
            return;
        };
        if self.lower.f.info(var).ty.is_inert() {
            return;
        }
        // What is asked of the variable itself, and whether all that is asked is known to change nothing.
        let mut first = call.method.to_string();
        let mut reads = reads_only(&first);
        let mut unknown = is_unknown(call);
        let mut inner = &mut *call.receiver;
        loop {
            inner = match inner {
                Expr::Paren(paren) => &mut paren.expr,
                Expr::Field(field) => &mut field.base,
                Expr::Index(index) => &mut index.expr,
                Expr::MethodCall(call) => {
                    first = call.method.to_string();
                    reads &= reads_only(&first);
                    unknown = is_unknown(call);
                    &mut call.receiver
                }
                root => {
                    let asks = !reads && (unknown || reads_only(&first));
                    if asks && matches!(root, Expr::Path(_)) && self.lower.may_carry(root) {
                        let ad = self.lower.f.names_ad();
                        let tokens = only_read(&ad, root.to_token_stream(), root.span());
                        *root = syn::parse_quote!(#tokens);
                    }
                    return;
                }
            };
        }
    }

    /// Renames the variables among the tokens of a macro that cannot be parsed.
    pub(super) fn rename_tokens(&mut self, stream: TokenStream) -> TokenStream {
        let mut renamed = TokenStream::new();
        for token in stream {
            match token {
                TokenTree::Ident(ident) => match self.binding(&ident) {
                    Some(Binding::Var(var)) => {
                        self.read(var);
                        renamed.extend(spell::place(&self.lower.f.vars, &Place::var(var)));
                    }
                    Some(Binding::Alias(place, _)) => {
                        self.read_place(&place);
                        let borrow = spell::borrow(&self.lower.f.vars, &place);
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

/// Macros of std in which there is nothing of the function.
const NAMELESS: &[&str] = &[
    "cfg",
    "concat",
    "line",
    "file",
    "column",
    "module_path",
    "stringify",
    "env",
    "include_str",
];

/// Macros whose arguments are expressions, which they print, compare or collect.
fn takes_values(name: &str) -> bool {
    matches!(
        name,
        "assert"
            | "assert_eq"
            | "assert_ne"
            | "debug_assert"
            | "debug_assert_eq"
            | "debug_assert_ne"
            | "print"
            | "println"
            | "eprint"
            | "eprintln"
            | "format"
            | "panic"
            | "unreachable"
            | "todo"
            | "unimplemented"
            | "vec"
            | "array"
            // Those of log and tracing.
            | "trace"
            | "debug"
            | "info"
            | "warn"
            | "error"
            | "log"
            // An error with a text, of anyhow.
            | "anyhow"
    ) || is_approximate(name)
}

impl Lower<'_> {
    /// A macro that is not known, but none of whose tokens is a variable's name: what it gives is a constant as far as derivatives go. As
    /// what it stands for is not seen, rustc proves that it takes no variable, and neither leaves the function nor a loop in it.
    pub(in crate::lower) fn constant_macro(&self, mac: &syn::Macro) -> Option<TokenStream> {
        let name = macro_name(mac);
        // Others are known as well, each where it is lowered.
        let known = takes_values(&name) || NAMELESS.contains(&name.as_str());
        if known
            || matches!(name.as_str(), "matches" | "s" | "dbg" | "ensure" | "bail")
            || self.names_variable(mac.tokens.clone())
        {
            return None;
        }
        let ad = self.f.names_ad();
        Some(quote_spanned!(mac.path.span()=> #ad::constant(|| #ad::Constant(#mac))))
    }

    pub(in crate::lower) fn names_variable(&self, tokens: TokenStream) -> bool {
        let is_variable = |name: &str| {
            let ident = syn::parse_str::<Ident>(name);
            name == "self" || ident.is_ok_and(|ident| self.lookup(&ident).is_some())
        };
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => is_variable(&ident.to_string()),
            TokenTree::Group(group) => self.names_variable(group.stream()),
            // A text may capture it: `"{x}"`.
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
                text.contains('{') && words.any(is_variable)
            }
            TokenTree::Punct(_) => false,
        })
    }
}

/// Whether a method is none of those of std that the macro knows.
fn is_unknown(call: &syn::ExprMethodCall) -> bool {
    !is_std_method(&call.method.to_string(), call.args.len(), &Ty::Unknown)
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

/// `x`, `name = x`, and of the macros of log and tracing `target: x`, `?x`, `name = %x`.
pub(super) struct MacroArgument {
    name: Option<Ident>,
    /// What stands between the name and the value, or before the value.
    sign: TokenStream,
    value: Expr,
}

impl syn::parse::Parse for MacroArgument {
    fn parse(input: syn::parse::ParseStream) -> syn::Result<Self> {
        let mut sign = TokenStream::new();
        let equals = input.peek2(Token![=]) && !input.peek2(Token![==]);
        let colon = input.peek2(Token![:]) && !input.peek2(Token![::]);
        let name = if input.peek(syn::Ident) && (equals || colon) {
            let name = input.parse()?;
            sign.extend(
                input
                    .step(|cursor| Ok(cursor.token_tree().expect("it was looked at")))?
                    .to_token_stream(),
            );
            Some(name)
        } else {
            None
        };
        if input.peek(Token![?]) || input.peek(Token![%]) {
            sign.extend(
                input
                    .step(|cursor| Ok(cursor.token_tree().expect("it was looked at")))?
                    .to_token_stream(),
            );
        }
        let value = input.parse()?;
        Ok(MacroArgument { name, sign, value })
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
