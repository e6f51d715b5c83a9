//! `aclnnAmpUpdateScale`: the factor of losses after a step. Source: ops-math, `math/amp_update_scale`.

use crate::ops::scale_update::{self, Schedule, Tensors};
use crate::prelude::*;

const FACTORS: Dtypes = SHORT_EVERYWHERE;
const STEPS: Dtypes = on_all(&[I32]);

/// Writes the factor and the number of steps since it changed: the factor by `backoffFactor` and 0 if `foundInf` is not 0; the factor by `growthFactor`, if that is
/// finite, and 0 after `growthInterval` steps; otherwise the factor and one step more. The outputs may be the inputs.
#[aclnn]
fn aclnnAmpUpdateScale(
    current_scale: Input,
    growth_tracker: Input,
    found_inf: Input,
    growth_factor: f64,
    backoff_factor: f64,
    growth_interval: i64,
    updated_scale: ConstOutput,
    updated_growth_tracker: ConstOutput,
) -> Planned {
    current_scale.dtype_in(FACTORS)?;
    growth_tracker.dtype_in(STEPS)?;
    found_inf.same_dtype(&current_scale)?;
    updated_scale.same_dtype(&current_scale)?;
    updated_growth_tracker.dtype_in(STEPS)?;
    let all: [&TensorArg; 5] = [
        &current_scale,
        &growth_tracker,
        &found_inf,
        &updated_scale,
        &updated_growth_tracker,
    ];
    for tensor in all {
        if tensor.numel() != 1 {
            return Err(tensor.shape_refused("one element").into());
        }
    }
    let schedule = Schedule {
        growth: growth_factor,
        backoff: backoff_factor,
        interval: growth_interval,
    };
    let tensors = Tensors {
        scale: current_scale.read()?,
        steps: growth_tracker.read()?,
        found: found_inf.read()?,
        new_scale: updated_scale.write()?,
        new_steps: updated_growth_tracker.write()?,
    };
    Ok(scale_update::update(schedule, tensors)?)
}
