//! The twin of a method, as a pair found by method syntax, and of a function used as a value.
//!
//! Input:  `fn norm(&self) -> f64`
//! Output: `norm_differentiable_push(&self, ws)`, `norm_differentiable_pull(&self, pullback, ws, seed, self_bar)`, `norm_marked_differentiable`

use crate::ir::function::Passing;
use crate::syntax::tokens;
use crate::twin::assemble::receives;
use crate::twin::cotangent_types::clone_bound;
use crate::twin::parts::{Own, Parts};
use crate::twin::signature::{FunctionTypes, Signature};
use crate::twin::target::{Kind, Twin};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

impl Parts<'_> {
    /// The two halves of a method for calls by method syntax: rustc finds the receiver as it did for the method, and it is
    /// still there when the pullback runs. A method by value works on a copy, which is made of its parts and not by its `Clone`; its receiver's cotangent is added to in place
    /// like that of a method by reference.
    pub fn by_method(&self) -> TokenStream {
        let Some(receiver) = self.receiver() else {
            return quote!();
        };
        let visibility = self.twin.visibility;
        let (forward, [pushed, pulled]) = (
            self.twin.forward(),
            ["differentiable_push", "differentiable_pull"].map(|suffix| self.twin.derivative(suffix)),
        );
        let (signature, seed, buffer) = (self.pullback_signature(), &self.output_cotangent, &receiver.buffer);
        let Own {
            workspace,
            value,
            pullback,
            seed: own_seed,
            once: own,
            ..
        } = &self.own;
        let rest = &self.params[1..];
        let declared = rest.iter().map(|param| {
            let (name, slot) = (&param.name, param.slot());
            quote!(#name: #slot)
        });
        let types = rest.iter().map(Self::returned_for);
        let (params, where_clause) = self.pull_generics();
        let self_bar = &receiver.bar;
        let lifetime = &receiver.lifetime;
        let (reference, lent) = match receiver.passing {
            Passing::Mut => (quote!(&mut self), quote!(& #lifetime mut self)),
            _ => (quote!(&self), quote!(& #lifetime self)),
        };
        let arguments = self.declared_in_sweep().split_off(1);
        let receives = receives(self.twin, receiver);
        let (this, bound) = self.receiver_in_sweep(receiver);
        let (push_params, copied) = self.sweep_generics(bound);
        let passed = rest.iter().map(|param| {
            let name = &param.name;
            match &param.function {
                Some(FunctionTypes { call, .. }) => quote!(#name, #call),
                None => quote!(#name),
            }
        });
        let (output, mut pullback_type, own_arguments) = (&self.output, self.pullback_type(), self.sweep_arguments());
        let inline = (!self.is_boxed()).then(|| quote!(#[inline]));
        let mut forwarded = quote!(Self::#forward #own_arguments(#this, #(#passed,)* #workspace));
        let (mut taken, mut unwrapped) = (quote!(impl #signature), None);
        // One type may implement the trait with several arguments, and the slots do not say which of them was meant.
        if let Some(parameters) = self.not_in_slots() {
            pullback_type = quote!(::pullback::rt::OfTrait<#parameters, #pullback_type>);
            taken = quote!(::pullback::rt::OfTrait<#parameters, #taken>);
            forwarded = quote! {
                let (#value, #pullback) = #forwarded;
                (#value, ::pullback::rt::OfTrait::new(#pullback))
            };
            unwrapped = Some(quote!(let #pullback = #pullback.pullback;));
        }
        // What is offered is taken before anything else is called.
        if receives {
            pullback_type = quote!(::pullback::rt::OfReceived<#pullback_type>);
            taken = quote!(::pullback::rt::OfReceived<#taken>);
            forwarded = quote! {
                let (#self_bar, #own) = ::pullback::rt::received(#workspace, self);
                let (#value, #pullback) = { #forwarded };
                (#value, ::pullback::rt::OfReceived { pullback: #pullback, own: #own })
            };
            unwrapped = Some(quote! {
                let ::pullback::rt::OfReceived { pullback: #pullback, own: #own } = #pullback;
                #unwrapped
            });
        }
        let body = self.pull_method(receiver);
        quote! {
            /// The forward half of the method, for differentiable functions that call it.
            #[doc(hidden)]
            #inline
            #visibility fn #pushed #push_params(
                #lent, #(#arguments,)* #workspace: &mut ::pullback::rt::Workspace
            ) -> (#output, #pullback_type) #copied {
                #forwarded
            }

            /// The backward half of the method.
            #[doc(hidden)]
            #[inline]
            #visibility fn #pulled #params(
                #reference,
                #pullback: #taken,
                #workspace: &mut ::pullback::rt::Workspace,
                #own_seed: #seed,
                #self_bar: ::core::option::Option<&mut #buffer>,
                #(#declared),*
            ) -> (#(#types,)*) #where_clause {
                #unwrapped
                #body
            }
        }
    }

    /// What the sweep is given for the receiver, and what that asks of its type.
    fn receiver_in_sweep(&self, receiver: &Signature) -> (TokenStream, Option<TokenStream>) {
        let (workspace, bar) = (&self.own.workspace, &receiver.bar);
        if receiver.passing == Passing::Value {
            let copy = match receiver.differentiable {
                _ if receives(self.twin, receiver) => quote!(#bar),
                true => quote!(::pullback::rt::copy_to_write(#workspace, self)),
                false => quote!(::pullback::rt::copy(self)),
            };
            (copy, Some(clone_bound(&receiver.ty)))
        } else {
            (quote!(self), None)
        }
    }

    /// How the backward half runs the sweep's pullback.
    fn pull_method(&self, receiver: &Signature) -> TokenStream {
        let Own {
            workspace,
            value,
            pullback,
            seed: own_seed,
            once: own,
            ..
        } = &self.own;
        let (self_bar, rest) = (&receiver.bar, &self.params[1..]);
        let names: Vec<_> = rest.iter().map(|param| &param.name).collect();
        let parts: Vec<_> = rest.iter().map(|param| &param.part).collect();
        if receives(self.twin, receiver) {
            quote! {
                let (#value, #(#parts,)*) = #pullback(#workspace, #own_seed, (), #(#names),*);
                if let ::core::option::Option::Some(#self_bar) = #self_bar {
                    ::pullback::rt::give_to_receiver(self, #self_bar, #value, #own);
                }
                (#(#parts,)*)
            }
        } else if receiver.passing == Passing::Value {
            quote! {
                let (#value, #(#parts,)*) = #pullback(#workspace, #own_seed, (), #(#names),*);
                if let ::core::option::Option::Some(#self_bar) = #self_bar {
                    ::pullback::rt::accumulate(#self_bar, &#value);
                }
                (#(#parts,)*)
            }
        } else {
            quote! {
                let ((), #(#parts,)*) = #pullback(#workspace, #own_seed, (self, #self_bar), #(#names),*);
                (#(#parts,)*)
            }
        }
    }

    pub fn receiver(&self) -> Option<&Signature> {
        self.params.first().filter(|param| param.is_receiver())
    }

    /// Says whose method this is.
    pub(super) fn found(&self) -> TokenStream {
        let Some(receiver) = self.receiver() else {
            return quote!();
        };
        let bound = (receiver.passing == Passing::Value).then(|| clone_bound(&receiver.ty));
        let (params, clause) = self.sweep_generics(bound);
        found(self.twin, receiver, &params, &self.declared_in_sweep()[1..], &clause)
    }

    /// The same of a method that returns a reference, which is the type's own or a trait's.
    pub fn found_projection(
        &self,
        generics: &TokenStream,
        declared: &[TokenStream],
        clause: &TokenStream,
    ) -> Option<TokenStream> {
        let receiver = self.receiver()?;
        matches!(self.twin.kind, Kind::Member | Kind::Declared { .. })
            .then(|| found(self.twin, receiver, generics, &declared[1..], clause))
    }

    /// A type that names what the slots do not say: a trait's parameters, and those of the function that stand for a value which is
    /// handed over or returned, of which the reverse sweep sees the cotangent alone.
    fn not_in_slots(&self) -> Option<TokenStream> {
        let of_trait = match self.twin.kind {
            Kind::Declared { parameters, .. } => parameters,
            _ => None,
        };
        let values = self.params.iter().filter(|param| param.passing == Passing::Value);
        let types = values
            .map(|param| param.ty.to_token_stream())
            .chain([self.output.to_token_stream()]);
        let types: TokenStream = types.collect();
        let own = self.twin.generics.type_params().map(|param| &param.ident);
        let own: Vec<_> = own
            .filter(|name| tokens::mentions(types.clone(), &[name.to_string()]))
            .collect();
        match (of_trait, &own[..]) {
            (of_trait, []) => of_trait.cloned(),
            (of_trait, own) => {
                let of_trait = of_trait.into_iter();
                Some(quote!((#(#of_trait,)* #(fn(&#own),)*)))
            }
        }
    }

    /// The function as a value: it captures nothing, is handed all its arguments again, and adds to all their cotangents.
    pub(super) fn function(&self) -> TokenStream {
        let receiver = self.params.first().is_some_and(Signature::is_receiver);
        let beside = matches!(self.twin.kind, Kind::Free(_) | Kind::Member);
        if !beside || receiver || self.functions().next().is_some() || !self.tuples.is_empty() || self.holds() {
            return quote!();
        }
        let (name, visibility, ws) = (
            self.twin.derivative("function"),
            self.twin.visibility,
            &self.own.workspace,
        );
        let (output, seed_ty, names) = (&self.output, &self.output_cotangent, self.twin.in_scope);
        let (pullback, seed, value) = (&self.own.pullback, &self.own.seed, &self.own.value);
        let (params, where_clause) = self.sweep_generics(None);
        let (declared, options) = (self.declared(), self.options());
        let forward = self.run_sweep(&self.twin.forward(), quote!(#ws), |param| {
            let name = &param.name;
            quote!(#name)
        });
        let mut handed = Vec::new();
        let mut types = Vec::new();
        let mut slots = Vec::new();
        let mut returned = Vec::new();
        let mut adds = Vec::new();
        for param in &self.params {
            let (name, bar, ty, part) = (&param.name, &param.bar, &param.ty, &param.part);
            let buffer = &param.buffer;
            let ty = match param.passing {
                Passing::Value => quote!(#ty),
                _ => param.reference(ty),
            };
            handed.push(quote!((#name, #bar): (#ty, ::core::option::Option<&mut #buffer>)));
            types.push(quote!((#ty, ::core::option::Option<&mut #buffer>)));
            if param.passing != Passing::Value {
                slots.push(quote!((#name, #bar)));
                returned.push(quote!(_));
                continue;
            }
            slots.push(quote!(()));
            if param.differentiable {
                returned.push(quote!(#part));
                adds.push(quote!(if let ::core::option::Option::Some(#bar) = #bar { ::pullback::rt::accumulate(#bar, &#part); }));
                if param.returns_memory() {
                    adds.push(quote!(::pullback::rt::give_back(#ws, #part);));
                }
            } else {
                returned.push(quote!(_));
            }
        }
        quote! {
            /// The function as an argument of a differentiable function.
            #[doc(hidden)]
            #[inline]
            #visibility fn #name #params(_: (), #ws: &mut ::pullback::rt::Workspace, #(#declared),*) -> (
                #output,
                impl ::core::ops::FnOnce(&mut ::pullback::rt::Workspace, #seed_ty, ((), ()), #(#types),*) + use<#(#names),*>
            ) #where_clause {
                #options
                let (#value, #pullback) = #forward;
                (#value, move |#ws: &mut ::pullback::rt::Workspace, #seed: #seed_ty, _: ((), ()), #(#handed),*| {
                    let (#(#returned,)*) = #pullback(#ws, #seed, #(#slots),*);
                    #(#adds)*
                })
            }
        }
    }
}

/// Says whose method this is: rustc looks for it as it does for the sweeps.
/// It takes the arguments of the forward half: of a generic trait, they say which is meant.
fn found(
    twin: &Twin,
    receiver: &Signature,
    generics: &TokenStream,
    arguments: &[TokenStream],
    clause: &TokenStream,
) -> TokenStream {
    let (visibility, at) = (twin.visibility, twin.derivative("marked_differentiable"));
    let kind = match receiver.passing {
        _ if twin.by_move => quote!(ByMove),
        Passing::Mut => quote!(ByMut),
        Passing::Value if receives(twin, receiver) => quote!(ByTake),
        Passing::Value => quote!(ByMove),
        _ => quote!(ByRef),
    };
    let taken = arguments.len();
    quote! {
        /// Says whose method this is.
        #[doc(hidden)]
        #[inline]
        #visibility fn #at #generics(&self, #(#arguments),*)
            -> ::pullback::rt::Takes<::pullback::rt::At<Self, ::pullback::rt::#kind>, #taken> #clause {
            ::pullback::rt::Takes(::pullback::rt::at())
        }
    }
}
