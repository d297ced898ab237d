//! The marked items of the tests, and changes of their tokens.
//!
//! Input:  `#[differentiable] fn f(x: f64) -> f64 { x * x }`
//! Output: `fn f(x: f64) -> f64 { x * * x }`, `fn f(x: f64) { x * x }`, ..

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use std::path::Path;
use syn::visit::{self, Visit};

/// An item, and what marks it.
pub struct Marked {
    /// The arguments of `#[differentiable(..)]`; of a derive there are none.
    pub arguments: Option<TokenStream>,
    pub item: TokenStream,
}

impl Marked {
    /// The first word of the macro's own error, if it has one for this item.
    pub fn own_error(&self, item: TokenStream) -> Option<String> {
        let begins = |message: &str| message.find(ad_compiler::OWN_ERROR).map(|at| message[at..].to_string());
        match &self.arguments {
            Some(arguments) => {
                let (problems, _) = ad_compiler::examine(arguments.clone(), item);
                problems.iter().find_map(|problem| begins(&problem.message))
            }
            None => begins(&ad_compiler::derive_differentiable(item).to_string()),
        }
    }
}

/// All marked items of the repository's tests, in the order of the files' names.
pub fn corpus() -> Vec<Marked> {
    let mut found = Found(Vec::new());
    found.files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests"));
    assert!(
        found.0.len() > 1000,
        "the corpus is not where it was: {} items",
        found.0.len()
    );
    found.0
}

struct Found(Vec<Marked>);

impl Found {
    fn files(&mut self, folder: &Path) {
        let entries = std::fs::read_dir(folder).expect("the folder can be read");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                self.files(&path);
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && let Ok(file) = syn::parse_file(&std::fs::read_to_string(&path).expect("the file can be read"))
            {
                self.visit_file(&file);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Found {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let mut plain = item.clone();
        let attributes = match &mut plain {
            syn::Item::Fn(item) => &mut item.attrs,
            syn::Item::Impl(item) => &mut item.attrs,
            syn::Item::Trait(item) => &mut item.attrs,
            syn::Item::Struct(item) => &mut item.attrs,
            syn::Item::Enum(item) => &mut item.attrs,
            _ => return visit::visit_item(self, item),
        };
        let is = |path: &syn::Path, name: &str| path.segments.last().is_some_and(|last| last.ident == name);
        let mark = attributes.iter().position(|attribute| {
            is(attribute.path(), "differentiable")
                || is(attribute.path(), "derive") && attribute.to_token_stream().to_string().contains("Differentiable")
        });
        if let Some(mark) = mark {
            let arguments = match attributes.remove(mark).meta {
                syn::Meta::List(list) if is(&list.path, "derive") => None,
                syn::Meta::List(list) => Some(list.tokens),
                _ => Some(TokenStream::new()),
            };
            let item = plain.to_token_stream();
            self.0.push(Marked { arguments, item });
        }
        visit::visit_item(self, item);
    }
}

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// How many tokens there are, groups among them.
pub fn count(tokens: &TokenStream) -> usize {
    let inner = |token: TokenTree| match token {
        TokenTree::Group(group) => 1 + count(&group.stream()),
        _ => 1,
    };
    tokens.clone().into_iter().map(inner).sum()
}

/// The token at a position, in the order of the source.
pub fn token(tokens: &TokenStream, mut position: usize) -> Option<TokenTree> {
    for token in tokens.clone() {
        if position == 0 {
            return Some(token);
        }
        position -= 1;
        if let TokenTree::Group(group) = token {
            let inner = count(&group.stream());
            if position < inner {
                return self::token(&group.stream(), position);
            }
            position -= inner;
        }
    }
    None
}

/// The tokens with one of them left out, doubled, moved, replaced by another one of the corpus, or without what encloses it.
pub fn changed(tokens: &TokenStream, random: &mut Random, other: TokenTree) -> TokenStream {
    let (mut position, change) = (random.below(count(tokens).max(1)), random.below(7));
    at(tokens, &mut position, &mut |token, next| match change {
        0 => next.into_iter().collect(),
        1 => [Some(token.clone()), Some(token), next].into_iter().flatten().collect(),
        2 => next.into_iter().chain([token]).collect(),
        3 | 4 => [other.clone()].into_iter().chain(next).collect(),
        5 => [token, other.clone()].into_iter().chain(next).collect(),
        _ => match token {
            TokenTree::Group(group) => group.stream().into_iter().chain(next).collect(),
            token => [TokenTree::from(Group::new(Delimiter::Parenthesis, token.into()))]
                .into_iter()
                .chain(next)
                .collect(),
        },
    })
}

type Change<'a> = &'a mut dyn FnMut(TokenTree, Option<TokenTree>) -> TokenStream;

/// Changes the token at a position, and the one that follows it.
fn at(tokens: &TokenStream, position: &mut usize, change: Change) -> TokenStream {
    let (mut tokens, mut result) = (tokens.clone().into_iter().peekable(), TokenStream::new());
    while let Some(token) = tokens.next() {
        if *position == 0 {
            result.extend(change(token, tokens.next()));
            result.extend(tokens);
            *position = usize::MAX;
            return result;
        }
        *position -= 1;
        let TokenTree::Group(group) = &token else {
            result.extend([token]);
            continue;
        };
        let within = count(&group.stream());
        let inner = if *position < within {
            at(&group.stream(), position, change)
        } else {
            group.stream()
        };
        if *position != usize::MAX {
            *position -= within;
        }
        let mut same = Group::new(group.delimiter(), inner);
        same.set_span(group.span());
        result.extend([TokenTree::from(same)]);
        if *position == usize::MAX {
            result.extend(tokens);
            return result;
        }
    }
    result
}
