//! `#[aclnn]`: exports an ordinary function as the two entry points of an operator.

use hostnpu_aclnn_syntax::{EntryOptions, EntryPoint, Options, expand_entry, prototypes};
use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{ItemFn, parse_macro_input};

/// Exports a function as an operator of aclnn. The function has the C name of the second phase, the parameters of the first one
/// without the last two, in the types of `crate::prelude`, and a body that checks and plans.
///
/// The parameters are read in order before the body runs: a null one is 161001 with its name, unless its type is an `Option`.
/// `#[aclnn(null = CODE)]`, `#[aclnn(second_phase = CODE)]`, `#[aclnn(prologue = last)]`, `#[aclnn(generated)]`, `#[aclnn(not_on_950)]` and
/// `#[aclnn(max_workspace)]` are for the few operators that differ (see `hostnpu_aclnn_syntax::Options`).
#[proc_macro_attribute]
pub fn aclnn(options: TokenStream, function: TokenStream) -> TokenStream {
    let options = parse_macro_input!(options as Options);
    let function = parse_macro_input!(function as ItemFn);
    match EntryPoint::parse(options, function) {
        Ok(entry) => expand(&entry).into(),
        Err(error) => error.into_compile_error().into(),
    }
}

/// Exports a function of a vendor's interface under its own name. Its parameters are C types, or types of `crate::abi::parameter`, which are read in order
/// before the body runs; the body gives an `Outcome`. Guard, call trace and facts come from here. `#[length(count)]` before a parameter says how many elements
/// are behind its pointer, in the other parameters as C passes them; `#[not_const]` that the header leaves out a `const`.
#[proc_macro_attribute]
pub fn entry(options: TokenStream, function: TokenStream) -> TokenStream {
    let options = parse_macro_input!(options as EntryOptions);
    let function = parse_macro_input!(function as ItemFn);
    expand_entry(&options, &function)
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// The two exported functions, then the description that the tests read.
fn expand(entry: &EntryPoint) -> Tokens {
    // Not in the library's own unit tests: what they do not call need not be compiled a second time.
    let export = quote!(#[cfg_attr(not(test), unsafe(no_mangle))] #[allow(non_snake_case)]);
    let functions = prototypes(entry, &export, first_phase(entry), second_phase(entry));
    let description = description(entry);
    quote!(#functions #description)
}

/// The body of the first phase: the function as written, under the name `plan`, and what reads its arguments.
fn first_phase(entry: &EntryPoint) -> Tokens {
    let name = entry.first_phase_name();
    let mut plan = entry.function.clone();
    plan.sig.ident = format_ident!("plan", span = entry.name.span());
    plan.attrs
        .retain(|attribute| !attribute.path().is_ident("doc"));
    let words = entry.parameters.iter().map(|parameter| {
        let ident = &parameter.ident;
        match parameter.is_mut_pointer {
            true => quote!(#ident.cast_const().word()),
            false => quote!(#ident.word()),
        }
    });
    let parameters = entry.parameters.iter().map(|parameter| {
        let written = &parameter.written;
        let name = parameter.c_name.len() as u8;
        quote_spanned!(written.span()=> Parameter {
            kind: <#written as Argument>::KIND,
            optional: <#written as Argument>::OPTIONAL,
            name: #name,
        })
    });
    let names: String = entry.parameters.iter().map(|p| p.c_name.as_str()).collect();
    let null = match &entry.options.null {
        Some(code) => quote!(Some(#code)),
        None => quote!(None),
    };
    let taken = entry
        .parameters
        .iter()
        .map(|_| quote!(arguments.take_next()));
    let prologue = match entry.options {
        Options {
            prologue_last: true,
            ..
        } => quote!(Last),
        Options {
            generated: true, ..
        } => quote!(Generated),
        _ => quote!(First),
    };
    let absent = entry.options.not_on_950;
    quote! {{
        #[allow(clippy::too_many_arguments, reason = "the vendor chose the parameters")]
        #plan
        // In a block of its own: the function above sees none of these names.
        {
            #[allow(unused_imports)]
            use crate::argument::{Argument, Operator, Order, Parameter, Parameters, Word, first_phase};
            static OPERATOR: Operator = Operator {
                function: #name,
                parameters: Parameters { names: #names, parameters: &[#(#parameters),*], null: #null },
                prologue: Order::#prologue,
                absent_on_950: #absent,
                plan: |arguments| plan(#(#taken),*),
            };
            // SAFETY of what is generated: the C caller keeps the contract of `crate::abi`.
            unsafe { first_phase(&OPERATOR, &[#(#words),*], workspace_size, executor) }
        }
    }}
}

/// The body of the second phase: the same for all operators.
fn second_phase(entry: &EntryPoint) -> Tokens {
    let name = entry.name.to_string();
    let code = match &entry.options.second_phase {
        Some(code) => quote!(Some(#code)),
        None => quote!(None),
    };
    quote! {{
        use crate::abi::aclnn::phases::second_phase;
        unsafe { second_phase(#name, #code, workspace, workspace_size, executor, stream) }
    }}
}

/// The description for the tests: names, parameters, and both phases, the first with its types erased.
fn description(entry: &EntryPoint) -> Tokens {
    let name = &entry.name;
    let text = name.to_string();
    let first = format_ident!("{}", entry.first_phase_name());
    let static_name = format_ident!("{}", entry.static_name());
    let doc = format!("Describes `{name}`.");
    let docs = entry.docs.join("\n");
    let own_header = match entry.own_header() {
        Some(header) => quote!(Some(#header)),
        None => quote!(None),
    };
    let null = match &entry.options.null {
        Some(code) => quote!(#code),
        None => quote!(crate::abi::aclnn::types::ACLNN_ERR_PARAM_NULLPTR),
    };
    let parameters = entry.parameters.iter().map(|parameter| {
        let (c_name, optional) = (&parameter.c_name, parameter.optional);
        let word = parameter.word.to_string();
        let direction = format_ident!("{}", parameter.direction.name());
        quote!(Parameter { name: #c_name, word: #word, direction: Role::#direction, optional: #optional })
    });
    let types = entry.parameters.iter().map(|parameter| &parameter.c_type);
    let at = 0..entry.parameters.len();
    quote! {
        #[doc = #doc]
        #[allow(clippy::undocumented_unsafe_blocks, reason = "the test that calls it keeps the contract of `crate::abi`")]
        pub static #static_name: crate::entry::EntryPoint = {
            use crate::entry::{EntryPoint, Parameter, Raw, Value};
            use crate::ops::Role;
            EntryPoint {
                name: #text,
                module: module_path!(),
                docs: #docs,
                own_header: #own_header,
                null: #null,
                parameters: &[#(#parameters),*],
                first_phase: |values: &[Value], workspace_size, executor| unsafe {
                    #first(#(<#types as Raw>::raw(&values[#at]),)* workspace_size, executor)
                },
                second_phase: #name,
            }
        };
    }
}
