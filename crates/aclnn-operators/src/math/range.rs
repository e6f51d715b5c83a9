//! `aclnnRange`: an arithmetic progression with its end. Source: ops-math, `math/range`.

use super::arange::{OUTPUT, Progression, SCALARS};
use crate::prelude::*;

/// Writes `start + i * step` into element `i` of `out`, for all up to and with `end`. What lies behind is left as it is.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnRange(start: Scalar, end: Scalar, step: Scalar, out: Output) -> Planned {
    for scalar in [&start, &end, &step] {
        scalar.dtype_in(SCALARS)?;
    }
    out.dtype_in(OUTPUT)?;
    if out.rank() == 0 {
        out.rank_in(1..=8)?;
    }
    let progression = Progression::new(&start, &end, &step, &out)?;
    let count = progression.closed_count(out.dtype()?).min(out.numel());
    progression.plan(count, out.write()?)
}
