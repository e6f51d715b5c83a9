//! `aclnnRoiPoolingGradWithArgMax`: the gradient of `aclnnRoiPoolingWithArgMax`; on Ascend950. Source: ops-cv, `objdetect/roi_pooling_grad_with_arg_max`.

use crate::contract::regions::cells;
use crate::device::soc::Generation;
use crate::ops::objdetect::regions::returned;
use crate::prelude::*;

/// Adds to `gradInputRef` (N, C, H, W) the elements of `gradOutput` (n, C, pooledH, pooledW), each at its place in `argmax` in the plane of its image, the first number of its region in `rois` (n, 5), in the order of regions. A place outside of the
/// plane, such as -1, is left out; a number of an image that is not there is an error of the stream. `spatialScale` does not count. At most 1024 regions and images. FLOAT or FLOAT16, all alike.
#[aclnn]
fn aclnnRoiPoolingGradWithArgMax(
    grad_output: Input,
    grad_input_ref: ConstInOut,
    rois: Input,
    argmax: Input,
    pooled_h: i64,
    pooled_w: i64,
    _spatial_scale: f64,
) -> Planned {
    grad_output.dtype_in(only_950(&[F32, F16]))?;
    rois.same_dtype(&grad_output)?;
    argmax.dtype_is(I32)?;
    grad_input_ref.same_dtype(&grad_output)?;
    contract::needs_chip(&[Generation::Ascend950])?;
    let others: [&TensorArg; 3] = [&rois, &argmax, &grad_input_ref];
    for tensor in others {
        tensor.not_private()?;
        tensor.same_format(&grad_output)?;
    }
    grad_output.rank_in(4..=4)?;
    grad_input_ref.rank_in(4..=4)?;
    for (name, extent) in [("pooledH", pooled_h), ("pooledW", pooled_w)] {
        if extent <= 0 {
            return Err(Error::value(name, extent, "numbers above 0").into());
        }
    }
    let channels = grad_input_ref.shape()[1];
    cells(&rois, 5, &grad_output, [channels, pooled_h, pooled_w])?;
    argmax.same_shape(&grad_output)?;
    for tensor in [&*rois, &*grad_input_ref] {
        if tensor.shape()[0] > 1024 {
            return Err(tensor
                .shape_refused("at most 1024 regions or images")
                .into());
        }
    }
    let (gradient, regions, places) = (grad_output.read()?, rois.read()?, argmax.read()?);
    let out = grad_input_ref.update()?;
    if grad_output.is_empty() {
        return Ok(Call::nothing([gradient, out, regions, places]));
    }
    Ok(returned(gradient, regions, places, out)?)
}
