//! `aclnnAvgPool2d`: the average of each window over images. Source: ops-nn, `pooling/avg_pool3_d`.

use crate::contract::pooling::{AVERAGED, Planes, Sizes, averages_in, divisor, image_format};
use crate::prelude::*;

/// Writes the average of each window over the images of `self`: the sum in DOUBLE by `divisorOverride` or, where that is 0, by the number of elements, with those in
/// the padding if `countIncludePad`; rounded once. `cubeMathType` changes no result.
#[aclnn]
fn aclnnAvgPool2d(
    self_: Input,
    kernel_size: Ints,
    strides: Ints,
    paddings: Ints,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: i64,
    cube_math_type: i8,
    out: Output,
) -> Planned {
    self_.dtype_in(AVERAGED)?;
    out.same_dtype(&self_)?;
    let planes = Planes::of(&self_, 2)?;
    out.rank_in(self_.rank()..=self_.rank())?;
    for tensor in [&*self_, &*out] {
        image_format(tensor)?;
    }
    let sizes = Sizes::new(&kernel_size, Some(&strides), &paddings, ceil_mode);
    sizes.windows(2)?;
    let planes = planes.not_empty()?;
    let axes = sizes.over(&planes)?;
    planes.has_results(&out, &axes)?;
    averages_in(self_.dtype()?, cube_math_type)?;
    let divisor = divisor(count_include_pad, divisor_override);
    planes.average(&axes, divisor, &self_, &out)
}
