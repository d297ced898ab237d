//! A recursive function's sweeps: what each of its calls keeps is a frame, and the frames stand on one stack.
//!
//! ```text
//! Input:  the two sweeps of one call, in which the function's calls of itself are `calls.forward(..)` and `calls.backward(..)`
//! Output: trait Calls { fn forward(..) -> f64; fn backward(..); }
//!         impl<Step, Frame> Calls for Frames<Step, Frame> { … runs the step and pushes a frame; pops a frame and runs it … }
//!         let mut frames = frames(ws, |calls, ws, x| { …; (value, move |calls, ws, seed, x, x_bar| { … }) });
//!         let value = frames.forward(ws, x);
//!         (value, move |ws, seed, (x, x_bar)| frames.backward(ws, seed, x, x_bar))
//! ```
//!
//! The step calls itself through `dyn Calls` and so is not recursive: rustc can infer the type of what it returns, and inlines
//! it into its only caller.

use super::{Parts, Signature, mentions};
use crate::adjoint::Backward;
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

pub struct Frames<'a> {
    parts: &'a Parts<'a>,
    f: &'a Function,
    /// What the step calls itself through.
    calls: &'a Ident,
    names: Names,
    /// The types that mention type parameters or `Self`, which the items inside the function cannot name, and the items' own
    /// type parameters for them, with their bounds.
    types: Vec<(TokenStream, Ident, TokenStream)>,
}

/// The items' names and those of their own variables, apart from all of the user's.
struct Names {
    calls: Ident,
    frames: Ident,
    step: Ident,
    frame: Ident,
    pushed: Ident,
    result: Ident,
}

impl<'a> Frames<'a> {
    /// For a function that keeps frames.
    pub fn new(parts: &'a Parts<'a>, f: &'a Function) -> Option<Self> {
        let Recursion::Frames(calls) = &f.recursion else {
            return None;
        };
        let mut names = f.names.clone();
        let mut fresh = |base: &str| names.fresh(base, Span::call_site());
        let mut frames = Frames {
            parts,
            f,
            calls,
            names: Names {
                calls: fresh("Calls"),
                frames: fresh("frames"),
                step: fresh("Step"),
                frame: fresh("Frame"),
                pushed: fresh("frame"),
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
            match frames.types.iter_mut().find(|other| known(other)) {
                // What is passed by value somewhere is sized everywhere.
                Some((_, _, weaker)) if weaker.to_string() == unsized_().to_string() => *weaker = bound,
                Some(_) => {}
                None => {
                    let name = fresh("T");
                    frames.types.push((ty, name, bound));
                }
            }
        }
        Some(frames)
    }

    /// A type as the items name it.
    fn named(&self, ty: TokenStream) -> TokenStream {
        let text = ty.to_string();
        let param = self.types.iter().find(|(other, _, _)| other.to_string() == text);
        param.map_or(ty, |(_, name, _)| quote!(#name))
    }

    /// A type in the items, or in the function.
    fn spell(&self, ty: impl quote::ToTokens, inside: bool) -> TokenStream {
        let ty = ty.into_token_stream();
        if inside { self.named(ty) } else { ty }
    }

    /// The parameters, as they are in the signature and in the intermediate form.
    fn both(&self) -> impl Iterator<Item = (&Signature, &Param)> {
        self.parts.params.iter().zip(&self.f.params)
    }

    /// What the step calls itself through: in the items, or in the function.
    fn dynamic(&self, inside: bool) -> TokenStream {
        let calls = &self.names.calls;
        let types = self.types.iter().map(|(ty, name, _)| match inside {
            true => quote!(#name),
            false => ty.clone(),
        });
        quote!(dyn #calls<#(#types),*>)
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
                Passing::Ref => quote!(&#ty),
                _ => quote!(&mut #ty),
            };
            params.push((quote!(#name), ty));
        }
        params
    }

    /// Those of the backward sweep: each reference and each buffer is a parameter by itself, since rustc tells LLVM of such a
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
            let mutable = (param.passing == Passing::Mut).then(|| quote!(mut));
            params.push((quote!(#name), quote!(& #mutable #ty)));
            params.push((quote!(#bar), quote!(Option<&mut #buffer>)));
        }
        params
    }

    /// The pullback of one call, as a closure around its statements.
    pub fn pullback(&self, f: &Function, backward: &Backward, body: &TokenStream) -> TokenStream {
        let (calls, ws, seed) = (self.calls, &f.ws, &f.info(backward.seed).name);
        let (dynamic, seed_ty, returned) = (self.dynamic(false), &self.parts.output_cotangent, self.parts.returned());
        let params = self.backward_params(false);
        // Buffers are lent again and again, and so is what functions captured.
        let lent = |name: &TokenStream| {
            let mut sources = self.f.params.iter();
            !sources.any(|param| param.passing != Passing::Function && self.f.info(param.var).name == name.to_string())
        };
        let params = params.iter().map(|(name, ty)| {
            let mutable = lent(name).then(|| quote!(mut));
            quote!(#mutable #name: #ty)
        });
        quote! {
            move |#calls: &mut #dynamic, #ws: &mut ::pullback::rt::Workspace, mut #seed: #seed_ty, #(#params),*| -> #returned { #body }
        }
    }

    /// The function's forward sweep: `step` is that of one call, which ends with its value and its pullback.
    pub fn run(&self, step: &TokenStream) -> TokenStream {
        let Names { calls, frames, .. } = &self.names;
        let (dynamic, ws) = (self.dynamic(false), &self.f.ws);
        let own = self.calls;
        let params = self.forward_params(false);
        let names: Vec<_> = params.iter().map(|(name, _)| name).collect();
        let functions: Vec<String> = self
            .f
            .params
            .iter()
            .filter(|param| param.passing == Passing::Function)
            .map(|param| self.f.info(param.var).name.to_string())
            .collect();
        let declared = params.iter().map(|(name, ty)| {
            let mutable = functions.contains(&name.to_string()).then(|| quote!(mut));
            quote!(#mutable #name: #ty)
        });
        let again = self.backward_params(false);
        let again = again.iter().map(|(name, _)| name);
        let slots = self.both().map(|(param, source)| {
            let slot = param.slot();
            let Some(bar) = source.bar else {
                return quote!((): #slot);
            };
            let (name, bar) = (&self.f.info(source.var).name, &self.f.info(bar).name);
            quote!((#name, #bar): #slot)
        });
        let (seed_ty, returned) = (&self.parts.output_cotangent, self.parts.returned());
        let (value, pullback, seed, result) = (
            &self.parts.own.value,
            &self.parts.own.pullback,
            &self.parts.own.seed,
            &self.names.result,
        );
        let trait_ = {
            let types = self.types.iter().map(|(ty, _, _)| ty);
            quote!(#calls<#(#types),*>)
        };
        let items = self.items();
        quote! {
            #items
            let mut #frames = #frames(#ws, |#own: &mut #dynamic, #ws: &mut ::pullback::rt::Workspace, #(#declared),*| { #step });
            let #value = <_ as #trait_>::forward(&mut #frames, #ws, #(#names),*);
            let #pullback = move |#ws: &mut ::pullback::rt::Workspace, #seed: #seed_ty, #(#slots),*| -> #returned {
                let #result = <_ as #trait_>::backward(&mut #frames, #ws, #seed, #(#again),*);
                #frames.give_back(#ws);
                #result
            };
            (#value, #pullback)
        }
    }

    /// The trait that a step calls itself through, its only implementation, and the function that makes the stack.
    fn items(&self) -> TokenStream {
        let Names {
            calls,
            frames,
            step,
            frame,
            pushed,
            result,
        } = &self.names;
        let dynamic = self.dynamic(true);
        let ws = &self.f.ws;
        let seed = &self.parts.own.seed;
        let workspace = quote!(&mut ::pullback::rt::Workspace);
        let output = &self.parts.output;
        let (output, seed_ty, returned) = (
            self.named(quote!(#output)),
            self.named(self.parts.output_cotangent.clone()),
            self.named(self.parts.returned()),
        );
        let (forward, backward) = (self.forward_params(true), self.backward_params(true));
        let declared = |params: &[(TokenStream, TokenStream)]| -> Vec<TokenStream> {
            params.iter().map(|(name, ty)| quote!(#name: #ty)).collect()
        };
        let names = |params: &[(TokenStream, TokenStream)]| -> Vec<TokenStream> {
            params.iter().map(|(name, _)| name.clone()).collect()
        };
        let types = |params: &[(TokenStream, TokenStream)]| -> Vec<TokenStream> {
            params.iter().map(|(_, ty)| ty.clone()).collect()
        };
        let params: Vec<_> = self
            .types
            .iter()
            .map(|(_, name, bound)| quote!(#name: #bound))
            .collect();
        let arguments: Vec<_> = self.types.iter().map(|(_, name, _)| name).collect();
        let (forward_declared, backward_declared) = (declared(&forward), declared(&backward));
        let (forward_names, backward_names) = (names(&forward), names(&backward));
        let (forward_types, backward_types) = (types(&forward), types(&backward));
        let bounds = quote! {
            #step: ::core::marker::Copy + Fn(&mut #dynamic, #workspace, #(#forward_types),*) -> (#output, #frame),
            #frame: 'static + FnOnce(&mut #dynamic, #workspace, #seed_ty, #(#backward_types),*) -> #returned
        };
        let forward_head = quote!(fn forward(&mut self, #ws: #workspace, #(#forward_declared),*) -> #output);
        let backward_head =
            quote!(fn backward(&mut self, #ws: #workspace, #seed: #seed_ty, #(#backward_declared),*) -> #returned);
        quote! {
            trait #calls<#(#params),*> {
                #forward_head;
                #backward_head;
            }
            impl<#step, #frame, #(#params),*> #calls<#(#arguments),*> for ::pullback::rt::Frames<#step, #frame>
            where
                #bounds
            {
                #forward_head {
                    let (#result, #pushed) = (self.step())(self, #ws, #(#forward_names),*);
                    self.push(#pushed);
                    #result
                }
                #backward_head {
                    (self.pop())(self, #ws, #seed, #(#backward_names),*)
                }
            }
            fn #frames<#step, #frame, #(#params),*>(#ws: #workspace, #result: #step) -> ::pullback::rt::Frames<#step, #frame>
            where
                #bounds
            {
                ::pullback::rt::Frames::new(#ws, #result)
            }
        }
    }
}
