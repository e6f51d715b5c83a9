//! The gradient of distances between each point of one set and the nearest one of another.

use super::nll::{read, write};
use crate::engine::dense::{self, Kernel, Operand, index_slice, slice, slice_mut};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{Dtype, parallel};

/// Plans the gradients by two sets of points in a plane, of so many batches of points each: of the points, the nearest point of each in the other set, and the gradients of the
/// distances. A point without a nearest one counts nothing.
pub fn chamfer_slopes(
    batches: usize,
    counts: [usize; 2],
    points: [Arg; 2],
    nearest: [Arg; 2],
    grads: [Arg; 2],
    outputs: [Arg; 2],
) -> Result<Call> {
    let dtype = points[0].view.dtype;
    let kernel = Chamfer {
        batches,
        counts,
        dtype,
    };
    let points = points.map(|points| Operand::read(points, Dtype::F32));
    let nearest = nearest.map(|nearest| Operand::read(nearest, Dtype::I32));
    let grads = grads.map(|grads| Operand::read(grads, Dtype::F32));
    let outputs = outputs.map(|output| Operand::write(output, dtype));
    let operands = points.into_iter().chain(nearest).chain(grads);
    dense::plan(kernel, operands.chain(outputs))
}

struct Chamfer {
    batches: usize,
    counts: [usize; 2],
    dtype: Dtype,
}

impl Chamfer {
    /// Doubles of the sums of a batch.
    fn sums(&self) -> usize {
        2 * (self.counts[0] + self.counts[1])
    }
}

impl Kernel for Chamfer {
    fn cost(&self) -> usize {
        self.batches.saturating_mul(self.sums()).saturating_mul(64)
    }

    fn scratch(&self) -> usize {
        with_alignment(8 * self.batches * self.sums())
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let bytes = 8 * self.batches * self.sums();
        let memory = scratch.take(bytes)?.expose_provenance();
        parallel::for_each_piece(self.batches, |batch| {
            // SAFETY: the operands as they were planned; each batch has sums and elements of its own.
            unsafe {
                let sums = slice_mut::<f64>(memory + 8 * batch * self.sums(), self.sums());
                sums.fill(0.0);
                let (first, second) = sums.split_at_mut(2 * self.counts[0]);
                let sums = [first, second];
                for one in 0..2 {
                    let (own, other) = (self.counts[one], self.counts[1 - one]);
                    let at = |operand: usize, count: usize| places[operand] + 4 * batch * count;
                    let points = slice::<f32>(at(one, 2 * own), 2 * own);
                    let others = slice::<f32>(at(1 - one, 2 * other), 2 * other);
                    let nearest = index_slice::<i32>(at(2 + one, own), own);
                    for (i, j) in nearest.iter().enumerate() {
                        let Some(j) = usize::try_from(j).ok().filter(|&j| j < other) else {
                            continue;
                        };
                        let grad = 2.0 * read(Dtype::F32, at(4 + one, own), i);
                        for axis in 0..2 {
                            let (x, y) = (points[2 * i + axis], others[2 * j + axis]);
                            let slope = grad * (f64::from(x) - f64::from(y));
                            sums[one][2 * i + axis] += slope;
                            sums[1 - one][2 * j + axis] -= slope;
                        }
                    }
                }
                for (one, sums) in sums.iter().enumerate() {
                    for (at, &sum) in sums.iter().enumerate() {
                        write(self.dtype, places[6 + one], batch * sums.len() + at, sum);
                    }
                }
            }
        });
        Ok(())
    }
}
