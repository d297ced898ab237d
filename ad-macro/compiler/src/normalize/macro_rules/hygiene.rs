//! What a rule's body binds is its own: it gets a name of its own in the expansion.
//!
//! ```text
//! Input:  { let d__of_the_rule = x[1] - c; d__of_the_rule * d }
//! Output: { let d_2 = x[1] - c; d_2 * d }
//! ```

use crate::syntax::fresh_names::Names;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Block, Expr, Item, Pat, visit, visit_mut};

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
    own: BTreeMap<String, Ident>,
    /// Names that come from the call, `let $x = ..`: the rule's body does not mean them.
    given: BTreeSet<String>,
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
}

impl VisitMut for Hygiene<'_> {
    fn visit_ident_mut(&mut self, ident: &mut Ident) {
        if let Some(plain) = unmarked(ident) {
            *ident = plain;
        }
    }

    fn visit_pat_ident_mut(&mut self, pat: &mut syn::PatIdent) {
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
            self.visit_pat_mut(inner);
        }
    }

    // `S { x }` is `S { x: x }`: the field keeps its name.
    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        self.visit_member_mut(&mut field.member);
        self.visit_pat_mut(&mut field.pat);
        if field.colon_token.is_none()
            && !matches!((&*field.pat, &field.member), (Pat::Ident(pat), syn::Member::Named(name)) if pat.ident == *name)
        {
            field.colon_token = Some(Default::default());
        }
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        self.visit_member_mut(&mut field.member);
        self.visit_expr_mut(&mut field.expr);
        if field.colon_token.is_none()
            && !matches!((&field.expr, &field.member), (Expr::Path(path), syn::Member::Named(name)) if path.path.is_ident(name))
        {
            field.colon_token = Some(Default::default());
        }
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if path.qself.is_none() && path.path.get_ident().is_some() {
            self.variable(&mut path.path.segments[0].ident);
        } else {
            visit_mut::visit_expr_path_mut(self, path);
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        self.visit_path_mut(&mut mac.path);
        mac.tokens = self.rename(mac.tokens.clone());
    }

    fn visit_attribute_mut(&mut self, attr: &mut syn::Attribute) {
        if let syn::Meta::List(list) = &mut attr.meta {
            list.tokens = self.rename(list.tokens.clone());
        }
        visit_mut::visit_attribute_mut(self, attr);
    }

    fn visit_item_mut(&mut self, item: &mut Item) {
        // What an import names is the same everywhere.
        if let Item::Use(import) = item {
            return visit_mut::visit_item_use_mut(self, import);
        }
        // The names in an item, and the rules of a macro in a macro.
        self.seen &= !item.to_token_stream().to_string().contains(MARK);
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        self.visit_attributes_mut(&mut local.attrs);
        if let Some(init) = &mut local.init {
            self.visit_local_init_mut(init);
        }
        // Bound again, it is another variable.
        let mut names = BoundNames(BTreeSet::new());
        names.visit_pat(&local.pat);
        for plain in names.0.iter().filter_map(|name| name.strip_suffix(MARK)) {
            self.scopes.last_mut().expect("there is a scope").own.remove(plain);
        }
        self.visit_pat_mut(&mut local.pat);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        self.scope(|hygiene| visit_mut::visit_block_mut(hygiene, block));
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.scope(|hygiene| visit_mut::visit_arm_mut(hygiene, arm));
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        self.scope(|hygiene| visit_mut::visit_expr_closure_mut(hygiene, closure));
    }

    fn visit_expr_for_loop_mut(&mut self, stmt: &mut syn::ExprForLoop) {
        self.visit_attributes_mut(&mut stmt.attrs);
        self.visit_expr_mut(&mut stmt.expr);
        self.scope(|hygiene| {
            hygiene.visit_pat_mut(&mut stmt.pat);
            hygiene.visit_block_mut(&mut stmt.body);
        });
    }

    // What a condition binds is there in the block after it.
    fn visit_expr_if_mut(&mut self, stmt: &mut syn::ExprIf) {
        self.visit_attributes_mut(&mut stmt.attrs);
        self.scope(|hygiene| {
            hygiene.visit_expr_mut(&mut stmt.cond);
            hygiene.visit_block_mut(&mut stmt.then_branch);
        });
        if let Some((_, otherwise)) = &mut stmt.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }

    fn visit_expr_while_mut(&mut self, stmt: &mut syn::ExprWhile) {
        self.visit_attributes_mut(&mut stmt.attrs);
        self.scope(|hygiene| {
            hygiene.visit_expr_mut(&mut stmt.cond);
            hygiene.visit_block_mut(&mut stmt.body);
        });
    }

    fn visit_expr_let_mut(&mut self, expr: &mut syn::ExprLet) {
        self.visit_expr_mut(&mut expr.expr);
        self.visit_pat_mut(&mut expr.pat);
    }
}

/// The names that patterns bind.
pub struct BoundNames(pub BTreeSet<String>);

impl Visit<'_> for BoundNames {
    fn visit_pat_ident(&mut self, pat: &syn::PatIdent) {
        self.0.insert(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }
}
