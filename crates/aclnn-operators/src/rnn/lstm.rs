//! `aclnnLSTM`: long short-term memory. Source: ops-nn, `rnn/dynamic_rnn`.

use crate::abi::aclnn::contract::lstm::{Described, length};
use crate::abi::aclnn::prelude::*;
use crate::ops::engine::lstm::{Outputs as Computed, forward};

/// Computes a network of long short-term memory: what is hidden in the last layer in each step, the states after the last step, and for training all gates and states. `hx` are the states before the
/// first step, 0 if it is null. FLOAT or FLOAT16.
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
    if train {
        for (&name, list) in names.iter().zip(lists) {
            list.as_ref().ok_or(Reason::Null { arg: name })?;
        }
    }
    let described = Described {
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
    let states = lists.map(|list| list.as_deref().filter(|_| train).unwrap_or_default());
    if train {
        for (name, list) in names.into_iter().zip(states) {
            for tensor in length(name, list, of.layers * of.directions)? {
                tensor.is_of_each_step(&of, &input)?;
            }
        }
    }
    let parameters = params.iter().map(Input::read).collect::<Result<_>>()?;
    let state = match state {
        Some(state) => Some([state[0].read()?, state[1].read()?]),
        None => None,
    };
    let mut written: [Vec<_>; 7] = Default::default();
    for (written, list) in written.iter_mut().zip(states) {
        *written = list.iter().map(Output::write).collect::<Result<_>>()?;
    }
    let outputs = Computed {
        output: output.write()?,
        last: [hy.write()?, cy.write()?],
        states: train.then_some(written),
    };
    Ok(forward(of, input.read()?, parameters, state, outputs)?)
}
