//! `aclnnApplyFusedEmaAdam`: a step of Adam with an average of parameters. Source: ops-nn, `optim/apply_fused_ema_adam`.

use std::sync::Arc;

use crate::contract::optim::{numbers, one_shape, one_type, states};
use crate::ops::optimizers::{Adam, Group, Step, power, step as make_step};
use crate::prelude::*;

/// Computes step `step` of Adam, with `weightDecay varRef` added to the gradient (`mode` 0) or to the direction (1), and `sRef = emaDecay sRef + (1 - emaDecay) varRef`.
/// Without `biasCorrection` the averages are taken as they are.
#[aclnn(generated)]
fn aclnnApplyFusedEmaAdam(
    grad: Input,
    var_ref: InOut,
    m_ref: InOut,
    v_ref: InOut,
    s_ref: InOut,
    step: Input,
    lr: f64,
    ema_decay: f64,
    beta1: f64,
    beta2: f64,
    eps: f64,
    mode: i64,
    bias_correction: bool,
    weight_decay: f64,
) -> Planned {
    let tensors: [&TensorArg; 5] = [&grad, &var_ref, &m_ref, &v_ref, &s_ref];
    one_type(SHORT_SINCE_910B, &tensors)?;
    one_shape(&tensors)?;
    step.dtype_is(I64)?;
    if !(0..=1).contains(&mode) {
        return Err(Error::value("mode", mode, "0 or 1").into());
    }
    let group = Group {
        gradient: grad.read()?,
        divides: false,
        states: states(&[&var_ref, &m_ref, &v_ref, &s_ref])?,
        numbers: numbers(&[&step])?,
    };
    // The device takes attributes as FLOAT.
    let [lr, average, beta1, beta2, epsilon, decay] =
        [lr, ema_decay, beta1, beta2, eps, weight_decay].map(|number| f64::from(number as f32));
    let plan = move |numbers: &[f64]| {
        let correction = |beta| {
            if bias_correction {
                1.0 - power(beta, numbers[0])
            } else {
                1.0
            }
        };
        let adam = Adam {
            gradient: 1.0,
            decay: if mode == 0 { decay } else { 0.0 },
            beta1,
            beta2,
            keep: if mode == 0 { 1.0 } else { 1.0 - lr * decay },
            rate: lr / correction(beta1),
            root: 1.0 / correction(beta2).sqrt(),
            epsilon,
            direction: [1.0, 0.0],
            average,
        };
        Some((Step::AdamAverage(adam), 1.0))
    };
    Ok(make_step(vec![group], Vec::new(), Arc::new(plan))?)
}
