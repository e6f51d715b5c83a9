//! Products of small matrices of DOUBLE that are not packed: packing would take longer than multiplying.
//!
//! Each result is summed over the steps one after the other, from 0 on, as in a block of panels: no product has more than [`DEPTH`] of them.

use super::DEPTH;
use crate::simd::{self, Isa, Kernel, Loops};

/// Columns to whose multiple rows of the right side and of sums are as long.
pub const COLUMNS: usize = 8;

/// Rows that are multiplied together.
const ROWS: usize = 4;

/// The left side.
#[derive(Clone, Copy, Debug)]
pub struct Left<'a> {
    /// Its numbers.
    pub numbers: &'a [f64],
    /// Rows and steps.
    pub shape: [usize; 2],
    /// Numbers from a row to the next, and from a step to the next.
    pub strides: [usize; 2],
}

/// A product. Rows of the right side, one for each step, and of sums are `pitch` numbers long, a multiple of [`COLUMNS`].
#[derive(Debug)]
pub struct Product<'a> {
    /// The left side.
    pub left: Left<'a>,
    /// True if products of numbers are exact in DOUBLE: then they take the same on every instruction set. Others are added with one rounding.
    pub is_exact: bool,
    /// The right side.
    pub right: &'a [f64],
    /// Memory of the results.
    pub sums: &'a mut [f64],
    /// Numbers from a row to the next.
    pub pitch: usize,
    /// True if products are added to the sums.
    pub adds: bool,
}

impl Product<'_> {
    /// Multiplies. Panics outside the slices.
    pub fn multiply(self) {
        self.multiply_with(simd::chosen());
    }

    fn multiply_with(mut self, isa: Isa) {
        let ([rows, steps], pitch) = (self.left.shape, self.pitch);
        assert!(
            steps <= DEPTH && pitch.is_multiple_of(COLUMNS),
            "too many steps, or no whole columns"
        );
        self.right = &self.right[..steps * pitch];
        self.sums = &mut std::mem::take(&mut self.sums)[..rows * pitch];
        simd::kernel_with(isa, self);
    }
}

impl Kernel for Product<'_> {
    type Output = ();

    #[inline(always)]
    fn run(mut self, loops: Loops) {
        let [rows, _] = self.left.shape;
        let together = rows / ROWS * ROWS;
        for row in (0..together).step_by(ROWS) {
            self.rows::<ROWS>(row, loops);
        }
        for row in together..rows {
            self.rows::<1>(row, loops);
        }
    }
}

impl Product<'_> {
    #[inline(always)]
    fn rows<const COUNT: usize>(&mut self, row: usize, loops: Loops) {
        let Left {
            numbers,
            shape: [_, steps],
            strides: [by_row, by_step],
        } = self.left;
        for column in (0..self.pitch).step_by(COLUMNS) {
            let mut sums = [[0.0; COLUMNS]; COUNT];
            for step in 0..steps {
                let right = columns(&self.right[step * self.pitch + column..]);
                for (k, sums) in sums.iter_mut().enumerate() {
                    let left = numbers[(row + k) * by_row + step * by_step];
                    for (sum, &right) in sums.iter_mut().zip(right) {
                        loops.step();
                        *sum = match self.is_exact {
                            true => loops.add_exact_product(*sum, left, right),
                            false => left.mul_add(right, *sum),
                        };
                    }
                }
            }
            for (k, sums) in sums.iter().enumerate() {
                let to = &mut self.sums[(row + k) * self.pitch + column..][..COLUMNS];
                for (to, &sum) in to.iter_mut().zip(sums) {
                    loops.step();
                    *to = if self.adds { *to + sum } else { sum };
                }
            }
        }
    }
}

#[inline(always)]
fn columns(numbers: &[f64]) -> &[f64; COLUMNS] {
    match numbers.first_chunk() {
        Some(numbers) => numbers,
        None => unreachable!("rows are whole columns"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of 24 bits, whose products are exact.
    fn number(i: usize) -> f64 {
        let mixed = (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 40) as f64 / f64::from(1 << 23) - 1.0
    }

    #[test]
    fn sums_are_those_of_one_step_after_the_other() {
        for isa in Isa::available() {
            for (rows, columns, steps) in [(1, 1, 1), (3, 5, 7), (4, 8, 16), (9, 17, 33), (2, 3, 0)]
            {
                let pitch = usize::next_multiple_of(columns, COLUMNS);
                for (is_transposed, is_exact, adds) in [
                    (false, true, false),
                    (true, true, true),
                    (true, false, false),
                    (false, false, true),
                ] {
                    // What is not exact has more bits.
                    let more = if is_exact { 0.0 } else { 1e-9 };
                    let a: Vec<f64> = (0..rows * steps).map(|i| number(i) + more).collect();
                    let b: Vec<f64> = (0..steps * pitch)
                        .map(|i| number(i + 1000) + more)
                        .collect();
                    let before: Vec<f64> = (0..rows * pitch).map(|i| number(i + 5000)).collect();
                    let mut sums = before.clone();
                    let strides = if is_transposed { [1, rows] } else { [steps, 1] };
                    let left = Left {
                        numbers: &a,
                        shape: [rows, steps],
                        strides,
                    };
                    let product = Product {
                        left,
                        is_exact,
                        right: &b,
                        sums: &mut sums,
                        pitch,
                        adds,
                    };
                    product.multiply_with(isa);
                    for row in 0..rows {
                        for column in 0..columns {
                            let products = (0..steps).map(|step| {
                                let left = a[row * strides[0] + step * strides[1]];
                                (left, b[step * pitch + column])
                            });
                            let sum = products.fold(0.0, |sum, (a, b)| f64::mul_add(a, b, sum));
                            let place = row * pitch + column;
                            let wanted = if adds { before[place] + sum } else { sum };
                            assert_eq!(
                                sums[place].to_bits(),
                                wanted.to_bits(),
                                "{isa:?} {rows} {columns} {steps}"
                            );
                        }
                    }
                }
            }
        }
    }
}
