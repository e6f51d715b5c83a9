//! `aclnnUnfoldGrad`: sums of windows along a dimension. Source: ops-math, `conversion/unfold_grad`.

use crate::ops::movement::windows;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_EVERYWHERE;

/// Computes the gradient of windows of `size` elements, `step` apart, along dimension `dim` of a tensor of shape `inputSizes`, from that of the windows:
/// the sum of all that lie over an element.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnUnfoldGrad(
    grad_out: Input,
    input_sizes: Ints,
    dim: i64,
    size: i64,
    step: i64,
    grad_in: ConstOutput,
) -> Planned {
    grad_out.dtype_in(TYPES)?;
    grad_in.dtype_in(TYPES)?;
    for tensor in [&*grad_out, &*grad_in] {
        tensor.rank_in(1..=8)?;
    }
    contract::length_is(
        &input_sizes,
        grad_out.rank() - 1,
        "all of `gradOut` but the windows",
    )?;
    grad_in.shape_is(&input_sizes, "`inputSizes`")?;
    if !(0..input_sizes.len() as i64).contains(&dim) {
        let allowed = format!("0 to {}", input_sizes.len() as i64 - 1);
        return Err(Error::value("dim", dim, allowed).into());
    }
    for (name, number) in [("size", size), ("step", step)] {
        if number < 1 {
            return Err(Error::value(name, number, "1 or more").into());
        }
    }
    grad_out.not_private()?;
    if grad_out.is_empty() || grad_in.is_empty() {
        return contract::nothing(&grad_out, &grad_in);
    }
    let axis = dim as usize;
    let mut shape = input_sizes.to_vec();
    if size > shape[axis] {
        let allowed = format!("{} at most, the elements of dimension {axis}", shape[axis]);
        return Err(Error::value("size", size, allowed)).code(ACLNN_ERR_INNER_TILING_ERROR);
    }
    shape[axis] = (shape[axis] - size) / step + 1;
    shape.push(size);
    grad_out
        .shape_is(&shape, "the windows of `inputSizes`")
        .code(ACLNN_ERR_INNER_TILING_ERROR)?;
    grad_in
        .same_dtype(&grad_out)
        .code(ACLNN_ERR_INNER_NULLPTR)?;
    let (input, output) = (grad_out.read()?, grad_in.write()?);
    Ok(windows::sum_of_windows(input, axis, size, step, output)?)
}
