//! Products with two small matrices of an adapter, which each row chooses, added to a part of a tensor (LoRA).

use super::engine::dense::{self, Kernel, Operand, index_slice, slice, slice_mut};
use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::rows;
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{Dtype, parallel};

/// What a call adds.
pub struct Adapters {
    /// Rows that the products are added to.
    pub y: Arg,
    /// Rows that are multiplied.
    pub x: Arg,
    /// Of each adapter a matrix whose rows multiply `x`; without it `x` itself counts.
    pub first: Option<Arg>,
    /// Of each adapter a matrix whose rows multiply what the first gives.
    pub second: Arg,
    /// The adapter of each row; below 0 none.
    pub chosen: Arg,
    /// The first column of `y` that is added to, and how many are.
    pub columns: [usize; 2],
    /// What products are multiplied by.
    pub scale: f64,
}

/// Plans `output = y + scale second first x`, rounded once.
pub fn add(of: Adapters, output: Arg) -> Result<Call> {
    let extent = |arg: &Arg, axis: usize| arg.view.layout.shape()[axis] as usize;
    let kernel = Add {
        rows: extent(&of.y, 0),
        width: extent(&of.y, 1),
        length: extent(&of.x, 1),
        adapters: extent(&of.second, 0),
        matrix: [extent(&of.second, 1), extent(&of.second, 2)],
        columns: of.columns,
        scale: of.scale,
    };
    let chosen = Operand::read(of.chosen, Dtype::I32);
    let doubles = [Some(of.y), Some(of.x), Some(of.second), of.first];
    let mut operands = vec![Operand::write(output, Dtype::F64), chosen];
    let doubles = doubles.into_iter().flatten();
    operands.extend(doubles.map(|arg| Operand::read(arg, Dtype::F64)));
    dense::plan(kernel, operands)
}

struct Add {
    rows: usize,
    /// Columns of `y`, and of `x`.
    width: usize,
    length: usize,
    adapters: usize,
    /// Rows and columns of the second matrix.
    matrix: [usize; 2],
    columns: [usize; 2],
    scale: f64,
}

impl Kernel for Add {
    fn cost(&self) -> usize {
        let products = (self.length + self.matrix[0]).saturating_mul(self.matrix[1]);
        self.rows.saturating_mul(products).saturating_mul(8)
    }

    fn scratch(&self) -> usize {
        with_alignment(self.rows.saturating_mul(self.matrix[1]).saturating_mul(8))
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let [outer, inner] = self.matrix;
        // SAFETY: the operands as they were planned.
        let (chosen, y, x, second, first) = unsafe {
            let count = self.adapters * inner;
            (
                index_slice::<i32>(places[1], self.rows),
                slice::<f64>(places[2], self.rows * self.width),
                slice::<f64>(places[3], self.rows * self.length),
                slice::<f64>(places[4], count * outer),
                places
                    .get(5)
                    .map(|&place| slice::<f64>(place, count * self.length)),
            )
        };
        let mut outside = chosen.iter().enumerate();
        if let Some((row, got)) = outside.find(|&(_, index)| index >= self.adapters as i64) {
            let got = format!("{got} at [{row}]");
            let allowed = format!("below {}, the adapters", self.adapters);
            return Err(Error::value("indices", got, allowed));
        }
        let kept = scratch.take(self.rows * inner * 8)?.expose_provenance();
        parallel::for_each_piece(self.rows, |row| {
            let y = &y[row * self.width..][..self.width];
            let x = &x[row * self.length..][..self.length];
            // SAFETY: the output as it was planned, and scratch memory for as many rows; rows are different elements.
            let (output, kept) = unsafe {
                (
                    slice_mut::<f64>(places[0] + row * self.width * 8, self.width),
                    slice_mut::<f64>(kept + row * inner * 8, inner),
                )
            };
            output.copy_from_slice(y);
            let adapter = usize::try_from(chosen.get(row));
            let Some(adapter) = adapter.ok().filter(|&adapter| adapter < self.adapters) else {
                return;
            };
            match first {
                None => kept.copy_from_slice(x),
                Some(first) => {
                    let first = &first[adapter * inner * self.length..];
                    for (kept, weights) in kept.iter_mut().zip(first.chunks(self.length)) {
                        *kept = rows::products(weights, x);
                    }
                }
            }
            let second = second[adapter * outer * inner..].chunks(inner);
            let [start, count] = self.columns;
            for (output, weights) in output[start..][..count].iter_mut().zip(second) {
                *output += self.scale * rows::products(weights, kept);
            }
        });
        Ok(())
    }
}
