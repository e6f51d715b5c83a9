//! `aclnnCausalConv1dFn`: causal convolutions of new sequences, or of parts of them. Source: ops-transformer, `mamba/causal_conv1d`.

use crate::contract::causal_convolution::{CachedConvolution, Results, TYPES, is_silu};
use crate::ops::recurrences::causal_convolution::{After, Keeping};
use crate::prelude::*;

/// Computes `y[t] = act(sum(weight[K-1-j] * x[t-j]) + bias)` for each channel of `x`, (batch, tokens, dim), or (tokens, dim) of sequences that `queryStartLocOptional` separates; `weight` is (K, dim) with K
/// of 2 to 4, `activation` "silu" or "none". Before its first token a sequence has zeros or, where `initialStateModeOptional` is 1, the first K-1 rows of its line of `convStatesRef`, (lines, rows, dim);
/// its last inputs are written to the beginning of that line, `cacheIndicesOptional[i]`, or i. A sequence with line `nullBlockId` is left out: its results are 0. FLOAT16 or BFLOAT16, on
/// Ascend950. Arguments of blocks and of computed tokens have no effect.
#[aclnn]
fn aclnnCausalConv1dFn(
    x: Input,
    weight: Input,
    conv_states_ref: InOut,
    bias_optional: Option<Input>,
    query_start_loc_optional: Option<Input>,
    cache_indices_optional: Option<Input>,
    initial_state_mode_optional: Option<Input>,
    block_idx_first_scheduled_token_optional: Option<Input>,
    block_idx_last_scheduled_token_optional: Option<Input>,
    initial_state_idx_optional: Option<Input>,
    num_computed_tokens_optional: Option<Input>,
    activation: Option<Text>,
    null_block_id: i64,
    block_size_to_align: i64,
    y: Output,
) -> Planned {
    let _ = block_size_to_align;
    x.dtype_in(TYPES)?;
    let unused = [
        block_idx_first_scheduled_token_optional,
        block_idx_last_scheduled_token_optional,
        initial_state_idx_optional,
        num_computed_tokens_optional,
    ];
    for tensor in unused.iter().flatten() {
        tensor.dtype_in(on_all(&[I32]))?;
    }
    let is_swish = is_silu(activation.as_deref()).code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let convolution = CachedConvolution {
        results: Results::Apart(&x, &y),
        weight: &weight,
        taps: 2..=4,
        states: &conv_states_ref,
        bias: bias_optional.as_ref(),
        starts: query_start_loc_optional.as_ref(),
        cache_indices: cache_indices_optional.as_ref(),
        mode: initial_state_mode_optional.as_ref(),
        accepted: None,
        computed: None,
        shared: None,
        absent: null_block_id,
        most: 1024,
        keeping: Keeping::Prefill,
        after: After {
            is_swish,
            ..After::default()
        },
    };
    convolution.plan()
}
