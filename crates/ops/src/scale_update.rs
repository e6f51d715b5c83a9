//! The factor of losses for types of few bits: larger after some steps without an overflow, smaller after one with it.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_engine::value_as;
use hostnpu_tensor::{Dtype, Value};

/// Schedule of the changes of the factor.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Factor after `interval` steps without an overflow.
    pub growth: f64,
    /// Factor after an overflow.
    pub backoff: f64,
    /// Steps.
    pub interval: i64,
}

/// Tensors of one element each.
pub struct Tensors {
    /// The factor.
    pub scale: Arg,
    /// Steps since it changed.
    pub steps: Arg,
    /// Not 0 after an overflow.
    pub found: Arg,
    /// The factor after the step.
    pub new_scale: Arg,
    /// The steps after it.
    pub new_steps: Arg,
}

operands! {
    struct Update => UpdateAt {
        scale: Read<f64>,
        steps: Read<i32>,
        found: Read<f64>,
        new_scale: Write<f64>,
        new_steps: Write<i32>,
    }
}

/// Returns a number as the type of the factor has it.
fn rounded(number: f64, dtype: Dtype) -> f64 {
    let rounded = value_as(&Value::new(number), dtype);
    let wide = rounded.and_then(|value| value_as(&value, Dtype::F64));
    wide.and_then(|value| value.get()).unwrap_or(number)
}

/// Plans a step.
pub fn update(schedule: Schedule, of: Tensors) -> Result<Call> {
    for arg in [
        &of.scale,
        &of.steps,
        &of.found,
        &of.new_scale,
        &of.new_steps,
    ] {
        arg.require_numel(1)?;
    }
    let dtype = of.new_scale.view.dtype;
    let operands = Update {
        scale: of.scale.into(),
        steps: of.steps.into(),
        found: of.found.into(),
        new_scale: of.new_scale.into(),
        new_steps: of.new_steps.into(),
    };
    kernel(operands, 64, move |at: UpdateAt| {
        let (scale, without) = (at.scale[0], at.steps[0].wrapping_add(1));
        let larger = rounded(scale * schedule.growth, dtype);
        let (scale, steps) = if at.found[0] != 0.0 {
            (scale * schedule.backoff, 0)
        } else if i64::from(without) != schedule.interval {
            (scale, without)
        } else {
            (if larger.is_finite() { larger } else { scale }, 0)
        };
        (at.new_scale[0], at.new_steps[0]) = (scale, steps);
        Ok(())
    })
}
