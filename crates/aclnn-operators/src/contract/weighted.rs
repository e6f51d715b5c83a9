//! Sums with a weighted product or quotient of two tensors.

use super::{Dtypes, Place, all_promoted, computes_in, up_to_rank_8};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Scalar, TensorArg};
use crate::error::Result;
use crate::ops::tables::Ternary;

/// The contract of aclnnAddcmul, aclnnAddcdiv and the same in place: `layout` checks formats and ranks.
pub fn weighted_sum(
    (table, types): (&'static Ternary, Dtypes),
    place: Place,
    tensors: [&Input; 2],
    value: &Scalar,
    layout: fn(&[&TensorArg]) -> Result<()>,
) -> Planned {
    let (self_, out) = (place.input(), place.out());
    let inputs: [&TensorArg; 3] = [self_, tensors[0], tensors[1]];
    for input in inputs {
        input.dtype_in(types)?;
    }
    let compute = all_promoted(&inputs)?;
    out.takes(compute)?;
    computes_in(compute, types, self_)?;
    layout(&[inputs[0], inputs[1], inputs[2], out])?;
    up_to_rank_8(&inputs)?;
    out.has_shape_of_all(&inputs)?;
    let value = value.factor_in(compute)?;
    place.ternary(
        table,
        compute,
        &[value],
        tensors[0].read()?,
        tensors[1].read()?,
    )
}
