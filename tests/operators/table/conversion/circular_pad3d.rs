//! The row of `aclnnCircularPad3d`.

use hostnpu::tensor::Dtype::*;

use crate::reference::pads;
use crate::table::Row;
use crate::table::shared::movement::pads::{CIRCULAR, pad};

pub fn rows() -> Vec<Row> {
    vec![pad!(
        "aclnnCircularPad3d",
        3,
        CIRCULAR,
        &[F32, I8],
        pads::around
    )]
}
