//! `aclnnSilentCheck`: whether a number says that a processor computes wrongly. Source: ops-math, `math/silent_check`.

use crate::device::soc::Generation;
use crate::ops::silent_faults::{ByRange, Level, by_range};
use crate::prelude::*;

/// Writes to `result` whether `val` is a fault: 1 if it is not finite, above `cThreshL1`, or, after more than `cMinSteps` numbers, away from the last one by more than `cCoeffL1` times the range of all before; else 2 for the same with
/// `cThreshL2` and `cCoeffL2`; else 0. `sfdaRef` holds the last number, the smallest and the largest one, and `stepRef` how many there were; both are brought up to date, but not by a 1 where `npuAsdDetect` is not 1. Nothing ends the program, and
/// `inputGradRef` stays. On Ascend910B and Ascend910_93.
#[aclnn]
fn aclnnSilentCheck(
    val: Input,
    input_grad_ref: InOut,
    sfda_ref: InOut,
    step_ref: InOut,
    c_min_steps: i32,
    c_thresh_l1: f32,
    c_coeff_l1: f32,
    c_thresh_l2: f32,
    c_coeff_l2: f32,
    npu_asd_detect: i32,
    result: Output,
) -> Planned {
    val.dtype_in(SHORT_EVERYWHERE)?;
    input_grad_ref.dtype_in(SHORT_EVERYWHERE)?;
    sfda_ref.dtype_is(F32)?;
    step_ref.dtype_is(I64)?;
    result.dtype_is(I32)?;
    contract::needs_chip(&[Generation::Ascend910B])?;
    val.rank_in(0..=0)?;
    sfda_ref.shape_is(&[3], "the last number, the smallest and the largest one")?;
    step_ref.shape_is(&[1], "one number")?;
    result.shape_is(&[1], "one number")?;
    let level = |most: f32, jump: f32| Level {
        most: most.into(),
        jump: jump.into(),
    };
    let by = ByRange {
        least_steps: c_min_steps.into(),
        levels: [
            level(c_thresh_l1, c_coeff_l1),
            level(c_thresh_l2, c_coeff_l2),
        ],
        keeps_faults: npu_asd_detect == 1,
    };
    let (val, result) = (val.read()?, result.write()?);
    let state = [sfda_ref.update()?, step_ref.update()?];
    let gradient = input_grad_ref.update()?.read_if(false);
    if input_grad_ref.is_empty() {
        return Ok(Call::nothing(
            [val, gradient, result].into_iter().chain(state),
        ));
    }
    let [range, steps] = state;
    Ok(by_range(by, [val, range, steps], result)?)
}
