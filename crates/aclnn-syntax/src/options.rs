//! The arguments of the attribute: what few operators do otherwise than all others.

use syn::parse::{Parse, ParseStream};
use syn::{Error, Ident, Path, Result, Token};

/// Differences from the usual prologue and codes.
#[derive(Default)]
pub struct Options {
    /// `null = ACLNN_ERR_…`: the code of a required argument that is null, instead of 161001.
    pub null: Option<Path>,
    /// `second_phase = ACLNN_ERR_…`: the code of every refusal of the second phase.
    pub second_phase: Option<Path>,
    /// `prologue = last`: `workspaceSize` and `executor` are looked at after the arguments and their contract.
    pub prologue_last: bool,
    /// `generated`: the vendor's build writes the operator's interface. Arguments are looked at before `executor` and
    /// `workspaceSize`, in this order.
    pub generated: bool,
    /// `not_on_950`: on Ascend950 the first phase fails with 361001 before it looks at anything.
    pub not_on_950: bool,
    /// `max_workspace`, or `max_workspace(key = tensor_list_key)`: there is a third function, which takes what the first phase takes, some parameters under other names,
    /// and answers a workspace for sequences of any lengths.
    pub max_workspace: Option<Vec<(Ident, Ident)>>,
    /// `own_header`: the header is named as the operator, for its file holds several.
    pub own_header: bool,
}

impl Parse for Options {
    fn parse(input: ParseStream) -> Result<Self> {
        let mut options = Self::default();
        while !input.is_empty() {
            let name: Ident = input.parse()?;
            match name.to_string().as_str() {
                "null" => {
                    input.parse::<Token![=]>()?;
                    options.null = Some(input.parse()?);
                }
                "second_phase" => {
                    input.parse::<Token![=]>()?;
                    options.second_phase = Some(input.parse()?);
                }
                "prologue" => {
                    input.parse::<Token![=]>()?;
                    let when: Ident = input.parse()?;
                    if when != "last" {
                        return Err(Error::new(when.span(), "allowed: `prologue = last`"));
                    }
                    options.prologue_last = true;
                }
                "generated" => options.generated = true,
                "own_header" => options.own_header = true,
                "not_on_950" => options.not_on_950 = true,
                "max_workspace" => {
                    let mut names = Vec::new();
                    if input.peek(syn::token::Paren) {
                        let inside;
                        syn::parenthesized!(inside in input);
                        while !inside.is_empty() {
                            let own: Ident = inside.parse()?;
                            inside.parse::<Token![=]>()?;
                            names.push((own, inside.parse()?));
                            if !inside.is_empty() {
                                inside.parse::<Token![,]>()?;
                            }
                        }
                    }
                    options.max_workspace = Some(names);
                }
                _ => {
                    let text = "allowed: `null = CODE`, `second_phase = CODE`, `prologue = last`, `generated`, `own_header`, `not_on_950`, `max_workspace`";
                    return Err(Error::new(name.span(), text));
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }
}
