//! Products with powers of two as scales whose results go through a Gaussian error linear unit, and are quantised in blocks of 32: what plain and grouped forms share.

use super::combinations::combination;
use super::grouped::finished::microscaled;
use super::mx::refuse;
use super::needs_chip;
use super::sides::one_of;
use crate::argument::{Output, TensorArg, Text};
use crate::device::soc::Generation;
use crate::error::Result;
use crate::ops::grouped::{Finish, Quantise, RowQuantiser, Step};
use crate::ops::mx::{Recipe, Rounding, ScaleRule};
use crate::tensor::Dtype::Bf16;

/// Types of the two sides, their scales, the bias, the codes and their scales.
pub const TYPES: &[&str] = &["e4m3 e5m2|e4m3|e8m0|e8m0|- f32|e4m3 e5m2|e8m0"];

/// Attributes of the quantiser.
pub struct Quantiser<'a> {
    /// `quantMode`.
    pub mode: Option<&'a Text>,
    /// `roundMode`.
    pub rounding: Option<&'a Text>,
    /// True if an empty name stands for none.
    pub may_be_empty: bool,
    /// `scaleAlg`.
    pub scale_alg: i64,
    /// `dstTypeMax`.
    pub dst_type_max: f64,
    /// The codes.
    pub y: &'a Output,
    /// Their scales.
    pub scale: &'a Output,
}

/// Refuses other types, and other chips than Ascend950.
pub fn types(arguments: &[(&'static str, Option<&TensorArg>)], table: &[&str]) -> Result<()> {
    needs_chip(&[Generation::Ascend950])?;
    combination(arguments, table)
}

impl Quantiser<'_> {
    /// The step before the quantiser, and the quantiser; refuses attributes.
    pub fn finish(&self) -> Result<(Step, Finish)> {
        let named = |text: Option<&Text>, allowed: &str| match text {
            None => Ok(()),
            Some(text) if **text == *allowed => Ok(()),
            Some(text) if self.may_be_empty && text.is_empty() => Ok(()),
            Some(text) => refuse(
                text.name(),
                format!("{:?}", &**text),
                format!("{allowed:?}"),
            ),
        };
        named(self.mode, "mx")?;
        named(self.rounding, "rint")?;
        one_of("scaleAlg", self.scale_alg, &[0, 1])?;
        if self.dst_type_max != 0.0 {
            return refuse("dstTypeMax", self.dst_type_max, "0 for FLOAT8");
        }
        let dtype = self.y.dtype()?;
        let Some((format, max_exponent)) = microscaled(dtype) else {
            return Err(crate::error::Error::dtype(
                self.y.name(),
                dtype,
                "FLOAT8_E4M3FN or FLOAT8_E5M2",
            ));
        };
        let scale = match self.scale_alg {
            0 => ScaleRule::Floor { max_exponent },
            _ => ScaleRule::Ceiling {
                reciprocal: 1.0 / format.parameters().max(),
                lower_bound: 0.0,
            },
        };
        let recipe = Recipe {
            format,
            rounding: Rounding::TiesToEven,
            scale,
            block: 32,
        };
        let finish = Finish::Quantised(RowQuantiser {
            is_gated: false,
            smooth: None,
            quantise: Quantise::Blocks(recipe, Bf16),
            output: self.y.write()?,
            scale: self.scale.write()?,
        });
        Ok((Step::RoundTo(Bf16), finish))
    }
}
