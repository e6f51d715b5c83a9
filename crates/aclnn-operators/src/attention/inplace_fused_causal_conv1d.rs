//! `aclnnInplaceFusedCausalConv1d`: as `aclnnFusedCausalConv1d`, with results in place of inputs. Source: ops-transformer, `attention/inplace_fused_causal_conv1d`.

use crate::contract::causal_convolution::{Fused, Results, Shared};
use crate::prelude::*;

/// Computes as `aclnnFusedCausalConv1d`, and writes results over `x`. A sequence that is left out stays as it is.
#[aclnn]
fn aclnnInplaceFusedCausalConv1d(
    x: InOut,
    weight: Input,
    conv_states: InOut,
    query_start_loc: Option<Input>,
    cache_indices: Option<Input>,
    initial_state_mode: Option<Input>,
    bias: Option<Input>,
    num_accepted_tokens: Option<Input>,
    num_computed_tokens: Option<Input>,
    block_idx_first_scheduled_token: Option<Input>,
    block_idx_last_scheduled_token: Option<Input>,
    initial_state_idx: Option<Input>,
    activation_mode: i64,
    pad_slot_id: i64,
    run_mode: i64,
    max_query_len: i64,
    residual_connection: i64,
    block_size: i64,
    conv_mode: i64,
) -> Planned {
    let _ = (activation_mode, run_mode, initial_state_mode, bias);
    let shared = Shared {
        first: &block_idx_first_scheduled_token,
        last: &block_idx_last_scheduled_token,
        initial: &initial_state_idx,
        size: block_size,
    };
    let fused = Fused {
        results: Results::InPlace(&x),
        weight: &weight,
        states: &conv_states,
        starts: &query_start_loc,
        cache_indices: &cache_indices,
        accepted: &num_accepted_tokens,
        computed: &num_computed_tokens,
        shared,
        absent: pad_slot_id,
        max_query_len,
        residual_connection,
        conv_mode,
    };
    fused.plan()
}
