//! `aclnnCrossEntropyLoss`: cross entropy of rows of logits and classes; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-nn, `loss/cross_entropy_loss`.

use crate::contract::classes::ignored_by;
use crate::contract::losses::{HardTargets, combination_by_name};
use crate::ops::losses::Combination;
use crate::ops::losses::cross_entropy::{self, Hard};
use crate::prelude::*;

/// Computes `-weight[target] log_softmax(input)[target]` of each row, of which `labelSmoothing` is spread over all classes, or the sum of these, or by default that divided by the sum of the weights;
/// and the logarithms of the probabilities. A target of `ignoreIndex` counts nothing; another one that is no class fails the task. The outputs for the z-loss are not written.
#[aclnn(generated)]
fn aclnnCrossEntropyLoss(
    input: Input,
    target: Input,
    weight_optional: Option<Input>,
    reduction_optional: Option<MutText>,
    ignore_index: i64,
    label_smoothing: f64,
    _lse_square_scale_for_zloss: f64,
    _return_zloss: bool,
    loss_out: ConstOutput,
    log_prob_out: ConstOutput,
    zloss_out: ConstOutput,
    lse_for_zloss_out: ConstOutput,
) -> Planned {
    let targets = HardTargets::new(&input, &target, weight_optional.as_ref());
    targets.generated(&[&loss_out, &log_prob_out, &zloss_out, &lse_for_zloss_out])?;
    let how = combination_by_name(reduction_optional.as_ref());
    let how = how.code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let fits = targets.fit(label_smoothing).and_then(|()| {
        log_prob_out.same_shape(&input)?;
        targets.one_each(&loss_out, how)
    });
    fits.code(ACLNN_ERR_INNER_TILING_ERROR)?;
    if input.is_empty() {
        return match how {
            Combination::None => contract::untouched(&input, &[&loss_out, &log_prob_out]),
            how => contract::loss_of_nothing(how, &[&input, &target], &loss_out),
        };
    }
    let hard = Hard {
        how,
        ignored: ignored_by(ignore_index),
        smoothing: label_smoothing,
    };
    let weight = weight_optional.map(|weight| weight.read()).transpose()?;
    let (loss, logarithms) = (loss_out.write()?, log_prob_out.write()?);
    Ok(cross_entropy::hard(
        hard,
        input.read()?,
        target.read()?,
        weight,
        loss,
        logarithms,
    )?)
}
