//! Variables, atoms and places. A place is a variable and a path of projections; the same path from the cotangent's root is the
//! place's cotangent.
//!
//! Input:  `&x[a..b]`, then `row[j]`
//! Output: `x[a..b][j]`, with the cotangent `x_bar[a..b][j]`

use crate::syntax::paths::is_none;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, TokenStream};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(pub usize);

/// How a variable is represented in the emitted code.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Role {
    /// A plain local or a parameter by value.
    Value,
    /// A parameter `&T` or `&mut T`; its place is what it points to.
    Reference,
    /// A parameter `Option<&T>` or `Option<&mut T>`; its place is what it points to, and is used only where there is one.
    Optional,
    /// The cotangent of a parameter `&T`: `Option<&mut C>`, absent where the caller needs no derivative.
    Buffer,
    /// The tangent of a parameter `&T`: `Option<&C>`, absent where the argument carries no derivative.
    Tangent(Var),
    /// Assigned at most once on any path, in branches that rustc cannot see to be exclusive: an `Option`.
    Slot,
    /// A struct that holds references, `View { values: &m.values[a..b], stride }`. A pullback captures no borrow: it
    /// is rematerialised in the reverse sweep, where it is used.
    View,
    /// A checkpoint: snapshot of the loop-carried state at the iteration's entry, restored before it is executed again.
    Checkpoint,
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

    /// An option without value, which is also what `take` leaves.
    pub fn is_none(&self) -> bool {
        matches!(self, Atom::Constant(tokens, _) if is_none(tokens))
    }
}

#[derive(Clone, Debug)]
pub struct Place {
    pub root: Var,
    pub path: Vec<Projection>,
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

    /// The place of which this is the tangent, of the variable `root`.
    pub fn of(&self, root: Var) -> Place {
        let mut path = self.path.clone();
        for projection in &mut path {
            match projection {
                Projection::Through { bar, .. } => *bar = false,
                Projection::Behind => *projection = Projection::Deref,
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

impl Projection {
    /// `[low..high]`
    pub fn range(low: Option<Atom>, high: Option<Atom>) -> Projection {
        Projection::Range {
            low,
            high,
            inclusive: false,
        }
    }
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

/// How far an index is from that of the loop, the same in every iteration.
#[derive(Clone, Debug)]
pub enum Offset {
    /// By a number that stands there: `j`, `j + 1`, `j - 1`.
    Number(i64),
    /// Beyond it by an expression, which reads these.
    Beyond(TokenStream, Vec<Var>),
    /// Before it.
    Before(TokenStream, Vec<Var>),
}
