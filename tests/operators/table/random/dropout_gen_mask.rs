//! The rows of `aclnnDropoutGenMask`, `aclnnDropoutGenMaskV2` and `aclnnDropoutGenMaskV2Tensor`.

use hostnpu::tensor::Dtype;

use crate::reference::draws;
use crate::table::shared::draws::samples::{held, ints, masks};
use crate::table::shared::draws::{OUT_ONLY, SEEDS};
use crate::table::{Accuracy, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnDropoutGenMask", || masks(ints(&[42, 5]), false))
            .accepts(&[("out", "u8")])
            .computes(|_| Some(Dtype::U8))
            .bits(draws::bits)
            .accuracy(Accuracy::Copied)
            .holds(OUT_ONLY),
        Row::new("aclnnDropoutGenMaskV2", || masks(ints(&[42, 5]), true))
            .accepts(&[("out", "u8")])
            .computes(|_| Some(Dtype::U8))
            .bits(draws::bits)
            .accuracy(Accuracy::Copied)
            .holds(OUT_ONLY),
        Row::new("aclnnDropoutGenMaskV2Tensor", || masks(held(), true))
            .accepts(&[SEEDS[0], SEEDS[1], ("out", "u8")])
            .computes(|_| Some(Dtype::U8))
            .bits(draws::bits)
            .accuracy(Accuracy::Copied)
            .holds(OUT_ONLY),
    ]
}
