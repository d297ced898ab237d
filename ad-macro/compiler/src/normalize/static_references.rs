//! Detaches returned references to constants: nothing flows into them.
//!
//! Input:  `fn weights(self) -> &'static [f64] { match self { Rule::Two => &TWO, Rule::Three => &THREE } }`
//! Output: `fn weights(self) -> &'static [f64] { no_diff({ let constant: &'static [f64] = match self { .. }; constant }) }`,
//!         and at known calls `no_diff(statics(self.weights()))`
//!
//! What is behind `'static` may also be a part of an argument that holds such references. So the body has to select among places that it
//! names itself: arguments may decide which constant, and which part of it, and no more. A namesake may be another type's function:
//! rustc proves that its result is `'static` too, and no argument is.

use crate::normalize::tail_returns;
use crate::signature::returned_places::Lent;
use crate::signature::static_references::{is_constant, lends_constant, lends_for_less};
use crate::syntax::flat_set::FlatSet;
use crate::syntax::walk::{Node, NodeMut, WalkMut, descend_mut, walk};
use syn::spanned::Spanned;
use syn::{Block, Expr, FnArg, ItemFn, Pat, ReturnType, Stmt};

/// The function with `no_diff` around its value, if that is a constant.
pub fn detached(function: &ItemFn) -> Option<ItemFn> {
    if !lends_constant(&function.sig) {
        return None;
    }
    let mut function = function.clone();
    tail_returns::as_branches(&mut function.block, &|_| {});
    let mut arguments = Arguments(FlatSet::new());
    for input in &function.sig.inputs {
        match input {
            FnArg::Receiver(_) => {
                arguments.0.insert("self".to_string());
            }
            FnArg::Typed(param) => arguments.bind(&param.pat, true),
        }
    }
    if !arguments.choose_in(&function.block) {
        return None;
    }
    let ReturnType::Type(_, output) = &function.sig.output else {
        return None;
    };
    let block = &function.block;
    function.block = Box::new(syn::parse_quote!({
        ::pullback::no_diff({
            let constant: #output = #block;
            constant
        })
    }));
    Some(function)
}

/// The function with `no_diff` around the constants that its calls give. What a variable's type says is a constant is a value
/// to the other passes, which take a variable of the type of a reference for a part of something.
pub fn called(function: &ItemFn, constants: &FlatSet<String>) -> ItemFn {
    let mut function = function.clone();
    if !lends_for_less(&function.sig) {
        return function;
    }
    descend_mut(&mut Calls(constants), NodeMut::Block(&mut function.block));
    function
}

struct Calls<'a>(&'a FlatSet<String>);

impl Calls<'_> {
    /// Where a value has a name or is handed on. What is done with it at once, `self.weights()[i]`, sees that it is a value.
    fn detach(&self, expr: &mut Expr) {
        let name = match expr {
            Expr::MethodCall(call) => Some(&call.method),
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) => path.path.segments.last().map(|last| &last.ident),
                _ => None,
            },
            _ => None,
        };
        if name.is_some_and(|name| self.0.contains(&name.to_string())) {
            *expr = syn::parse_quote_spanned!(expr.span()=> ::pullback::no_diff(::pullback::rt::statics(#expr)));
        }
    }
}

impl WalkMut for Calls<'_> {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Expr(expr) => {
                descend_mut(self, NodeMut::Expr(expr));
                match expr {
                    Expr::Call(call) => call.args.iter_mut().for_each(|arg| self.detach(arg)),
                    Expr::MethodCall(call) => call.args.iter_mut().for_each(|arg| self.detach(arg)),
                    _ => {}
                }
            }
            NodeMut::Local(local) => {
                descend_mut(self, NodeMut::Local(local));
                if let Pat::Type(typed) = &local.pat
                    && is_constant(&typed.ty)
                    && let Some(init) = &local.init
                    && matches!(*init.expr, Expr::Call(_) | Expr::MethodCall(_))
                {
                    local.pat = (*typed.pat).clone();
                }
                // `let weights: &[f64] = model.weights();` is not said to be there for ever.
                let lent = matches!(&local.pat, Pat::Type(typed) if Lent::of(&typed.ty).is_some());
                if let Some(init) = local.init.as_mut().filter(|_| !lent) {
                    self.detach(&mut init.expr);
                }
            }
            NodeMut::Item(_) => {}
            node => descend_mut(self, node),
        }
    }
}

/// The names of what comes from the arguments.
#[derive(Clone)]
struct Arguments(FlatSet<String>);

impl Arguments {
    fn reach(&self, expr: &Expr) -> bool {
        let mut words = FlatSet::new();
        crate::syntax::expressions::mentioned(expr, &mut words);
        !words.is_disjoint(&self.0)
    }

    /// A pattern's variables come from the arguments, or hide what does.
    fn bind(&mut self, pattern: &Pat, reached: bool) {
        walk(pattern, |node| {
            if let Node::PatIdent(ident) = node {
                let name = ident.ident.to_string();
                match reached {
                    true => self.0.insert(name),
                    false => self.0.remove(&name),
                };
            }
            true
        });
    }

    /// Whether a block only chooses a constant.
    fn choose_in(&self, block: &Block) -> bool {
        let mut arguments = self.clone();
        let Some((Stmt::Expr(value, None), before)) = block.stmts.split_last() else {
            // `panic!()` gives nothing back.
            return matches!(block.stmts.last(), Some(Stmt::Macro(last)) if last.semi_token.is_none());
        };
        let understood = before.iter().all(|stmt| match stmt {
            Stmt::Local(local) => match &local.init {
                Some(init) if init.diverge.is_none() => {
                    let reached = arguments.reach(&init.expr);
                    arguments.bind(&local.pat, reached);
                    true
                }
                _ => false,
            },
            Stmt::Item(_) | Stmt::Macro(_) => true,
            Stmt::Expr(..) => false,
        });
        understood && arguments.choose(value)
    }

    /// Whether a value is a constant, whichever it is.
    fn choose(&self, value: &Expr) -> bool {
        match value {
            Expr::Paren(inner) => self.choose(&inner.expr),
            Expr::Group(inner) => self.choose(&inner.expr),
            Expr::Reference(reference) => reference.mutability.is_none() && self.choose(&reference.expr),
            Expr::Lit(_) => true,
            Expr::Path(_) | Expr::Macro(_) => !self.reach(value),
            Expr::Field(field) => self.choose(&field.base),
            Expr::Index(index) => self.choose(&index.expr),
            Expr::Array(array) => array.elems.iter().all(|element| self.choose(element)),
            Expr::Tuple(tuple) => tuple.elems.iter().all(|element| self.choose(element)),
            Expr::Block(block) => self.choose_in(&block.block),
            Expr::If(branch) => {
                let Some((_, otherwise)) = &branch.else_branch else {
                    return false;
                };
                self.given(&branch.cond).choose_in(&branch.then_branch) && self.choose(otherwise)
            }
            Expr::Match(choice) => {
                let reached = self.reach(&choice.expr);
                choice.arms.iter().all(|arm| {
                    let mut arguments = self.clone();
                    arguments.bind(&arm.pat, reached);
                    arguments.choose(&arm.body)
                })
            }
            Expr::Call(call) => {
                let some = matches!(&*call.func, Expr::Path(path) if path.path.is_ident("Some"));
                (some || !self.reach(&call.func)) && call.args.iter().all(|arg| self.choose(arg))
            }
            // An element, by an index that may come from anywhere.
            Expr::MethodCall(call) => {
                let of_list = matches!(call.method.to_string().as_str(), "get" | "first" | "last");
                self.choose(&call.receiver) && (of_list || call.args.iter().all(|arg| !self.reach(arg)))
            }
            _ => false,
        }
    }

    /// What comes from the arguments where a condition holds: `if let` gives more names to it.
    fn given(&self, condition: &Expr) -> Self {
        let mut arguments = self.clone();
        let mut lets = Vec::new();
        walk(condition, |node| {
            if let Node::ExprLet(bound) = node {
                lets.push(bound);
            }
            true
        });
        for bound in lets {
            let reached = arguments.reach(&bound.expr);
            arguments.bind(&bound.pat, reached);
        }
        arguments
    }
}
