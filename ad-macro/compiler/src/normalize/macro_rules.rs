//! Expands the calls of macros that the function itself defines by `macro_rules!`: their rules stand in its own tokens.
//!
//! ```text
//! Input:  macro_rules! corner { ($k:expr) => {{ let d = x[$k] - c; d * d }} } corner!(0) + corner!(1)
//! Output: ({ let d = x[0] - c; d * d }) + ({ let d_2 = x[1] - c; d_2 * d_2 })
//! ```
//!
//! Hygiene is rustc's: what a rule's body binds is fresh, and what it reads is resolved at the definition. Where a name means something
//! else at the call, or an expansion cannot be decided, the call stays as it is and lowering rejects it. The primal keeps its macros.

pub mod hygiene;

use crate::normalize::macro_rules::hygiene::{Hygiene, MARK, Scope, bound_names, marked};
use crate::syntax::flat_map::FlatMap;
use crate::syntax::fresh_names::Names;
use crate::syntax::macro_calls::calls;
use crate::syntax::walk::{Node, NodeMut, WalkMut, any, descend_mut};
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::rc::Rc;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Block, Expr, Item, Pat, Stmt};

/// Macros that call macros: as deep as rustc's own limit.
const DEEPEST: usize = 128;

/// Replaces the calls of the function's own macros in its body, and drops the macros.
pub fn expanded(function: &mut syn::ItemFn) {
    let defines = |node: Node<'_>| matches!(node, Node::ItemMacro(item) if item.ident.is_some());
    if !any(&*function.block, defines) {
        return;
    }
    let mut pass = Expansions {
        names: Names::of(function.to_token_stream()),
        macros: Vec::new(),
        bound: Vec::new(),
        depth: 0,
    };
    pass.node(NodeMut::Block(&mut function.block));
}

/// A macro as it stands in the function.
struct Macro {
    name: String,
    rules: Vec<Rule>,
    /// How many of the names in [`Expansions::bound`] came before it.
    since: usize,
}

struct Rule {
    pattern: Vec<Matcher>,
    body: TokenStream,
}

/// A part of a rule's pattern.
enum Matcher {
    Token(TokenTree),
    Group(Delimiter, Vec<Matcher>),
    /// `$x:expr`
    Fragment(String, String),
    /// `$( .. ) separator operator`
    Repetition {
        inner: Vec<Matcher>,
        separator: Option<TokenTree>,
        operator: char,
    },
}

/// What a metavariable stands for.
#[derive(Clone)]
enum Bound {
    Once(TokenStream),
    Many(Vec<Bound>),
}

type Bindings = FlatMap<String, Bound>;

struct Expansions {
    names: Names,
    /// The macros in sight, the innermost last.
    macros: Vec<Rc<Macro>>,
    /// What is bound around the call, in order.
    bound: Vec<String>,
    depth: usize,
}

impl WalkMut for Expansions {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            // The macros of a function are not those of the functions in it.
            NodeMut::Item(_) => {}
            NodeMut::Block(block) => {
                let (outside, bound) = (self.macros.clone(), self.bound.len());
                let mut definitions = Vec::new();
                let stmts = std::mem::take(&mut block.stmts);
                for mut stmt in stmts {
                    if let Stmt::Item(Item::Macro(item)) = &stmt
                        && let Some(name) = &item.ident
                    {
                        if let Some(rules) = rules(&item.mac.tokens) {
                            let name = name.to_string();
                            self.macros.push(Rc::new(Macro {
                                name: name.clone(),
                                rules,
                                since: self.bound.len(),
                            }));
                            definitions.push((block.stmts.len(), name, stmt));
                            continue;
                        }
                        // What is behind its name is not known from here on.
                        let name = name.to_string();
                        self.macros.retain(|known| known.name != name);
                    }
                    if let Stmt::Macro(call) = &stmt
                        && let Some(inner) = self.statements(&call.mac, call.semi_token)
                    {
                        inner.iter().for_each(|stmt| self.binds(stmt));
                        block.stmts.extend(inner);
                        continue;
                    }
                    // What a statement binds inside may be in sight of a call in it, what it binds itself is not.
                    match &stmt {
                        Stmt::Local(local) => local.init.iter().for_each(|init| self.binds(init)),
                        stmt => self.binds(stmt),
                    }
                    self.node(NodeMut::Stmt(&mut stmt));
                    if let Stmt::Local(local) = &stmt {
                        self.binds(&local.pat);
                    }
                    block.stmts.push(stmt);
                }
                // A macro that is still called stays, and is the error.
                for (at, name, stmt) in definitions.into_iter().rev() {
                    if calls(block.to_token_stream(), &name) {
                        block.stmts.insert(at, stmt);
                    }
                }
                self.macros = outside;
                self.bound.truncate(bound);
            }
            NodeMut::Expr(expr) => {
                if let Expr::Macro(call) = expr
                    && let Some(value) = self.expression(&call.mac)
                {
                    *expr = value;
                    return;
                }
                descend_mut(self, NodeMut::Expr(expr));
            }
            // `assert!(norm!(x) > 0.0)`: the arguments, where they are expressions.
            NodeMut::Macro(mac) => {
                if !self.macros.iter().any(|known| calls(mac.tokens.clone(), &known.name)) {
                    return;
                }
                let parse = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
                if let Ok(mut args) = parse.parse2(mac.tokens.clone()) {
                    args.iter_mut().for_each(|arg| self.node(NodeMut::Expr(arg)));
                    mac.tokens = args.to_token_stream();
                }
            }
            node => descend_mut(self, node),
        }
    }
}

impl Expansions {
    fn binds<'t>(&mut self, tree: impl Into<Node<'t>>) {
        self.bound.extend(bound_names(tree));
    }

    fn expression(&mut self, mac: &syn::Macro) -> Option<Expr> {
        let parse = |input: ParseStream| {
            let expr = input.parse::<Expr>()?;
            input.parse::<Option<syn::Token![;]>>()?;
            // `let f = lambda!(..)` is a closure that is bound to a name.
            if let Expr::Closure(_) = expr {
                return Ok(expr);
            }
            Ok(Expr::Paren(syn::ExprParen {
                attrs: Vec::new(),
                paren_token: syn::token::Paren::default(),
                expr: Box::new(expr),
            }))
        };
        let mut expr = self.expand(mac, parse, |hygiene, expr| hygiene.node(NodeMut::Expr(expr)))?;
        // What it binds by names that the call gives it may be in sight of a call in it.
        let bound = self.bound.len();
        self.binds(&expr);
        self.deeper(|pass| pass.node(NodeMut::Expr(&mut expr)));
        self.bound.truncate(bound);
        Some(expr)
    }

    /// `semi`: what stands after the call. Without it, in braces, it may be the block's value.
    fn statements(&mut self, mac: &syn::Macro, semi: Option<syn::Token![;]>) -> Option<Vec<Stmt>> {
        let parse = |input: ParseStream| {
            Ok(Block {
                brace_token: syn::token::Brace::default(),
                stmts: input.call(Block::parse_within)?,
            })
        };
        let mut block = self.expand(mac, parse, |hygiene, block| hygiene.node(NodeMut::Block(block)))?;
        if let (Some(semi), Some(Stmt::Expr(last, none @ None))) = (semi, block.stmts.last_mut()) {
            *none = Some(semi);
            // A call at the end may stand for statements as well.
            if let Expr::Macro(syn::ExprMacro { attrs, mac }) = last {
                let (attrs, mac) = (attrs.clone(), mac.clone());
                let semi_token = Some(semi);
                *block.stmts.last_mut().expect("there is one") = Stmt::Macro(syn::StmtMacro { attrs, mac, semi_token });
            }
        }
        self.deeper(|pass| pass.node(NodeMut::Block(&mut block)));
        Some(block.stmts)
    }

    fn deeper(&mut self, run: impl FnOnce(&mut Self)) {
        self.depth += 1;
        run(self);
        self.depth -= 1;
    }

    /// What a call of one of the function's macros stands for, its own names told apart from those around it.
    fn expand<T: ToTokens>(
        &mut self,
        mac: &syn::Macro,
        parse: impl Fn(ParseStream) -> syn::Result<T>,
        visit: impl FnOnce(&mut Hygiene, &mut T),
    ) -> Option<T> {
        let name = mac.path.get_ident()?.to_string();
        let called = self.macros.iter().rev().find(|known| known.name == name)?.clone();
        if self.depth >= DEEPEST {
            return None;
        }
        let (rule, bindings) = called.rules.iter().find_map(|rule| {
            let parse = |input: ParseStream| {
                let mut bindings = Bindings::new();
                matched(&rule.pattern, input, &mut bindings).map(|()| bindings)
            };
            Some((rule, parse.parse2(mac.tokens.clone()).ok()?))
        })?;
        let tokens = transcribed(rule.body.clone(), &bindings)?;
        let mut expansion = parse.parse2(tokens).ok()?;
        let mut hygiene = Hygiene {
            names: &mut self.names,
            scopes: vec![Scope::default()],
            bound_since: &self.bound[called.since..],
            seen: true,
        };
        visit(&mut hygiene, &mut expansion);
        let whole = hygiene.seen && !expansion.to_token_stream().to_string().contains(MARK);
        whole.then_some(expansion)
    }
}

/// The rules of a macro, if all of them can be read.
fn rules(tokens: &TokenStream) -> Option<Vec<Rule>> {
    let mut tokens = tokens.clone().into_iter().peekable();
    let mut rules = Vec::new();
    while tokens.peek().is_some() {
        let (
            Some(TokenTree::Group(pattern)),
            Some(TokenTree::Punct(equals)),
            Some(TokenTree::Punct(arrow)),
            Some(TokenTree::Group(body)),
        ) = (tokens.next(), tokens.next(), tokens.next(), tokens.next())
        else {
            return None;
        };
        let separated = match tokens.next() {
            None => true,
            Some(TokenTree::Punct(punct)) => punct.as_char() == ';',
            Some(_) => false,
        };
        if !separated || equals.as_char() != '=' || arrow.as_char() != '>' {
            return None;
        }
        rules.push(Rule {
            pattern: matchers(pattern.stream())?,
            body: body.stream(),
        });
    }
    Some(rules)
}

fn matchers(tokens: TokenStream) -> Option<Vec<Matcher>> {
    let mut tokens = tokens.into_iter().peekable();
    let mut pattern = Vec::new();
    while let Some(token) = tokens.next() {
        pattern.push(match token {
            TokenTree::Punct(dollar) if dollar.as_char() == '$' => match tokens.next()? {
                TokenTree::Ident(name) => {
                    let colon = matches!(tokens.next()?, TokenTree::Punct(colon) if colon.as_char() == ':');
                    match tokens.next()? {
                        TokenTree::Ident(kind) if colon => Matcher::Fragment(name.to_string(), kind.to_string()),
                        _ => return None,
                    }
                }
                TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                    let (separator, operator) = repeated(&mut tokens)?;
                    Matcher::Repetition {
                        inner: matchers(group.stream())?,
                        separator,
                        operator,
                    }
                }
                _ => return None,
            },
            TokenTree::Group(group) => Matcher::Group(group.delimiter(), matchers(group.stream())?),
            token => Matcher::Token(token),
        });
    }
    Some(pattern)
}

/// What follows `$( .. )`: a separator of one token, if any, and how often.
fn repeated(tokens: &mut std::iter::Peekable<impl Iterator<Item = TokenTree>>) -> Option<(Option<TokenTree>, char)> {
    let operator = |token: &TokenTree| match token {
        TokenTree::Punct(punct) if matches!(punct.as_char(), '*' | '+' | '?') => Some(punct.as_char()),
        _ => None,
    };
    let first = tokens.next()?;
    // `$(..)+*`: only the token after it says whether a sign is a separator.
    if let Some(found) = operator(&first)
        && !(found != '?' && tokens.peek().is_some_and(|next| operator(next) == Some('*')))
    {
        return Some((None, found));
    }
    let found = operator(&tokens.next()?)?;
    Some((Some(first), found))
}

/// Takes from the input what a pattern matches.
fn matched_front(pattern: &[Matcher], input: ParseStream, bindings: &mut Bindings) -> syn::Result<()> {
    for matcher in pattern {
        match matcher {
            Matcher::Token(token) => same(token, input)?,
            Matcher::Group(delimiter, inner) => {
                let group: TokenTree = input.parse()?;
                match group {
                    TokenTree::Group(group) if group.delimiter() == *delimiter => {
                        let parse = |input: ParseStream| matched(inner, input, bindings);
                        parse.parse2(group.stream())?;
                    }
                    _ => return Err(input.error("another token")),
                }
            }
            Matcher::Fragment(name, kind) => {
                let tokens = fragment(kind, input)?;
                bindings.insert(name.clone(), Bound::Once(tokens));
            }
            Matcher::Repetition {
                inner,
                separator,
                operator,
            } => {
                let mut rounds: Vec<Bindings> = Vec::new();
                while !input.is_empty() && (*operator != '?' || rounds.is_empty()) {
                    let ahead = input.fork();
                    if let (Some(separator), false) = (separator, rounds.is_empty())
                        && same(separator, &ahead).is_err()
                    {
                        break;
                    }
                    let mut round = Bindings::new();
                    let start = ahead.cursor();
                    if matched_front(inner, &ahead, &mut round).is_err() || ahead.cursor() == start {
                        break;
                    }
                    syn::parse::discouraged::Speculative::advance_to(input, &ahead);
                    rounds.push(round);
                }
                if *operator == '+' && rounds.is_empty() {
                    return Err(input.error("nothing to repeat"));
                }
                let mut names = Vec::new();
                fragments(inner, &mut names);
                for name in names {
                    let many = rounds.iter().filter_map(|round| round.get(&name).cloned()).collect();
                    bindings.insert(name, Bound::Many(many));
                }
            }
        }
    }
    Ok(())
}

/// The same, if there is nothing else in the input.
fn matched(pattern: &[Matcher], input: ParseStream, bindings: &mut Bindings) -> syn::Result<()> {
    matched_front(pattern, input, bindings)?;
    if input.is_empty() {
        Ok(())
    } else {
        Err(input.error("more tokens"))
    }
}

fn same(token: &TokenTree, input: ParseStream) -> syn::Result<()> {
    let next: TokenTree = input.parse()?;
    let same = match (token, &next) {
        (TokenTree::Punct(a), TokenTree::Punct(b)) => a.as_char() == b.as_char(),
        (TokenTree::Ident(a), TokenTree::Ident(b)) => a == b,
        (TokenTree::Literal(a), TokenTree::Literal(b)) => a.to_string() == b.to_string(),
        _ => false,
    };
    if same {
        Ok(())
    } else {
        Err(input.error("another token"))
    }
}

/// The metavariables of a pattern.
fn fragments(pattern: &[Matcher], names: &mut Vec<String>) {
    for matcher in pattern {
        match matcher {
            Matcher::Token(_) => {}
            Matcher::Fragment(name, _) => names.push(name.clone()),
            Matcher::Group(_, inner) | Matcher::Repetition { inner, .. } => fragments(inner, names),
        }
    }
}

/// What a metavariable of this kind takes. An expression stays one whatever it is put beside.
fn fragment(kind: &str, input: ParseStream) -> syn::Result<TokenStream> {
    Ok(match kind {
        "expr" | "expr_2021" => match input.parse::<Expr>()? {
            whole @ (Expr::Lit(_)
            | Expr::Path(_)
            | Expr::Paren(_)
            | Expr::Tuple(_)
            | Expr::Array(_)
            | Expr::Macro(_)) => whole.to_token_stream(),
            expr => quote!((#expr)),
        },
        "ident" => Ident::parse_any(input)?.to_token_stream(),
        "literal" => {
            let minus: Option<syn::Token![-]> = input.parse()?;
            let literal: syn::Lit = input.parse()?;
            quote!(#minus #literal)
        }
        "ty" => {
            let ty = input.parse::<syn::Type>()?;
            match ty {
                syn::Type::Path(_) => ty.to_token_stream(),
                ty => quote!((#ty)),
            }
        }
        "path" => input.parse::<syn::Path>()?.to_token_stream(),
        "block" => input.parse::<Block>()?.to_token_stream(),
        "lifetime" => input.parse::<syn::Lifetime>()?.to_token_stream(),
        "pat" => Pat::parse_multi(input)?.to_token_stream(),
        "pat_param" => Pat::parse_single(input)?.to_token_stream(),
        // A token of several signs would need to be put together first.
        "tt" if !input.peek(syn::Lifetime) => match input.parse::<TokenTree>()? {
            TokenTree::Punct(punct) if punct.spacing() == proc_macro2::Spacing::Joint => {
                return Err(input.error("a sign of several characters"));
            }
            token => token.to_token_stream(),
        },
        _ => return Err(input.error("a fragment of another kind")),
    })
}

/// A rule's body with what its metavariables stand for. Each name of the body's own gets a mark, by which [`Hygiene`] knows it.
fn transcribed(body: TokenStream, bindings: &Bindings) -> Option<TokenStream> {
    let mut tokens = body.into_iter().peekable();
    let mut out = TokenStream::new();
    let mut of_lifetime = false;
    while let Some(token) = tokens.next() {
        let starts_lifetime = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
        match token {
            TokenTree::Punct(dollar) if dollar.as_char() == '$' => match tokens.next()? {
                TokenTree::Ident(name) if name == "crate" => name.to_tokens(&mut out),
                TokenTree::Ident(name) => match bindings.get(&name.to_string())? {
                    Bound::Once(tokens) => out.extend(tokens.clone()),
                    Bound::Many(_) => return None,
                },
                TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                    let (separator, _) = repeated(&mut tokens)?;
                    let mut used = Vec::new();
                    metavariables(group.stream(), &mut used);
                    let many: Vec<(&String, &Vec<Bound>)> = used
                        .iter()
                        .filter_map(|name| match bindings.get(name)? {
                            Bound::Many(many) => Some((name, many)),
                            Bound::Once(_) => None,
                        })
                        .collect();
                    let rounds = many.first()?.1.len();
                    if many.iter().any(|(_, many)| many.len() != rounds) {
                        return None;
                    }
                    for round in 0..rounds {
                        let mut inner = bindings.clone();
                        for (name, many) in &many {
                            inner.insert((*name).clone(), many[round].clone());
                        }
                        if round > 0 {
                            separator.to_tokens(&mut out);
                        }
                        out.extend(transcribed(group.stream(), &inner)?);
                    }
                }
                _ => return None,
            },
            TokenTree::Ident(ident) if !of_lifetime => out.extend([TokenTree::Ident(marked(&ident))]),
            // A label of the body's own would have to be told apart, too.
            TokenTree::Ident(_) if matches!(tokens.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == ':') => {
                return None;
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), transcribed(group.stream(), bindings)?);
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            // A text may capture a name: `"{x}"`.
            TokenTree::Literal(literal) if captures(&literal.to_string()) => return None,
            token => out.extend([token]),
        }
        of_lifetime = starts_lifetime;
    }
    Some(out)
}

/// The names after a `$`.
fn metavariables(tokens: TokenStream, names: &mut Vec<String>) {
    let mut after_dollar = false;
    for token in tokens {
        match &token {
            TokenTree::Ident(ident) if after_dollar => names.push(ident.to_string()),
            TokenTree::Group(group) => metavariables(group.stream(), names),
            _ => {}
        }
        after_dollar = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '$');
    }
}

fn captures(literal: &str) -> bool {
    let mut parts = literal.split('{').skip(1);
    literal.contains('"') && parts.any(|part| part.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}
