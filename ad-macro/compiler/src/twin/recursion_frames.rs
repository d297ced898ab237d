//! The sweeps of a direct recursive function. The residuals of its activations are on tapes that all of them share.
//!
//! ```text
//! Input:  the two sweeps of one call, in which the function's calls of itself are `calls.forward(..)` and `calls.backward(..)`
//! Output: trait Calls<Tapes> { fn forward(..) -> f64; fn backward(..); }
//!         impl<Tapes, ..> Calls<Tapes> for Step<Forward, Backward> { … runs the one closure; runs the other … }
//!         let mut tapes = (ws.tape(), ws.tape());
//!         let step = step(&tapes, |calls, tapes, ws, x| { … }, |calls, tapes, ws, seed, x, x_bar| { … });
//!         let value = step.forward(&mut tapes, ws, x);
//!         (value, move |ws, seed, (x, x_bar)| step.backward(&mut tapes, ws, seed, x, x_bar))
//! ```
//!
//! An activation has no pullback of its own, whose type would contain itself. Rustc infers the types of the residuals from the tapes'
//! elements: both closures stand in one function. They capture nothing, so that the step is zero-sized, and they call each
//! other through `dyn Calls`, which LLVM devirtualises.

use crate::ir::*;
use crate::syntax::tokens::mentions;
use crate::twin::parts::Parts;
use crate::twin::signature::Signature;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

pub struct Shared<'a> {
    parts: &'a Parts<'a>,
    f: &'a Function,
    frames: &'a Frames,
    names: Names,
    /// The types that mention type parameters or `Self`, which the items inside the function cannot name, and the items' own
    /// type parameters for them, with their bounds.
    types: Vec<(TokenStream, Ident, TokenStream)>,
}

/// The items' names and those of their own variables, apart from all of the user's.
struct Names {
    calls: Ident,
    tapes: Ident,
    struct_: Ident,
    step: Ident,
    forward: Ident,
    backward: Ident,
    result: Ident,
}

impl<'a> Shared<'a> {
    pub fn new(parts: &'a Parts<'a>, f: &'a Function, frames: &'a Frames) -> Self {
        let mut names = f.names.clone();
        let mut fresh = |base: &str| names.fresh(base, Span::call_site());
        let mut shared = Shared {
            parts,
            f,
            frames,
            names: Names {
                calls: fresh("Calls"),
                tapes: fresh("Tapes"),
                struct_: fresh("Step"),
                step: fresh("step"),
                forward: fresh("Forward"),
                backward: fresh("Backward"),
                result: fresh("result"),
            },
            types: Vec::new(),
        };
        let mut generic: Vec<String> = parts.twin.in_scope.iter().map(TokenStream::to_string).collect();
        generic.push("Self".into());
        let mut types = Vec::new();
        let sized = || quote!(::core::marker::Sized);
        let unsized_ = || quote!(?::core::marker::Sized);
        for param in &parts.params {
            match &param.function {
                Some(function) => {
                    let (captures, forward) = (&function.captures, &function.forward);
                    generic.extend([captures.to_string(), forward.to_string()]);
                    types.push((quote!(#captures), quote!(::pullback::rt::Captures)));
                    types.push((quote!(#forward), sized()));
                }
                None if param.passing == Passing::Value => {
                    let ty = &param.ty;
                    types.push((quote!(#ty), sized()));
                }
                None => {
                    let (ty, buffer) = (&param.ty, &param.buffer);
                    types.push((quote!(#ty), unsized_()));
                    types.push((buffer.clone(), unsized_()));
                }
            }
        }
        let output = &parts.output;
        types.push((quote!(#output), sized()));
        types.push((parts.output_cotangent.clone(), sized()));
        types.push((parts.returned(), sized()));
        for (ty, bound) in types {
            let known = |(other, _, _): &(TokenStream, Ident, TokenStream)| other.to_string() == ty.to_string();
            if !mentions(ty.clone(), &generic) {
                continue;
            }
            match shared.types.iter_mut().find(|other| known(other)) {
                // What is passed by value somewhere is sized everywhere.
                Some((_, _, weaker)) if weaker.to_string() == unsized_().to_string() => *weaker = bound,
                Some(_) => {}
                None => {
                    let name = fresh("T");
                    shared.types.push((ty, name, bound));
                }
            }
        }
        shared
    }

    /// A type as the items name it.
    fn named(&self, ty: TokenStream) -> TokenStream {
        let text = ty.to_string();
        let param = self.types.iter().find(|(other, _, _)| other.to_string() == text);
        param.map_or(ty, |(_, name, _)| quote!(#name))
    }

    /// A type in the items, or in the function.
    fn spell(&self, ty: impl ToTokens, inside: bool) -> TokenStream {
        let ty = ty.into_token_stream();
        if inside { self.named(ty) } else { ty }
    }

    /// The parameters, as they are in the signature and in the intermediate form.
    fn both(&self) -> impl Iterator<Item = (&Signature, &Param)> {
        self.parts.params.iter().zip(&self.f.params)
    }

    /// What the step calls itself through: in the items, or in the function.
    fn dynamic(&self, inside: bool) -> TokenStream {
        let interface = self.interface(inside);
        quote!(dyn #interface)
    }

    /// The trait, with its arguments.
    fn interface(&self, inside: bool) -> TokenStream {
        let (calls, tapes) = (&self.names.calls, &self.names.tapes);
        let tapes = if inside { quote!(#tapes) } else { quote!(_) };
        let types = self.types.iter().map(|(ty, name, _)| match inside {
            true => quote!(#name),
            false => ty.clone(),
        });
        quote!(#calls<#tapes, #(#types),*>)
    }

    /// The parameters of the forward sweep with their types, in the items or in the function.
    fn forward_params(&self, inside: bool) -> Vec<(TokenStream, TokenStream)> {
        let mut params = Vec::new();
        for (param, source) in self.both() {
            let name = &self.f.info(source.var).name;
            if let Some(function) = &param.function {
                let (captures, forward, call) = (&function.captures, &function.forward, &function.call);
                let (captures, forward) = (self.spell(captures, inside), self.spell(forward, inside));
                let refs = quote!((#captures, <#captures as ::pullback::rt::Captures>::Refs<'_>));
                params.extend([(quote!(#name), refs), (quote!(#call), forward)]);
                continue;
            }
            let ty = self.spell(&param.ty, inside);
            let ty = match param.passing {
                Passing::Value => ty,
                _ => param.reference(&ty),
            };
            params.push((quote!(#name), ty));
        }
        params
    }

    /// Those of the reverse sweep: each reference and each buffer is a parameter by itself, since rustc tells LLVM of such a
    /// one that nothing else points there.
    fn backward_params(&self, inside: bool) -> Vec<(TokenStream, TokenStream)> {
        let mut params = Vec::new();
        for (param, source) in self.both() {
            let Some(bar) = source.bar else { continue };
            let (name, bar) = (&self.f.info(source.var).name, &self.f.info(bar).name);
            if let Some(function) = &param.function {
                let captures = self.spell(&function.captures, inside);
                params.push((quote!(#name), quote!(::pullback::rt::Lent<'_, #captures>)));
                params.push((quote!(#bar), quote!(::pullback::rt::LentBars<'_, #captures>)));
                continue;
            }
            let (ty, buffer) = (self.spell(&param.ty, inside), self.spell(&param.buffer, inside));
            params.push((quote!(#name), param.reference(&ty)));
            params.push((quote!(#bar), quote!(::core::option::Option<&mut #buffer>)));
        }
        params
    }

    /// Both sweeps of the function, from those of one call.
    pub fn sweeps(&self, forward: &TokenStream, seed: &Ident, backward: &TokenStream, tapes: usize) -> TokenStream {
        let Names { step, result, .. } = &self.names;
        let Frames { calls, tapes: all, .. } = self.frames;
        let (dynamic, interface, ws) = (self.dynamic(false), self.interface(false), &self.f.ws);
        let (seed_ty, returned) = (&self.parts.output_cotangent, self.parts.returned());
        let workspace = quote!(#ws: &mut ::pullback::rt::Workspace);
        let head = quote!(#calls: &#dynamic, #all: &mut _, #workspace);
        let forward_params = self.forward_params(false);
        let names = forward_params.iter().map(|(name, _)| name);
        let is_lent_again = |name: &TokenStream| {
            let lent = |param: &&Param| match param.passing {
                Passing::Function => true,
                Passing::Mut => param.present.is_some(),
                _ => false,
            };
            let mut params = self.f.params.iter().filter(lent);
            params.any(|param| self.f.info(param.var).name == name.to_string())
        };
        let forward_declared = forward_params.iter().map(|(name, ty)| {
            let mutable = is_lent_again(name).then(|| quote!(mut));
            quote!(#mutable #name: #ty)
        });
        let backward_params = self.backward_params(false);
        let again = backward_params.iter().map(|(name, _)| name);
        // Buffers are lent again and again, and so is what functions captured.
        let is_buffer = |name: &TokenStream| {
            let bars = self.f.params.iter().filter_map(|param| param.bar);
            bars.into_iter().any(|bar| self.f.info(bar).name == name.to_string())
        };
        let backward_declared = backward_params.iter().map(|(name, ty)| {
            let mutable = (is_buffer(name) || is_lent_again(name)).then(|| quote!(mut));
            quote!(#mutable #name: #ty)
        });
        let slots = self.both().map(|(param, source)| {
            let slot = param.slot();
            let Some(bar) = source.bar else {
                return quote!((): #slot);
            };
            let (name, bar) = (&self.f.info(source.var).name, &self.f.info(bar).name);
            quote!((#name, #bar): #slot)
        });
        let (value, pullback) = (&self.parts.own.value, &self.parts.own.pullback);
        let new = (0..tapes).map(|_| quote!(#ws.tape()));
        let numbers = (0..tapes).map(syn::Index::from);
        let items = self.items();
        quote! {
            #items
            let mut #all = (#(#new,)*);
            let #step = #step(
                &#all,
                |#head, #(#forward_declared),*| { #forward },
                |#head, mut #seed: #seed_ty, #(#backward_declared),*| -> #returned { #backward },
            );
            let #value = <_ as #interface>::forward(&#step, &mut #all, #ws, #(#names),*);
            let #pullback = move |#workspace, #seed: #seed_ty, #(#slots),*| -> #returned {
                let #result = <_ as #interface>::backward(&#step, &mut #all, #ws, #seed, #(#again),*);
                #(#ws.recycle(#all.#numbers);)*
                #result
            };
            (#value, #pullback)
        }
    }

    /// The trait that a step calls itself through, its only implementation, and the function that makes it.
    fn items(&self) -> TokenStream {
        let Names {
            calls,
            tapes,
            struct_,
            step,
            forward,
            backward,
            ..
        } = &self.names;
        let (dynamic, interface) = (self.dynamic(true), self.interface(true));
        let (all, ws, seed) = (&self.frames.tapes, &self.f.ws, &self.parts.own.seed);
        let workspace = quote!(&mut ::pullback::rt::Workspace);
        let (output, seed_ty, returned) = (
            self.spell(&self.parts.output, true),
            self.spell(&self.parts.output_cotangent, true),
            self.spell(self.parts.returned(), true),
        );
        let apart = |params: Vec<(TokenStream, TokenStream)>| -> (Vec<_>, Vec<_>) { params.into_iter().unzip() };
        let (forward_names, forward_types) = apart(self.forward_params(true));
        let (backward_names, backward_types) = apart(self.backward_params(true));
        let params: Vec<_> = self
            .types
            .iter()
            .map(|(_, name, bound)| quote!(#name: #bound))
            .collect();
        let forward_head = quote! {
            fn forward(&self, #all: &mut #tapes, #ws: #workspace, #(#forward_names: #forward_types),*) -> #output
        };
        let backward_head = quote! {
            fn backward(
                &self, #all: &mut #tapes, #ws: #workspace, #seed: #seed_ty, #(#backward_names: #backward_types),*
            ) -> #returned
        };
        let bounds = quote! {
            #forward: ::core::ops::Fn(&#dynamic, &mut #tapes, #workspace, #(#forward_types),*) -> #output,
            #backward: ::core::ops::Fn(&#dynamic, &mut #tapes, #workspace, #seed_ty, #(#backward_types),*) -> #returned
        };
        quote! {
            trait #calls<#tapes, #(#params),*> {
                #forward_head;
                #backward_head;
            }
            struct #struct_<#forward, #backward> {
                forward: #forward,
                backward: #backward,
            }
            impl<#forward, #backward, #tapes, #(#params),*> #interface for #struct_<#forward, #backward>
            where
                #bounds
            {
                #forward_head {
                    (self.forward)(self, #all, #ws, #(#forward_names),*)
                }
                #backward_head {
                    (self.backward)(self, #all, #ws, #seed, #(#backward_names),*)
                }
            }
            fn #step<#forward, #backward, #tapes, #(#params),*>(
                _: &#tapes, forward: #forward, backward: #backward
            ) -> #struct_<#forward, #backward>
            where
                #bounds
            {
                #struct_ { forward, backward }
            }
        }
    }
}
