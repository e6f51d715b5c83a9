//! `aclnnAvgPool3d`: the average of each window over volumes. Source: ops-nn, `pooling/avg_pool3_d`.

use crate::contract::pooling::{AVERAGED, Planes, Sizes, divisor};
use crate::prelude::*;

/// Writes the average of each window over the volumes of `self`: the sum in DOUBLE by `divisorOverride` or, where that is 0, by the number of elements, with those in
/// the padding if `countIncludePad`; rounded once.
#[aclnn]
fn aclnnAvgPool3d(
    self_: Input,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: i64,
    out: Output,
) -> Planned {
    self_.dtype_in(AVERAGED)?;
    out.same_dtype(&self_)?;
    out.same_format(&self_)?;
    self_.not_private()?;
    let planes = Planes::with_elements(&self_, 3)?;
    let sizes = Sizes::new(&kernel_size, Some(&stride), &padding, ceil_mode);
    planes.hold(&sizes)?;
    let axes = sizes.over(&planes)?;
    planes.has_results(&out, &axes)?;
    let divisor = divisor(count_include_pad, divisor_override);
    planes.average(&axes, divisor, &self_, &out)
}
