//! `aclnnAdaptiveAvgPool3d`: averages of windows that share the volumes. Source: ops-nn, `pooling/adaptive_avg_pool3d`.

use crate::contract::pooling::{AVERAGED, Planes, Shares, volume_format};
use crate::prelude::*;

/// Writes the average of each of `outputSize` windows over the volumes of `self`, rounded once. Window k of n over m elements begins at km / n, rounded down, and ends
/// before (k + 1)m / n, rounded up.
#[aclnn]
fn aclnnAdaptiveAvgPool3d(self_: Input, output_size: Ints, out: Output) -> Planned {
    let planes = Planes::of(&self_, 3)?;
    out.rank_in(self_.rank()..=self_.rank())?;
    self_.dtype_in(AVERAGED)?;
    out.same_dtype(&self_)?;
    out.same_format(&self_)?;
    volume_format(&self_)?;
    let shares = Shares::of(&output_size, planes, 1)?;
    shares.has_results(&out)?;
    shares.average(&self_, &out)
}
