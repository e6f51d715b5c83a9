//! Checks that operators share which find elements by index.

use super::sets::INDEX_TYPES;
use super::{Dtypes, none_private, on_910, on_all};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::{ACLNN_ERR_INNER_NULLPTR, ACLNN_ERR_INNER_TILING_ERROR};
use crate::abi::failure::{Code, Outcome};
use crate::argument::{InOut, Input, Inputs, Output, Scalar, TensorArg};
use crate::contract::Place;
use crate::device::soc::Generation;
use crate::error::{Error, Result};
use crate::ops::indexing::{self, Combine, Folding, Source, Written};
use crate::ops::pointwise;
use crate::ops::value_as;
use crate::ops::{Arg, Call};
use crate::tensor::Dtype::*;
use crate::tensor::Value;

/// Types of indices.
pub const INDEX: Dtypes = INDEX_TYPES;

/// Types that most gathers move on every chip.
pub const GATHERED: Dtypes = on_910(&[
    F32, I32, I64, F16, I16, I8, U8, Bool, F64, Complex64, Complex128,
]);

/// Types that elements can be scattered of.
pub const SCATTERED: Dtypes = GATHERED.and_910b(&[Bf16]);

/// Returns the axis that `dim` names of a tensor of `rank` axes, of which no axis counts as one. Below 0 it counts from the end.
pub fn axis(name: &'static str, dim: i64, rank: usize) -> Result<usize> {
    let rank = rank.max(1) as i64;
    match (-rank..rank).contains(&dim) {
        true => Ok(dim.rem_euclid(rank) as usize),
        false => Err(Error::value(
            name,
            dim,
            format!("{} to {}", -rank, rank - 1),
        )),
    }
}

/// A shape, of which no axis counts as one of one element.
pub fn vector(shape: &[i64]) -> &[i64] {
    if shape.is_empty() { &[1] } else { shape }
}

/// Extents of a tensor in which those of one axis give way to others.
pub fn replaced(shape: &[i64], axis: usize, others: &[i64]) -> Vec<i64> {
    let after = shape.get(axis + 1..).unwrap_or_default();
    [&shape[..axis], others, after].concat()
}

/// Returns what is written, and what it holds before. Refuses memory that is not there: call it when all else is checked.
pub fn written(place: Place<'_>) -> Result<Written> {
    match place {
        Place::Between(self_, out) => Ok(Written::CopyOf(self_.read()?, out.write()?)),
        Place::In(self_ref) => Ok(Written::Itself(self_ref.update()?)),
    }
}

/// Plans a copy of what is read, where nothing is scattered to it: 561103 where shapes differ, unless both are one element.
fn copied_place(place: Place<'_>) -> Planned {
    match place {
        Place::In(self_ref) => Ok(Call::nothing([self_ref.update()?])),
        Place::Between(self_, out) => copied(self_, self_.read()?, out, out.write()?),
    }
}

/// Plans a copy into a tensor of one type and shape, or of one element into one; else refuses with 561103.
fn copied(self_: &TensorArg, from: Arg, out: &TensorArg, to: Arg) -> Planned {
    out.same_dtype(self_).code(ACLNN_ERR_INNER_NULLPTR)?;
    let one = (self_.numel(), out.numel()) == (1, 1);
    if !one {
        out.same_shape(self_).code(ACLNN_ERR_INNER_NULLPTR)?;
        return Ok(pointwise::copy(from, to)?);
    }
    let rank = out.rank();
    let from = from.with_axes(&vec![1; rank], &vec![0; rank])?;
    Ok(pointwise::copy(from, to)?)
}

/// Plans `out` = slices of `self_` along an axis, where `index` says. A tensor without axes counts as one of an axis.
pub fn slices(
    self_: &Input,
    axis: usize,
    index: &Input,
    batches: usize,
    (out, to): (&TensorArg, Arg),
    negative: bool,
) -> Planned {
    let (table, index) = (self_.read()?.at_least_one_axis()?, index.read()?);
    if out.is_empty() {
        return Ok(Call::nothing([table, index, to]));
    }
    let (index, to) = match self_.rank() {
        0 => (index.with_axes(&[1], &[1])?, to.with_axes(&[1], &[1])?),
        _ => (index, to),
    };
    let geometry = indexing::slices_in_batches(&table, axis, &index, batches, &to, negative);
    Ok(indexing::gather(&geometry, table, to)?)
}

/// The combination of elements that meet, by the vendor's number; `None` for one that replaces what is there.
pub fn combination(reduce: i64) -> Option<Combine> {
    Some(match reduce {
        1 => Combine::Add,
        2 => Combine::Multiply,
        3 => Combine::Max,
        4 => Combine::Min,
        5 => Combine::Mean,
        _ => return None,
    })
}

/// Elements that are scattered: those of a tensor, or one value.
#[derive(Clone, Copy, Debug)]
pub enum Scattered<'a> {
    /// A tensor.
    Tensor(&'a Input),
    /// A value, converted to the type of what it goes to.
    Value(&'a Scalar),
}

/// The contract of elements that go where each index says along one axis.
pub fn scattered_elements<'a>(
    place: impl Into<Place<'a>>,
    dim: i64,
    index: &Input,
    source: Scattered<'_>,
    reduce: Option<Combine>,
    include_self: bool,
) -> Planned {
    let place = place.into();
    let (self_, out) = (place.input(), place.out());
    let src = match source {
        Scattered::Tensor(src) => Some(src),
        Scattered::Value(value) => {
            if value.dtype().is_complex() && !self_.dtype()?.is_complex() {
                let allowed = format!("a real type, as that of `{}`", self_.name());
                return Err(Error::dtype(value.name(), value.dtype(), allowed).into());
            }
            if index.is_empty() {
                return copied_place(place);
            }
            None
        }
    };
    self_.dtype_in(SCATTERED)?;
    for tensor in src
        .into_iter()
        .map(|src| -> &TensorArg { src })
        .chain([out])
    {
        tensor.same_dtype(self_)?;
    }
    if index.is_empty() {
        return copied_place(place);
    }
    index.dtype_in(INDEX)?;
    let one_rank = |tensor: &TensorArg| {
        let counted = |tensor: &TensorArg| match super::on_950() {
            true => tensor.rank().max(1),
            false => tensor.rank(),
        };
        match counted(tensor) == counted(self_) {
            true => Ok(()),
            false => Err(Error::rank(
                tensor.name(),
                tensor.rank(),
                format!("{} (that of `{}`)", self_.rank(), self_.name()),
            )),
        }
    };
    one_rank(index)?;
    src.map_or(Ok(()), |src| one_rank(src))?;
    if out.rank() > 0 || self_.numel() != 1 {
        let shape = out.same_shape(self_);
        match out.rank() {
            0 => shape.code(ACLNN_ERR_INNER_NULLPTR)?,
            _ => shape?,
        }
    }
    self_.max_rank(8)?;
    let axis = axis("dim", dim, self_.rank())?;
    if let Some(src) = src {
        fits(index, src, None)?;
    }
    fits(index, self_, Some(axis))?;
    let dtype = self_.dtype()?;
    if dtype.is_complex() && reduce.is_some_and(|c| !matches!(c, Combine::Add | Combine::Multiply))
    {
        let refused = Error::dtype(self_.name(), dtype, "real numbers, which have an order");
        return Err(refused).code(ACLNN_ERR_INNER_NULLPTR);
    }
    let index = index.read()?.at_least_one_axis()?;
    let written = written(place)?
        .with_shape_of(self_.shape())?
        .at_least_one_axis()?;
    let (source, here) = match source {
        Scattered::Tensor(src) => {
            let src = src.read()?.at_least_one_axis()?;
            let here = src.view.layout.strides().to_vec();
            (Source::Tensor(src), here)
        }
        Scattered::Value(value) => {
            let value = value.in_type(dtype)?;
            (Source::Value(value), vec![0; self_.rank().max(1)])
        }
    };
    let geometry = indexing::elements(written.arg(), axis, &index, &here);
    Ok(match reduce {
        None => indexing::assign(&geometry, source, written)?,
        Some(combine) => {
            let folding = Folding {
                combine,
                include_self,
                factor: None,
            };
            indexing::combine(&geometry, folding, source, written)?
        }
    })
}

/// Refuses an index that is longer along an axis than a tensor, but for one axis.
pub fn fits(index: &TensorArg, other: &TensorArg, but: Option<usize>) -> Outcome {
    let (own, others) = (vector(index.shape()), vector(other.shape()));
    for (axis, (&extent, &most)) in own.iter().zip(others).enumerate() {
        if extent > most && but != Some(axis) {
            let allowed = format!(
                "at most {others:?} along each axis (that of `{}`)",
                other.name()
            );
            let refused = Err(index.shape_refused(allowed));
            return match index.rank() == other.rank() {
                true => Ok(refused?),
                false => refused.code(ACLNN_ERR_INNER_NULLPTR),
            };
        }
    }
    Ok(())
}

/// Refuses updates of another shape than rows of indices and what they name give: the first axes of `indices`, and those of `data` from number
/// `from` on.
pub fn updates_of_rows(
    updates: &TensorArg,
    indices: &[i64],
    data: &TensorArg,
    from: usize,
) -> Result<()> {
    let wanted = [indices, data.shape().get(from..).unwrap_or_default()].concat();
    updates.shape_is(
        &wanted,
        format_args!("indices, then the axes of `{}` behind them", data.name()),
    )
}

/// Refuses private formats of tensors that are gathered.
pub fn gathered_formats(self_: &Input, index: &Input, out: &TensorArg) -> Result<()> {
    none_private(&[self_, index, out])
}

/// Types of rows that the operators of TensorFlow combine.
const ROWS: Dtypes = super::only_950(&[F16, F32, I32, I8, U8]);

/// The contract of rows that are combined in place where indices say, on Ascend950.
pub fn rows_in_place(
    combine: Combine,
    var_ref: &InOut,
    indices: &Input,
    updates: &Input,
) -> Planned {
    super::needs_chip(&[Generation::Ascend950])?;
    var_ref.dtype_in(ROWS)?;
    updates.same_dtype(var_ref)?;
    indices.dtype_in(INDEX)?;
    let shapes = || {
        super::up_to_rank_8(&[var_ref, indices, updates])?;
        // A tensor without axes is one row of one element.
        updates_of_rows(updates, indices.shape(), var_ref, 1)
    };
    shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    if var_ref.is_empty() || indices.is_empty() || updates.is_empty() {
        return Ok(Call::nothing([var_ref.update()?]));
    }
    combined_rows(combine, var_ref, indices, updates)
}

/// Plans that rows of updates, which [`updates_of_rows`] has looked at, are combined with those of a tensor that indices name.
pub fn combined_rows(
    combine: Combine,
    var_ref: &InOut,
    indices: &Input,
    updates: &Input,
) -> Planned {
    let target = var_ref.update()?.at_least_one_axis()?;
    let (indices, updates) = (indices.read()?, updates.read()?);
    let geometry = indexing::slices(&target, 0, &indices, &updates, false);
    let (source, into) = (Source::Tensor(updates), Written::Itself(target));
    Ok(indexing::combine(
        &geometry,
        indexing::with_self(combine),
        source,
        into,
    )?)
}

/// Types of slices that are added.
pub const SLICES_ADDED: Dtypes = on_910(&[F32, I32, F16, F64, I16, I8, U8, I64, Bool]);

/// Refuses slices that do not fit the tensor that they are added to; returns the axis.
pub fn slices_fit(
    self_: &TensorArg,
    dim: i64,
    index: &TensorArg,
    source: &TensorArg,
    out: &TensorArg,
) -> Result<usize> {
    super::up_to_rank_8(&[self_, source])?;
    let axis = axis("dim", dim, self_.rank())?;
    index.max_rank(1)?;
    let count = index.numel() as i64;
    if self_.rank() > 0 {
        let wanted = replaced(self_.shape(), axis, &[count]);
        if vector(source.shape()) != wanted {
            let allowed = format!("{wanted:?}: `{}` with a slice for each index", self_.name());
            return Err(source.shape_refused(allowed));
        }
    } else if source.rank() > 1 || vector(source.shape()) != [count] {
        return Err(source.shape_refused(format!("[{count}]: an element for each index")));
    }
    out.same_shape(self_)?;
    Ok(axis)
}

/// Plans that `alpha` times slices are added at indices.
pub fn added_slices(
    self_: &Input,
    axis: usize,
    index: &Input,
    source: &Input,
    alpha: Option<Value>,
    out: &Output,
) -> Planned {
    let place = Place::from((self_, out));
    if self_.is_empty() || source.is_empty() {
        return place.nothing([index.read()?, source.read()?]);
    }
    let as_float = |value: &Value| value_as(value, F64).and_then(|value| value.get::<f64>());
    let as_integer = |value: &Value| value_as(value, I64).and_then(|value| value.get::<i64>());
    let factor = alpha.and_then(|alpha| Some((as_float(&alpha)?, as_integer(&alpha)?)));
    let folding = Folding {
        factor: factor.filter(|&(real, _)| real != 1.0),
        ..indexing::with_self(Combine::Add)
    };
    let into = written(place)?.at_least_one_axis()?;
    let (index, source) = (
        index.read()?.at_least_one_axis()?,
        source.read()?.at_least_one_axis()?,
    );
    let geometry = indexing::slices(into.arg(), axis, &index, &source, false);
    Ok(indexing::combine(
        &geometry,
        folding,
        Source::Tensor(source),
        into,
    )?)
}

/// Plans that one value fills slices at indices: those of a tensor, or of a list of the host.
pub fn filled_slices<'a>(
    place: impl Into<Place<'a>>,
    axis: usize,
    index: indexing::Listed,
    value: &Scalar,
) -> Planned {
    let place = place.into();
    if index.is_empty() {
        return copied_place(place);
    }
    if place.input().is_empty() {
        return place.nothing([]);
    }
    let value = value.in_type(place.input().dtype()?)?;
    Ok(indexing::fill_slices(written(place)?, axis, index, value)?)
}

/// Types of indices and masks.
pub const INDEX_OR_MASK: Dtypes = on_all(&[I32, I64, Bool]);

/// Returns the entries of a list of index tensors, each a tensor or nothing; refuses a mask of other extents than the axes that it stands for, and more
/// axes than the tensor has.
pub fn entries_of(self_: &TensorArg, indices: &Inputs) -> Result<Vec<Option<Arg>>> {
    let mut axis = 0;
    let mut entries = Vec::new();
    for index in indices.iter() {
        let is_mask = index.dtype()? == Bool && !index.is_empty();
        let axes = if is_mask { index.rank() } else { 1 };
        let Some(extents) = self_.shape().get(axis..axis + axes) else {
            let allowed = format!("at most {} axes, those of `{}`", self_.rank(), self_.name());
            return Err(Error::value(indices.name(), "a list of more", allowed));
        };
        if is_mask && index.shape() != extents {
            return Err(
                index.shape_refused(format!("{extents:?}, as `{}` has there", self_.name()))
            );
        }
        axis += axes;
        entries.push(match index.is_empty() {
            true => None,
            false => Some(index.read()?),
        });
    }
    Ok(entries)
}
