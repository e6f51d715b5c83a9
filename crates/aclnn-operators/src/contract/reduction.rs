//! Reductions: which axes there are, and which shapes outputs have.

use super::sets::SHORT_EVERYWHERE;
use super::{Dtypes, SHORT_FLOATING, needs_chip, on_950};
use crate::abi::acl::types::aclFormat;
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::{ACLNN_ERR_INNER_NULLPTR, ACLNN_ERR_PARAM_NULLPTR, aclnnStatus};
use crate::abi::failure::{Code, Outcome};
use crate::argument::{Input, Ints, Output, Scalar, TensorArg};
use crate::device::soc::Generation;
use crate::error::{Error, Reason, Result};
use crate::ops::pointwise;
use crate::ops::reductions::{Axes, Reduction};
use crate::ops::{self, Arg, Call, reductions};
use crate::tensor::{Dtype, Value};

/// A number for every element of an output, as its type has it: 0 and NaN for integers is 0.
pub fn fill(value: f64, out: &Output) -> Planned {
    let value = match out.dtype()? {
        dtype if dtype.is_integer() && value.is_nan() => Value::new(0_i64),
        dtype if dtype.is_integer() => Value::new(value as i64),
        _ => Value::new(value),
    };
    Ok(pointwise::fill(value, out.write()?)?)
}

/// Plans nothing: `input` is empty, and outputs stay as they are.
pub fn untouched(input: &Input, outputs: &[&Output]) -> Planned {
    let outputs = outputs.iter().map(|out| out.write());
    let args: Vec<Arg> = std::iter::once(input.read())
        .chain(outputs)
        .collect::<Result<_>>()?;
    Ok(Call::nothing(args))
}

/// The contract of the largest and the smallest element over axes; returns the axes. `empty_is_all` is whether no axis means every one.
pub fn extreme_over_axes(
    types: Dtypes,
    self_: &Input,
    dims: &Ints,
    keep: bool,
    out: &Output,
    empty_is_all: bool,
) -> Result<Axes> {
    out.same_dtype(self_)?;
    self_.dtype_in(types)?;
    let mut axes = Axes::default();
    for &dim in dims.iter() {
        let axis = self_.axis(dims.name(), dim)?;
        self_.has_extent_along(dims.name(), axis)?;
        axes = axes.with(axis);
    }
    self_.distinct_axes(dims)?;
    if dims.is_empty() && empty_is_all {
        axes = Axes::all(self_.rank());
    }
    self_.max_rank(8)?;
    out.max_rank(8)?;
    out.has_reduced_shape(self_, axes, keep)?;
    Ok(axes)
}

/// The rank limit of both operands of a reduction.
pub fn both_up_to_rank_8(self_: &TensorArg, out: &TensorArg) -> Result<()> {
    self_.max_rank(8)?;
    out.max_rank(8)
}

/// A number for every element of an output of a real type, because the input is empty.
pub fn fill_real(value: f64, out: &Output) -> Planned {
    let dtype: Dtype = out.dtype()?;
    match dtype.is_complex() {
        true => {
            let allowed = "a real type, where the input is empty";
            Err(Error::dtype(out.name(), dtype, allowed).into())
        }
        false => fill(value, out),
    }
}

/// The contract of the largest and the smallest element of a whole tensor, in any of the types.
pub fn extreme_of_all(
    table: &'static Reduction,
    types: Dtypes,
    self_: &Input,
    out: &Output,
) -> Planned {
    self_.dtype_in(types)?;
    out.dtype_in(types)?;
    both_up_to_rank_8(self_, out)?;
    if self_.is_empty() || out.is_empty() {
        return untouched(self_, &[out]);
    }
    let axes = Axes::all(self_.rank());
    out.holds_reduced(self_, axes, false)?;
    Ok(reductions::one(
        table,
        self_.dtype()?,
        self_.read()?,
        axes,
        out.write()?,
    )?)
}

/// The contract of the largest and the smallest element over axes, and its number: values, then indices, in any of the types.
pub fn extreme_with_index(
    table: &'static Reduction,
    types: Dtypes,
    (self_, dim, keep): (&Input, i64, bool),
    out: &Output,
    indices: &Output,
) -> Planned {
    self_.dtype_in(types)?;
    out.same_dtype(self_)?;
    both_up_to_rank_8(self_, out)?;
    indices.max_rank(8)?;
    let axis = Axes::one(self_.axis("dim", dim)?);
    if self_.is_empty() {
        return untouched(self_, &[out, indices]);
    }
    takes_indices(indices, ACLNN_ERR_PARAM_NULLPTR)?;
    indices.holds_reduced(self_, axis, keep)?;
    out.holds_reduced(self_, axis, keep)?;
    let (values, indices) = (out.write()?, indices.write()?);
    Ok(reductions::with_index(
        table,
        self_.read()?,
        axis,
        values,
        indices,
    )?)
}

/// Checks of operators that write both the smallest and the largest element.
pub fn both_extremes(types: Dtypes, self_: &Input, min: &Output, max: &Output) -> Result<()> {
    self_.dtype_in(types)?;
    min.same_dtype(self_)?;
    max.same_dtype(self_)?;
    both_up_to_rank_8(self_, min)?;
    max.max_rank(8)
}

/// Plans both over axes; nothing is written of an empty `self`.
pub fn extremes(self_: &Input, axes: Axes, keep: bool, min: &Output, max: &Output) -> Planned {
    if self_.is_empty() {
        return untouched(self_, &[min, max]);
    }
    min.holds_reduced(self_, axes, keep)?;
    max.holds_reduced(self_, axes, keep)?;
    let (least, most) = (min.write()?, max.write()?);
    Ok(reductions::extremes(self_.read()?, axes, least, most)?)
}

/// Refuses indices of other types than INT32 and INT64 on Ascend950, and elsewhere of types that INT64 does not convert to.
pub fn takes_indices(out: &Output, code: aclnnStatus) -> Outcome {
    let dtype = out.dtype()?;
    let allowed = match on_950() {
        true => matches!(dtype, Dtype::I32 | Dtype::I64),
        false => ops::convertible(Dtype::I64, dtype),
    };
    match allowed {
        true => Ok(()),
        false => Err(Error::dtype(out.name(), dtype, "INT32 or INT64")).code(code),
    }
}

/// Results of the variance family.
#[derive(Clone, Copy)]
pub struct Spread {
    /// Reduction over the variance.
    pub table: &'static Reduction,
    /// Number that is taken off the number of elements before it divides.
    pub correction: i64,
    /// True if too few elements give NaN or infinity whatever they are, as where the vendor's host code fills the output.
    pub filled: bool,
}

impl Spread {
    /// Plans it, and the mean, if it is asked for. An empty `self` gives NaN.
    pub fn plan(self, self_: &Input, axes: Axes, out: &Output, mean: Option<&Output>) -> Planned {
        let count = axes.count(self_.shape());
        let value = match count {
            _ if self_.is_empty() => Some(f64::NAN),
            1 if self.filled && self.correction >= 1 => Some(f64::NAN),
            _ if self.filled && self.correction > 1 && count <= self.correction => {
                Some(f64::INFINITY)
            }
            _ => None,
        };
        let Some(value) = value else {
            let degrees = (i128::from(count) - i128::from(self.correction)) as f64;
            let (input, out) = (self_.read()?, out.write()?);
            let mean = mean.map(Output::write).transpose()?;
            let dtype = self_.dtype()?;
            return Ok(reductions::about_mean(
                self.table,
                (degrees, 0.0),
                dtype,
                (input, axes),
                out,
                mean,
            )?);
        };
        let Some(mean) = mean else {
            return fill(value, out);
        };
        let (input, out) = (self_.read()?, out.write()?);
        let (dtype, mean) = (self_.dtype()?, mean.write()?);
        Ok(reductions::fill_beside_mean(
            value,
            dtype,
            (input, axes),
            out,
            mean,
        )?)
    }
}

/// Refuses another shape of an output, with 561103 where no axes are named: there the vendor's copy finds it out.
pub fn shape_if_axes(
    out: &Output,
    self_: &Input,
    dims: Option<&Ints>,
    axes: Axes,
    keep: bool,
) -> Outcome {
    match dims.is_some_and(|dims| !dims.is_empty()) {
        true => Ok(out.has_reduced_shape(self_, axes, keep)?),
        false => out
            .holds_reduced(self_, axes, keep)
            .code(ACLNN_ERR_INNER_NULLPTR),
    }
}

/// Refuses complex types.
pub fn real_numbers(tensors: &[&TensorArg]) -> Result<()> {
    for tensor in tensors {
        let dtype = tensor.dtype()?;
        if dtype.is_complex() {
            return Err(Error::dtype(tensor.name(), dtype, "real numbers"));
        }
    }
    Ok(())
}

/// Returns the computation type of a norm: that of `out` if it is FLOAT or that of `self`, else FLOAT, which Ascend950 has no kernel for (561103).
pub fn norm_computes_in(self_: &Input, out: &Output) -> Outcome<Dtype> {
    let (from, to) = (self_.dtype()?, out.dtype()?);
    match from == to && SHORT_FLOATING.contains(from) || to == Dtype::F32 {
        true => Ok(to),
        false if on_950() => {
            let allowed = format!("FLOAT or {from} (that of `{}`)", self_.name());
            Err(Error::dtype(out.name(), to, allowed)).code(ACLNN_ERR_INNER_NULLPTR)
        }
        false => Ok(Dtype::F32),
    }
}

/// Returns the order of a norm in FLOAT. Before Ascend950 the ends of INT32 are infinite.
pub fn order_of_norm(p: &Scalar) -> f64 {
    let p = p.to_f64().unwrap_or(f64::NAN) as f32;
    match p {
        _ if on_950() => p.into(),
        2_147_483_648.0 => f64::INFINITY,
        -2_147_483_648.0 => f64::NEG_INFINITY,
        _ => p.into(),
    }
}

/// Returns the axis of the channels by the format of `x`, NCHW or NHWC.
pub fn channel_axis(x: &Input) -> Result<usize> {
    match x.format() {
        aclFormat::ACL_FORMAT_NCHW => Ok(1),
        aclFormat::ACL_FORMAT_NHWC => Ok(3),
        format => Err(Reason::Format {
            arg: x.name(),
            got: format.to_string(),
            allowed: "NCHW or NHWC".into(),
        }
        .into()),
    }
}

/// Checks of pools over all axes but two, except for shapes.
pub fn pooled(types: Dtypes, self_: &Input, out: &Output) -> Result<()> {
    self_.dtype_in(types)?;
    out.dtype_in(types)?;
    out.same_dtype(self_)?;
    out.same_format(self_)?;
    let allowed = [
        aclFormat::ACL_FORMAT_ND,
        aclFormat::ACL_FORMAT_NCHW,
        aclFormat::ACL_FORMAT_NCDHW,
    ];
    if !allowed.contains(&self_.format()) {
        return Err(Reason::Format {
            arg: self_.name(),
            got: self_.format().to_string(),
            allowed: "ND, NCHW or NCDHW".into(),
        }
        .into());
    }
    self_.rank_in(4..=8)?;
    match out.rank() == self_.rank() {
        true => Ok(()),
        false => Err(Error::rank(
            out.name(),
            out.rank(),
            self_.rank().to_string(),
        )),
    }
}

/// Types of sums of segments.
pub const SEGMENTED: Dtypes = SHORT_EVERYWHERE;

/// Refuses with 561103 the chips that have no kernel for sums of segments.
pub fn segments_on_chip() -> Outcome {
    needs_chip(&[Generation::Ascend910B, Generation::Ascend950]).code(ACLNN_ERR_INNER_NULLPTR)
}
