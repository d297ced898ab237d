//! Dead restores of in-place factorisations: what a step overwrites behind its pivot is not read in reverse.
//!
//! ```text
//! Input:  reverse for k in 0..n { reverse for i in t..n { reverse for j in t..n {        where t = k + 1
//!             undo a[i * n + j] to old  … a[i * n + k] … a[k * n + j] … } } }
//! Output: the same without the undo
//! ```
//!
//! Step `k` reads of the matrix its pivot's row and column, and so do the steps before it, which run later in reverse: all of that is
//! final when step `k` overwrites the rest, of which both indices are greater. Of a matrix in one list, `r * n + c` is one element only
//! if `c < n`, which the loops' ranges say.

use crate::ir::*;
use crate::syntax::expressions::strip;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use quote::ToTokens;
use syn::{BinOp, Expr};

/// A loop's range: where it begins, where it ends, and whether the end is in it.
struct Ends {
    low: String,
    high: String,
    inclusive: bool,
}

/// An element of a matrix: its row and column, and how long a row is if it lies in one list.
struct Element {
    row: String,
    column: String,
    stride: Option<String>,
}

/// What a step of a factorisation does with a matrix.
#[derive(Default)]
struct Accesses {
    /// The statements that put an element back.
    undos: Vec<(usize, Option<Element>)>,
    reads: Vec<Option<Element>>,
}

struct Pass<'a> {
    f: &'a Function,
    /// Integers and indices of matrices, as they are written.
    formulas: FlatMap<String, Expr>,
    /// The ranges of loops, by their variables.
    ranges: FlatMap<String, Ends>,
}

/// The statements of the reverse sweep that put back what nothing reads.
pub fn unread(f: &Function, backward: &Block, fused: &FlatSet<usize>) -> FlatSet<usize> {
    let mut dead = FlatSet::new();
    for (at, stmt) in backward.stmts.iter().enumerate() {
        let Some((steps, of)) = stmt.as_adjoint_loop() else {
            continue;
        };
        let LoopKind::Range {
            var, reversed: true, ..
        } = &steps.kind
        else {
            continue;
        };
        if fused.contains(&of) {
            continue;
        }
        let mut pass = Pass {
            f,
            formulas: FlatMap::new(),
            ranges: FlatMap::new(),
        };
        pass.note(backward);
        let mut accesses: FlatMap<Var, Accesses> = FlatMap::new();
        pass.range(&steps.kind);
        pass.block(&steps.body, &mut accesses);
        let step = f.info(*var).name.to_string();
        for (matrix, accesses) in accesses {
            let lent = f.params.iter().any(|param| param.var == matrix);
            let later = backward.stmts[at + 1..].iter().any(|stmt| stmt.mentions(matrix));
            let of_pivot = |read: &Option<Element>| read.as_ref().is_some_and(|read| pass.is_of_pivot(read, &step));
            if lent || later || !accesses.reads.iter().all(of_pivot) {
                continue;
            }
            let strides: FlatSet<_> = accesses.reads.iter().flatten().map(|read| &read.stride).collect();
            let behind = |undo: &Element| pass.is_behind(undo, &step) && strides.iter().all(|of| **of == undo.stride);
            let undos = accesses.undos.iter();
            dead.extend(undos.filter_map(|(id, undo)| undo.as_ref().filter(|undo| behind(undo)).map(|_| *id)));
        }
    }
    dead
}

impl Pass<'_> {
    fn note(&mut self, block: &Block) {
        block.walk(&mut |stmt| {
            if let Some((var, Op::Opaque(opaque))) = stmt.as_let()
                && opaque.reads.iter().all(|var| !self.f.info(*var).mutable)
                && let Ok(formula) = syn::parse2::<Expr>(opaque.tokens.clone())
            {
                let formula = strip(&formula).clone();
                self.formulas.insert(self.f.info(*var).name.to_string(), formula);
            }
        });
    }

    fn range(&mut self, kind: &LoopKind) {
        if let LoopKind::Range {
            var,
            low,
            high,
            inclusive,
            ..
        } = kind
        {
            let [low, high] = [low, high].map(|end| crate::ir::spell::atom(&self.f.vars, end).to_string());
            let inclusive = *inclusive;
            let ends = Ends { low, high, inclusive };
            self.ranges.insert(self.f.info(*var).name.to_string(), ends);
        }
    }

    fn block(&mut self, block: &Block, accesses: &mut FlatMap<Var, Accesses>) {
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::Undo {
                    place,
                    by: Inverse::Store(_),
                } => {
                    let of = accesses.entry(place.root).or_default();
                    of.undos.push((stmt.id, self.element(place)));
                }
                StmtKind::Let {
                    op: Op::Read(place), ..
                } => {
                    let of = accesses.entry(place.root).or_default();
                    of.reads.push(self.element(place));
                }
                StmtKind::Loop(inner) if inner.adjoint_of.is_some() => {
                    self.range(&inner.kind);
                    self.block(&inner.body, accesses);
                }
                _ => stmt.uses(&mut |var, _| accesses.entry(var).or_default().reads.push(None)),
            }
        }
    }

    fn element(&self, place: &Place) -> Option<Element> {
        let name = |atom: &Atom| crate::ir::spell::atom(&self.f.vars, atom).to_string();
        match &place.path[..] {
            [Projection::Index(row), Projection::Index(column)] => Some(Element {
                row: name(row),
                column: name(column),
                stride: None,
            }),
            [Projection::Index(index)] => match self.formulas.get(&name(index))? {
                Expr::Array(pair) if pair.elems.len() == 2 => Some(Element {
                    row: named(&pair.elems[0])?,
                    column: named(&pair.elems[1])?,
                    stride: None,
                }),
                Expr::Binary(sum) if matches!(sum.op, BinOp::Add(_)) => match (&*sum.left, &*sum.right) {
                    (Expr::Binary(product), column) if matches!(product.op, BinOp::Mul(_)) => Some(Element {
                        row: named(&product.left)?,
                        column: named(column)?,
                        stride: Some(named(&product.right)?),
                    }),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether an element is of the row or of the column of the step's number.
    fn is_of_pivot(&self, element: &Element, step: &str) -> bool {
        (element.row == step || element.column == step) && self.is_one(element)
    }

    /// Whether both indices are greater than the step's number.
    fn is_behind(&self, element: &Element, step: &str) -> bool {
        let next: Expr = syn::parse_str(&format!("{step} + 1")).expect("a sum is an expression");
        let greater = |index: &String| match self.ranges.get(index).and_then(|ends| self.formulas.get(&ends.low)) {
            Some(low) => low.to_token_stream().to_string() == next.to_token_stream().to_string(),
            None => false,
        };
        greater(&element.row) && greater(&element.column) && self.is_one(element)
    }

    /// Whether no other row and column are the same element.
    fn is_one(&self, element: &Element) -> bool {
        let Some(stride) = &element.stride else { return true };
        let mut index = &element.column;
        // Each end is the row's length, or the variable of a loop further out.
        for _ in 0..=self.ranges.len() {
            match self.ranges.get(index) {
                Some(ends) if ends.high == *stride => return !ends.inclusive,
                Some(ends) => index = &ends.high,
                None => return false,
            }
        }
        false
    }
}

/// The name of a variable or a constant.
fn named(expr: &Expr) -> Option<String> {
    match strip(expr) {
        Expr::Path(path) => Some(path.to_token_stream().to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::driver::snapshots;

    /// How many statements in loops of three put something back.
    fn undos(step: &str) -> usize {
        let source = format!(
            "fn f(x: &[f64], n: usize, m: usize) -> f64 {{ let mut a = x.to_vec(); for k in 0..n {{ {step} }} \
             let mut s = 0.0; for i in 0..n {{ s += a[i * n + i]; }} s }}"
        );
        snapshots::undos(&source)
    }

    #[test]
    fn a_factorisation_in_place_puts_back_no_trailing_update() {
        let rows = |update: &str| format!("for i in k + 1..n {{ for j in (k + 1)..=i {{ {update} }} }}");
        assert_eq!(undos(&rows("a[i * n + j] -= a[i * n + k] * a[j * n + k];")), 0);
        assert_eq!(undos(&rows("a[i * n + j] -= a[i * n + k] * a[k * n + j];")), 0);
    }

    #[test]
    fn what_is_read_again_is_put_back() {
        for update in [
            "for i in k + 1..n { for j in k + 1..n { a[i * n + j] *= a[i * n + k]; } }",
            "for i in k + 1..n { for j in k..n { a[i * n + j] -= a[i * n + k] * a[k * n + j]; } }",
            "for i in k + 1..n { for j in k + 1..=n { a[i * n + j] -= a[i * n + k] * a[j * n + k]; } }",
            "for i in k + 1..n { for j in k + 1..n { a[i * m + j] -= a[i * m + k] * a[j * m + k]; } }",
            "for i in k + 1..n { for j in k + 1..n { a[i * n + j] -= a[i * n + k] * a[j * m + k]; } }",
        ] {
            assert_eq!(undos(update), 1, "{update}");
        }
    }
}
