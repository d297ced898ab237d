//! The table of methods that are known: a row each, written as a signature in `known_methods.txt`.
//!
//! Input:  a receiver `Option<f64>`, `map`, one argument
//! Output: the row `fn map<U>(self, _: fn(T) -> U) -> Option<U>`, with `T = f64`
//!
//! What a row says holds of the method of std: the emitted code calls a method of that name on the same receiver, and a type of the
//! user's own that hides std's is a type error there, not another meaning.

use crate::infer::types::{Head, Names, Solver, Type, is_integer};
use crate::syntax::flat_map::FlatMap;
use crate::syntax::scalar_rules;
use proc_macro2::TokenStream;
use std::sync::OnceLock;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Signature, Token};

/// A known method.
#[derive(Clone, Debug)]
pub struct Row {
    pub name: String,
    /// The type parameters of the receiver's type, then the method's own.
    pub generics: Vec<String>,
    /// How many of them are the receiver's.
    pub outer: usize,
    pub receiver: Type,
    pub takes: Takes,
    pub lowered: Lowered,
    marks: Vec<Mark>,
    pub params: Vec<Type>,
    pub output: Type,
}

/// What becomes of the receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    Reads,
    Writes,
    Moves,
}

/// How a call is lowered that has a form of its own, by the attribute of the row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lowered {
    /// `#[branch]`: to a test of the variant.
    Branch,
    /// `#[twin]`: to a call of the pair in the runtime.
    Twin,
    Otherwise,
}

/// What a call is taken for by the method's name alone, by the attribute `#[is(..)]` of a row. The emitted code proves it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// One of std's or ndarray's that has no twin.
    Std,
    /// It begins a chain over the elements of a list.
    Source,
    /// It continues a chain.
    Adapter,
    /// It takes from an iterator, and leaves what comes after.
    Taking,
    /// It ends a chain.
    End,
    /// It gives an iterator, and no list.
    Iterates,
    /// Nothing but an iterator has it.
    Iterator,
    /// It moves elements of a vector, and no type of the user's is likely to have it with as many arguments.
    Edits,
    /// It changes nothing.
    Reads,
    /// It costs next to nothing and may be evaluated again.
    Cheap,
    /// It takes nothing out of a list.
    Looks,
    /// It measures: its result is an integer, a shape or a test.
    Measure,
}

impl Mark {
    fn parse(input: ParseStream) -> syn::Result<Mark> {
        let name: syn::Ident = input.parse()?;
        Ok(match name.to_string().as_str() {
            "std" => Mark::Std,
            "source" => Mark::Source,
            "adapter" => Mark::Adapter,
            "taking" => Mark::Taking,
            "end" => Mark::End,
            "iterates" => Mark::Iterates,
            "iterator" => Mark::Iterator,
            "edits" => Mark::Edits,
            "reads" => Mark::Reads,
            "cheap" => Mark::Cheap,
            "looks" => Mark::Looks,
            "measure" => Mark::Measure,
            _ => return Err(syn::Error::new(name.span(), "no mark of the table")),
        })
    }
}

/// The rows by receiver: its type's name, `[]` of slices, `[;]` of arrays.
type Table = FlatMap<&'static str, Vec<Row>>;

const RECEIVERS: [&str; 14] = [
    "float", "integer", "bool", "[]", "Vec", "[;]", "Option", "Result", "Iter", "Map", "String", "str", "ndarray",
    "Tensor",
];

/// The receivers that are lists of std's.
pub const LISTS: [&str; 3] = ["[]", "Vec", "[;]"];

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let text = include_str!("known_methods.txt");
        let tokens: TokenStream = text.parse().expect("the table is Rust");
        let blocks = (|input: ParseStream| {
            let mut blocks = Vec::new();
            while !input.is_empty() {
                blocks.push(input.parse::<Block>()?);
            }
            Ok(blocks)
        })
        .parse2(tokens)
        .expect("the table is signatures");
        let mut table = Table::new();
        for block in blocks {
            let rows = block.methods.iter().map(|method| row(&block, method));
            table.entry(receiver_name(&block.receiver)).or_default().extend(rows);
        }
        table
    })
}

/// `impl<T> Vec<T> { fn len(&self) -> usize; .. }`
struct Block {
    generics: syn::Generics,
    receiver: syn::Type,
    methods: Vec<(Lowered, Vec<Mark>, Signature)>,
}

impl Parse for Block {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        input.parse::<Token![impl]>()?;
        let (generics, receiver) = (input.parse()?, input.parse()?);
        let inner;
        syn::braced!(inner in input);
        let mut methods = Vec::new();
        while !inner.is_empty() {
            let attributes = syn::Attribute::parse_outer(&inner)?;
            let (mut lowered, mut marks) = (Lowered::Otherwise, Vec::new());
            for attribute in attributes {
                match attribute.path() {
                    path if path.is_ident("branch") => lowered = Lowered::Branch,
                    path if path.is_ident("twin") => lowered = Lowered::Twin,
                    _ => {
                        let list = Punctuated::<Mark, Token![,]>::parse_terminated_with;
                        marks.extend(attribute.parse_args_with(|input: ParseStream| list(input, Mark::parse))?);
                    }
                }
            }
            methods.push((lowered, marks, inner.parse()?));
            inner.parse::<Token![;]>()?;
        }
        Ok(Block {
            generics,
            receiver,
            methods,
        })
    }
}

fn receiver_name(receiver: &syn::Type) -> &'static str {
    let name = match receiver {
        syn::Type::Slice(_) => "[]".to_owned(),
        syn::Type::Array(_) => "[;]".to_owned(),
        syn::Type::Path(path) => path.path.segments[0].ident.to_string(),
        _ => String::new(),
    };
    let known = RECEIVERS.iter().find(|known| **known == name);
    known.expect("a receiver of the table is one that is looked for")
}

fn row(block: &Block, (lowered, marks, method): &(Lowered, Vec<Mark>, Signature)) -> Row {
    let names = |generics: &syn::Generics| -> Vec<String> {
        let params = generics.type_params();
        params.map(|param| param.ident.to_string()).collect()
    };
    let (outer, own) = (names(&block.generics), names(&method.generics));
    let count = outer.len();
    let generics: Vec<String> = outer.into_iter().chain(own).collect();
    let mut solver = Solver::default();
    let mut scope = Names {
        params: generics
            .iter()
            .map(|name| (name.clone(), Type::Of(Head::Param(name.clone()), Vec::new())))
            .collect(),
        this: None,
    };
    let receiver = solver.read(&block.receiver, &scope);
    scope.this = Some(receiver.clone());
    let (mut takes, mut params, mut receiver) = (Takes::Moves, Vec::new(), receiver);
    for input in &method.inputs {
        match input {
            syn::FnArg::Receiver(own) => {
                takes = match &own.kind {
                    syn::ReceiverKind::Reference(_, _, None) => Takes::Reads,
                    syn::ReceiverKind::Reference(_, _, Some(_)) => Takes::Writes,
                    _ => Takes::Moves,
                };
                if let syn::ReceiverKind::Typed(_, ty) = &own.kind {
                    receiver = solver.read(ty, &scope);
                }
            }
            syn::FnArg::Typed(param) => params.push(solver.read(&param.ty, &scope)),
        }
    }
    Row {
        name: method.ident.to_string(),
        generics,
        outer: count,
        receiver: of_std(receiver),
        takes,
        lowered: *lowered,
        marks: marks.clone(),
        params: params.into_iter().map(of_std).collect(),
        output: of_std(solver.output(&method.output, &scope)),
    }
}

/// The type in which `Iter<T>` is any iterator of std's.
fn of_std(ty: Type) -> Type {
    match ty {
        Type::Of(head, parts) => {
            let head = match head {
                Head::Named(name) if name == "Iter" => Head::Iter,
                head => head,
            };
            Type::Of(head, parts.into_iter().map(of_std).collect())
        }
        ty => ty,
    }
}

/// The name under which a type's methods stand in the table.
pub fn receiver(ty: &Type) -> Option<&'static str> {
    let name = match ty {
        Type::Of(Head::Primitive(name), _) if is_integer(name) => "integer",
        Type::Of(Head::Primitive(_), _) if ty.is_float() => "float",
        Type::Of(Head::Primitive(name), _) => name,
        Type::Of(Head::Slice, _) => "[]",
        Type::Of(Head::Array, _) => "[;]",
        Type::Of(Head::Iter, _) => "Iter",
        Type::Of(Head::Named(name), _) => match name.as_str() {
            "HashMap" | "BTreeMap" | "IndexMap" => "Map",
            name if is_ndarray(name) => "ndarray",
            name => name,
        },
        _ => return None,
    };
    RECEIVERS.iter().find(|known| **known == name).copied()
}

/// Whether a name is one of ndarray's arrays and views, and of no other type that is commonly called so.
pub fn is_ndarray(name: &str) -> bool {
    let Some(kind) = name.strip_prefix("Array").or_else(|| name.strip_prefix("CowArray")) else {
        return name == "ndarray";
    };
    let axes = ["ViewMut", "View", "Ref"]
        .iter()
        .find_map(|kinds| kind.strip_prefix(kinds));
    let number = |axes: &str| axes == "D" || axes.len() == 1 && axes.starts_with(|digit: char| digit.is_ascii_digit());
    axes.map_or_else(|| number(kind), |axes| axes.is_empty() || number(axes)) || name == "CowArray"
}

/// The row of a method by the name of its receiver, as `receiver` gives it.
pub fn row_of(receiver: &str, name: &str, arguments: usize) -> Option<&'static Row> {
    let rows = table().get(receiver)?;
    rows.iter()
        .find(|row| row.name == name && row.params.len() == arguments)
}

/// The rows of a name, of some receivers.
pub fn rows_of<'n>(receivers: &'n [&'n str], name: &'n str) -> impl Iterator<Item = &'static Row> + 'n {
    let rows = receivers.iter().filter_map(|receiver| table().get(*receiver)).flatten();
    rows.filter(move |row| row.name == name)
}

/// What calls of a method of this name are taken for.
fn marks(name: &str) -> &'static [(Mark, usize)] {
    static MARKS: OnceLock<FlatMap<&'static str, Vec<(Mark, usize)>>> = OnceLock::new();
    let marks = MARKS.get_or_init(|| {
        let mut marks = FlatMap::<_, Vec<_>>::new();
        for row in table().values().flatten() {
            let of_row = row.marks.iter().map(|mark| (*mark, row.params.len()));
            marks.entry(row.name.as_str()).or_default().extend(of_row);
        }
        marks
    });
    marks.get(name).map_or(&[], Vec::as_slice)
}

/// Whether a call of a method of this name is taken for such a one.
pub fn is(mark: Mark, name: &str) -> bool {
    marks(name).iter().any(|(other, _)| *other == mark)
}

/// The same with this number of arguments.
pub fn is_with(mark: Mark, name: &str, arguments: usize) -> bool {
    marks(name).contains(&(mark, arguments))
}

/// Whether a method of iterators makes one with the items of a closure, or with some of its own that a closure chooses.
pub fn is_adapter_by_closure(name: &str) -> bool {
    let by_closure = |row: &Row| {
        row.params
            .iter()
            .any(|param| matches!(param, Type::Of(Head::Function, _)))
    };
    is(Mark::Adapter, name) && rows_of(&["Iter"], name).any(by_closure)
}

/// Whether a method that changes nothing takes an option, a result or an iterator by value.
pub fn reads_by_move(name: &str) -> bool {
    let mut rows = rows_of(&["Option", "Result", "Iter"], name);
    rows.any(|row| row.takes == Takes::Moves && row.marks.contains(&Mark::Reads))
}

/// Whether a method changes what an option holds.
pub fn changes_option(name: &str) -> bool {
    name != "as_mut" && rows_of(&["Option"], name).any(|row| row.takes == Takes::Writes)
}

/// Whether vectors and arrays have a method from slices.
pub fn is_of_slices(name: &str) -> bool {
    rows_of(&["[]"], name).next().is_some() && rows_of(&["Vec"], name).next().is_none()
}

/// Whether a method of slices writes to what it is called on, so that a binding without `mut` is a reference.
pub fn writes_slice(name: &str, arguments: usize) -> bool {
    row_of("[]", name, arguments).is_some_and(|row| row.takes == Takes::Writes)
}

/// Whether a method of `Option` and `Result` is lowered to a test.
pub fn is_branch(name: &str, arguments: usize) -> bool {
    rows_of(&["Option", "Result"], name).any(|row| row.params.len() == arguments && row.lowered == Lowered::Branch)
}

/// Whether ndarray's arrays and views have a method with a twin in the runtime.
pub fn is_array_method(name: &str) -> bool {
    rows_of(&["ndarray"], name).any(|row| row.lowered == Lowered::Twin)
}

/// What a method of a float with a scalar rule gives, and what it takes.
pub fn of_floats(float: &Type, name: &str, arguments: usize) -> Option<(Vec<Type>, Type)> {
    if let Some(rule) = scalar_rules::rule(name) {
        let given = rule.domains.iter().skip(1).map(|domain| match domain.starts_with('{') {
            true => Type::primitive("i32"),
            false => float.clone(),
        });
        return (rule.params.len() == arguments + 1).then(|| (given.collect(), float.clone()));
    }
    if scalar_rules::is_flat(name) {
        return Some((vec![float.clone(); arguments], float.clone()));
    }
    let inert = scalar_rules::is_inert(name) && name.starts_with("is_") && arguments == 0;
    inert.then(|| (Vec::new(), Type::primitive("bool")))
}
