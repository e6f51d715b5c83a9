//! Checks that contracts of many families are made of, in the vendor's order; those of one family are in `hostnpu-aclnn-operators`.

mod axes;
mod binary;
mod checks;
mod float_unary;
mod matrices;
mod place;
mod scalar;
mod statistics;
mod unary;

pub use super::argument::{Dtypes, for_chips, on_910, on_all, only_950};
pub use binary::{binary_arithmetic, broadcasts_in_place, broadcasts_to, multiplies_in};
pub use checks::{
    all_promoted, broadcast_numel, computes_in, convertible, copies_numbers, needs_chip,
    none_private, on_950, one_format_on_950, promoted, up_to_rank_8,
};
pub use float_unary::{
    Integers, Results, float_unary, float_unary_in_place, float_unary_public,
    float_unary_public_in_place, float_unary_types, public_on_950,
};
pub use place::Place;
pub use scalar::{
    adds_type, binary_scalar, by_category, by_category_if_exact, by_category_of_all, by_kind,
    by_own_category, by_table, by_table_as, is_double_for_float, meets_in, xlogy_scalar,
};
pub use statistics::statistics_shape;
pub use unary::{
    computed, computed_in_place, same_dtype_and_format_unary, same_dtype_unary,
    same_shape_to_rank_8,
};
