//! `aclnnEmbeddingDenseBackward`: the gradient of a table. Source: ops-nn, `index/embedding_dense_grad_v2`.

use crate::prelude::*;

const FLOATS: Dtypes = SHORT_FLOATING;
const INDICES: Dtypes = on_all(&[F16, F32, F64, I8, U8, I16, I32, I64, Bool]);

/// Computes, for each of `numWeights` rows, the sum of the rows of `grad` whose index it is, or their mean with `scaleGradByFreq`. Rows whose index is
/// `paddingIdx` are left out. An index outside the table fails the task.
#[aclnn]
fn aclnnEmbeddingDenseBackward(
    grad: Input,
    indices: Input,
    num_weights: u64,
    padding_idx: u64,
    scale_grad_by_freq: bool,
    out: ConstOutput,
) -> Planned {
    grad.dtype_in(FLOATS)?;
    indices.dtype_in(INDICES)?;
    out.dtype_in(FLOATS)?;
    contract::up_to_rank_8(&[&grad, &indices, &out])?;
    let Some((&width, rows)) = grad.shape().split_last() else {
        return Err(Error::rank("grad", 0, "1 to 8").into());
    };
    if width != 0 && rows.iter().product::<i64>() != indices.numel() as i64 {
        let allowed = format!("{} rows, one for each of `indices`", indices.numel());
        return Err(grad.shape_refused(allowed).into());
    }
    let count = i64::try_from(num_weights).unwrap_or(i64::MAX);
    out.shape_is(
        &[count, width],
        "`numWeights` rows as long as those of `grad`",
    )?;
    contract::none_private(&[&grad, &indices, &out])?;
    if grad.is_empty() || indices.is_empty() {
        return Ok(pointwise::fill(false.into(), out.write()?)?);
    }
    let padding = i64::try_from(padding_idx)
        .ok()
        .filter(|&index| index < count);
    Ok(ops::indexing::embedding_gradient(
        grad.read()?,
        indices.read()?,
        padding,
        scale_grad_by_freq,
        out.write()?,
    )?)
}
