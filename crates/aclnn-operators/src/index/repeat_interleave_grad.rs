//! `aclnnRepeatInterleaveGrad`: sums of what was repeated. Source: ops-nn, `index/repeat_interleave_grad`.

use crate::device::soc::Generation;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_EVERYWHERE;

/// Computes the sums of the elements of `yGrad` along `axis` that `repeats` made of one: as many as each says, or of one `repeats` equal numbers. Sums are
/// added in DOUBLE and rounded once. Repeats that do not add up to the extent of `axis` are an error of the stream.
#[aclnn(generated)]
fn aclnnRepeatInterleaveGrad(
    y_grad: Input,
    repeats: Input,
    axis: i64,
    out: ConstOutput,
) -> Planned {
    y_grad.dtype_in(TYPES)?;
    repeats.dtype_in(INDEX_TYPES)?;
    out.same_dtype(&y_grad)?;
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    let axis = shapes(&y_grad, &repeats, axis, &out).code(ACLNN_ERR_INNER_TILING_ERROR)?;
    Ok(ops::repeat::sums(
        y_grad.read()?,
        axis,
        repeats.read()?,
        out.write()?,
    )?)
}

/// Refuses shapes that do not fit; returns the axis.
fn shapes(y_grad: &Input, repeats: &Input, axis: i64, out: &Output) -> Result<usize> {
    let axis = contract::axis("axis", axis, y_grad.rank().max(1))?;
    if repeats.is_empty() {
        return Err(repeats.shape_refused("one with an element"));
    }
    contract::up_to_rank_8(&[y_grad])?;
    repeats.max_rank(1)?;
    let length = y_grad.shape().get(axis).copied().unwrap_or(1);
    let groups = out.shape().get(axis).copied().unwrap_or(1);
    let mut wanted = y_grad.shape().to_vec();
    if let Some(extent) = wanted.get_mut(axis) {
        *extent = match repeats.numel() {
            1 => groups,
            count => count as i64,
        };
    }
    out.shape_is(&wanted, "that of `yGrad`, with an element for each group")?;
    if repeats.numel() == 1 && (groups == 0 || length % groups != 0) {
        let allowed = format!("an extent along the axis that divides {length}");
        return Err(out.shape_refused(allowed));
    }
    Ok(axis)
}
