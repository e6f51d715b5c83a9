//! `aclnnFastBatchNormBackward`: as `aclnnBatchNormBackward`. Source: ops-nn, `norm/batch_norm_grad_v3`.

use crate::contract::batches::BatchGradients;
use crate::prelude::*;

/// Computes the gradients of `aclnnBatchNorm` by its input, weights and biases: those that `outputMask` asks for. `version` changes nothing.
#[aclnn]
fn aclnnFastBatchNormBackward(
    grad_out: Input,
    input: Input,
    weight: Option<Input>,
    running_mean: Option<Input>,
    running_var: Option<Input>,
    save_mean: Option<Input>,
    save_invstd: Option<Input>,
    training: bool,
    eps: f64,
    output_mask: Option<Bools>,
    version: c_int,
    grad_input: Option<Output>,
    grad_weight: Option<Output>,
    grad_bias: Option<Output>,
) -> Planned {
    let _ = version;
    BatchGradients::new(
        [&grad_out, &input],
        [
            &weight,
            &running_mean,
            &running_var,
            &save_mean,
            &save_invstd,
        ],
        (training, eps, &output_mask),
        [&grad_input, &grad_weight, &grad_bias],
    )
    .plan(SHORT_EVERYWHERE, false)
}
