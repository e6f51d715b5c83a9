//! `aclnnExpSegsum`: exponentials of sums of segments, on Ascend910B, Ascend910_93 and Ascend950. Source: ops-math, `math/segsum`.

use crate::ops::segments;
use crate::prelude::*;

/// Writes, for each row x of `self`, the matrix whose element (i, j) is `exp(x[j + 1] + … + x[i])` below the diagonal, 1 on it and 0 above.
#[aclnn]
fn aclnnExpSegsum(self_: Input, out: Output) -> Planned {
    if self_.is_empty() {
        return contract::untouched(&self_, &[&out]);
    }
    self_.dtype_in(contract::SEGMENTED)?;
    out.same_dtype(&self_)?;
    self_.rank_in(3..=4)?;
    let last = self_.shape().last().copied();
    let wanted: Vec<i64> = self_.shape().iter().copied().chain(last).collect();
    out.shape_is(
        &wanted,
        format_args!("a matrix for each row of `{}`", self_.name()),
    )?;
    self_.format_nd()?;
    out.same_format(&self_)?;
    contract::segments_on_chip()?;
    Ok(segments::exponentials(self_.read()?, out.write()?)?)
}
