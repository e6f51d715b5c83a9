//! `aclnnInplaceMaskedScatter`: elements that go where a mask is true. Source: ops-nn, `index/masked_scatter`.

use crate::prelude::*;

const TYPES: Dtypes = REAL_NUMBERS_AND_BOOL;

/// Writes the elements of `source`, one after the other, to those of `selfRef` at which `mask`, broadcast, is true. Fewer elements than that fail the task.
#[aclnn]
fn aclnnInplaceMaskedScatter(self_ref: InOut, mask: Input, source: Input) -> Planned {
    self_ref.dtype_in(TYPES)?;
    mask.dtype_in(MASK_TYPES)?;
    source.same_dtype(&self_ref)?;
    contract::up_to_rank_8(&[&self_ref, &mask, &source])?;
    let one = self_ref.rank() == 0 && mask.shape() == [1];
    if !one {
        self_ref.has_broadcast_shape(&self_ref, &mask)?;
    }
    if self_ref.is_empty() || mask.is_empty() {
        return Ok(Call::nothing([self_ref.update()?]));
    }
    let mask = match one {
        true => mask.read()?.with_axes(&[], &[])?,
        false => mask.read()?,
    };
    Ok(ops::indexing::scatter_masked(
        self_ref.update()?,
        mask,
        source.read()?,
    )?)
}
