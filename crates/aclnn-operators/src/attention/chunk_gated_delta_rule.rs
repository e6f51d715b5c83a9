//! `aclnnChunkGatedDeltaRule`: linear attention with a state that tokens correct, over whole sequences. Source: ops-transformer, `attention/chunk_gated_delta_rule`.

use crate::contract::causal_convolution::read;
use crate::contract::delta_rule::Rule;
use crate::ops::recurrences::delta_rule::{DeltaRule, States, delta_rule};
use crate::prelude::*;

const STATES: Dtypes = on_910(&[]).and_910b(&[Bf16]).and_950(&[F32]);

/// Computes `out` as `aclnnRecurrentGatedDeltaRule`: each sequence begins with its matrix of `initialState`, (B, Nv, Dv, Dk), and leaves the last one in `finalState`. `query` and `key` are (T, Nk, Dk),
/// `value` and `out` (T, Nv, Dv), BFLOAT16; states BFLOAT16 or, on Ascend950, FLOAT. On Ascend910B, Ascend910_93 and Ascend950. Lengths that are not those of the tokens are errors of the stream.
#[aclnn]
fn aclnnChunkGatedDeltaRule(
    query: Input,
    key: Input,
    value: Input,
    beta: Input,
    initial_state: Input,
    actual_seq_lengths: Input,
    g_optional: Option<Input>,
    scale_value: f32,
    out: ConstOutput,
    final_state: ConstOutput,
) -> Planned {
    let rule = Rule {
        query: &query,
        key: &key,
        value: &value,
        beta: &beta,
        decay: g_optional.as_ref(),
        decay_of_keys: None,
        lengths: &actual_seq_lengths,
        out: &out,
        most_heads: 64,
        most_elements: 128,
    };
    rule.types(&[&initial_state, &final_state], STATES, &[])?;
    let shapes = || {
        let (_, sequences, [heads, values, keys]) = rule.shapes()?;
        let reason = "sequences, heads, elements of `value` and of `key`";
        let wanted = [sequences, heads, values, keys];
        initial_state.shape_is(&wanted, reason)?;
        final_state.shape_is(&wanted, reason)
    };
    shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let of = DeltaRule {
        query: query.read()?,
        key: key.read()?,
        value: value.read()?,
        beta: beta.read()?,
        decay: read(g_optional.as_ref())?,
        decay_of_keys: None,
        lengths: actual_seq_lengths.read()?,
        states: States::OfSequences {
            initial: initial_state.read()?,
            last: final_state.write()?,
        },
        scale: scale_value.into(),
        out: out.write()?,
    };
    Ok(delta_rule(of)?)
}
