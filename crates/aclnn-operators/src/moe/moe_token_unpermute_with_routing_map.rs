//! `aclnnMoeTokenUnpermuteWithRoutingMap`: tokens as weighted sums of rows that a map permuted; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer,
//! `moe/moe_token_unpermute_with_routing_map`.

use super::moe_token_permute_with_routing_map::{MAPS, weight_type};
use crate::contract::moe::extents;
use crate::ops::moe::{Combine, Links, Places, combine};
use crate::prelude::*;

/// Writes for each token the sum of the rows of `permutedTokens` that `sortedIndices` gives it, the rows of its places (-1 is none) or, with `paddedMode`, those that name it, times their elements of `probsOptional`: at the next
/// experts that `routingMapOptional` gives the token or, padded, at the expert that the row is of. `permuteProbs` gets these weights in the order of `sortedIndices`, 0 for a place without an expert; `outIndex` the
/// positions in `sortedIndices` in the order of their tokens, and `permuteTokenId` these tokens.
#[aclnn]
fn aclnnMoeTokenUnpermuteWithRoutingMap(
    permuted_tokens: Input,
    sorted_indices: Input,
    routing_map_optional: Option<Input>,
    probs_optional: Option<Input>,
    padded_mode: bool,
    restore_shape_optional: Option<Ints>,
    unpermuted_tokens: Output,
    out_index: Output,
    permute_token_id: Output,
    permute_probs: Option<Output>,
) -> Planned {
    permuted_tokens.dtype_in(SHORT_SINCE_910B)?;
    sorted_indices.dtype_is(I32)?;
    if let Some(map) = &routing_map_optional {
        map.dtype_in(MAPS)?;
    }
    unpermuted_tokens.same_dtype(&permuted_tokens)?;
    for output in [&out_index, &permute_token_id] {
        output.dtype_is(I32)?;
    }
    if let Some(probs) = &probs_optional {
        weight_type(probs, &permuted_tokens)?;
        if let Some(output) = &permute_probs {
            output.same_dtype(probs)?;
        }
    }
    let [rows, width] = extents::<2>(&permuted_tokens)?;
    let [slots] = extents::<1>(&sorted_indices)?;
    let [tokens, _] = extents::<2>(&unpermuted_tokens)?;
    unpermuted_tokens.shape_is(
        &[tokens, width],
        "rows of the length of those of `permutedTokens`",
    )?;
    if let Some(shape) = &restore_shape_optional {
        contract::length_is(shape, 2, "the shape of `unpermutedTokens`")?;
        unpermuted_tokens.shape_is(shape, "`restoreShapeOptional`")?;
    }
    for output in [&out_index, &permute_token_id] {
        output.same_shape(&sorted_indices)?;
    }
    let matrix = probs_optional.as_ref().or(routing_map_optional.as_ref());
    let experts = match matrix {
        Some(matrix) => {
            let [_, experts] = extents::<2>(matrix)?;
            for tensor in [&probs_optional, &routing_map_optional]
                .into_iter()
                .flatten()
            {
                tensor.shape_is(&[tokens, experts], "an element for each token and expert")?;
            }
            experts
        }
        None => 1,
    };
    if padded_mode && rows != slots {
        return Err(permuted_tokens
            .shape_refused(format!("{slots} rows, as `sortedIndices` has elements"))
            .into());
    }
    let of = if padded_mode { experts } else { tokens };
    if of == 0 || slots % of != 0 {
        return Err(sorted_indices
            .shape_refused(format!("a multiple of {of} elements"))
            .into());
    }
    let each = slots / of;
    if probs_optional.is_some() {
        let most = if padded_mode {
            tokens
        } else {
            experts.min(512)
        };
        if each > most {
            let allowed = format!("at most {most} elements for each of {of}");
            return Err(sorted_indices.shape_refused(allowed)).code(ACLNN_ERR_INNER_NULLPTR);
        }
    }
    let mut map = None;
    let (mut weights, mut gathered_weights) = (None, None);
    if let Some(probs) = &probs_optional {
        let missing = Reason::Null {
            arg: "routingMapOptional",
        };
        if !padded_mode {
            map = Some(
                routing_map_optional
                    .ok_or_else(|| Error::from(missing))?
                    .read()?,
            );
        }
        weights = Some(probs.read()?);
        if let Some(output) = &permute_probs {
            output.same_shape(&sorted_indices)?;
            gathered_weights = Some(output.write()?);
        }
    }
    let places = sorted_indices.read()?;
    let links = Links {
        places: match padded_mode {
            true => Places::Tokens(places),
            false => Places::Map { places, map },
        },
        tokens: tokens as usize,
        rows: rows as usize,
        experts: experts as usize,
    };
    Ok(combine(Combine {
        weights,
        gathered_weights,
        order: Some([out_index.write()?, permute_token_id.write()?]),
        ..Combine::new(links, permuted_tokens.read()?, unpermuted_tokens.write()?)
    })?)
}
