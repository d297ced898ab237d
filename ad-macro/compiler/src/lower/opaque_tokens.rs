//! Expressions without derivative, kept in the user's own tokens as `Opaque`: variables renamed, reads and writes recorded.
//!
//! Input:  `v[k] > best && k < n` (a `syn::Expr`)
//! Output: the same tokens under the names of this function's variables, with reads `[v, k, best, n]`.

pub mod arguments;
pub mod receivers;
pub mod renamed;

use crate::infer::methods::{Mark, is};
use crate::ir::opaque::{Callee, Loss, Opaque};
use crate::ir::place::{Atom, Place, Projection, Var};
use crate::ir::spell;
use crate::lower::builder::{Binding, Lower};
use crate::lower::macros::macro_name;
use crate::lower::temporaries;
use crate::syntax::expressions::{is_comparison, is_compound, pattern_idents};
use crate::syntax::flat_set::FlatSet;
use crate::syntax::walk::{Node, NodeMut, Walk, WalkMut, descend, descend_mut};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, Pat};

/// What is not supported within tokens that stay, but in messages.
pub(super) const TRIED: &str = "the operator `?`";

/// Whether a method changes nothing, by the name that std, ndarray, nalgebra and arrayvec give it.
fn changes_nothing(method: &str) -> bool {
    is(Mark::Reads, method) || matches!(method, "shape_generic" | "remaining_capacity" | "is_full")
}

/// Whether a method of this name changes nothing, as std, ndarray and the floats have it.
pub(super) fn reads_only(method: &str) -> bool {
    changes_nothing(method)
        || crate::syntax::scalar_rules::is_inert(method)
        || crate::syntax::scalar_rules::is_flat(method)
        || crate::syntax::scalar_rules::rule(method).is_some()
        || crate::lower::iterators::makes_items(method)
}

pub struct Renamer<'a, 'b> {
    lower: &'a Lower<'b>,
    shadows: Vec<FlatSet<String>>,
    reads: Vec<Var>,
    carried: Vec<Var>,
    /// The statement does more after this: what temporaries do when they are dropped would be noticed.
    goes_on: bool,
    /// The operands that are such temporaries.
    temporaries: Vec<*const Expr>,
    /// Positive while no derivative enters what is visited.
    quiet: usize,
    /// Positive inside `no_diff(..)`.
    stopped: usize,
    /// Positive in the arguments of a macro, which cannot be taken apart.
    printed: usize,
    /// Positive in a message or an assertion, of which no value is left.
    asked: usize,
    /// Positive in what is compared.
    compared: usize,
    /// Positive in a closure, and in a loop in one.
    closures: usize,
    loops: usize,
    writes: Vec<Var>,
    pure: bool,
    losses: Vec<Loss>,
    /// What is lost in the answers of what is detached.
    answers: Vec<Loss>,
    spelled: Vec<Var>,
    /// Where a number is read from text or bits.
    reads_back: Option<Span>,
    callees: Vec<Callee>,
    /// Where something is written that has a name of the expression's own, or is behind it: `|mut n, x| { n += x; n }`.
    written_own: Option<(Span, &'static str)>,
    /// What is read in the innermost expression that binds names of its own.
    seen: Vec<Var>,
    /// Whether a name was mentioned that the expression binds itself.
    own_name: bool,
    /// Positive inside the receiver of a measure.
    measured: usize,
    /// The callees and losses that such a name enters: it may carry whatever is read around it.
    entered_by_own: Vec<usize>,
    lost_by_own: Vec<usize>,
    problem: Option<(Span, String)>,
}

/// Why an expression cannot stay as it is.
pub struct NotOpaque {
    pub span: Span,
    pub what: String,
}

impl<'b> Lower<'b> {
    /// Renames an expression that is kept whole.
    pub fn opaque(&self, expr: &Expr) -> Result<Opaque, NotOpaque> {
        let mut renamer = Renamer::new(self);
        renamer.goes_on = self.goes_on_after(expr);
        let mut expr = expr.clone();
        renamer.node(NodeMut::Expr(&mut expr));
        renamer.finish(expr.to_token_stream())
    }

    /// Renames an expression that only asks, and gives a `bool`: no derivative that enters it is lost.
    pub(super) fn opaque_question(&self, expr: &Expr) -> Result<Opaque, NotOpaque> {
        let mut renamer = Renamer::new(self);
        let mut expr = expr.clone();
        renamer.stopped += 1;
        renamer.quiet += 1;
        renamer.node(NodeMut::Expr(&mut expr));
        renamer.finish(expr.to_token_stream())
    }

    /// Whether an expression certainly writes nothing: what it calls is handed nothing that can be written.
    pub(super) fn only_asks(&self, expr: &Expr) -> bool {
        struct Asks<'a, 'b>(&'a Lower<'b>, bool);
        impl<'ast> Walk<'ast> for Asks<'_, '_> {
            fn node(&mut self, node: Node<'ast>) {
                match node {
                    Node::Expr(expr) => {
                        self.1 &= match expr {
                            // Behind `&` a variable is as it was, whatever may be done with it elsewhere.
                            Expr::Reference(reference)
                                if reference.mutability.is_none()
                                    && matches!(crate::syntax::expressions::strip(&reference.expr), Expr::Path(_)) =>
                            {
                                return;
                            }
                            Expr::Path(path) => match path.path.get_ident().map(|ident| self.0.lookup(ident)) {
                                Some(Some(Binding::Var(var))) => !self.0.f.info(*var).mutable,
                                Some(Some(Binding::Alias(_, mutable))) => !mutable,
                                Some(Some(_)) => false,
                                Some(None) | None => true,
                            },
                            Expr::Reference(reference) => reference.mutability.is_none(),
                            Expr::Binary(binary) => !is_compound(&binary.op),
                            Expr::MethodCall(_) | Expr::Call(_) | Expr::Field(_) | Expr::Index(_) | Expr::Lit(_) => {
                                true
                            }
                            Expr::Paren(_) | Expr::Unary(_) | Expr::Cast(_) | Expr::Tuple(_) => true,
                            _ => false,
                        };
                        if self.1 {
                            descend(self, node);
                        }
                    }
                    node => descend(self, node),
                }
            }
        }
        let mut asks = Asks(self, true);
        asks.node(Node::Expr(expr));
        asks.1
    }

    /// Renames the arguments of a macro that passes through.
    pub fn opaque_macro(&self, mac: &syn::Macro) -> Result<Opaque, NotOpaque> {
        let mut renamer = Renamer::new(self);
        let mut mac = mac.clone();
        renamer.node(NodeMut::Macro(&mut mac));
        renamer.finish(mac.to_token_stream())
    }
}

impl<'a, 'b> Renamer<'a, 'b> {
    fn new(lower: &'a Lower<'b>) -> Self {
        Renamer {
            lower,
            shadows: vec![FlatSet::new()],
            reads: Vec::new(),
            carried: Vec::new(),
            goes_on: false,
            temporaries: Vec::new(),
            quiet: 0,
            stopped: 0,
            printed: 0,
            asked: 0,
            compared: 0,
            closures: 0,
            loops: 0,
            writes: Vec::new(),
            pure: true,
            losses: Vec::new(),
            answers: Vec::new(),
            spelled: Vec::new(),
            reads_back: None,
            written_own: None,
            callees: Vec::new(),
            seen: Vec::new(),
            own_name: false,
            measured: 0,
            entered_by_own: Vec::new(),
            lost_by_own: Vec::new(),
            problem: None,
        }
    }

    fn finish(mut self, tokens: TokenStream) -> Result<Opaque, NotOpaque> {
        if let Some(span) = self.reads_back {
            self.losses
                .push(Loss::read_back(span, self.spelled.clone(), self.carried.clone()));
        }
        // Only where nothing can carry a derivative does it not matter what is written.
        let inert = |var: &Var| self.lower.f.info(*var).ty.is_inert();
        if let Some((span, what)) = self.written_own
            && !self.reads.iter().all(inert)
        {
            self.problem(span, what);
        }
        self.losses.append(&mut self.answers);
        self.lower.spoken.borrow_mut().extend(&self.reads);
        match self.problem {
            Some((span, what)) => Err(NotOpaque { span, what }),
            None => Ok(Opaque {
                tokens,
                reads: self.reads,
                carried: self.carried,
                writes: self.writes,
                pure: self.pure,
                losses: self.losses,
                spelled: self.spelled,
                callees: self.callees,
                owned: false,
                concealed: Vec::new(),
            }),
        }
    }

    fn problem(&mut self, span: Span, what: &str) {
        self.problem.get_or_insert((span, what.to_string()));
    }

    /// Whether a closure writes a literal to a variable outside; notes the write.
    fn notes(&mut self, left: &Expr, right: &Expr) -> bool {
        let Expr::Path(path) = left else { return false };
        let Some(Binding::Var(var)) = path.path.get_ident().and_then(|ident| self.binding(ident)) else {
            return false;
        };
        let noted = self.closures > 0 && matches!(right, Expr::Lit(_)) && self.lower.f.info(var).mutable;
        if noted {
            self.write(var);
        }
        noted
    }

    /// Whether an expression names a reference that may be reassigned.
    fn is_cursor(&self, expr: &Expr) -> bool {
        match crate::syntax::expressions::strip(expr) {
            Expr::Path(path) => {
                path.path.get_ident().is_some_and(|ident| !self.is_own(ident)) && self.lower.is_cursor(expr)
            }
            _ => false,
        }
    }

    fn binding(&self, ident: &Ident) -> Option<Binding> {
        if self.is_own(ident) {
            return None;
        }
        Some(match self.lower.lookup(ident)? {
            // It is read where it stands.
            Binding::Cursor(cursor) => cursor.as_alias().unwrap_or_else(|| Binding::Cursor(cursor.clone())),
            binding => binding.clone(),
        })
    }

    /// Whether the expression itself binds the name.
    fn is_own(&self, ident: &Ident) -> bool {
        let text = ident.to_string();
        self.shadows.iter().any(|shadow| shadow.contains(&text))
    }

    /// The same of a place that begins with such a name.
    fn is_behind_own(&self, place: &Expr) -> bool {
        match place {
            Expr::Path(path) => path.path.get_ident().is_some_and(|ident| self.is_own(ident)),
            Expr::Field(field) => self.is_behind_own(&field.base),
            Expr::Index(index) => self.is_behind_own(&index.expr),
            Expr::Paren(inner) => self.is_behind_own(&inner.expr),
            Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)) && self.is_behind_own(&unary.expr),
            _ => false,
        }
    }

    fn read(&mut self, var: Var) {
        if !self.reads.contains(&var) {
            self.reads.push(var);
        }
        if self.quiet == 0 && !self.carried.contains(&var) {
            self.carried.push(var);
        }
        if self.stopped + self.measured == 0 {
            self.seen.push(var);
        }
    }

    /// Visits an expression that binds names of its own: what enters a function by such a name is whatever is read here.
    fn binding_names(&mut self, visit: impl FnOnce(&mut Self)) {
        let (callees, losses) = (self.entered_by_own.len(), self.lost_by_own.len());
        let outside = std::mem::take(&mut self.seen);
        visit(self);
        for callee in &self.entered_by_own[callees..] {
            self.callees[*callee].reads.extend(&self.seen);
        }
        for loss in &self.lost_by_own[losses..] {
            self.losses[*loss].reads.extend(&self.seen);
        }
        self.seen.extend(outside);
    }

    /// Visits what no derivative enters.
    fn visit_quiet(&mut self, expr: &mut Expr) {
        self.quiet += 1;
        self.node(NodeMut::Expr(expr));
        self.quiet -= 1;
    }

    /// The variables whose derivative enters what is visited, also where none leaves it again.
    fn entering(&mut self, visit: impl FnOnce(&mut Self)) -> Vec<Var> {
        if self.stopped > 0 {
            visit(self);
            return Vec::new();
        }
        let carried = std::mem::take(&mut self.carried);
        let quiet = std::mem::take(&mut self.quiet);
        visit(self);
        self.quiet = quiet;
        let entering = std::mem::replace(&mut self.carried, carried);
        if self.quiet == 0 {
            entering.iter().for_each(|var| self.read(*var));
        }
        entering
    }

    fn write(&mut self, var: Var) {
        self.pure = false;
        if !self.writes.contains(&var) {
            self.writes.push(var);
        }
    }

    fn read_place(&mut self, place: &Place) {
        self.read(place.root);
        for projection in &place.path {
            match projection {
                Projection::Index(Atom::Var(var))
                | Projection::Through {
                    route: Atom::Var(var), ..
                } => self.read(*var),
                Projection::Range { low, high, .. } => {
                    for var in low.iter().chain(high).filter_map(Atom::var) {
                        self.read(var);
                    }
                }
                _ => {}
            }
        }
    }

    fn shadow(&mut self, pat: &Pat) {
        let mut idents = Vec::new();
        pattern_idents(pat, &mut idents);
        let top = self.shadows.last_mut().expect("there is always a scope");
        top.extend(idents.iter().map(Ident::to_string));
    }

    /// Whether an expression is the name of an option that is not built: what is written in its place is another one.
    fn is_option(&self, expr: &Expr) -> bool {
        let Expr::Path(path) = crate::syntax::expressions::strip(expr) else {
            return false;
        };
        let binding = path.path.get_ident().and_then(|ident| self.binding(ident));
        matches!(binding, Some(Binding::Known(value)) if matches!(*value, crate::lower::builder::Value::ScalarOption(..)))
    }

    /// `v.len()` and `v.is_empty()` of a list of references.
    fn listed_length(&self, call: &syn::ExprMethodCall) -> Option<(TokenStream, Vec<Var>)> {
        let Expr::Path(path) = crate::syntax::expressions::strip(&call.receiver) else {
            return None;
        };
        let Binding::Known(value) = self.binding(path.path.get_ident()?)? else {
            return None;
        };
        self.lower.listed_length(&value, &call.method)
    }

    /// The variable that a receiver or a `&mut` reaches, if it may be changed.
    fn changeable(&self, expr: &Expr) -> Option<Var> {
        match expr {
            Expr::Path(path) => {
                let binding = self.binding(path.path.get_ident()?)?;
                match binding {
                    Binding::Var(var) => self.lower.f.info(var).mutable.then_some(var),
                    Binding::Alias(place, mutable) => mutable.then_some(place.root),
                    Binding::Known(value) => optional_mut(&value).map(|(_, place)| place.root),
                    Binding::Cursor(_) | Binding::Closure(_) | Binding::Iterator(..) => None,
                }
            }
            Expr::Paren(inner) => self.changeable(&inner.expr),
            Expr::Field(field) => self.changeable(&field.base),
            Expr::Index(index) => self.changeable(&index.expr),
            Expr::Unary(unary) => self.changeable(&unary.expr),
            Expr::Reference(reference) => self.changeable(&reference.expr),
            Expr::MethodCall(call) => self.changeable(&call.receiver),
            _ => None,
        }
    }
}

impl Renamer<'_, '_> {
    /// A parameter that is a view, and in the sweeps what is behind one, is handed to a function as a view again.
    fn lend_views(&self, call: &mut syn::ExprCall) {
        for arg in &mut call.args {
            let (borrowed, name) = match &*arg {
                Expr::Reference(reference) if reference.mutability.is_none() => (true, &*reference.expr),
                arg => (false, arg),
            };
            let Expr::Path(path) = name else { continue };
            let Some(Binding::Alias(place, false)) = path.path.get_ident().and_then(|ident| self.binding(ident)) else {
                continue;
            };
            let param = self
                .lower
                .f
                .params
                .iter()
                .find(|param| param.var == place.root && place.is_whole());
            let Some(view) = param.and_then(|param| param.view.as_deref()) else {
                continue;
            };
            let reference = (borrowed || matches!(view, syn::Type::Reference(_))).then(|| quote!(&));
            *arg = syn::parse_quote!(#reference #path.view());
        }
    }
}

impl WalkMut for Renamer<'_, '_> {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Expr(expr) => {
                let (temporary, span) = (self.temporaries.contains(&std::ptr::from_ref(expr)), expr.span());
                if self.goes_on
                    && self.closures == 0
                    && let Some(part) = self.lower.temporary_in(expr)
                {
                    self.temporaries.push(std::ptr::from_ref(part));
                }
                self.expression(expr);
                if temporary {
                    *expr = temporaries::proved(&self.lower.f.names_ad(), expr, span);
                }
            }
            NodeMut::Block(block) => {
                self.shadows.push(FlatSet::new());
                let compared = std::mem::take(&mut self.compared);
                let goes_on = std::mem::take(&mut self.goes_on);
                self.binding_names(|renamer| {
                    for stmt in &mut block.stmts {
                        renamer.stmt(stmt);
                    }
                });
                (self.compared, self.goes_on) = (compared, goes_on);
                self.shadows.pop();
            }
            NodeMut::ExprMatch(choice) => {
                self.binding_names(|renamer| descend_mut(renamer, NodeMut::ExprMatch(choice)));
            }
            NodeMut::Arm(arm) => {
                self.shadows.push(FlatSet::new());
                let pat = arm.pat.clone();
                self.shadow(&pat);
                descend_mut(self, NodeMut::Arm(arm));
                self.shadows.pop();
            }
            // Patterns and types have no variables of ours; a pattern's names are its own.
            NodeMut::Pat(pat) => {
                if let Pat::Guard(guard) = pat {
                    self.node(NodeMut::Expr(&mut guard.guard));
                }
            }
            NodeMut::Type(_) => {}
            NodeMut::Macro(mac) => {
                self.printed += 1;
                let spelled = self.entering(|renamer| renamer.macro_arguments(mac));
                self.printed -= 1;
                if macro_name(mac) == "format" {
                    self.spelled.extend(spelled);
                }
            }
            node => descend_mut(self, node),
        }
    }
}

impl Renamer<'_, '_> {
    fn expression(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Path(_) => self.name(expr),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => self.dereferenced(expr),
            Expr::Index(index) => self.indexed(index),
            Expr::Macro(mac)
                if self.stopped == 0
                    && let Some(constant) = self.lower.constant_macro(&mac.mac) =>
            {
                *expr = Expr::Verbatim(constant);
                self.pure = false;
            }
            Expr::MethodCall(call) if self.listed_length(call).is_some() => {
                let (tokens, reads) = self.listed_length(call).expect("the guard says so");
                reads.into_iter().for_each(|var| self.read(var));
                *expr = Expr::Verbatim(tokens);
            }
            Expr::MethodCall(_) => self.method_call(expr),
            Expr::Call(_) => self.call(expr),
            Expr::Reference(reference) if reference.mutability.is_some() => {
                self.lent_mutably(reference);
                descend_mut(self, NodeMut::Expr(expr));
            }
            Expr::Cast(cast) => self.cast(cast),
            Expr::Binary(binary) if is_comparison(&binary.op) => {
                self.compared += 1;
                self.visit_quiet(&mut binary.left);
                self.visit_quiet(&mut binary.right);
                self.compared -= 1;
            }
            // A literal has no derivative that could be lost.
            Expr::Assign(assign) if self.notes(&assign.left, &assign.right) => {
                self.node(NodeMut::Expr(&mut assign.left));
            }
            Expr::Binary(binary) if is_compound(&binary.op) && self.notes(&binary.left, &binary.right) => {
                self.node(NodeMut::Expr(&mut binary.left));
            }
            Expr::Assign(assign) if self.is_behind_own(&assign.left) => {
                self.written_own.get_or_insert((assign.span(), "an assignment"));
                descend_mut(self, NodeMut::Expr(expr));
            }
            Expr::Binary(binary) if is_compound(&binary.op) && self.is_behind_own(&binary.left) => {
                self.written_own.get_or_insert((binary.span(), "a compound assignment"));
                descend_mut(self, NodeMut::Expr(expr));
            }
            Expr::Assign(_) => self.problem(expr.span(), "an assignment"),
            Expr::Binary(binary) if is_compound(&binary.op) => {
                self.problem(expr.span(), "a compound assignment");
            }
            // These leave the closure, or a loop in it, and not the function.
            Expr::Return(_) | Expr::Try(_) if self.closures > 0 => descend_mut(self, NodeMut::Expr(expr)),
            Expr::Break(_) | Expr::Continue(_) if self.loops > 0 => descend_mut(self, NodeMut::Expr(expr)),
            Expr::Break(_) | Expr::Continue(_) | Expr::Return(_) => self.problem(expr.span(), "a jump"),
            Expr::Try(_) => self.problem(expr.span(), TRIED),
            Expr::Async(_) | Expr::Await(_) | Expr::Unsafe(_) | Expr::Yield(_) | Expr::TryBlock(_) => {
                self.problem(expr.span(), "this expression");
            }
            Expr::Closure(closure) => self.closure(closure),
            Expr::If(branch) => self.branch(branch),
            Expr::Let(binding) => {
                self.node(NodeMut::Expr(&mut binding.expr));
                let pat = (*binding.pat).clone();
                self.shadow(&pat);
            }
            Expr::ForLoop(repeated) if self.closures > 0 => self.loop_of_closure(repeated),
            Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_) => self.problem(expr.span(), "a loop"),
            Expr::Struct(literal) => {
                // `S { x }` becomes `S { x: x_2 }` under shadowing.
                for field in &mut literal.fields {
                    if field.colon_token.is_none() {
                        field.colon_token = Some(Default::default());
                    }
                }
                descend_mut(self, NodeMut::Expr(expr));
            }
            _ => descend_mut(self, NodeMut::Expr(expr)),
        }
    }

    /// `x[i]` and `x[i][j]` where `x` is an alias: index its place.
    fn indexed(&mut self, index: &mut syn::ExprIndex) {
        if let Expr::Path(path) = &*index.expr
            && let Some(ident) = path.path.get_ident()
            && let Some(Binding::Alias(place, _)) = self.binding(ident)
            && !place.path.is_empty()
        {
            let tokens = spell::place(&self.lower.f.vars, &place);
            self.read_place(&place);
            *index.expr = Expr::Verbatim(tokens);
        } else {
            self.node(NodeMut::Expr(&mut index.expr));
        }
        self.visit_quiet(&mut index.index);
    }

    /// `&mut x`, before what is lent is gone through.
    fn lent_mutably(&mut self, reference: &syn::ExprReference) {
        self.pure = false;
        if self.is_cursor(&reference.expr) {
            self.problem(reference.span(), "a reference to a reference that is reassigned");
        }
        if self.is_option(&reference.expr) {
            self.problem(reference.span(), "a mutable reference to an option of a reference");
        }
        if let Some(var) = self.changeable(&reference.expr) {
            self.write(var);
        }
    }

    /// A closure: its parameters hide variables, and it has jumps of its own.
    fn closure(&mut self, closure: &mut syn::ExprClosure) {
        self.pure = false;
        self.shadows.push(FlatSet::new());
        for pat in &closure.inputs {
            self.shadow(pat);
        }
        let outside = (std::mem::take(&mut self.loops), std::mem::take(&mut self.compared));
        self.closures += 1;
        self.node(NodeMut::Expr(&mut closure.body));
        self.closures -= 1;
        (self.loops, self.compared) = outside;
        self.shadows.pop();
    }

    /// `if` and `if let`, whose names are bound in its first block alone.
    fn branch(&mut self, branch: &mut syn::ExprIf) {
        self.pure = false;
        self.shadows.push(FlatSet::new());
        self.binding_names(|renamer| {
            renamer.node(NodeMut::Expr(&mut branch.cond));
            renamer.node(NodeMut::Block(&mut branch.then_branch));
        });
        self.shadows.pop();
        if let Some((_, other)) = &mut branch.else_branch {
            self.node(NodeMut::Expr(other));
        }
    }

    /// `for` in a closure.
    fn loop_of_closure(&mut self, repeated: &mut syn::ExprForLoop) {
        self.binding_names(|renamer| {
            renamer.node(NodeMut::Expr(&mut repeated.expr));
            renamer.shadows.push(FlatSet::new());
            renamer.shadow(&repeated.pat);
            renamer.loops += 1;
            renamer.node(NodeMut::Block(&mut repeated.body));
            renamer.loops -= 1;
            renamer.shadows.pop();
        });
    }
}

impl Renamer<'_, '_> {
    fn stmt(&mut self, stmt: &mut syn::Stmt) {
        match stmt {
            syn::Stmt::Local(local) => {
                if let Some(init) = &mut local.init {
                    self.node(NodeMut::Expr(&mut init.expr));
                    if let Some((_, diverge)) = &mut init.diverge {
                        self.node(NodeMut::Expr(diverge));
                    }
                }
                let pat = local.pat.clone();
                self.shadow(&pat);
            }
            syn::Stmt::Expr(expr, _) => self.node(NodeMut::Expr(expr)),
            syn::Stmt::Macro(stmt) => self.node(NodeMut::Macro(&mut stmt.mac)),
            syn::Stmt::Item(item) => self.problem(item.span(), "an item"),
        }
    }

    /// Notes a call of a function by its path, `reads` being what enters it.
    fn callee(&mut self, path: syn::Path, reads: Vec<Var>) {
        let last = path.segments.last().expect("a path has a segment").ident.to_string();
        if crate::syntax::scalar_rules::reads_back(&last) {
            self.reads_back.get_or_insert(path.span());
        }
        let local = path.get_ident().is_some_and(|ident| self.binding(ident).is_some());
        let own = self.own_name && self.stopped == 0;
        if !local && (own || !reads.is_empty()) && self.lower.may_have_twin(&path) {
            if own {
                self.entered_by_own.push(self.callees.len());
            }
            let function = syn::ExprPath {
                attrs: Vec::new(),
                qself: None,
                path,
            };
            let forward = self.lower.forward_path(&function);
            self.callees.push(Callee { forward, reads });
        }
    }
}

/// Of an option of a mutable reference: the condition under which it is there, and what it points to.
fn optional_mut(value: &crate::lower::builder::Value) -> Option<(&Atom, &Place)> {
    match value {
        crate::lower::builder::Value::ScalarOption(present, inside) => match &**inside {
            crate::lower::builder::Value::Ref(place, true) => Some((present, place)),
            _ => None,
        },
        _ => None,
    }
}
