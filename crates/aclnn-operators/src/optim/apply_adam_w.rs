//! `aclnnApplyAdamW`: a step of AdamW. Source: ops-nn, `optim/apply_adam_w`.

use std::sync::Arc;

use crate::contract::optim::{AdamW, PARAMETERS, numbers, one_shape, one_type, states};
use crate::ops::optimizers::{Group, step, step_with_largest};
use crate::prelude::*;

/// Computes a step of AdamW: `m = beta1 m + (1 - beta1) g` and `v = beta2 v + (1 - beta2) g g`, then `var = var (1 - lr weightDecay) - lr m / (1 - beta1Power
/// beta1) / (sqrt(v / (1 - beta2Power beta2)) + eps)`. `g` is `grad`, or its negative if `maximize`; with `amsgrad`, `vRef` keeps the larger one of `v` and
/// `maxGradNormOptional`.
#[aclnn]
fn aclnnApplyAdamW(
    var_ref: InOut,
    m_ref: InOut,
    v_ref: InOut,
    beta1_power: Input,
    beta2_power: Input,
    lr: Input,
    weight_decay: Input,
    beta1: Input,
    beta2: Input,
    eps: Input,
    grad: Input,
    max_grad_norm_optional: Option<Input>,
    amsgrad: bool,
    maximize: bool,
) -> Planned {
    if amsgrad && max_grad_norm_optional.is_none() {
        return Err(Reason::Null {
            arg: "maxGradNormOptional",
        }
        .into());
    }
    let scalars = [
        &beta1_power,
        &beta2_power,
        &lr,
        &weight_decay,
        &beta1,
        &beta2,
        &eps,
    ];
    let mut tensors: Vec<&TensorArg> = vec![&var_ref, &m_ref, &v_ref, &grad];
    tensors.extend(
        max_grad_norm_optional
            .iter()
            .map(|tensor| -> &TensorArg { tensor }),
    );
    let mut all = tensors.clone();
    all.extend(scalars.iter().map(|tensor| -> &TensorArg { tensor }));
    one_type(PARAMETERS, &all)?;
    one_shape(&tensors)?;
    let largest = max_grad_norm_optional.filter(|_| amsgrad);
    let numbers = numbers(&scalars)?;
    let group = Group {
        gradient: grad.read()?,
        divides: false,
        states: states(&[&var_ref, &m_ref, &v_ref])?,
        numbers: Vec::new(),
    };
    let plan = move |numbers: &[f64]| {
        let &[power1, power2, lr, decay, beta1, beta2, epsilon] = numbers else {
            return None;
        };
        let of = AdamW {
            lr,
            beta1,
            beta2,
            decay,
            in_gradient: false,
            epsilon,
            amsgrad,
            maximize,
        };
        Some((of.step([power1 * beta1, power2 * beta2], 1.0), 1.0))
    };
    Ok(match largest {
        None => step(vec![group], numbers, Arc::new(plan))?,
        // The largest squares so far are read only: a copy of them takes part, and goes to `vRef`.
        Some(largest) => step_with_largest(group, largest.read()?, numbers, Arc::new(plan))?,
    })
}
