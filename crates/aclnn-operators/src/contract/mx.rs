//! Microscaling quantisation: the checks that its operators share. Each says what the other attributes allow.

use std::sync::LazyLock;

use super::sets::SHORT_EVERYWHERE;
use crate::abi::acl::types::aclDataType;
use crate::abi::aclnn::dtype::dtype as dtype_of;
use crate::ops::mx::{ElementFormat, Recipe, Rounding, ScaleRule, element_format, scale_shape};
use crate::prelude::*;

/// Types that are quantised to.
pub const ELEMENTS: Dtypes = on_all(&[F8E5m2, F8E4m3fn, F4E2m1, F4E1m2]);

/// Those of eight bits.
pub const FP8: Dtypes = on_all(&[F8E5m2, F8E4m3fn]);

/// Types that are quantised, or become of it.
pub const FLOATS: Dtypes = SHORT_EVERYWHERE;

/// The type of scales.
pub const SCALES: Dtypes = on_all(&[F8E8m0]);

/// Numbers of `scaleAlg` that an operator documents.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ScaleAlgs {
    /// 0, and 1 for FLOAT8.
    UpTo1,
    /// Also 2 for FLOAT4_E2M1.
    UpTo2OfE2m1,
    /// Also 2 for both types of FLOAT4, each with its own range of largest values.
    UpTo2OfFp4,
}

impl ScaleAlgs {
    /// The numbers for elements of one format.
    fn of(self, format: ElementFormat) -> &'static [i64] {
        match (format, self) {
            (ElementFormat::E5M2 | ElementFormat::E4M3FN, _) => &[0, 1],
            (ElementFormat::E2M1, Self::UpTo2OfE2m1 | Self::UpTo2OfFp4)
            | (ElementFormat::E1M2, Self::UpTo2OfFp4) => &[0, 2],
            (ElementFormat::E2M1 | ElementFormat::E1M2, _) => &[0],
        }
    }

    /// The least and the largest `dstTypeMax` beside 0.
    fn largest(self, format: ElementFormat) -> (f32, f32) {
        match (format, self) {
            (ElementFormat::E1M2, Self::UpTo2OfFp4) => (1.75, 3.5),
            _ => (6.0, 12.0),
        }
    }
}

/// Attributes as the C caller passes them. What an operator lacks has its default.
pub struct Attributes {
    /// The rounding mode; null is "rint".
    pub round_mode: Option<Text>,
    /// The documented name of the type's code, and the code.
    pub dst_type: (&'static str, i64),
    /// Elements of a block.
    pub blocksize: i64,
    /// Rule for the scales.
    pub scale_alg: i64,
    /// Rules that the operator documents.
    pub scale_algs: ScaleAlgs,
    /// Largest magnitude of a block after scaling, for rule 2.
    pub dst_type_max: f64,
    /// The least value that the largest magnitude is taken for, for rule 1.
    pub max_low_bound: f64,
}

/// Attributes of an operator that has none.
pub const DEFAULTS: Attributes = Attributes {
    round_mode: None,
    dst_type: ("dstType", -1),
    blocksize: 32,
    scale_alg: 0,
    scale_algs: ScaleAlgs::UpTo1,
    dst_type_max: 0.0,
    max_low_bound: 0.0,
};

impl Attributes {
    /// The recipe for elements of the type of `y`, refused in the vendor's order of checks.
    pub fn recipe(&self, x: Dtype, y: &TensorArg) -> Result<Recipe> {
        let dtype = y.dtype()?;
        let format = element_format(dtype)
            .ok_or_else(|| Error::from(Reason::Internal(format!("{dtype} of `{}`", y.name()))))?;
        let rounding = self.rounding(dtype)?;
        let (name, dst_type) = self.dst_type;
        type_is(name, dst_type, y)?;
        let block = self.block(x)?;
        let scale = self.scale(dtype, format)?;
        Ok(Recipe {
            format,
            rounding,
            scale,
            block,
        })
    }

    fn rounding(&self, dtype: Dtype) -> Result<Rounding> {
        let Some(mode) = &self.round_mode else {
            return Ok(Rounding::TiesToEven);
        };
        let fp8 = FP8.contains(dtype);
        match &**mode {
            "rint" => Ok(Rounding::TiesToEven),
            "round" if !fp8 => Ok(Rounding::TiesAway),
            "floor" if !fp8 => Ok(Rounding::Floor),
            other => {
                let allowed = match fp8 {
                    true => format!("\"rint\" for {dtype}"),
                    false => format!("\"rint\", \"floor\" or \"round\" for {dtype}"),
                };
                refuse(mode.name(), format!("{other:?}"), allowed)
            }
        }
    }

    fn block(&self, x: Dtype) -> Result<usize> {
        let size = self.blocksize;
        let (largest, allowed) = match (x, self.scale_alg) {
            (F32, _) => (32, "32 for an `x` of FLOAT"),
            (_, 2) => (32, "32 for scaleAlg 2"),
            _ => (Recipe::MAX_BLOCK as i64, "a multiple of 32 from 32 to 1024"),
        };
        if !(32..=largest).contains(&size) || size % 32 != 0 {
            return refuse("blocksize", size, allowed);
        }
        Ok(size as usize)
    }

    fn scale(&self, dtype: Dtype, format: ElementFormat) -> Result<ScaleRule> {
        let algs = self.scale_algs.of(format);
        if !algs.contains(&self.scale_alg) {
            let algs: Vec<String> = algs.iter().map(i64::to_string).collect();
            let allowed = format!("{} for {dtype}", algs.join(" or "));
            return refuse("scaleAlg", self.scale_alg, allowed);
        }
        // The device's attributes are single precision.
        let (max, bound) = (self.dst_type_max as f32, self.max_low_bound as f32);
        let (least, largest) = self.scale_algs.largest(format);
        if max != 0.0 && !(least..=largest).contains(&max) {
            let allowed = format!("0, or {least} to {largest} for {dtype}");
            return refuse("dstTypeMax", self.dst_type_max, allowed);
        }
        if self.scale_alg != 1 && bound != 0.0 {
            let allowed = format!("0 for scaleAlg {}", self.scale_alg);
            return refuse("maxLowBound", self.max_low_bound, allowed);
        }
        // Not a number fails as well.
        if !(0.0..=f32::MAX).contains(&bound) {
            return refuse("maxLowBound", self.max_low_bound, "0 or a positive number");
        }
        let max_exponent = format.parameters().max_exponent() as u8;
        let limited = |limit| ScaleRule::Limited {
            max_exponent,
            limit,
        };
        Ok(match (self.scale_alg, format) {
            (0, _) => ScaleRule::Floor { max_exponent },
            (1, _) => ScaleRule::Ceiling {
                reciprocal: 1.0 / format.parameters().max(),
                lower_bound: bound,
            },
            (_, ElementFormat::E2M1) if max == 0.0 || max == 6.0 => limited(0x40),
            (_, ElementFormat::E2M1) if max == 7.0 => limited(0x60),
            (_, ElementFormat::E1M2) if max == 1.875 => limited(0x70),
            (_, ElementFormat::E1M2) if max == 0.0 => ScaleRule::Divided {
                reciprocal: 1.0 / format.parameters().max(),
            },
            _ => ScaleRule::Divided {
                reciprocal: 1.0 / max,
            },
        })
    }
}

/// Refuses a code that is not that of the type of `y`.
pub fn type_is(name: &'static str, given: i64, y: &TensorArg) -> Result<()> {
    let dtype = y.dtype()?;
    if given == code(dtype) {
        return Ok(());
    }
    let allowed = format!("{} (the data type of `{}`, {dtype})", code(dtype), y.name());
    refuse(name, given, allowed)
}

/// The number that attributes name a type by.
pub fn code(dtype: Dtype) -> i64 {
    // By the type's number: each call asks.
    static CODES: LazyLock<[i64; Dtype::ALL.len()]> = LazyLock::new(|| {
        Dtype::ALL.map(|dtype| {
            let named = (0..64).find(|&raw| dtype_of(aclDataType::from_raw(raw)) == Some(dtype));
            named.map_or(-1, i64::from)
        })
    });
    CODES[dtype as usize]
}

/// Refuses an odd last dimension where two elements share a byte.
pub fn even_for_fp4(x: &TensorArg, format: ElementFormat) -> Result<()> {
    let last = x.shape().last().copied().unwrap_or(1);
    if format.parameters().bits() == 4 && last % 2 != 0 {
        return Err(x.shape_refused("an even last dimension, for elements of four bits"));
    }
    Ok(())
}

/// Refuses scales that do not have the shape that `x`, the axis and the block give.
pub fn scales_of(scales: &TensorArg, x: &TensorArg, axis: usize, block: usize) -> Result<()> {
    scales.rank_in(x.rank() + 1..=x.rank() + 1)?;
    scales.shape_is(
        &scale_shape(x.shape(), axis, block),
        format_args!(
            "two scales for each {} elements of dimension {axis} of `{}`",
            2 * block,
            x.name()
        ),
    )
}

/// Refuses scales that do not have the shape that the rows of `x`, in groups, give.
pub fn group_scales_of(scales: &TensorArg, x: &TensorArg, groups: &TensorArg) -> Result<()> {
    let (rows, columns, groups) = (x.shape()[0], x.shape()[1], groups.shape()[0]);
    scales.shape_is(
        &[(rows / 64).saturating_add(groups), columns, 2],
        "rows of `x` / 64 and the number of groups, by the columns of `x`, by 2",
    )
}

/// Refuses an attribute.
pub fn refuse<T>(arg: &'static str, got: impl ToString, allowed: impl Into<String>) -> Result<T> {
    Err(Reason::Value {
        arg,
        got: got.to_string(),
        allowed: allowed.into(),
    }
    .into())
}
