//! Calls: what functions, methods and closures give, by what they are given.
//!
//! Input:  `x.iter().map(|v| v * 2.0)`, `scale(&x, 3)`
//! Output: the closure's parameter is what the iterator gives; what `scale` gives, by its signature

use crate::infer::inference::{Call, Infer, Pending};
use crate::infer::types::{Head, Type};
use crate::syntax::expressions::{is_no_diff, strip};
use crate::syntax::paths::names_type;
use proc_macro2::Ident;
use syn::Expr;

impl Infer<'_> {
    /// The type of a closure before its body is looked at: what it is given says what its parameters are.
    pub(super) fn closure_type(&mut self, closure: &syn::ExprClosure) -> Type {
        let params = closure.inputs.iter().map(|pat| match pat {
            syn::Pat::Type(typed) => self.read(&typed.ty),
            _ => self.solver.fresh(),
        });
        let params = params.collect();
        let output = match &closure.output {
            syn::ReturnType::Default => self.solver.fresh(),
            syn::ReturnType::Type(_, ty) => self.read(ty),
        };
        Type::function(params, output)
    }

    pub(super) fn closure_body(&mut self, closure: &syn::ExprClosure, ty: &Type) {
        let Type::Of(_, parts) = ty else { return };
        let (output, params) = parts.split_last().expect("a function has a result");
        let depth = self.scopes.len();
        for (pat, ty) in closure.inputs.iter().zip(params) {
            self.pattern(pat, ty);
        }
        self.returns.push(output.clone());
        let breaks = std::mem::take(&mut self.breaks);
        let value = self.expression(&closure.body);
        self.solver.coerce(&value, output);
        self.breaks = breaks;
        self.returns.pop();
        self.scopes.truncate(depth);
    }

    pub(super) fn method_call(&mut self, call: &syn::ExprMethodCall) -> Type {
        let receiver = self.expression(&call.receiver);
        let args: Vec<Type> = call.args.iter().map(|arg| self.argument(arg)).collect();
        let out = self.solver.fresh();
        if let Some(fact) = self.fact(&call.method) {
            self.solver.unify(&out, &fact);
        }
        let turbofish = call.turbofish.iter().flat_map(|written| &written.args);
        let mut types = Vec::new();
        for argument in turbofish {
            if let syn::GenericArgument::Type(ty) = argument {
                types.push(self.read(ty));
            }
        }
        self.bound.push((call.method.clone(), out.clone(), false));
        self.wait(Pending::Method(Box::new(Call {
            receiver,
            name: call.method.to_string(),
            turbofish: types,
            args: args.clone(),
            out: out.clone(),
        })));
        self.closure_bodies(call.args.iter(), &args);
        out
    }

    /// The type of an argument; of a closure, without its body.
    fn argument(&mut self, arg: &Expr) -> Type {
        match strip(arg) {
            Expr::Closure(closure) => self.closure_type(closure),
            arg => self.expression(arg),
        }
    }

    fn closure_bodies<'e>(&mut self, args: impl Iterator<Item = &'e Expr>, types: &[Type]) {
        for (arg, ty) in args.zip(types) {
            if let Expr::Closure(closure) = strip(arg) {
                self.closure_body(closure, ty);
            }
        }
    }

    pub(super) fn call(&mut self, call: &syn::ExprCall) -> Type {
        let args: Vec<Type> = call.args.iter().map(|arg| self.argument(arg)).collect();
        let out = match &*call.func {
            Expr::Path(_) if is_no_diff(&call.func) && args.len() == 1 => args[0].clone(),
            Expr::Path(path) => self.called_path(path, &args),
            function => {
                let function = self.expression(function);
                let args = args.clone();
                self.waiting(|out| Pending::Applied { function, args, out })
            }
        };
        self.closure_bodies(call.args.iter(), &args);
        out
    }

    fn called_path(&mut self, path: &syn::ExprPath, args: &[Type]) -> Type {
        let segments = &path.path.segments;
        let last = &segments.last().expect("a path has a segment").ident;
        let out = self.solver.fresh();
        if let Some(fact) = self.fact(last) {
            self.solver.unify(&out, &fact);
        }
        self.bound.push((last.clone(), out.clone(), false));
        if path.qself.is_some() {
            return out;
        }
        if let Some(ident) = path.path.get_ident() {
            let function = self.lookup(ident);
            if let Some(function) = function.or_else(|| self.itself(ident).map(|own| self.signature_type(own))) {
                self.wait(Pending::Applied {
                    function,
                    args: args.to_vec(),
                    out: out.clone(),
                });
                return out;
            }
        }
        let owner = segments.iter().rev().nth(1).map(|owner| owner.ident.to_string());
        if let Some(made) = self.made_by(owner.as_deref(), last, args) {
            self.solver.unify(&out, &made);
            return out;
        }
        if let Some(owner) = &owner
            && (owner == "Self" || self.this_name().as_ref() == Some(owner))
            && let Some(function) = self.sibling(&last.to_string(), false)
        {
            let function = self.signature_type(function);
            self.wait(Pending::Applied {
                function,
                args: args.to_vec(),
                out: out.clone(),
            });
            return out;
        }
        // `f64::max(a, b)`
        if let (Some(owner), Some((receiver, rest))) = (&owner, args.split_first())
            && crate::syntax::paths::is_number(owner)
        {
            let this = Type::primitive(owner);
            if last == "from" {
                self.solver.unify(&out, &this);
                return out;
            }
            self.solver.unify(receiver, &this);
            self.wait(Pending::Method(Box::new(Call {
                receiver: this,
                name: last.to_string(),
                turbofish: Vec::new(),
                args: rest.to_vec(),
                out: out.clone(),
            })));
            return out;
        }
        // A tuple struct or a variant.
        let name = last.to_string();
        if names_type(&name) {
            for (k, arg) in args.iter().enumerate() {
                let key = self.field_key(&path.path, &k.to_string());
                let field = self.field(key);
                self.solver.coerce(arg, &field);
            }
            let owner = owner.filter(|owner| names_type(owner)).unwrap_or(name);
            let made = self.owner(&owner);
            self.solver.unify(&out, &made);
        }
        out
    }

    fn signature_type(&mut self, signature: &syn::Signature) -> Type {
        let (params, output) = self.signature(signature, true);
        Type::function(params, output)
    }

    /// What the functions of std make that make its own types.
    fn made_by(&mut self, owner: Option<&str>, name: &Ident, args: &[Type]) -> Option<Type> {
        let name = name.to_string();
        let arg = |k: usize| args.get(k).cloned();
        let fresh = self.solver.fresh();
        Some(match (owner, name.as_str()) {
            (None | Some("Option"), "Some") => Type::named("Option", vec![arg(0)?]),
            (None | Some("Result"), "Ok") => Type::named("Result", vec![arg(0)?, fresh]),
            (None | Some("Result"), "Err") => Type::named("Result", vec![fresh, arg(0)?]),
            (Some(pointer @ ("Box" | "Rc" | "Arc")), "new") => Type::named(pointer, vec![arg(0)?]),
            (Some("Vec"), "new" | "with_capacity") => Type::named("Vec", vec![fresh]),
            (Some("VecDeque"), "new" | "with_capacity") => Type::named("VecDeque", vec![fresh]),
            (Some("String"), "new" | "from") => Type::named("String", Vec::new()),
            (Some("mem"), "replace") => arg(1)?,
            (Some("mem"), "take") => {
                let of = arg(0)?;
                self.wait(Pending::Deref { of, out: fresh.clone() });
                fresh
            }
            (Some("array"), "from_fn") => {
                let function = arg(0)?;
                let index = vec![Type::primitive("usize")];
                let out = fresh.clone();
                self.wait(Pending::Applied {
                    function,
                    args: index,
                    out,
                });
                Type::Of(Head::Array, vec![fresh])
            }
            _ => return None,
        })
    }
}
