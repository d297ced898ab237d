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

pub mod accessors;
pub mod affine_index;
pub mod alias;
pub mod calls;
pub mod dce;
pub mod effects;
pub mod loops;
pub mod plan;
pub mod print;
pub mod proofs;
pub mod rename;
pub mod spell;
pub mod sweeps;
pub mod verify;

pub use crate::ir::calls::*;
pub use crate::ir::effects::Use;
pub use crate::ir::loops::*;
use crate::signature::operators::OwnOperator;
use crate::syntax::scalar_rules::Rule;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use std::collections::BTreeSet;
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
    /// The same of a variant that the user names, in a value, whose type needs no accessors for it: by the variant and the part.
    Part(Box<(syn::Path, syn::Member)>),
    Deref,
    /// The same of a field in a cotangent, which is no pointer where the field is a reference.
    Behind,
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
    /// By mutable reference, in a field of a struct that holds it: it is that field's until the struct is used no more.
    Lend(Place),
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
    /// The same where what is written on the way there carries no derivative: what is taken goes nowhere, and a field that is marked may
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
    /// It is proved to point to nothing that is written later.
    pub owned: bool,
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

/// `source.mapv(|param| body)`.
#[derive(Clone, Debug)]
pub struct Map {
    pub source: Place,
    pub param: Var,
    pub body: Block,
    /// The function puts the result where the source stood: the sweep, which needs both, takes memory of the workspace.
    pub in_place: bool,
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
    /// A part of a list, or of its cotangent, that a loop goes through; or a part of a cotangent that a call takes these fields of.
    Row {
        var: Var,
        of: Place,
        fields: Vec<syn::Member>,
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
pub enum Exit {
    Break(usize, Option<Atom>),
    Continue(usize),
    Return(Option<Atom>),
}

#[derive(Clone, Debug)]
pub struct Unwind {
    pub of: usize,
    pub cond: Atom,
    pub then: Block,
    pub els: Block,
    pub record: Option<Record>,
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
    /// The trait that such a type is bound by, if it is one.
    pub object_trait: Option<Box<syn::Path>>,
    /// The type as it was written, of one of ndarray's views: `ty` is what is behind it.
    pub view: Option<Box<syn::Type>>,
    /// It is a struct by value that holds references: the sweeps take it by reference.
    pub held: bool,
    /// Of an option of a reference: whether there is one.
    pub present: Option<Var>,
    /// Its cotangent in the pullback.
    pub bar: Option<Var>,
    /// What is known of it if it is a function, and the name of its forward sweep.
    pub callable: Option<(Box<crate::signature::callables::Callable>, Ident)>,
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
            object_trait: None,
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
    pub sweeps: Option<(crate::ir::sweeps::Backward, crate::ir::plan::Plan)>,
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
    pub names: crate::syntax::fresh_names::Names,
    /// The names of the function as it was written.
    pub user_names: crate::syntax::fresh_names::Names,
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
    /// It has sweeps with lanes, where operators have no pullbacks of their own.
    pub lanes: bool,
    /// The pullbacks of calls of its siblings cannot be kept on a tape.
    pub pinned: bool,
    /// It is one of a trait, which says what its sweeps take.
    pub of_trait: bool,
    /// The variables that are structs, for all that is seen.
    pub structs: BTreeSet<Var>,
    /// The variables that calls are lent by `no_diff(&mut v)`: none of them carries a derivative.
    pub set_aside: BTreeSet<Var>,
    /// The variables that are lists of the keys of maps.
    pub keys: BTreeSet<Var>,
    /// The variables that carry a derivative and may own memory: of these copies are made in the workspace's.
    pub copied: BTreeSet<Var>,
    /// The routes of the views that operators take as they are: of these nothing may be kept but shapes.
    pub views: BTreeSet<Var>,
    /// Copies of what lists are drained of: the function itself only moves it.
    pub drained: BTreeSet<Var>,
    /// The operator whose impl it is.
    pub operator: Option<OwnOperator>,
    /// The closures that are passed to functions.
    pub lambdas: Vec<Lambda>,
    pub recursion: Recursion,
    /// The parameters that are tuples of references, by what they were taken apart into.
    pub tuples: Vec<TupleParam>,
    /// Where sweeps stand together: what must hold for that.
    pub conditions: Vec<crate::ir::sweeps::Condition>,
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
            }) if !crate::syntax::types::mentions_object(ty) => SweepsOf::Itself,
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

    /// Adds a proof to the function's items, once.
    pub fn prove(&mut self, proof: TokenStream) {
        let text = proof.to_string();
        if self.items.iter().all(|item| item.to_string() != text) {
            self.items.push(proof);
        }
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
                    Ty::Inert => Ty::Inert,
                    _ => Ty::Unknown,
                },
                Projection::Field(_) | Projection::Payload(_) | Projection::Part(_) | Projection::Where(_) => {
                    Ty::Unknown
                }
                Projection::Deref | Projection::Behind => ty.behind_references().clone(),
                Projection::Through { ty, .. } => ty.clone(),
            };
        }
        ty
    }

    pub fn operand_ty(&self, operand: &Operand) -> Ty {
        match operand {
            Operand::Atom(atom) => self.atom_ty(atom),
            Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => self.place_ty(place),
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
        let mut below_field = false;
        for projection in &mut path {
            let of_field = std::mem::replace(&mut below_field, matches!(projection, Projection::Field(_)));
            match projection {
                Projection::Through { bar, .. } => *bar = true,
                Projection::Deref if of_field => *projection = Projection::Behind,
                Projection::Part(part) => {
                    let (variant, member) = &**part;
                    let variant = &variant.segments.last().expect("a path has a segment").ident;
                    *projection = Projection::Payload(crate::ir::accessors::accessor(variant, member));
                }
                _ => {}
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

impl Op {
    /// Whether it makes a struct that holds a mutable reference.
    pub fn lends(&self) -> bool {
        matches!(self, Op::Struct { fields, .. } if fields.iter().any(|(_, part)| matches!(part, Operand::Lend(_))))
    }

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
            owned: false,
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

    /// What is set aside is given the active ones of `reads`, and answers with something.
    pub fn in_answer(span: Span, reads: Vec<Var>) -> Loss {
        let help = "if what comes back has one, compute it outside of what is asked, `scale * rng.draw()`; if it has none, name the \
                    method as well, `no_diff(rng, .count)`, or set what comes back aside";
        Loss {
            span,
            reads,
            spellings: Vec::new(),
            message: "the derivative is lost in what is asked of what `no_diff` sets aside".into(),
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
