//! Reads the parameters of an entry point from what C passes.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, Ident, Result, Type};

/// The C type of a parameter that is read before the body runs; nothing for a C type, which is passed as it is.
pub(crate) fn c_type(written: &Type) -> Option<TokenStream> {
    let Type::Path(path) = written else {
        return None;
    };
    let last = path.path.segments.last()?;
    let inner = || match &last.arguments {
        syn::PathArguments::AngleBracketed(inside) => inside.args.last().cloned(),
        _ => None,
    };
    match last.ident.to_string().as_str() {
        "Out" | "InOut" | "Room" | "Slot" => inner().map(|inner| quote!(*mut #inner)),
        "In" | "Array" => inner().map(|inner| quote!(*const #inner)),
        "Text" => Some(quote!(*const ::std::ffi::c_char)),
        "ReadableMemory" => Some(quote!(*const ::std::ffi::c_void)),
        "WritableMemory" => Some(quote!(*mut ::std::ffi::c_void)),
        "Callback" => inner().map(|inner| quote!(#inner)),
        "Later" | "Option" => match inner()? {
            syn::GenericArgument::Type(inner) => c_type(&inner),
            _ => None,
        },
        "LiveEvent" => Some(quote!(aclrtEvent)),
        "WorkStream" | "AnyStream" => Some(quote!(aclrtStream)),
        "Queue" => Some(quote!(cnrtQueue_t)),
        "Configuration" => Some(quote!(*const HcclCommConfig)),
        _ => None,
    }
}

/// Attributes of a parameter that say how it is read.
#[derive(Default)]
pub(crate) struct Reading {
    /// `#[length(count)]`: the number of elements behind the pointer, of the parameters as C passes them.
    pub(crate) length: Option<Expr>,
    /// `#[not_const]`: the header leaves out the `const` of what the function only reads.
    is_mut: bool,
}

impl Reading {
    pub(crate) fn of(attributes: &[Attribute]) -> Result<Self> {
        let mut reading = Self::default();
        for attribute in attributes {
            if attribute.path().is_ident("length") {
                reading.length = Some(attribute.parse_args()?);
            }
            reading.is_mut |= attribute.path().is_ident("not_const");
        }
        Ok(reading)
    }

    /// Returns true for an attribute that the compiler must not see.
    pub(crate) fn is_own(attribute: &Attribute) -> bool {
        ["length", "not_const"]
            .iter()
            .any(|name| attribute.path().is_ident(name))
    }

    /// The type in C.
    pub(crate) fn c_type(&self, c_type: TokenStream) -> TokenStream {
        match self.is_mut {
            false => c_type,
            true => c_type
                .into_iter()
                .enumerate()
                .map(|(at, token)| match at {
                    1 => Ident::new("mut", token.span()).into(),
                    _ => token,
                })
                .collect(),
        }
    }

    /// The statement that reads the parameter; `can_fail` if the function gives an `Outcome`.
    pub(crate) fn statement(
        &self,
        ident: &Ident,
        written: &Type,
        c_name: &str,
        can_fail: bool,
    ) -> TokenStream {
        let value = match self.is_mut {
            false => quote!(#ident),
            true => quote!(#ident.cast_const()),
        };
        let read = match &self.length {
            Some(length) => {
                let text = length.to_token_stream().to_string();
                let length_name = camel(text.trim_start_matches('_'));
                quote!(<#written as crate::abi::parameter::Counted>::new(&(#c_name, #length_name), #value, crate::abi::parameter::Length::length(#length)))
            }
            None if can_fail => {
                quote!(<#written as crate::abi::parameter::Parameter>::read(#c_name, #value)?)
            }
            None => quote!(<#written>::passed(#value)),
        };
        quote! {
            // SAFETY: the C caller keeps the contract of `crate::abi`.
            let #ident = unsafe { #read };
        }
    }
}

/// Returns true for a pointer that a function without a status writes through.
pub(crate) fn is_slot(written: &Type) -> bool {
    matches!(written, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Slot"))
}

/// Adds the names that an expression has.
pub(crate) fn add_names(of: TokenStream, to: &mut Vec<String>) {
    for token in of {
        match token {
            TokenTree::Ident(name) => to.push(name.to_string()),
            TokenTree::Group(group) => add_names(group.stream(), to),
            _ => (),
        }
    }
}

/// A name as headers have it.
pub(crate) fn camel(snake: &str) -> String {
    let mut parts = snake.trim_end_matches('_').split('_');
    let mut name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (first, rest) = part.split_at(part.len().min(1));
        name += &first.to_ascii_uppercase();
        name += rest;
    }
    name
}
