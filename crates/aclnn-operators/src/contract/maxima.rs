//! Numbers quantised beside their largest magnitude: the description that the operators fill.

use super::mx::type_is;
use super::quant::{OF_HIFLOAT8, RINT, round_mode};
use super::{needs_chip, only_950};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output, Text};
use crate::device::soc::Generation;
use crate::ops::quant::{QuantMax, quant_max};
use crate::tensor::Dtype::*;
use hostnpu_ops::Call;

/// Arguments of `aclnnQuantMax` and `aclnnGroupedQuantMax`.
pub struct QuantMaxCall<'a> {
    /// `x`.
    pub x: &'a Input,
    /// `scale`.
    pub scale: &'a Input,
    /// `groupList`.
    pub group_list: Option<&'a Input>,
    /// `roundMode`.
    pub round_mode: &'a Text,
    /// `dstType`.
    pub dst_type: i64,
    /// `y`.
    pub y: &'a Output,
    /// `amax`.
    pub amax: &'a Output,
}

impl QuantMaxCall<'_> {
    /// Checks all, and plans it.
    pub fn plan(self) -> Planned {
        let (x, scale, y, amax) = (self.x, self.scale, self.y, self.amax);
        needs_chip(&[Generation::Ascend950])?;
        x.dtype_in(only_950(&[F32, F16, Bf16]))?;
        x.rank_in(if self.group_list.is_some() { 2 } else { 1 }..=8)?;
        scale.dtype_in(only_950(&[F32]))?;
        scale.has_elements()?;
        let groups = match self.group_list {
            Some(groups) => {
                groups.dtype_in(only_950(&[I64]))?;
                groups.rank_in(1..=1)?;
                if !(1..=384).contains(&groups.shape()[0]) {
                    return Err(groups.shape_refused("1 to 384 groups").into());
                }
                groups.shape()[0]
            }
            None => 1,
        };
        scale.shape_is(&[groups], "a factor for each group, or one")?;
        y.dtype_in(only_950(&[Hifloat8, F8E5m2, F8E4m3fn]))?;
        type_is("dstType", self.dst_type, y)?;
        let names = if y.dtype()? == Hifloat8 {
            OF_HIFLOAT8
        } else {
            RINT
        };
        let mode = round_mode(self.round_mode, names)?;
        y.same_shape(x)?;
        amax.same_dtype(x)?;
        amax.shape_is(&[groups], "a magnitude for each group, or one")?;
        if x.is_empty() {
            return Ok(Call::nothing([y.write()?, amax.write()?]));
        }
        Ok(quant_max(QuantMax {
            x: x.read()?,
            scale: scale.read()?,
            groups: self.group_list.map(Input::read).transpose()?,
            mode,
            y: y.write()?,
            amax: amax.write()?,
        })?)
    }
}
