//! `aclnnInplaceScatterUpdate`: blocks written where each batch says. Source: ops-nn, `index/scatter`.

use crate::prelude::*;
use contract::indexing::INDEX;
use ops::indexing;
use ops::indexing::Source;

const TYPES: Dtypes = on_910(&[I8, F16, F32, I32])
    .and_910b(&[Bf16])
    .and_950(&[U8, F8E4m3fn, F8E5m2, Hifloat8]);

/// Writes batch `i` of `updates` to `data`, from element `indices[i]` of axis `axis` on; with two columns, to batch `indices[i][0]`, from element
/// `indices[i][1]` on. A block that does not fit the axis fails the task.
#[aclnn(prologue = last)]
fn aclnnInplaceScatterUpdate(data: InOut, indices: Input, updates: Input, axis: i64) -> Planned {
    data.dtype_in(TYPES)?;
    indices.dtype_in(INDEX)?;
    updates.same_dtype(&data)?;
    for tensor in [&*data, &*updates, &*indices] {
        if tensor.is_empty() {
            return Err(tensor.shape_refused("extents above 0").into());
        }
    }
    if data.rank() != updates.rank() {
        let allowed = format!("{} (that of `data`)", data.rank());
        return Err(Error::rank("updates", updates.rank(), allowed).into());
    }
    indices.max_rank(2)?;
    let batches = indices.shape().first().copied().unwrap_or(1);
    if indices.rank() == 0 && updates.shape().first() != Some(&1) {
        return Err(updates.shape_refused("one batch, for one index").into());
    }
    let at = || {
        let rank = data.rank();
        data.rank_in(2..=8)?;
        let at = contract::indexing::axis("axis", axis, rank)?;
        if at == 0 {
            let allowed = format!("1 to {}, or {} to -1", rank - 1, 1 - rank as i64);
            return Err(Error::value("axis", axis, allowed));
        }
        if indices.rank() == 2 && indices.shape()[1] != 2 {
            return Err(
                indices.shape_refused("a last axis of 2: a batch, and where its block begins")
            );
        }
        let fits = |(k, (&own, &others)): (usize, (&i64, &i64))| match k {
            0 => own == batches && own <= others,
            k if k == at => own <= others,
            _ => own == others,
        };
        let mut axes = updates.shape().iter().zip(data.shape()).enumerate();
        match axes.all(fits) {
            true => Ok(at),
            false => Err(updates.shape_refused(format!(
                "{batches} batches, along axis {at} at most, along the others all of {:?} (that of `data`)",
                data.shape()
            ))),
        }
    };
    let at = at().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let (data, indices, updates) = (data.update()?, indices.read()?, updates.read()?);
    let geometry = indexing::blocks(&data, at, &indices, &updates);
    let into = indexing::Written::Itself(data);
    Ok(indexing::assign(&geometry, Source::Tensor(updates), into)?)
}
