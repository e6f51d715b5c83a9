//! `aclnnScaledMaskedSoftmax`: softmax of scaled elements that a mask leaves. Source: ops-nn, `vfusion/scaled_masked_softmax_v2`.

use crate::device::soc::Generation;
use crate::ops::rows::{Scaled, softmax};
use crate::prelude::*;

/// Computes softmax over the last dimension of `x * scale`, where `mask` is true of -10000 instead. `x` has four dimensions, of which `mask` may have 1 for the
/// first two.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnScaledMaskedSoftmax(
    x: Input,
    mask: Input,
    scale: f64,
    fixed_triu_mask: bool,
    y: Output,
) -> Planned {
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    x.dtype_in(SHORT_EVERYWHERE)?;
    mask.dtype_is(Bool)?;
    y.dtype_in(SHORT_EVERYWHERE)?;
    y.same_dtype(&x)?;
    for tensor in [&x as &TensorArg, &mask, &y] {
        tensor.rank_in(4..=4)?;
    }
    contract::norm::masks(&mask, &x)?;
    contract::norm::masked_columns(&x, 1)?;
    contract::norm::no_triangle("fixedTriuMask", fixed_triu_mask)?;
    y.same_shape(&x)?;
    if x.is_empty() {
        return contract::untouched(&x, &[&y]);
    }
    let scaled = Scaled {
        mask: Some(mask.read()?),
        added: Vec::new(),
        scale: Some(contract::norm::epsilon(scale)),
    };
    let compute = x.dtype()?;
    Ok(softmax(false, compute, x.read()?, 3, scaled, y.write()?)?)
}
