//! Rows divided by the root of the mean of their squares, then quantised.

#![forbid(unsafe_code)]

use super::rows::{RowKernel, Slot, stored};
use super::target::{Apply, Factor, Rule, Target, Walk};
use crate::engine::floats::round_to;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_kernels::quantised::RoundMode;

/// Quantisation of normalised numbers.
pub enum NormedRule {
    /// By a given scale and a zero point: one number, or one for each column.
    Given {
        /// Scale that numbers are multiplied or divided by.
        scale: Arg,
        /// Whether they are divided.
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
}

/// Codes of normalised numbers.
pub struct Normed {
    /// The codes.
    pub y: Arg,
    /// Quantisation rule of the codes.
    pub rule: NormedRule,
}

/// Operands and attributes of [`rms_norm_quant`].
pub struct RmsNormQuant {
    /// Terms whose sum is normalised.
    pub terms: Vec<Arg>,
    /// Weights, of the last axes, which are normalised.
    pub gamma: Arg,
    /// Bias of normalised numbers (`beta`).
    pub beta: Option<Arg>,
    /// Added to the mean of squares (`epsilon`).
    pub epsilon: f64,
    /// The sum, which is normalised as it is rounded here.
    pub sum: Option<Arg>,
    /// The normalised numbers without `beta`.
    pub normed: Option<Arg>,
    /// One over the root of each row.
    pub inverse: Option<Arg>,
    /// Outputs of quantised numbers.
    pub codes: Vec<Normed>,
}

/// Plans `y = quantised(x / sqrt(mean(x²) + epsilon) · gamma + beta)` of rows, where `x` is the sum of the terms rounded to their type.
pub fn rms_norm_quant(of: RmsNormQuant) -> Result<Call> {
    let columns = of.gamma.view.numel().unwrap_or(0);
    let dtype = of.terms[0].view.dtype;
    let rows = of.terms[0].view.numel().unwrap_or(0) / columns.max(1);
    let mut kernel = RowKernel::new(rows, columns).with_scratch(columns);
    for term in &of.terms {
        term.require_numel(rows * columns)?;
    }
    let terms: Vec<Slot> = of.terms.into_iter().map(|term| kernel.read(term)).collect();
    let is_sum = terms.len() > 1;
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
    let gamma = factor(&mut kernel, of.gamma)?;
    let beta = of.beta.map(|beta| factor(&mut kernel, beta)).transpose()?;
    let mut write =
        |arg: Option<Arg>, elements| arg.map(|arg| kernel.write(arg, elements)).transpose();
    let (sum, normed, inverse) = (
        write(of.sum, columns)?,
        write(of.normed, columns)?,
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
                scale: kernel.write(scale, 1)?,
            },
        };
        kernel.quantise(Target {
            to,
            mode: RoundMode::Rint,
            rule,
            codes,
        });
    }
    let epsilon = of.epsilon;
    kernel.run(move |row, numbers, tile| {
        let first = row.number * columns;
        row.load(terms[0], first, numbers);
        for &term in &terms[1..] {
            row.load(term, first, tile);
            numbers.iter_mut().zip(&*tile).for_each(|(x, y)| *x += y);
        }
        if is_sum {
            round_to(dtype, numbers);
        }
        if let Some(sum) = sum {
            row.store(sum, 0, numbers);
        }
        let squares: f64 = numbers.iter().map(|x| x * x).sum();
        let by = 1.0 / (squares / columns as f64 + epsilon).sqrt();
        if let Some(inverse) = inverse {
            row.store(inverse, 0, &[by]);
        }
        numbers.iter_mut().for_each(|x| *x *= by);
        gamma.apply(row, Apply::Multiply, numbers, tile);
        if let Some(normed) = normed {
            row.store(normed, 0, numbers);
        }
        if let Some(beta) = &beta {
            beta.apply(row, Apply::Add, numbers, tile);
        }
        true
    })
}
