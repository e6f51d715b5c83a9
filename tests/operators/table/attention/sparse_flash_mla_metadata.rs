//! The row of `aclnnSparseFlashMlaMetadata`.

use crate::table::Row;
use crate::table::shared::attention::schedules::{NULL, OF_ALL, of_mla, schedules};

pub fn rows() -> Vec<Row> {
    schedules! {
        "aclnnSparseFlashMlaMetadata": of_mla!(OF_ALL), &[("dtypes sequsedQOptional", NULL)];
    }
}
