//! The row of `aclnnSwinTransformerLnQkvQuant`.

use crate::reference::swin;
use crate::table::Row;
use crate::table::shared::attention::swin::{F16_ON_310P, layer};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSwinTransformerLnQkvQuant", || {
            vec![
                layer([2, 1, 32, 7, 14, 7, 7]),
                layer([1, 2, 64, 8, 16, 8, 8]),
                layer([1, 3, 32, 18, 7, 9, 7]),
            ]
        })
        .accepts(&[
            ("x", F16_ON_310P),
            ("gamma", F16_ON_310P),
            ("beta", F16_ON_310P),
            ("weight", "none | 310: i8"),
            ("bias", "none | 310: i32"),
            ("quantScale", F16_ON_310P),
            ("quantOffset", F16_ON_310P),
            ("dequantScale", "none | 310: u64"),
            ("queryOutputOut", F16_ON_310P),
            ("keyOutputOut", F16_ON_310P),
            ("valueOutputOut", F16_ON_310P),
        ])
        .bits(swin::qkv),
    ]
}
