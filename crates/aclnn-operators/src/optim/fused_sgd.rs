//! `aclnnFusedSgd`: a step against the gradient for each tensor of a list. Source: ops-nn, `optim/fused_sgd`.

use std::sync::Arc;

use crate::contract::foreach::length_is;
use crate::contract::optim::{PARAMETERS, not_negative, numbers, one_shape, one_type, states};
use crate::ops::optimizers::{Group, Sgd, Step, step};
use crate::prelude::*;

/// Computes a step against the gradient for each parameter: gradients are divided by `gradScaleOptional` in place, then `g = grad + weightDecay param`, with the
/// negative gradient if `maximize`; `v = momentum v + (1 - dampening) g`, or `g` in the first step; and `param = param - lr d`, where `d` is `v`, `g + momentum v` if
/// `nesterov`, or `g` without momentum.
#[aclnn]
fn aclnnFusedSgd(
    params_ref: ConstInOuts,
    grads_ref: ConstInOuts,
    momentum_buffer_list_optional_ref: Option<ConstInOuts>,
    grad_scale_optional: Option<Input>,
    weight_decay: f32,
    momentum: f32,
    lr: f32,
    dampening: f32,
    nesterov: bool,
    maximize: bool,
    is_first_step: bool,
) -> Planned {
    const NOTHING: f32 = 1e-6;
    let buffers = momentum_buffer_list_optional_ref
        .as_ref()
        .filter(|list| !list.is_empty());
    let scale = grad_scale_optional
        .as_ref()
        .filter(|tensor| !tensor.is_empty());
    for (name, value) in [
        ("weightDecay", weight_decay),
        ("momentum", momentum),
        ("lr", lr),
    ] {
        not_negative(name, value.into())?;
    }
    if nesterov && (momentum <= 0.0 || dampening.abs() >= NOTHING) {
        let got = format!("true with momentum {momentum} and dampening {dampening}");
        return Err(Error::value(
            "nesterov",
            got,
            "true with a momentum above 0 and no dampening",
        )
        .into());
    }
    if buffers.is_some() == (momentum < NOTHING) {
        let allowed = if buffers.is_some() {
            "above 0 where there are buffers"
        } else {
            "0 without buffers"
        };
        return Err(Error::value("momentum", momentum, allowed).into());
    }
    let count = params_ref.len();
    if count == 0 {
        return Err(Error::value(params_ref.name(), "an empty list", "one tensor or more").into());
    }
    length_is(grads_ref.name(), grads_ref.len(), count, params_ref.name())?;
    if let Some(buffers) = buffers {
        length_is(buffers.name(), buffers.len(), count, params_ref.name())?;
    }
    let mut groups = Vec::with_capacity(count);
    for k in 0..count {
        let mut kept = vec![&params_ref[k]];
        kept.extend(buffers.map(|buffers| &buffers[k]));
        let mut tensors: Vec<&TensorArg> =
            kept.iter().map(|state| -> &TensorArg { state }).collect();
        tensors.push(&grads_ref[k]);
        one_shape(&tensors)?;
        tensors.insert(0, &params_ref[0]);
        one_type(PARAMETERS, &tensors)?;
        groups.push(Group {
            gradient: grads_ref[k].update()?,
            divides: scale.is_some(),
            states: states(&kept)?,
            numbers: Vec::new(),
        });
    }
    if let Some(scale) = scale {
        scale.dtype_is(F32)?;
    }
    let [decay, momentum, lr, dampening] = [weight_decay, momentum, lr, dampening].map(f64::from);
    let of = Sgd {
        gradient: if maximize { -1.0 } else { 1.0 },
        decay,
        momentum: if is_first_step { 0.0 } else { momentum },
        fresh: if is_first_step { 1.0 } else { 1.0 - dampening },
        direction: if nesterov {
            [1.0, momentum]
        } else {
            [0.0, 1.0]
        },
        rate: lr,
    };
    let plan =
        move |numbers: &[f64]| Some((Step::Sgd(of), numbers.first().copied().unwrap_or(1.0)));
    let shared: Vec<&Input> = scale.into_iter().collect();
    Ok(step(groups, numbers(&shared)?, Arc::new(plan))?)
}
