//! `aclnnCoalesceSparse`: equal indices of a sparse tensor together, on Ascend910B, Ascend910_93 and Ascend950. Source: ops-math,
//! `conversion/coalesce_sparse`.

use crate::device::soc::Generation;
use crate::ops::coalesce::Coalesced;
use crate::prelude::*;

const INDICES: Dtypes = INDEX_TYPES;
const VALUES: Dtypes = on_all(&[F32, I32, F16]);

/// Copies row `e` of `indices` to row `uniqueIndices[e]` of `newIndicesOut`, and adds row `e` of `values` to that row of `newValuesOut`, which the caller
/// has set to 0. Rows that are not there are left out. `uniqueLen` is not read.
#[aclnn(generated)]
fn aclnnCoalesceSparse(
    unique_len: Input,
    unique_indices: Input,
    indices: Input,
    values: Input,
    new_indices_out: ConstInOut,
    new_values_out: ConstInOut,
) -> Planned {
    for tensor in [&unique_len, &unique_indices, &indices] {
        tensor.dtype_in(INDICES)?;
    }
    unique_indices.same_dtype(&unique_len)?;
    new_indices_out.same_dtype(&indices)?;
    values.dtype_in(VALUES)?;
    new_values_out.same_dtype(&values)?;
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])
        .code(ACLNN_ERR_INNER_FIND_KERNEL_ERROR)?;
    shapes(
        &unique_indices,
        &indices,
        &values,
        [&new_indices_out, &new_values_out],
    )
    .code(ACLNN_ERR_INNER_TILING_ERROR)?;
    new_indices_out.contiguous()?;
    new_values_out.contiguous()?;
    let found = new_indices_out.shape()[0];
    let call = ops::coalesce::coalesce(Coalesced {
        unique: unique_indices.read()?,
        indices: indices.read()?,
        values: values.read()?,
        new_indices: new_indices_out.update()?,
        new_values: new_values_out.update()?,
    })?;
    Ok(contract::leaving_out(call, &[("uniqueIndices", found)]))
}

/// Refuses rows of other numbers and lengths.
fn shapes(
    unique: &TensorArg,
    indices: &TensorArg,
    values: &TensorArg,
    [new_indices, new_values]: [&TensorArg; 2],
) -> Result<()> {
    unique.rank_in(1..=1)?;
    indices.rank_in(2..=2)?;
    values.rank_in(1..=8)?;
    let rows = unique.shape()[0];
    indices.shape_is(
        &[rows, indices.shape()[1]],
        "a row for each of `uniqueIndices`",
    )?;
    new_indices.rank_in(2..=2)?;
    let found = new_indices.shape()[0];
    new_indices.shape_is(&[found, indices.shape()[1]], "rows as those of `indices`")?;
    let rows_of = |rows: i64| {
        let mut shape = values.shape().to_vec();
        shape[0] = rows;
        shape
    };
    values.shape_is(&rows_of(rows), "a row for each of `uniqueIndices`")?;
    new_values.shape_is(
        &rows_of(found),
        "rows as those of `values`, as many as `newIndicesOut`",
    )
}
