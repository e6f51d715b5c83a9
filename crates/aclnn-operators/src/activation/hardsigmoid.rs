//! `aclnnHardsigmoid`, `aclnnInplaceHardsigmoid`: a line through 1/2 of slope 1/6, within 0 and 1. INT32 is computed in FLOAT and cut off toward
//! zero. Source: ops-nn, `activation/hard_sigmoid`.

use crate::contract::Activation;
use crate::ops::activations as tables;
use crate::prelude::*;

const HARD_SIGMOID: Activation = Activation::new(
    &tables::HARD_SIGMOID,
    on_910(&[F32, F16, I32]).and_910b(&[Bf16]),
)
.with_integers_in_f32();

/// Computes `min(max(x + 3, 0), 6) / 6` of each element, rounded once.
#[aclnn]
fn aclnnHardsigmoid(self_: Input, out: Output) -> Planned {
    out.same_format(&self_)?;
    HARD_SIGMOID.plan((&self_, &out), &[])
}

/// Computes `min(max(x + 3, 0), 6) / 6` of each element in place, rounded once.
#[aclnn]
fn aclnnInplaceHardsigmoid(self_: ConstInOut) -> Planned {
    HARD_SIGMOID.plan(&self_, &[])
}
