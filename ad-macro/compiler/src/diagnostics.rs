//! What the passes have to say of one item: its errors, reported together, each on the user's own span, and the functions that
//! its derivatives call.

use crate::ir::{Call, CallKind};
use proc_macro2::{Span, TokenStream};
use std::cell::RefCell;

/// An error, or what it says to a tool.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The construct.
    pub span: Span,
    /// What is wrong with it.
    pub message: String,
    /// What to write instead; empty where there is nothing to say.
    pub help: String,
}

/// A function or method whose derivatives those of the item call: it has to be differentiable too.
#[derive(Clone, Debug)]
pub struct Callee {
    /// Where it is called.
    pub span: Span,
    /// The path as it is written, or the method's name.
    pub path: syn::Path,
    /// Whether it is called by method syntax.
    pub method: bool,
}

/// Collects errors. It panics when it is dropped unread, so that no pass can forget to report.
#[derive(Default)]
pub struct Diagnostics {
    problems: RefCell<Option<Vec<Problem>>>,
    callees: RefCell<Vec<Callee>>,
}

impl Diagnostics {
    pub fn new() -> Self {
        Diagnostics {
            problems: RefCell::new(Some(Vec::new())),
            callees: RefCell::default(),
        }
    }

    /// Reports `message` on `span`; `help` says what to write instead.
    pub fn error(&self, span: Span, message: impl std::fmt::Display, help: &str) {
        let problem = Problem {
            span,
            message: message.to_string(),
            help: help.to_string(),
        };
        self.problems
            .borrow_mut()
            .as_mut()
            .expect("diagnostics are still open")
            .push(problem);
    }

    /// Notes a call whose derivative is needed.
    pub fn relies_on(&self, call: &Call) {
        use syn::spanned::Spanned;
        self.callees.borrow_mut().push(Callee {
            span: call.function.span(),
            path: call.function.path.clone(),
            method: call.kind == CallKind::Method,
        });
    }

    /// Notes a call of a function that returns a reference, whose routes are needed.
    pub fn relies_on_routes(&self, path: &syn::Path, method: bool) {
        use syn::spanned::Spanned;
        let (span, path) = (path.span(), path.clone());
        self.callees.borrow_mut().push(Callee { span, path, method });
    }

    /// How many errors there are so far.
    pub fn count(&self) -> usize {
        self.problems.borrow().as_ref().map_or(0, Vec::len)
    }

    /// The errors in the order of the source, one on each construct, and the calls.
    pub fn read(self) -> (Vec<Problem>, Vec<Callee>) {
        let mut problems = self.problems.borrow_mut().take().unwrap_or_default();
        problems.sort_by_key(|problem| problem.span.start());
        // One construct can be met by two passes; the first word on it is enough.
        let mut seen = std::collections::BTreeSet::new();
        problems.retain(|problem| seen.insert(format!("{:?}", problem.span)));
        (problems, self.callees.take())
    }

    /// The `compile_error!`s; `None` if there were no errors.
    pub fn finish(self) -> Option<TokenStream> {
        let (problems, _) = self.read();
        let mut tokens = TokenStream::new();
        for problem in &problems {
            let text = if problem.help.is_empty() {
                problem.message.clone()
            } else {
                format!("{}\nhelp: {}", problem.message, problem.help)
            };
            tokens.extend(syn::Error::new(problem.span, text).to_compile_error());
        }
        (!problems.is_empty()).then_some(tokens)
    }
}

impl Drop for Diagnostics {
    fn drop(&mut self) {
        if !std::thread::panicking() && self.problems.borrow().is_some() {
            panic!("diagnostics dropped without being reported");
        }
    }
}
