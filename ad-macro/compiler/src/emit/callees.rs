//! Emits what proves that a callee has the twin that a sweep calls, and is the function that is written.
//!
//! Input:  `let y, p = call v.norm()`
//! Output: `let found = ::pullback::rt::as_written!(norm(), v, v.norm_marked_differentiable(); 0);`, and `found.tied(&v)` to call it on

use crate::emit::emitter::Emit;
use crate::ir::*;
use crate::syntax::located::{self, quote};
use proc_macro2::{Ident, Span, TokenStream};
use quote::format_ident;
use std::ops::Range;

impl Emit<'_> {
    /// That the function which is called is the one whose twin is. Of one that takes functions nothing says here which one it is.
    pub(super) fn as_called(&self, call: &Call, args: &[TokenStream]) -> TokenStream {
        let (ad, written) = (self.ad(), &call.written);
        let untold = written.told.iter().any(|(_, words)| words.is_none());
        let exists = |part: &syn::ExprPath| {
            let exists = self
                .f
                .imports_twin(part)
                .then(|| crate::ir::proofs::twin_exists(part, self.f));
            exists.unwrap_or_default()
        };
        let named = call.args.iter().map(|arg| match arg {
            Argument::Named(_, part) => exists(part),
            _ => TokenStream::new(),
        });
        let named: TokenStream = named.collect();
        // Other functions of the twin are called where its own sweep is, too, or by the twin's name.
        let sweep = call
            .forward
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "forward");
        if call.kind != CallKind::Function || !sweep {
            return named;
        }
        if untold || self.takes_function(call) {
            let called = exists(&call.forward);
            return quote!(#called #named);
        }
        let args = args.iter().zip(&call.args).enumerate();
        let args = args.map(|(k, (tokens, arg))| match arg {
            _ if let Some((_, Some(words))) = written.told.iter().find(|(told, _)| *told == k) => words.clone(),
            Argument::Ref(place) if written.fields.contains(&k) => self.place(place),
            Argument::Mut(_) if written.views.contains(&k) => quote!((#tokens).view_mut()),
            Argument::Ref(_) if written.views.contains(&k) => quote!((#tokens).view()),
            // Behind a parameter that is a view there is no view in the sweeps.
            Argument::Mut(place) if self.f.is_view_param(place) => quote!(&mut (#tokens).view_mut()),
            Argument::Ref(place) if self.f.is_view_param(place) => quote!(&(#tokens).view()),
            _ if written.held.contains(&k) => quote!(#ad::argument_of(#tokens)),
            _ if written.options.contains(&k) => quote!(#ad::option_argument(#tokens)),
            _ => tokens.clone(),
        });
        let args = in_tuples(args.collect(), written.tuples.iter().cloned());
        let result = written.result.as_deref();
        crate::ir::proofs::as_called(
            &call.function,
            &call.forward,
            self.f,
            &args,
            (result, written.stands.as_ref()),
            |called| self.asked(called),
            located::statement(),
        )
    }

    /// Whether an argument is a function.
    pub(super) fn takes_function(&self, call: &Call) -> bool {
        call.args.iter().any(|arg| match arg {
            Argument::Lambda(..) | Argument::Named(..) => true,
            Argument::Ref(place) | Argument::Mut(place) => self.function(place).is_some(),
            _ => false,
        })
    }

    /// The call of an associated function's twin. What says that there is none takes one argument for each that is no closure.
    pub(super) fn associated(&self, call: &Call, args: &[TokenStream]) -> TokenStream {
        let (ad, ws, forward) = (self.ad(), &self.ws(), &call.forward);
        let last = forward.path.segments.last().expect("a path has a name");
        let asked = self.asked(quote!(#forward));
        let called = quote!(#asked(#(#args,)* #ws));
        if self.takes_function(call) || !last.arguments.is_none() {
            return called;
        }
        let (function, given) = (&last.ident, (0..=args.len()).map(|k| format_ident!("_{k}")));
        quote!(#ad::associated!(#function(#(#given),*), #called))
    }

    /// What is found under the method's name, and that it is what the function calls.
    pub(super) fn as_written(&self, call: &Call, args: &[TokenStream]) -> Option<TokenStream> {
        let closures = call.args.iter().any(|arg| matches!(arg, Argument::Lambda(..)));
        let shown = !closures && !call.written.tangent;
        let method = call.function.path.segments.last().filter(|_| shown)?;
        let place = call.args[0].place();
        let receiver = match call.written.number {
            true => self.number(place),
            false => self.receiver(place, false, std::iter::empty()),
        };
        let arguments = call.real_args() - 1 - call.written.tuples.iter().map(|parts| parts.len() - 1).sum::<usize>();
        let at = asked_for(call, &receiver, args);
        // A proof about types stands where the sweeps are apart: once is enough.
        let as_written = match self.f.is_together() {
            true => crate::ir::proofs::as_proved(&method.ident, &at),
            false => {
                let place = self.place(place);
                crate::ir::proofs::as_written(&method.ident, arguments, call.written.is_value, &place, &at)
            }
        };
        let found = found();
        Some(quote!(let #found = #as_written;))
    }

    /// A receiver of which rustc does not say that it has no such method where it has said so of `found`. A place stays one: methods are
    /// looked for in another order where it is borrowed before.
    pub(super) fn tied(
        &self,
        found: &Ident,
        receiver: TokenStream,
        place: &Place,
        number: bool,
        written: bool,
    ) -> TokenStream {
        let (info, found) = (self.f.info(place.root), located::at_statement(found));
        let itself = self.f.sweeps_of(place) == SweepsOf::Itself && !number;
        let reference = match itself {
            false => return quote!(#found.tied(#receiver)),
            true if written => return receiver,
            true if info.mutable => return quote!(#found.tied(#receiver)),
            true => self.borrow(place),
        };
        quote!((*#found.tied(#reference)))
    }
}

/// What is found under the name of the method that is called.
pub(super) fn found() -> Ident {
    Ident::new("found", Span::mixed_site().located_at(located::statement()))
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

/// What says of a method how it takes its receiver, as a method of that.
pub(super) fn asked_for(call: &Call, receiver: &TokenStream, args: &[TokenStream]) -> TokenStream {
    let method = call.function.path.segments.last().expect("a path has a name");
    let turbofish = &call.forward.path.segments.last().expect("a path has a name").arguments;
    crate::ir::proofs::found(&method.ident, receiver, turbofish, args, call.written.stands.as_ref())
}
