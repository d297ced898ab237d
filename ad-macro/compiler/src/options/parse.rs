//! Parses the attribute's options.
//!
//! Input:  the tokens `lanes, no_diff(rng), vjp = rule`
//! Output: `Options { lanes, detached: {rng}, rule: Some(Vjp(rule)), .. }`, or an error on the option

use crate::options::attribute::{Mode, Objects, Options, OwnRule};
use crate::options::bounds::Asked;
use crate::options::detached_name::Name;
use crate::options::types::Told;
use crate::signature::marks::is_mark;
use crate::syntax::diagnostics::Diagnostics;
use proc_macro2::{Ident, Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Token, parenthesized};

enum OptionItem {
    Name(Ident),
    Twins(Vec<(Ident, Ident)>),
    Types(Vec<Told>),
    Jvp,
    Order(Ident, syn::LitInt),
    Recursive(Ident),
    Bounds(Ident, Vec<Asked>),
    Detached(Vec<Name>),
    Foreign(Ident),
    Objects(Objects),
    Lanes(Ident),
    Jacobian(Ident, Mode),
    Checkpoint(Ident),
    Rule(Ident, OwnRule),
    TangentRule(Ident, Box<syn::Expr>),
    Unknown(Ident),
}

const KNOWN: &str = "the options are `name = other`, `twins(f = other)`, `types(.rates = HashMap<String, f64>, row = fn(&Self, usize) -> &[f64])`, `recursive`, `checkpoint`, `vjp = rule` with or without `jvp = rule`, `slopes(x = ..)`, `no_diff(rng, .epoch, as)`, `dyn` or `dyn(Supertrait, opt_in)`, `foreign`, `bounds` or `bounds(T: Clone)`, `lanes`, `jacobian(mode = forward)`, `jvp` and `order = 2`";

impl Parse for OptionItem {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if input.peek(Token![dyn]) {
            let span = input.parse::<Token![dyn]>()?.span();
            let mut objects = Objects {
                span,
                supertrait: None,
                opt_in: None,
                borrowers: Vec::new(),
            };
            if input.peek(syn::token::Paren) {
                let content;
                parenthesized!(content in input);
                objects.read(&content)?;
            }
            return Ok(OptionItem::Objects(objects));
        }
        let key: Ident = input.parse()?;
        Ok(match key.to_string().as_str() {
            "name" => {
                input.parse::<Token![=]>()?;
                OptionItem::Name(input.parse()?)
            }
            "twins" => {
                let pairs: Vec<Twin> = listed(input)?;
                OptionItem::Twins(pairs.into_iter().map(|twin| (twin.function, twin.name)).collect())
            }
            "types" => OptionItem::Types(listed(input)?),
            "recursive" => OptionItem::Recursive(key),
            "jvp" if input.peek(Token![=]) => {
                let rule = rule(input)?;
                OptionItem::TangentRule(key, rule)
            }
            "jvp" => OptionItem::Jvp,
            "order" => {
                input.parse::<Token![=]>()?;
                OptionItem::Order(key, input.parse()?)
            }
            "bounds" if input.peek(syn::token::Paren) => OptionItem::Bounds(key, listed(input)?),
            "bounds" => OptionItem::Bounds(key, Vec::new()),
            "no_diff" => OptionItem::Detached(listed(input)?),
            "foreign" => OptionItem::Foreign(key),
            "lanes" => OptionItem::Lanes(key),
            "jacobian" => {
                let mode = mode(input)?;
                OptionItem::Jacobian(key, mode)
            }
            "checkpoint" => OptionItem::Checkpoint(key),
            "vjp" => {
                let rule = rule(input)?;
                OptionItem::Rule(key, OwnRule::Vjp(rule, None))
            }
            "slopes" => {
                let slopes: Vec<Slope> = listed(input)?;
                let slopes = slopes.into_iter().map(|slope| (slope.param, slope.slope)).collect();
                OptionItem::Rule(key.clone(), OwnRule::Slopes(key, slopes))
            }
            _ => {
                // Swallow what belongs to the option, so that the others are still read.
                while !input.is_empty() && !input.peek(Token![,]) {
                    input.parse::<proc_macro2::TokenTree>()?;
                }
                OptionItem::Unknown(key)
            }
        })
    }
}

/// `= largest_vjp`
fn rule(input: ParseStream) -> syn::Result<Box<syn::Expr>> {
    input.parse::<Token![=]>()?;
    let rule: syn::Expr = input.parse()?;
    match rule {
        syn::Expr::Path(_) | syn::Expr::Closure(_) => Ok(Box::new(rule)),
        rule => Err(syn::Error::new_spanned(
            rule,
            "a rule is a function, by its path, or a closure",
        )),
    }
}

/// `(mode = forward)`
fn mode(input: ParseStream) -> syn::Result<Mode> {
    let content;
    parenthesized!(content in input);
    let key: Ident = content.parse()?;
    content.parse::<Token![=]>()?;
    let mode: Ident = content.parse()?;
    match (key.to_string().as_str(), mode.to_string().as_str()) {
        ("mode", "forward") => Ok(Mode::Forward),
        ("mode", "reverse") => Ok(Mode::Reverse),
        ("mode", _) => Err(syn::Error::new_spanned(mode, "the modes are `forward` and `reverse`")),
        _ => Err(syn::Error::new_spanned(key, "write `jacobian(mode = forward)`")),
    }
}

impl Objects {
    /// `Supertrait, opt_in(dot)`
    fn read(&mut self, content: ParseStream) -> syn::Result<()> {
        while !content.is_empty() {
            let path: syn::Path = content.parse()?;
            match path.get_ident().filter(|word| *word == "opt_in") {
                Some(word) => {
                    self.opt_in = Some(word.clone());
                    if content.peek(syn::token::Paren) {
                        self.borrowers = listed(content)?;
                    }
                }
                None if self.supertrait.is_none() => self.supertrait = Some(path),
                None => return Err(syn::Error::new(path.span(), "`dyn(..)` names one supertrait")),
            }
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        Ok(())
    }
}

/// What is written instead of an option that there is not.
fn instead_of(option: &Ident) -> &'static str {
    match option.to_string().as_str() {
        "macros" => "move the `macro_rules!` into the function, or write out what the macro stands for",
        "bounds_only" => {
            "mark a trait of numbers of your own, `trait Float: NdFloat`, and bound the parameters by that"
        }
        _ => KNOWN,
    }
}

/// `(nodes, edges)`.
fn listed<T: Parse>(input: ParseStream) -> syn::Result<Vec<T>> {
    let content;
    parenthesized!(content in input);
    Ok(Punctuated::<T, Token![,]>::parse_terminated(&content)?
        .into_iter()
        .collect())
}

struct Twin {
    function: Ident,
    name: Ident,
}

impl Parse for Twin {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let function = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok(Twin {
            function,
            name: input.parse()?,
        })
    }
}

struct Slope {
    param: Ident,
    slope: syn::Expr,
}

impl Parse for Slope {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let param = input.call(Ident::parse_any)?;
        input.parse::<Token![=]>()?;
        Ok(Slope {
            param,
            slope: input.parse()?,
        })
    }
}

impl Options {
    pub fn parse(tokens: TokenStream, diagnostics: &Diagnostics) -> Options {
        let mut options = Options::default();
        let items = match Punctuated::<OptionItem, Token![,]>::parse_terminated.parse2(tokens) {
            Ok(items) => items,
            Err(error) => {
                diagnostics.error(error.span(), error, KNOWN);
                return options;
            }
        };
        let mut of_tangent = None;
        for item in items {
            match item {
                OptionItem::Name(name) => once(&mut options.name, "name", name.span(), name, diagnostics),
                OptionItem::Twins(twins) => {
                    for (function, name) in twins {
                        if options.twins.insert(function.to_string(), name).is_some() {
                            diagnostics.error(function.span(), "this function's twin is named twice", "");
                        }
                    }
                }
                OptionItem::Types(types) => {
                    for told in types {
                        told.note(&mut options, diagnostics);
                    }
                }
                OptionItem::Detached(names) => {
                    for name in names {
                        name.note(&mut options, diagnostics);
                    }
                }
                OptionItem::Jvp => options.jvp = true,
                OptionItem::Order(key, order) => {
                    if order.base10_digits() != "2" {
                        let message = "there are derivatives of second order, and of none beyond that yet";
                        diagnostics.error(order.span(), message, "write `order = 2`");
                    }
                    options.jvp = true;
                    options.twice = Some(key);
                }
                OptionItem::Recursive(key) => {
                    if options.recursive {
                        diagnostics.error(key.span(), "the option `recursive` is given twice", "");
                    }
                    options.recursive = true;
                }
                OptionItem::Bounds(key, asked) if asked.is_empty() => {
                    once(&mut options.bounded, "bounds", key.span(), key, diagnostics);
                }
                OptionItem::Bounds(_, asked) => {
                    for asked in asked {
                        asked.note(&mut options);
                    }
                }
                OptionItem::Rule(key, rule) => {
                    if options.rule.is_some() {
                        diagnostics.error(key.span(), "a function has one rule", "");
                    }
                    options.rule = Some(rule);
                }
                OptionItem::TangentRule(key, rule) => of_tangent = Some((key, rule)),
                OptionItem::Foreign(key) => once(&mut options.foreign, "foreign", key.span(), key, diagnostics),
                OptionItem::Objects(objects) => once(&mut options.object, "dyn", objects.span, objects, diagnostics),
                OptionItem::Lanes(key) => once(&mut options.lanes, "lanes", key.span(), key, diagnostics),
                OptionItem::Jacobian(key, mode) => {
                    options.jvp |= mode == Mode::Forward;
                    once(&mut options.jacobian, "jacobian", key.span(), (key, mode), diagnostics);
                }
                OptionItem::Checkpoint(key) => {
                    once(&mut options.checkpoint, "checkpoint", key.span(), key, diagnostics)
                }
                OptionItem::Unknown(key) => {
                    diagnostics.error(key.span(), format!("unknown option `{key}`"), instead_of(&key));
                }
            }
        }
        match (&mut options.rule, of_tangent) {
            (Some(OwnRule::Vjp(_, tangent)), Some((_, rule))) => *tangent = Some(rule),
            (_, Some((key, _))) => diagnostics.error(
                key.span(),
                "a rule for forward mode stands beside one for reverse mode",
                "write `vjp = .., jvp = ..`; `slopes(..)` serve both modes",
            ),
            _ => {}
        }
        options
    }
}

/// Notes an option, which may be given once.
fn once<T>(slot: &mut Option<T>, option: &str, at: Span, value: T, diagnostics: &Diagnostics) {
    if slot.is_some() {
        diagnostics.error(at, format!("the option `{option}` is given twice"), "");
    }
    *slot = Some(value);
}

/// The rule of a function in a marked impl, `#[differentiable(slopes(..))]`. The attribute is taken off.
pub fn take_rule(attrs: &mut Vec<syn::Attribute>, diagnostics: &Diagnostics) -> Option<OwnRule> {
    let at = attrs.iter().position(is_mark)?;
    let mark = attrs.remove(at);
    let arguments = match &mark.meta {
        syn::Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    };
    let is_rule = |item: &OptionItem| matches!(item, OptionItem::Rule(..) | OptionItem::TangentRule(..));
    match Punctuated::<OptionItem, Token![,]>::parse_terminated.parse2(arguments.clone()) {
        Ok(items) if !items.is_empty() && items.iter().all(is_rule) => {
            return Options::parse(arguments, diagnostics).rule;
        }
        Ok(_) => diagnostics.error(
            mark.path().span(),
            "the attribute of the impl marks this function already",
            "take this one away; a rule of the function's own, `vjp = ..` or `slopes(..)`, can stand here alone",
        ),
        Err(error) => diagnostics.error(error.span(), error, KNOWN),
    }
    None
}
