//! `Lower`, the builder that lowering appends statements to, with its scopes; `Binding`, what a name denotes; `Value`, the value of an
//! expression that is not bound to a variable yet.
//!
//! Input:  `x[i]`, `&m.row(k)`, `v.first()`, `if c { &a } else { &b }`
//! Output: `Value`s: an atom, a place, a scalar-replaced option (its discriminant and its payload's place), a choice of places
//!
//! Statements are appended in evaluation order; `finish_block` closes a block with its value.

use crate::infer::facts::{self, Facts, Key};
use crate::ir::{spell, *};
use crate::lower::itineraries::Found;
use crate::lower::{bare_variants, chains, name_activity, reassigned_references, reference_lists, reference_types};
use crate::options::attribute::Options;
use crate::signature::marks::take_no_diff;
use crate::signature::returned_places::Lent;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::expressions;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::fresh_names::Names;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::cell::RefCell;

/// What a name denotes.
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
    Cursor(Box<reassigned_references::Cursor>),
    /// An iterator: what it gives by number, and the variable that counts what has been taken, if that can be.
    Iterator(Box<chains::Chain>, Option<Var>),
}

#[derive(Clone, Debug)]
pub struct BoundClosure {
    pub(super) closure: syn::ExprClosure,
    pub(super) scopes: Vec<Vec<(Mark, Binding)>>,
}

/// A name, and the macro expansion that wrote it: `x` and `$x` in a `macro_rules!` are two variables.
#[derive(Clone, Debug)]
pub struct Mark {
    pub(super) text: String,
    expansion: String,
    /// Where it stands, by which the type of what it binds is found.
    pub(super) key: Key,
}

impl PartialEq for Mark {
    fn eq(&self, other: &Mark) -> bool {
        self.text == other.text && self.expansion == other.expansion
    }
}

impl Mark {
    fn of(ident: &Ident) -> Mark {
        Mark {
            text: ident.to_string(),
            expansion: Mark::expansion(ident),
            key: facts::key(ident),
        }
    }

    fn expansion(ident: &Ident) -> String {
        // The compiler prints a span as `#3 bytes(12..20)`; the number stands for the expansion.
        let span = format!("{:?}", ident.span());
        let expansion = span.split(' ').next().filter(|word| word.starts_with('#'));
        expansion.unwrap_or_default().to_string()
    }
}

/// The value of an expression, not yet bound to a variable. Few exist at a time, and not for long: their size does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
pub enum Value {
    Atom(Atom),
    /// Not yet loaded: borrowed, projected or copied by its use.
    Place(Place),
    Ref(Place, bool),
    Op(Op, Ty),
    Tuple(Vec<Value>),
    /// One of two references, or of the places behind them, by a condition.
    Choice(Atom, Box<Value>, Box<Value>),
    /// A scalar-replaced option: its discriminant, and its payload, which is used only where there is one.
    ScalarOption(Atom, Box<Value>),
    /// A list of references.
    Listed(Box<reference_lists::Listed>),
    Unit,
    Never,
}

pub struct Lower<'a> {
    pub f: Function,
    pub(super) diagnostics: &'a Diagnostics,
    pub(super) options: &'a Options,
    /// The types of names and calls.
    pub(super) facts: &'a Facts,
    pub(super) scopes: Vec<Vec<(Mark, Binding)>>,
    pub(super) stmts: Vec<Stmt>,
    /// How many calls are in the statement that is being lowered.
    pub(super) calls_in_statement: usize,
    pub(super) loops: Vec<LoopScope>,
    /// The scopes of the closures that are being lowered in place: what `return` leaves, innermost last.
    pub(super) inlined: Vec<usize>,
    /// The next method is called by this path: `Draw::draw(&self.0, source)`.
    pub(super) by_path: Option<syn::ExprPath>,
    /// The function's type parameters.
    pub(super) type_params: FlatSet<String>,
    /// Those of its own that no trait of numbers bounds: their methods are those of the user's traits.
    pub(super) no_numbers: FlatSet<String>,
    /// Those that are seen as something else: see `seen_as_others`.
    pub(super) seen_as_others: FlatSet<String>,
    /// Those of which a value of another type is made, whose derivative is known: see `made_into`.
    pub(super) made_into: FlatSet<String>,
    /// Whether one of them is bounded by `Signed`: integers have an absolute value, too.
    pub(super) signed: bool,
    /// The names that may carry a derivative.
    pub(super) possibly_active: FlatSet<String>,
    /// Those by which others may be chosen: see `name_activity::choosing`.
    pub(super) choosing: FlatSet<String>,
    /// Loop variables that run over an array's own indices: indexing by them cannot panic.
    pub(super) in_range: FlatSet<Var>,
    /// The elements that loops go through, as they print: there they are, and so is the part of a list that they are in.
    pub(super) walked: FlatSet<String>,
    /// Variables whose names stand in tokens already: they keep them.
    pub(super) spoken: RefCell<FlatSet<Var>>,
    /// In a pattern that can fail, a capitalised name is a constant.
    pub(super) constants: bool,
    /// The function returns a reference: one to a number stands for the place and not for the number.
    pub(super) keeps_references: bool,
    /// The variables of named types, as far as their definitions tell.
    pub(super) nominal: FlatSet<Var>,
    /// What operators gave and is no number, so no list of std's.
    pub(super) operated: FlatSet<Var>,
    /// The routes of impls of `Index`: what is behind them cannot be written.
    pub(super) looked_up: FlatSet<Var>,
    /// Those that may be structs, so that all their methods may be their own.
    pub(super) structs: FlatSet<Var>,
    /// Those that literals have made, and that are structs for certain.
    pub(super) literals: FlatSet<Var>,
    /// Those that are made of the elements of somebody's containers, `Vector3<Dual>`, so that they may be numbers of their own.
    pub(super) elements: FlatSet<Var>,
    /// The variants that are named without their enum.
    pub(super) bare_variants: FlatSet<String>,
    /// The variables that are structs with references, behind a reference or not, with the names of their types.
    pub(super) holders: FlatMap<Var, String>,
    /// What calls give that borrows, with its type as far as it is written.
    pub(super) lent_types: FlatMap<Var, syn::Type>,
    /// How many scopes are open in the function's own block.
    pub(super) outermost: usize,
    /// The changed variables among them of which no block has been made yet.
    pub(super) changed_holders: Vec<Var>,
    /// What structs are lent that hold mutable references and are there at present.
    pub(super) lent_places: Vec<Place>,
    /// Such structs, with the fields that are these references.
    pub(super) lenders: FlatMap<Var, Vec<syn::Member>>,
    /// What those of them hold that literals have made.
    pub(super) held_fields: FlatMap<Var, Vec<(syn::Member, Operand)>>,
    /// The parameters that are ranges of integers.
    pub(super) ranges: FlatSet<Var>,
    /// The variables that `mut x` among the parameters stands for, where these may carry a derivative.
    pub(super) active_copies: FlatSet<Var>,
    /// What a loop finds by reference in what carries no derivative: keys, and no indices.
    pub(super) found_keys: FlatSet<Var>,
    /// The names of the ranges whose ends are assigned.
    pub(super) moved_ends: FlatSet<String>,
    /// The variables that are maps, as far as their types are written.
    pub(super) maps: FlatSet<Var>,
    /// References to maps in parts of variables, `let index: &HashMap<_, _> = &net.index`: the name, and where it leads.
    pub(super) map_parts: FlatSet<(String, Var, usize)>,
    /// The variables that are routes, and what makes routes of their types.
    pub(super) routes: FlatMap<Var, String>,
    /// Those of them that are options, as the variables of names are: a reference may not have been chosen yet.
    pub(super) optional_routes: FlatSet<Var>,
    /// What the call that is lowered next is known to return, by where it stands.
    pub(super) lends: Option<Lent>,
    /// Where the value is written that a `let` binds.
    pub(super) initialised_at: Option<Span>,
    /// Whether the call that is lowered next stands where only a `bool` can.
    pub(super) asks: bool,
    /// Whether what the call that is lowered next gives is computed with, so that it is no option.
    pub(super) computes: bool,
    /// What is known of the names for references that are reassigned.
    pub(super) cursors: reference_types::Cursors,
    /// The variables that stand for such a name, or begin to.
    pub(super) cursor_keys: FlatMap<Var, usize>,
    /// Of a function that returns a reference from within: the name that it gives it to, and the scope that it leaves.
    pub(super) returned: Option<(Box<reassigned_references::Cursor>, usize)>,
    /// Of a function that returns an iterator: what it gives.
    pub(super) found: Option<Found>,
}

impl<'a> Lower<'a> {
    pub fn new(
        function: &syn::ItemFn,
        outer: &[TokenStream],
        options: &'a Options,
        facts: &'a Facts,
        diagnostics: &'a Diagnostics,
    ) -> Self {
        let mut names = Names::of(function.to_token_stream());
        let ad = names.fresh("ad", Span::call_site());
        let ws = names.fresh("ws", Span::call_site());
        let output: syn::Type = match &function.sig.output {
            syn::ReturnType::Default => syn::parse_quote!(()),
            syn::ReturnType::Type(_, ty) => (**ty).clone(),
        };
        let generics = &function.sig.generics;
        let f = Function {
            output_ty: Ty::of(&output),
            output,
            user_names: names.clone(),
            names,
            ad,
            ws,
            proofs: crate::syntax::name_proofs::proofs(function),
            operator: options.operator.clone(),
            pinned: options.pinned,
            of_trait: options.of_trait,
            lanes: options.in_lanes(),
            generic: generics.type_params().next().is_some() || !outer.is_empty(),
            recursion: if options.recursive {
                Recursion::Boxed
            } else {
                Recursion::None
            },
            ..Function::empty(&function.sig.ident)
        };
        let own = generics.type_params().map(|param| param.ident.to_string());
        Lower {
            scopes: vec![Vec::new()],
            no_numbers: crate::signature::bounds::traits::no_numbers(generics),
            type_params: own.chain(outer.iter().map(TokenStream::to_string)).collect(),
            seen_as_others: crate::signature::bounds::traits::seen_as_others(generics),
            made_into: crate::signature::bounds::operators::made_into(generics),
            signed: crate::signature::bounds::traits::has_signed(generics),
            possibly_active: name_activity::possibly_active(&function.block, differentiable_names(function)),
            choosing: name_activity::choosing(&function.block),
            moved_ends: name_activity::moved_ends(&function.block),
            bare_variants: bare_variants::variants(&function.block),
            ..Lower::around(f, options, facts, diagnostics)
        }
    }

    /// What lowers the body of a function of which nothing is known yet.
    pub(super) fn around(f: Function, options: &'a Options, facts: &'a Facts, diagnostics: &'a Diagnostics) -> Self {
        Lower {
            f,
            diagnostics,
            options,
            facts,
            scopes: Vec::new(),
            stmts: Vec::new(),
            loops: Vec::new(),
            inlined: Vec::new(),
            by_path: None,
            no_numbers: FlatSet::new(),
            type_params: FlatSet::new(),
            seen_as_others: FlatSet::new(),
            made_into: FlatSet::new(),
            signed: false,
            calls_in_statement: 0,
            possibly_active: FlatSet::new(),
            choosing: FlatSet::new(),
            in_range: FlatSet::new(),
            walked: FlatSet::new(),
            spoken: RefCell::default(),
            constants: true,
            keeps_references: false,
            nominal: FlatSet::new(),
            operated: FlatSet::new(),
            looked_up: FlatSet::new(),
            structs: FlatSet::new(),
            literals: FlatSet::new(),
            elements: FlatSet::new(),
            holders: FlatMap::new(),
            lent_types: FlatMap::new(),
            outermost: 0,
            changed_holders: Vec::new(),
            lent_places: Vec::new(),
            lenders: FlatMap::new(),
            held_fields: FlatMap::new(),
            ranges: FlatSet::new(),
            active_copies: FlatSet::new(),
            found_keys: FlatSet::new(),
            moved_ends: FlatSet::new(),
            bare_variants: FlatSet::new(),
            maps: FlatSet::new(),
            map_parts: FlatSet::new(),
            routes: FlatMap::new(),
            optional_routes: FlatSet::new(),
            lends: None,
            initialised_at: None,
            asks: false,
            computes: false,
            cursors: reference_types::Cursors::default(),
            cursor_keys: FlatMap::new(),
            returned: None,
            found: None,
        }
    }

    pub fn with_cursors(mut self, cursors: reference_types::Cursors) -> Self {
        self.possibly_active.extend(cursors.lenders());
        self.cursors = cursors;
        self
    }

    // --- scopes and variables ----------------------------------------------------------------------------------------

    pub fn lookup(&self, ident: &Ident) -> Option<&Binding> {
        self.bound(ident).map(|(_, binding)| binding)
    }

    /// What a name denotes, with the identifier that binds it.
    pub(super) fn bound(&self, ident: &Ident) -> Option<&(Mark, Binding)> {
        let text = ident.to_string();
        let bindings = self.scopes.iter().rev().flat_map(|scope| scope.iter().rev());
        let mut named = bindings.filter(|(bound, _)| bound.text == text);
        let (last, before) = (named.next()?, named.next());
        // Only a macro makes two of a name, and then what it wrote itself is not what it was given.
        let Some(before) = before else { return Some(last) };
        let expansion = Mark::expansion(ident);
        let mut same = [last, before].into_iter().chain(named);
        same.find(|(bound, _)| bound.expansion == expansion).or(Some(last))
    }

    pub(super) fn bind(&mut self, ident: &Ident, binding: Binding) {
        self.scopes
            .last_mut()
            .expect("there is always a scope")
            .push((Mark::of(ident), binding));
    }

    pub(super) fn add_var(&mut self, info: VarInfo) -> Var {
        self.f.vars.push(info);
        Var(self.f.vars.len() - 1)
    }

    pub(super) fn error(&self, span: Span, message: impl std::fmt::Display, help: &str) {
        self.diagnostics.error(span, message, help);
    }

    pub(super) fn push(&mut self, span: Span, kind: StmtKind) {
        if let StmtKind::Let {
            op: Op::Opaque(opaque), ..
        }
        | StmtKind::Effect { opaque, .. } = &kind
        {
            self.spoken.borrow_mut().extend(&opaque.reads);
        }
        let stmt = self.f.stmt(span, kind);
        self.note_element(&stmt);
        self.stmts.push(stmt);
    }

    /// A new immutable temporary that holds the result of `op`.
    pub(super) fn temp(&mut self, op: Op, ty: Ty, span: Span) -> Atom {
        if let Op::Opaque(opaque) = &op {
            self.spoken.borrow_mut().extend(&opaque.reads);
        }
        let var = self.f.new_var("t", ty, false);
        self.note_view(var, &op);
        self.name_type(var, &op);
        self.note_struct(var, &op);
        self.push(span, StmtKind::Let { var, op });
        Atom::Var(var)
    }

    /// Whether a derivative may enter an expression, by the names in it.
    pub(super) fn may_carry(&self, expr: &syn::Expr) -> bool {
        name_activity::mentions(expr, &self.possibly_active)
    }

    /// The value of tokens that may be evaluated again, as a temporary.
    pub(super) fn pure_temp(&mut self, tokens: TokenStream, reads: Vec<Var>, ty: Ty, span: Span) -> Atom {
        self.temp(Op::Opaque(Opaque::pure(tokens, reads)), ty, span)
    }

    /// A statement of tokens, after which the next one runs.
    pub(super) fn effect(&mut self, span: Span, opaque: Opaque) {
        let diverges = false;
        self.push(span, StmtKind::Effect { opaque, diverges });
    }

    /// An atom as it is written in the sweeps.
    pub(super) fn spelled(&self, atom: &Atom) -> TokenStream {
        spell::atom(&self.f.vars, atom)
    }

    // --- blocks and statements ---------------------------------------------------------------------------------------

    /// Lowers into a block of its own: the scope and the statements are the block's.
    pub(super) fn nested(&mut self, f: impl FnOnce(&mut Self) -> Option<Atom>) -> Block {
        let outer = std::mem::take(&mut self.stmts);
        self.scopes.push(Vec::new());
        let result = f(self);
        self.scopes.pop();
        Block {
            stmts: std::mem::replace(&mut self.stmts, outer),
            result,
        }
    }

    pub(super) fn finish_block(&mut self, value: Value, span: Span) -> Block {
        let result = self.result(value, span);
        Block {
            stmts: std::mem::take(&mut self.stmts),
            result,
        }
    }

    /// The value of a block as an atom; `None` for `()` and for a block that does not end.
    pub(super) fn result(&mut self, value: Value, span: Span) -> Option<Atom> {
        match value {
            Value::Unit | Value::Never => None,
            value => Some(self.read(value, span)),
        }
    }

    /// The index that is `back` before the end.
    pub(super) fn back_from_end(&mut self, len: &Atom, back: usize, span: Span) -> Atom {
        let (tokens, back) = (
            spell::atom(&self.f.vars, len),
            syn::LitInt::new(&back.to_string(), span),
        );
        let reads = len.var().into_iter().collect();
        self.pure_temp(quote!(#tokens - #back), reads, Ty::Int, span)
    }

    pub(super) fn bind_closure(&mut self, ident: &Ident, closure: &syn::ExprClosure) {
        let bound = self.closed_over(closure);
        self.bind(ident, Binding::Closure(Box::new(bound)));
    }

    /// Calls a bound closure: its body, in the scope where it was written.
    pub(super) fn call_closure(&mut self, bound: BoundClosure, args: Vec<Value>, span: Span) -> Value {
        if bound.closure.inputs.len() != args.len() {
            self.diagnostics.leave_to_rustc();
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

    /// Turns what is still pending into something that later statements cannot change.
    pub(super) fn settle(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Op(op, ty) => Value::Atom(self.temp(op, ty, span)),
            Value::Place(place) if self.place_is_mutable(&place) => self.read_value(Value::Place(place), span),
            Value::Tuple(values) => Value::Tuple(values.into_iter().map(|value| self.settle(value, span)).collect()),
            Value::Choice(cond, then, els) if chains::is_reference(&then).is_none() => {
                Value::Atom(self.read_choice(cond, *then, *els, span))
            }
            Value::ScalarOption(present, inside) => self.settle_option(present, *inside, span),
            other => other,
        }
    }

    fn read_value(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Place(place) if matches!(self.f.place_ty(&place), Ty::Ref(_)) => Value::Ref(place, false),
            value => Value::Atom(self.read(value, span)),
        }
    }

    pub(super) fn place_is_mutable(&self, place: &Place) -> bool {
        self.f.info(place.root).mutable
    }

    /// The borrow itself can panic (`&x[a..b]`): it happens here, used or not.
    pub(super) fn check_borrow(&mut self, place: &Place, span: Span) {
        // The user may have the number of a loop's element, and index another list by it.
        let there = |k: usize| match place.path.get(k) {
            Some(Projection::Index(Atom::Var(index))) if self.in_range.contains(index) => {
                let path = place.path[..=k].to_vec();
                self.walked
                    .contains(&self.f.print_place(&Place { root: place.root, path }))
            }
            _ => false,
        };
        let can_panic = (place.path.iter().enumerate()).any(|(k, projection)| match projection {
            Projection::Index(_) => !there(k),
            // How many elements there are was asked of the range.
            Projection::Range { .. } => !there(k + 1),
            Projection::Through { .. } => true,
            Projection::Field(_)
            | Projection::Payload(_)
            | Projection::Part(_)
            | Projection::Deref
            | Projection::Behind
            | Projection::Where(_) => false,
        });
        if can_panic {
            let (borrow, reads) = self.written(&Value::Ref(place.clone(), false));
            self.effect(span, Opaque::pure(quote!(let _ = #borrow;), reads));
        }
    }

    // --- from values to atoms and places -----------------------------------------------------------------------------

    /// The value as an atom; a place is copied, or moved out of.
    pub(super) fn read(&mut self, value: Value, span: Span) -> Atom {
        match value {
            Value::Atom(atom) => atom,
            Value::Place(place) | Value::Ref(place, _) if self.f.place_ty(&place) == Ty::Function => {
                self.function_as_value(span)
            }
            Value::Place(place) => {
                let info = self.f.info(place.root);
                if place.is_whole() && !info.mutable && matches!(info.role, Role::Value | Role::View) {
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
            Value::ScalarOption(present, inside) => self.build_option(present, *inside, span),
            Value::Listed(_) => {
                let help = "loop over it, index it, or hand on what it was collected from; or collect clones";
                self.error(span, "a list of references is only read here, which this is not", help);
                Atom::Constant(quote!(()), Ty::Unknown)
            }
            Value::Unit => Atom::Constant(quote!(()), Ty::Unit),
            Value::Never => Atom::Constant(quote!(::core::unreachable!()), Ty::Never),
        }
    }

    /// A value whose parts can be projected more than once.
    pub(super) fn located_value(&mut self, value: Value, span: Span) -> Value {
        match value {
            value @ (Value::Place(_) | Value::Ref(..) | Value::Choice(..) | Value::Listed(_)) => value,
            value => Value::Place(self.place_of(value, span)),
        }
    }

    /// The value as a place that can be borrowed or projected.
    pub(super) fn place_of(&mut self, value: Value, span: Span) -> Place {
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

    pub(super) fn value_ty(&self, value: &Value) -> Ty {
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
            Value::ScalarOption(..) | Value::Listed(_) => Ty::Unknown,
            Value::Unit => Ty::Unit,
            Value::Never => Ty::Never,
        }
    }
}

pub(super) struct LoopScope {
    pub(super) name: Option<Ident>,
    pub(super) label: usize,
    /// Where `continue` goes, if not to the loop that `break` leaves: what `flat_map` gives is several loops, and one to the user.
    pub(super) continues: Option<usize>,
    /// Where `break value` puts its value.
    pub(super) slot: Option<(Var, Ty)>,
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
            && !crate::syntax::types::is_inert_parameter(&param.ty)
        {
            expressions::pattern_idents(&param.pat, &mut idents);
        }
    }
    idents.iter().map(Ident::to_string).collect()
}

/// Whether a part of the value is a reference.
pub(super) fn holds_reference(value: &Value) -> bool {
    match value {
        Value::Ref(..) | Value::Choice(..) | Value::ScalarOption(..) => true,
        Value::Tuple(values) => values.iter().any(holds_reference),
        _ => false,
    }
}
