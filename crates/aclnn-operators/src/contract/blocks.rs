//! Quantisers of blocks of rows and columns: the description that the versions of an operator fill.

use super::mx::{refuse, type_is};
use super::quant::{OF_HIFLOAT8, RINT, round_mode_or_rint};
use super::{needs_chip, on_950, only_950};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output, Text};
use crate::contract::{Dtypes, on_all};
use crate::device::soc::Generation;
use crate::error::Result;
use crate::ops::quant::{DynamicBlockQuant, RoundMode, dynamic_block_quant};
use crate::tensor::Dtype::*;

/// Types of numbers.
const NUMBERS: Dtypes = on_all(&[]).and_910b(&[F16, Bf16]).and_950(&[F32]);

/// Types of codes.
const CODES: Dtypes = on_all(&[])
    .and_910b(&[I8])
    .and_950(&[Hifloat8, F8E5m2, F8E4m3fn]);

/// Arguments of the versions of `aclnnDynamicBlockQuant`.
pub struct DynamicBlockQuantCall<'a> {
    /// `x`.
    pub x: &'a Input,
    /// `minScale`.
    pub min_scale: f64,
    /// `roundModeOptional`.
    pub round_mode: Option<&'a Text>,
    /// `dstType`.
    pub dst_type: i64,
    /// `rowBlockSize` and `colBlockSize`.
    pub block: [i64; 2],
    /// `dstTypeMax`, or 0.
    pub dst_type_max: f64,
    /// `yOut`.
    pub y: &'a Output,
    /// `scaleOut`.
    pub scale: &'a Output,
}

impl DynamicBlockQuantCall<'_> {
    fn block(&self) -> Result<[usize; 2]> {
        let (rows, columns): (&[i64], &[i64]) = match on_950() {
            true => (&[1, 64, 128, 256, 512], &[64, 128, 192, 256]),
            false => (&[1], &[1, 128]),
        };
        let [own_rows, own_columns] = self.block;
        if !rows.contains(&own_rows) {
            return refuse("rowBlockSize", own_rows, format!("one of {rows:?}"));
        }
        if !columns.contains(&own_columns) {
            return refuse("colBlockSize", own_columns, format!("one of {columns:?}"));
        }
        Ok(self.block.map(|extent| extent as usize))
    }

    /// Checks all, and plans it.
    pub fn plan(self) -> Planned {
        let (x, y, scale) = (self.x, self.y, self.scale);
        x.dtype_in(NUMBERS)?;
        y.dtype_in(CODES)?;
        scale.dtype_in(on_all(&[F32]))?;
        type_is("dstType", self.dst_type, y)?;
        let is_hifloat8 = y.dtype()? == Hifloat8;
        let names = if is_hifloat8 { &OF_HIFLOAT8[..1] } else { RINT };
        let mode = round_mode_or_rint(self.round_mode, names)?;
        if !(0.0..=f64::MAX).contains(&self.min_scale) {
            return Ok(refuse("minScale", self.min_scale, "0 or more")?);
        }
        let allowed: &[f64] = if is_hifloat8 {
            &[0.0, 15.0, 56.0, 224.0, 32768.0]
        } else {
            &[0.0]
        };
        if !allowed.contains(&self.dst_type_max) {
            return Ok(refuse(
                "dstTypeMax",
                self.dst_type_max,
                format!("one of {allowed:?}"),
            )?);
        }
        let block = self.block()?;
        x.rank_in(2..=3)?;
        x.has_elements()?;
        y.same_shape(x)?;
        let mut blocks = x.shape().to_vec();
        let first = blocks.len() - 2;
        for (extent, size) in blocks[first..].iter_mut().zip(self.block) {
            *extent = (*extent + size - 1) / size;
        }
        scale.shape_is(&blocks, "that of `x`, the last two dimensions in blocks")?;
        Ok(dynamic_block_quant(DynamicBlockQuant {
            x: x.read()?,
            groups: None,
            min_scale: f64::from(self.min_scale as f32),
            mode,
            block,
            dst_type_max: self.dst_type_max as f32,
            y: y.write()?,
            scale: scale.write()?,
        })?)
    }
}

/// Arguments of the versions of `aclnnGroupedDynamicBlockQuant`.
pub struct GroupedBlockQuantCall<'a> {
    /// `x`.
    pub x: &'a Input,
    /// `groupList`.
    pub group_list: &'a Input,
    /// `minScale`.
    pub min_scale: f64,
    /// `roundModeOptional`.
    pub round_mode: Option<&'a Text>,
    /// `dstType`.
    pub dst_type: i64,
    /// `rowBlockSize` and `colBlockSize`.
    pub block: [i64; 2],
    /// `groupListType`.
    pub group_list_type: i64,
    /// `dstTypeMax`, or 0.
    pub dst_type_max: f64,
    /// `yOut`.
    pub y: &'a Output,
    /// `scaleOut`.
    pub scale: &'a Output,
}

impl GroupedBlockQuantCall<'_> {
    fn attributes(&self) -> Result<RoundMode> {
        let is_hifloat8 = self.y.dtype()? == Hifloat8;
        type_is("dstType", self.dst_type, self.y)?;
        let mode = round_mode_or_rint(
            self.round_mode,
            if is_hifloat8 { OF_HIFLOAT8 } else { RINT },
        )?;
        if !(0.0..=f64::MAX).contains(&self.min_scale) {
            return refuse("minScale", self.min_scale, "0 or more");
        }
        let most = if is_hifloat8 { 32768.0 } else { 0.0 };
        if !(0.0..=most).contains(&self.dst_type_max) {
            return refuse(
                "dstTypeMax",
                self.dst_type_max,
                format!("0 to {most} for this type"),
            );
        }
        if self.group_list_type != 0 {
            return refuse("groupListType", self.group_list_type, "0");
        }
        let [rows, columns] = self.block;
        if ![1, 128, 256, 512].contains(&rows) {
            return refuse("rowBlockSize", rows, "1, 128, 256 or 512");
        }
        if ![64, 128, 192, 256].contains(&columns) {
            return refuse("colBlockSize", columns, "64, 128, 192 or 256");
        }
        Ok(mode)
    }

    /// Checks all, and plans it.
    pub fn plan(self) -> Planned {
        let (x, y, scale) = (self.x, self.y, self.scale);
        needs_chip(&[Generation::Ascend950])?;
        x.dtype_in(only_950(&[F16, Bf16]))?;
        self.group_list.dtype_in(only_950(&[I32]))?;
        y.dtype_in(only_950(&[Hifloat8, F8E5m2, F8E4m3fn]))?;
        scale.dtype_in(only_950(&[F32]))?;
        let mode = self.attributes()?;
        x.rank_in(2..=3)?;
        self.group_list.rank_in(1..=1)?;
        self.group_list.has_elements()?;
        y.same_shape(x)?;
        let mut blocks = x.shape().to_vec();
        let first = blocks.len() - 2;
        let [rows, columns] = self.block;
        blocks[first] = blocks[first] / rows + self.group_list.shape()[0];
        blocks[first + 1] = (blocks[first + 1] + columns - 1) / columns;
        if y.is_empty() && scale.is_empty() {
            return Ok(hostnpu_ops::Call::nothing([y.write()?, scale.write()?]));
        }
        x.has_elements()?;
        scale.shape_is(
            &blocks,
            "rows of blocks with one more for each group, and blocks of columns",
        )?;
        Ok(dynamic_block_quant(DynamicBlockQuant {
            x: x.read()?,
            groups: Some(self.group_list.read()?),
            min_scale: f64::from(self.min_scale as f32),
            mode,
            block: self.block.map(|extent| extent as usize),
            dst_type_max: self.dst_type_max as f32,
            y: y.write()?,
            scale: scale.write()?,
        })?)
    }
}
