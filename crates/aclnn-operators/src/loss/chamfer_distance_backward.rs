//! `aclnnChamferDistanceBackward`: the gradient of the distances between two sets of points. Source: ops-nn, `loss/chamfer_distance_grad`.

use crate::device::soc::Generation;
use crate::ops::losses::chamfer::{ChamferBackward, chamfer_backward};
use crate::prelude::*;

const TYPES: Dtypes = FLOAT_AND_FLOAT16;

/// Adds `2 gradDist (point - nearest)` to the gradient of each point of both sets, and takes it off that of the nearest point of the other set, which `idx1` and `idx2` name. Points are pairs of numbers;
/// the gradients have the type of `xyz1`.
#[aclnn]
fn aclnnChamferDistanceBackward(
    xyz1: Input,
    xyz2: Input,
    idx1: Input,
    idx2: Input,
    grad_dist1: Input,
    grad_dist2: Input,
    grad_xyz1: Output,
    grad_xyz2: Output,
) -> Planned {
    for tensor in [&xyz1, &xyz2] {
        tensor.dtype_in(TYPES)?;
    }
    for tensor in [&idx1, &idx2] {
        tensor.dtype_is(I32)?;
    }
    for tensor in [&grad_dist1, &grad_dist2] {
        tensor.dtype_in(TYPES)?;
    }
    for out in [&grad_xyz1, &grad_xyz2] {
        out.dtype_in(TYPES)?;
    }
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    let inputs = [&xyz1, &xyz2, &idx1, &idx2, &grad_dist1, &grad_dist2];
    let outputs = [&grad_xyz1, &grad_xyz2];
    if inputs.iter().any(|input| input.is_empty()) {
        return contract::untouched(&xyz1, &outputs);
    }
    let fits = fit(inputs, outputs);
    fits.code(ACLNN_ERR_INNER_NULLPTR)?;
    let left_out = [("idx1", xyz2.shape()[1]), ("idx2", xyz1.shape()[1])];
    let call = chamfer_backward(ChamferBackward {
        xyz1: xyz1.read()?,
        xyz2: xyz2.read()?,
        idx1: idx1.read()?,
        idx2: idx2.read()?,
        grad_dist1: grad_dist1.read()?,
        grad_dist2: grad_dist2.read()?,
        grad_xyz1: grad_xyz1.write()?,
        grad_xyz2: grad_xyz2.write()?,
    })?;
    Ok(contract::leaving_out(call, &left_out))
}

/// Refuses shapes and types that do not fit together.
fn fit(inputs: [&Input; 6], outputs: [&Output; 2]) -> Result<()> {
    let batches = inputs[0].shape()[..].first().copied().unwrap_or(1);
    for set in 0..2 {
        let points = inputs[set];
        points.rank_in(3..=3)?;
        let count = points.shape()[1];
        points.shape_is(&[batches, count, 2], "batches of pairs of numbers")?;
        for each in [inputs[2 + set], inputs[4 + set]] {
            each.shape_is(&[batches, count], "a number for each point")?;
        }
        outputs[set].same_shape(points)?;
        outputs[set].same_dtype(inputs[0])?;
    }
    Ok(())
}
