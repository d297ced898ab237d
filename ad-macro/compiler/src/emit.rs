//! From the IR to Rust.
//!
//! Input:  `let t1 = x[i]; let t2 = t1 * w; s += t2`
//! Output: `s += x[i] * w;`
//!
//! A temporary that is used once, by the next statement, is folded back into it: the forward sweep reads like the user's own
//! statements. Folding keeps the order of evaluation: only the temporaries that were computed last, in the order in which the
//! statement uses them, are folded.

use crate::ir::*;
use crate::lower::ARRAY_METHODS;
use crate::plan::Plan;
use crate::tokens::{Access, Fields, has_marks};
use crate::types::{Ty, Width};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use syn::BinOp;
use syn::spanned::Spanned;

/// So many iterations are written out one after the other.
const FEW: usize = 4;

pub struct Emit<'a> {
    f: &'a Function,
    plan: &'a Plan,
    /// How often each variable is mentioned in the sweep that is written now.
    counts: RefCell<BTreeMap<Var, usize>>,
    /// What the other sweep mentions and does not compute for itself: such a variable needs its name.
    shared: BTreeSet<Var>,
    /// Where the user wrote what is being emitted: rustc's errors land there.
    span: Cell<Span>,
    /// Expressions to be written in place of a variable.
    folded: RefCell<BTreeMap<Var, Folded>>,
    fields: Fields,
    /// Whether methods are called that are those of an array as well.
    arrays: Cell<bool>,
    /// Where cotangents are in lanes, the name of their number.
    lanes: Option<&'a Ident>,
    /// Whether the sweep that is written now is the backward one.
    backward: Cell<bool>,
}

/// A temporary that the next statement may take into itself.
struct Pending {
    var: Var,
    /// What its expression reads, what was folded into it included.
    reads: Vec<Var>,
    expr: Folded,
}

#[derive(Clone)]
struct Folded {
    tokens: TokenStream,
    /// It needs no parentheses, wherever it stands.
    tight: bool,
}

impl<'a> Emit<'a> {
    pub fn new(f: &'a Function, plan: &'a Plan, sweeps: &[&Block], results: &[Option<Atom>]) -> Self {
        let mut shared = plan.kept.clone();
        for sweep in sweeps.iter().skip(1) {
            sweep.walk(&mut |stmt| {
                if let StmtKind::Let { var, .. } = &stmt.kind {
                    shared.remove(var);
                }
            });
        }
        shared.extend(results.iter().flatten().filter_map(Atom::var));
        Emit {
            f,
            plan,
            counts: RefCell::default(),
            shared,
            span: Cell::new(Span::call_site()),
            folded: RefCell::default(),
            fields: Fields::new(f.names.clone().fresh("Fields", Span::call_site())),
            arrays: Cell::new(false),
            lanes: None,
            backward: Cell::new(false),
        }
    }

    /// The same with cotangents in lanes, as many as the parameter of this name says.
    pub fn in_lanes(self, lanes: Option<&'a Ident>) -> Self {
        Emit { lanes, ..self }
    }

    /// The backward sweep.
    pub fn backward(&self, block: &Block) -> TokenStream {
        self.backward.set(true);
        let sweep = self.sweep(block, |result| result);
        self.backward.set(false);
        sweep
    }

    /// A whole sweep, and what `end` makes of its result.
    pub fn sweep(&self, block: &Block, end: impl FnOnce(TokenStream) -> TokenStream) -> TokenStream {
        let mut counts = BTreeMap::new();
        count(block, &mut counts);
        if let Recursion::Frames(frames) = &self.f.recursion {
            for var in frames.tape.iter().flat_map(|tape| &tape.saves) {
                *counts.entry(*var).or_default() += 1;
            }
        }
        *self.counts.borrow_mut() = counts;
        let sweep = self.block_then(block, end);
        let ad = &self.f.ad;
        let arrays = self.arrays.take().then(|| quote!(use #ad::ArrayMethods as _;));
        let fields = self.fields.declaration(ad);
        quote!(#arrays #fields #sweep)
    }

    fn name(&self, var: Var) -> &Ident {
        &self.f.info(var).name
    }

    /// A tape of the workspace: a variable, or one of those that all calls of a recursive function share.
    fn tape(&self, var: Var) -> TokenStream {
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

    pub fn pop(&self, tape: Var, saves: &[Var]) -> TokenStream {
        let (ad, tape, pattern) = (self.ad(), self.tape(tape), self.pattern(saves));
        quote!(let #pattern = #ad::pop(&mut #tape);)
    }

    /// The runtime's name, at the place of the user's source that is being emitted.
    fn ad(&self) -> Ident {
        Ident::new(&self.f.ad.to_string(), self.span.get())
    }

    fn runtime(&self, function: &str) -> Ident {
        Ident::new(function, self.span.get())
    }

    // --- atoms and places --------------------------------------------------------------------------------------------

    /// An atom where any expression may stand.
    fn loose(&self, atom: &Atom) -> TokenStream {
        if let Atom::Var(var) = atom
            && let Some(folded) = self.folded.borrow_mut().remove(var)
        {
            return folded.tokens;
        }
        crate::tokens::atom(&self.f.vars, atom)
    }

    /// An atom as an operand: parenthesised where it needs that.
    fn tight(&self, atom: &Atom) -> TokenStream {
        match atom {
            Atom::Var(var) => {
                if let Some(folded) = self.folded.borrow_mut().remove(var) {
                    let tokens = folded.tokens;
                    return if folded.tight { tokens } else { quote!((#tokens)) };
                }
                crate::tokens::atom(&self.f.vars, atom)
            }
            Atom::Constant(tokens, _) if tokens.to_string().starts_with('-') => quote!((#tokens)),
            Atom::Constant(tokens, _) => tokens.clone(),
        }
    }

    fn is_folded(&self, atom: &Atom) -> bool {
        atom.var().is_some_and(|var| self.folded.borrow().contains_key(&var))
    }

    /// An atom by value: a copy, where the backward sweep still needs what would be moved.
    fn moved(&self, atom: &Atom) -> TokenStream {
        if let Atom::Var(var) = atom
            && !self.folded.borrow().contains_key(var)
            && self.copies(&Place::var(*var))
        {
            let (ad, name) = (self.ad(), self.name(*var));
            return quote!(#ad::copy(&#name));
        }
        self.loose(atom)
    }

    /// What an `Option` or a `Result` holds, which is not used any more.
    fn moved_out(&self, place: &Place) -> TokenStream {
        let Some(Projection::Payload(accessor)) = place.path.last() else {
            unreachable!("only what is held is moved out")
        };
        let (root, accessor) = (self.name(place.root), quote::format_ident!("into_{accessor}"));
        quote!(#root.#accessor())
    }

    fn copies(&self, place: &Place) -> bool {
        self.plan.kept.contains(&place.root) && !self.f.place_ty(place).is_scalar()
    }

    fn place(&self, place: &Place) -> TokenStream {
        self.place_for(place, Access::Read)
    }

    /// The place as what is written or mutably borrowed.
    fn place_mut(&self, place: &Place) -> TokenStream {
        self.place_for(place, Access::Write)
    }

    fn place_for(&self, place: &Place, access: Access<'_>) -> TokenStream {
        let root = self.folded.borrow_mut().remove(&place.root);
        let tokens = crate::tokens::place_with(&self.f.vars, place, access, &mut |atom| self.loose(atom));
        match root {
            Some(root) => substitute(tokens, &self.name(place.root).to_string(), &root),
            None => tokens,
        }
    }

    fn borrow(&self, place: &Place) -> TokenStream {
        let info = self.f.info(place.root);
        let tokens = self.place(place);
        if place.lent_where().is_some() {
            return tokens;
        }
        if place.is_whole() && info.role == Role::Reference && !info.mutable {
            let name = &info.name;
            quote!(#name)
        } else {
            quote!(&#tokens)
        }
    }

    /// A parameter that is a reference is passed on by its name: rustc reborrows it, mutably or not, as the callee asks.
    fn borrow_mut(&self, place: &Place) -> TokenStream {
        let info = self.f.info(place.root);
        if place.is_whole() && info.role == Role::Reference {
            let name = &info.name;
            return quote!(#name);
        }
        let tokens = self.place_mut(place);
        match place.lent_where() {
            Some(_) => tokens,
            None => quote!(&mut #tokens),
        }
    }

    fn operand(&self, operand: &Operand) -> TokenStream {
        match operand {
            Operand::Atom(atom) if self.f.atom_ty(atom).is_scalar() || self.is_folded(atom) => self.tight(atom),
            Operand::Atom(atom) => {
                let tokens = self.moved(atom);
                if atom.var().is_some() {
                    tokens
                } else {
                    quote!((#tokens))
                }
            }
            Operand::Borrow(place) => self.borrow(place),
            Operand::Receiver(place) => self.place(place),
        }
    }

    fn argument(&self, argument: &Argument) -> TokenStream {
        match argument {
            Argument::Value(atom) => self.moved(atom),
            Argument::Ref(place) => self.borrow(place),
            Argument::RefAtom(atom) => {
                let atom = self.tight(atom);
                quote!(&#atom)
            }
            Argument::Mut(place) => self.borrow_mut(place),
            Argument::Lambda(..) | Argument::Named(..) => unreachable!("only calls have functions as arguments"),
        }
    }

    // --- functions as arguments --------------------------------------------------------------------------------------

    /// The name of a parameter that is a function, and of its forward sweep.
    fn function(&self, place: &Place) -> Option<(&Ident, &Ident)> {
        let mut params = self.f.params.iter().filter(|param| param.var == place.root);
        let (_, call) = params.next()?.callable.as_ref()?;
        Some((self.name(place.root), call))
    }

    /// An argument of a call that is differentiated.
    fn call_argument(&self, call: &Call, argument: &Argument) -> TokenStream {
        let ad = self.ad();
        match argument {
            Argument::Lambda(number, start) => {
                let lambda = &self.f.lambdas[*number];
                let captured = &call.args[*start..*start + lambda.captured];
                let kinds = lambda
                    .function
                    .params
                    .iter()
                    .zip(captured)
                    .map(|(param, arg)| self.kind(param, arg.place()));
                let kinds = crate::lambdas::list(kinds.collect::<Vec<_>>().into_iter());
                let refs = captured.iter().map(|arg| match self.function(arg.place()) {
                    Some((f, forward)) => quote!(((#f.0, #ad::refs(#f.0, &mut #f.1)), #forward)),
                    None => self.lend(arg),
                });
                let refs = crate::lambdas::list(refs);
                let forward = crate::lambdas::forward(lambda);
                quote!((#kinds, #refs), #forward)
            }
            Argument::Named(_, forward) => quote!(((), ()), #forward),
            Argument::Ref(place) | Argument::Mut(place) => match self.function(place) {
                Some((f, forward)) => quote!((#f.0, #ad::refs(#f.0, &mut #f.1)), #forward),
                None => self.argument(argument),
            },
            _ => self.argument(argument),
        }
    }

    /// An argument of a call that stands as it was written.
    fn plain_argument(&self, call: &Call, argument: &Argument) -> TokenStream {
        match argument {
            Argument::Lambda(number, start) => {
                let lambda = &self.f.lambdas[*number];
                let captured = &call.args[*start..*start + lambda.captured];
                crate::lambdas::plain(lambda, captured.iter().map(|arg| self.lend(arg)))
            }
            Argument::Named(path, _) => quote!(#path),
            _ => self.argument(argument),
        }
    }

    /// A reference to a captured variable.
    fn lend(&self, argument: &Argument) -> TokenStream {
        match argument {
            Argument::Mut(place) => {
                let place = self.place_mut(place);
                quote!(&mut #place)
            }
            _ => self.argument(argument),
        }
    }

    /// A captured variable again, for a pullback.
    fn again(&self, argument: &PullArgument) -> TokenStream {
        let (place, ad) = (argument.place(), self.ad());
        match (self.function(place), argument) {
            (Some((f, _)), _) => quote!((#f.0, #ad::lent_again(#f.0, &mut #f.1))),
            (None, PullArgument::Mut(..)) => {
                let place = self.place_mut(place);
                quote!(&mut #place)
            }
            _ => self.borrow(place),
        }
    }

    /// The cotangent of a captured variable.
    fn capture_bar(&self, argument: &PullArgument) -> TokenStream {
        let (PullArgument::Ref(place, bar) | PullArgument::Mut(place, bar)) = argument else {
            unreachable!("what is captured is a variable")
        };
        match (self.function(place), bar) {
            (Some((f, _)), Some(bar)) => {
                let (ad, bar) = (self.ad(), self.name(bar.root));
                quote!(#ad::bars(#f.0, &mut #bar))
            }
            // The buffer of its own that a slice gets when it is lent twice is a vector.
            (_, Some(bar))
                if matches!(self.f.place_ty(place), Ty::Slice(_)) && self.f.info(bar.root).role == Role::Value =>
            {
                let bar = self.place_mut(bar);
                quote!(Some(&mut #bar[..]))
            }
            (_, Some(bar)) => self.slot(bar),
            (_, None) => quote!(()),
        }
    }

    /// How a closure's parameter captures a variable.
    fn kind(&self, param: &Param, place: &Place) -> TokenStream {
        let ad = self.ad();
        if let Some((f, forward)) = self.function(place) {
            return quote!(#ad::inner(#f.0, #forward));
        }
        let kind = self.runtime(match (param.passing, param.differentiable) {
            (Passing::Mut, true) => "written",
            (Passing::Mut, false) => "still_written",
            (_, true) => "shared",
            (_, false) => "still_shared",
        });
        let value = self.borrow(place);
        quote!(#ad::#kind(#value))
    }

    /// `Some(&mut bar)`, or what the caller lent us.
    fn slot(&self, place: &Place) -> TokenStream {
        let (span, root) = (self.span.get(), self.name(place.root));
        let buffer = self.f.info(place.root).role == Role::Buffer;
        let within = Access::Within(&self.fields);
        if let (Some((inside, present)), true) = (place.lent_where(), buffer) {
            let present = self.loose(present);
            let marked = has_marks(&self.f.vars, &inside);
            let inside = self.place_for(&inside, within);
            let inside = if marked {
                quote!(#inside.lend())
            } else {
                quote!(Some(&mut #inside))
            };
            return quote_spanned!(span=> match #root.as_deref_mut() { Some(#root) if #present => #inside, _ => None });
        }
        let tokens = self.place_for(place, within);
        if place.lent_where().is_some() {
            return quote_spanned!(span=> #tokens);
        }
        if has_marks(&self.f.vars, place) {
            return if buffer {
                quote_spanned!(span=> #root.as_deref_mut().and_then(|#root| #tokens.lend()))
            } else {
                quote_spanned!(span=> #tokens.lend())
            };
        }
        if !buffer {
            return quote_spanned!(span=> Some(&mut #tokens));
        }
        if place.is_whole() && matches!(self.f.place_ty(place), Ty::Slice(_)) {
            quote_spanned!(span=> #root.as_deref_mut())
        } else if place.is_whole() {
            quote_spanned!(span=> match #root.as_deref_mut() { Some(#root) => Some(#root), None => None })
        } else {
            // In a `match` rustc coerces: a `Box` to what it holds, a `Vec` to a slice.
            quote_spanned!(span=> match #root.as_deref_mut() { Some(#root) => Some(&mut #tokens), None => None })
        }
    }

    /// A statement that writes to the cotangent in `place`, if there is one.
    fn guard(&self, place: &Place, stmt: TokenStream) -> TokenStream {
        if self.f.info(place.root).role == Role::Buffer {
            let root = self.name(place.root);
            quote!(if let Some(#root) = #root.as_deref_mut() { #stmt })
        } else {
            stmt
        }
    }

    // --- operations --------------------------------------------------------------------------------------------------

    fn op(&self, op: &Op) -> Folded {
        let ad = self.ad();
        let tight = |tokens| Folded { tokens, tight: true };
        let loose = |tokens| Folded { tokens, tight: false };
        match op {
            Op::Read(place) => {
                if place.is_whole()
                    && let Some(folded) = self.folded.borrow_mut().remove(&place.root)
                {
                    return folded;
                }
                let tokens = self.place(place);
                if self.f.info(place.root).role == Role::Slot {
                    return tight(quote!(#tokens.expect("the branch that was taken assigned it")));
                }
                // What a variant holds is reached by reference.
                let held = place
                    .path
                    .iter()
                    .any(|projection| matches!(projection, Projection::Payload(_)));
                if self.copies(place) || held && !self.f.place_ty(place).is_scalar() {
                    return tight(quote!(#ad::copy(&#tokens)));
                }
                tight(tokens)
            }
            Op::Binary(op, l, r) => {
                let l = self.operand(l);
                let r = self.operand(r);
                loose(quote!(#l #op #r))
            }
            Op::Neg(operand) => {
                let operand = self.operand(operand);
                loose(quote!(-#operand))
            }
            Op::Rule(rule, args) => {
                let method = quote::format_ident!("{}", rule.name);
                let (receiver, rest) = args.split_first().expect("there is a receiver");
                let receiver = self.operand(receiver);
                let rest: Vec<_> = rest
                    .iter()
                    .map(|arg| match arg {
                        Operand::Atom(atom) => self.moved(atom),
                        other => self.operand(other),
                    })
                    .collect();
                tight(quote!(#receiver.#method(#(#rest),*)))
            }
            Op::Clone(place, method) => {
                let tokens = self.place(place);
                tight(quote!(#tokens.#method()))
            }
            Op::Sum(place) => {
                let tokens = self.place(place);
                tight(quote!(#tokens.sum()))
            }
            Op::Dot(place, operand) => {
                let tokens = self.place(place);
                let operand = match operand {
                    Operand::Atom(atom) => self.moved(atom),
                    other => self.operand(other),
                };
                tight(quote!(#tokens.dot(#operand)))
            }
            Op::Mapv(map) => {
                let source = self.place(&map.source);
                let param = self.name(map.param);
                let body = self.block(&map.body);
                tight(quote!(#source.mapv(|#param| { #body })))
            }
            Op::Cast(atom, ty) => {
                let atom = self.tight(atom);
                loose(quote!(#atom as #ty))
            }
            Op::Convert(atom, conversion) => {
                let atom = self.moved(atom);
                tight(match conversion {
                    Conversion::Method(method) => {
                        quote_spanned!(method.span()=> #ad::converted(#atom, |value| value.#method()))
                    }
                    Conversion::Function(path) => {
                        quote_spanned!(path.span()=> #ad::converted(#atom, |value| #path(value)))
                    }
                })
            }
            Op::Tuple(atoms) => {
                let atoms = atoms.iter().map(|atom| self.moved(atom));
                tight(quote!((#(#atoms,)*)))
            }
            Op::Variant { path, parts } => {
                // `Found::No {}` has no parts; called without parentheses it would be something else.
                let named = parts
                    .first()
                    .is_none_or(|(member, ..)| matches!(member, syn::Member::Named(_)));
                let values: Vec<_> = parts
                    .iter()
                    .map(|(member, _, atom)| {
                        let value = self.moved(atom);
                        if named { quote!(#member: #value) } else { value }
                    })
                    .collect();
                tight(if named {
                    quote!(#path { #(#values),* })
                } else {
                    quote!(#path(#(#values),*))
                })
            }
            Op::Rewrap { like, value } => {
                let (like, value) = (self.borrow(like), self.moved(value));
                tight(quote!(#ad::rewrap(#like, #value)))
            }
            Op::Unwrap(place, method) => {
                let tokens = self.op(&Op::Read(place.clone())).tokens;
                tight(quote!(#tokens.#method))
            }
            Op::Struct { path, fields, rest } => {
                let fields: Vec<_> = fields
                    .iter()
                    .map(|(member, atom)| {
                        let value = self.moved(atom);
                        quote!(#member: #value)
                    })
                    .collect();
                let rest = rest.as_ref().map(|rest| {
                    let rest = self.op(&Op::Read(rest.clone())).tokens;
                    quote!(..#rest)
                });
                tight(quote!(#path { #(#fields,)* #rest }))
            }
            Op::Array { elements, vec } => {
                let elements = elements.iter().map(|atom| self.moved(atom));
                tight(if *vec {
                    quote!(vec![#(#elements),*])
                } else {
                    quote!([#(#elements),*])
                })
            }
            Op::Repeat { element, len, vec } => {
                let element = self.moved(element);
                let len = self.opaque(len);
                tight(if *vec {
                    quote!(vec![#element; #len])
                } else {
                    quote!([#element; #len])
                })
            }
            Op::Opaque(opaque) => {
                let single = opaque.tokens.clone().into_iter().count() == 1;
                let expr = syn::parse2::<syn::Expr>(opaque.tokens.clone());
                Folded {
                    tokens: self.opaque(opaque),
                    // Whatever stands in its variables' places is in parentheses where it needs them.
                    tight: single || matches!(expr, Ok(syn::Expr::MethodCall(_) | syn::Expr::Call(_))),
                }
            }
            Op::Witness(place) => {
                let place = self.borrow(place);
                tight(quote!(#ad::witness(#place)))
            }
            Op::Zero(None) => tight(self.zero()),
            Op::Zero(Some(witness)) => tight(self.zero_of(*witness)),
            Op::Part(place) => {
                let (ws, list) = (&self.f.ws, self.borrow(place));
                tight(match self.f.place_ty(place) {
                    Ty::Slice(_) => quote!(#ad::Part::zero(#ws, #list)),
                    _ => quote!(#ad::part(#ws, #list)),
                })
            }
            Op::Take(place, None) => {
                let place = self.borrow_mut(place);
                tight(quote!(::core::mem::take(#place)))
            }
            Op::Take(place, Some(witness)) => {
                let zero = self.zero_of(*witness);
                if has_marks(&self.f.vars, place) {
                    let place = self.place_for(place, Access::Within(&self.fields));
                    let taken = self.runtime("taken");
                    return tight(quote!(#ad::#taken(&mut #place, #zero)));
                }
                let place = self.borrow_mut(place);
                tight(quote!(::core::mem::replace(#place, #zero)))
            }
            Op::TakeSlot(slot, witness) => {
                let slot = self.name(*slot);
                tight(match witness {
                    None => {
                        let zero = self.zero();
                        quote!(#slot.take().unwrap_or(#zero))
                    }
                    Some(witness) => {
                        let zero = self.zero_of(*witness);
                        quote!(#slot.take().unwrap_or_else(|| #zero))
                    }
                })
            }
            Op::PopElement(place) => {
                let place = self.borrow_mut(place);
                tight(quote!(#ad::pop(#place)))
            }
            Op::Runtime(function, args) => {
                // Of a value without derivative nothing else says how many lanes there are.
                let lanes = self
                    .lanes
                    .filter(|_| *function == "zero")
                    .map(|lanes| quote!(::<_, #lanes>));
                let function = self.runtime(function);
                let args = args.iter().map(|arg| self.argument(arg)).collect::<Vec<_>>();
                tight(quote!(#ad::#function #lanes(#(#args),*)))
            }
            Op::RuntimeRule(rule, argument, args) => {
                let function = self.runtime(&format!("{}_{argument}", rule.name));
                let args = args.iter().map(|arg| self.argument(arg)).collect::<Vec<_>>();
                tight(quote!(#ad::Rules::#function(#(#args),*)))
            }
        }
    }

    /// The cotangent of a float that nothing has flowed into.
    fn zero(&self) -> TokenStream {
        if self.lanes.is_some() && self.backward.get() {
            let ad = self.ad();
            quote!(#ad::Lanes::ZERO)
        } else {
            quote!(0.0)
        }
    }

    /// The zero cotangent of what a witness was taken of.
    fn zero_of(&self, witness: Var) -> TokenStream {
        let witness = self.name(witness);
        let lanes = self.lanes.map(|lanes| quote!(::<#lanes>));
        quote!(#witness.zero #lanes())
    }

    fn opaque(&self, opaque: &Opaque) -> TokenStream {
        let mut tokens = opaque.tokens.clone();
        for var in &opaque.reads {
            let folded = self.folded.borrow_mut().remove(var);
            if let Some(folded) = folded {
                tokens = substitute(tokens, &self.name(*var).to_string(), &folded);
            }
        }
        tokens
    }

    // --- statements --------------------------------------------------------------------------------------------------

    fn block(&self, block: &Block) -> TokenStream {
        self.block_then(block, |result| result)
    }

    /// A block's statements, and what `end` makes of its result.
    fn block_then(&self, block: &Block, end: impl FnOnce(TokenStream) -> TokenStream) -> TokenStream {
        let mut tokens = TokenStream::new();
        let mut pending: Vec<Pending> = Vec::new();
        for stmt in &block.stmts {
            self.span.set(stmt.span);
            let operands = own_operands(stmt);
            let within = self.fold(&mut pending, &operands, stmt, &mut tokens);
            if let StmtKind::Let { var, op } = &stmt.kind
                && self.foldable(*var, op)
            {
                let mut reads = within;
                op.uses(&mut |var, _| reads.push(var));
                let expr = self.op(op);
                pending.push(Pending { var: *var, reads, expr });
                continue;
            }
            let emitted = self.stmt(stmt);
            tokens.extend(emitted);
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

    /// Folds the last pending temporaries into `stmt`, if it uses them in their order; writes the others out. Gives what the
    /// folded ones read.
    fn fold(&self, pending: &mut Vec<Pending>, operands: &[Var], stmt: &Stmt, tokens: &mut TokenStream) -> Vec<Var> {
        let mut keep = 0;
        let mut at = operands.len();
        for Pending { var, reads, .. } in pending.iter().rev() {
            let Some(position) = operands[..at].iter().rposition(|operand| operand == var) else {
                break;
            };
            if conflicts(*var, reads, stmt) {
                break;
            }
            at = position;
            keep += 1;
        }
        let folded = pending.split_off(pending.len() - keep);
        // One more temporary that uses none of the others does not disturb their order.
        let waits = matches!(&stmt.kind, StmtKind::Let { var, op } if self.foldable(*var, op))
            && !pending.iter().any(|waiting| operands.contains(&waiting.var));
        if !waits {
            self.flush(std::mem::take(pending), tokens);
        }
        let mut within = Vec::new();
        for Pending { var, reads, expr } in folded {
            within.extend(reads);
            self.folded.borrow_mut().insert(var, expr);
        }
        within
    }

    fn flush(&self, pending: Vec<Pending>, tokens: &mut TokenStream) {
        for Pending { var, expr, .. } in pending {
            let name = self.name(var);
            let expr = expr.tokens;
            tokens.extend(quote!(let #name = #expr;));
        }
    }

    fn foldable(&self, var: Var, op: &Op) -> bool {
        let info = self.f.info(var);
        info.temporary
            && !info.mutable
            && info.annotation.is_none()
            && !self.shared.contains(&var)
            && self.counts.borrow().get(&var) == Some(&1)
            && match op {
                Op::Read(place) => {
                    let role = self.f.info(place.root).role;
                    role != Role::Slot
                        && (self.f.place_ty(place).is_scalar() || place.is_whole() && role == Role::Value)
                }
                Op::Opaque(opaque) => opaque.writes.is_empty(),
                Op::Binary(..) | Op::Neg(_) | Op::Rule(..) | Op::Cast(..) | Op::Convert(..) => true,
                Op::Tuple(_)
                | Op::Struct { .. }
                | Op::Array { .. }
                | Op::Repeat { .. }
                | Op::Clone(..)
                | Op::Sum(_)
                | Op::Dot(..) => true,
                Op::Runtime(..) | Op::RuntimeRule(..) | Op::Zero(None) => true,
                _ => false,
            }
    }

    fn stmt(&self, stmt: &Stmt) -> TokenStream {
        let ad = self.ad();
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Let { var, op } => {
                let info = self.f.info(*var);
                let name = &info.name;
                let op = match op {
                    Op::Read(place) if self.plan.moves.contains(&stmt.id) => self.moved_out(place),
                    op => self.op(op).tokens,
                };
                let mutable = info.mutable.then(|| quote!(mut));
                let annotation = info.annotation.as_ref().map(|ty| quote!(: #ty));
                match info.role {
                    Role::Slot => quote!(let mut #name = Some(#op);),
                    _ => quote!(let #mutable #name #annotation = #op;),
                }
            }
            StmtKind::Declare(var) => {
                let info = self.f.info(*var);
                let name = &info.name;
                let annotation = info.annotation.as_ref().map(|ty| quote!(: #ty));
                match (info.role, &info.annotation) {
                    (Role::Slot, Some(ty)) => quote!(let mut #name: Option<#ty> = None;),
                    (Role::Slot, None) => quote!(let mut #name = None;),
                    _ if self.plan.unassigned.contains(var) => {
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
            StmtKind::If(branch) => self.branch(branch),
            StmtKind::Loop(body) => self.forward_loop(body),
            StmtKind::Effect { opaque, .. } => self.opaque(opaque),
            StmtKind::Exit(_) => unreachable!("the exits pass removes the jumps"),
            StmtKind::Undo { place, old } => {
                let old = self.name(*old);
                if place.lent_where().is_some() {
                    let place = self.borrow_mut(place);
                    quote!(#ad::restore_where(#place, #old);)
                } else if ends_in_range(place) || matches!(self.f.place_ty(place), Ty::Slice(_)) {
                    let place = self.borrow_mut(place);
                    quote!(#ad::restore(#place, #old);)
                } else {
                    let place = self.place_mut(place);
                    quote!(#place = #old;)
                }
            }
            StmtKind::UndoPush(place) => {
                let place = self.place_mut(place);
                quote!(#place.pop();)
            }
            StmtKind::UndoPop { place, old } => {
                let old = self.moved(&Atom::Var(*old));
                let place = self.place_mut(place);
                quote!(#place.push(#old);)
            }
            StmtKind::Permute { place, order, inverse } | StmtKind::UndoPermute { place, order, inverse } => {
                let (place, order) = (self.borrow_mut(place), self.name(*order));
                let function = self.runtime(if *inverse { "unpermute" } else { "permute" });
                quote!(#ad::#function(#place, &#order);)
            }
            StmtKind::UndoStep { place, op, value } => {
                let (place, value) = (self.place_mut(place), self.loose(value));
                match op {
                    BinOp::SubAssign(_) => quote!(#place += #value;),
                    _ => quote!(#place -= #value;),
                }
            }
            StmtKind::Pull(pull) => self.pull(pull),
            StmtKind::Split { of, at, low, high } => {
                let at = self.tight(at);
                let at = match of.path.last() {
                    Some(Projection::Range { low: Some(start), .. }) => {
                        let start = self.tight(start);
                        quote!(#at - #start)
                    }
                    _ => at,
                };
                let (of, low, high) = (self.slot(of), self.name(*low), self.name(*high));
                quote!(let (mut #low, mut #high) = #ad::split(#of, #at);)
            }
            StmtKind::Row { var, of } => {
                let name = self.name(*var);
                match self.f.info(of.root).role {
                    Role::Buffer => {
                        let (row, root) = (self.place_for(of, Access::Add(&self.fields)), self.name(of.root));
                        quote!(let mut #name = match #root.as_deref_mut() { Some(#root) => Some(&mut #row), None => None };)
                    }
                    _ if self.f.info(*var).mutable => {
                        let row = self.borrow_mut(of);
                        quote!(let #name = #row;)
                    }
                    _ => {
                        let row = self.borrow(of);
                        quote!(let #name = #row;)
                    }
                }
            }
            StmtKind::GiveBack(var) => {
                let (ws, info) = (&self.f.ws, self.f.info(*var));
                let name = &info.name;
                match info.ty {
                    Ty::Slice(_) => quote!(#name.give_back(#ws);),
                    _ => quote!(#ws.recycle(#name);),
                }
            }
            StmtKind::Accumulate(function, args) => {
                let target = args.iter().find_map(|arg| match arg {
                    Argument::Mut(place) => Some(place),
                    _ => None,
                });
                // The cotangent of a field marked `#[no_diff]` takes whatever is added; the rules of arrays, which know what
                // they add to, are not asked. A compound assignment is a write: into a marked field it is an error of types.
                let marked = |place: &&Place| *function != "assign_left" && has_marks(&self.f.vars, place);
                let lent = target.filter(marked).filter(|_| *function != "accumulate");
                let access = match *function {
                    "accumulate" => Access::Add(&self.fields),
                    _ => Access::Write,
                };
                let args = args
                    .iter()
                    .map(|arg| match arg {
                        // The buffer is a reference already.
                        Argument::Mut(place) if place.is_whole() && self.f.info(place.root).role == Role::Buffer => {
                            let root = self.name(place.root);
                            quote!(#root)
                        }
                        Argument::Mut(_) if lent.is_some() => quote!(bar),
                        Argument::Mut(place) if !place.is_whole() && place.lent_where().is_none() => {
                            let place = self.place_for(place, access);
                            quote!(&mut #place)
                        }
                        arg => self.argument(arg),
                    })
                    .collect::<Vec<_>>();
                let function = self.runtime(function);
                let mut call = quote!(#ad::#function(#(#args),*););
                if let Some(place) = lent {
                    let place = self.place_for(place, Access::Within(&self.fields));
                    call = quote!(if let Some(bar) = #place.lend() { #call });
                }
                match target {
                    Some(place) => self.guard(place, call),
                    None => call,
                }
            }
            StmtKind::PullMap(map) => {
                let source = self.borrow(&map.source);
                let seed = self.name(map.seed);
                let slot = match &map.source_bar {
                    Some(bar) => self.slot(bar),
                    None => quote!(None),
                };
                let (param, element_bar) = (self.name(map.param), self.name(map.element_bar));
                let forward = self.block(&map.forward);
                let backward = self.block(&map.backward);
                quote!(#ad::mapv_adjoint(#source, &#seed, #slot, |#param, mut #element_bar| { #forward #backward });)
            }
            StmtKind::Unwind(unwind) => {
                let then = self.block(&unwind.then);
                let els = self.block(&unwind.els);
                match &unwind.record {
                    None => {
                        let cond = self.loose(&unwind.cond);
                        if unwind.els.is_empty() {
                            quote!(if #cond { #then })
                        } else if unwind.then.is_empty() {
                            quote!(if !(#cond) { #els })
                        } else {
                            quote!(if #cond { #then } else { #els })
                        }
                    }
                    Some(Record {
                        then: then_saves,
                        els: els_saves,
                        tapes: Some([then_tape, els_tape]),
                        ..
                    }) => {
                        let cond = self.loose(&unwind.cond);
                        let then_pop = then_tape.map(|tape| self.pop(tape, then_saves));
                        let els_pop = els_tape.map(|tape| self.pop(tape, els_saves));
                        quote!(if #cond { #then_pop #then } else { #els_pop #els })
                    }
                    Some(record) => {
                        let name = self.name(record.var);
                        let then_pattern = self.pattern(&record.then);
                        let els_pattern = self.pattern(&record.els);
                        quote!(match #name {
                            #ad::Branch::Then(#then_pattern) => { #then }
                            #ad::Branch::Else(#els_pattern) => { #els }
                        })
                    }
                }
            }
            StmtKind::Reverse(reverse) => {
                let mut saved = None;
                let pop = reverse.tape.as_ref().and_then(|tape| {
                    if let TapeForm::Array(_) = tape.form {
                        saved = Some((self.name(tape.var), self.pattern(&tape.saves)));
                        return None;
                    }
                    Some(self.pop(tape.var, &tape.saves))
                });
                let (take, put_back) = match reverse.tape.as_ref().and_then(|tape| Some((tape.var, tape.height?))) {
                    Some((tape, height)) => {
                        let (ws, tape, height) = (&self.f.ws, self.name(tape), self.name(height));
                        (
                            Some(quote!(let mut #tape = #ws.stack_until(#height);)),
                            Some(quote!(#ws.put_back(#tape);)),
                        )
                    }
                    None => (None, None),
                };
                if reverse.by_trips {
                    let trips = self.name(reverse.trips);
                    let body = self.block(&reverse.body);
                    return quote!(#take for _ in 0..#trips { #pop #body } #put_back);
                }
                let LoopKind::Range {
                    var,
                    low,
                    high,
                    inclusive,
                    reversed,
                } = &reverse.kind
                else {
                    unreachable!("only ranges are reversed by their bounds")
                };
                let range = self.range(low, high, *inclusive);
                let var = self.name(*var);
                let body = self.block(&reverse.body);
                let range = if *reversed {
                    quote!((#range))
                } else {
                    quote!((#range).rev())
                };
                match saved {
                    Some((tape, pattern)) => {
                        quote!(for (#var, #pattern) in #range.zip(#tape.into_iter().rev()) { #body })
                    }
                    None => quote!(#take for #var in #range { #pop #body } #put_back),
                }
            }
        }
    }

    /// The saved variables as a pattern, and as an expression but for `mut`.
    fn pattern(&self, vars: &[Var]) -> TokenStream {
        let names = vars.iter().map(|var| {
            let info = self.f.info(*var);
            let (name, mutable) = (&info.name, info.mutable.then(|| quote!(mut)));
            quote!(#mutable #name)
        });
        quote!((#(#names,)*))
    }

    fn saved(&self, vars: &[Var]) -> TokenStream {
        let names = vars.iter().map(|var| self.name(*var));
        quote!((#(#names,)*))
    }

    fn range(&self, low: &Atom, high: &Atom, inclusive: bool) -> TokenStream {
        let low = self.tight(low);
        let high = self.tight(high);
        if inclusive {
            quote!(#low..=#high)
        } else {
            quote!(#low..#high)
        }
    }

    fn save_old(&self, place: &Place, old: Var) -> TokenStream {
        let (ad, old) = (self.ad(), self.name(old));
        let scalar = self.f.place_ty(place).is_scalar();
        let borrowed = self.borrow(place);
        let place = self.place(place);
        if scalar {
            quote!(let #old = #place;)
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
            return quote!(#target = Some(#value););
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

    fn call(&self, call: &Call) -> TokenStream {
        let out = self.name(call.out);
        let (pullback, ws, forward) = (self.name(call.pullback), &self.f.ws, &call.forward);
        let function = &call.function;
        let (receiver, rest) = match call.kind {
            CallKind::Function | CallKind::Associated | CallKind::Itself => (None, &call.args[..]),
            CallKind::Parameter => (None, &call.args[1..]),
            CallKind::Kept if call.inactive => (None, &call.args[1..]),
            CallKind::Kept => (None, &call.args[..]),
            CallKind::Method => {
                self.note_array_method(forward);
                let others = call.args[1..].iter().filter_map(|arg| match arg {
                    Argument::Ref(place) | Argument::Mut(place) => Some(place),
                    _ => None,
                });
                let receiver = match &call.args[0] {
                    Argument::Ref(place) if call.inactive => self.place(place),
                    Argument::Mut(place) if call.inactive => self.place_mut(place),
                    Argument::Ref(place) => self.receiver(place, false, others),
                    Argument::Mut(place) => self.receiver(place, true, others),
                    _ => unreachable!("a receiver is a place"),
                };
                (Some(receiver), &call.args[1..])
            }
        };
        let ad = self.ad();
        let real = rest.len() - (call.args.len() - call.real_args());
        let rest = &rest[..real];
        if call.inactive {
            let args = rest.iter().map(|arg| self.plain_argument(call, arg)).collect();
            let before = usize::from(receiver.is_some() || call.kind == CallKind::Kept);
            let args = in_tuples(
                args,
                call.tuples.iter().map(|parts| parts.start - before..parts.end - before),
            );
            let olds = call
                .args
                .iter()
                .zip(&call.olds)
                .filter_map(|(arg, old)| match (arg, old) {
                    (Argument::Mut(place), Some(old)) => {
                        let (old, lent) = (self.name(*old), self.borrow(place));
                        let snapshot = self.runtime(match place.lent_where() {
                            Some(_) => "snapshot_where",
                            None => "snapshot",
                        });
                        Some(quote!(let #old = #ad::#snapshot(#lent);))
                    }
                    _ => None,
                });
            if call.kind == CallKind::Kept {
                let function = self.place(call.args[0].place());
                return quote!(let #out = (#function)(#(#args),*););
            }
            return match receiver {
                Some(receiver) => quote!(#(#olds)* let #out = #receiver.#function(#(#args),*);),
                None => quote!(#(#olds)* let #out = #function(#(#args),*);),
            };
        }
        let mut args: Vec<_> = rest.iter().map(|arg| self.call_argument(call, arg)).collect();
        if call.kind == CallKind::Kept {
            // That the function has no derivative is said where it is called.
            args[0] = crate::lower::located(std::mem::take(&mut args[0]), self.span.get());
        }
        if call.kind == CallKind::Parameter {
            let (f, forward) = self
                .function(call.args[0].place())
                .expect("the function is a parameter");
            return quote!(let (#out, #pullback) = #forward(#ad::refs(#f.0, &mut #f.1), #ws, #(#args),*););
        }
        if let (CallKind::Itself, Recursion::Frames(frames)) = (call.kind, &self.f.recursion) {
            let Frames { calls, tapes, .. } = &**frames;
            return quote!(let #out = #calls.forward(#tapes, #ws, #(#args),*););
        }
        // The siblings of methods and associated functions take the workspace last: `V::dot(a, b)` may be either.
        match (receiver, call.kind) {
            (Some(receiver), _) => quote!(let (#out, #pullback) = #receiver.#forward(#(#args,)* #ws);),
            (None, CallKind::Associated) => quote!(let (#out, #pullback) = #forward(#(#args,)* #ws);),
            (None, _) => {
                let forward = self.forward(forward);
                quote!(let (#out, #pullback) = #forward(#ws, #(#args),*);)
            }
        }
    }

    fn note_array_method(&self, half: impl ToTokens) {
        let half = half.to_token_stream().to_string();
        if let Some((method, _)) = half.split_once("_differentiable_")
            && ARRAY_METHODS.contains(&method)
        {
            self.arrays.set(true);
        }
    }

    /// What a half of a method is called on. Rustc borrows a place as the method asks; where it may be a trait object, whose halves
    /// are another trait's, it is borrowed before rustc knows the method: mutably if it can be written. Beside an argument that
    /// points into it, the method can only be one by `&self`.
    fn receiver<'p>(&self, place: &Place, written: bool, mut others: impl Iterator<Item = &'p Place>) -> TokenStream {
        let (ad, sweeps) = (self.ad(), self.f.sweeps_of(place));
        let written = written && (sweeps == SweepsOf::Itself || !others.any(|other| other.overlaps(place)));
        let access = if written { Access::Write } else { Access::Read };
        match (sweeps, written) {
            (SweepsOf::Itself, _) => self.place_for(place, access),
            (SweepsOf::Unknown, true) => {
                let place = self.place_mut(place);
                quote!(#ad::receiver(&mut #place).sweeps())
            }
            (SweepsOf::Unknown, false) => {
                let place = self.borrow(place);
                quote!(#ad::receiver(#place).sweeps())
            }
            (SweepsOf::AnySize, _) => {
                let object = if written {
                    "differentiable_object_mut"
                } else {
                    "differentiable_object"
                };
                let (place, object) = (self.place_for(place, access), Ident::new(object, self.span.get()));
                quote!(#place.#object())
            }
        }
    }

    /// The forward sweep of a function that is called: with lanes, the one whose pullback takes as many as ours.
    fn forward(&self, path: &syn::ExprPath) -> TokenStream {
        let Some(lanes) = self.lanes else {
            return quote!(#path);
        };
        let mut path = path.clone();
        if let Some(last) = path.path.segments.last_mut() {
            last.ident = Ident::new("forward_lanes", last.ident.span());
        }
        quote!(#path::<#lanes>)
    }

    fn pull(&self, pull: &Pull) -> TokenStream {
        let (pullback, ws, ad) = (self.name(pull.pullback), &self.f.ws, self.ad());
        let seed = pull.seed.as_ref().map_or(quote!(()), |seed| self.loose(seed));
        let mut receiver = None;
        let mut args = Vec::new();
        let mut returned = Vec::new();
        let real = pull.real_args();
        // The function itself takes references and their buffers one by one.
        let itself = pull.kind == CallKind::Itself;
        for (k, arg) in pull.args[..real].iter().enumerate() {
            let is_receiver = k == 0 && pull.method.is_some();
            let (place, bar) = match arg {
                PullArgument::Value(var) => {
                    returned.push(var.map_or(quote!(_), |var| {
                        let name = self.name(var);
                        quote!(#name)
                    }));
                    if !itself {
                        args.push(quote!(()));
                    }
                    continue;
                }
                PullArgument::Named => {
                    args.push(quote!((#ad::Lent((), ()), #ad::LentBars(()))));
                    returned.push(quote!(_));
                    continue;
                }
                PullArgument::Lambda(number, captured) => {
                    let (params, captured) = (&self.f.lambdas[*number].function.params, &pull.args[captured.clone()]);
                    let kinds = params.iter().zip(captured);
                    let kinds = kinds.map(|(param, arg)| self.kind(param, arg.place()));
                    let kinds = crate::lambdas::list(kinds.collect::<Vec<_>>().into_iter());
                    let again = crate::lambdas::list(captured.iter().map(|arg| self.again(arg)));
                    let bars = crate::lambdas::list(captured.iter().map(|arg| self.capture_bar(arg)));
                    args.push(quote!((#ad::Lent(#kinds, #again), #ad::LentBars(#bars))));
                    returned.push(quote!(_));
                    continue;
                }
                PullArgument::Again(atom, bar) => {
                    let again = self.moved(atom);
                    let bar = bar.as_ref().map_or(quote!(None), |bar| self.slot(bar));
                    args.push(quote!((#again, #bar)));
                    continue;
                }
                PullArgument::Ref(place, _) | PullArgument::Mut(place, _) if self.function(place).is_some() => {
                    let (f, bars) = (self.name(place.root), self.capture_bar(arg));
                    let again = quote!(#ad::lent_again(#f.0, &mut #f.1));
                    args.push(if k == 0 && pull.kind == CallKind::Parameter {
                        quote!((#again, #bars))
                    } else if itself {
                        quote!(#ad::Lent(#f.0, #again), #ad::LentBars(#bars))
                    } else {
                        quote!((#ad::Lent(#f.0, #again), #ad::LentBars(#bars)))
                    });
                    returned.push(quote!(_));
                    continue;
                }
                PullArgument::Kept(atom) => {
                    let (ad, again) = (self.ad(), self.runtime("again"));
                    let kept = match atom {
                        Atom::Var(_) => self.loose(atom),
                        Atom::Constant(tokens, _) => quote!(#ad::keep(&#tokens)),
                    };
                    returned.push(quote!(_));
                    args.push(if itself {
                        quote!(#kept, None)
                    } else {
                        quote!(#ad::#again(#kept))
                    });
                    continue;
                }
                PullArgument::Absent => {
                    returned.push(quote!(_));
                    let optional = |param: &Param| param.present.is_some();
                    args.push(match self.f.params.get(k) {
                        Some(param) if itself && optional(param) => quote!(None, None),
                        _ => quote!(#ad::absent()),
                    });
                    continue;
                }
                PullArgument::Ref(place, bar) => {
                    let bar = bar.as_ref().map_or(quote!(None), |bar| self.slot(bar));
                    (place, bar)
                }
                PullArgument::Mut(place, bar) => {
                    let bar = bar.as_ref().expect("a mutable argument always has a buffer");
                    let lent = self.borrow_mut(bar);
                    let some = quote_spanned!(self.span.get()=> Some(#lent));
                    (place, if bar.lent_where().is_some() { lent } else { some })
                }
            };
            if is_receiver {
                let others = pull.args[1..].iter().filter_map(|arg| match arg {
                    PullArgument::Ref(place, _) | PullArgument::Mut(place, _) => Some(place),
                    _ => None,
                });
                receiver = Some(self.receiver(place, matches!(arg, PullArgument::Mut(..)), others));
                args.push(bar);
                continue;
            }
            let value = match arg {
                PullArgument::Mut(..) => self.borrow_mut(place),
                _ => self.borrow(place),
            };
            args.push(if itself {
                quote!(#value, #bar)
            } else {
                quote!((#value, #bar))
            });
            returned.push(quote!(_));
        }
        let bind = pull
            .args
            .iter()
            .any(|arg| matches!(arg, PullArgument::Value(Some(_))))
            .then(|| quote!(let (#(#returned,)*) =));
        match (receiver, &pull.method) {
            (Some(receiver), Some(method)) => {
                self.note_array_method(method);
                quote!(#bind #receiver.#method(#pullback, #ws, #seed, #(#args),*);)
            }
            _ => match (pull.kind, &self.f.recursion) {
                (CallKind::Itself, Recursion::Frames(frames)) => {
                    let Frames { calls, tapes, .. } = &**frames;
                    quote!(#bind #calls.backward(#tapes, #ws, #seed, #(#args),*);)
                }
                _ => quote!(#bind #pullback(#ws, #seed, #(#args),*);),
            },
        }
    }

    fn branch(&self, branch: &If) -> TokenStream {
        let ad = self.ad();
        let cond = self.loose(&branch.cond);
        let side = |block: &Block, saves: Option<TokenStream>, push: Option<TokenStream>| {
            let diverges = block.result.is_none() && crate::lower::ends(block);
            self.block_then(block, |result| match (branch.out.is_some(), saves) {
                _ if diverges => quote!(),
                (true, None) if push.is_some() => {
                    let out = branch.out.map(|out| self.name(out));
                    quote!(let #out = #result; #push #out)
                }
                (false, None) => quote!(#push),
                (true, Some(saves)) => quote!((#result, #saves)),
                (true, None) => result,
                (false, Some(saves)) => saves,
            })
        };
        let mut pushes = [None, None];
        let (then_saves, els_saves) = match &branch.record {
            Some(Record {
                then,
                els,
                tapes: Some([then_tape, els_tape]),
                ..
            }) => {
                pushes = [
                    then_tape.map(|tape| self.push(tape, then)),
                    els_tape.map(|tape| self.push(tape, els)),
                ];
                (None, None)
            }
            Some(record) => {
                let (then, els) = (self.saved(&record.then), self.saved(&record.els));
                (
                    Some(quote!(#ad::Branch::Then(#then))),
                    Some(quote!(#ad::Branch::Else(#els))),
                )
            }
            None => (None, None),
        };
        let [then_push, els_push] = pushes;
        let then = side(&branch.then, then_saves, then_push);
        let els = side(&branch.els, els_saves, els_push);
        let out = branch.out.map(|out| {
            let info = self.f.info(out);
            let (name, mutable) = (&info.name, info.mutable.then(|| quote!(mut)));
            quote!(#mutable #name)
        });
        let annotation = branch.out.and_then(|out| self.f.info(out).annotation.as_ref());
        let record = branch.record.as_ref().and_then(Record::value).map(|var| self.name(var));
        match (out, record) {
            (Some(out), Some(record)) => {
                let annotation = annotation.map(|ty| quote!(: (#ty, _)));
                quote!(let (#out, #record) #annotation = if #cond { #then } else { #els };)
            }
            (Some(out), None) => {
                let annotation = annotation.map(|ty| quote!(: #ty));
                quote!(let #out #annotation = if #cond { #then } else { #els };)
            }
            (None, Some(record)) => quote!(let #record = if #cond { #then } else { #els };),
            (None, None) if els.is_empty() => quote!(if #cond { #then }),
            (None, None) => quote!(if #cond { #then } else { #els }),
        }
    }

    fn forward_loop(&self, body: &Loop) -> TokenStream {
        let ad = self.ad();
        let range = match &body.kind {
            LoopKind::Range {
                var,
                low,
                high,
                inclusive,
                reversed,
            } => {
                let range = self.range(low, high, *inclusive);
                Some((self.name(*var), if *reversed { quote!((#range).rev()) } else { range }))
            }
            _ => None,
        };
        let saved = body
            .tape
            .as_ref()
            .map(|tape| (tape.form, self.tape(tape.var), self.saved(&tape.saves)));
        if let (Some((var, range)), Some((TapeForm::Array(len), tape, saved))) = (&range, &saved) {
            let inner = self.block_then(&body.body, |_| saved.clone());
            if let LoopKind::Range { low, reversed, .. } = &body.kind
                && *len <= FEW
            {
                // Written out: std's loop over an array's elements is not inlined with the body in it.
                let mut turns: Vec<_> = (0..*len).map(|turn| crate::fill::shifted(low, turn)).collect();
                if *reversed {
                    turns.reverse();
                }
                let len = proc_macro2::Literal::usize_unsuffixed(*len);
                return quote! {
                    let #tape: [_; #len] = {
                        let mut body = #ad::turn(&(#range), { #[inline(always)] |#var| { #inner } });
                        [#(body(#turns)),*]
                    };
                };
            }
            let len = proc_macro2::Literal::usize_unsuffixed(*len);
            return quote!(let #tape: [_; #len] = #ad::filled(#range, |#var| { #inner }););
        }
        let head = match &body.kind {
            LoopKind::Range { .. } => {
                let (var, range) = range.expect("it is one");
                match &saved {
                    Some((TapeForm::Reserved, tape, _)) => quote!(for #var in #ad::room(&mut #tape, #range)),
                    _ => quote!(for #var in #range),
                }
            }
            LoopKind::Iterator { pattern, iterator, .. } => {
                let iterator = self.opaque(iterator);
                quote!(for #pattern in #iterator)
            }
            LoopKind::Forever => quote!(loop),
        };
        let trips = self.name(body.trips);
        let start = body.count_trips.then(|| quote!(let mut #trips = 0usize;));
        let count = body.count_trips.then(|| quote!(#trips += 1;));
        let exit = body.exit.map(|exit| {
            let exit = self.name(exit);
            quote!(if #exit { break; })
        });
        let push = saved.map(|(form, tape, saved)| match form {
            TapeForm::Reserved => quote!(#ad::put(&mut #tape, #saved);),
            _ => quote!(#tape.push(#saved);),
        });
        let inner = self.block_then(&body.body, |_| quote!(#count #push #exit));
        let (take, put_back) = match body.tape.as_ref().and_then(|tape| Some((tape.var, tape.height?))) {
            Some((tape, height)) => {
                let (ws, tape, height) = (&self.f.ws, self.name(tape), self.name(height));
                (
                    Some(quote!(let mut #tape = #ws.stack();)),
                    Some(quote!(let #height = #ws.put_back(#tape);)),
                )
            }
            None => (None, None),
        };
        quote!(#start #take #head { #inner } #put_back)
    }
}

/// The variables of a statement's own expression, in the order of evaluation; nested blocks are not looked into.
fn own_operands(stmt: &Stmt) -> Vec<Var> {
    let mut vars = Vec::new();
    let mut note = |var: Var, usage: Use| {
        if usage != Use::Write {
            vars.push(var);
        }
    };
    match &stmt.kind {
        StmtKind::If(branch) => branch.cond.uses(&mut note),
        StmtKind::Loop(body) => match &body.kind {
            LoopKind::Range { .. } | LoopKind::Iterator { .. } => body.kind.uses(&mut note),
            LoopKind::Forever => {}
        },
        StmtKind::Unwind(unwind) if unwind.record.is_none() => unwind.cond.uses(&mut note),
        StmtKind::Reverse(reverse) if !reverse.by_trips => reverse.kind.uses(&mut note),
        StmtKind::Unwind(_) | StmtKind::Reverse(_) | StmtKind::PullMap(_) => {}
        StmtKind::Let { op: Op::Mapv(map), .. } => map.source.uses(Use::Read, &mut note),
        // The right side is evaluated first.
        StmtKind::Assign {
            place,
            value,
            old: None,
        } => {
            value.uses(&mut note);
            place.index_uses(&mut note);
        }
        StmtKind::Assign { .. } => {}
        StmtKind::Update {
            place,
            value,
            old: None,
            ..
        } => {
            value.uses(&mut note);
            place.index_uses(&mut note);
        }
        StmtKind::Update { .. } => {}
        StmtKind::Undo { .. }
        | StmtKind::UndoPush(_)
        | StmtKind::UndoPop { .. }
        | StmtKind::Permute { .. }
        | StmtKind::UndoPermute { .. }
        | StmtKind::UndoStep { .. }
        | StmtKind::Split { .. }
        | StmtKind::Row { .. } => {}
        StmtKind::Call(call) if call.olds.iter().any(Option::is_some) => {}
        _ => stmt.uses(&mut note),
    }
    vars
}

/// Whether folding `var`, whose expression reads these, into a statement would read a place while the statement holds it
/// mutably.
fn conflicts(var: Var, reads: &[Var], stmt: &Stmt) -> bool {
    let mut written = Vec::new();
    match &stmt.kind {
        StmtKind::Accumulate(..) | StmtKind::Pull(_) | StmtKind::Call(_) | StmtKind::Push { .. } => {
            stmt.uses(&mut |var, usage| {
                if usage == Use::Write {
                    written.push(var);
                }
            });
        }
        // `v[1..][k]`: the outer index is computed while the inner one holds `v`.
        StmtKind::Assign { place, .. } | StmtKind::Update { place, .. } if place.path.len() > 1 => {
            place.index_uses(&mut |index, _| {
                if index == var {
                    written.push(place.root);
                }
            });
        }
        _ => {}
    }
    reads.iter().any(|var| written.contains(var))
}

fn ends_in_range(place: &Place) -> bool {
    matches!(place.path.last(), Some(Projection::Range { .. }))
}

/// How often each variable is mentioned, what is saved included.
fn count(block: &Block, counts: &mut BTreeMap<Var, usize>) {
    block.uses(&mut |var, _| *counts.entry(var).or_default() += 1);
    block.walk(&mut |stmt| {
        let saves: Vec<Var> = match &stmt.kind {
            StmtKind::If(branch) => branch
                .record
                .iter()
                .flat_map(|record| record.then.iter().chain(&record.els).copied())
                .collect(),
            StmtKind::Loop(body) => body.tape.iter().flat_map(|tape| tape.saves.clone()).collect(),
            _ => Vec::new(),
        };
        for var in saves {
            *counts.entry(var).or_default() += 1;
        }
    });
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

/// Replaces a variable's name by an expression.
fn substitute(tokens: TokenStream, name: &str, by: &Folded) -> TokenStream {
    let mut result = TokenStream::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) if ident == name => {
                if by.tight {
                    result.extend(by.tokens.clone());
                } else {
                    result.extend([TokenTree::Group(Group::new(Delimiter::Parenthesis, by.tokens.clone()))]);
                }
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), substitute(group.stream(), name, by));
                inner.set_span(group.span());
                result.extend([TokenTree::Group(inner)]);
            }
            other => result.extend([other]),
        }
    }
    result
}

/// Items of which some stand in tuples.
pub fn in_tuples(items: Vec<TokenStream>, tuples: impl Iterator<Item = Range<usize>>) -> Vec<TokenStream> {
    let mut all = Vec::new();
    let mut next = 0;
    for parts in tuples {
        all.extend_from_slice(&items[next..parts.start]);
        let inside = &items[parts.clone()];
        all.push(quote!((#(#inside,)*)));
        next = parts.end;
    }
    all.extend_from_slice(&items[next..]);
    all
}
