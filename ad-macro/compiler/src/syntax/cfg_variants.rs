//! Monomorphises a function over the `#[cfg]`s in its body: the macro expands before rustc has decided them, so each variant of the
//! function gets derivatives of its own, under the condition that selects it.
//!
//! Input:  `fn f(x: f64) -> f64 { #[cfg(unix)] { x } #[cfg(not(unix))] { x * x } }`
//! Output: `fn f(x: f64) -> f64 { { x } }` where `unix`, and `fn f(x: f64) -> f64 { { x * x } }` where `not(unix)`
//!
//! Conditions are enumerated only where they are reached: a predicate inside a block that a variant leaves out is not.

use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::walk::{Node, NodeMut, Walk, WalkMut, descend, descend_mut};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ImplItem, ImplItemFn, Item, ItemFn, ItemImpl, Meta, Stmt, Token};

/// The function as one configuration has it.
pub struct Variant {
    /// When it is this one; nothing if it always is.
    pub condition: Option<TokenStream>,
    pub function: ItemFn,
}

/// Three predicates that do not depend on each other.
const MOST: usize = 8;

/// Predicates may also say the same in many ways, but not without end.
const MOST_LOOKED_AT: usize = 64;

/// The forms of a function, its own `#[cfg]` included.
pub fn variants(function: &ItemFn, diagnostics: &Diagnostics) -> Vec<Variant> {
    // By their text: conditions under which the function is the same make one variant.
    let mut found: FlatMap<String, (ItemFn, Vec<Configuration>)> = FlatMap::new();
    let mut pending = vec![Vec::new()];
    let mut looked_at = 0;
    while let Some(prefix) = pending.pop() {
        looked_at += 1;
        let known = prefix.len();
        let left_out = FlatSet::new();
        let mut configuration = Configuration {
            chosen: prefix,
            left_out,
        };
        let mut variant = function.clone();
        let exists = configuration.keeps(&mut variant.attrs);
        if exists {
            descend_mut(&mut configuration, NodeMut::ItemFn(&mut variant));
        }
        // Wherever there was a choice, there is another variant that chose otherwise.
        for k in known..configuration.chosen.len() {
            let mut other = configuration.chosen[..=k].to_vec();
            other[k].holds = false;
            pending.push(other);
        }
        if exists && !configuration.lacks_a_name(&variant) {
            let text = variant.to_token_stream().to_string();
            found.entry(text).or_insert((variant, Vec::new())).1.push(configuration);
        }
        if found.len() > MOST || looked_at > MOST_LOOKED_AT {
            diagnostics.error(
                function.sig.ident.span(),
                "the `#[cfg]`s in this function make more than eight different functions of it",
                "split it up, or write `if cfg!(..)`",
            );
            break;
        }
    }
    let variants = found.into_values().map(|(function, configurations)| {
        let mut conditions = configurations.iter().map(Configuration::condition);
        let condition = match (conditions.next(), configurations.len()) {
            (Some(only), 1) => only,
            (first, _) => {
                let conditions = first.into_iter().chain(conditions).flatten();
                Some(quote!(any(#(#conditions),*)))
            }
        };
        Variant { condition, function }
    });
    variants.take(MOST).collect()
}

/// Items that stand only where the condition holds.
pub fn under(condition: &Option<TokenStream>, items: TokenStream) -> TokenStream {
    let Some(condition) = condition else { return items };
    // Of two blocks that exclude each other, `#[cfg]`s may leave none, and then there is no value. Rustc says so of the function
    // itself, but only in a configuration that is used; what stands under the others must be Rust all the same.
    let items = syn::parse2::<syn::File>(items).map_or(Vec::new(), |file| file.items);
    quote!(#(#[cfg(#condition)] #items)*)
}

/// The `#[cfg]`s among attributes.
pub fn conditions(attrs: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"))
}

/// The functions of a name in an impl, of which `#[cfg]`s leave one, with these.
pub fn functions<'a>(
    block: &'a ItemImpl,
    name: &str,
) -> impl Iterator<Item = (impl Iterator<Item = &'a Attribute>, &'a ImplItemFn)> {
    block.items.iter().filter_map(move |item| match item {
        ImplItem::Fn(function) if function.sig.ident == name => Some((conditions(&function.attrs), function)),
        _ => None,
    })
}

/// A predicate that is neither `all`, `any` nor `not`, and whether it holds.
#[derive(Clone)]
struct Choice {
    text: String,
    meta: Meta,
    holds: bool,
}

struct Configuration {
    chosen: Vec<Choice>,
    /// The names of the `let`s that are left out.
    left_out: FlatSet<String>,
}

impl Configuration {
    fn condition(&self) -> Option<TokenStream> {
        let chosen = self.chosen.iter().map(
            |Choice { meta, holds, .. }| {
                if *holds { quote!(#meta) } else { quote!(not(#meta)) }
            },
        );
        (!self.chosen.is_empty()).then(|| quote!(all(#(#chosen),*)))
    }

    /// Whether the function cannot be compiled in this configuration, since a variable is there in others only. Rustc says so of the
    /// function itself, and there is nothing to differentiate.
    fn lacks_a_name(&self, function: &ItemFn) -> bool {
        struct Names<'a> {
            wanted: &'a FlatSet<String>,
            bound: FlatSet<String>,
            used: FlatSet<String>,
        }
        impl<'ast> Walk<'ast> for Names<'_> {
            fn node(&mut self, node: Node<'ast>) {
                match node {
                    Node::PatIdent(pat) => {
                        self.bound.insert(pat.ident.to_string());
                        descend(self, node);
                    }
                    Node::ExprPath(path) => self.used.extend(path.path.get_ident().map(ToString::to_string)),
                    Node::ExprCall(call) => {
                        // A function may have the same name.
                        if !matches!(&*call.func, Expr::Path(_)) {
                            self.node(Node::Expr(&call.func));
                        }
                        call.args.iter().for_each(|arg| self.node(Node::Expr(arg)));
                    }
                    Node::Macro(mac) => {
                        // It may bind any name that stands in it.
                        let text = mac.tokens.to_string();
                        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
                        let words = words.by_ref().filter(|word| self.wanted.contains(*word));
                        self.bound.extend(words.map(str::to_string));
                    }
                    Node::Item(item) => {
                        // What an item is called, or brings into scope.
                        let text = item.to_token_stream().to_string();
                        self.bound
                            .extend(self.wanted.iter().filter(|name| text.contains(*name)).cloned());
                    }
                    node => descend(self, node),
                }
            }
        }
        let mut names = Names {
            wanted: &self.left_out,
            bound: FlatSet::new(),
            used: FlatSet::new(),
        };
        names.node(Node::ItemFn(function));
        let mut missing = self.left_out.difference(&names.bound);
        missing.any(|name| names.used.contains(name))
    }

    /// Whether what has these attributes is compiled; the `#[cfg]`s among them have then done their work.
    fn keeps(&mut self, attrs: &mut Vec<Attribute>) -> bool {
        let mut keeps = true;
        attrs.retain(|attribute| {
            let predicate = match &attribute.meta {
                Meta::List(list) if list.path.is_ident("cfg") => attribute.parse_args::<Meta>(),
                _ => return true,
            };
            match predicate {
                Ok(predicate) => {
                    keeps = keeps && self.holds(&predicate);
                    false
                }
                // Rustc has a word to say on it.
                Err(_) => true,
            }
        });
        keeps
    }

    fn holds(&mut self, predicate: &Meta) -> bool {
        if let Meta::List(list) = predicate
            && let Ok(parts) = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
        {
            if list.path.is_ident("not") {
                return !parts.iter().any(|part| self.holds(part));
            } else if list.path.is_ident("all") {
                return parts.iter().all(|part| self.holds(part));
            } else if list.path.is_ident("any") {
                return parts.iter().any(|part| self.holds(part));
            }
        }
        let text = predicate.to_token_stream().to_string();
        if let Some(known) = self.chosen.iter().find(|choice| choice.text == text) {
            return known.holds;
        }
        if self
            .chosen
            .iter()
            .any(|choice| choice.holds && excludes(&choice.meta, predicate))
        {
            return false;
        }
        self.chosen.push(Choice {
            text,
            meta: predicate.clone(),
            holds: true,
        });
        true
    }

    fn keeps_expr(&mut self, expr: &mut Expr) -> bool {
        attributes(expr).is_none_or(|attrs| self.keeps(attrs))
    }

    fn filter<T: Clone, P: Default>(
        &mut self,
        list: &mut Punctuated<T, P>,
        mut keeps: impl FnMut(&mut Self, &mut T) -> bool,
    ) {
        let kept = std::mem::take(list).into_iter();
        *list = kept
            .filter_map(|mut item| keeps(self, &mut item).then_some(item))
            .collect();
    }
}

/// Whether two predicates never hold together: a target has one operating system, one width of pointers, and so on.
fn excludes(one: &Meta, other: &Meta) -> bool {
    const SINGLE: [&str; 6] = [
        "target_arch",
        "target_os",
        "target_env",
        "target_vendor",
        "target_pointer_width",
        "target_endian",
    ];
    match (one, other) {
        (Meta::NameValue(one), Meta::NameValue(other)) => {
            one.path == other.path && SINGLE.iter().any(|key| one.path.is_ident(key))
        }
        _ => false,
    }
}

impl WalkMut for Configuration {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Signature(signature) => {
                self.filter(&mut signature.inputs, |this, input| match input {
                    syn::FnArg::Typed(param) => this.keeps(&mut param.attrs),
                    syn::FnArg::Receiver(receiver) => this.keeps(&mut receiver.attrs),
                });
                self.filter(&mut signature.generics.params, |this, param| match param {
                    syn::GenericParam::Type(param) => this.keeps(&mut param.attrs),
                    syn::GenericParam::Const(param) => this.keeps(&mut param.attrs),
                    syn::GenericParam::Lifetime(param) => this.keeps(&mut param.attrs),
                });
                descend_mut(self, NodeMut::Signature(signature));
            }
            NodeMut::Block(block) => {
                block.stmts.retain_mut(|stmt| match stmt {
                    Stmt::Local(local) => {
                        let keeps = self.keeps(&mut local.attrs);
                        if !keeps {
                            let mut idents = Vec::new();
                            crate::syntax::expressions::pattern_idents(&local.pat, &mut idents);
                            self.left_out.extend(idents.iter().map(ToString::to_string));
                        }
                        keeps
                    }
                    Stmt::Macro(stmt) => self.keeps(&mut stmt.attrs),
                    Stmt::Expr(expr, _) => self.keeps_expr(expr),
                    Stmt::Item(item) => item_attributes(item).is_none_or(|attrs| self.keeps(attrs)),
                });
                descend_mut(self, NodeMut::Block(block));
            }
            NodeMut::Expr(expr) => {
                match expr {
                    Expr::Array(array) => self.filter(&mut array.elems, Self::keeps_expr),
                    Expr::Tuple(tuple) => self.filter(&mut tuple.elems, Self::keeps_expr),
                    Expr::Call(call) => self.filter(&mut call.args, Self::keeps_expr),
                    Expr::MethodCall(call) => self.filter(&mut call.args, Self::keeps_expr),
                    Expr::Struct(literal) => {
                        self.filter(&mut literal.fields, |this, field| this.keeps(&mut field.attrs));
                        // Before `..rest` there has to be a comma.
                        if literal.rest.is_some() && !literal.fields.empty_or_trailing() {
                            literal.fields.push_punct(Default::default());
                        }
                    }
                    Expr::Match(stmt) => stmt.arms.retain_mut(|arm| self.keeps(&mut arm.attrs)),
                    _ => {}
                }
                descend_mut(self, NodeMut::Expr(expr));
            }
            NodeMut::PatStruct(pat) => {
                self.filter(&mut pat.fields, |this, field| this.keeps(&mut field.attrs));
                descend_mut(self, NodeMut::PatStruct(pat));
            }
            // Whether a lint is allowed makes no other function of it.
            NodeMut::Attributes(attrs) => attrs.retain(|attribute| !is_harmless(attribute)),
            // An item inside is its own world.
            NodeMut::Item(_) => {}
            node => descend_mut(self, node),
        }
    }
}

/// `#[cfg_attr(.., allow(..))]`, and the like.
fn is_harmless(attribute: &Attribute) -> bool {
    const HARMLESS: [&str; 12] = [
        "allow",
        "warn",
        "deny",
        "forbid",
        "expect",
        "inline",
        "cold",
        "doc",
        "must_use",
        "rustfmt",
        "rustfmt_skip",
        "clippy",
    ];
    let Meta::List(list) = &attribute.meta else {
        return false;
    };
    let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    let harmless = |meta: &Meta| {
        let first = meta.path().segments.first();
        first.is_some_and(|first| HARMLESS.iter().any(|name| first.ident == name))
    };
    list.path.is_ident("cfg_attr") && parts.is_ok_and(|parts| parts.iter().skip(1).all(harmless))
}

macro_rules! attributes {
    ($node:ident: $($kind:ident)*) => {
        match $node {
            $($kind(node) => Some(&mut node.attrs),)*
            _ => None,
        }
    };
}

fn attributes(expr: &mut Expr) -> Option<&mut Vec<Attribute>> {
    use Expr::*;
    attributes!(expr: Array Assign Async Await Binary Block Break Call Cast Closure Const Continue Field ForLoop Group If Index Infer
        Let Lit Loop Macro Match MethodCall Paren Path Range RawAddr Reference Repeat Return Struct Try TryBlock Tuple Unary Unsafe
        While Yield)
}

fn item_attributes(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    use Item::*;
    attributes!(item: Const Enum Fn Impl Macro Mod Static Struct Trait Type Union Use)
}
