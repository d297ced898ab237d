//! The type that a chain's end makes, where it is written elsewhere than at the end: by the function's output.
//!
//! Input:  `fn f(x: &[f64]) -> Result<Vec<f64>, E> { x.iter().map(g).collect() }`
//! Output: `fn f(x: &[f64]) -> Result<Vec<f64>, E> { x.iter().map(g).collect::<Result<Vec<f64>, E>>() }`

use crate::lower::builder::Lower;
use crate::signature::bounds::traits::is_float_name;
use crate::syntax::types::Ty;
use proc_macro2::Ident;
use syn::Expr;
use syn::spanned::Spanned;

impl Lower<'_> {
    /// Whether a type is one of the user's, whose sum is not that of floats: a name that is no primitive's and no parameter's, and
    /// none that aliases of floats commonly have.
    pub(super) fn is_own_type(&self, ty: &syn::Type) -> bool {
        let syn::Type::Path(path) = ty else { return false };
        let (Some(first), Some(last)) = (path.path.segments.first(), path.path.segments.last()) else {
            return false;
        };
        let of_a_part = path.qself.is_some() || path.path.segments.len() > 1 && first.ident == "Self";
        let name = last.ident.to_string();
        let of_floats = is_float_name(&name) || self.type_params.contains(&name) && name != "Self";
        Ty::of(ty) == Ty::Unknown && !of_a_part && !of_floats && !matches!(name.as_str(), "Option" | "Result")
    }

    /// A function's body whose last word is `chain.collect()`, with the type that it makes, if it may end early; or the sum of a chain.
    /// What becomes a result, `found.map(|v| ..)`, is one: it is taken apart. What a function answers is a condition.
    pub(in crate::lower) fn made_at_end(&self, body: &syn::Block, output: &syn::Type) -> Option<syn::Block> {
        let mut body = body.clone();
        match body.stmts.last_mut() {
            Some(syn::Stmt::Expr(Expr::MethodCall(last), None)) if last.method == "map" || last.method == "map_err" => {
                if self.made_by_map(last, output).is_none() {
                    let taken_apart = self.mapped_result(last, output)?;
                    *body.stmts.last_mut()? = syn::Stmt::Expr(taken_apart, None);
                }
            }
            Some(syn::Stmt::Expr(last @ Expr::MethodCall(_), None)) if Ty::of(output) == Ty::Bool => {
                *last = syn::parse_quote_spanned!(last.span()=> if #last { true } else { false });
            }
            Some(syn::Stmt::Expr(last, None)) => *last = self.made_last(last, output)?,
            _ => return None,
        }
        Some(body)
    }

    /// `result.map(|v| ..)`, of which what it becomes says that it is a result; rustc sees whether it is, by the patterns.
    fn mapped_result(&self, call: &syn::ExprMethodCall, output: &syn::Type) -> Option<Expr> {
        let syn::Type::Path(path) = output else { return None };
        let (Some(last), Some(Expr::Closure(closure)), 1) =
            (path.path.segments.last(), call.args.first(), call.args.len())
        else {
            return None;
        };
        let (Some(value), 1) = (closure.inputs.first(), closure.inputs.len()) else {
            return None;
        };
        let (receiver, body) = (&call.receiver, &closure.body);
        let leaves = crate::lower::name_activity::returns_from_within(&**body);
        if call.method != "map"
            || last.ident != "Result"
            || closure.capture.is_some()
            || leaves
            || self.is_chain(receiver)
        {
            return None;
        }
        Some(syn::parse_quote_spanned! {call.method.span()=>
            match #receiver {
                ::core::result::Result::Ok(#value) => ::core::result::Result::Ok(#body),
                ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
            }
        })
    }

    /// The same of what stands last, or after `return`, in all the branches that it has.
    pub(in crate::lower) fn made_last(&self, last: &Expr, output: &syn::Type) -> Option<Expr> {
        let within = |block: &mut syn::Block| match block.stmts.last_mut() {
            Some(syn::Stmt::Expr(last, None)) => self.made_last(last, output).map(|made| *last = made).is_some(),
            _ => false,
        };
        match last {
            Expr::If(branches) => {
                let mut branches = branches.clone();
                let mut any = within(&mut branches.then_branch);
                if let Some((_, other)) = &mut branches.else_branch
                    && let Some(made) = self.made_last(other, output)
                {
                    (**other, any) = (made, true);
                }
                any.then_some(Expr::If(branches))
            }
            Expr::Match(arms) => {
                let (mut arms, mut any) = (arms.clone(), false);
                for arm in &mut arms.arms {
                    if let Some(made) = self.made_last(&arm.body, output) {
                        (*arm.body, any) = (made, true);
                    }
                }
                any.then_some(Expr::Match(arms))
            }
            Expr::Block(block) => {
                let mut block = block.clone();
                within(&mut block.block).then_some(Expr::Block(block))
            }
            // `Ok(chain.collect())`
            Expr::Call(call) if is_variant(&call.func, &["Ok", "Some"]) && call.args.len() == 1 => {
                let (_, inside) = first_argument(output)?;
                let mut call = call.clone();
                call.args[0] = self.made_last(&call.args[0], inside)?;
                Some(Expr::Call(call))
            }
            _ => {
                if let Expr::MethodCall(call) = last
                    && let Some(taken_apart) = self.mapped_result(call, output)
                {
                    return Some(taken_apart);
                }
                let listed = list_within(output).is_some() || is_other_list(output);
                let collects = matches!(last, Expr::MethodCall(call) if call.method == "collect");
                self.made_into(last, output).filter(|_| listed || !collects)
            }
        }
    }

    /// Says what the closure in `option.map(|v| chain.collect())` makes, where all of it becomes an `Option<T>` or a `Result<T, _>`.
    fn made_by_map(&self, call: &mut syn::ExprMethodCall, output: &syn::Type) -> Option<()> {
        if call.method == "map_err"
            && let Expr::MethodCall(map) = &mut *call.receiver
        {
            return self.made_by_map(map, output);
        }
        let (outer, inside) = first_argument(output)?;
        if call.method != "map" || call.args.len() != 1 || !matches!(outer.as_str(), "Option" | "Result") {
            return None;
        }
        let Some(Expr::Closure(closure)) = call.args.first_mut() else {
            return None;
        };
        let last = match &mut *closure.body {
            Expr::Block(body) => match body.block.stmts.last_mut()? {
                syn::Stmt::Expr(last, None) => last,
                _ => return None,
            },
            body => body,
        };
        *last = self.made_into(last, inside)?;
        Some(())
    }

    /// `chain.collect()` with the type that it is known to make, and `chain.sum()` with one of the user's, or with an option or a result.
    pub(in crate::lower) fn made_into(&self, expr: &Expr, target: &syn::Type) -> Option<Expr> {
        let fallible = first_argument(target).is_some_and(|(outer, _)| matches!(outer.as_str(), "Option" | "Result"));
        // Of what is summed it may be seen nowhere else that it is an integer.
        let summed = self.is_own_type(target) || fallible || Ty::of(target) == Ty::Int;
        let made = |name: &Ident| name == "collect" || (name == "sum" || name == "product") && summed;
        match expr {
            Expr::MethodCall(call) if made(&call.method) && call.turbofish.is_none() && call.args.is_empty() => {
                let mut call = call.clone();
                call.turbofish = Some(syn::parse_quote!(::<#target>));
                Some(Expr::MethodCall(call))
            }
            _ => None,
        }
    }
}

fn is_variant(function: &Expr, names: &[&str]) -> bool {
    matches!(function, Expr::Path(path) if names.iter().any(|name| path.path.is_ident(name)))
}

pub(super) fn is_vec(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Vec"))
}

/// Whether a type is that of a list of references to numbers, or of tuples with some.
pub(super) fn lends_numbers(list: &syn::Type) -> bool {
    let lends = |ty: &syn::Type| matches!(ty, syn::Type::Reference(to) if matches!(Ty::of(&to.elem), Ty::Float(_)));
    match first_argument(list) {
        Some((_, syn::Type::Tuple(parts))) => parts.elems.iter().any(lends),
        Some((_, item)) => lends(item),
        None => false,
    }
}

/// Whether a type says of what it is made, and is no `Vec`: `VecDeque<f64>`. Another name may be an alias of a vector's type.
fn is_other_list(ty: &syn::Type) -> bool {
    first_argument(ty)
        .is_some_and(|(name, _)| !matches!(name.as_str(), "Vec" | "Option" | "Result" | "Box" | "Rc" | "Arc"))
}

/// The list in `Option<Vec<_>>` or `Result<Vec<_>, _>`, and what it stands in.
fn list_within(target: &syn::Type) -> Option<(String, &syn::Type)> {
    first_argument(target).filter(|(_, list)| is_vec(list))
}

/// The name of a type and its first argument.
pub(super) fn first_argument(target: &syn::Type) -> Option<(String, &syn::Type)> {
    let syn::Type::Path(path) = target else { return None };
    let last = path.path.segments.last()?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first() {
        Some(syn::GenericArgument::Type(first)) => Some((last.ident.to_string(), first)),
        _ => None,
    }
}
