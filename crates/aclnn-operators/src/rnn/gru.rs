//! `aclnnGRU`: gated recurrent units. Source: ops-nn, `rnn/gru`.

use crate::contract::recurrent::{
    Described, OfNetwork as _, for_training, of_each_step, read, write,
};
use crate::ops::recurrent::{Cell, Outputs as Computed, forward};
use crate::prelude::*;

/// Computes a network of gated recurrent units: what is hidden in the last layer in each step, the states after the last step, and for training all gates and states. `hx` is the state before the
/// first step, 0 if it is null; `dropout` means nothing. FLOAT or FLOAT16.
#[aclnn]
fn aclnnGRU(
    input: Input,
    params: Inputs,
    hx: Option<Input>,
    batch_sizes: Option<Input>,
    has_bias: bool,
    num_layers: i64,
    dropout: f64,
    train: bool,
    bidirection: bool,
    batch_first: bool,
    output: Output,
    hy: Output,
    r_out: Option<Outputs>,
    z_out: Option<Outputs>,
    n_out: Option<Outputs>,
    hn_out: Option<Outputs>,
    h_out: Option<Outputs>,
) -> Planned {
    let names = ["rOut", "zOut", "nOut", "hnOut", "hOut"];
    let lists = [&r_out, &z_out, &n_out, &hn_out, &h_out];
    let states = for_training(train, names, lists)?;
    let described = Described {
        cell: Cell::Gru,
        input: &input,
        parameters: &params,
        sizes: batch_sizes.as_ref(),
        layers: num_layers,
        dropout: if train { dropout } else { 0.0 },
        flags: [has_bias, bidirection, batch_first],
    };
    let of = described.network()?;
    if let Some(hx) = &hx {
        hx.is_state_of(&of, &input)?;
    }
    output.is_output_of(&of, &input)?;
    hy.is_state_of(&of, &input)?;
    for (name, list) in names.into_iter().zip(states).filter(|_| train) {
        of_each_step(name, list, &of, &input)?;
    }
    let state = hx.iter().map(Input::read).collect::<Result<_>>()?;
    let kept = states.map(write).into_iter().collect::<Result<Vec<_>>>()?;
    let outputs = Computed {
        output: output.write()?,
        last: vec![hy.write()?],
        kept: train.then_some(kept),
    };
    Ok(forward(
        of,
        input.read()?,
        read(&params)?,
        state,
        None,
        outputs,
    )?)
}
