//! Interfaces that frameworks link to or open beside AscendCL: of the runtime below it, of the driver, of the profiler and its reports.

pub mod compiled;
pub mod driver;
mod kernel_names;
mod known_kernels;
pub mod models;
pub mod mspti;
#[expect(
    non_camel_case_types,
    non_snake_case,
    missing_debug_implementations,
    reason = "names of the C header"
)]
pub mod mspti_types;
pub mod prof_api;
#[expect(non_snake_case, reason = "names of the C header")]
pub mod prof_types;
pub mod runtime;
#[expect(non_camel_case_types, non_snake_case, reason = "names of the C header")]
pub mod runtime_types;
