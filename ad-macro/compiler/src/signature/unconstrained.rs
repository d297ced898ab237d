//! Type parameters that only the trait's path constrains (E0207 once the trait is gone). Where the derivatives of an impl's functions
//! become inherent ones, these parameters move to the functions that mention them.
//!
//! Input:  `impl<F: Float, D: Data<Elem = F>> Predict<ArrayBase<D, Ix2>> for Model<F> { fn predict(&self, x: &ArrayBase<D, Ix2>) .. }`
//! Output: `impl<F: Float> Model<F> { fn predict<D: Data<Elem = F>>(&self, x: &ArrayBase<D, Ix2>) .. }`

use crate::syntax::flat_set::FlatSet;
use crate::syntax::tokens::mentions_ident;
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{GenericParam, Generics, ImplItem, ItemImpl, WherePredicate};

/// The block, from which the trait has been taken, with such parameters where they are needed; and all of these.
pub fn handed_down(mut block: ItemImpl) -> (ItemImpl, Generics) {
    let written = block.generics.clone();
    let of_the_type = reached(&written, block.self_ty.to_token_stream());
    let all = written.type_params().map(|param| param.ident.clone());
    let of_the_trait: FlatSet<Ident> = all.filter(|ident| !of_the_type.contains(ident)).collect();
    for item in &mut block.items {
        if let ImplItem::Fn(member) = item {
            let named = &reached(&written, member.to_token_stream()) & &of_the_trait;
            extend(&mut member.sig.generics, chosen(&written, &named, true));
        }
    }
    block.generics = chosen(&written, &of_the_trait, false);
    (block, chosen(&written, &of_the_trait, true))
}

/// The same with more parameters and bounds, but those that it has.
pub fn extend(generics: &mut Generics, more: Generics) {
    let own = generics.clone();
    let new = more
        .params
        .into_iter()
        .filter(|param| !own.params.iter().any(|own| own == param));
    generics.params.extend(new);
    if let Some(clause) = more.where_clause {
        generics.make_where_clause().predicates.extend(clause.predicates);
    }
}

/// These type parameters with the bounds on them, or all that is left without them.
fn chosen(generics: &Generics, params: &FlatSet<Ident>, these: bool) -> Generics {
    let mut chosen = generics.clone();
    let among = |param: &GenericParam| matches!(param, GenericParam::Type(param) if params.contains(&param.ident));
    chosen.params = generics
        .params
        .iter()
        .filter(|param| among(param) == these)
        .cloned()
        .collect();
    chosen.where_clause = None;
    let mut predicates = predicates(generics)
        .filter(|predicate| mention(predicate, params) == these)
        .peekable();
    if predicates.peek().is_some() {
        chosen.make_where_clause().predicates.extend(predicates.cloned());
    }
    chosen
}

/// The type parameters that are mentioned, and those that the bounds of these mention, which say what they are.
fn reached(generics: &Generics, mut mentioned: TokenStream) -> FlatSet<Ident> {
    let mut found = FlatSet::new();
    loop {
        let more = |ident: &Ident| !found.contains(ident) && mentions_ident(mentioned.clone(), ident);
        let Some(param) = generics.type_params().find(|param| more(&param.ident)) else {
            return found;
        };
        param.to_tokens(&mut mentioned);
        let own = FlatSet::from([param.ident.clone()]);
        for predicate in predicates(generics).filter(|predicate| mention(predicate, &own)) {
            predicate.to_tokens(&mut mentioned);
        }
        found.extend(own);
    }
}

fn predicates(generics: &Generics) -> impl Iterator<Item = &WherePredicate> {
    generics.where_clause.iter().flat_map(|clause| &clause.predicates)
}

/// Whether a predicate bounds one of the parameters, or what belongs to it.
fn mention(predicate: &WherePredicate, params: &FlatSet<Ident>) -> bool {
    let WherePredicate::Type(predicate) = predicate else {
        return false;
    };
    let bounded = predicate.bounded_ty.to_token_stream();
    params.iter().any(|param| mentions_ident(bounded.clone(), param))
}
