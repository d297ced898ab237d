//! From syntax to A-normal form.
//!
//! Input:  `let row = &x[i * d..(i + 1) * d]; s += row[j] * w;`
//! Output: `let t1: int = `i * d`; let t2: int = `(i + 1) * d`; let t3 = x[t1..t2][j]; let t4 = t3 * w; s += t4`
//!
//! Variables are renamed apart, a reference becomes the place that it points to, and what a mutable place holds is copied
//! where it is read. Control flow keeps its jumps; the exits pass removes them.

mod calls;
mod chains;
mod closures;
mod cursors;
mod ends;
mod expressions;
mod flow;
mod iterators;
pub use expressions::{ends, is_arithmetic};
pub use matches::accessor;
pub use methods::ARRAY_METHODS;
pub use opaque::located;
mod lists;
mod loops;
mod macros;
mod maps;
mod matches;
mod methods;
mod opaque;
mod references;
mod shapes;
mod steps;
mod through;
mod typing;

use crate::attributes::{Options, take_no_diff};
use crate::diagnostics::Diagnostics;
use crate::ir::*;
use crate::names::Names;
use crate::routes::Lent;
use crate::tokens;
use crate::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned;
use syn::{Expr, Pat};

/// What a name means.
#[derive(Clone, Debug)]
pub enum Binding {
    Var(Var),
    /// A reference: the place, and whether it may be written through.
    Alias(Place, bool),
    /// What is no variable of its own: a tuple of which a part is a reference, a choice of references, an option of one.
    Known(Box<Value>),
    /// A closure, with the names that it sees: its body is lowered wherever it is called.
    Closure(Box<BoundClosure>),
    /// A name for references that is reassigned.
    Cursor(Box<cursors::Cursor>),
    /// An iterator: what it gives by number, and the variable that counts what has been taken, if that can be.
    Iterator(Box<chains::Chain>, Option<Var>),
}

#[derive(Clone, Debug)]
pub struct BoundClosure {
    closure: syn::ExprClosure,
    scopes: Vec<Vec<(Mark, Binding)>>,
}

/// A name, and the macro expansion that wrote it: `x` and `$x` in a `macro_rules!` are two variables.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    text: String,
    expansion: String,
}

impl Mark {
    fn of(ident: &Ident) -> Mark {
        // The compiler prints a span as `#3 bytes(12..20)`; the number stands for the expansion.
        let span = format!("{:?}", ident.span());
        let expansion = span.split(' ').next().filter(|word| word.starts_with('#'));
        Mark {
            text: ident.to_string(),
            expansion: expansion.unwrap_or_default().to_string(),
        }
    }
}

/// The value of an expression, not yet bound to a variable. Few exist at a time, and not for long: their size does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
pub enum Value {
    Atom(Atom),
    /// Not yet read: borrowed, projected or copied by whoever asked for it.
    Place(Place),
    Ref(Place, bool),
    Op(Op, Ty),
    Tuple(Vec<Value>),
    /// One of two references, or of the places behind them, by a condition.
    Choice(Atom, Box<Value>, Box<Value>),
    /// An option that is not built: whether there is a value, and the value where there is one.
    Maybe(Atom, Box<Value>),
    Unit,
    Never,
}

pub struct Lower<'a> {
    pub f: Function,
    diagnostics: &'a Diagnostics,
    options: &'a Options,
    scopes: Vec<Vec<(Mark, Binding)>>,
    stmts: Vec<Stmt>,
    loops: Vec<LoopScope>,
    /// The scopes of the closures that are being lowered in place: what `return` leaves, innermost last.
    inlined: Vec<usize>,
    /// The function's type parameters.
    type_params: BTreeSet<String>,
    /// The names that may carry a derivative.
    possibly_active: BTreeSet<String>,
    /// Loop variables that run over an array's own indices: indexing by them cannot panic.
    in_range: BTreeSet<Var>,
    /// Variables whose names stand in tokens already: they keep them.
    spoken: RefCell<BTreeSet<Var>>,
    /// In a pattern that can fail, a capitalised name is a constant.
    constants: bool,
    /// The function returns a reference: one to a number stands for the place and not for the number.
    keeps_references: bool,
    /// The variables of named types, as far as their definitions tell.
    nominal: BTreeSet<Var>,
    /// The parameters that are ranges of integers.
    ranges: BTreeSet<Var>,
    /// The variables that are routes, and what makes routes of their types.
    routes: BTreeMap<Var, String>,
    /// What the call that is lowered next is known to return, by where it stands.
    lends: Option<Lent>,
    /// What is known of the names for references that are reassigned.
    cursors: shapes::Cursors,
    /// The variables that stand for such a name, or begin to.
    cursor_keys: BTreeMap<Var, usize>,
    /// Of a function that returns a reference from within: the name that it gives it to, and the scope that it leaves.
    returned: Option<(Box<cursors::Cursor>, usize)>,
}

struct LoopScope {
    name: Option<Ident>,
    label: usize,
    /// Where `continue` goes, if not to the loop that `break` leaves: what `flat_map` gives is several loops, and one to the user.
    continues: Option<usize>,
    /// Where `break value` puts its value.
    slot: Option<(Var, Ty)>,
}

/// Lowers a function whose signature has been accepted.
/// `outer` names the parameters of the impl around it.
pub fn lower(function: &syn::ItemFn, outer: &[TokenStream], options: &Options, diagnostics: &Diagnostics) -> Function {
    let attempt = |diagnostics: &Diagnostics, cursors| {
        let mut lower = Lower::new(function, outer, options, diagnostics).with_cursors(cursors);
        lower.params(function);
        let value = lower.block(&function.block);
        let span = function.block.brace_token.span.close();
        lower.f.body = lower.finish_block(value, span);
        (lower.f, lower.cursors)
    };
    shapes::until_known(diagnostics, attempt)
}

/// Lowers a function that returns a reference: its statements, and the places that the reference may point to.
pub fn lower_reference(
    function: &syn::ItemFn,
    outer: &[TokenStream],
    options: &Options,
    diagnostics: &Diagnostics,
) -> (Function, Value) {
    let attempt = |diagnostics: &Diagnostics, cursors| {
        let mut lower = Lower::new(function, outer, options, diagnostics).with_cursors(cursors);
        lower.keeps_references = true;
        lower.params(function);
        let value = if flow::returns_from_within(&function.block) {
            lower.returned_reference(&function.block)
        } else {
            lower.block(&function.block)
        };
        let value = lower.settle(value, function.block.brace_token.span.close());
        lower.f.body.stmts = std::mem::take(&mut lower.stmts);
        ((lower.f, value), lower.cursors)
    };
    shapes::until_known(diagnostics, attempt)
}

impl<'a> Lower<'a> {
    fn new(function: &syn::ItemFn, outer: &[TokenStream], options: &'a Options, diagnostics: &'a Diagnostics) -> Self {
        let mut names = Names::of(function.to_token_stream());
        let ad = names.fresh("ad", Span::call_site());
        let ws = names.fresh("ws", Span::call_site());
        let output: syn::Type = match &function.sig.output {
            syn::ReturnType::Default => syn::parse_quote!(()),
            syn::ReturnType::Type(_, ty) => (**ty).clone(),
        };
        let mut lower = Lower {
            f: Function {
                name: function.sig.ident.clone(),
                params: Vec::new(),
                output_ty: Ty::of(&output),
                output,
                vars: Vec::new(),
                body: Block::default(),
                user_names: names.clone(),
                names,
                ad,
                ws,
                next_stmt: 0,
                next_label: 0,
                through: false,
                items: Vec::new(),
                generic: function.sig.generics.type_params().next().is_some() || !outer.is_empty(),
                lambdas: Vec::new(),
                recursion: if options.recursive {
                    Recursion::Boxed
                } else {
                    Recursion::None
                },
                tuples: Vec::new(),
            },
            diagnostics,
            options,
            scopes: vec![Vec::new()],
            stmts: Vec::new(),
            loops: Vec::new(),
            inlined: Vec::new(),
            type_params: function
                .sig
                .generics
                .type_params()
                .map(|param| param.ident.to_string())
                .chain(outer.iter().map(TokenStream::to_string))
                .collect(),
            possibly_active: BTreeSet::new(),
            in_range: BTreeSet::new(),
            spoken: RefCell::default(),
            constants: true,
            keeps_references: false,
            nominal: BTreeSet::new(),
            ranges: BTreeSet::new(),
            routes: BTreeMap::new(),
            lends: None,
            cursors: shapes::Cursors::default(),
            cursor_keys: BTreeMap::new(),
            returned: None,
        };
        lower.possibly_active = flow::possibly_active(&function.block, differentiable_names(function));
        lower
    }

    fn with_cursors(mut self, cursors: shapes::Cursors) -> Self {
        self.possibly_active.extend(cursors.lenders());
        self.cursors = cursors;
        self
    }

    fn params(&mut self, function: &syn::ItemFn) {
        // A reference that is reassigned may point into what a later parameter does.
        let mut reassigned = Vec::new();
        for (k, input) in function.sig.inputs.iter().enumerate() {
            let param = match input {
                syn::FnArg::Typed(param) => param,
                syn::FnArg::Receiver(receiver) => {
                    self.receiver(receiver);
                    continue;
                }
            };
            let no_diff = take_no_diff(&mut param.attrs.clone());
            let callable = crate::callables::callable(&param.ty, &function.sig.generics);
            if let Some(callable) = callable
                && !no_diff
            {
                self.function_param(param, callable);
                continue;
            }
            let range = crate::types::is_range(&param.ty);
            if !no_diff && let Some(tuple) = crate::types::tuple_of_references(&param.ty) {
                self.tuple_param(param, tuple, &function.sig.generics, k);
                continue;
            }
            // The parameter itself is an immutable variable; `mut x` is a mutable copy of it.
            let simple = match &*param.pat {
                Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => Some(ident),
                _ => None,
            };
            let mutable_value = simple.is_some_and(|ident| ident.mutability.is_some());
            let name = match simple {
                // Where the derivatives call the function itself, its name must not be taken.
                Some(ident) if ident.ident == function.sig.ident => {
                    self.f.names.fresh(&ident.ident.to_string(), ident.ident.span())
                }
                Some(ident) => self.f.names.bind(&ident.ident),
                None => self.f.names.fresh(&format!("arg{}", k + 1), param.span()),
            };
            let (var, passing, value) =
                self.add_param(name, &param.ty, &function.sig.generics, no_diff, param.pat.span());
            if range {
                // Of integers, if the type of that name is std's.
                self.ranges.insert(var);
                let (ad, name) = (self.f.names_ad(), self.f.info(var).name.clone());
                let opaque = Opaque::pure(quote!(#ad::inactive(&#name);), vec![var]);
                let diverges = false;
                self.push(param.span(), StmtKind::Effect { opaque, diverges });
            }
            if let Value::Maybe(..) = value {
                self.optional_param(&param.pat, value);
                continue;
            }
            // A list of any kind is a vector from here on.
            let iterated = match &*param.ty {
                syn::Type::Path(path) if !no_diff => path.path.get_ident(),
                _ => None,
            };
            let iterated = iterated.and_then(|ident| crate::generics::iterated(ident, &function.sig.generics));
            let value = if let Some(item) = &iterated {
                let (ad, forward) = (self.f.names_ad(), self.runtime_twin("items"));
                let items = syn::parse_quote_spanned!(param.span()=> #ad::items);
                let (args, ty) = (vec![Argument::Value(Atom::Var(var))], Ty::Vec(Box::new(Ty::of(item))));
                self.call_stmt(CallKind::Function, items, forward, args, ty, None, param.span())
            } else {
                value
            };
            match simple {
                Some(ident) if iterated.is_some() => self.define(&ident.ident, value, mutable_value, None),
                Some(ident) if mutable_value && passing == Passing::Value => {
                    self.define(&ident.ident, Value::Place(Place::var(var)), true, None);
                    if let (true, Some(Binding::Var(copy))) = (range, self.lookup(&ident.ident)) {
                        let copy = *copy;
                        self.ranges.insert(copy);
                    }
                }
                Some(ident) if mutable_value => reassigned.push((ident.ident.clone(), var, passing == Passing::Mut)),
                Some(ident) => {
                    let binding = match value {
                        Value::Ref(place, mutable) => Binding::Alias(place, mutable),
                        _ => Binding::Var(var),
                    };
                    self.bind(&ident.ident, binding);
                }
                None => self.irrefutable(&param.pat, value, None),
            }
        }
        for (ident, var, mutable) in reassigned {
            self.reference_to_reassign(&ident, Place::var(var), mutable);
        }
    }

    /// A parameter, or a part of one that is a tuple: its variable, how it is passed, and its value.
    fn add_param(
        &mut self,
        name: Ident,
        written: &syn::Type,
        generics: &syn::Generics,
        no_diff: bool,
        span: Span,
    ) -> (Var, Passing, Value) {
        // An option that is only looked at and has no derivative is a value like any other.
        let carries = !no_diff && !crate::types::is_inert_parameter(written);
        let optional =
            crate::types::optional_reference(written).filter(|reference| carries || reference.mutability.is_some());
        let reference = match written {
            syn::Type::Reference(reference) => Some(reference),
            _ => optional,
        };
        let (passing, inner) = match reference {
            Some(reference) if reference.mutability.is_some() => (Passing::Mut, behind_reference(&reference.elem)),
            Some(reference) => (Passing::Ref, behind_reference(&reference.elem)),
            None => (Passing::Value, written.clone()),
        };
        let ty = reference.map_or_else(
            || match crate::types::is_range(written) {
                true => Ty::Inert,
                false => Ty::of(written),
            },
            |reference| Ty::Ref(Box::new(Ty::of(&reference.elem))),
        );
        let var = self.param_var(name, ty, passing);
        let differentiable = match optional {
            Some(_) => !no_diff && !crate::types::is_inert_parameter(&inner),
            None => carries,
        };
        let present = optional.is_some().then(|| self.presence(var, span));
        self.f.params.push(Param {
            var,
            any_size: crate::generics::is_of_any_size(&inner, generics),
            ty: inner,
            passing,
            differentiable,
            receiver: false,
            present: present.as_ref().and_then(Atom::var),
            bar: None,
            callable: None,
        });
        let value = match passing {
            Passing::Value => Value::Atom(Atom::Var(var)),
            passing => Value::Ref(Place::var(var), passing == Passing::Mut),
        };
        let value = match present {
            Some(present) => Value::Maybe(present, Box::new(value)),
            None => value,
        };
        (var, passing, value)
    }

    /// Whether there is what a parameter points to that is an option of a reference.
    fn presence(&mut self, var: Var, span: Span) -> Atom {
        self.f.vars[var.0].role = Role::Optional;
        let name = &self.f.info(var).name;
        let opaque = Opaque {
            carried: Vec::new(),
            ..Opaque::pure(quote!(#name.is_some()), vec![var])
        };
        self.temp(Op::Opaque(opaque), Ty::Bool, span)
    }

    /// Gives a parameter its name that is an option of a reference: whether there is one, and the place that it points to.
    fn optional_param(&mut self, pat: &Pat, option: Value) {
        match pat {
            Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => {
                self.bind(&ident.ident, Binding::Known(Box::new(option)));
            }
            Pat::Wild(_) => {}
            pat => {
                let help = "write `x: Option<..>`";
                self.error(pat.span(), "an option of a reference needs a name here", help);
                self.bind_reported(pat);
            }
        }
    }

    /// A parameter that is a tuple of references: its parts are parameters of their own.
    fn tuple_param(&mut self, param: &syn::PatType, tuple: &syn::TypeTuple, generics: &syn::Generics, number: usize) {
        let name = match &*param.pat {
            Pat::Ident(ident) => self.f.names.bind(&ident.ident),
            pat => self.f.names.fresh(&format!("arg{}", number + 1), pat.span()),
        };
        let first = self.f.params.len();
        let mut values = Vec::new();
        for (k, ty) in tuple.elems.iter().enumerate() {
            let part = self.f.names.fresh(&format!("{name}_{k}"), ty.span());
            values.push(self.add_param(part, ty, generics, false, param.pat.span()).2);
        }
        let parts = first..self.f.params.len();
        self.f.tuples.push(TupleParam { name, parts });
        self.irrefutable(&param.pat, Value::Tuple(values), None);
    }

    /// A parameter that is a function: it can be called and passed on, and nothing else.
    fn function_param(&mut self, param: &syn::PatType, callable: crate::callables::Callable) {
        let name = match &*param.pat {
            Pat::Ident(ident) => self.f.names.bind(&ident.ident),
            Pat::Wild(wild) => self.f.names.fresh("unused", wild.span()),
            pat => {
                self.error(pat.span(), "a function needs a name", "write `f: ..`");
                return self.bind_reported(pat);
            }
        };
        let forward = self.f.names.fresh(&format!("{name}_call"), name.span());
        let var = self.add_var(VarInfo {
            name,
            ty: Ty::Function,
            mutable: callable.exclusive,
            role: Role::Value,
            temporary: false,
            annotation: None,
        });
        self.f.params.push(Param {
            var,
            ty: (*param.ty).clone(),
            passing: Passing::Function,
            differentiable: true,
            receiver: false,
            any_size: false,
            present: None,
            bar: None,
            callable: Some((Box::new(callable), forward)),
        });
        if let Pat::Ident(ident) = &*param.pat {
            self.bind(&ident.ident, Binding::Var(var));
        }
    }

    /// The variable of a parameter.
    fn param_var(&mut self, name: Ident, ty: Ty, passing: Passing) -> Var {
        self.add_var(VarInfo {
            name,
            ty,
            mutable: passing == Passing::Mut,
            role: if passing == Passing::Value {
                Role::Value
            } else {
                Role::Reference
            },
            temporary: false,
            annotation: None,
        })
    }

    /// `self` is a parameter like any other, under a name that a closure can bind.
    fn receiver(&mut self, receiver: &syn::Receiver) {
        let this = self.f.names.fresh("this", receiver.span());
        let passing = match &receiver.kind {
            syn::ReceiverKind::Value => Passing::Value,
            syn::ReceiverKind::Reference(_, _, None) => Passing::Ref,
            syn::ReceiverKind::Reference(_, _, Some(_)) => Passing::Mut,
            _ => {
                self.error(
                    receiver.span(),
                    "a receiver with a written type is not supported yet",
                    "write `&self`",
                );
                Passing::Ref
            }
        };
        let var = self.param_var(this, Ty::Unknown, passing);
        self.f.params.push(Param {
            var,
            ty: syn::parse_quote!(Self),
            passing,
            differentiable: !take_no_diff(&mut receiver.attrs.clone()),
            receiver: true,
            any_size: false,
            present: None,
            bar: None,
            callable: None,
        });
        let ident = Ident::from(receiver.self_token);
        match passing {
            Passing::Value if receiver.mutability.is_some() => {
                let op = Op::Read(Place::var(var));
                let copy = self.f.new_var("this", Ty::Unknown, true);
                self.f.vars[copy.0].temporary = false;
                self.push(receiver.span(), StmtKind::Let { var: copy, op });
                self.bind(&ident, Binding::Var(copy));
            }
            Passing::Value => self.bind(&ident, Binding::Var(var)),
            _ => self.bind(&ident, Binding::Alias(Place::var(var), passing == Passing::Mut)),
        }
    }

    // --- scopes and variables ----------------------------------------------------------------------------------------

    pub fn lookup(&self, ident: &Ident) -> Option<&Binding> {
        let mark = Mark::of(ident);
        let find = |same: &dyn Fn(&Mark) -> bool| {
            let mut bindings = self.scopes.iter().rev().flat_map(|scope| scope.iter().rev());
            bindings.find(|(bound, _)| same(bound)).map(|(_, binding)| binding)
        };
        // Only a macro makes two of a name, and then what it wrote itself is not what it was given.
        find(&|bound| *bound == mark).or_else(|| find(&|bound| bound.text == mark.text))
    }

    fn bind(&mut self, ident: &Ident, binding: Binding) {
        self.scopes
            .last_mut()
            .expect("there is always a scope")
            .push((Mark::of(ident), binding));
    }

    fn add_var(&mut self, info: VarInfo) -> Var {
        self.f.vars.push(info);
        Var(self.f.vars.len() - 1)
    }

    fn error(&self, span: Span, message: impl std::fmt::Display, help: &str) {
        self.diagnostics.error(span, message, help);
    }

    fn push(&mut self, span: Span, kind: StmtKind) {
        if let StmtKind::Let {
            op: Op::Opaque(opaque), ..
        }
        | StmtKind::Effect { opaque, .. } = &kind
        {
            self.spoken.borrow_mut().extend(&opaque.reads);
        }
        let stmt = self.f.stmt(span, kind);
        self.stmts.push(stmt);
    }

    /// A new immutable temporary that holds the result of `op`.
    fn temp(&mut self, op: Op, ty: Ty, span: Span) -> Atom {
        if let Op::Opaque(opaque) = &op {
            self.spoken.borrow_mut().extend(&opaque.reads);
        }
        let var = self.f.new_var("t", ty, false);
        self.push(span, StmtKind::Let { var, op });
        Atom::Var(var)
    }

    // --- blocks and statements ---------------------------------------------------------------------------------------

    /// Lowers into a block of its own: the scope and the statements are the block's.
    fn nested(&mut self, f: impl FnOnce(&mut Self) -> Option<Atom>) -> Block {
        let outer = std::mem::take(&mut self.stmts);
        self.scopes.push(Vec::new());
        let result = f(self);
        self.scopes.pop();
        Block {
            stmts: std::mem::replace(&mut self.stmts, outer),
            result,
        }
    }

    fn finish_block(&mut self, value: Value, span: Span) -> Block {
        let result = self.result(value, span);
        Block {
            stmts: std::mem::take(&mut self.stmts),
            result,
        }
    }

    /// The value of a block as an atom; `None` for `()` and for a block that does not end.
    fn result(&mut self, value: Value, span: Span) -> Option<Atom> {
        match value {
            Value::Unit | Value::Never => None,
            value => Some(self.read(value, span)),
        }
    }

    /// The statements of a block in a scope of their own, in the present list of statements.
    fn block(&mut self, block: &syn::Block) -> Value {
        self.scopes.push(Vec::new());
        let mut value = Value::Unit;
        let last = block.stmts.len().saturating_sub(1);
        for (k, stmt) in block.stmts.iter().enumerate() {
            value = match stmt {
                syn::Stmt::Expr(expr, None) if k == last => self.value(expr),
                syn::Stmt::Macro(stmt) if k == last && stmt.semi_token.is_none() => self.macro_value(&stmt.mac),
                syn::Stmt::Local(local) => {
                    self.lends = self.used_as_reference(local, &block.stmts[k + 1..]);
                    match self.local(local) {
                        Value::Never => Value::Never,
                        _ => Value::Unit,
                    }
                }
                stmt => match self.statement(stmt) {
                    Value::Never => Value::Never,
                    _ => Value::Unit,
                },
            };
        }
        // A value that is still a place of a variable of this scope stays valid: names are unique.
        self.scopes.pop();
        value
    }

    /// A block of the user's. Its statements join those around it, unless something in it may have to be dropped where it ends,
    /// such as the guard of a lock: then it becomes a branch that is always taken, and keeps its scope (`If::is_scope`).
    fn inner_block(&mut self, block: &syn::Block, span: Span) -> Value {
        let inner = self.side(|lower| lower.block(block));
        if !self.may_hold_guard(&inner.0) {
            self.stmts.extend(inner.0.stmts);
            return inner.1;
        }
        self.scope(inner, span)
    }

    /// A block as a branch that is always taken.
    fn scope(&mut self, inner: references::Side, span: Span) -> Value {
        let els = self.nested(|lower| {
            let opaque = Opaque::pure(quote!(unreachable!();), Vec::new());
            let diverges = true;
            lower.push(span, StmtKind::Effect { opaque, diverges });
            None
        });
        let always = Atom::Constant(quote!(true), Ty::Bool);
        self.join(always, inner, (els, Value::Never), span)
    }

    /// Whether something in a block may have to be dropped where it ends.
    fn may_hold_guard(&self, block: &Block) -> bool {
        let mut globals = BTreeSet::new();
        block.stmts.iter().any(|stmt| self.may_guard(stmt, block, &mut globals))
    }

    /// Whether a statement of a block makes something of unknown type that no derivative can have entered, and that is there until
    /// the block ends: it has a name, or something else may hold it. `globals` are the temporaries before it that stand for globals.
    fn may_guard(&self, stmt: &Stmt, block: &Block, globals: &mut BTreeSet<Var>) -> bool {
        let unknown = |var: &Var| self.f.info(*var).ty == Ty::Unknown;
        match &stmt.kind {
            StmtKind::Let {
                var,
                op: Op::Opaque(opaque),
            } => {
                if opaque.reads.is_empty() {
                    globals.insert(*var);
                }
                unknown(var) && !opaque.pure && !self.f.info(*var).temporary
            }
            StmtKind::Call(call) => {
                let mut fixed = true;
                for arg in &call.args {
                    crate::activity::argument_source(arg, &mut |var| {
                        fixed &= self.f.info(var).ty.is_inert()
                            || globals.contains(&var)
                            || crate::activity::is_no_diff_param(&self.f, var);
                    });
                }
                let passing = self.f.info(call.out).temporary && is_only_computed_with(block, call.out);
                fixed && unknown(&call.out) && !passing
            }
            _ => false,
        }
    }

    /// The index that is `back` before the end.
    fn back_from_end(&mut self, len: &Atom, back: usize, span: Span) -> Atom {
        let (tokens, back) = (
            tokens::atom(&self.f.vars, len),
            syn::LitInt::new(&back.to_string(), span),
        );
        let reads = len.var().into_iter().collect();
        self.temp(Op::Opaque(Opaque::pure(quote!(#tokens - #back), reads)), Ty::Int, span)
    }

    fn statement(&mut self, stmt: &syn::Stmt) -> Value {
        match stmt {
            syn::Stmt::Local(local) => self.local(local),
            syn::Stmt::Expr(expr, _) => {
                let value = self.value(expr);
                self.discard(value, expr.span())
            }
            syn::Stmt::Macro(stmt) => {
                let value = self.macro_value(&stmt.mac);
                self.discard(value, stmt.mac.path.span())
            }
            syn::Stmt::Item(item) => {
                match item {
                    // These mean the same wherever they are repeated.
                    syn::Item::Use(_)
                    | syn::Item::Const(_)
                    | syn::Item::Fn(_)
                    | syn::Item::Struct(_)
                    | syn::Item::Enum(_)
                    | syn::Item::Type(_)
                    | syn::Item::Impl(_) => {
                        self.f.items.push(item.to_token_stream());
                    }
                    syn::Item::Static(_) => self.error(
                        item.span(),
                        "a function's own `static` is not supported: its derivative would have a second one",
                        "move it out of the function",
                    ),
                    _ => self.error(
                        item.span(),
                        "an item inside a differentiable function is not supported yet",
                        "move it out of the function",
                    ),
                }
                Value::Unit
            }
        }
    }

    /// Evaluates what a statement computes for nothing but its effect.
    fn discard(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Never => return Value::Never,
            Value::Op(op, ty) => {
                self.temp(op, ty, span);
            }
            Value::Tuple(values) => {
                for value in values {
                    self.discard(value, span);
                }
            }
            _ => {}
        }
        Value::Unit
    }

    fn local(&mut self, local: &syn::Local) -> Value {
        let (pat, annotation) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some((*typed.ty).clone())),
            pat => (pat, None),
        };
        // What the type says goes before how the name is used.
        let guessed = self.lends.take();
        let lends = annotation.as_ref().map_or(guessed, Lent::of);
        let Some(init) = &local.init else {
            if let Pat::Tuple(tuple) = pat
                && tuple.elems.iter().all(|elem| matches!(elem, Pat::Ident(_)))
                && let Some(types) = each_of(&annotation, tuple.elems.len())
            {
                for (elem, ty) in tuple.elems.iter().zip(types) {
                    let mut one = local.clone();
                    one.pat = match ty {
                        Some(ty) => Pat::Type(syn::parse_quote!(#elem: #ty)),
                        None => elem.clone(),
                    };
                    self.local(&one);
                }
            } else if let Pat::Ident(ident) = pat {
                let ty = annotation.as_ref().map_or(Ty::Unknown, Ty::of);
                let name = self.f.names.bind(&ident.ident);
                let var = self.add_var(VarInfo {
                    name,
                    ty,
                    mutable: true,
                    role: Role::Value,
                    temporary: false,
                    annotation,
                });
                if self.begins_cursor(&ident.ident, var, shapes::Begins::Empty) {
                    return Value::Unit;
                }
                self.push(local.span(), StmtKind::Declare(var));
                self.bind(&ident.ident, Binding::Var(var));
            } else {
                self.error(
                    pat.span(),
                    "a deferred `let` of several variables is not supported",
                    "declare them one by one",
                );
                self.bind_reported(pat);
            }
            return Value::Unit;
        };
        if let Some((_, diverge)) = &init.diverge {
            return self.let_else(pat, &init.expr, diverge);
        }
        if let (Expr::Closure(closure), Pat::Ident(ident)) = (&*init.expr, pat)
            && (flow::mentions(&init.expr, &self.possibly_active)
                || self.possibly_active.contains(&ident.ident.to_string()))
        {
            self.bind_closure(&ident.ident, closure);
            return Value::Unit;
        }
        if let Pat::Ident(ident) = pat
            && self.is_chain(&init.expr)
            && (flow::mentions(&init.expr, &self.possibly_active)
                || self.possibly_active.contains(&ident.ident.to_string()))
        {
            self.bind_iterator(ident, &init.expr);
            return Value::Unit;
        }
        // A list's `get` gives an option, which is no reference.
        let element = match expressions::strip(&init.expr) {
            Expr::MethodCall(call) if self.is_own_element(call) => Some(call),
            _ => None,
        };
        let value = match (element, lends) {
            (Some(call), Some(lent)) if !lent.optional => self.method_through(call, &lent),
            (_, lends) => {
                self.lends = lends;
                let collected = annotation.as_ref().and_then(|ty| ends::collect_into(&init.expr, ty));
                self.value(collected.as_ref().unwrap_or(&init.expr))
            }
        };
        if matches!(value, Value::Never) {
            return Value::Never;
        }
        self.irrefutable(pat, value, annotation);
        self.note_lender(pat, &init.expr);
        Value::Unit
    }

    /// The names of a pattern that has been reported stand for something, so that no use of them is reported again.
    fn bind_reported(&mut self, pat: &Pat) {
        let mut idents = Vec::new();
        opaque::pattern_idents(pat, &mut idents);
        for ident in &idents {
            let var = self.f.new_var(&ident.to_string(), Ty::Unknown, true);
            self.push(ident.span(), StmtKind::Declare(var));
            self.bind(ident, Binding::Var(var));
        }
    }

    fn bind_closure(&mut self, ident: &Ident, closure: &syn::ExprClosure) {
        let bound = self.closed_over(closure);
        self.bind(ident, Binding::Closure(Box::new(bound)));
    }

    /// Calls a bound closure: its body, in the scope where it was written.
    fn call_closure(&mut self, bound: BoundClosure, args: Vec<Value>, span: Span) -> Value {
        if bound.closure.inputs.len() != args.len() {
            self.error(
                span,
                format!("this closure takes {} arguments", bound.closure.inputs.len()),
                "",
            );
            return Value::Unit;
        }
        let args: Vec<Value> = args.into_iter().map(|arg| self.settle(arg, span)).collect();
        let outer = std::mem::replace(&mut self.scopes, bound.scopes);
        self.scopes.push(Vec::new());
        for (pat, value) in bound.closure.inputs.iter().zip(args) {
            self.pattern(pat, value, None);
        }
        let value = self.closure_body(&bound.closure);
        let value = self.settle(value, span);
        self.scopes = outer;
        value
    }

    // --- patterns ----------------------------------------------------------------------------------------------------

    /// Binds the variables of a pattern of `let`, of `for` or of a parameter: every name in it is a variable.
    fn irrefutable(&mut self, pat: &Pat, value: Value, annotation: Option<syn::Type>) {
        let constants = std::mem::replace(&mut self.constants, false);
        self.pattern(pat, value, annotation);
        self.constants = constants;
    }

    /// Binds the variables of a pattern that has been tested, or that cannot fail.
    fn pattern(&mut self, pat: &Pat, value: Value, annotation: Option<syn::Type>) {
        match pat {
            Pat::Ident(ident) => {
                if self.constants && matches::is_constant(ident) {
                    return;
                }
                if let Some((_, sub)) = &ident.subpat {
                    if let value @ (Value::Choice(..) | Value::Maybe(..)) = value {
                        self.pattern(sub, value.clone(), None);
                        return self.define(&ident.ident, value, ident.mutability.is_some(), annotation);
                    }
                    let place = self.place_of(value.clone(), ident.span());
                    let part = match value {
                        Value::Ref(_, mutable) => Value::Ref(place, mutable),
                        _ => Value::Place(place),
                    };
                    self.pattern(sub, part.clone(), None);
                    return self.define(&ident.ident, part, ident.mutability.is_some(), annotation);
                }
                if ident.by_ref.is_some() {
                    let mutable = ident.mutability.is_some();
                    let place = self.place_of(value, ident.span());
                    self.bind_alias(&ident.ident, place, mutable);
                } else {
                    self.define(&ident.ident, value, ident.mutability.is_some(), annotation);
                }
            }
            Pat::Type(typed) => self.pattern(&typed.pat, value, Some((*typed.ty).clone())),
            Pat::Paren(inner) => self.pattern(&inner.pat, value, annotation),
            Pat::Wild(_) => {
                self.discard(value, pat.span());
            }
            Pat::Reference(reference) => match value {
                value @ (Value::Ref(..) | Value::Choice(..)) => {
                    self.pattern(&reference.pat, references::by_value(value), None);
                }
                option @ Value::Maybe(..) => self.pattern(&reference.pat, option, None),
                Value::Tuple(_) | Value::Unit | Value::Never => {
                    self.error(pat.span(), "this pattern does not fit its value", "");
                }
                // `&&x` of a reference to a reference: references are one level of places.
                value if !matches!(self.value_ty(&value), Ty::Unknown | Ty::Ref(_)) => {
                    self.pattern(&reference.pat, value, None);
                }
                value => {
                    let place = self.place_of(value, pat.span());
                    self.pattern(&reference.pat, Value::Place(place.then(Projection::Deref)), None);
                }
            },
            Pat::Tuple(tuple) => {
                let annotations: Vec<Option<syn::Type>> = match &annotation {
                    Some(syn::Type::Tuple(types)) if types.elems.len() == tuple.elems.len() => {
                        types.elems.iter().cloned().map(Some).collect()
                    }
                    _ => vec![None; tuple.elems.len()],
                };
                let rest = tuple.elems.iter().position(|pat| matches!(pat, Pat::Rest(_)));
                if let Some(rest) = rest {
                    // `..` stands for as many parts as the value has more.
                    let count = match self.value_ty(&value).behind_references() {
                        Ty::Tuple(parts) => parts.len(),
                        _ if rest + 1 == tuple.elems.len() => rest,
                        _ => {
                            let help = "name every part";
                            self.error(
                                pat.span(),
                                "the number of parts that `..` stands for is not known here",
                                help,
                            );
                            return;
                        }
                    };
                    let missing = (count + 1).saturating_sub(tuple.elems.len());
                    let wild: Pat = syn::parse_quote!(_);
                    let mut full = tuple.clone();
                    full.elems = tuple
                        .elems
                        .iter()
                        .flat_map(|pat| match pat {
                            Pat::Rest(_) => vec![wild.clone(); missing],
                            pat => vec![pat.clone()],
                        })
                        .collect();
                    return self.pattern(&Pat::Tuple(full), value, annotation);
                }
                match value {
                    Value::Tuple(values) if values.len() == tuple.elems.len() => {
                        // All parts are computed before the first name is bound: `let (a, b) = (b, a)`.
                        let values: Vec<Value> =
                            values.into_iter().map(|value| self.settle(value, pat.span())).collect();
                        for ((pat, value), annotation) in tuple.elems.iter().zip(values).zip(annotations) {
                            self.pattern(pat, value, annotation);
                        }
                    }
                    value => {
                        let value = self.located_value(value, pat.span());
                        for (k, (pat, annotation)) in tuple.elems.iter().zip(annotations).enumerate() {
                            let part = self.project(value.clone(), Projection::Field(k.into()), pat.span());
                            self.pattern(pat, part, annotation);
                        }
                    }
                }
            }
            Pat::Slice(slice) => {
                let value = self.located_value(value, pat.span());
                let rest = slice.elems.iter().position(is_rest);
                // What stands after `..` is counted from the end.
                let len = rest.map(|_| self.len(&chains::Items::Elements { list: value.clone() }, pat.span()));
                for (k, pat) in slice.elems.iter().enumerate() {
                    let after = slice.elems.len() - 1 - k;
                    let part = match (rest, &len) {
                        (Some(rest), Some(len)) if k > rest => {
                            Projection::Index(self.back_from_end(len, after + 1, pat.span()))
                        }
                        (Some(rest), Some(len)) if k == rest => {
                            let Pat::Ident(named) = pat else { continue };
                            if chains::is_reference(&value).is_none() {
                                let help = "match on a reference to it";
                                self.error(pat.span(), "the rest of an array by value has no name here", help);
                                return;
                            }
                            let low = syn::LitInt::new(&k.to_string(), pat.span());
                            let part = Projection::Range {
                                low: Some(Atom::Constant(quote!(#low), Ty::Int)),
                                high: Some(self.back_from_end(len, after, pat.span())),
                                inclusive: false,
                            };
                            let part = self.project(value.clone(), part, pat.span());
                            let named = syn::PatIdent {
                                subpat: None,
                                ..named.clone()
                            };
                            self.pattern(&Pat::Ident(named), part, None);
                            continue;
                        }
                        _ => {
                            let index = syn::LitInt::new(&k.to_string(), pat.span());
                            Projection::Index(Atom::Constant(quote!(#index), Ty::Int))
                        }
                    };
                    let part = self.project(value.clone(), part, pat.span());
                    self.pattern(pat, part, None);
                }
            }
            Pat::TupleStruct(_) | Pat::Struct(_) => self.payload_pattern(pat, value),
            // Nothing is bound.
            Pat::Path(_) | Pat::Lit(_) | Pat::Range(_) | Pat::Const(_) | Pat::Rest(_) => {}
            Pat::Or(or) if !matches::binds(pat) => {
                let _ = or;
            }
            other => {
                self.error(
                    other.span(),
                    "this pattern is not supported yet",
                    "bind the parts with plain `let`s",
                );
                self.bind_reported(other);
            }
        }
    }

    /// Turns what is still pending into something that later statements cannot change.
    fn settle(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Op(op, ty) => Value::Atom(self.temp(op, ty, span)),
            Value::Place(place) if self.place_is_mutable(&place) => self.read_value(Value::Place(place), span),
            Value::Tuple(values) => Value::Tuple(values.into_iter().map(|value| self.settle(value, span)).collect()),
            Value::Choice(cond, then, els) if !matches!(*then, Value::Ref(..)) => {
                Value::Atom(self.read_choice(cond, *then, *els, span))
            }
            Value::Maybe(present, inside) => self.settle_option(present, *inside, span),
            other => other,
        }
    }

    fn read_value(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Place(place) if matches!(self.f.place_ty(&place), Ty::Ref(_)) => Value::Ref(place, false),
            value => Value::Atom(self.read(value, span)),
        }
    }

    fn place_is_mutable(&self, place: &Place) -> bool {
        self.f.info(place.root).mutable
    }

    fn bind_alias(&mut self, ident: &Ident, place: Place, mutable: bool) {
        self.check_borrow(&place, ident.span());
        self.bind(ident, Binding::Alias(place, mutable));
    }

    /// The borrow itself can panic (`&x[a..b]`): it happens here, used or not.
    fn check_borrow(&mut self, place: &Place, span: Span) {
        let can_panic = place.path.iter().any(|projection| match projection {
            Projection::Index(Atom::Var(index)) => !self.in_range.contains(index),
            Projection::Index(_) | Projection::Range { .. } | Projection::Through { .. } => true,
            Projection::Field(_) | Projection::Payload(_) | Projection::Deref | Projection::Where(_) => false,
        });
        if can_panic {
            let borrow = crate::tokens::borrow(&self.f.vars, place);
            let mut reads = Vec::new();
            place.uses(Use::Read, &mut |var, _| reads.push(var));
            let opaque = Opaque::pure(quote!(let _ = #borrow;), reads);
            let diverges = false;
            self.push(span, StmtKind::Effect { opaque, diverges });
        }
    }

    /// Gives a value a name.
    fn define(&mut self, ident: &Ident, value: Value, mutable: bool, annotation: Option<syn::Type>) {
        let span = ident.span();
        let written = annotation.as_ref().map_or(Ty::Unknown, Ty::of);
        let value = match value {
            Value::Place(place) if matches!(self.f.place_ty(&place), Ty::Ref(_)) => Value::Ref(place, false),
            // A function is not copied: this is another name for it.
            Value::Place(place) | Value::Ref(place, _) if self.f.place_ty(&place) == Ty::Function => {
                return self.bind_alias(ident, place, mutable);
            }
            value => value,
        };
        let (op, ty) = match value {
            Value::Ref(place, writable) => {
                let place = match (written.behind_references(), self.f.place_ty(&place)) {
                    (Ty::Slice(_), Ty::Slice(_)) => place,
                    // What is behind `r: &[f64]` can become a part of it.
                    (Ty::Slice(_), _) if mutable => place.then(Projection::Range {
                        low: None,
                        high: None,
                        inclusive: false,
                    }),
                    _ => place,
                };
                if mutable {
                    return self.reference_to_reassign(ident, place, writable);
                }
                self.bind_alias(ident, place, writable);
                return;
            }
            Value::Atom(Atom::Var(var)) if !mutable && annotation.is_none() => {
                let info = self.f.info(var);
                if info.temporary && info.role == Role::Value && !self.spoken.borrow().contains(&var) {
                    let name = self.f.names.bind(ident);
                    let info = &mut self.f.vars[var.0];
                    info.name = name;
                    info.temporary = false;
                }
                self.bind(ident, Binding::Var(var));
                return;
            }
            Value::Atom(Atom::Var(var)) => (Op::Read(Place::var(var)), self.f.info(var).ty.clone()),
            Value::Atom(Atom::Constant(tokens, ty)) => (Op::Opaque(Opaque::pure(tokens, Vec::new())), ty),
            Value::Place(place) => {
                let ty = self.f.place_ty(&place);
                (Op::Read(place), ty)
            }
            Value::Op(op, ty) => (op, ty),
            value if mutable && self.is_reassignable(&value) => {
                let value = self.settle(value, span);
                return self.value_to_reassign(ident, value);
            }
            value @ (Value::Choice(..) | Value::Maybe(..)) => {
                let value = self.settle(value, span);
                // An option of a reference can be written through, and is rejected where it is itself changed.
                let refers = matches!(&value, Value::Maybe(_, inside) if matches!(self.value_ty(inside), Ty::Ref(_)));
                if refers || !mutable && matches!(value, Value::Choice(..) | Value::Maybe(..)) {
                    self.bind(ident, Binding::Known(Box::new(value)));
                    return;
                }
                let atom = self.read(value, span);
                return self.define(ident, Value::Atom(atom), mutable, annotation);
            }
            Value::Tuple(values) if !mutable && values.iter().any(holds_reference) => {
                let values = values.into_iter().map(|value| self.settle(value, span)).collect();
                self.bind(ident, Binding::Known(Box::new(Value::Tuple(values))));
                return;
            }
            Value::Tuple(values) => {
                let atoms: Vec<Atom> = values.into_iter().map(|value| self.read(value, span)).collect();
                let ty = Ty::Tuple(atoms.iter().map(|atom| self.f.atom_ty(atom)).collect());
                (Op::Tuple(atoms), ty)
            }
            Value::Unit => (Op::Opaque(Opaque::pure(quote!(()), Vec::new())), Ty::Unit),
            Value::Never => return,
        };
        let name = self.f.names.bind(ident);
        let var = self.add_var(VarInfo {
            name,
            ty: refine(&written, &ty),
            mutable,
            role: Role::Value,
            temporary: false,
            annotation,
        });
        self.name_type(var, &op);
        if mutable && self.begins_cursor(ident, var, shapes::begins(&op)) {
            return;
        }
        self.push(span, StmtKind::Let { var, op });
        self.bind(ident, Binding::Var(var));
    }

    // --- from values to atoms and places -----------------------------------------------------------------------------

    /// The value as an atom; a place is copied, or moved out of.
    fn read(&mut self, value: Value, span: Span) -> Atom {
        match value {
            Value::Atom(atom) => atom,
            Value::Place(place) | Value::Ref(place, _) if self.f.place_ty(&place) == Ty::Function => {
                self.function_as_value(span)
            }
            Value::Place(place) => {
                let info = self.f.info(place.root);
                if place.is_whole() && !info.mutable && info.role == Role::Value {
                    return Atom::Var(place.root);
                }
                let ty = self.f.place_ty(&place);
                self.temp(Op::Read(place), ty, span)
            }
            Value::Ref(place, _) => {
                // A reference to a scalar stands for the scalar wherever a value is wanted.
                let ty = self.f.place_ty(&place);
                if ty.is_scalar() {
                    return self.temp(Op::Read(place), ty, span);
                }
                self.error(
                    span,
                    "a reference is used as a value here, which is not supported yet",
                    "pass it to a function or index it; or clone what it points to",
                );
                Atom::Constant(quote!(()), Ty::Unknown)
            }
            Value::Op(op, ty) => self.temp(op, ty, span),
            Value::Tuple(values) => {
                let atoms: Vec<Atom> = values.into_iter().map(|value| self.read(value, span)).collect();
                let ty = Ty::Tuple(atoms.iter().map(|atom| self.f.atom_ty(atom)).collect());
                self.temp(Op::Tuple(atoms), ty, span)
            }
            Value::Choice(cond, then, els) => self.read_choice(cond, *then, *els, span),
            Value::Maybe(present, inside) => self.build_option(present, *inside, span),
            Value::Unit => Atom::Constant(quote!(()), Ty::Unit),
            Value::Never => Atom::Constant(quote!(unreachable!()), Ty::Never),
        }
    }

    /// A value whose parts can be projected more than once.
    fn located_value(&mut self, value: Value, span: Span) -> Value {
        match value {
            value @ (Value::Place(_) | Value::Ref(..) | Value::Choice(..)) => value,
            value => Value::Place(self.place_of(value, span)),
        }
    }

    /// The value as a place that can be borrowed or projected.
    fn place_of(&mut self, value: Value, span: Span) -> Place {
        match value {
            Value::Place(place) | Value::Ref(place, _) => place,
            Value::Choice(_, then, _) if !self.value_ty(&then).behind_references().is_scalar() => {
                self.error(
                    span,
                    "a reference that is chosen by a branch is not supported yet in this place",
                    "do the work inside the branches, or choose an index",
                );
                self.place_of(*then, span)
            }
            value => match self.read(value, span) {
                Atom::Var(var) => Place::var(var),
                Atom::Constant(tokens, ty) => {
                    let op = Op::Opaque(Opaque::pure(tokens, Vec::new()));
                    let atom = self.temp(op, ty, span);
                    Place::var(atom.var().expect("a temporary is a variable"))
                }
            },
        }
    }

    fn value_ty(&self, value: &Value) -> Ty {
        match value {
            Value::Atom(atom) => self.f.atom_ty(atom),
            Value::Place(place) => self.f.place_ty(place),
            Value::Ref(place, _) => Ty::Ref(Box::new(self.f.place_ty(place))),
            Value::Op(_, ty) => ty.clone(),
            Value::Tuple(values) => Ty::Tuple(values.iter().map(|value| self.value_ty(value)).collect()),
            Value::Choice(_, then, els) => match (self.value_ty(then), self.value_ty(els)) {
                (Ty::Ref(then), Ty::Ref(els)) => Ty::Ref(Box::new(then.join(&els))),
                (then, els) => then.join(&els),
            },
            Value::Maybe(..) => Ty::Unknown,
            Value::Unit => Ty::Unit,
            Value::Never => Ty::Never,
        }
    }
}

/// The names that the differentiable parameters bind.
fn differentiable_names(function: &syn::ItemFn) -> Vec<String> {
    let mut idents = Vec::new();
    for input in &function.sig.inputs {
        if let syn::FnArg::Receiver(receiver) = input {
            idents.push(Ident::from(receiver.self_token));
        }
        if let syn::FnArg::Typed(param) = input
            && !take_no_diff(&mut param.attrs.clone())
            && !crate::types::is_inert_parameter(&param.ty)
        {
            opaque::pattern_idents(&param.pat, &mut idents);
        }
    }
    idents.iter().map(Ident::to_string).collect()
}

/// The types of the parts of a tuple, as far as they are written.
fn each_of(annotation: &Option<syn::Type>, count: usize) -> Option<Vec<Option<syn::Type>>> {
    match annotation {
        None => Some(vec![None; count]),
        Some(syn::Type::Tuple(types)) if types.elems.len() == count => {
            Some(types.elems.iter().cloned().map(Some).collect())
        }
        Some(_) => None,
    }
}

/// Whether a variable is an operand in a block, and nothing else: what holds a lock is none.
fn is_only_computed_with(block: &Block, var: Var) -> bool {
    let (mut all, mut as_operand) = (0, 0);
    block.uses(&mut |used, _| all += usize::from(used == var));
    block.walk(&mut |stmt| {
        if let StmtKind::Let { op, .. } = &stmt.kind
            && matches!(
                op,
                Op::Binary(..) | Op::Neg(_) | Op::Rule(..) | Op::Cast(..) | Op::Convert(..)
            )
        {
            op.uses(&mut |used, _| as_operand += usize::from(used == var));
        }
    });
    all == as_operand
}

/// Whether a part of the value is a reference.
fn holds_reference(value: &Value) -> bool {
    match value {
        Value::Ref(..) | Value::Choice(..) | Value::Maybe(..) => true,
        Value::Tuple(values) => values.iter().any(holds_reference),
        _ => false,
    }
}

/// The written type where it says something, the inferred one elsewhere.
fn refine(written: &Ty, inferred: &Ty) -> Ty {
    match (written, inferred) {
        (Ty::Unknown, ty) => ty.clone(),
        (Ty::Vec(a), Ty::Vec(b)) => Ty::Vec(Box::new(refine(a, b))),
        (Ty::Array(a), Ty::Array(b)) => Ty::Array(Box::new(refine(a, b))),
        (ty, _) => ty.clone(),
    }
}

/// The words of an expression: every variable that it mentions is among them.
fn mentioned(expr: &Expr, words: &mut BTreeSet<String>) {
    let text = expr.to_token_stream().to_string();
    words.extend(
        text.split(|c: char| !c.is_alphanumeric() && c != '_')
            .filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
            .map(str::to_string),
    );
}

/// Whether a called path is `no_diff`.
fn is_no_diff(function: &Expr) -> bool {
    matches!(function, Expr::Path(path) if path.path.segments.last().is_some_and(|segment| segment.ident == "no_diff"))
}

/// Whether an expression is `no_diff(..)`: whatever its type, no derivative comes out of it.
fn is_detached(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_detached(&inner.expr),
        Expr::Call(call) => is_no_diff(&call.func),
        _ => false,
    }
}

/// Methods that measure an array: their result is an integer or a shape.
fn is_measure(method: &str) -> bool {
    matches!(
        method,
        "len"
            | "is_empty"
            | "nrows"
            | "ncols"
            | "dim"
            | "shape"
            | "ndim"
            | "capacity"
            | "raw_dim"
            | "is_some"
            | "is_none"
            | "is_ok"
            | "is_err"
    ) || crate::rules::is_inert(method)
}

/// The two parts of `[element; len]`, as `vec!` has them.
fn parse_repeat(tokens: TokenStream) -> syn::Result<(Expr, Expr)> {
    use syn::parse::Parser;
    (|input: syn::parse::ParseStream| {
        let element = input.parse()?;
        input.parse::<syn::Token![;]>()?;
        Ok((element, input.parse()?))
    })
    .parse2(tokens)
}

/// What a reference points to: `dyn A + B` needs parentheses wherever it is written behind another `&`.
fn behind_reference(ty: &syn::Type) -> syn::Type {
    match ty {
        syn::Type::TraitObject(object) if object.bounds.len() > 1 => syn::parse_quote!((#object)),
        ty => ty.clone(),
    }
}

/// `..`, with or without a name.
fn is_rest(pat: &Pat) -> bool {
    match pat {
        Pat::Rest(_) => true,
        Pat::Ident(ident) => ident.subpat.as_ref().is_some_and(|(_, inner)| is_rest(inner)),
        _ => false,
    }
}
