//! The row of `aclnnDenseLightningIndexerSoftmaxLseV2Metadata`.

use crate::table::Row;
use crate::table::shared::attention::schedules::{OF_950, of_indexers, schedules};

pub fn rows() -> Vec<Row> {
    schedules! {
        "aclnnDenseLightningIndexerSoftmaxLseV2Metadata": of_indexers!("SeqLens", "seqUsed", OF_950), &[];
    }
}
