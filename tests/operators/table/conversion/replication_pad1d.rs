//! The row of `aclnnReplicationPad1d`.

use hostnpu::tensor::Dtype::*;

use crate::reference::pads;
use crate::table::Row;
use crate::table::shared::movement::pads::{REPLICATION, pad};

pub fn rows() -> Vec<Row> {
    vec![pad!(
        "aclnnReplicationPad1d",
        1,
        REPLICATION,
        &[F32, I8, Complex128, Bf16],
        pads::nearest
    )]
}
