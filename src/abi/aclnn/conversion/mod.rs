//! Operators of ops-math, `conversion/`: a file for each header.

pub mod clamp;
pub mod copy;
pub mod fill_scalar;
pub mod hardtanh;
pub mod masked_fill_scalar;
pub mod masked_fill_tensor;
pub mod masked_select;
pub mod strided_slice_assign_v2;
