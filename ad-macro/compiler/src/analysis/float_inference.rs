//! Infers which values of unknown type are floats, and has rustc prove it.
//!
//! Input:  `let y = sin(x)` where `x` is the result of a call, say
//! Output: `let t = scalar(x); let y = sin(t)` where `scalar` is bounded by the primitive floats
//!
//! Only floats have scalar rules. An active argument of one is proved to be a float, and is treated as one from then on; and so is
//! whatever has the same type as a float: arithmetic on floats alone, what is assigned to a float or is the function's result. In a
//! generic function nothing is proved: a literal of a float would not be of the type of a parameter.

use crate::analysis::activity::Activity;
use crate::ir::*;
use crate::syntax::expressions::{is_arithmetic, plain_operator};
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::{Ty, Width};
use quote::quote;

pub fn float_inference(f: &mut Function, activity: &mut Activity) {
    if f.generic {
        return;
    }
    let mut body = std::mem::take(&mut f.body);
    prove(f, activity, &mut body, &mut FlatMap::new());
    let output = f.output_ty.clone();
    loop {
        let mut spread = Spread { f, changed: false };
        if let Some(result) = &body.result {
            spread.expect(result, &output);
        }
        spread.block(&body);
        if !spread.changed {
            break;
        }
    }
    read_operands(f, activity, &mut body);
    f.body = body;
    write_widths(f);
}

/// Proves that the operands of operators with a derivative are floats, but for `structs`. A compound assignment to a place of unknown
/// type is written out.
pub fn numbers(f: &mut Function, activity: &mut Activity, structs: &FlatSet<Var>) {
    let mut body = std::mem::take(&mut f.body);
    operands(f, activity, &mut body, structs);
    f.body = body;
    float_inference(f, activity);
}

fn operands(f: &mut Function, activity: &mut Activity, block: &mut Block, structs: &FlatSet<Var>) {
    let mut stmts = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        for inner in stmt.blocks_mut() {
            operands(f, activity, inner, structs);
        }
        let of_struct = |operand: &Operand| operand.whole().is_some_and(|var| structs.contains(&var));
        if let StmtKind::Update { place, op, value, .. } = &stmt.kind
            && activity.active(place.root)
            && f.place_ty(place) == Ty::Unknown
            && let Operand::Atom(counted) = value
            && f.atom_ty(counted) == Ty::Int
            && let Some(operator) = plain_operator(op)
        {
            // No integer is added to a float: a counter in a struct.
            let (place, root) = (place.clone(), Atom::Var(place.root));
            let (ad, before, counted) = (&f.ad, spell::place(&f.vars, &place), counted.clone());
            let step = spell::atom(&f.vars, &counted);
            let reads = [Some(place.root), counted.var()].into_iter().flatten().collect();
            let sum = Opaque::pure(quote!(#ad::passive(#before) #operator #step), reads);
            let sum = define(f, activity, Op::Opaque(sum), &root, stmt.span, &mut stmts);
            f.vars[sum.0].ty = Ty::Inert;
            stmt.kind = StmtKind::assign(place, Atom::Var(sum));
        }
        if let StmtKind::Update { place, op, value, .. } = &stmt.kind
            && activity.active(place.root)
            && f.place_ty(place) == Ty::Unknown
            && !of_struct(value)
            && !(place.is_whole() && structs.contains(&place.root))
            && let Some(operator) = plain_operator(op)
        {
            let (place, root) = (place.clone(), Atom::Var(place.root));
            let before = define(f, activity, Op::Read(place.clone()), &root, stmt.span, &mut stmts);
            f.vars[before.0].ty = Ty::Unknown;
            let (before, value) = (Operand::Atom(Atom::Var(before)), value.clone());
            let args = [before, value].map(|operand| number(f, activity, operand, stmt.span, &mut stmts));
            let [before, value] = args;
            let sum = define(
                f,
                activity,
                Op::Binary(operator, before, value),
                &root,
                stmt.span,
                &mut stmts,
            );
            stmt.kind = StmtKind::assign(place, Atom::Var(sum));
        }
        if let StmtKind::Update { place, value, .. } = &mut stmt.kind
            && activity.active(place.root)
            && f.place_ty(place).is_float()
        {
            *value = number(f, activity, value.clone(), stmt.span, &mut stmts);
        }
        if let StmtKind::Let { var, op } = &mut stmt.kind
            && activity.active(*var)
        {
            let operands = match op {
                Op::Binary(operator, l, r) if is_arithmetic(operator) => vec![l, r],
                Op::Neg(operand) => vec![operand],
                _ => Vec::new(),
            };
            if operands.iter().any(|operand| of_struct(operand)) || structs.contains(var) {
                stmts.push(stmt);
                continue;
            }
            if !operands.is_empty() && f.info(*var).ty == Ty::Unknown {
                f.vars[var.0].ty = Ty::FLOAT;
            }
            for operand in operands {
                *operand = number(f, activity, operand.clone(), stmt.span, &mut stmts);
            }
        }
        stmts.push(stmt);
    }
    block.stmts = stmts;
}

/// An operand of unknown type as a value that is proved to be a float.
fn number(
    f: &mut Function,
    activity: &mut Activity,
    operand: Operand,
    span: proc_macro2::Span,
    stmts: &mut Vec<Stmt>,
) -> Operand {
    if f.operand_ty(&operand) != Ty::Unknown {
        return operand;
    }
    let operand = value(f, activity, &operand, span, stmts);
    let op = Op::Runtime("float_operand", vec![Argument::Value(operand.clone())]);
    Operand::Atom(Atom::Var(define(f, activity, op, &operand, span, stmts)))
}

/// Writes the types of lists of literals whose elements rules are applied to. In the user's code such a list may get its type from what
/// is assigned first, `v[i] = match op { Input => x, Sin(a) => v[a].sin() }`; here the assignment comes last.
fn write_widths(f: &mut Function) {
    let mut asked = Asked::default();
    asked.block(&f.body);
    f.body.walk(&mut |stmt| {
        if let Some((var, Op::Opaque(_) | Op::Array { .. } | Op::Repeat { .. })) = stmt.as_let()
            && asked.lists.contains(var)
        {
            let list = &mut f.vars[var.0];
            if list.annotation.is_none() {
                list.annotation = written(&list.ty);
            }
        }
    });
}

/// A list of floats as a type, if their width is known.
fn written(list: &Ty) -> Option<syn::Type> {
    let element = |ty: &Ty| match ty {
        Ty::Float(width) => width.written(),
        list => written(list),
    };
    match list {
        Ty::Vec(inner) => {
            let inner = element(inner)?;
            Some(syn::parse_quote!(::pullback::rt::std::vec::Vec<#inner>))
        }
        Ty::Array(inner) => {
            let inner = element(inner)?;
            Some(syn::parse_quote!([#inner; _]))
        }
        _ => None,
    }
}

/// The lists whose elements rules are applied to.
#[derive(Default)]
struct Asked {
    elements: FlatMap<Var, Var>,
    lists: FlatSet<Var>,
}

impl Asked {
    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::Let {
                    var,
                    op: Op::Read(place),
                } if !place.is_whole() => {
                    self.elements.insert(*var, place.root);
                }
                StmtKind::Let {
                    var,
                    op: Op::Runtime("scalar", args),
                } => {
                    if let [Argument::Value(Atom::Var(element))] = &args[..]
                        && let Some(list) = self.elements.get(element)
                    {
                        self.elements.insert(*var, *list);
                    }
                }
                StmtKind::Let {
                    op: Op::Rule(_, args), ..
                } => self.lists.extend(match &args[0] {
                    Operand::Atom(atom) => atom.var().and_then(|var| self.elements.get(&var)).copied(),
                    Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => Some(place.root),
                }),
                _ => {}
            }
            for inner in stmt.blocks() {
                self.block(inner);
            }
        }
    }
}

/// Puts a proof before each active rule whose receiver is of unknown type. `proved`: what stands for the variables that are
/// proved already.
fn prove(f: &mut Function, activity: &mut Activity, block: &mut Block, proved: &mut FlatMap<Var, Var>) {
    let mut stmts = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        for inner in stmt.blocks_mut() {
            prove(f, activity, inner, &mut proved.clone());
        }
        if let StmtKind::Let {
            var,
            op: Op::Rule(applied, args),
        } = &mut stmt.kind
            && activity.active(*var)
            && !matches!(&args[0], Operand::Atom(atom) if f.atom_ty(atom).is_float())
        {
            let whole = |place: &Place| (place.is_whole() && !f.info(place.root).mutable).then_some(place.root);
            let known = match &args[0] {
                Operand::Atom(atom) => atom.var(),
                Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => whole(place),
            };
            let is_known = f.operand_ty(&args[0]).is_float();
            args[0] = Operand::Atom(match known.and_then(|var| proved.get(&var)) {
                Some(proof) => Atom::Var(*proof),
                None => {
                    let receiver = value(f, activity, &args[0], stmt.span, &mut stmts);
                    if is_known {
                        receiver
                    } else {
                        if let Some(var) = receiver.var() {
                            f.vars[var.0].ty = Ty::FLOAT;
                        }
                        let op = Op::Runtime("scalar", vec![Argument::Value(receiver.clone())]);
                        let proof = define(f, activity, op, &receiver, stmt.span, &mut stmts);
                        proved.extend(known.map(|var| (var, proof)));
                        Atom::Var(proof)
                    }
                }
            });
            f.vars[var.0].ty = Ty::FLOAT;
            // The other parameters are of the receiver's type, but for an integer exponent.
            for (arg, domain) in args.iter().zip(applied.rule.domains).skip(1) {
                if let Operand::Atom(Atom::Var(other)) = arg
                    && domain.starts_with('(')
                    && f.info(*other).ty == Ty::Unknown
                {
                    f.vars[other.0].ty = Ty::FLOAT;
                }
            }
        }
        stmts.push(stmt);
    }
    block.stmts = stmts;
}

/// The operand as a value: what is lent is a copy, since it is a float.
fn value(
    f: &mut Function,
    activity: &mut Activity,
    operand: &Operand,
    span: proc_macro2::Span,
    stmts: &mut Vec<Stmt>,
) -> Atom {
    match operand {
        Operand::Atom(atom) => atom.clone(),
        Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place)
            if place.is_whole() && !f.info(place.root).mutable && f.info(place.root).role == Role::Value =>
        {
            Atom::Var(place.root)
        }
        Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => {
            let root = Atom::Var(place.root);
            Atom::Var(define(f, activity, Op::Read(place.clone()), &root, span, stmts))
        }
    }
}

/// A float, as active as what it comes from.
fn define(
    f: &mut Function,
    activity: &mut Activity,
    op: Op,
    from: &Atom,
    span: proc_macro2::Span,
    stmts: &mut Vec<Stmt>,
) -> Var {
    let var = f.new_var("t", Ty::FLOAT, false);
    if let Atom::Var(from) = from {
        activity.inherit(var, *from);
    }
    stmts.push(f.stmt(span, StmtKind::Let { var, op }));
    var
}

/// Spreads what is known of types to what is of the same type.
struct Spread<'a> {
    f: &'a mut Function,
    changed: bool,
}

impl Spread<'_> {
    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::Let { var, op } => self.definition(*var, op),
                StmtKind::Assign { place, value, .. } => {
                    let ty = self.f.place_ty(place);
                    self.expect(value, &ty);
                    let ty = self.f.atom_ty(value);
                    self.expect_place(place, &ty);
                }
                StmtKind::If(branch) => {
                    let results = [&branch.then.result, &branch.els.result];
                    if let Some(out) = branch.out {
                        for result in results.into_iter().flatten() {
                            let ty = self.f.atom_ty(result);
                            self.expect(&Atom::Var(out), &ty);
                            let ty = self.f.info(out).ty.clone();
                            self.expect(result, &ty);
                        }
                    }
                }
                _ => {}
            }
            for inner in stmt.blocks() {
                self.block(inner);
            }
        }
    }

    fn definition(&mut self, var: Var, op: &Op) {
        let out = Atom::Var(var);
        match op {
            Op::Read(place) => {
                let ty = self.f.place_ty(place);
                self.expect(&out, &ty);
                let ty = self.f.info(var).ty.clone();
                self.expect_place(place, &ty);
            }
            Op::Binary(operator, l, r)
                if is_arithmetic(operator) && self.f.operand_ty(l).is_float() && self.f.operand_ty(r).is_float() =>
            {
                self.expect(&out, &Ty::FLOAT);
            }
            Op::Neg(operand) => {
                let ty = self.f.operand_ty(operand);
                self.expect(&out, &ty);
            }
            Op::Rule(_, args) => {
                let ty = self.f.operand_ty(&args[0]);
                self.expect(&out, &ty);
            }
            Op::Array { elements, .. } => {
                let element = self.f.info(var).ty.element();
                let known = elements.iter().map(|atom| self.f.atom_ty(atom)).chain([element]);
                if let Some(float) = known.clone().find(Ty::is_float) {
                    for atom in elements {
                        self.expect(atom, &float);
                    }
                    if let Ty::Array(element) | Ty::Vec(element) = &mut self.f.vars[var.0].ty
                        && **element == Ty::Unknown
                    {
                        **element = float;
                        self.changed = true;
                    }
                }
            }
            Op::Repeat { element, .. } => {
                let ty = self.f.info(var).ty.element();
                self.expect(element, &ty);
                let ty = self.f.atom_ty(element);
                if let Ty::Array(element) | Ty::Vec(element) = &mut self.f.vars[var.0].ty {
                    self.changed |= learn(element, &ty);
                }
            }
            _ => {}
        }
    }

    fn expect_place(&mut self, place: &Place, ty: &Ty) {
        let mut known = &mut self.f.vars[place.root.0].ty;
        for step in &place.path {
            known = match (step, known) {
                (Projection::Index(_), Ty::Array(element) | Ty::Vec(element)) => element,
                _ => return,
            };
        }
        self.changed |= learn(known, ty);
    }

    /// The value is of this type.
    fn expect(&mut self, atom: &Atom, ty: &Ty) {
        if let Atom::Var(var) = atom {
            self.changed |= learn(&mut self.f.vars[var.0].ty, ty);
        }
    }
}

/// What is known of a type, by another that it is the same as: of an unknown one, only floats are worth knowing. Whether that was news.
fn learn(known: &mut Ty, ty: &Ty) -> bool {
    match (&mut *known, ty) {
        (Ty::Unknown, Ty::Float(_)) | (Ty::Float(Width::Any), Ty::Float(Width::F32 | Width::F64)) => {
            *known = ty.clone();
            true
        }
        (Ty::Array(known), Ty::Array(ty)) | (Ty::Vec(known), Ty::Vec(ty)) => learn(known, ty),
        _ => false,
    }
}

/// The operands of an operator on floats are values.
fn read_operands(f: &mut Function, activity: &mut Activity, block: &mut Block) {
    let mut stmts = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        for inner in stmt.blocks_mut() {
            read_operands(f, activity, inner);
        }
        let operands = match &mut stmt.kind {
            StmtKind::Let {
                op: Op::Binary(_, l, r),
                ..
            } => vec![l, r],
            StmtKind::Let {
                op: Op::Neg(operand), ..
            } => vec![operand],
            StmtKind::Update { value, .. } => vec![value],
            _ => Vec::new(),
        };
        for operand in operands {
            if !matches!(operand, Operand::Atom(_)) && f.operand_ty(operand).is_float() {
                *operand = Operand::Atom(value(f, activity, operand, stmt.span, &mut stmts));
            }
        }
        stmts.push(stmt);
    }
    block.stmts = stmts;
}
