//! What a rule's body binds is its own: it gets a name of its own in the expansion.
//!
//! ```text
//! Input:  { let d__of_the_rule = x[1] - c; d__of_the_rule * d }
//! Output: { let d_2 = x[1] - c; d_2 * d }
//! ```

use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::fresh_names::Names;
use crate::syntax::walk::{Node, NodeMut, WalkMut, descend_mut, walk};
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, Item, Pat};

/// What the names of a rule's body end in until they are told apart.
pub const MARK: &str = "__of_the_rule";

/// A name that may be a variable's.
pub fn marked(ident: &Ident) -> Ident {
    let text = ident.to_string();
    let variable = text.starts_with(|c: char| c.is_lowercase() || c == '_') && text != "_";
    if variable && syn::parse_str::<Ident>(&text).is_ok() {
        Ident::new(&format!("{text}{MARK}"), ident.span())
    } else {
        ident.clone()
    }
}

fn unmarked(ident: &Ident) -> Option<Ident> {
    let text = ident.to_string();
    Some(Ident::new(text.strip_suffix(MARK)?, ident.span()))
}

/// What a block of an expansion binds.
#[derive(Default)]
pub struct Scope {
    /// The names in the rule's body, and those that they get.
    own: FlatMap<String, Ident>,
    /// Names that come from the call, `let $x = ..`: the rule's body does not mean them.
    given: FlatSet<String>,
}

/// Takes the marks off again: what a rule's body binds gets a name of its own, all else its name.
pub struct Hygiene<'a> {
    pub names: &'a mut Names,
    pub scopes: Vec<Scope>,
    pub bound_since: &'a [String],
    /// Nothing was met that has another meaning here than where the macro was defined.
    pub seen: bool,
}

impl Hygiene<'_> {
    fn scope(&mut self, run: impl FnOnce(&mut Self)) {
        self.scopes.push(Scope::default());
        run(self);
        self.scopes.pop();
    }

    fn variable(&mut self, ident: &mut Ident) {
        if let Some(plain) = unmarked(ident) {
            let text = plain.to_string();
            match self.scopes.iter().rev().find_map(|scope| scope.own.get(&text)) {
                Some(own) => *ident = Ident::new(&own.to_string(), ident.span()),
                None => {
                    let hidden = self.scopes.iter().any(|scope| scope.given.contains(&text));
                    self.seen &= !hidden && !self.bound_since.contains(&text);
                    *ident = plain;
                }
            }
        }
    }

    fn rename(&mut self, tokens: TokenStream) -> TokenStream {
        let mut after_dot = false;
        let mut out = TokenStream::new();
        for token in tokens {
            let dot = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '.' && !after_dot);
            out.extend([match token {
                TokenTree::Ident(mut ident) if !after_dot => {
                    self.variable(&mut ident);
                    TokenTree::Ident(ident)
                }
                TokenTree::Ident(ident) => TokenTree::Ident(unmarked(&ident).unwrap_or(ident)),
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), self.rename(group.stream()));
                    inner.set_span(group.span());
                    TokenTree::Group(inner)
                }
                token => token,
            }]);
            after_dot = dot;
        }
        out
    }

    /// A name that a pattern binds: the macro's own, or one that it is given.
    fn binding(&mut self, pat: &mut syn::PatIdent) {
        if let Some(plain) = unmarked(&pat.ident) {
            let text = plain.to_string();
            let scope = self.scopes.last_mut().expect("there is a scope");
            let own = match scope.own.get(&text) {
                // The alternatives of a pattern bind the same.
                Some(own) => own.clone(),
                None => self.names.fresh(text.trim_start_matches("r#"), pat.ident.span()),
            };
            scope.own.insert(text, own.clone());
            pat.ident = own;
        } else {
            let scope = self.scopes.last_mut().expect("there is a scope");
            scope.given.insert(pat.ident.to_string());
        }
        if let Some((_, inner)) = &mut pat.subpat {
            self.node(NodeMut::Pat(inner));
        }
    }

    /// A `let`, whose value does not see what it binds.
    fn local(&mut self, local: &mut syn::Local) {
        self.node(NodeMut::Attributes(&mut local.attrs));
        if let Some(init) = &mut local.init {
            self.node(NodeMut::LocalInit(init));
        }
        // Bound again, it is another variable.
        let names = bound_names(&local.pat);
        for plain in names.iter().filter_map(|name| name.strip_suffix(MARK)) {
            self.scopes.last_mut().expect("there is a scope").own.remove(plain);
        }
        self.node(NodeMut::Pat(&mut local.pat));
    }
}

impl WalkMut for Hygiene<'_> {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Ident(ident) => {
                if let Some(plain) = unmarked(ident) {
                    *ident = plain;
                }
            }
            NodeMut::PatIdent(pat) => self.binding(pat),
            // `S { x }` is `S { x: x }`: the field keeps its name.
            NodeMut::FieldPat(field) => {
                self.node(NodeMut::Member(&mut field.member));
                self.node(NodeMut::Pat(&mut field.pat));
                if field.colon_token.is_none()
                    && !matches!((&*field.pat, &field.member), (Pat::Ident(pat), syn::Member::Named(name)) if pat.ident == *name)
                {
                    field.colon_token = Some(Default::default());
                }
            }
            NodeMut::FieldValue(field) => {
                self.node(NodeMut::Member(&mut field.member));
                self.node(NodeMut::Expr(&mut field.expr));
                if field.colon_token.is_none()
                    && !matches!((&field.expr, &field.member), (Expr::Path(path), syn::Member::Named(name)) if path.path.is_ident(name))
                {
                    field.colon_token = Some(Default::default());
                }
            }
            NodeMut::ExprPath(path) => {
                if path.qself.is_none() && path.path.get_ident().is_some() {
                    self.variable(&mut path.path.segments[0].ident);
                } else {
                    descend_mut(self, NodeMut::ExprPath(path));
                }
            }
            NodeMut::Macro(mac) => {
                self.node(NodeMut::Path(&mut mac.path));
                mac.tokens = self.rename(mac.tokens.clone());
            }
            NodeMut::Attribute(attr) => {
                if let syn::Meta::List(list) = &mut attr.meta {
                    list.tokens = self.rename(list.tokens.clone());
                }
                descend_mut(self, NodeMut::Attribute(attr));
            }
            NodeMut::Item(item) => {
                // What an import names is the same everywhere.
                if let Item::Use(import) = item {
                    return descend_mut(self, NodeMut::ItemUse(import));
                }
                // The names in an item, and the rules of a macro in a macro.
                self.seen &= !item.to_token_stream().to_string().contains(MARK);
            }
            NodeMut::Local(local) => self.local(local),
            NodeMut::Block(block) => self.scope(|hygiene| descend_mut(hygiene, NodeMut::Block(block))),
            NodeMut::Arm(arm) => self.scope(|hygiene| descend_mut(hygiene, NodeMut::Arm(arm))),
            NodeMut::ExprClosure(closure) => {
                self.scope(|hygiene| descend_mut(hygiene, NodeMut::ExprClosure(closure)));
            }
            NodeMut::ExprForLoop(stmt) => {
                self.node(NodeMut::Attributes(&mut stmt.attrs));
                self.node(NodeMut::Expr(&mut stmt.expr));
                self.scope(|hygiene| {
                    hygiene.node(NodeMut::Pat(&mut stmt.pat));
                    hygiene.node(NodeMut::Block(&mut stmt.body));
                });
            }
            // What a condition binds is there in the block after it.
            NodeMut::ExprIf(stmt) => {
                self.node(NodeMut::Attributes(&mut stmt.attrs));
                self.scope(|hygiene| {
                    hygiene.node(NodeMut::Expr(&mut stmt.cond));
                    hygiene.node(NodeMut::Block(&mut stmt.then_branch));
                });
                if let Some((_, otherwise)) = &mut stmt.else_branch {
                    self.node(NodeMut::Expr(otherwise));
                }
            }
            NodeMut::ExprWhile(stmt) => {
                self.node(NodeMut::Attributes(&mut stmt.attrs));
                self.scope(|hygiene| {
                    hygiene.node(NodeMut::Expr(&mut stmt.cond));
                    hygiene.node(NodeMut::Block(&mut stmt.body));
                });
            }
            NodeMut::ExprLet(expr) => {
                self.node(NodeMut::Expr(&mut expr.expr));
                self.node(NodeMut::Pat(&mut expr.pat));
            }
            node => descend_mut(self, node),
        }
    }
}

/// The names that patterns bind.
pub fn bound_names<'t>(tree: impl Into<Node<'t>>) -> FlatSet<String> {
    let mut names = FlatSet::new();
    walk(tree, |node| {
        if let Node::PatIdent(pat) = node {
            names.insert(pat.ident.to_string());
        }
        true
    });
    names
}
