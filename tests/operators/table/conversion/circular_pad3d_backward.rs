//! The row of `aclnnCircularPad3dBackward`.

use hostnpu::tensor::Dtype::*;

use crate::reference::pads;
use crate::table::Row;
use crate::table::shared::movement::pads::{SHORT, gradient};

pub fn rows() -> Vec<Row> {
    vec![gradient!(
        "aclnnCircularPad3dBackward",
        3,
        SHORT,
        &[F32],
        pads::around
    )]
}
