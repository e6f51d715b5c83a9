//! Operators of ops-math, `math/`: a file for each header.

pub mod add;
pub mod bitwise_and_tensor;
pub mod bitwise_or_tensor;
pub mod bitwise_xor_tensor;
pub mod cast;
pub mod eq_tensor;
pub mod ge_tensor;
pub mod gt_tensor;
pub mod le_tensor;
pub mod lgamma;
pub mod linspace;
pub mod logical_and;
pub mod logical_or;
pub mod logical_xor;
pub mod logspace;
pub mod lt_tensor;
pub mod maximum;
pub mod minimum;
pub mod ne_tensor;
pub mod ones;
pub mod sin;
pub mod zero;
