//! Exponentials of sums of segments of rows, and their gradients.

use super::engine::pointwise;
use super::sequence::Sequence;
use super::{Arg, Call, Plan, Role};
use hostnpu_base::error::Result;
use hostnpu_kernels::segments;
use hostnpu_tensor::{Dtype, Layout, parallel};

/// Plans, for each row of `input`, the matrix of the exponentials of the sums of its segments, computed in DOUBLE from FLOAT and rounded once.
pub fn exponentials(input: Arg, output: Arg) -> Result<Call> {
    let shapes = [&input, &output].map(|arg| arg.view.layout.shape().to_vec());
    let length = shapes[0].last().map_or(0, |&length| length as usize);
    let mut steps = Sequence::new([input, output]);
    let rows = steps.temporary(Dtype::F32, &shapes[0])?;
    let matrices = steps.temporary(Dtype::F64, &shapes[1])?;
    steps.then(pointwise::copy(steps.operand(0), rows.clone())?)?;
    let call = Matrices {
        length,
        kind: Kind::Exponentials,
    };
    steps.then(call.plan([rows], &matrices))?;
    let output = steps.operand(1);
    steps.then(pointwise::copy(matrices, output)?)?;
    Ok(steps.finish())
}

/// Plans, for each pair of matrices, the gradient of the row from which the second one was made; `gradients` come first.
pub fn gradients(gradients: Arg, results: Arg, output: Arg) -> Result<Call> {
    let shapes = [&gradients, &output].map(|arg| arg.view.layout.shape().to_vec());
    let length = shapes[1].last().map_or(0, |&length| length as usize);
    let mut steps = Sequence::new([gradients, results, output]);
    let dense = [
        steps.temporary(Dtype::F32, &shapes[0])?,
        steps.temporary(Dtype::F32, &shapes[0])?,
    ];
    let rows = steps.temporary(Dtype::F64, &shapes[1])?;
    for (number, dense) in dense.iter().enumerate() {
        steps.then(pointwise::copy(steps.operand(number), dense.clone())?)?;
    }
    let call = Matrices {
        length,
        kind: Kind::Gradients,
    };
    steps.then(call.plan(dense, &rows))?;
    let output = steps.operand(2);
    steps.then(pointwise::copy(rows, output)?)?;
    Ok(steps.finish())
}

#[derive(Clone, Copy)]
enum Kind {
    Exponentials,
    Gradients,
}

/// A kernel over dense matrices of `length` rows and columns.
struct Matrices {
    length: usize,
    kind: Kind,
}

impl Matrices {
    fn plan<const N: usize>(self, inputs: [Arg; N], output: &Arg) -> Call {
        let inputs = inputs.into_iter().map(|input| input.with_role(Role::Input));
        Call::new(self, inputs.chain([output.clone().with_role(Role::Output)]))
    }

    fn count(&self, layout: &Layout) -> usize {
        let each = match self.kind {
            Kind::Exponentials => self.length * self.length,
            Kind::Gradients => self.length,
        };
        layout.numel().unwrap_or(0) / each.max(1)
    }
}

impl Plan for Matrices {
    fn cost(&self) -> usize {
        usize::MAX
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], _: &mut [u8]) -> Result<()> {
        let (Some(output), Some(&to)) = (args.last(), addresses.last()) else {
            return Ok(());
        };
        let (length, square) = (self.length, self.length * self.length);
        parallel::for_each_piece(self.count(&output.view.layout), |number| {
            // SAFETY: the caller's promise for dense tensors, of which each piece has a row or a matrix of its own.
            unsafe {
                let floats = |input: usize, each: usize| {
                    let from = (addresses[input] as *const f32).add(number * each);
                    std::slice::from_raw_parts(from, each)
                };
                let doubles = |each: usize| {
                    let to = (to as *mut f64).add(number * each);
                    std::slice::from_raw_parts_mut(to, each)
                };
                match self.kind {
                    Kind::Exponentials => {
                        segments::exponentials(floats(0, length), doubles(square))
                    }
                    Kind::Gradients => {
                        segments::gradients(floats(0, square), floats(1, square), doubles(length))
                    }
                }
            }
        });
        Ok(())
    }
}
