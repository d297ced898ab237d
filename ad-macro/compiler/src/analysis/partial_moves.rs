//! Reads of the parts of a variable that nothing mentions after them: there, parts may be moved out.
//!
//! ```text
//! Input:  if `is Cons` { let v = list.Cons.0   let next = list.Cons.1   s += v   list = next }
//! Output: the run [list.Cons.0, list.Cons.1]
//! ```
//!
//! A variable that is given another value begins anew with it. In the reverse sweep such a run is where the cotangent of the variable begins:
//! those of its parts are put there, and a zero is made for the others alone.

use crate::ir::*;
use crate::syntax::flat_set::FlatSet;

/// Reads of parts of one variable, with no other mention of it between and after them but those of reads.
#[derive(Clone, Debug)]
pub struct Run {
    pub root: Var,
    pub reads: Vec<PartRead>,
}

#[derive(Clone, Debug)]
pub struct PartRead {
    /// The statement.
    pub id: usize,
    pub out: Var,
    pub place: Place,
    /// What the part is called in the shape of the whole.
    pub part: String,
    /// The part as a whole is read here for the last time.
    pub last: bool,
}

impl Run {
    /// The read that a statement is.
    pub fn read(&self, id: usize) -> Option<&PartRead> {
        self.reads.iter().find(|read| read.id == id)
    }
}

/// The runs among the statements of a block.
pub fn runs(f: &Function, block: &Block) -> Vec<Run> {
    let mut open: Vec<Run> = Vec::new();
    let mut found = Vec::new();
    for stmt in &block.stmts {
        if let Some((root, read)) = part_read(f, stmt) {
            let at = open.iter().position(|run| run.root == root).unwrap_or_else(|| {
                open.push(Run {
                    root,
                    reads: Vec::new(),
                });
                open.len() - 1
            });
            for before in open[at].reads.iter_mut().filter(|before| before.part == read.part) {
                before.last = false;
            }
            open[at].reads.push(read);
            continue;
        }
        let renewed = match &stmt.kind {
            StmtKind::Assign { place, value, .. } if place.is_whole() && value.var() != Some(place.root) => {
                Some(place.root)
            }
            _ => None,
        };
        open.retain(|run| {
            let mentioned = stmt.mentions(run.root);
            if mentioned && renewed == Some(run.root) {
                found.push(run.clone());
            }
            !mentioned
        });
    }
    if let Some(Atom::Var(result)) = &block.result {
        open.retain(|run| run.root != *result);
    }
    found.extend(open);
    found.retain(|run| run.reads.iter().any(|read| read.last));
    found
}

/// The read of a part that a statement is, and what it is a part of.
fn part_read(f: &Function, stmt: &Stmt) -> Option<(Var, PartRead)> {
    let Some((var, Op::Read(place))) = stmt.as_let() else {
        return None;
    };
    let part = match place.path.first()? {
        Projection::Field(syn::Member::Named(name)) => name.to_string().trim_start_matches("r#").to_string(),
        Projection::Field(syn::Member::Unnamed(index)) => index.index.to_string(),
        Projection::Payload(accessor) => accessor.to_string(),
        Projection::Deref => "*".to_string(),
        Projection::Part(part) => {
            let (variant, member) = &**part;
            crate::ir::accessors::accessor(&variant.segments.last()?.ident, member).to_string()
        }
        _ => return None,
    };
    let mut indexed = false;
    place.index_uses(&mut |_, _| indexed = true);
    let owned = f.info(place.root).role == Role::Value && !indexed;
    let read = PartRead {
        id: stmt.id,
        out: *var,
        place: place.clone(),
        part,
        last: place.path.len() == 1,
    };
    owned.then_some((place.root, read))
}

/// The variables that are more to the function than operands of its arithmetic.
pub fn handed_on(f: &Function) -> FlatSet<Var> {
    let mut found = FlatSet::new();
    let mut note = |block: &Block| found.extend(block.result.iter().filter_map(Atom::var));
    note(&f.body);
    f.body.walk(&mut |stmt| stmt.blocks().into_iter().for_each(&mut note));
    f.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Let {
            op: Op::Binary(..) | Op::Neg(_) | Op::Rule(..) | Op::Cast(..) | Op::Convert(..) | Op::Opaque(_),
            ..
        }
        | StmtKind::If(_)
        | StmtKind::Loop(_)
        | StmtKind::Effect { .. } => {}
        StmtKind::Call(call) if matches!(call.kind, CallKind::Operator | CallKind::Product) => {}
        StmtKind::Update { place, value, .. } => {
            found.insert(place.root);
            if !matches!(value, Operand::Atom(_)) {
                value.uses(&mut |var, _| _ = found.insert(var));
            }
        }
        _ => stmt.uses(&mut |var, _| _ = found.insert(var)),
    });
    found
}
