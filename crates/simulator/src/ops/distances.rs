//! Distances between the rows of matrices, and their gradients.
//!
//! Differences, sums and powers are DOUBLE, in one order, rounded once.

use super::engine::dense::{self, Kernel, Operand, element_mut, slice, slice_mut};
use super::engine::window::{aligned, in_parts};
use super::{Arg, Call};
use crate::error::{Reason, Result};
use crate::kernels::rows;
use crate::tensor::scratch::Scratch;
use crate::tensor::{Dtype, parallel};

/// Elements of rows for which another thread is asked.
const SHARE: usize = 1 << 13;

/// The order of a norm, 0 or more.
#[derive(Clone, Copy, Debug)]
pub struct Order(pub f64);

impl Order {
    /// The norm of a row: of order 0 how many elements are not 0.
    fn norm(self, x: &[f64]) -> f64 {
        match self.0 {
            0.0 => rows::others_than_0(x),
            1.0 => rows::magnitudes(x),
            2.0 => rows::products(x, x).sqrt(),
            f64::INFINITY => rows::largest_magnitude(x),
            order => rows::power(rows::powers(x, order), 1.0 / order),
        }
    }

    /// How the norm changes with one of the elements.
    fn slope(self, element: f64, norm: f64) -> f64 {
        let sign = if element == 0.0 {
            0.0
        } else {
            element.signum()
        };
        match self.0 {
            0.0 => 0.0,
            1.0 => sign,
            _ if norm == 0.0 || element == 0.0 => 0.0,
            2.0 => element / norm,
            f64::INFINITY => sign,
            order => sign * rows::power(element.abs() / norm, order - 1.0),
        }
    }
}

/// Rows of matrices whose distances are asked for.
#[derive(Clone, Copy, Debug)]
struct Rows {
    order: Order,
    batches: usize,
    /// Rows of the first and of the second matrix.
    counts: [usize; 2],
    elements: usize,
    /// Whether both are one matrix, and each pair of rows counts once.
    pairs: bool,
}

impl Rows {
    fn new(order: Order, shapes: [&[i64]; 2], pairs: bool) -> Result<Self> {
        let [first, second] = shapes;
        let extents = |shape: &[i64]| match *shape {
            [ref batch @ .., rows, elements] => {
                let batches = batch.iter().product::<i64>() as usize;
                Some((batches, rows as usize, elements as usize))
            }
            _ => None,
        };
        match (extents(first), extents(second)) {
            (Some((batches, a, elements)), Some((others, b, same)))
                if (batches, elements) == (others, same) =>
            {
                Ok(Self {
                    order,
                    batches,
                    counts: [a, b],
                    elements,
                    pairs,
                })
            }
            _ => Err(Reason::Internal("rows of other shapes".into()).into()),
        }
    }

    fn work(&self) -> usize {
        let pairs = self.batches * self.counts[0];
        let elements = self.elements + 1;
        pairs
            .saturating_mul(self.counts[1])
            .saturating_mul(elements)
    }

    /// Bytes of the memory of a part: a row of differences.
    fn bytes(&self) -> usize {
        self.elements * size_of::<f64>()
    }

    fn parts(&self) -> usize {
        let rows = (self.batches * self.counts[0]).max(1);
        let parts = self.work() / SHARE;
        parts.min(4 * parallel::threads()).clamp(1, rows)
    }

    fn scratch(&self) -> usize {
        self.parts() * aligned(self.bytes())
    }

    /// Calls something for each row of the first matrices, with its number and a row of differences in which it may write.
    fn each(&self, scratch: &mut Scratch, work: impl Fn(usize, &mut [f64]) + Sync) -> Result<()> {
        let rows = self.batches * self.counts[0];
        in_parts(
            rows,
            self.parts(),
            (scratch, self.bytes()),
            |rows, memory| {
                // SAFETY: parts have memory of their own.
                let differences = unsafe { slice_mut(memory, self.elements) };
                rows.for_each(|row| work(row, differences));
            },
        )
    }

    /// The numbers of the second rows with which a row is paired.
    fn partners(&self, row: usize) -> std::ops::Range<usize> {
        let first = if self.pairs { row + 1 } else { 0 };
        first..self.counts[1]
    }

    /// Where the distance of a pair stands.
    fn place(&self, row: usize, partner: usize) -> usize {
        match self.pairs {
            true => row * (2 * self.counts[0] - row - 1) / 2 + partner - row - 1,
            false => row * self.counts[1] + partner,
        }
    }

    /// Writes the differences of a row and its partner.
    ///
    /// # Safety
    /// Matrices of these rows lie at both places.
    unsafe fn subtract(&self, [a, b]: [usize; 2], row: usize, partner: usize, to: &mut [f64]) {
        let (batch, size) = (row / self.counts[0], self.bytes());
        let partner = batch * self.counts[1] + partner;
        // SAFETY: the caller's promise.
        let (x, y) = unsafe {
            (
                slice::<f64>(a + row * size, self.elements),
                slice::<f64>(b + partner * size, self.elements),
            )
        };
        for (to, (x, y)) in to.iter_mut().zip(x.iter().zip(y)) {
            *to = x - y;
        }
    }
}

struct Forward(Rows);

impl Kernel for Forward {
    fn cost(&self) -> usize {
        self.0.work().saturating_mul(8)
    }

    fn scratch(&self) -> usize {
        self.0.scratch()
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        // One matrix is both where pairs of its rows are asked for.
        let (&[first, .., to], rows) = (places, &self.0) else {
            return Err(Reason::Internal("a plan was run without addresses".into()).into());
        };
        let matrices = [first, places[places.len() - 2]];
        rows.each(scratch, |row, differences| {
            for partner in rows.partners(row) {
                // SAFETY: the caller's promise; each pair has a place of its own.
                unsafe {
                    rows.subtract(matrices, row, partner, differences);
                    *element_mut(to, rows.place(row, partner)) = rows.order.norm(differences);
                }
            }
        })
    }
}

struct Backward(Rows);

impl Kernel for Backward {
    fn cost(&self) -> usize {
        self.0.work().saturating_mul(16)
    }

    fn scratch(&self) -> usize {
        self.0.scratch()
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let (&[gradients, first, second, norms, to], rows) = (places, &self.0) else {
            return Err(Reason::Internal("a plan was run without addresses".into()).into());
        };
        rows.each(scratch, |row, differences| {
            let count = rows.counts[1];
            // SAFETY: the caller's promise; each row has a part of the output.
            let (gradients, norms, gained) = unsafe {
                (
                    slice::<f64>(gradients + 8 * row * count, count),
                    slice::<f64>(norms + 8 * row * count, count),
                    slice_mut::<f64>(to + row * rows.bytes(), rows.elements),
                )
            };
            gained.fill(0.0);
            for partner in 0..count {
                // SAFETY: the caller's promise.
                unsafe { rows.subtract([first, second], row, partner, differences) };
                if rows.order.0 == f64::INFINITY {
                    // Only the largest ones count, whatever the distance was rounded to.
                    let largest = rows::largest_magnitude(differences);
                    let counts = |x: &mut f64| *x = if x.abs() == largest { *x } else { 0.0 };
                    differences.iter_mut().for_each(counts);
                }
                for (sum, &difference) in gained.iter_mut().zip(&*differences) {
                    *sum += gradients[partner] * rows.order.slope(difference, norms[partner]);
                }
            }
        })
    }
}

/// Plans the distances of all rows of the first matrix to those of the second, `[batches, rows, elements]`; `output` is `[batches, rows, rows]`.
pub fn distances(order: Order, matrices: [Arg; 2], output: Arg) -> Result<Call> {
    let shape = output.view.layout.shape().to_vec();
    let batch = &shape[..shape.len().saturating_sub(2)];
    let [first, second] = matrices.each_ref().map(|matrix| {
        let own = matrix.view.layout.shape();
        [batch, &own[own.len().saturating_sub(2)..]].concat()
    });
    let kernel = Forward(Rows::new(order, [&first, &second], false)?);
    let [a, b] = matrices;
    let operands = [
        Operand::read_as(a, Dtype::F64, &first),
        Operand::read_as(b, Dtype::F64, &second),
        Operand::write(output, Dtype::F64),
    ];
    dense::plan(kernel, operands)
}

/// Plans the distances of each row of a matrix to those behind it, one after the other.
pub fn pairs(order: Order, matrix: Arg, output: Arg) -> Result<Call> {
    let shape = matrix.view.layout.shape();
    let kernel = Forward(Rows::new(order, [shape, shape], true)?);
    let operands = [
        Operand::read(matrix, Dtype::F64),
        Operand::write(output, Dtype::F64),
    ];
    dense::plan(kernel, operands)
}

/// Plans the gradient of [`distances`] by the first matrix, of the gradients by the distances, and of these.
pub fn gradient(
    order: Order,
    gradients: Arg,
    matrices: [Arg; 2],
    norms: Arg,
    output: Arg,
) -> Result<Call> {
    let shape = output.view.layout.shape().to_vec();
    let batch = &shape[..shape.len().saturating_sub(2)];
    let own = matrices[1].view.layout.shape();
    let others = [batch, &own[own.len().saturating_sub(2)..]].concat();
    let kernel = Backward(Rows::new(order, [&shape, &others], false)?);
    let [a, b] = matrices;
    let operands = [
        Operand::read(gradients, Dtype::F64),
        Operand::read_as(a, Dtype::F64, &shape),
        Operand::read_as(b, Dtype::F64, &others),
        Operand::read(norms, Dtype::F64),
        Operand::write(output, Dtype::F64),
    ];
    dense::plan(kernel, operands)
}
