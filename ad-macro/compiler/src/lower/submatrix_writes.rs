//! Stores to submatrices of nalgebra: copy out, modify, copy back in.
//!
//! Input:  `y.fixed_rows_mut::<3>(0).copy_from(&v)`
//! Output: `let mut part = y.fixed_rows::<3>(0); part.copy_from(&v); overwrite_part(&mut y, 0, 0, &part)`
//!
//! The cost is that of the method itself, which goes through all of the part. A submatrix with a name, `let mut rows = y.rows_mut(0, 3)`,
//! is a place: see `views.rs`.

use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::syntax::expressions::strip;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, parse_quote_spanned};

/// The method that reads a part, and where the part begins, by the method that lends it to be written. A method of nalgebra alone
/// has its own name; of the others one sees it by what is done with the part.
fn part(call: &syn::ExprMethodCall) -> Option<(&'static str, Corner)> {
    Some(match (call.method.to_string().as_str(), call.args.len()) {
        ("fixed_rows_mut", 1) => ("fixed_rows", Corner::Row),
        ("fixed_columns_mut", 1) => ("fixed_columns", Corner::Column),
        ("fixed_view_mut", 2) => ("fixed_view", Corner::Both),
        ("rows_mut", 2) => ("rows", Corner::Row),
        ("columns_mut", 2) => ("columns", Corner::Column),
        ("row_mut", 1) => ("fixed_rows::<1>", Corner::Row),
        ("column_mut", 1) => ("fixed_columns::<1>", Corner::Column),
        ("rows_range_mut", 1) => ("rows_range", Corner::Row),
        ("columns_range_mut", 1) => ("columns_range", Corner::Column),
        ("view_range_mut", 2) => ("view_range", Corner::Both),
        ("rows_generic_mut", 2) => ("rows_generic", Corner::Row),
        _ => return None,
    })
}

/// What the first argument says, and the second one where both say it.
enum Corner {
    Row,
    Column,
    Both,
}

/// What says where a part begins, and where a range ends.
#[derive(Clone)]
enum Position {
    At(Atom),
    Range(Option<Atom>, syn::RangeLimits, Option<Atom>),
}

impl Position {
    /// The first row or column.
    fn first(&self) -> Atom {
        match self {
            Position::At(at) | Position::Range(Some(at), ..) => at.clone(),
            Position::Range(None, ..) => Atom::Constant(quote!(0), Ty::Int),
        }
    }
}

/// The methods that write all elements of what they are called on: they are nalgebra's by their names.
const WRITES: &[&str] = &[
    "copy_from",
    "axpy",
    "neg_mut",
    "normalize_mut",
    "component_mul_assign",
    "add_assign",
    "sub_assign",
    "mul_assign",
    "div_assign",
];

impl Lower<'_> {
    /// A method that writes a part of a matrix.
    pub(super) fn write_part(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        let Expr::MethodCall(lent) = strip(&call.receiver) else {
            return None;
        };
        let (read, corner) = part(lent)?;
        let method = call.method.to_string();
        let lends = lent.method.to_string();
        // Somebody's own `row_mut` may lend what is filled in another way.
        let of_nalgebra =
            lends.starts_with("fixed_") || lends.ends_with("_range_mut") || lends.ends_with("_generic_mut");
        let filled = method == "fill" && of_nalgebra;
        if !filled && !WRITES.contains(&method.as_str())
            || matches!(strip(&lent.receiver), Expr::Path(path) if path.path.is_ident("self"))
        {
            return None;
        }
        let span = call.method.span();
        let place = self.target_receiver(&lent.receiver)?;
        let at: Vec<Position> = lent.args.iter().map(|arg| self.position(arg)).collect();
        let turbofish = lent.turbofish.to_token_stream();
        let copy = self.copy_of(place.clone(), read, turbofish, &at, span);
        let part = Ident::new("pullback_part", span);
        self.possibly_active.insert(part.to_string());
        let copy = self.place_of(copy, span);
        let var = self.f.new_var("part", Ty::Unknown, true);
        self.push(
            span,
            StmtKind::Let {
                var,
                op: Op::Read(copy),
            },
        );
        self.bind(&part, Binding::Var(var));
        let (name, args) = (&call.method, &call.args);
        let written: Expr = match (method.as_str(), args.first()) {
            ("add_assign", Some(by)) => parse_quote_spanned!(span=> #part += #by),
            ("sub_assign", Some(by)) => parse_quote_spanned!(span=> #part -= #by),
            ("mul_assign", Some(by)) => parse_quote_spanned!(span=> #part *= #by),
            ("div_assign", Some(by)) => parse_quote_spanned!(span=> #part /= #by),
            _ => parse_quote_spanned!(span=> #part.#name(#args)),
        };
        let value = self.value(&written);
        let value = self.settle(value, span);
        let zero = Atom::Constant(quote!(0), Ty::Int);
        let (row, column) = match corner {
            Corner::Row => (at[0].first(), zero),
            Corner::Column => (zero, at[0].first()),
            Corner::Both => (at[0].first(), at[1].first()),
        };
        let args = vec![
            Argument::Mut(place),
            Argument::Value(row),
            Argument::Value(column),
            Argument::Ref(Place::var(var)),
        ];
        self.runtime_call("overwrite_part", args, span);
        Some(value)
    }

    /// Where a part begins, or the range of its rows or columns.
    fn position(&mut self, arg: &Expr) -> Position {
        match strip(arg) {
            Expr::Range(range) => {
                let first = range.start.as_ref().map(|first| self.atom(first));
                let end = range.end.as_ref().map(|end| self.atom(end));
                Position::Range(first, range.limits, end)
            }
            arg => Position::At(self.atom(arg)),
        }
    }

    /// The row or the column of a matrix, as a copy.
    pub(super) fn part_of(&mut self, matrix: Place, method: &Ident, k: &Atom, span: Span) -> Value {
        let read = if method == "row" { "fixed_rows" } else { "fixed_columns" };
        self.copy_of(matrix, read, quote!(::<1>), &[Position::At(k.clone())], span)
    }

    /// What a method that gives a part of a matrix gives, as a value of its own.
    fn copy_of(&mut self, matrix: Place, read: &str, turbofish: TokenStream, at: &[Position], span: Span) -> Value {
        let name = Ident::new("pullback_matrix", span);
        self.bind(&name, Binding::Alias(matrix, true));
        self.possibly_active.insert(name.to_string());
        let mut numbers = 0;
        let mut named = |atom: &Atom| {
            let name = Ident::new(&format!("pullback_at_{numbers}"), span);
            numbers += 1;
            self.bind(&name, Binding::Known(Box::new(Value::Atom(atom.clone()))));
            name
        };
        let mut args = Vec::new();
        for position in at {
            args.push(match position {
                Position::At(at) => named(at).to_token_stream(),
                Position::Range(first, limits, end) => {
                    let (first, end) = (first.as_ref().map(&mut named), end.as_ref().map(&mut named));
                    quote!(#first #limits #end)
                }
            });
        }
        let read: TokenStream = read.parse().expect("these are names of methods");
        let copy: Expr = parse_quote_spanned!(span=> #name.#read #turbofish (#(#args),*).into_owned());
        self.value(&copy)
    }
}
