//! `aclnnIou`: how boxes overlap. Source: ops-cv, `objdetect/iou_v2`.

use crate::contract::boxes::divisor;
use crate::ops::objdetect::overlaps::overlaps;
use crate::prelude::*;

/// Writes how much each box of `bBoxes` (m, 4) overlaps each of `gtBoxes` (n, 4), (m, n), or with `aligned` the one of its number, (m, 1): the common area by that of both ("iou") or by that of the second ("iof"). Boxes are
/// left, upper, right and lower sides; `eps` is added to widths and heights. FLOAT, FLOAT16 or BFLOAT16.
#[aclnn]
fn aclnnIou(
    b_boxes: Input,
    gt_boxes: Input,
    mode: Text,
    eps: f32,
    aligned: bool,
    overlap: Output,
) -> Planned {
    gt_boxes.same_dtype(&b_boxes)?;
    overlap.same_dtype(&b_boxes)?;
    b_boxes.dtype_in(SHORT_AFTER_910)?;
    for tensor in [&*b_boxes, &*gt_boxes, &*overlap] {
        tensor.format_nd()?;
    }
    let divisor = divisor(&mode)?;
    if eps < 0.0 {
        return Err(Error::value("eps", eps, "numbers from 0 on").into());
    }
    b_boxes.rank_in(2..=2)?;
    gt_boxes.rank_in(2..=2)?;
    let (count, others) = (b_boxes.shape()[0], gt_boxes.shape()[0]);
    b_boxes.shape_is(&[count, 4], "four sides of each box")?;
    gt_boxes.shape_is(&[others, 4], "four sides of each box")?;
    if aligned {
        gt_boxes.same_shape(&b_boxes)?;
    }
    let width = if aligned { 1 } else { others };
    overlap.shape_is(&[count, width], "the boxes that are compared")?;
    let boxes = [b_boxes.read()?, gt_boxes.read()?];
    Ok(overlaps(
        boxes,
        divisor,
        eps.into(),
        !aligned,
        overlap.write()?,
    )?)
}
