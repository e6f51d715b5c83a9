//! The row of `aclnnQuantSparseFlashMlaMetadata`.

use crate::table::Row;
use crate::table::shared::attention::schedules::{OF_950, of_mla, schedules};

pub fn rows() -> Vec<Row> {
    schedules! {
        "aclnnQuantSparseFlashMlaMetadata": of_mla!(OF_950), &[];
    }
}
