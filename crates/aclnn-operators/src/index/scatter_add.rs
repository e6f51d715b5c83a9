//! `aclnnScatterAdd`: elements added at indices along one axis. Source: ops-nn, `index/scatter_elements_v2`.

use crate::ops::indexing::Combine;
use crate::prelude::*;
use contract::indexing::{Scattered, scattered_elements};

/// Computes `out` as `self` plus the elements of `src` at the places that `index` names along axis `dim`, rounded once. An index outside the axis fails the
/// task.
#[aclnn]
fn aclnnScatterAdd(self_: Input, dim: i64, index: Input, src: Input, out: Output) -> Planned {
    let (add, source) = (Some(Combine::Add), Scattered::Tensor(&src));
    scattered_elements((&self_, &out), dim, &index, source, add, true)
}
