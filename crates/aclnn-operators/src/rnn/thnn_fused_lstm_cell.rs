//! `aclnnThnnFusedLstmCell`: a step of long short-term memory whose products are made before. Source: ops-nn, `rnn/thnn_fused_lstm_cell`.

use crate::device::soc::Generation;
use crate::ops::lstm_cell::{Step, step};
use crate::prelude::*;

/// Computes the gates of rows of n elements, `inputGates + hiddenGates` (rows, 4n) and both biases (4n): the logistic function of the input gate and the forget gate, the hyperbolic tangent of the candidates, the logistic function of
/// the output gate, in this order in `storageOut`; then `cyOut = forget * cx + input * candidates` and `hyOut = output * tanh(cyOut)`, (rows, n). FLOAT or FLOAT16; on Ascend910B and Ascend910_93.
#[aclnn]
fn aclnnThnnFusedLstmCell(
    input_gates: Input,
    hidden_gates: Input,
    cx: Input,
    input_bias_optional: Option<Input>,
    hidden_bias_optional: Option<Input>,
    hy_out: Output,
    cy_out: Output,
    storage_out: Output,
) -> Planned {
    let biases = match (&input_bias_optional, &hidden_bias_optional) {
        (Some(input), Some(hidden)) => Some([input, hidden]),
        (None, None) => None,
        (given, _) => {
            let arg = match given {
                Some(_) => "hiddenBiasOptional",
                None => "inputBiasOptional",
            };
            return Err(Reason::Null { arg }.into());
        }
    };
    contract::needs_chip(&[Generation::Ascend910B])?;
    if input_gates.is_empty() {
        let inputs = [input_gates.read()?, hidden_gates.read()?, cx.read()?];
        let outputs = [hy_out.write()?, cy_out.write()?, storage_out.write()?];
        return Ok(Call::nothing(inputs.into_iter().chain(outputs)));
    }
    cx.rank_in(2..=2)?;
    let &[rows, count] = cx.shape() else {
        return Err(cx.shape_refused("two dimensions").into());
    };
    for tensor in [&*input_gates, &*hidden_gates, &*storage_out] {
        tensor.shape_is(&[rows, 4 * count], "four gates of each element of `cx`")?;
    }
    for tensor in [&*hy_out, &*cy_out] {
        tensor.same_shape(&cx)?;
    }
    for bias in biases.into_iter().flatten() {
        bias.shape_is(&[4 * count], "four gates of each column of `cx`")?;
        bias.same_dtype(&input_gates)?;
    }
    input_gates.dtype_in(FLOAT_AND_FLOAT16)?;
    for tensor in [&*hidden_gates, &*cx, &*hy_out, &*cy_out, &*storage_out] {
        tensor.same_dtype(&input_gates)?;
    }
    let of = Step {
        input: input_gates.read()?,
        hidden: hidden_gates.read()?,
        biases: match biases {
            Some([input, hidden]) => Some([input.read()?, hidden.read()?]),
            None => None,
        },
        cell: cx.read()?,
        next_hidden: hy_out.write()?,
        next_cell: cy_out.write()?,
        gates: storage_out.write()?,
    };
    Ok(step(of)?)
}
