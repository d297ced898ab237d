//! Calls of twins and pulls of their pullbacks: `Call`, `Argument`, `Pull`, and how the call was written, for where it stays as it is.
//!
//! Input:  `f(&x[1..], k)`
//! Output: `let f, f_pullback = call f(&x[1..], k)`; in the reverse sweep `pull f_pullback(f_bar; &x[1..] x_bar[1..], -> k_bar)`

use crate::ir::opaque::Loss;
use crate::ir::place::{Atom, Place, Var};
use proc_macro2::{Ident, Span, TokenStream};
use std::ops::Range;

/// What the tangent function is called that has sweeps.
pub const PAIRS: &str = "tangent_forward";

/// Where a call stands as the user wrote it.
#[derive(Clone, Debug)]
pub struct Stands {
    /// Its arguments in parentheses, and each from its first to its last token.
    pub parentheses: Span,
    pub arguments: Vec<(Span, Span)>,
    /// What a method is called on, likewise.
    pub receiver: Option<(Span, Span)>,
}

#[derive(Clone, Debug)]
pub enum Argument {
    Value(Atom),
    Ref(Place),
    /// A reference to a value: `&2.0`.
    RefAtom(Atom),
    Mut(Place),
    /// A closure, by its number; what it captured are the last arguments of the call, from this one on.
    Lambda(usize, usize),
    /// The forward sweep of a function that is called by this name.
    Named(Box<syn::ExprPath>, Box<syn::ExprPath>),
}

#[derive(Clone, Debug)]
pub struct Call {
    pub out: Var,
    pub kind: CallKind,
    /// The path as written, or the method's name.
    pub function: syn::ExprPath,
    /// The path or name of the twin's forward sweep.
    pub forward: syn::ExprPath,
    pub args: Vec<Argument>,
    pub pullback: Var,
    /// No argument is active: the call stands as it was written.
    pub inactive: bool,
    /// What is wrong with calling this with active arguments.
    pub loss: Option<Loss>,
    /// Copies of what an inactive call may overwrite, argument by argument.
    pub olds: Vec<Option<Var>>,
    pub written: AsWritten,
    /// Of a call of the callee's tangent function, the tangents of the arguments that carry a derivative: `pullback` is the result's.
    pub tangents: Option<Vec<Option<Argument>>>,
}

/// How the arguments were written of a call that stands as it was written.
#[derive(Clone, Debug, Default)]
pub struct AsWritten {
    /// The type that is written beside the result, which may be all that says which function it is.
    pub result: Option<Box<syn::Type>>,
    /// What it gives is computed with: it may be a reference to a number. The sweeps give a copy.
    pub computed: bool,
    /// It is a method that floats have: theirs is found first.
    pub number: bool,
    /// What the method is called on is surely no reference: an operator or a function with sweeps gave it.
    pub is_value: bool,
    /// It gives an iterator of values, which is a list to the sweeps.
    pub listed: bool,
    /// Those that stand in tuples.
    pub tuples: Vec<Range<usize>>,
    /// Those that are views of arrays by value.
    pub views: Vec<usize>,
    /// The arguments that hold references and are handed over by value. The sweeps take them by reference.
    pub held: Vec<usize>,
    /// Options of mutable references that the function may take by reference, `&mut trace`. The sweeps take them by value.
    pub options: Vec<usize>,
    /// The references from which `no_diff` takes the derivative, `no_diff(&self.table)`.
    pub aside: Vec<usize>,
    /// The fields of what holds references, by value: each is a number or a reference, for all that the macro knows.
    pub fields: Vec<usize>,
    /// What may be views by value, of arrays of unknown type: only the user's own words for them are sure to be right, and of one
    /// that has a name there are none.
    pub told: Vec<(usize, Option<TokenStream>)>,
    /// Operands by value of an operator that carry no derivative: their cotangents are not asked for.
    pub constants: Vec<usize>,
    /// Where it stands.
    pub stands: Option<Stands>,
    /// Nobody wrote it: it is a call of a tangent function, as one with sweeps.
    pub tangent: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum CallKind {
    /// A function by its path.
    Function,
    /// A function of a type or trait by its path; if it is a method, the receiver is an argument like the others.
    Associated,
    /// A method by method syntax; the receiver is the first argument.
    Method,
    /// A function that is a parameter; it is the first argument.
    Parameter,
    /// A function that is kept in a field or an element; the first argument is its place. It has no cotangent: what is lent is only
    /// to find it again.
    Kept,
    /// An operator on structs: `function` is that of the operator's trait, `forward` stands for the operator in the runtime.
    Operator,
    /// A product, a quotient or a remainder of values of which only rustc knows what they are. Operands that can be copied are handed
    /// to the pullback again, which keeps nothing then: numbers have no other way.
    Product,
    /// The function itself, whose frames keep what the reverse sweep needs: there is no pullback. A receiver is an argument like
    /// the others.
    Itself,
}

/// What has the sweeps of a method's receiver.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SweepsOf {
    /// The receiver, which is no trait object.
    Itself,
    /// Only rustc knows whether the receiver is a trait object, whose sweeps are those of a hidden trait.
    Unknown,
    /// The hidden trait in any case: the receiver's type is `P: ?Sized`, which may be that of an object.
    AnySize,
}

/// How a function's calls of itself are differentiated.
#[derive(Clone, Debug)]
pub enum Recursion {
    /// There are none.
    None,
    /// Like those of any other function. What the pullback keeps would be of a type that contains itself: it is in a box.
    Boxed,
    /// What each call keeps stands on tapes that all calls share.
    Frames(Box<Frames>),
}

#[derive(Clone, Debug)]
pub struct Frames {
    /// What the function calls itself through, and the tapes of all calls.
    pub calls: Ident,
    pub tapes: Ident,
}

impl Call {
    /// Whether this is `Box::new`, by its twin.
    pub fn makes_a_pointer(&self, ad: &Ident) -> bool {
        let mut path = self.forward.path.segments.iter().map(|segment| &segment.ident);
        path.next() == Some(ad)
            && path
                .last()
                .is_some_and(|last| ["boxed", "boxed_lent", "rc", "arc"].iter().any(|name| last == name))
    }

    /// Whether this makes something of numbers that computes with none, by its twin: of one argument, the others carry no derivative.
    pub fn rearranges(&self, ad: &Ident) -> bool {
        let of_lists = ["assembled", "collected", "items", "iterated"];
        let of_arrays = [
            "array_from_vec",
            "array_from_elem",
            "array_from_shape_vec",
            "array_from_diag_elem",
        ];
        let mut twins = of_lists.iter().chain(&of_arrays);
        twins.any(|twin| self.is_of_runtime(ad, twin))
    }

    /// Whether this calls what only a twin of second order has: the tangent function's sweeps, or those of an entry point.
    pub fn is_of_second_order(&self) -> bool {
        let last = self.forward.path.segments.last();
        self.kind == CallKind::Function && last.is_some_and(|last| last.ident.to_string().ends_with("_forward"))
    }

    /// Whether this is an `insert` of a map or a list, by its twin.
    pub fn inserts(&self, ad: &Ident) -> bool {
        self.is_of_runtime(ad, "insert")
    }

    /// Whether this is an `insert` or a `remove`, by its twin.
    pub fn edits(&self, ad: &Ident) -> bool {
        self.inserts(ad) || self.is_of_runtime(ad, "remove")
    }

    /// Whether this is `mem::swap` or the `swap` of a list or an array, by its twin.
    pub fn exchanges(&self, ad: &Ident) -> bool {
        let mut twins = ["exchange", "swap", "swap_within"].into_iter();
        twins.any(|twin| self.is_of_runtime(ad, twin))
    }

    fn is_of_runtime(&self, ad: &Ident, twin: &str) -> bool {
        let mut path = self.forward.path.segments.iter().map(|segment| &segment.ident);
        path.next() == Some(ad) && path.last().is_some_and(|last| last == twin)
    }

    /// The arguments that may carry a derivative.
    pub fn carrying(&self) -> impl Iterator<Item = &Argument> {
        let kept = usize::from(self.kind == CallKind::Kept);
        let carrying = move |k: usize| k >= kept && !self.written.aside.contains(&k);
        self.args
            .iter()
            .enumerate()
            .filter(move |(k, _)| carrying(*k))
            .map(|(_, arg)| arg)
    }

    /// How many arguments the call has: what closures capture follows them.
    pub fn real_args(&self) -> usize {
        let starts = self.args.iter().filter_map(|arg| match arg {
            Argument::Lambda(_, start) => Some(*start),
            _ => None,
        });
        starts.min().unwrap_or(self.args.len())
    }

    /// Whether the forward sweep of the call hands over a pullback.
    pub fn has_pullback(&self) -> bool {
        !self.inactive && self.kind != CallKind::Itself
    }
}

#[derive(Clone, Debug)]
pub struct Pull {
    pub pullback: Var,
    /// For a method: the name of its backward half, with the generic arguments that the call has.
    pub method: Option<syn::PathSegment>,
    pub kind: CallKind,
    pub seed: Option<Atom>,
    pub args: Vec<PullArgument>,
    /// The arguments that are numbers or references, for all that the macro knows.
    pub fields: Vec<usize>,
    /// It is that of a method that floats have.
    pub number: bool,
    /// It is that of `insert` or of `remove` of a map or a list, which does without a cotangent.
    pub edits: bool,
}

#[derive(Clone, Debug)]
pub enum PullArgument {
    /// The returned cotangent of an argument by value; `None` where nothing needs it.
    Value(Option<Var>),
    /// An argument by value again, and its cotangent: what a function value is handed.
    Again(Atom, Option<Place>),
    /// A function by name.
    Named,
    /// A closure, by its number; what it captured are these of the arguments.
    Lambda(usize, std::ops::Range<usize>),
    /// An argument without derivative that may be a reference, for all that the macro knows: what was kept of it, or the
    /// constant that it is.
    Kept(Atom),
    /// An operand by value again where it can be copied, and its returned cotangent.
    Copied(Atom, Option<Var>),
    /// `None`: of a value or of a reference.
    Absent,
    /// The primal again, and its cotangent.
    Ref(Place, Option<Place>),
    Mut(Place, Option<Place>),
}

impl PullArgument {
    /// The place that is lent again.
    pub fn place(&self) -> &Place {
        match self {
            PullArgument::Ref(place, _) | PullArgument::Mut(place, _) => place,
            _ => unreachable!("the argument is a reference"),
        }
    }
}

impl Pull {
    /// How many arguments the call has: what closures capture follows them.
    pub fn real_args(&self) -> usize {
        let starts = self.args.iter().filter_map(|arg| match arg {
            PullArgument::Lambda(_, captured) => Some(captured.start),
            _ => None,
        });
        starts.min().unwrap_or(self.args.len())
    }
}

/// Whether a function of the runtime is handed the workspace, and makes a cotangent in its memory that nobody else owns.
pub fn lends(function: &str) -> bool {
    matches!(
        function,
        "add_left"
            | "add_right"
            | "sub_left"
            | "sub_right"
            | "mul_left"
            | "mul_right"
            | "div_left"
            | "div_right"
            | "rem_left"
            | "rem_right"
            | "neg_adjoint"
            | "assign_right"
    )
}
