//! C headers and the entry-point files that they are derived from; those of the operators of aclnn are in `operators.rs`.

mod acl;
mod vendors;
mod xmath;

/// One C header that cbindgen derives.
#[derive(Debug)]
pub struct Header {
    /// Path below `include/`.
    pub path: &'static str,
    /// Rust sources, from `src/abi/`, in the order in which their items appear.
    pub sources: &'static [&'static str],
    /// Headers of the C library that it includes, without brackets.
    pub system: &'static [&'static str],
    /// Headers of ours that it includes, without quotes.
    pub includes: &'static [&'static str],
    /// A file below `text/` whose text follows the includes: what Rust cannot say, such as function-like macros.
    pub preamble: Option<&'static str>,
    /// C type of the constants where the vendor declares them as objects rather than as macros.
    pub constants: Option<&'static str>,
    /// True if arguments keep their snake_case, as the vendor's do.
    pub snake_case_arguments: bool,
    /// A file below `text/` whose text ends the header: what needs the declarations before it.
    pub trailer: Option<&'static str>,
}

/// The values of most headers: fill in the rest with `..HEADER`.
const HEADER: Header = Header {
    path: "",
    sources: &[],
    system: &[],
    includes: &[],
    preamble: None,
    constants: None,
    snake_case_arguments: false,
    trailer: None,
};

/// Every derived header that is not an operator's, sorted by path.
pub fn headers() -> impl Iterator<Item = &'static Header> {
    [acl::HEADERS, vendors::HEADERS, xmath::HEADERS]
        .into_iter()
        .flatten()
}
