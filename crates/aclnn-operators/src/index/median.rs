//! `aclnnMedian`, `aclnnNanMedian` and the same along a dimension: the number in the middle, of two the lower one. Source: ops-nn, `index/gather_v2`.

use crate::ops::median::{Choice, median};
use crate::prelude::*;
use crate::tensor::Value;

const TYPES: Dtypes = REAL_NUMBERS_BUT_DOUBLE;

/// Checks that all forms begin with.
fn types(self_: &Input, values: &Output) -> Result<()> {
    self_.dtype_in(TYPES)?;
    values.dtype_in(TYPES)?;
    values.same_dtype(self_)
}

/// Refuses BFLOAT16 along a dimension of one element, which the device does not have.
fn not_of_one_bfloat16(self_: &Input, axis: usize) -> Result<()> {
    match self_.dtype()? == Bf16 && self_.shape().get(axis) == Some(&1) {
        true => Err(self_.shape_refused("more than one element along the dimension, in BFLOAT16")),
        false => Ok(()),
    }
}

/// The contract of the forms of all elements; an empty input fills the output with `of_nothing`.
fn of_all(self_: &Input, choice: Choice, of_nothing: Value, values: &Output) -> Planned {
    if self_.is_empty() {
        return Ok(pointwise::fill(of_nothing, values.write()?)?);
    }
    if values.numel() != 1 {
        return Err(values.shape_refused("one element").into());
    }
    Ok(median(self_.read()?, None, choice, values.write()?, None)?)
}

/// Writes the lower median of all elements of `self`; NaN if there is one.
#[aclnn]
fn aclnnMedian(self_: Input, values_out: Output) -> Planned {
    types(&self_, &values_out)?;
    contract::up_to_rank_8(&[&self_, &values_out])?;
    not_of_one_bfloat16(&self_, self_.rank().saturating_sub(1))?;
    if values_out.is_empty() {
        return contract::nothing(&self_, &values_out);
    }
    let of_nothing = match self_.dtype()? {
        I32 => Value::new(i32::MIN),
        I64 => Value::new(i64::MIN),
        dtype if dtype.is_integer() => Value::new(0_i32),
        _ => Value::new(f32::NAN),
    };
    of_all(&self_, Choice::Median, of_nothing, &values_out)
}

/// Writes the lower median of the elements of `self` that are not NaN, or NaN if there are none.
#[aclnn]
fn aclnnNanMedian(self_: Input, out: Output) -> Planned {
    types(&self_, &out)?;
    contract::up_to_rank_8(&[&self_, &out])?;
    not_of_one_bfloat16(&self_, self_.rank().saturating_sub(1))?;
    // NaN is 0 in integers.
    of_all(&self_, Choice::NanMedian, Value::new(f32::NAN), &out)
}

/// The contract of the forms along a dimension.
fn along(
    self_: &Input,
    choice: Choice,
    (dim, keep): (i64, bool),
    refuses_empty: bool,
    [values, indices]: [&Output; 2],
) -> Planned {
    types(self_, values)?;
    indices.dtype_is(I64)?;
    let axis = contract::axis("dim", dim, self_.rank().max(1))?;
    contract::up_to_rank_8(&[self_, values, indices])?;
    let mut shape = self_.shape().to_vec();
    match (keep, shape.get_mut(axis)) {
        (true, Some(extent)) => *extent = 1,
        (false, Some(_)) => drop(shape.remove(axis)),
        _ => {}
    }
    for out in [values, indices] {
        out.rank_in(shape.len()..=shape.len())?;
    }
    not_of_one_bfloat16(self_, axis)?;
    if refuses_empty && self_.shape().get(axis) == Some(&0) {
        return Err(self_.shape_refused("an element along the dimension").into());
    }
    if self_.is_empty() || values.is_empty() || indices.is_empty() {
        return Ok(Call::nothing([
            self_.read()?,
            values.write()?,
            indices.write()?,
        ]));
    }
    values.shape_fits(&shape, "that of `self` without the dimension")?;
    indices.shape_fits(&shape, "that of `self` without the dimension")?;
    let (values, indices) = (values.write()?, indices.write()?);
    Ok(median(
        self_.read()?,
        Some(axis),
        choice,
        values,
        Some(indices),
    )?)
}

/// Writes the lower median along `dim` and its index, of equal numbers that which a stable sort puts in the middle. NaN is larger than every number on Ascend950; on
/// other chips it wins.
#[aclnn]
fn aclnnMedianDim(
    self_: Input,
    dim: i64,
    keep_dim: bool,
    values_out: Output,
    indices_out: Output,
) -> Planned {
    let choice = match contract::on_950() {
        true => Choice::MedianNanLast,
        false => Choice::Median,
    };
    along(
        &self_,
        choice,
        (dim, keep_dim),
        false,
        [&values_out, &indices_out],
    )
}

/// Writes the lower median along `dim` of what is not NaN, or NaN, and its index, of equal numbers that which a stable sort puts in the middle.
#[aclnn]
fn aclnnNanMedianDim(
    self_: Input,
    dim: i64,
    keep_dim: bool,
    values_out: Output,
    indices_out: Output,
) -> Planned {
    let choice = Choice::NanMedian;
    along(
        &self_,
        choice,
        (dim, keep_dim),
        true,
        [&values_out, &indices_out],
    )
}
