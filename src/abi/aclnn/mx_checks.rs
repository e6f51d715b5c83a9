//! The checks that the entry points of microscaling quantisation share. Each says what the other attributes allow.

use std::ffi::c_char;

use super::args::TensorArg;
use super::dtype::dtype as dtype_of;
use crate::abi::acl::types::aclDataType;
use crate::abi::pointer::text;
use crate::error::{Error, Result};
use crate::ops::mx::{ElementFormat, Recipe, Rounding, ScaleRule, element_format, scale_shape};
use crate::tensor::Dtype;

/// Types that are quantised to.
pub const ELEMENTS: &[Dtype] = &[Dtype::F8E5m2, Dtype::F8E4m3fn, Dtype::F4E2m1, Dtype::F4E1m2];

/// Those of eight bits.
pub const FP8: &[Dtype] = &[Dtype::F8E5m2, Dtype::F8E4m3fn];

/// Types of 16 bits that are quantised.
pub const HALVES: &[Dtype] = &[Dtype::F16, Dtype::Bf16];

/// The type of scales.
pub const SCALES: &[Dtype] = &[Dtype::F8E8m0];

/// Rules for scales that an entry point documents.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ScaleAlgs {
    /// 0, and 1 for FLOAT8.
    UpTo1,
    /// Also 2 for FLOAT4_E2M1.
    UpTo2OfE2m1,
    /// Also 2 for both types of FLOAT4, each with its own range of largest values.
    UpTo2OfFp4,
}

/// Attributes as the C caller passes them; what an entry point lacks has its default.
pub struct Attributes {
    /// The documented name of the rounding mode, which may be null for "rint".
    pub round_mode: (&'static str, *const c_char),
    /// The documented name of the type's code.
    pub dst_type: (&'static str, i64),
    /// Elements of a block.
    pub blocksize: i64,
    /// Which rule gives the scales.
    pub scale_alg: i64,
    /// Which rules the entry point documents.
    pub scale_algs: ScaleAlgs,
    /// What the largest magnitude of a block becomes at most, for rule 2.
    pub dst_type_max: f64,
    /// The least value that the largest magnitude is taken for, for rule 1.
    pub max_low_bound: f64,
}

impl Attributes {
    /// Attributes of an entry point that has the four common ones.
    pub fn new(
        round_mode: (&'static str, *const c_char),
        dst_type: i64,
        scale_alg: i64,
        scale_algs: ScaleAlgs,
    ) -> Self {
        Self {
            round_mode,
            dst_type: ("dstType", dst_type),
            blocksize: 32,
            scale_alg,
            scale_algs,
            dst_type_max: 0.0,
            max_low_bound: 0.0,
        }
    }

    /// The recipe for elements of the type of `y`, refused in the vendor's order of checks.
    ///
    /// # Safety
    /// The contract of [`crate::abi`] for the rounding mode.
    pub unsafe fn recipe(&self, x: Dtype, y: &TensorArg) -> Result<Recipe> {
        let dtype = y.dtype()?;
        let format = element_format(dtype)
            .ok_or_else(|| Error::Internal(format!("{dtype} of `{}`", y.name())))?;
        // SAFETY: the caller's promise.
        let rounding = unsafe { self.rounding(dtype)? };
        let (name, dst_type) = self.dst_type;
        if dst_type != code(dtype) {
            let allowed = format!("{} (the data type of `{}`, {dtype})", code(dtype), y.name());
            return refuse(name, dst_type, allowed);
        }
        let block = self.block(x)?;
        let scale = self.scale(dtype, format)?;
        Ok(Recipe {
            format,
            rounding,
            scale,
            block,
        })
    }

    /// # Safety
    /// The contract of [`crate::abi`] for the rounding mode.
    unsafe fn rounding(&self, dtype: Dtype) -> Result<Rounding> {
        let (name, pointer) = self.round_mode;
        // SAFETY: the caller's promise.
        let mode = unsafe { text(pointer) }.map(|text| text.to_string_lossy());
        let mode = mode.as_deref().unwrap_or("rint");
        let fp8 = FP8.contains(&dtype);
        match mode {
            "rint" => Ok(Rounding::TiesToEven),
            "round" if !fp8 => Ok(Rounding::TiesAway),
            "floor" if !fp8 => Ok(Rounding::Floor),
            _ if fp8 => refuse(name, format!("{mode:?}"), format!("\"rint\" for {dtype}")),
            _ => {
                let allowed = format!("\"rint\", \"floor\" or \"round\" for {dtype}");
                refuse(name, format!("{mode:?}"), allowed)
            }
        }
    }

    fn block(&self, x: Dtype) -> Result<usize> {
        let size = self.blocksize;
        let allowed = match (x, self.scale_alg) {
            (Dtype::F32, _) => "32 for an `x` of FLOAT",
            (_, 2) => "32 for scaleAlg 2",
            _ => "a multiple of 32 from 32 to 1024",
        };
        let fixed = x == Dtype::F32 || self.scale_alg == 2;
        if !(1..=Recipe::MAX_BLOCK as i64).contains(&size) || size % 32 != 0 || fixed && size != 32
        {
            return refuse("blocksize", size, allowed);
        }
        Ok(size as usize)
    }

    fn scale(&self, dtype: Dtype, format: ElementFormat) -> Result<ScaleRule> {
        let allowed = match format {
            ElementFormat::E5M2 | ElementFormat::E4M3FN => "0 or 1",
            ElementFormat::E2M1 if self.scale_algs != ScaleAlgs::UpTo1 => "0 or 2",
            ElementFormat::E1M2 if self.scale_algs == ScaleAlgs::UpTo2OfFp4 => "0 or 2",
            _ => "0",
        };
        if !allowed
            .split(" or ")
            .any(|allowed| allowed == self.scale_alg.to_string())
        {
            return refuse("scaleAlg", self.scale_alg, format!("{allowed} for {dtype}"));
        }
        // The device's attributes are single precision.
        let (max, bound) = (self.dst_type_max as f32, self.max_low_bound as f32);
        let (range, shown) = match format {
            ElementFormat::E1M2 if self.scale_algs == ScaleAlgs::UpTo2OfFp4 => {
                (1.75..=3.5, "0, or 1.75 to 3.5")
            }
            _ => (6.0..=12.0, "0, or 6 to 12"),
        };
        if max != 0.0 && !range.contains(&max) {
            return refuse(
                "dstTypeMax",
                self.dst_type_max,
                format!("{shown} for {dtype}"),
            );
        }
        if self.scale_alg != 1 && bound != 0.0 {
            return refuse(
                "maxLowBound",
                self.max_low_bound,
                format!("0 for scaleAlg {}", self.scale_alg),
            );
        }
        // Not a number fails as well.
        if !(0.0..=f32::MAX).contains(&bound) {
            return refuse("maxLowBound", self.max_low_bound, "0 or a positive number");
        }
        let max_exponent = format.parameters().max_exponent() as u8;
        Ok(match (self.scale_alg, format) {
            (0, _) => ScaleRule::Floor { max_exponent },
            (1, _) => ScaleRule::Ceiling {
                reciprocal: 1.0 / format.parameters().max(),
                lower_bound: bound,
            },
            (_, ElementFormat::E2M1) if max == 0.0 || max == 6.0 => ScaleRule::Limited {
                max_exponent,
                limit: 0x40,
            },
            (_, ElementFormat::E2M1) if max == 7.0 => ScaleRule::Limited {
                max_exponent,
                limit: 0x60,
            },
            (_, ElementFormat::E1M2) if max == 1.875 => ScaleRule::Limited {
                max_exponent,
                limit: 0x70,
            },
            (_, ElementFormat::E1M2) if max == 0.0 => ScaleRule::Divided {
                reciprocal: 1.0 / format.parameters().max(),
            },
            _ => ScaleRule::Divided {
                reciprocal: 1.0 / max,
            },
        })
    }
}

/// The number that attributes name a type by.
pub fn code(dtype: Dtype) -> i64 {
    let named = (0..64).find(|&raw| dtype_of(aclDataType::from_raw(raw)) == Some(dtype));
    named.map_or(-1, i64::from)
}

/// Refuses an odd last dimension where two elements share a byte.
pub fn even_for_fp4(x: &TensorArg, format: ElementFormat) -> Result<()> {
    let last = x.shape().last().copied().unwrap_or(1);
    if format.parameters().bits() == 4 && last % 2 != 0 {
        return Err(Error::Shape {
            arg: x.name(),
            got: x.shape().to_vec(),
            allowed: "an even last dimension, for elements of four bits".into(),
        });
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

/// Refuses an attribute.
pub fn refuse<T>(arg: &'static str, got: impl ToString, allowed: impl Into<String>) -> Result<T> {
    Err(Error::Value {
        arg,
        got: got.to_string(),
        allowed: allowed.into(),
    })
}
