//! `aclnnGRUBackward`: gradients of gated recurrent units. Source: ops-nn, `rnn/gru_grad`.

use crate::contract::recurrent::{Described, OfNetwork as _, like, of_each_step, read, write};
use crate::ops::recurrent::{Cell, Given, gradient};
use crate::prelude::*;

/// Computes the gradients of `aclnnGRU` by its input, its state and its parameters, of the gates and states that it has returned. FLOAT or FLOAT16.
#[aclnn]
fn aclnnGRUBackward(
    input: Input,
    params: Inputs,
    hx: Input,
    dy: Input,
    dh: Input,
    r: Inputs,
    z: Inputs,
    n: Inputs,
    hn: Inputs,
    h: Inputs,
    batch_sizes: Option<Input>,
    has_bias: bool,
    num_layers: i64,
    bidirection: bool,
    batch_first: bool,
    dx_out: Output,
    dh_prev_out: Output,
    dparams_out: Outputs,
) -> Planned {
    let described = Described {
        cell: Cell::Gru,
        input: &input,
        parameters: &params,
        sizes: batch_sizes.as_ref(),
        layers: num_layers,
        dropout: 0.0,
        flags: [has_bias, bidirection, batch_first],
    };
    let of = described.network()?;
    dy.is_output_of(&of, &input)?;
    let states: [&TensorArg; 3] = [&hx, &dh, &dh_prev_out];
    for state in states {
        state.is_state_of(&of, &input)?;
    }
    let lists = [&r, &z, &n, &hn, &h];
    for list in lists {
        of_each_step(list.name(), list, &of, &input)?;
    }
    dx_out.dtype_of(&input)?;
    dx_out.same_shape(&input)?;
    like(dparams_out.name(), &dparams_out, &params)?;
    let given = Given {
        input: input.read()?,
        state: vec![hx.read()?],
        parameters: read(&params)?,
        by: vec![Some(dy.read()?), Some(dh.read()?)],
        sizes: None,
        kept: lists
            .map(|list| read(list))
            .into_iter()
            .collect::<Result<_>>()?,
    };
    let by_given = vec![dx_out.write()?, dh_prev_out.write()?];
    Ok(gradient(of, given, by_given, write(&dparams_out)?)?)
}
