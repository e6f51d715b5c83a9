//! `aclnnRepeatInterleave` and its forms: elements repeated one by one. Source: ops-nn, `index/repeat_interleave`.
//!
//! `outputSize` has to be the number of repetitions: what the call finds of another number, or below 0, is an error of the stream.

use crate::ops::Arg;
use crate::ops::repeat::{Repeats, indices, interleave};
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[U8, I8, I16, I32, I64, Bool, F16, F32])
    .and_910b(&[Bf16])
    .and_950(&[U16, U32, U64]);
const COUNTS: Dtypes = INDEX_TYPES;

/// Refuses types that the operators do not have.
fn types(self_: &Input, repeats: Option<&Input>, out: &Output) -> Result<()> {
    self_.dtype_in(TYPES)?;
    if let Some(repeats) = repeats {
        repeats.dtype_in(COUNTS)?;
    }
    out.same_dtype(self_)
}

/// Refuses a tensor of repeats that has not one for each of `count` elements, or one for all.
fn one_for_each(repeats: &Input, count: i64) -> Result<()> {
    repeats.max_rank(1)?;
    match repeats.shape() {
        [] | [1] => Ok(()),
        &[length] if length == count => Ok(()),
        _ => Err(repeats.shape_refused(format!("one element, or {count}"))),
    }
}

/// The shape of `self` with another extent along a dimension.
fn resized(self_: &Input, axis: usize, extent: i64) -> Vec<i64> {
    let mut shape = self_.shape().to_vec();
    shape[axis] = extent;
    shape
}

/// Plans nothing, for empty tensors.
fn nothing(self_: &Input, others: impl IntoIterator<Item = Arg>, out: &Output) -> Planned {
    let args = [self_.read()?].into_iter().chain(others);
    Ok(Call::nothing(args.chain([out.write()?])))
}

/// Plans one repetition of each element: a copy, in one dimension without an axis.
fn once(self_: &Input, axis: Option<usize>, out: &Output) -> Planned {
    let flat = [self_.numel() as i64];
    let shape = if axis.is_some() { self_.shape() } else { &flat };
    out.copies_fit(shape, "each element once")?;
    Ok(interleave(
        self_.read()?,
        axis,
        Repeats::All(1),
        out.write()?,
    )?)
}

/// Writes each element of `self`, in row-major order, as often as `repeats` say: one number for all, or one for each.
#[aclnn]
fn aclnnRepeatInterleave(self_: Input, repeats: Input, output_size: i64, out: Output) -> Planned {
    types(&self_, Some(&repeats), &out)?;
    one_for_each(&repeats, self_.numel() as i64)?;
    self_.max_rank(8)?;
    if self_.is_empty() || out.is_empty() {
        return nothing(&self_, [repeats.read()?], &out);
    }
    if output_size == self_.numel() as i64 && repeats.numel() == 1 {
        out.copies_fit(&[output_size], "`outputSize`")?;
    } else {
        out.shape_is(&[output_size], "`outputSize`")?;
    }
    let repeats = Repeats::Tensor(repeats.read()?);
    Ok(interleave(self_.read()?, None, repeats, out.write()?)?)
}

/// Writes each slice of `self` along `dim` as often as `repeats` say: one number for all, or one for each.
#[aclnn]
fn aclnnRepeatInterleaveWithDim(
    self_: Input,
    repeats: Input,
    dim: i64,
    output_size: i64,
    out: Output,
) -> Planned {
    types(&self_, Some(&repeats), &out)?;
    repeats.max_rank(1)?;
    let axis = contract::axis("dim", dim, self_.rank())?;
    one_for_each(&repeats, self_.shape()[axis])?;
    self_.max_rank(8)?;
    if self_.is_empty() || output_size == 0 {
        return nothing(&self_, [repeats.read()?], &out);
    }
    out.shape_is(
        &resized(&self_, axis, output_size),
        "`outputSize` along `dim`",
    )?;
    let repeats = Repeats::Tensor(repeats.read()?);
    Ok(interleave(
        self_.read()?,
        Some(axis),
        repeats,
        out.write()?,
    )?)
}

/// Refuses a number of repetitions below 0.
fn not_negative(repeats: i64) -> Result<()> {
    match repeats {
        0.. => Ok(()),
        _ => Err(Error::value("repeats", repeats, "0 or more")),
    }
}

/// Refuses another number of elements than `count` times `repeats`.
fn is_size(output_size: i64, count: i64, repeats: i64) -> Result<()> {
    if count.checked_mul(repeats) == Some(output_size) {
        return Ok(());
    }
    let allowed = format!("{count} elements times {repeats} (`repeats`)");
    Err(Error::value("outputSize", output_size, allowed))
}

/// Writes each element of `self`, in row-major order, `repeats` times.
#[aclnn]
fn aclnnRepeatInterleaveInt(self_: Input, repeats: i64, output_size: i64, out: Output) -> Planned {
    types(&self_, None, &out)?;
    not_negative(repeats)?;
    self_.max_rank(8)?;
    if self_.is_empty() || out.is_empty() {
        return nothing(&self_, None, &out);
    }
    if repeats == 1 {
        return once(&self_, None, &out);
    }
    out.shape_is(&[output_size], "`outputSize`")?;
    is_size(output_size, self_.numel() as i64, repeats)?;
    Ok(interleave(
        self_.read()?,
        None,
        Repeats::All(repeats),
        out.write()?,
    )?)
}

/// Writes each slice of `self` along `dim` `repeats` times.
#[aclnn]
fn aclnnRepeatInterleaveIntWithDim(
    self_: Input,
    repeats: i64,
    dim: i64,
    output_size: i64,
    out: Output,
) -> Planned {
    types(&self_, None, &out)?;
    not_negative(repeats)?;
    let axis = contract::axis("dim", dim, self_.rank())?;
    self_.max_rank(8)?;
    if self_.is_empty() || output_size == 0 {
        return nothing(&self_, None, &out);
    }
    if repeats == 1 {
        return once(&self_, Some(axis), &out);
    }
    out.shape_is(
        &resized(&self_, axis, output_size),
        "`outputSize` along `dim`",
    )?;
    is_size(output_size, self_.shape()[axis], repeats)?;
    let repeats = Repeats::All(repeats);
    Ok(interleave(
        self_.read()?,
        Some(axis),
        repeats,
        out.write()?,
    )?)
}

/// Writes each index of `repeats` as often as the element there says.
#[aclnn]
fn aclnnRepeatInterleaveTensor(repeats: Input, output_size: i64, out: Output) -> Planned {
    repeats.dtype_in(COUNTS)?;
    out.same_dtype(&repeats)?;
    if !repeats.is_empty() {
        repeats.rank_in(1..=1)?;
    }
    if repeats.is_empty() || out.is_empty() {
        return contract::nothing(&repeats, &out);
    }
    out.shape_is(&[output_size], "`outputSize`")?;
    Ok(indices(repeats.read()?, out.write()?)?)
}
