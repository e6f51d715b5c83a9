//! `aclnnFusedCausalConv1d`: causal convolutions of sequences that begin and sequences that go on. Source: ops-transformer, `attention/fused_causal_conv1d`.

use crate::contract::causal_convolution::{Fused, Results, Shared};
use crate::prelude::*;

/// Computes `y[t] = sum(weight[2-j] * x[t-j])` for each channel of `x`, (tokens, dim) of sequences that `queryStartLoc` separates, or (batch, tokens, dim); `weight` is (3, dim). Before its first token a
/// sequence has zeros, if `numComputedTokens` is 0, or else two rows of its line of `convStates`, (lines, rows, dim): the last ones or, with `numAcceptedTokens`, those from one less on. The rows up to them
/// and the tokens are written to the end of the line, as many as it has. `cacheIndices` names the line of each sequence or, together with all arguments of blocks, its lines: one is read, one written,
/// and those between are filled with the two inputs before their ends. `convMode` 1 makes the first `2 - numComputedTokens` results 0; `residualConnection` 1 adds `x`. A sequence with line `padSlotId` is left out: its
/// results are 0. FLOAT16 or BFLOAT16, on Ascend950. `initialStateMode`, `bias`, `activationMode` and `runMode` have no effect.
#[aclnn]
fn aclnnFusedCausalConv1d(
    x: Input,
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
    y: Output,
) -> Planned {
    let _ = (activation_mode, run_mode, initial_state_mode, bias);
    let shared = Shared {
        first: &block_idx_first_scheduled_token,
        last: &block_idx_last_scheduled_token,
        initial: &initial_state_idx,
        size: block_size,
    };
    let fused = Fused {
        results: Results::Apart(&x, &y),
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
