//! `aclnnFusedAdam`: a step of Adam for each tensor of a list. Source: ops-nn, `optim/fused_adam`.

use crate::contract::fused_adam::{Gradients, Lists};
use crate::contract::optim::AdamW;
use crate::prelude::*;

/// Computes step `stateSteps + 1` of Adam for each parameter: gradients are divided by `gradScaleOptional` in place, then `g = gradsRef + weightDecay params`, with
/// the negative gradient if `maximize`; `m = beta1 m + (1 - beta1) g` and `v = beta2 v + (1 - beta2) g g`; and `params = params - lr m / (1 - beta1^t) /
/// (sqrt(v / (1 - beta2^t)) + eps)`. With `amsgrad` the larger one of `v` and `maxExpAvgSqsRef` takes the place of `v`, and is written there. Nothing is done if
/// `foundInfOptional` is 1. Of each tensor of `stateSteps` the first element counts. Ascend950 only.
#[aclnn]
fn aclnnFusedAdam(
    params_ref: ConstInOuts,
    grads_ref: ConstInOuts,
    exp_avgs_ref: ConstInOuts,
    exp_avg_sqs_ref: ConstInOuts,
    max_exp_avg_sqs_ref: Option<ConstInOuts>,
    state_steps: Inputs,
    grad_scale_optional: Option<Input>,
    found_inf_optional: Option<Input>,
    lr: f64,
    beta1: f64,
    beta2: f64,
    weight_decay: f64,
    eps: f64,
    amsgrad: bool,
    maximize: bool,
) -> Planned {
    let lists = Lists {
        params: &params_ref,
        grads: Gradients::Scaled(&grads_ref),
        exp_avgs: &exp_avgs_ref,
        exp_avg_sqs: &exp_avg_sqs_ref,
        largest: max_exp_avg_sqs_ref.as_ref().filter(|_| amsgrad),
        steps: &state_steps,
        scale: grad_scale_optional.as_ref(),
        found_inf: found_inf_optional.as_ref(),
    };
    let of = AdamW {
        lr,
        beta1,
        beta2,
        decay: weight_decay,
        in_gradient: true,
        epsilon: eps,
        amsgrad,
        maximize,
    };
    Ok(lists.plan(SHORT_ON_950, of, 1.0)?)
}
