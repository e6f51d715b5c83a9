//! `aclnnThreeInterpolateBackward`: the gradient of points that are interpolated of three others. Source: ops-cv, `image/three_interpolate_backward`.

use crate::device::soc::Generation;
use crate::ops::objdetect::regions::three_interpolated;
use crate::prelude::*;

/// Writes the gradient by m points, `gradY` (b, c, m): each element of `gradX` (b, c, n), times its three numbers in `weight` (b, n, 3), is added to the points that `idx` (b, n, 3) names, in the order of n. `gradX` and `gradY` may have one more
/// dimension of 1, with which they are NCHW. An index outside of 0 to m - 1 is an error of the stream. FLOAT or FLOAT16, all alike; on Ascend910B, Ascend910_93 and Ascend950.
#[aclnn]
fn aclnnThreeInterpolateBackward(
    grad_x: Input,
    idx: Input,
    weight: Input,
    m: c_int,
    grad_y: Output,
) -> Planned {
    grad_x.dtype_in(FLOAT_AND_FLOAT16)?;
    idx.dtype_in(INDEX_TYPES)?;
    weight.same_dtype(&grad_x)?;
    grad_y.same_dtype(&grad_x)?;
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    let (&[batches, channels, count] | &[batches, channels, count, 1]) = grad_x.shape() else {
        let allowed = "three dimensions, or four of which the last is 1";
        return Err(grad_x.shape_refused(allowed).into());
    };
    let mut shape = grad_x.shape().to_vec();
    shape[2] = m.into();
    grad_y.shape_is(&shape, "`m` points, and all else as `grad_x`")?;
    for tensor in [&*idx, &*weight] {
        tensor.shape_is(
            &[batches, count, 3],
            "three numbers for each point of `grad_x`",
        )?;
    }
    let (gradient, neighbours) = (grad_x.read()?, idx.read()?);
    let (weights, out) = (weight.read()?, grad_y.write()?);
    if grad_x.is_empty() {
        return Ok(Call::nothing([gradient, neighbours, weights, out]));
    }
    let extents = [batches, channels, count, m.into()].map(|extent| extent as usize);
    Ok(three_interpolated(
        gradient, neighbours, weights, out, extents,
    )?)
}
