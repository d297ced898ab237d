//! `Function`, a function on its way through the passes: its parameters (`Param`, `Passing`), variables, body, items, and the closures
//! in it that became functions (`Lambda`).
//!
//! Input:  `fn f(x: &[f64], k: f64) -> f64`
//! Output: `params: [x by Ref, k by Value]`, `vars: [x, k]`, an empty body that `lower` fills

use crate::ir::calls::{CallKind, Recursion, SweepsOf};
use crate::ir::place::{Atom, Operand, Place, Projection, Role, Var, VarInfo};
use crate::ir::statement::{Block, Op, Stmt, StmtKind};
use crate::ir::sweeps::Backward;
use crate::signature::operators::OwnOperator;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::{Ty, Width};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use std::cell::RefCell;
use std::ops::Range;

/// Runs a pass over the blocks of both sweeps: the loops that are fused have their part of the reverse sweep in the forward one.
pub fn in_both(f: &mut Function, backward: &mut Backward, pass: fn(&mut Function, &mut Block)) {
    let mut body = std::mem::take(&mut f.body);
    pass(f, &mut body);
    f.body = body;
    pass(f, &mut backward.block);
}

/// A parameter, as the derivative sees it.
#[derive(Clone, Debug)]
pub struct Param {
    pub var: Var,
    pub ty: syn::Type,
    pub passing: Passing,
    pub differentiable: bool,
    /// That of the reference, if it is written.
    pub lifetime: Option<syn::Lifetime>,
    /// It is `self`.
    pub receiver: bool,
    /// Its type is a parameter that may stand for a trait object: `P: ?Sized`.
    pub any_size: bool,
    /// The trait that such a type is bound by, if it is one.
    pub object_trait: Option<Box<syn::Path>>,
    /// The type as it was written, of one of ndarray's views: `ty` is what is behind it.
    pub view: Option<Box<syn::Type>>,
    /// It is a struct by value that holds references: the sweeps take it by reference.
    pub held: bool,
    /// Of an option of a reference: whether there is one.
    pub present: Option<Var>,
    /// Its cotangent in the pullback.
    pub bar: Option<Var>,
    /// What is known of it if it is a function, and the name of its forward sweep.
    pub callable: Option<(Box<crate::signature::callables::Callable>, Ident)>,
}

impl Param {
    /// A parameter like most: by its name, differentiable, and there for certain.
    pub fn new(var: Var, ty: syn::Type, passing: Passing) -> Param {
        Param {
            var,
            ty,
            passing,
            differentiable: true,
            lifetime: None,
            receiver: false,
            any_size: false,
            object_trait: None,
            view: None,
            held: false,
            present: None,
            bar: None,
            callable: None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Passing {
    Value,
    Ref,
    Mut,
    /// A function, in two parts: what it captured, and its forward sweep.
    Function,
}

/// A closure passed to a function: a function of its own, whose first parameters are what it captured.
#[derive(Clone)]
pub struct Lambda {
    pub function: Function,
    /// How many of its parameters are captured.
    pub captured: usize,
    /// Its sweeps, once they are known.
    pub sweeps: Option<(crate::ir::sweeps::Backward, crate::ir::plan::Plan)>,
    /// Of one that is a tangent function: the tangents of the parameters.
    pub tangents: Option<(Vec<Option<Var>>, crate::ir::plan::Plan)>,
}

/// A function on its way through the passes.
#[derive(Clone)]
pub struct Function {
    pub name: Ident,
    pub params: Vec<Param>,
    pub output: syn::Type,
    pub output_ty: Ty,
    pub vars: Vec<VarInfo>,
    pub body: Block,
    pub names: crate::syntax::fresh_names::Names,
    /// The names of the function as it was written.
    pub user_names: crate::syntax::fresh_names::Names,
    /// The runtime's name in the emitted code.
    pub ad: Ident,
    /// The workspace's name in the emitted code.
    pub ws: Ident,
    pub next_stmt: usize,
    pub next_label: usize,
    /// Whether it calls functions that return references.
    pub through: bool,
    /// What proves that the names in it mean what they were taken for: in its forward sweep, where the sweeps are apart.
    pub proofs: Vec<TokenStream>,
    /// The function's own items, which both sweeps see.
    pub items: Vec<TokenStream>,
    /// The functions whose twins are called, by what these are called in the sweeps: see there.
    pub callees: RefCell<FlatMap<String, syn::Path>>,
    /// Type parameters are in scope: a value of unknown type may be of one of them.
    pub generic: bool,
    /// It has sweeps with lanes, where operators have no pullbacks of their own.
    pub lanes: bool,
    /// The pullbacks of calls of its siblings cannot be kept on a tape.
    pub pinned: bool,
    /// It is one of a trait, which says what its sweeps take.
    pub of_trait: bool,
    /// The operators that are those of tensors for all that inference knows, by where they stand: the type of the elements.
    pub of_tensors: FlatMap<String, Width>,
    /// The variables that are structs, for all that is seen.
    pub structs: FlatSet<Var>,
    /// What is calculated with and is of somebody's own type, for all that inference knows.
    pub nominal: FlatSet<Var>,
    /// The variables that calls are lent by `no_diff(&mut v)`: none of them carries a derivative.
    pub detached: FlatSet<Var>,
    /// The variables that are lists of the keys of maps.
    pub keys: FlatSet<Var>,
    /// The variables that carry a derivative and may own memory: of these copies are made in the workspace's.
    pub copied: FlatSet<Var>,
    /// The routes of the views that operators take as they are: of these nothing may be kept but shapes.
    pub views: FlatSet<Var>,
    /// Copies of what lists are drained of: the function itself only moves it.
    pub drained: FlatSet<Var>,
    /// The reads of whole variables after which nothing reads them.
    pub spent: FlatSet<usize>,
    /// Of a tangent function, the tangents that nothing changes, and their values: the shape of a number, or of a struct of numbers, takes
    /// no memory, that of its tangent does.
    pub shaped_as: FlatMap<Var, Var>,
    /// The operator whose impl it is.
    pub operator: Option<OwnOperator>,
    /// The closures that are passed to functions.
    pub lambdas: Vec<Lambda>,
    pub recursion: Recursion,
    /// The parameters that are tuples of references, by what they were taken apart into.
    pub tuples: Vec<TupleParam>,
    /// Where sweeps stand together: what must hold for that.
    pub conditions: Vec<crate::ir::sweeps::Condition>,
}

impl Function {
    /// A function without parameters and statements.
    pub fn empty(name: &Ident) -> Function {
        Function {
            name: name.clone(),
            params: Vec::new(),
            output: syn::parse_quote!(_),
            output_ty: Ty::Unknown,
            vars: Vec::new(),
            body: Block::default(),
            names: Default::default(),
            user_names: Default::default(),
            ad: name.clone(),
            ws: name.clone(),
            next_stmt: 0,
            next_label: 0,
            through: false,
            proofs: Vec::new(),
            items: Vec::new(),
            generic: false,
            lanes: false,
            pinned: false,
            of_trait: false,
            of_tensors: FlatMap::new(),
            structs: FlatSet::new(),
            nominal: FlatSet::new(),
            detached: FlatSet::new(),
            keys: FlatSet::new(),
            copied: FlatSet::new(),
            views: FlatSet::new(),
            drained: FlatSet::new(),
            spent: FlatSet::new(),
            shaped_as: FlatMap::new(),
            operator: None,
            lambdas: Vec::new(),
            recursion: Recursion::None,
            tuples: Vec::new(),
            conditions: Vec::new(),
            callees: Default::default(),
        }
    }

    /// One for a closure in this one.
    pub fn within(&self, name: &Ident) -> Function {
        Function {
            names: self.names.clone(),
            user_names: self.user_names.clone(),
            ad: self.ad.clone(),
            ws: self.ws.clone(),
            generic: self.generic,
            lanes: self.lanes,
            operator: self.operator.clone(),
            pinned: self.pinned,
            of_trait: self.of_trait,
            ..Function::empty(name)
        }
    }

    /// What has the sweeps of a method that is called on a place, as far as the written types say.
    pub fn sweeps_of(&self, receiver: &Place) -> SweepsOf {
        let param = self.params.iter().find(|param| param.var == receiver.root);
        match param.filter(|_| receiver.is_whole()) {
            Some(Param { any_size: true, .. }) => SweepsOf::AnySize,
            Some(Param { receiver: true, .. }) => SweepsOf::Itself,
            Some(Param {
                ty: ty @ syn::Type::Path(_),
                ..
            }) if !crate::syntax::types::mentions_object(ty) => SweepsOf::Itself,
            Some(Param {
                ty: syn::Type::Path(_), ..
            }) => SweepsOf::Unknown,
            _ if *self.place_ty(receiver).behind_references() == Ty::Unknown => SweepsOf::Unknown,
            _ => SweepsOf::Itself,
        }
    }

    /// Whether a part of the reverse sweep stands in the forward sweep.
    pub fn is_together(&self) -> bool {
        let fused = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Loop(body) if body.fused.is_some());
        self.body.stmts.iter().any(fused)
    }

    /// The variable that a list is made as long as, `n` of `vec![a; n]`, if it keeps what it holds then.
    pub fn made_as_long_as(&self, op: &Op) -> Option<Var> {
        let Op::Repeat { len, .. } = op else { return None };
        let [count] = len.reads[..] else { return None };
        let info = self.info(count);
        let alone = info.name == len.tokens.to_string();
        (alone && !info.mutable).then_some(count)
    }

    /// Whether a place is that of a parameter that is a view of an array.
    pub fn is_view_param(&self, place: &Place) -> bool {
        let mut params = self.params.iter();
        place.is_whole() && params.any(|param| param.var == place.root && param.view.is_some())
    }

    /// Whether a place is a view of an array that an operator takes as it is.
    pub fn is_taken_view(&self, place: &Place) -> bool {
        matches!(place.path.last(), Some(Projection::Through { route: Atom::Var(route), .. }) if self.views.contains(route))
    }

    /// Whether a method is called on what may be a trait object, in the sweeps of the function or of a closure in it.
    pub fn calls_on_unknown(&self, way_back: &Block) -> bool {
        let of_closure = |lambda: &Lambda| {
            let nothing = Block::default();
            let way_back = lambda.sweeps.as_ref().map_or(&nothing, |(backward, _)| &backward.block);
            lambda.function.calls_on_unknown(way_back)
        };
        let mut found = self.lambdas.iter().any(of_closure);
        for sweep in [&self.body, way_back] {
            sweep.walk(&mut |stmt| {
                found |= matches!(&stmt.kind, StmtKind::Call(call)
                    if call.kind == CallKind::Method && !call.inactive && self.sweeps_of(call.args[0].place()) == SweepsOf::Unknown);
            });
        }
        found
    }

    pub fn info(&self, var: Var) -> &VarInfo {
        &self.vars[var.0]
    }

    /// Adds a proof, once.
    pub fn prove(&mut self, proof: TokenStream) {
        let text = proof.to_string();
        if self.proofs.iter().all(|proof| proof.to_string() != text) {
            self.proofs.push(proof);
        }
    }

    /// The proofs as an item.
    pub fn proved(&self) -> Option<TokenStream> {
        let proofs = &self.proofs;
        (!proofs.is_empty()).then(|| quote!(const _: fn() = || { #(#proofs)* };))
    }

    /// What brings the twins and the runtime's methods into scope that a sweep calls.
    pub fn imports(&self, sweep: &TokenStream) -> TokenStream {
        let callees = self.callees.borrow();
        // A word of a literal may import what is not called, which costs less than a walk through the tokens.
        let text = sweep.to_string();
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let names = |name: &str| text.contains(name) && words.clone().any(|word| word == name);
        let callees = callees.iter().filter(|(name, _)| names(name));
        let callees = callees.map(|(name, path)| {
            let span = path.segments.last().expect("a path has a segment").ident.span();
            let (name, missing) = (Ident::new(name, span), Ident::new(&format!("{name}_missing"), span));
            let span = Span::call_site().located_at(span);
            quote_spanned!(span=> use #path as #name; mod #missing { pub(super) use ::pullback::rt::HasDerivative as #name; } use #missing::*;)
        });
        // Each is looked through for every method that is called where it is in scope.
        let payloads = text.contains("payload").then(|| {
            quote!(
                use ::pullback::rt::{EitherPayload as _, ErrorPayload as _, Payload as _};
            )
        });
        let tied = names("tied").then(|| {
            quote!(
                use ::pullback::rt::Tied as _;
            )
        });
        quote!(#payloads #tied #(#callees)*)
    }

    /// Whether a twin, of which this is a part, is imported.
    pub fn imports_twin(&self, part: &syn::ExprPath) -> bool {
        let name = &part.path.segments[0].ident;
        self.callees.borrow().contains_key(&name.to_string())
    }

    /// What the twin of the function at this path is called in the sweeps.
    pub fn callee(&self, path: &syn::Path) -> Ident {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let name = segments.join("_").replace("r#", "");
        let span = path.segments.last().expect("a path has a segment").ident.span();
        let name = self.user_names.clone().fresh(&format!("{name}_derivative"), span);
        self.callees.borrow_mut().insert(name.to_string(), path.clone());
        name
    }

    pub fn names_ad(&self) -> Ident {
        self.ad.clone()
    }

    pub fn new_var(&mut self, base: &str, ty: Ty, mutable: bool) -> Var {
        let name = self.names.fresh(base, crate::syntax::located::here());
        self.vars.push(VarInfo {
            name,
            ty,
            mutable,
            role: Role::Value,
            temporary: true,
            annotation: None,
        });
        Var(self.vars.len() - 1)
    }

    /// One that keeps its name where it is emitted: it is not folded into the expression that uses it.
    pub fn named_var(&mut self, base: &str, ty: Ty, mutable: bool) -> Var {
        let var = self.new_var(base, ty, mutable);
        self.vars[var.0].temporary = false;
        var
    }

    pub fn stmt(&mut self, span: Span, kind: StmtKind) -> Stmt {
        self.next_stmt += 1;
        Stmt {
            id: self.next_stmt,
            span,
            kind,
        }
    }

    pub fn atom_ty(&self, atom: &Atom) -> Ty {
        match atom {
            Atom::Var(var) => self.info(*var).ty.clone(),
            Atom::Constant(_, ty) => ty.clone(),
        }
    }

    pub fn place_ty(&self, place: &Place) -> Ty {
        let mut ty = self.info(place.root).ty.behind_references().clone();
        for projection in &place.path {
            ty = match projection {
                Projection::Index(atom) => {
                    let element = ty.behind_references().element();
                    // An index of unknown type may be a range.
                    match self.atom_ty(atom) {
                        Ty::Int | Ty::Inert => element,
                        _ => Ty::Unknown,
                    }
                }
                Projection::Range { .. } => match ty.behind_references() {
                    Ty::Slice(e) | Ty::Array(e) | Ty::Vec(e) => Ty::Slice(e.clone()),
                    _ => Ty::Unknown,
                },
                Projection::Field(syn::Member::Unnamed(index)) => match ty.behind_references() {
                    Ty::Tuple(elements) => elements.get(index.index as usize).cloned().unwrap_or(Ty::Unknown),
                    Ty::Inert => Ty::Inert,
                    _ => Ty::Unknown,
                },
                Projection::Field(_) | Projection::Payload(_) | Projection::Part(_) | Projection::Where(_) => {
                    Ty::Unknown
                }
                Projection::Deref | Projection::Behind => ty.behind_references().clone(),
                Projection::Through { ty, .. } => ty.clone(),
            };
        }
        ty
    }

    pub fn operand_ty(&self, operand: &Operand) -> Ty {
        match operand {
            Operand::Atom(atom) => self.atom_ty(atom),
            Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => self.place_ty(place),
        }
    }
}

/// A parameter that is a tuple of references: in the sweeps its parts are parameters of their own.
#[derive(Clone, Debug)]
pub struct TupleParam {
    pub name: Ident,
    /// The numbers of the parts among the parameters.
    pub parts: Range<usize>,
}
