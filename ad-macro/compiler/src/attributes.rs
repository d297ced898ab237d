//! What the user wrote around the function: the attribute's options and the parameters' markings.

use crate::diagnostics::Diagnostics;
use crate::itineraries::Iterated;
use crate::lifetimes::Lifetimes;
use crate::operators::OwnOperator;
use crate::routes::{Lent, Several};
use crate::sources::Macros;
use crate::types::Ty;
use crate::viewed::Viewed;
use proc_macro2::{Ident, Span, TokenStream};
use std::collections::{BTreeMap, BTreeSet};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
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
    /// `fixed(corners)`: the variables and fields that are arrays of a fixed length.
    pub fixed: BTreeSet<String>,
    /// `unchecked(at, at_mut)`: the methods that reach an element without a check of its index, and whether it may be written.
    pub unchecked: BTreeMap<String, bool>,
    /// `functions(Force = dyn Fn(f64) -> f64)`: what the names of types stand for that are other names of functions.
    pub functions: BTreeMap<String, (Ident, syn::Type)>,
    /// The function is one of a type's own, in an impl without a trait: `Self` is no float.
    pub inherent: bool,
    /// Not written: the methods of the impl, by their names and how many arguments they take.
    pub methods: BTreeSet<(String, usize)>,
    /// `recursive`: the function is part of a cycle of calls.
    pub recursive: bool,
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
    /// `macros("src/norms.rs")`: the macros that files of the crate define.
    pub macros: Macros,
    /// `casts`: those to integers stop the derivative.
    pub casts: bool,
    /// `own_numbers`: where nothing shows that it is one of a float, `x.sqrt()` may be a method of somebody's own numbers.
    pub may_be_own: bool,
    /// `no_diff(rng)`: the variables of the function that carry no derivative.
    pub set_aside: BTreeSet<String>,
    /// Not written: a parameter is bounded by a trait of nalgebra's numbers.
    pub fields: bool,
    /// Not written: the type parameters that are bounded by a trait of the user's, and that the function gives something of.
    pub own_numbers: Vec<String>,
    /// Not written: the type parameters that are seen as lists, `D: AsRef<[f64]>`.
    pub sliced: BTreeSet<String>,
    /// `bounded`: the impl or the function itself asks of its type parameters what its derivatives ask.
    pub bounded: Option<Ident>,
    /// `bounds_only`: it asks that, and has no derivatives.
    pub bounds_only: Option<Ident>,
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
    /// `lanes`: the backward sweep can carry several cotangents at once.
    pub lanes: Option<Ident>,
    /// `checkpoint`: the pullback runs the function once more.
    pub checkpoint: Option<Ident>,
    /// `vjp = rule`, `vjp = |x| ..` or `slopes(x = ..)`: the derivative that the user gives.
    pub rule: Option<OwnRule>,
    /// The function stands elsewhere, and has only its rule here.
    pub imported: bool,
    /// The trait whose impl the function stands in.
    pub implemented: Option<syn::Path>,
    /// The operator whose impl the function is.
    pub operator: Option<OwnOperator>,
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
    Fixed(Vec<Ident>),
    Unchecked(Vec<(Ident, bool)>),
    Functions(Vec<(Ident, syn::Type)>),
    Recursive(Ident),
    Sized(Ident, Vec<syn::Type>),
    Cloned(Vec<Ident>),
    Owned(Vec<Ident>),
    Borrowers(Vec<Ident>),
    Lifetimes(Vec<(Ident, syn::AngleBracketedGenericArguments)>),
    Macros(Vec<Macros>),
    Casts(Ident),
    OwnNumbers(Ident),
    SetAside(Vec<(Ident, String)>),
    Associated(Ident),
    Bounded(Ident),
    BoundsOnly(Ident),
    Foreign(Ident),
    Objects(Objects),
    OptIn(Ident),
    Lanes(Ident),
    Checkpoint(Ident),
    Rule(Ident, OwnRule),
    Unknown(Ident),
}

const KNOWN: &str = "the options are `name = other`, `twins(f = other)`, `references(f)`, `indexed(field)`, `maps(field)`, `fixed(corners)`, `unchecked(at, at_mut)`, `functions(Force = dyn Fn(f64) -> f64)`, `recursive`, `sized` or `sized(S::Part)`, `cloned(T)`, `owned(shape)`, `borrowers(dot)`, `lifetimes(Model<'_>)`, `macros(\"src/norms.rs\")`, `casts`, `own_numbers`, `no_diff(rng, .epoch)`, `associated`, `bounded`, `bounds_only`, `foreign`, `lanes`, `checkpoint`, `dyn` or `dyn(Supertrait)`, `opt_in`, `vjp = rule` and `slopes(x = ..)`";

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
            "fixed" => OptionItem::Fixed(names_in(input)?),
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
            "macros" => {
                let content;
                parenthesized!(content in input);
                let files = Punctuated::<syn::LitStr, Token![,]>::parse_terminated(&content)?;
                OptionItem::Macros(files.iter().map(crate::sources::macros).collect::<syn::Result<_>>()?)
            }
            "casts" => OptionItem::Casts(key),
            "own_numbers" => OptionItem::OwnNumbers(key),
            "no_diff" => {
                let content;
                parenthesized!(content in input);
                let names = Punctuated::<crate::set_aside::Name, Token![,]>::parse_terminated(&content)?;
                OptionItem::SetAside(names.into_iter().map(|name| (name.ident.clone(), name.key())).collect())
            }
            "associated" => OptionItem::Associated(key),
            "bounded" => OptionItem::Bounded(key),
            "bounds_only" => OptionItem::BoundsOnly(key),
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
            let held = || crate::entry::names_lifetimes(&ty).then(|| Referred::Held(ty.clone()));
            let several = || Several::of(&ty).map(Referred::Several);
            let array = || crate::owned::array_returned(&ty).map(Referred::Array);
            let constant = || crate::constants::is_constant(&ty).then_some(Referred::Constant);
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
        if !crate::callables::is_written(&ty) {
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
                OptionItem::Fixed(names) => list(names, &mut options.fixed, diagnostics),
                OptionItem::Unchecked(methods) => {
                    for (method, mutable) in methods {
                        if options.unchecked.insert(method.to_string(), mutable).is_some() {
                            diagnostics.error(method.span(), "this method is listed twice", "");
                        }
                    }
                }
                OptionItem::SetAside(names) => {
                    for (name, key) in names {
                        if !options.set_aside.insert(key) {
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
                OptionItem::Macros(files) => options.macros.extend(files.into_iter().flatten()),
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
                OptionItem::OwnNumbers(key) => {
                    if options.may_be_own {
                        diagnostics.error(key.span(), "the option `own_numbers` is given twice", "");
                    }
                    options.may_be_own = true;
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
                OptionItem::BoundsOnly(key) => {
                    if options.bounds_only.is_some() {
                        diagnostics.error(key.span(), "the option `bounds_only` is given twice", "");
                    }
                    options.bounds_only = Some(key);
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
                    diagnostics.error(key.span(), format!("unknown option `{key}`"), KNOWN);
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

/// Whether an attribute is `#[differentiable]`, whatever its path.
pub fn is_mark(attribute: &syn::Attribute) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|last| last.ident == "differentiable")
}

/// Takes `#[no_diff]` off a parameter, or off a function of an impl; says whether it was there.
pub fn take_no_diff(attrs: &mut Vec<syn::Attribute>) -> bool {
    let before = attrs.len();
    attrs.retain(|attribute| !attribute.path().is_ident("no_diff"));
    attrs.len() < before
}

/// The function without the macro's own markings: what rustc compiles as the primal.
pub fn primal(mut function: syn::ItemFn) -> syn::ItemFn {
    unmark(&mut function.sig);
    Unmark.visit_block_mut(&mut function.block);
    function
}

/// Whether it marks a loop, or a block, whose iterations run again on the way back.
pub fn is_checkpoint(attribute: &syn::Attribute) -> bool {
    attribute.path().is_ident("checkpoint")
}

/// Takes the markings off loops and blocks; and off what they do not belong on, which has been rejected.
pub struct Unmark;

impl VisitMut for Unmark {
    fn visit_attributes_mut(&mut self, attrs: &mut Vec<syn::Attribute>) {
        attrs.retain(|attribute| !is_checkpoint(attribute));
    }
}

/// Takes the markings off a signature.
pub fn unmark(signature: &mut syn::Signature) {
    for input in &mut signature.inputs {
        match input {
            syn::FnArg::Typed(param) => take_no_diff(&mut param.attrs),
            syn::FnArg::Receiver(receiver) => take_no_diff(&mut receiver.attrs),
        };
    }
}

/// Whether the written types say that no derivative can come out: `fn rows(&self) -> usize`.
pub fn carries_no_derivative(signature: &syn::Signature) -> bool {
    let writes = signature.inputs.iter().any(|input| match input {
        syn::FnArg::Receiver(receiver) => {
            matches!(&receiver.kind, syn::ReceiverKind::Reference(_, _, Some(_)))
        }
        syn::FnArg::Typed(param) => {
            let written = |ty: &syn::Type| {
                let reference = match ty {
                    syn::Type::Reference(reference) => Some(reference),
                    ty => crate::types::optional_reference(ty),
                };
                reference.is_some_and(|reference| reference.mutability.is_some())
            };
            // A call may change what the function captured.
            let changes = crate::callables::callable(&param.ty, &signature.generics)
                .is_some_and(|callable| callable.exclusive && !take_no_diff(&mut param.attrs.clone()));
            changes
                || match &*param.ty {
                    syn::Type::Tuple(tuple) => tuple.elems.iter().any(written),
                    ty => written(ty),
                }
        }
    });
    let output = crate::types::Ty::output(signature);
    let iterated = Iterated::returned(&signature.output);
    let inert = output.is_inert() || iterated.is_some_and(|iterated| iterated.is_inert());
    !writes && (inert || output == crate::types::Ty::Unit) || no_argument_does(signature)
}

/// Whether no parameter carries a derivative, by the way its type is written.
pub fn no_argument_does(signature: &syn::Signature) -> bool {
    signature.inputs.iter().all(|input| match input {
        syn::FnArg::Receiver(_) => false,
        syn::FnArg::Typed(param) => {
            take_no_diff(&mut param.attrs.clone()) || crate::types::is_inert_parameter(&param.ty)
        }
    })
}

/// Rejects what cannot be differentiated by the look of its signature.
pub fn check_signature(function: &syn::ItemFn, diagnostics: &Diagnostics) {
    let signature = &function.sig;
    if let Some(token) = &signature.asyncness {
        diagnostics.error(
            token.span(),
            "an `async` function cannot be differentiated",
            "split out the pure part",
        );
    }
    if let syn::Safety::Unsafe(token) = &signature.safety {
        diagnostics.error(
            token.span(),
            "an `unsafe` function that is no method cannot be differentiated",
            "make it a method or an associated function of a type; or a safe function",
        );
    }
    if let Some(variadic) = &signature.variadic {
        diagnostics.error(variadic.span(), "a variadic function cannot be differentiated", "");
    }
    for input in &signature.inputs {
        if let syn::FnArg::Typed(param) = input
            && let syn::Type::ImplTrait(ty) = &*param.ty
            && (crate::callables::callable(&param.ty, &signature.generics).is_none()
                || take_no_diff(&mut param.attrs.clone()))
        {
            diagnostics.error(
                ty.span(),
                "a parameter of type `impl Trait` is not supported with `#[no_diff]`",
                "name the type as a generic parameter",
            );
        }
    }
    if crate::types::Ty::primitive(&signature.ident.to_string()).is_some() {
        diagnostics.error(
            signature.ident.span(),
            format!(
                "the derivatives of a function named `{0}` would shadow the type `{0}`",
                signature.ident
            ),
            "rename the function, or use `#[differentiable(name = other)]`",
        );
    }
    if let Some(lent) = Lent::returned(&signature.output)
        && lent.ty().is_inert()
        && !crate::types::is_inert_list(&lent.target)
    {
        diagnostics.error(
            signature.output.span(),
            "no derivative comes out of what this function returns a reference to",
            "take the attribute away: a function without derivative is called as it is",
        );
    }
    for input in &signature.inputs {
        if let syn::FnArg::Typed(param) = input {
            check_param_type(param, &signature.generics, diagnostics);
        }
    }
    if let Some(iterated) = Iterated::returned(&signature.output) {
        check_items(&iterated, signature.output.span(), diagnostics);
    } else if let syn::ReturnType::Type(_, ty) = &signature.output
        && crate::types::View::of(ty).is_some()
    {
        diagnostics.error(
            ty.span(),
            "a function that returns a view of an array is not supported yet",
            "return an array of its own, by `.to_owned()`, or take the view where the function is called",
        );
    } else if let syn::ReturnType::Type(_, ty) = &signature.output
        && let syn::Type::ImplTrait(_) = &**ty
    {
        diagnostics.error(
            ty.span(),
            "a function that returns `impl Trait` is not supported",
            "name the type",
        );
    }
}

/// Of a function that returns an iterator: the items have to be references to what carries a derivative. Values are collected.
fn check_items(iterated: &Iterated, span: Span, diagnostics: &Diagnostics) {
    match iterated {
        iterated if iterated.is_inert() => diagnostics.error(
            span,
            "no derivative comes out of what this function returns an iterator over",
            "take the attribute away: a function without derivative is called as it is",
        ),
        Iterated::References(_) => {}
        Iterated::Values(_) => diagnostics.error(
            span,
            "a function that returns an iterator of what borrows is not supported yet",
            "let it give references into an argument, or values that own what they hold",
        ),
    }
}

fn check_param_type(param: &syn::PatType, generics: &syn::Generics, diagnostics: &Diagnostics) {
    let no_diff = take_no_diff(&mut param.attrs.clone());
    if let Some(callable) = crate::callables::callable(&param.ty, generics)
        && !no_diff
    {
        if crate::callables::holds_reference(&callable.output) {
            diagnostics.error(
                callable.output.span(),
                "a function whose result is a reference is not supported as a parameter",
                "let it return the value, or mark the parameter `#[no_diff]`",
            );
        }
        return;
    }
    if !no_diff && crate::types::tuple_of_references(&param.ty).is_some() || crate::types::View::of(&param.ty).is_some()
    {
        return;
    }
    // The derivatives have no lifetime that the items' type could name.
    let names_lifetime = |item: &syn::Type| {
        let mut erased = item.clone();
        crate::entry::EraseLifetimes.visit_type_mut(&mut erased);
        erased != *item
    };
    if let syn::Type::Path(path) = &*param.ty
        && let Some(ident) = path.path.get_ident()
        && let Some(item) = crate::generics::iterated(ident, generics)
        && crate::callables::holds_reference(&item)
        && (!no_diff || names_lifetime(&item))
    {
        diagnostics.error(
            param.ty.span(),
            "a parameter that gives references one after the other is not supported yet",
            "take a slice, `&[T]`, or an iterator of values, and let the caller add `.copied()`",
        );
    }
    let reference = match &*param.ty {
        syn::Type::Reference(reference) => Some(reference),
        ty => crate::types::optional_reference(ty),
    };
    if !no_diff
        && reference.is_none()
        && !crate::types::is_inert_parameter(&param.ty)
        && crate::callables::holds_reference(&param.ty)
        && !crate::types::is_holder(&param.ty)
    {
        diagnostics.error(
            param.ty.span(),
            "a parameter by value that holds a reference is not supported yet",
            "take it by reference, `&View<'_>`, or take the parts as parameters of their own",
        );
    }
    if let Some(reference) = reference
        && !no_diff
        && crate::callables::holds_mutable_reference(&reference.elem)
    {
        diagnostics.error(
            reference.elem.span(),
            "a mutable reference behind another one is not supported yet",
            "take it by itself: `&mut T`, or `Option<&mut T>` by value",
        );
    }
    let mut ty = reference.map_or(&*param.ty, |reference| &*reference.elem);
    while let syn::Type::Reference(reference) = ty {
        ty = &reference.elem;
    }
    if let (syn::Type::Ptr(_), false) = (ty, no_diff) {
        diagnostics.error(
            ty.span(),
            "a raw pointer carries no derivative",
            "pass a reference, or mark the parameter `#[no_diff]`",
        );
    }
}

/// A function must have something to differentiate with respect to. What is asked of marked dates and tables alone has sweeps for its
/// callers, and no entry points; where the marks stand on floats, there was something.
pub fn check_params(function: &crate::ir::Function, item: &syn::ItemFn, diagnostics: &Diagnostics) {
    if has_input(function) {
        return;
    }
    let name = &item.sig.ident;
    let marked = item.sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(param) if take_no_diff(&mut param.attrs.clone()) => Some(crate::types::Ty::of(&param.ty)),
        syn::FnArg::Receiver(receiver) if take_no_diff(&mut receiver.attrs.clone()) => Some(crate::types::Ty::Unknown),
        _ => None,
    });
    let marked: Vec<crate::types::Ty> = marked.collect();
    if marked.iter().any(crate::types::Ty::is_of_floats) {
        diagnostics.error(
            name.span(),
            format!("`{name}` has nothing left to differentiate with respect to"),
            "take `#[no_diff]` off a parameter",
        );
    } else if marked.is_empty() {
        diagnostics.error(
            name.span(),
            format!("`{name}` has no parameter to differentiate with respect to"),
            "take a float, or something that holds floats, as a parameter",
        );
    }
}

/// Whether there is a parameter to differentiate with respect to.
pub fn has_input(function: &crate::ir::Function) -> bool {
    function.params.iter().any(|param| param.differentiable)
}

/// Whether a derivative can come out of a function: by its result, or by an argument that it writes to. One that only asks, or only
/// shows something, has sweeps for its callers and no entry points.
pub fn has_output(function: &crate::ir::Function) -> bool {
    let written = |param: &crate::ir::Param| match &param.callable {
        // A call may change what the function captured.
        Some((callable, _)) => callable.exclusive,
        None => param.differentiable && param.passing == crate::ir::Passing::Mut,
    };
    function.output_ty != crate::types::Ty::Unit || function.params.iter().any(written)
}
