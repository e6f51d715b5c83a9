//! Functions that the file of an operator exports beside the operator: one phase, no executor, such as what computes a size.

use proc_macro2::TokenStream;
use syn::{Ident, ItemFn};

use crate::{EntryOptions, doc_lines, entry_prototypes};

/// A function under `#[entry]`.
pub struct Helper {
    /// Its C name.
    pub name: Ident,
    /// Its documentation, a line each.
    pub docs: Vec<String>,
    /// The function without its body.
    pub prototype: TokenStream,
}

impl Helper {
    /// Finds a function that is exported under its own name. What is wrong with it is for rustc to say.
    pub fn find(function: &ItemFn) -> Option<Self> {
        let options = EntryOptions::of(function)?.ok()?;
        Some(Self {
            name: function.sig.ident.clone(),
            docs: doc_lines(&function.attrs),
            prototype: entry_prototypes(&options, function)
                .ok()?
                .into_iter()
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn only_exported_functions_are_helpers() {
        let plain: ItemFn = parse_quote! { pub fn inner() {} };
        assert!(Helper::find(&plain).is_none());
        let exported: ItemFn = parse_quote! {
            /// Computes a size.
            #[entry(aclnn)]
            fn aclnnSize(size: Out<u64>) -> Outcome {
                size.write(0);
                Ok(())
            }
        };
        let helper = Helper::find(&exported).unwrap();
        assert_eq!(
            (helper.name.to_string(), helper.docs.len()),
            ("aclnnSize".into(), 1)
        );
        let prototype = helper.prototype.to_string();
        assert!(
            prototype.contains("size : * mut u64) -> aclnnStatus { }"),
            "{prototype}"
        );
    }
}
