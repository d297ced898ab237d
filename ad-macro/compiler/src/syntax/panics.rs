//! A panic of the macro's own, as an error that asks for a report.
//!
//! Input:  a pass that panics on `fn f(x: f64) -> f64 { .. }`
//! Output: the function as it was written, stubs beside it, and `error: the macro itself failed here: index out of bounds ..`

use crate::syntax::diagnostics::Diagnostics;
use proc_macro2::Span;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

/// How such an error begins.
pub const OWN_ERROR: &str = "the macro itself failed here";

thread_local! {
    /// Whether panics of this thread are caught.
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    /// Where the last of them was, and what it said.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// What the macro panicked with.
pub struct Panic(String);

impl Panic {
    /// Reports it, unless an error of the user's is reported already: then it may be that which a pass stumbled over.
    pub fn report(self, span: Span, diagnostics: &Diagnostics) {
        if diagnostics.count() == 0 {
            let help = "this is a fault of pullback's: please report it, with the smallest item on which it happens";
            diagnostics.error(span, format!("{OWN_ERROR}: {}", self.0), help);
        }
    }
}

/// What `f` gives, or what it panicked with, of which nothing is printed.
pub fn caught<T>(f: impl FnOnce() -> T) -> Result<T, Panic> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let outer = take_hook();
        set_hook(Box::new(move |info| {
            if !CATCHING.get() {
                return outer(info);
            }
            let payload = info.payload();
            let said = payload.downcast_ref::<String>().map(String::as_str);
            let said = said
                .or_else(|| payload.downcast_ref::<&str>().copied())
                .unwrap_or_default();
            // What follows the first line is the function's form.
            let said = said.lines().next().unwrap_or_default();
            let place = info
                .location()
                .map_or(String::new(), |place| format!(" ({}:{})", place.file(), place.line()));
            LAST.set(format!("{said}{place}"));
        }));
    });
    let outer = CATCHING.replace(true);
    let result = catch_unwind(AssertUnwindSafe(f));
    CATCHING.set(outer);
    result.map_err(|_| Panic(LAST.take()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    #[test]
    fn a_panic_is_an_error_with_its_first_line_and_its_place() {
        let diagnostics = Diagnostics::new();
        let panic = caught(|| panic!("a pass is wrong\n{}", "fn f() { .. }")).expect_err("it panics");
        panic.report(Span::call_site(), &diagnostics);
        let (problems, _) = diagnostics.read();
        let message = &problems[0].message;
        assert!(
            message.starts_with("the macro itself failed here: a pass is wrong ("),
            "{message}"
        );
        assert!(message.contains("panics.rs:"), "{message}");
        assert!(problems[0].help.contains("report it"), "{}", problems[0].help);
    }

    #[test]
    fn a_function_on_which_a_pass_panics_stays_and_has_stand_ins() {
        let item = quote!(
            fn a_pass_panics_here(#[no_diff] n: f64, x: &[f64]) -> f64 {
                n * x[0]
            }
        );
        let expansion: syn::File = syn::parse2(crate::driver::expand::expand(quote!(), item)).expect("it is Rust");
        let [syn::Item::Fn(function), rest @ ..] = &expansion.items[..] else {
            panic!("the function comes first")
        };
        assert_eq!(
            quote!(#function).to_string(),
            quote!(
                fn a_pass_panics_here(n: f64, x: &[f64]) -> f64 {
                    n * x[0]
                }
            )
            .to_string()
        );
        let rest = quote!(#(#rest)*).to_string();
        assert!(
            rest.contains(OWN_ERROR) && rest.contains("fn grad_into_with") && rest.contains("fn vjp"),
            "{rest}"
        );
    }
}
