//! `aclnnCelu`, `aclnnInplaceCelu`: the continuously differentiable exponential linear unit. Source: ops-nn, `activation/celu_v2`.

use crate::contract::Activation;
use crate::ops::activations as tables;
use crate::prelude::*;

const CELU: Activation = Activation::new(&tables::CELU, SHORT_FLOATING).castable();

fn with_alpha(place: Place, alpha: &Scalar) -> Planned {
    alpha.casts_to(F32)?;
    let value = alpha.in_type(F32)?;
    let alpha_in_f32 = value.get::<f32>().unwrap_or(f32::NAN);
    if alpha_in_f32 == 0.0 || alpha_in_f32.is_nan() {
        return Err(Error::value(alpha.name(), alpha_in_f32, "a number other than 0").into());
    }
    CELU.plan(place, &[value])
}

/// Computes `max(x, 0) + min(0, alpha (e^(x / alpha) - 1))` of each element. `alpha` is not 0.
#[aclnn]
fn aclnnCelu(self_: Input, alpha: Scalar, out: Output) -> Planned {
    with_alpha((&self_, &out).into(), &alpha)
}

/// Computes `max(x, 0) + min(0, alpha (e^(x / alpha) - 1))` of each element, in place. `alpha` is not 0.
#[aclnn]
fn aclnnInplaceCelu(self_ref: InOut, alpha: Scalar) -> Planned {
    with_alpha((&self_ref).into(), &alpha)
}
