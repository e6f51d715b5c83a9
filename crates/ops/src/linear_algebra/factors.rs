//! Factors of matrices: orthogonal and triangular ones, by reflections as LAPACK's, so that signs are the same.

#![forbid(unsafe_code)]

use std::ops::Range;

use super::{Number, ONE, ZERO, over, times};
use crate::{Arg, Call};
use hostnpu_base::error::{Reason, Result};
use hostnpu_engine::grain;
use hostnpu_engine::operands::{Read, Temporary, Write, kernel, operands};
use hostnpu_kernels::complex::{add_scaled, subtract_scaled};
use hostnpu_tensor::{cuts, parallel};

operands! {
    struct Factors => FactorsAt {
        input: Read<Number>,
        triangle: Write<Number>,
        /// Not there where it is not wanted.
        orthogonal: Option<Write<Number>>,
        /// Of each part: a matrix, the factors of its reflections, the vector of one, and sums of columns.
        memory: Temporary<Number>,
    }
}

/// Matrices of which factors are asked for.
#[derive(Clone, Copy)]
struct Matrices {
    count: usize,
    rows: usize,
    columns: usize,
    /// Rows of the triangular factor, and columns of the orthogonal one.
    height: usize,
}

/// Returns the square of the magnitude.
fn square(number: Number) -> f64 {
    number.re * number.re + number.im * number.im
}

fn conjugate(number: Number) -> Number {
    Number::new(number.re, -number.im)
}

/// Makes the reflection that leaves only the first number of a column, from the diagonal on, and a real one, and writes that. `vector` is the rest of the column, and becomes that of the
/// reflection, whose first number is 1. Returns the factor of the reflection, which is 0 where nothing is to do.
fn reflection(first: &mut Number, vector: &mut [Number]) -> Number {
    let below = vector.iter().fold(0.0, |sum, &number| sum + square(number));
    if below == 0.0 && first.im == 0.0 {
        return ZERO;
    }
    let length = (square(*first) + below).sqrt();
    let last = if first.re.is_sign_negative() {
        length
    } else {
        -length
    };
    let divisor = *first - Number::from(last);
    for number in vector {
        *number = over(*number, divisor);
    }
    let factor = Number::new((last - first.re) / last, -first.im / last);
    *first = last.into();
    factor
}

/// Applies the reflection of a step, its factor and its vector behind the first number, to columns of a matrix whose rows have `width` numbers. `sums` is memory
/// for a number of each column.
fn reflect(
    (step, factor, vector): (usize, Number, &[Number]),
    numbers: &mut [Number],
    width: usize,
    columns: Range<usize>,
    sums: &mut [Number],
) {
    if factor == ZERO {
        return;
    }
    let (first, below) = numbers[step * width..].split_at_mut(width);
    let (first, sums) = (&mut first[columns.clone()], &mut sums[..columns.len()]);
    sums.copy_from_slice(first);
    for (&v, row) in vector.iter().zip(below.chunks_exact(width)) {
        add_scaled(sums, &row[columns.clone()], conjugate(v));
    }
    for (sum, first) in sums.iter_mut().zip(first) {
        *sum = times(factor, *sum);
        *first -= *sum;
    }
    for (&v, row) in vector.iter().zip(below.chunks_exact_mut(width)) {
        subtract_scaled(&mut row[columns.clone()], sums, v);
    }
}

impl Matrices {
    /// Reflections of each matrix.
    fn steps(&self) -> usize {
        self.rows.min(self.columns)
    }

    /// Numbers of scratch memory of a part: the matrix, the factors of its reflections, the vector of one, and sums of columns.
    fn numbers(&self) -> usize {
        self.rows * self.columns + self.steps() + self.rows + self.columns.max(self.height)
    }

    /// Matrices that a thread takes at a time.
    fn per_part(&self) -> usize {
        let work = self.count.saturating_mul(self.rows * self.columns);
        let parts = (work / grain::FACTORS).min(4 * parallel::threads());
        self.count.div_ceil(parts.max(1)).max(1)
    }

    /// Computes the factors of one matrix.
    fn one(
        &self,
        input: &[Number],
        triangle: &mut [Number],
        orthogonal: Option<&mut [Number]>,
        memory: &mut [Number],
    ) {
        let (rows, columns) = (self.rows, self.columns);
        let (numbers, memory) = memory.split_at_mut(rows * columns);
        let (factors, memory) = memory.split_at_mut(self.steps());
        let (vector, sums) = memory.split_at_mut(rows);
        numbers.copy_from_slice(input);
        for (step, factor) in factors.iter_mut().enumerate() {
            let vector = &mut vector[step + 1..];
            let below = (step + 1..rows).map(|row| row * columns + step);
            for (to, place) in vector.iter_mut().zip(below.clone()) {
                *to = numbers[place];
            }
            *factor = reflection(&mut numbers[step * columns + step], vector);
            let own = (step, conjugate(*factor), &*vector);
            reflect(own, numbers, columns, step + 1..columns, sums);
            for (from, place) in vector.iter().zip(below) {
                numbers[place] = *from;
            }
        }
        for (k, entry) in triangle.iter_mut().enumerate() {
            let (row, column) = (k / columns, k % columns);
            *entry = if column < row { ZERO } else { numbers[k] };
        }
        let (Some(out), width) = (orthogonal, self.height) else {
            return;
        };
        for (k, entry) in out.iter_mut().enumerate() {
            *entry = if k / width == k % width { ONE } else { ZERO };
        }
        for (step, factor) in factors.iter().enumerate().rev() {
            let vector = &mut vector[step + 1..];
            for (to, row) in vector.iter_mut().zip(step + 1..) {
                *to = numbers[row * columns + step];
            }
            reflect((step, *factor, vector), out, width, 0..width, sums);
        }
    }
}

/// Plans the triangular factors of matrices, and, if they are wanted, the orthogonal ones, of as many columns as the triangular ones have rows.
pub fn orthogonal(input: Arg, triangle: Arg, orthogonal: Option<Arg>) -> Result<Call> {
    let (&[ref batch @ .., rows, columns], &[.., height, _]) =
        (input.view.layout.shape(), triangle.view.layout.shape())
    else {
        return Err(Reason::Internal("factors of no matrix".into()).into());
    };
    let of = Matrices {
        count: batch.iter().product::<i64>() as usize,
        rows: rows as usize,
        columns: columns as usize,
        height: height as usize,
    };
    triangle.require_numel(of.count * of.height * of.columns)?;
    if let Some(orthogonal) = &orthogonal {
        orthogonal.require_numel(of.count * of.rows * of.height)?;
    }
    let per_part = of.per_part();
    let work = of.count.saturating_mul(of.rows * of.columns);
    let cost = work.saturating_mul(32 * of.steps().max(1));
    let operands = Factors {
        input: input.into(),
        triangle: triangle.into(),
        orthogonal: orthogonal.map(Write::from),
        memory: Temporary::of(of.count.div_ceil(per_part) * of.numbers()),
    };
    kernel(operands, cost, move |at: FactorsAt| {
        let (area, triangle) = (of.rows * of.columns, of.height * of.columns);
        let orthogonal = of.rows * of.height;
        let parts = (
            cuts::chunks(at.memory, of.numbers()),
            cuts::chunks(at.triangle, per_part * triangle),
            at.orthogonal
                .map(|factors| cuts::chunks(factors, per_part * orthogonal)),
        );
        cuts::for_each_part(parts, |part, (memory, triangles, mut factors)| {
            let first = part * per_part;
            for (own, number) in (first..of.count.min(first + per_part)).enumerate() {
                let input = &at.input[number * area..][..area];
                let triangle = &mut triangles[own * triangle..][..triangle];
                let factor = factors
                    .as_deref_mut()
                    .map(|factors| &mut factors[own * orthogonal..][..orthogonal]);
                of.one(input, triangle, factor, memory);
            }
        });
        Ok(())
    })
}
