//! Gaussian error linear units, quantised.

#![forbid(unsafe_code)]

use super::rows::{RowKernel, stored};
use super::target::{Apply, Factor, Rule, Target, Walk};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_kernels::activations::Activation;
use hostnpu_kernels::quantised::RoundMode;

/// Operands and attributes of [`gelu_quant`].
pub struct GeluQuant {
    /// Rows of numbers (`self`).
    pub x: Arg,
    /// One factor, or one for each column.
    pub scale: Option<Arg>,
    /// Added behind the factor, where scales are given.
    pub offset: Option<Arg>,
    /// The unit.
    pub unit: Activation,
    /// Rounding mode of codes.
    pub mode: RoundMode,
    /// The codes.
    pub y: Arg,
    /// The scales of rows, of which the largest magnitude gives one; null where scales are given.
    pub out_scale: Option<Arg>,
}

/// Plans `y`: `gelu(x) · scale + offset`, or `gelu(x) · scale` over the scale of its row.
pub fn gelu_quant(of: GeluQuant) -> Result<Call> {
    let shape = of.x.view.layout.shape();
    let columns = shape.last().map_or(1, |&last| last as usize);
    let rows = of.x.view.numel().unwrap_or(0) / columns.max(1);
    let mut kernel = RowKernel::new(rows, columns);
    let x = kernel.read(of.x);
    let mut factor = |arg: Arg| -> Result<Factor> {
        let walk = match arg.view.numel() {
            Some(1) => Walk::One,
            _ => {
                arg.require_numel(columns)?;
                Walk::Columns
            }
        };
        let input = kernel.read(arg);
        Ok(Factor { input, walk })
    };
    let scale = of.scale.map(&mut factor).transpose()?;
    let offset = of.offset.map(&mut factor).transpose()?;
    let to = stored(&of.y, false)?;
    let codes = kernel.write_codes(of.y, to)?;
    let rule = match of.out_scale {
        Some(out_scale) => Rule::Row {
            smooth: scale,
            are_floats: false,
            max: to.max(),
            inverse: false,
            scale: kernel.write(out_scale, 1)?,
        },
        None => {
            let scale = scale.map(|scale| (scale, Apply::Multiply));
            let offset = offset.map(|offset| (offset, Apply::Add));
            Rule::Static(scale.into_iter().chain(offset).collect())
        }
    };
    kernel.quantise(Target {
        to,
        mode: of.mode,
        rule,
        codes,
    });
    let unit = of.unit;
    kernel.run(move |row, numbers, _| {
        row.load(x, row.number * columns, numbers);
        unit.apply(numbers);
        true
    })
}
