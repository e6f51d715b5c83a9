//! The row of `aclnnReflectionPad3dBackward`.

use hostnpu::tensor::Dtype::*;

use crate::reference::pads;
use crate::table::Row;
use crate::table::shared::movement::pads::{NUMBERS, gradient};

pub fn rows() -> Vec<Row> {
    vec![gradient!(
        "aclnnReflectionPad3dBackward",
        3,
        NUMBERS,
        &[F32],
        pads::mirrored
    )]
}
