//! The row of `aclnnReplicationPad3d`.

use hostnpu::tensor::Dtype::*;

use crate::reference::pads;
use crate::table::Row;
use crate::table::shared::movement::pads::{REPLICATION, pad};

pub fn rows() -> Vec<Row> {
    vec![pad!(
        "aclnnReplicationPad3d",
        3,
        REPLICATION,
        &[F32, F8E5m2],
        pads::nearest
    )]
}
