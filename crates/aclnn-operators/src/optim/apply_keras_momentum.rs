//! `aclnnApplyKerasMomentum`: a step with momentum. Source: ops-nn, `optim/apply_keras_momentum`.

use std::sync::Arc;

use crate::contract::optim::{numbers, one_shape, one_type, states};
use crate::ops::optimizers::{Group, Sgd, Step, step};
use crate::prelude::*;

/// Computes a step with momentum: `accum = momentum accum - lr grad`, then `varRef = varRef + accum` or, with Nesterov's rule, `varRef + momentum accum - lr grad`.
/// `useLockingOptional` changes nothing. Ascend950 only.
#[aclnn(generated)]
fn aclnnApplyKerasMomentum(
    var_ref: InOut,
    accum: ConstInOut,
    lr: Input,
    grad: Input,
    momentum: Input,
    use_locking_optional: bool,
    use_nesterov_optional: bool,
) -> Planned {
    let _ = use_locking_optional;
    let tensors: [&TensorArg; 3] = [&var_ref, &accum, &grad];
    one_type(SHORT_ON_950, &tensors)?;
    one_shape(&tensors)?;
    lr.dtype_is(F32)?;
    momentum.dtype_is(F32)?;
    let group = Group {
        gradient: grad.read()?,
        divides: false,
        states: states(&[&var_ref, &accum])?,
        numbers: numbers(&[&lr, &momentum])?,
    };
    let plan = move |numbers: &[f64]| {
        let &[lr, momentum] = numbers else {
            return None;
        };
        let of = Sgd {
            gradient: 1.0,
            decay: 0.0,
            momentum,
            fresh: -lr,
            direction: if use_nesterov_optional {
                [-lr, momentum]
            } else {
                [0.0, 1.0]
            },
            rate: -1.0,
        };
        Some((Step::Sgd(of), 1.0))
    };
    Ok(step(vec![group], Vec::new(), Arc::new(plan))?)
}
