//! Rows normalised by the mean of their squares, or by their mean and variance, then quantised.

#![forbid(unsafe_code)]

use super::rows::{RowKernel, Slot, stored};
use super::scaling::BlockRule;
use super::target::{Apply, Factor, Rule, Target, Walk};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::floats::round_to;
use hostnpu_kernels::mx::Recipe;
use hostnpu_kernels::quantised::RoundMode;
use hostnpu_kernels::rows;

/// Quantisation of normalised numbers.
pub enum NormedRule {
    /// By a given scale and a zero point: one number, or one for each column.
    Given {
        /// Scale that numbers are multiplied or divided by.
        scale: Arg,
        /// True if they are divided.
        divides: bool,
        /// Offset that is added after the scale.
        zero_point: Option<Arg>,
    },
    /// By the scale that the largest magnitude of the row gives.
    Row {
        /// A factor for each column.
        smooth: Option<Arg>,
        /// The scales.
        scale: Arg,
    },
    /// In blocks that share a power of two, after rounding to the type of the terms.
    Blocks {
        /// Format, rounding and rule of the scales.
        recipe: Recipe,
        /// The scales, in pairs.
        scale: Arg,
    },
}

/// Codes of normalised numbers.
pub struct Normed {
    /// The codes.
    pub y: Arg,
    /// Quantisation rule of the codes.
    pub rule: NormedRule,
}

/// A factor less 1 and an addend for each column, of each member of a batch.
pub struct Adapted {
    /// The factors, less 1.
    pub scale: Arg,
    /// The addends.
    pub shift: Arg,
    /// Rows of a member of the batch.
    pub rows: usize,
}

/// Operands and attributes of [`norm_quant`].
pub struct NormQuant {
    /// Numbers of a row.
    pub columns: usize,
    /// Terms whose sum is normalised.
    pub terms: Vec<Arg>,
    /// A row that is added to the sum of each.
    pub repeated: Option<Arg>,
    /// True if the mean of a row is subtracted first, so that it is divided by its deviation.
    pub is_centred: bool,
    /// Weights of the columns.
    pub gamma: Option<Arg>,
    /// Bias of normalised numbers (`beta`).
    pub beta: Option<Arg>,
    /// Factors and addends behind these.
    pub adapted: Option<Adapted>,
    /// Added to the mean of squares, or to the variance (`epsilon`).
    pub epsilon: f64,
    /// The sum, which is normalised as it is rounded here.
    pub sum: Option<Arg>,
    /// The normalised numbers without `beta`.
    pub normed: Option<Arg>,
    /// The normalised numbers with `beta`.
    pub result: Option<Arg>,
    /// One over the root of each row.
    pub inverse: Option<Arg>,
    /// Outputs of quantised numbers.
    pub codes: Vec<Normed>,
}

/// Plans `y = quantised(x / sqrt(mean(x²) + epsilon) · gamma + beta)` of rows, where `x` is the sum of the terms rounded to their type, less its mean if it is centred.
pub fn norm_quant(of: NormQuant) -> Result<Call> {
    let columns = of.columns;
    let dtype = of.terms[0].view.dtype;
    let rows = of.terms[0].view.numel().unwrap_or(0) / columns.max(1);
    let mut kernel = RowKernel::new(rows, columns).with_scratch(columns);
    for term in &of.terms {
        term.require_numel(rows * columns)?;
    }
    let terms: Vec<Slot> = of.terms.into_iter().map(|term| kernel.read(term)).collect();
    let is_sum = terms.len() > 1 || of.repeated.is_some();
    let factor = |kernel: &mut RowKernel, arg: Arg| -> Result<Factor> {
        let walk = match arg.view.numel() {
            Some(1) => Walk::One,
            _ => {
                arg.require_numel(columns)?;
                Walk::Columns
            }
        };
        Ok(Factor {
            input: kernel.read(arg),
            walk,
        })
    };
    let mut optional = |arg: Option<Arg>| arg.map(|arg| factor(&mut kernel, arg)).transpose();
    let repeated = optional(of.repeated)?;
    let gamma = optional(of.gamma)?;
    let beta = optional(of.beta)?;
    let all_rows = rows;
    let adapted = match of.adapted {
        Some(Adapted { scale, shift, rows }) => {
            let members = all_rows / rows.max(1);
            scale.require_numel(members * columns)?;
            shift.require_numel(members * columns)?;
            Some(([kernel.read(scale), kernel.read(shift)], rows.max(1)))
        }
        None => None,
    };
    let mut write =
        |arg: Option<Arg>, elements| arg.map(|arg| kernel.write(arg, elements)).transpose();
    let (sum, normed, result, inverse) = (
        write(of.sum, columns)?,
        write(of.normed, columns)?,
        write(of.result, columns)?,
        write(of.inverse, 1)?,
    );
    for Normed { y, rule } in of.codes {
        let to = stored(&y, true)?;
        let codes = kernel.write_codes(y, to)?;
        let rule = match rule {
            NormedRule::Given {
                scale,
                divides,
                zero_point,
            } => {
                let how = if divides {
                    Apply::Divide
                } else {
                    Apply::Multiply
                };
                let mut factors = vec![(factor(&mut kernel, scale)?, how)];
                if let Some(zero_point) = zero_point {
                    factors.push((factor(&mut kernel, zero_point)?, Apply::Add));
                }
                Rule::Static(factors)
            }
            NormedRule::Row { smooth, scale } => Rule::Row {
                smooth: smooth
                    .map(|smooth| factor(&mut kernel, smooth))
                    .transpose()?,
                max: to.max(),
                inverse: false,
                are_floats: false,
                scale: kernel.write(scale, 1)?,
            },
            NormedRule::Blocks { recipe, scale } => Rule::Blocks {
                rule: BlockRule::Mx { recipe, dtype },
                scale: kernel.write(scale, 2 * recipe.scale_pairs(columns))?,
            },
        };
        kernel.quantise(Target {
            to,
            mode: RoundMode::Rint,
            rule,
            codes,
        });
    }
    let (epsilon, is_centred) = (of.epsilon, of.is_centred);
    kernel.run(move |row, numbers, tile| {
        let first = row.number * columns;
        row.load(terms[0], first, numbers);
        for &term in &terms[1..] {
            row.load(term, first, tile);
            rows::plus_each(numbers, tile);
        }
        if let Some(repeated) = &repeated {
            repeated.apply(row, Apply::Add, numbers, tile);
        }
        if is_sum {
            round_to(dtype, numbers);
        }
        if let Some(sum) = sum {
            row.store(sum, 0, numbers);
        }
        if is_centred {
            let mean = rows::total(numbers, rows::sum) / columns as f64;
            rows::increased(numbers, -mean);
        }
        let squares = rows::total(numbers, |x| rows::squares_about(x, 0.0));
        let by = 1.0 / (squares / columns as f64 + epsilon).sqrt();
        if let Some(inverse) = inverse {
            row.store(inverse, 0, &[by]);
        }
        rows::times(numbers, by);
        if let Some(gamma) = &gamma {
            gamma.apply(row, Apply::Multiply, numbers, tile);
        }
        if let Some(normed) = normed {
            row.store(normed, 0, numbers);
        }
        if let Some(beta) = &beta {
            beta.apply(row, Apply::Add, numbers, tile);
        }
        if let Some(([scale, shift], rows)) = adapted {
            let first = row.number / rows * columns;
            let tile = &mut tile[..columns];
            row.load(scale, first, tile);
            rows::multiply(numbers, tile, 1.0);
            row.load(shift, first, tile);
            rows::plus_each(numbers, tile);
        }
        if let Some(result) = result {
            row.store(result, 0, numbers);
        }
        true
    })
}
