//! `aclnnAdaLayerNorm`: layer normalisation with a scale and a shift for each member of a batch. Source: ops-nn, `norm/ada_layer_norm`.

use crate::contract::adaptive::Adaptive;
use crate::prelude::*;

/// Normalises `x` over its last dimension, multiplies by the weights, adds the biases, multiplies by `1 + scale` and adds `shift`, which are the same along the
/// last dimension but one.
#[aclnn]
fn aclnnAdaLayerNorm(
    x: Input,
    scale: Input,
    shift: Input,
    weight_optional: Option<Input>,
    bias_optional: Option<Input>,
    epsilon: f64,
    out: Output,
) -> Planned {
    Adaptive {
        x: &x,
        scale: [&scale, &shift],
        parameters: [weight_optional.as_ref(), bias_optional.as_ref()],
        epsilon,
        out: &out,
        statistics: [None, None],
        mixed: false,
    }
    .plan()
}
