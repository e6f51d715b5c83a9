//! `aclnnBatchNormReduce`: sums of each channel and of its squares. Source: ops-nn, `norm/bn_training_reduce`.

use crate::ops::creation::fill_each;
use crate::ops::reductions::{self, Axes};
use crate::prelude::*;

/// Computes the sum of the elements of each channel of `x`, of format NCHW or NHWC, and the sum of their squares. Tensors without elements fill
/// both outputs with 0.
#[aclnn]
fn aclnnBatchNormReduce(x: Input, sum: Output, square_sum: Output) -> Planned {
    if x.is_empty() || sum.is_empty() || square_sum.is_empty() {
        return Ok(fill_each([
            (sum.write()?, 0.0),
            (square_sum.write()?, 0.0),
        ])?);
    }
    x.dtype_in(SHORT_EVERYWHERE)?;
    sum.dtype_is(F32)?;
    square_sum.dtype_is(F32)?;
    let channel = contract::channel_axis(&x)?;
    sum.format_nd()?;
    square_sum.format_nd()?;
    x.rank_in(4..=4)?;
    let channels = [x.shape()[channel]];
    for out in [&sum, &square_sum] {
        out.shape_is(&channels, format_args!("the channels of `{}`", x.name()))?;
    }
    let axes = (0..4).filter(|&axis| axis != channel);
    let axes = axes.fold(Axes::default(), Axes::with);
    let (sums, squares) = (sum.write()?, square_sum.write()?);
    Ok(reductions::sums_and_squares(
        x.read()?,
        axes,
        sums,
        squares,
    )?)
}
