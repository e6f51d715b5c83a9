//! `aclnnLeakyRelu`, `aclnnInplaceLeakyRelu`: `x`, or `negativeSlope x` below 0. The slope counts as FLOAT, in DOUBLE too. Source: ops-nn,
//! `activation/leaky_relu`.

use crate::contract::Activation;
use crate::ops::activations as tables;
use crate::prelude::*;

const LEAKY_RELU: Activation = Activation::new(&tables::LEAKY_RELU, FLOATING).castable();

/// Computes each element, or `negativeSlope` times it where it is not above 0.
#[aclnn]
fn aclnnLeakyRelu(self_: Input, negative_slope: Scalar, out: Output) -> Planned {
    LEAKY_RELU.plan((&self_, &out), &[negative_slope.in_type(F32)?])
}

/// Computes each element, or `negativeSlope` times it where it is not above 0, in place.
#[aclnn]
fn aclnnInplaceLeakyRelu(self_ref: InOut, negative_slope: Scalar) -> Planned {
    LEAKY_RELU.plan(&self_ref, &[negative_slope.in_type(F32)?])
}
