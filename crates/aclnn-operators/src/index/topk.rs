//! `aclnnTopk`: the largest or smallest elements along a dimension. Source: ops-math, `math/topk`.

use crate::contract::order::top;
use crate::prelude::*;

/// Writes the `k` largest elements along `dim`, falling, or the smallest ones, rising, and their indices. NaN is larger than every number; of equal elements the first ones are taken, in their
/// order. If all are taken and `sorted` is false, they stay as they are.
#[aclnn]
fn aclnnTopk(
    self_: Input,
    k: i64,
    dim: i64,
    largest: bool,
    sorted: bool,
    values_out: Output,
    indices_out: Output,
) -> Planned {
    let choice = (largest, sorted);
    top(&self_, (k, dim), choice, &values_out, &indices_out)
}
