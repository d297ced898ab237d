//! Mutual recursion among the methods of an impl.
//!
//! Input:  `fn insert(&mut self, ..) { self.insert_child(..) }` and `fn insert_child(&mut self, ..) { child.insert(..) }`
//! Output: `insert` and `insert_child`
//!
//! The type of each pullback would contain the other's without end, so they are boxed, as by `recursive`. Callees are matched by
//! name and arity: one that is another type's costs a box and is right.

use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::walk::{Node, Walk, descend};
use syn::{Expr, ItemFn};

/// A function by its name, and how many arguments it takes beside its receiver.
type Name = (String, usize);

/// The functions that reach themselves through another one.
pub fn members(functions: &[ItemFn]) -> FlatSet<String> {
    let name = |function: &ItemFn| {
        let receiver = usize::from(function.sig.receiver().is_some());
        (function.sig.ident.to_string(), function.sig.inputs.len() - receiver)
    };
    let names: FlatSet<Name> = functions.iter().map(name).collect();
    let calls: FlatMap<Name, FlatSet<Name>> = functions
        .iter()
        .map(|function| {
            let mut calls = Calls {
                names: &names,
                found: FlatSet::new(),
            };
            calls.node(Node::Block(&function.block));
            // A function that calls itself alone is found where it is lowered.
            let this = name(function);
            calls.found.remove(&this);
            (this, calls.found)
        })
        .collect();
    let in_circle = |start: &&Name| {
        let mut reached = FlatSet::new();
        let mut next: Vec<&Name> = calls[*start].iter().collect();
        while let Some(name) = next.pop() {
            if reached.insert(name) {
                next.extend(&calls[name]);
            }
        }
        reached.contains(*start)
    };
    names.iter().filter(in_circle).map(|(name, _)| name.clone()).collect()
}

struct Calls<'a> {
    names: &'a FlatSet<Name>,
    found: FlatSet<Name>,
}

impl Calls<'_> {
    fn note(&mut self, name: Name) {
        if self.names.contains(&name) {
            self.found.insert(name);
        }
    }
}

impl<'ast> Walk<'ast> for Calls<'_> {
    fn node(&mut self, node: Node<'ast>) {
        match node {
            Node::ExprMethodCall(call) => {
                // A field is as often what the type is a wrapper of, and has a method of the same name.
                if let Expr::Path(_) = &*call.receiver {
                    self.note((call.method.to_string(), call.args.len()));
                }
            }
            Node::ExprCall(call) => {
                if let Expr::Path(path) = &*call.func
                    && path.path.segments.len() == 2
                    && path.path.segments[0].ident == "Self"
                {
                    let name = path.path.segments[1].ident.to_string();
                    self.note((name.clone(), call.args.len()));
                    // `Self::name(&x, ..)`
                    if let Some(others) = call.args.len().checked_sub(1) {
                        self.note((name, others));
                    }
                }
            }
            _ => {}
        }
        descend(self, node);
    }
}
