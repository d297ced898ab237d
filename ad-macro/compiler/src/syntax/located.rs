//! Where emitted tokens stand: at the user's statement that they come from, so that rustc's errors point there and not at the attribute.
//!
//! Input:  the statement `let t = x * n` of the user's line 3
//! Output: `::pullback::rt::mul_left(x, n)` whose tokens all have the location of that statement, and resolve as the macro's own
//!
//! An error that the user's own code has as well is then the same error in the same place, which rustc reports once.

use proc_macro2::Span;
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

/// The macro's own names, at the statement that is being emitted.
pub fn here() -> Span {
    let call = Span::call_site();
    STATEMENT.get().map_or(call, |statement| call.located_at(statement))
}

/// `quote::quote!`, at the statement that is being emitted.
macro_rules! quote {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned!($crate::syntax::located::here()=> $($tokens)*)
    };
}

pub(crate) use quote;
