//! The rows of `aclnnFusedInferAttentionScore` and its other forms.

use crate::table::Row;
use crate::table::shared::attention::inference::version;
use crate::table::shared::attention::inference_dtypes::{
    FUSED_INFER_ATTENTION_SCORE, FUSED_INFER_ATTENTION_SCORE_V2, FUSED_INFER_ATTENTION_SCORE_V3,
    FUSED_INFER_ATTENTION_SCORE_V4, FUSED_INFER_ATTENTION_SCORE_V5,
};

pub fn rows() -> Vec<Row> {
    vec![
        version!("aclnnFusedInferAttentionScore", FUSED_INFER_ATTENTION_SCORE),
        version!(
            "aclnnFusedInferAttentionScoreV2",
            FUSED_INFER_ATTENTION_SCORE_V2
        ),
        version!(
            "aclnnFusedInferAttentionScoreV3",
            FUSED_INFER_ATTENTION_SCORE_V3
        ),
        version!(
            "aclnnFusedInferAttentionScoreV4",
            FUSED_INFER_ATTENTION_SCORE_V4
        ),
        version!(
            "aclnnFusedInferAttentionScoreV5",
            FUSED_INFER_ATTENTION_SCORE_V5
        ),
    ]
}
