//! The row of `aclnnReflectionPad3d`.

use hostnpu::tensor::Dtype::*;

use crate::reference::pads;
use crate::table::Row;
use crate::table::shared::movement::pads::{REFLECTION, pad};

pub fn rows() -> Vec<Row> {
    vec![pad!(
        "aclnnReflectionPad3d",
        3,
        REFLECTION,
        &[F32, F8E5m2],
        pads::mirrored
    )]
}
