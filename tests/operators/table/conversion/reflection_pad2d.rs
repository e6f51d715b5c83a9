//! The row of `aclnnReflectionPad2d`.

use hostnpu::tensor::Dtype::*;

use crate::reference::pads;
use crate::table::Row;
use crate::table::shared::movement::pads::{REFLECTION, pad};

pub fn rows() -> Vec<Row> {
    vec![pad!(
        "aclnnReflectionPad2d",
        2,
        REFLECTION,
        &[F32, I64],
        pads::mirrored
    )]
}
