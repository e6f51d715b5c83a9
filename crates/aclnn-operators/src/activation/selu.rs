//! `aclnnSelu`, `aclnnInplaceSelu`: the self-normalising exponential unit. Integers are computed in FLOAT, and results of integers cut off toward
//! zero. Source: ops-nn, `activation/selu`.

use crate::contract::Activation;
use crate::ops::activations as tables;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F32, F16, I32, I8]).and_910b(&[Bf16]);
const SELU: Activation = Activation::new(&tables::SELU, TYPES)
    .to(TYPES)
    .of_any_rank()
    .with_integers_in_f32();

/// Computes `1.0507009873554805` times each element, or times `1.6732632423543772 (e^x - 1)` where it is not above 0.
#[aclnn]
fn aclnnSelu(self_: Input, out: Output) -> Planned {
    SELU.plan((&self_, &out), &[])
}

/// Computes `1.0507009873554805` times each element, or times `1.6732632423543772 (e^x - 1)` where it is not above 0, in place.
#[aclnn]
fn aclnnInplaceSelu(self_ref: InOut) -> Planned {
    SELU.plan(&self_ref, &[])
}
