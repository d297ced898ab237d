//! Emits the statements of a sweep, in order.
//!
//! Input:  `let t1 = x[i]; let t2 = t1 * w; s += t2`
//! Output: `s += x[i] * w;`
//!
//! A temporary that is used once, by the next statement, is inlined: the forward sweep reads like the user's own statements. Only the
//! temporaries that were computed last, in the order in which the statement uses them, are, so that the order of evaluation stays.

use crate::emit::emitter::{Emit, Folded, Pending};
use crate::emit::inline_temporaries::own_operands;
use crate::ir::place::Offset;
use crate::ir::plan::Plan;
use crate::ir::spell::Fields;
use crate::ir::*;
use crate::plan::checkpointing;
use crate::plan::copy_on_move::is_copy;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::located::{self, quote};
use crate::syntax::types::{Ty, Width};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::quote_spanned;
use std::cell::{Cell, RefCell};

/// So many iterations are written out one after the other.
pub(super) const FEW: usize = 4;

impl<'a> Emit<'a> {
    pub fn new(f: &'a Function, plan: &'a Plan, sweeps: &[&Block], results: &[Option<Atom>]) -> Self {
        let mut shared = plan.kept.clone();
        let mut mentioned = FlatSet::new();
        for sweep in sweeps.iter().skip(1) {
            sweep.uses(&mut |var, _| {
                mentioned.insert(var);
            });
            sweep.walk(&mut |stmt| {
                if let StmtKind::Unspill { vars, .. } = &stmt.kind {
                    mentioned.extend(vars);
                }
                if let Some((var, _)) = stmt.as_let() {
                    shared.remove(var);
                }
            });
        }
        // The passes over the loops of the reverse sweep had some from elsewhere.
        let number = |var: &Var| matches!(f.info(*var).ty, Ty::Float(_) | Ty::Int);
        shared.retain(|var| !number(var) || mentioned.contains(var));
        shared.extend(results.iter().flatten().filter_map(Atom::var));
        let mut retained = FlatSet::new();
        f.body.walk(&mut |stmt| {
            if let StmtKind::Call(call) = &stmt.kind
                && !call.inactive
            {
                let lent = call.args.iter().filter_map(|arg| match arg {
                    Argument::Ref(place) => Some(place.root),
                    _ => None,
                });
                retained.extend(lent.filter(|var| plan.kept.contains(var) && !f.copied.contains(var)));
            }
        });
        Emit {
            retained,
            f,
            plan,
            counts: RefCell::default(),
            shared,
            folded: RefCell::default(),
            fields: Fields::new(f.names.clone().fresh("Fields", Span::call_site())),
            of_types: Cell::new(false),
            lanes: None,
            proven: None,
            accepted: None,
            backward: Cell::new(false),
        }
    }

    /// The same with cotangents in lanes, as many as the parameter of this name says.
    pub fn in_lanes(self, lanes: Option<&'a Ident>) -> Self {
        Emit { lanes, ..self }
    }

    /// The reverse sweep.
    pub fn backward(&self, block: &Block) -> TokenStream {
        self.backward.set(true);
        let sweep = self.sweep(block, |result| result);
        self.backward.set(false);
        sweep
    }

    /// The reverse sweep as the end of a sweep that declares what both need.
    pub fn rest(&self, block: &Block) -> TokenStream {
        self.backward.set(true);
        let rest = self.counted(block, |result| result);
        self.backward.set(false);
        rest
    }

    /// A whole sweep, and what `end` makes of its result.
    pub fn sweep(&self, block: &Block, end: impl FnOnce(TokenStream) -> TokenStream) -> TokenStream {
        let sweep = self.counted(block, end);
        let ad = &self.f.ad;
        let methods = self.of_types.take().then(|| quote!(use #ad::methods::*;));
        let fields = self.fields.declaration(ad);
        quote!(#methods #fields #sweep)
    }

    fn counted(&self, block: &Block, end: impl FnOnce(TokenStream) -> TokenStream) -> TokenStream {
        let mut counts = FlatMap::new();
        block.uses(&mut |var, _| *counts.entry(var).or_default() += 1);
        *self.counts.borrow_mut() = counts;
        self.block_then(block, end)
    }

    pub(super) fn name(&self, var: Var) -> &Ident {
        &self.f.info(var).name
    }

    /// A tape of the workspace: a variable, or one of those that all calls of a recursive function share.
    pub(super) fn tape(&self, var: Var) -> TokenStream {
        let shared = self.plan.tapes.iter().position(|tape| *tape == var);
        match (&self.f.recursion, shared) {
            (Recursion::Frames(frames), Some(number)) => {
                let (tapes, number) = (&frames.tapes, syn::Index::from(number));
                quote!(#tapes.#number)
            }
            _ => {
                let name = self.name(var);
                quote!(#name)
            }
        }
    }

    /// What saves the variables on a tape, and what takes them from there.
    pub fn push(&self, tape: Var, saves: &[Var]) -> TokenStream {
        let (tape, saved) = (self.tape(tape), self.saved(saves));
        quote!(#tape.push(#saved);)
    }

    /// Of what is a value, a record or an array, the head of the branch or the loop takes apart what it finds.
    fn pop(&self, tape: Var, saves: &[Var]) -> TokenStream {
        let in_head = !self.f.info(tape).mutable;
        let (ad, tape, pattern) = (self.ad(), self.tape(tape), self.pattern(saves));
        if in_head {
            quote!()
        } else {
            quote!(let #pattern = #ad::pop(&mut #tape);)
        }
    }

    /// The runtime's name, at the place of the user's source that is being emitted.
    pub(super) fn ad(&self) -> Ident {
        Ident::new(&self.f.ad.to_string(), located::statement())
    }

    /// Saves a row or puts it back; where the loop does not run, there need be none.
    fn taped(&self, row: &TapedRow, function: &str, list: TokenStream) -> TokenStream {
        let (ad, function, tape) = (self.ad(), self.runtime(function), self.tape(row.tape));
        let (low, high) = (self.tight(&row.low), self.tight(&row.high));
        let (start, _) = row.offset.from(self.f, &row.low).expect("the row begins somewhere");
        let end = match row.offset {
            Offset::Number(0) => high.clone(),
            _ if row.low.is_zero() => quote!(#start + #high),
            _ => quote!(#start + (#low..#high).len()),
        };
        quote!(if #low < #high { #ad::#function(&mut #tape, #list, #start..#end); })
    }

    /// The workspace, there.
    pub(super) fn ws(&self) -> Ident {
        located::at_statement(&self.f.ws)
    }

    pub(super) fn runtime(&self, function: &str) -> Ident {
        Ident::new(function, located::statement())
    }

    /// The value that a statement defines its variable by.
    fn value_of(&self, stmt: &Stmt, op: &Op) -> Folded {
        let tokens = match op {
            Op::Read(place) if self.plan.moves.contains(&stmt.id) => self.moved_out(place),
            Op::Read(place) if self.plan.spent.contains(&stmt.id) => {
                let (ad, root) = (self.ad(), self.name(place.root));
                quote!({ use #ad::SpentCopy as _; #ad::Spent(&mut #root).value() })
            }
            // That what flows into a clone flows into its original is an assumption.
            Op::Clone(place, method) if method == "clone" && self.is_assumed_a_copy(stmt, place) => {
                // A payload is borrowed once: each `match` for it borrows the whole.
                let (ad, tokens) = (self.ad(), self.place(place));
                quote!({ use #ad::OtherClone as _; let original = &#tokens; #ad::Cloned(original, (*original).#method()).checked() })
            }
            // Of a type of the user's own these names prove nothing.
            Op::Clone(place, method) if self.is_assumed_a_copy(stmt, place) => {
                let (ad, tokens) = (self.ad(), self.place(place));
                quote!((*#ad::owned_by_copy(&#tokens)).#method())
            }
            // What carries no derivative may be of any type.
            Op::Runtime(_, args) if is_copy(op) && self.may_be_marked(args[0].place()) => {
                let (ad, ws, place) = (self.ad(), &self.ws(), self.borrow(args[0].place()));
                quote!(#ad::piece(#place).copy(#ws))
            }
            Op::Runtime(function, args) if checkpointing::IN_WORKSPACE.contains(function) || is_copy(op) => {
                let (ad, ws, function) = (self.ad(), &self.ws(), self.runtime(function));
                let place = self.borrow(args[0].place());
                quote!(#ad::#function(#ws, #place))
            }
            op => return self.op(op),
        };
        Folded::tight(tokens)
    }

    /// Whether it carries no derivative, or is a field of which only rustc knows: it may be marked.
    pub(crate) fn may_be_marked(&self, place: &Place) -> bool {
        match self.f.place_ty(place) {
            Ty::Inert => true,
            Ty::Unknown => matches!(place.path.last(), Some(Projection::Field(_))),
            _ => false,
        }
    }

    /// What a variable, or an `Option` or a `Result`, holds, and is not used any more.
    fn moved_out(&self, place: &Place) -> TokenStream {
        let root = self.name(place.root);
        match place.path.last() {
            Some(Projection::Payload(accessor)) => {
                let accessor = quote::format_ident!("into_{accessor}");
                quote!(#root.#accessor())
            }
            Some(Projection::Part(part)) => {
                let (variant, member) = &**part;
                quote! {
                    match #root {
                        #variant { #member: part, .. } => part,
                        _ => ::core::unreachable!("the value has been tested for its variant"),
                    }
                }
            }
            _ => quote!(#root),
        }
    }

    /// Whether a clone carries a derivative, and is of a type whose `Clone` may be anything.
    fn is_assumed_a_copy(&self, stmt: &Stmt, place: &Place) -> bool {
        let active = stmt.defines().iter().any(|var| self.f.copied.contains(var));
        active && self.f.place_ty(place) == Ty::Unknown && !self.folded.borrow().contains_key(&place.root)
    }

    /// Several parts of a variant, all at once: an enum of which one is missing cannot be matched any more.
    fn unpacked(&self, parts: &[(Var, Place)]) -> TokenStream {
        let Some((_, Place { root, path })) = parts.first() else {
            return TokenStream::new();
        };
        let [Projection::Part(first)] = &path[..] else {
            unreachable!("only an enum has several parts")
        };
        let (root, variant) = (self.name(*root), &first.0);
        let names: Vec<_> = parts.iter().map(|(var, _)| self.name(*var)).collect();
        let members = parts.iter().map(|(_, place)| match &place.path[..] {
            [Projection::Part(part)] => &part.1,
            _ => unreachable!("all of them are parts of the variant"),
        });
        let mutable = parts
            .iter()
            .map(|(var, _)| self.f.info(*var).mutable.then(|| quote!(mut)));
        let bound: Vec<_> = (0..parts.len()).map(|k| quote::format_ident!("part_{}", k)).collect();
        quote! {
            let (#(#mutable #names,)*) = match #root {
                #variant { #(#members: #bound,)* .. } => (#(#bound,)*),
                _ => ::core::unreachable!("the value has been tested for its variant"),
            };
        }
    }

    pub(super) fn block(&self, block: &Block) -> TokenStream {
        self.block_then(block, |result| result)
    }

    /// A block's statements, and what `end` makes of its result.
    pub(super) fn block_then(&self, block: &Block, end: impl FnOnce(TokenStream) -> TokenStream) -> TokenStream {
        let mut tokens = TokenStream::new();
        let mut pending: Vec<Pending> = Vec::new();
        for stmt in &block.stmts {
            // Whoever `end` is of puts it there.
            if let StmtKind::Spill { .. } = stmt.kind {
                continue;
            }
            let _here = located::at(stmt.span);
            let operands = own_operands(stmt);
            let (within, lends) = self.fold(&mut pending, &operands, stmt, &mut tokens);
            if let Some(var) = self.folded_later(stmt) {
                let mut reads = within;
                stmt.uses(&mut |var, _| reads.push(var));
                let (lent, expr) = match &stmt.kind {
                    StmtKind::Let { op, .. } => {
                        let lent = matches!(op, Op::Runtime(function, _) if crate::ir::calls::lends(function));
                        (lent, self.value_of(stmt, op))
                    }
                    StmtKind::Call(call) => (
                        false,
                        Folded {
                            tokens: self.call_as_written(call),
                            tight: !call.written.computed,
                        },
                    ),
                    _ => unreachable!("only what defines a temporary is folded"),
                };
                let lends = lends || lent;
                pending.push(Pending {
                    var,
                    reads,
                    lends,
                    expr,
                });
                continue;
            }
            let emitted = self.stmt(stmt);
            tokens.extend(emitted);
            tokens.extend(self.kept_late(stmt));
        }
        let operands: Vec<Var> = block.result.iter().filter_map(Atom::var).collect();
        let keep =
            usize::from(matches!((pending.last(), operands.first()), (Some(last), Some(var)) if last.var == *var));
        let folded = pending.split_off(pending.len() - keep);
        self.flush(pending, &mut tokens);
        for Pending { var, expr, .. } in folded {
            self.folded.borrow_mut().insert(var, expr);
        }
        let result = block
            .result
            .as_ref()
            .map(|result| tail(self.moved(result)))
            .unwrap_or_default();
        tokens.extend(end(result));
        tokens
    }

    /// What carries no derivative and is kept for the reverse sweep: that nobody notices is proved of its type.
    fn kept_late(&self, stmt: &Stmt) -> Option<TokenStream> {
        let var = match &stmt.kind {
            StmtKind::Let {
                var,
                op: Op::Opaque(opaque),
            } if !opaque.pure => *var,
            StmtKind::Call(call) if call.inactive => call.out,
            _ => return None,
        };
        let info = self.f.info(var);
        if self.backward.get() || !self.retained.contains(&var) || info.ty != Ty::Unknown || info.role != Role::Value {
            return None;
        }
        let (ad, name) = (self.ad(), self.occurrence(var));
        Some(quote! {{
            use #ad::{RetainedBorrow as _, RetainedGuard as _, RetainedMemory as _, RetainedValue as _};
            (&&&#ad::Retained(&#name)).frees_memory();
        }})
    }

    fn stmt(&self, stmt: &Stmt) -> TokenStream {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Let { .. } if self.plan.moves.unpacked.contains_key(&stmt.id) => {
                self.unpacked(&self.plan.moves.unpacked[&stmt.id])
            }
            StmtKind::Let { var, op } => self.binding(stmt, *var, op),
            StmtKind::Declare(var) => self.declaration(*var),
            StmtKind::Assign { place, value, old } => self.assign(place, value, *old),
            StmtKind::Update { place, op, value, old } => {
                let saved = old.map(|old| self.save_old(place, old));
                let value = match value {
                    Operand::Atom(atom) => self.moved(atom),
                    other => self.operand(other),
                };
                let target = self.place_mut(place);
                let update = self.guard(place, quote_spanned!(span=> #target #op #value;));
                quote!(#saved #update)
            }
            StmtKind::Push { place, value } => {
                let value = self.moved(value);
                let place = self.place_mut(place);
                quote!(#place.push(#value);)
            }
            StmtKind::Call(call) => self.call(call),
            StmtKind::If(branch) if branch.adjoint_of.is_some() => self.unwind(branch),
            StmtKind::If(branch) => self.branch(branch),
            StmtKind::Loop(body) if body.adjoint_of.is_some() => self.reverse(body),
            StmtKind::Loop(body) => self.forward_loop(body),
            StmtKind::Unspill { tape, vars } => self.pop(*tape, vars),
            StmtKind::Spill { .. } => unreachable!("a block ends with it"),
            StmtKind::Effect { opaque, .. } => self.opaque(opaque),
            StmtKind::Exit(_) => unreachable!("the exits pass removes the jumps"),
            StmtKind::Undo { place, by } => self.undo(place, by),
            StmtKind::Permute { place, order, inverse } => self.permute(place, *order, *inverse),
            StmtKind::Pull(pull) => self.pull(pull),
            StmtKind::Split { of, at, low, high } if self.f.info(*low).role == Role::Reference => {
                let (of, at) = (self.place_mut(of), self.loose(at));
                let (low, high) = (self.name(*low), self.name(*high));
                quote!(let (#low, #high) = #of.split_at_mut(#at);)
            }
            StmtKind::Split { of, at, low, high } => self.halves(of, at, *low, *high),
            StmtKind::CopyRow { row, back: false } => self.taped(row, "save_row", self.borrow(&row.list)),
            StmtKind::CopyRow { row, back: true } => self.taped(row, "undo_row", self.borrow_mut(&row.list)),
            StmtKind::Row { var, of, fields } => self.row(*var, of, fields),
            StmtKind::GiveBack(var) => self.give_back(*var),
            StmtKind::Accumulate(function, args) => self.accumulate(function, args, span),
            StmtKind::PullMap(map) => self.pull_map(map),
        }
    }

    /// `let x = op;`, or the operation alone where nothing else mentions its result.
    fn binding(&self, stmt: &Stmt, var: Var, op: &Op) -> TokenStream {
        let info = self.f.info(var);
        let name = match info.temporary {
            true => self.occurrence(var),
            false => info.name.clone(),
        };
        let (source, op) = (op, self.value_of(stmt, op).tokens);
        let mutable = info.mutable.then(|| quote!(mut));
        let annotation = info.annotation.as_ref().map(|ty| quote!(: #ty));
        let annotation = annotation.or_else(|| self.proven_type(source));
        match info.role {
            _ if self.ends_at_once(var) && !matches!(source, Op::Read(_)) => quote!((#op);),
            Role::Slot => quote!(let mut #name = ::core::option::Option::Some(#op);),
            _ => quote!(let #mutable #name #annotation = #op;),
        }
    }

    /// The two parts of a cotangent that may be absent.
    fn halves(&self, of: &Place, at: &Atom, low: Var, high: Var) -> TokenStream {
        let ad = self.ad();
        let at = self.tight(at);
        let at = match of.path.last() {
            Some(Projection::Range { low: Some(start), .. }) => {
                let start = self.tight(start);
                quote!(#at - #start)
            }
            _ => at,
        };
        let (of, low, high) = (self.slot(of), self.name(low), self.name(high));
        quote!(let (mut #low, mut #high) = #ad::split(#of, #at);)
    }

    /// `let x;`, or an empty slot.
    fn declaration(&self, var: Var) -> TokenStream {
        let ad = self.ad();
        let info = self.f.info(var);
        let name = &info.name;
        let annotation = info.annotation.as_ref().map(|ty| quote!(: #ty));
        match (info.role, &info.annotation) {
            (Role::Slot, Some(ty)) => {
                quote!(let mut #name: ::core::option::Option<#ty> = ::core::option::Option::None;)
            }
            (Role::Slot, None) => quote!(let mut #name = ::core::option::Option::None;),
            _ if self.plan.unassigned.contains(&var) => {
                let value = match &info.ty {
                    // The type is written out: a method may be called on it before rustc infers it.
                    Ty::Float(Width::F32) => quote!(0.0f32),
                    Ty::Float(Width::F64) => quote!(0.0f64),
                    Ty::Float(Width::Any) => quote!(0.0),
                    Ty::Int => quote!(0),
                    Ty::Bool => quote!(false),
                    _ => quote!(#ad::unassigned()),
                };
                quote!(let mut #name #annotation = #value;)
            }
            _ => quote!(let mut #name #annotation;),
        }
    }

    /// The saved variables as a pattern, and as an expression but for `mut`.
    pub(super) fn pattern(&self, vars: &[Var]) -> TokenStream {
        let names = vars.iter().map(|var| {
            let info = self.f.info(*var);
            let (name, mutable) = (&info.name, info.mutable.then(|| quote!(mut)));
            quote!(#mutable #name)
        });
        quote!((#(#names,)*))
    }

    pub(super) fn saved(&self, vars: &[Var]) -> TokenStream {
        let names = vars.iter().map(|var| self.name(*var));
        quote!((#(#names,)*))
    }

    fn save_old(&self, place: &Place, old: Var) -> TokenStream {
        let (ad, old) = (self.ad(), self.name(old));
        let scalar = self.f.place_ty(place).is_scalar();
        let may_hold_copy = self.may_hold_copy(place);
        let borrowed = self.borrow(place);
        let place = self.place(place);
        if scalar {
            quote!(let #old = #place;)
        } else if may_hold_copy {
            let ws = &self.ws();
            quote!(let #old = #ad::copy_to_write(#ws, #borrowed);)
        } else {
            quote!(let #old = #ad::snapshot(#borrowed);)
        }
    }

    fn assign(&self, place: &Place, value: &Atom, old: Option<Var>) -> TokenStream {
        let role = self.f.info(place.root).role;
        let scalar = self.f.place_ty(place).is_scalar();
        let value = self.moved(value);
        let target = self.place_mut(place);
        if role == Role::Slot && place.is_whole() {
            return quote!(#target = ::core::option::Option::Some(#value););
        }
        let assign = match old {
            None => quote!(#target = #value;),
            Some(old) if scalar => {
                let old = self.name(old);
                quote!(let #old = #target; #target = #value;)
            }
            Some(old) => {
                let old = self.name(old);
                quote!(let #old = ::core::mem::replace(&mut #target, #value);)
            }
        };
        self.guard(place, assign)
    }
}

/// An expression at the end of a block: `{ a } < b` would be a statement and the rest of another one there.
fn tail(expr: TokenStream) -> TokenStream {
    let block = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    let mut tokens = expr.clone().into_iter();
    let begins = tokens.next().is_some_and(|first| match &first {
        TokenTree::Ident(word) => ["if", "match", "loop", "while", "for", "unsafe"]
            .iter()
            .any(|keyword| word == keyword),
        first => block(first),
    });
    match tokens.last() {
        Some(last) if begins && !block(&last) => quote!((#expr)),
        _ => expr,
    }
}
