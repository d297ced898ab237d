//! Removes `unsafe`: unchecked indexing becomes checked indexing, and calls of `unsafe` functions become calls of their twins, which are
//! safe for the same reason.
//!
//! Input:  `unsafe fn at(&self, i: usize) -> &f64 { self.data.get_unchecked(i) }`, `total += unsafe { *x.at(i) }`
//! Output: `fn at(&self, i: usize) -> &f64 { &self.data[i] }`, `total += { *x.at(i) }`
//!
//! The value is the same wherever the function has one. The emitted code forbids `unsafe`, so rustc rejects what else needs it; a block
//! in which nothing is called stays, and `reject_syntax` rejects it.

use crate::options::attribute::Options;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::walk::{NodeMut, WalkMut, descend_mut};
use syn::spanned::Spanned;
use syn::{Expr, ItemFn, Safety, UnOp};

/// What reaches an element or a part: of slices, of nalgebra's matrices, of ndarray's arrays. Whether it may be written.
const METHODS: &[(&str, bool)] = &[
    ("get_unchecked", false),
    ("vget_unchecked", false),
    ("uget", false),
    ("get_unchecked_mut", true),
    ("vget_unchecked_mut", true),
    ("uget_mut", true),
];

/// The function with its unchecked accesses checked, and a method as a safe one. (A call of a free function is compared with the
/// function itself, in code that is emitted and does not run, but would have to be `unsafe`.)
pub fn checked(function: &ItemFn, is_free: bool, options: &Options, diagnostics: &Diagnostics) -> ItemFn {
    let mut function = function.clone();
    descend_mut(&mut Blocks(&options.unchecked), NodeMut::Block(&mut function.block));
    if let Safety::Unsafe(token) = &function.sig.safety
        && !is_free
    {
        if options.rule.is_some() {
            let help = "the rule would call it as it is written: give the rule to a safe function around it";
            diagnostics.error(token.span(), "an `unsafe` function has no rule", help);
        }
        function.sig.safety = Safety::Default;
        Accesses::new(&options.unchecked).node(NodeMut::Block(&mut function.block));
    }
    function
}

/// Finds the `unsafe` blocks: anywhere else the methods of these names are somebody's own. Holds the methods that the attribute lists.
struct Blocks<'a>(&'a FlatMap<String, bool>);

impl WalkMut for Blocks<'_> {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Expr(expr) => {
                descend_mut(self, NodeMut::Expr(expr));
                let Expr::Unsafe(unsafely) = expr else { return };
                let mut accesses = Accesses::new(self.0);
                let mut block = unsafely.block.clone();
                accesses.node(NodeMut::Block(&mut block));
                if accesses.found {
                    *expr = Expr::Block(syn::ExprBlock {
                        attrs: std::mem::take(&mut unsafely.attrs),
                        label: None,
                        block,
                    });
                }
            }
            NodeMut::Item(_) => {}
            node => descend_mut(self, node),
        }
    }
}

struct Accesses<'a> {
    listed: &'a FlatMap<String, bool>,
    /// Whether there is an access, or a call of what may be `unsafe`.
    found: bool,
}

impl<'a> Accesses<'a> {
    fn new(listed: &'a FlatMap<String, bool>) -> Self {
        Accesses { listed, found: false }
    }

    /// Whether a method is an access, to what may be written.
    fn mutable(&self, method: &str) -> Option<bool> {
        let known = METHODS.iter().find(|(name, _)| *name == method);
        self.listed.get(method).copied().or(known.map(|(_, mutable)| *mutable))
    }
}

impl WalkMut for Accesses<'_> {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Expr(expr) => {
                descend_mut(self, NodeMut::Expr(expr));
                self.found |= matches!(expr, Expr::Call(_) | Expr::MethodCall(_));
                match expr {
                    Expr::MethodCall(call) if call.args.len() == 1 => {
                        let (list, at) = (&call.receiver, &call.args[0]);
                        let place: Expr = match self.mutable(&call.method.to_string()) {
                            Some(false) => syn::parse_quote!(&#list[#at]),
                            Some(true) => syn::parse_quote!(&mut #list[#at]),
                            None => return,
                        };
                        *expr = Expr::Paren(syn::ExprParen {
                            attrs: Vec::new(),
                            paren_token: Default::default(),
                            expr: Box::new(place),
                        });
                    }
                    // What was behind the reference is the element itself.
                    Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                        if let Expr::Paren(inner) = &*unary.expr
                            && let Expr::Reference(reference) = &*inner.expr
                            && let Expr::Index(_) = &*reference.expr
                        {
                            *expr = (*reference.expr).clone();
                        }
                    }
                    _ => {}
                }
            }
            NodeMut::Item(_) => {}
            node => descend_mut(self, node),
        }
    }
}
