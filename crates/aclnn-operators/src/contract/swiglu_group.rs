//! Gated units of groups of rows, quantised, and their gradients: the descriptions that the operators of the family fill.

use super::mx::{refuse, type_is};
use super::quant::codes_fit;
use super::{needs_chip, only_950};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output};
use crate::device::soc::Generation;
use crate::error::{Reason, Result};
use crate::ops::mx::{ElementFormat, Recipe, Rounding, ScaleRule, element_format};
use crate::ops::quant::{
    BlockRule, GatedRule, GroupList, RoundMode, SwigluGroupGradient, SwigluQuant, Unit,
    swiglu_group_gradient, swiglu_quant,
};
use crate::tensor::Dtype::*;
use hostnpu_ops::Call;

/// Arguments of `aclnnSwigluGroupQuant`.
pub struct SwigluGroupQuantCall<'a> {
    /// `x`.
    pub x: &'a Input,
    /// `weightOptional`.
    pub weight: Option<&'a Input>,
    /// `groupIndexOptional`.
    pub group_index: Option<&'a Input>,
    /// `scaleOptional`.
    pub scale: Option<&'a Input>,
    /// `dstType`.
    pub dst_type: i64,
    /// `quantMode`.
    pub quant_mode: i64,
    /// `blockSize`.
    pub block_size: i64,
    /// `roundScale`.
    pub round_scale: bool,
    /// `clampLimit`.
    pub clamp_limit: f64,
    /// `dstTypeMax`.
    pub dst_type_max: f64,
    /// `outputOrigin`.
    pub output_origin: bool,
    /// `yOut`.
    pub y: &'a Output,
    /// `yScaleOut`.
    pub y_scale: &'a Output,
    /// `yOriginOut`.
    pub y_origin: &'a Output,
}

/// The limit of a unit; -1 is none.
pub fn limit(given: f64) -> Result<Option<f64>> {
    match given as f32 {
        -1.0 => Ok(None),
        limit if limit > 0.0 => Ok(Some(limit.into())),
        _ => refuse("clampLimit", given, "-1, or a number above 0"),
    }
}

impl SwigluGroupQuantCall<'_> {
    fn attributes(&self) -> Result<Option<f64>> {
        let y = self.y.dtype()?;
        let (block, needs_rounding) = match self.quant_mode {
            0 => (128, false),
            1 => (32, true),
            2 | 3 => (0, false),
            _ => return refuse("quantMode", self.quant_mode, "0, 1, 2 or 3"),
        };
        let is_dynamic_type = self.quant_mode < 2;
        match (self.quant_mode, y) {
            (0, F8E5m2 | F8E4m3fn) | (1, F8E5m2 | F8E4m3fn | F4E2m1 | F4E1m2) => {}
            (2 | 3, Hifloat8) => {}
            _ => {
                let allowed = match self.quant_mode {
                    0 => "a type of FLOAT8 for quantMode 0",
                    1 => "a type of FLOAT8 or FLOAT4 for quantMode 1",
                    _ => "HIFLOAT8 for quantMode 2 and 3",
                };
                return refuse(self.y.name(), y, allowed);
            }
        }
        if is_dynamic_type {
            type_is("dstType", self.dst_type, self.y)?;
            if ![0, block].contains(&self.block_size) {
                return refuse("blockSize", self.block_size, format!("0 or {block}"));
            }
            if self.output_origin {
                return refuse("outputOrigin", true, "false for quantMode 0 and 1");
            }
        }
        if needs_rounding && !self.round_scale {
            return refuse("roundScale", false, "true for quantMode 1");
        }
        if self.quant_mode == 3 && ![15.0, 56.0, 224.0, 32768.0].contains(&self.dst_type_max) {
            return refuse("dstTypeMax", self.dst_type_max, "15, 56, 224 or 32768");
        }
        limit(self.clamp_limit)
    }

    fn types(&self) -> Result<()> {
        let x = self.x;
        x.dtype_in(match self.quant_mode {
            2 | 3 => only_950(&[F32, F16, Bf16]),
            _ => only_950(&[F16, Bf16]),
        })?;
        for factor in [self.weight, self.scale].into_iter().flatten() {
            factor.dtype_in(only_950(&[F32]))?;
        }
        if let Some(group_index) = self.group_index {
            group_index.dtype_in(only_950(&[I64]))?;
        }
        self.y
            .dtype_in(only_950(&[F8E5m2, F8E4m3fn, F4E2m1, F4E1m2, Hifloat8]))?;
        match self.quant_mode {
            1 => self.y_scale.dtype_in(only_950(&[F8E8m0]))?,
            _ => self.y_scale.dtype_in(only_950(&[F32]))?,
        }
        self.y_origin.same_dtype(x)
    }

    fn shapes(&self) -> Result<()> {
        let x = self.x;
        x.rank_in(2..=if self.quant_mode == 1 { 7 } else { 8 })?;
        x.has_elements()?;
        let (&wide, rows) = x.shape().split_last().unwrap_or((&0, &[]));
        if wide % 256 != 0 {
            return Err(x.shape_refused("a last dimension that is a multiple of 256"));
        }
        let columns = wide / 2;
        codes_fit(self.y, &[rows, &[columns]].concat(), x)?;
        let count = rows.iter().product::<i64>();
        if let Some(weight) = self.weight {
            weight.numel_is(count as usize)?;
        }
        let groups = match self.group_index {
            Some(group_index) => {
                group_index.rank_in(1..=1)?;
                group_index.has_elements()?;
                group_index.shape()[0]
            }
            None => 1,
        };
        match (self.quant_mode, self.scale) {
            (2, None) => {
                return Err(Reason::Null {
                    arg: "scaleOptional",
                }
                .into());
            }
            (2, Some(scale)) => scale.shape_is(&[groups], "a factor for each group, or one")?,
            _ => {}
        }
        match self.quant_mode {
            0 => self.y_scale.shape_is(
                &[rows, &[(columns + 127) / 128]].concat(),
                "a scale for each 128 results",
            )?,
            1 => self.y_scale.shape_is(
                &[rows, &[(columns + 63) / 64, 2]].concat(),
                "two scales for each 64 results",
            )?,
            3 => self
                .y_scale
                .shape_is(&[groups], "a scale for each group, or one")?,
            _ => {}
        }
        match self.output_origin {
            true => self.y_origin.same_shape(self.y),
            false => Ok(()),
        }
    }

    /// The rule of the codes.
    fn rule(&self) -> Result<GatedRule> {
        let (x, y) = (self.x, self.y);
        let scale = || self.y_scale.write();
        let blocks = match (self.quant_mode, y.dtype()?) {
            (2, _) => {
                let scale = self.scale.ok_or(Reason::Null {
                    arg: "scaleOptional",
                })?;
                return Ok(GatedRule::OfGroup(scale.read()?));
            }
            (3, _) => {
                return Ok(GatedRule::RangeOfGroup {
                    max: self.dst_type_max as f32,
                    scale: scale()?,
                });
            }
            (0, _) => BlockRule::Floored {
                rounds_up: self.round_scale,
            },
            (_, F8E5m2 | F8E4m3fn) => BlockRule::FlooredByte,
            (_, dtype) => {
                let format = element_format(dtype).unwrap_or(ElementFormat::E2M1);
                let max_exponent = format.parameters().max_exponent() as u8;
                BlockRule::Mx {
                    recipe: Recipe {
                        format,
                        rounding: Rounding::TiesToEven,
                        scale: ScaleRule::Floor { max_exponent },
                        block: 32,
                    },
                    dtype: x.dtype()?,
                }
            }
        };
        Ok(GatedRule::Blocks {
            rule: blocks,
            scale: scale()?,
        })
    }

    /// Checks all, and plans it.
    pub fn plan(self) -> Planned {
        needs_chip(&[Generation::Ascend950])?;
        let limit = self.attributes()?;
        self.types()?;
        self.shapes()?;
        let origin = match self.output_origin {
            true => Some(self.y_origin.write()?),
            false => None,
        };
        Ok(swiglu_quant(SwigluQuant {
            x: self.x.read()?,
            weight_scale: None,
            activation_scale: None,
            bias: None,
            groups: match self.group_index {
                Some(group_index) => Some((group_index.read()?, GroupList::Counts)),
                None => None,
            },
            split: None,
            unit: Unit::clamped(limit),
            row_weight: self.weight.map(Input::read).transpose()?,
            origin,
            rule: self.rule()?,
            mode: RoundMode::Rint,
            y: self.y.write()?,
        })?)
    }
}

/// Arguments of the gradients of gated units of groups of rows.
pub struct SwigluGroupGradCall<'a> {
    /// `gradY`.
    pub grad_y: &'a Input,
    /// `x`.
    pub x: &'a Input,
    /// `weightOptional`.
    pub weight: Option<&'a Input>,
    /// `yOriginOptional`.
    pub y_origin: Option<&'a Input>,
    /// `groupIndexOptional`.
    pub group_index: Option<&'a Input>,
    /// The limit of the unit.
    pub limit: Option<f64>,
    /// `gradXOut`.
    pub grad_x: &'a Output,
    /// `gradWeightOutOptional`.
    pub grad_weight: Option<&'a Output>,
    /// True if it is `aclnnSwigluGroupGrad`: two or three dimensions, factors with a last dimension 1, and their gradient of all rows.
    pub is_plain: bool,
}

impl SwigluGroupGradCall<'_> {
    fn types(&self) -> Result<()> {
        let floats = only_950(&[F32, F16, Bf16]);
        self.grad_y.dtype_in(floats)?;
        self.x.same_dtype(self.grad_y)?;
        if let Some(weight) = self.weight {
            weight.dtype_in(only_950(&[F32]))?;
        }
        if let Some(y_origin) = self.y_origin {
            y_origin.same_dtype(self.grad_y)?;
        }
        if let Some(group_index) = self.group_index {
            group_index.dtype_in(only_950(&[I64]))?;
        }
        self.grad_x.same_dtype(self.grad_y)?;
        self.grad_weight
            .map_or(Ok(()), |grad_weight| grad_weight.dtype_in(only_950(&[F32])))
    }

    fn shapes(&self) -> Result<()> {
        let (grad_y, x) = (self.grad_y, self.x);
        grad_y.rank_in(2..=if self.is_plain { 3 } else { 8 })?;
        let (&columns, rows) = grad_y.shape().split_last().unwrap_or((&0, &[]));
        x.shape_is(
            &[rows, &[2 * columns]].concat(),
            "that of `gradY` with twice the last dimension",
        )?;
        self.grad_x.same_shape(x)?;
        let pair = (self.weight, self.y_origin);
        match (pair, self.is_plain) {
            ((Some(_), None), _) => {
                return refuse("yOriginOptional", "null", "a tensor, as weightOptional");
            }
            ((None, Some(_)), true) => {
                return refuse("weightOptional", "null", "a tensor, as yOriginOptional");
            }
            _ => {}
        }
        let count = rows.iter().product::<i64>() as usize;
        let of_rows = [rows, &[1]].concat();
        if let Some(weight) = self.weight {
            match self.is_plain {
                true => weight.shape_is(&of_rows, "that of `gradY` with the last dimension 1")?,
                false => weight.numel_is(count)?,
            }
        }
        if let Some(y_origin) = self.y_origin {
            y_origin.same_shape(grad_y)?;
        }
        if let Some(group_index) = self.group_index {
            group_index.rank_in(1..=1)?;
            group_index.has_elements()?;
        }
        match (self.grad_weight, self.weight) {
            (Some(grad_weight), Some(weight)) => grad_weight.same_shape(weight),
            (Some(grad_weight), None) => refuse(
                grad_weight.name(),
                "a tensor",
                "null without weightOptional",
            ),
            _ => Ok(()),
        }
    }

    /// Checks all, and plans it.
    pub fn plan(self) -> Planned {
        needs_chip(&[Generation::Ascend950])?;
        self.types()?;
        self.shapes()?;
        let write = |of: Option<&Output>| of.map(Output::write).transpose();
        if self.grad_x.is_empty() {
            let outputs = write(self.grad_weight)?.into_iter();
            return Ok(Call::nothing(
                std::iter::once(self.grad_x.write()?).chain(outputs),
            ));
        }
        let read = |of: Option<&Input>| of.map(Input::read).transpose();
        Ok(swiglu_group_gradient(SwigluGroupGradient {
            gradient: self.grad_y.read()?,
            x: self.x.read()?,
            weight: read(self.weight)?,
            origin: read(self.y_origin)?,
            groups: read(self.group_index)?,
            limit: self.limit,
            grad_x: self.grad_x.write()?,
            grad_weight: write(self.grad_weight)?,
            weight_of_all: self.is_plain,
        })?)
    }
}
