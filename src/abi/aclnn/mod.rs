//! aclnn: tensors, scalars, arrays, executors, and a file for each operator header.
#![expect(
    clippy::missing_safety_doc,
    reason = "the docs are for C readers; `crate::abi` states the contract"
)]

pub mod anti_mx_quant;
mod args;
pub mod base;
mod boundary;
mod dtype;
pub mod dynamic_mx_quant;
pub mod dynamic_mx_quant_v2;
pub mod dynamic_mx_quant_v3;
pub mod dynamic_mx_quant_with_dual_axis;
pub mod dynamic_mx_quant_with_dual_axis_v2;
pub mod grouped_dynamic_mx_quant;
pub mod grouped_dynamic_mx_quant_v2;
pub mod grouped_dynamic_mx_quant_with_dual_axis;
pub mod lgamma;
pub mod linspace;
pub mod logspace;
pub mod meta;
mod mx_checks;
pub mod opdev;
pub mod sin;
pub mod types;
