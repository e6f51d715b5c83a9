//! `aclnnMoeTokenPermuteWithRoutingMapGrad`: the gradients of `aclnnMoeTokenPermuteWithRoutingMap`; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer,
//! `moe/moe_token_permute_with_routing_map_grad`.

use super::moe_token_permute_with_routing_map::{MAPS, weight_type};
use crate::contract::moe::{extents, within};
use crate::ops::moe::{Combine, Links, Places, combine};
use crate::prelude::*;

/// Writes for each token the sum of the rows of `permutedTokenOutputGrad` that `sortedIndices` gives it: the rows of its places or, with `dropAndPad`, those that name it. `probsGradOutOptional` gets the elements of
/// `permutedProbsOutputGradOptional` where `routingMapOptional` gives a token an expert or, with `dropAndPad`, for the token of each row and the expert that the row is of, and 0 elsewhere.
#[aclnn]
fn aclnnMoeTokenPermuteWithRoutingMapGrad(
    permuted_token_output_grad: Input,
    permuted_probs_output_grad_optional: Option<Input>,
    sorted_indices: Input,
    routing_map_optional: Option<Input>,
    num_experts: i64,
    tokens_num: i64,
    drop_and_pad: bool,
    tokens_grad_out: Output,
    probs_grad_out_optional: Option<Output>,
) -> Planned {
    permuted_token_output_grad.dtype_in(SHORT_SINCE_910B)?;
    sorted_indices.dtype_is(I32)?;
    if let Some(map) = &routing_map_optional {
        map.dtype_in(MAPS)?;
    }
    tokens_grad_out.same_dtype(&permuted_token_output_grad)?;
    let probs = permuted_probs_output_grad_optional.zip(probs_grad_out_optional);
    if let Some((gradient, output)) = &probs {
        weight_type(gradient, &permuted_token_output_grad)?;
        output.same_dtype(gradient)?;
    }
    within("numExperts", num_experts, 1..=i64::from(i32::MAX))?;
    within("tokensNum", tokens_num, 1..=i64::from(i32::MAX))?;
    let [rows, width] = extents::<2>(&permuted_token_output_grad)?;
    let of = if drop_and_pad {
        num_experts
    } else {
        tokens_num
    };
    if rows % of != 0 || (!drop_and_pad && rows / of > 512) {
        let allowed = format!("a multiple of {of} rows, at most 512 for each token");
        return Err(permuted_token_output_grad.shape_refused(allowed).into());
    }
    sorted_indices.shape_is(&[rows], "the rows of `permutedTokenOutputGrad`")?;
    tokens_grad_out.shape_is(&[tokens_num, width], "a row for each token")?;
    let shape = [tokens_num, num_experts];
    if let Some(map) = &routing_map_optional {
        map.shape_is(&shape, "an element for each token and expert")?;
    }
    let mut map = None;
    let returned = match &probs {
        Some((gradient, output)) => {
            gradient.shape_is(&[rows], "an element for each row")?;
            output.shape_is(&shape, "an element for each token and expert")?;
            if !drop_and_pad {
                let missing = Reason::Null {
                    arg: "routingMapOptional",
                };
                map = Some(
                    routing_map_optional
                        .ok_or_else(|| Error::from(missing))?
                        .read()?,
                );
            }
            Some([gradient.read()?, output.write()?])
        }
        None => None,
    };
    let places = sorted_indices.read()?;
    let links = Links {
        places: match drop_and_pad {
            true => Places::Tokens(places),
            false => Places::Map { places, map },
        },
        tokens: tokens_num as usize,
        rows: rows as usize,
        experts: num_experts as usize,
    };
    Ok(combine(Combine {
        returned,
        ..Combine::new(
            links,
            permuted_token_output_grad.read()?,
            tokens_grad_out.write()?,
        )
    })?)
}
