//! Diagnostics of one item, collected over all passes and reported together, each on the user's own span; and the callees whose
//! derivatives the item relies on, for tools.
//!
//! Input:  `diagnostics.error(span, "the derivative is lost in the cast to `usize`", "…")`, from any pass
//! Output: the errors in source order as `compile_error!`s, the first one for each construct, under its cfg condition

use crate::syntax::flat_set::FlatSet;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use std::cell::{Cell, RefCell};

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
    /// Whether it has to return an iterator of references.
    pub items: bool,
}

/// What a pass made of a function, printed: for tools and tests, where they ask for it.
pub struct Traced {
    pub function: String,
    pub pass: &'static str,
    pub text: String,
}

/// An error, and the condition under which it counts.
struct Reported {
    problem: Problem,
    condition: Option<TokenStream>,
}

/// Collects errors. It panics when it is dropped unread, so that no pass can forget to report.
#[derive(Default)]
pub struct Diagnostics {
    problems: RefCell<Option<Vec<Reported>>>,
    condition: RefCell<Option<TokenStream>>,
    callees: RefCell<Vec<Callee>>,
    /// What the passes are to print.
    trace: Option<RefCell<Vec<Traced>>>,
    left_to_rustc: Cell<usize>,
}

impl Diagnostics {
    pub fn new() -> Self {
        Diagnostics {
            problems: RefCell::new(Some(Vec::new())),
            condition: RefCell::default(),
            callees: RefCell::default(),
            trace: None,
            left_to_rustc: Cell::new(0),
        }
    }

    /// Those of a run whose passes print what they make.
    pub fn tracing() -> Self {
        let mut diagnostics = Diagnostics::new();
        diagnostics.trace = Some(RefCell::default());
        diagnostics
    }

    pub fn is_tracing(&self) -> bool {
        self.trace.is_some()
    }

    /// Notes what a pass made of a function, if somebody asks.
    pub fn trace(&self, function: &proc_macro2::Ident, pass: &'static str, text: impl FnOnce() -> String) {
        if let Some(trace) = &self.trace {
            let (function, text) = (function.to_string(), text());
            trace.borrow_mut().push(Traced { function, pass, text });
        }
    }

    /// What the passes printed so far.
    pub fn traced(&self) -> Vec<Traced> {
        self.trace.as_ref().map(RefCell::take).unwrap_or_default()
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
            .push(Reported {
                problem,
                condition: self.condition.borrow().clone(),
            });
    }

    /// Notes what rustc rejects in the function as it is written, in its own words: it gets stand-ins, and no error of ours.
    pub fn leave_to_rustc(&self) {
        self.left_to_rustc.set(self.left_to_rustc.get() + 1);
    }

    /// Whether all that is wrong is rustc's to say.
    pub fn is_left_to_rustc(&self) -> bool {
        self.left_to_rustc.get() == self.count()
    }

    /// What `f` reports is an error only where the condition holds.
    pub fn under<T>(&self, condition: &Option<TokenStream>, f: impl FnOnce() -> T) -> T {
        let outer = self.condition.replace(condition.clone());
        let result = f();
        self.condition.replace(outer);
        result
    }

    /// What an attempt has to say, under the same condition: for `keep`, or for nobody.
    pub fn attempt(&self) -> Diagnostics {
        let attempt = Diagnostics::new();
        attempt.condition.replace(self.condition.borrow().clone());
        attempt
    }

    /// Takes over what an attempt has said.
    pub fn keep(&self, attempt: Diagnostics) {
        let said = attempt.problems.borrow_mut().take().unwrap_or_default();
        let mut problems = self.problems.borrow_mut();
        problems.as_mut().expect("diagnostics are still open").extend(said);
        self.callees.borrow_mut().extend(attempt.callees.take());
        self.left_to_rustc
            .set(self.left_to_rustc.get() + attempt.left_to_rustc.get());
    }

    /// Forgets what was said.
    pub fn discard(self) {
        self.problems.take();
    }

    /// Notes a call whose derivative is needed, or of a function that returns a reference, whose projection is.
    pub fn relies_on(&self, callee: Callee) {
        self.callees.borrow_mut().push(callee);
    }

    /// How many errors there are so far, those that are rustc's to report among them.
    pub fn count(&self) -> usize {
        self.problems.borrow().as_ref().map_or(0, Vec::len) + self.left_to_rustc.get()
    }

    /// The errors in the order of the source, one on each construct, and the calls.
    pub fn read(self) -> (Vec<Problem>, Vec<Callee>) {
        let mut seen = FlatSet::new();
        let problems = self.take().into_iter().map(|reported| reported.problem);
        let problems = problems.filter(|problem| seen.insert(format!("{:?}", problem.span)));
        let mut called = FlatSet::new();
        let mut callees = self.callees.take();
        callees.retain(|callee| called.insert(format!("{:?}", callee.span)));
        (problems.collect(), callees)
    }

    fn take(&self) -> Vec<Reported> {
        let mut problems = self.problems.borrow_mut().take().unwrap_or_default();
        problems.sort_by_key(|reported| reported.problem.span.start());
        // One construct can be met by two passes; the first word on it is enough.
        let mut seen = FlatSet::new();
        problems.retain(|Reported { problem, condition }| {
            let condition = condition.as_ref().map(TokenStream::to_string);
            seen.insert((format!("{:?}", problem.span), condition))
        });
        problems
    }

    /// The `compile_error!`s; `None` if there were no errors.
    pub fn finish(self) -> Option<TokenStream> {
        let problems = self.take();
        let mut tokens = TokenStream::new();
        for Reported { problem, condition } in &problems {
            let text = if problem.help.is_empty() {
                problem.message.clone()
            } else {
                format!("{}\nhelp: {}", problem.message, problem.help)
            };
            let error = syn::Error::new(problem.span, text).to_compile_error();
            tokens.extend(match condition {
                Some(condition) => quote!(#[cfg(#condition)] #error),
                None => error,
            });
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
