//! Rows scaled down to a norm.

#![forbid(unsafe_code)]

use super::source::Batch;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::rows::{Program, Row, Slot};
use hostnpu_kernels::rows::{self, Total};

/// Plans `output = input`, each slice along an axis whose norm of this order is above `most` multiplied by a FLOAT that brings it there. Without an input the output is it.
pub fn renorm(input: Option<Arg>, axis: usize, order: f32, most: f32, output: Arg) -> Result<Call> {
    let batch = Batch::of(output.view.layout.shape(), axis);
    let rows = batch.rows();
    let mut operands = rows.operands();
    let dtype = output.view.dtype;
    let (input, output) = match input {
        Some(input) => (
            operands.read(batch.view(input)?, rows.walk),
            operands.write(batch.view(output)?, dtype, rows.walk),
        ),
        None => {
            let both = operands.update(batch.view(output)?, rows.walk);
            (both, both)
        }
    };
    operands.run(Renorm {
        input,
        output,
        order,
        most,
    })
}

struct Renorm {
    input: Slot,
    output: Slot,
    order: f32,
    most: f32,
}

impl Renorm {
    /// The norm of a row, as FLOAT.
    fn norm(&self, row: &mut Row) -> f32 {
        let near = |number: f32| (self.order - number).abs() <= 1e-6 * number;
        let order = f64::from(self.order);
        let only = row.length() == 1 && self.order != 0.0;
        let by_largest = only || self.order == f32::INFINITY;
        let (mut total, mut largest) = (Total::default(), 0.0_f64);
        for block in row.blocks() {
            row.load(self.input, &block);
            let x = row.tile(self.input, &block);
            if by_largest {
                let magnitude = rows::largest_magnitude(x);
                largest = if magnitude.is_nan() || magnitude > largest {
                    magnitude
                } else {
                    largest
                };
            } else if self.order == 0.0 {
                total.add(rows::others_than_0(x));
            } else if near(1.0) {
                total.add(rows::magnitudes(x));
            } else if near(2.0) {
                total.add(rows::squares_about(x, 0.0));
            } else {
                total.add(rows::powers(x, order));
            }
        }
        let norm = match total.sum() {
            _ if by_largest => largest,
            sum if self.order == 0.0 || near(1.0) => sum,
            sum if near(2.0) => sum.sqrt(),
            sum => rows::power(sum, 1.0 / order),
        };
        norm as f32
    }
}

impl Program for Renorm {
    fn row(&self, row: &mut Row) {
        let norm = self.norm(row);
        let least = if norm < 1e-12 { 1e-12 } else { norm };
        // A NaN of either stays one.
        let most = if least > self.most || self.most.is_nan() {
            self.most
        } else {
            least
        };
        let factor = f64::from(most / least);
        for block in row.blocks() {
            row.load(self.input, &block);
            let x = row.tile(self.input, &block);
            rows::times(x, factor);
            row.store(self.output, self.input, &block);
            row.forget(self.input);
        }
    }
}
