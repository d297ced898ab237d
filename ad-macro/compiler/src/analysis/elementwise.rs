//! Operators of one expression over tensors become one pass over their elements, by a closure that the runtime runs for each.
//!
//! ```text
//! Input:  let t = &a * &b                      of what inference takes for tensors
//!         let y = &t + &c
//! Output: let fits = call a.fits_elementwise_f64_3(&b, &c)
//!         if fits { let y_2, pullback = call a.elementwise_f64_3(&b, &c, |a, b, c| a * b + c) }
//!         else { let t = &a * &b  let y_3 = &t + &c }
//! ```
//!
//! Whether they are the runtime's tensors only rustc knows: those have methods of these names, by which tensors of one shape fit, and
//! all other types have them from a trait, by which nothing does. Where they do not fit, the operators stand as they were written: they
//! repeat what is broadcast, and say which of them finds shapes that do not go together.

use crate::analysis::activity::Activity;
use crate::ir::*;
use crate::lower::tensors::place_of;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::{Ty, Width};
use proc_macro2::{Ident, Span};
use quote::format_ident;

/// The most tensors of one pass: the runtime has a method for each number.
const MOST: usize = 4;

pub fn elementwise(f: &mut Function, active: &mut Activity) {
    if f.of_tensors.is_empty() || f.lanes {
        return;
    }
    let mut uses = FlatMap::new();
    let mut note = |var: Var, _: Use| *uses.entry(var).or_insert(0) += 1;
    f.body.uses(&mut note);
    f.body.walk(&mut |stmt| {
        for block in stmt.blocks() {
            block.result.iter().for_each(|result| result.uses(&mut note));
        }
    });
    let mut body = std::mem::take(&mut f.body);
    Fusion { f, active, uses }.block(&mut body);
    f.body = body;
}

struct Fusion<'a> {
    f: &'a mut Function,
    active: &'a mut Activity,
    uses: FlatMap<Var, usize>,
}

/// Statements that follow each other and are one expression.
struct Tree {
    first: usize,
    width: Width,
    /// The places of the tensors.
    tensors: Vec<Place>,
    numbers: FlatSet<Var>,
}

impl Fusion<'_> {
    fn block(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            // What stands in such a loop runs again as it was written.
            if !matches!(&stmt.kind, StmtKind::Loop(body) if body.checkpoint.is_some()) {
                stmt.blocks_mut().into_iter().for_each(|inner| self.block(inner));
            }
        }
        let mut last = block.stmts.len();
        while last > 0 {
            last -= 1;
            if let Some(tree) = self.tree(&block.stmts, last) {
                let stmts: Vec<Stmt> = block.stmts.splice(tree.first..=last, []).collect();
                let first = tree.first;
                block.stmts.splice(first..first, self.fused(tree, stmts));
                last = first;
            }
        }
    }

    /// The operators of which the statement `last` is the last one, if there are several and all can be one pass.
    fn tree(&self, stmts: &[Stmt], last: usize) -> Option<Tree> {
        let (root, _) = stmts[last].as_let()?;
        if !self.active.active(*root) {
            return None;
        }
        let mut tree = Tree {
            first: last,
            width: Width::Any,
            tensors: Vec::new(),
            numbers: FlatSet::new(),
        };
        self.grow(stmts, last, &mut tree)?;
        let own = |place: &Place| {
            stmts[tree.first..last]
                .iter()
                .any(|stmt| matches!(stmt.as_let(), Some((var, _)) if *var == place.root))
        };
        let whole = tree.width != Width::Any && tree.first < last && !tree.tensors.iter().any(own);
        // The method is found on one of which the cotangent is wanted: its type has one.
        let lead = tree.tensors.iter().position(|place| self.active.active(place.root))?;
        tree.tensors.swap(0, lead);
        (whole && tree.tensors.len() <= MOST).then_some(tree)
    }

    /// Takes in a statement, and those before it that give its operands.
    fn grow(&self, stmts: &[Stmt], at: usize, tree: &mut Tree) -> Option<()> {
        let (_, op) = stmts[at].as_let()?;
        let operands = match op {
            Op::Binary(op, l, r) => {
                let width = *self.f.of_tensors.get(&place_of(op))?;
                if tree.width != Width::Any && tree.width != width {
                    return None;
                }
                tree.width = width;
                vec![l, r]
            }
            Op::Neg(operand) => vec![operand],
            _ => return None,
        };
        // The last operand is what was computed last.
        for operand in operands.into_iter().rev() {
            let place = match operand {
                Operand::Atom(Atom::Constant(_, Ty::Float(width))) if [Width::Any, tree.width].contains(width) => {
                    continue;
                }
                Operand::Atom(Atom::Var(var)) if self.f.info(*var).ty == Ty::Float(tree.width) => {
                    let info = self.f.info(*var);
                    if info.mutable || info.role != Role::Value {
                        return None;
                    }
                    tree.numbers.insert(*var);
                    continue;
                }
                Operand::Atom(Atom::Var(var)) => Place::var(*var),
                Operand::Borrow(place) => place.clone(),
                _ => return None,
            };
            if self.f.place_ty(&place) != Ty::Unknown || self.f.info(place.root).role == Role::View {
                return None;
            }
            let before = tree.first.checked_sub(1).map(|before| &stmts[before]);
            let given = before.and_then(Stmt::as_let).filter(|(var, op)| {
                let info = self.f.info(**var);
                let plain = !info.mutable && info.annotation.is_none() && self.uses.get(var) == Some(&1);
                let known = match op {
                    Op::Binary(op, ..) => self.f.of_tensors.contains_key(&place_of(op)),
                    op => matches!(op, Op::Neg(_)),
                };
                place.is_whole() && place.root == **var && plain && known
            });
            match given {
                Some(_) => {
                    tree.first -= 1;
                    self.grow(stmts, tree.first, tree)?;
                }
                None if tree.tensors.iter().any(|known| known.is_same(&place)) => {}
                None => tree.tensors.push(place),
            }
        }
        Some(())
    }

    fn fused(&mut self, tree: Tree, mut stmts: Vec<Stmt>) -> Vec<Stmt> {
        let last = stmts.last_mut().expect("there are several");
        let (span, StmtKind::Let { var: root, .. }) = (last.span, &mut last.kind) else {
            unreachable!("it is an operator")
        };
        let var = *root;
        let [out, written, one] = [(); 3].map(|()| self.given(var));
        *root = written;
        let lambda = self.lambda(&tree, &stmts);
        self.f.lambdas.push(lambda);
        let width = match tree.width {
            Width::F32 => "f32",
            _ => "f64",
        };
        let method = format!("elementwise_{width}_{}", tree.tensors.len());
        let mut args: Vec<Argument> = tree.tensors.into_iter().map(Argument::Ref).collect();
        let fits = self.f.new_var("fits", Ty::Bool, false);
        let test = self.call(&format!("fits_{method}"), fits, args.clone(), true, span);
        args.push(Argument::Lambda(self.f.lambdas.len() - 1, args.len() + 1));
        for number in tree.numbers {
            self.f.vars[number.0].temporary = false;
            args.push(Argument::Ref(Place::var(number)));
        }
        let once = self.call(&method, one, args, false, span);
        let then = Block {
            stmts: vec![self.f.stmt(span, once)],
            result: Some(Atom::Var(one)),
        };
        let els = Block {
            stmts,
            result: Some(Atom::Var(written)),
        };
        let branch = If::new(Atom::Var(fits), then, els, Some(out));
        let kinds = [
            test,
            StmtKind::If(Box::new(branch)),
            StmtKind::Let {
                var,
                op: Op::Read(Place::var(out)),
            },
        ];
        kinds.into_iter().map(|kind| self.f.stmt(span, kind)).collect()
    }

    /// A variable for the value of another one.
    fn given(&mut self, of: Var) -> Var {
        let var = self.f.new_var("elementwise", Ty::Unknown, false);
        self.active.inherit(var, of);
        var
    }

    fn call(&mut self, method: &str, out: Var, args: Vec<Argument>, inactive: bool, span: Span) -> StmtKind {
        let path = |name: &str| -> syn::ExprPath {
            let name = Ident::new(name, span);
            syn::parse_quote!(#name)
        };
        StmtKind::Call(Box::new(Call {
            out,
            kind: CallKind::Method,
            function: path(method),
            forward: path(&format!("{method}_differentiable_push")),
            olds: vec![None; args.len()],
            args,
            pullback: self.f.new_var("elementwise_pullback", Ty::Unknown, false),
            inactive,
            loss: None,
            written: AsWritten::default(),
            tangents: None,
        }))
    }

    /// The same operators on numbers: what is captured, then an element of each tensor.
    fn lambda(&self, tree: &Tree, stmts: &[Stmt]) -> Lambda {
        let ty = Ty::Float(tree.width);
        let mut inner = self.f.within(&format_ident!("elementwise"));
        inner.output_ty = ty.clone();
        let mut known: Vec<(Place, Var)> = Vec::new();
        for number in &tree.numbers {
            let captured = inner.named_var("number", ty.clone(), false);
            inner.vars[captured.0].role = Role::Reference;
            inner
                .params
                .push(Param::new(captured, syn::parse_quote!(_), Passing::Ref));
            let read = inner.new_var("t", ty.clone(), false);
            let op = Op::Read(Place::var(captured));
            let stmt = inner.stmt(Span::call_site(), StmtKind::Let { var: read, op });
            inner.body.stmts.push(stmt);
            known.push((Place::var(*number), read));
        }
        for place in &tree.tensors {
            let element = inner.named_var("element", ty.clone(), false);
            inner
                .params
                .push(Param::new(element, syn::parse_quote!(_), Passing::Ref));
            known.push((place.clone(), element));
        }
        for stmt in stmts {
            let Some((given, op)) = stmt.as_let() else { continue };
            let standing_for = |operand: &Operand| {
                let place = match operand {
                    Operand::Atom(Atom::Var(var)) => Place::var(*var),
                    Operand::Borrow(place) => place.clone(),
                    operand => return operand.clone(),
                };
                let (_, var) = known
                    .iter()
                    .find(|(known, _)| known.is_same(&place))
                    .expect("it is in the tree");
                Operand::Atom(Atom::Var(*var))
            };
            let op = match op {
                Op::Binary(op, l, r) => Op::Binary(*op, standing_for(l), standing_for(r)),
                Op::Neg(operand) => Op::Neg(standing_for(operand)),
                _ => unreachable!("it is an operator"),
            };
            let var = inner.new_var("t", ty.clone(), false);
            let stmt = inner.stmt(stmt.span, StmtKind::Let { var, op });
            inner.body.stmts.push(stmt);
            inner.body.result = Some(Atom::Var(var));
            known.push((Place::var(*given), var));
        }
        Lambda {
            captured: tree.numbers.len(),
            function: inner,
            sweeps: None,
            tangents: None,
        }
    }
}
