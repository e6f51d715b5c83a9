//! Functions that the file of an operator exports beside the operator: one phase, no executor, such as what computes a size.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Ident, ItemFn, parse_quote};

use crate::doc_lines;

/// A function written as C calls it: `#[unsafe(no_mangle)] pub unsafe extern "C" fn`.
pub struct Helper {
    /// Its C name.
    pub name: Ident,
    /// Its documentation, a line each.
    pub docs: Vec<String>,
    /// The function without its body.
    pub prototype: TokenStream,
}

impl Helper {
    /// Finds a function that is exported under its own name.
    pub fn find(function: &ItemFn) -> Option<Self> {
        function.attrs.iter().find(|a| is_no_mangle(a))?;
        let mut prototype = function.clone();
        prototype.block = parse_quote!({});
        Some(Self {
            name: function.sig.ident.clone(),
            docs: doc_lines(&function.attrs),
            prototype: prototype.into_token_stream(),
        })
    }
}

fn is_no_mangle(attribute: &Attribute) -> bool {
    let inner = attribute.parse_args::<syn::Path>();
    attribute.path().is_ident("unsafe") && inner.is_ok_and(|path| path.is_ident("no_mangle"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_exported_functions_are_helpers() {
        let plain: ItemFn = parse_quote! { pub fn inner() {} };
        assert!(Helper::find(&plain).is_none());
        let exported: ItemFn = parse_quote! {
            /// Computes a size.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn aclnnSize(size: *mut u64) -> aclnnStatus {
                0
            }
        };
        let helper = Helper::find(&exported).unwrap();
        assert_eq!(
            (helper.name.to_string(), helper.docs.len()),
            ("aclnnSize".into(), 1)
        );
        assert!(!helper.prototype.to_string().contains('0'));
    }
}
