//! The rows of `aclnnFFN`, `aclnnFFNV2` and `aclnnFFNV3`.

use crate::table::Row;
use crate::table::shared::matmul::few_bits::types::{FFN, FFN_THIRD};
use crate::table::shared::matmul::few_bits::{ffn, on_910b};

pub fn rows() -> Vec<Row> {
    vec![
        on_910b("aclnnFFN", || ffn(1), FFN),
        on_910b("aclnnFFNV2", || ffn(2), FFN),
        on_910b("aclnnFFNV3", || ffn(3), FFN_THIRD),
    ]
}
