//! `aclnnCrossEntropyLossGrad`: the gradient of `aclnnCrossEntropyLoss`; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-nn, `loss/cross_entropy_loss_grad`.

use crate::contract::classes::ignored_by;
use crate::contract::losses::{HardTargets, combination_by_name};
use crate::ops::losses::cross_entropy::{self, Hard};
use crate::prelude::*;

/// Computes the gradient by the logits of the logarithms of probabilities that `aclnnCrossEntropyLoss` gave, with the same targets, weights and attributes. The inputs for the z-loss do not count.
#[aclnn(generated)]
fn aclnnCrossEntropyLossGrad(
    grad_loss: Input,
    log_prob: Input,
    target: Input,
    weight_optional: Option<Input>,
    grad_zloss_optional: Option<Input>,
    lse_for_zloss_optional: Option<Input>,
    reduction_optional: Option<MutText>,
    ignore_index: i64,
    label_smoothing: f64,
    _lse_square_scale_for_zloss: f64,
    out: ConstOutput,
) -> Planned {
    let targets = HardTargets::new(&log_prob, &target, weight_optional.as_ref());
    let mut others: Vec<&TensorArg> = vec![&grad_loss];
    others.extend(grad_zloss_optional.as_deref());
    others.extend(lse_for_zloss_optional.as_deref());
    others.push(&out);
    targets.generated(&others)?;
    let how = combination_by_name(reduction_optional.as_ref());
    let how = how.code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let fits = targets.fit(label_smoothing).and_then(|()| {
        targets.one_each(&grad_loss, how)?;
        out.same_shape(&log_prob)
    });
    fits.code(ACLNN_ERR_INNER_TILING_ERROR)?;
    if log_prob.is_empty() {
        return contract::untouched(&log_prob, &[&out]);
    }
    let hard = Hard {
        how,
        ignored: ignored_by(ignore_index),
        smoothing: label_smoothing,
    };
    let weight = weight_optional.map(|weight| weight.read()).transpose()?;
    Ok(cross_entropy::hard_backward(
        hard,
        grad_loss.read()?,
        log_prob.read()?,
        target.read()?,
        weight,
        out.write()?,
    )?)
}
