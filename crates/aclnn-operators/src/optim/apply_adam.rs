//! `aclnnApplyAdam`: a step of Adam. Source: ops-nn, `optim/apply_adam`.

use std::sync::Arc;

use crate::contract::optim::{numbers, one_shape, one_type, states};
use crate::ops::optimizers::{Adam, Group, Step, step};
use crate::prelude::*;

/// Computes a step of Adam: `m = beta1 m + (1 - beta1) grad` and `v = beta2 v + (1 - beta2) grad grad`, then `varRef = varRef - lr sqrt(1 - beta2Power) / (1 -
/// beta1Power) d / (sqrt(v) + epsilon)`, where `d` is `m` or, with `useNesterov`, `beta1 m + (1 - beta1) grad`. `useLocking` changes nothing. Ascend950 only.
#[aclnn(generated)]
fn aclnnApplyAdam(
    var_ref: InOut,
    m: ConstInOut,
    v: ConstInOut,
    beta1_power: Input,
    beta2_power: Input,
    lr: Input,
    beta1: Input,
    beta2: Input,
    epsilon: Input,
    grad: Input,
    use_locking: bool,
    use_nesterov: bool,
) -> Planned {
    let _ = use_locking;
    let tensors: [&TensorArg; 4] = [&var_ref, &m, &v, &grad];
    one_type(SHORT_ON_950, &tensors)?;
    one_shape(&tensors)?;
    let scalars = [&beta1_power, &beta2_power, &lr, &beta1, &beta2, &epsilon];
    for scalar in scalars {
        scalar.dtype_is(F32)?;
    }
    let group = Group {
        gradient: grad.read()?,
        divides: false,
        states: states(&[&var_ref, &m, &v])?,
        numbers: numbers(&scalars)?,
    };
    let plan = move |numbers: &[f64]| {
        let &[power1, power2, lr, beta1, beta2, epsilon] = numbers else {
            return None;
        };
        let adam = Adam {
            gradient: 1.0,
            decay: 0.0,
            beta1,
            beta2,
            keep: 1.0,
            rate: lr * (1.0 - power2).sqrt() / (1.0 - power1),
            root: 1.0,
            epsilon,
            direction: if use_nesterov {
                [beta1, 1.0 - beta1]
            } else {
                [1.0, 0.0]
            },
            average: 0.0,
        };
        Some((Step::Adam(adam), 1.0))
    };
    Ok(step(vec![group], Vec::new(), Arc::new(plan))?)
}
