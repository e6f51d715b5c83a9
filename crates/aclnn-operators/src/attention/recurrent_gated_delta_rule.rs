//! `aclnnRecurrentGatedDeltaRule`: linear attention with a state that tokens correct, for steps of decoding. Source: ops-transformer, `attention/recurrent_gated_delta_rule`.

use crate::contract::causal_convolution::{numbers, read};
use crate::contract::delta_rule::Rule;
use crate::ops::recurrences::delta_rule::{DeltaRule, States, delta_rule};
use crate::prelude::*;

const STATES: Dtypes = on_910(&[]).and_910b(&[Bf16, F32]);

/// Takes each token into the state of its head of `value`, (Dv, Dk): `S = S * exp(g + gk)`, `S += beta * (value - S * key) * key^T`, `out = scaleValue * S * query`. `query` and `key` are (T, Nk, Dk), `value` and `out`
/// (T, Nv, Dv), BFLOAT16; `stateRef` is (rows, Nv, Dv, Dk), BFLOAT16 or FLOAT. Tokens of sequences follow one another, `actualSeqLengths` of each. A sequence begins with row
/// `ssmStateIndices[t]` of its token `numAcceptedTokens`, counted from 1; without those, of its first token. The state after each token is stored in its row. On Ascend910B, Ascend910_93 and Ascend950.
/// Lengths that are not those of the tokens, and rows outside, are errors of the stream.
#[aclnn]
fn aclnnRecurrentGatedDeltaRule(
    query: Input,
    key: Input,
    value: Input,
    beta: Input,
    state_ref: InOut,
    actual_seq_lengths: Input,
    ssm_state_indices: Input,
    g: Option<Input>,
    gk: Option<Input>,
    num_accepted_tokens: Option<Input>,
    scale_value: f32,
    out: Output,
) -> Planned {
    let rule = Rule {
        query: &query,
        key: &key,
        value: &value,
        beta: &beta,
        decay: g.as_ref(),
        decay_of_keys: gk.as_ref(),
        lengths: &actual_seq_lengths,
        out: &out,
        most_heads: 256,
        most_elements: 512,
    };
    let accepted = num_accepted_tokens.as_ref();
    rule.types(&[&state_ref], STATES, &[Some(&ssm_state_indices), accepted])?;
    let (tokens, sequences, state) = rule.shapes()?;
    match *state_ref.shape() {
        [rows, ref of_row @ ..] if rows >= tokens && *of_row == state => {}
        _ => {
            let [heads, values, keys] = state;
            let allowed = format!("[at least {tokens}, {heads}, {values}, {keys}]");
            return Err(state_ref.shape_refused(allowed).into());
        }
    }
    numbers(Some(&ssm_state_indices), &[tokens], "one for each token")?;
    numbers(accepted, &[sequences], "one for each sequence")?;
    let of = DeltaRule {
        query: query.read()?,
        key: key.read()?,
        value: value.read()?,
        beta: beta.read()?,
        decay: read(g.as_ref())?,
        decay_of_keys: read(gk.as_ref())?,
        lengths: actual_seq_lengths.read()?,
        states: States::Cached {
            cache: state_ref.update()?,
            rows: ssm_state_indices.read()?,
            accepted: read(accepted)?,
        },
        scale: scale_value.into(),
        out: out.write()?,
    };
    Ok(delta_rule(of)?)
}
