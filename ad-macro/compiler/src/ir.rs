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

use crate::rules::Rule;
use crate::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use std::fmt;
use std::ops::Range;

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

#[derive(Clone, Debug)]
pub enum Op {
    /// A copy of a place, or a move out of it.
    Read(Place),
    Binary(syn::BinOp, Operand, Operand),
    Neg(Operand),
    /// A scalar function with a rule; `args[0]` is the receiver.
    Rule(&'static Rule, Vec<Operand>),
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
        fields: Vec<(syn::Member, Atom)>,
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
    /// A zero cotangent of a list of floats, in memory of the workspace.
    Part(Place),
    /// The cotangent in a place, which is left zero: of a scalar, or with the zero that a witness makes.
    Take(Place, Option<Var>),
    /// The cotangent in a slot, if the primal went that way, or a zero.
    TakeSlot(Var, Option<Var>),
    /// The last element, which is taken off.
    PopElement(Place),
    /// A function of the runtime.
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
    /// The cotangent of a slice as two buffers, which a call takes side by side.
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
    /// Gives the memory of a part back to the workspace.
    GiveBack(Var),
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
    /// The arguments that stand in a tuple where the call stands as it was written.
    pub tuples: Vec<Range<usize>>,
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

/// A parameter, as the derivative sees it.
#[derive(Clone, Debug)]
pub struct Param {
    pub var: Var,
    pub ty: syn::Type,
    pub passing: Passing,
    pub differentiable: bool,
    /// It is `self`.
    pub receiver: bool,
    /// Its type is a parameter that may stand for a trait object: `P: ?Sized`.
    pub any_size: bool,
    /// Of an option of a reference: whether there is one.
    pub present: Option<Var>,
    /// Its cotangent in the pullback.
    pub bar: Option<Var>,
    /// What is known of it if it is a function, and the name of its forward sweep.
    pub callable: Option<(Box<crate::callables::Callable>, Ident)>,
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
pub struct Lambda {
    pub function: Function,
    /// How many of its parameters are captured.
    pub captured: usize,
    /// Its sweeps, once they are known.
    pub sweeps: Option<(crate::adjoint::Backward, crate::plan::Plan)>,
}

/// A function on its way through the passes.
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
    /// The closures that are passed to functions.
    pub lambdas: Vec<Lambda>,
    pub recursion: Recursion,
    /// The parameters that are tuples of references, by what they were taken apart into.
    pub tuples: Vec<TupleParam>,
}

/// A parameter that is a tuple of references: in the sweeps its parts are parameters of their own.
#[derive(Clone, Debug)]
pub struct TupleParam {
    pub name: Ident,
    /// The numbers of the parts among the parameters.
    pub parts: Range<usize>,
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

    /// Whether a method is called on what may be a trait object, in the function or in a closure of it.
    pub fn calls_on_unknown(&self) -> bool {
        let mut found = self.lambdas.iter().any(|lambda| lambda.function.calls_on_unknown());
        self.body.walk(&mut |stmt| {
            found |= matches!(&stmt.kind, StmtKind::Call(call)
                if call.kind == CallKind::Method && !call.inactive && self.sweeps_of(call.args[0].place()) == SweepsOf::Unknown);
        });
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

    /// Whether the places may share something: not if they are different variables, or different fields of one.
    pub fn overlaps(&self, other: &Place) -> bool {
        if self.root != other.root {
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
        path.next() == Some(ad) && path.last().is_some_and(|last| last == "boxed")
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
}

// ---------------------------------------------------------------------------------------------------------------------
// Walks: which variables a piece of the program mentions.

/// A variable's occurrence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Use {
    /// An immutable value, or the whole of a mutable one by value.
    Value,
    /// The root of a place that is read.
    Read,
    /// The root of a place that is written.
    Write,
}

impl Atom {
    pub fn uses(&self, f: &mut dyn FnMut(Var, Use)) {
        if let Atom::Var(var) = self {
            f(*var, Use::Value);
        }
    }
}

impl Place {
    pub fn uses(&self, root: Use, f: &mut dyn FnMut(Var, Use)) {
        f(self.root, root);
        self.index_uses(f);
    }

    pub fn index_uses(&self, f: &mut dyn FnMut(Var, Use)) {
        for projection in &self.path {
            match projection {
                Projection::Index(atom) => atom.uses(f),
                Projection::Range { low, high, .. } => {
                    low.iter().chain(high).for_each(|atom| atom.uses(f));
                }
                Projection::Through { route, .. } => route.uses(f),
                Projection::Where(present) => present.uses(f),
                Projection::Field(_) | Projection::Payload(_) | Projection::Deref => {}
            }
        }
    }
}

impl Operand {
    pub fn uses(&self, f: &mut dyn FnMut(Var, Use)) {
        match self {
            Operand::Atom(atom) => atom.uses(f),
            Operand::Borrow(place) | Operand::Receiver(place) => place.uses(Use::Read, f),
        }
    }
}

impl Opaque {
    pub fn uses(&self, f: &mut dyn FnMut(Var, Use)) {
        self.reads.iter().for_each(|var| f(*var, Use::Read));
        self.writes.iter().for_each(|var| f(*var, Use::Write));
    }
}

impl Argument {
    /// The place that is lent.
    pub fn place(&self) -> &Place {
        match self {
            Argument::Ref(place) | Argument::Mut(place) => place,
            _ => unreachable!("the argument is a reference"),
        }
    }

    pub fn uses(&self, f: &mut dyn FnMut(Var, Use)) {
        match self {
            Argument::Value(atom) | Argument::RefAtom(atom) => atom.uses(f),
            Argument::Ref(place) => place.uses(Use::Read, f),
            Argument::Mut(place) => place.uses(Use::Write, f),
            Argument::Lambda(..) | Argument::Named(..) => {}
        }
    }
}

impl Op {
    pub fn uses(&self, f: &mut dyn FnMut(Var, Use)) {
        match self {
            Op::Read(place)
            | Op::Clone(place, _)
            | Op::Sum(place)
            | Op::Witness(place)
            | Op::Part(place)
            | Op::Unwrap(place, _) => {
                place.uses(Use::Read, f);
            }
            Op::Binary(_, l, r) => {
                l.uses(f);
                r.uses(f);
            }
            Op::Neg(operand) => operand.uses(f),
            Op::Rule(_, args) => args.iter().for_each(|arg| arg.uses(f)),
            Op::Dot(place, operand) => {
                place.uses(Use::Read, f);
                operand.uses(f);
            }
            Op::Mapv(map) => {
                map.source.uses(Use::Read, f);
                map.body.uses(f);
            }
            Op::Cast(atom, _) | Op::Convert(atom, _) => atom.uses(f),
            Op::Tuple(atoms) | Op::Array { elements: atoms, .. } => {
                atoms.iter().for_each(|atom| atom.uses(f));
            }
            Op::Rewrap { like, value } => {
                like.uses(Use::Read, f);
                value.uses(f);
            }
            Op::Variant { parts, .. } => parts.iter().for_each(|(_, _, atom)| atom.uses(f)),
            Op::Struct { fields, rest, .. } => {
                fields.iter().for_each(|(_, atom)| atom.uses(f));
                rest.iter().for_each(|rest| rest.uses(Use::Read, f));
            }
            Op::Repeat { element, len, .. } => {
                element.uses(f);
                len.uses(f);
            }
            Op::Opaque(opaque) => opaque.uses(f),
            Op::Zero(witness) => witness.iter().for_each(|var| f(*var, Use::Value)),
            Op::Take(place, witness) => {
                place.uses(Use::Write, f);
                witness.iter().for_each(|var| f(*var, Use::Value));
            }
            Op::TakeSlot(slot, witness) => {
                f(*slot, Use::Write);
                witness.iter().for_each(|var| f(*var, Use::Value));
            }
            Op::PopElement(place) => place.uses(Use::Write, f),
            Op::Runtime(_, args) | Op::RuntimeRule(_, _, args) => {
                args.iter().for_each(|arg| arg.uses(f));
            }
        }
    }
}

impl Block {
    pub fn uses(&self, f: &mut dyn FnMut(Var, Use)) {
        self.stmts.iter().for_each(|stmt| stmt.uses(f));
        self.result.iter().for_each(|atom| atom.uses(f));
    }

    /// Every statement, the nested ones included, outer before inner.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Stmt)) {
        for stmt in &self.stmts {
            f(stmt);
            stmt.blocks().into_iter().for_each(|block| block.walk(f));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.stmts.is_empty()
    }
}

impl Stmt {
    /// Calls `f` for every variable that the statement mentions, nested blocks included, but for those it defines.
    pub fn uses(&self, f: &mut dyn FnMut(Var, Use)) {
        match &self.kind {
            StmtKind::Let { op, .. } => op.uses(f),
            StmtKind::Declare(_) => {}
            StmtKind::Assign { place, value, .. } => {
                place.uses(Use::Write, f);
                value.uses(f);
            }
            StmtKind::Update { place, value, .. } => {
                place.uses(Use::Write, f);
                value.uses(f);
            }
            StmtKind::Push { place, value } => {
                place.uses(Use::Write, f);
                value.uses(f);
            }
            StmtKind::Call(call) => call.args.iter().for_each(|arg| arg.uses(f)),
            StmtKind::If(branch) => {
                branch.cond.uses(f);
                branch.then.uses(f);
                branch.els.uses(f);
            }
            StmtKind::Loop(body) => {
                body.kind.uses(f);
                body.body.uses(f);
                body.exit.iter().for_each(|var| f(*var, Use::Read));
            }
            StmtKind::Effect { opaque, .. } => opaque.uses(f),
            StmtKind::Exit(Exit::Break(_, value) | Exit::Return(value)) => {
                value.iter().for_each(|atom| atom.uses(f));
            }
            StmtKind::Exit(Exit::Continue(_)) => {}
            StmtKind::Undo { place, old } => {
                place.uses(Use::Write, f);
                f(*old, Use::Value);
            }
            StmtKind::UndoPush(place) => place.uses(Use::Write, f),
            StmtKind::UndoPop { place, old } => {
                place.uses(Use::Write, f);
                f(*old, Use::Value);
            }
            StmtKind::Permute { place, order, .. } | StmtKind::UndoPermute { place, order, .. } => {
                place.uses(Use::Write, f);
                f(*order, Use::Value);
            }
            StmtKind::UndoStep { place, value, .. } => {
                place.uses(Use::Write, f);
                value.uses(f);
            }
            StmtKind::Pull(pull) => {
                if pull.kind != CallKind::Itself {
                    f(pull.pullback, Use::Value);
                }
                pull.seed.iter().for_each(|atom| atom.uses(f));
                for arg in &pull.args {
                    match arg {
                        PullArgument::Value(_)
                        | PullArgument::Named
                        | PullArgument::Absent
                        | PullArgument::Lambda(..) => {}
                        PullArgument::Again(atom, bar) => {
                            atom.uses(f);
                            bar.iter().for_each(|bar| bar.uses(Use::Write, f));
                        }
                        PullArgument::Kept(atom) => atom.uses(f),
                        PullArgument::Ref(place, bar) => {
                            place.uses(Use::Read, f);
                            bar.iter().for_each(|bar| bar.uses(Use::Write, f));
                        }
                        PullArgument::Mut(place, bar) => {
                            place.uses(Use::Write, f);
                            bar.iter().for_each(|bar| bar.uses(Use::Write, f));
                        }
                    }
                }
            }
            StmtKind::Split { of, at, .. } => {
                of.uses(Use::Write, f);
                at.uses(f);
            }
            StmtKind::Row { of, .. } => of.uses(Use::Read, f),
            StmtKind::GiveBack(var) => f(*var, Use::Value),
            StmtKind::Accumulate(_, args) => args.iter().for_each(|arg| arg.uses(f)),
            StmtKind::PullMap(map) => {
                map.source.uses(Use::Read, f);
                f(map.seed, Use::Value);
                map.source_bar.iter().for_each(|bar| bar.uses(Use::Write, f));
                map.forward.uses(f);
                map.backward.uses(f);
            }
            StmtKind::Unwind(unwind) => {
                match unwind.record.as_ref().and_then(Record::value) {
                    Some(var) => f(var, Use::Value),
                    None => unwind.cond.uses(f),
                }
                unwind.then.uses(f);
                unwind.els.uses(f);
            }
            StmtKind::Reverse(reverse) => {
                if reverse.by_trips {
                    f(reverse.trips, Use::Read);
                } else {
                    reverse.kind.uses(f);
                }
                reverse
                    .tape
                    .iter()
                    .filter_map(Tape::value)
                    .for_each(|var| f(var, Use::Value));
                reverse.body.uses(f);
            }
        }
    }

    /// The variables that the statement defines in its own block.
    pub fn defines(&self) -> Vec<Var> {
        match &self.kind {
            StmtKind::Let { var, .. } | StmtKind::Declare(var) => vec![*var],
            StmtKind::Split { low, high, .. } => vec![*low, *high],
            StmtKind::Row { var, .. } => vec![*var],
            StmtKind::Assign { old, .. } | StmtKind::Update { old, .. } => old.iter().copied().collect(),
            StmtKind::Call(call) => {
                let mut vars: Vec<Var> = call.olds.iter().flatten().copied().collect();
                vars.push(call.out);
                if call.has_pullback() {
                    vars.push(call.pullback);
                }
                vars
            }
            StmtKind::If(branch) => branch
                .out
                .into_iter()
                .chain(branch.record.as_ref().and_then(Record::value))
                .collect(),
            StmtKind::Loop(body) => {
                let tape = body.tape.iter().filter_map(Tape::value);
                tape.chain([body.trips]).collect()
            }
            StmtKind::Pull(pull) => pull
                .args
                .iter()
                .filter_map(|arg| match arg {
                    PullArgument::Value(var) => *var,
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The variables that are there inside of an adjoint's blocks, because the forward sweep saved them.
    pub fn unpacks(&self) -> Vec<Var> {
        match &self.kind {
            StmtKind::Unwind(unwind) => {
                let records = unwind.record.iter();
                records
                    .flat_map(|record| record.then.iter().chain(&record.els))
                    .copied()
                    .collect()
            }
            StmtKind::Reverse(reverse) => reverse.tape.iter().flat_map(|tape| &tape.saves).copied().collect(),
            _ => Vec::new(),
        }
    }

    pub fn blocks(&self) -> Vec<&Block> {
        match &self.kind {
            StmtKind::If(branch) => vec![&branch.then, &branch.els],
            StmtKind::Loop(body) => vec![&body.body],
            StmtKind::Unwind(unwind) => vec![&unwind.then, &unwind.els],
            StmtKind::Reverse(reverse) => vec![&reverse.body],
            StmtKind::PullMap(map) => vec![&map.forward, &map.backward],
            StmtKind::Let { op: Op::Mapv(map), .. } => vec![&map.body],
            _ => Vec::new(),
        }
    }

    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match &mut self.kind {
            StmtKind::If(branch) => vec![&mut branch.then, &mut branch.els],
            StmtKind::Loop(body) => vec![&mut body.body],
            StmtKind::Unwind(unwind) => vec![&mut unwind.then, &mut unwind.els],
            StmtKind::Reverse(reverse) => vec![&mut reverse.body],
            StmtKind::PullMap(map) => vec![&mut map.forward, &mut map.backward],
            StmtKind::Let { op: Op::Mapv(map), .. } => vec![&mut map.body],
            _ => Vec::new(),
        }
    }
}

impl Tape {
    /// The value that the loop makes and its backward sweep needs: the tape itself or its height.
    pub fn value(&self) -> Option<Var> {
        match self.form {
            TapeForm::Array(_) => Some(self.var),
            _ => self.height,
        }
    }
}

impl LoopKind {
    pub fn uses(&self, f: &mut dyn FnMut(Var, Use)) {
        match self {
            LoopKind::Range { low, high, .. } => {
                low.uses(f);
                high.uses(f);
            }
            LoopKind::Iterator { iterator, .. } => iterator.uses(f),
            LoopKind::Forever => {}
        }
    }

    /// The variables that each iteration gets.
    pub fn vars(&self) -> Vec<Var> {
        match self {
            LoopKind::Range { var, .. } => vec![*var],
            LoopKind::Iterator { vars, .. } => vars.clone(),
            LoopKind::Forever => Vec::new(),
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The printed form, for snapshots and for the eye.

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fn {}(", self.name)?;
        for (k, param) in self.params.iter().enumerate() {
            let separator = if k > 0 { ", " } else { "" };
            let mark = if param.differentiable { "" } else { "no_diff " };
            write!(
                f,
                "{separator}{mark}{}: {}",
                self.info(param.var).name,
                self.info(param.var).ty
            )?;
        }
        writeln!(f, ") -> {} {{", self.output_ty)?;
        f.write_str(&self.print(&self.body, 1))?;
        f.write_str("}\n")?;
        for (number, lambda) in self.lambdas.iter().enumerate() {
            write!(f, "lambda #{number}: {}", lambda.function)?;
            if let Some((backward, _)) = &lambda.sweeps {
                f.write_str(&lambda.function.print(&backward.block, 1))?;
            }
        }
        Ok(())
    }
}

impl Function {
    /// Prints a block of this function, indented by `depth` steps.
    pub fn print(&self, block: &Block, depth: usize) -> String {
        let mut text = String::new();
        for stmt in &block.stmts {
            self.print_stmt(stmt, depth, &mut text);
        }
        if let Some(result) = &block.result {
            text.push_str(&format!("{}{}\n", "  ".repeat(depth), self.print_atom(result)));
        }
        text
    }

    fn print_stmt(&self, stmt: &Stmt, depth: usize, text: &mut String) {
        let pad = "  ".repeat(depth);
        let name = |var: Var| self.info(var).name.to_string();
        let names = |vars: &[Var]| vars.iter().map(|var| name(*var)).collect::<Vec<_>>().join(", ");
        let saving = |old: &Option<Var>| old.map_or(String::new(), |old| format!(" saving {}", name(old)));
        let op_text = |op: &syn::BinOp| quote::quote!(#op).to_string();
        let line = match &stmt.kind {
            StmtKind::Let { var, op: Op::Mapv(map) } => {
                format!(
                    "let {} = mapv {} |{}| {{\n{}{pad}}}",
                    name(*var),
                    self.print_place(&map.source),
                    name(map.param),
                    self.print(&map.body, depth + 1)
                )
            }
            StmtKind::Let { var, op } => {
                let mutable = if self.info(*var).mutable { "mut " } else { "" };
                format!(
                    "let {mutable}{}: {} = {}",
                    name(*var),
                    self.info(*var).ty,
                    self.print_op(op)
                )
            }
            StmtKind::Declare(var) => format!("let {}: {}", name(*var), self.info(*var).ty),
            StmtKind::Assign { place, value, old } => {
                format!(
                    "{} = {}{}",
                    self.print_place(place),
                    self.print_atom(value),
                    saving(old)
                )
            }
            StmtKind::Update { place, op, value, old } => format!(
                "{} {} {}{}",
                self.print_place(place),
                op_text(op),
                self.print_operand(value),
                saving(old)
            ),
            StmtKind::Push { place, value } => {
                format!("push {} {}", self.print_place(place), self.print_atom(value))
            }
            StmtKind::Call(call) => {
                let function = &call.function;
                let args: Vec<_> = call.args.iter().map(|arg| self.print_argument(arg)).collect();
                let pullback = if call.has_pullback() {
                    format!(", {}", name(call.pullback))
                } else {
                    String::new()
                };
                format!(
                    "let {}{pullback} = call {}({})",
                    name(call.out),
                    quote::quote!(#function).to_string().replace(' ', ""),
                    args.join(", ")
                )
            }
            StmtKind::If(branch) => {
                let out = branch.out.map_or(String::new(), |out| format!("let {} = ", name(out)));
                let record = branch.record.as_ref().map_or(String::new(), |record| {
                    let what = match record.value() {
                        Some(var) => format!("recording {} =", name(var)),
                        None => "saving".to_string(),
                    };
                    format!(" {what} then({}) else({})", names(&record.then), names(&record.els))
                });
                format!(
                    "{out}if {}{record} {{\n{}{pad}}} else {{\n{}{pad}}}",
                    self.print_atom(&branch.cond),
                    self.print(&branch.then, depth + 1),
                    self.print(&branch.els, depth + 1)
                )
            }
            StmtKind::Loop(body) => {
                let exit = body.exit.map_or(String::new(), |exit| format!(" until {}", name(exit)));
                let trips = if body.count_trips {
                    format!(" counting {}", name(body.trips))
                } else {
                    String::new()
                };
                let tape = body.tape.as_ref().map_or(String::new(), |tape| {
                    let form = match tape.form {
                        TapeForm::Pushed => "",
                        TapeForm::Reserved => "reserving ",
                        TapeForm::Array(_) => "array ",
                    };
                    let shared = tape
                        .height
                        .map_or(String::new(), |height| format!(" up to {}", name(height)));
                    format!(" taping {form}{}({}){shared}", name(tape.var), names(&tape.saves))
                });
                format!(
                    "{}{exit}{trips}{tape} {{\n{}{pad}}}",
                    self.print_kind(&body.kind),
                    self.print(&body.body, depth + 1)
                )
            }
            StmtKind::Effect { opaque, .. } => format!("effect {}", opaque.tokens),
            StmtKind::Exit(Exit::Break(label, value)) => format!(
                "break #{label} {}",
                value.as_ref().map_or(String::new(), |value| self.print_atom(value))
            ),
            StmtKind::Exit(Exit::Continue(label)) => format!("continue #{label}"),
            StmtKind::Exit(Exit::Return(value)) => format!(
                "return {}",
                value.as_ref().map_or(String::new(), |value| self.print_atom(value))
            ),
            StmtKind::Undo { place, old } => format!("undo {} to {}", self.print_place(place), name(*old)),
            StmtKind::UndoPush(place) => format!("undo push {}", self.print_place(place)),
            StmtKind::UndoPop { place, old } => format!("undo pop {} of {}", self.print_place(place), name(*old)),
            StmtKind::Permute { place, order, inverse } | StmtKind::UndoPermute { place, order, inverse } => {
                let undo = if matches!(stmt.kind, StmtKind::UndoPermute { .. }) {
                    "undo: "
                } else {
                    ""
                };
                let back = if *inverse { "back " } else { "" };
                format!("{undo}permute {} {back}by {}", self.print_place(place), name(*order))
            }
            StmtKind::UndoStep { place, op, value } => format!(
                "undo step {} {} {}",
                self.print_place(place),
                op_text(op),
                self.print_atom(value)
            ),
            StmtKind::Pull(pull) => {
                let args: Vec<_> = pull
                    .args
                    .iter()
                    .map(|arg| match arg {
                        PullArgument::Value(Some(var)) => format!("-> {}", name(*var)),
                        PullArgument::Value(None) => "-> _".to_string(),
                        PullArgument::Named => "fn".to_string(),
                        PullArgument::Lambda(number, _) => format!("lambda #{number}"),
                        PullArgument::Again(atom, bar) => format!(
                            "{} {}",
                            self.print_atom(atom),
                            bar.as_ref().map_or("_".into(), |bar| self.print_place(bar))
                        ),
                        PullArgument::Kept(atom) => format!("again {}", self.print_atom(atom)),
                        PullArgument::Absent => "none".to_string(),
                        PullArgument::Ref(place, bar) => format!(
                            "&{} {}",
                            self.print_place(place),
                            bar.as_ref().map_or("_".into(), |bar| self.print_place(bar))
                        ),
                        PullArgument::Mut(place, bar) => format!(
                            "&mut {} {}",
                            self.print_place(place),
                            bar.as_ref().map_or("_".into(), |bar| self.print_place(bar))
                        ),
                    })
                    .collect();
                let seed = pull
                    .seed
                    .as_ref()
                    .map_or("()".to_string(), |seed| self.print_atom(seed));
                let pullback = match pull.kind {
                    CallKind::Itself => self.name.to_string(),
                    _ => name(pull.pullback),
                };
                format!("pull {pullback}({seed}; {})", args.join(", "))
            }
            StmtKind::Split { of, at, low, high } => format!(
                "let {}, {} = split {} at {}",
                name(*low),
                name(*high),
                self.print_place(of),
                self.print_atom(at)
            ),
            StmtKind::Row { var, of } => format!("let {} = row {}", name(*var), self.print_place(of)),
            StmtKind::GiveBack(var) => format!("give back {}", name(*var)),
            StmtKind::Accumulate(function, args) => {
                let args: Vec<_> = args.iter().map(|arg| self.print_argument(arg)).collect();
                format!("{function}({})", args.join(", "))
            }
            StmtKind::PullMap(map) => format!(
                "pull map {} |{}, {}| {{\n{}{pad}}} {{\n{}{pad}}}",
                self.print_place(&map.source),
                name(map.param),
                name(map.element_bar),
                self.print(&map.forward, depth + 1),
                self.print(&map.backward, depth + 1)
            ),
            StmtKind::Unwind(unwind) => {
                let (way, then, els) = match &unwind.record {
                    Some(record) => (
                        record.value().map_or(self.print_atom(&unwind.cond), name),
                        format!("({}) ", names(&record.then)),
                        format!("({}) ", names(&record.els)),
                    ),
                    None => (self.print_atom(&unwind.cond), String::new(), String::new()),
                };
                format!(
                    "unwind {way} {then}{{\n{}{pad}}} else {els}{{\n{}{pad}}}",
                    self.print(&unwind.then, depth + 1),
                    self.print(&unwind.els, depth + 1)
                )
            }
            StmtKind::Reverse(reverse) => {
                let over = if reverse.by_trips {
                    format!("for {} trips", name(reverse.trips))
                } else {
                    self.print_kind(&reverse.kind)
                };
                let tape = reverse.tape.as_ref().map_or(String::new(), |tape| {
                    format!(" popping {}({})", name(tape.var), names(&tape.saves))
                });
                format!(
                    "reverse {over}{tape} {{\n{}{pad}}}",
                    self.print(&reverse.body, depth + 1)
                )
            }
        };
        text.push_str(&format!("{pad}{line}\n"));
    }

    fn print_kind(&self, kind: &LoopKind) -> String {
        match kind {
            LoopKind::Range {
                var,
                low,
                high,
                inclusive,
                reversed,
            } => format!(
                "for {} in {}{}{}{}",
                self.info(*var).name,
                self.print_atom(low),
                if *inclusive { "..=" } else { ".." },
                self.print_atom(high),
                if *reversed { " reversed" } else { "" }
            ),
            LoopKind::Iterator { pattern, iterator, .. } => format!("for {pattern} in {}", iterator.tokens),
            LoopKind::Forever => "loop".to_string(),
        }
    }

    fn print_atom(&self, atom: &Atom) -> String {
        match atom {
            Atom::Var(var) => self.info(*var).name.to_string(),
            Atom::Constant(tokens, _) => tokens.to_string().replace(' ', ""),
        }
    }

    pub fn print_place(&self, place: &Place) -> String {
        let mut text = self.info(place.root).name.to_string();
        for projection in &place.path {
            match projection {
                Projection::Index(atom) => text = format!("{text}[{}]", self.print_atom(atom)),
                Projection::Range { low, high, inclusive } => {
                    let bound = |atom: &Option<Atom>| atom.as_ref().map_or(String::new(), |atom| self.print_atom(atom));
                    let dots = if *inclusive { "..=" } else { ".." };
                    text = format!("{text}[{}{dots}{}]", bound(low), bound(high));
                }
                Projection::Field(member) => text = format!("{text}.{}", quote::quote!(#member)),
                Projection::Payload(accessor) => text = format!("{text}.{accessor}"),
                Projection::Deref => text = format!("(*{text})"),
                Projection::Through { route, .. } => text = format!("{text} through {}", self.print_atom(route)),
                Projection::Where(present) => text = format!("{text} where {}", self.print_atom(present)),
            }
        }
        text
    }

    fn print_operand(&self, operand: &Operand) -> String {
        match operand {
            Operand::Atom(atom) => self.print_atom(atom),
            Operand::Borrow(place) => format!("&{}", self.print_place(place)),
            Operand::Receiver(place) => self.print_place(place),
        }
    }

    fn print_argument(&self, argument: &Argument) -> String {
        match argument {
            Argument::Value(atom) => self.print_atom(atom),
            Argument::Ref(place) => format!("&{}", self.print_place(place)),
            Argument::RefAtom(atom) => format!("&{}", self.print_atom(atom)),
            Argument::Mut(place) => format!("&mut {}", self.print_place(place)),
            Argument::Lambda(number, _) => format!("lambda #{number}"),
            Argument::Named(path, _) => format!("fn {}", quote::quote!(#path).to_string().replace(' ', "")),
        }
    }

    fn print_op(&self, op: &Op) -> String {
        let witness =
            |witness: &Option<Var>| witness.map_or(String::new(), |witness| format!(" of {}", self.info(witness).name));
        let list = |atoms: &[Atom]| {
            atoms
                .iter()
                .map(|atom| self.print_atom(atom))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let arguments = |args: &[Argument]| {
            args.iter()
                .map(|arg| self.print_argument(arg))
                .collect::<Vec<_>>()
                .join(", ")
        };
        match op {
            Op::Read(place) => self.print_place(place),
            Op::Binary(op, l, r) => {
                format!(
                    "{} {} {}",
                    self.print_operand(l),
                    quote::quote!(#op),
                    self.print_operand(r)
                )
            }
            Op::Neg(operand) => format!("- {}", self.print_operand(operand)),
            Op::Rule(rule, args) => format!(
                "{}({})",
                rule.name,
                args.iter()
                    .map(|arg| self.print_operand(arg))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
            Op::Clone(place, method) => format!("{method} {}", self.print_place(place)),
            Op::Sum(place) => format!("sum {}", self.print_place(place)),
            Op::Dot(place, operand) => {
                format!("dot {} {}", self.print_place(place), self.print_operand(operand))
            }
            Op::Mapv(_) => "mapv".to_string(),
            Op::Convert(atom, Conversion::Method(method)) => format!("{}.{method}()", self.print_atom(atom)),
            Op::Convert(atom, Conversion::Function(path)) => {
                format!("{}({})", quote::quote!(#path), self.print_atom(atom))
            }
            Op::Cast(atom, ty) => format!("{} as {}", self.print_atom(atom), quote::quote!(#ty)),
            Op::Tuple(atoms) => format!("({})", list(atoms)),
            Op::Rewrap { like, value } => format!("rewrap {} {}", self.print_place(like), self.print_atom(value)),
            Op::Variant { path, parts } => {
                let parts: Vec<_> = parts.iter().map(|(_, _, atom)| self.print_atom(atom)).collect();
                format!("{}({})", quote::quote!(#path), parts.join(", "))
            }
            Op::Unwrap(place, method) => format!("{}.{method}", self.print_place(place)),
            Op::Struct { path, fields, rest } => {
                let fields: Vec<_> = fields
                    .iter()
                    .map(|(member, atom)| format!("{}: {}", quote::quote!(#member), self.print_atom(atom)))
                    .collect();
                let rest = rest
                    .as_ref()
                    .map_or(String::new(), |rest| format!(", ..{}", self.print_place(rest)));
                format!("{} {{ {}{rest} }}", quote::quote!(#path), fields.join(", "))
            }
            Op::Array { elements, vec } => {
                format!("{}[{}]", if *vec { "vec!" } else { "" }, list(elements))
            }
            Op::Repeat { element, len, vec } => {
                format!(
                    "{}[{}; {}]",
                    if *vec { "vec!" } else { "" },
                    self.print_atom(element),
                    len.tokens
                )
            }
            Op::Opaque(opaque) => format!("`{}`", opaque.tokens),
            Op::Witness(place) => format!("witness {}", self.print_place(place)),
            Op::Zero(of) => format!("zero{}", witness(of)),
            Op::Part(place) => format!("part {}", self.print_place(place)),
            Op::Take(place, of) => format!("take {}{}", self.print_place(place), witness(of)),
            Op::TakeSlot(slot, of) => format!("take slot {}{}", self.info(*slot).name, witness(of)),
            Op::PopElement(place) => format!("pop {}", self.print_place(place)),
            Op::Runtime(function, args) => format!("{function}({})", arguments(args)),
            Op::RuntimeRule(rule, argument, args) => {
                format!("{}_{argument}({})", rule.name, arguments(args))
            }
        }
    }
}
