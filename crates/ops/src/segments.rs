//! Exponentials of sums of segments of rows, and their gradients.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_kernels::segments;
use hostnpu_tensor::cuts;

operands! {
    struct Exponentials => ExponentialsAt {
        rows: Read<f32>,
        matrices: Write<f64>,
    }
}

/// Length of the rows, and how many there are.
fn rows_of(arg: &Arg) -> [usize; 2] {
    let length = arg.view.layout.shape().last();
    let length = length.map_or(0, |&length| length as usize);
    [length, arg.view.numel().unwrap_or(0) / length.max(1)]
}

/// Plans, for each row of `input`, the matrix of the exponentials of the sums of its segments, computed in DOUBLE from FLOAT and rounded once.
pub fn exponentials(input: Arg, output: Arg) -> Result<Call> {
    let [length, count] = rows_of(&input);
    let square = length * length;
    output.require_numel(count * square)?;
    // An exponential takes as long as moving some sixty bytes.
    let cost = count.saturating_mul(square).saturating_mul(64);
    let operands = Exponentials {
        rows: input.into(),
        matrices: output.into(),
    };
    kernel(operands, cost, move |at: ExponentialsAt| {
        cuts::for_each_part(cuts::chunks(at.matrices, square), |number, matrix| {
            segments::exponentials(&at.rows[number * length..][..length], matrix);
        });
        Ok(())
    })
}

operands! {
    struct Gradients => GradientsAt {
        gradients: Read<f32>,
        results: Read<f32>,
        rows: Write<f64>,
    }
}

/// Plans, for each pair of matrices, the gradient of the row from which the second one was made; `gradients` come first.
pub fn gradients(gradients: Arg, results: Arg, output: Arg) -> Result<Call> {
    let [length, count] = rows_of(&output);
    let square = length * length;
    gradients.require_numel(count * square)?;
    results.require_numel(count * square)?;
    let cost = count.saturating_mul(square).saturating_mul(16);
    let operands = Gradients {
        gradients: gradients.into(),
        results: results.into(),
        rows: output.into(),
    };
    kernel(operands, cost, move |at: GradientsAt| {
        cuts::for_each_part(cuts::chunks(at.rows, length), |number, row| {
            let matrix = number * square..(number + 1) * square;
            segments::gradients(&at.gradients[matrix.clone()], &at.results[matrix], row);
        });
        Ok(())
    })
}
