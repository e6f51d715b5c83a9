//! Gradients of a scaled loss.

use std::sync::atomic::{AtomicBool, Ordering};

use super::engine::dense::{self, Kernel, Operand, element_mut, slice, slice_mut};
use super::{Arg, Call};
use crate::error::Result;
use crate::kernels::unscale as kernels;
use crate::tensor::scratch::Scratch;
use crate::tensor::{Dtype, parallel};

/// Elements that one thread takes at a time.
const PIECE: usize = 1 << 14;

struct Unscale {
    /// How many elements each tensor has.
    counts: Vec<usize>,
    /// Whether elements are multiplied as FLOAT, or as DOUBLE.
    is_single: bool,
}

/// Plans `gradient = gradient * factor`, rounded once, for each of the list, and writes 1 to `found` if an element of one was not finite. FLOAT16, BFLOAT16
/// or FLOAT, all alike; `found` and `factor` are one FLOAT each.
pub fn unscale(gradients: Vec<Arg>, found: Arg, factor: Arg) -> Result<Call> {
    let is_single = gradients.iter().all(|arg| arg.view.dtype == Dtype::F32);
    // A product of 11 and 24 bits is exact in DOUBLE.
    let dtype = if is_single { Dtype::F32 } else { Dtype::F64 };
    let counts = gradients.iter();
    let counts = counts.map(|arg| arg.view.numel().unwrap_or(0)).collect();
    let all = gradients.into_iter().map(|arg| Operand::update(arg, dtype));
    let others = [
        Operand::update(found, Dtype::F32),
        Operand::read(factor, Dtype::F32),
    ];
    dense::plan(Unscale { counts, is_single }, all.chain(others))
}

impl Kernel for Unscale {
    fn cost(&self) -> usize {
        self.counts.iter().sum::<usize>().saturating_mul(8)
    }

    unsafe fn run(&self, places: &[usize], _: &mut Scratch) -> Result<()> {
        let all = self.counts.len();
        // SAFETY: the operand behind all gradients and `found` is one FLOAT.
        let factor = unsafe { slice::<f32>(places[all + 1], 1) }[0];
        let mut pieces = Vec::new();
        for (&count, &place) in self.counts.iter().zip(places) {
            let starts = (0..count).step_by(PIECE);
            pieces.extend(starts.map(|start| (place, start, PIECE.min(count - start))));
        }
        let all_finite = AtomicBool::new(true);
        parallel::for_each_piece(pieces.len(), |piece| {
            let (place, start, count) = pieces[piece];
            // SAFETY: pieces are disjoint parts of gradients, which are dense and of this type.
            let finite = unsafe {
                match self.is_single {
                    true => kernels::f32(slice_mut::<f32>(place + 4 * start, count), factor),
                    false => {
                        kernels::f64(slice_mut::<f64>(place + 8 * start, count), factor.into())
                    }
                }
            };
            if !finite {
                all_finite.store(false, Ordering::Relaxed);
            }
        });
        if !all_finite.into_inner() {
            // SAFETY: the operand behind all gradients is one FLOAT.
            unsafe { *element_mut::<f32>(places[all], 0) = 1.0 };
        }
        Ok(())
    }
}
