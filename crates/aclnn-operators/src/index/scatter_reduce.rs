//! `aclnnScatterReduce`, `aclnnInplaceScatterReduce`: elements combined at indices along one axis. Source: ops-nn, `index/scatter_elements_v2`.

use crate::device::soc::{Generation, generation};
use crate::prelude::*;
use contract::indexing::{Scattered, combination, scattered_elements};

fn reduced(
    place: Place,
    dim: i64,
    index: &Input,
    src: &Input,
    reduce: i64,
    include_self: bool,
) -> Planned {
    if generation() == Generation::Ascend910B {
        place.input().dtype_is(F32)?;
        if reduce != 1 {
            return Err(Error::value("reduce", reduce, "1 (a sum) on this chip").into());
        }
        if !include_self {
            return Err(Error::value("includeSelf", false, "true on this chip").into());
        }
    }
    if !(0..=5).contains(&reduce) {
        return Err(Error::value("reduce", reduce, "0 to 5").into());
    }
    let source = Scattered::Tensor(src);
    scattered_elements(place, dim, index, source, combination(reduce), include_self)
}

/// Computes `out` as `self` with elements of `src` combined at the places that `index` names along axis `dim`. `reduce`: 0 replaces, 1 adds, 2 multiplies, 3
/// and 4 keep the largest and the smallest, 5 gives the mean. What `self` has there counts if `includeSelf` is true.
#[aclnn]
fn aclnnScatterReduce(
    self_: Input,
    dim: i64,
    index: Input,
    src: Input,
    reduce: i64,
    include_self: bool,
    out: Output,
) -> Planned {
    reduced(
        (&self_, &out).into(),
        dim,
        &index,
        &src,
        reduce,
        include_self,
    )
}

/// Combines elements of `src` with the places of `selfRef` that `index` names along axis `dim`, as `aclnnScatterReduce`.
#[aclnn]
fn aclnnInplaceScatterReduce(
    self_ref: InOut,
    dim: i64,
    index: Input,
    src: Input,
    reduce: i64,
    include_self: bool,
) -> Planned {
    reduced((&self_ref).into(), dim, &index, &src, reduce, include_self)
}
