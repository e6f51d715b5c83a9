//! `aclnnFusedAdamw`: a step of AdamW for each tensor of a list. Source: ops-nn, `optim/fused_adamw`.

use std::sync::Arc;

use crate::abi::aclnn::contract::foreach::length_is;
use crate::abi::aclnn::contract::optim::{
    AdamW, PARAMETERS, not_negative, numbers, one_shape, one_type, states,
};
use crate::abi::aclnn::prelude::*;
use crate::ops::optimizers::{Group, step};

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
    for (name, value) in [
        ("lr", lr),
        ("beta1", beta1),
        ("beta2", beta2),
        ("weightDecay", weight_decay),
    ] {
        not_negative(name, value)?;
    }
    let largest = max_exp_avg_sqs_ref.as_ref();
    if amsgrad && largest.is_none() {
        return Err(
            Error::value("maxExpAvgSqsRef", "null", "a list where `amsgrad` is true").into(),
        );
    }
    let count = params_ref.len();
    if count == 0 {
        return Err(Error::value(params_ref.name(), "an empty list", "one tensor or more").into());
    }
    length_is(grads.name(), grads.len(), count, params_ref.name())?;
    length_is(
        exp_avgs_ref.name(),
        exp_avgs_ref.len(),
        count,
        params_ref.name(),
    )?;
    length_is(
        exp_avg_sqs_ref.name(),
        exp_avg_sqs_ref.len(),
        count,
        params_ref.name(),
    )?;
    length_is(
        state_steps.name(),
        state_steps.len(),
        count,
        params_ref.name(),
    )?;
    if let Some(largest) = largest {
        length_is(largest.name(), largest.len(), count, params_ref.name())?;
    }
    let members = |k: usize| {
        let mut states = vec![&params_ref[k], &exp_avgs_ref[k], &exp_avg_sqs_ref[k]];
        states.extend(largest.map(|largest| &largest[k]));
        states
    };
    for k in 0..count {
        state_steps[k].dtype_in(on_all(&[F32, I64]))?;
        state_steps[k].same_dtype(&state_steps[0])?;
        let states = members(k);
        let mut tensors: Vec<&TensorArg> =
            states.iter().map(|state| -> &TensorArg { state }).collect();
        tensors.push(&grads[k]);
        one_shape(&tensors)?;
        tensors.insert(0, &params_ref[0]);
        one_type(PARAMETERS, &tensors)?;
    }
    let shared: Vec<&Input> = [&grad_scale_optional, &found_inf_optional]
        .into_iter()
        .flatten()
        .filter(|tensor| !tensor.is_empty())
        .collect();
    for tensor in &shared {
        tensor.dtype_is(F32)?;
    }
    let mut groups = Vec::with_capacity(count);
    for k in 0..count {
        let mut kept = members(k);
        if !amsgrad {
            kept.truncate(3);
        }
        groups.push(Group {
            gradient: grads[k].read()?,
            divides: false,
            states: states(&kept)?,
            numbers: numbers(&[&state_steps[k]])?,
        });
    }
    let is_there =
        |tensor: &Option<Input>| tensor.as_ref().is_some_and(|tensor| !tensor.is_empty());
    let [scaled, looks] = [&grad_scale_optional, &found_inf_optional].map(is_there);
    let of = AdamW {
        lr,
        beta1,
        beta2,
        decay: weight_decay,
        epsilon: eps,
        amsgrad,
        maximize,
    };
    let plan = move |numbers: &[f64]| {
        let scale = if scaled { numbers[1] } else { 1.0 };
        let found = looks && numbers.last() == Some(&1.0);
        (!found).then(|| (of.step(of.powers(numbers[0]), scale), 1.0))
    };
    Ok(step(groups, numbers(&shared)?, Arc::new(plan))?)
}
