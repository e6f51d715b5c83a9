//! `aclnnAdaptiveMaxPool2d`: the largest elements of windows that share the images. Source: ops-nn, `pooling/adaptive_max_pool2d`.

use crate::contract::pooling::{AVERAGED, Planes, Shares};
use crate::prelude::*;

const TYPES: Dtypes = AVERAGED.or(on_all(&[F64]));

/// Writes the largest element of each of `outputSize` windows over the images of `self`, and its number in the image. Window k of n over m elements begins at km / n,
/// rounded down, and ends before (k + 1)m / n, rounded up. NaN is larger than all numbers; of equal elements the first is taken.
#[aclnn]
fn aclnnAdaptiveMaxPool2d(
    self_: Input,
    output_size: Ints,
    output_out: Output,
    indices_out: Output,
) -> Planned {
    self_.dtype_in(TYPES)?;
    output_out.same_dtype(&self_)?;
    indices_out.dtype_is(I64)?;
    let planes = Planes::of(&self_, 2)?;
    self_.not_private()?;
    let shares = Shares::of(&output_size, planes, 1)?;
    shares.largest(&self_, &output_out, &indices_out)
}
