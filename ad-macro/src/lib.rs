//! The macros of pullback: thin doors to the compiler, which is an ordinary library in `ad-macro/compiler`.
//!
//! Use them through the package `pullback`.

use proc_macro::{Group, Ident, TokenStream, TokenTree};

/// Differentiates a function: makes a type of the function's own name with its derivatives, and leaves the function as it is.
/// On an impl or a trait it adds the derivatives of the functions beside them.
///
/// Options: `name = other` names the type, `twins(f = other)` says how the types of called functions are named, `recursive`
/// marks a function that calls itself through others, `types(..)` tells types that the macro cannot see,
/// `foreign` an impl of a trait of another crate's, `lanes` a function whose backward sweep can carry several rows of a Jacobian at once.
/// Parameters marked `#[no_diff]` carry no derivative.
#[proc_macro_attribute]
pub fn differentiable(arguments: TokenStream, item: TokenStream) -> TokenStream {
    ad_compiler::differentiable(arguments.into(), item.into()).into()
}

/// Makes a struct or an enum differentiable: derives `Differentiable`, and makes its cotangent's type.
///
/// The cotangent of a `Model` is a `ModelCotangent` of the same fields or variants. A field marked `#[no_diff]` carries no
/// derivative: it is `()` there. `#[floats(F)]` on a generic struct says that what it holds has `F` for its numbers, where no bound does.
/// `#[cotangent(derive(Serialize, Deserialize))]` puts attributes on the cotangent's type.
#[proc_macro_derive(Differentiable, attributes(no_diff, floats, cotangent))]
pub fn derive_differentiable(item: TokenStream) -> TokenStream {
    ad_compiler::derive_differentiable(item.into()).into()
}

/// Hands the table of scalar rules to a macro: `scalar_rules!(callback)` becomes
/// `callback! { sin(x in (-3.0, 3.0)) { sin_0(x in (-3.0, 3.0); y) = x.cos(); } … }`.
#[doc(hidden)]
#[proc_macro]
pub fn scalar_rules(callback: TokenStream) -> TokenStream {
    ad_compiler::scalar_rules(callback.into()).into()
}

/// Names the siblings of functions: `norm@differentiable_push` becomes `norm_differentiable_push`; and `@[, A, B]` is what is in the
/// brackets, which a macro by example has as one token.
#[doc(hidden)]
#[proc_macro]
pub fn with_siblings(items: TokenStream) -> TokenStream {
    let mut named: Vec<TokenTree> = Vec::new();
    let mut tokens = items.into_iter();
    while let Some(token) = tokens.next() {
        let token = match token {
            TokenTree::Group(group) => {
                let mut inside = Group::new(group.delimiter(), with_siblings(group.stream()));
                inside.set_span(group.span());
                TokenTree::Group(inside)
            }
            TokenTree::Punct(at) if at.as_char() == '@' => match (named.pop(), tokens.next()) {
                (before, Some(TokenTree::Group(group))) => {
                    named.extend(before);
                    named.extend(group.stream());
                    continue;
                }
                (Some(TokenTree::Ident(name)), Some(suffix)) => {
                    TokenTree::Ident(Ident::new(&format!("{name}_{suffix}"), name.span()))
                }
                (before, after) => {
                    named.extend(before);
                    named.push(at.into());
                    named.extend(after);
                    continue;
                }
            },
            token => token,
        };
        named.push(token);
    }
    named.into_iter().collect()
}
