//! The driver below CNRT: `cn_api.h` with its names and codes. None of its functions is implemented.

#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod enums;
