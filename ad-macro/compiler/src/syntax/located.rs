//! Where emitted tokens stand: at the user's statement that they come from, so that rustc's errors point there and not at the attribute.
//!
//! Input:  the statement `let t = x * n` of the user's line 3
//! Output: `::pullback::rt::mul_left(x, n)` whose tokens all have the location of that statement, and resolve as the macro's own
//!
//! An error that the user's own code has as well is then the same error in the same place, which rustc reports once.

use proc_macro2::{Ident, Span};
use std::cell::Cell;

thread_local! {
    static STATEMENT: Cell<Option<Span>> = const { Cell::new(None) };
}

/// A statement that is being emitted, until this is dropped. No span outlives the expansion that it belongs to.
#[must_use]
pub struct At(Option<Span>);

/// What is emitted stands at `span` now.
pub fn at(span: Span) -> At {
    At(STATEMENT.replace(Some(span)))
}

impl Drop for At {
    fn drop(&mut self) {
        STATEMENT.set(self.0);
    }
}

/// The statement that is being emitted.
pub fn statement() -> Span {
    STATEMENT.get().unwrap_or_else(Span::call_site)
}

/// The macro's own names, there.
pub fn here() -> Span {
    Span::call_site().located_at(statement())
}

/// A name, which means what it did, there.
pub fn at_statement(name: &Ident) -> Ident {
    let mut name = name.clone();
    name.set_span(name.span().located_at(statement()));
    name
}

/// `quote::quote!`, at the statement that is being emitted.
macro_rules! quote {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned!($crate::syntax::located::here()=> $($tokens)*)
    };
}

pub(crate) use quote;
