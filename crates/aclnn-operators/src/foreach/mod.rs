//! Operators on lists of tensors. Most files hold several, each with a header of its own.

pub mod foreach_a_cos_inplace;
pub mod lists;
pub mod others;
pub mod scalars;
pub mod unary;
pub mod weighted;
