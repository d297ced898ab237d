//! Second order: the adjoint is in the IR of the primal, so it is compiled again.
//!
//! Input:  `fn f(x: f64, n: usize) -> f64`, through all passes
//! Output: `fn f_slope(x: f64, n: usize) -> f64`, whose IR is the forward sweep, then `seed = 1`, then the reverse sweep; its
//!         result is the cotangent of a parameter. It goes through the same passes and gets a twin of its own.
//!
//! The functions are in `tests/expand/second/`; what this makes of them is committed there and runs in `tests/second_order.rs`.
//! `INSTA_UPDATE=always cargo test -p ad-compiler second` writes it anew.

use crate::adjoint::reverse::{adjoint, renumber};
use crate::analysis::activity;
use crate::emit::emitter::Emit;
use crate::function::compiled::Compiled;
use crate::ir::plan::Plan;
use crate::ir::rename::{copy, rename_block};
use crate::ir::verify::{self, Form};
use crate::ir::*;
use crate::loops::scalar_replacement::scalar_replacement;
use crate::plan::spill::spill;
use crate::syntax::types::Ty;
use crate::tangent::forward::Missing;
use crate::twin::assemble::twin;
use crate::twin::target::Twin;
use proc_macro2::Span;
use quote::quote;

/// The derivative of a compiled function with respect to `param`, as a function of the IR: of its first element, if it has
/// many.
fn slope(compiled: Compiled, param: usize) -> Function {
    let Compiled {
        function: mut f,
        backward,
        ..
    } = compiled;
    // The proofs are of the names that the function was written with.
    f.items.retain(|item| !item.to_string().starts_with("const _"));
    assert!(f.items.is_empty(), "an item is not part of this IR");
    f.name = quote::format_ident!("{}_slope", f.name);
    let mut block = backward.block;
    let mut written = false;
    block.uses(&mut |var, usage| written |= var == backward.seed && usage == Use::Write);
    f.vars[backward.seed.0].mutable = written;
    let mut forward = Vec::new();
    f.body.walk(&mut |stmt| forward.extend(stmt.defines()));
    f.body.walk(&mut |stmt| {
        if let StmtKind::Loop(body) = &stmt.kind {
            forward.extend(body.kind.vars());
        }
    });
    let mut body = std::mem::take(&mut f.body);
    olds_apart(&mut f, &mut body);
    f.body = body;
    structured(&mut f, &mut block, &forward);
    again_apart(&mut f, &mut block, &forward);
    renumber(&mut f, &mut block);
    let mut stmts = Vec::new();
    let mut define = |f: &mut Function, var: Var, op: Op| {
        let stmt = f.stmt(Span::call_site(), StmtKind::Let { var, op });
        stmts.push(stmt);
    };
    let one = Opaque::pure(quote!(1.0), Vec::new());
    define(&mut f, backward.seed, Op::Opaque(one));
    for k in 0..f.params.len() {
        if let (Some(bar), true) = (f.params[k].bar.take(), f.params[k].differentiable) {
            // A buffer that the caller lends is a local here.
            f.vars[bar.0].role = Role::Value;
            f.vars[bar.0].mutable = true;
            let shape = f.new_var("shape", Ty::Inert, false);
            let place = Place::var(f.params[k].var);
            define(&mut f, shape, Op::Witness(place));
            define(&mut f, bar, Op::Zero(Some(shape)));
            if k == param {
                let first = Projection::Index(Atom::Constant(quote!(0), Ty::Int));
                let out = f.new_var("slope", Ty::FLOAT, false);
                let op = Op::Read(Place::var(bar).then(first));
                let read = f.stmt(Span::call_site(), StmtKind::Let { var: out, op });
                block.stmts.push(read);
                block.result = Some(Atom::Var(out));
            }
        }
    }
    if f.params[param].passing == Passing::Value {
        let by_value = |param: &&Param| param.passing == Passing::Value;
        let at = f.params[..param].iter().filter(by_value).count();
        block.result = backward.results[at].clone();
    }
    f.body.stmts.extend(stmts);
    f.body.stmts.extend(block.stmts);
    f.body.result = block.result;
    f
}

/// Makes a statement of its own of what an assignment saves.
fn olds_apart(f: &mut Function, block: &mut Block) {
    let mut stmts = Vec::new();
    for mut stmt in std::mem::take(&mut block.stmts) {
        stmt.blocks_mut().into_iter().for_each(|inner| olds_apart(f, inner));
        if let StmtKind::Assign { place, old, .. } | StmtKind::Update { place, old, .. } = &mut stmt.kind
            && let Some(var) = old.take()
        {
            let op = Op::Read(place.clone());
            stmts.push(f.stmt(stmt.span, StmtKind::Let { var, op }));
        }
        stmts.push(stmt);
    }
    block.stmts = stmts;
}

/// Turns the adjoint's control flow into that of a primal: without records and tapes they are the same. What it
/// undoes becomes an assignment.
fn structured(f: &mut Function, block: &mut Block, forward: &[Var]) {
    for stmt in &mut block.stmts {
        for inner in stmt.blocks_mut() {
            structured(f, inner, forward);
            again_apart(f, inner, forward);
        }
        let placeholder = StmtKind::Exit(Exit::Return(None));
        stmt.kind = match std::mem::replace(&mut stmt.kind, placeholder) {
            StmtKind::Unwind(unwind) => {
                assert!(unwind.record.is_none(), "a record is not part of this IR");
                StmtKind::If(Box::new(If {
                    cond: unwind.cond,
                    then: unwind.then,
                    els: unwind.els,
                    out: None,
                    record: None,
                }))
            }
            StmtKind::Reverse(reverse) => {
                let mut reverse = *reverse;
                assert!(reverse.tape.is_none(), "a tape is not part of this IR");
                let LoopKind::Range { var, reversed, .. } = &mut reverse.kind else {
                    panic!("only loops over ranges are reversed by their bounds")
                };
                *reversed = !*reversed;
                let index = copy(f, *var);
                let old = std::mem::replace(var, index);
                rename_block(f, &mut reverse.body, old, index);
                f.next_label += 1;
                StmtKind::Loop(Box::new(Loop {
                    label: f.next_label,
                    kind: reverse.kind,
                    body: reverse.body,
                    exit: None,
                    trips: f.new_var("trips", Ty::Int, true),
                    count_trips: false,
                    fused: None,
                    checkpoint: None,
                    tape: None,
                }))
            }
            StmtKind::Undo { place, old } => StmtKind::Assign {
                place,
                value: Atom::Var(old),
                old: None,
            },
            kind => kind,
        };
    }
}

/// What is read or computed again has the names of the forward sweep: it gets names of its own.
fn again_apart(f: &mut Function, block: &mut Block, forward: &[Var]) {
    let again: Vec<Var> = block.stmts.iter().flat_map(Stmt::defines).collect();
    for var in again.into_iter().filter(|var| forward.contains(var)) {
        let new = copy(f, var);
        rename_block(f, block, var, new);
    }
}

/// The function's slope as Rust, and the slope's twin.
fn compiled_again(source: &str) -> String {
    let item: syn::ItemFn = syn::parse_str(source).unwrap();
    let (compiled, diagnostics) = crate::driver::snapshots::compiled(&item);
    let mut f = slope(compiled, 0);
    verify::check(&f, None, Form::Structured).unwrap_or_else(|problem| panic!("{problem}\n{f}"));
    let (name, ad) = (f.name.clone(), f.ad.clone());
    let none = Plan {
        kept: Default::default(),
        tapes: Vec::new(),
        reasons: Vec::new(),
        unassigned: Default::default(),
        moves: Default::default(),
    };
    let body = Emit::new(&f, &none, &[&f.body], &[]).sweep(&f.body, |result| result);
    let params: Vec<_> = f
        .params
        .iter()
        .map(|param| {
            let (name, ty) = (&f.info(param.var).name, &param.ty);
            let reference = (param.passing == Passing::Ref).then(|| quote!(&));
            quote!(#name: #reference #ty)
        })
        .collect();
    let output = &f.output;
    let primal = quote! {
        #[allow(unused, unused_qualifications, clippy::all)]
        pub fn #name(#(#params),*) -> #output {
            use ::pullback::rt as #ad;
            #body
        }
    };
    let active = activity::activity(&mut f, &diagnostics);
    let mut backward = adjoint(&mut f, &active, &diagnostics);
    verify::checked("reverse", &f, Some(&backward), Form::Structured, &diagnostics);
    let plan = spill(&mut f, &mut backward);
    scalar_replacement(&mut f, &mut backward);
    verify::checked("scalar_replacement", &f, Some(&backward), Form::Planned, &diagnostics);
    assert!(diagnostics.finish().is_none(), "the adjoint of {source} is rejected");
    let twin_of = Twin {
        function: &name,
        kind: crate::twin::target::Kind::Free(&name),
        generics: &syn::Generics::default(),
        in_scope: &[],
        this: None,
        lending: &Default::default(),
        entries: true,
        visibility: &item.vis,
        lanes: false,
        checkpoint: false,
        by_move: false,
        imported: false,
        storages: &Default::default(),
    };
    let missing = Missing::not_asked();
    let twin = twin(&twin_of, &f, &backward, &plan, None, Err(&missing));
    prettyplease::unparse(&syn::parse2(quote!(#primal #twin)).unwrap())
}

/// Compares with the committed file, or writes it, as insta does with a snapshot.
fn compare(name: &str, text: &str) {
    let path = format!(
        "{}/../../tests/expand/second/{name}_slope.rs",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = format!("// Written by ad-macro/compiler/src/driver/second_order.rs.\n\n{text}");
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(path, text).unwrap();
        return;
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == text,
        "the slope of `{name}` has changed; see the head of second.rs"
    );
}

macro_rules! slopes {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            let source = include_str!(concat!("../../../../tests/expand/second/", stringify!($name), ".rs"));
            compare(stringify!($name), &compiled_again(source));
        }
    )* };
}

slopes! { straight_line powers branch overwritten repeated dot }
