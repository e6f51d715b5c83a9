//! The rows of `aclnnPromptFlashAttention`, `aclnnPromptFlashAttentionV2` and `aclnnPromptFlashAttentionV3`.

use crate::table::Row;
use crate::table::shared::attention::inference::version;
use crate::table::shared::attention::inference_dtypes::{
    PROMPT_FLASH_ATTENTION, PROMPT_FLASH_ATTENTION_V2, PROMPT_FLASH_ATTENTION_V3,
};

pub fn rows() -> Vec<Row> {
    vec![
        version!("aclnnPromptFlashAttention", PROMPT_FLASH_ATTENTION),
        version!("aclnnPromptFlashAttentionV2", PROMPT_FLASH_ATTENTION_V2),
        version!("aclnnPromptFlashAttentionV3", PROMPT_FLASH_ATTENTION_V3),
    ]
}
