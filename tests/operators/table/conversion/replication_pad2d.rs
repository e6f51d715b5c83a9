//! The row of `aclnnReplicationPad2d`.

use hostnpu::tensor::Dtype::*;

use crate::reference::pads;
use crate::table::Row;
use crate::table::shared::movement::pads::{REPLICATION, pad};

pub fn rows() -> Vec<Row> {
    vec![pad!(
        "aclnnReplicationPad2d",
        2,
        REPLICATION,
        &[F32, I64],
        pads::nearest
    )]
}
