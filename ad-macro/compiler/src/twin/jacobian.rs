//! The entry points of vector results: a gradient for each number of the result.
//!
//! ```text
//! Input:  fn project(camera: &[f64; 11], point: &[f64; 3]) -> [f64; 2]
//! Output: project::value_and_jacobian(camera, point) -> ([f64; 2], [([f64; 11], [f64; 3]); 2])
//! ```
//!
//! With `lanes`, one run of the sweeps serves several rows; without it, one. `jacobian` of a function with a tangent goes by columns where
//! there are fewer of them; with `jacobian(mode = forward)` all do, and one run of the tangent function serves several.

use crate::ir::function::Passing;
use crate::options::attribute::Mode;
use crate::syntax::types::Ty;
use crate::twin::parts::{Own, Parts};
use crate::twin::signature::Signature;
use crate::twin::target::Kind;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Type;

/// The most rows that are always computed in one sweep.
const FEW: usize = 8;

/// How many columns are computed by one tangent function, where there may be more.
const WIDE: usize = 16;

/// How many rows there are.
enum Rows {
    /// As many as the result's type says, and the number where it is written out.
    Fixed(TokenStream, Option<usize>),
    /// As many as the result has elements.
    List,
}

impl Rows {
    /// The rows of a function with a result of this type, and the type of the numbers in it.
    fn of(output: &Type) -> Option<(Rows, TokenStream)> {
        let float = |ty: &Type| Ty::of(ty).is_float().then(|| ty.to_token_stream());
        match output {
            Type::Paren(inner) => Rows::of(&inner.elem),
            Type::Array(array) => {
                let len = array.len.to_token_stream();
                let number = len.to_string().trim_end_matches("usize").parse().ok();
                Some((Rows::Fixed(len, number), float(&array.elem)?))
            }
            Type::Tuple(tuple) if (2..=6).contains(&tuple.elems.len()) => {
                let len = tuple.elems.len();
                let numbers = tuple.elems.iter().map(float).collect::<Option<Vec<_>>>()?;
                let same = numbers.iter().all(|ty| ty.to_string() == numbers[0].to_string());
                same.then(|| (Rows::Fixed(quote!(#len), Some(len)), numbers[0].clone()))
            }
            Type::Path(path) => {
                let arguments = &path.path.segments.last()?.arguments;
                match (Ty::of(output), arguments) {
                    (Ty::Vec(_) | Ty::NdArray(_, Some(1)), syn::PathArguments::AngleBracketed(arguments)) => {
                        let syn::GenericArgument::Type(element) = arguments.args.first()? else {
                            return None;
                        };
                        Some((Rows::List, float(element)?))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

impl Parts<'_> {
    /// `value_and_jacobian`, and `jacobian` of a function from one list of numbers to another.
    pub fn jacobian(&self, laned: Option<&Parts>) -> TokenStream {
        let reached = matches!(self.twin.kind, Kind::Free(_) | Kind::Member) && self.twin.entries;
        if !reached || !self.twin.in_scope.is_empty() || !self.repeats() {
            return TokenStream::new();
        }
        let (declared, output, visibility) = (self.declared(), &self.output, self.twin.visibility);
        let Some((rows, number)) = Rows::of(output) else {
            let asked = self.twin.jacobian.is_some() && Ty::of(output) == Ty::Unknown;
            return match asked {
                true => self.of_another_result(),
                false => TokenStream::new(),
            };
        };
        let name = self.twin.derivative("value_and_jacobian");
        let (params, where_clause) = self.generics(Vec::new());
        let gradient = Self::tuple(self.differentiable().map(|param| param.cotangent.clone()).collect());
        let all = match &rows {
            Rows::Fixed(len, _) => quote!([#gradient; #len]),
            Rows::List => quote!(::pullback::rt::std::vec::Vec<#gradient>),
        };
        let body = match laned {
            _ if self.by_columns() => {
                let Own { value, out, start, .. } = &self.own;
                let (zeros, columns) = (self.zeros(), self.columns(start));
                let row = quote!(|#out| ::pullback::rt::row(&#start, &#value.1, #out));
                let rows = match &rows {
                    Rows::Fixed(..) => quote!(::core::array::from_fn(#row)),
                    Rows::List => quote!((0..#value.1.nrows()).map(#row).collect()),
                };
                quote! {
                    let #start = #zeros;
                    let #value = #columns;
                    (#value.0, #rows)
                }
            }
            Some(laned) => laned.rows_in_lanes(&rows),
            None => {
                let (vjp, arguments) = (self.twin.derivative("vjp"), self.copies());
                let run = quote!(Self::#vjp(#(#arguments),*));
                match (rows, self.repeatable) {
                    (Rows::Fixed(..), true) => quote!(::pullback::rt::rows_of_one_run(#run)),
                    (Rows::List, true) => quote!(::pullback::rt::rows_of_list_of_one_run(#run)),
                    (Rows::Fixed(..), false) => quote!(::pullback::rt::rows(|| #run)),
                    (Rows::List, false) => quote!(::pullback::rt::rows_of_list(|| #run)),
                }
            }
        };
        let about = format!(
            " The value of {} and, for each number in it, the gradient.",
            self.twin.link()
        );
        let matrix = self.matrix(&number);
        quote! {
            #[doc = #about]
            #[inline]
            #visibility fn #name #params(#(#declared),*) -> (#output, #all) #where_clause {
                #body
            }

            #matrix
        }
    }

    /// What says that there is no Jacobian, of a result that may be a list of numbers by another name.
    fn of_another_result(&self) -> TokenStream {
        let (declared, visibility) = (self.declared(), self.twin.visibility);
        let (params, where_clause) = self.generics(Vec::new());
        let name = self.twin.derivative("jacobian");
        quote! {
            #[doc(hidden)]
            #[inline]
            #visibility fn #name #params(#(#declared),*) -> ::pullback::ndarray::Array2<f64> #where_clause {
                ::pullback::rt::missing_derivative::<::pullback::rt::OfAnotherResult, _>()
            }
        }
    }

    /// Whether the function may run several times on the same arguments.
    pub(super) fn repeats(&self) -> bool {
        self.params.iter().all(|param| match param.passing {
            _ if param.view.is_some() || param.held => false,
            Passing::Ref => true,
            Passing::Value => is_copied(&Ty::of(&param.ty)),
            _ => false,
        })
    }

    /// The arguments, where the function runs more than once.
    pub(super) fn copies(&self) -> Vec<TokenStream> {
        let copy = |param: &Signature| match param.passing {
            Passing::Value => param.copy_of(&param.name),
            _ => param.name.to_token_stream(),
        };
        self.params.iter().map(copy).collect()
    }

    /// The value and its rows, from sweeps that carry several.
    fn rows_in_lanes(&self, rows: &Rows) -> TokenStream {
        let Own {
            workspace,
            value,
            pullback,
            out,
            start,
            ..
        } = &self.own;
        let borrowed = self.differentiable().filter(|param| param.passing == Passing::Ref);
        let zeros = borrowed.map(|param| {
            let (name, bar, owned) = (&param.name, &param.bar, &param.owned);
            quote!(let mut #owned = ::pullback::rt::lanes::zero(&*#name); let #bar = &mut #owned;)
        });
        let parts = self.differentiable().map(|param| match param.passing {
            Passing::Ref => &param.owned,
            _ => &param.part,
        });
        let parts: Vec<_> = parts.collect();
        let row = parts
            .iter()
            .map(|part| quote!(::pullback::rt::lanes::lane(&#part, #out)));
        let row = Self::tuple(row.collect());
        let few = match rows {
            Rows::Fixed(_, Some(number)) if *number <= FEW => Some(*number),
            _ => None,
        };
        let (width, first, arguments) = match few {
            Some(width) => {
                let names = self.params.iter().map(|param| param.name.to_token_stream());
                (quote!(#width), quote!(0), names.collect())
            }
            None => (quote!({ ::pullback::rt::WIDTH }), quote!(#start), self.copies()),
        };
        let run = self.run(
            &quote!(&mut #workspace),
            &quote!(::pullback::rt::seeds(&#value, #first)),
        );
        let sweep = quote! {
            let mut #workspace = ::pullback::rt::Workspace::of_the_thread();
            let (#value, #pullback) = Self::forward_lanes::<#width>(&mut #workspace, #(#arguments),*);
            #(#zeros)*
            #run
            #workspace.close();
            (#value, ::core::array::from_fn(|#out| #row))
        };
        match (few, rows) {
            (Some(_), _) => sweep,
            (None, Rows::Fixed(..)) => quote!(::pullback::rt::rows_in_lanes(|#start| { #sweep })),
            (None, Rows::List) => quote!(::pullback::rt::rows_of_list_in_lanes(|#start| { #sweep })),
        }
    }

    /// Whether Jacobians are computed by columns, several at once.
    fn by_columns(&self) -> bool {
        self.twin.jacobian == Some(Mode::Forward) && self.has_jvp()
    }

    /// The zeros of all parameters, as the type of a gradient.
    pub(super) fn zeros(&self) -> TokenStream {
        let zeros = self.differentiable().map(|param| {
            let behind = match param.passing {
                Passing::Value => param.name.to_token_stream(),
                _ => param.behind(),
            };
            quote!(::pullback::rt::zero(&#behind))
        });
        Self::tuple(zeros.collect())
    }

    /// The value, and the Jacobian by columns, for all of the parameters whose zeros are in `zeros`.
    fn columns(&self, zeros: &Ident) -> TokenStream {
        let bars: Vec<_> = self.differentiable().map(|param| param.bar.to_token_stream()).collect();
        let slots = self.params.iter().map(|param| {
            let bar = &param.bar;
            match (param.differentiable, param.passing) {
                (false, _) => quote!(::core::option::Option::None),
                (true, Passing::Value) => quote!(::core::option::Option::Some(::core::clone::Clone::clone(#bar))),
                (true, _) => quote!(::core::option::Option::Some(#bar)),
            }
        });
        let (directions, arguments) = (Self::tuple(bars), self.copies());
        // Of an array, all at once.
        let few = |param: &Signature| match Rows::of(&param.ty) {
            Some((Rows::Fixed(_, number), _)) => number.filter(|number| *number <= WIDE),
            _ => None,
        };
        let width = match &self.differentiable().collect::<Vec<_>>()[..] {
            [one] => few(one).unwrap_or(WIDE),
            _ => WIDE,
        };
        quote! {
            ::pullback::rt::columns_in_lanes::<_, _, _, _, #width>(&#zeros, |#directions| Self::tangent_lanes(#(#arguments,)* #(#slots),*))
        }
    }

    /// `jacobian`, where the function goes from one list of numbers to another.
    fn matrix(&self, number: &TokenStream) -> Option<TokenStream> {
        let list = |ty: &Ty| match ty {
            Ty::Slice(element) | Ty::Array(element) | Ty::Vec(element) | Ty::NdArray(element, Some(1)) => {
                element.is_float()
            }
            _ => false,
        };
        let mut inputs = self.differentiable();
        let (Some(input), None) = (inputs.next(), inputs.next()) else {
            return None;
        };
        if !list(&Ty::of(&input.ty)) || !list(&Ty::of(&self.output)) {
            return None;
        }
        let (declared, visibility) = (self.declared(), self.twin.visibility);
        let names = self.params.iter().map(|param| &param.name);
        let (name, rows) = (
            self.twin.derivative("jacobian"),
            self.twin.derivative("value_and_jacobian"),
        );
        let (params, where_clause) = self.generics(Vec::new());
        let run = self.twin.derivative("jvp");
        let by_shape = self.has_jvp() && !self.twin.lanes && self.twin.jacobian.is_none();
        let forward = by_shape.then(|| {
            let (arguments, bar) = (self.copies(), &input.bar);
            let direction = match input.passing {
                Passing::Value => quote!(::core::clone::Clone::clone(#bar)),
                _ => quote!(#bar),
            };
            let input = &input.name;
            quote! {
                let #bar = ::pullback::rt::columns(&#input, |#bar| Self::#run(#(#arguments,)* #direction).1);
                if let ::core::option::Option::Some(#bar) = #bar {
                    return #bar;
                }
            }
        });
        let (input, out) = (&input.name, &self.own.out);
        let rows = match self.by_columns() {
            true => {
                let (zeros, columns) = (self.zeros(), self.columns(out));
                quote!(let #out = #zeros; #columns.1)
            }
            false => quote! {
                let #out = ::pullback::rt::inputs(&#input);
                ::pullback::rt::matrix(#out, Self::#rows(#(#names),*).1)
            },
        };
        let about = format!(
            " The Jacobian of {}: a row for each number of the result, a column for each of `{input}`.",
            self.twin.link()
        );
        Some(quote! {
            #[doc = #about]
            #[inline]
            #visibility fn #name #params(#(#declared),*) -> ::pullback::ndarray::Array2<#number> #where_clause {
                #forward
                #rows
            }
        })
    }
}

impl Signature {
    /// A copy of the argument, or of its tangent.
    pub(super) fn copy_of(&self, value: &Ident) -> TokenStream {
        match Ty::of(&self.ty) {
            Ty::Float(_) | Ty::Int | Ty::Bool => value.to_token_stream(),
            _ => quote!(::core::clone::Clone::clone(&#value)),
        }
    }
}

/// Whether a value of the type can be cloned for certain.
fn is_copied(ty: &Ty) -> bool {
    match ty {
        Ty::Float(_) | Ty::Int | Ty::Bool => true,
        Ty::Array(element) | Ty::Vec(element) | Ty::NdArray(element, _) => is_copied(element),
        Ty::Tuple(elements) => elements.iter().all(is_copied),
        _ => false,
    }
}
