//! The rows of `aclnnReflectionPad2dBackward` and `aclnnReplicationPad2dBackward`.

use hostnpu::tensor::Dtype::*;

use crate::reference::pads;
use crate::table::Row;
use crate::table::shared::movement::pads::{NUMBERS, gradient};

pub fn rows() -> Vec<Row> {
    vec![
        gradient!(
            "aclnnReflectionPad2dBackward",
            2,
            NUMBERS,
            &[F32, Bf16],
            pads::mirrored
        ),
        gradient!(
            "aclnnReplicationPad2dBackward",
            2,
            NUMBERS,
            &[F32, Bf16],
            pads::nearest
        ),
    ]
}
