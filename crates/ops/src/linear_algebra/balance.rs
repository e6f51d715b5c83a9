//! A matrix of costs as one whose rows, and whose columns, have sums alike.

#![forbid(unsafe_code)]

use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{Read, Temporary, Write, kernel, operands};
use hostnpu_kernels::math::exp;

operands! {
    struct Balance => BalanceAt {
        cost: Read<f64>,
        out: Write<f64>,
        /// Factors of rows, then of columns.
        factors: Temporary<f64>,
    }
}

/// Added to sums.
const EPS: f64 = 1e-8;

/// Iterations after which a matrix that does not settle stays as it is.
const MOST_ITERATIONS: usize = 10_000;

/// Plans the exponentials of `cost`, each row and each column times a factor: those that follow from each other until those of the columns change by `tolerance` at most in the mean.
pub fn balance(cost: Arg, tolerance: f64, out: Arg) -> Result<Call> {
    let [rows, columns] = cost.extents()?;
    out.require_numel(rows.saturating_mul(columns))?;
    let bytes = rows.saturating_mul(columns).saturating_mul(256);
    let operands = Balance {
        cost: cost.into(),
        out: out.into(),
        factors: Temporary::of(rows + columns),
    };
    kernel(operands, bytes, move |at: BalanceAt| {
        exp::f64(at.cost, at.out);
        let (of_rows, of_columns) = at.factors.split_at_mut(rows);
        of_columns.fill(1.0);
        for _ in 0..MOST_ITERATIONS {
            let matrix = at.out.chunks(columns);
            for (row, factor) in matrix.clone().zip(&mut *of_rows) {
                let products = row.iter().zip(&*of_columns).map(|(x, factor)| x * factor);
                *factor = 1.0 / (rows as f64 * (products.sum::<f64>() + EPS));
            }
            let mut change = 0.0;
            // A few columns at a time, so that rows are read in their order.
            let mut sums = [0.0; 64];
            for (number, factors) in of_columns.chunks_mut(sums.len()).enumerate() {
                let first = number * sums.len();
                let sums = &mut sums[..factors.len()];
                sums.fill(0.0);
                for (row, factor) in matrix.clone().zip(&*of_rows) {
                    let row = &row[first..];
                    sums.iter_mut()
                        .zip(row)
                        .for_each(|(sum, x)| *sum += factor * x);
                }
                for (factor, sum) in factors.iter_mut().zip(sums) {
                    let next = 1.0 / (columns as f64 * (*sum + EPS));
                    change += (*factor - next).abs();
                    *factor = next;
                }
            }
            // Not "at most": a NaN ends it too. What does not change any more stays as it is.
            let is_apart = change / columns as f64 > tolerance;
            if !is_apart || change == 0.0 {
                break;
            }
        }
        for (row, by_row) in at.out.chunks_mut(columns).zip(of_rows) {
            for (x, factor) in row.iter_mut().zip(&*of_columns) {
                let product = factor * *x * *by_row;
                *x = if product.is_nan() { f64::NAN } else { product };
            }
        }
        Ok(())
    })
}
