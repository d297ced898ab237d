//! `Facts`, the types that inference found, by the identifier that stands for each: where a name is bound, and a call's name.
//!
//! Input:  `let y = x.iter().sum::<f64>();`
//! Output: `y: f64`, `iter: Iter<&f64>`, `sum: f64`
//!
//! Syn's trees have no node ids, and lowering takes parts of them into trees of its own. An identifier goes along with its span, which
//! is where it was written: so that is the key. What a `macro_rules!` writes twice has one key for both, and no fact if the two differ.

use crate::infer::types::{Head, Type};
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use proc_macro2::Ident;

/// Where an identifier was written, and what it says.
pub type Key = String;

pub fn key(ident: &Ident) -> Key {
    format!("{ident} {:?}", ident.span())
}

/// The types of a function's names and calls.
#[derive(Clone, Default, Debug)]
pub struct Facts {
    types: FlatMap<Key, Type>,
    /// The names that literals and patterns show to be those of structs, and no other names for types of std's.
    pub structs: FlatSet<String>,
    /// The names that literals and casts show to be those of numbers.
    pub numbers: FlatSet<String>,
    /// Whether rustc rejects the function, whatever else it knows of it.
    pub rejected: bool,
    /// In source order, for the dumps.
    order: Vec<(String, Key)>,
}

impl Facts {
    pub fn add(&mut self, ident: &Ident, ty: Type, named: bool) {
        let key = key(ident);
        if named && !self.types.contains_key(&key) {
            self.order.push((ident.to_string(), key.clone()));
        }
        match self.types.get_mut(&key) {
            Some(known) if *known != ty => *known = Type::Of(Head::Opaque, Vec::new()),
            Some(_) => {}
            None => _ = self.types.insert(key, ty),
        }
    }

    /// The type of the name that an identifier binds, or of the call that it names.
    pub fn of(&self, ident: &Ident) -> Option<&Type> {
        self.at(&key(ident))
    }

    /// Whether a type is one of a struct of the user's.
    pub fn is_struct(&self, ty: &Type) -> bool {
        matches!(ty, Type::Of(Head::Named(name), _) if self.structs.contains(name))
    }

    pub fn at(&self, key: &str) -> Option<&Type> {
        self.types.get(key).filter(|ty| ty.is_known())
    }

    /// The names with their types, in source order.
    pub fn names(&self) -> impl Iterator<Item = (&str, &Type)> {
        self.order.iter().map(|(name, key)| (name.as_str(), &self.types[key]))
    }
}
