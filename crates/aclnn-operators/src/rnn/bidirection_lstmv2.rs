//! `aclnnBidirectionLSTMV2`: long short-term memory of one layer, in one direction or two; on Ascend310P. Source: ops-nn, `rnn/bidirection_lstmv2`.

use crate::contract::bidirection::Bidirection;
use crate::prelude::*;

/// As `aclnnBidirectionLSTM`, over sequences of several lengths, the longest first: step k has the first `batchSizeOptional[k]` rows, INT32. Behind the end of a sequence the output is 0, and its states stay. With `packed` `x` and `yOut` have the rows of all steps without gaps, (rows, elements); counts that do not add up to these are an error of the stream.
#[aclnn]
fn aclnnBidirectionLSTMV2(
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
    batch_size_optional: Option<Input>,
    num_layers: i64,
    isbias: bool,
    batch_first: bool,
    bidirection: bool,
    packed: bool,
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
        sizes: batch_size_optional.as_ref(),
        layers: num_layers,
        flags: [isbias, batch_first, bidirection, packed],
        outputs: [&y_out, &output_h_out, &output_c_out],
    };
    network.plan()
}
