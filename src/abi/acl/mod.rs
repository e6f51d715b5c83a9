//! AscendCL: start and end, devices, contexts, streams, events, memory, error text. A folder for each C header.

mod app_log;
pub mod base_mdl;
pub mod base_rt;
pub mod boundary;
pub mod dump;
pub mod error_codes;
pub mod experiment;
mod fault;
pub mod mdl;
pub mod op;
pub mod op_compiler;
pub mod prof;
pub mod rt;
pub mod rt_allocator;
pub mod rt_memory_soma;
pub mod tdt;
pub mod tdt_queue;
pub mod types;
