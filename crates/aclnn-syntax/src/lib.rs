//! One operator of aclnn as its author writes it: an ordinary function under `#[aclnn]`. The attribute, the headers and the
//! descriptions for the tests are all made from what this crate parses.
//!
//! ```
//! let function = syn::parse_quote! {
//!     /// Computes the cosine of each element.
//!     fn aclnnCos(self_: Input, out: Output) -> Planned {
//!         todo!()
//!     }
//! };
//! let entry = hostnpu_aclnn_syntax::EntryPoint::parse(Default::default(), function)?;
//! assert_eq!(entry.first_phase_name(), "aclnnCosGetWorkspaceSize");
//! assert_eq!(entry.parameters[0].c_name, "self");
//! # Ok::<(), syn::Error>(())
//! ```

mod entry;
mod helper;
mod options;
mod parameter;
mod prototype;
mod reading;

pub use entry::{EntryOptions, entry_prototypes, expand_entry, with_prototypes};
pub use helper::Helper;
pub use options::Options;
pub use parameter::{Direction, Parameter};
pub use prototype::{doc_lines, prototypes};

use syn::{Attribute, Error, FnArg, Ident, ItemFn, Result, Safety};

/// A parsed operator.
pub struct EntryPoint {
    /// The C name of the second phase, such as `aclnnCos`.
    pub name: Ident,
    /// Its parameters, in order; the two that end every first phase are not among them.
    pub parameters: Vec<Parameter>,
    /// Differences from the usual prologue and codes.
    pub options: Options,
    /// Its documentation, a line each.
    pub docs: Vec<String>,
    /// The function as written.
    pub function: ItemFn,
}

impl EntryPoint {
    /// Parses an annotated function. Errors stand at the span of what is wrong.
    pub fn parse(options: Options, function: ItemFn) -> Result<Self> {
        let signature = &function.sig;
        let name = signature.ident.clone();
        if !name.to_string().starts_with("acl") {
            let text = "the function has the C name of the second phase: `aclnnCos`";
            return Err(Error::new(name.span(), text));
        }
        let docs = doc_lines(&function.attrs);
        if docs.iter().all(|line| line.trim().is_empty()) {
            let text = "an entry point needs a doc comment: C users read it in the header";
            return Err(Error::new(name.span(), text));
        }
        let plain = signature.generics.params.is_empty()
            && matches!(signature.safety, Safety::Default)
            && signature.asyncness.is_none()
            && signature.abi.is_none();
        if !plain {
            let text = "an ordinary function: no generics, not unsafe, not async, not extern";
            return Err(Error::new(name.span(), text));
        }
        let mut parameters = Vec::new();
        for argument in &signature.inputs {
            match argument {
                FnArg::Typed(typed) => parameters.push(Parameter::parse(typed)?),
                FnArg::Receiver(receiver) => {
                    let text = "write `self_: Input`: `self` is no name here";
                    return Err(Error::new(receiver.self_token.span, text));
                }
            }
        }
        Ok(Self {
            name,
            parameters,
            options,
            docs,
            function,
        })
    }

    /// Parses a function if it carries `#[aclnn]`.
    pub fn find(function: &ItemFn) -> Option<Result<Self>> {
        let attribute = function.attrs.iter().find(|a| is_aclnn(a))?;
        let options = match &attribute.meta {
            syn::Meta::Path(_) => Ok(Options::default()),
            _ => attribute.parse_args(),
        };
        Some(options.and_then(|options| Self::parse(options, function.clone())))
    }

    /// The C name of the first phase.
    pub fn first_phase_name(&self) -> String {
        format!("{}GetWorkspaceSize", self.name)
    }

    /// The C name of the third function, if there is one.
    pub fn max_workspace_name(&self) -> Option<String> {
        let name = || format!("{}GetMaxWorkspaceSize", self.name);
        self.options.max_workspace.as_ref().map(|_| name())
    }

    /// Its documentation.
    pub fn max_workspace_docs(&self) -> String {
        format!(
            " As the first phase of `{}`: the workspace suffices for sequences of any lengths in tensors of these shapes, and the executor may be used or destroyed.",
            self.name
        )
    }

    /// The header, below `aclnnop/`, if it is named as the operator: `aclnn_dynamic_mx_quant_v2.h`.
    pub fn own_header(&self) -> Option<String> {
        let name = self.static_name().to_ascii_lowercase();
        self.options.own_header.then(|| format!("{name}.h"))
    }

    /// The name of the static description: `ACLNN_DYNAMIC_MX_QUANT_V2`.
    pub fn static_name(&self) -> String {
        let mut text = String::new();
        let mut after_lower = false;
        for letter in self.name.to_string().chars() {
            if letter.is_ascii_uppercase() && after_lower {
                text.push('_');
            }
            after_lower = !letter.is_ascii_uppercase();
            text.push(letter.to_ascii_uppercase());
        }
        text
    }
}

fn is_aclnn(attribute: &Attribute) -> bool {
    attribute.path().is_ident("aclnn")
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn refusal(function: ItemFn) -> String {
        match EntryPoint::parse(Options::default(), function) {
            Ok(_) => panic!("accepted"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn what_cannot_be_exported_is_refused() {
        let refused = refusal(parse_quote! { fn aclnnCos(out: Output) -> Planned {} });
        assert!(refused.contains("doc comment"), "{refused}");
        let refused = refusal(parse_quote! {
            /// Computes.
            fn cos(out: Output) -> Planned {}
        });
        assert!(refused.contains("C name"), "{refused}");
        let refused = refusal(parse_quote! {
            /// Computes.
            fn aclnnCos(out: Tensor) -> Planned {}
        });
        assert!(
            refused.contains("`Tensor` is no parameter type"),
            "{refused}"
        );
        let refused = refusal(parse_quote! {
            /// Computes.
            fn aclnnCos(Self { out }: Output) -> Planned {}
        });
        assert!(refused.contains("name"), "{refused}");
        let refused = refusal(parse_quote! {
            /// Computes.
            fn aclnnCos(dim: Option<i64>) -> Planned {}
        });
        assert!(refused.contains("cannot be null"), "{refused}");
    }

    #[test]
    fn names_follow_from_the_function() {
        let entry = EntryPoint::parse(
            Options::default(),
            parse_quote! {
                /// Computes.
                fn aclnnDynamicMxQuantV2(y1_scale_out: ConstOutput, self_ref: InOut) -> Planned {}
            },
        )
        .unwrap();
        assert_eq!(entry.static_name(), "ACLNN_DYNAMIC_MX_QUANT_V2");
        let names: Vec<&str> = entry.parameters.iter().map(|p| p.c_name.as_str()).collect();
        assert_eq!(names, ["y1ScaleOut", "selfRef"]);
    }

    #[test]
    fn only_annotated_functions_are_found() {
        let plain: ItemFn = parse_quote! { fn helper() {} };
        assert!(EntryPoint::find(&plain).is_none());
        let exported: ItemFn = parse_quote! {
            /// Computes.
            #[aclnn(null = ACLNN_ERR_INNER_NULLPTR, prologue = last)]
            fn aclnnQr(self_: Input) -> Planned {}
        };
        let entry = EntryPoint::find(&exported).unwrap().unwrap();
        assert!(entry.options.prologue_last && entry.options.null.is_some());
        let wrong: ItemFn = parse_quote! {
            /// Computes.
            #[aclnn(prologue = first)]
            fn aclnnQr(self_: Input) -> Planned {}
        };
        assert!(EntryPoint::find(&wrong).unwrap().is_err());
    }
}
