//! `aclnnCIoU`: how boxes overlap, by areas, centres and proportions; on Ascend950. Source: ops-cv, `objdetect/ciou`.

use crate::contract::boxes::divisor;
use crate::device::soc::Generation;
use crate::ops::objdetect::overlaps::complete;
use crate::prelude::*;

/// Writes the complete overlap of the boxes of `bBoxes` (4, n) with those of `gtBoxes` (4, n), (1, n): the overlap, less the square of the distance of the centres by that of the diagonal around both, less `alpha * v`, where
/// `v = 4 / pi^2 * atanSub^2` and `alpha = v / (1 - overlap + v)`; and `atanSub`, the inverse tangent of width by height of the second box less that of the first. `trans` says that boxes are centre, width and height. n is a multiple of 1024,
/// `isCross` false. FLOAT or FLOAT16.
#[aclnn]
fn aclnnCIoU(
    b_boxes: Input,
    gt_boxes: Input,
    trans: bool,
    is_cross: bool,
    mode: Text,
    overlap: Output,
    atan_sub: Output,
) -> Planned {
    contract::needs_chip(&[Generation::Ascend950]).code(ACLNN_ERR_RUNTIME_ERROR)?;
    for tensor in [&*gt_boxes, &*overlap, &*atan_sub] {
        tensor.same_dtype(&b_boxes)?;
    }
    b_boxes.dtype_in(FLOAT_AND_FLOAT16)?;
    for tensor in [&*b_boxes, &*gt_boxes, &*overlap, &*atan_sub] {
        tensor.format_nd()?;
        tensor.rank_in(2..=2)?;
    }
    if is_cross {
        return Err(Error::value("isCross", is_cross, "false").into());
    }
    let divisor = divisor(&mode)?;
    let count = b_boxes.shape()[1];
    if count % 1024 != 0 {
        return Err(b_boxes.shape_refused("a multiple of 1024 boxes").into());
    }
    b_boxes.shape_is(&[4, count], "four numbers of each box")?;
    gt_boxes.same_shape(&b_boxes)?;
    overlap.shape_is(&[1, count], "a number for each box of `bBoxes`")?;
    atan_sub.shape_is(&[1, count], "a number for each box of `bBoxes`")?;
    let boxes = [b_boxes.read()?, gt_boxes.read()?];
    let out = [overlap.write()?, atan_sub.write()?];
    Ok(complete(boxes, trans, divisor, out)?)
}
