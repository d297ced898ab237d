//! The variables that are the length of a list for all of its life, and the ends of loops that are as far.
//!
//! Input:  `let u = vec![0.0; d]`, `let n = x.len()`, neither list pushed to or reassigned;
//!         `let t = u.len().min(x[i * d..(i + 1) * d].len())`
//! Output: `{(u, d), (x, n)}`; `t` is `d`

use crate::ir::*;
use crate::syntax::expressions::strip;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::{BinOp, Expr, Lit};

/// Pairs of a list and a number of which it has as many elements from its first to its last day.
pub fn lengths(f: &Function, forward: &Block) -> FlatSet<(Var, Var)> {
    let mut lengths = FlatSet::new();
    let mut resized = FlatSet::new();
    forward.walk(&mut |stmt| {
        if let Some((var, op)) = stmt.as_let() {
            lengths.extend(length(f, *var, op));
        }
        let elements = |place: &Place| {
            let of_an_element = |part: &Projection| matches!(part, Projection::Index(_));
            place.path.iter().any(of_an_element)
        };
        match &stmt.kind {
            StmtKind::Assign { place, .. } | StmtKind::Update { place, .. } if elements(place) => {}
            // What stands in them is walked by itself.
            StmtKind::If(_) | StmtKind::Loop(_) => {}
            _ => stmt.uses(&mut |var, usage| {
                if usage == Use::Write {
                    resized.insert(var);
                }
            }),
        }
    });
    lengths.retain(|(list, _)| !resized.contains(list));
    lengths
}

/// A list and its length, where a definition makes the list of so many elements or asks for their number.
fn length(f: &Function, var: Var, op: &Op) -> Option<(Var, Var)> {
    if let Some(count) = f.made_as_long_as(op) {
        return Some((var, count));
    }
    let Op::Opaque(opaque) = op else { return None };
    let [list] = opaque.reads[..] else { return None };
    // Nothing else is asked about: the tokens of every definition would be parsed each time.
    if !(opaque.pure && is_list(&f.info(list).ty) && !f.info(var).mutable) {
        return None;
    }
    let Ok(Expr::MethodCall(call)) = syn::parse2(opaque.tokens.clone()) else {
        return None;
    };
    let of_it = matches!(referent(&call.receiver), Expr::Path(path) if path.path.is_ident(&f.info(list).name));
    (call.method == "len" && of_it).then_some((list, var))
}

/// What an expression is a reference to, where it is read through: `(*x)`.
fn referent(expr: &Expr) -> &Expr {
    match strip(expr) {
        Expr::Unary(of) if matches!(of.op, syn::UnOp::Deref(_)) => referent(&of.expr),
        other => other,
    }
}

/// A sum of products of names, each with its factor; what is no sum or product is a name itself.
type Polynomial = BTreeMap<Vec<String>, i64>;

/// What a function says about the lengths of its lists.
#[derive(Clone)]
pub struct Lengths {
    /// The names of lists and of their lengths.
    lists: FlatSet<(String, String)>,
    /// The variables that hold elements side by side.
    sequences: FlatSet<String>,
    /// How integers are computed from what never changes.
    formulas: FlatMap<String, Expr>,
}

impl Lengths {
    pub fn of(f: &Function) -> Self {
        let name = |var: Var| f.info(var).name.to_string();
        let pairs = lengths(f, &f.body).into_iter();
        let mut formulas = FlatMap::new();
        f.body.walk(&mut |stmt| {
            let Some((var, Op::Opaque(opaque))) = stmt.as_let() else {
                return;
            };
            let fixed = |read: &Var| !f.info(*read).mutable || is_list(&f.info(*read).ty);
            if opaque.pure
                && f.info(*var).ty == Ty::Int
                && !f.info(*var).mutable
                && opaque.reads.iter().all(fixed)
                && let Ok(formula) = syn::parse2(opaque.tokens.clone())
            {
                formulas.insert(name(*var), formula);
            }
        });
        let sequences = f.vars.iter().filter(|info| is_list(&info.ty));
        Lengths {
            sequences: sequences.map(|info| info.name.to_string()).collect(),
            lists: pairs.map(|(list, len)| (name(list), name(len))).collect(),
            formulas,
        }
    }

    /// The same if all of these lists are as long as each other.
    pub fn assuming(mut self, lists: &[String]) -> Self {
        let of_any = |(list, len): &(String, String)| lists.contains(list).then(|| len.clone());
        let lens: Vec<String> = self.lists.iter().filter_map(of_any).collect();
        for list in lists {
            self.lists.extend(lens.iter().map(|len| (list.clone(), len.clone())));
        }
        self
    }

    /// Whether a number is the length, where a list that is as long lies below it in any case.
    pub fn is(&self, number: &str, len: &str) -> bool {
        let of_a_list = |list: &String| self.lists.contains(&(list.clone(), len.to_owned()));
        number == len
            || self
                .lists
                .iter()
                .any(|(list, other)| other == number && of_a_list(list))
            || self
                .formulas
                .get(number)
                .is_some_and(|formula| self.gives(formula, len))
    }

    fn gives(&self, formula: &Expr, len: &str) -> bool {
        match strip(formula) {
            Expr::Path(path) => self.is(&path.to_token_stream().to_string(), len),
            Expr::MethodCall(call) if call.method == "min" && call.args.len() == 1 => {
                self.gives(&call.receiver, len) && self.gives(&call.args[0], len)
            }
            Expr::MethodCall(call) if call.method == "len" => self.has(&call.receiver, len),
            _ => false,
        }
    }

    /// Whether a list, or a part of a list, has this length.
    pub fn has(&self, list: &Expr, len: &str) -> bool {
        match referent(list) {
            Expr::Index(part) => {
                let Expr::Range(range) = strip(&part.index) else {
                    return false;
                };
                let (Some(end), syn::RangeLimits::HalfOpen(_)) = (&range.end, &range.limits) else {
                    return false;
                };
                let start = range.start.as_ref().map(|start| self.polynomial(start));
                let mut found = sum(self.polynomial(end), start.unwrap_or_default(), -1);
                found.retain(|_, factor| *factor != 0);
                let list = referent(&part.expr).to_token_stream().to_string();
                self.sequences.contains(&list) && found == self.named(len)
            }
            list => self
                .lists
                .contains(&(list.to_token_stream().to_string(), len.to_owned())),
        }
    }

    fn named(&self, name: &str) -> Polynomial {
        match self.formulas.get(name).map(strip) {
            Some(formula @ (Expr::Binary(_) | Expr::Path(_) | Expr::Lit(_))) => self.polynomial(formula),
            _ => Polynomial::from([(vec![name.to_owned()], 1)]),
        }
    }

    fn polynomial(&self, formula: &Expr) -> Polynomial {
        let itself = || self.named(&strip(formula).to_token_stream().to_string());
        let mut found = match strip(formula) {
            Expr::Lit(syn::ExprLit {
                lit: Lit::Int(number), ..
            }) => match number.base10_parse() {
                Ok(number) => Polynomial::from([(Vec::new(), number)]),
                Err(_) => itself(),
            },
            Expr::Binary(binary) => {
                let [left, right] = [&binary.left, &binary.right].map(|side| self.polynomial(side));
                match &binary.op {
                    BinOp::Add(_) => sum(left, right, 1),
                    BinOp::Sub(_) => sum(left, right, -1),
                    BinOp::Mul(_) if left.len() * right.len() <= MOST_PRODUCTS => {
                        let products = left.iter().map(|(l, by)| {
                            let times = |(r, factor): (&Vec<String>, &i64)| {
                                let mut product = [&l[..], &r[..]].concat();
                                product.sort();
                                (product, by.wrapping_mul(*factor))
                            };
                            right.iter().map(times).collect()
                        });
                        products.fold(Polynomial::new(), |found, products| sum(found, products, 1))
                    }
                    _ => itself(),
                }
            }
            _ => itself(),
        };
        found.retain(|_, factor| *factor != 0);
        found
    }
}

/// Formulas of more are not looked into.
const MOST_PRODUCTS: usize = 64;

fn sum(mut left: Polynomial, right: Polynomial, sign: i64) -> Polynomial {
    for (product, factor) in right {
        let sum = left.entry(product).or_default();
        *sum = sum.wrapping_add(sign.wrapping_mul(factor));
    }
    left
}

pub(super) fn is_list(ty: &Ty) -> bool {
    matches!(ty.behind_references(), Ty::Slice(_) | Ty::Array(_) | Ty::Vec(_))
}
