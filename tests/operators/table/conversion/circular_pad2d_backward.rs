//! The row of `aclnnCircularPad2dBackward`.

use hostnpu::tensor::Dtype::*;

use crate::reference::pads;
use crate::table::Row;
use crate::table::shared::movement::pads::{SHORT, gradient};

pub fn rows() -> Vec<Row> {
    vec![gradient!(
        "aclnnCircularPad2dBackward",
        2,
        SHORT,
        &[F32, F16],
        pads::around
    )]
}
