//! The errors of one function, collected by all passes and reported together, each on the user's own span.

use proc_macro2::{Span, TokenStream};
use std::cell::RefCell;

/// Collects errors. It panics when it is dropped unread, so that no pass can forget to report.
#[derive(Default)]
pub struct Diagnostics {
    errors: RefCell<Option<Vec<syn::Error>>>,
}

impl Diagnostics {
    pub fn new() -> Self {
        Diagnostics {
            errors: RefCell::new(Some(Vec::new())),
        }
    }

    /// Reports `message` on `span`; `help` says what to write instead.
    pub fn error(&self, span: Span, message: impl std::fmt::Display, help: &str) {
        let text = if help.is_empty() {
            message.to_string()
        } else {
            format!("{message}\nhelp: {help}")
        };
        self.errors
            .borrow_mut()
            .as_mut()
            .expect("diagnostics are still open")
            .push(syn::Error::new(span, text));
    }

    /// How many errors there are so far.
    pub fn count(&self) -> usize {
        self.errors.borrow().as_ref().map_or(0, Vec::len)
    }

    /// The `compile_error!`s, in the order of the source; `None` if there were no errors.
    pub fn finish(self) -> Option<TokenStream> {
        let mut errors = self.errors.borrow_mut().take().unwrap_or_default();
        errors.sort_by_key(|error| error.span().start());
        let mut seen = Vec::new();
        let mut tokens = TokenStream::new();
        for error in errors {
            // One construct can be met by two passes; the first word on it is enough.
            let key = format!("{:?}", error.span());
            if !seen.contains(&key) {
                tokens.extend(error.to_compile_error());
                seen.push(key);
            }
        }
        (!seen.is_empty()).then_some(tokens)
    }
}

impl Drop for Diagnostics {
    fn drop(&mut self) {
        if !std::thread::panicking() && self.errors.borrow().is_some() {
            panic!("diagnostics dropped without being reported");
        }
    }
}
