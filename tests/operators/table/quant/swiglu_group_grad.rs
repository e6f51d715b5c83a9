//! The row of `aclnnSwigluGroupGrad`.

use crate::reference::gated_blocks as reference;
use crate::table::shared::quant::gated_blocks::{GRADIENT, gradient_samples};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSwigluGroupGrad", || gradient_samples(true))
            .accepts(GRADIENT)
            .bits(reference::swiglu_group_grad)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
