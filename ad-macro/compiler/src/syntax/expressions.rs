//! Queries on expressions, patterns and operators: what is mentioned, bound, compared or assigned.
//!
//! Input:  `no_diff(x) + y[k]` (a `syn::Expr`)
//! Output: `mentioned`: `{no_diff, x, y, k}`; `is_arithmetic` of its operator; `is_detached` of its left operand

use crate::syntax::flat_set::FlatSet;
use crate::syntax::walk::{Node, walk};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Pat};

/// The words of an expression: every variable that it mentions is among them.
pub fn mentioned(expr: &Expr, words: &mut FlatSet<String>) {
    let text = expr.to_token_stream().to_string();
    words.extend(
        text.split(|c: char| !c.is_alphanumeric() && c != '_')
            .filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
            .map(str::to_string),
    );
}

/// Where an expression stands. Syn would print its tokens for that.
pub fn span_of(expr: &Expr) -> Span {
    match expr {
        Expr::Binary(of) if of.attrs.is_empty() => joined(span_of(&of.left), span_of(&of.right)),
        Expr::MethodCall(of) if of.attrs.is_empty() => joined(span_of(&of.receiver), of.paren_token.span.join()),
        Expr::Call(of) if of.attrs.is_empty() => joined(span_of(&of.func), of.paren_token.span.join()),
        Expr::Index(of) if of.attrs.is_empty() => joined(span_of(&of.expr), of.bracket_token.span.join()),
        Expr::Reference(of) if of.attrs.is_empty() => joined(of.and_token.span, span_of(&of.expr)),
        Expr::Paren(of) if of.attrs.is_empty() => of.paren_token.span.join(),
        Expr::Lit(of) if of.attrs.is_empty() => of.lit.span(),
        Expr::Path(of) if of.attrs.is_empty() && of.qself.is_none() => {
            of.path.get_ident().map_or_else(|| of.span(), Ident::span)
        }
        expr => expr.span(),
    }
}

fn joined(first: Span, last: Span) -> Span {
    first.join(last).unwrap_or(first)
}

/// Whether a called path is `no_diff`.
pub fn is_no_diff(function: &Expr) -> bool {
    matches!(function, Expr::Path(path) if path.path.segments.last().is_some_and(|segment| segment.ident == "no_diff"))
}

/// Whether an expression is `no_diff(..)`: whatever its type, no derivative comes out of it.
pub fn is_detached(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_detached(&inner.expr),
        Expr::Call(call) => is_no_diff(&call.func),
        _ => false,
    }
}

pub fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => strip(&inner.expr),
        other => other,
    }
}

pub fn is_arithmetic(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
    )
}

/// The operator of a compound assignment.
pub fn plain_operator(op: &BinOp) -> Option<BinOp> {
    Some(match op {
        BinOp::AddAssign(_) => BinOp::Add(Default::default()),
        BinOp::SubAssign(_) => BinOp::Sub(Default::default()),
        BinOp::MulAssign(_) => BinOp::Mul(Default::default()),
        BinOp::DivAssign(_) => BinOp::Div(Default::default()),
        BinOp::RemAssign(_) => BinOp::Rem(Default::default()),
        _ => return None,
    })
}

/// Whether a pattern binds a variable.
pub fn binds(pat: &Pat) -> bool {
    let mut idents = Vec::new();
    pattern_idents(pat, &mut idents);
    idents
        .iter()
        .any(|ident| !crate::syntax::paths::names_type(&ident.to_string()))
}

/// Whether an operator compares its operands.
pub fn is_comparison(op: &syn::BinOp) -> bool {
    use syn::BinOp::*;
    matches!(op, Lt(_) | Le(_) | Gt(_) | Ge(_) | Eq(_) | Ne(_))
}

/// The comparisons of the crate approx, which many crates have in a form of their own, and their assertions.
pub fn is_approximate(mac: &str) -> bool {
    let comparison = mac.strip_prefix("assert_").unwrap_or(mac);
    matches!(
        comparison,
        "abs_diff_eq" | "abs_diff_ne" | "relative_eq" | "relative_ne" | "ulps_eq" | "ulps_ne"
    )
}

pub fn is_compound(op: &syn::BinOp) -> bool {
    use syn::BinOp::*;
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}

/// Tokens whose errors are shown at their use, not at the definition of what they name.
pub fn located(tokens: TokenStream, span: Span) -> TokenStream {
    let locate = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            let mut inner = proc_macro2::Group::new(group.delimiter(), located(group.stream(), span));
            inner.set_span(group.span());
            token = TokenTree::Group(inner);
        }
        token.set_span(token.span().located_at(span));
        token
    };
    tokens.into_iter().map(locate).collect()
}

/// The first and the last token of an expression.
pub fn ends(expr: &Expr) -> (Span, Span) {
    let mut spans = expr.to_token_stream().into_iter().map(|token| token.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    (first, spans.last().unwrap_or(first))
}

/// Tokens in place of an expression with these ends: rustc's errors show it in their stead.
pub fn in_place_of(tokens: TokenStream, (first, last): (Span, Span)) -> TokenStream {
    let (mut tokens, mut span) = (tokens.into_iter().peekable(), first);
    let place = std::iter::from_fn(|| {
        let mut token = tokens.next()?;
        if let TokenTree::Group(group) = &token {
            token = TokenTree::Group(proc_macro2::Group::new(
                group.delimiter(),
                in_place_of(group.stream(), (span, last)),
            ));
        }
        // A name means what it did.
        let resolved = match &token {
            TokenTree::Ident(name) => span.resolved_at(name.span()),
            _ => span,
        };
        token.set_span(resolved);
        span = last;
        Some(token)
    });
    place.collect()
}

/// Where rustc reports what is wrong with the value of an expression: at its last operation.
pub fn operation_span(expr: &Expr) -> Span {
    match strip(expr) {
        Expr::Binary(binary) => binary.op.span(),
        Expr::MethodCall(call) => call.method.span(),
        Expr::Call(call) => call.func.span(),
        Expr::Block(block) => tail_span(&block.block),
        other => other.span(),
    }
}

/// The same of a block's value; of one that has none, its end.
pub fn tail_span(block: &syn::Block) -> Span {
    match block.stmts.last() {
        Some(syn::Stmt::Expr(expr, None)) => operation_span(expr),
        _ => block.brace_token.span.close(),
    }
}

/// The names that a pattern binds.
pub fn pattern_idents(pat: &Pat, idents: &mut Vec<Ident>) {
    walk(pat, |node| {
        if let Node::PatIdent(pat) = node {
            idents.push(pat.ident.clone());
        }
        !matches!(node, Node::Expr(_))
    });
}
