//! Emits calls of pullbacks.
//!
//! Input:  `pull p(y_bar; &x x_bar, -> k_bar)`
//! Output: `let (_, k_bar) = p(ws, y_bar, (&x, Some(&mut x_bar)), ());`

use crate::emit::emitter::Emit;
use crate::ir::spell::{Access, has_marks};
use crate::ir::*;
use crate::syntax::located::{self, quote};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use std::ops::Range;

/// What a pullback is given, and what it returns.
#[derive(Default)]
struct Given<'p> {
    args: Vec<TokenStream>,
    returned: Vec<TokenStream>,
    /// What is found out about arguments that are numbers or references: before the call, and what is done after it.
    fields: Vec<(TokenStream, TokenStream)>,
    /// What a method is called on, and whether that is written.
    receiver: Option<(TokenStream, &'p Place, bool)>,
}

impl Given<'_> {
    /// An argument for which nothing is returned.
    fn push(&mut self, arg: TokenStream) {
        self.args.push(arg);
        self.returned.push(quote!(_));
    }
}

impl Emit<'_> {
    pub(super) fn pull(&self, pull: &Pull) -> TokenStream {
        let (pullback, ws) = (self.name(pull.pullback), &self.ws());
        let seed = pull.seed.as_ref().map_or(quote!(()), |seed| self.loose(seed));
        let mut given = Given::default();
        for k in 0..pull.real_args() {
            self.pull_argument(pull, k, &mut given);
        }
        if pull.kind == CallKind::Operator && pull.args.len() == 1 {
            given.push(quote!(()));
        }
        let bind = pull
            .args
            .iter()
            .any(|arg| matches!(arg, PullArgument::Value(Some(_)) | PullArgument::Copied(_, Some(_))))
            || !given.fields.is_empty();
        let Given {
            args,
            returned,
            fields,
            receiver,
        } = given;
        let bind = bind.then(|| quote!(let (#(#returned,)*) =));
        let (before, after): (Vec<_>, Vec<_>) = fields.into_iter().unzip();
        let pulled = match (receiver, &pull.method) {
            (Some((receiver, place, written)), Some(method)) => {
                self.of_types.set(true);
                let receiver = self.tied(pullback, receiver, place, pull.number, written);
                quote!(#bind #receiver.#method(#pullback, #ws, #seed, #(#args),*);)
            }
            _ => match (pull.kind, &self.f.recursion) {
                (CallKind::Itself, Recursion::Frames(frames)) => {
                    let Frames { calls, tapes, .. } = &**frames;
                    quote!(#bind #calls.backward(#tapes, #ws, #seed, #(#args),*);)
                }
                _ => {
                    let pullback = located::at_statement(pullback);
                    quote!(#bind #pullback(#ws, #seed, #(#args),*);)
                }
            },
        };
        quote!(#(#before)* #pulled #(#after)*)
    }

    /// Hands an argument over to a pullback.
    fn pull_argument<'p>(&self, pull: &'p Pull, k: usize, given: &mut Given<'p>) {
        // The function itself takes references and their buffers one by one.
        let (ad, itself, arg) = (self.ad(), pull.kind == CallKind::Itself, &pull.args[k]);
        let (place, bar) = match arg {
            PullArgument::Value(var) => {
                given.returned.push(self.returned(*var));
                given.args.extend((!itself).then(|| quote!(())));
                return;
            }
            PullArgument::Copied(atom, part) => {
                given.args.push(self.copied_again(atom));
                given.returned.push(self.returned(*part));
                return;
            }
            PullArgument::Named => return given.push(quote!((#ad::Lent((), ()), #ad::LentBars(())))),
            PullArgument::Lambda(number, captured) => {
                return given.push(self.lambda_again(pull, *number, captured.clone()));
            }
            PullArgument::Again(atom, bar) => {
                let again = self.moved(atom);
                let bar = bar
                    .as_ref()
                    .map_or(quote!(::core::option::Option::None), |bar| self.slot(bar));
                given.args.push(quote!((#again, #bar)));
                return;
            }
            PullArgument::Ref(place, _) | PullArgument::Mut(place, _) if self.function(place).is_some() => {
                return given.push(self.function_again(pull, k, place));
            }
            PullArgument::Kept(atom) => return given.push(self.kept_again(atom, itself)),
            PullArgument::Absent => {
                let optional = |param: &Param| param.present.is_some();
                return given.push(match self.f.params.get(k) {
                    Some(param) if itself && optional(param) => {
                        quote!(::core::option::Option::None, ::core::option::Option::None)
                    }
                    _ => quote!(#ad::absent()),
                });
            }
            PullArgument::Ref(place, bar) if pull.fields.contains(&k) => {
                return self.pull_field(place, bar.as_ref(), given);
            }
            PullArgument::Ref(place, bar) => (
                place,
                bar.as_ref()
                    .map_or(quote!(::core::option::Option::None), |bar| self.slot(bar)),
            ),
            PullArgument::Mut(place, bar) => {
                let bar = bar.as_ref().expect("a mutable argument always has a buffer");
                (place, self.written_slot(bar, pull.edits))
            }
        };
        if k == 0 && pull.method.is_some() {
            let others = pull.args[1..].iter().filter_map(|arg| match arg {
                PullArgument::Ref(place, _) | PullArgument::Mut(place, _) => Some(place),
                _ => None,
            });
            let written = matches!(arg, PullArgument::Mut(..));
            let called = match pull.number {
                true => self.number(place),
                false => self.receiver(place, written, others),
            };
            given.receiver = Some((called, place, written));
            given.args.push(bar);
            return;
        }
        let value = match arg {
            PullArgument::Mut(..) => self.borrow_mut(place),
            _ => self.borrow(place),
        };
        given.push(match itself {
            true => quote!(#value, #bar),
            false => quote!((#value, #bar)),
        });
    }

    /// The name of what a pullback returns, if it is wanted.
    fn returned(&self, part: Option<Var>) -> TokenStream {
        part.map_or(quote!(_), |part| {
            let name = self.name(part);
            quote!(#name)
        })
    }

    /// An operand that is copied, again.
    fn copied_again(&self, atom: &Atom) -> TokenStream {
        let ad = self.ad();
        self.of_types.set(true);
        match atom {
            Atom::Var(var) if self.f.info(*var).ty.is_scalar() => self.loose(atom),
            atom => {
                let atom = self.loose(atom);
                quote!(#ad::operand(&#atom).copied())
            }
        }
    }

    /// A closure again, and the cotangents of what it captured.
    fn lambda_again(&self, pull: &Pull, number: usize, captured: Range<usize>) -> TokenStream {
        let ad = self.ad();
        let (lambda, captured) = (&self.f.lambdas[number], &pull.args[captured]);
        let kinds = lambda.function.params.iter().zip(captured);
        let kinds = kinds.map(|(param, arg)| self.kind(param, arg.place()));
        let kinds = crate::emit::closures::list(kinds.collect::<Vec<_>>().into_iter());
        let kinds = match &pull.method {
            Some(method) => {
                let places: Vec<&Place> = captured.iter().map(PullArgument::place).collect();
                self.with_device_code(kinds, lambda, &method.ident, &places)
            }
            None => kinds,
        };
        let again = crate::emit::closures::list(captured.iter().map(|arg| self.again(arg)));
        let bars = crate::emit::closures::list(captured.iter().map(|arg| self.capture_bar(arg)));
        quote!((#ad::Lent(#kinds, #again), #ad::LentBars(#bars)))
    }

    /// A parameter that is a function again, and its cotangents.
    fn function_again(&self, pull: &Pull, k: usize, place: &Place) -> TokenStream {
        let (ad, f, bars) = (self.ad(), self.name(place.root), self.capture_bar(&pull.args[k]));
        let again = quote!(#ad::lent_again(#f.0, &mut #f.1));
        if k == 0 && pull.kind == CallKind::Parameter {
            quote!((#again, #bars))
        } else if pull.kind == CallKind::Itself {
            quote!(#ad::Lent(#f.0, #again), #ad::LentBars(#bars))
        } else {
            quote!((#ad::Lent(#f.0, #again), #ad::LentBars(#bars)))
        }
    }

    /// What was kept of an argument, again.
    fn kept_again(&self, atom: &Atom, itself: bool) -> TokenStream {
        let (ad, again) = (self.ad(), self.runtime("again"));
        let kept = match atom {
            Atom::Var(_) => self.loose(atom),
            Atom::Constant(tokens, _) => quote!(#ad::keep(&#tokens)),
        };
        if itself {
            quote!(#kept, ::core::option::Option::None)
        } else {
            quote!(#ad::#again(#kept))
        }
    }

    /// An argument that may be a number or a reference, which only rustc knows.
    fn pull_field(&self, place: &Place, bar: Option<&Place>, given: &mut Given<'_>) {
        let (ad, field, place) = (self.ad(), self.field(given.fields.len()), self.borrow(place));
        let Some(bar) = bar else {
            return given.push(quote!(#ad::field_again(#place)));
        };
        // A buffer of its own is lent as what the callee takes, like a part of another one.
        let lent = if bar.is_whole() && self.f.info(bar.root).role == Role::Value {
            let bar = self.name(bar.root);
            quote!(#ad::Sink::lend(&mut #bar))
        } else {
            self.slot(bar)
        };
        let part = format_ident!("{}_bar", field);
        given.args.push(quote!(#field.slot(#place, #lent)));
        given.returned.push(quote!(#part));
        given
            .fields
            .push((quote!(let #field = #ad::field();), quote!(#field.back(#part, #lent);)));
    }

    /// The cotangent of what the callee writes to, which is always there.
    fn written_slot(&self, bar: &Place, edits: bool) -> TokenStream {
        let span = located::statement();
        if bar.lent_where().is_some() {
            self.borrow_mut(bar)
        } else if has_marks(&self.f.vars, bar) {
            let bar = self.place_for(bar, Access::Within(&self.fields));
            match edits {
                true => quote_spanned!(span=> #bar.lend()),
                false => quote_spanned!(span=> ::core::option::Option::Some(&mut *#bar.written())),
            }
        } else {
            let lent = self.borrow_mut(bar);
            quote_spanned!(span=> ::core::option::Option::Some(#lent))
        }
    }

    /// A captured variable again, for a pullback.
    pub(super) fn again(&self, argument: &PullArgument) -> TokenStream {
        let (place, ad) = (argument.place(), self.ad());
        match (self.function(place), argument) {
            (Some((f, _)), _) => quote!((#f.0, #ad::lent_again(#f.0, &mut #f.1))),
            (None, PullArgument::Mut(..)) => {
                let place = self.place_mut(place);
                quote!(&mut #place)
            }
            _ => self.borrow(place),
        }
    }

    /// A name for what is found out about an argument that is a number or a reference.
    fn field(&self, number: usize) -> Ident {
        format_ident!("field_{}", number, span = Span::mixed_site())
    }
}
