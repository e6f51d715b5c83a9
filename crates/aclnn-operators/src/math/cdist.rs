//! `aclnnCdist`: distances between the rows of two matrices. Source: ops-math, `math/cdist`.

use crate::ops::distances::{self, Order};
use crate::prelude::*;
use crate::tensor::broadcast;

const TYPES: Dtypes = SHORT_SINCE_910B;

/// Writes the distance of each row of `x1` to each row of `x2`, by the norm of order `p`, computed in DOUBLE and rounded once. Batches broadcast. Where `p` is 2, `computeMode` must be 2;
/// other values of it mean nothing.
#[aclnn]
fn aclnnCdist(x1: Input, x2: Input, p: f32, compute_mode: i64, out: Output) -> Planned {
    for tensor in [&*x1, &*x2, &*out] {
        tensor.dtype_in(TYPES)?;
    }
    x1.same_dtype(&out)?;
    x2.same_dtype(&out)?;
    for tensor in [&*x1, &*x2, &*out] {
        tensor.rank_in(2..=8)?;
    }
    let [(a, first), (b, second)] =
        [&x1, &x2].map(|matrix| matrix.shape().split_at(matrix.rank() - 2));
    if first[1] != second[1] {
        let allowed = format!("rows of {} elements, as `x1`", first[1]);
        return Err(x2.shape_refused(allowed).into());
    }
    let order = contract::norm_order("p", p)?;
    if (p - 2.0).abs() < 1e-6 && compute_mode != 2 {
        return Err(Error::value("computeMode", compute_mode, "2, where `p` is 2").into());
    }
    let Some(batch) = broadcast(a, b) else {
        let allowed = "a batch that broadcasts with that of `x1`";
        return Err(x2.shape_refused(allowed).into());
    };
    let shape = [&batch[..], &[first[0], second[0]]].concat();
    out.shape_is(&shape, "the batch, and the rows of both")?;
    let (first, second, output) = (x1.read()?, x2.read()?, out.write()?);
    Ok(distances::distances(Order(order), first, second, output)?)
}
