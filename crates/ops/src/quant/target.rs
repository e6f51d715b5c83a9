//! Targets: rules by which the numbers of a row become codes and scales.

#![forbid(unsafe_code)]

use super::row::Row;
use super::rows::Slot;
use super::scaling::BlockRule;
use hostnpu_kernels::quantised::{Quantised, RoundMode, asymmetric, extremes, largest, symmetric};
use hostnpu_kernels::rows;

/// Numbers of an input that belong to a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walk {
    /// One number for all.
    One,
    /// A number for each column.
    Columns,
    /// A number for each row, of so many rows: the next rows begin anew.
    Rows(usize),
    /// A number for each column of the group that was prepared for the row.
    GroupColumns,
    /// A number for the group that was prepared for the row.
    Group,
}

/// Numbers that those of a row are multiplied or divided by, or that are added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Factor {
    pub input: Slot,
    pub walk: Walk,
}

/// Operation with a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Apply {
    /// Numbers are multiplied by it.
    Multiply,
    /// Numbers are divided by it.
    Divide,
    /// It is added.
    Add,
}

impl Factor {
    /// Applies it to the numbers of a row, from column 0 on. `tile` has as many numbers.
    pub fn apply(&self, row: &Row<'_, '_>, how: Apply, numbers: &mut [f64], tile: &mut [f64]) {
        let columns = numbers.len();
        let group = || {
            row.prepared
                .get(row.number)
                .map_or(0, |&group| group.max(0) as usize)
        };
        let one = match self.walk {
            Walk::One => Some(0),
            Walk::Rows(rows) => Some(row.number % rows),
            Walk::Group => Some(group()),
            Walk::Columns | Walk::GroupColumns => None,
        };
        if let Some(at) = one {
            let by = row.one(self.input, at);
            match how {
                Apply::Multiply => rows::times(numbers, by),
                Apply::Divide => rows::divided(numbers, by),
                Apply::Add => rows::increased(numbers, by),
            }
            return;
        }
        let first = match self.walk {
            Walk::GroupColumns => group() * columns,
            _ => 0,
        };
        let tile = &mut tile[..columns];
        row.load(self.input, first, tile);
        match how {
            Apply::Multiply => rows::times_each(numbers, tile),
            Apply::Divide => rows::divided_each(numbers, tile),
            Apply::Add => rows::plus_each(numbers, tile),
        }
    }
}

/// Scale that numbers are quantised with.
pub(super) enum Rule {
    /// Given factors, in this order.
    Static(Vec<(Factor, Apply)>),
    /// The scale that the largest magnitude of the row gives ([`symmetric`]), after a product with smoothing factors. `inverse` writes `max / largest`, by which numbers
    /// are multiplied. Numbers that `are_floats` are FLOAT, as those of a tensor.
    Row {
        smooth: Option<Factor>,
        max: f32,
        inverse: bool,
        are_floats: bool,
        scale: Slot,
    },
    /// The scale and the offset that the largest and the least number of the row give ([`asymmetric`]).
    Between {
        smooth: Option<Factor>,
        max: f32,
        scale: Slot,
        offset: Slot,
    },
    /// A scale, and an offset, which the range of all rows gives.
    All { max: f32, has_offset: bool },
    /// The largest magnitude of the row over this number, in FLOAT.
    Quotient { divisor: f32, scale: Slot },
    /// A scale that the range of all rows of the group gives.
    OfGroup(fn([f64; 2], f32) -> f32, f32),
    /// A scale for each block of neighbours.
    Blocks { rule: BlockRule, scale: Slot },
}

/// Codes of a row.
pub(super) struct Target {
    pub to: Quantised,
    pub mode: RoundMode,
    pub rule: Rule,
    pub codes: Slot,
}

/// All codes of a row.
pub(super) struct Targets {
    targets: Vec<Target>,
    columns: usize,
}

impl Targets {
    pub fn new(targets: Vec<Target>, columns: usize) -> Self {
        Self { targets, columns }
    }

    /// Numbers that quantising needs beside those of the row.
    pub fn scratch(&self) -> usize {
        let factors = if self.targets.is_empty() {
            0
        } else {
            self.columns
        };
        // The row of the next target.
        let copies = if self.targets.len() > 1 {
            self.columns
        } else {
            0
        };
        factors + copies
    }

    /// Quantises the numbers of a row, which change.
    pub fn quantise(&self, row: &mut Row<'_, '_>, numbers: &mut [f64], scratch: &mut [f64]) {
        let Some((last, others)) = self.targets.split_last() else {
            return;
        };
        let (tile, copy) = scratch.split_at_mut(self.columns);
        for target in others {
            let copy = &mut copy[..self.columns];
            copy.copy_from_slice(numbers);
            target.quantise(row, copy, tile);
        }
        last.quantise(row, numbers, tile);
    }
}

impl Target {
    fn quantise(&self, row: &mut Row<'_, '_>, numbers: &mut [f64], tile: &mut [f64]) {
        match &self.rule {
            Rule::Static(factors) => {
                for (factor, how) in factors {
                    factor.apply(row, *how, numbers, tile);
                }
            }
            Rule::Row {
                smooth,
                max,
                inverse,
                are_floats,
                scale: slot,
            } => {
                if let Some(smooth) = smooth {
                    smooth.apply(row, Apply::Multiply, numbers, tile);
                }
                let largest = largest(numbers);
                let scale = match inverse {
                    true if largest.is_nan() => f32::NAN,
                    true => max / largest as f32,
                    false => symmetric(largest, *max),
                };
                let by = f64::from(scale);
                row.store(*slot, 0, &[by]);
                let is_plain = *are_floats && smooth.is_none() && self.mode == RoundMode::Rint;
                match inverse {
                    true => rows::times(numbers, by),
                    false if is_plain => {
                        let codes = row.bytes(self.codes);
                        return self.to.store_quotients(numbers, largest, by, codes);
                    }
                    false => rows::divided(numbers, by),
                }
            }
            Rule::Between {
                smooth,
                max,
                scale: slot,
                offset: offset_slot,
            } => {
                if let Some(smooth) = smooth {
                    smooth.apply(row, Apply::Multiply, numbers, tile);
                }
                let range = extremes(numbers);
                let [scale, offset] = asymmetric(range, *max, steps(self.to, *max)).map(f64::from);
                rows::divided_plus(numbers, scale, offset);
                row.store(*slot, 0, &[scale]);
                row.store(*offset_slot, 0, &[offset]);
            }
            Rule::All { max, has_offset } => {
                let [scale, offset] =
                    scale_of_all(row.total, *max, has_offset.then(|| steps(self.to, *max)));
                let [scale, offset] = [scale, offset].map(f64::from);
                match has_offset {
                    true => rows::divided_plus(numbers, scale, offset),
                    false => rows::divided(numbers, scale),
                }
            }
            Rule::Quotient {
                divisor,
                scale: slot,
            } => {
                let scale = match largest(numbers) {
                    largest if largest.is_nan() => f64::NAN,
                    largest => (largest as f32 / divisor).into(),
                };
                rows::divided(numbers, scale);
                row.store(*slot, 0, &[scale]);
            }
            Rule::OfGroup(scale, max) => {
                let scale = f64::from(scale(row.total, *max));
                rows::divided(numbers, scale);
            }
            Rule::Blocks { rule, scale } => {
                let [codes, scales] = row.two([self.codes, *scale]);
                return rule.quantise(self.to, self.mode, numbers, codes, scales);
            }
        }
        self.to
            .store_rounded(self.mode, numbers, row.bytes(self.codes));
    }
}

/// The distance of the largest from the least number of a type, of which the largest one is `max`.
pub(super) fn steps(to: Quantised, max: f32) -> f32 {
    match max == to.max() {
        true => to.steps(),
        false => 2.0 * max,
    }
}

/// The scale of all numbers, and the offset if there are `steps`, else 0.
pub(super) fn scale_of_all([most, least]: [f64; 2], max: f32, steps: Option<f32>) -> [f32; 2] {
    match steps {
        Some(steps) => asymmetric([most, least], max, steps),
        None => {
            let largest = hostnpu_kernels::quantised::larger(most.abs(), least.abs());
            [symmetric(largest, max), 0.0]
        }
    }
}
