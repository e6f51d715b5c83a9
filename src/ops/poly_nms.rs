//! Non-maximum suppression of quadrilaterals.

use super::{Arg, Call, Plan};
use crate::error::Result;
use crate::kernels::poly_nms::{self as kernel, BOX_LENGTH};

struct PolyNms {
    count: usize,
    iou_threshold: f32,
}

/// Plans the suppression of boxes: `kept` gets the indices of those that stay, `number` how many. FLOAT [n, 9], INT32 [n]
/// and INT32 [1], all contiguous.
pub fn poly_nms(boxes: Arg, iou_threshold: f32, kept: Arg, number: Arg) -> Call {
    let count = kept.view.numel().unwrap_or(0);
    Call::new(
        PolyNms {
            count,
            iou_threshold,
        },
        [boxes, kept, number],
    )
}

impl Plan for PolyNms {
    fn cost(&self) -> usize {
        // Each pair of boxes may have to be compared.
        self.count
            .saturating_mul(self.count)
            .saturating_mul(4 * BOX_LENGTH)
    }

    unsafe fn run(&self, addresses: &[usize], _: &mut [u8]) -> Result<()> {
        let number = addresses[2] as *mut i32;
        let kept = if self.count == 0 {
            0
        } else {
            // SAFETY: the caller's promise: contiguous operands of that many elements.
            let (boxes, output) = unsafe {
                (
                    std::slice::from_raw_parts(addresses[0] as *const f32, self.count * BOX_LENGTH),
                    std::slice::from_raw_parts_mut(addresses[1] as *mut i32, self.count),
                )
            };
            kernel::poly_nms(boxes, self.iou_threshold, output)
        };
        // SAFETY: the caller's promise: one element.
        unsafe { number.write(kept as i32) };
        Ok(())
    }
}
