//! The rows of `aclnnIncreFlashAttention` and its other forms.

use crate::table::Row;
use crate::table::shared::attention::inference::version;
use crate::table::shared::attention::inference_dtypes::{
    INCRE_FLASH_ATTENTION, INCRE_FLASH_ATTENTION_V2, INCRE_FLASH_ATTENTION_V3,
    INCRE_FLASH_ATTENTION_V4,
};

pub fn rows() -> Vec<Row> {
    vec![
        version!("aclnnIncreFlashAttention", INCRE_FLASH_ATTENTION),
        version!("aclnnIncreFlashAttentionV2", INCRE_FLASH_ATTENTION_V2),
        version!("aclnnIncreFlashAttentionV3", INCRE_FLASH_ATTENTION_V3),
        version!("aclnnIncreFlashAttentionV4", INCRE_FLASH_ATTENTION_V4),
    ]
}
