//! The row of `aclnnReplicationPad1dBackward`.

use hostnpu::tensor::Dtype::*;

use crate::reference::pads;
use crate::table::Row;
use crate::table::shared::movement::pads::{NUMBERS, gradient};

pub fn rows() -> Vec<Row> {
    vec![gradient!(
        "aclnnReplicationPad1dBackward",
        1,
        NUMBERS,
        &[F32, F16, Bf16, F64, Complex64],
        pads::nearest
    )]
}
