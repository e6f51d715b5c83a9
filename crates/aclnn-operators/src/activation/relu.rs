//! `aclnnRelu`, `aclnnInplaceRelu`: `max(x, 0)`. Source: ops-nn, `activation/relu`.

use crate::contract::Activation;
use crate::ops::activations as tables;
use crate::prelude::*;

const RELU: Activation = Activation::new(
    &tables::RELU,
    on_910(&[F32, F16, I8, U8, I32, I64]).and_910b(&[Bf16]),
);

/// Computes the larger of each element and 0. NaN stays.
#[aclnn]
fn aclnnRelu(self_: Input, out: ConstOutput) -> Planned {
    RELU.plan((&self_, &out), &[])
}

/// Computes the larger of each element and 0, in place. NaN stays.
#[aclnn]
fn aclnnInplaceRelu(self_ref: InOut) -> Planned {
    RELU.plan(&self_ref, &[])
}
