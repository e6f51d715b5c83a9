//! Contracts: what operators check of their arguments, in the vendor's order. A family that many operators share is a file.

mod binary;
mod checks;
mod choice;
mod dtypes;
pub mod mx;
mod scalar;
mod unary;

pub use binary::{
    binary_arithmetic, bitwise_tensor, broadcasts_in_place, broadcasts_to, compare_tensor,
    compared, multiplies_in,
};
pub use checks::{computes_in, convertible, needs_chip, on_950, promoted};
pub use choice::published_or_toolkit;
pub use dtypes::{Dtypes, for_chips, on_910, on_all, only_950};
pub use scalar::{adds_type, binary_scalar, bitwise_scalar, by_category, by_table};
pub use unary::{
    Integers, Results, float_unary, float_unary_in_place, float_unary_types, same_dtype_unary,
    same_shape_to_rank_8,
};
