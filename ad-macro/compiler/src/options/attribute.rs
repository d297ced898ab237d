//! Parses the attribute's options and the parameters' markers.
//!
//! Input:  `#[differentiable(lanes, no_diff(rng), vjp = rule)]`
//! Output: `Options { lanes, detached: {rng}, rule: Some(Vjp(rule)), .. }`, or an error on the option

use crate::options::elided_lifetimes::Lifetimes;
use crate::options::viewed::Viewed;
use crate::signature::marks::is_mark;
use crate::signature::operators::OwnOperator;
use crate::signature::returned_iterators::Iterated;
use crate::signature::returned_places::{Lent, Several};
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Token, parenthesized};

/// The options of `#[differentiable(..)]`.
#[derive(Clone, Default)]
pub struct Options {
    /// `name = other`: the twin's name, where the function's own is taken.
    pub name: Option<Ident>,
    /// `twins(f = g)`: the twins' names of the functions that are called.
    pub twins: BTreeMap<String, Ident>,
    /// `references(row, get = Option<&f64>)`: the functions that are called and return references; in an impl, its own as well.
    pub references: BTreeMap<String, Lent>,
    /// Those of them of which the attribute writes the type: a closure's parameter of the name that has none is of it, too.
    pub written: BTreeMap<String, Lent>,
    /// In an impl or a trait, its own functions that return values which are no options.
    pub values: BTreeSet<String>,
    /// `references(.0 = &S)`: the fields of `self` that are references.
    pub referring: Vec<(syn::Member, syn::Type)>,
    /// `references(weights = &'static [f64])`: those that return references to constants.
    pub constants: BTreeSet<String>,
    /// `references(points = impl Iterator<Item = &Point>)`: those that return iterators.
    pub iterators: BTreeMap<String, Iterated>,
    /// `indexed(nodes)`: the fields whose type has an impl of `Index` of its own.
    pub indexed: BTreeSet<String>,
    /// `maps(rates)`: the fields that are maps.
    pub maps: BTreeSet<String>,
    /// `unchecked(at, at_mut)`: the methods that reach an element without a check of its index, and whether it may be written.
    pub unchecked: BTreeMap<String, bool>,
    /// `functions(Force = dyn Fn(f64) -> f64)`: what the names of types stand for that are other names of functions.
    pub functions: BTreeMap<String, (Ident, syn::Type)>,
    /// The function is one of a type's own, in an impl without a trait: `Self` is no float.
    pub inherent: bool,
    /// Not written: the methods of the impl, by their names and how many arguments they take.
    pub methods: BTreeSet<(String, usize)>,
    /// Not written: what the impl or trait around the function says of types.
    pub around: Rc<Around>,
    /// `recursive`: the function is part of a cycle of calls.
    pub recursive: bool,
    /// `jvp`: tangents of values whose types are not seen, which rustc may know nothing of.
    pub jvp: bool,
    /// `order = 2`: second derivatives.
    pub twice: Option<Ident>,
    /// `sized`: parameters that may stand for a type without a size have one in the derivatives, and the types that are listed,
    /// `sized(S::Part)`.
    pub sized: Option<Vec<syn::Type>>,
    /// `owned(shape)`: the parameters, `shape: &dyn Shape`, whose objects own what they hold in the derivatives.
    pub owned: Vec<Ident>,
    /// `cloned(T)`: the type parameters of which the derivatives ask that what is of these types can be copied.
    pub cloned: Vec<Ident>,
    /// `borrowers(dot)`: the functions of a trait with bodies of which implementors that borrow have the derivatives, too.
    pub borrowers: Vec<Ident>,
    /// `lifetimes(Model<'_>)`: the types that borrow, which are written without their lifetimes.
    pub lifetimes: Lifetimes,
    /// `casts`: those to integers stop the derivative.
    pub casts: bool,
    /// `no_diff(rng)`: the variables of the function that carry no derivative.
    pub detached: BTreeSet<String>,
    /// Not written: a parameter is bounded by a trait of nalgebra's numbers.
    pub fields: bool,
    /// Not written: the type parameters that are bounded by a trait of the user's, and that the function gives something of.
    pub own_numbers: Vec<String>,
    /// Not written: the type parameters that are seen as lists, `D: AsRef<[f64]>`.
    pub sliced: BTreeSet<String>,
    /// `bounded`: the impl or the function itself asks of its type parameters what its derivatives ask.
    pub bounded: Option<Ident>,
    /// Not written: the function of a view to which the sweeps of a method of arrays hand on.
    pub viewed: Option<Box<Viewed>>,
    /// `associated`: the function is one of an impl, though nothing in it says so.
    pub associated: bool,
    /// `foreign`: the trait is another crate's, and the derivatives of the impl's functions are the type's own.
    pub foreign: Option<Ident>,
    /// Not written: that trait, as the impl names it, without arguments.
    pub foreign_trait: Option<syn::Path>,
    /// `references(halves = (&[f64], &[f64]))`: those that return tuples of references.
    pub tuples: BTreeMap<String, Several>,
    /// `references(view = View<'_>)`: those that return what borrows and is no reference.
    pub lent: BTreeMap<String, syn::Type>,
    /// Not written: of those the ones that stand in the impl, with the name of the type that has them. Another type's may be called
    /// alike.
    pub lenders: BTreeMap<String, String>,
    /// `references(targets = ArrayView1<f64>)`: those that return views of arrays, which are arrays in the sweeps.
    pub arrays: BTreeMap<String, Ty>,
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
    /// `dyn` or `dyn(Shape)`: the trait is to have derivatives as a trait object.
    pub object: Option<Objects>,
    /// `opt_in`: those of the implementors alone whose impls say `dyn`.
    pub opt_in: Option<Ident>,
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

/// What surrounds a function in an impl or a trait, as far as it says something of types.
#[derive(Default, Debug)]
pub struct Around {
    pub this: Option<syn::Type>,
    /// The type parameters.
    pub params: Vec<Ident>,
    /// The signatures of the functions.
    pub signatures: Vec<syn::Signature>,
    /// The types of the fields of `Self`.
    pub fields: BTreeMap<String, syn::Type>,
}

/// That the objects of a trait have derivatives.
#[derive(Clone)]
pub struct Objects {
    pub span: Span,
    /// The supertrait whose objects have some, too.
    pub supertrait: Option<syn::Path>,
}

/// A derivative that the user gives.
#[derive(Clone)]
pub enum OwnRule {
    /// A function that returns the value and a pullback, by its path, or a closure.
    Vjp(syn::Expr),
    /// The slope for each parameter of a function of numbers.
    Slopes(Ident, Vec<(Ident, syn::Expr)>),
}

enum OptionItem {
    Name(Ident),
    Twins(Vec<(Ident, Ident)>),
    References(Vec<(Ident, Referred)>),
    Indexed(Vec<Ident>),
    Maps(Vec<Ident>),
    Unchecked(Vec<(Ident, bool)>),
    Functions(Vec<(Ident, syn::Type)>),
    Jvp,
    Order(Ident, syn::LitInt),
    Recursive(Ident),
    Sized(Ident, Vec<syn::Type>),
    Cloned(Vec<Ident>),
    Owned(Vec<Ident>),
    Borrowers(Vec<Ident>),
    Lifetimes(Vec<(Ident, syn::AngleBracketedGenericArguments)>),
    Casts(Ident),
    SetAside(Vec<(Ident, String)>),
    Associated(Ident),
    Bounded(Ident),
    Foreign(Ident),
    Objects(Objects),
    OptIn(Ident),
    Lanes(Ident),
    Checkpoint(Ident),
    Rule(Ident, OwnRule),
    Unknown(Ident),
}

const KNOWN: &str = "the options are `name = other`, `twins(f = other)`, `references(f)`, `indexed(field)`, `maps(field)`, `unchecked(at, at_mut)`, `functions(Force = dyn Fn(f64) -> f64)`, `recursive`, `jvp`, `order = 2`, `sized` or `sized(S::Part)`, `cloned(T)`, `owned(shape)`, `borrowers(dot)`, `lifetimes(Model<'_>)`, `casts`, `no_diff(rng, .epoch)`, `associated`, `bounded`, `foreign`, `lanes`, `checkpoint`, `dyn` or `dyn(Supertrait)`, `opt_in`, `vjp = rule` and `slopes(x = ..)`";

impl Parse for OptionItem {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if input.peek(Token![dyn]) {
            let span = input.parse::<Token![dyn]>()?.span();
            let supertrait = if input.peek(syn::token::Paren) {
                let content;
                parenthesized!(content in input);
                Some(content.parse()?)
            } else {
                None
            };
            return Ok(OptionItem::Objects(Objects { span, supertrait }));
        }
        let key: Ident = input.parse()?;
        Ok(match key.to_string().as_str() {
            "name" => {
                input.parse::<Token![=]>()?;
                OptionItem::Name(input.parse()?)
            }
            "twins" => {
                let content;
                parenthesized!(content in input);
                let pairs = Punctuated::<Twin, Token![,]>::parse_terminated(&content)?;
                OptionItem::Twins(pairs.into_iter().map(|twin| (twin.function, twin.name)).collect())
            }
            "references" => {
                let content;
                parenthesized!(content in input);
                let references = Punctuated::<Referring, Token![,]>::parse_terminated(&content)?;
                OptionItem::References(references.into_iter().map(|f| (f.function, f.referred)).collect())
            }
            "indexed" => OptionItem::Indexed(names_in(input)?),
            "maps" => OptionItem::Maps(names_in(input)?),
            "unchecked" => {
                let content;
                parenthesized!(content in input);
                let methods = Punctuated::<Referring, Token![,]>::parse_terminated(&content)?;
                let reached = |Referring { function, referred }| match referred {
                    Referred::One(lent) if !lent.optional => Ok((function, lent.mutable)),
                    _ => Err(syn::Error::new(function.span(), "write `at`, or `at = &mut _`")),
                };
                OptionItem::Unchecked(methods.into_iter().map(reached).collect::<syn::Result<_>>()?)
            }
            "functions" => {
                let content;
                parenthesized!(content in input);
                let functions = Punctuated::<FunctionOf, Token![,]>::parse_terminated(&content)?;
                OptionItem::Functions(functions.into_iter().map(|f| (f.name, f.ty)).collect())
            }
            "recursive" => OptionItem::Recursive(key),
            "jvp" => OptionItem::Jvp,
            "order" => {
                input.parse::<Token![=]>()?;
                OptionItem::Order(key, input.parse()?)
            }
            "sized" => {
                let mut types = Punctuated::<syn::Type, Token![,]>::new();
                if input.peek(syn::token::Paren) {
                    let content;
                    parenthesized!(content in input);
                    types = Punctuated::parse_terminated(&content)?;
                }
                OptionItem::Sized(key, types.into_iter().collect())
            }
            "cloned" => OptionItem::Cloned(names_in(input)?),
            "owned" => OptionItem::Owned(names_in(input)?),
            "borrowers" => OptionItem::Borrowers(names_in(input)?),
            "lifetimes" => {
                let content;
                parenthesized!(content in input);
                let types = Punctuated::<Borrowing, Token![,]>::parse_terminated(&content)?;
                OptionItem::Lifetimes(types.into_iter().map(|ty| (ty.name, ty.lifetimes)).collect())
            }
            "casts" => OptionItem::Casts(key),
            "no_diff" => {
                let content;
                parenthesized!(content in input);
                let names = Punctuated::<crate::options::detached_name::Name, Token![,]>::parse_terminated(&content)?;
                OptionItem::SetAside(names.into_iter().map(|name| (name.ident.clone(), name.key())).collect())
            }
            "associated" => OptionItem::Associated(key),
            "bounded" => OptionItem::Bounded(key),
            "foreign" => OptionItem::Foreign(key),
            "opt_in" => OptionItem::OptIn(key),
            "lanes" => OptionItem::Lanes(key),
            "checkpoint" => OptionItem::Checkpoint(key),
            "vjp" => {
                input.parse::<Token![=]>()?;
                let rule: syn::Expr = input.parse()?;
                if !matches!(rule, syn::Expr::Path(_) | syn::Expr::Closure(_)) {
                    return Err(syn::Error::new_spanned(
                        rule,
                        "a rule is a function, by its path, or a closure",
                    ));
                }
                OptionItem::Rule(key, OwnRule::Vjp(rule))
            }
            "slopes" => {
                let content;
                parenthesized!(content in input);
                let slopes = Punctuated::<Slope, Token![,]>::parse_terminated(&content)?;
                let slopes = slopes.into_iter().map(|slope| (slope.param, slope.slope)).collect();
                OptionItem::Rule(key.clone(), OwnRule::Slopes(key, slopes))
            }
            _ => {
                // Swallow what belongs to the option, so that the others are still read.
                while !input.is_empty() && !input.peek(Token![,]) {
                    input.parse::<proc_macro2::TokenTree>()?;
                }
                OptionItem::Unknown(key)
            }
        })
    }
}

/// What is written instead of an option that there is not.
fn instead_of(option: &Ident) -> &'static str {
    match option.to_string().as_str() {
        "macros" => "move the `macro_rules!` into the function, or write out what the macro stands for",
        "fixed" => "give the array a name with its type, `let corners: [u32; 3] = mesh.triangles[k];`",
        "bounds_only" => {
            "mark a trait of numbers of your own, `trait Float: NdFloat`, and bound the parameters by that"
        }
        _ => KNOWN,
    }
}

/// `(nodes, edges)`.
fn names_in(input: ParseStream) -> syn::Result<Vec<Ident>> {
    let content;
    parenthesized!(content in input);
    let names = Punctuated::<Ident, Token![,]>::parse_terminated(&content)?;
    Ok(names.into_iter().collect())
}

fn list(names: Vec<Ident>, into: &mut BTreeSet<String>, diagnostics: &Diagnostics) {
    for name in names {
        if !into.insert(name.to_string()) {
            diagnostics.error(name.span(), "this name is listed twice", "");
        }
    }
}

struct Twin {
    function: Ident,
    name: Ident,
}

impl Parse for Twin {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let function = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok(Twin {
            function,
            name: input.parse()?,
        })
    }
}

/// `row`, `get = Option<&f64>`, `points = impl Iterator<Item = &Point>`.
struct Referring {
    function: Ident,
    referred: Referred,
}

/// What a function is said to return.
enum Referred {
    One(Lent),
    Constant,
    Items(Iterated),
    Several(Several),
    Held(syn::Type),
    Array(Ty),
    Field(syn::Member, syn::Type),
}

impl Parse for Referring {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if input.peek(Token![.]) {
            return field_that_refers(input);
        }
        let function: Ident = input.parse()?;
        let mut referred = Referred::One(Lent::unknown(function.to_string().ends_with("_mut")));
        if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            let ty: syn::Type = input.parse()?;
            let wrong = || {
                syn::Error::new(
                    ty.span(),
                    "this is no reference: write `&T`, `&mut T` or an `Option` of these, a tuple or an array of `&T`, `impl Iterator<Item = &T>`, or a type with a lifetime, `View<'_>`",
                )
            };
            let one = || Lent::of(&ty).map(Referred::One);
            let items = Iterated::of(&ty).map(Referred::Items);
            let held = || crate::syntax::lifetimes::names_lifetimes(&ty).then(|| Referred::Held(ty.clone()));
            let several = || Several::of(&ty).map(Referred::Several);
            let array = || crate::signature::returned_views::array_returned(&ty).map(Referred::Array);
            let constant = || crate::signature::static_references::is_constant(&ty).then_some(Referred::Constant);
            referred = items
                .or_else(constant)
                .or_else(one)
                .or_else(several)
                .or_else(array)
                .or_else(held)
                .ok_or_else(wrong)?;
        }
        Ok(Referring { function, referred })
    }
}

/// `.0 = &S`.
fn field_that_refers(input: ParseStream) -> syn::Result<Referring> {
    input.parse::<Token![.]>()?;
    let member: syn::Member = input.parse()?;
    input.parse::<Token![=]>()?;
    let ty: syn::Type = input.parse()?;
    match &ty {
        syn::Type::Reference(reference) if reference.mutability.is_none() => Ok(Referring {
            function: match &member {
                syn::Member::Named(name) => name.clone(),
                syn::Member::Unnamed(index) => quote::format_ident!("_{}", index.index, span = index.span),
            },
            referred: Referred::Field(member, ty),
        }),
        _ => Err(syn::Error::new(
            ty.span(),
            "a field is said to be a reference: write its type, `.shape = &S`",
        )),
    }
}

/// `Force = dyn Fn(f64) -> f64`.
struct FunctionOf {
    name: Ident,
    ty: syn::Type,
}

impl Parse for FunctionOf {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        let ty: syn::Type = input.parse()?;
        if !crate::signature::callables::is_written(&ty) {
            let wrong = "this is no function: write `dyn Fn(f64) -> f64` or `fn(f64) -> f64`";
            return Err(syn::Error::new(ty.span(), wrong));
        }
        Ok(FunctionOf { name, ty })
    }
}

/// `Model<'_>`.
struct Borrowing {
    name: Ident,
    lifetimes: syn::AngleBracketedGenericArguments,
}

impl Parse for Borrowing {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let name: Ident = input.parse()?;
        if !input.peek(Token![<]) {
            let wrong = format!("the lifetimes of the type are missing: write `{name}<'_>`");
            return Err(syn::Error::new(name.span(), wrong));
        }
        Ok(Borrowing {
            name,
            lifetimes: input.parse()?,
        })
    }
}

struct Slope {
    param: Ident,
    slope: syn::Expr,
}

impl Parse for Slope {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let param = input.call(Ident::parse_any)?;
        input.parse::<Token![=]>()?;
        Ok(Slope {
            param,
            slope: input.parse()?,
        })
    }
}

impl Options {
    pub fn parse(tokens: TokenStream, diagnostics: &Diagnostics) -> Options {
        let mut options = Options::default();
        let items = match Punctuated::<OptionItem, Token![,]>::parse_terminated.parse2(tokens) {
            Ok(items) => items,
            Err(error) => {
                diagnostics.error(error.span(), error, KNOWN);
                return options;
            }
        };
        for item in items {
            match item {
                OptionItem::Name(name) => {
                    if options.name.is_some() {
                        diagnostics.error(name.span(), "the option `name` is given twice", "");
                    }
                    options.name = Some(name);
                }
                OptionItem::Twins(twins) => {
                    for (function, name) in twins {
                        if options.twins.insert(function.to_string(), name).is_some() {
                            diagnostics.error(function.span(), "this function's twin is named twice", "");
                        }
                    }
                }
                OptionItem::References(references) => {
                    for (function, referred) in references {
                        let name = function.to_string();
                        let twice = options.references.contains_key(&name)
                            || options.constants.contains(&name)
                            || options.iterators.contains_key(&name)
                            || options.tuples.contains_key(&name)
                            || options.lent.contains_key(&name)
                            || options.arrays.contains_key(&name);
                        match referred {
                            Referred::One(lent) => {
                                if lent.target != syn::parse_quote!(_) {
                                    options.written.insert(name.clone(), lent.clone());
                                }
                                options.references.insert(name, lent).map(drop)
                            }
                            Referred::Constant => (!options.constants.insert(name)).then_some(()),
                            Referred::Items(iterated) => options.iterators.insert(name, iterated).map(drop),
                            Referred::Several(lent) => options.tuples.insert(name, lent).map(drop),
                            Referred::Held(ty) => options.lent.insert(name, ty).map(drop),
                            Referred::Array(ty) => options.arrays.insert(name, ty).map(drop),
                            Referred::Field(member, ty) => {
                                options.referring.push((member, ty));
                                None
                            }
                        };
                        if twice {
                            diagnostics.error(function.span(), "this function is listed twice", "");
                        }
                    }
                }
                OptionItem::Indexed(names) => list(names, &mut options.indexed, diagnostics),
                OptionItem::Maps(names) => list(names, &mut options.maps, diagnostics),
                OptionItem::Unchecked(methods) => {
                    for (method, mutable) in methods {
                        if options.unchecked.insert(method.to_string(), mutable).is_some() {
                            diagnostics.error(method.span(), "this method is listed twice", "");
                        }
                    }
                }
                OptionItem::SetAside(names) => {
                    for (name, key) in names {
                        if !options.detached.insert(key) {
                            diagnostics.error(name.span(), "this name is listed twice", "");
                        }
                    }
                }
                OptionItem::Functions(functions) => {
                    for (name, ty) in functions {
                        let span = name.span();
                        if options.functions.insert(name.to_string(), (name, ty)).is_some() {
                            diagnostics.error(span, "this name is listed twice", "");
                        }
                    }
                }
                OptionItem::Jvp => options.jvp = true,
                OptionItem::Order(key, order) => {
                    if order.base10_digits() != "2" {
                        let message = "there are derivatives of second order, and of none beyond that yet";
                        diagnostics.error(order.span(), message, "write `order = 2`");
                    }
                    options.jvp = true;
                    options.twice = Some(key);
                }
                OptionItem::Recursive(key) => {
                    if options.recursive {
                        diagnostics.error(key.span(), "the option `recursive` is given twice", "");
                    }
                    options.recursive = true;
                }
                OptionItem::Sized(key, types) => {
                    if options.sized.is_some() {
                        diagnostics.error(key.span(), "the option `sized` is given twice", "");
                    }
                    options.sized = Some(types);
                }
                OptionItem::Cloned(names) => options.cloned.extend(names),
                OptionItem::Owned(names) => options.owned.extend(names),
                OptionItem::Borrowers(names) => options.borrowers.extend(names),
                OptionItem::Lifetimes(types) => {
                    for (name, lifetimes) in types {
                        if options.lifetimes.insert(name.to_string(), lifetimes).is_some() {
                            diagnostics.error(name.span(), "this type's lifetimes are given twice", "");
                        }
                    }
                }
                OptionItem::Casts(key) => {
                    if options.casts {
                        diagnostics.error(key.span(), "the option `casts` is given twice", "");
                    }
                    options.casts = true;
                }
                OptionItem::Rule(key, rule) => {
                    if options.rule.is_some() {
                        diagnostics.error(key.span(), "a function has one rule", "");
                    }
                    options.rule = Some(rule);
                }
                OptionItem::Associated(key) => {
                    if options.associated {
                        diagnostics.error(key.span(), "the option `associated` is given twice", "");
                    }
                    options.associated = true;
                }
                OptionItem::Bounded(key) => {
                    if options.bounded.is_some() {
                        diagnostics.error(key.span(), "the option `bounded` is given twice", "");
                    }
                    options.bounded = Some(key);
                }
                OptionItem::Foreign(key) => {
                    if options.foreign.is_some() {
                        diagnostics.error(key.span(), "the option `foreign` is given twice", "");
                    }
                    options.foreign = Some(key);
                }
                OptionItem::Objects(objects) => {
                    if options.object.is_some() {
                        diagnostics.error(objects.span, "the option `dyn` is given twice", "");
                    }
                    options.object = Some(objects);
                }
                OptionItem::OptIn(key) => {
                    if options.opt_in.is_some() {
                        diagnostics.error(key.span(), "the option `opt_in` is given twice", "");
                    }
                    options.opt_in = Some(key);
                }
                OptionItem::Lanes(key) => {
                    if options.lanes.is_some() {
                        diagnostics.error(key.span(), "the option `lanes` is given twice", "");
                    }
                    options.lanes = Some(key);
                }
                OptionItem::Checkpoint(key) => {
                    if options.checkpoint.is_some() {
                        diagnostics.error(key.span(), "the option `checkpoint` is given twice", "");
                    }
                    options.checkpoint = Some(key);
                }
                OptionItem::Unknown(key) => {
                    diagnostics.error(key.span(), format!("unknown option `{key}`"), instead_of(&key));
                }
            }
        }
        options
    }
}

/// The rule of a function in a marked impl, `#[differentiable(slopes(..))]`. The attribute is taken off.
pub fn take_rule(attrs: &mut Vec<syn::Attribute>, diagnostics: &Diagnostics) -> Option<OwnRule> {
    let at = attrs.iter().position(is_mark)?;
    let mark = attrs.remove(at);
    let arguments = match &mark.meta {
        syn::Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    };
    let rule = match Punctuated::<OptionItem, Token![,]>::parse_terminated.parse2(arguments) {
        Ok(items) => match (items.len(), items.into_iter().next()) {
            (1, Some(OptionItem::Rule(_, rule))) => Some(rule),
            _ => None,
        },
        Err(error) => {
            diagnostics.error(error.span(), error, KNOWN);
            return None;
        }
    };
    if rule.is_none() {
        diagnostics.error(
            mark.path().span(),
            "the attribute of the impl marks this function already",
            "take this one away; a rule of the function's own, `vjp = ..` or `slopes(..)`, can stand here alone",
        );
    }
    rule
}
