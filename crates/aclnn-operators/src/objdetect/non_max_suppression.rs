//! `aclnnNonMaxSuppression`: the boxes of each class that do not overlap better ones. Source: ops-cv, `objdetect/non_max_suppression_v6`.

use crate::device::soc::Generation;
use crate::ops::objdetect::suppression::{Suppression, suppressed};
use crate::prelude::*;

/// Boxes of a class of an image, at most.
const MOST: i64 = 700;

/// Writes rows of image, class and box to `selectedIndices` (m, 3), INT32: of each image and class the boxes by their `scores` (images, classes, n), from the best one on and of equal ones the first, without those whose common area with a chosen
/// one is more than `iouThreshold[0]` of the area of both, and without scores up to `scoreThreshold[0]`; `maxOutputBoxesPerClass[0]` at most, 0 if the array is empty. Rows without a box are -1, boxes beyond m are left out. `boxes` (images, n, 4) are
/// two opposite corners, or, with a `centerPointBox` of 1, centre x and y, width and height. FLOAT or FLOAT16, both alike; on Ascend310P.
#[aclnn]
fn aclnnNonMaxSuppression(
    boxes: Input,
    scores: Input,
    max_output_boxes_per_class: MutInts,
    iou_threshold: MutFloats,
    score_threshold: MutFloats,
    center_point_box: i32,
    selected_indices: Output,
) -> Planned {
    let most = max_output_boxes_per_class.first().copied().unwrap_or(0);
    if !(0..=MOST).contains(&most) {
        let (name, allowed) = (max_output_boxes_per_class.name(), format!("0 to {MOST}"));
        return Err(Error::value(name, most, allowed).into());
    }
    boxes.dtype_in(FLOAT_AND_FLOAT16)?;
    scores.same_dtype(&boxes)?;
    selected_indices.dtype_is(I32)?;
    for tensor in [&*boxes, &*scores, &*selected_indices] {
        tensor.format_nd()?;
    }
    let threshold = |of: &MutFloats| match of.first() {
        Some(&number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err(Error::value(
            of.name(),
            format!("{:?}", &**of),
            "a number from 0 to 1",
        )),
    };
    let (share, least) = (threshold(&iou_threshold)?, threshold(&score_threshold)?);
    boxes.rank_in(3..=3)?;
    scores.rank_in(3..=3)?;
    let (images, count) = (scores.shape()[0], scores.shape()[2]);
    boxes.shape_is(&[images, count, 4], "four numbers for each box of `scores`")?;
    selected_indices.rank_in(2..=2)?;
    let rows = selected_indices.shape()[0];
    selected_indices.shape_is(&[rows, 3], "rows of image, class and box")?;
    if !(0..=1).contains(&center_point_box) {
        return Err(Error::value("centerPointBox", center_point_box, "0 or 1").into());
    }
    contract::needs_chip(&[Generation::Other]).code(ACLNN_ERR_RUNTIME_ERROR)?;
    let by = Suppression {
        most: most as usize,
        share,
        least,
        is_centred: center_point_box == 1,
    };
    let out = selected_indices.write()?;
    Ok(suppressed(by, boxes.read()?, scores.read()?, out)?)
}
