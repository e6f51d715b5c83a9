//! `aclnnSparseFlashMlaSoftmaxL1Norm`: the mean over heads of the weights of attention to compressed keys. Source: ops-transformer, `attention/sparse_flash_mla_softmax_l1_norm`.

use crate::contract::sparse_mla::training::Mean;
use crate::prelude::*;

/// Computes the mean over heads of `exp(softmaxScale * q @ k^T - softmaxLse)`: FLOAT16 or BFLOAT16 with heads of 512 elements, keys of one head, `softmaxLse` of FLOAT as `aclnnSparseFlashMla` writes it. Layouts, lengths, masks and lists are those of
/// its compressed keys. `softmaxL1Norm`, FLOAT, has a number for each number of a list or, without lists, for each key of the sequence, with as many columns as the tensor of keys has rows, of BSND those of an entry of the batch: 0 where a key is not seen.
#[aclnn]
fn aclnnSparseFlashMlaSoftmaxL1Norm(
    q: Input,
    k: Input,
    softmax_lse: Input,
    sparse_indices_optional: Option<Input>,
    cu_seqlens_q_optional: Option<Input>,
    cu_seqlens_k_optional: Option<Input>,
    seqused_q_optional: Option<Input>,
    seqused_k_optional: Option<Input>,
    cmp_residual_k_optional: Option<Input>,
    topk_length_optional: Option<Input>,
    metadata_optional: Option<Input>,
    softmax_scale: f64,
    cmp_ratio: i64,
    mask_mode: i64,
    layout_q_optional: Option<MutText>,
    layout_k_optional: Option<MutText>,
    softmax_l1_norm: ConstOutput,
) -> Planned {
    let mean = Mean {
        q: &q,
        k: &k,
        lse: &softmax_lse,
        lists: &sparse_indices_optional,
        starts: [&cu_seqlens_q_optional, &cu_seqlens_k_optional],
        used: [&seqused_q_optional, &seqused_k_optional],
        residual: &cmp_residual_k_optional,
        counts: &topk_length_optional,
        metadata: ("metadataOptional", &metadata_optional),
        scale: softmax_scale,
        ratio: cmp_ratio,
        mask_mode,
        layouts: [layout_q_optional.as_deref(), layout_k_optional.as_deref()],
        mean: &softmax_l1_norm,
    };
    mean.plan()
}
