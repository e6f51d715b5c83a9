//! The row of `aclnnSparseFlashMlaGradMetadata`.

use crate::table::Row;
use crate::table::shared::attention::schedules::{OF_950, of_mla, schedules};

pub fn rows() -> Vec<Row> {
    schedules! {
        "aclnnSparseFlashMlaGradMetadata": of_mla!(OF_950), &[];
    }
}
