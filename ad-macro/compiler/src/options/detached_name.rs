//! A name in `no_diff(..)`: that of a variable, or after a point that of fields and methods.
//!
//! Input:  `rng`, `.epoch`
//! Output: the keys `rng` and `.epoch`

/// A variable's name, or with a point before it that of fields and methods.
pub struct Name {
    point: Option<syn::Token![.]>,
    pub ident: syn::Ident,
}

impl syn::parse::Parse for Name {
    fn parse(input: syn::parse::ParseStream) -> syn::Result<Self> {
        Ok(Name {
            point: input.parse()?,
            ident: input.parse()?,
        })
    }
}

impl Name {
    /// As the names of an option are told apart.
    pub fn key(&self) -> String {
        match self.point {
            Some(_) => member_key(&self.ident),
            None => self.ident.to_string(),
        }
    }
}

pub fn member_key(name: &syn::Ident) -> String {
    format!(".{name}")
}
