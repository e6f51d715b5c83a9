//! `aclnnLstmBackward`: gradients of long short-term memory. Source: ops-nn, `rnn/single_layer_lstm_grad`.

use crate::abi::aclnn::contract::lstm::{Described, length};
use crate::abi::aclnn::prelude::*;
use crate::ops::engine::lstm::{Given, gradient};

/// Computes the gradients of `aclnnLSTM` by its input, its states and its parameters, of the gates and states that it has returned. Of gradients that are null all are 0. FLOAT or FLOAT16.
#[aclnn]
fn aclnnLstmBackward(
    input: Input,
    hx: Inputs,
    params: Inputs,
    dy: Option<Input>,
    dh: Option<Input>,
    dc: Option<Input>,
    i: Inputs,
    g: Inputs,
    f: Inputs,
    o: Inputs,
    h: Inputs,
    c: Inputs,
    tanhc: Inputs,
    batch_sizes_optional: Option<Input>,
    has_bias: bool,
    num_layers: i64,
    dropout: f64,
    train: bool,
    bidirectional: bool,
    batch_first: bool,
    output_mask: Option<Bools>,
    dx_out: Output,
    dh_prev_out: Output,
    dc_prev_out: Output,
    dparams_out: Outputs,
) -> Planned {
    let _ = (train, output_mask);
    let described = Described {
        input: &input,
        parameters: &params,
        sizes: batch_sizes_optional.as_ref(),
        layers: num_layers,
        dropout,
        flags: [has_bias, bidirectional, batch_first],
    };
    let of = described.network()?;
    for tensor in length(hx.name(), &hx, 2)? {
        tensor.is_state_of(&of, &input)?;
    }
    if let Some(dy) = &dy {
        dy.is_output_of(&of, &input)?;
    }
    for tensor in [&dh, &dc].into_iter().flatten() {
        tensor.is_state_of(&of, &input)?;
    }
    let lists = [&i, &g, &f, &o, &h, &c, &tanhc];
    for list in lists {
        for tensor in length(list.name(), list, of.layers * of.directions)? {
            tensor.is_of_each_step(&of, &input)?;
        }
    }
    dx_out.dtype_of(&input)?;
    dx_out.same_shape(&input)?;
    dh_prev_out.is_state_of(&of, &input)?;
    dc_prev_out.is_state_of(&of, &input)?;
    for (output, parameter) in length(dparams_out.name(), &dparams_out, params.len())?
        .iter()
        .zip(params.iter())
    {
        output.dtype_of(&input)?;
        output.same_shape(parameter)?;
    }
    let read = |list: &[Input]| list.iter().map(Input::read).collect::<Result<Vec<_>>>();
    let mut states: [Vec<_>; 7] = Default::default();
    for (state, list) in states.iter_mut().zip(lists) {
        *state = read(list)?;
    }
    let by = |tensor: &Option<Input>| tensor.as_ref().map(Input::read).transpose();
    let given = Given {
        input: input.read()?,
        state: [hx[0].read()?, hx[1].read()?],
        parameters: read(&params)?,
        by: [by(&dy)?, by(&dh)?, by(&dc)?],
        states,
    };
    let by_given = [dx_out.write()?, dh_prev_out.write()?, dc_prev_out.write()?];
    let by_parameters = dparams_out
        .iter()
        .map(Output::write)
        .collect::<Result<_>>()?;
    Ok(gradient(of, given, by_given, by_parameters)?)
}
