//! The driver below CNRT: what `cn_api.h` tells about versions, devices and contexts. CNRT does the rest.

pub mod boundary;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod enums;
pub mod functions;
#[expect(non_camel_case_types, reason = "names of the C header")]
pub mod handles;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod open_enums;
#[expect(non_snake_case, reason = "names of the C header")]
pub mod types;
