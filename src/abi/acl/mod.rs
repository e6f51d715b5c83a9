//! AscendCL: start and end, devices, contexts, streams, events, memory, error text. A folder for each C header.

pub mod base_rt;
pub(crate) mod boundary;
pub mod error_codes;
pub mod op;
pub mod op_compiler;
pub mod rt;
pub mod types;
