//! Operators on operands that may be structs become calls: the sweep runs the operator's twin, and keeps its pullback.
//!
//! ```text
//! Input:  let z = &x + &y                           of types that only rustc knows
//! Output: let z, add_pullback = call Plus(&x, &y)
//! ```
//!
//! Rustc resolves the call by the operands' types. On numbers the pullback of a sum keeps no residual, and that of a product is
//! handed its operands again (`CallKind::Product`). Operators on known numbers stay operators, and where a call would cost numbers more,
//! as in generic functions, so do those whose operands nothing shows to be structs.

use crate::analysis::activity::Activity;
use crate::ir::*;
use crate::signature::operators::{Operator, of_trait};
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use proc_macro2::Span;
use quote::{ToTokens, format_ident};
use syn::BinOp;

pub fn operator_calls(f: &mut Function, active: &mut Activity) {
    let (lists, large) = (lists(f), large(f));
    let named = spread(f, &f.structs);
    let structs = spread(f, &(&f.structs | &lists));
    f.structs = spread(f, &(&structs & &(&large | &lists)));
    let mut body = std::mem::take(&mut f.body);
    let operations = &mut Operations {
        f,
        active,
        named,
        structs,
        again: false,
    };
    operations.block(&mut body);
    f.body = body;
    f.structs.retain(|var| active.active(*var));
    f.copied = (0..f.vars.len())
        .map(Var)
        .filter(|var| active.active(*var) && may_own_memory(f, *var))
        .collect();
}

/// The variables that are seen to be structs, for second order: inference says so, a type's own function made them, or has them as
/// receivers, they are products of two of them, or they come from fields that are called like those of others. Where they are numbers after
/// all, the operator costs more.
pub fn structs(f: &Function) -> FlatSet<Var> {
    let mut known = &f.structs | &f.nominal;
    f.body.walk(&mut |stmt| {
        if let StmtKind::Call(call) = &stmt.kind {
            known.extend((call.kind == CallKind::Associated).then_some(call.out));
            known.extend((call.kind == CallKind::Method).then(|| root(&call.args[0])).flatten());
        }
    });
    loop {
        known = spread(f, &known);
        let (before, mut fields) = (known.len(), FlatSet::new());
        let field = |place: &Place| match place.path.last() {
            Some(Projection::Field(member)) => Some(member.to_token_stream().to_string()),
            _ => None,
        };
        f.body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Let {
                var,
                op: Op::Read(place),
            } if known.contains(var) => fields.extend(field(place)),
            StmtKind::Update { place, value, .. } if value.whole().is_some_and(|var| known.contains(&var)) => {
                fields.extend(field(place));
            }
            _ => {}
        });
        let is_struct =
            |operand: &Operand, known: &FlatSet<Var>| operand.whole().is_some_and(|var| known.contains(&var));
        f.body.walk(&mut |stmt| {
            let Some((var, op)) = stmt.as_let() else { return };
            let seen = match op {
                Op::Read(place) => field(place).is_some_and(|field| fields.contains(&field)),
                Op::Binary(_, l, r) => is_struct(l, &known) && is_struct(r, &known),
                _ => false,
            };
            if seen && is_unknown(f, *var) {
                known.insert(*var);
            }
        });
        if known.len() == before {
            return known;
        }
    }
}

fn may_own_memory(f: &Function, var: Var) -> bool {
    let info = f.info(var);
    let owner = matches!(
        info.ty,
        Ty::Unknown | Ty::Vec(_) | Ty::Array(_) | Ty::Tuple(_) | Ty::NdArray(..)
    );
    info.role == Role::Value && owner && !info.ty.is_in_place()
}

/// What is borrowed for an operator, or cloned, or made with a list in it: structs of a few numbers are `Copy`, and to run their
/// operators again costs less than to keep a pullback.
fn large(f: &Function) -> FlatSet<Var> {
    let mut large = FlatSet::new();
    let lent = |operand: &Operand| match operand {
        Operand::Borrow(place) => place.is_whole().then_some(place.root),
        _ => None,
    };
    let list = |(_, part): &(syn::Member, Operand)| matches!(f.operand_ty(part), Ty::Vec(_));
    f.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Let { var, op } => match op {
            Op::Binary(_, l, r) => large.extend([l, r].into_iter().filter_map(lent)),
            Op::Neg(operand) => large.extend(lent(operand)),
            Op::Clone(place, _) if place.is_whole() => large.extend([place.root]),
            Op::Struct { fields, .. } if fields.iter().any(list) => large.extend([*var]),
            _ => {}
        },
        StmtKind::Update { value, .. } => large.extend(lent(value)),
        _ => {}
    });
    large
}

/// What operators give and has elements, which no number has, or is lent to a call, which few numbers are.
fn lists(f: &Function) -> FlatSet<Var> {
    let (mut given, mut lists) = (FlatSet::new(), FlatSet::new());
    if f.generic || f.lanes {
        return lists;
    }
    use Projection::{Index, Range, Through};
    let element = |step: &Projection| matches!(step, Index(_) | Range { .. } | Through { .. });
    f.body.walk(&mut |stmt| {
        let (var, op) = match &stmt.kind {
            StmtKind::Let { var, op } => (var, op),
            StmtKind::Call(call) => {
                lists.extend(call.args.iter().filter_map(|arg| match arg {
                    Argument::Ref(place) if place.is_whole() => Some(place.root),
                    _ => None,
                }));
                return;
            }
            _ => return,
        };
        match op {
            Op::Binary(_, l, r) if !through(l) && !through(r) => _ = given.insert(*var),
            Op::Neg(operand) if !through(operand) => _ = given.insert(*var),
            Op::Read(place) if place.path.iter().any(element) => _ = lists.insert(place.root),
            _ => {}
        }
    });
    lists.retain(|var| given.contains(var) && is_unknown(f, *var));
    lists
}

/// Whether an operand is what a function refers to: it may be a view of an array.
fn through(operand: &Operand) -> bool {
    match operand {
        Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => leads_through(place),
        Operand::Atom(_) => false,
    }
}

fn leads_through(place: &Place) -> bool {
    place.path.iter().any(|step| matches!(step, Projection::Through { .. }))
}

/// Whether the type that is written of a variable names lifetimes. No pullback can hold what is in it.
fn borrows(f: &Function, var: Var) -> bool {
    let param = f.params.iter().find(|param| param.var == var);
    let written = [param.map(|param| &param.ty), f.info(var).annotation.as_ref()];
    written
        .into_iter()
        .flatten()
        .any(crate::syntax::lifetimes::names_lifetimes)
}

/// Follows structs from one variable to another of the same type.
fn spread(f: &Function, known: &FlatSet<Var>) -> FlatSet<Var> {
    let mut structs = known.clone();
    loop {
        let before = structs.len();
        f.body.walk(&mut |stmt| {
            let same: &[Option<Var>] = match &stmt.kind {
                StmtKind::Let {
                    var,
                    op: Op::Read(place) | Op::Clone(place, _),
                } if place.is_whole() => &[Some(*var), Some(place.root)],
                StmtKind::Assign { place, value, .. } if place.is_whole() => &[Some(place.root), value.var()],
                StmtKind::If(branch) => {
                    let result = |block: &Block| block.result.as_ref().and_then(Atom::var);
                    &[branch.out, result(&branch.then), result(&branch.els)]
                }
                // Numbers are added to numbers.
                StmtKind::Let {
                    var,
                    op: Op::Binary(BinOp::Add(_) | BinOp::Sub(_), l, r),
                } => &[Some(*var), l.whole(), r.whole()],
                StmtKind::Update {
                    place,
                    op: BinOp::AddAssign(_) | BinOp::SubAssign(_),
                    value,
                    ..
                } if place.is_whole() => &[Some(place.root), value.whole()],
                _ => &[],
            };
            let same = same.iter().flatten();
            let same: Vec<Var> = same.copied().filter(|var| is_unknown(f, *var)).collect();
            if same.iter().any(|var| structs.contains(var)) {
                structs.extend(same);
            }
            if let Some((var, op)) = stmt.as_let()
                && gives_a_struct(f, op, &structs)
            {
                structs.insert(*var);
            }
        });
        structs.retain(|var| is_unknown(f, *var));
        if structs.len() == before {
            return structs;
        }
    }
}

fn is_unknown(f: &Function, var: Var) -> bool {
    let info = f.info(var);
    *info.ty.behind_references() == Ty::Unknown && info.role != Role::View
}

/// Whether an operator on a struct gives another. What two of them multiplied give may be a number, as a product of vectors; that is
/// not expected of those that are too large to be handed over by value.
fn gives_a_struct(f: &Function, op: &Op, structs: &FlatSet<Var>) -> bool {
    let is_struct = |operand: &Operand| operand.whole().is_some_and(|var| structs.contains(&var));
    match op {
        Op::Neg(operand) => is_struct(operand),
        Op::Binary(BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_), l, r) => {
            let large = [l, r].iter().any(|operand| matches!(operand, Operand::Borrow(_)));
            let number = |operand: &Operand| f.operand_ty(operand).is_scalar();
            match (is_struct(l), is_struct(r)) {
                (true, true) => large,
                (true, false) => number(r),
                (false, true) => number(l),
                (false, false) => false,
            }
        }
        _ => false,
    }
}

/// An operator with its operands.
pub struct Applied {
    /// Std's trait.
    trait_: &'static str,
    operator: Operator,
    pub args: Vec<Argument>,
}

impl Applied {
    fn new(trait_: &'static str, args: Vec<Argument>) -> Applied {
        let operator = of_trait(trait_).expect("it is the trait of an operator");
        Applied { trait_, operator, args }
    }

    pub fn by(op: &Op) -> Option<Applied> {
        let (trait_, operands) = match op {
            Op::Neg(operand) => ("Neg", vec![operand]),
            Op::Binary(op, l, r) => {
                let trait_ = match op {
                    BinOp::Add(_) => "Add",
                    BinOp::Sub(_) => "Sub",
                    BinOp::Mul(_) => "Mul",
                    BinOp::Div(_) => "Div",
                    BinOp::Rem(_) => "Rem",
                    _ => return None,
                };
                (trait_, vec![l, r])
            }
            _ => return None,
        };
        let args: Option<_> = operands.into_iter().map(handed).collect();
        Some(Applied::new(trait_, args?))
    }

    /// `place += value`.
    pub fn compound(place: &Place, op: &BinOp, value: &Operand) -> Option<Applied> {
        let trait_ = match op {
            BinOp::AddAssign(_) => "AddAssign",
            BinOp::SubAssign(_) => "SubAssign",
            BinOp::MulAssign(_) => "MulAssign",
            BinOp::DivAssign(_) => "DivAssign",
            BinOp::RemAssign(_) => "RemAssign",
            _ => return None,
        };
        Some(Applied::new(trait_, vec![Argument::Mut(place.clone()), handed(value)?]))
    }

    /// Whether rustc may find a marked impl for the operands: none is a view, or an array that is seen to be one.
    pub fn may_be_marked(&self, f: &Function) -> bool {
        self.args.iter().all(|arg| match arg {
            Argument::Value(atom) => !matches!(f.atom_ty(atom), Ty::NdArray(..)),
            arg => {
                let place = arg.place();
                let view = f.info(place.root).role == Role::View || leads_through(place);
                !view && !matches!(f.place_ty(place).behind_references(), Ty::NdArray(..))
            }
        })
    }

    /// The operands of a binary operator, by value, that carry no derivative.
    fn constants(&self, active: &Activity) -> Vec<usize> {
        let constant = |arg: &Argument| match arg {
            Argument::Value(Atom::Var(var)) => !active.active(*var),
            Argument::Value(_) => true,
            _ => false,
        };
        let binary = matches!(self.operator, Operator::Binary(_));
        (0..self.args.len())
            .filter(|k| binary && constant(&self.args[*k]))
            .collect()
    }

    /// The call that defines `out`.
    pub fn call(self, f: &Function, kind: CallKind, out: Var, pullback: Var, span: Span) -> Call {
        let ad = f.names_ad();
        let (trait_, method) = (
            format_ident!("{}", self.trait_),
            format_ident!("{}", self.operator.method()),
        );
        let marker = format_ident!("{}", self.operator.name());
        Call {
            tangents: None,
            out,
            kind,
            function: syn::parse_quote_spanned!(span=> ::core::ops::#trait_::#method),
            forward: syn::parse_quote_spanned!(span=> #ad::#marker),
            olds: vec![None; self.args.len()],
            args: self.args,
            pullback,
            inactive: false,
            loss: None,
            written: AsWritten::default(),
        }
    }
}

fn handed(operand: &Operand) -> Option<Argument> {
    match operand {
        Operand::Atom(atom) => Some(Argument::Value(atom.clone())),
        Operand::Borrow(place) => Some(Argument::Ref(place.clone())),
        Operand::Lend(_) | Operand::Receiver(_) => None,
    }
}

fn root(arg: &Argument) -> Option<Var> {
    match arg {
        Argument::Value(atom) => atom.var(),
        Argument::Ref(place) | Argument::Mut(place) if place.is_whole() => Some(place.root),
        _ => None,
    }
}

struct Operations<'a> {
    f: &'a mut Function,
    active: &'a mut Activity,
    /// The structs of which a type is seen. Others may turn out to be arrays.
    named: FlatSet<Var>,
    /// All structs for all that is seen, those of a few numbers too.
    structs: FlatSet<Var>,
    /// Whether this is in a loop whose iterations run again: what one changes is put back there.
    again: bool,
}

impl Operations<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut stmts = Vec::with_capacity(block.stmts.len());
        for mut stmt in std::mem::take(&mut block.stmts) {
            let outer = self.again;
            self.again |= matches!(&stmt.kind, StmtKind::Loop(body) if body.checkpoint.is_some());
            for inner in stmt.blocks_mut() {
                self.block(inner);
            }
            self.again = outer;
            self.stmt(stmt, &mut stmts);
        }
        block.stmts = stmts;
    }

    fn stmt(&mut self, mut stmt: Stmt, stmts: &mut Vec<Stmt>) {
        let called = match &stmt.kind {
            StmtKind::Let { var, op } if self.active.active(*var) => Applied::by(op).and_then(|applied| {
                let kind = match self.is_of_structs(&applied, Some(*var)) {
                    true => Some(CallKind::Operator),
                    false => self.may_be_of_structs(&applied, *var),
                };
                kind.map(|kind| (applied, kind))
            }),
            StmtKind::Update { place, op, value, .. } if self.active.active(place.root) => {
                let applied = Applied::compound(place, op, value);
                let applied = applied.filter(|applied| {
                    self.is_of_structs(applied, None) || self.may_be_a_change_of_structs(place, &applied.args[1])
                });
                applied.map(|applied| (applied, CallKind::Operator))
            }
            _ => None,
        };
        let Some((mut applied, kind)) = called else {
            stmts.push(stmt);
            return;
        };
        let local = match &applied.args[0] {
            Argument::Mut(place) if self.is_moved(place) => Some(place.root),
            _ => None,
        };
        if let Some(var) = local {
            let moved = self.f.new_var("moved", Ty::Unknown, false);
            self.active.inherit(moved, var);
            let op = Op::Read(Place::var(var));
            stmts.push(self.f.stmt(stmt.span, StmtKind::Let { var: moved, op }));
            applied.args[0] = Argument::Value(Atom::Var(moved));
        }
        let method = applied.operator.method();
        let pullback = self.f.new_var(&format!("{method}_pullback"), Ty::Unknown, false);
        let (out, kept) = match &stmt.kind {
            StmtKind::Let { var, .. } if self.f.info(*var).mutable || self.f.info(*var).annotation.is_some() => {
                let out = self.f.new_var(method, Ty::Unknown, false);
                self.active.inherit(out, *var);
                (out, Some(*var))
            }
            StmtKind::Let { var, .. } => (*var, None),
            _ => match local {
                Some(var) => {
                    let out = self.f.new_var(method, Ty::Unknown, false);
                    self.active.inherit(out, var);
                    (out, None)
                }
                None => (self.f.new_var(method, Ty::Unit, false), None),
            },
        };
        let span = stmt.span;
        let constants = applied.constants(self.active);
        let mut call = applied.call(self.f, kind, out, pullback, span);
        call.written.constants = constants;
        if local.is_some() {
            let (ad, assigned) = (self.f.names_ad(), format_ident!("{method}ed"));
            call.function = syn::parse_quote_spanned!(span=> #ad::#assigned);
        }
        stmt.kind = StmtKind::Call(Box::new(call));
        stmts.push(stmt);
        if let Some(var) = kept {
            let op = Op::Read(Place::var(out));
            let named = self.f.stmt(span, StmtKind::Let { var, op });
            stmts.push(named);
        }
        if let Some(var) = local {
            let (place, value, old) = (Place::var(var), Atom::Var(out), None);
            stmts.push(self.f.stmt(span, StmtKind::Assign { place, value, old }));
        }
    }

    /// Whether what a compound assignment changes is moved into it and back: of a local, only the function itself asks for what it
    /// held before. What is seen to be large stays in its place.
    fn is_moved(&self, place: &Place) -> bool {
        let param = self.f.params.iter().any(|param| param.var == place.root);
        let info = self.f.info(place.root);
        place.is_whole()
            && !self.again
            && !param
            && info.role == Role::Value
            && info.mutable
            && !self.f.structs.contains(&place.root)
    }

    /// Whether a compound assignment may be to a struct, for all that is seen, and a call costs little where it is to a number: that of a
    /// local keeps nothing then, and what is lent to others is seldom a number.
    fn may_be_a_change_of_structs(&self, place: &Place, value: &Argument) -> bool {
        let apart = !self.f.generic && !self.f.lanes && self.f.operator.is_none();
        let unknown = match value {
            Argument::Value(Atom::Var(var)) => {
                self.is_moved(place) && is_unknown(self.f, *var) && !borrows(self.f, *var)
            }
            Argument::Value(constant) => self.is_moved(place) && self.f.atom_ty(constant).is_float(),
            Argument::Ref(value) => self.may_be_struct(value),
            _ => false,
        };
        apart && unknown && self.may_be_struct(place)
    }

    /// How an operator is called that is applied to what may be structs, for all that is seen. That costs nothing where they are
    /// numbers: of the operands of a sum nothing is kept then, and what is lent is handed over again, as what can be copied is.
    fn may_be_of_structs(&self, applied: &Applied, out: Var) -> Option<CallKind> {
        let lent = |arg: &Argument| matches!(arg, Argument::Ref(_));
        let unknown = |arg: &Argument| match arg {
            Argument::Value(Atom::Var(var)) => is_unknown(self.f, *var) && !borrows(self.f, *var),
            Argument::Ref(place) => self.may_be_struct(place),
            _ => false,
        };
        let number = |arg: &Argument| match arg {
            Argument::Value(atom) => self.f.atom_ty(atom).is_float() || matches!(atom, Atom::Constant(_, Ty::Unknown)),
            _ => false,
        };
        // An operator whose impl this is may come to itself: by what it calls, a struct that holds its own kind has many ways.
        let apart = !self.f.generic && !self.f.lanes && self.f.operator.is_none();
        let operands = &applied.args;
        let possible = operands.iter().any(unknown) && operands.iter().all(|arg| unknown(arg) || number(arg));
        if !apart || !possible || !is_unknown(self.f, out) {
            return None;
        }
        Some(match applied.operator {
            Operator::Binary("mul" | "div" | "rem") if !operands.iter().any(lent) => CallKind::Product,
            _ => CallKind::Operator,
        })
    }

    fn may_be_struct(&self, place: &Place) -> bool {
        let within =
            |step: &Projection| matches!(step, Projection::Index(_) | Projection::Field(_) | Projection::Deref);
        matches!(self.f.info(place.root).role, Role::Value | Role::Reference)
            && *self.f.place_ty(place).behind_references() == Ty::Unknown
            && place.path.iter().all(within)
            && !borrows(self.f, place.root)
    }

    /// Whether an operator is applied to structs, for all that is seen, and is not the one whose impl this is.
    fn is_of_structs(&self, applied: &Applied, out: Option<Var>) -> bool {
        let structs = match applied.operator {
            Operator::Binary("mul" | "div" | "rem") => &self.f.structs,
            _ => &self.structs,
        };
        let seen = |arg: &Argument| match arg {
            Argument::Value(Atom::Var(var)) => structs.contains(var),
            Argument::Ref(place) | Argument::Mut(place) => place.is_whole() && structs.contains(&place.root),
            _ => false,
        };
        // Numbers have no struct for their sum.
        let any = applied.args.iter().any(seen) || out.is_some_and(|out| structs.contains(&out));
        // A pullback that holds one of its own type does not exist.
        let own = self.f.operator.as_ref().is_some_and(|own| {
            let lent = applied.args.iter().map(|arg| matches!(arg, Argument::Ref(_)));
            own.method == applied.operator.method() && own.lent.iter().copied().eq(lent)
        });
        let named = applied
            .args
            .iter()
            .filter_map(root)
            .chain(out)
            .any(|var| self.named.contains(&var));
        let view = |arg: &Argument| match arg {
            Argument::Ref(place) | Argument::Mut(place) => {
                self.f.info(place.root).role == Role::View || !named && leads_through(place)
            }
            _ => false,
        };
        any && !own && !applied.args.iter().any(view)
    }
}
