//! Renames variables in statements that are emitted a second time within one sweep.
//!
//! Input:  `let d = times(seed, y)`, once more in the same block
//! Output: `let d_2 = times(seed, y)`

use crate::ir::calls::Argument;
use crate::ir::function::Function;
use crate::ir::place::{Atom, Operand, Place, Projection, Var, VarInfo};
use crate::ir::statement::{LoopKind, Op, Stmt, StmtKind};
use proc_macro2::{TokenStream, TokenTree};

/// A new variable like another one.
pub fn copy(f: &mut Function, var: Var) -> Var {
    let info = f.info(var).clone();
    let new = f.new_var(&info.name.to_string(), info.ty.clone(), info.mutable);
    let name = f.info(new).name.clone();
    f.vars[new.0] = VarInfo { name, ..info };
    new
}

/// Renames a variable in a statement of an adjoint over scalars; nested blocks are not looked into.
pub fn rename(f: &Function, stmt: &mut Stmt, old: Var, new: Var) {
    let mut vars: Vec<&mut Var> = Vec::new();
    match &mut stmt.kind {
        StmtKind::Let { var, op } => {
            vars.push(var);
            match op {
                Op::Read(place) | Op::Take(place, None) => place_vars(place, &mut vars),
                Op::Binary(_, l, r) => {
                    operand_vars(l, &mut vars);
                    operand_vars(r, &mut vars);
                }
                Op::Neg(operand) => operand_vars(operand, &mut vars),
                Op::Rule(_, args) => args.iter_mut().for_each(|arg| operand_vars(arg, &mut vars)),
                Op::Cast(atom, _) => atom_vars(atom, &mut vars),
                Op::Runtime(_, args) => args.iter_mut().for_each(|arg| match arg {
                    Argument::Value(atom) | Argument::RefAtom(atom) => atom_vars(atom, &mut vars),
                    Argument::Ref(place) | Argument::Mut(place) => place_vars(place, &mut vars),
                    Argument::Lambda(..) | Argument::Named(..) => unreachable!("the runtime is given no functions"),
                }),
                Op::Opaque(opaque) => {
                    let (from, to) = (f.info(old).name.to_string(), &f.info(new).name);
                    opaque.tokens = rename_tokens(std::mem::take(&mut opaque.tokens), &from, to);
                    vars.extend(opaque.reads.iter_mut().chain(&mut opaque.carried));
                }
                Op::Zero(witness) => vars.extend(witness),
                other => panic!("no operation of a scalar adjoint: {other:?}"),
            }
        }
        StmtKind::Assign { place, value, .. } => {
            place_vars(place, &mut vars);
            atom_vars(value, &mut vars);
        }
        StmtKind::Update { place, value, .. } => {
            place_vars(place, &mut vars);
            operand_vars(value, &mut vars);
        }
        StmtKind::If(branch) => atom_vars(&mut branch.cond, &mut vars),
        StmtKind::Loop(body) => kind_vars(&mut body.kind, &mut vars),
        other => panic!("no statement of a scalar adjoint: {other:?}"),
    }
    vars.into_iter().filter(|var| **var == old).for_each(|var| *var = new);
}

fn atom_vars<'a>(atom: &'a mut Atom, vars: &mut Vec<&'a mut Var>) {
    if let Atom::Var(var) = atom {
        vars.push(var);
    }
}

fn kind_vars<'a>(kind: &'a mut LoopKind, vars: &mut Vec<&'a mut Var>) {
    if let LoopKind::Range { low, high, .. } = kind {
        atom_vars(low, vars);
        atom_vars(high, vars);
    }
}

fn place_vars<'a>(place: &'a mut Place, vars: &mut Vec<&'a mut Var>) {
    vars.push(&mut place.root);
    for projection in &mut place.path {
        if let Projection::Index(atom) = projection {
            atom_vars(atom, vars);
        }
    }
}

fn operand_vars<'a>(operand: &'a mut Operand, vars: &mut Vec<&'a mut Var>) {
    match operand {
        Operand::Atom(atom) => atom_vars(atom, vars),
        Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => place_vars(place, vars),
    }
}

fn rename_tokens(tokens: TokenStream, from: &str, to: &proc_macro2::Ident) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Ident(ident) if ident == from => TokenTree::Ident(to.clone()),
            TokenTree::Group(group) => {
                let inner = rename_tokens(group.stream(), from, to);
                TokenTree::Group(proc_macro2::Group::new(group.delimiter(), inner))
            }
            other => other,
        })
        .collect()
}
