//! Parameters: the Rust type says direction and constness, and so the C type.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::spanned::Spanned;
use syn::{Error, GenericArgument, Ident, Pat, PatType, PathArguments, PathSegment, Result, Type};

/// The use of a parameter by an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Reads it.
    Input,
    /// Writes it.
    Output,
    /// Reads it, then writes it.
    InOut,
}

impl Direction {
    /// The name of the same role in `crate::ops::Role`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Input => "Input",
            Self::Output => "Output",
            Self::InOut => "InOut",
        }
    }
}

/// One parameter of a first phase.
pub struct Parameter {
    /// Its name in Rust.
    pub ident: Ident,
    /// Its name in C and in messages: `self` for `self_`, `selfRef` for `self_ref`.
    pub c_name: String,
    /// Its type as written, without `Option`.
    pub word: Ident,
    /// The same, with `Option`.
    pub written: Type,
    /// True if it may be null.
    pub optional: bool,
    /// Its use by the operator.
    pub direction: Direction,
    /// Its type in the exported function.
    pub c_type: TokenStream,
    /// True if that is a pointer to something that is not const.
    pub is_mut_pointer: bool,
}

/// Pointer types: the word, what it points to, whether that is const, and the direction.
const POINTERS: &[(&str, &str, bool, Direction)] = &[
    ("Input", "aclTensor", true, Direction::Input),
    ("Output", "aclTensor", false, Direction::Output),
    ("InOut", "aclTensor", false, Direction::InOut),
    ("ConstOutput", "aclTensor", true, Direction::Output),
    ("ConstInOut", "aclTensor", true, Direction::InOut),
    ("MutInput", "aclTensor", false, Direction::Input),
    ("Inputs", "aclTensorList", true, Direction::Input),
    ("MutInputs", "aclTensorList", false, Direction::Input),
    ("Outputs", "aclTensorList", false, Direction::Output),
    ("ConstOutputs", "aclTensorList", true, Direction::Output),
    ("InOuts", "aclTensorList", false, Direction::InOut),
    ("ConstInOuts", "aclTensorList", true, Direction::InOut),
    ("Scalar", "aclScalar", true, Direction::Input),
    ("MutScalar", "aclScalar", false, Direction::Input),
    ("Scalars", "aclScalarList", true, Direction::Input),
    ("Ints", "aclIntArray", true, Direction::Input),
    ("MutInts", "aclIntArray", false, Direction::Input),
    ("Floats", "aclFloatArray", true, Direction::Input),
    ("MutFloats", "aclFloatArray", false, Direction::Input),
    ("Bools", "aclBoolArray", true, Direction::Input),
    ("Text", "c_char", true, Direction::Input),
    ("MutText", "c_char", false, Direction::Input),
];

/// Types that are passed by value: the word and the C type.
const VALUES: &[(&str, &str)] = &[
    ("DataType", "aclDataType"),
    ("bool", "bool"),
    ("c_int", "c_int"),
    ("f32", "f32"),
    ("f64", "f64"),
    ("i8", "i8"),
    ("i32", "i32"),
    ("i64", "i64"),
    ("u32", "u32"),
    ("u64", "u64"),
];

impl Parameter {
    /// Reads one parameter.
    pub fn parse(typed: &PatType) -> Result<Self> {
        let Pat::Ident(pattern) = &*typed.pat else {
            return Err(Error::new(typed.pat.span(), "a parameter is a plain name"));
        };
        let ident = pattern.ident.clone();
        let segment = last_segment(&typed.ty)?;
        let (optional, segment) = match inside_option(segment)? {
            Some(inner) => (true, inner),
            None => (false, segment),
        };
        let word = segment.ident.clone();
        let name = word.to_string();
        let (c_type, is_mut_pointer, direction) = if let Some(&(_, target, is_const, direction)) =
            POINTERS.iter().find(|(word, ..)| *word == name)
        {
            let target = path(target);
            let c_type = match is_const {
                true => quote!(*const #target),
                false => quote!(*mut #target),
            };
            (c_type, !is_const, direction)
        } else if let Some((_, target)) = VALUES.iter().find(|(word, _)| *word == name) {
            if optional {
                let text = format!("`{name}` is passed by value: it cannot be null");
                return Err(Error::new(typed.ty.span(), text));
            }
            (path(target), false, Direction::Input)
        } else {
            let words = POINTERS.iter().map(|row| row.0);
            let all: Vec<&str> = words.chain(VALUES.iter().map(|row| row.0)).collect();
            let all = all.join(", ");
            let text = format!("`{name}` is no parameter type of aclnn; allowed: {all}");
            return Err(Error::new(typed.ty.span(), text));
        };
        Ok(Self {
            c_name: c_name(&ident.to_string()),
            ident,
            word,
            written: (*typed.ty).clone(),
            optional,
            direction,
            c_type,
            is_mut_pointer,
        })
    }
}

/// The path of a C type in the crate.
fn path(c_type: &str) -> TokenStream {
    let name = format_ident!("{c_type}");
    match c_type {
        "c_char" | "c_int" => quote!(::std::ffi::#name),
        "aclDataType" => quote!(crate::abi::acl::types::#name),
        _ if c_type.starts_with("acl") => quote!(crate::abi::aclnn::types::#name),
        _ => quote!(#name),
    }
}

fn last_segment(ty: &Type) -> Result<&PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
    .ok_or_else(|| Error::new(ty.span(), "a parameter type of aclnn, such as `Input`"))
}

/// The type inside `Option<…>`, if it is one.
fn inside_option(segment: &PathSegment) -> Result<Option<&PathSegment>> {
    match &segment.arguments {
        PathArguments::AngleBracketed(arguments) if segment.ident == "Option" => {
            match arguments.args.first() {
                Some(GenericArgument::Type(inner)) => last_segment(inner).map(Some),
                _ => Err(Error::new(arguments.span(), "`Option` of a parameter type")),
            }
        }
        _ => Ok(None),
    }
}

/// `self_ref` in C: `selfRef`.
fn c_name(rust: &str) -> String {
    let mut words = rust.split('_').filter(|word| !word.is_empty());
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (first, rest) = word.split_at(1);
        name += &first.to_ascii_uppercase();
        name += rest;
    }
    name
}
