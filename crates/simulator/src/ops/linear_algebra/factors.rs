//! Factors of matrices: orthogonal and triangular ones, by reflections as LAPACK's, so that signs are the same.

use super::{Number, ONE, SIZE, WIDE, ZERO, over, times};
use crate::error::{Reason, Result};
use crate::ops::engine::dense::{self, Kernel, Operand, slice, slice_mut};
use crate::ops::engine::window::{aligned, in_parts};
use crate::ops::{Arg, Call};
use crate::tensor::parallel;
use crate::tensor::scratch::Scratch;

/// Numbers of matrices for which another thread is asked.
const SHARE: usize = 1 << 10;

/// Matrices of which factors are asked for.
struct Matrices {
    count: usize,
    rows: usize,
    columns: usize,
    /// Columns of the orthogonal factor, which is not wanted if there are none.
    kept: Option<usize>,
    /// Rows of the triangular factor.
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

/// Applies the reflection of a step, its factor and its vector behind the first number, to columns of a matrix whose rows have `width` numbers.
fn reflect(
    (step, factor, vector): (usize, Number, &[Number]),
    numbers: &mut [Number],
    width: usize,
    columns: std::ops::Range<usize>,
) {
    if factor == ZERO {
        return;
    }
    for column in columns {
        let place = |k: usize| (step + 1 + k) * width + column;
        let first = step * width + column;
        let products = vector.iter().enumerate();
        let products = products.map(|(k, &v)| times(conjugate(v), numbers[place(k)]));
        let sum = products.fold(numbers[first], |sum, product| sum + product);
        let taken = times(factor, sum);
        numbers[first] -= taken;
        for (k, &v) in vector.iter().enumerate() {
            numbers[place(k)] -= times(v, taken);
        }
    }
}

impl Matrices {
    /// Reflections of each matrix.
    fn steps(&self) -> usize {
        self.rows.min(self.columns)
    }

    /// Numbers of scratch memory of a part: the matrix, the factors of its reflections, and the vector of one.
    fn numbers(&self) -> usize {
        self.rows * self.columns + self.steps() + self.rows
    }

    fn parts(&self) -> usize {
        let work = self.count.saturating_mul(self.rows * self.columns);
        (work / SHARE)
            .min(4 * parallel::threads())
            .clamp(1, self.count.max(1))
    }

    /// Computes the factors of one of the matrices.
    ///
    /// # Safety
    /// As for [`Kernel::run`]; no other thread computes this one.
    unsafe fn one(&self, number: usize, places: &[usize], memory: &mut [Number]) {
        let (rows, columns) = (self.rows, self.columns);
        let (numbers, memory) = memory.split_at_mut(rows * columns);
        let (factors, vector) = memory.split_at_mut(self.steps());
        let place = |base: usize, area: usize| base + number * area * SIZE;
        // SAFETY: the caller's promise.
        let (input, triangle) = unsafe {
            let area = self.height * columns;
            (
                slice::<Number>(place(places[0], rows * columns), rows * columns),
                slice_mut::<Number>(place(places[1], area), area),
            )
        };
        numbers.copy_from_slice(input);
        for (step, factor) in factors.iter_mut().enumerate() {
            let vector = &mut vector[step + 1..];
            let below = (step + 1..rows).map(|row| row * columns + step);
            for (to, place) in vector.iter_mut().zip(below.clone()) {
                *to = numbers[place];
            }
            *factor = reflection(&mut numbers[step * columns + step], vector);
            let own = (step, conjugate(*factor), &*vector);
            reflect(own, numbers, columns, step + 1..columns);
            for (from, place) in vector.iter().zip(below) {
                numbers[place] = *from;
            }
        }
        for (k, entry) in triangle.iter_mut().enumerate() {
            let (row, column) = (k / columns, k % columns);
            *entry = if column < row { ZERO } else { numbers[k] };
        }
        let Some(width) = self.kept else { return };
        // SAFETY: the caller's promise.
        let out: &mut [Number] = unsafe { slice_mut(place(places[2], rows * width), rows * width) };
        for (k, entry) in out.iter_mut().enumerate() {
            *entry = if k / width == k % width { ONE } else { ZERO };
        }
        for (step, factor) in factors.iter().enumerate().rev() {
            let vector = &mut vector[step + 1..];
            for (to, row) in vector.iter_mut().zip(step + 1..) {
                *to = numbers[row * columns + step];
            }
            reflect((step, *factor, vector), out, width, 0..width);
        }
    }
}

impl Kernel for Matrices {
    fn cost(&self) -> usize {
        let work = self.count.saturating_mul(self.rows * self.columns);
        work.saturating_mul(32 * self.steps().max(1))
    }

    fn scratch(&self) -> usize {
        self.parts() * aligned(self.numbers() * SIZE)
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let memory = (scratch, self.numbers() * SIZE);
        in_parts(self.count, self.parts(), memory, |matrices, memory| {
            // SAFETY: the caller's promise; each part has memory of its own, and each matrix a part of the outputs.
            unsafe {
                let memory = slice_mut(memory, self.numbers());
                matrices.for_each(|number| self.one(number, places, memory));
            }
        })
    }
}

/// Plans the triangular factors of matrices, and, if they are wanted, the orthogonal ones, of as many columns as the triangular ones have rows.
pub fn orthogonal(input: Arg, triangle: Arg, orthogonal: Option<Arg>) -> Result<Call> {
    let (from, to) = (input.view.layout.shape(), triangle.view.layout.shape());
    let &[ref batch @ .., rows, columns] = from else {
        return Err(Reason::Internal("factors of no matrix".into()).into());
    };
    let height = to[to.len() - 2] as usize;
    let kernel = Matrices {
        count: batch.iter().product::<i64>() as usize,
        rows: rows as usize,
        columns: columns as usize,
        kept: orthogonal.as_ref().map(|_| height),
        height,
    };
    let operands = [Operand::read(input, WIDE), Operand::write(triangle, WIDE)];
    let orthogonal = orthogonal.map(|arg| Operand::write(arg, WIDE));
    dense::plan(kernel, operands.into_iter().chain(orthogonal))
}
