//! The row of `aclnnQuantLightningIndexerV2Metadata`.

use crate::table::Row;
use crate::table::shared::attention::schedules::{OF_ALL, of_indexers, schedules};

pub fn rows() -> Vec<Row> {
    schedules! {
        "aclnnQuantLightningIndexerV2Metadata": of_indexers!("Seqlens", "seqused", OF_ALL), &[];
    }
}
