//! `aclnnCausalConv1dUpdate`: causal convolutions of the next tokens of sequences. Source: ops-transformer, `mamba/causal_conv1d`.

use crate::contract::causal_convolution::{CachedConvolution, Results, TYPES, is_silu};
use crate::ops::recurrences::causal_convolution::{After, Keeping};
use crate::prelude::*;

/// Computes as `aclnnCausalConv1dFn`, of sequences that go on: before its first token each has K-1 rows of its line of `convStatesRef`, the first ones or, of K = 4, those from
/// `numAcceptedTokensOptional[i] - 1` on. `x` is (batch, 1, dim) or, with accepted tokens, (batch, tokens, dim) or (tokens, dim) of sequences that `queryStartLocOptional` separates. The rows behind the
/// first one that was read and the tokens are written to the beginning of the line: K-1 rows or, with accepted tokens, as many more as there are tokens but one. FLOAT16 or BFLOAT16, on
/// Ascend950. Arguments of blocks and `maxQueryLen` have no effect.
#[aclnn]
fn aclnnCausalConv1dUpdate(
    x: Input,
    weight: Input,
    conv_states_ref: InOut,
    bias_optional: Option<Input>,
    query_start_loc_optional: Option<Input>,
    cache_indices_optional: Option<Input>,
    num_accepted_tokens_optional: Option<Input>,
    block_idx_last_scheduled_token_optional: Option<Input>,
    initial_state_idx_optional: Option<Input>,
    activation: Option<Text>,
    null_block_id: i64,
    max_query_len: i64,
    y: Output,
) -> Planned {
    let _ = max_query_len;
    let unused = [
        block_idx_last_scheduled_token_optional,
        initial_state_idx_optional,
    ];
    for tensor in unused.iter().flatten() {
        tensor.dtype_in(on_all(&[I32]))?;
    }
    x.dtype_in(TYPES)?;
    let check = || {
        let fits = match (x.shape(), weight.shape(), &num_accepted_tokens_optional) {
            (_, [taps, _], Some(_)) if *taps != 4 => {
                return Err(weight.shape_refused("[4, dim], with `numAcceptedTokensOptional`"));
            }
            ([_, tokens, _], _, None) => *tokens == 1,
            ([_, _], _, None) => false,
            _ => true,
        };
        if !fits {
            let allowed = "[batch, 1, dim], without `numAcceptedTokensOptional`";
            return Err(x.shape_refused(allowed));
        }
        is_silu(activation.as_deref())
    };
    let is_swish = check().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let convolution = CachedConvolution {
        results: Results::Apart(&x, &y),
        weight: &weight,
        taps: 2..=4,
        states: &conv_states_ref,
        bias: bias_optional.as_ref(),
        starts: query_start_loc_optional.as_ref(),
        cache_indices: cache_indices_optional.as_ref(),
        mode: None,
        accepted: num_accepted_tokens_optional.as_ref(),
        computed: None,
        shared: None,
        absent: null_block_id,
        most: 1024,
        keeping: Keeping::Update,
        after: After {
            is_swish,
            ..After::default()
        },
    };
    convolution.plan()
}
