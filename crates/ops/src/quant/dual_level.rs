//! Rows with two levels of scales: a FLOAT for 512 numbers, then microscaling.

#![forbid(unsafe_code)]

use super::rows::{RowKernel, stored};
use super::scaling::BlockRule;
use super::target::{Apply, Factor, Rule, Target, Walk};
use crate::mx::Recipe;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::floats::round_to;
use hostnpu_kernels::quantised::{RoundMode, largest, symmetric};

/// Operands and attributes of [`dual_level_mx_quant`].
pub struct DualLevelMxQuant {
    /// Rows of numbers.
    pub x: Arg,
    /// A factor for each column.
    pub smooth_scale: Option<Arg>,
    /// Numbers of a block of the first level.
    pub block: usize,
    /// Format, rounding, block and rule of the second level.
    pub recipe: Recipe,
    /// The codes.
    pub y: Arg,
    /// The scales of the first level.
    pub level0_scale: Arg,
    /// Those of the second.
    pub level1_scale: Arg,
}

/// Plans it: `x · smooth` over the scale of the first level, its largest magnitude times the float nearest to 1 / MAX, is rounded to the type of `x` and microscaled. Blocks of zeros have
/// the scale 0 and zeros.
pub fn dual_level_mx_quant(of: DualLevelMxQuant) -> Result<Call> {
    let columns =
        of.x.view
            .layout
            .shape()
            .last()
            .map_or(1, |&last| last as usize);
    let rows = of.x.view.numel().unwrap_or(0) / columns.max(1);
    let (dtype, recipe, block) = (of.x.view.dtype, of.recipe, of.block);
    let mut kernel = RowKernel::new(rows, columns).with_scratch(columns);
    let x = kernel.read(of.x);
    let smooth = of.smooth_scale.map(|arg| Factor {
        input: kernel.read(arg),
        walk: Walk::Columns,
    });
    let to = stored(&of.y, false)?;
    let codes = kernel.write_codes(of.y, to)?;
    let level0 = kernel.write(of.level0_scale, columns.div_ceil(block))?;
    let rule = BlockRule::Mx { recipe, dtype };
    let scale = kernel.write(of.level1_scale, rule.scales(columns).0)?;
    kernel.quantise(Target {
        to,
        mode: RoundMode::Rint,
        rule: Rule::Blocks { rule, scale },
        codes,
    });
    kernel.run(move |row, numbers, tile| {
        row.load(x, row.number * columns, numbers);
        if let Some(smooth) = &smooth {
            smooth.apply(row, Apply::Multiply, numbers, tile);
            round_to(dtype, numbers);
        }
        for (number, numbers) in numbers.chunks_mut(block).enumerate() {
            let scale = f64::from(symmetric(largest(numbers), to.max()));
            row.store(level0, number, &[scale]);
            let is_zero = scale == 0.0;
            for x in numbers.iter_mut() {
                *x = if is_zero {
                    0.0_f64.copysign(*x)
                } else {
                    *x / scale
                };
            }
        }
        true
    })
}
