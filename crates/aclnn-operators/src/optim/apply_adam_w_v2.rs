//! `aclnnApplyAdamWV2`: a step of AdamW with the number of steps so far. Source: ops-nn, `optim/apply_adam_w_v2`.

use std::sync::Arc;

use crate::contract::optim::{AdamW, PARAMETERS, numbers, one_shape, states};
use crate::ops::optimizers::{Group, step as make_step};
use crate::prelude::*;

/// Computes step `step + 1` of AdamW: `m = beta1 m + (1 - beta1) g` and `v = beta2 v + (1 - beta2) g g`, then `var = var (1 - lr weightDecay) - lr m / (1 - beta1^t) /
/// (sqrt(v / (1 - beta2^t)) + eps)`. `g` is `grad`, or its negative if `maximize`; with `amsgrad` the larger one of `v` and `maxGradNormOptionalRef` takes the
/// place of `v`, and is written there.
#[aclnn]
fn aclnnApplyAdamWV2(
    var_ref: InOut,
    m_ref: InOut,
    v_ref: InOut,
    max_grad_norm_optional_ref: Option<InOut>,
    grad: Input,
    step: Input,
    lr: f32,
    beta1: f32,
    beta2: f32,
    weight_decay: f32,
    eps: f32,
    amsgrad: bool,
    maximize: bool,
) -> Planned {
    let largest = max_grad_norm_optional_ref.as_ref();
    if amsgrad && largest.is_none() {
        return Err(Reason::Null {
            arg: "maxGradNormOptionalRef",
        }
        .into());
    }
    let mut tensors: Vec<&TensorArg> = vec![&var_ref, &m_ref, &v_ref];
    tensors.extend(largest.iter().map(|tensor| -> &TensorArg { tensor }));
    tensors.push(&grad);
    for tensor in &tensors {
        tensor.dtype_in(PARAMETERS)?;
    }
    step.dtype_in(on_all(&[F32, I64]))?;
    one_shape(&tensors)?;
    let mut kept = vec![&var_ref, &m_ref, &v_ref];
    kept.extend(largest.filter(|_| amsgrad));
    let numbers = numbers(&[&step])?;
    let group = Group {
        gradient: grad.read()?,
        divides: false,
        states: states(&kept)?,
        numbers,
    };
    let [lr, beta1, beta2, decay, epsilon] = [lr, beta1, beta2, weight_decay, eps].map(f64::from);
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
    let plan = move |numbers: &[f64]| Some((of.step(of.powers(numbers[0] + 1.0), 1.0), 1.0));
    Ok(make_step(vec![group], Vec::new(), Arc::new(plan))?)
}
