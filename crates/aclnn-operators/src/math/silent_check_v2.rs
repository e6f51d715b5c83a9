//! `aclnnSilentCheckV2`: whether a number says that a processor computes wrongly, by the mean of those before. Source: ops-math, `math/silent_check_v2`.

use crate::device::soc::Generation;
use crate::ops::silent_faults::{ByMean, by_mean};
use crate::prelude::*;

/// Writes to `result` whether `val` is a fault: 1 if it is not finite or above `cThreshL1` times the mean, else 2 if it is above `cThreshL2` times the mean, else 0. The mean is `avgRef` where `stepRef` is 0, then `avgRef / (1 - beta1^stepRef)`.
/// `avgRef` becomes `beta1 * avgRef + (1 - beta1) * val`, `stepRef` one more; but not by a 1 where `npuAsdDetect` is not 1, which sets `inputGradRef` to 0 in the first step. Nothing ends the program. `max` and the layout in `dstSize`,
/// `dstStride` and `dstOffset` do not count. On Ascend910B and Ascend910_93.
#[aclnn]
fn aclnnSilentCheckV2(
    val: Input,
    max: Input,
    avg_ref: InOut,
    input_grad_ref: InOut,
    step_ref: InOut,
    _dst_size: MutInts,
    _dst_stride: MutInts,
    _dst_offset: MutInts,
    c_thresh_l1: f32,
    c_thresh_l2: f32,
    beta1: f32,
    npu_asd_detect: i32,
    result: Output,
) -> Planned {
    for tensor in [&*val, &*max, &*avg_ref, &*input_grad_ref] {
        tensor.dtype_in(SHORT_EVERYWHERE)?;
    }
    step_ref.dtype_is(I64)?;
    result.dtype_is(I32)?;
    contract::needs_chip(&[Generation::Ascend910B])?;
    for tensor in [&*val, &*max, &*avg_ref, &*step_ref, &*result] {
        tensor.shape_is(&[1], "one number")?;
    }
    // A NaN is no threshold either.
    if c_thresh_l1.partial_cmp(&c_thresh_l2) != Some(std::cmp::Ordering::Greater) {
        return Err(Error::value("cThreshL1", c_thresh_l1, "more than `cThreshL2`").into());
    }
    if !(0.0..=1.0).contains(&beta1) {
        return Err(Error::value("beta1", beta1, "numbers from 0 to 1").into());
    }
    let by = ByMean {
        factors: [c_thresh_l1.into(), c_thresh_l2.into()],
        kept: beta1.into(),
        keeps_faults: npu_asd_detect == 1,
    };
    let (val, max, result) = (val.read()?, max.read()?.read_if(false), result.write()?);
    let state = [
        avg_ref.update()?,
        input_grad_ref.update()?,
        step_ref.update()?,
    ];
    if input_grad_ref.is_empty() {
        return Ok(Call::nothing([val, max, result].into_iter().chain(state)));
    }
    let [mean, gradient, steps] = state;
    Ok(by_mean(by, [val, max, mean, gradient, steps], result)?)
}
