//! Operators of the category `math` that take several steps of their own.

#![forbid(unsafe_code)]

pub mod addr;
pub mod transform_bias_rescale_qkv;
