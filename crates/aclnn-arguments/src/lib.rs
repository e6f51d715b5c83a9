//! The first phase of operators of aclnn, as far as they share it: their arguments, each under its documented name, and the checks that most contracts are made of.
//!
//! Operators are in `hostnpu-aclnn-operators`, tensors, executors and the two phases in `hostnpu::abi::aclnn`; the contract of pointers is that of `hostnpu::abi`.

pub mod argument;
pub mod contract;

// Paths are written as in `hostnpu`.
use hostnpu::abi;
use hostnpu_base::error;
use {
    hostnpu_device as device, hostnpu_diagnostics as diagnostics, hostnpu_ops as ops,
    hostnpu_tensor as tensor,
};
