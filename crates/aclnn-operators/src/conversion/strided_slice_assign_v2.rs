//! `aclnnStridedSliceAssignV2`: values for a part of a tensor. Source: ops-math, `conversion/strided_slice_assign_v2`.

use crate::device::soc::Generation;
use crate::ops::Arg;
use crate::prelude::*;
use crate::tensor::Layout;

const TYPES: Dtypes = on_all(&[F16, F32, Bf16, I32, I64, F64, I8]);

/// Writes `inputValue` to every `strides`-th element of `varRef` from `begin` to before `end`, along the dimensions `axesOptional`, or along the first ones
/// without it. Numbers below 0 count from the end; both ends are brought into the dimension. The last dimension has a stride of 1.
#[aclnn(generated)]
fn aclnnStridedSliceAssignV2(
    var_ref: InOut,
    input_value: Input,
    begin: Ints,
    end: Ints,
    strides: Ints,
    axes_optional: Option<Ints>,
) -> Planned {
    var_ref.dtype_in(TYPES)?;
    input_value.same_dtype(&var_ref)?;
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    let part = part(
        &var_ref,
        &input_value,
        [&begin, &end, &strides],
        axes_optional.as_ref(),
    );
    let part = part.code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let (value, target) = (input_value.read()?, var_ref.update()?);
    if var_ref.is_empty() || input_value.is_empty() {
        return Ok(Call::nothing([value, target]));
    }
    let (view, role) = (target.view, ops::Role::Output);
    let target = Arg::new(target.name, role, view.dtype, part, view.address)?;
    Ok(pointwise::copy(value, target)?)
}

/// The layout of the part that is written; that of the whole if it is empty.
fn part(
    var: &InOut,
    value: &Input,
    [begin, end, strides]: [&Ints; 3],
    axes: Option<&Ints>,
) -> Result<Layout> {
    let rank = var.rank();
    value.rank_in(rank..=rank)?;
    var.rank_in(1..=8)?;
    let layout = var.layout();
    if var.is_empty() {
        return Ok(layout.clone());
    }
    let axes = match axes {
        Some(axes) => contract::distinct_axes(axes, rank)?,
        None => (0..begin.len().min(rank)).collect(),
    };
    for array in [begin, end, strides] {
        contract::length_is(array, axes.len(), "one for each axis")?;
    }
    contract::at_least(strides, 1)?;
    let (mut shape, mut steps) = (layout.shape().to_vec(), layout.strides().to_vec());
    let mut offset = layout.offset();
    for (k, &axis) in axes.iter().enumerate() {
        let extent = shape[axis];
        let inside = |at: i64| {
            if at < 0 {
                at.saturating_add(extent)
            } else {
                at
            }
            .clamp(0, extent)
        };
        let (first, last, stride) = (inside(begin[k]), inside(end[k]), strides[k]);
        if axis + 1 == rank && stride != 1 {
            return Err(Error::value(
                strides.name(),
                stride,
                "1 along the last dimension",
            ));
        }
        let length = (last - first).max(0);
        shape[axis] = length / stride + i64::from(length % stride != 0);
        offset += first * steps[axis];
        steps[axis] = steps[axis].saturating_mul(stride);
    }
    value.shape_is(&shape, "that of the part of `varRef`")?;
    Ok(Layout::new(shape.into(), steps.into(), offset))
}
