//! Expressions: their types, and what they say of the types of names.
//!
//! Input:  `let mut best = None; for a in x { best = Some(a.max(0.0)); }` with `x: &[f64]`
//! Output: `a: &f64`, `best: Option<f64>`

use crate::infer::inference::{Infer, Operation, Pending};
use crate::infer::types::{Head, Kind, Type};
use crate::syntax::expressions::{is_comparison, is_compound};
use crate::syntax::paths::names_type;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{BinOp, Expr, Stmt, Token, UnOp};

impl Infer<'_> {
    pub(super) fn block(&mut self, block: &syn::Block) -> Type {
        let depth = self.scopes.len();
        let mut value = Type::unit();
        for stmt in &block.stmts {
            value = self.statement(stmt);
        }
        self.scopes.truncate(depth);
        value
    }

    fn statement(&mut self, stmt: &Stmt) -> Type {
        match stmt {
            Stmt::Local(local) => {
                let written = match &local.pat {
                    syn::Pat::Type(typed) => self.read(&typed.ty),
                    _ => self.solver.fresh(),
                };
                if let Some(init) = &local.init {
                    let value = self.expression(&init.expr);
                    match &local.pat {
                        syn::Pat::Type(_) => {
                            self.beside_literal(&value, &written);
                            self.solver.coerce(&value, &written);
                        }
                        _ => _ = self.solver.unify(&written, &value),
                    }
                    if let Some((_, otherwise)) = &init.diverge {
                        self.expression(otherwise);
                    }
                }
                match &local.pat {
                    syn::Pat::Type(typed) => self.pattern(&typed.pat, &written),
                    pat => self.pattern(pat, &written),
                }
                Type::unit()
            }
            Stmt::Expr(expr, None) => self.expression(expr),
            Stmt::Expr(expr, Some(_)) => {
                let value = self.expression(expr);
                match diverges(expr) {
                    true => value,
                    false => Type::unit(),
                }
            }
            Stmt::Macro(mac) => {
                let value = self.macro_call(&mac.mac);
                match (panics(&mac.mac), &mac.semi_token) {
                    (false, Some(_)) => Type::unit(),
                    _ => value,
                }
            }
            Stmt::Item(_) => Type::unit(),
        }
    }

    pub(super) fn expression(&mut self, expr: &Expr) -> Type {
        match expr {
            Expr::Paren(inner) => self.expression(&inner.expr),
            Expr::Group(inner) => self.expression(&inner.expr),
            Expr::Lit(lit) => self.literal(&lit.lit),
            Expr::Path(path) => self.path(path),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Reference(reference) => {
                let inner = self.expression(&reference.expr);
                Type::reference(inner)
            }
            Expr::Index(index) => {
                let (base, index) = (self.expression(&index.expr), self.expression(&index.index));
                self.waiting(|out| Pending::Index { base, index, out })
            }
            Expr::Field(field) => {
                let base = self.expression(&field.base);
                let member = member(&field.member);
                self.waiting(|out| Pending::Field { base, member, out })
            }
            Expr::Cast(cast) => {
                self.expression(&cast.expr);
                let ty = self.read(&cast.ty);
                self.note_number(&ty);
                ty
            }
            Expr::Tuple(tuple) => {
                let parts = tuple.elems.iter().map(|part| self.expression(part)).collect();
                Type::Of(Head::Tuple, parts)
            }
            Expr::Array(array) => {
                let element = self.joined(array.elems.iter());
                Type::Of(Head::Array, vec![element])
            }
            Expr::Repeat(repeat) => {
                self.expression(&repeat.len);
                Type::Of(Head::Array, vec![self.expression(&repeat.expr)])
            }
            Expr::Range(range) => {
                let end = self.joined(range.start.iter().chain(&range.end).map(|end| &**end));
                Type::named("Range", vec![end])
            }
            Expr::Assign(assign) => {
                let (place, value) = (self.expression(&assign.left), self.expression(&assign.right));
                self.solver.coerce(&value, &place);
                Type::unit()
            }
            Expr::Struct(made) => self.struct_literal(made),
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method_call(call),
            Expr::Closure(closure) => {
                let ty = self.closure_type(closure);
                self.closure_body(closure, &ty);
                ty
            }
            Expr::Macro(mac) => self.macro_call(&mac.mac),
            Expr::Try(tried) => {
                let of = self.expression(&tried.expr);
                self.waiting(|out| Pending::Tried { of, out })
            }
            _ => self.control(expr),
        }
    }

    /// Branches, loops and jumps.
    fn control(&mut self, expr: &Expr) -> Type {
        match expr {
            Expr::Block(block) => {
                self.breaks.push((Some(label(&block.label)), self.solver.vars_fresh()));
                let value = self.block(&block.block);
                let (_, broken) = self.breaks.pop().expect("it was pushed");
                if block.label.is_some() {
                    self.solver.coerce(&value, &broken);
                }
                value
            }
            Expr::If(branch) => {
                let depth = self.scopes.len();
                self.expression(&branch.cond);
                let value = self.block(&branch.then_branch);
                self.scopes.truncate(depth);
                match &branch.else_branch {
                    Some((_, otherwise)) => {
                        let other = self.expression(otherwise);
                        self.either(&[value, other])
                    }
                    None => {
                        let value = self.solver.resolved(&value);
                        self.rejected |= value.as_primitive().is_some();
                        Type::unit()
                    }
                }
            }
            Expr::Let(bound) => {
                let value = self.expression(&bound.expr);
                self.pattern(&bound.pat, &value);
                Type::primitive("bool")
            }
            Expr::Match(matched) => {
                let value = self.expression(&matched.expr);
                let mut values = Vec::new();
                for arm in &matched.arms {
                    let depth = self.scopes.len();
                    self.pattern(&arm.pat, &value);
                    values.push(self.expression(&arm.body));
                    self.scopes.truncate(depth);
                }
                self.either(&values)
            }
            Expr::ForLoop(it) => {
                let of = self.expression(&it.expr);
                let item = self.waiting(|item| Pending::Items { of, item });
                let depth = self.scopes.len();
                self.pattern(&it.pat, &item);
                self.loop_body(&it.label, &it.body, Type::unit());
                self.scopes.truncate(depth);
                Type::unit()
            }
            Expr::While(it) => {
                let depth = self.scopes.len();
                self.expression(&it.cond);
                self.loop_body(&it.label, &it.body, Type::unit());
                self.scopes.truncate(depth);
                Type::unit()
            }
            Expr::Loop(it) => {
                let left = self.solver.fresh();
                self.loop_body(&it.label, &it.body, left)
            }
            Expr::Break(jump) => {
                let value = jump.expr.as_ref().map(|value| self.expression(value));
                let name = jump.label.as_ref().map(|label| label.ident.to_string());
                let mut open = self.breaks.iter().rev();
                let left = match &name {
                    Some(_) => open.find(|(label, _)| *label == name),
                    None => open.find(|(label, _)| label.as_deref() != Some("")),
                };
                if let (Some(value), Some((_, left))) = (value, left.cloned()) {
                    self.rejected |= left == Type::unit() && self.solver.resolved(&value).as_primitive().is_some();
                    self.solver.coerce(&value, &left);
                }
                self.solver.fresh()
            }
            Expr::Return(jump) => {
                let value = jump.expr.as_ref().map(|value| self.expression(value));
                if let (Some(value), Some(output)) = (value, self.returns.last().cloned()) {
                    self.solver.coerce(&value, &output);
                }
                self.solver.fresh()
            }
            Expr::Continue(_) => self.solver.fresh(),
            Expr::Unsafe(block) => self.block(&block.block),
            Expr::Const(block) => self.block(&block.block),
            _ => self.solver.fresh(),
        }
    }

    fn loop_body(&mut self, name: &Option<syn::Label>, body: &syn::Block, left: Type) -> Type {
        let name = name.as_ref().map(|label| label.name.ident.to_string());
        self.breaks.push((name, left.clone()));
        self.block(body);
        self.breaks.pop();
        left
    }

    pub(super) fn waiting(&mut self, pending: impl FnOnce(Type) -> Pending) -> Type {
        let out = self.solver.fresh();
        self.wait(pending(out.clone()));
        out
    }

    /// The type that all of some values have.
    fn joined<'e>(&mut self, values: impl Iterator<Item = &'e Expr>) -> Type {
        let values: Vec<Type> = values.map(|value| self.expression(value)).collect();
        self.either(&values)
    }

    fn either(&mut self, values: &[Type]) -> Type {
        let joined = self.solver.fresh();
        for value in values {
            self.fit(value, &joined);
        }
        joined
    }

    fn unary(&mut self, unary: &syn::ExprUnary) -> Type {
        let of = self.expression(&unary.expr);
        match unary.op {
            UnOp::Deref(_) => self.waiting(|out| Pending::Deref { of, out }),
            _ => self.waiting(|out| Pending::Negated { of, out }),
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary) -> Type {
        let (left, right) = (self.expression(&binary.left), self.expression(&binary.right));
        use BinOp::*;
        let op = match &binary.op {
            And(_) | Or(_) => return Type::primitive("bool"),
            op if is_comparison(op) => {
                self.beside_literal(&left, &right);
                self.beside_literal(&right, &left);
                // Two literals, or a literal and a variable of its kind.
                if self.is_literal(&left) || self.is_literal(&right) {
                    let (l, r) = (self.solver.behind(&left), self.solver.behind(&right));
                    if l.is_known() || r.is_known() {
                        self.unify_numbers(&l, &r);
                    }
                }
                return Type::primitive("bool");
            }
            Shl(_) | Shr(_) => Operation::Shift,
            BitXor(_) | BitAnd(_) | BitOr(_) => Operation::Bits,
            op if is_compound(op) => Operation::Update,
            Add(_) => Operation::Arithmetic("Add"),
            Sub(_) => Operation::Arithmetic("Sub"),
            Mul(_) => Operation::Arithmetic("Mul"),
            Div(_) => Operation::Arithmetic("Div"),
            _ => Operation::Arithmetic("Rem"),
        };
        let out = match op {
            Operation::Update => Type::unit(),
            _ => self.solver.fresh(),
        };
        self.wait(Pending::Binary {
            op,
            left,
            right,
            out: out.clone(),
        });
        out
    }

    /// Notes that a name for a type stands for a number, by what is written of a value beside a literal of a float.
    pub(super) fn beside_literal(&mut self, literal: &Type, other: &Type) {
        let literal = self.solver.behind(literal);
        if self.solver.resolved(&literal).as_primitive() == Some("{float}") {
            let other = self.solver.behind(other);
            self.note_number(&other);
        }
    }

    fn note_number(&mut self, ty: &Type) {
        if let Type::Of(Head::Named(name), parts) = ty
            && parts.is_empty()
        {
            self.numbers.insert(name.clone());
        }
    }

    /// Whether a type is that of a literal of which nothing else says the type.
    fn is_literal(&self, ty: &Type) -> bool {
        let ty = self.solver.behind(ty);
        matches!(ty, Type::Var(_)) && self.solver.resolved(&ty).is_known()
    }

    fn path(&mut self, path: &syn::ExprPath) -> Type {
        let segments = &path.path.segments;
        if let Some(ident) = path.path.get_ident()
            && path.qself.is_none()
        {
            if let Some(ty) = self.lookup(ident) {
                return ty;
            }
            if ident == "None" {
                return Type::named("Option", vec![self.solver.fresh()]);
            }
            if let Some(signature) = self.itself(ident) {
                let (params, output) = self.signature(signature, true);
                return Type::function(params, output);
            }
            return match names_type(&ident.to_string()) && ident.to_string().contains(char::is_lowercase) {
                true => Type::named(&ident.to_string(), Vec::new()),
                false => self.constant(path),
            };
        }
        let names: Vec<String> = segments.iter().map(|segment| segment.ident.to_string()).collect();
        match &names[..] {
            // `std::f64::consts::PI`, `f64::MAX`
            [.., owner, consts, _] if consts == "consts" => match owner.as_str() {
                "f32" | "f64" => Type::primitive(owner),
                _ => self.solver.fresh(),
            },
            [.., owner, name] if path.qself.is_none() && is_constant_of(owner, name) => Type::primitive(owner),
            // `Shape::Unit`
            [owner, name] if names_type(owner) && names_type(name) && name.contains(char::is_lowercase) => {
                self.owner(owner)
            }
            _ => self.constant(path),
        }
    }

    /// What a path of which nothing is known stands for: of a constant by its name, the type on which all its uses agree.
    fn constant(&mut self, path: &syn::ExprPath) -> Type {
        let last = path.path.segments.last().map(|segment| &segment.ident);
        let Some(name) = last.filter(|name| is_constant_name(name) && path.qself.is_none()) else {
            return self.solver.fresh();
        };
        if let Some(ty) = self.fact(name) {
            return ty;
        }
        let solver = &mut self.solver;
        let ty = self.constants.entry(path.to_token_stream().to_string());
        let ty = ty.or_insert_with(|| solver.fresh()).clone();
        self.bound.push((name.clone(), ty.clone(), false));
        ty
    }

    /// The type that a name stands for before `::`.
    pub(super) fn owner(&mut self, name: &str) -> Type {
        match &self.names.this {
            Some(this) if name == "Self" => this.clone(),
            _ if self.names.params.contains_key(name) => self.solver.fresh(),
            Some(Type::Of(Head::Named(this), parts)) if this == name => {
                let parts = parts.iter().map(|_| self.solver.vars_fresh()).collect();
                Type::named(name, parts)
            }
            _ => Type::named(name, Vec::new()),
        }
    }

    fn struct_literal(&mut self, made: &syn::ExprStruct) -> Type {
        for field in &made.fields {
            let value = self.expression(&field.expr);
            let key = self.field_key(&made.path, &member(&field.member));
            let ty = self.field(key);
            self.solver.coerce(&value, &ty);
        }
        let rest = made.rest.as_ref().map(|rest| self.expression(rest));
        let mut names = made.path.segments.iter().map(|segment| segment.ident.to_string());
        let owner = names.find(|name| names_type(name));
        match (rest, owner) {
            (Some(rest), _) => rest,
            (None, Some(owner)) => self.owner(&owner),
            (None, None) => self.solver.fresh(),
        }
    }

    /// The type of a field by its key.
    pub(super) fn field(&mut self, key: String) -> Type {
        let owner = key.split(['.', ':']).next().unwrap_or_default();
        self.structs.insert(owner.to_owned());
        if !self.fields.contains_key(&key) {
            let ty = self.solver.fresh();
            self.fields.insert(key.clone(), ty);
        }
        self.fields[&key].clone()
    }

    fn macro_call(&mut self, mac: &syn::Macro) -> Type {
        let name = mac.path.segments.last().map(|last| last.ident.to_string());
        let name = name.unwrap_or_default();
        if name == "vec" {
            if let Ok((element, _)) = mac.parse_body_with(|input: syn::parse::ParseStream| {
                let element: Expr = input.parse()?;
                input.parse::<Token![;]>()?;
                Ok((element, input.parse::<Expr>()?))
            }) {
                let element = self.expression(&element);
                return Type::named("Vec", vec![element]);
            }
            let elements = mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
            let element = match &elements {
                Ok(elements) => self.joined(elements.iter()),
                Err(_) => self.solver.fresh(),
            };
            return Type::named("Vec", vec![element]);
        }
        if panics(mac) {
            return self.solver.fresh();
        }
        match name.as_str() {
            "matches" | "cfg" => Type::primitive("bool"),
            "format" => Type::named("String", Vec::new()),
            "println" | "print" | "eprintln" | "eprint" | "assert" | "assert_eq" | "assert_ne" | "debug_assert"
            | "debug_assert_eq" | "debug_assert_ne" => Type::unit(),
            _ => self.solver.fresh(),
        }
    }

    /// Whether two numbers that stand beside each other have one type, as those of primitive types do.
    pub(super) fn unify_numbers(&mut self, left: &Type, right: &Type) -> bool {
        let (l, r) = (self.solver.resolved(left), self.solver.resolved(right));
        let number = |ty: &Type| ty.is_float() || ty.is_integer();
        number(&l) && number(&r) && self.solver.unify(left, right)
    }
}

impl crate::infer::types::Solver {
    fn vars_fresh(&mut self) -> Type {
        self.fresh_of(Kind::Any)
    }
}

/// What the jumps out of a block call it; one without a label is not left by a plain `break`.
fn label(label: &Option<syn::Label>) -> String {
    label
        .as_ref()
        .map_or(String::new(), |label| label.name.ident.to_string())
}

pub(super) fn member(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(name) => name.to_string(),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}

/// `N`, `MAX_STEPS`.
fn is_constant_name(name: &Ident) -> bool {
    let name = name.to_string();
    name.contains(char::is_uppercase) && !name.contains(char::is_lowercase)
}

/// The constants of a primitive type that are of that type.
fn is_constant_of(owner: &str, name: &str) -> bool {
    crate::syntax::paths::is_number(owner)
        && matches!(
            name,
            "MAX" | "MIN" | "EPSILON" | "INFINITY" | "NEG_INFINITY" | "NAN" | "MIN_POSITIVE"
        )
}

fn diverges(expr: &Expr) -> bool {
    match expr {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Macro(mac) => panics(&mac.mac),
        _ => false,
    }
}

fn panics(mac: &syn::Macro) -> bool {
    let last = mac.path.segments.last();
    last.is_some_and(|last| {
        ["panic", "unreachable", "todo", "unimplemented"]
            .iter()
            .any(|name| last.ident == name)
    })
}
