//! Functions of a list of tensors.

#![forbid(unsafe_code)]

use super::arithmetic::ADD;
use super::sequence::Sequence;
use super::{Arg, Call};
use hostnpu_base::error::{Reason, Result};
use hostnpu_engine::Binary;
use hostnpu_engine::pointwise::{self, Operand};
use hostnpu_tensor::Dtype;

/// Plans `output = ` the sum of all inputs. Floating-point numbers are added in DOUBLE, one input after the other, and rounded once; integers
/// wrap.
pub fn sum(inputs: Vec<Arg>, output: Arg) -> Result<Call> {
    let between = match output.view.dtype {
        dtype if dtype.is_floating() => Dtype::F64,
        dtype => dtype,
    };
    fold(&ADD, between, inputs, output)
}

/// Plans `output = table(table(first, second), third)` and so on, what is between in the type `between`. Inputs broadcast to the output.
pub fn fold(
    table: &'static Binary,
    between: Dtype,
    mut inputs: Vec<Arg>,
    output: Arg,
) -> Result<Call> {
    if output.view.layout.is_empty() {
        return Ok(Call::nothing(inputs.into_iter().chain([output])));
    }
    match inputs.len() {
        0 => return Err(Reason::Internal("nothing to fold".into()).into()),
        1 => return pointwise::copy(inputs.remove(0), output),
        2 => {
            let (dtype, second) = (output.view.dtype, inputs.remove(1));
            return pointwise::binary(table, dtype, &[], inputs.remove(0), second, output);
        }
        _ => {}
    }
    let shape = output.view.layout.shape().to_vec();
    let mut sequence = Sequence::default();
    let inputs = sequence.add_all(inputs);
    let output = sequence.add(output);
    let [first, second, others @ .., last] = &inputs[..] else {
        return Err(Reason::Internal("fewer than three to fold".into()).into());
    };
    let so_far = sequence.temporary(between, &shape)?;
    sequence.then(pointwise::binary(
        table,
        between,
        &[],
        first.clone(),
        second.clone(),
        so_far.clone(),
    )?)?;
    for next in others {
        let so_far = so_far.clone();
        sequence.then(pointwise::binary(
            table,
            between,
            &[],
            Operand::Output,
            next.clone(),
            so_far,
        )?)?;
    }
    sequence.then(pointwise::binary(
        table,
        between,
        &[],
        so_far,
        last.clone(),
        output,
    )?)?;
    Ok(sequence.finish())
}
