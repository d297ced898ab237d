//! Sweeps as a person would have written them: without the workspace, the empty slots of the call protocol and the proofs, with plain
//! operators for products of cotangents, and without names for what is used once.
//!
//! Input:  `let t_2_bar = ad::times(t_bar, slope); if let Some(x_bar) = x_bar.as_deref_mut() { x_bar[i] += t_2_bar; }`
//! Output: `x_bar[i] += t_bar * slope;`

use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Ident, Pat, Stmt, Type, parse_quote};

/// The sweeps formatted, under the reasons of the plan as far as they concern names that are left.
/// `owner` is the type that `Self` stands for.
pub fn readable(mut sweeps: syn::File, reasons: &str, owner: &str) -> String {
    let mut plain = Plain { strong: false };
    plain.visit_file_mut(&mut sweeps);
    let mut mutable = Mutable(BTreeSet::new());
    mutable.visit_file(&sweeps);
    let mut inline = Inline {
        mutable: mutable.0,
        renamed: BTreeMap::new(),
    };
    inline.visit_file_mut(&mut sweeps);
    let code = prettyplease::unparse(&sweeps).replace("SelfCotangent", &format!("{owner}Cotangent"));
    let is_shown = |name: &str| {
        let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| word == name)
    };
    let lines = reasons.lines().filter_map(|line| line.split_once(": "));
    let lines = lines.map(|(name, reason)| (inline.renamed.get(name).map_or(name, String::as_str), reason));
    let lines: BTreeMap<&str, &str> = lines.filter(|(name, _)| is_shown(name)).collect();
    let mut text = String::new();
    if !lines.values().any(|reason| reason.starts_with("saved")) {
        text.push_str("// Nothing is saved for the way back.\n");
    }
    let width = lines.keys().map(|name| name.len()).max().unwrap_or(0);
    for (name, reason) in lines {
        text.push_str(&format!("// {name:width$}  {reason}\n"));
    }
    if plain.strong {
        text.push_str("// A product or quotient with a cotangent that is exactly zero is exactly zero.\n");
    }
    format!("{text}{code}")
}

/// Takes off what only rustc needs.
struct Plain {
    /// Whether products that keep zeros stand as plain ones.
    strong: bool,
}

impl Plain {
    fn statement(&mut self, stmt: Stmt) -> Vec<Stmt> {
        let dropped = match &stmt {
            Stmt::Item(_) => true,
            Stmt::Macro(proof) => of_pullback(&proof.mac.path),
            Stmt::Local(local) => local
                .init
                .as_ref()
                .is_some_and(|init| keeps_memory(&init.expr) || is_proof(&init.expr)),
            Stmt::Expr(Expr::Call(call), _) => call.func.to_token_stream().to_string().ends_with("end_copy"),
            Stmt::Expr(expr, _) => is_unit(expr) || keeps_memory(expr),
        };
        match stmt {
            _ if dropped => Vec::new(),
            // There is a buffer.
            Stmt::Expr(Expr::If(branch), _) if is_buffer(&branch) => branch.then_branch.stmts,
            stmt => vec![stmt],
        }
    }

    fn of_runtime(&mut self, name: &str, args: &[Expr]) -> Option<Expr> {
        let product = |a: &Expr, b: &Expr| computed(a, parse_quote!(*), b);
        let expr = match (name, args) {
            ("times" | "weighted" | "portion" | "scaled", [a, b]) => product(a, b),
            ("over", [a, b]) => computed(a, parse_quote!(/), b),
            ("mul_left", [_, _, b, seed]) => product(behind(seed), behind(b)),
            ("mul_right", [_, a, _, seed]) => product(behind(seed), behind(a)),
            ("together" | "scalar" | "passive", [value, ..]) => return Some(value.clone()),
            ("copy" | "copy_to_write" | "operand", [value]) => return Some(behind(value).clone()),
            ("accumulate", [Expr::Reference(bar), part]) => {
                return Some(computed(&bar.expr, parse_quote!(+=), behind(part)));
            }
            ("put", [tape, values]) => {
                let tape = behind(tape);
                return Some(parse_quote!(#tape.push(#values)));
            }
            ("pop", [tape]) => {
                let tape = behind(tape);
                return Some(parse_quote!(#tape.pop().unwrap()));
            }
            ("room", [_, range]) => return Some(range.clone()),
            // An operator of what may be a struct.
            ("operands", [operator, _, operands @ ..]) => {
                let operator = match operator.to_token_stream().to_string().as_str() {
                    "ad :: Minus" => "Sub",
                    "ad :: Times" => "Mul",
                    "ad :: Plus" => "Add",
                    _ => "Div",
                };
                let operator = Ident::new(operator, proc_macro2::Span::call_site());
                return Some(parse_quote!(#operator::vjp(#(#operands),*)));
            }
            _ => return None,
        };
        self.strong = true;
        Some(expr)
    }
}

/// `a * b`, whose operands prettyplease puts in parentheses where they need them.
fn computed(a: &Expr, op: syn::BinOp, b: &Expr) -> Expr {
    let (attrs, left, right) = (Vec::new(), Box::new(a.clone()), Box::new(b.clone()));
    Expr::Binary(syn::ExprBinary { attrs, left, op, right })
}

fn of_pullback(path: &syn::Path) -> bool {
    path.segments.first().is_some_and(|first| first.ident == "pullback")
}

/// `::pullback::rt::as_written!(norm(), v, v.norm_marked_differentiable())`
fn is_proof(expr: &Expr) -> bool {
    matches!(expr, Expr::Macro(proof) if of_pullback(&proof.mac.path))
}

/// `energy::taken([(); 2])`, by which rustc counts the arguments of a call.
fn is_count(expr: &Expr) -> bool {
    matches!(expr, Expr::Call(call) if call.func.to_token_stream().to_string().ends_with(":: taken"))
}

/// `ws.put_back(tape)` and the like.
fn keeps_memory(expr: &Expr) -> bool {
    let kept = |call: &syn::ExprMethodCall| {
        ["put_back", "recycle", "stack_until"]
            .iter()
            .any(|name| call.method == name)
    };
    matches!(expr, Expr::MethodCall(call) if is_workspace(&call.receiver) && kept(call))
}

impl VisitMut for Plain {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let stmts = std::mem::take(&mut block.stmts);
        block.stmts = stmts.into_iter().flat_map(|stmt| self.statement(stmt)).collect();
        visit_mut::visit_block_mut(self, block);
        // A buffer's statements may hold another one.
        let stmts = std::mem::take(&mut block.stmts);
        block.stmts = stmts.into_iter().flat_map(|stmt| self.statement(stmt)).collect();
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::Paren(paren) => *expr = (*paren.expr).clone(),
            Expr::Tuple(tuple) => {
                let parts = tuple.elems.iter().filter(|part| !is_unit(part)).cloned().collect();
                *expr = tuple_of(parts);
            }
            Expr::MethodCall(call) => {
                if is_workspace(&call.receiver) && (call.method == "tape" || call.method == "stack") {
                    *expr = parse_quote!(Vec::new());
                    return;
                }
                call.args = call.args.iter().flat_map(argument).collect();
                *call.receiver = undereferenced(&call.receiver);
                let of_operator = matches!(&*call.receiver, Expr::Call(of) if of.func.to_token_stream().to_string().ends_with(":: vjp"));
                let name = call.method.to_string();
                if ["copied", "sweeps", "operate", "multiply"].contains(&&*name) && (of_operator || name == "copied")
                    || name == "sink"
                {
                    *expr = (*call.receiver).clone();
                } else if name == "tied" || name == "sweep" && is_count(&call.receiver) {
                    *expr = call.args[0].clone();
                } else if name.ends_with("_differentiable_pull") {
                    let (pullback, args) = (&call.args[0], call.args.iter().skip(1));
                    *expr = parse_quote!(#pullback(#(#args),*));
                } else if name != "forward" {
                    call.method = shown_name(&call.method);
                }
            }
            Expr::Field(field) => *field.base = undereferenced(&field.base),
            // `&mut *x_bar`, `*this_bar.length.sink()`
            Expr::Reference(reference) if reference.mutability.is_some() => {
                *reference.expr = undereferenced(&reference.expr);
            }
            Expr::Match(of) => {
                if let Expr::MethodCall(buffer) = &*of.expr
                    && buffer.method == "as_deref_mut"
                {
                    *expr = (*buffer.receiver).clone();
                }
            }
            Expr::Closure(closure) => {
                if matches!(&closure.output, syn::ReturnType::Type(_, ty) if is_unit_type(ty)) {
                    closure.output = syn::ReturnType::Default;
                }
            }
            Expr::Call(call) => {
                let name = call.func.to_token_stream().to_string();
                let name = name.rsplit(' ').next().unwrap_or_default();
                let variant = name.starts_with(char::is_uppercase);
                if !variant {
                    call.args = call.args.iter().flat_map(argument).collect();
                }
                if let Expr::Path(function) = &mut *call.func {
                    let name = function.path.segments.last().map(|last| last.ident.to_string());
                    if function.path.segments[0].ident.to_string().starts_with("ad")
                        && let Some(name) = &name
                        && let Some(plain) = self.of_runtime(name, &call.args.iter().cloned().collect::<Vec<_>>())
                    {
                        *expr = plain;
                        return;
                    }
                    if let Some(last) = function.path.segments.last_mut() {
                        last.ident = shown_name(&last.ident);
                    }
                }
            }
            _ => {}
        }
    }

    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        visit_mut::visit_pat_mut(self, pat);
        if let Pat::Tuple(tuple) = pat {
            let parts: Vec<Pat> = tuple.elems.iter().cloned().collect();
            let unit = |part: &Pat| matches!(part, Pat::Tuple(tuple) if tuple.elems.is_empty());
            let mut parts: Vec<Pat> = parts.into_iter().filter(|part| !unit(part)).collect();
            *pat = match parts.len() {
                1 => parts.remove(0),
                _ => parse_quote!((#(#parts),*)),
            };
        }
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self, ty);
        match ty {
            Type::Tuple(tuple) => {
                let mut parts: Vec<Type> = tuple.elems.iter().filter(|part| !is_unit_type(part)).cloned().collect();
                *ty = match parts.len() {
                    1 => parts.remove(0),
                    _ => parse_quote!((#(#parts),*)),
                };
            }
            // The cotangent of a type that is derived.
            Type::Path(path) => {
                let Some(qself) = &path.qself else { return };
                if path.path.segments.last().is_some_and(|last| last.ident == "Cotangent")
                    && let Type::Path(of) = &*qself.ty
                    && let Some(name) = of.path.get_ident()
                {
                    let name = Ident::new(&format!("{name}Cotangent"), name.span());
                    *ty = parse_quote!(#name);
                }
            }
            _ => {}
        }
    }

    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        visit_mut::visit_path_mut(self, path);
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        // The name by which a twin is imported.
        if let [twin, _] = names[..]
            && let Some((function, _)) = twin.rsplit_once("_derivative")
        {
            path.segments[0].ident = Ident::new(function, path.segments[0].ident.span());
        }
        let skip = match names[..] {
            ["pullback", "rt", "std", .., "Vec" | "Box" | "vec"] => names.len() - 1,
            ["pullback", "rt", "std", ..] => 2,
            ["pullback", "rt", ..] => 2,
            ["core", "option" | "result", ..] | ["core", "matches" | "unreachable"] => names.len() - 1,
            _ => return,
        };
        path.leading_colon = None;
        path.segments = path.segments.iter().skip(skip).cloned().collect();
    }
}

/// `if let Some(x_bar) = x_bar.as_deref_mut() { … }`
fn is_buffer(branch: &syn::ExprIf) -> bool {
    let Expr::Let(test) = &*branch.cond else { return false };
    let text = test.to_token_stream().to_string().replace(' ', "");
    branch.else_branch.is_none() && text.ends_with("_bar.as_deref_mut()")
}

fn is_some(function: &Expr) -> bool {
    matches!(function, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Some"))
}

fn is_unit(expr: &Expr) -> bool {
    matches!(expr, Expr::Tuple(tuple) if tuple.elems.is_empty())
}

fn is_unit_type(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(tuple) if tuple.elems.is_empty())
}

/// `xs` of `*xs`, where a method or a field is reached through it.
fn undereferenced(expr: &Expr) -> Expr {
    match expr {
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => (*unary.expr).clone(),
        other => other.clone(),
    }
}

fn is_workspace(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.is_ident("ws"))
}

/// `tape` of `&mut tape`.
fn behind(expr: &Expr) -> &Expr {
    match expr {
        Expr::Reference(reference) => &reference.expr,
        other => other,
    }
}

fn tuple_of(mut parts: Vec<Expr>) -> Expr {
    match parts.len() {
        1 => parts.remove(0),
        _ => parse_quote!((#(#parts),*)),
    }
}

/// What is left of an argument: nothing of the workspace and of an empty slot, of `(x, Some(&mut x_bar))` what is added to.
fn argument(expr: &Expr) -> Vec<Expr> {
    match expr {
        _ if is_workspace(behind(expr)) || is_unit(expr) => Vec::new(),
        Expr::Tuple(slot) if slot.elems.len() == 2 => {
            let (place, buffer) = (&slot.elems[0], &slot.elems[1]);
            let buffer = match buffer {
                Expr::Call(some) if is_some(&some.func) => some.args[0].clone(),
                Expr::MethodCall(call) if call.method == "as_deref_mut" => (*call.receiver).clone(),
                _ => return vec![expr.clone()],
            };
            match place {
                Expr::Reference(reference) if reference.mutability.is_some() => vec![place.clone(), buffer],
                _ => vec![buffer],
            }
        }
        other => vec![other.clone()],
    }
}

/// Of the functions that run the forward sweep, what users call.
fn shown_name(name: &Ident) -> Ident {
    let text = name.to_string();
    let shown = match text
        .strip_suffix("_differentiable_push")
        .or(text.strip_suffix("_differentiable"))
    {
        Some(method) => format!("{method}_vjp"),
        None if text == "forward" => "vjp".to_string(),
        None => return name.clone(),
    };
    Ident::new(&shown, name.span())
}

/// The variables that may change.
struct Mutable(BTreeSet<String>);

impl<'ast> Visit<'ast> for Mutable {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        if pat.mutability.is_some() {
            self.0.insert(pat.ident.to_string());
        }
        visit::visit_pat_ident(self, pat);
    }

    fn visit_pat_type(&mut self, pat: &'ast syn::PatType) {
        if let (Pat::Ident(name), Type::Reference(reference)) = (&*pat.pat, &*pat.ty)
            && reference.mutability.is_some()
        {
            self.0.insert(name.ident.to_string());
        }
        visit::visit_pat_type(self, pat);
    }
}

/// Writes out names that stand for another name, and those that are used once, of what cannot change in between.
struct Inline {
    mutable: BTreeSet<String>,
    /// The names that stand for another one.
    renamed: BTreeMap<String, String>,
}

impl Inline {
    /// Whether an expression only computes with what cannot change.
    fn is_fixed(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Lit(_) => true,
            Expr::Path(path) => path
                .path
                .get_ident()
                .is_some_and(|name| !self.mutable.contains(&name.to_string())),
            Expr::Unary(unary) => !matches!(unary.op, syn::UnOp::Deref(_)) && self.is_fixed(&unary.expr),
            Expr::Binary(binary) => self.is_fixed(&binary.left) && self.is_fixed(&binary.right),
            Expr::Index(index) => self.is_fixed(&index.expr) && self.is_fixed(&index.index),
            _ => false,
        }
    }
}

impl VisitMut for Inline {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut at = 0;
        while at < block.stmts.len() {
            let (before, after) = block.stmts.split_at_mut(at + 1);
            let Some((name, value)) = definition(&before[at]) else {
                at += 1;
                continue;
            };
            let mut uses = Uses::of(&name);
            after.iter().for_each(|stmt| uses.visit_stmt(stmt));
            let another_name = matches!(value, Expr::Path(_) | Expr::Lit(_));
            let written_out = another_name || uses.all <= 1 && uses.all == uses.here;
            let fixed = self.is_fixed(&value) || is_settled(&value, after);
            if self.mutable.contains(&name) || !fixed || uses.bound || !written_out {
                at += 1;
                continue;
            }
            if let Expr::Path(other) = &value {
                self.renamed.insert(name.clone(), other.to_token_stream().to_string());
            }
            let mut replace = Replace { name, value };
            after.iter_mut().for_each(|stmt| replace.visit_stmt_mut(stmt));
            block.stmts.remove(at);
        }
        visit_mut::visit_block_mut(self, block);
    }
}

/// Whether it is a variable that nothing changes any more.
fn is_settled(value: &Expr, after: &[Stmt]) -> bool {
    struct Changes<'a>(&'a str, bool);
    impl<'ast> Visit<'ast> for Changes<'_> {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            let changed = match expr {
                Expr::Assign(assign) => Some(&assign.left),
                Expr::Binary(binary) if binary.op.to_token_stream().to_string().ends_with('=') => Some(&binary.left),
                Expr::Reference(reference) if reference.mutability.is_some() => Some(&reference.expr),
                Expr::MethodCall(call) => Some(&call.receiver),
                _ => None,
            };
            self.1 |= changed.is_some_and(|place| {
                let mut uses = Uses::of(self.0);
                uses.visit_expr(place);
                uses.all > 0
            });
            visit::visit_expr(self, expr);
        }
    }
    let Expr::Path(path) = value else { return false };
    let Some(name) = path.path.get_ident() else {
        return false;
    };
    let name = name.to_string();
    let mut changes = Changes(&name, false);
    after.iter().for_each(|stmt| changes.visit_stmt(stmt));
    !changes.1
}

/// `let name = value;`
fn definition(stmt: &Stmt) -> Option<(String, Expr)> {
    let Stmt::Local(local) = stmt else { return None };
    let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init) else {
        return None;
    };
    (name.mutability.is_none() && init.diverge.is_none()).then(|| (name.ident.to_string(), (*init.expr).clone()))
}

/// How often a name is used: at all, and not in a closure, a loop or a branch.
struct Uses<'a> {
    name: &'a str,
    all: usize,
    here: usize,
    depth: usize,
    /// Whether it is given another meaning.
    bound: bool,
}

impl<'a> Uses<'a> {
    fn of(name: &'a str) -> Self {
        let (all, here, depth, bound) = (0, 0, 0, false);
        Uses {
            name,
            all,
            here,
            depth,
            bound,
        }
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.is_ident(self.name) {
            self.all += 1;
            self.here += usize::from(self.depth == 0);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let name = self.name;
        self.bound |= mac
            .tokens
            .to_string()
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| word == name);
    }

    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.bound |= pat.ident == self.name;
    }

    fn visit_block(&mut self, block: &'ast Block) {
        self.depth += 1;
        visit::visit_block(self, block);
        self.depth -= 1;
    }
}

struct Replace {
    name: String,
    value: Expr,
}

impl VisitMut for Replace {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Path(path) if path.path.is_ident(&self.name) => *expr = self.value.clone(),
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }
}
