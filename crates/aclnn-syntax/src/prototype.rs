//! The two exported functions of an operator: their documentation and signatures, with any bodies.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, Expr, ExprLit, Ident, Lit, Meta};

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
    let third = third_function(entry, export, &first);
    quote! {
        #third

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

/// The function that answers a workspace for sequences of any lengths: the first phase under another name. Nothing where there is none.
fn third_function(entry: &EntryPoint, export: &TokenStream, first: &TokenStream) -> TokenStream {
    let (Some(names), Some(name)) = (&entry.options.max_workspace, entry.max_workspace_name())
    else {
        return TokenStream::new();
    };
    let name = format_ident!("{}", name, span = entry.name.span());
    let docs = entry.max_workspace_docs();
    let first_name = format_ident!("{}", entry.first_phase_name(), span = entry.name.span());
    let other = |ident: &Ident| {
        let found = names.iter().find(|(own, _)| own == ident);
        found.map_or(ident, |(_, other)| other).clone()
    };
    let idents: Vec<Ident> = entry.parameters.iter().map(|p| other(&p.ident)).collect();
    let types = entry.parameters.iter().map(|p| &p.c_type);
    // A prototype alone has an empty body.
    let is_prototype = first.to_string().replace(' ', "") == "{}";
    let body = match is_prototype {
        true => quote!({}),
        false => quote!({ unsafe { #first_name(#(#idents,)* workspace_size, executor) } }),
    };
    quote! {
        #[doc = #docs]
        #export
        #[allow(clippy::undocumented_unsafe_blocks, clippy::too_many_arguments, reason = "the C caller keeps the contract of `crate::abi`; the vendor chose the parameters")]
        pub unsafe extern "C" fn #name(
            #(#idents: #types,)*
            workspace_size: *mut u64,
            executor: *mut *mut crate::abi::aclnn::types::aclOpExecutor,
        ) -> crate::abi::aclnn::types::aclnnStatus #body
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
