//! Non-maximum suppression of quadrilaterals.

use super::{Arg, Call, Plan};
use hostnpu_base::error::{Reason, Result};
use hostnpu_kernels::poly_nms::{self as kernel, BOX_LENGTH};
use hostnpu_tensor::scratch::Scratch;

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

    unsafe fn run(&self, _: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let &[boxes, kept, number] = addresses else {
            return Err(Reason::Internal("a plan was run without addresses".into()).into());
        };
        let mut count = 0;
        if self.count > 0 {
            let (length, written) = (self.count * BOX_LENGTH, self.count * size_of::<i32>());
            let bytes = length * size_of::<f32>();
            let mut scratch = Scratch::new(workspace);
            let mut from = boxes as *const u8;
            if boxes < kept + written && kept < boxes + bytes {
                // All boxes are read before an index is written.
                let copy = scratch.take(bytes)?;
                // SAFETY: the caller's promise for the boxes; the copy has as many bytes.
                unsafe { std::ptr::copy_nonoverlapping(from, copy, bytes) };
                from = copy;
            }
            // SAFETY: the caller's promise: contiguous operands of that many elements, which share no memory now.
            let (boxes, kept) = unsafe {
                (
                    std::slice::from_raw_parts(from.cast::<f32>(), length),
                    std::slice::from_raw_parts_mut(kept as *mut i32, self.count),
                )
            };
            count = kernel::poly_nms(boxes, self.iou_threshold, kept);
        }
        // SAFETY: the caller's promise: one element.
        unsafe { (number as *mut i32).write(count as i32) };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;
    use hostnpu_tensor::{Dtype, Layout};

    #[test]
    fn indices_may_be_written_over_the_boxes() {
        let square = |x: f32, score: f32| [x, 0.0, x + 2.0, 0.0, x + 2.0, 2.0, x, 2.0, score];
        let boxes: Vec<f32> = [square(0.0, 0.5), square(0.1, 0.9), square(9.0, 0.7)].concat();
        let (mut kept, mut number) = (vec![-1_i32; 3], -1_i32);
        let run = |boxes: usize, kept: usize, number: &mut i32| {
            let arg = |name, dtype, shape: &[i64], address| {
                Arg::new(
                    name,
                    Role::Output,
                    dtype,
                    Layout::contiguous(shape),
                    address,
                )
                .unwrap()
            };
            let call = poly_nms(
                arg("boxes", Dtype::F32, &[3, 9], boxes),
                0.3,
                arg("output", Dtype::I32, &[3], kept),
                arg(
                    "output_size",
                    Dtype::I32,
                    &[1],
                    std::ptr::from_mut(number).addr(),
                ),
            );
            // SAFETY: the operands lie in the vectors of this test.
            unsafe { call.run(&call.addresses(), &mut []) }.unwrap();
        };
        run(boxes.as_ptr().addr(), kept.as_mut_ptr().addr(), &mut number);
        assert_eq!((number, &kept[..2]), (2, &[1, 2][..]));
        let mut shared = boxes.clone();
        let place = shared.as_mut_ptr().addr();
        run(place, place, &mut number);
        let written: Vec<i32> = shared[..2]
            .iter()
            .map(|x| x.to_bits().cast_signed())
            .collect();
        assert_eq!((number, written), (2, vec![1, 2]));
    }
}
