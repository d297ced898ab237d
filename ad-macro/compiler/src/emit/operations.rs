//! Emits an `Op` as an expression.
//!
//! Input:  `times(d, slope)`, `witness x`, `Circle(r)`
//! Output: `ad::times(d, slope)`, `ad::witness(&x)`, `Shape::Circle(r)`

use crate::emit::emitter::{Emit, Folded};
use crate::ir::spell::{Access, has_marks};
use crate::ir::*;
use crate::syntax::located::{self, quote};
use crate::syntax::types::Ty;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::spanned::Spanned;

impl Emit<'_> {
    /// Whether it is only by its name that a method of what is in a place, which may be changed, is one of std's.
    fn is_known_by_name(&self, place: &Place) -> bool {
        let root = self.f.info(place.root);
        root.mutable && !root.temporary && *self.f.place_ty(place).behind_references() == Ty::Unknown
    }

    pub(super) fn op(&self, op: &Op) -> Folded {
        let ad = self.ad();
        let (tight, loose) = (Folded::tight, Folded::loose);
        match op {
            Op::Read(place) => self.read(place),
            Op::Binary(op, l, r) => {
                let l = self.operand(l);
                let r = self.operand(r);
                loose(quote!(#l #op #r))
            }
            Op::Neg(operand) => {
                let operand = self.operand(operand);
                loose(quote!(-#operand))
            }
            Op::Rule(applied, args) => tight(self.rule(applied, args)),
            Op::Clone(place, method) => self.cloned(place, method),
            Op::Sum(place) => {
                let tokens = self.place(place);
                tight(quote!(#tokens.sum()))
            }
            Op::Dot(place, operand) => {
                let tokens = self.place(place);
                let operand = self.given(operand);
                tight(quote!(#tokens.dot(#operand)))
            }
            Op::Mapv(map) => tight(self.mapv(map)),
            Op::Cast(atom, ty) => {
                let atom = self.tight(atom);
                loose(quote!(#atom as #ty))
            }
            Op::Convert(atom, conversion) => tight(self.converted(atom, conversion)),
            Op::Tuple(atoms) => {
                let atoms = atoms.iter().map(|atom| self.moved(atom));
                tight(quote!((#(#atoms,)*)))
            }
            Op::Variant { path, parts } => tight(self.variant(path, parts)),
            Op::Rewrap { like, value } => {
                let (like, value) = (self.borrow(like), self.moved(value));
                tight(quote!(#ad::rewrap(#like, #value)))
            }
            Op::Unwrap(place, method) => tight(self.unwrapped(place, method)),
            Op::Struct { path, fields, rest } => tight(self.structure(path.as_ref(), fields, rest.as_ref())),
            Op::Array { elements, vec } => {
                let elements = elements.iter().map(|atom| self.moved(atom));
                tight(array(*vec, quote!(#(#elements),*)))
            }
            Op::Repeat { element, len, vec } => {
                let element = self.moved(element);
                let len = self.opaque(len);
                tight(array(*vec, quote!(#element; #len)))
            }
            Op::Opaque(opaque) => self.opaque_value(opaque),
            Op::Witness(place) => tight(self.witness(place)),
            Op::Zero(None) => tight(self.zero()),
            Op::Zero(Some(witness)) => {
                let (witness, lanes) = (self.name(*witness), self.lanes.map(|lanes| quote!(::<#lanes>)));
                tight(quote!(#witness.zero #lanes()))
            }
            Op::LentZero(witness) => tight(self.zero_of(*witness)),
            Op::LentCopy(place) => {
                let (ws, place) = (&self.ws(), self.borrow(place));
                tight(quote!(#ad::Cotangent::copy_in(#place, #ws)))
            }
            Op::Part(place) => tight(self.part_buffer(place)),
            Op::Take(place, None) => {
                let place = self.borrow_mut(place);
                tight(quote!(::core::mem::take(#place)))
            }
            Op::Take(place, Some(witness)) | Op::Empty(place, witness) => tight(self.emptied(op, place, *witness)),
            Op::TakeSlot(slot, witness) => tight(self.slot_value(*slot, *witness)),
            Op::PopElement(place) => {
                let place = self.borrow_mut(place);
                tight(quote!(#ad::pop_element(#place)))
            }
            Op::Unpack(var, accessor) => {
                let held = self.tight(&Atom::Var(*var));
                tight(quote!(#held.#accessor()))
            }
            Op::Replace(place, value) => {
                let (place, value) = (self.borrow_mut(place), self.moved(value));
                tight(quote!(::core::mem::replace(#place, #value)))
            }
            Op::Runtime(function, args) => tight(self.runtime_call(function, args)),
            Op::Tangent {
                function,
                args,
                tangents,
            } => tight(self.tangent_op(function, args, tangents)),
            Op::RuntimeRule(rule, argument, args) => {
                let function = self.runtime(&format!("{}_{argument}", rule.name));
                let args = args.iter().map(|arg| self.argument(arg)).collect::<Vec<_>>();
                tight(quote!(#ad::Rules::#function(#(#args),*)))
            }
        }
    }

    /// `.clone()`, `.to_vec()`, `.to_owned()` of a place, which only reads what is there.
    fn cloned(&self, place: &Place, method: &Ident) -> Folded {
        let ad = self.ad();
        if let Role::Tangent(of) = self.f.info(place.root).role {
            return self.cloned_tangent(place, of, method);
        }
        let tokens = self.place(place);
        match self.is_known_by_name(place) && method != "clone" {
            true => Folded::tight(quote!((*#ad::only_read(&#tokens)).#method())),
            false => Folded::tight(quote!(#tokens.#method())),
        }
    }

    /// `value.into()`, `T::from(value)`
    fn converted(&self, atom: &Atom, conversion: &Conversion) -> TokenStream {
        let ad = self.ad();
        let atom = self.moved(atom);
        match conversion {
            Conversion::Method(method) => {
                quote_spanned!(method.span()=> #ad::converted(#atom, |value| value.#method()))
            }
            Conversion::Function(path) => {
                quote_spanned!(path.span()=> #ad::converted(#atom, |value| #path(value)))
            }
        }
    }

    /// The value at a place: folded, moved out or copied.
    fn read(&self, place: &Place) -> Folded {
        let ad = self.ad();
        if place.is_whole()
            && let Some(folded) = self.folded.borrow_mut().remove(&place.root)
        {
            return folded;
        }
        if let Role::Tangent(of) = self.f.info(place.root).role {
            return self.read_tangent(place, of);
        }
        let tokens = self.place(place);
        if self.f.info(place.root).role == Role::Slot {
            return Folded::tight(quote!(#tokens.expect("the branch that was taken assigned it")));
        }
        // What a variant holds is reached by reference.
        let held = place
            .path
            .iter()
            .any(|projection| matches!(projection, Projection::Payload(_) | Projection::Part(_)));
        if self.copies(place) || held && !self.f.place_ty(place).is_scalar() {
            return Folded::tight(quote!(#ad::copy(&#tokens)));
        }
        Folded::tight(tokens)
    }

    /// A function of a scalar rule, called as the user did.
    fn rule(&self, applied: &Applied, args: &[Operand]) -> TokenStream {
        let method = quote::format_ident!("{}", applied.rule.name);
        if let Some(path) = &applied.path {
            let args = args.iter().map(|arg| self.given(arg));
            return quote!(#path(#(#args),*));
        }
        let (receiver, rest) = args.split_first().expect("there is a receiver");
        let receiver = self.operand(receiver);
        let rest = rest.iter().map(|arg| self.given(arg));
        quote!(#receiver.#method(#(#rest),*))
    }

    /// `x.mapv(|v| ..)`, of which the tangents go along, or which has room in the workspace.
    fn mapv(&self, map: &Map) -> TokenStream {
        let ad = self.ad();
        let source = self.place(&map.source);
        let param = self.name(map.param);
        let body = self.block(&map.body);
        if let Some(tangent) = &map.along {
            let slot = self.tangent_slot(&tangent.clone().map(Argument::Ref));
            return quote!(#ad::mapv_along(&#source, #slot, |#param| { #body }));
        }
        if map.in_place && self.lanes.is_none() {
            let ws = &self.ws();
            return quote!(#ad::map_elements(&#source, #ad::room_of(&#source, #ws), |#param| { #body }));
        }
        quote!(#source.mapv(|#param| { #body }))
    }

    /// `Shape::Circle(r)`
    fn variant(&self, path: &syn::Path, parts: &[(syn::Member, Ident, Atom)]) -> TokenStream {
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
        if named {
            quote!(#path { #(#values),* })
        } else {
            quote!(#path(#(#values),*))
        }
    }

    /// `x?`, `x.unwrap()`
    fn unwrapped(&self, place: &Place, method: &TokenStream) -> TokenStream {
        let ad = self.ad();
        let Folded { tokens, tight: closed } = self.op(&Op::Read(place.clone()));
        match closed {
            _ if self.is_known_by_name(place) => {
                let tokens = crate::syntax::expressions::located(tokens, located::statement());
                quote_spanned!(located::statement()=> #ad::attempted(#tokens).#method)
            }
            true => quote!(#tokens.#method),
            false => quote!((#tokens).#method),
        }
    }

    /// `Point { x, ..rest }`, or a tuple of what stands without a path.
    fn structure(
        &self,
        path: Option<&syn::Path>,
        fields: &[(syn::Member, Operand)],
        rest: Option<&Place>,
    ) -> TokenStream {
        let fields: Vec<_> = fields
            .iter()
            .map(|(member, part)| {
                let value = match part {
                    // Behind a parameter that is a view there is no view in the sweeps.
                    Operand::Borrow(place) if self.f.is_view_param(place) => {
                        let array = self.place(place);
                        quote!(#array.view())
                    }
                    part => self.part(part),
                };
                if path.is_none() { value } else { quote!(#member: #value) }
            })
            .collect();
        let rest = rest.map(|rest| {
            let rest = self.op(&Op::Read(rest.clone())).tokens;
            quote!(..#rest)
        });
        match path {
            Some(path) => quote!(#path { #(#fields,)* #rest }),
            None => quote!((#(#fields,)*)),
        }
    }

    /// An expression in the user's own words.
    fn opaque_value(&self, opaque: &Opaque) -> Folded {
        let single = opaque.tokens.clone().into_iter().count() == 1;
        let expr = syn::parse2::<syn::Expr>(opaque.tokens.clone());
        Folded {
            tokens: self.opaque(opaque),
            // Whatever stands in its variables' places is in parentheses where it needs them.
            tight: single || matches!(expr, Ok(syn::Expr::MethodCall(_) | syn::Expr::Call(_))),
        }
    }

    /// What is needed to make a zero cotangent of a place's present value.
    fn witness(&self, place: &Place) -> TokenStream {
        let (ad, ws, plain) = (self.ad(), &self.ws(), self.f.place_ty(place).has_plain_shape());
        let marked = self.f.place_ty(place) != Ty::Inert && self.may_be_marked(place);
        let place = self.borrow(place);
        match plain {
            true => quote!(#ad::witness(#place)),
            // A field that is marked has a cotangent as well, whatever its type is.
            false if marked => quote!(#ad::piece(#place).witness_in(#ws)),
            false => quote!(#ad::witness_in(#ws, #place)),
        }
    }

    /// A zero cotangent of what is in a place, in memory of the workspace.
    fn part_buffer(&self, place: &Place) -> TokenStream {
        let (ad, ws, list) = (self.ad(), &self.ws(), self.borrow(place));
        match self.f.place_ty(place).behind_references() {
            Ty::Slice(element) if element.is_float() => quote!(#ad::Part::zero(#ws, #list)),
            Ty::Vec(element) if element.is_float() => quote!(#ad::part(#ws, #list)),
            _ => match self.lanes {
                Some(lanes) => quote!(#ad::zero::<_, #lanes>(#list)),
                None => quote!(#ad::zero_in(#ws, #list)),
            },
        }
    }

    /// The cotangent in a place, which is left zero, as a witness makes it.
    fn emptied(&self, op: &Op, place: &Place, witness: Var) -> TokenStream {
        let ad = self.ad();
        let zero = self.zero_of(witness);
        if !has_marks(&self.f.vars, place) {
            let place = self.borrow_mut(place);
            return quote!(::core::mem::replace(#place, #zero));
        }
        let place = self.place_for(place, Access::Within(&self.fields));
        if let Op::Empty(..) = op {
            return quote!(#place.emptied(#zero));
        }
        let taken = self.runtime("taken");
        quote!(#ad::#taken(&mut #place, #zero))
    }

    /// The cotangent in a slot, or zero if nothing has flowed into it.
    fn slot_value(&self, slot: Var, witness: Option<Var>) -> TokenStream {
        let slot = self.name(slot);
        match witness {
            None => {
                let zero = self.zero();
                quote!(#slot.take().unwrap_or(#zero))
            }
            Some(witness) => {
                let zero = self.zero_of(witness);
                quote!(#slot.take().unwrap_or_else(|| #zero))
            }
        }
    }

    /// A function of the runtime.
    fn runtime_call(&self, function: &str, args: &[Argument]) -> TokenStream {
        let ad = self.ad();
        match function {
            "pop_bar" => {
                let place = self.place_for(args[0].place(), Access::Add(&self.fields));
                // As a method it is found behind a pointer of the user's own, too, which a list may be in.
                quote!({ use #ad::PopBar as _; #place.pop_bar() })
            }
            "pop_parts" => {
                let place = self.place_for(args[0].place(), Access::Add(&self.fields));
                let Argument::Value(Atom::Constant(count, _)) = &args[1] else {
                    unreachable!("the adjoint writes how many there are")
                };
                quote!(#ad::pop_parts::<_, #count>(&mut #place))
            }
            "witness_without" => {
                let ws = &self.ws();
                let args = args.iter().map(|arg| self.argument(arg));
                quote!(#ad::witness_without(#ws, #(#args),*))
            }
            "copied" => {
                self.of_types.set(true);
                let operand = self.borrow(args[0].place());
                quote!(#ad::operand(#operand).copied())
            }
            // Rustc finds whether they are views of arrays.
            keep if keep.ends_with("_of_views") => {
                self.of_types.set(true);
                let keep = format_ident!("{}", keep.trim_end_matches("_of_views"));
                let args: Vec<_> = args.iter().map(|arg| self.argument(arg)).collect();
                let [form, l, r] = &args[..] else {
                    unreachable!("an operator of views has two operands")
                };
                quote!(#ad::view_operands(#l, #r).#keep(#form))
            }
            keep if keep.ends_with("_of_view") => {
                self.of_types.set(true);
                let keep = format_ident!("{}", keep.trim_end_matches("_of_view"));
                let mut args: Vec<_> = args.iter().map(|arg| self.argument(arg)).collect();
                let view = args.pop().expect("the operand comes last");
                args.extend(self.workspace_of(keep != "neg_keep"));
                quote!(#ad::view_operand(#view).#keep(#(#args),*))
            }
            function => {
                // Of a value without derivative nothing else says how many lanes there are.
                let lanes = self
                    .lanes
                    .filter(|_| function == "zero")
                    .map(|lanes| quote!(::<_, #lanes>));
                let ws = self.workspace_of(lends(function) || function == "assign_keep");
                let function = match (function, args) {
                    // A number that stands there is finite: the product needs no care.
                    ("times" | "weighted", [_, Argument::Value(Atom::Constant(slope, _))])
                        if self.lanes.is_none() && syn::parse2::<syn::LitFloat>(slope.clone()).is_ok() =>
                    {
                        "scaled"
                    }
                    _ => function,
                };
                let function = self.runtime(function);
                let args = args.iter().map(|arg| self.argument(arg)).chain(ws);
                quote!(#ad::#function #lanes(#(#args),*))
            }
        }
    }

    /// An operand as an argument: what is its last use moves it.
    fn given(&self, operand: &Operand) -> TokenStream {
        match operand {
            Operand::Atom(atom) => self.moved(atom),
            other => self.operand(other),
        }
    }

    /// The workspace as the last argument of a function that takes it: those of several cotangents make no use of one.
    pub(super) fn workspace_of(&self, takes: bool) -> Option<TokenStream> {
        let ws = &self.ws();
        (takes && self.lanes.is_none()).then(|| quote!(#ws))
    }

    /// The cotangent of a float that nothing has flowed into, or the tangent of what carries none.
    pub(super) fn zero(&self) -> TokenStream {
        let ad = self.ad();
        match self.lanes {
            Some(_) if self.backward.get() => quote!(#ad::Lanes::ZERO),
            Some(_) => quote!(#ad::Lanes::AT_REST),
            None => quote!(0.0),
        }
    }

    /// The zero cotangent of what a witness was taken of, in memory of the workspace.
    pub(super) fn zero_of(&self, witness: Var) -> TokenStream {
        let (ws, witness) = (&self.ws(), self.name(witness));
        match self.lanes {
            Some(lanes) => quote!(#witness.zero::<#lanes>()),
            None => quote!(#witness.zero_in(#ws)),
        }
    }
}

/// An array of these contents, or a list.
fn array(vec: bool, contents: TokenStream) -> TokenStream {
    match vec {
        true => quote!(::pullback::rt::std::vec![#contents]),
        false => quote!([#contents]),
    }
}
