//! The two exported functions of an operator: their documentation and signatures, with any bodies.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

use crate::{EntryPoint, Parameter};

/// Both functions, with these bodies, under the attribute that exports them.
pub fn prototypes(
    entry: &EntryPoint,
    export: &TokenStream,
    first: TokenStream,
    second: TokenStream,
) -> TokenStream {
    let name = &entry.name;
    let first_name = format_ident!("{}", entry.first_phase_name(), span = name.span());
    let text = format!(
        "First phase of `{name}`: checks the arguments, and returns the workspace to allocate and the executor."
    );
    let docs = entry.docs.iter().map(String::as_str);
    let first_docs = [format!(" {text}"), String::new()];
    let first_docs = first_docs.iter().map(String::as_str).chain(docs);
    let second_docs = format!(" Second phase of `{name}`: queues the computation on `stream`.");
    let parameters = entry
        .parameters
        .iter()
        .map(|Parameter { ident, c_type, .. }| quote!(#ident: #c_type));
    quote! {
        #(#[doc = #first_docs])*
        #export
        #[allow(clippy::undocumented_unsafe_blocks, reason = "the C caller keeps the contract of `crate::abi`")]
        pub unsafe extern "C" fn #first_name(
            #(#parameters,)*
            workspace_size: *mut u64,
            executor: *mut *mut crate::abi::aclnn::types::aclOpExecutor,
        ) -> crate::abi::aclnn::types::aclnnStatus #first

        #[doc = #second_docs]
        #export
        #[allow(clippy::undocumented_unsafe_blocks, reason = "the C caller keeps the contract of `crate::abi`")]
        pub unsafe extern "C" fn #name(
            workspace: *mut ::std::ffi::c_void,
            workspace_size: u64,
            executor: *mut crate::abi::aclnn::types::aclOpExecutor,
            stream: crate::abi::acl::types::aclrtStream,
        ) -> crate::abi::aclnn::types::aclnnStatus #second
    }
}

/// The text of doc comments, a line each, as rustc keeps it: with the space after the slashes.
pub fn doc_lines(attributes: &[Attribute]) -> Vec<String> {
    let text = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    };
    attributes.iter().filter_map(text).collect()
}
