//! Operator impls of a user's types: an impl of `Mul` gets a rule, which `a * b` in differentiable code finds.
//!
//! Input:  `impl<T: Float> Mul<&V<T>> for V<T> { type Output = T; fn mul(self, other: &V<T>) -> T { … } }`
//! Output: `impl<T: Float + Real> MulAdjoint<V<T>, (ByValue, ByReference)> for V<T> { … }`, whose functions run the sweeps of a free
//!         function with the same body.

use crate::function::derivatives::derivatives;
use crate::function::scope::Scope;
use crate::items::operator_operands::{Handed, Operand};
use crate::normalize::self_to_type::Free;
use crate::options::attribute::Options;
use crate::signature::bounds;
use crate::signature::operators::{Operator, OwnOperator, of_trait};
use crate::syntax::cfg_variants;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::paths;
use crate::syntax::tokens::mentions;
use crate::syntax::walk::{self, Node, NodeMut, WalkMut};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;
use syn::{ItemImpl, Type};

/// The operator whose trait an impl implements.
pub fn operator(block: &ItemImpl) -> Option<Operator> {
    let path = block.trait_.as_ref().map(|(path, _)| path)?;
    of_trait(&path.segments.last()?.ident.to_string())
}

/// The rule for the operator; one for each form of its method, where `#[cfg]`s choose among several.
pub fn rule(block: &ItemImpl, operator: Operator, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let rules = cfg_variants::functions(block, operator.method()).map(|(conditions, method)| {
        let rule = of_method(block, method, operator, options, diagnostics);
        rule.map(|rule| quote!(#(#conditions)* #rule))
    });
    rules.flatten().collect()
}

fn of_method(
    block: &ItemImpl,
    method: &syn::ImplItemFn,
    operator: Operator,
    options: &Options,
    diagnostics: &Diagnostics,
) -> Option<TokenStream> {
    let (function, right, output) = free_function(block, method, operator, diagnostics)?;
    let (left, output) = (&*block.self_ty, &output);
    let left = Operand::new("l", left);
    let right = right.map(|right| Operand::new("r", &right));
    let options = Options {
        operator: Some(OwnOperator {
            method: operator.method(),
            lent: [&left].into_iter().chain(&right).map(|operand| operand.lent).collect(),
        }),
        ..options.clone()
    };
    let sweeps = derivatives(&function, &Scope::sweeps(), &options, diagnostics);
    let name = &function.sig.ident;
    let sweeps_of = format_ident!("{name}_differentiable");
    let along = format_ident!("{sweeps_of}_along");
    let along = mentions(sweeps.clone(), &[along.to_string()]).then_some(&along);
    let pairs_of = format_ident!("{name}_tangent_differentiable");
    let pairs = mentions(sweeps.clone(), &[pairs_of.to_string()])
        .then(|| pairs(block, operator, &pairs_of, &left, right.as_ref(), output));
    let rule = match (operator, &right) {
        (Operator::Neg, None) => negation(&sweeps_of, along, &left, output),
        (Operator::Binary(name), Some(right)) => binary(name, &sweeps_of, along, &left, right, output),
        (Operator::Assign(name, _), Some(right)) => assignment(name, &sweeps_of, along, &left, right),
        _ => return None,
    };
    let (trait_, body) = rule;
    let form = match operator {
        Operator::Assign(..) => LeftForm::Changed,
        _ => LeftForm::AsWritten,
    };
    let call = called(
        block,
        operator,
        form,
        [Some(&sweeps_of), along],
        &left,
        right.as_ref(),
        output,
    );
    let moved = match operator {
        Operator::Assign(..) => moved(block, operator, &function, &left, right.as_ref(), &options),
        _ => TokenStream::new(),
    };
    let bounded = bounds::bounded(&block.generics);
    let lifetimes = block.generics.lifetimes();
    let (params, clause, ty) = (&bounded.params, &bounded.where_clause, &left.ty);
    Some(quote! {
        #[automatically_derived]
        #[allow(unused, unused_qualifications, clippy::all, clippy::pedantic, clippy::nursery)]
        const _: () = {
            #sweeps
            impl<#(#lifetimes,)* #params> #trait_ for #ty #clause { #body }
            #call
            #moved
            #pairs
        };
    })
}

/// The method as a free function, the type of its right operand, and that of its result: `self` and `Self` have no meaning there.
fn free_function(
    block: &ItemImpl,
    method: &syn::ImplItemFn,
    operator: Operator,
    diagnostics: &Diagnostics,
) -> Option<(syn::ItemFn, Option<Type>, Type)> {
    let this = format_ident!("this", span = method.sig.ident.span());
    let output = block.items.iter().find_map(|item| match item {
        syn::ImplItem::Type(ty) if ty.ident == "Output" => Some(ty.ty.clone()),
        _ => None,
    });
    let mut free = Free {
        this: this.clone(),
        ty: (*block.self_ty).clone(),
        output: syn::parse_quote!(()),
    };
    if let Some(mut output) = output {
        free.node(NodeMut::Type(&mut output));
        free.output = output;
    }
    let mut inputs = method.sig.inputs.clone().into_iter();
    let (Some(syn::FnArg::Receiver(receiver)), right) = (inputs.next(), inputs.next()) else {
        return None;
    };
    let right = match right {
        Some(syn::FnArg::Typed(mut right)) => {
            free.node(NodeMut::Type(&mut right.ty));
            Some(right)
        }
        _ => None,
    };
    if let Some(Type::Reference(reference)) = right.as_ref().map(|right| &*right.ty)
        && let Some(token) = &reference.mutability
    {
        diagnostics.error(
            token.span(),
            "an operator that changes its operand is not supported",
            "write it as a method",
        );
        return None;
    }
    let mut body = method.block.clone();
    free.node(NodeMut::Block(&mut body));
    let (params, clause) = (&block.generics.params, &block.generics.where_clause);
    let name = Ident::new("operator", method.sig.ident.span());
    let (left, output) = (&*block.self_ty, &free.output);
    let right_param = right.iter();
    let function: syn::ItemFn = if let Operator::Assign(..) = operator {
        syn::parse_quote!(fn #name<#params>(#this: &mut #left, #(#right_param),*) #clause #body)
    } else {
        let mutable = receiver.mutability;
        syn::parse_quote!(fn #name<#params>(#mutable #this: #left, #(#right_param),*) -> #output #clause #body)
    };
    let right = right.map(|right| *right.ty);
    Some((function, right, free.output))
}

/// The sweeps of the operator's tangent.
fn pairs(
    block: &ItemImpl,
    operator: Operator,
    sweeps: &Ident,
    left: &Operand,
    right: Option<&Operand>,
    output: &Type,
) -> TokenStream {
    let nothing = Operand::new("r", &syn::parse_quote!(()));
    let operands = [left, right.unwrap_or(&nothing)];
    let changed = matches!(operator, Operator::Assign(..));
    let dots = operands.map(|operand| {
        let (ty, lent) = (operand.cotangent(), operand.lent.then(|| quote!(&)));
        Operand::new(&operand.name.to_string(), &syn::parse_quote!(#lent #ty))
    });
    let [l, l_dot] = [left, &dots[0]].map(|operand| operand.handed(changed));
    let [r, r_dot] = [operands[1], &dots[1]].map(|operand| operand.handed(false));
    let bounded = bounds::bounded(&block.generics);
    let (params, clause, names) = (&bounded.params, &bounded.where_clause, bounds::names(&bounded));
    let name = format_ident!("{}", operator.name());
    let ([left_ty, right_ty], [l_dot_ty, r_dot_ty]) = (operands.map(|of| &of.ty), dots.each_ref().map(|of| &of.ty));
    let (l_form, r_form) = (l.form, r.form);
    let [slots, bars] = [
        [&l.slot, &r.slot, &l_dot.slot, &r_dot.slot],
        [&l.bar, &r.bar, &l_dot.bar, &r_dot.bar],
    ];
    let (l_slot, l_dot_slot) = (&l.slot, &l_dot.slot);
    let passed = |operand: &Operand, changed: bool| match (&operand.ty, operand.lent, changed) {
        (ty, _, true) => quote!(&'o mut #ty),
        (ty, true, _) => quote!(&'o #ty),
        (ty, false, _) => quote!(#ty),
    };
    let [l_passed, l_dot_passed] = [left, &dots[0]].map(|operand| passed(operand, changed));
    let [r_passed, r_dot_passed] = [operands[1], &dots[1]].map(|operand| passed(operand, false));
    let (output, seed) = match changed {
        true => (quote!(()), quote!(())),
        false => (
            quote!((#output, <#output as ::pullback::Differentiable>::Cotangent)),
            quote!(<Self::Output as ::pullback::Differentiable>::Cotangent),
        ),
    };
    let run = match right {
        Some(_) => quote!(#sweeps(l, r, l_dot, r_dot, ws)),
        None => quote! {
            let (value, pullback) = #sweeps(l, l_dot, ws);
            let pullback = move |ws: &mut ::pullback::rt::Workspace, seed: Self::Seed, l: #l_slot, (), l_dot: #l_dot_slot, ()| {
                let (l_bar, l_dot_bar) = pullback(ws, seed, l, l_dot);
                (l_bar, (), l_dot_bar, ())
            };
            (value, pullback)
        },
    };
    quote! {
        impl<#params> ::pullback::rt::OperatorPairs<
            ::pullback::rt::#name, #right_ty, #l_form, #r_form, #l_dot_ty, #r_dot_ty
        > for #left_ty #clause {
            type Output = #output;
            type Seed = #seed;
            #[inline]
            fn forward<'o>(
                (l, r): (#l_passed, #r_passed),
                (l_dot, r_dot): (#l_dot_passed, #r_dot_passed),
                ws: &mut ::pullback::rt::Workspace,
                _: ::pullback::rt::Lives<'o, 'o, (#left_ty, #l_dot_ty), (#right_ty, #r_dot_ty)>,
            ) -> (
                Self::Output,
                impl ::core::ops::FnOnce(&mut ::pullback::rt::Workspace, Self::Seed, #(#slots),*) -> (#(#bars),*) + use<#(#names),*>,
            ) {
                #run
            }
        }
    }
}

/// The sweeps of a compound assignment to what is moved into it and out of it again: what a local holds is overwritten then, of
/// which the function around it knows whether anything asks for it in the reverse sweep.
fn moved(
    block: &ItemImpl,
    operator: Operator,
    function: &syn::ItemFn,
    left: &Operand,
    right: Option<&Operand>,
    options: &Options,
) -> TokenStream {
    let mut function = function.clone();
    let (body, ty) = (&function.block, &left.ty);
    // What leaves the body early would leave nothing.
    if mentions_return(body.to_token_stream()) {
        return TokenStream::new();
    }
    let Some(syn::FnArg::Typed(this)) = function.sig.inputs.first_mut() else {
        return TokenStream::new();
    };
    let (pat, value) = (this.pat.clone(), format_ident!("moved_operand"));
    *this = syn::parse_quote!(mut #value: #ty);
    function.block = syn::parse_quote!({ { let #pat = &mut #value; #body } #value });
    function.sig.output = syn::parse_quote!(-> #ty);
    function.sig.ident = format_ident!("{}_moved", function.sig.ident);
    // What there is to say of the body is said of it in place, and its tangent is taken there.
    let diagnostics = Diagnostics::new();
    let options = Options {
        jvp: false,
        twice: None,
        ..options.clone()
    };
    let sweeps = derivatives(&function, &Scope::sweeps(), &options, &diagnostics);
    if diagnostics.count() > 0 {
        diagnostics.discard();
        return TokenStream::new();
    }
    diagnostics.discard();
    let sweeps_of = format_ident!("{}_differentiable", function.sig.ident);
    let call = called(
        block,
        operator,
        LeftForm::AsWritten,
        [Some(&sweeps_of), None],
        left,
        right,
        ty,
    );
    quote!(#sweeps #call)
}

/// How the left operand is handed over.
#[derive(Clone, Copy, PartialEq)]
enum LeftForm {
    AsWritten,
    /// Of a compound assignment that is made in place.
    Changed,
}

/// The operator's sweeps as those of a call. What names lifetimes has none: its pullback could not be kept.
fn called(
    block: &ItemImpl,
    operator: Operator,
    form: LeftForm,
    [sweeps, along]: [Option<&Ident>; 2],
    left: &Operand,
    right: Option<&Operand>,
    output: &Type,
) -> Option<TokenStream> {
    let unit = syn::parse_quote!(());
    let right_ty = right.map_or(&unit, |right| &right.ty);
    let bounded = bounds::bounded(&block.generics);
    let (params, clause) = (&bounded.params, &bounded.where_clause);
    let named = [
        quote!(#params #clause),
        quote!(#right_ty),
        quote!(#output),
        left.ty.to_token_stream(),
    ];
    if named.into_iter().any(mentions_lifetime) || matches!(output, Type::Reference(_)) {
        return None;
    }
    let changed = form == LeftForm::Changed;
    let [l, r] = [(Some(left), changed), (right, false)].map(|(operand, changed)| match operand {
        Some(operand) => operand.handed(changed),
        None => Handed {
            form: quote!(::pullback::rt::ByValue),
            passed: quote!(()),
            slot: quote!(()),
            dot: quote!(::core::option::Option<&()>),
            bar: quote!(()),
        },
    });
    let Handed {
        form: l_form,
        passed: l_passed,
        slot: l_slot,
        dot: l_dot,
        bar: l_bar,
    } = l;
    let Handed {
        form: r_form,
        passed: r_passed,
        slot: r_slot,
        dot: r_dot,
        bar: r_bar,
    } = r;
    let names = bounds::names(&bounded);
    let name = format_ident!("{}", operator.name());
    let way = format_ident!("{}", if only_computes(block) { "RunsAgain" } else { "RunsOnce" });
    let seed = if changed {
        quote!(())
    } else {
        quote!(<#output as ::pullback::Differentiable>::Cotangent)
    };
    let run = match right {
        Some(_) => quote!(#sweeps(l, r, ws)),
        None => quote! {
            let (value, pullback) = #sweeps(l, ws);
            (value, move |ws: &mut ::pullback::rt::Workspace, seed: #seed, l: #l_slot, ()| (pullback(ws, seed, l).0, ()))
        },
    };
    let ty = &left.ty;
    let along = along.map(|along| {
        let run = along_operands(along, left, right, changed);
        quote! {
            #[inline]
            fn along<'l, 'r>(
                l: #l_passed,
                r: #r_passed,
                l_dot: #l_dot,
                r_dot: #r_dot,
                _: ::pullback::rt::Lives<'l, 'r, #ty, #right_ty>,
            ) -> (#output, #seed) {
                #run
            }
        }
    });
    Some(quote! {
        impl<#params> ::pullback::rt::OperatorSweeps<::pullback::rt::#name, #right_ty, #l_form, #r_form> for #ty #clause {
            type Output = #output;
            type Seed = #seed;
            type Way = ::pullback::rt::#way;
            #[inline]
            fn forward<'l, 'r>(
                l: #l_passed,
                r: #r_passed,
                ws: &mut ::pullback::rt::Workspace,
                _: ::pullback::rt::Lives<'l, 'r, #ty, #right_ty>,
            ) -> (
                #output,
                impl ::core::ops::FnOnce(&mut ::pullback::rt::Workspace, #seed, #l_slot, #r_slot) -> (#l_bar, #r_bar) + use<#(#names),*>,
            ) {
                #run
            }
            #along
        }
    })
}

/// Whether an operator is seen to do nothing but compute with the parts of its operands.
fn only_computes(block: &ItemImpl) -> bool {
    let constructs =
        |call: &syn::ExprCall| matches!(&*call.func, syn::Expr::Path(path) if paths::is_constructor_path(&path.path));
    !walk::any(block, |node| match node {
        Node::Expr(syn::Expr::Call(call)) => !constructs(call),
        Node::Expr(syn::Expr::MethodCall(_)) | Node::Macro(_) => true,
        _ => false,
    })
}

/// The operator and its tangent, by the operands and their tangents.
fn along_operands(along: &Ident, left: &Operand, right: Option<&Operand>, changed: bool) -> TokenStream {
    let given = |operand: &Operand, changed: bool| match operand.lent || changed {
        true => format_ident!("{}_dot", operand.name).into_token_stream(),
        false => operand.along()[1].clone(),
    };
    let (l, r) = (given(left, changed), right.map(|right| given(right, false)));
    match r {
        Some(r) => quote!(#along(l, r, #l, #r)),
        None => quote!(#along(l, #l)),
    }
}

fn mentions_return(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => ident == "return",
        proc_macro2::TokenTree::Group(group) => mentions_return(group.stream()),
        _ => false,
    })
}

/// Whether a lifetime is named other than `'static`.
fn mentions_lifetime(tokens: TokenStream) -> bool {
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        let found = match token {
            proc_macro2::TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                tokens.next().is_some_and(|name| name.to_string() != "static")
            }
            proc_macro2::TokenTree::Group(group) => mentions_lifetime(group.stream()),
            _ => false,
        };
        if found {
            return true;
        }
    }
    false
}

/// Runs the operator's sweeps, as the operands are still there, and gives one operand's cotangent. What is made for that alone goes to
/// the workspace.
fn cotangent_of(sweeps: &Ident, operands: &[&Operand], wanted: usize) -> TokenStream {
    let names: Vec<_> = operands
        .iter()
        .map(|operand| format_ident!("{}_passed", operand.name))
        .collect();
    let bars: Vec<_> = operands
        .iter()
        .map(|operand| format_ident!("{}_bar", operand.name))
        .collect();
    let passed = operands.iter().map(|operand| operand.passed());
    let slots = operands
        .iter()
        .enumerate()
        .map(|(k, operand)| operand.slot(k == wanted));
    let (of_wanted, others) = (&bars[wanted], bars.iter().enumerate().filter(|(k, _)| *k != wanted));
    let others = others.map(|(_, bar)| bar);
    let run = quote! {
        #(let #names = #passed;)*
        let (value, pullback) = #sweeps(#(#names,)* ws);
        ::pullback::Differentiable::end_copy(value, ws);
        let seed = ::pullback::Cotangent::copy_in(seed, ws);
    };
    let pull = quote! {
        let (#(#bars,)*) = pullback(ws, seed, #(#slots),*);
        #(::pullback::Cotangent::give_back(#others, ws);)*
    };
    if operands[wanted].lent {
        let name = &operands[wanted].name;
        quote! {
            #run
            let mut bar = ::pullback::rt::zero_in(ws, #name);
            #pull
            let () = #of_wanted;
            bar
        }
    } else {
        quote!(#run #pull #of_wanted)
    }
}

fn negation(sweeps: &Ident, along: Option<&Ident>, value: &Operand, output: &Type) -> (TokenStream, TokenStream) {
    let (ty, form, bar, name) = (&value.ty, value.form(), value.cotangent(), &value.name);
    let adjoint = cotangent_of(sweeps, &[value], 0);
    let tangent = along.map(|along| {
        let [passed, dot] = value.along();
        quote! {
            #[inline]
            fn neg_tangent(l: &#ty, l_dot: &#bar) -> Self::Seed {
                let l_dot = ::core::option::Option::Some(l_dot);
                #along(#passed, #dot).1
            }
        }
    });
    let body = quote! {
        type Seed = <#output as ::pullback::Differentiable>::Cotangent;
        type Kept = #ty;
        #[inline]
        fn neg_keep(value: &#ty) -> #ty { ::pullback::rt::copy(value) }
        #[inline]
        fn neg(#name: &#ty, seed: &Self::Seed, ws: &mut ::pullback::rt::Workspace) -> #bar { #adjoint }
        #tangent
    };
    (quote!(::pullback::rt::NegAdjoint<#form>), body)
}

fn binary(
    operator: &str,
    sweeps: &Ident,
    along: Option<&Ident>,
    left: &Operand,
    right: &Operand,
    output: &Type,
) -> (TokenStream, TokenStream) {
    let (l, l_form, l_bar) = (&left.ty, left.form(), left.cotangent());
    let (r, r_form, r_bar) = (&right.ty, right.form(), right.cotangent());
    let [left_name, right_name, keep_name] = ["left", "right", "keep"].map(|part| format_ident!("{operator}_{part}"));
    let keeps = matches!(operator, "add" | "sub").then(|| {
        quote! {
            type Left = #l;
            type Right = #r;
            #[inline]
            fn #keep_name(l: &#l, r: &#r) -> (#l, #r) {
                (::pullback::rt::copy(l), ::pullback::rt::copy(r))
            }
        }
    });
    let [to_left, to_right] = [0, 1].map(|wanted| cotangent_of(sweeps, &[left, right], wanted));
    let tangent = along.map(|along| {
        let ([l_passed, l_dot], [r_passed, r_dot]) = (left.along(), right.along());
        let name = format_ident!("{operator}_tangent");
        quote! {
            #[inline]
            fn #name(l: &#l, r: &#r, l_dot: ::core::option::Option<&#l_bar>, r_dot: ::core::option::Option<&#r_bar>) -> Self::Seed {
                #along(#l_passed, #r_passed, #l_dot, #r_dot).1
            }
        }
    });
    let body = quote! {
        type Seed = <#output as ::pullback::Differentiable>::Cotangent;
        #tangent
        #keeps
        #[inline]
        fn #left_name(l: &#l, r: &#r, seed: &Self::Seed, ws: &mut ::pullback::rt::Workspace) -> #l_bar { #to_left }
        #[inline]
        fn #right_name(l: &#l, r: &#r, seed: &Self::Seed, ws: &mut ::pullback::rt::Workspace) -> #r_bar { #to_right }
    };
    let trait_ = format_ident!("{}{}Adjoint", operator[..1].to_uppercase(), &operator[1..]);
    (quote!(::pullback::rt::#trait_<#r, (#l_form, #r_form)>), body)
}

fn assignment(
    operator: &str,
    sweeps: &Ident,
    along: Option<&Ident>,
    left: &Operand,
    right: &Operand,
) -> (TokenStream, TokenStream) {
    let (l, l_bar) = (&left.ty, left.cotangent());
    let (r, r_form, r_bar) = (&right.ty, right.form(), right.cotangent());
    let passed = right.passed();
    let (unwanted, wanted) = (right.slot(false), right.slot(true));
    let call = quote! {
        let (mut l, r) = (::pullback::rt::copy_to_write(ws, &kept.0), &kept.1);
        let passed = #passed;
        let ((), pullback) = #sweeps(&mut l, passed, ws);
    };
    let to_right = if right.lent {
        quote! {
            let mut bar = ::pullback::rt::zero_in(ws, r);
            pullback(ws, (), (&mut l, ::core::option::Option::Some(&mut l_bar)), #wanted);
            bar
        }
    } else {
        quote!(pullback(ws, (), (&mut l, ::core::option::Option::Some(&mut l_bar)), #wanted).1)
    };
    let tangent = along.map(|along| {
        let [r_passed, r_dot] = right.along();
        quote! {
            #[inline]
            fn assign_tangent(l: &#l, r: &#r, l_dot: &mut #l_bar, r_dot: ::core::option::Option<&#r_bar>) {
                #along(&mut ::pullback::rt::copy(l), #r_passed, ::core::option::Option::Some(l_dot), #r_dot);
            }
        }
    });
    let body = quote! {
        #tangent
        type Kept = (#l, #r);
        #[inline]
        fn assign_keep(l: &#l, r: &#r, ws: &mut ::pullback::rt::Workspace) -> (#l, #r) {
            (::pullback::rt::copy_to_write(ws, l), ::pullback::rt::copy_to_write(ws, r))
        }
        #[inline]
        fn give_back((l, r): (#l, #r), ws: &mut ::pullback::rt::Workspace) {
            ::pullback::Differentiable::end_copy(l, ws);
            ::pullback::Differentiable::end_copy(r, ws);
        }
        #[inline]
        fn assign_right(kept: &(#l, #r), l_bar: &#l_bar, ws: &mut ::pullback::rt::Workspace) -> #r_bar {
            let mut l_bar = ::pullback::Cotangent::copy_in(l_bar, ws);
            #call
            let r_bar = { #to_right };
            ::pullback::Differentiable::end_copy(l, ws);
            ::pullback::Cotangent::give_back(l_bar, ws);
            r_bar
        }
        #[inline]
        fn assign_left(kept: &(#l, #r), l_bar: &mut #l_bar, ws: &mut ::pullback::rt::Workspace) {
            #call
            let (_, r_bar) = pullback(ws, (), (&mut l, ::core::option::Option::Some(l_bar)), #unwanted);
            ::pullback::Cotangent::give_back(r_bar, ws);
            ::pullback::Differentiable::end_copy(l, ws);
        }
    };
    let operator = format_ident!("{operator}");
    let trait_ = quote!(::pullback::rt::AssignAdjoint<::pullback::rt::#operator, #r, #r_form>);
    (trait_, body)
}
