//! Emits atoms and places, and what stands for them: a temporary's expression, a copy, a borrow.
//!
//! Input:  `x[i]` to be read, written, borrowed or moved
//! Output: `x[i]`, `&mut x[i]`, `ad::copy(&x[i])`

use crate::emit::emitter::{Emit, Folded};
use crate::ir::spell::Access;
use crate::ir::*;
use crate::syntax::located::{self, quote};
use crate::syntax::types::Ty;
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;

impl Emit<'_> {
    /// An atom where any expression may stand.
    pub(super) fn loose(&self, atom: &Atom) -> TokenStream {
        if let Atom::Var(var) = atom
            && let Some(folded) = self.folded.borrow_mut().remove(var)
        {
            return folded.tokens;
        }
        self.atom(atom)
    }

    /// An atom, where it occurs.
    pub(super) fn atom(&self, atom: &Atom) -> TokenStream {
        match atom {
            Atom::Var(var) => self.occurrence(*var).to_token_stream(),
            Atom::Constant(tokens, _) => tokens.clone(),
        }
    }

    /// A variable's name, where it occurs.
    pub(super) fn occurrence(&self, var: Var) -> Ident {
        located::at_statement(self.name(var))
    }

    /// An atom as an operand: parenthesised where it needs that.
    pub(super) fn tight(&self, atom: &Atom) -> TokenStream {
        match atom {
            Atom::Var(var) => {
                if let Some(folded) = self.folded.borrow_mut().remove(var) {
                    let tokens = folded.tokens;
                    return if folded.tight { tokens } else { quote!((#tokens)) };
                }
                self.atom(atom)
            }
            Atom::Constant(tokens, _) if tokens.to_string().starts_with('-') => quote!((#tokens)),
            Atom::Constant(tokens, _) => tokens.clone(),
        }
    }

    pub(super) fn is_folded(&self, atom: &Atom) -> bool {
        atom.var().is_some_and(|var| self.folded.borrow().contains_key(&var))
    }

    /// An atom by value: a copy, where the reverse sweep still needs what would be moved.
    pub(super) fn moved(&self, atom: &Atom) -> TokenStream {
        if let Atom::Var(var) = atom
            && !self.folded.borrow().contains_key(var)
            && self.copies(&Place::var(*var))
        {
            let (ad, name) = (self.ad(), self.name(*var));
            return quote!(#ad::copy(&#name));
        }
        self.loose(atom)
    }

    pub(super) fn copies(&self, place: &Place) -> bool {
        // What is built again is never needed as it was.
        let kept = self.plan.kept.contains(&place.root) && self.f.info(place.root).role != Role::View;
        // Of a list no element can be moved out; what came by value, `for part in list`, may be no `Copy`.
        let element = place
            .path
            .iter()
            .any(|projection| matches!(projection, Projection::Index(_)));
        (kept || element && !self.f.place_ty(place).is_in_place()) && !self.f.place_ty(place).is_scalar()
    }

    pub(super) fn place(&self, place: &Place) -> TokenStream {
        self.place_for(place, Access::Read)
    }

    /// The place as what is written or mutably borrowed.
    pub(super) fn place_mut(&self, place: &Place) -> TokenStream {
        self.place_for(place, Access::Write)
    }

    pub(super) fn place_for(&self, place: &Place, access: Access<'_>) -> TokenStream {
        let root = self.folded.borrow_mut().remove(&place.root);
        let tokens = spell::place_with(&self.f.vars, place, access, &mut |atom| self.loose(atom));
        let root = root.unwrap_or_else(|| Folded {
            tokens: self.occurrence(place.root).to_token_stream(),
            tight: true,
        });
        substitute(tokens, &self.name(place.root).to_string(), &root)
    }

    pub(super) fn borrow(&self, place: &Place) -> TokenStream {
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
    pub(super) fn borrow_mut(&self, place: &Place) -> TokenStream {
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

    /// A part of a struct or of a tuple.
    pub(super) fn part(&self, part: &Operand) -> TokenStream {
        match part {
            Operand::Atom(atom) => self.moved(atom),
            Operand::Borrow(place) => self.borrow(place),
            // A parameter is borrowed again, and not moved: its name is used after the struct's end.
            Operand::Lend(place) => {
                let place = self.place_mut(place);
                quote!(&mut #place)
            }
            Operand::Receiver(place) => self.place(place),
        }
    }

    pub(super) fn operand(&self, operand: &Operand) -> TokenStream {
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
            Operand::Lend(place) => self.borrow_mut(place),
            Operand::Receiver(place) => self.place(place),
        }
    }

    pub(super) fn argument(&self, argument: &Argument) -> TokenStream {
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

    pub(super) fn opaque(&self, opaque: &Opaque) -> TokenStream {
        let mut tokens = opaque.tokens.clone();
        for var in &opaque.reads {
            let folded = self.folded.borrow_mut().remove(var);
            if let Some(folded) = folded {
                tokens = substitute(tokens, &self.name(*var).to_string(), &folded);
            }
        }
        tokens
    }

    /// A statement that writes to the cotangent in `place`, if there is one.
    pub(super) fn guard(&self, place: &Place, stmt: TokenStream) -> TokenStream {
        if self.f.info(place.root).role == Role::Buffer {
            let root = self.name(place.root);
            quote!(if let ::core::option::Option::Some(#root) = #root.as_deref_mut() { #stmt })
        } else {
            stmt
        }
    }

    /// Whether a place is an element of what only rustc knows.
    pub(super) fn is_element_of_unknown(&self, place: &Place) -> bool {
        let Some((Projection::Index(_), list)) = place.path.split_last() else {
            return false;
        };
        let list = Place {
            root: place.root,
            path: list.to_vec(),
        };
        *self.f.place_ty(&list).behind_references() == Ty::Unknown
    }

    /// What a loop goes through.
    pub(super) fn range(&self, low: &Atom, high: &Atom, inclusive: bool, reversed: bool) -> TokenStream {
        let (ad, low, high) = (self.ad(), self.tight(low), self.tight(high));
        match (inclusive, reversed) {
            (true, true) => quote!(#ad::through(#low, #high).rev()),
            (true, false) => quote!(#ad::through(#low, #high)),
            (false, true) => quote!((#low..#high).rev()),
            (false, false) => quote!(#low..#high),
        }
    }
}

pub(super) fn ends_in_range(place: &Place) -> bool {
    matches!(place.path.last(), Some(Projection::Range { .. }))
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
