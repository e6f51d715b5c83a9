//! Which C header is derived from which door files. Shared by `build.rs` and `tests/headers.rs`.

/// One C header that cbindgen derives.
pub struct Header {
    /// Path below `include/`.
    pub path: &'static str,
    /// Rust sources below `src/abi/`, in the order in which their items appear.
    pub sources: &'static [&'static str],
    /// Headers of the C library that it includes, without brackets.
    pub system: &'static [&'static str],
    /// Headers of ours that it includes, without quotes.
    pub includes: &'static [&'static str],
    /// A file below `build/text/` whose text follows the includes: what Rust cannot say, such as function-like macros.
    pub preamble: Option<&'static str>,
    /// A file below `build/text/` whose text ends the header: what needs the declarations before it.
    pub trailer: Option<&'static str>,
}

/// What most headers have: fill in the rest with `..DOOR`.
pub const DOOR: Header = Header {
    path: "",
    sources: &[],
    system: &[],
    includes: &[],
    preamble: None,
    trailer: None,
};

/// Every derived header, sorted by path.
pub const HEADERS: &[Header] = &[];
