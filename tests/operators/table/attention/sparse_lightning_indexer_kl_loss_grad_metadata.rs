//! The row of `aclnnSparseLightningIndexerKLLossGradMetadata`.

use crate::table::Row;
use crate::table::shared::attention::schedules::{NULL, OF_ALL, of_indexers, schedules};

pub fn rows() -> Vec<Row> {
    schedules! {
        "aclnnSparseLightningIndexerKLLossGradMetadata": of_indexers!("Seqlens", "seqused", OF_ALL),
            &[("dtypes sequsedQOptional", NULL), ("dtypes sequsedKOptional", NULL), ("dtypes cmpResidualKOptional", NULL)];
    }
}
