//! `aclnnApplyTopKTopPCustom`: another name of `aclnnApplyTopKTopP`. Source: headers of vllm-ascend 0.18.0, `aclnn_apply_top_k_top_p_custom.h`.

use super::apply_top_k_top_p::applied;
use crate::prelude::*;

/// Does what `aclnnApplyTopKTopP` does.
#[aclnn]
fn aclnnApplyTopKTopPCustom(
    logits: Input,
    p: Option<Input>,
    k: Option<Input>,
    out: Output,
) -> Planned {
    applied(logits, p, k, out)
}
