//! `aclnnMish`, `aclnnInplaceMish`: elements times the hyperbolic tangent of their softplus. Source: ops-nn, `activation/mish`.

use crate::contract::Activation;
use crate::ops::activations as tables;
use crate::prelude::*;

const MISH: Activation = Activation::new(&tables::MISH, SHORT_FLOATING);

/// Computes `x tanh(ln(1 + e^x))` of each element.
#[aclnn]
fn aclnnMish(self_: Input, out: Output) -> Planned {
    MISH.plan((&self_, &out), &[])
}

/// Computes `x tanh(ln(1 + e^x))` of each element, in place.
#[aclnn]
fn aclnnInplaceMish(self_ref: InOut) -> Planned {
    MISH.plan(&self_ref, &[])
}
