//! `aclnnMaxUnpool2d`: pooled planes back in larger ones. Source: ops-nn, `index/scatter_elements`.

use crate::contract::unpool::{POOLED, plane_holds, plane_sizes, small_planes};
use crate::ops::unpool::scatter;
use crate::prelude::*;

/// Writes zeros, and each element of `self` at its index in a plane of `outputSize` elements; of several with one index the last. An index that the plane
/// does not have is an error of the stream.
#[aclnn]
fn aclnnMaxUnpool2d(self_: Input, indices: Input, output_size: Ints, out: Output) -> Planned {
    self_.dtype_in(POOLED)?;
    out.same_dtype(&self_)?;
    indices.dtype_in(INDEX_TYPES)?;
    small_planes(&self_, &indices, 2)?;
    plane_sizes(&output_size, &[], 2)?;
    let plane = plane_holds(&output_size, &self_, 2)?;
    if self_.is_empty() {
        return Ok(Call::nothing([
            self_.read()?,
            indices.read()?,
            out.write()?,
        ]));
    }
    let (before, _) = self_.shape().split_at(self_.rank() - 2);
    let count = before.iter().product::<i64>() as usize * plane;
    if out.numel() != count {
        let refused = out.shape_refused(format!("one of {count} elements"));
        return Err(refused).code(ACLNN_ERR_INNER_NULLPTR);
    }
    Ok(scatter(
        self_.read()?,
        indices.read()?,
        2,
        plane,
        out.write()?,
    )?)
}
