//! `aclnnFusedAdamw`: a step of AdamW for each tensor of a list. Source: ops-nn, `optim/fused_adamw`.

use crate::contract::foreach::one_element;
use crate::contract::fused_adam::{Gradients, Lists};
use crate::contract::optim::{AdamW, PARAMETERS};
use crate::prelude::*;

/// Computes a step of AdamW for each parameter, as `aclnnApplyAdamWV2` does, where `stateSteps` has the number of the step to make: gradients are divided by
/// `gradScaleOptional`, and nothing is done if `foundInfOptional` is 1.
#[aclnn]
fn aclnnFusedAdamw(
    params_ref: ConstInOuts,
    grads: Inputs,
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
    state_steps.iter().try_for_each(|step| one_element(step))?;
    let lists = Lists {
        params: &params_ref,
        grads: Gradients::Read(&grads),
        exp_avgs: &exp_avgs_ref,
        exp_avg_sqs: &exp_avg_sqs_ref,
        largest: max_exp_avg_sqs_ref.as_ref(),
        steps: &state_steps,
        scale: grad_scale_optional.as_ref(),
        found_inf: found_inf_optional.as_ref(),
    };
    let of = AdamW {
        lr,
        beta1,
        beta2,
        decay: weight_decay,
        in_gradient: false,
        epsilon: eps,
        amsgrad,
        maximize,
    };
    Ok(lists.plan(PARAMETERS, of, 0.0)?)
}
