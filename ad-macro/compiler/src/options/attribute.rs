//! The options of `#[differentiable(..)]`, and what else a function's derivatives are told of its surroundings.
//!
//! Input:  `#[differentiable(lanes, no_diff(rng), vjp = rule)]`
//! Output: `Options { lanes, detached: {rng}, rule: Some(Vjp(rule)), .. }`

use crate::options::elided_lifetimes::Lifetimes;
use crate::options::viewed::Viewed;
use crate::signature::operators::OwnOperator;
use crate::signature::returned_iterators::Iterated;
use crate::signature::returned_places::{Lent, Several};
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span};
use std::rc::Rc;

/// The options of `#[differentiable(..)]`.
#[derive(Clone, Default)]
pub struct Options {
    /// `name = other`: the twin's name, where the function's own is taken.
    pub name: Option<Ident>,
    /// `twins(f = g)`: the twins' names of the functions that are called.
    pub twins: FlatMap<String, Ident>,
    /// `types(get = fn(usize) -> Option<&f64>)`: the functions that are called and return references; in an impl, its own as well.
    pub references: FlatMap<String, Lent>,
    /// Those of them of which the attribute writes the type: a closure's parameter of the name that has none is of it, too.
    pub written: FlatMap<String, Lent>,
    /// In an impl or a trait, its own functions that return values which are no options.
    pub values: FlatSet<String>,
    /// `types(.0 = &S)`: the fields of `self` that are references.
    pub referring: Vec<(syn::Member, syn::Type)>,
    /// `types(weights = fn() -> &'static [f64])`: those that return references to constants.
    pub constants: FlatSet<String>,
    /// `types(points = fn(..) -> impl Iterator<Item = &Point>)`: those that return iterators.
    pub iterators: FlatMap<String, Iterated>,
    /// `types(.nodes = impl Index)`: the fields whose type has an impl of `Index` of its own.
    pub indexed: FlatSet<String>,
    /// `types(.rates = HashMap<String, f64>)`: the fields that are maps.
    pub maps: FlatSet<String>,
    /// `types(at = unsafe fn(&Self, usize) -> &f64)`: the methods that reach an element without a check of its index, and whether it may be written.
    pub unchecked: FlatMap<String, bool>,
    /// `types(Force = dyn Fn(f64) -> f64)`: what the names of types stand for that are other names of functions.
    pub functions: FlatMap<String, (Ident, syn::Type)>,
    /// The function is one of a type's own, in an impl without a trait: `Self` is no float.
    pub inherent: bool,
    /// Not written: the methods of the impl, by their names and how many arguments they take.
    pub methods: FlatSet<(String, usize)>,
    /// Not written: what the impl or trait around the function says of types.
    pub around: Rc<Around>,
    /// `recursive`: the function is part of a cycle of calls.
    pub recursive: bool,
    /// `jvp`: tangents of values whose types are not seen, which rustc may know nothing of.
    pub jvp: bool,
    /// `order = 2`: second derivatives.
    pub twice: Option<Ident>,
    /// `bounds(_: Sized)`: parameters that may stand for a type without a size have one in the derivatives, and the types that are
    /// listed, `bounds(S::Part: Sized)`.
    pub sized: Option<Vec<syn::Type>>,
    /// `types(shape = dyn Shape + 'static)`: the parameters, `shape: &dyn Shape`, whose objects own what they hold in the derivatives.
    pub owned: Vec<Ident>,
    /// `bounds(T: Clone)`: the type parameters of which the derivatives ask that what is of these types can be copied.
    pub cloned: Vec<Ident>,
    /// `types(Model = Model<'_>)`: the types that borrow, which are written without their lifetimes.
    pub lifetimes: Lifetimes,
    /// `no_diff(as)`: casts to integers stop the derivative.
    pub casts: bool,
    /// `no_diff(rng)`: the variables of the function that carry no derivative.
    pub detached: FlatSet<String>,
    /// Not written: a parameter is bounded by a trait of nalgebra's numbers.
    pub fields: bool,
    /// Not written: the type parameters that are bounded by a trait of the user's, and that the function gives something of.
    pub own_numbers: Vec<String>,
    /// Not written: the type parameters that are seen as lists, `D: AsRef<[f64]>`.
    pub sliced: FlatSet<String>,
    /// `bounds`: the impl or the function itself asks of its type parameters what its derivatives ask.
    pub bounded: Option<Ident>,
    /// Not written: the function of a view to which the sweeps of a method of arrays hand on.
    pub viewed: Option<Box<Viewed>>,
    /// `types(Self = Vector)`: the function is one of an impl, though nothing in it says so.
    pub associated: bool,
    /// `foreign`: the trait is another crate's, and the derivatives of the impl's functions are the type's own.
    pub foreign: Option<Ident>,
    /// Not written: that trait, as the impl names it, without arguments.
    pub foreign_trait: Option<syn::Path>,
    /// `types(halves = fn(&[f64]) -> (&[f64], &[f64]))`: those that return tuples of references.
    pub tuples: FlatMap<String, Several>,
    /// `types(view = fn(&Self) -> View<'_>)`: those that return what borrows and is no reference.
    pub lent: FlatMap<String, syn::Type>,
    /// Not written: of those the ones that stand in the impl, with the name of the type that has them. Another type's may be called
    /// alike.
    pub lenders: FlatMap<String, String>,
    /// `types(targets = fn(&Self) -> ArrayView1<f64>)`: those that return views of arrays, which are arrays in the sweeps.
    pub arrays: FlatMap<String, Ty>,
    /// The name of the type whose impl it is, if that holds references.
    pub holder: Option<String>,
    /// The type whose impl it is, if that is an array of ndarray's.
    pub array: Option<Ty>,
    /// Not written: the function is one of an impl, whose type is no option and no result.
    pub no_option: bool,
    /// The function is one of an impl whose type names lifetimes: its fields may be references.
    pub borrows: bool,
    /// The function is one of a trait, and the trait or the type has lifetimes, which the pullbacks of its siblings capture.
    pub pinned: bool,
    /// Not written: the function is one of a trait, or of the impl of one.
    pub of_trait: bool,
    /// Its method takes it by value.
    pub by_move: bool,
    /// `dyn`, `dyn(Shape)` or `dyn(Shape, opt_in)`: the trait is to have derivatives as a trait object.
    pub object: Option<Objects>,
    /// `jacobian(mode = forward)`: by which mode a Jacobian is computed, where its shape is not to decide.
    pub jacobian: Option<(Ident, Mode)>,
    /// `lanes`: the reverse sweep can carry several cotangents at once.
    pub lanes: Option<Ident>,
    /// `checkpoint`: the pullback runs the function once more.
    pub checkpoint: Option<Ident>,
    /// `vjp = rule`, `vjp = |x| ..` or `slopes(x = ..)`: the derivative that the user gives.
    pub rule: Option<OwnRule>,
    /// The function stands elsewhere, and has only its rule here.
    pub imported: bool,
    /// The function's body does not parse, and is taken off.
    pub unparsed: bool,
    /// The trait whose impl the function stands in.
    pub implemented: Option<syn::Path>,
    /// The operator whose impl the function is.
    pub operator: Option<OwnOperator>,
}

impl Options {
    /// Whether there is a form of the sweeps, or of the tangent function, that computes with several cotangents or tangents.
    pub fn in_lanes(&self) -> bool {
        self.lanes.is_some() || matches!(self.jacobian, Some((_, Mode::Forward)))
    }
}

/// The mode in which a Jacobian is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// By columns: the tangent function carries several directions at once.
    Forward,
    /// By rows.
    Reverse,
}

/// What surrounds a function in an impl or a trait, as far as it says something of types.
#[derive(Clone, Default, Debug)]
pub struct Around {
    pub this: Option<syn::Type>,
    /// The type parameters.
    pub params: Vec<Ident>,
    /// The signatures of the functions.
    pub signatures: Vec<syn::Signature>,
    /// The types of the fields of `Self`.
    pub fields: FlatMap<String, syn::Type>,
    /// What functions return, as `types(..)` tells it.
    pub told: FlatMap<String, syn::Type>,
}

/// That the objects of a trait have derivatives.
#[derive(Clone)]
pub struct Objects {
    pub span: Span,
    /// The supertrait whose objects have some, too.
    pub supertrait: Option<syn::Path>,
    /// `opt_in`: those of the implementors alone whose impls say `dyn`.
    pub opt_in: Option<Ident>,
    /// `opt_in(dot)`: the functions with bodies of which implementors that borrow have the derivatives, too.
    pub borrowers: Vec<Ident>,
}

/// A derivative that the user gives.
#[derive(Clone)]
pub enum OwnRule {
    /// A function that returns the value and a pullback, by its path, or a closure; and one for `jvp` that gives the value and its tangent.
    Vjp(Box<syn::Expr>, Option<Box<syn::Expr>>),
    /// The slope for each parameter of a function of numbers.
    Slopes(Ident, Vec<(Ident, syn::Expr)>),
}
