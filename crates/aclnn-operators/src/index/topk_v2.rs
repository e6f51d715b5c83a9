//! `aclnnTopkV2`: the largest or smallest elements along a dimension, equal ones in their order. Source: ops-math, `math/topk`.

use crate::contract::order::top;
use crate::prelude::*;

/// As `aclnnTopk`. `sortPolicy` is 0 or 1, which asks for equal elements in their order: they are in both cases.
#[aclnn]
fn aclnnTopkV2(
    self_: Input,
    k: i64,
    dim: i64,
    largest: bool,
    sorted: bool,
    sort_policy: i64,
    values_out: Output,
    indices_out: Output,
) -> Planned {
    if !matches!(sort_policy, 0 | 1) {
        return Err(Error::value("sortPolicy", sort_policy, "0 or 1").into());
    }
    let choice = (largest, sorted);
    top(&self_, (k, dim), choice, &values_out, &indices_out)
}
