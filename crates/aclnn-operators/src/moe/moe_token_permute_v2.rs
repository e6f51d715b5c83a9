//! `aclnnMoeTokenPermuteV2`: as `aclnnMoeTokenPermute`, quantised in blocks on Ascend950; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer, `moe/moe_token_permute`.

use super::moe_token_permute::Permute;
use crate::contract::moe::extents;
use crate::prelude::*;

/// As `aclnnMoeTokenPermute`. On Ascend950 `quantMode` 2 (FLOAT8_E5M2), 3 (FLOAT8_E4M3FN) and 9 (FLOAT4_E2M1) quantise the rows of FLOAT16 or BFLOAT16 in blocks of 32 elements, whose scales (FLOAT8_E8M0)
/// `expandedScaleOut` gets; -1 does not. Other chips do not look at these two arguments.
#[aclnn]
fn aclnnMoeTokenPermuteV2(
    tokens: Input,
    indices: Input,
    num_out_tokens: i64,
    padded_mode: bool,
    quant_mode: i64,
    permute_tokens_out: ConstOutput,
    sorted_indices_out: ConstOutput,
    expanded_scale_out: Option<ConstOutput>,
) -> Planned {
    let is_quantised = contract::on_950() && quant_mode != -1;
    let quantised = match is_quantised {
        true => {
            let to = match quant_mode {
                2 => F8E5m2,
                3 => F8E4m3fn,
                9 => F4E2m1,
                _ => return Err(Error::value("quantMode", quant_mode, "-1, 2, 3 or 9").into()),
            };
            tokens.dtype_in(HALVES)?;
            permute_tokens_out.dtype_is(to)?;
            let missing = Reason::Null {
                arg: "expandedScaleOut",
            };
            let scales = expanded_scale_out.ok_or_else(|| Error::from(missing))?;
            scales.dtype_is(F8E8m0)?;
            let [rows, width] =
                extents::<2>(&permute_tokens_out).code(ACLNN_ERR_INNER_TILING_ERROR)?;
            let pairs = (width + 63) / 64;
            let shaped = match quant_mode {
                9 if width % 2 != 0 => Err(tokens.shape_refused("an even last dimension")),
                9 => permute_tokens_out.contiguous().and_then(|()| {
                    scales.shape_is(
                        &[rows, pairs, 2],
                        "a scale for each 32 elements of a row, in pairs",
                    )
                }),
                _ => scales.shape_is(
                    &[rows, 2 * pairs],
                    "a scale for each 32 elements of a row, an even number",
                ),
            };
            shaped.code(ACLNN_ERR_INNER_TILING_ERROR)?;
            Some((quant_mode, scales))
        }
        false => {
            tokens.dtype_in(SHORT_SINCE_910B.or(only_950(&[I8])))?;
            permute_tokens_out.same_dtype(&tokens)?;
            None
        }
    };
    tokens.rank_in(2..=2).code(ACLNN_ERR_INNER_TILING_ERROR)?;
    Permute {
        tokens,
        indices,
        probs: None,
        range: None,
        num_out_tokens,
        padded_mode,
        quantised,
        permute_tokens_out,
        sorted_indices_out,
    }
    .planned()
}
