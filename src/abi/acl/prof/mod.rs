//! `acl/acl_prof.h` and `mstx/ms_tools_ext.h`: profiles of a part of a run, marks and ranges.

pub mod config;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod enums;
pub mod flags;
#[expect(non_camel_case_types, reason = "names of the C header")]
pub mod injection;
#[expect(non_camel_case_types, reason = "names of the C header")]
pub mod mstx;
pub mod mstx_memory;
#[expect(non_camel_case_types, non_snake_case, reason = "names of the C header")]
pub mod mstx_types;
mod objects;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod open_enums;
pub mod record;
pub mod session;
pub mod stamp;
pub mod step;
pub mod subscription;
#[expect(non_camel_case_types, reason = "names of the C header")]
pub mod types;
