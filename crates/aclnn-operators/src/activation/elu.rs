//! `aclnnElu`, `aclnnInplaceElu`: the exponential linear unit. The scalars count as FLOAT, in DOUBLE too; where `alpha` or `inputScale` is not finite,
//! elements that are not above 0 give `-alpha scale`. Source: ops-nn, `activation/elu`.

use crate::contract::Activation;
use crate::ops::activations as tables;
use crate::prelude::*;
use crate::tensor::Value;

const ELU: Activation = Activation::new(&tables::ELU, FLOATING_EVERYWHERE).castable();

/// The three scalars in FLOAT.
fn parameters(alpha: &Scalar, scale: &Scalar, input_scale: &Scalar) -> Result<[Value; 3]> {
    for scalar in [scale, alpha, input_scale] {
        scalar.casts_to(F32)?;
    }
    Ok([
        alpha.in_type(F32)?,
        scale.in_type(F32)?,
        input_scale.in_type(F32)?,
    ])
}

/// Computes `scale x` of elements above 0, and `scale alpha (e^(inputScale x) - 1)` of others.
#[aclnn]
fn aclnnElu(
    self_: Input,
    alpha: Scalar,
    scale: Scalar,
    input_scale: Scalar,
    out: Output,
) -> Planned {
    ELU.plan((&self_, &out), &parameters(&alpha, &scale, &input_scale)?)
}

/// Computes `scale x` of elements above 0, and `scale alpha (e^(inputScale x) - 1)` of others, in place.
#[aclnn]
fn aclnnInplaceElu(self_ref: InOut, alpha: Scalar, scale: Scalar, input_scale: Scalar) -> Planned {
    ELU.plan(&self_ref, &parameters(&alpha, &scale, &input_scale)?)
}
