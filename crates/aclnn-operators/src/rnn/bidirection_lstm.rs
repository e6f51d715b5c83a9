//! `aclnnBidirectionLSTM`: long short-term memory of one layer, in one direction or two; on Ascend310P. Source: ops-nn, `rnn/bidirection_lstm`.

use crate::contract::bidirection::Bidirection;
use crate::prelude::*;

/// Computes what is hidden in each step, `yOut` (steps, batch, directions * hidden), and the states behind the last step, (directions, batch, hidden), of `x` (steps, batch, elements) and the states before the first step. Weights are (4 * hidden, elements) and (4 * hidden, hidden), with gates in the order input, forget,
/// candidate, output; biases, which `isbias` asks for, and the second direction, which `bidirection` asks for, are not null then. `numLayers` is 1, `batchFirst` false. FLOAT16, computed in DOUBLE from step to step.
#[aclnn]
fn aclnnBidirectionLSTM(
    x: Input,
    init_h: Input,
    init_c: Input,
    w_ih: Input,
    w_hh: Input,
    b_ih_optional: Option<Input>,
    b_hh_optional: Option<Input>,
    w_ih_reverse_optional: Option<Input>,
    w_hh_reverse_optional: Option<Input>,
    b_ih_reverse_optional: Option<Input>,
    b_hh_reverse_optional: Option<Input>,
    num_layers: i64,
    isbias: bool,
    batch_first: bool,
    bidirection: bool,
    y_out: ConstOutput,
    output_h_out: ConstOutput,
    output_c_out: ConstOutput,
) -> Planned {
    let network = Bidirection {
        x: &x,
        states: [&init_h, &init_c],
        weights: [&w_ih, &w_hh],
        others: [
            &b_ih_optional,
            &b_hh_optional,
            &w_ih_reverse_optional,
            &w_hh_reverse_optional,
            &b_ih_reverse_optional,
            &b_hh_reverse_optional,
        ],
        sizes: None,
        layers: num_layers,
        flags: [isbias, batch_first, bidirection, false],
        outputs: [&y_out, &output_h_out, &output_c_out],
    };
    network.plan()
}
