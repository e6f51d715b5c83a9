//! HCCL: operations in which several ranks take part.
//!
//! The streams and the memory are those of AscendCL. A communicator's handle is a key like all others.

mod argument;
pub mod boundary;
pub mod clusters;
pub mod communicators;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod enums;
pub mod exchanges;
pub mod flags;
pub mod groups;
mod layout;
pub mod messages;
#[expect(missing_docs, reason = "names of the C header")]
pub mod open_enums;
pub mod reductions;
pub mod settings;
#[expect(non_snake_case, reason = "names of the C header")]
pub mod types;
pub mod windows;
