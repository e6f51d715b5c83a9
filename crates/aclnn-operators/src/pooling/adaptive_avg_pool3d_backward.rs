//! `aclnnAdaptiveAvgPool3dBackward`: the gradient of averages of windows that share the volumes. Source: ops-nn, `pooling/adaptive_avg_pool3d_grad`.

use crate::contract::pooling::{AVERAGED, Shares};
use crate::device::soc::{Generation, generation};
use crate::prelude::*;

/// The types of averages of whole volumes.
const WHOLE: Dtypes = AVERAGED.or(on_all(&[F64]));
const TYPES: Dtypes = AVERAGED.or(for_chips(&[F64], &[], &[]));

/// Writes what each element of `self` gains: the elements of `gradOutput` of the windows that it is in, by the sizes of these, summed in DOUBLE in their order and
/// rounded once. `self` says the shape only. Ascend910 has averages of whole volumes only, other chips DOUBLE for these only.
#[aclnn]
fn aclnnAdaptiveAvgPool3dBackward(grad_output: Input, self_: Input, out: Output) -> Planned {
    let shares = Shares::of_gradient(&grad_output, &self_, &out, 3)?;
    let is_whole = shares.are_whole();
    grad_output.dtype_in(if is_whole { WHOLE } else { TYPES })?;
    self_.same_dtype(&grad_output)?;
    out.same_dtype(&self_)?;
    for tensor in [&*self_, &*out] {
        tensor.same_format(&grad_output)?;
    }
    grad_output.not_private()?;
    if !is_whole && generation() == Generation::Ascend910 {
        let refused = grad_output.shape_refused("planes of one element on Ascend910");
        return Err(refused.into());
    }
    shares.spread(&grad_output, &out)
}
