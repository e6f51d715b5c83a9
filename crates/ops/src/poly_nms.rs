//! Non-maximum suppression of quadrilaterals.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{Read, Write, WritePart, kernel, operands};
use hostnpu_kernels::poly_nms::{self as kernels, BOX_LENGTH};

operands! {
    struct PolyNms => PolyNmsAt {
        boxes: Read<f32>,
        kept: WritePart<i32>,
        number: Write<i32>,
    }
}

/// Plans the suppression of boxes: `kept` gets the indices of those that stay, `number` how many; other elements of `kept` stay. FLOAT \[n, 9\], INT32 \[n\]
/// and INT32 \[1\].
pub fn poly_nms(boxes: Arg, iou_threshold: f32, kept: Arg, number: Arg) -> Result<Call> {
    let count = kept.view.numel().unwrap_or(0);
    boxes.require_numel(count.saturating_mul(BOX_LENGTH))?;
    number.require_numel(1)?;
    let operands = PolyNms {
        boxes: boxes.into(),
        kept: kept.into(),
        number: number.into(),
    };
    // Each pair of boxes may have to be compared.
    let pairs = count.saturating_mul(count);
    let cost = pairs.saturating_mul(4 * BOX_LENGTH);
    kernel(operands, cost, move |at: PolyNmsAt| {
        let kept = match count {
            0 => 0,
            _ => kernels::poly_nms(at.boxes, iou_threshold, at.kept),
        };
        at.number[0] = kept as i32;
        Ok(())
    })
}
