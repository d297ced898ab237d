//! The intermediate representation: A-normal form over places, for the primal and for the adjoint alike.
//!
//! ```text
//! function := params block
//! block    := stmt* result?
//! stmt     := let x = op(atoms) | let x | place = atom | place op= operand | call | if | loop | effect | …
//! place    := variable (index | range | field | deref)*
//! atom     := immutable variable | literal | path
//! ```
//!
//! A variable is defined once; a mutable one is then changed only through places, and read only by `Op::Read`, `Op::Opaque`
//! and by-reference operands. No variable has a reference type: a reference is a place. After the exits pass there is no
//! `break`, `continue` or `return`.

mod halves;
mod print;
mod uses;

use crate::operators::OwnOperator;
use crate::rules::Rule;
use crate::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use std::collections::BTreeSet;
use std::ops::Range;
pub use uses::Use;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(pub usize);

/// How a variable is represented in the emitted code.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Role {
    /// A plain local or a parameter by value.
    Value,
    /// A parameter `&T` or `&mut T`; its place is what it points to.
    Reference,
    /// A parameter `Option<&T>` or `Option<&mut T>`; its place is what it points to, and is looked at only where there is one.
    Optional,
    /// The cotangent of a parameter `&T`: `Option<&mut C>`, absent where the caller needs no derivative.
    Buffer,
    /// Assigned at most once on any path, in branches that rustc cannot see to be exclusive: an `Option`.
    Slot,
    /// A struct that holds references, `View { values: &m.values[a..b], stride }`. A pullback captures no borrow: it
    /// is built again on the way back, where it is used.
    View,
    /// What an iteration that runs again finds, as a copy that the workspace holds: it is put back by a call.
    Start,
}

#[derive(Clone, Debug)]
pub struct VarInfo {
    pub name: Ident,
    pub ty: Ty,
    pub mutable: bool,
    pub role: Role,
    /// Made by the compiler: it may be folded back into the expression that uses it.
    pub temporary: bool,
    /// The type that the user wrote, kept for rustc's inference.
    pub annotation: Option<syn::Type>,
}

#[derive(Clone, Debug)]
pub enum Atom {
    Var(Var),
    /// A literal or the path of a constant: it has no derivative.
    Constant(TokenStream, Ty),
}

#[derive(Clone, Debug)]
pub struct Place {
    pub root: Var,
    pub path: Vec<Projection>,
}

#[derive(Clone, Debug)]
pub enum Projection {
    Index(Atom),
    Range {
        low: Option<Atom>,
        high: Option<Atom>,
        inclusive: bool,
    },
    Field(syn::Member),
    /// What a variant holds: the accessor's name, `payload_Some_0`.
    Payload(Ident),
    Deref,
    /// To what a function's result refers: its route leads there, in the argument or in the argument's cotangent.
    Through {
        route: Atom,
        ty: Ty,
        bar: bool,
    },
    /// The last step of what a call is lent: an option of the reference, which is there where this holds.
    Where(Atom),
}

/// An operand of an operator or method on a type that the macro cannot name.
#[derive(Clone, Debug)]
pub enum Operand {
    Atom(Atom),
    /// By reference, written (`&a * b`) or by the auto-reference of a method's receiver.
    Borrow(Place),
    /// The receiver of a method: written without `&`, never moved by the methods that we know.
    Receiver(Place),
}

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
    /// `Path { x: a, y: b, ..rest }`; a tuple struct has numbered members.
    Struct {
        path: syn::Path,
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
    /// The generic form of a scalar rule, for a type that the macro cannot name: rule and argument number.
    RuntimeRule(&'static Rule, usize, Vec<Argument>),
}

/// An expression or macro call in the user's own tokens, with the variables renamed.
#[derive(Clone, Debug)]
pub struct Opaque {
    pub tokens: TokenStream,
    pub reads: Vec<Var>,
    /// Those of them whose derivative enters: not what is only compared, measured, used as an index or in `no_diff(..)`.
    pub carried: Vec<Var>,
    /// Variables that may be changed (`rng.next()` through an auto-reference).
    pub writes: Vec<Var>,
    /// Operators, literals and indexing only: it may be evaluated again.
    pub pure: bool,
    /// Where a derivative would be lost if the variables are active, and what to say then.
    pub losses: Vec<Loss>,
    /// Variables whose value is written out as text or bits: `x.to_string()`, `x.to_bits()`.
    pub spelled: Vec<Var>,
    /// The functions that it calls.
    pub callees: Vec<Callee>,
    /// Of an error: the variables that went into it. Nothing flows there, but what is taken out of an `Err` again carries a derivative.
    pub concealed: Vec<Var>,
}

#[derive(Clone, Debug)]
pub struct Loss {
    pub span: Span,
    pub reads: Vec<Var>,
    /// The derivative is also lost if one of these holds the text or bits of an active value.
    pub spellings: Vec<Var>,
    pub message: String,
    pub help: String,
}

/// A function that is called for a value without derivative. If an active value enters it, it must have a twin all the same: what
/// else it may do with that value, such as keeping it in a global, is looked into there.
#[derive(Clone, Debug)]
pub struct Callee {
    /// The path of the twin's forward sweep.
    pub forward: syn::ExprPath,
    pub reads: Vec<Var>,
}

/// `source.mapv(|param| body)`.
#[derive(Clone, Debug)]
pub struct Map {
    pub source: Place,
    pub param: Var,
    pub body: Block,
}

#[derive(Clone, Debug)]
pub enum Argument {
    Value(Atom),
    Ref(Place),
    /// A reference to a value: `&2.0`.
    RefAtom(Atom),
    Mut(Place),
    /// A closure, by its number; what it captured are the last arguments of the call, from this one on.
    Lambda(usize, usize),
    /// The forward sweep of a function that is called by this name.
    Named(Box<syn::ExprPath>, Box<syn::ExprPath>),
}

#[derive(Clone, Debug, Default)]
pub struct Block {
    pub stmts: Vec<Stmt>,
    pub result: Option<Atom>,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub id: usize,
    pub span: Span,
    pub kind: StmtKind,
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

    // What only the adjoint has.
    /// Puts back what an assignment overwrote.
    Undo {
        place: Place,
        old: Var,
    },
    /// Takes back a `push`.
    UndoPush(Place),
    /// Takes back a `pop`.
    UndoPop {
        place: Place,
        old: Var,
    },
    /// Takes back a permutation: permutes by the other way.
    UndoPermute {
        place: Place,
        order: Var,
        inverse: bool,
    },
    /// Takes back a step of an integer: `next += 1` by `next -= 1`.
    UndoStep {
        place: Place,
        op: syn::BinOp,
        value: Atom,
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
    /// A part of a list, or of its cotangent, that a loop goes through.
    Row {
        var: Var,
        of: Place,
    },
    /// Saves the elements that a loop is to overwrite.
    SaveRow(Box<TapedRow>),
    /// Puts them back.
    UndoRow(Box<TapedRow>),
    /// Gives the memory of a part back to the workspace.
    GiveBack(Var),
    /// Gives the memory of a vector of the forward sweep to the workspace, as that of a copy that was made there.
    EndCopy(Var),
    /// A call of the runtime for its effect on the cotangents.
    Accumulate(&'static str, Vec<Argument>),
    /// The adjoint of a `mapv`.
    PullMap(Box<PullMap>),
    /// The adjoint of an `If`, by its record.
    Unwind(Box<Unwind>),
    /// The adjoint of a `Loop`.
    Reverse(Box<Reverse>),
}

#[derive(Clone, Debug)]
pub struct Call {
    pub out: Var,
    pub kind: CallKind,
    /// The path as written, or the method's name.
    pub function: syn::ExprPath,
    /// The path or name of the twin's forward sweep.
    pub forward: syn::ExprPath,
    pub args: Vec<Argument>,
    pub pullback: Var,
    /// No argument is active: the call stands as it was written.
    pub inactive: bool,
    /// What is wrong with calling this with active arguments.
    pub loss: Option<Loss>,
    /// Copies of what an inactive call may overwrite, argument by argument.
    pub olds: Vec<Option<Var>>,
    pub written: AsWritten,
}

/// How the arguments were written of a call that stands as it was written.
#[derive(Clone, Debug, Default)]
pub struct AsWritten {
    /// Those that stand in tuples.
    pub tuples: Vec<Range<usize>>,
    /// Those that are views of arrays by value.
    pub views: Vec<usize>,
    /// The arguments that hold references and are handed over by value. The sweeps take them by reference.
    pub held: Vec<usize>,
    /// The fields of what holds references, by value: each is a number or a reference, for all that the macro knows.
    pub fields: Vec<usize>,
    /// What may be views by value, of arrays of unknown type: only the user's own words for them are sure to be right, and of one
    /// that has a name there are none.
    pub told: Vec<(usize, Option<TokenStream>)>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum CallKind {
    /// A function by its path.
    Function,
    /// A function of a type or trait by its path; if it is a method, the receiver is an argument like the others.
    Associated,
    /// A method by method syntax; the receiver is the first argument.
    Method,
    /// A function that is a parameter; it is the first argument.
    Parameter,
    /// A function that is kept in a field or an element; the first argument is its place. It has no cotangent: what is lent is only
    /// to find it again.
    Kept,
    /// An operator on structs: `function` is that of the operator's trait, `forward` stands for the operator in the runtime.
    Operator,
    /// The function itself, whose frames keep what the way back needs: there is no pullback. A receiver is an argument like
    /// the others.
    Itself,
}

/// What has the sweeps of a method's receiver.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SweepsOf {
    /// The receiver, which is no trait object.
    Itself,
    /// Only rustc knows whether the receiver is a trait object, whose sweeps are those of a hidden trait.
    Unknown,
    /// The hidden trait in any case: the receiver's type is `P: ?Sized`, which may be that of an object.
    AnySize,
}

/// How a function's calls of itself are differentiated.
#[derive(Clone, Debug)]
pub enum Recursion {
    /// There are none.
    None,
    /// Like those of any other function. What the pullback keeps would be of a type that contains itself: it is in a box.
    Boxed,
    /// What each call keeps stands on tapes that all calls share.
    Frames(Box<Frames>),
}

#[derive(Clone, Debug)]
pub struct Frames {
    /// What the function calls itself through, and the tapes of all calls.
    pub calls: Ident,
    pub tapes: Ident,
    /// Filled by the plan: what a call saves apart from its branches and loops.
    pub tape: Option<Tape>,
}

#[derive(Clone, Debug)]
pub struct If {
    pub cond: Atom,
    pub then: Block,
    pub els: Block,
    pub out: Option<Var>,
    /// Filled by the plan: the variable that records the way taken, and what each branch saves in it.
    pub record: Option<Record>,
}

impl If {
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
pub struct Record {
    pub var: Var,
    pub then: Vec<Var>,
    pub els: Vec<Var>,
    /// Where the condition can be had again, there is no record: each branch that saves something has a tape of its own.
    pub tapes: Option<[Option<Var>; 2]>,
}

impl Record {
    /// The variable that records the way taken, where there is one.
    pub fn value(&self) -> Option<Var> {
        self.tapes.is_none().then_some(self.var)
    }
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
    /// Where the sweeps stand in one function: the way back through each iteration, which runs right after it.
    pub fused: Option<Block>,
    /// Of a loop that is marked `#[checkpoint]`: copies of what each iteration finds, once the pass `checkpoints` has made them.
    pub checkpoint: Option<Vec<Var>>,
}

/// Where a loop saves, and what each iteration saves there.
#[derive(Clone, Debug)]
pub struct Tape {
    pub var: Var,
    pub saves: Vec<Var>,
    pub form: TapeForm,
    /// Where it is not of this call alone, but the stack that all calls share: how high it stood after the loop.
    pub height: Option<Var>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TapeForm {
    /// Each iteration pushes: their number is not known before.
    Pushed,
    /// Their number is known before the first one, and so there is room for all of them: nothing grows inside the loop.
    Reserved,
    /// As many elements as the loop has iterations: a value like any other, which needs no memory of its own.
    Array(usize),
}

/// The elements of a list that a loop from `low` to `high` overwrites, and the tape that they are saved on.
#[derive(Clone, Debug)]
pub struct TapedRow {
    pub tape: Var,
    pub list: Place,
    /// How far each element is from the iteration's number.
    pub offset: crate::offsets::Offset,
    pub low: Atom,
    pub high: Atom,
}

impl TapedRow {
    pub fn uses(&self, list: Use, f: &mut dyn FnMut(Var, Use)) {
        self.list.uses(list, f);
        self.low.uses(f);
        self.high.uses(f);
        if let crate::offsets::Offset::Beyond(_, reads) | crate::offsets::Offset::Before(_, reads) = &self.offset {
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
}

#[derive(Clone, Debug)]
pub enum Exit {
    Break(usize, Option<Atom>),
    Continue(usize),
    Return(Option<Atom>),
}

#[derive(Clone, Debug)]
pub struct Pull {
    pub pullback: Var,
    /// For a method: the name of its backward half.
    pub method: Option<Ident>,
    pub kind: CallKind,
    pub seed: Option<Atom>,
    pub args: Vec<PullArgument>,
    /// The arguments that are numbers or references, for all that the macro knows.
    pub fields: Vec<usize>,
}

#[derive(Clone, Debug)]
pub enum PullArgument {
    /// The returned cotangent of an argument by value; `None` where nothing needs it.
    Value(Option<Var>),
    /// An argument by value again, and its cotangent: what a function value is handed.
    Again(Atom, Option<Place>),
    /// A function by name.
    Named,
    /// A closure, by its number; what it captured are these of the arguments.
    Lambda(usize, std::ops::Range<usize>),
    /// An argument without derivative that may be a reference, for all that the macro knows: what was kept of it, or the
    /// constant that it is.
    Kept(Atom),
    /// `None`: of a value or of a reference.
    Absent,
    /// The primal again, and its cotangent.
    Ref(Place, Option<Place>),
    Mut(Place, Option<Place>),
}

#[derive(Clone, Debug)]
pub struct PullMap {
    pub source: Place,
    pub seed: Var,
    pub source_bar: Option<Place>,
    pub param: Var,
    pub element_bar: Var,
    pub forward: Block,
    pub backward: Block,
}

#[derive(Clone, Debug)]
pub struct Unwind {
    pub of: usize,
    pub cond: Atom,
    pub then: Block,
    pub els: Block,
    pub record: Option<Record>,
}

#[derive(Clone, Debug)]
pub struct Reverse {
    pub of: usize,
    pub kind: LoopKind,
    pub by_trips: bool,
    pub trips: Var,
    pub body: Block,
    pub tape: Option<Tape>,
}

impl Reverse {
    /// The tape of a few operations on numbers, the same in every iteration: they cost no more than the loop around them, so
    /// some iterations are to be one.
    pub fn recurrence(&self, vars: &[VarInfo]) -> Option<&Tape> {
        let counts = match &self.kind {
            LoopKind::Range { inclusive, .. } => !inclusive || self.by_trips,
            _ => self.by_trips,
        };
        let tape = self.tape.as_ref().filter(|_| counts && self.body.stmts.len() <= 8)?;
        let number = |var: &Var| vars[var.0].ty.is_float();
        let own = self.kind.vars();
        let mut numbers = !matches!(tape.form, TapeForm::Array(_)) && tape.saves.iter().all(number);
        for stmt in &self.body.stmts {
            match &stmt.kind {
                StmtKind::Let { op, .. } => numbers &= !matches!(op, Op::Opaque(_)),
                StmtKind::Update { place, .. } | StmtKind::Assign { place, .. } => numbers &= place.is_whole(),
                _ => numbers = false,
            }
            stmt.uses(&mut |var, _| numbers &= number(&var) && !own.contains(&var));
        }
        numbers.then_some(tape)
    }
}

/// A parameter, as the derivative sees it.
#[derive(Clone, Debug)]
pub struct Param {
    pub var: Var,
    pub ty: syn::Type,
    pub passing: Passing,
    pub differentiable: bool,
    /// That of the reference, if it is written.
    pub lifetime: Option<syn::Lifetime>,
    /// It is `self`.
    pub receiver: bool,
    /// Its type is a parameter that may stand for a trait object: `P: ?Sized`.
    pub any_size: bool,
    /// The type as it was written, of one of ndarray's views: `ty` is what is behind it.
    pub view: Option<Box<syn::Type>>,
    /// It is a struct by value that holds references: the sweeps take it by reference.
    pub held: bool,
    /// Of an option of a reference: whether there is one.
    pub present: Option<Var>,
    /// Its cotangent in the pullback.
    pub bar: Option<Var>,
    /// What is known of it if it is a function, and the name of its forward sweep.
    pub callable: Option<(Box<crate::callables::Callable>, Ident)>,
}

impl Param {
    /// A parameter like most: by its name, differentiable, and there for certain.
    pub fn new(var: Var, ty: syn::Type, passing: Passing) -> Param {
        Param {
            var,
            ty,
            passing,
            differentiable: true,
            lifetime: None,
            receiver: false,
            any_size: false,
            view: None,
            held: false,
            present: None,
            bar: None,
            callable: None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Passing {
    Value,
    Ref,
    Mut,
    /// A function, in two parts: what it captured, and its forward sweep.
    Function,
}

/// A closure passed to a function: a function of its own, whose first parameters are what it captured.
#[derive(Clone)]
pub struct Lambda {
    pub function: Function,
    /// How many of its parameters are captured.
    pub captured: usize,
    /// Its sweeps, once they are known.
    pub sweeps: Option<(crate::adjoint::Backward, crate::plan::Plan)>,
}

/// A function on its way through the passes.
#[derive(Clone)]
pub struct Function {
    pub name: Ident,
    pub params: Vec<Param>,
    pub output: syn::Type,
    pub output_ty: Ty,
    pub vars: Vec<VarInfo>,
    pub body: Block,
    pub names: crate::names::Names,
    /// The names of the function as it was written.
    pub user_names: crate::names::Names,
    /// The runtime's name in the emitted code.
    pub ad: Ident,
    /// The workspace's name in the emitted code.
    pub ws: Ident,
    pub next_stmt: usize,
    pub next_label: usize,
    /// Whether it calls functions that return references.
    pub through: bool,
    /// The function's own items, which both sweeps see.
    pub items: Vec<TokenStream>,
    /// Type parameters are in scope: a value of unknown type may be of one of them.
    pub generic: bool,
    /// The pullbacks of calls of its siblings cannot be kept on a tape.
    pub pinned: bool,
    /// The variables that are structs, for all that is seen.
    pub structs: BTreeSet<Var>,
    /// The operator whose impl it is.
    pub operator: Option<OwnOperator>,
    /// The closures that are passed to functions.
    pub lambdas: Vec<Lambda>,
    pub recursion: Recursion,
    /// The parameters that are tuples of references, by what they were taken apart into.
    pub tuples: Vec<TupleParam>,
    /// Where sweeps stand together: what must hold for that.
    pub conditions: Vec<crate::fusion::Condition>,
}

/// A parameter that is a tuple of references: in the sweeps its parts are parameters of their own.
#[derive(Clone, Debug)]
pub struct TupleParam {
    pub name: Ident,
    /// The numbers of the parts among the parameters.
    pub parts: Range<usize>,
}

impl Loop {
    /// The statement that assigns to one element after the other, where the loop goes over all `len` elements of a list, none of
    /// them under a condition, and does nothing else with it.
    pub fn overwrites(&self, list: Var, len: Var) -> Option<&Stmt> {
        let LoopKind::Range {
            var: index,
            low,
            high: Atom::Var(high),
            inclusive: false,
            ..
        } = &self.kind
        else {
            return None;
        };
        let mut mentions = self.body.stmts.iter().filter(|stmt| stmt.mentions(list));
        let writer = mentions.next().filter(|_| mentions.next().is_none())?;
        let StmtKind::Assign { place, value, .. } = &writer.kind else {
            return None;
        };
        let element =
            place.root == list && matches!(&place.path[..], [Projection::Index(Atom::Var(at))] if at == index);
        let whole = low.is_zero() && *high == len && self.exit.is_none();
        (whole && element && value.var() != Some(list)).then_some(writer)
    }
}

impl Function {
    /// What has the sweeps of a method that is called on a place, as far as the written types say.
    pub fn sweeps_of(&self, receiver: &Place) -> SweepsOf {
        let param = self.params.iter().find(|param| param.var == receiver.root);
        match param.filter(|_| receiver.is_whole()) {
            Some(Param { any_size: true, .. }) => SweepsOf::AnySize,
            Some(Param { receiver: true, .. }) => SweepsOf::Itself,
            Some(Param {
                ty: ty @ syn::Type::Path(_),
                ..
            }) if !crate::types::mentions_object(ty) => SweepsOf::Itself,
            Some(Param {
                ty: syn::Type::Path(_), ..
            }) => SweepsOf::Unknown,
            _ if *self.place_ty(receiver).behind_references() == Ty::Unknown => SweepsOf::Unknown,
            _ => SweepsOf::Itself,
        }
    }

    /// Whether a part of the way back stands in the forward sweep.
    pub fn is_together(&self) -> bool {
        let fused = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Loop(body) if body.fused.is_some());
        self.body.stmts.iter().any(fused)
    }

    /// The variable that a list is made as long as, `n` of `vec![a; n]`, if it keeps what it holds then.
    pub fn made_as_long_as(&self, op: &Op) -> Option<Var> {
        let Op::Repeat { len, .. } = op else { return None };
        let [count] = len.reads[..] else { return None };
        let info = self.info(count);
        let alone = len.pure && len.writes.is_empty() && info.name == len.tokens.to_string();
        (alone && !info.mutable).then_some(count)
    }

    /// Whether a place is that of a parameter that is a view of an array.
    pub fn is_view_param(&self, place: &Place) -> bool {
        let mut params = self.params.iter();
        place.is_whole() && params.any(|param| param.var == place.root && param.view.is_some())
    }

    /// Whether a method is called on what may be a trait object, in the sweeps of the function or of a closure in it.
    pub fn calls_on_unknown(&self, way_back: &Block) -> bool {
        let of_closure = |lambda: &Lambda| {
            let nothing = Block::default();
            let way_back = lambda.sweeps.as_ref().map_or(&nothing, |(backward, _)| &backward.block);
            lambda.function.calls_on_unknown(way_back)
        };
        let mut found = self.lambdas.iter().any(of_closure);
        for sweep in [&self.body, way_back] {
            sweep.walk(&mut |stmt| {
                found |= matches!(&stmt.kind, StmtKind::Call(call)
                    if call.kind == CallKind::Method && !call.inactive && self.sweeps_of(call.args[0].place()) == SweepsOf::Unknown);
            });
        }
        found
    }

    pub fn info(&self, var: Var) -> &VarInfo {
        &self.vars[var.0]
    }

    pub fn names_ad(&self) -> Ident {
        self.ad.clone()
    }

    pub fn new_var(&mut self, base: &str, ty: Ty, mutable: bool) -> Var {
        let name = self.names.fresh(base, Span::call_site());
        self.vars.push(VarInfo {
            name,
            ty,
            mutable,
            role: Role::Value,
            temporary: true,
            annotation: None,
        });
        Var(self.vars.len() - 1)
    }

    /// One that keeps its name where it is emitted: it is not folded into the expression that uses it.
    pub fn named_var(&mut self, base: &str, ty: Ty, mutable: bool) -> Var {
        let var = self.new_var(base, ty, mutable);
        self.vars[var.0].temporary = false;
        var
    }

    pub fn stmt(&mut self, span: Span, kind: StmtKind) -> Stmt {
        self.next_stmt += 1;
        Stmt {
            id: self.next_stmt,
            span,
            kind,
        }
    }

    pub fn atom_ty(&self, atom: &Atom) -> Ty {
        match atom {
            Atom::Var(var) => self.info(*var).ty.clone(),
            Atom::Constant(_, ty) => ty.clone(),
        }
    }

    pub fn place_ty(&self, place: &Place) -> Ty {
        let mut ty = self.info(place.root).ty.behind_references().clone();
        for projection in &place.path {
            ty = match projection {
                Projection::Index(atom) => {
                    let element = ty.behind_references().element();
                    // An index of unknown type may be a range.
                    match self.atom_ty(atom) {
                        Ty::Int | Ty::Inert => element,
                        _ => Ty::Unknown,
                    }
                }
                Projection::Range { .. } => match ty.behind_references() {
                    Ty::Slice(e) | Ty::Array(e) | Ty::Vec(e) => Ty::Slice(e.clone()),
                    _ => Ty::Unknown,
                },
                Projection::Field(syn::Member::Unnamed(index)) => match ty.behind_references() {
                    Ty::Tuple(elements) => elements.get(index.index as usize).cloned().unwrap_or(Ty::Unknown),
                    _ => Ty::Unknown,
                },
                Projection::Field(_) | Projection::Payload(_) | Projection::Where(_) => Ty::Unknown,
                Projection::Deref => ty.behind_references().clone(),
                Projection::Through { ty, .. } => ty.clone(),
            };
        }
        ty
    }

    pub fn operand_ty(&self, operand: &Operand) -> Ty {
        match operand {
            Operand::Atom(atom) => self.atom_ty(atom),
            Operand::Borrow(place) | Operand::Receiver(place) => self.place_ty(place),
        }
    }
}

impl Place {
    pub fn var(root: Var) -> Place {
        Place { root, path: Vec::new() }
    }

    pub fn then(&self, projection: Projection) -> Place {
        let mut place = self.clone();
        place.path.push(projection);
        place
    }

    /// The same path from another root: a cotangent mirrors its value.
    pub fn at(&self, root: Var) -> Place {
        let mut path = self.path.clone();
        for projection in &mut path {
            if let Projection::Through { bar, .. } = projection {
                *bar = true;
            }
        }
        Place { root, path }
    }

    /// Whether the places may share something: not if they are different variables, different fields of one, or in the two halves
    /// of a list.
    pub fn overlaps(&self, other: &Place) -> bool {
        if self.root != other.root {
            return false;
        }
        if self.divided(other).or_else(|| other.divided(self)).is_some() {
            return false;
        }
        for pair in self.path.iter().zip(&other.path) {
            match pair {
                (Projection::Field(l), Projection::Field(r)) if l == r => {}
                (Projection::Field(_), Projection::Field(_)) => return false,
                _ => return true,
            }
        }
        true
    }

    pub fn is_whole(&self) -> bool {
        self.path.is_empty()
    }

    /// What an option of a reference is lent of, and the condition under which it is there.
    pub fn lent_where(&self) -> Option<(Place, &Atom)> {
        let (last, path) = self.path.split_last()?;
        let Projection::Where(present) = last else { return None };
        let path = path.to_vec();
        Some((Place { root: self.root, path }, present))
    }
}

impl Call {
    /// Whether this is `Box::new`, by its twin.
    pub fn makes_a_box(&self, ad: &Ident) -> bool {
        let mut path = self.forward.path.segments.iter().map(|segment| &segment.ident);
        path.next() == Some(ad) && path.last().is_some_and(|last| last == "boxed" || last == "boxed_lent")
    }

    /// The arguments that may carry a derivative.
    pub fn carrying(&self) -> &[Argument] {
        match self.kind {
            CallKind::Kept => &self.args[1..],
            _ => &self.args,
        }
    }

    /// How many arguments the call has: what closures capture follows them.
    pub fn real_args(&self) -> usize {
        let starts = self.args.iter().filter_map(|arg| match arg {
            Argument::Lambda(_, start) => Some(*start),
            _ => None,
        });
        starts.min().unwrap_or(self.args.len())
    }

    /// Whether the forward sweep of the call hands over a pullback.
    pub fn has_pullback(&self) -> bool {
        !self.inactive && self.kind != CallKind::Itself
    }
}

impl PullArgument {
    /// The place that is lent again.
    pub fn place(&self) -> &Place {
        match self {
            PullArgument::Ref(place, _) | PullArgument::Mut(place, _) => place,
            _ => unreachable!("the argument is a reference"),
        }
    }
}

impl Pull {
    /// How many arguments the call has: what closures capture follows them.
    pub fn real_args(&self) -> usize {
        let starts = self.args.iter().filter_map(|arg| match arg {
            PullArgument::Lambda(_, captured) => Some(captured.start),
            _ => None,
        });
        starts.min().unwrap_or(self.args.len())
    }
}

/// Whether a function of the runtime is handed the workspace, and makes a cotangent in its memory that nobody else owns.
pub fn lends(function: &str) -> bool {
    matches!(
        function,
        "add_left"
            | "add_right"
            | "sub_left"
            | "sub_right"
            | "mul_left"
            | "mul_right"
            | "div_left"
            | "div_right"
            | "rem_left"
            | "rem_right"
            | "neg_adjoint"
            | "assign_right"
    )
}

impl Op {
    /// Whether it makes an `Err`, into which nothing flows.
    pub fn is_failure(&self) -> bool {
        matches!(self, Op::Variant { path, .. } if path.segments.last().is_some_and(|last| last.ident == "Err"))
    }
}

impl Opaque {
    pub fn pure(tokens: TokenStream, reads: Vec<Var>) -> Opaque {
        Opaque {
            tokens,
            carried: reads.clone(),
            reads,
            writes: Vec::new(),
            pure: true,
            losses: Vec::new(),
            spelled: Vec::new(),
            callees: Vec::new(),
            concealed: Vec::new(),
        }
    }
}

impl Loss {
    /// A number is read from text or bits: of `reads`, if they are active, or in what `spellings` hold.
    pub fn read_back(span: Span, reads: Vec<Var>, spellings: Vec<Var>) -> Loss {
        let help = "compute with the number itself, or write `no_diff(..)` around it where it is written out";
        Loss {
            span,
            reads,
            spellings,
            message: "the derivative is lost on the way through text or bits".into(),
            help: help.into(),
        }
    }
}

impl Atom {
    pub fn var(&self) -> Option<Var> {
        match self {
            Atom::Var(var) => Some(*var),
            Atom::Constant(..) => None,
        }
    }

    /// Whether it is the literal zero of a count.
    pub fn is_zero(&self) -> bool {
        matches!(self, Atom::Constant(tokens, _) if matches!(tokens.to_string().as_str(), "0" | "0usize"))
    }
}
