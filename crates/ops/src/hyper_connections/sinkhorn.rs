//! Matrices made doubly stochastic by dividing rows and columns by their sums in turn; and the gradient, back through the steps that were kept.

#![forbid(unsafe_code)]

use super::{MATRIX, MOST_STREAMS, TOKENS};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{ReadFloatsView, WriteFloatsView, kernel, operands};
use hostnpu_engine::views::{FloatBoxes, FloatsView, FloatsViewMut};
use hostnpu_kernels::math::exp;
use hostnpu_tensor::cuts;

/// The steps of all matrices. Elements beside the columns are 0.
pub struct Steps {
    /// The matrix after each: (steps, batches, tokens, rows, at least columns).
    pub matrices: Option<Arg>,
    /// Its divisors: (steps, batches, tokens, at least columns).
    pub sums: Option<Arg>,
}

operands! {
    pub(super) struct Kept => KeptAt {
        matrices: Option<WriteFloatsView<5>>,
        sums: Option<WriteFloatsView<4>>,
    }
}

impl Steps {
    pub(super) fn write(self) -> Result<Kept> {
        let (matrices, sums) = (self.matrices, self.sums);
        Ok(Kept {
            matrices: matrices.map(WriteFloatsView::as_it_lies).transpose()?,
            sums: sums.map(WriteFloatsView::as_it_lies).transpose()?,
        })
    }
}

impl<'a> KeptAt<'a> {
    /// Cuts the steps by some tokens of a batch.
    pub(super) fn boxes(self) -> (Option<FloatBoxes<'a, 5>>, Option<FloatBoxes<'a, 4>>) {
        let matrices = self.matrices.map(|kept| {
            let [steps, _, _, rows, width] = kept.shape();
            kept.boxes([steps, 1, TOKENS, rows, width])
        });
        let sums = self.sums.map(|kept| {
            let [steps, _, _, width] = kept.shape();
            kept.boxes([steps, 1, TOKENS, width])
        });
        (matrices, sums)
    }
}

/// Steps of some tokens.
pub(super) struct KeptPart<'a> {
    pub matrices: Option<FloatsViewMut<'a, 5>>,
    pub sums: Option<FloatsViewMut<'a, 4>>,
}

impl KeptPart<'_> {
    /// Keeps a step of a token.
    fn keep(&mut self, step: usize, token: usize, matrix: &[f64], sums: &[f64]) {
        let count = sums.len();
        let mut padded = [0.0; 2 * MOST_STREAMS];
        if let Some(matrices) = &mut self.matrices {
            let width = matrices.shape()[4];
            for (row, of) in matrix.chunks(count).enumerate() {
                padded[..count].copy_from_slice(of);
                let mut to = matrices.row([step, 0, token, row]);
                to.store_with_one_nan(0, &padded[..width]);
            }
        }
        if let Some(kept) = &mut self.sums {
            let width = kept.shape()[3];
            padded[..count].copy_from_slice(sums);
            kept.row([step, 0, token])
                .store_with_one_nan(0, &padded[..width]);
        }
    }
}

/// A number of iterations, of two steps each, and what is added to sums.
#[derive(Clone, Copy, Debug)]
pub struct Iterations {
    /// Iterations.
    pub count: usize,
    /// Added to sums, and to the first matrix.
    pub eps: f64,
}

impl Iterations {
    /// Makes a matrix of `count` rows and columns doubly stochastic.
    pub(super) fn run(
        self,
        matrix: &mut [f64],
        count: usize,
        token: usize,
        kept: &mut KeptPart<'_>,
    ) {
        let mut sums = [0.0; MOST_STREAMS];
        let sums = &mut sums[..count];
        let mut exponents = [0.0; MOST_STREAMS];
        for (row, sum) in matrix.chunks_mut(count).zip(&mut *sums) {
            // A NaN is the largest, and makes its row NaN.
            let larger = |a: f64, b: f64| if b > a || b.is_nan() { b } else { a };
            let largest = row.iter().copied().fold(f64::NEG_INFINITY, larger);
            let exponents = &mut exponents[..count];
            exponents.copy_from_slice(row);
            exponents.iter_mut().for_each(|x| *x -= largest);
            exp::f64(exponents, row);
            let total: f64 = row.iter().sum();
            row.iter_mut().for_each(|x| *x = *x / total + self.eps);
            *sum = total + self.eps;
        }
        kept.keep(0, token, matrix, sums);
        for step in 1..2 * self.count {
            if step % 2 == 1 {
                sums.fill(self.eps);
                for row in matrix.chunks(count) {
                    sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
                }
                for row in matrix.chunks_mut(count) {
                    row.iter_mut().zip(&*sums).for_each(|(x, sum)| *x /= sum);
                }
            } else {
                for (row, sum) in matrix.chunks_mut(count).zip(&mut *sums) {
                    *sum = row.iter().sum::<f64>() + self.eps;
                    row.iter_mut().for_each(|x| *x /= *sum);
                }
            }
            kept.keep(step, token, matrix, sums);
        }
    }
}

/// Steps that were kept.
pub(super) struct ReadSteps<'a> {
    pub matrices: FloatsView<'a, 5>,
    pub sums: FloatsView<'a, 4>,
}

impl ReadSteps<'_> {
    /// Makes of the gradient by the last matrix of a token that by the first one, before its exponentials.
    pub(super) fn back(&self, [batch, token]: [usize; 2], gradient: &mut [f64], count: usize) {
        let (mut matrix, mut sums) = ([0.0; MATRIX], [0.0; MOST_STREAMS]);
        let (matrix, sums) = (&mut matrix[..count * count], &mut sums[..count]);
        for step in (0..self.sums.shape()[0]).rev() {
            for (row, to) in matrix.chunks_mut(count).enumerate() {
                self.matrices.load([step, batch, token, row], 0, to);
            }
            self.sums.load([step, batch, token], 0, sums);
            if step % 2 == 1 {
                for (column, &sum) in sums.iter().enumerate() {
                    let places = (0..count).map(|row| row * count + column);
                    let product: f64 = places.clone().map(|at| gradient[at] * matrix[at]).sum();
                    places.for_each(|at| gradient[at] = (gradient[at] - product) / sum);
                }
                continue;
            }
            let rows = gradient.chunks_mut(count).zip(matrix.chunks(count));
            for ((row, x), &sum) in rows.zip(&*sums) {
                let product: f64 = row.iter().zip(x).map(|(g, x)| g * x).sum();
                for (g, x) in row.iter_mut().zip(x) {
                    *g = match step {
                        0 => (*g - product) * x,
                        _ => (*g - product) / sum,
                    };
                }
            }
        }
    }
}

operands! {
    struct Forward => ForwardAt {
        x: ReadFloatsView<4>,
        out: WriteFloatsView<4>,
        kept: Kept,
    }
}

/// Plans doubly stochastic matrices of `x`, (batches, tokens, rows, columns).
pub fn sinkhorn(x: Arg, iterations: Iterations, out: Arg, steps: Steps) -> Result<Call> {
    let [batches, tokens, count, _] = out.extents::<4>()?;
    let cost = 16 * batches * tokens * count * count * 2 * iterations.count;
    let operands = Forward {
        x: ReadFloatsView::of(x)?,
        out: WriteFloatsView::as_it_lies(out)?,
        kept: steps.write()?,
    };
    kernel(operands, cost, move |at: ForwardAt| {
        let ForwardAt { x, out, kept } = at;
        let parts = (out.boxes([1, TOKENS, count, count]), kept.boxes());
        let in_batch = tokens.div_ceil(TOKENS).max(1);
        cuts::for_each_part(parts, |piece, (mut out, (matrices, sums))| {
            let (batch, first) = (piece / in_batch, piece % in_batch * TOKENS);
            let mut kept = KeptPart { matrices, sums };
            for own in 0..out.shape()[1] {
                let mut matrix = [0.0; MATRIX];
                let matrix = &mut matrix[..count * count];
                for (row, to) in matrix.chunks_mut(count).enumerate() {
                    x.load([batch, first + own, row], 0, to);
                }
                iterations.run(matrix, count, own, &mut kept);
                for (row, of) in matrix.chunks(count).enumerate() {
                    out.row([0, own, row]).store_with_one_nan(0, of);
                }
            }
        });
        Ok(())
    })
}

operands! {
    struct Backward => BackwardAt {
        gradient: ReadFloatsView<4>,
        matrices: ReadFloatsView<5>,
        sums: ReadFloatsView<4>,
        out: WriteFloatsView<4>,
    }
}

/// Plans the gradient of [`sinkhorn`], given its steps.
pub fn sinkhorn_gradient(gradient: Arg, [matrices, sums]: [Arg; 2], out: Arg) -> Result<Call> {
    let [batches, tokens, count, _] = out.extents::<4>()?;
    let cost = 8 * batches * tokens * count * count * matrices.extents::<5>()?[0];
    let operands = Backward {
        gradient: ReadFloatsView::of(gradient)?,
        matrices: ReadFloatsView::of(matrices)?,
        sums: ReadFloatsView::of(sums)?,
        out: WriteFloatsView::as_it_lies(out)?,
    };
    kernel(operands, cost, move |at: BackwardAt| {
        let steps = ReadSteps {
            matrices: at.matrices,
            sums: at.sums,
        };
        let in_batch = tokens.div_ceil(TOKENS).max(1);
        let parts = at.out.boxes([1, TOKENS, count, count]);
        cuts::for_each_part(parts, |piece, mut out| {
            let (batch, first) = (piece / in_batch, piece % in_batch * TOKENS);
            for own in 0..out.shape()[1] {
                let mut matrix = [0.0; MATRIX];
                let matrix = &mut matrix[..count * count];
                for (row, to) in matrix.chunks_mut(count).enumerate() {
                    at.gradient.load([batch, first + own, row], 0, to);
                }
                steps.back([batch, first + own], matrix, count);
                for (row, of) in matrix.chunks(count).enumerate() {
                    out.row([0, own, row]).store_with_one_nan(0, of);
                }
            }
        });
        Ok(())
    })
}
