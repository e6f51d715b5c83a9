//! Outputs that are computed from an index alone.

use std::sync::Arc;

use super::{Arg, Call, Plan};
use hostnpu_base::error::Result;
use hostnpu_tensor::{Element, Layout, parallel};

/// Elements that one thread takes at a time.
const PIECE: usize = 1 << 14;
/// Elements that are computed before they are written apart.
const TILE: usize = 1 << 10;

struct Range<F, T> {
    fill: F,
    steps: usize,
    weight: usize,
    layout: Arc<Layout>,
    /// The distance of neighbours in row-major order, where it is one number.
    stride: Option<i64>,
    element: std::marker::PhantomData<fn() -> T>,
}

/// Plans `output[i]` for all `i` below `steps`, in row-major order. `fill` computes a run of elements from the index of the first one; an
/// element costs about as much as moving `weight` of them.
pub(super) fn range<T: Element>(
    output: Arg,
    steps: usize,
    weight: usize,
    fill: impl Fn(u64, &mut [T]) + Send + Sync + 'static,
) -> Call {
    let layout = output.view.layout.clone();
    let mut several = (0..layout.rank()).filter(|&axis| layout.shape()[axis] != 1);
    let stride = match (several.next(), several.next()) {
        _ if layout.is_contiguous() => Some(1),
        (axis, None) => Some(axis.map_or(1, |axis| layout.strides()[axis])),
        _ => None,
    };
    let range = Range {
        fill,
        steps,
        weight,
        layout,
        stride,
        element: std::marker::PhantomData,
    };
    Call::new(range, [output])
}

impl<F, T> Range<F, T> {
    /// Where an element lies, counted from the first.
    fn place(&self, index: usize) -> isize {
        if let Some(stride) = self.stride {
            return index as isize * stride as isize;
        }
        let mut rest = index;
        let dimensions = self.layout.shape().iter().zip(self.layout.strides()).rev();
        dimensions.fold(0, |place, (&extent, &stride)| {
            let at = rest % extent as usize;
            rest /= extent as usize;
            place + at as isize * stride as isize
        })
    }
}

impl<T: Element, F: Fn(u64, &mut [T]) + Send + Sync> Plan for Range<F, T> {
    fn cost(&self) -> usize {
        self.steps.saturating_mul(self.weight * size_of::<T>())
    }

    unsafe fn run(&self, _: &[Arg], addresses: &[usize], _: &mut [u8]) -> Result<()> {
        let output = addresses[0];
        parallel::for_each_piece(self.steps.div_ceil(PIECE), |piece| {
            let first = piece * PIECE;
            let count = PIECE.min(self.steps - first);
            let base = (output as *mut T).wrapping_offset(self.layout.offset() as isize);
            if self.stride == Some(1) {
                // SAFETY: the caller's promise; pieces are disjoint.
                let target = unsafe { std::slice::from_raw_parts_mut(base.add(first), count) };
                (self.fill)(first as u64, target);
                return;
            }
            let mut tile = [T::default(); TILE];
            for start in (first..first + count).step_by(TILE) {
                let length = TILE.min(first + count - start);
                (self.fill)(start as u64, &mut tile[..length]);
                for (k, &element) in tile[..length].iter().enumerate() {
                    // SAFETY: the caller's promise for the output.
                    unsafe { base.offset(self.place(start + k)).write(element) };
                }
            }
        });
        Ok(())
    }
}
