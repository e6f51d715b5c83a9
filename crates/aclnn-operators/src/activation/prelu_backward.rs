//! `aclnnPreluBackward`: gradients of `aclnnPrelu`. Source: ops-nn, `activation/p_relu_grad_update`.

use crate::prelude::*;

/// Computes the gradients of `aclnnPrelu`: of each element `gradOutput`, or `weight` times it where the element is not above 0; of `weight` the sum of products with the
/// elements that are not above 0, summed in double and rounded once. `gradOutput` broadcasts to the shape of `self`.
#[aclnn]
fn aclnnPreluBackward(
    grad_output: Input,
    self_: Input,
    weight: Input,
    grad_input: Output,
    grad_weight: Output,
) -> Planned {
    self_.dtype_in(SHORT_FLOATING)?;
    let others: [&TensorArg; 4] = [&grad_output, &weight, &grad_input, &grad_weight];
    for tensor in others {
        tensor.same_dtype(&self_)?;
    }
    self_.max_rank(8)?;
    contract::up_to_rank_8(&others)?;
    grad_input.same_shape(&self_)?;
    contract::one_or_a_channel_each(&weight, &self_)?;
    match weight.numel() {
        1 => grad_weight.same_shape(&weight)?,
        channels => grad_weight.shape_is(&[channels as i64], "one for each channel")?,
    }
    contract::broadcasts_exactly(&grad_output, &self_)?;
    let inputs = [grad_output.read()?, self_.read()?, weight.read()?];
    let (of_input, of_weight) = (grad_input.write()?, grad_weight.write()?);
    if grad_output.is_empty() || self_.is_empty() || weight.is_empty() {
        let outputs = [of_input, of_weight];
        return Ok(Call::nothing(inputs.into_iter().chain(outputs)));
    }
    Ok(ops::prelu::prelu_gradients(inputs, of_input, of_weight)?)
}
