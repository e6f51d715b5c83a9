//! `aclnnAdaptiveAvgPool2dBackward`: the gradient of averages of windows that share the images. Source: ops-nn, `pooling/adaptive_avg_pool2d_grad`.

use crate::contract::pooling::{AVERAGED, Shares};
use crate::prelude::*;

/// Writes what each element of `self` gains: the elements of `gradOutput` of the windows that it is in, by the sizes of these, summed in DOUBLE in their order and
/// rounded once. `self` says the shape only.
#[aclnn]
fn aclnnAdaptiveAvgPool2dBackward(grad_output: Input, self_: Input, out: Output) -> Planned {
    let shares = Shares::of_gradient(&grad_output, &self_, &out, 2)?;
    grad_output.dtype_in(AVERAGED)?;
    self_.same_dtype(&grad_output)?;
    out.same_dtype(&self_)?;
    self_.same_format(&grad_output)?;
    grad_output.not_private()?;
    shares.spread(&grad_output, &out)
}
