//! The table of methods that are known: a row each, written as a signature in `known_methods.txt`.
//!
//! Input:  a receiver `Option<f64>`, `map`, one argument
//! Output: the row `fn map<U>(self, _: fn(T) -> U) -> Option<U>`, with `T = f64`
//!
//! What a row says holds of the method of std: the emitted code calls a method of that name on the same receiver, and a type of the
//! user's own that hides std's is a type error there, not another meaning.

use crate::infer::types::{Head, Names, Solver, Type, is_integer};
use crate::syntax::scalar_rules;
use proc_macro2::TokenStream;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use syn::parse::{Parse, ParseStream, Parser};
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

/// The rows by receiver: its type's name, `[]` of slices, `[;]` of arrays.
type Table = BTreeMap<&'static str, Vec<Row>>;

const RECEIVERS: [&str; 12] = [
    "float", "integer", "bool", "[]", "Vec", "[;]", "Option", "Result", "Iter", "Map", "String", "str",
];

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
    methods: Vec<Signature>,
}

impl Parse for Block {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        input.parse::<Token![impl]>()?;
        let (generics, receiver) = (input.parse()?, input.parse()?);
        let inner;
        syn::braced!(inner in input);
        let mut methods = Vec::new();
        while !inner.is_empty() {
            methods.push(inner.parse()?);
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

fn row(block: &Block, method: &Signature) -> Row {
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
            name => name,
        },
        _ => return None,
    };
    RECEIVERS.iter().find(|known| **known == name).copied()
}

/// The row of a method by the name of its receiver, as `receiver` gives it.
pub fn row_of(receiver: &str, name: &str, arguments: usize) -> Option<&'static Row> {
    let rows = table().get(receiver)?;
    rows.iter()
        .find(|row| row.name == name && row.params.len() == arguments)
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
