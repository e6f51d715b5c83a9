//! Numbers that jump for no reason: what a processor that computes wrongly, and says nothing, leaves in gradients.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{Read, Update, Write, kernel, operands};

/// Findings: nothing, or a fault of the first level or of the second.
const NOTHING: i32 = 0;
const FIRST: i32 = 1;
const SECOND: i32 = 2;

/// Thresholds of one level.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// Above it a number is a fault.
    pub most: f64,
    /// Above so many times the range of all numbers before, a change is one.
    pub jump: f64,
}

/// Limits by which numbers are judged, from those before.
#[derive(Clone, Copy, Debug)]
pub struct ByRange {
    /// Numbers after which changes are looked at.
    pub least_steps: i64,
    /// The first level, and the second.
    pub levels: [Level; 2],
    /// True if a fault of the first level changes the state as other numbers do.
    pub keeps_faults: bool,
}

operands! {
    struct Range => RangeAt {
        value: Read<f64>,
        state: Update<f32>,
        steps: Update<i64>,
        result: Write<i32>,
    }
}

/// Plans the judgement of `value` by `state`, the last number, the smallest and the largest one, after so many `steps`.
pub fn by_range(by: ByRange, [value, state, steps]: [Arg; 3], result: Arg) -> Result<Call> {
    value.require_numel(1)?;
    state.require_numel(3)?;
    steps.require_numel(1)?;
    let operands = Range {
        value: value.into(),
        state: state.into(),
        steps: steps.into(),
        result: result.into(),
    };
    kernel(operands, 64, move |at: RangeAt| {
        let (value, steps) = (at.value[0], at.steps[0]);
        let [last, least, most] = [0, 1, 2].map(|k| f64::from(at.state[k]));
        let change = (value - last).abs();
        let is_over = |level: Level| {
            let jumps = steps > by.least_steps && change > level.jump * (most - least);
            value > level.most || jumps
        };
        let found = match by.levels.map(is_over) {
            _ if !value.is_finite() => FIRST,
            [true, _] => FIRST,
            [false, true] => SECOND,
            _ => NOTHING,
        };
        at.result.fill(found);
        if found == FIRST && !by.keeps_faults {
            return Ok(());
        }
        let value = value as f32;
        let is_first = steps <= 0;
        let bounds = [at.state[1].min(value), at.state[2].max(value)];
        at.state[0] = if value.is_nan() { f32::NAN } else { value };
        let [least, most] = if is_first { [at.state[0]; 2] } else { bounds };
        (at.state[1], at.state[2]) = (least, most);
        at.steps[0] = steps.saturating_add(1);
        Ok(())
    })
}

/// Limits by which numbers are judged, from the mean of those before.
#[derive(Clone, Copy, Debug)]
pub struct ByMean {
    /// Above so many times the mean a number is a fault of the first level, and of the second.
    pub factors: [f64; 2],
    /// The part of the mean that stays in a step.
    pub kept: f64,
    /// True if a fault of the first level changes the state as other numbers do, and the gradient stays.
    pub keeps_faults: bool,
}

operands! {
    struct Mean => MeanAt {
        value: Read<f64>,
        _largest: Read<f64>,
        mean: Update<f64>,
        gradient: Update<f32>,
        steps: Update<i64>,
        result: Write<i32>,
    }
}

/// Plans the judgement of `value`, not of `largest`, by `mean` after so many `steps`: the running mean without what it had at first.
pub fn by_mean(
    by: ByMean,
    [value, largest, mean, gradient, steps]: [Arg; 5],
    result: Arg,
) -> Result<Call> {
    value.require_numel(1)?;
    mean.require_numel(1)?;
    steps.require_numel(1)?;
    let cost = gradient.view.numel().unwrap_or(0).saturating_mul(8);
    let operands = Mean {
        value: value.into(),
        _largest: largest.into(),
        mean: mean.into(),
        gradient: gradient.into(),
        steps: steps.into(),
        result: result.into(),
    };
    kernel(operands, cost, move |at: MeanAt| {
        let (value, steps) = (at.value[0], at.steps[0]);
        let mean = match steps {
            ..=0 => at.mean[0],
            steps => at.mean[0] / (1.0 - power(by.kept, steps)),
        };
        let found = match by.factors.map(|factor| value > mean * factor) {
            _ if !value.is_finite() => FIRST,
            [true, _] => FIRST,
            [false, true] => SECOND,
            _ => NOTHING,
        };
        at.result.fill(found);
        if found == FIRST && !by.keeps_faults {
            if steps <= 0 {
                at.gradient.fill(0.0);
            }
            return Ok(());
        }
        let next = by.kept * at.mean[0] + (1.0 - by.kept) * value;
        at.mean[0] = if next.is_nan() { f64::NAN } else { next };
        at.steps[0] = steps.max(0).saturating_add(1);
        Ok(())
    })
}

/// A number from 0 to 1 to a positive power, by squares: the same bits everywhere.
fn power(mut base: f64, mut exponent: i64) -> f64 {
    let mut product = 1.0;
    while exponent > 0 {
        if exponent % 2 == 1 {
            product *= base;
        }
        base *= base;
        exponent /= 2;
    }
    product
}
