//! Distances between the rows of matrices, and their gradients.
//!
//! Differences, sums and powers are DOUBLE, in one order, rounded once.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::{Reason, Result};
use hostnpu_engine::grain;
use hostnpu_engine::operands::{Read, Temporary, Write, kernel, operands};
use hostnpu_kernels::arith::sub;
use hostnpu_kernels::rows;
use hostnpu_tensor::{cuts, parallel};

/// The order of a norm, 0 or more.
#[derive(Clone, Copy, Debug)]
pub struct Order(pub f64);

impl Order {
    /// Writes the norms of the differences of a row and each of others, as many as there are norms, with a row of memory.
    fn distances(self, x: &[f64], others: &[f64], difference: &mut [f64], norms: &mut [f64]) {
        if self.0 == 2.0 {
            return rows::distances(x, others, norms);
        }
        for (other, norm) in norms.iter_mut().enumerate() {
            sub::f64(x, &others[other * x.len()..][..x.len()], difference);
            *norm = self.norm(difference);
        }
    }

    /// The norm of a row: of order 0 how many elements are not 0.
    fn norm(self, difference: &[f64]) -> f64 {
        match self.0 {
            0.0 => rows::others_than_0(difference),
            1.0 => rows::magnitudes(difference),
            f64::INFINITY => rows::largest_magnitude(difference),
            order => rows::power(rows::powers(difference, order), 1.0 / order),
        }
    }

    /// The derivative of the norm by one of the elements.
    fn derivative(self, element: f64, norm: f64) -> f64 {
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
    batches: usize,
    /// Rows of the first and of the second matrix.
    counts: [usize; 2],
    elements: usize,
    /// Rows of the first matrices that a thread takes at a time.
    per_part: usize,
}

impl Rows {
    fn new(first: &[i64], second: &[i64]) -> Result<Self> {
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
                let mut rows = Self {
                    batches,
                    counts: [a, b],
                    elements,
                    per_part: 1,
                };
                let parts = (rows.work() / grain::PRODUCTS).min(4 * parallel::threads());
                rows.per_part = rows.firsts().div_ceil(parts.max(1)).max(1);
                Ok(rows)
            }
            _ => Err(Reason::Internal("rows of other shapes".into()).into()),
        }
    }

    /// Rows of all first matrices.
    fn firsts(&self) -> usize {
        self.batches * self.counts[0]
    }

    fn work(&self) -> usize {
        self.firsts()
            .saturating_mul(self.counts[1])
            .saturating_mul(self.elements + 1)
    }

    /// The rows of a part.
    fn of_part(&self, part: usize) -> std::ops::Range<usize> {
        let first = part * self.per_part;
        first..self.firsts().min(first + self.per_part)
    }

    /// Memory for a row of differences in each part; not empty, so that there are parts for rows without elements.
    fn differences(&self) -> Temporary<f64> {
        Temporary::of(self.firsts().div_ceil(self.per_part) * self.elements.max(1))
    }

    /// Cuts that memory into a row for each part.
    fn for_parts<'a>(&self, differences: &'a mut [f64]) -> cuts::Chunks<'a, f64> {
        cuts::chunks(differences, self.elements.max(1))
    }

    /// A row of a first matrix.
    fn first<'a>(&self, matrices: &'a [f64], row: usize) -> &'a [f64] {
        &matrices[row * self.elements..][..self.elements]
    }

    /// The second matrix of its batch.
    fn partners<'a>(&self, matrices: &'a [f64], row: usize) -> &'a [f64] {
        let elements = self.counts[1] * self.elements;
        &matrices[row / self.counts[0] * elements..][..elements]
    }
}

/// The shapes of two matrices whose last two axes are their own, and whose batch is that of `output`.
fn broadcast(first: &Arg, second: &Arg, output: &[i64]) -> [Vec<i64>; 2] {
    let batch = &output[..output.len().saturating_sub(2)];
    [first, second].map(|matrix| {
        let own = matrix.view.layout.shape();
        [batch, &own[own.len().saturating_sub(2)..]].concat()
    })
}

operands! {
    struct Distances => DistancesAt {
        first: Read<f64>,
        second: Read<f64>,
        output: Write<f64>,
        differences: Temporary<f64>,
    }
}

/// Plans the distances of all rows of the first matrix to those of the second, `[batches, rows, elements]`; `output` is `[batches, rows, rows]`.
pub fn distances(order: Order, first: Arg, second: Arg, output: Arg) -> Result<Call> {
    let [a, b] = broadcast(&first, &second, output.view.layout.shape());
    let rows = Rows::new(&a, &b)?;
    output.require_numel(rows.firsts() * rows.counts[1])?;
    let operands = Distances {
        first: Read::broadcast(first, &a),
        second: Read::broadcast(second, &b),
        output: output.into(),
        differences: rows.differences(),
    };
    kernel(
        operands,
        rows.work().saturating_mul(8),
        move |at: DistancesAt| {
            let count = rows.counts[1];
            let parts = (
                rows.for_parts(at.differences),
                cuts::chunks(at.output, rows.per_part * count),
            );
            cuts::for_each_part(parts, |part, (differences, output)| {
                let differences = &mut differences[..rows.elements];
                for (row, norms) in rows.of_part(part).zip(output.chunks_mut(count.max(1))) {
                    let x = rows.first(at.first, row);
                    let others = rows.partners(at.second, row);
                    order.distances(x, others, differences, norms);
                }
            });
            Ok(())
        },
    )
}

operands! {
    struct Pairs => PairsAt {
        matrix: Read<f64>,
        output: Write<f64>,
        differences: Temporary<f64>,
    }
}

/// Plans the distances of each row of a matrix to those behind it, one after the other.
pub fn pairs(order: Order, matrix: Arg, output: Arg) -> Result<Call> {
    let shape = matrix.view.layout.shape();
    let rows = Rows::new(shape, shape)?;
    let count = rows.firsts();
    // Distances of the rows before one.
    let before = move |row: usize| row * (2 * count - row).saturating_sub(1) / 2;
    output.require_numel(before(count))?;
    let operands = Pairs {
        matrix: matrix.into(),
        output: output.into(),
        differences: rows.differences(),
    };
    kernel(
        operands,
        rows.work().saturating_mul(8),
        move |at: PairsAt| {
            let parts = count.div_ceil(rows.per_part);
            let ends = (0..parts).map(|part| before(rows.of_part(part).end));
            let parts = (
                rows.for_parts(at.differences),
                cuts::ranges(at.output, ends.collect::<Vec<_>>()),
            );
            cuts::for_each_part(parts, |part, (differences, mut output): (_, &mut [f64])| {
                let differences = &mut differences[..rows.elements];
                for row in rows.of_part(part) {
                    let x = rows.first(at.matrix, row);
                    let behind = &at.matrix[(row + 1) * rows.elements..];
                    let (norms, rest) = output.split_at_mut(count - 1 - row);
                    order.distances(x, behind, differences, norms);
                    output = rest;
                }
            });
            Ok(())
        },
    )
}

/// Operands of the gradient of [`distances`] by the first matrix.
pub struct Gradient {
    /// Gradients by the distances.
    pub gradients: Arg,
    /// The first matrix.
    pub first: Arg,
    /// The second matrix.
    pub second: Arg,
    /// The distances.
    pub norms: Arg,
    /// Gradients by the first matrix.
    pub output: Arg,
}

operands! {
    struct Backward => BackwardAt {
        gradients: Read<f64>,
        first: Read<f64>,
        second: Read<f64>,
        norms: Read<f64>,
        output: Write<f64>,
        differences: Temporary<f64>,
    }
}

/// Plans the gradient of [`distances`] by the first matrix.
pub fn gradient(order: Order, of: Gradient) -> Result<Call> {
    let shape = of.output.view.layout.shape().to_vec();
    let [_, others] = broadcast(&of.first, &of.second, &shape);
    let rows = Rows::new(&shape, &others)?;
    for distances in [&of.gradients, &of.norms] {
        distances.require_numel(rows.firsts() * rows.counts[1])?;
    }
    let operands = Backward {
        gradients: of.gradients.into(),
        first: Read::broadcast(of.first, &shape),
        second: Read::broadcast(of.second, &others),
        norms: of.norms.into(),
        output: of.output.into(),
        differences: rows.differences(),
    };
    kernel(
        operands,
        rows.work().saturating_mul(16),
        move |at: BackwardAt| {
            let (count, elements) = (rows.counts[1], rows.elements);
            let parts = (
                rows.for_parts(at.differences),
                cuts::chunks(at.output, rows.per_part * elements),
            );
            cuts::for_each_part(parts, |part, (differences, output)| {
                let differences = &mut differences[..elements];
                output.fill(0.0);
                for (own, row) in rows.of_part(part).enumerate() {
                    let gained = &mut output[own * elements..][..elements];
                    let gradients = &at.gradients[row * count..][..count];
                    let norms = &at.norms[row * count..][..count];
                    let x = rows.first(at.first, row);
                    let partners = rows.partners(at.second, row);
                    for partner in 0..count {
                        let y = &partners[partner * elements..][..elements];
                        sub::f64(x, y, differences);
                        if order.0 == f64::INFINITY {
                            // Only the largest ones count, whatever the distance was rounded to.
                            let largest = rows::largest_magnitude(differences);
                            let counts =
                                |x: &mut f64| *x = if x.abs() == largest { *x } else { 0.0 };
                            differences.iter_mut().for_each(counts);
                        }
                        let (gradient, norm) = (gradients[partner], norms[partner]);
                        if order.0 == 2.0 && norm > 0.0 {
                            rows::add_quotients(gained, differences, norm, gradient);
                            continue;
                        }
                        for (sum, &difference) in gained.iter_mut().zip(&*differences) {
                            *sum += gradient * order.derivative(difference, norm);
                        }
                    }
                }
            });
            Ok(())
        },
    )
}
