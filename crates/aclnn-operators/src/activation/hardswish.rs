//! `aclnnHardswish`, `aclnnInplaceHardswish`: elements times their hard sigmoid. Source: ops-nn, `activation/hard_swish`.

use crate::contract::Activation;
use crate::ops::activations as tables;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_FLOATING;
const HARD_SWISH: Activation = Activation::new(&tables::HARD_SWISH, TYPES)
    .to(TYPES)
    .of_any_rank();

/// Computes `x min(max(x + 3, 0), 6) / 6` of each element, rounded once.
#[aclnn]
fn aclnnHardswish(self_: Input, out: ConstOutput) -> Planned {
    HARD_SWISH.plan((&self_, &out), &[])
}

/// Computes `x min(max(x + 3, 0), 6) / 6` of each element in place, rounded once.
#[aclnn]
fn aclnnInplaceHardswish(self_: ConstInOut) -> Planned {
    HARD_SWISH.plan(&self_, &[])
}
