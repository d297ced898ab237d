//! Emits branches and loops of the forward sweep, with the records and tapes that the plan gave them.
//!
//! Input:  `if c { … spill (a) to record }`, `for i in 0..n taping t { … spill (e) to t }`
//! Output: `let record = if c { … ad::Branch::Then((a,)) } else { … };`, `for i in ad::room(&mut t, 0..n) { … ad::put(&mut t, e); }`

use crate::emit::emitter::Emit;
use crate::emit::statements::FEW;
use crate::ir::*;
use crate::syntax::located::quote;
use proc_macro2::TokenStream;

impl Emit<'_> {
    pub(super) fn branch(&self, branch: &If) -> TokenStream {
        let ad = self.ad();
        let cond = self.loose(&branch.cond);
        let side = |block: &Block, way: TokenStream| {
            let diverges = block.result.is_none() && crate::lower::expressions::branches::ends(block);
            let spilled = block.spilled();
            let record = branch.record.map(|_| {
                let saves = self.saved(spilled.map_or(&[], |(_, vars)| vars));
                quote!(#ad::Branch::#way(#saves))
            });
            let push = spilled.filter(|_| record.is_none());
            let push = push.map(|(tape, vars)| self.push(tape, vars));
            self.block_then(block, |result| match (branch.out, record) {
                _ if diverges => quote!(),
                (Some(_), Some(record)) => quote!((#result, #record)),
                (None, Some(record)) => record,
                (Some(out), None) if push.is_some() => {
                    let out = self.name(out);
                    quote!(let #out = #result; #push #out)
                }
                (Some(_), None) => result,
                (None, None) => quote!(#push),
            })
        };
        let (then, els) = (side(&branch.then, quote!(Then)), side(&branch.els, quote!(Else)));
        let out = branch.out.map(|out| {
            let info = self.f.info(out);
            let (name, mutable) = (&info.name, info.mutable.then(|| quote!(mut)));
            quote!(#mutable #name)
        });
        let annotation = branch.out.and_then(|out| self.f.info(out).annotation.as_ref());
        let record = branch.record.map(|var| self.name(var));
        match (out, record) {
            (Some(out), Some(record)) => {
                let annotation = annotation.map(|ty| quote!(: (#ty, _)));
                quote!(let (#out, #record) #annotation = if #cond { #then } else { #els };)
            }
            (Some(out), None) => {
                let annotation = annotation.map(|ty| quote!(: #ty));
                quote!(let #out #annotation = if #cond { #then } else { #els };)
            }
            (None, Some(record)) => quote!(let #record = if #cond { #then } else { #els };),
            (None, None) if els.is_empty() => quote!(if #cond { #then }),
            (None, None) => quote!(if #cond { #then } else { #els }),
        }
    }

    pub(super) fn forward_loop(&self, body: &Loop) -> TokenStream {
        let ad = self.ad();
        let range = match &body.kind {
            LoopKind::Range {
                var,
                low,
                high,
                inclusive,
                reversed,
            } => Some((self.name(*var), self.range(low, high, *inclusive, *reversed))),
            _ => None,
        };
        let spilled = body.tape.as_ref().zip(body.body.spilled());
        let saved = spilled.map(|(tape, (_, vars))| (tape.form, self.tape(tape.var), self.saved(vars)));
        if let (Some((var, range)), Some((TapeForm::Array(len), tape, saved))) = (&range, &saved) {
            let inner = self.block_then(&body.body, |_| saved.clone());
            if let LoopKind::Range { low, reversed, .. } = &body.kind
                && *len <= FEW
            {
                // Written out: std's loop over an array's elements is not inlined with the body in it.
                let mut turns: Vec<_> = (0..*len)
                    .map(|turn| crate::plan::tape_layout::shifted(low, turn))
                    .collect();
                if *reversed {
                    turns.reverse();
                }
                let len = proc_macro2::Literal::usize_unsuffixed(*len);
                return quote! {
                    let #tape: [_; #len] = {
                        let mut body = #ad::turn(&(#range), { #[inline(always)] |#var| { #inner } });
                        [#(body(#turns)),*]
                    };
                };
            }
            let len = proc_macro2::Literal::usize_unsuffixed(*len);
            return quote!(let #tape: [_; #len] = #ad::filled(#range, |#var| { #inner }););
        }
        let head = match &body.kind {
            LoopKind::Range { .. } => {
                let (var, range) = range.expect("it is one");
                match &saved {
                    Some((TapeForm::Reserved, tape, _)) => quote!(for #var in #ad::room(&mut #tape, #range)),
                    _ => quote!(for #var in #range),
                }
            }
            LoopKind::Iterator { pattern, iterator, .. } => {
                let iterator = self.opaque(iterator);
                quote!(for #pattern in #iterator)
            }
            LoopKind::Times(_) => unreachable!("only the reverse sweep counts"),
            LoopKind::Forever => quote!(loop),
        };
        let trips = self.name(body.trips);
        let start = body.count_trips.then(|| quote!(let mut #trips = 0usize;));
        let count = body.count_trips.then(|| quote!(#trips += 1;));
        let exit = body.exit.map(|exit| {
            let exit = self.name(exit);
            quote!(if #exit { break; })
        });
        let push = saved.map(|(form, tape, saved)| match form {
            TapeForm::Reserved => quote!(#ad::put(&mut #tape, #saved);),
            _ => quote!(#tape.push(#saved);),
        });
        let inner = self.block_then(&body.body, |_| {
            let fused = body.fused.as_ref().map(|block| self.block(block));
            quote!(#count #push #fused #exit)
        });
        let (take, put_back) = match body.tape.as_ref().and_then(|tape| Some((tape.var, tape.height?))) {
            Some((tape, height)) => {
                let (ws, tape, height) = (&self.ws(), self.name(tape), self.name(height));
                (
                    Some(quote!(let mut #tape = #ws.stack();)),
                    Some(quote!(let #height = #ws.put_back(#tape);)),
                )
            }
            None => (None, None),
        };
        quote!(#start #take #head { #inner } #put_back)
    }
}
