//! `aclnnScatter`, `aclnnScatterValue` and their forms in place: elements that go to indices along one axis. Source: ops-nn,
//! `index/scatter_elements_v2`.

use crate::prelude::*;
use contract::indexing::{Scattered, combination, scattered_elements};

fn scattered(place: Place, dim: i64, index: &Input, source: Scattered, reduce: i64) -> Planned {
    scattered_elements(place, dim, index, source, combination(reduce), true)
}

/// Computes `out` as `self` with elements of `src` at the places that `index` names along axis `dim`. `reduce`: 1 adds, 2 multiplies, 3 and 4 keep the
/// largest and the smallest, 5 gives the mean, with what is there; else elements replace it, the last one of several.
#[aclnn]
fn aclnnScatter(
    self_: Input,
    dim: i64,
    index: Input,
    src: Input,
    reduce: i64,
    out: Output,
) -> Planned {
    scattered(
        (&self_, &out).into(),
        dim,
        &index,
        Scattered::Tensor(&src),
        reduce,
    )
}

/// Writes elements of `src` to the places of `selfRef` that `index` names along axis `dim`, as `aclnnScatter`.
#[aclnn]
fn aclnnInplaceScatter(
    self_ref: InOut,
    dim: i64,
    index: Input,
    src: Input,
    reduce: i64,
) -> Planned {
    scattered(
        (&self_ref).into(),
        dim,
        &index,
        Scattered::Tensor(&src),
        reduce,
    )
}

/// Computes `out` as `self` with `value` at the places that `index` names along axis `dim`; `reduce` as of `aclnnScatter`.
#[aclnn]
fn aclnnScatterValue(
    self_: Input,
    dim: i64,
    index: Input,
    value: Scalar,
    reduce: i64,
    out: Output,
) -> Planned {
    scattered(
        (&self_, &out).into(),
        dim,
        &index,
        Scattered::Value(&value),
        reduce,
    )
}

/// Writes `value` to the places of `selfRef` that `index` names along axis `dim`; `reduce` as of `aclnnScatter`.
#[aclnn]
fn aclnnInplaceScatterValue(
    self_ref: InOut,
    dim: i64,
    index: Input,
    value: Scalar,
    reduce: i64,
) -> Planned {
    scattered(
        (&self_ref).into(),
        dim,
        &index,
        Scattered::Value(&value),
        reduce,
    )
}
