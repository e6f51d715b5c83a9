//! `aclnnHardshrink`: 0 for what is near 0. Source: ops-nn, `activation/hard_shrink`.

use crate::ops::gradients::ZERO_INSIDE;
use crate::prelude::*;

/// Computes each element, or 0 where its size is at most `lambd`; one below 0 counts as 0. NaN stays. `out` may have another type.
#[aclnn]
fn aclnnHardshrink(self_: Input, lambd: Scalar, out: Output) -> Planned {
    self_.dtype_in(SHORT_FLOATING)?;
    out.dtype_in(SHORT_FLOATING)?;
    contract::same_shape_to_rank_8(&self_, &out)?;
    let bounds = contract::around_0(lambd.to_f32()?);
    Place::Between(&self_, &out).binary_with(&ZERO_INSIDE, self_.dtype()?, &bounds, self_.read()?)
}
