//! Variants that are named without their enum (`use Shape::*;`).
//!
//! Input:  `match shape { Circle(r) => .., Square { side } => .. }`
//! Output: `Circle` and `Square`
//!
//! A struct's pattern is spelled alike, but it is irrefutable: so it stands neither before another arm nor in an `if let`.

use crate::syntax::flat_set::FlatSet;
use crate::syntax::walk::{Node, Walk, descend};
use syn::{Block, Pat};

/// The names that can only be variants in the function.
pub(super) fn variants(body: &Block) -> FlatSet<String> {
    let mut bare = Bare::default();
    bare.node(Node::Block(body));
    bare.names
}

#[derive(Default)]
struct Bare {
    names: FlatSet<String>,
}

impl Bare {
    /// The patterns are of one enum if one of them is: each names its variant.
    fn patterns<'a>(&mut self, patterns: impl Iterator<Item = &'a Pat>) {
        for pat in patterns {
            named(pat, &mut self.names);
        }
    }

    /// `use Shape::{Circle, Square}` inside the function.
    fn imported(&mut self, tree: &syn::UseTree, of_type: bool) {
        match tree {
            syn::UseTree::Path(path) => {
                self.imported(&path.tree, path.ident.to_string().starts_with(char::is_uppercase));
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.imported(tree, of_type)),
            syn::UseTree::Name(name) if of_type => {
                self.names.insert(name.ident.to_string());
            }
            _ => {}
        }
    }
}

/// The names of a pattern and its alternatives, where they are of one segment.
fn named(pat: &Pat, names: &mut FlatSet<String>) {
    let path = match pat {
        Pat::TupleStruct(tuple) => &tuple.path,
        Pat::Struct(pat) => &pat.path,
        Pat::Or(or) => return or.cases.iter().for_each(|case| named(case, names)),
        Pat::Paren(inner) => return named(&inner.pat, names),
        Pat::Reference(inner) => return named(&inner.pat, names),
        Pat::Guard(guarded) => return named(&guarded.pat, names),
        Pat::Ident(syn::PatIdent {
            subpat: Some((_, sub)), ..
        }) => return named(sub, names),
        _ => return,
    };
    if let Some(name) = path.get_ident() {
        names.insert(name.to_string());
    }
}

impl<'ast> Walk<'ast> for Bare {
    fn node(&mut self, node: Node<'ast>) {
        match node {
            Node::ExprMatch(stmt) => {
                // An arm with a guard fails by its guard.
                let fails = |arm: &syn::Arm| {
                    let mut names = FlatSet::new();
                    if !matches!(arm.pat, Pat::Guard(_)) {
                        named(&arm.pat, &mut names);
                    }
                    !names.is_empty()
                };
                if let Some((_, before)) = stmt.arms.split_last()
                    && before.iter().any(fails)
                {
                    self.patterns(stmt.arms.iter().map(|arm| &arm.pat));
                }
                descend(self, node);
            }
            Node::ExprLet(condition) => {
                self.patterns(std::iter::once(&*condition.pat));
                descend(self, node);
            }
            Node::Local(local) => {
                if local.init.as_ref().is_some_and(|init| init.diverge.is_some()) {
                    self.patterns(std::iter::once(&local.pat));
                }
                descend(self, node);
            }
            Node::ItemUse(item) => self.imported(&item.tree, false),
            node => descend(self, node),
        }
    }
}
