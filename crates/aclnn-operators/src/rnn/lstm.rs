//! `aclnnLSTM`: long short-term memory. Source: ops-nn, `rnn/dynamic_rnn`.

use crate::contract::recurrent::{
    Described, OfNetwork as _, for_training, length, of_each_step, read, write,
};
use crate::ops::recurrent::{Cell, Outputs as Computed, forward};
use crate::prelude::*;

/// Computes a network of long short-term memory: what is hidden in the last layer in each step, the states after the last step, and for training all gates and states. `hx` are the states before the
/// first step, 0 if it is null. With `batchSizes`, the number of sequences of each step, `input` has as many rows in each step; those behind it count for nothing, and the output is 0 there. FLOAT or FLOAT16.
#[aclnn]
fn aclnnLSTM(
    input: Input,
    params: Inputs,
    hx: Option<Inputs>,
    batch_sizes: Option<Input>,
    has_bias: bool,
    num_layers: i64,
    dropout: f64,
    train: bool,
    bidirectional: bool,
    batch_first: bool,
    output: Output,
    hy: Output,
    cy: Output,
    i_out: Option<Outputs>,
    j_out: Option<Outputs>,
    f_out: Option<Outputs>,
    o_out: Option<Outputs>,
    h_out: Option<Outputs>,
    c_out: Option<Outputs>,
    tanh_c_out: Option<Outputs>,
) -> Planned {
    let names = ["iOut", "jOut", "fOut", "oOut", "hOut", "cOut", "tanhCOut"];
    let lists = [&i_out, &j_out, &f_out, &o_out, &h_out, &c_out, &tanh_c_out];
    let states = for_training(train, names, lists)?;
    let described = Described {
        cell: Cell::Lstm,
        input: &input,
        parameters: &params,
        sizes: batch_sizes.as_ref(),
        layers: num_layers,
        dropout: if train { dropout } else { 0.0 },
        flags: [has_bias, bidirectional, batch_first],
    };
    let of = described.network()?;
    let state = hx.as_ref().filter(|hx| !hx.is_empty());
    if let Some(state) = state {
        for tensor in length("hx", state, 2)? {
            tensor.is_state_of(&of, &input)?;
        }
    }
    output.is_output_of(&of, &input)?;
    hy.is_state_of(&of, &input)?;
    cy.is_state_of(&of, &input)?;
    for (name, list) in names.into_iter().zip(states).filter(|_| train) {
        of_each_step(name, list, &of, &input)?;
    }
    let parameters = read(&params)?;
    let state = state.map_or(Ok(Vec::new()), |state| read(state))?;
    let sizes = batch_sizes.as_ref().map(Input::read).transpose()?;
    let kept = states.map(write).into_iter().collect::<Result<Vec<_>>>()?;
    let outputs = Computed {
        output: described.by_steps(&of, output.write()?)?,
        last: vec![hy.write()?, cy.write()?],
        kept: train.then_some(kept),
    };
    let input = described.by_steps(&of, input.read()?)?;
    Ok(forward(of, input, parameters, state, sizes, outputs)?)
}
