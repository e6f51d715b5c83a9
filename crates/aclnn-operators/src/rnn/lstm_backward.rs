//! `aclnnLstmBackward`: gradients of long short-term memory. Source: ops-nn, `rnn/single_layer_lstm_grad`.

use crate::contract::recurrent::{
    Described, OfNetwork as _, length, like, of_each_step, read, write,
};
use crate::ops::recurrent::{Cell, Given, gradient};
use crate::prelude::*;

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
        cell: Cell::Lstm,
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
        of_each_step(list.name(), list, &of, &input)?;
    }
    dx_out.dtype_of(&input)?;
    dx_out.same_shape(&input)?;
    dh_prev_out.is_state_of(&of, &input)?;
    dc_prev_out.is_state_of(&of, &input)?;
    like(dparams_out.name(), &dparams_out, &params)?;
    let by = |tensor: &Option<Input>| tensor.as_ref().map(Input::read).transpose();
    let by_output = by(&dy)?.map(|dy| described.by_steps(&of, dy)).transpose()?;
    let given = Given {
        input: described.by_steps(&of, input.read()?)?,
        state: read(&hx)?,
        parameters: read(&params)?,
        by: vec![by_output, by(&dh)?, by(&dc)?],
        sizes: by(&batch_sizes_optional)?,
        kept: lists
            .map(|list| read(list))
            .into_iter()
            .collect::<Result<_>>()?,
    };
    let by_input = described.by_steps(&of, dx_out.write()?)?;
    let by_given = vec![by_input, dh_prev_out.write()?, dc_prev_out.write()?];
    Ok(gradient(of, given, by_given, write(&dparams_out)?)?)
}
