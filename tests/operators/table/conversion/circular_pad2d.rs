//! The row of `aclnnCircularPad2d`.

use hostnpu::tensor::Dtype::*;

use crate::reference::pads;
use crate::table::Row;
use crate::table::shared::movement::pads::{CIRCULAR, pad};

pub fn rows() -> Vec<Row> {
    vec![pad!(
        "aclnnCircularPad2d",
        2,
        CIRCULAR,
        &[F32, I8, Bf16],
        pads::around
    )]
}
