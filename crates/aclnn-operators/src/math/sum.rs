//! `aclnnSum`: sums of a list of tensors. Source: ops-math, `math/accumulate_nv2`.

use crate::ops::{Call, lists};
use crate::prelude::*;

const TYPES: Dtypes = on_all(&[F16, F32, I8, I32, U8]);

/// Computes the sum of all tensors of the list, broadcast. Floating-point sums are rounded once, integers wrap. A list whose first tensor is
/// FLOAT16 may have tensors of other types.
#[aclnn]
fn aclnnSum(tensors: Inputs, out: Output) -> Planned {
    let first = contract::first_of(&tensors)?;
    for tensor in tensors.iter() {
        tensor.dtype_in(TYPES)?;
    }
    out.dtype_in(TYPES)?;
    for tensor in tensors.iter() {
        tensor.max_rank(8)?;
    }
    out.max_rank(8)?;
    let inputs: Vec<&TensorArg> = tensors
        .iter()
        .map(|tensor| -> &TensorArg { tensor })
        .collect();
    out.has_shape_of_all(&inputs)?;
    if first.is_empty() {
        let operands = contract::read_all(&tensors)?;
        return Ok(Call::nothing(operands.into_iter().chain([out.write()?])));
    }
    out.same_dtype(first).code(ACLNN_ERR_INNER_NULLPTR)?;
    if first.dtype()? != F16 {
        for tensor in tensors.iter() {
            tensor.same_dtype(first).code(ACLNN_ERR_INNER_NULLPTR)?;
        }
    }
    Ok(lists::sum(contract::read_all(&tensors)?, out.write()?)?)
}
