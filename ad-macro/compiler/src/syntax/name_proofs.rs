//! What the names in a function are taken for: each is proved, in the scope of the function, to mean that.
//!
//! Input:  `fn f(x: &[f64], n: usize) -> Option<f64> { assert!(n > 0); Some(f64::max(x[0], x[1])) }`
//! Output: `of_option(Some(argument()));`, `same_type::<usize, ::core::primitive::usize>();`, ..
//!
//! A variant is proved by the type that it makes, a type by being the same, a function by the type of the function itself. A macro has
//! no type: where std's are imported by a glob, a name that means another one is ambiguous.

use crate::syntax::flat_map::FlatMap;
use crate::syntax::fresh_names::is_keyword;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

/// The proofs for all names in a function.
pub fn proofs(function: &syn::ItemFn) -> Vec<TokenStream> {
    let mut names = Names::default();
    let signature = &function.sig;
    for tokens in [
        signature.inputs.to_token_stream(),
        signature.output.to_token_stream(),
        function.block.to_token_stream(),
    ] {
        names.scan(tokens);
    }
    let (typed, macros) = (names.typed.values(), names.macros.values());
    macros.chain(typed).cloned().collect()
}

/// Whether a macro of this name is taken for the one of std. Others that are known by their name are asked what they do.
pub fn is_macro_of_std(name: &str) -> bool {
    matches!(
        name,
        "assert"
            | "column"
            | "concat"
            | "dbg"
            | "debug_assert"
            | "debug_assert_eq"
            | "debug_assert_ne"
            | "env"
            | "eprint"
            | "eprintln"
            | "file"
            | "format"
            | "include_str"
            | "line"
            | "matches"
            | "module_path"
            | "print"
            | "println"
            | "stringify"
            | "todo"
            | "unimplemented"
            | "unreachable"
            | "vec"
    )
}

/// The proofs, by what is written.
#[derive(Default)]
struct Names {
    typed: FlatMap<String, TokenStream>,
    macros: FlatMap<String, TokenStream>,
}

/// What follows a path.
#[derive(Clone, Copy, PartialEq)]
enum Then {
    Bang,
    Arguments,
    Generics,
    Other,
}

impl Names {
    fn scan(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is = |k: Option<usize>, mark: char| matches!(k.and_then(|k| tokens.get(k)), Some(TokenTree::Punct(punct)) if punct.as_char() == mark);
        let colons = |k: usize| is(Some(k), ':') && is(Some(k + 1), ':');
        let mut k = 0;
        while k < tokens.len() {
            let TokenTree::Ident(first) = &tokens[k] else {
                match &tokens[k] {
                    // An attribute's words are not the function's.
                    TokenTree::Group(group)
                        if group.delimiter() == proc_macro2::Delimiter::Bracket && is(k.checked_sub(1), '#') => {}
                    TokenTree::Group(group) => self.scan(group.stream()),
                    _ => {}
                }
                k += 1;
                continue;
            };
            let starts = ["self", "Self", "super", "crate"].iter().any(|start| first == start);
            if !starts && is_keyword(&first.to_string()) {
                // A keyword, with which no path begins.
                k += 1;
                continue;
            }
            let before = |back: usize| k.checked_sub(back);
            let part = is(before(1), '.') && !is(before(2), '.');
            let rooted = is(before(1), ':') && is(before(2), ':');
            let mut path = vec![first.clone()];
            k += 1;
            while colons(k)
                && let Some(TokenTree::Ident(next)) = tokens.get(k + 2)
            {
                path.push(next.clone());
                k += 3;
            }
            let called = if colons(k) { k + 2 } else { k };
            let then = match tokens.get(k) {
                Some(TokenTree::Group(group)) if group.delimiter() == proc_macro2::Delimiter::Parenthesis => {
                    Then::Arguments
                }
                _ if is(Some(k), '!') && matches!(tokens.get(k + 1), Some(TokenTree::Group(_))) => Then::Bang,
                _ if is(Some(called), '<') => Then::Generics,
                _ => Then::Other,
            };
            if !part && !rooted {
                self.path(&path, then);
            }
        }
    }

    fn path(&mut self, path: &[Ident], then: Then) {
        let (last, owners) = path.split_last().expect("a path has a segment");
        let (name, span) = (last.to_string(), last.span());
        let owner = owners.last().map(Ident::to_string);
        let written = quote!(#(#path)::*);
        // `mine::Result` is any type.
        let module = owners.iter().rev().nth(1);
        let of_std = module.is_none_or(|module| module == "option" || module == "result");
        let proof = match (owner.as_deref(), name.as_str(), then) {
            (_, _, Then::Bang) => return self.known_macro(path),
            (None, "Some", _) => quote_spanned!(span=> ::pullback::rt::of_option(Some(::pullback::rt::argument()));),
            (None, "None", _) => quote_spanned!(span=> ::pullback::rt::of_option(None);),
            (None, "Ok" | "Err", _) => {
                quote_spanned!(span=> ::pullback::rt::of_result(#last(::pullback::rt::argument()));)
            }
            (None, "Vec" | "Option" | "Box" | "Rc" | "Arc", Then::Generics) => {
                let module = match name.as_str() {
                    "Vec" => quote!(vec),
                    "Option" => quote!(option),
                    "Box" => quote!(boxed),
                    "Rc" => quote!(rc),
                    _ => quote!(sync),
                };
                same_type(
                    quote_spanned!(span=> #last<()>),
                    quote!(::pullback::rt::std::#module::#last<()>),
                    span,
                )
            }
            (Some("Vec"), _, _) if owners.len() == 1 => {
                let owner = &owners[0];
                same_type(
                    quote!(#owner<()>),
                    quote!(::pullback::rt::std::vec::Vec<()>),
                    owner.span(),
                )
            }
            (None, name, Then::Other) if is_counted(name) => {
                same_type(written.clone(), quote!(::core::primitive::#last), span)
            }
            (Some(float @ ("f64" | "f32")), name, Then::Arguments | Then::Other)
                if crate::syntax::scalar_rules::rule(name).is_some() || crate::syntax::scalar_rules::is_flat(name) =>
            {
                let float = Ident::new(float, span);
                same_function(&written, quote!(<::core::primitive::#float>::#last), span)
            }
            (None, "drop", Then::Arguments) => same_function(&written, quote!(::core::mem::drop::<()>), span),
            (Some("Option"), "Some", _) if of_std => {
                quote_spanned!(span=> ::pullback::rt::of_option(#written(::pullback::rt::argument()));)
            }
            (Some("Option"), "None", _) if of_std => quote_spanned!(span=> ::pullback::rt::of_option(#written);),
            (Some("Result"), "Ok" | "Err", _) if of_std => {
                quote_spanned!(span=> ::pullback::rt::of_result(#written(::pullback::rt::argument()));)
            }
            (Some("mem"), "swap" | "replace" | "take" | "drop", _) => {
                same_function(&written, quote!(::core::mem::#last::<()>), span)
            }
            (Some("cmp"), "max" | "min", Then::Arguments) if owners.len() == 2 => {
                same_function(&written, quote!(::core::cmp::#last::<()>), span)
            }
            (Some("iter"), "once" | "repeat" | "repeat_n", Then::Arguments) => {
                same_function(&written, quote!(::core::iter::#last::<()>), span)
            }
            (Some("iter"), "zip", Then::Arguments) => {
                same_function(&written, quote!(::core::iter::zip::<[(); 0], [(); 0]>), span)
            }
            (Some("iter"), "successors" | "from_fn" | "repeat_with", Then::Arguments) => {
                let closure = match name.as_str() {
                    "successors" => quote!(fn(&()) -> ::core::option::Option<()>),
                    "repeat_with" => quote!(fn()),
                    _ => quote!(fn() -> ::core::option::Option<()>),
                };
                same_function(&written, quote!(::core::iter::#last::<(), #closure>), span)
            }
            (Some("array"), "from_fn", Then::Arguments | Then::Generics) => {
                same_function(&written, quote!(::core::array::from_fn::<(), 0, fn(usize)>), span)
            }
            (_, "no_diff", Then::Arguments | Then::Generics) => {
                same_function(&written, quote!(::pullback::no_diff::<()>), span)
            }
            _ => return,
        };
        self.typed.entry(written.to_string()).or_insert(proof);
    }

    /// What is called like a macro of std or of nalgebra is that one: beside a glob that imports it, another one of the name is ambiguous.
    fn known_macro(&mut self, path: &[Ident]) {
        let (last, owners) = path.split_last().expect("a path has a segment");
        let name = last.to_string();
        let known = match name.as_str() {
            name if is_macro_of_std(name) => quote!(macros_of_std),
            "vector" | "matrix" | "point" | "dvector" | "dmatrix" => quote!(macros_of_nalgebra),
            _ => return,
        };
        if owners
            .first()
            .is_some_and(|first| ["std", "core", "alloc"].iter().any(|root| first == root))
        {
            return;
        }
        let path = quote!(#(#path)::*);
        self.macros
            .entry(path.to_string())
            .or_insert_with(|| the_macro(&path, last, owners.is_empty(), known));
    }
}

/// A macro is the one of its name in a module of the runtime's.
fn the_macro(path: &TokenStream, name: &Ident, is_bare: bool, known: TokenStream) -> TokenStream {
    let proof = quote_spanned!(name.span()=> { use ::pullback::rt::#known::*; use #name as _; });
    match is_bare {
        true => proof,
        false => quote!({ use #path; #proof }),
    }
}

/// A macro is ndarray's of that name. Where it is taken for that it is proved: `array!` may well be another one that is only run.
pub fn macro_of_ndarray(path: &syn::Path) -> Option<TokenStream> {
    let last = path.segments.last()?;
    let is_bare = path.segments.len() == 1 && path.leading_colon.is_none();
    Some(the_macro(
        &path.to_token_stream(),
        &last.ident,
        is_bare,
        quote!(macros_of_ndarray),
    ))
}

fn same_type(written: TokenStream, meant: TokenStream, span: Span) -> TokenStream {
    quote_spanned!(span=> ::pullback::rt::same_type::<#written, #meant>();)
}

fn same_function(written: &TokenStream, meant: TokenStream, span: Span) -> TokenStream {
    quote_spanned!(span=> { use ::pullback::rt::Differ as _; ::pullback::rt::the_function((&::pullback::rt::Both(#meant, #written)).found()); })
}

/// Types of which it is concluded from the name that they carry no derivative.
fn is_counted(name: &str) -> bool {
    crate::syntax::types::Ty::primitive(name).is_some_and(|ty| !ty.is_float())
}
