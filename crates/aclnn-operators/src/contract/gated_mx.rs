//! Gated units in blocks with a scale each: the description that the operators of the family fill.

use super::mx::{Attributes, ELEMENTS, SCALES, even_for_fp4, group_scales_of, refuse, scales_of};
use super::sets::HALVES;
use super::{needs_chip, only_950};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output, TensorArg};
use crate::device::soc::Generation;
use crate::error::Result;
use crate::ops::mx::Output as MxOutput;
use crate::ops::quant::{Blocks, GatedMxQuant, GroupList, Unit, gated_mx_quant};
use crate::tensor::Dtype::*;
use hostnpu_ops::Call;

/// Axes of the blocks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Along {
    /// The last one.
    Last,
    /// The one before.
    Before,
    /// Both: the first output along the last one.
    Both,
}

/// Arguments of an operator of the family.
pub struct GatedMxCall<'a> {
    /// `x`.
    pub x: &'a Input,
    /// `yGrad`.
    pub gradient: Option<&'a Input>,
    /// `groupIndexOptional`, and its meaning.
    pub groups: Option<(&'a Input, GroupList)>,
    /// True if `x` is halved along the axis before the last one.
    pub halves_rows: bool,
    /// The unit.
    pub unit: Unit,
    /// Axes of the blocks.
    pub along: Along,
    /// Attributes of microscaling.
    pub attributes: Attributes,
    /// Least and largest rank of `x`.
    pub ranks: std::ops::RangeInclusive<usize>,
    /// The codes and the scales.
    pub outputs: Vec<[&'a Output; 2]>,
}

/// An axis of a tensor that is the last one or the one before; returns whether it is the last one.
pub fn is_last_axis(name: &'static str, axis: i64, rank: usize) -> Result<bool> {
    let rank = rank as i64;
    match axis {
        _ if axis == -1 || axis == rank - 1 => Ok(true),
        _ if axis == -2 || axis == rank - 2 && rank > 1 => Ok(false),
        _ => refuse(
            name,
            axis,
            "-1, -2, or the number of one of the last two dimensions",
        ),
    }
}

impl GatedMxCall<'_> {
    /// The shape of what is quantised.
    fn results(&self) -> Result<Vec<i64>> {
        let mut shape = self.x.shape().to_vec();
        let rank = shape.len();
        let axis = if self.halves_rows {
            rank.checked_sub(2)
        } else {
            rank.checked_sub(1)
        };
        let Some(extent) = axis.and_then(|axis| shape.get_mut(axis)) else {
            return Err(self.x.shape_refused("a dimension to halve"));
        };
        if *extent % 2 != 0 {
            return Err(self
                .x
                .shape_refused("an even extent of the dimension that is halved"));
        }
        if self.gradient.is_none() {
            *extent /= 2;
        }
        Ok(shape)
    }

    fn types(&self) -> Result<()> {
        self.x.dtype_in(HALVES)?;
        self.x.format_nd()?;
        if let Some(gradient) = self.gradient {
            gradient.same_dtype(self.x)?;
        }
        if let Some((groups, _)) = self.groups {
            groups.dtype_in(only_950(&[I32, I64]))?;
        }
        for [y, scales] in &self.outputs {
            y.dtype_in(ELEMENTS)?;
            scales.dtype_in(SCALES)?;
        }
        if let [[first, _], [second, _]] = self.outputs[..] {
            second.same_dtype(first)?;
        }
        Ok(())
    }

    fn shapes(&self, block: usize) -> Result<()> {
        let x = self.x;
        x.rank_in(self.ranks.clone())?;
        let results = self.results()?;
        let rank = results.len();
        if let Some(gradient) = self.gradient {
            let mut halved = results.clone();
            halved[rank - 1] /= 2;
            gradient.shape_is(&halved, "that of `x` with half the last dimension")?;
        }
        if let Some((groups, _)) = self.groups {
            groups.rank_in(1..=1)?;
            if !(1..=256).contains(&groups.shape()[0]) {
                return Err(groups.shape_refused("1 to 256 groups"));
            }
            if (self.along != Along::Last || self.halves_rows) && rank != 2 {
                return Err(x.shape_refused("two dimensions, for groups along this axis"));
            }
        }
        for (number, [y, scales]) in self.outputs.iter().enumerate() {
            y.shape_is(&results, "that of the results")?;
            let last = self.along == Along::Last || self.along == Along::Both && number == 0;
            match (last, self.groups) {
                (true, _) => scales_of(scales, y, rank - 1, block)?,
                (false, None) => scales_of(scales, y, rank - 2, block)?,
                (false, Some((groups, _))) => {
                    scales.rank_in(3..=3)?;
                    group_scales_of(scales, y, groups)?;
                }
            }
        }
        Ok(())
    }

    /// Checks all, and plans it.
    pub fn plan(self) -> Planned {
        needs_chip(&[Generation::Ascend950])?;
        self.types()?;
        let first: &TensorArg = self.outputs[0][0];
        let recipe = self.attributes.recipe(self.x.dtype()?, first)?;
        self.shapes(recipe.block)?;
        even_for_fp4(first, recipe.format)?;
        if recipe.format.parameters().bits() == 4 {
            for [y, _] in &self.outputs {
                y.contiguous()?;
            }
        }
        let write = |[y, scales]: [&Output; 2]| -> Result<MxOutput> {
            Ok(MxOutput {
                elements: y.write()?,
                scales: scales.write()?,
            })
        };
        if first.is_empty() {
            let outputs: Result<Vec<MxOutput>> = self.outputs.into_iter().map(write).collect();
            let outputs = outputs?.into_iter();
            return Ok(Call::nothing(
                outputs.flat_map(|of| [of.elements, of.scales]),
            ));
        }
        let blocks = match (self.along, &self.outputs[..]) {
            (Along::Before, [output, ..]) => Blocks::Before(write(*output)?),
            (_, [last, before]) => Blocks::Both {
                last: write(*last)?,
                before: write(*before)?,
            },
            _ => Blocks::Last(write(self.outputs[0])?),
        };
        let rows = self.x.shape()[..self.x.rank() - 1]
            .last()
            .copied()
            .unwrap_or(1);
        let groups = match self.groups {
            Some((groups, kind)) => Some((groups.read()?, kind)),
            None => None,
        };
        Ok(gated_mx_quant(GatedMxQuant {
            x: self.x.read()?,
            gradient: self.gradient.map(Input::read).transpose()?,
            groups,
            split: self.halves_rows.then_some([rows as usize / 2, 1]),
            unit: self.unit,
            recipe,
            blocks,
        })?)
    }
}
