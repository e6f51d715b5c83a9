//! Gated units: a tensor of which the halves along an axis are operands.

use super::sets::SHORT_EVERYWHERE;
use super::{axis, needs_chip};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::{Code, Outcome};
use crate::argument::{Input, Output, TensorArg, Text};
use crate::device::soc::Generation;
use crate::error::{Error, Result};
use crate::ops::gated::{CLIPPED_SWIGLU, CLIPPED_SWIGLU_GRAD, CLIPPED_SWISH, Split, Unit};
use crate::tensor::{Dtype, Value};

/// Checks the types of a generated unit, which all tensors share, and the chip.
pub fn generated_unit(x: &Input, others: &[&TensorArg], chips: &[Generation]) -> Result<()> {
    x.dtype_in(SHORT_EVERYWHERE)?;
    others.iter().try_for_each(|other| other.same_dtype(x))?;
    needs_chip(chips)
}

/// A tensor that is split, by the number of a dimension.
#[derive(Clone, Copy, Debug)]
pub struct Halves<'a> {
    whole: &'a TensorArg,
    axis: usize,
}

impl<'a> Halves<'a> {
    /// Refuses a dimension that the tensor does not have, and an odd extent.
    pub fn new(whole: &'a TensorArg, dim: i64) -> Result<Self> {
        let axis = axis("dim", dim, whole.rank())?;
        if whole.shape()[axis] % 2 != 0 {
            let allowed = format!("an even extent of dimension {axis}");
            return Err(whole.shape_refused(allowed));
        }
        Ok(Self { whole, axis })
    }

    /// As [`Halves::new`] of a tensor of 1 to 8 dimensions.
    pub fn up_to_rank_8(whole: &'a TensorArg, dim: i64) -> Result<Self> {
        whole.rank_in(1..=8)?;
        Self::new(whole, dim)
    }

    /// Returns the halves along the dimension.
    pub fn split(self) -> Split {
        Split::along(self.axis)
    }

    /// Refuses tensors of another shape than that of a half.
    pub fn are_shaped(self, halves: &[&TensorArg]) -> Result<Self> {
        let mut shape = self.whole.shape().to_vec();
        shape[self.axis] /= 2;
        let reason = format!("half of `{}`", self.whole.name());
        for half in halves {
            half.shape_is(&shape, &reason)?;
        }
        Ok(self)
    }
}

/// Returns whether a Gaussian error linear unit is approximated by the hyperbolic tangent; refuses other numbers than 0 and 1.
pub fn approximate(number: i64) -> Result<bool> {
    match number {
        0 | 1 => Ok(number == 1),
        _ => Err(Error::value("approximate", number, "0 or 1")),
    }
}

/// The same by a name; refuses others than "none" and "tanh".
pub fn approximate_by_name(text: &Text) -> Result<bool> {
    match &**text {
        "none" => Ok(false),
        "tanh" => Ok(true),
        other => Err(Error::value(text.name(), other, "none or tanh")),
    }
}

/// Refuses numbers of groups that are not INT64.
pub fn int64(groups: Option<&Input>) -> Result<()> {
    groups.map_or(Ok(()), |groups| groups.dtype_is(Dtype::I64))
}

/// Refuses Ascend910.
pub fn not_on_910() -> Result<()> {
    use Generation::*;
    needs_chip(&[Ascend910B, Ascend950, Other])
}

/// Checks the shapes of a generated gradient: of the gradient of the halves of `x`, and of the result.
pub fn gradient_of_halves<'a>(
    gradient: &TensorArg,
    x: &'a TensorArg,
    dim: i64,
    out: &TensorArg,
) -> Outcome<Halves<'a>> {
    let halves = Halves::up_to_rank_8(x, dim).and_then(|halves| {
        halves.are_shaped(&[gradient])?;
        out.same_shape(x)?;
        Ok(halves)
    });
    halves.code(ACLNN_ERR_INNER_TILING_ERROR)
}

/// Checks the shapes of a generated unit of the halves of rows, of 2 to 8 dimensions.
pub fn halves_of_rows(x: &TensorArg, out: &TensorArg) -> Outcome<Split> {
    let checked = || -> Result<Split> {
        x.rank_in(2..=8)?;
        let halves = Halves::new(x, -1)?.are_shaped(&[out])?;
        Ok(halves.split())
    };
    checked().code(ACLNN_ERR_INNER_TILING_ERROR)
}

/// Clipped units: where they are computed.
#[derive(Clone, Copy, Debug)]
pub struct ClippedUnit<'a> {
    groups: Option<&'a Input>,
    dim: i64,
    interleaved: bool,
}

impl<'a> ClippedUnit<'a> {
    /// In as many of the first rows as the elements of `groups` add up to, of halves from dimension `dim` on.
    pub fn new(groups: Option<&'a Input>, dim: i64, interleaved: bool) -> Self {
        Self {
            groups,
            dim,
            interleaved,
        }
    }

    /// Checks the limit, the dimension and the groups; returns the halves.
    fn halves(self, x: &TensorArg, limit: f32, mode: i64) -> Result<Halves<'_>> {
        if limit <= 0.0 || limit.is_nan() {
            return Err(Error::value("limit", limit, "a number above 0"));
        }
        if !(0..=1).contains(&mode) {
            return Err(Error::value("clampMode", mode, "0 or 1"));
        }
        let halves = Halves::up_to_rank_8(x, self.dim)?;
        if let Some(groups) = self.groups {
            groups.rank_in(1..=1)?;
            if !(1..=8192).contains(&groups.numel()) {
                return Err(groups.shape_refused("1 to 8192 elements"));
            }
        }
        Ok(halves)
    }

    /// Plans the unit of alpha, limit and bias.
    pub fn forward(self, x: &Input, numbers: [f64; 3], mode: i64, out: &Output) -> Planned {
        int64(self.groups)?;
        let numbers = numbers.map(|number| number as f32);
        let halves = self.halves(x, numbers[1], mode);
        let halves = halves.and_then(|halves| halves.are_shaped(&[out]));
        let halves = halves.code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let (compute, split) = (x.dtype()?, halves.split().interleaved(self.interleaved));
        let parameters = numbers.map(Value::new);
        let groups = self.groups.map(Input::read).transpose()?;
        let (input, outputs) = (x.read()?, [out.write()?]);
        if mode == 1 {
            let unit = Unit {
                table: &CLIPPED_SWISH,
                compute,
                parameters: &parameters[1..2],
                split,
            };
            return Ok(unit.forward(input, None, groups, outputs)?);
        }
        let unit = Unit {
            table: &CLIPPED_SWIGLU,
            compute,
            parameters: &parameters,
            split,
        };
        let weight = Value::new(1.0_f32).into();
        Ok(unit.forward(input, Some(weight), groups, outputs)?)
    }

    /// Plans its gradient.
    pub fn gradient(self, gradient: &Input, x: &Input, numbers: [f64; 3], out: &Output) -> Planned {
        int64(self.groups)?;
        let numbers = numbers.map(|number| number as f32);
        let halves = self.halves(x, numbers[1], 0);
        let halves = halves.code(ACLNN_ERR_INNER_TILING_ERROR)?;
        gradient_of_halves(gradient, x, self.dim, out)?;
        let unit = Unit {
            table: &CLIPPED_SWIGLU_GRAD,
            compute: x.dtype()?,
            parameters: &numbers.map(Value::new),
            split: halves.split().interleaved(self.interleaved),
        };
        let groups = self.groups.map(Input::read).transpose()?;
        let (gradient, input) = (gradient.read()?, x.read()?);
        Ok(unit.gradient(gradient, input, None, groups, out.write()?)?)
    }
}
