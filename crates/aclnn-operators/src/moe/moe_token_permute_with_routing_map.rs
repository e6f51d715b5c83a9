//! `aclnnMoeTokenPermuteWithRoutingMap`: the rows of tokens in the order of the experts that a map gives them; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer,
//! `moe/moe_token_permute_with_routing_map`.

use crate::contract::moe::{extents, within};
use crate::ops::moe::{MapPermute, map_permute};
use crate::prelude::*;

/// The types of maps.
pub(super) const MAPS: Dtypes = on_all(&[Bool, I8]);

/// Refuses weights of another type than the tokens' or, for BFLOAT16, FLOAT.
pub(super) fn weight_type(weights: &TensorArg, tokens: &TensorArg) -> Result<()> {
    match (tokens.dtype()?, weights.dtype()?) {
        (Bf16, F32) => Ok(()),
        _ => weights.same_dtype(tokens),
    }
}

/// Rows of the outputs.
fn shapes(
    tokens: &Input,
    map: &Input,
    num_out_tokens: i64,
    drop_and_pad: bool,
) -> Result<[i64; 2]> {
    let [count, width] = extents::<2>(tokens)?;
    let [_, experts] = extents::<2>(map)?;
    map.shape_is(&[count, experts], "as many rows as `tokens`")?;
    within("numOutTokens", num_out_tokens, 0..=count * experts)?;
    let of_each = |of: i64| if of == 0 { 0 } else { num_out_tokens / of };
    let rows = match drop_and_pad {
        true => of_each(experts) * experts,
        false => {
            within("numOutTokens", of_each(count), 0..=512)?;
            of_each(count) * count
        }
    };
    Ok([rows, width])
}

/// Writes the rows of the tokens of each expert, in their order, expert after expert, and the elements of `probsOptional` that go with them. `routingMap` (BOOL or INT8) has an element for each token and expert, which is
/// chosen where it is not 0. A token has at most K = `numOutTokens` / tokens experts; `sortedIndicesOut` gets the row of each, K places for each token, unused ones -1, and rows that no token has are 0. With `dropAndPad` each
/// expert has `numOutTokens` / experts rows, of the tokens that chose it and then of the others, and `sortedIndicesOut` gets the token of each row.
#[aclnn]
fn aclnnMoeTokenPermuteWithRoutingMap(
    tokens: Input,
    routing_map: Input,
    probs_optional: Option<Input>,
    num_out_tokens: i64,
    drop_and_pad: bool,
    permute_tokens_out: Output,
    permute_probs_out_optional: Option<Output>,
    sorted_indices_out: Output,
) -> Planned {
    tokens.dtype_in(SHORT_SINCE_910B)?;
    routing_map.dtype_in(MAPS)?;
    permute_tokens_out.same_dtype(&tokens)?;
    sorted_indices_out.dtype_is(I32)?;
    let probs = match (probs_optional, permute_probs_out_optional) {
        (Some(probs), Some(output)) => {
            weight_type(&probs, &tokens)?;
            output.same_dtype(&probs)?;
            Some((probs, output))
        }
        (Some(_), None) => {
            let missing = Reason::Null {
                arg: "permuteProbsOutOptional",
            };
            return Err(Error::from(missing).into());
        }
        (None, _) => None,
    };
    let [rows, width] = shapes(&tokens, &routing_map, num_out_tokens, drop_and_pad)?;
    permute_tokens_out.shape_is(&[rows, width], "a row for each place")?;
    sorted_indices_out.shape_is(&[rows], "a number for each place")?;
    let probs = match &probs {
        Some((probs, output)) => {
            probs.same_shape(&routing_map)?;
            output.shape_is(&[rows], "an element for each place")?;
            Some([probs.read()?, output.write()?])
        }
        None => None,
    };
    Ok(map_permute(MapPermute {
        tokens: tokens.read()?,
        map: routing_map.read()?,
        probs,
        pads: drop_and_pad,
        output: permute_tokens_out.write()?,
        indices: sorted_indices_out.write()?,
    })?)
}
