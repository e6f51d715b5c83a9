//! The row of `aclnnSwigluGroupQuantGrad`.

use crate::reference::gated_blocks as reference;
use crate::table::shared::quant::gated_blocks::{GRADIENT, gradient_samples};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSwigluGroupQuantGrad", || gradient_samples(false))
            .accepts(GRADIENT)
            .bits(reference::swiglu_group_quant_grad)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
