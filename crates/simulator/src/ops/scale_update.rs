//! The factor of losses for types of few bits: larger after some steps without an overflow, smaller after one with it.

use super::engine::dense::{self, Kernel, Operand, element_mut};
use super::engine::value_as;
use super::{Arg, Call};
use crate::error::{Reason, Result};
use crate::tensor::scratch::Scratch;
use crate::tensor::{Dtype, Value};

/// When the factor changes, and how.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// What it is multiplied by after `interval` steps without an overflow.
    pub growth: f64,
    /// What it is multiplied by after an overflow.
    pub backoff: f64,
    /// Steps.
    pub interval: i64,
}

struct Update {
    schedule: Schedule,
    /// The type of the factor.
    dtype: Dtype,
}

impl Update {
    /// Returns a number as the type of the factor has it.
    fn rounded(&self, number: f64) -> f64 {
        let rounded = value_as(&Value::new(number), self.dtype);
        let wide = rounded.and_then(|value| value_as(&value, Dtype::F64));
        wide.and_then(|value| value.get()).unwrap_or(number)
    }
}

impl Kernel for Update {
    fn cost(&self) -> usize {
        64
    }

    unsafe fn run(&self, places: &[usize], _: &mut Scratch) -> Result<()> {
        let &[scale, steps, found, new_scale, new_steps] = places else {
            return Err(Reason::Internal("a plan was run without addresses".into()).into());
        };
        // SAFETY: one element each, of these types.
        let (scale, steps, found) = unsafe {
            (
                *element_mut::<f64>(scale, 0),
                *element_mut::<i32>(steps, 0),
                *element_mut::<f64>(found, 0),
            )
        };
        let Schedule {
            growth,
            backoff,
            interval,
        } = self.schedule;
        let without = steps.wrapping_add(1);
        let larger = self.rounded(scale * growth);
        let (scale, steps) = if found != 0.0 {
            (scale * backoff, 0)
        } else if i64::from(without) != interval {
            (scale, without)
        } else {
            (if larger.is_finite() { larger } else { scale }, 0)
        };
        // SAFETY: as above.
        unsafe {
            *element_mut(new_scale, 0) = scale;
            *element_mut(new_steps, 0) = steps;
        }
        Ok(())
    }
}

/// Plans a step: `inputs` are the factor, the steps since it changed, and whether there was an overflow; `outputs` the first two after the step.
pub fn update(schedule: Schedule, inputs: [Arg; 3], outputs: [Arg; 2]) -> Result<Call> {
    let ([scale, steps, found], [new_scale, new_steps]) = (inputs, outputs);
    let dtype = new_scale.view.dtype;
    let operands = [
        Operand::read(scale, Dtype::F64),
        Operand::read(steps, Dtype::I32),
        Operand::read(found, Dtype::F64),
        Operand::write(new_scale, Dtype::F64),
        Operand::write(new_steps, Dtype::I32),
    ];
    dense::plan(Update { schedule, dtype }, operands)
}
