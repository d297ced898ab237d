//! `Opaque`, an expression kept in the user's own tokens with its variables renamed: what it reads, writes and calls, and where a
//! derivative would be lost in it (`Loss`).
//!
//! Input:  `v[k] > best && k < n`
//! Output: the tokens; `reads: [v, k, best, n]`, `carried: []`, `pure: true`

use crate::ir::place::Var;
use proc_macro2::{Span, TokenStream};

/// An expression or macro call in the user's own tokens, with the variables renamed.
#[derive(Clone, Debug)]
pub struct Opaque {
    pub tokens: TokenStream,
    pub reads: Vec<Var>,
    /// Those of them whose derivative enters: not what is only compared, measured, used as an index or in `no_diff(..)`.
    pub carried: Vec<Var>,
    /// Variables that may be changed (`rng.next()` through an auto-reference).
    pub writes: Vec<Var>,
    /// Operators, literals and indexing only: it may be evaluated again.
    pub pure: bool,
    /// Where a derivative would be lost if the variables are active, and what to say then.
    pub losses: Vec<Loss>,
    /// Variables whose value is written out as text or bits: `x.to_string()`, `x.to_bits()`.
    pub spelled: Vec<Var>,
    /// The functions that it calls.
    pub callees: Vec<Callee>,
    /// It is proved to point to nothing that is written later.
    pub owned: bool,
    /// Of an error: the variables that went into it. Nothing flows there, but what is taken out of an `Err` again carries a derivative.
    pub concealed: Vec<Var>,
}

impl Opaque {
    pub fn pure(tokens: TokenStream, reads: Vec<Var>) -> Opaque {
        Opaque {
            tokens,
            carried: reads.clone(),
            reads,
            writes: Vec::new(),
            pure: true,
            losses: Vec::new(),
            spelled: Vec::new(),
            callees: Vec::new(),
            owned: false,
            concealed: Vec::new(),
        }
    }

    /// What is not evaluated again: it may panic, or have an effect.
    pub fn once(tokens: TokenStream, reads: Vec<Var>) -> Opaque {
        Opaque {
            pure: false,
            ..Opaque::pure(tokens, reads)
        }
    }
}

#[derive(Clone, Debug)]
pub struct Loss {
    pub span: Span,
    pub reads: Vec<Var>,
    /// The derivative is also lost if one of these holds the text or bits of an active value.
    pub spellings: Vec<Var>,
    pub message: String,
    pub help: String,
}

impl Loss {
    /// A number is read from text or bits: of `reads`, if they are active, or in what `spellings` hold.
    pub fn read_back(span: Span, reads: Vec<Var>, spellings: Vec<Var>) -> Loss {
        let help = "compute with the number itself, or write `no_diff(..)` around it where it is written out";
        Loss {
            span,
            reads,
            spellings,
            message: "the derivative is lost on the way through text or bits".into(),
            help: help.into(),
        }
    }

    /// What is detached is given the active ones of `reads`, and answers with something.
    pub fn in_answer(span: Span, reads: Vec<Var>) -> Loss {
        let help = "if what comes back has one, compute it outside of what is asked, `scale * rng.draw()`; if it has none, name the \
                    method as well, `no_diff(rng, .count)`, or set what comes back aside";
        Loss {
            span,
            reads,
            spellings: Vec::new(),
            message: "the derivative is lost in what is asked of what `no_diff` sets aside".into(),
            help: help.into(),
        }
    }
}

/// A function that is called for a value without derivative. If an active value enters it, it must have a twin all the same: what
/// else it may do with that value, such as keeping it in a global, is looked into there.
#[derive(Clone, Debug)]
pub struct Callee {
    /// The path of the twin's forward sweep.
    pub forward: syn::ExprPath,
    pub reads: Vec<Var>,
}
