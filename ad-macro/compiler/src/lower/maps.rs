//! Maps: the value of a key is a place, the map through a projection that holds the key.
//!
//! ```text
//! Input:  if let Some(rate) = rates.get(&id) { s += rate * x }
//! Output: let key_route = `key(&rates, &id)`; let t = `key_route.is_found()`; if t { s += (rates through key_route) * x }
//! ```
//!
//! That something is a map is seen by how it is indexed: a list has no element for a reference. Rustc finds the kind of map. Insertion and
//! removal are calls of the runtime, whose pullbacks take the entries away again, or put them back.

use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::options::Filling;
use crate::lower::references::by_value;
use crate::syntax::expressions::strip;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;

impl Lower<'_> {
    /// Whether an expression can be a key, and no index: a reference, or a text.
    pub(super) fn is_key(&self, expr: &Expr) -> bool {
        match strip(expr) {
            Expr::Reference(_) => true,
            Expr::Lit(lit) => matches!(lit.lit, syn::Lit::Str(_)),
            Expr::MethodCall(call) => call.method == "as_str" && call.args.is_empty(),
            Expr::Path(_) | Expr::Unary(_) => matches!(self.type_of(expr), Ty::Ref(_)) || self.is_found_key(expr),
            _ => false,
        }
    }

    /// Whether a name is that of what a loop finds by reference.
    fn is_found_key(&self, expr: &Expr) -> bool {
        let Expr::Path(path) = strip(expr) else { return false };
        let binding = path.path.get_ident().and_then(|ident| self.lookup(ident));
        matches!(binding, Some(Binding::Var(var)) if self.found_keys.contains(var))
    }

    /// Whether a map is asked by a key, `map.get(&key)`: what carries a derivative, and is no list for certain.
    pub(super) fn asks_map(&self, receiver: &Expr, key: &Expr) -> bool {
        *self.type_of(receiver).behind_references() == Ty::Unknown
            && (self.is_key(key) || self.is_known_map(receiver))
            && self.may_carry(receiver)
            && !self.is_chain(receiver)
            && !self.is_of_indexed(receiver)
            && !self.is_own_self(receiver)
    }

    /// Whether a method that is named like one of maps or lists is a type's own: of `self`, of a field that is told as `impl Index`, of a
    /// variable in an impl that has one, and where what would be the key or the index may carry a derivative.
    pub(super) fn edits_own(&self, call: &syn::ExprMethodCall) -> bool {
        let receiver = &call.receiver;
        let no_key = || {
            call.method == "insert"
                && call.args.len() == 2
                && *self.type_of(receiver).behind_references() == Ty::Unknown
                && self.has_named_type(receiver)
                && !self.is_known_map(receiver)
                && self.may_carry(&call.args[0])
        };
        // No list is indexed by a float, and no map has one for a key.
        let by_float = || {
            (call.method == "insert" || call.method == "remove")
                && call.args.first().is_some_and(|first| self.type_of(first).is_float())
        };
        let edits = matches!(
            call.method.to_string().as_str(),
            "insert" | "remove" | "push" | "pop" | "clear"
        );
        let beside = || {
            matches!(strip(receiver), Expr::Path(_))
                && *self.type_of(receiver).behind_references() == Ty::Unknown
                && !self.is_known_map(receiver)
                && (self.options.methods).contains(&(call.method.to_string(), call.args.len()))
        };
        edits && self.is_own_self(receiver) || self.is_of_indexed(receiver) || no_key() || by_float() || beside()
    }

    /// Whether a method adds or removes an entry of what is no list for certain.
    pub(super) fn edits_map(&self, call: &syn::ExprMethodCall) -> bool {
        let name = call.method.to_string();
        match (name.as_str(), call.args.len()) {
            ("insert", 2) => {
                let receiver = &call.receiver;
                *self.type_of(receiver).behind_references() == Ty::Unknown
                    && !self.is_chain(receiver)
                    && !self.edits_own(call)
                    && !self.gives_option(receiver)
            }
            ("remove" | "swap_remove", 1) => self.asks_map(&call.receiver, &call.args[0]),
            ("retain", 1) => {
                let receiver = &call.receiver;
                keeps_entries(call).is_some() && self.may_be_map(receiver) && self.may_carry(receiver)
            }
            ("and_modify", 1) => modified_entry(call).is_some(),
            ("or_insert" | "or_insert_with", 1) | ("or_default", 0) => entry_of(call).is_some(),
            _ => false,
        }
    }

    /// `map.insert(key, value)`, `map.remove(&key)`, `map.entry(key).or_insert(value)`, `map.retain(|key, value| ..)`.
    pub(super) fn edit_map(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        if let Some(keep) = keeps_entries(call) {
            return self.retain_entries(&call.receiver, keep, span);
        }
        if let Some((map, key, modify)) = entry_of(call) {
            return self.entry_or(map, key, modify, call);
        }
        if let Some((map, key)) = modified_entry(call) {
            return self.modify_entry(map, key, &call.args[0], span);
        }
        let Some(place) = self.target_receiver(&call.receiver) else {
            return self.stand_in();
        };
        if call.method == "insert" {
            let key = self.own_key_of(&call.args[0], span);
            let value = self.atom(&call.args[1]);
            return self.insert(place, key, value, span);
        }
        let (key, read) = self.key(&call.args[0], span);
        let route = self.key_route("key", &place, &key, &read, span);
        self.runtime_call("remove", vec![Argument::Mut(place), Argument::Value(route)], span)
    }

    /// `map.retain(keep)` takes away the entries that are not kept, one after the other: of which these are, all are asked before.
    fn retain_entries(&mut self, map: &Expr, keep: &syn::ExprClosure, span: Span) -> Value {
        let [keeps, gone, key] = ["keeps", "gone", "key"].map(|name| self.f.names.fresh(name, span));
        // It may ask for a value, whatever it captures.
        self.possibly_active.insert(keeps.to_string());
        self.value(&syn::parse_quote_spanned!(span=> {
            let mut #keeps = #keep;
            let #gone: ::pullback::rt::std::vec::Vec<_> =
                #map.keys().filter(|#key| !#keeps(*#key, #map.get(*#key).unwrap())).cloned().collect();
            for #key in #gone.iter() {
                #map.remove(&*#key);
            }
        }))
    }

    /// `map.entry(key).and_modify(modify)`, after which nothing is put in: where there is no such entry, nothing is done.
    fn modify_entry(&mut self, map: &Expr, asked: &Expr, modify: &Expr, span: Span) -> Value {
        let [key, modifies, at] = ["key", "modifies", "at"].map(|name| self.f.names.fresh(name, span));
        self.possibly_active.insert(modifies.to_string());
        self.value(&syn::parse_quote_spanned!(span=> {
            let #key = #asked;
            let #modifies = #modify;
            if let ::core::option::Option::Some(#at) = #map.get_mut(&#key) {
                #modifies(#at);
            }
        }))
    }

    /// A key by value. One whose type could carry a derivative is proved to have none.
    fn own_key_of(&mut self, expr: &Expr, span: Span) -> Atom {
        let key = match self.value(expr) {
            // Rustc makes a `&str` of a `&&str`.
            Value::Ref(place, false) => {
                let ty = self.f.place_ty(&place);
                self.temp(Op::Read(place), ty, span)
            }
            value => self.read(value, span),
        };
        let possibly = self.may_carry(expr);
        if !possibly || self.f.atom_ty(&key) != Ty::Unknown {
            return key;
        }
        let (ad, tokens) = (self.f.names_ad(), self.located(&key, span));
        let proved = Opaque::pure(
            quote_spanned!(span=> #ad::passive(#tokens)),
            key.var().into_iter().collect(),
        );
        self.temp(Op::Opaque(proved), Ty::Inert, span)
    }

    fn insert(&mut self, place: Place, key: Atom, value: Atom, span: Span) -> Value {
        let args = vec![Argument::Mut(place), Argument::Value(key), Argument::Value(value)];
        self.runtime_call("insert", args, span)
    }

    /// A function of the runtime that has a twin there.
    pub(super) fn runtime_call(&mut self, function: &str, args: Vec<Argument>, span: Span) -> Value {
        let forward = self.runtime_twin(function);
        let (ad, function) = (self.f.names_ad(), Ident::new(function, span));
        let function = syn::parse_quote!(#ad::#function);
        self.call_stmt(CallKind::Function, function, forward, args, Ty::Unknown, None, span)
    }

    /// The entry of a key, which is made if there is none: a place.
    fn entry_or(&mut self, map: &Expr, key: &Expr, modify: Option<&Expr>, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let Some(place) = self.target_receiver(map) else {
            return self.stand_in();
        };
        self.f.through = true;
        let key = match self.own_key_of(key, span) {
            Atom::Var(var) => var,
            Atom::Constant(tokens, ty) => {
                let atom = self.pure_temp(tokens, Vec::new(), ty, span);
                atom.var().expect("a temporary is a variable")
            }
        };
        let modify = match modify.map(|modify| self.closure_of(modify, 1)) {
            Some(None) => return self.stand_in(),
            modify => modify.flatten(),
        };
        let filling = match call.args.first() {
            Some(value) if call.method == "or_insert" => Some(Filling::Given(self.atom(value))),
            Some(make) if call.method == "or_insert_with" => match self.closure_of(make, 0) {
                Some(make) => Some(Filling::Made(make)),
                None => return self.stand_in(),
            },
            _ => None,
        };
        let borrowed = spell::borrow(&self.f.vars, &Place::var(key));
        let route = self.key_route("own_key", &place, &borrowed, &[key], span);
        let present = self.is_found(&route, span);
        let then = self.side(|lower| {
            if let Some(modify) = &modify {
                let at = Value::Ref(through(&place, route), true);
                lower.apply(modify, vec![at]);
            }
            Value::Unit
        });
        let els = self.side(|lower| {
            let value = match filling {
                Some(filling) => filling.value(lower, span),
                // With a name it has a type: that of the map's values.
                None => {
                    let default = Opaque::pure(quote!(::core::default::Default::default()), Vec::new());
                    lower.temp(Op::Opaque(default), Ty::Unknown, span)
                }
            };
            let ad = lower.f.names_ad();
            let copy = Opaque::pure(quote_spanned!(span=> #ad::key_again(#borrowed)), vec![key]);
            let ty = lower.f.info(key).ty.clone();
            let copy = lower.temp(Op::Opaque(copy), ty, span);
            lower.insert(place.clone(), copy, value, span);
            Value::Unit
        });
        self.join(present, then, els, span);
        let route = self.key_route("own_key", &place, &borrowed, &[key], span);
        Value::Ref(through(&place, route), true)
    }

    /// A key that is asked for, and what it reads.
    fn key(&mut self, key: &Expr, span: Span) -> (TokenStream, Vec<Var>) {
        match self.opaque(key) {
            Ok(opaque) => (opaque.tokens, opaque.reads),
            Err(_) => {
                let key = self.atom(key);
                (self.located(&key, span), key.var().into_iter().collect())
            }
        }
    }

    /// The way to what a key leads to.
    fn key_route(&mut self, function: &str, map: &Place, key: &TokenStream, read: &[Var], span: Span) -> Atom {
        let (map, mut reads) = self.written(&Value::Ref(map.clone(), false));
        reads.extend(read);
        let (ad, function) = (self.f.names_ad(), Ident::new(function, span));
        let maker = crate::lower::call_projections::routes::KEY_ROUTE.to_string();
        let tokens = crate::syntax::expressions::located(quote!(#ad::#function(#map, #key)), span);
        self.route(tokens, reads, "key", maker, span)
    }

    fn is_found(&mut self, route: &Atom, span: Span) -> Atom {
        let name = self.spelled(route);
        let found = Opaque::pure(quote!(#name.is_found()), route.var().into_iter().collect());
        self.temp(Op::Opaque(found), Ty::Bool, span)
    }

    /// What a key leads to, if it leads anywhere.
    pub(super) fn entry(&mut self, map: Value, key: &Expr, span: Span) -> Value {
        let (key, read) = self.key(key, span);
        self.f.through = true;
        self.each_choice(vec![map], span, &mut |lower, mut values| {
            let (place, mutable) = match values.remove(0) {
                Value::Ref(place, mutable) => (place, mutable),
                value => (lower.place_of(value, span), false),
            };
            let route = lower.key_route("key", &place, &key, &read, span);
            let present = lower.is_found(&route, span);
            Value::ScalarOption(present, Box::new(Value::Ref(through(&place, route), mutable)))
        })
    }

    /// `map[&key]`, which panics as it does for the user.
    pub(super) fn indexed_by_key(&mut self, map: Value, key: &Expr, span: Span) -> Value {
        let Value::ScalarOption(present, inside) = self.entry(map.clone(), key, span) else {
            unreachable!("an entry is an option")
        };
        if let Ok(key) = self.opaque(key) {
            let (map, mut reads) = self.written_place(&map);
            reads.extend(&key.reads);
            reads.extend(present.var());
            let (present, key) = (self.spelled(&present), key.tokens);
            self.effect(
                span,
                Opaque::pure(quote_spanned!(span=> if !#present { let _ = &#map[#key]; }), reads),
            );
        }
        by_value(*inside)
    }

    /// `map.contains_key(&key)`.
    pub(super) fn contains_key(&mut self, call: &syn::ExprMethodCall) -> Value {
        let map = self.list(&call.receiver, false);
        match self.entry(map, &call.args[0], call.method.span()) {
            Value::ScalarOption(present, _) => Value::Atom(present),
            _ => unreachable!("an entry is an option"),
        }
    }
}

fn through(map: &Place, route: Atom) -> Place {
    let ty = Ty::Unknown;
    map.then(Projection::Through { route, ty, bar: false })
}

/// Methods of maps that go through their entries.
const PARTS: &[&str] = &["keys", "into_keys", "values", "values_mut", "into_values"];

impl Lower<'_> {
    /// Whether a method goes through the entries of a map: by what is written of it, or, if it carries a derivative, by the name of
    /// the method, which no list has.
    pub(super) fn goes_through_map(&self, call: &syn::ExprMethodCall) -> bool {
        let name = call.method.to_string();
        let by_name = PARTS.contains(&name.as_str());
        call.args.is_empty()
            && (by_name || matches!(name.as_str(), "iter" | "iter_mut" | "into_iter"))
            && (self.is_known_map(&call.receiver)
                || by_name && self.may_carry(&call.receiver) && self.may_be_map(&call.receiver))
            && self.lent(&Expr::MethodCall(call.clone())).is_none()
            && self.lent_items(&Expr::MethodCall(call.clone())).is_none()
    }

    /// Whether an expression goes through a map if it is one: `x.values()` with nothing after it may also be a list of the user's.
    pub(super) fn may_give_list(&self, expr: &Expr) -> bool {
        matches!(strip(expr), Expr::MethodCall(call) if self.goes_through_map(call) && !self.is_known_map(&call.receiver))
    }

    /// Whether an expression is a place of unknown type, which may be asked again for each key.
    fn may_be_map(&self, map: &Expr) -> bool {
        let own = matches!(strip(map), Expr::Path(path) if path.path.is_ident("self"));
        let place = matches!(strip(map), Expr::Path(_) | Expr::Field(_));
        place && !own && !self.is_chain(map) && *self.type_of(map).behind_references() == Ty::Unknown
    }

    /// Whether an expression makes a map: a function of a map's type, or a variable that is one and its copy.
    pub(super) fn is_made_map(&self, expr: &Expr) -> bool {
        match strip(expr) {
            Expr::MethodCall(call) if call.method == "clone" => self.is_known_map(&call.receiver),
            Expr::Path(_) => self.is_known_map(expr),
            _ => makes_map(expr),
        }
    }

    /// Whether an expression names a variable that is a map by its written type, or a field that is told to be one.
    pub(super) fn is_known_map(&self, expr: &Expr) -> bool {
        let path = match strip(expr) {
            Expr::Path(path) => path,
            // `&mut *map`
            Expr::Unary(unary) => return self.is_known_map(&unary.expr),
            Expr::Field(syn::ExprField {
                member: syn::Member::Named(field),
                ..
            }) => return self.options.maps.contains(&field.to_string()),
            _ => return false,
        };
        let Some(name) = path.path.get_ident() else {
            return false;
        };
        match self.lookup(name) {
            Some(Binding::Var(var)) => self.maps.contains(var),
            Some(Binding::Alias(place, _)) => {
                let part = (name.to_string(), place.root, place.path.len());
                place.is_whole() && self.maps.contains(&place.root) || self.map_parts.contains(&part)
            }
            _ => false,
        }
    }

    /// `map.values()` as `keys.iter().map(|key| map.get(key).unwrap())`, and the like: each entry is a place by its key.
    pub(super) fn entries(&mut self, call: &syn::ExprMethodCall) -> Option<crate::lower::chains::Chain> {
        let (span, map) = (call.method.span(), &call.receiver);
        let name = call.method.to_string();
        // The entries of a map of constants are places too, though nothing flows out of them.
        if let Expr::Path(path) = strip(map) {
            self.possibly_active
                .extend(path.path.get_ident().map(ToString::to_string));
        }
        let value = self.value(map);
        let place = self.place_of(value, span);
        let ((written, reads), ad) = (self.written(&Value::Ref(place, false)), self.f.names_ad());
        let ws = &self.f.ws;
        let mut tokens = quote_spanned!(span=> #ad::keys(#ws, #written));
        // Of the keys that the user sees, it is proved that they carry no derivative.
        if !name.contains("values") {
            tokens = quote_spanned!(span=> #ad::passive(#tokens));
        }
        let opaque = Opaque {
            carried: Vec::new(),
            pure: false,
            ..Opaque::pure(tokens, reads)
        };
        let keys = self.temp(Op::Opaque(opaque), Ty::Vec(Box::new(Ty::Inert)), span);
        let keys = keys.var().expect("a temporary is a variable");
        self.f.keys.insert(keys);
        let keys = Value::Place(Place::var(keys));
        let mut chain = crate::lower::chains::Chain::elements(match name.starts_with("into_keys") {
            true => keys,
            false => crate::lower::references::by_reference(keys, false),
        });
        let key = self.f.names.fresh("key", span);
        let (get, clone) = (Ident::new("get", span), Ident::new("clone", span));
        let get_mut = Ident::new("get_mut", span);
        let closure = match name.as_str() {
            "keys" | "into_keys" => return Some(chain),
            "values" => syn::parse_quote!(|#key| #map.#get(#key).unwrap()),
            "values_mut" => syn::parse_quote!(|#key| #map.#get_mut(#key).unwrap()),
            "into_values" => syn::parse_quote!(|#key| #map.#get(#key).unwrap().#clone()),
            "iter_mut" => syn::parse_quote!(|#key| (#key, #map.#get_mut(#key).unwrap())),
            // Of a reference to a map, `into_iter` gives references.
            "into_iter" if self.type_of(map) == Ty::Unknown => {
                syn::parse_quote!(|#key| (#key.#clone(), #map.#get(#key).unwrap().#clone()))
            }
            _ => syn::parse_quote!(|#key| (#key, #map.#get(#key).unwrap())),
        };
        chain.map(closure);
        Some(chain)
    }
}

/// Whether a written type is a map of std or of indexmap, by its name.
pub(super) fn is_map(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Path(path) => {
            let last = path.path.segments.last().expect("a path has a segment");
            is_map_name(&last.ident)
        }
        syn::Type::Paren(inner) => is_map(&inner.elem),
        syn::Type::Group(inner) => is_map(&inner.elem),
        _ => false,
    }
}

/// `HashMap::new()`, `BTreeMap::from(..)`.
fn makes_map(expr: &Expr) -> bool {
    let Expr::Call(call) = strip(expr) else { return false };
    let Expr::Path(path) = &*call.func else { return false };
    let owner = path.path.segments.iter().rev().nth(1);
    owner.is_some_and(|owner| is_map_name(&owner.ident))
}

pub fn is_map_name<T: PartialEq<str> + ?Sized>(name: &T) -> bool {
    ["HashMap", "BTreeMap", "IndexMap"].iter().any(|map| name == *map)
}

/// The map and the key of `map.entry(key).and_modify(..)`, to which nothing is added.
fn modified_entry(call: &syn::ExprMethodCall) -> Option<(&Expr, &Expr)> {
    match strip(&call.receiver) {
        Expr::MethodCall(entry) if call.method == "and_modify" && entry.method == "entry" && entry.args.len() == 1 => {
            Some((&entry.receiver, &entry.args[0]))
        }
        _ => None,
    }
}

/// What a `retain` of a map asks: of a key and a value, while a list's is asked of an element.
pub(super) fn keeps_entries(call: &syn::ExprMethodCall) -> Option<&syn::ExprClosure> {
    match call.args.first().map(strip) {
        Some(Expr::Closure(keep)) if call.method == "retain" && keep.inputs.len() == 2 => Some(keep),
        _ => None,
    }
}

/// The map and the key of `map.entry(key).or_insert(..)`, and what may be done to the value before: `.and_modify(..)`.
fn entry_of(call: &syn::ExprMethodCall) -> Option<(&Expr, &Expr, Option<&Expr>)> {
    if !matches!(
        call.method.to_string().as_str(),
        "or_insert" | "or_insert_with" | "or_default"
    ) {
        return None;
    }
    let (entry, modify) = match strip(&call.receiver) {
        Expr::MethodCall(modified) if modified.method == "and_modify" && modified.args.len() == 1 => {
            (strip(&modified.receiver), modified.args.first())
        }
        entry => (entry, None),
    };
    match entry {
        Expr::MethodCall(entry) if entry.method == "entry" && entry.args.len() == 1 => {
            Some((&entry.receiver, &entry.args[0], modify))
        }
        _ => None,
    }
}
