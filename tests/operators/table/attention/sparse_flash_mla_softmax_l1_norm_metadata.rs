//! The row of `aclnnSparseFlashMlaSoftmaxL1NormMetadata`.

use crate::table::Row;
use crate::table::shared::attention::schedules::{OF_950, of_indexers, schedules};

pub fn rows() -> Vec<Row> {
    schedules! {
        "aclnnSparseFlashMlaSoftmaxL1NormMetadata": of_indexers!("SeqLens", "seqUsed", OF_950, "topkLengthOptional"), &[];
    }
}
