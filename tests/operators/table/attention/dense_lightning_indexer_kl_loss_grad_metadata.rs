//! The row of `aclnnDenseLightningIndexerKLLossGradMetadata`.

use crate::table::Row;
use crate::table::shared::attention::schedules::{OF_950, of_indexers, schedules};

pub fn rows() -> Vec<Row> {
    schedules! {
        "aclnnDenseLightningIndexerKLLossGradMetadata": of_indexers!("Seqlens", "seqused", OF_950), &[];
    }
}
