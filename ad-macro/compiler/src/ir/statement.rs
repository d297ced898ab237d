//! Statements and operations: `Block`, `Stmt`, `StmtKind`, `Op`, `If`, `Loop`, and those that only sweeps contain.
//!
//! Input:  `s += x[i] * w;`
//! Output: `let t = x[i]  let t_2 = t * w  s += t_2`

use crate::ir::calls::{Argument, Call, Pull};
use crate::ir::opaque::Opaque;
use crate::ir::place::{Atom, Operand, Place, Use, Var};
use crate::ir::tape::Tape;
use crate::syntax::scalar_rules::Rule;
use proc_macro2::{Ident, Span, TokenStream};

/// How a conversion of numbers is written.
#[derive(Clone, Debug)]
pub enum Conversion {
    Method(Ident),
    Function(Box<syn::ExprPath>),
}

/// A scalar function, and how it is written: as a method, or by its path, `Float::max(a, b)`, where the type may have several methods
/// of the name.
#[derive(Clone, Debug)]
pub struct Applied {
    pub rule: &'static Rule,
    pub path: Option<Box<syn::ExprPath>>,
}

impl Applied {
    /// As a method.
    pub fn method(rule: &'static Rule) -> Self {
        Applied { rule, path: None }
    }
}

#[derive(Clone, Debug)]
pub enum Op {
    /// A copy of a place, or a move out of it.
    Read(Place),
    Binary(syn::BinOp, Operand, Operand),
    Neg(Operand),
    /// A scalar function with a rule; `args[0]` is the receiver.
    Rule(Applied, Vec<Operand>),
    /// `.clone()`, `.to_vec()`, `.to_owned()`.
    Clone(Place, Ident),
    /// `.sum()` of an array.
    Sum(Place),
    Dot(Place, Operand),
    Mapv(Box<Map>),
    Cast(Atom, Box<syn::Type>),
    /// `value.into()`, `T::from(value)`: the same number in another type that only rustc knows.
    Convert(Atom, Conversion),
    Tuple(Vec<Atom>),
    /// `Path { x: a, y: b, ..rest }`; a tuple struct has numbered members. Without a path it is a tuple that holds references.
    Struct {
        path: Option<syn::Path>,
        fields: Vec<(syn::Member, Operand)>,
        rest: Option<Place>,
    },
    /// `Shape::Circle(r)`, `Some(x)`: each part with the accessor of what it becomes.
    Variant {
        path: syn::Path,
        parts: Vec<(syn::Member, Ident, Atom)>,
    },
    /// `Some(value)` or `Ok(value)`, as `like` is.
    Rewrap {
        like: Place,
        value: Atom,
    },
    /// `.unwrap()`, `.expect(..)`: the method with its arguments.
    Unwrap(Place, TokenStream),
    /// `[a, b]` or `vec![a, b]`.
    Array {
        elements: Vec<Atom>,
        vec: bool,
    },
    /// `[a; n]` or `vec![a; n]`.
    Repeat {
        element: Atom,
        len: Opaque,
        vec: bool,
    },
    /// An expression kept as it was written, whose result carries no derivative.
    Opaque(Opaque),
    /// What is needed to make a zero cotangent of the place's present value.
    Witness(Place),
    /// A zero cotangent: of a scalar, or from a witness.
    Zero(Option<Var>),
    /// A zero cotangent from a witness, in memory of the workspace.
    LentZero(Var),
    /// A zero cotangent of what is in a place, in memory of the workspace.
    Part(Place),
    /// A copy of the cotangent in a place, in memory of the workspace.
    LentCopy(Place),
    /// The cotangent in a place, which is left zero: of a scalar, or with the zero that a witness makes.
    Take(Place, Option<Var>),
    /// The same where what is written in the forward sweep carries no derivative: what is taken goes nowhere, and a field that is marked may
    /// be written, whatever its type is.
    Empty(Place, Var),
    /// The cotangent in a slot, if the primal went that way, or a zero.
    TakeSlot(Var, Option<Var>),
    /// The last element, which is taken off.
    PopElement(Place),
    /// What a variant's cotangent holds, as a tuple: by the accessor, `into_payload_Node`.
    Unpack(Var, Ident),
    /// What a place holds, in whose stead a value is put there: `mem::replace(&mut v, w)`.
    Replace(Place, Atom),
    /// A function of the runtime. Those of [`lends`] take memory of the workspace for their result.
    Runtime(&'static str, Vec<Argument>),
    /// A function of the runtime that gives the tangent of an operation on these operands, of which some have tangents.
    Tangent {
        function: &'static str,
        args: Vec<Argument>,
        tangents: Vec<Option<Argument>>,
    },
    /// The generic form of a scalar rule, for a type that the macro cannot name: rule and argument number.
    RuntimeRule(&'static Rule, usize, Vec<Argument>),
}

impl Op {
    /// What gives the value of an atom once more.
    pub fn of(atom: Atom) -> Op {
        match atom {
            Atom::Var(var) => Op::Read(Place::var(var)),
            Atom::Constant(tokens, _) => Op::Opaque(Opaque::pure(tokens, Vec::new())),
        }
    }

    /// Whether it makes a struct that holds a mutable reference.
    pub fn lends(&self) -> bool {
        matches!(self, Op::Struct { fields, .. } if fields.iter().any(|(_, part)| matches!(part, Operand::Lend(_))))
    }

    /// Whether it makes an `Err`, into which nothing flows.
    pub fn is_failure(&self) -> bool {
        matches!(self, Op::Variant { path, .. } if crate::syntax::paths::is_variant_of_std(path, "Err"))
    }
}

/// `source.mapv(|param| body)`.
#[derive(Clone, Debug)]
pub struct Map {
    pub source: Place,
    pub param: Var,
    pub body: Block,
    /// The function puts the result where the source stood: the sweep, which needs both, takes memory of the workspace.
    pub in_place: bool,
    /// In forward mode, the tangent of the source, if it has one: the parameter is a pair, and so is what the body gives, and the whole.
    pub along: Option<Option<Place>>,
}

#[derive(Clone, Debug, Default)]
pub struct Block {
    pub stmts: Vec<Stmt>,
    pub result: Option<Atom>,
}

impl Block {
    /// What it leaves for its reverse, and where.
    pub fn spilled(&self) -> Option<(Var, &[Var])> {
        self.stmts.iter().find_map(|stmt| match &stmt.kind {
            StmtKind::Spill { tape, vars } => Some((*tape, &vars[..])),
            _ => None,
        })
    }

    /// What it takes from the block that it undoes, and where.
    pub fn unspilled(&self) -> Option<(Var, &[Var])> {
        self.stmts.iter().find_map(|stmt| match &stmt.kind {
            StmtKind::Unspill { tape, vars } => Some((*tape, &vars[..])),
            _ => None,
        })
    }
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub id: usize,
    pub span: Span,
    pub kind: StmtKind,
}

impl Stmt {
    /// A loop of the reverse sweep, and the loop of the forward sweep whose iterations it undoes.
    pub fn as_adjoint_loop(&self) -> Option<(&Loop, usize)> {
        match &self.kind {
            StmtKind::Loop(body) => Some((body, body.adjoint_of?)),
            _ => None,
        }
    }

    /// The same, to change it.
    pub fn as_adjoint_loop_mut(&mut self) -> Option<(&mut Loop, usize)> {
        match &mut self.kind {
            StmtKind::Loop(body) => body.adjoint_of.map(|of| (&mut **body, of)),
            _ => None,
        }
    }

    /// The variable that a `let` defines, and by what.
    pub fn as_let(&self) -> Option<(&Var, &Op)> {
        match &self.kind {
            StmtKind::Let { var, op } => Some((var, op)),
            _ => None,
        }
    }
}

impl StmtKind {
    /// A store of which nothing keeps what it overwrites, until the plan says so.
    pub fn assign(place: Place, value: Atom) -> StmtKind {
        let old = None;
        StmtKind::Assign { place, value, old }
    }

    pub fn update(place: Place, op: syn::BinOp, value: Operand) -> StmtKind {
        let old = None;
        StmtKind::Update { place, op, value, old }
    }
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Let {
        var: Var,
        op: Op,
    },
    /// `let x;`, or an empty slot.
    Declare(Var),
    /// `old`, where the plan asks for it, receives what was overwritten.
    Assign {
        place: Place,
        value: Atom,
        old: Option<Var>,
    },
    Update {
        place: Place,
        op: syn::BinOp,
        value: Operand,
        old: Option<Var>,
    },
    Push {
        place: Place,
        value: Atom,
    },
    /// Element `k` becomes what stood at `order[k]`; by the inverse, what stood at `k` goes to `order[k]`.
    Permute {
        place: Place,
        order: Var,
        inverse: bool,
    },
    Call(Box<Call>),
    If(Box<If>),
    Loop(Box<Loop>),
    /// A macro or call without a value, in the user's tokens.
    Effect {
        opaque: Opaque,
        diverges: bool,
    },
    Exit(Exit),

    // What the plan adds to the sweeps.
    /// Leaves what a block of the forward sweep saves on a tape, or in the record of the branch: what the block does last, beside its result.
    Spill {
        tape: Var,
        vars: Vec<Var>,
    },
    /// Takes it from there, where the reverse of the block begins.
    Unspill {
        tape: Var,
        vars: Vec<Var>,
    },

    // What only the adjoint has.
    /// Makes a place of the function what it was before a statement.
    Undo {
        place: Place,
        by: Inverse,
    },
    /// Runs the pullback of a call.
    Pull(Box<Pull>),
    /// A list, or its cotangent, as two, of which a call takes parts side by side. Of a caller's buffer they are buffers.
    Split {
        of: Place,
        at: Atom,
        low: Var,
        high: Var,
    },
    /// A part of a list, or of its cotangent, that a loop goes through; or a part of a cotangent that a call takes these fields of.
    Row {
        var: Var,
        of: Place,
        fields: Vec<syn::Member>,
    },
    /// Saves the elements that a loop is to overwrite, or puts them `back`.
    CopyRow {
        row: Box<TapedRow>,
        back: bool,
    },
    /// Gives memory back to the workspace: a cotangent's, a witness's, or that of a vector of the forward sweep, as a copy that was made there.
    GiveBack(Var),
    /// A call of the runtime for its effect on the cotangents.
    Accumulate(&'static str, Vec<Argument>),
    /// The adjoint of a `mapv`.
    PullMap(Box<PullMap>),
}

/// What undoes a write.
#[derive(Clone, Debug)]
pub enum Inverse {
    /// Of an assignment: what it overwrote is put back.
    Store(Var),
    /// Of a `push`.
    Pop,
    /// Of a `pop`, which gave this.
    Push(Var),
    /// Of a permutation: this is the other way.
    Permute { order: Var, inverse: bool },
    /// Of a step of an integer, `next += 1`, as it was made.
    Step(syn::BinOp, Atom),
}

#[derive(Clone, Debug)]
pub struct If {
    pub cond: Atom,
    pub then: Block,
    pub els: Block,
    pub out: Option<Var>,
    /// Filled by the plan: the variable that records the way taken, with what each side spills. It is the condition of the reverse.
    pub record: Option<Var>,
    /// Of a branch of the reverse sweep, the one of the forward sweep that it undoes.
    pub adjoint_of: Option<usize>,
}

impl If {
    /// A branch of which nothing is recorded.
    pub fn new(cond: Atom, then: Block, els: Block, out: Option<Var>) -> If {
        If {
            cond,
            then,
            els,
            out,
            record: None,
            adjoint_of: None,
        }
    }

    /// The variables that its two sides give as values.
    pub fn result_vars(&self) -> impl Iterator<Item = Var> {
        [&self.then.result, &self.els.result]
            .into_iter()
            .flatten()
            .filter_map(Atom::var)
    }

    /// Whether it is a block that keeps its scope: what it holds is dropped at its end, before what follows.
    pub fn is_scope(&self) -> bool {
        let always = matches!(&self.cond, Atom::Constant(tokens, _) if tokens.to_string() == "true");
        always
            && matches!(
                &self.els.stmts[..],
                [Stmt {
                    kind: StmtKind::Effect { diverges: true, .. },
                    ..
                }]
            )
    }
}

#[derive(Clone, Debug)]
pub enum Exit {
    Break(usize, Option<Atom>),
    Continue(usize),
    Return(Option<Atom>),
}

#[derive(Clone, Debug)]
pub struct PullMap {
    pub source: Place,
    pub seed: Var,
    pub source_bar: Option<Place>,
    /// Of a map in forward mode, the tangent of the source and its cotangent.
    pub along: Option<Option<(Place, Option<Place>)>>,
    pub param: Var,
    pub element_bar: Var,
    pub forward: Block,
    pub backward: Block,
}

#[derive(Clone, Debug)]
pub struct Loop {
    pub label: usize,
    pub kind: LoopKind,
    pub body: Block,
    /// A flag that ends the loop after the iteration that sets it.
    pub exit: Option<Var>,
    /// Counts the iterations, where the adjoint needs that.
    pub trips: Var,
    pub count_trips: bool,
    /// Filled by the plan.
    pub tape: Option<Tape>,
    /// Where the sweeps stand in one function: the reverse sweep of each iteration, which runs right after it.
    pub fused: Option<Block>,
    /// Of a loop that is marked `#[checkpoint]`: copies of what each iteration finds, once `plan/checkpointing.rs` has made them.
    pub checkpoint: Option<Vec<Var>>,
    /// Of a loop of the reverse sweep, the one of the forward sweep whose iterations it undoes: it takes them from its tape.
    pub adjoint_of: Option<usize>,
}

impl Loop {
    /// The loop of the reverse sweep that undoes the iterations of the loop `of`.
    pub fn adjoint(of: usize, kind: LoopKind, body: Block, trips: Var) -> Loop {
        Loop {
            adjoint_of: Some(of),
            ..Loop::new(0, kind, body, trips)
        }
    }

    pub fn new(label: usize, kind: LoopKind, body: Block, trips: Var) -> Loop {
        Loop {
            label,
            kind,
            body,
            exit: None,
            trips,
            count_trips: false,
            tape: None,
            fused: None,
            checkpoint: None,
            adjoint_of: None,
        }
    }
}

/// The elements of a list that a loop from `low` to `high` overwrites, and the tape that they are saved on.
#[derive(Clone, Debug)]
pub struct TapedRow {
    pub tape: Var,
    pub list: Place,
    /// How far each element is from the iteration's number.
    pub offset: crate::ir::place::Offset,
    pub low: Atom,
    pub high: Atom,
}

impl TapedRow {
    pub fn uses(&self, list: Use, f: &mut dyn FnMut(Var, Use)) {
        self.list.uses(list, f);
        self.low.uses(f);
        self.high.uses(f);
        if let crate::ir::place::Offset::Beyond(_, reads) | crate::ir::place::Offset::Before(_, reads) = &self.offset {
            reads.iter().for_each(|var| f(*var, Use::Read));
        }
    }
}

#[derive(Clone, Debug)]
pub enum LoopKind {
    /// `for var in low..high`, possibly inclusive or reversed.
    Range {
        var: Var,
        low: Atom,
        high: Atom,
        inclusive: bool,
        reversed: bool,
    },
    /// `for pattern in iterator` over values without derivative.
    Iterator {
        pattern: TokenStream,
        vars: Vec<Var>,
        iterator: Opaque,
    },
    Forever,
    /// As often as this counts.
    Times(Var),
}

impl LoopKind {
    /// `for var in low..high`
    pub fn range(var: Var, low: Atom, high: Atom) -> LoopKind {
        LoopKind::Range {
            var,
            low,
            high,
            inclusive: false,
            reversed: false,
        }
    }

    /// A range from its other end.
    pub fn backwards(mut self) -> LoopKind {
        if let LoopKind::Range { reversed, .. } = &mut self {
            *reversed = !*reversed;
        }
        self
    }
}
