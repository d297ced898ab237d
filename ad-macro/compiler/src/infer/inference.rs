//! Type inference by unification, over a normalised function: best-effort, and right where it answers.
//!
//! Input:  `fn f(x: &[f64]) -> f64 { let s: f64 = x.iter().map(|a| a.exp()).sum(); s.ln() }`
//! Output: `Facts`: `x: &[f64]`, `a: &f64`, `s: f64`, and what each call gives
//!
//! What depends on a type that is not known yet waits in a list, which is gone through again until nothing more is found. A receiver of
//! which nothing is known stays unknown: no method's name says what it is called on.

use crate::infer::facts::Facts;
use crate::infer::types::{Head, Names, Solver, Type};
use crate::options::attribute::Around;
use crate::signature::bounds::traits as bounds;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use proc_macro2::Ident;
use syn::{Expr, Signature};

/// What waits for a type.
pub(super) enum Pending {
    Method(Box<Call>),
    Field {
        base: Type,
        member: String,
        out: Type,
    },
    Index {
        base: Type,
        index: Type,
        out: Type,
    },
    Deref {
        of: Type,
        out: Type,
    },
    Binary {
        op: Operation,
        left: Type,
        right: Type,
        out: Type,
    },
    Negated {
        of: Type,
        out: Type,
    },
    Items {
        of: Type,
        item: Type,
    },
    Applied {
        function: Type,
        args: Vec<Type>,
        out: Type,
    },
    Tried {
        of: Type,
        out: Type,
    },
    /// What `collect` gives, of an iterator with this item.
    Collected {
        item: Type,
        out: Type,
    },
    Part {
        of: Type,
        part: Part,
        out: Type,
    },
}

/// What is known of a name further out.
type TypeOf<'a> = dyn Fn(&Ident) -> Option<Type> + 'a;

/// A call of a method.
pub(super) struct Call {
    pub(super) receiver: Type,
    pub(super) name: String,
    pub(super) turbofish: Vec<Type>,
    pub(super) args: Vec<Type>,
    pub(super) out: Type,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Operation {
    /// By its trait, `Mul`.
    Arithmetic(&'static str),
    /// `a += b`, whose value is none.
    Update,
    Bits,
    Shift,
}

/// A part of what a pattern takes apart.
#[derive(Clone)]
pub(super) enum Part {
    /// Of a tuple, and how many it has.
    Component(usize, Option<usize>),
    FromEnd(usize),
    Element,
    Rest,
    /// What is in `Some`, `Ok` or `Err`.
    OfStd(&'static str),
    Field(String),
}

pub(super) struct Infer<'a> {
    pub(super) solver: Solver,
    pub(super) names: Names,
    pub(super) around: &'a Around,
    own: Option<&'a Signature>,
    pub(super) scopes: Vec<(String, Type)>,
    /// What the functions that are open return, innermost last.
    pub(super) returns: Vec<Type>,
    /// What `break` gives the loops that are open.
    pub(super) breaks: Vec<(Option<String>, Type)>,
    pending: Vec<Pending>,
    /// The identifiers with their types, and whether they are names.
    pub(super) bound: Vec<(Ident, Type, bool)>,
    /// The fields of structs, `Interval.lo`.
    pub(super) fields: FlatMap<String, Type>,
    /// The constants, by their paths.
    pub(super) constants: FlatMap<String, Type>,
    /// The names of types that have parts, and those that stand beside literals of floats.
    pub(super) structs: FlatSet<String>,
    pub(super) numbers: FlatSet<String>,
    /// What is known of an expression's names outside it.
    outer: Option<&'a TypeOf<'a>>,
    facts: Option<&'a Facts>,
    /// Whether types were met that cannot be right.
    pub(super) rejected: bool,
}

/// The types of a function's names and calls.
pub fn infer(function: &syn::ItemFn, around: &Around) -> Facts {
    let mut infer = Infer::of(around, Some(&function.sig));
    infer.function(&function.sig, &function.block);
    infer.facts()
}

/// The types of the fields of `Self`, by what the functions of its impl say.
pub fn fields(functions: &[syn::ItemFn], around: &Around) -> FlatMap<String, syn::Type> {
    let mut infer = Infer::of(around, None);
    for function in functions {
        infer.function(&function.sig, &function.block);
    }
    infer.solve();
    let this = infer.this_name().map(|name| format!("{name}.")).unwrap_or_default();
    let own = infer.fields.iter().filter_map(|(field, ty)| {
        let name = field.strip_prefix(&this)?;
        let written = syn::parse_str(&infer.solver.resolved(ty).to_string()).ok()?;
        Some((name.to_owned(), written))
    });
    own.collect()
}

impl Facts {
    /// The type of an expression, whose names `outer` knows.
    pub fn of_expression(&self, expr: &Expr, around: &Around, outer: &dyn Fn(&Ident) -> Option<Type>) -> Type {
        let mut infer = Infer::of(around, None);
        infer.outer = Some(outer);
        infer.facts = Some(self);
        let ty = infer.expression(expr);
        infer.solve();
        infer.solver.resolved(&ty)
    }
}

impl<'a> Infer<'a> {
    fn of(around: &'a Around, own: Option<&'a Signature>) -> Self {
        let mut infer = Infer {
            solver: Solver::default(),
            names: Names::default(),
            around,
            own,
            scopes: Vec::new(),
            returns: Vec::new(),
            breaks: Vec::new(),
            pending: Vec::new(),
            bound: Vec::new(),
            fields: FlatMap::new(),
            constants: FlatMap::new(),
            structs: FlatSet::new(),
            numbers: FlatSet::new(),
            outer: None,
            facts: None,
            rejected: false,
        };
        for param in &around.params {
            let name = param.to_string();
            let ty = Type::Of(Head::Param(name.clone()), Vec::new());
            infer.names.params.insert(name, ty);
        }
        infer.names.this = around.this.as_ref().map(|this| infer.read(this));
        if let Some(this) = infer.this_name() {
            for (name, ty) in &around.fields {
                let ty = infer.read(ty);
                infer.fields.insert(format!("{this}.{name}"), ty);
            }
        }
        infer
    }

    /// The name of the type whose impl it is.
    pub(super) fn this_name(&self) -> Option<String> {
        match &self.names.this {
            Some(Type::Of(Head::Named(name) | Head::Param(name), _)) => Some(name.clone()),
            _ => None,
        }
    }

    fn function(&mut self, signature: &Signature, block: &syn::Block) {
        let outer = self.names.clone();
        let (params, output) = self.signature(signature, false);
        for param in signature.generics.const_params() {
            let ty = self.read(&param.ty);
            self.constants.insert(param.ident.to_string(), ty);
        }
        let depth = self.scopes.len();
        let mut types = params.into_iter();
        for input in &signature.inputs {
            let ty = types.next().expect("each input has a type");
            match input {
                syn::FnArg::Receiver(receiver) => self.bind(&Ident::from(receiver.self_token), ty),
                syn::FnArg::Typed(param) => self.pattern(&param.pat, &ty),
            }
        }
        self.returns.push(output.clone());
        let value = self.block(block);
        self.solver.coerce(&value, &output);
        self.returns.pop();
        self.scopes.truncate(depth);
        self.solve();
        self.names = outer;
    }

    /// The types of a signature's inputs, the receiver among them, and of its output. `fresh`: where it is called, its type parameters
    /// stand for anything.
    pub(super) fn signature(&mut self, signature: &Signature, fresh: bool) -> (Vec<Type>, Type) {
        let outer = self.names.clone();
        for param in signature.generics.type_params() {
            let name = param.ident.to_string();
            let ty = match fresh {
                true => self.solver.fresh(),
                false => Type::Of(Head::Param(name.clone()), Vec::new()),
            };
            self.names.params.insert(name, ty);
        }
        // A bound may name any of them: `F: Fn(T) -> T`.
        for param in signature.generics.type_params() {
            let name = param.ident.to_string();
            let bounds = param.bounds.iter().chain(where_bounds(&signature.generics, &name));
            let seen_as = self.solver.bounded(bounds, &self.names);
            if seen_as.is_known() {
                self.names.params.insert(name, seen_as);
            }
        }
        let inputs = signature.inputs.iter().map(|input| match input {
            syn::FnArg::Receiver(receiver) => {
                let this = self.names.this.clone().unwrap_or(Type::named("Self", Vec::new()));
                match &receiver.kind {
                    syn::ReceiverKind::Reference(..) => Type::reference(this),
                    syn::ReceiverKind::Typed(_, ty) => self.solver.read(ty, &self.names),
                    _ => this,
                }
            }
            syn::FnArg::Typed(param) => self.solver.read(&param.ty, &self.names),
        });
        let inputs = inputs.collect();
        let output = self.solver.output(&signature.output, &self.names);
        if fresh {
            self.names = outer;
        }
        (inputs, output)
    }

    /// The function of this name beside this one, if it is called on `Self`, or the function itself by its own name.
    pub(super) fn sibling(&self, name: &str, receives: bool) -> Option<&'a Signature> {
        let mut siblings = self.around.signatures.iter();
        siblings.find(|sibling| sibling.ident == name && sibling.receiver().is_some() == receives)
    }

    /// The function itself, where it is called by its name alone.
    pub(super) fn itself(&self, name: &Ident) -> Option<&'a Signature> {
        self.own.filter(|own| own.ident == *name && own.receiver().is_none())
    }

    /// Whether there is no such operator of a type parameter and this operand.
    pub(super) fn has_no_operator(&self, operator: &str, param: &Type, other: &Type) -> bool {
        let (Type::Of(Head::Param(name), _), Some(own)) = (param, self.own) else {
            return false;
        };
        let number = other.is_float() || other.is_integer();
        (number || param == other) && bounds::has_no_operator(name, operator, !number, &own.generics)
    }

    pub(super) fn read(&mut self, ty: &syn::Type) -> Type {
        self.solver.read(ty, &self.names)
    }

    pub(super) fn lookup(&mut self, ident: &Ident) -> Option<Type> {
        let bound = self.scopes.iter().rev().find(|(name, _)| ident == name);
        if let Some((_, ty)) = bound {
            return Some(ty.clone());
        }
        let ty = self.outer.and_then(|outer| outer(ident))?;
        Some(self.solver.import(&ty))
    }

    /// What the whole function's inference knows of a call, where a part of it is asked for.
    pub(super) fn fact(&mut self, ident: &Ident) -> Option<Type> {
        let ty = self.facts?.of(ident)?;
        Some(self.solver.import(ty))
    }

    /// The name of a field of the struct or variant that a path names.
    pub(super) fn field_key(&self, path: &syn::Path, field: &str) -> String {
        let this = self.this_name();
        let mut segments = path.segments.iter().map(|segment| segment.ident.to_string());
        let mut last: Vec<String> = segments.by_ref().collect();
        if let (Some(first), Some(this)) = (last.first_mut(), this)
            && first == "Self"
        {
            *first = this;
        }
        let owners = last.iter().filter(|name| name.starts_with(char::is_uppercase));
        let owners: Vec<_> = owners.cloned().collect();
        format!("{}.{field}", owners.join("::"))
    }

    pub(super) fn wait(&mut self, pending: Pending) {
        if !self.find(&pending) {
            self.pending.push(pending);
        }
    }

    /// Finds what can be found, until nothing more is.
    pub(super) fn solve(&mut self) {
        loop {
            let waiting = std::mem::take(&mut self.pending);
            let before = waiting.len();
            for pending in waiting {
                self.wait(pending);
            }
            if self.pending.len() == before {
                return;
            }
        }
    }

    fn facts(mut self) -> Facts {
        self.solve();
        let mut facts = Facts::default();
        facts.structs = self.structs;
        facts.numbers = self.numbers;
        facts.rejected = self.rejected;
        for (ident, ty, named) in &self.bound {
            facts.add(ident, self.solver.resolved(ty), *named);
        }
        facts
    }
}

/// The bounds of a type parameter in a where clause.
fn where_bounds<'g>(generics: &'g syn::Generics, name: &str) -> Vec<&'g syn::TypeParamBound> {
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let of_param = predicates.filter_map(|predicate| match predicate {
        syn::WherePredicate::Type(ty) => match &ty.bounded_ty {
            syn::Type::Path(path) if path.path.is_ident(name) => Some(&ty.bounds),
            _ => None,
        },
        _ => None,
    });
    of_param.flatten().collect()
}
