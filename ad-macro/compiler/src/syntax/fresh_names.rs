//! Fresh names: hygiene by uniqueness. Every name in the emitted code denotes one variable, and stays readable.
//!
//! Input:  a binding `x` that shadows another `x`; its cotangent
//! Output: `x_2`, `x_2_bar`, both absent from the user's function

use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use proc_macro2::{Delimiter, Ident, Spacing, Span, TokenStream, TokenTree};
use std::cell::RefCell;

thread_local! {
    static KEYWORDS: RefCell<FlatMap<String, bool>> = RefCell::default();
}

/// Whether a word is one of Rust's own, which the parser that knows them is asked once for each.
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.with_borrow_mut(|asked| match asked.get(word) {
        Some(&known) => known,
        None => {
            let is_one = syn::parse_str::<Ident>(word).is_err();
            asked.insert(word.to_string(), is_one);
            is_one
        }
    })
}

/// The identifiers that are taken in one function.
#[derive(Clone, Default)]
pub struct Names {
    taken: FlatSet<String>,
    bound: FlatSet<String>,
    /// What is called, `norm(x)`, `norm::<f64>(x)`: a function of that name must stay in sight, also where blocks are joined.
    called: FlatSet<String>,
}

impl Names {
    /// All identifiers of the user's function are taken, wherever they stand.
    pub fn of(tokens: TokenStream) -> Names {
        let mut names = Names::default();
        names.collect(tokens);
        names
    }

    fn collect(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        let mut of_method = false;
        while let Some(token) = tokens.next() {
            let after_dot = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '.');
            match token {
                TokenTree::Ident(ident) => {
                    let calls = match tokens.peek() {
                        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
                        Some(TokenTree::Punct(punct)) => punct.as_char() == ':' && punct.spacing() == Spacing::Joint,
                        _ => false,
                    };
                    if calls && !of_method {
                        self.called.insert(ident.to_string());
                    }
                    self.taken.insert(ident.to_string());
                }
                TokenTree::Group(group) => self.collect(group.stream()),
                // A format string may capture variables: `{x}`.
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    for word in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
                        if !word.is_empty() {
                            self.taken.insert(word.to_string());
                        }
                    }
                }
                TokenTree::Punct(_) => {}
            }
            of_method = after_dot;
        }
    }

    /// A name for a variable that the user calls `ident`: the same at its first binding, numbered where it shadows.
    pub fn bind(&mut self, ident: &Ident) -> Ident {
        let text = ident.to_string();
        if self.bound.insert(text.clone()) {
            return ident.clone();
        }
        self.fresh(text.trim_start_matches("r#"), ident.span())
    }

    /// The same for a variable of the body, beside which functions are called.
    pub fn bind_local(&mut self, ident: &Ident) -> Ident {
        let text = ident.to_string();
        match self.called.contains(&text) {
            true => self.fresh(text.trim_start_matches("r#"), ident.span()),
            false => self.bind(ident),
        }
    }

    /// A name that occurs nowhere else: `base`, or `base_2`, `base_3`, …
    pub fn fresh(&mut self, base: &str, span: Span) -> Ident {
        // `Shape2` is a type by its name like `Shape`, while `Shape_2` would be taken for a function.
        let is_type = crate::syntax::paths::names_type(base) && base.contains(char::is_lowercase);
        let mark = if is_type { "" } else { "_" };
        let mut name = base.to_string();
        let mut count = 1;
        while self.taken.contains(&name) || is_keyword(&name) {
            count += 1;
            name = format!("{base}{mark}{count}");
        }
        self.taken.insert(name.clone());
        Ident::new(&name, span)
    }
}
