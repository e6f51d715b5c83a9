//! `aclnnScale`: elements times a factor, plus a bias, for each position along some axes; not on Ascend910. Source: ops-math, `math/scale`.

use crate::ops::arithmetic::MUL;
use crate::ops::weighted::MUL_ADD;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_AFTER_910;

/// Returns the shape of a tensor.
fn dimensions(tensor: &TensorArg) -> Vec<i64> {
    tensor.shape().to_vec()
}

/// Checks the shape of `scale`; returns how many axes of `x` come after those that it stands for.
fn axes_behind(
    x: &TensorArg,
    scale: &TensorArg,
    axis: i64,
    num_axes: i64,
    blob: bool,
) -> Result<usize> {
    let rank = x.rank() as i64;
    if !(-rank..rank).contains(&axis) {
        return Err(Error::value(
            "axis",
            axis,
            format!("{} to {}", -rank, rank - 1),
        ));
    }
    if num_axes < -1 {
        return Err(Error::value("numAxes", num_axes, "-1 or more"));
    }
    let axis = axis.rem_euclid(rank);
    let one = scale.numel() == 1 && scale.rank() <= 1;
    let count = match (blob, num_axes) {
        (true, 0) if one => return Ok(0),
        (false, _) if one => return Ok(0),
        (true, 0) => return Err(scale.shape_refused("one element, for `numAxes` is 0")),
        (true, -1) => rank - axis,
        (true, _) => num_axes,
        (false, _) => scale.rank() as i64,
    };
    let end = axis.saturating_add(count);
    if end > rank {
        let allowed = format!("at most {} axes, from axis {axis} of `x` on", rank - axis);
        return Err(match blob {
            true => Error::value("numAxes", num_axes, allowed),
            false => scale.shape_refused(allowed),
        });
    }
    scale.shape_is(
        &dimensions(x)[axis as usize..end as usize],
        format_args!("axes {axis} to {} of `x`", end - 1),
    )?;
    Ok((rank - end) as usize)
}

/// Computes `x * scale + bias`, rounded once. `scale` and `bias` have the shape of the axes of `x` from `axis` on: all of them if `scaleFromBlob` is
/// true and `numAxes` is -1, or `numAxes` of them; if it is false as many as `scale` has. Or `scale` is one number.
#[aclnn]
fn aclnnScale(
    x: Input,
    scale: Input,
    bias: Option<Input>,
    axis: i64,
    num_axes: i64,
    scale_from_blob: bool,
    y: Output,
) -> Planned {
    x.dtype_in(TYPES)?;
    for tensor in [&scale].into_iter().chain(&bias) {
        tensor.same_dtype(&x)?;
    }
    y.same_dtype(&x)?;
    y.same_shape(&x)?;
    if let Some(bias) = &bias {
        bias.same_shape(&scale)?;
    }
    contract::up_to_rank_8(&[&x, &scale])?;
    let behind = axes_behind(&x, &scale, axis, num_axes, scale_from_blob)?;
    let (place, compute) = (Place::Between(&x, &y), x.dtype()?);
    let factor = scale.read()?.with_trailing_axes(behind)?;
    match bias {
        None => place.binary(&MUL, compute, factor),
        Some(bias) => {
            let bias = bias.read()?.with_trailing_axes(behind)?;
            place.ternary(&MUL_ADD, compute, &[], factor, bias)
        }
    }
}
