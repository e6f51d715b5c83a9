//! `aclnnGatherV3`: slices at indices along one axis, in batches. Source: ops-nn, `index/gather_v2`.

use crate::prelude::*;
use contract::indexing::{GATHERED, INDEX, axis, replaced, slices};

const TYPES: Dtypes = GATHERED.or(on_all(&[Bf16]));

/// Computes `out` as `self` with axis `dim` replaced by the axes of `index`, the first `batchDims` of which both have. An index outside the axis fails the
/// task. `mode` says how indices are spread, which changes no result. Chips before Ascend950 take `dim` 0, `batchDims` 0 and `mode` 1 only.
#[aclnn]
fn aclnnGatherV3(
    self_: Input,
    dim: i64,
    index: Input,
    batch_dims: i64,
    mode: i64,
    out: Output,
) -> Planned {
    out.same_dtype(&self_)?;
    self_.dtype_in(TYPES)?;
    index.dtype_in(INDEX)?;
    contract::up_to_rank_8(&[&self_, &index])?;
    let axis = axis("dim", dim, self_.rank())?;
    let most = axis.min(index.rank());
    let Some(batches) = usize::try_from(batch_dims)
        .ok()
        .filter(|&batches| batches <= most)
    else {
        return Err(Error::value("batchDims", batch_dims, format!("0 to {most}")).into());
    };
    let shape = match self_.rank() {
        0 => Vec::new(),
        _ => replaced(self_.shape(), axis, &index.shape()[batches..]),
    };
    out.shape_is(&shape, "`self` with the axes of `index` in place of `dim`")?;
    if !contract::on_950() {
        for (name, got, only) in [
            ("dim", dim, 0),
            ("batchDims", batch_dims, 0),
            ("mode", mode, 1),
        ] {
            if got != only {
                return Err(Error::value(name, got, format!("{only} on this chip")).into());
            }
        }
    }
    if self_.shape()[..batches] != index.shape()[..batches] {
        return Err(index.shape_refused("the batches of `self`").into());
    }
    if self_.is_empty() || index.is_empty() {
        return Ok(Call::nothing([self_.read()?, index.read()?, out.write()?]));
    }
    slices(&self_, axis, &index, batches, (&out, out.write()?), false)
}
