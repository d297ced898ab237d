//! Copies what the primal moves out and the reverse sweep uses, in memory of the workspace.
//!
//! ```text
//! Input:  push kept, row                    where the reverse sweep uses `row`
//! Output: let row_copy = `copy_to_write(&row)`   push kept, row_copy
//! ```
//!
//! By-value loads from a list or a variant are copied as well: nothing can be moved out of either. Only active values, whose types know
//! how they are copied; all else is cloned where it is moved (see `emit`).
//!
//! The memory is returned after the original's last use: in the reverse sweep (see `reuse_buffers`), or before, if that has none.

use crate::ir::plan::Plan;
use crate::ir::*;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use proc_macro2::{TokenStream, TokenTree};

pub fn copy_on_move(f: &mut Function, plan: &Plan) {
    let mut body = std::mem::take(&mut f.body);
    drop_drained(f, &mut body, &plan.kept);
    let mut cloned = FlatSet::new();
    body.walk(&mut |stmt| {
        if let Some((var, Op::Clone(..))) = stmt.as_let() {
            cloned.insert(*var);
        }
    });
    let mut pass = Copies {
        f,
        cloned,
        plan,
        opened: FlatSet::new(),
    };
    pass.block(&mut body);
    let mut opened = std::mem::take(&mut pass.opened);
    take_no_parts(f, &mut body, &opened);
    // What is moved belongs to others.
    body.uses(&mut |var, usage| {
        if usage == Use::Value {
            opened.remove(&var);
        }
    });
    body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Let {
            op: Op::Read(place) | Op::Unwrap(place, _) | Op::Struct { rest: Some(place), .. },
            ..
        } if !f.place_ty(place).is_scalar() => _ = opened.remove(&place.root),
        StmtKind::Let {
            op: Op::Opaque(opaque), ..
        }
        | StmtKind::Effect { opaque, .. } => {
            opened.retain(|var| {
                let name = spell::name(&f.vars, *var).to_string();
                !opaque.reads.contains(var) || only_asked(opaque.tokens.clone(), &name)
            });
        }
        _ => {}
    });
    let params = f.params.iter().map(|param| param.var).collect();
    end(f, &mut body, params, &opened);
    f.body = body;
}

/// Of what a list is drained of and nothing looks at, there is no copy.
fn drop_drained(f: &Function, body: &mut Block, kept: &FlatSet<Var>) {
    let mut unused = &f.drained - kept;
    if unused.is_empty() {
        return;
    }
    body.uses(&mut |var, _| _ = unused.remove(&var));
    fn drop_in(block: &mut Block, unused: &FlatSet<Var>) {
        let is_unused = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Let { var, .. } if unused.contains(var));
        block.stmts.retain(|stmt| !is_unused(stmt));
        for inner in block.stmts.iter_mut().flat_map(forward_blocks) {
            drop_in(inner, unused);
        }
    }
    drop_in(body, &unused);
}

/// Of what is a copy itself, and copied in parts, the other parts are copied as well: so it stays whole, and its memory can go back.
fn take_no_parts(f: &Function, body: &mut Block, opened: &FlatSet<Var>) {
    let mut copies = FlatSet::new();
    loop {
        let before = copies.len();
        body.walk(&mut |stmt| {
            let (to, of) = match &stmt.kind {
                StmtKind::Let { var, op } if is_copy(op) => (Some(*var), Some(*var)),
                StmtKind::Let {
                    var,
                    op: Op::Read(place),
                } if place.is_whole() => (Some(*var), Some(place.root)),
                StmtKind::Assign { place, value, .. } if place.is_whole() => (Some(place.root), value.var()),
                _ => return,
            };
            if of.is_some_and(|of| Some(of) == to || copies.contains(&of)) {
                copies.extend(to);
            }
        });
        if copies.len() == before {
            break;
        }
    }
    body.walk_mut(&mut |stmt| {
        if let StmtKind::Let { op, .. } = &mut stmt.kind
            && let Op::Read(place) = op
            && copies.contains(&place.root)
            && opened.contains(&place.root)
            && f.place_ty(place) == Ty::Unknown
            && let [Projection::Field(_)] = place.path[..]
        {
            *op = copy_of(place.clone());
        }
    });
}

/// Whether tokens only borrow what has a name, or ask for its length.
fn only_asked(tokens: TokenStream, name: &str) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |at: Option<usize>, what: &[&str]| {
        let token = at.and_then(|at| tokens.get(at));
        token.is_some_and(|token| what.contains(&token.to_string().as_str()))
    };
    tokens.iter().enumerate().all(|(at, token)| match token {
        TokenTree::Group(group) => only_asked(group.stream(), name),
        TokenTree::Ident(ident) if ident == name => {
            is(at.checked_sub(1), &["&"]) || is(Some(at + 1), &["."]) && is(Some(at + 2), &["len", "is_empty"])
        }
        _ => true,
    })
}

/// Ends what was copied in parts and is mentioned for the last time. `own`: what the block has from its start.
fn end(f: &mut Function, block: &mut Block, mut own: Vec<Var>, opened: &FlatSet<Var>) {
    for stmt in &mut block.stmts {
        if let StmtKind::Let { .. } | StmtKind::Call(_) = &stmt.kind {
            own.extend(stmt.defines());
        }
        for inner in forward_blocks(stmt) {
            end(f, inner, Vec::new(), opened);
        }
    }
    for var in own.into_iter().filter(|var| opened.contains(var)) {
        if let Some(last) = block.stmts.iter().rposition(|stmt| stmt.mentions(var)) {
            let stmt = f.stmt(block.stmts[last].span, StmtKind::GiveBack(var));
            block.stmts.insert(last + 1, stmt);
        }
    }
}

/// The blocks of the forward sweep in a statement of it.
fn forward_blocks(stmt: &mut Stmt) -> Vec<&mut Block> {
    match &mut stmt.kind {
        StmtKind::If(branch) => vec![&mut branch.then, &mut branch.els],
        StmtKind::Loop(body) => vec![&mut body.body],
        _ => Vec::new(),
    }
}

/// The function that copies.
pub const COPY: &str = "copy_to_write";

/// The function that copies a part of a list.
const COPY_OF_SLICE: &str = "copy_of_slice";

/// Whether an operation copies a value.
pub fn is_copy(op: &Op) -> bool {
    matches!(op, Op::Runtime(COPY | COPY_OF_SLICE, _))
}

/// Whether a call may be of a method of arrays that moves its elements, or views them, where the twin copies them: to memory of the
/// workspace, as all copies are.
pub fn copies_array(call: &Call) -> bool {
    const MOVE: [&str; 10] = [
        "insert_axis",
        "remove_axis",
        "index_axis_move",
        "reversed_axes",
        "permuted_axes",
        "slice_move",
        "to_shape",
        "flatten",
        "as_standard_layout",
        "broadcast",
    ];
    let name = call.function.path.segments.last().map(|last| last.ident.to_string());
    let moves = |name: String| name.starts_with("into_") || MOVE.contains(&&*name);
    call.kind == CallKind::Method && !call.inactive && name.is_some_and(moves)
}

struct Copies<'a> {
    f: &'a mut Function,
    plan: &'a Plan,
    /// What the function clones: of numbers it has copies.
    cloned: FlatSet<Var>,
    /// What was copied in parts, and the reverse sweep does not mention.
    opened: FlatSet<Var>,
}

impl Copies<'_> {
    fn block(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            for inner in forward_blocks(&mut stmt) {
                self.block(inner);
            }
            if let StmtKind::Let { op, .. } = &mut stmt.kind
                && let Op::Read(place) = op
                && self.is_copied(place)
                && !self.plan.moves.contains(&stmt.id)
            {
                if !self.plan.kept.contains(&place.root) {
                    self.opened.insert(place.root);
                }
                *op = copy_of(place.clone());
            }
            if let StmtKind::Let { var, op } = &mut stmt.kind
                && self.f.drained.contains(var)
                && self.f.copied.contains(var)
                && let Op::Clone(part, _) = op
            {
                if !self.plan.kept.contains(var) {
                    self.opened.insert(*var);
                }
                *op = Op::Runtime(COPY_OF_SLICE, vec![Argument::Ref(part.clone())]);
            }
            if let StmtKind::Let {
                op: Op::Struct { rest: Some(rest), .. },
                ..
            } = &mut stmt.kind
                && rest.is_whole()
            {
                let mut atom = Atom::Var(rest.root);
                self.copy(&mut atom, stmt.span, block);
                *rest = Place::var(atom.var().expect("a copy is a variable"));
            }
            for atom in moved(self.f, &self.cloned, &mut stmt.kind) {
                self.copy(atom, stmt.span, block);
            }
            block.stmts.push(stmt);
        }
        if let Some(result) = &mut block.result {
            let mut own = result.clone();
            let span = block.stmts.last().map_or_else(|| self.f.name.span(), |last| last.span);
            self.copy(&mut own, span, block);
            block.result = Some(own);
        }
    }

    /// Has a copy in place of what is moved.
    fn copy(&mut self, atom: &mut Atom, span: proc_macro2::Span, block: &mut Block) {
        if let Atom::Var(var) = *atom
            && self.plan.kept.contains(&var)
            && self.f.copied.contains(&var)
        {
            let info = self.f.info(var);
            let (name, ty) = (format!("{}_copy", info.name).replace("r#", ""), info.ty.clone());
            let copy = self.f.named_var(&name, ty, false);
            let op = copy_of(Place::var(var));
            block.stmts.push(self.f.stmt(span, StmtKind::Let { var: copy, op }));
            *atom = Atom::Var(copy);
        }
    }

    /// Whether what is read by value has to be copied.
    fn is_copied(&self, place: &Place) -> bool {
        let held = |step: &Projection| {
            matches!(
                step,
                Projection::Index(_) | Projection::Payload(_) | Projection::Part(_)
            )
        };
        let ty = self.f.place_ty(place);
        self.f.copied.contains(&place.root)
            && (self.plan.kept.contains(&place.root) || place.path.iter().any(held))
            && (!ty.is_in_place() || ty == Ty::Inert)
    }
}

fn copy_of(place: Place) -> Op {
    Op::Runtime(COPY, vec![Argument::Ref(place)])
}

/// What a statement takes by value.
fn moved<'a>(f: &Function, cloned: &FlatSet<Var>, kind: &'a mut StmtKind) -> Vec<&'a mut Atom> {
    fn given(args: &mut [Argument]) -> Vec<&mut Atom> {
        args.iter_mut()
            .filter_map(|arg| match arg {
                Argument::Value(atom) => Some(atom),
                _ => None,
            })
            .collect()
    }
    fn operand(operand: &mut Operand) -> Option<&mut Atom> {
        match operand {
            Operand::Atom(atom) => Some(atom),
            _ => None,
        }
    }
    match kind {
        StmtKind::Assign { value, .. } | StmtKind::Push { value, .. } => vec![value],
        StmtKind::Call(call) => given(&mut call.args),
        StmtKind::Accumulate(_, args) => given(args),
        StmtKind::Let { op, .. } => match op {
            Op::Tuple(atoms) | Op::Array { elements: atoms, .. } => atoms.iter_mut().collect(),
            Op::Variant { parts, .. } => parts.iter_mut().map(|(_, _, atom)| atom).collect(),
            Op::Struct { fields, .. } => fields.iter_mut().filter_map(|(_, part)| operand(part)).collect(),
            Op::Rewrap { value, .. } | Op::Replace(_, value) => vec![value],
            Op::Repeat { element, .. } => vec![element],
            // What only rustc knows is a number more often than not.
            Op::Binary(_, l, r) => {
                let known = |atom: &&mut Atom| {
                    let var = atom.var();
                    f.atom_ty(atom) != Ty::Unknown
                        || var.is_some_and(|var| f.structs.contains(&var) || cloned.contains(&var))
                };
                [l, r].into_iter().filter_map(operand).filter(known).collect()
            }
            Op::Runtime(_, args) => given(args),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
