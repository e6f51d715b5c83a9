//! `aclnnIndexAddV2`: slices added at a list of indices. Source: ops-nn, `index/inplace_scatter_add`.

use crate::prelude::*;
use contract::indexing::{SLICES_ADDED, added_slices, slices_fit};

const FAST: Dtypes = on_910(&[]).and_910b(&[F32, F16, I32, I16, Bf16]);

/// Computes `out` as `self` plus `alpha` times the slices of `source` at the numbers of `index` along axis `dim`, rounded once. With `mode` 0 `alpha` does not
/// count, and `self` has two axes, of which `dim` is the first. An index outside the axis fails the task.
#[aclnn]
fn aclnnIndexAddV2(
    self_: Input,
    dim: i64,
    index: Input,
    source: Input,
    alpha: Scalar,
    mode: i64,
    out: Output,
) -> Planned {
    self_.dtype_in(SLICES_ADDED.or(on_all(&[Bf16])))?;
    index.dtype_in(contract::indexing::INDEX)?;
    source.same_dtype(&self_)?;
    let dtype = self_.dtype()?;
    alpha.casts_to(dtype)?;
    out.same_dtype(&self_)?;
    let axis = slices_fit(&self_, dim, &index, &source, &out)?;
    let alpha = match mode {
        0 => None,
        // As a double, which 16-bit floats are not.
        _ if dtype.is_floating() => Some(alpha.in_type(F64)?),
        _ => Some(alpha.in_type(dtype)?),
    };
    if mode == 0 && !self_.is_empty() && !source.is_empty() {
        let fast = || {
            self_.dtype_in(FAST)?;
            self_.rank_in(2..=2)?;
            match axis {
                0 => Ok(()),
                _ => Err(Error::value("dim", dim, "0 or -2 with `mode` 0")),
            }
        };
        fast().code(ACLNN_ERR_INNER_NULLPTR)?;
    }
    added_slices(&self_, axis, &index, &source, alpha, &out)
}
