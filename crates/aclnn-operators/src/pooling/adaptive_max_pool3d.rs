//! `aclnnAdaptiveMaxPool3d`: the largest elements of windows that share the volumes. Source: ops-nn, `pooling/adaptive_max_pool3d`.

use crate::contract::pooling::{
    AFTER_910, PLACES, Planes, Shares, volume_format, volume_format_before_950,
};
use crate::prelude::*;

/// Writes the largest element of each of `outputSize` windows over the volumes of `self`, and its number in the volume. Window k of n over m elements begins at km / n,
/// rounded down, and ends before (k + 1)m / n, rounded up. NaN is larger than all numbers; of equal elements the first is taken. On Ascend950 one number of
/// `outputSize` holds for all axes, and none keeps the extents.
#[aclnn]
fn aclnnAdaptiveMaxPool3d(
    self_: Input,
    output_size: Ints,
    output_out: Output,
    indices_out: Output,
) -> Planned {
    let planes = Planes::of(&self_, 3)?;
    for tensor in [&output_out, &indices_out] {
        tensor.rank_in(self_.rank()..=self_.rank())?;
    }
    self_.dtype_in(AFTER_910)?;
    output_out.same_dtype(&self_)?;
    indices_out.dtype_in(PLACES)?;
    match contract::on_950() {
        true => volume_format(&self_)?,
        false => volume_format_before_950(&self_)?,
    }
    output_out.same_format(&self_)?;
    let shares = match contract::on_950() {
        true => Shares::of_some(&output_size, planes)?,
        false => Shares::of(&output_size, planes, 1)?,
    };
    shares.largest(&self_, &output_out, &indices_out)
}
