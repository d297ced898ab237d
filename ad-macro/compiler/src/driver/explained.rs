//! Sorts what the passes printed of an item: the sweeps as they were planned, the plan's reasons, the intermediate forms.
//!
//! Input:  `lower` and its text, `structurize` and its text, …, `reasons`, `written`
//! Output: `--- lower ---`, the text, `--- structurize ---`, `as before`, …

use crate::syntax::diagnostics::Traced;
use proc_macro2::TokenStream;

/// What the macro makes of the functions of an item, for a person to read.
pub struct Explained {
    /// The derivative of each function before the passes on loops, as Rust: the sweeps alone, without the call protocol.
    pub written: TokenStream,
    /// What is saved for the reverse sweep, read again or computed again, and why: a line each.
    pub reasons: String,
    /// The intermediate form after each pass.
    pub passes: String,
}

/// Of the function that is called so.
pub fn explained(function: &str, traced: Vec<Traced>) -> Explained {
    let (mut written, mut reasons, mut passes) = (String::new(), String::new(), String::new());
    let mut before = String::new();
    let of_it = traced.into_iter().filter(|traced| traced.function == function);
    for Traced { pass, text, .. } in of_it {
        match pass {
            "written" => {
                written.push_str(&text);
                continue;
            }
            "reasons" => reasons.push_str(&text),
            _ => {}
        }
        let shown = if text == before { "as before\n" } else { &text };
        passes.push_str(&format!("--- {pass} ---\n{shown}"));
        before = text;
    }
    Explained {
        written: written.parse().expect("the sweeps are Rust"),
        reasons,
        passes,
    }
}
