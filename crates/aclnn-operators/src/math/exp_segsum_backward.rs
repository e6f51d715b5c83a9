//! `aclnnExpSegsumBackward`: gradients of exponentials of sums of segments, on Ascend910B, Ascend910_93 and Ascend950. Source: ops-math,
//! `math/exp_segsum_grad`.

use crate::ops::segments;
use crate::prelude::*;

/// Computes, for each matrix P = `gradOutput` * `gradSelf`, the result of the forward operator, the sums over `k >= i` and `j < i` of its elements
/// (k, j): the gradient of element i of the row.
#[aclnn]
fn aclnnExpSegsumBackward(grad_output: Input, grad_self: Input, grad_input: Output) -> Planned {
    if grad_output.is_empty() || grad_self.is_empty() || grad_input.is_empty() {
        return contract::untouched(&grad_output, &[&grad_input]);
    }
    grad_output.dtype_in(contract::SEGMENTED)?;
    grad_self.dtype_in(contract::SEGMENTED)?;
    grad_input.same_dtype(&grad_output)?;
    grad_output.rank_in(4..=5)?;
    let shape = grad_output.shape();
    let [.., rows, columns] = shape else {
        return Err(grad_output.shape_refused("matrices").into());
    };
    if rows != columns {
        return Err(grad_output.shape_refused("square matrices").into());
    }
    grad_self.same_shape(&grad_output)?;
    grad_input.shape_is(&shape[..shape.len() - 1], "a row for each matrix")?;
    grad_output.format_nd()?;
    grad_self.format_nd()?;
    grad_input.format_nd()?;
    grad_self
        .same_dtype(&grad_output)
        .code(ACLNN_ERR_INNER_NULLPTR)?;
    contract::segments_on_chip()?;
    Ok(segments::gradients(
        grad_output.read()?,
        grad_self.read()?,
        grad_input.write()?,
    )?)
}
