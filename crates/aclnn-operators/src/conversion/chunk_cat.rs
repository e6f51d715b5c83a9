//! `aclnnChunkCat`: chunks of several tensors side by side, on Ascend910B, Ascend910_93 and Ascend950. Source: ops-math, `conversion/chunk_cat`.

use crate::prelude::*;

const TYPES: Dtypes = SHORT_SINCE_910B;

/// Copies each tensor of the list, in `numChunks` chunks of rows, the last ones filled up with zeros, to columns of `out`: a row for each chunk.
#[aclnn]
fn aclnnChunkCat(
    tensors: Option<Inputs>,
    dim: i64,
    num_chunks: i64,
    out: Option<Output>,
) -> Planned {
    if dim != 0 {
        return Err(Error::value("dim", dim, "0").into());
    }
    let tensors = tensors.ok_or(Reason::Null { arg: "tensors" })?;
    let Some(first) = tensors.first() else {
        return Ok(Call::nothing([]));
    };
    let out = out.ok_or(Reason::Null { arg: "out" })?;
    first.dtype_in(TYPES)?;
    for tensor in tensors.iter() {
        tensor.same_dtype(first)?;
    }
    out.dtype_in(TYPES)?;
    if first.dtype()? == F32 {
        out.dtype_is(F32)?;
    }
    for tensor in tensors.iter() {
        tensor.not_private()?;
    }
    out.not_private()?;
    for tensor in tensors.iter() {
        tensor.rank_in(1..=8)?;
    }
    let filled: Vec<&Input> = tensors.iter().filter(|tensor| !tensor.is_empty()).collect();
    if filled.is_empty() {
        return Ok(Call::nothing([]));
    }
    if num_chunks < 1 {
        let refusal = Error::value("numChunks", num_chunks, "1 or more");
        return Err(refusal).code(ACLNN_ERR_INNER_NULLPTR);
    }
    let columns = |tensor: &&Input| {
        let rest = tensor.shape()[1..].iter().product::<i64>();
        chunk(tensor.shape()[0], num_chunks).saturating_mul(rest)
    };
    let columns = filled.iter().map(columns).fold(0, i64::saturating_add);
    let shape = [num_chunks, columns];
    out.shape_fits(&shape, "a row for each chunk")?;
    let filled = filled.into_iter().map(|tensor| tensor.read());
    let inputs = filled.collect::<Result<_>>()?;
    Ok(ops::movement::chunks(
        inputs,
        num_chunks,
        out.write()?.shaped(&shape)?,
    )?)
}

/// Rows of a chunk.
fn chunk(rows: i64, chunks: i64) -> i64 {
    rows / chunks + i64::from(rows % chunks != 0)
}
