//! `aclnnGeluV2`: the Gaussian error linear unit. Source: ops-nn, `activation/gelu_v2`.

use crate::ops::activations::{GELU, GELU_BY_TANH};
use crate::prelude::*;

/// Computes `x Φ(x)` of each element with the normal distribution Φ, or its approximation by the hyperbolic tangent if `approximate` is 1. `y` has the type of `x`.
#[aclnn]
fn aclnnGeluV2(x: Input, approximate: i64, y: Output) -> Planned {
    y.same_dtype(&x)?;
    x.dtype_in(SHORT_FLOATING)?;
    y.same_shape(&x)?;
    let table = match approximate {
        1 => &GELU_BY_TANH,
        _ => &GELU,
    };
    Place::Between(&x, &y).unary(table, x.dtype()?, &[])
}
