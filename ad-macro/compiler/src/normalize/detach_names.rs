//! With the option `no_diff(rng, .epoch)`, detaches the variables, fields and methods of these names.
//!
//! Input:  `let mut rng = generator(seed); let x = draw(&mut rng);`
//! Output: `let mut rng = no_diff(generator(seed)); let x = draw(no_diff(&mut rng));`
//!
//! It is for values whose type has no derivative and that are lent to be mutated: a generator of random numbers, a log, a channel.
//!
//! - Arguments of a detached variable's methods are detached: `sender.send(state)` is `sender.send(no_diff(state))`. Where the result
//!   would lose a derivative by that, `lost` has it reported.
//! - A parameter of the name is marked `#[no_diff]`, and no more: its methods may hand a derivative on, `almanac.transform(orbit)`.
//! - With a point before it the name is that of fields and methods: what they hold or return is detached where it is read,
//!   `no_diff(signal.epoch().elapsed())`, `no_diff(Signal::epoch(&signal))`, `no_diff((model.rate)(t))`, and what initialises such
//!   a field, `Signal { range, delay: no_diff(range.seconds()) }`.
//! - An initialiser that may leave the function is detached within: `let key = no_diff(key(x))?;`, and so in `let … else` and `if let`.
//! - One of several bindings is detached after them: `let (epoch, state) = step(x); let epoch = no_diff(epoch);`.

pub mod lost;

use crate::options::detached_name::member_key;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::walk::{Node, NodeMut, Walk, WalkMut, descend, descend_mut, walk, walk_mut};
use syn::spanned::Spanned;
use syn::{Expr, ItemFn, Pat};

/// Marks the parameters of these names, of a function or of those of an impl or a trait.
pub fn parameters(item: &mut syn::Item, names: &FlatSet<String>) {
    walk_mut(item, |node| {
        if let NodeMut::Signature(signature) = node {
            for input in &mut signature.inputs {
                if let syn::FnArg::Typed(param) = input
                    && declares(&param.pat, names)
                    && !crate::signature::marks::take_no_diff(&mut param.attrs.clone())
                {
                    param.attrs.push(syn::parse_quote!(#[no_diff]));
                }
            }
        }
        !matches!(node, NodeMut::Signature(_) | NodeMut::Block(_))
    });
}

/// The function with `no_diff` around what such variables, or their functions, are given, and where they are lent to be changed.
pub fn detached(function: &ItemFn, names: &FlatSet<String>) -> ItemFn {
    let mut function = function.clone();
    // They may be lent in a macro of the function's own.
    crate::normalize::macro_rules::expanded(&mut function);
    let (mut parameters, mut variables) = (Declared::default(), Declared::default());
    parameters.node(Node::Signature(&function.sig));
    variables.node(Node::Block(&function.block));
    // A variable may have a parameter's name: `if let Some(channel) = channel`.
    let only_parameter = |name: &String| parameters.0.contains_key(name) && !variables.0.contains_key(name);
    let mut pass = SetAside {
        names,
        silent: names.iter().filter(|name| !only_parameter(name)).cloned().collect(),
    };
    pass.node(NodeMut::Block(&mut function.block));
    lost::marked(&mut function, &pass.silent, names);
    function
}

struct SetAside<'n> {
    names: &'n FlatSet<String>,
    /// Those of which nothing comes back that depends on what their methods are given: all but the parameters.
    silent: FlatSet<String>,
}

fn is_one_of(names: &FlatSet<String>, expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.get_ident().is_some_and(|ident| names.contains(&ident.to_string())))
}

impl SetAside<'_> {
    fn is_named(&self, expr: &Expr) -> bool {
        is_one_of(self.names, expr)
    }

    /// Whether all that is read is a field or a method of such a name, a part of it, or what its methods give.
    fn reads_member(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Field(field) => self.is_member(&field.member) || self.reads_member(&field.base),
            Expr::MethodCall(call) => {
                self.names.contains(&member_key(&call.method)) || self.reads_member(&call.receiver)
            }
            // A method by its path, or a function that is kept in such a field.
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) => {
                    let segments = &path.path.segments;
                    segments.len() > 1 && self.names.contains(&member_key(&segments[segments.len() - 1].ident))
                }
                kept => self.reads_member(kept),
            },
            Expr::Index(index) => self.reads_member(&index.expr),
            Expr::Reference(lent) => self.reads_member(&lent.expr),
            Expr::Paren(paren) => self.reads_member(&paren.expr),
            Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)) && self.reads_member(&unary.expr),
            Expr::Try(tried) => self.reads_member(&tried.expr),
            _ => false,
        }
    }

    /// Marks what is asked with of what such a field holds or such a method gives: its derivative would be lost in the answer. What a
    /// method that is named is given, and what it is asked of, is left to the option, which says that it answers without derivative.
    fn mark_asked(&self, expr: &mut Expr) {
        match expr {
            Expr::MethodCall(call) if !self.names.contains(&member_key(&call.method)) => {
                call.args.iter_mut().for_each(|arg| self.mark_given(arg));
                self.mark_asked(&mut call.receiver);
            }
            Expr::Field(field) => self.mark_asked(&mut field.base),
            Expr::Index(index) => self.mark_asked(&mut index.expr),
            Expr::Reference(lent) => self.mark_asked(&mut lent.expr),
            Expr::Paren(paren) => self.mark_asked(&mut paren.expr),
            Expr::Unary(unary) => self.mark_asked(&mut unary.expr),
            Expr::Try(tried) => self.mark_asked(&mut tried.expr),
            _ => {}
        }
    }

    /// Of a closure, what it gives is marked. What is read of other such fields and methods in it is detached by itself.
    fn mark_given(&self, arg: &mut Expr) {
        match arg {
            Expr::Lit(_) => {}
            Expr::Closure(closure) if lost::decides(&closure.body) => {}
            Expr::Closure(closure) => self.mark_given(&mut closure.body),
            _ if self.reads_member(arg) => self.mark_asked(arg),
            _ => {
                walk_mut(&mut *arg, |node| match node {
                    NodeMut::Expr(expr) if self.reads_member(expr) => {
                        self.mark_asked(expr);
                        detach(expr);
                        false
                    }
                    _ => true,
                });
                lost::mark_given(arg);
            }
        }
    }

    /// Whether a range goes from one such variable to another, `start..end`, or to none.
    fn is_between(&self, range: &syn::ExprRange) -> bool {
        let mut ends = [&range.start, &range.end].into_iter().flatten().peekable();
        ends.peek().is_some() && ends.all(|end| self.is_named(end))
    }

    fn is_member(&self, member: &syn::Member) -> bool {
        matches!(member, syn::Member::Named(name) if self.names.contains(&member_key(name)))
    }

    /// A variable of such a name that a `let` declares beside others is detached by itself, in a statement of its own.
    fn block(&mut self, block: &mut syn::Block) {
        descend_mut(self, NodeMut::Block(block));
        let mut stmts = Vec::with_capacity(block.stmts.len());
        for stmt in std::mem::take(&mut block.stmts) {
            let mut declared = Declared::default();
            if let syn::Stmt::Local(local) = &stmt
                && local.init.is_some()
                && !declares(&local.pat, self.names)
            {
                declared.node(Node::Pat(&local.pat));
                declared.0.retain(|_, variable| variable.by_ref.is_none());
            }
            let aside = declared.detached(self.names);
            stmts.push(stmt);
            stmts.extend(aside);
        }
        block.stmts = stmts;
    }

    /// What is read of such a name, given to it, or asked of it is detached.
    fn expression(&mut self, expr: &mut Expr) {
        // The answer of a silent one may be a method's that changes it: what it is given is detached, and that is all.
        let answers = matches!(expr, Expr::MethodCall(call) if is_one_of(&self.silent, &call.receiver));
        if !answers && self.reads_member(expr) {
            self.mark_asked(expr);
            return detach_member(expr);
        }
        match expr {
            // What it goes through may be lent by the field.
            Expr::ForLoop(ahead) if self.reads_member(&ahead.expr) => {
                self.mark_asked(&mut ahead.expr);
                detach(&mut ahead.expr);
                return self.node(NodeMut::Block(&mut ahead.body));
            }
            Expr::Assign(assign) if self.reads_member(&assign.left) => {
                self.node(NodeMut::Expr(&mut assign.right));
                detach(&mut assign.right);
                return;
            }
            Expr::Binary(binary)
                if crate::syntax::expressions::is_compound(&binary.op) && self.reads_member(&binary.left) =>
            {
                self.node(NodeMut::Expr(&mut binary.right));
                return change_member(expr);
            }
            _ => descend_mut(self, NodeMut::Expr(expr)),
        }
        match expr {
            Expr::ForLoop(ahead) => {
                let aside = values_of(&ahead.pat, &ahead.expr).detached(self.names);
                ahead.body.stmts.splice(0..0, aside);
            }
            Expr::Assign(assign) if self.is_named(&assign.left) => detach(&mut assign.right),
            Expr::Let(test)
                if declares(&test.pat, self.names)
                    && matches!(&*test.expr, Expr::Call(_) | Expr::MethodCall(_) | Expr::Try(_)) =>
            {
                detach(&mut test.expr);
            }
            Expr::Binary(binary)
                if crate::syntax::expressions::is_compound(&binary.op) && self.is_named(&binary.left) =>
            {
                detach(&mut binary.right);
            }
            Expr::Struct(literal) => {
                for field in &mut literal.fields {
                    if self.is_member(&field.member) {
                        field.colon_token.get_or_insert_default();
                        detach(&mut field.expr);
                    }
                }
            }
            Expr::Reference(lent) if lent.mutability.is_some() && self.is_named(&lent.expr) => detach(expr),
            Expr::Range(range) if self.is_between(range) => detach(expr),
            Expr::Call(call) if is_one_of(&self.silent, &call.func) => call.args.iter_mut().for_each(detach),
            Expr::MethodCall(call) if is_one_of(&self.silent, &call.receiver) => call.args.iter_mut().for_each(detach),
            _ => {}
        }
    }

    /// What a closure is given by such a name, `|t| ..` or `|(i, &t)| ..`, is detached where it begins. A reference stays what it is.
    fn closure(&mut self, closure: &mut syn::ExprClosure) {
        descend_mut(self, NodeMut::ExprClosure(closure));
        let by_value = |pat: &Pat| !matches!(pat, Pat::Type(typed) if matches!(*typed.ty, syn::Type::Reference(_)));
        let mut declared = Declared::default();
        for input in closure.inputs.iter().filter(|input| by_value(input)) {
            declared.node(Node::Pat(input));
        }
        let aside = declared.detached(self.names);
        if !aside.is_empty() {
            let body = &closure.body;
            *closure.body = syn::parse_quote_spanned!(body.span()=> { #(#aside)* #body });
        }
    }

    /// What `ensure!` and `assert!` ask of it.
    fn asked(&mut self, mac: &mut syn::Macro) {
        if !mac
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "ensure" || last.ident == "assert")
        {
            return;
        }
        let parse =
            |input: syn::parse::ParseStream| Ok((input.parse::<Expr>()?, input.parse::<proc_macro2::TokenStream>()?));
        if let Ok((mut asked, rest)) = syn::parse::Parser::parse2(parse, mac.tokens.clone()) {
            self.node(NodeMut::Expr(&mut asked));
            lost::unmarked(&mut asked);
            mac.tokens = quote::quote!(#asked #rest);
        }
    }
}

/// Whether all that the pattern declares has one of the names: what it is given is detached whole.
fn declares(pat: &Pat, names: &FlatSet<String>) -> bool {
    let mut declared = Declared::default();
    declared.node(Node::Pat(pat));
    !declared.0.is_empty() && declared.0.keys().all(|name| names.contains(name))
}

/// The names that patterns declare. A constant is taken for one as well, and is none of those that are detached.
#[derive(Default)]
struct Declared<'p>(FlatMap<String, &'p syn::PatIdent>);

impl Declared<'_> {
    /// Declares those of these names once more, detached.
    fn detached(&self, names: &FlatSet<String>) -> Vec<syn::Stmt> {
        let among = self.0.iter().filter(|(name, _)| names.contains(*name));
        let aside = among.map(|(_, syn::PatIdent { mutability, ident, .. })| {
            syn::parse_quote_spanned!(ident.span()=> let #mutability #ident = ::pullback::no_diff(#ident);)
        });
        aside.collect()
    }
}

impl<'p> Walk<'p> for Declared<'p> {
    fn node(&mut self, node: Node<'p>) {
        if let Node::PatIdent(ident) = node {
            self.0.insert(ident.ident.to_string(), ident);
        }
        descend(self, node);
    }
}

fn detach(value: &mut Expr) {
    if jumps(value) {
        detach_around_jumps(value);
    } else {
        *value = syn::parse_quote_spanned!(value.span()=> ::pullback::no_diff(#value));
    }
}

/// `match f(x) { Some(key) => key, None => return }`: nothing jumps out of `no_diff(..)`, so it goes around what the branches give, and
/// around what they are chosen by.
fn detach_around_jumps(value: &mut Expr) {
    let chosen = |by: &mut Expr| {
        if matches!(by, Expr::Call(_) | Expr::MethodCall(_) | Expr::Try(_)) {
            detach(by);
        }
    };
    match value {
        Expr::Match(branches) => {
            chosen(&mut branches.expr);
            branches.arms.iter_mut().for_each(|arm| detach(&mut arm.body));
        }
        Expr::If(branch) => {
            if let Expr::Let(test) = &mut *branch.cond {
                chosen(&mut test.expr);
            }
            detach_last(&mut branch.then_branch);
            if let Some((_, otherwise)) = &mut branch.else_branch {
                detach(otherwise);
            }
        }
        Expr::Block(block) if block.label.is_none() => detach_last(&mut block.block),
        Expr::Try(inner) => detach(&mut inner.expr),
        Expr::Paren(inner) => detach(&mut inner.expr),
        Expr::Unary(behind) if matches!(behind.op, syn::UnOp::Deref(_)) => detach(&mut behind.expr),
        Expr::Call(call) => {
            if let Some(part) = first_that_jumps(&mut call.args) {
                detach_part(value, part);
            }
        }
        Expr::MethodCall(call) if matches!(*call.receiver, Expr::Path(_)) => {
            if let Some(part) = first_that_jumps(&mut call.args) {
                detach_part(value, part);
            }
        }
        _ => {}
    }
}

/// `f(g(x)?)`: what may leave the function has a statement of its own, and `name` stands for it in `value`.
fn detach_part(value: &mut Expr, (name, mut part): (syn::Ident, Expr)) {
    detach(&mut part);
    detach(value);
    *value = syn::parse_quote_spanned!(value.span()=> { let #name = #part; #value });
}

/// The first argument that may leave the function, where those before it are no more than names, with the name that is left there.
fn first_that_jumps(args: &mut syn::punctuated::Punctuated<Expr, syn::Token![,]>) -> Option<(syn::Ident, Expr)> {
    let mut numbered = args.iter_mut().enumerate();
    let (k, arg) = numbered.find(|(_, arg)| !matches!(arg, Expr::Path(_) | Expr::Lit(_)))?;
    let name = quote::format_ident!("the_part_set_aside_{k}", span = arg.span());
    jumps(arg).then(|| (name.clone(), std::mem::replace(arg, syn::parse_quote!(#name))))
}

fn detach_last(block: &mut syn::Block) {
    if let Some(syn::Stmt::Expr(last, None)) = block.stmts.last_mut() {
        detach(last);
    }
}

/// Whether the function or a loop may be left from within the expression.
fn jumps(expr: &Expr) -> bool {
    let mut jumps = false;
    walk(expr, |node| {
        jumps |= matches!(
            node,
            Node::Expr(Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Try(_))
        );
        !jumps && !matches!(node, Node::Expr(Expr::Closure(_)) | Node::Item(_))
    });
    jumps
}

/// Sets aside what is read of a field or a method. It is asked by a reference, so that nothing is written; and what it gives is proved
/// to point to nothing that is written later. What is asked of what may fail, `state.frame()?.radius()`, has a statement of its own.
fn detach_member(value: &mut Expr) {
    let span = value.span();
    if let Expr::Try(tried) = value {
        return detach_member(&mut tried.expr);
    }
    if let Some(tried) = tried_within(value) {
        let name = syn::Ident::new("the_part_set_aside", span);
        let mut part = std::mem::replace(tried, syn::parse_quote_spanned!(span=> #name));
        detach_member(&mut part);
        detach_member(value);
        *value = syn::parse_quote_spanned!(span=> { let #name = #part; #value });
        return;
    }
    let mut inner = &mut *value;
    loop {
        inner = match inner {
            Expr::MethodCall(call) => {
                if let Expr::Field(_) | Expr::Path(_) = &*call.receiver {
                    let receiver = &call.receiver;
                    *call.receiver = syn::parse_quote_spanned!(span=> (*::pullback::rt::only_read(&#receiver)));
                    break;
                }
                &mut call.receiver
            }
            Expr::Call(call) => {
                let function = &call.func;
                if !matches!(**function, Expr::Path(_)) {
                    *call.func = syn::parse_quote_spanned!(span=> (*::pullback::rt::only_read(&#function)));
                }
                break;
            }
            Expr::Field(field) => &mut field.base,
            Expr::Index(index) => &mut index.expr,
            Expr::Paren(paren) => &mut paren.expr,
            Expr::Reference(lent) => &mut lent.expr,
            Expr::Unary(unary) => &mut unary.expr,
            _ => break,
        };
    }
    *value = match value {
        Expr::Reference(_) => syn::parse_quote_spanned!(span=> ::pullback::no_diff(#value)),
        _ => syn::parse_quote_spanned!(span=> ::pullback::no_diff(::pullback::rt::set_aside(#value))),
    };
}

/// Those that a loop over this declares for values: a reference stays what it is.
fn values_of<'p>(pat: &'p Pat, ahead: &Expr) -> Declared<'p> {
    let mut declared = Declared::default();
    walk(pat, |node| match node {
        Node::Pat(pat) if gives_values(ahead) => {
            declared.node(Node::Pat(pat));
            false
        }
        Node::PatReference(behind) => {
            declared.node(Node::Pat(&behind.pat));
            false
        }
        _ => true,
    });
    declared
}

fn gives_values(ahead: &Expr) -> bool {
    match ahead {
        Expr::Range(_) => true,
        Expr::Paren(inner) => gives_values(&inner.expr),
        Expr::MethodCall(call) => match call.method.to_string().as_str() {
            "copied" | "cloned" => true,
            "enumerate" | "rev" | "skip" | "skip_while" | "take" | "take_while" | "step_by" | "filter" => {
                gives_values(&call.receiver)
            }
            _ => false,
        },
        _ => false,
    }
}

/// `shot.end += f(x)?`: what the operator makes of a copy of the field is assigned to it, whatever the field's type is.
fn change_member(expr: &mut Expr) {
    let span = expr.span();
    let Expr::Binary(syn::ExprBinary { left, op, right, .. }) = expr else {
        return;
    };
    detach(right);
    let assign: syn::Path = match op {
        syn::BinOp::AddAssign(_) => syn::parse_quote!(AddAssign::add_assign),
        syn::BinOp::SubAssign(_) => syn::parse_quote!(SubAssign::sub_assign),
        syn::BinOp::MulAssign(_) => syn::parse_quote!(MulAssign::mul_assign),
        syn::BinOp::DivAssign(_) => syn::parse_quote!(DivAssign::div_assign),
        syn::BinOp::RemAssign(_) => syn::parse_quote!(RemAssign::rem_assign),
        // Those of bits are of integers alone.
        _ => return,
    };
    *expr = syn::parse_quote_spanned! {span=> {
        let the_part_set_aside = #right;
        #left = ::pullback::no_diff(::pullback::rt::set_aside(
            ::pullback::rt::changed_copy(&#left, the_part_set_aside, ::core::ops::#assign),
        ));
    }};
}

/// Whether this call of `no_diff` gives what is proved to point to nothing that is written later.
pub fn is_owned(call: &syn::ExprCall) -> bool {
    let proved = |path: &syn::Path| {
        let names = path.segments.iter().map(|part| part.ident.to_string());
        names.eq(["pullback", "rt", "set_aside"])
    };
    matches!(call.args.first(), Some(Expr::Call(aside)) if matches!(&*aside.func, Expr::Path(path) if proved(&path.path)))
}

/// The part of what is read that may fail.
fn tried_within(expr: &mut Expr) -> Option<&mut Expr> {
    match expr {
        Expr::Try(_) => Some(expr),
        Expr::Field(field) => tried_within(&mut field.base),
        Expr::MethodCall(call) => tried_within(&mut call.receiver),
        Expr::Call(call) => tried_within(&mut call.func),
        Expr::Index(index) => tried_within(&mut index.expr),
        Expr::Reference(lent) => tried_within(&mut lent.expr),
        Expr::Paren(paren) => tried_within(&mut paren.expr),
        Expr::Unary(unary) => tried_within(&mut unary.expr),
        _ => None,
    }
}

impl WalkMut for SetAside<'_> {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Block(block) => self.block(block),
            NodeMut::Local(local) => {
                descend_mut(self, NodeMut::Local(local));
                if declares(&local.pat, self.names)
                    && let Some(init) = &mut local.init
                {
                    detach(&mut init.expr);
                }
            }
            NodeMut::Expr(expr) => self.expression(expr),
            NodeMut::ExprClosure(closure) => self.closure(closure),
            // What stands in it is detached already.
            NodeMut::ExprCall(call) => {
                if !crate::syntax::expressions::is_no_diff(&call.func) {
                    descend_mut(self, NodeMut::ExprCall(call));
                }
            }
            NodeMut::Macro(mac) => self.asked(mac),
            NodeMut::Item(_) => {}
            node => descend_mut(self, node),
        }
    }
}
