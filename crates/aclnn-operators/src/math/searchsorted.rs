//! `aclnnSearchSorted`, `aclnnSearchSorteds`: where numbers belong in sorted rows. Source: ops-math, `math/search_sorted`.

use crate::ops::search_sorted::{Side, Wanted, search};
use crate::ops::value_as;
use crate::prelude::*;
use crate::tensor::Value;

const TYPES: Dtypes = on_all(&[F16, F32, I16, I8, U8, I32, I64, F64]);

/// Refuses types that the operators do not have.
fn types(sequence: &Input, out: &Output, out_int32: bool, sorter: Option<&Input>) -> Result<()> {
    sequence.dtype_in(TYPES)?;
    out.dtype_is(if out_int32 { I32 } else { I64 })?;
    sorter.map_or(Ok(()), |sorter| sorter.dtype_is(I64))
}

/// Plans the search, whose arguments are checked but for memory.
fn planned(
    sequence: &Input,
    wanted: Wanted,
    compute: Dtype,
    right: bool,
    sorter: Option<&Input>,
    out: &Output,
) -> Planned {
    let side = if right { Side::Right } else { Side::Left };
    let sorter = sorter.map(Input::read).transpose()?;
    Ok(search(
        sequence.read()?,
        wanted,
        compute,
        side,
        sorter,
        out.write()?,
    )?)
}

/// Writes where each element of `self` belongs in the sorted last dimension of `sortedSequence`, which has one row for all or one for each row of `self`:
/// before equal numbers, or behind them with `right`. A NaN belongs at the end. `sorter` has the positions in sorted order. `out` is of INT32 or INT64.
#[aclnn]
fn aclnnSearchSorted(
    sorted_sequence: Input,
    self_: Input,
    out_int32: bool,
    right: bool,
    sorter: Option<Input>,
    out: Output,
) -> Planned {
    let sorter = sorter.as_ref();
    sorted_sequence.dtype_in(TYPES)?;
    self_.dtype_in(TYPES)?;
    types(&sorted_sequence, &out, out_int32, sorter)?;
    contract::up_to_rank_8(&[&sorted_sequence, &self_])?;
    out.same_shape(&self_)?;
    if let Some(sorter) = sorter {
        sorter.same_shape(&sorted_sequence)?;
    }
    let (rows, shape) = (sorted_sequence.shape(), self_.shape());
    let lines = |shape: &[i64]| shape.split_last().map(|(_, lines)| lines.to_vec());
    let one_row = rows.len() == 1 || rows.is_empty() && shape.is_empty();
    if !one_row && (shape == [1] || rows.len() != shape.len() || lines(rows) != lines(shape)) {
        let allowed =
            format!("one dimension, or {shape:?} (that of `self`) but for the last extent");
        return Err(sorted_sequence.shape_refused(allowed).into());
    }
    let compute = contract::promoted(&sorted_sequence, &self_)?;
    contract::computes_in(compute, TYPES, &self_)?;
    if sorted_sequence.is_empty() || self_.is_empty() || out.is_empty() {
        return Ok(pointwise::fill(Value::new(0_i32), out.write()?)?);
    }
    let wanted = Wanted::Tensor(self_.read()?);
    planned(&sorted_sequence, wanted, compute, right, sorter, &out)
}

/// Writes where a scalar belongs in a sorted row, as `aclnnSearchSorted` does. The scalar is converted to FLOAT, and to the type of `sortedSequence` then; `out`
/// becomes a tensor of one element.
#[aclnn]
fn aclnnSearchSorteds(
    sorted_sequence: Input,
    self_: Scalar,
    out_int32: bool,
    right: bool,
    sorter: Option<Input>,
    out: Output,
) -> Planned {
    let sorter = sorter.as_ref();
    let compute = sorted_sequence.dtype()?;
    if out.is_empty() {
        return Err(out.shape_refused("one with an element").into());
    }
    types(&sorted_sequence, &out, out_int32, sorter)?;
    sorted_sequence.rank_in(1..=1)?;
    if let Some(sorter) = sorter {
        sorter.same_shape(&sorted_sequence)?;
    }
    let single = self_.to_f64().unwrap_or(f64::NAN) as f32;
    let number = value_as(&Value::new(single), compute);
    let number = number.ok_or_else(|| Error::dtype(self_.name(), self_.dtype(), "a number"))?;
    // Once nothing is refused any more but for memory, which one element needs no more of.
    out.write()?;
    let out = out.reshaped(&[1])?;
    if sorted_sequence.is_empty() {
        return Ok(pointwise::fill(Value::new(0_i32), out.write()?)?);
    }
    planned(
        &sorted_sequence,
        Wanted::Number(number),
        compute,
        right,
        sorter,
        &out,
    )
}
