//! `aclnnMaskedCausalConv1dBackward`: gradients of a causal convolution. Source: ops-transformer, `attention/masked_causal_conv1d_backward`.

use crate::contract::causal_convolution::Masked;
use crate::prelude::*;

/// Computes the gradients of `aclnnMaskedCausalConv1d` by `x` and by `weight`, summed over all tokens. FLOAT16 or BFLOAT16, on Ascend950.
#[aclnn]
fn aclnnMaskedCausalConv1dBackward(
    grad_y: Input,
    x: Input,
    weight: Input,
    mask_optional: Option<Input>,
    grad_x_out: ConstOutput,
    grad_weight_out: ConstOutput,
) -> Planned {
    let masked = Masked {
        x: &x,
        weight: &weight,
        mask: mask_optional.as_ref(),
    };
    masked.types(&[&grad_y, &grad_x_out, &grad_weight_out])?;
    masked
        .gradient(&grad_y, &grad_x_out, &grad_weight_out)
        .code(ACLNN_ERR_INNER_TILING_ERROR)
}
