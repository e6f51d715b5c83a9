//! `aclnnMaskedCausalConv1d`: a causal convolution of tokens whose results are masked. Source: ops-transformer, `attention/masked_causal_conv1d`.

use crate::contract::causal_convolution::Masked;
use crate::prelude::*;

/// Computes `out[s, b] = mask[b, s] * sum(weight[2-k] * x[s-k, b])` for each channel of `x`, (S, B, H), with zeros before the first token; `weight` is (3, H), `maskOptional` BOOL. FLOAT16 or BFLOAT16, on
/// Ascend950.
#[aclnn]
fn aclnnMaskedCausalConv1d(
    x: Input,
    weight: Input,
    mask_optional: Option<Input>,
    out: ConstOutput,
) -> Planned {
    let masked = Masked {
        x: &x,
        weight: &weight,
        mask: mask_optional.as_ref(),
    };
    masked.types(&[&out])?;
    masked.forward(&out).code(ACLNN_ERR_INNER_TILING_ERROR)
}
