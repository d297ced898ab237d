//! Atoms and places as tokens: one spelling for `Opaque` expressions and for the emitter.
//!
//! Input:  the place `x[a..b][j]`
//! Output: the tokens `x[a..b][j]`

use crate::ir::place::{Atom, Place, Projection, Role, Var, VarInfo};
use crate::syntax::flat_set::FlatSet;
use crate::syntax::located::quote;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use std::cell::{Cell, RefCell};

pub fn name(vars: &[VarInfo], var: Var) -> &Ident {
    &vars[var.0].name
}

pub fn atom(vars: &[VarInfo], atom: &Atom) -> TokenStream {
    match atom {
        Atom::Var(var) => {
            let name = name(vars, *var);
            quote!(#name)
        }
        Atom::Constant(tokens, _) => tokens.clone(),
    }
}

/// What becomes of a place.
#[derive(Clone, Copy)]
pub enum Access<'a> {
    Read,
    Write,
    /// Cotangents are added to it. A field marked `#[no_diff]` has none, and whatever would be added there is not wanted; only
    /// rustc knows which fields are.
    Add(&'a Fields),
    /// They are read, or lent to be read.
    See(&'a Fields),
    /// What is there is lent or taken away, if it is there: who does that asks. On the forward sweep it is the same.
    Within(&'a Fields),
}

impl Access<'_> {
    fn writes(self) -> bool {
        !matches!(self, Access::Read | Access::See(_))
    }
}

/// What a sweep needs for fields that may be marked, beside what it does.
pub struct Fields {
    /// The name of a struct of its own, in which all of `members` are `()`.
    name: Ident,
    /// The fields below such fields.
    members: RefCell<FlatSet<Ident>>,
    /// The accessors of what is held by variants, which may be such fields.
    accessors: RefCell<FlatSet<Ident>>,
    used: Cell<bool>,
    /// Whether tangents of fields are read.
    read: Cell<bool>,
    /// Whether what is behind a field is meant.
    behind: Cell<bool>,
}

impl Fields {
    pub fn new(name: Ident) -> Self {
        Fields {
            name,
            members: RefCell::default(),
            accessors: RefCell::default(),
            used: Cell::new(false),
            read: Cell::new(false),
            behind: Cell::new(false),
        }
    }

    /// The cotangent at `place`, or nothing where that is marked, of which the path `then` is named.
    fn sink(&self, place: &TokenStream, then: &[Projection], read: bool) -> TokenStream {
        let [whole, with_fields] = match read {
            true => ["seen", "seen_fields"],
            false => ["sink", "fields"],
        };
        let [whole, with_fields] = [whole, with_fields].map(|name| Ident::new(name, Span::call_site()));
        self.read.set(self.read.get() || read);
        self.used.set(self.used.get() || !read);
        let below = then.iter().find_map(|step| match step {
            Projection::Field(member) => Some(member),
            _ => None,
        });
        let sink = match below {
            None => quote!(#place.#whole()),
            Some(syn::Member::Named(member)) => {
                let name = &self.name;
                self.members.borrow_mut().insert(member.clone());
                quote!(#place.#with_fields::<#name>())
            }
            Some(syn::Member::Unnamed(number)) => {
                let units = (0..=number.index).map(|_| quote!(()));
                quote!(#place.#with_fields::<(#(#units,)*)>())
            }
        };
        match then.first() {
            // Rustc goes on from a reference by itself.
            Some(
                Projection::Index(_)
                | Projection::Range { .. }
                | Projection::Field(_)
                | Projection::Payload(_)
                | Projection::Part(_),
            ) => sink,
            _ => quote!((*#sink)),
        }
    }

    /// The traits that tell marked fields from others, and the struct, where they are needed.
    pub fn declaration(&self, ad: &Ident) -> Option<TokenStream> {
        let (name, members) = (&self.name, self.members.take());
        let members = members.iter();
        let fields =
            (members.len() > 0).then(|| quote!(#[derive(::core::default::Default)] struct #name { #(#members: (),)* }));
        let accessors = self.accessors.take();
        let accessors = (!accessors.is_empty()).then(|| {
            let accessors: Vec<&Ident> = accessors.iter().collect();
            let parts = quote::format_ident!("{name}Parts");
            quote! {
                trait #parts { #(fn #accessors(&mut self) -> &mut Self;)* }
                impl<F> #parts for #ad::MarkedNoDiff<F> {
                    #(#[inline(always)] fn #accessors(&mut self) -> &mut Self { self })*
                }
            }
        });
        let behind = (self.behind.take()).then(|| quote!(use #ad::Behind as _;));
        let read = self.read.take();
        let seen = read.then(|| quote!(use #ad::{NotSeen as _, OtherPart as _, Seen as _, UnseenPart as _};));
        let sinks = self.used.take().then(|| quote!(use #ad::{NoSink as _, Sink as _};));
        (read || sinks.is_some()).then(|| quote!(#seen #sinks #behind #fields #accessors))
    }
}

/// The pattern of a variant that binds `part`, as it is written: what is wrong with it is then said once.
pub fn part_of_variant(variant: &syn::Path, member: &syn::Member) -> TokenStream {
    match member {
        syn::Member::Named(_) => quote!(#variant { #member: part, .. }),
        syn::Member::Unnamed(index) => {
            let before = (0..index.index).map(|_| quote!(_));
            quote!(#variant(#(#before,)* part, ..))
        }
    }
}

/// The place as an expression: `(*x)` where a whole parameter by reference is meant.
pub fn place(vars: &[VarInfo], at: &Place) -> TokenStream {
    place_with(vars, at, Access::Read, &mut |index| atom(vars, index))
}

/// The same, for `access`, with the indices written by `write`.
pub fn place_with(
    vars: &[VarInfo],
    at: &Place,
    access: Access<'_>,
    write: &mut dyn FnMut(&Atom) -> TokenStream,
) -> TokenStream {
    part_with(vars, at, at.path.len(), access, write)
}

/// What the first `steps` of a place's path lead to, from where the others go on.
pub fn part_with(
    vars: &[VarInfo],
    at: &Place,
    steps: usize,
    access: Access<'_>,
    write: &mut dyn FnMut(&Atom) -> TokenStream,
) -> TokenStream {
    let root = name(vars, at.root);
    let reference = is_reference(vars, at.root);
    let mut tokens = match vars[at.root.0].role {
        Role::Optional if access.writes() => quote!((**#root.payload_Some_0_mut())),
        Role::Optional => quote!((**#root.payload_Some_0())),
        _ if reference && matches!(at.path[..], [] | [Projection::Where(_)]) => quote!((*#root)),
        _ => quote!(#root),
    };
    for k in 0..steps.min(at.path.len()) {
        tokens = step(vars, at, k, access, tokens, write);
        if !may_be_marked(vars, at, k) {
            continue;
        }
        let last = k + 1 == at.path.len();
        match access {
            Access::See(fields) if last => fields.read.set(true),
            Access::See(fields) => tokens = fields.sink(&tokens, &at.path[k + 1..], true),
            Access::Within(fields) if last => fields.used.set(true),
            Access::Add(fields) | Access::Within(fields) => tokens = fields.sink(&tokens, &at.path[k + 1..], false),
            Access::Read | Access::Write => {}
        }
    }
    tokens
}

/// What the step `k` of a place's path leads to, from where `tokens` are.
fn step(
    vars: &[VarInfo],
    at: &Place,
    k: usize,
    access: Access<'_>,
    tokens: TokenStream,
    write: &mut dyn FnMut(&Atom) -> TokenStream,
) -> TokenStream {
    let (mutable, reference) = (access.writes(), is_reference(vars, at.root));
    match &at.path[k] {
        Projection::Index(index) => {
            let index = write(index);
            quote!(#tokens[#index])
        }
        Projection::Range { low, high, inclusive } => {
            let low = low.as_ref().map(&mut *write);
            let high = high.as_ref().map(&mut *write);
            if *inclusive {
                quote!(#tokens[#low..=#high])
            } else {
                quote!(#tokens[#low..#high])
            }
        }
        Projection::Field(member) => quote!(#tokens.#member),
        Projection::Payload(accessor) if mutable => {
            let below = k > 0 && !is_held(accessor);
            payload_mut(accessor, tokens, access, below)
        }
        Projection::Payload(accessor) => quote!((*#tokens.#accessor())),
        Projection::Part(part) => {
            let (variant, member) = &**part;
            let looked_at = match k {
                0 if reference => tokens,
                _ if mutable => quote!(&mut #tokens),
                _ => quote!(&#tokens),
            };
            let pattern = part_of_variant(variant, member);
            quote!((*match #looked_at {
                #pattern => part,
                _ => ::core::unreachable!("the value has been tested for its variant"),
            }))
        }
        // What is behind the parameter's own reference, unless that is one itself: references are one level of places.
        Projection::Deref if k == 0 && reference && holds_a_box(&vars[at.root.0]) => match access {
            Access::Add(fields) | Access::Within(fields)
                if !matches!(at.path.get(k + 1), Some(Projection::Field(_))) =>
            {
                pointed(&tokens, fields)
            }
            _ => quote!((**#tokens)),
        },
        // The cotangent of a field that is a reference is no pointer, and that of a box is one. What only rustc knows to be behind
        // something else, a direction in a `Unit`, has the cotangent of that.
        Projection::Behind => match access {
            Access::Add(fields) | Access::Within(fields) => pointed(&tokens, fields),
            _ => quote!((*{ use ::pullback::rt::{Behind as _, Seen as _}; #tokens.pointed_at().behind() })),
        },
        Projection::Deref => match (access, k.checked_sub(1).map(|field| &at.path[field])) {
            // Two fields of it are lent at a time where nothing stands in between.
            (Access::Add(fields) | Access::Within(fields), before)
                if !matches!(at.path.get(k + 1), Some(Projection::Field(_)))
                    && match before {
                        None => !reference && vars[at.root.0].ty == Ty::Unknown,
                        Some(before) => matches!(before, Projection::Deref),
                    } =>
            {
                pointed(&tokens, fields)
            }
            _ => quote!((*#tokens)),
        },
        Projection::Where(present) => present_if(write(present), tokens, mutable),
        Projection::Through { route, bar, .. } => {
            // A reference stands for itself.
            let from = match (k, mutable) {
                (0, _) if reference => tokens,
                (_, true) => quote!(&mut #tokens),
                (_, false) => quote!(&#tokens),
            };
            let route = write(route);
            let there = match (bar, mutable) {
                (false, false) => quote!(#route.of(#from)),
                (false, true) => quote!(#route.of_mut(#from)),
                (true, false) => quote!(#route.bar(#from)),
                (true, true) => quote!(#route.bar_mut(#from)),
            };
            // What stands for a part of a matrix has its elements itself.
            match at.path.get(k + 1) {
                Some(Projection::Index(_)) if !may_be_marked(vars, at, k) => there,
                _ => quote!((*#there)),
            }
        }
    }
}

/// What a variant holds, to be written; `below`: where it may be a field that is marked.
fn payload_mut(accessor: &Ident, tokens: TokenStream, access: Access<'_>, below: bool) -> TokenStream {
    let span = accessor.span();
    let accessor = quote::format_ident!("{accessor}_mut", span = Span::call_site());
    if let (Access::Add(fields) | Access::Within(fields), true) = (access, below) {
        fields.accessors.borrow_mut().insert(accessor.clone());
    }
    // What would be lost in an error is reported where the error is looked at.
    crate::syntax::expressions::located(quote!((*#tokens.#accessor())), span)
}

/// What is lent where the condition holds.
fn present_if(present: TokenStream, tokens: TokenStream, mutable: bool) -> TokenStream {
    let some = match mutable {
        true => quote!(::core::option::Option::Some(&mut #tokens)),
        false => quote!(::core::option::Option::Some(&#tokens)),
    };
    match present.to_string().as_str() {
        "true" => some,
        _ => quote!((if #present { #some } else { ::core::option::Option::None })),
    }
}

/// What a pointer's cotangent is a pointer to.
fn pointed(tokens: &TokenStream, fields: &Fields) -> TokenStream {
    fields.used.set(true);
    fields.behind.set(true);
    quote!((*#tokens.pointed().behind()))
}

/// Whether a variable's name is that of a reference in the sweeps.
fn is_reference(vars: &[VarInfo], root: Var) -> bool {
    matches!(vars[root.0].role, Role::Reference | Role::Buffer | Role::Tangent(_))
}

/// Whether the step `k` of a path leads to a field that may be marked `#[no_diff]`: one of anything but a tuple.
fn may_be_marked(vars: &[VarInfo], at: &Place, k: usize) -> bool {
    match &at.path[k] {
        Projection::Field(syn::Member::Named(_)) => true,
        Projection::Payload(accessor) => !is_held(accessor),
        Projection::Part(_) => true,
        Projection::Field(syn::Member::Unnamed(_)) => {
            k > 0 || !matches!(vars[at.root.0].ty.behind_references(), Ty::Tuple(_))
        }
        _ => false,
    }
}

/// Whether a payload is what `Option` and `Result` hold, and not that of a variant of the user's.
pub fn is_held(accessor: &Ident) -> bool {
    ["payload_value", "payload_Some_0", "payload_Ok_0", "payload_Err_0"]
        .iter()
        .any(|name| accessor == name)
}

/// Whether a cotangent at this place, or a part of it, may not exist because a field is marked `#[no_diff]`.
pub fn has_marks(vars: &[VarInfo], at: &Place) -> bool {
    (0..at.path.len()).any(|k| may_be_marked(vars, at, k))
}

/// Whether a reference may point to a box, as far as its type is known: it points to no reference, and to no number. The type of a
/// cotangent's buffer is that of what it points to; of a closure's parameter only the pattern is known, which takes its reference
/// away.
fn holds_a_box(info: &VarInfo) -> bool {
    match (&info.ty, info.role) {
        (Ty::Ref(inner), Role::Reference) => **inner == Ty::Unknown,
        (ty, Role::Buffer) => *ty == Ty::Unknown,
        _ => false,
    }
}

/// `&place`; a parameter that is a reference already stands for itself.
pub fn borrow(vars: &[VarInfo], at: &Place) -> TokenStream {
    let tokens = place(vars, at);
    if at.lent_where().is_some() {
        return tokens;
    }
    if at.is_whole() && vars[at.root.0].role == Role::Reference {
        let root = name(vars, at.root);
        quote!(#root)
    } else {
        quote!(&#tokens)
    }
}
