//! Gated units that quantise: the description that the versions of an operator fill.

use super::axis;
use super::mx::refuse;
use super::quant::codes_fit;
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output, Text};
use crate::contract::{Dtypes, on_all};
use crate::device::soc::{Generation, generation};
use crate::error::Result;
use crate::ops::Arg;
use crate::ops::quant::{GatedRule, GroupList, RoundMode, SwigluQuant, Unit, swiglu_quant};
use crate::tensor::Dtype::{self, *};
use hostnpu_ops::Call;

/// FLOAT.
const FLOAT: Dtypes = on_all(&[F32]);

/// Returns whether scales follow from the range of rows; refuses other names than "static" and "dynamic".
pub fn is_dynamic(mode: Option<&Text>, of_null: bool) -> Result<bool> {
    let Some(mode) = mode else {
        return Ok(of_null);
    };
    match &**mode {
        "static" => Ok(false),
        "dynamic" => Ok(true),
        other => refuse(
            mode.name(),
            format!("{other:?}"),
            "\"static\" or \"dynamic\"",
        ),
    }
}

/// Arguments of the versions of `aclnnSwiGluQuant`.
pub struct SwiGluQuantCall<'a> {
    /// `x`.
    pub x: &'a Input,
    /// `smoothScalesOptional`.
    pub smooth: Option<&'a Input>,
    /// `offsetsOptional`.
    pub offsets: Option<&'a Input>,
    /// `groupIndexOptional`.
    pub group_index: Option<&'a Input>,
    /// `activateLeft`.
    pub activate_left: bool,
    /// `quantModeOptional`.
    pub mode: Option<&'a Text>,
    /// `groupListType`, or 0.
    pub group_list_type: i64,
    /// Types of codes.
    pub codes: Dtypes,
    /// `yOut`.
    pub y: &'a Output,
    /// `scaleOut`.
    pub scale: &'a Output,
}

impl SwiGluQuantCall<'_> {
    fn types(&self) -> Result<()> {
        self.x.dtype_in(on_all(&[]).and_910b(&[F16, Bf16, F32]))?;
        for factor in [self.smooth, self.offsets].into_iter().flatten() {
            factor.dtype_in(FLOAT)?;
        }
        if let Some(group_index) = self.group_index {
            group_index.dtype_in(on_all(&[I32]))?;
        }
        self.y.dtype_in(self.codes)?;
        self.scale.dtype_in(FLOAT)
    }

    fn shapes(&self, dynamic: bool) -> Result<()> {
        let x = self.x;
        x.rank_in(2..=8)?;
        let shape = x.shape();
        let (&wide, rows) = shape.split_last().unwrap_or((&0, &[]));
        if wide % 2 != 0 || wide > 8192 {
            return Err(x.shape_refused("an even last dimension up to 8192"));
        }
        let results = [rows, &[wide / 2]].concat();
        codes_fit(self.y, &results, x)?;
        self.scale
            .shape_is(rows, "that of `x` without its last dimension")?;
        let groups = match self.group_index {
            Some(group_index) => {
                group_index.rank_in(1..=1)?;
                group_index.has_elements()?;
                let groups = group_index.shape()[0];
                if groups > rows.iter().product() {
                    return Err(group_index.shape_refused("as many groups as rows at most"));
                }
                groups
            }
            None => 1,
        };
        for factor in [self.smooth, self.offsets.filter(|_| !dynamic)]
            .into_iter()
            .flatten()
        {
            match factor.shape() {
                [own] if *own == groups => {}
                [own, columns] if *own == groups && *columns == wide / 2 => {}
                _ => {
                    return Err(
                        factor.shape_refused(format!("[{groups}] or [{groups}, {}]", wide / 2))
                    );
                }
            }
        }
        match (self.smooth, self.offsets) {
            (Some(smooth), Some(offsets)) if !dynamic => offsets.same_shape(smooth),
            (None, _) if !dynamic => {
                refuse("smoothScalesOptional", "null", "a tensor for \"static\"")
            }
            _ => Ok(()),
        }
    }

    /// Checks all, and plans it.
    pub fn plan(self) -> Planned {
        self.types()?;
        let dynamic = is_dynamic(self.mode, true)?;
        let list = match self.group_list_type {
            0 => GroupList::Ends,
            1 => GroupList::Counts,
            other => return Ok(refuse("groupListType", other, "0 or 1")?),
        };
        self.shapes(dynamic)?;
        let (x, y, scale) = (self.x, self.y, self.scale);
        if y.is_empty() {
            return Ok(Call::nothing([y.write()?, scale.write()?]));
        }
        let read = |of: Option<&Input>| -> Result<Option<Arg>> { of.map(Input::read).transpose() };
        let rule = match (dynamic, read(self.smooth)?) {
            (false, Some(scale)) => GatedRule::Given {
                scale,
                divides: false,
                offset: read(self.offsets)?,
            },
            (_, smooth) => GatedRule::Row {
                smooth,
                scale: scale.write()?,
                inverse: true,
            },
        };
        Ok(swiglu_quant(SwigluQuant {
            x: x.read()?,
            weight_scale: None,
            activation_scale: None,
            bias: None,
            groups: read(self.group_index)?.map(|index| (index, list)),
            split: None,
            row_weight: None,
            origin: None,
            unit: Unit::plain(self.activate_left),
            rule,
            mode: RoundMode::Rint,
            y: y.write()?,
        })?)
    }
}

/// Arguments of the versions of `aclnnDequantSwigluQuant`.
pub struct DequantSwigluCall<'a> {
    /// `x`.
    pub x: &'a Input,
    /// `weightScaleOptional`.
    pub weight_scale: Option<&'a Input>,
    /// `activationScaleOptional`.
    pub activation_scale: Option<&'a Input>,
    /// `biasOptional`.
    pub bias: Option<&'a Input>,
    /// `quantScaleOptional`.
    pub quant_scale: Option<&'a Input>,
    /// `quantOffsetOptional`.
    pub quant_offset: Option<&'a Input>,
    /// `groupIndexOptional`.
    pub group_index: Option<&'a Input>,
    /// The unit.
    pub unit: Unit,
    /// `quantModeOptional`.
    pub mode: Option<&'a Text>,
    /// Rounding mode of codes.
    pub rounding: RoundMode,
    /// `activateDim`, or -1.
    pub activate_dim: i64,
    /// Types of codes.
    pub codes: Dtypes,
    /// `yOut`.
    pub y: &'a Output,
    /// `scaleOut`.
    pub scale: &'a Output,
}

impl DequantSwigluCall<'_> {
    fn types(&self) -> Result<()> {
        let x = self.x;
        x.dtype_in(on_all(&[]).and_910b(&[I32, Bf16]).and_950(&[F16]))?;
        for factor in [self.weight_scale, self.activation_scale]
            .into_iter()
            .flatten()
        {
            factor.dtype_in(FLOAT)?;
        }
        if let Some(bias) = self.bias {
            bias.dtype_in(on_all(&[F32, F16, Bf16, I32]))?;
        }
        for factor in [self.quant_scale, self.quant_offset].into_iter().flatten() {
            factor.dtype_in(on_all(&[F32, F16]))?;
        }
        if let Some(group_index) = self.group_index {
            group_index.dtype_in(on_all(&[I32, I64]))?;
        }
        self.y.dtype_in(self.codes)?;
        self.scale.dtype_in(FLOAT)?;
        let sums = x.dtype()? == I32;
        let names = [
            (self.weight_scale, "weightScaleOptional"),
            (self.activation_scale, "activationScaleOptional"),
            (self.bias, "biasOptional"),
        ];
        match (sums, self.weight_scale) {
            (true, None) => {
                return Err(crate::error::Reason::Null {
                    arg: "weightScaleOptional",
                }
                .into());
            }
            (true, _) => {}
            (false, _) => {
                if let Some((_, name)) = names.into_iter().find(|(given, _)| given.is_some()) {
                    return refuse(name, "a tensor", "null, for `x` is not INT32");
                }
            }
        }
        Ok(())
    }

    /// Half the extent of the axis that is halved, and the rows of one of its indices.
    fn halves(&self, split: usize) -> [usize; 2] {
        let shape = self.x.shape();
        let inner: i64 = shape[split + 1..shape.len() - 1].iter().product();
        [shape[split] / 2, inner].map(|extent| extent as usize)
    }

    fn shapes(&self, split: usize, dynamic: bool) -> Result<()> {
        let x = self.x;
        let shape = x.shape();
        let last = shape.len() - 1;
        if shape[split] % 2 != 0 {
            return Err(x.shape_refused(format!("an even dimension {split}")));
        }
        let mut results = shape.to_vec();
        results[split] /= 2;
        codes_fit(self.y, &results, x)?;
        self.scale
            .numel_is(results[..last].iter().product::<i64>() as usize)?;
        if let Some(activation) = self.activation_scale {
            activation.numel_is(shape[..last].iter().product::<i64>() as usize)?;
        }
        if let Some(group_index) = self.group_index {
            group_index.rank_in(1..=2)?;
            group_index.has_elements()?;
            if group_index.rank() == 2 {
                group_index.shape_is(
                    &[group_index.shape()[0], 2],
                    "pairs of a group and its rows",
                )?;
            }
        }
        if !dynamic && self.quant_scale.is_none() {
            return Err(crate::error::Reason::Null {
                arg: "quantScaleOptional",
            }
            .into());
        }
        Ok(())
    }

    /// Checks all, and plans it.
    pub fn plan(self) -> Planned {
        let x = self.x;
        self.types()?;
        x.rank_in(2..=8)?;
        let split = axis("activateDim", self.activate_dim, x.rank())?;
        let dynamic = is_dynamic(self.mode, false)?;
        if ![0, 1, 2, 3].contains(&self.unit.mode) {
            return Ok(refuse("swigluMode", self.unit.mode, "0, 1, 2 or 3")?);
        }
        if self.unit.mode == 1 && !self.unit.activate_left {
            return Ok(refuse("activateLeft", false, "true for swigluMode 1")?);
        }
        if self.unit.mode != 0 && !(self.unit.limit > 0.0 && self.unit.limit.is_finite()) {
            return Ok(refuse(
                "clampLimit",
                self.unit.limit,
                "a finite number above 0",
            )?);
        }
        let is_last = split + 1 == x.rank();
        if !is_last && (dynamic || self.group_index.is_some()) {
            return Ok(refuse(
                "activateDim",
                self.activate_dim,
                "the last dimension, for groups and \"dynamic\"",
            )?);
        }
        if generation() == Generation::Ascend910B && !is_last {
            return Ok(refuse(
                "activateDim",
                self.activate_dim,
                "the last dimension on this chip",
            )?);
        }
        self.shapes(split, dynamic)?;
        let (y, scale) = (self.y, self.scale);
        if y.is_empty() {
            return Ok(Call::nothing([y.write()?, scale.write()?]));
        }
        let read = |of: Option<&Input>| -> Result<Option<Arg>> { of.map(Input::read).transpose() };
        let list = |index: Arg| {
            let pairs = index.view.layout.rank() == 2;
            (
                index,
                if pairs {
                    GroupList::Pairs
                } else {
                    GroupList::Counts
                },
            )
        };
        let rule = match (dynamic, read(self.quant_scale)?) {
            (false, Some(scale)) => GatedRule::Given {
                scale,
                divides: true,
                offset: read(self.quant_offset)?,
            },
            (_, smooth) => GatedRule::Row {
                smooth,
                scale: scale.write()?,
                inverse: false,
            },
        };
        Ok(swiglu_quant(SwigluQuant {
            x: x.read()?,
            weight_scale: read(self.weight_scale)?,
            activation_scale: read(self.activation_scale)?,
            bias: read(self.bias)?,
            groups: read(self.group_index)?.map(list),
            split: (!is_last).then(|| self.halves(split)),
            row_weight: None,
            origin: None,
            unit: self.unit,
            rule,
            mode: self.rounding,
            y: y.write()?,
        })?)
    }
}

/// The types of codes of the later versions.
pub const CODES: Dtypes = on_all(&[])
    .and_910b(&[I8])
    .and_950(&[Hifloat8, F8E5m2, F8E4m3fn, F4E2m1, F4E1m2]);

/// The rounding modes of a type of codes.
pub fn modes_of(dtype: Dtype) -> &'static [(&'static str, RoundMode)] {
    const FP4: &[(&str, RoundMode)] = &[
        ("rint", RoundMode::Rint),
        ("round", RoundMode::Round),
        ("floor", RoundMode::Floor),
        ("ceil", RoundMode::Ceil),
        ("trunc", RoundMode::Trunc),
    ];
    match dtype {
        F4E2m1 | F4E1m2 => FP4,
        Hifloat8 => &FP4[1..2],
        _ => &FP4[..1],
    }
}
