//! The row of `aclnnReflectionPad1d`.

use hostnpu::tensor::Dtype::*;

use crate::reference::pads;
use crate::table::Row;
use crate::table::shared::movement::pads::{REFLECTION, pad};

pub fn rows() -> Vec<Row> {
    vec![pad!(
        "aclnnReflectionPad1d",
        1,
        REFLECTION,
        &[F32, I8, Complex128, Bf16],
        pads::mirrored
    )]
}
