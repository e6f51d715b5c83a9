//! `aclnnMoeTokenUnpermuteWithRoutingMapGrad`: the gradients of `aclnnMoeTokenUnpermuteWithRoutingMap`; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer,
//! `moe/moe_token_unpermute_with_routing_map_grad`.

use super::moe_token_permute_with_routing_map::{MAPS, weight_type};
use crate::contract::moe::extents;
use crate::ops::moe::{Links, Order, Places, Spread, spread};
use crate::prelude::*;

/// Computes the gradients of `aclnnMoeTokenUnpermuteWithRoutingMap` by the permuted rows and by the weights. Without `dropAndPad`, `outIndex` has the row of each place of the tokens (what went forward as `sortedIndices`), -1
/// for none, and `permuteTokenId` is not looked at; with it, `outIndex` has the rows in the order of their tokens, and `permuteTokenId` these tokens.
#[aclnn]
fn aclnnMoeTokenUnpermuteWithRoutingMapGrad(
    unpermuted_tokens_grad: Input,
    out_index: Input,
    permute_token_id: Input,
    routing_map_optional: Option<Input>,
    permuted_tokens_optional: Option<Input>,
    probs_optional: Option<Input>,
    drop_and_pad: bool,
    restore_shape_optional: Option<Ints>,
    permuted_tokens_grad_out: ConstOutput,
    probs_grad_out_optional: Option<ConstOutput>,
) -> Planned {
    unpermuted_tokens_grad.dtype_in(SHORT_SINCE_910B)?;
    for index in [&out_index, &permute_token_id] {
        index.dtype_is(I32)?;
    }
    if let Some(map) = &routing_map_optional {
        map.dtype_in(MAPS)?;
    }
    if let Some(rows) = &permuted_tokens_optional {
        rows.same_dtype(&unpermuted_tokens_grad)?;
    }
    permuted_tokens_grad_out.same_dtype(&unpermuted_tokens_grad)?;
    let probs_grad = probs_grad_out_optional.filter(|_| probs_optional.is_some());
    if let Some(probs) = &probs_optional {
        weight_type(probs, &unpermuted_tokens_grad)?;
        if let Some(output) = &probs_grad {
            output.same_dtype(probs)?;
        }
    }
    let [tokens, width] = extents::<2>(&unpermuted_tokens_grad)?;
    let shapes = || -> Result<[i64; 2]> {
        let [slots] = extents::<1>(&out_index)?;
        permute_token_id.same_shape(&out_index)?;
        permuted_tokens_grad_out
            .shape_is(&[slots, width], "a row for each element of `outIndex`")?;
        if let (true, Some(shape)) = (drop_and_pad, &restore_shape_optional) {
            contract::length_is(shape, 2, "the shape of `unpermutedTokensGrad`")?;
            unpermuted_tokens_grad.shape_is(shape, "`restoreShapeOptional`")?;
        }
        let matrix = probs_optional.as_ref().or(routing_map_optional.as_ref());
        let experts = match matrix {
            Some(matrix) => extents::<2>(matrix)?[1],
            None => 1,
        };
        for tensor in [&probs_optional, &routing_map_optional]
            .into_iter()
            .flatten()
        {
            tensor.shape_is(&[tokens, experts], "an element for each token and expert")?;
        }
        let of = if drop_and_pad { experts } else { tokens };
        if of == 0 || slots % of != 0 {
            return Err(out_index.shape_refused(format!("a multiple of {of} elements")));
        }
        if let Some(probs) = &probs_optional {
            let most = if drop_and_pad {
                tokens
            } else {
                experts.min(512)
            };
            if slots / of > most {
                return Err(
                    out_index.shape_refused(format!("at most {most} elements for each of {of}"))
                );
            }
            let missing = |arg| Error::from(Reason::Null { arg });
            routing_map_optional
                .as_ref()
                .ok_or_else(|| missing("routingMapOptional"))?;
            let rows = permuted_tokens_optional.as_ref();
            rows.ok_or_else(|| missing("permutedTokensOptional"))?
                .same_shape(&permuted_tokens_grad_out)?;
            if let Some(output) = &probs_grad {
                output.same_shape(probs)?;
            }
        }
        Ok([slots, experts])
    };
    let [slots, experts] = shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let has_weights = probs_optional.is_some();
    let read = |tensor: Option<Input>| tensor.map(|tensor| tensor.read()).transpose();
    let places = match drop_and_pad {
        true => Places::Sorted(Order {
            slots: out_index.read()?,
            tokens: permute_token_id.read()?,
        }),
        false => Places::Map {
            places: out_index.read()?,
            map: read(routing_map_optional.filter(|_| has_weights))?,
        },
    };
    let links = Links {
        places,
        tokens: tokens as usize,
        rows: slots as usize,
        experts: experts as usize,
    };
    Ok(spread(Spread {
        links,
        gradient: unpermuted_tokens_grad.read()?,
        weights: read(probs_optional)?,
        rows: read(permuted_tokens_optional.filter(|_| has_weights))?,
        bias: None,
        experts: None,
        row_gradients: permuted_tokens_grad_out.write()?,
        weight_gradients: probs_grad.map(|output| output.write()).transpose()?,
    })?)
}
