//! `aclnnSwinAttentionScoreQuant`: attention within windows, of codes. Source: ops-transformer, `attention/swin_attention_score_quant`.

use crate::device::soc::Generation;
use crate::ops::swin::{Attention, attention};
use crate::prelude::*;

/// Computes `softmax((query @ key^T + biasDequant1) * scaleDequant1 + paddingMask1)`, times `scaleQuant`, plus `biasQuant`, rounded to INT8; its product with `value`, plus `biasDequant2`, times `scaleDequant2`, is the result, FLOAT16. `query`, `key` and `value` are INT8, of one shape (N, C, S, H), S up to
/// 1024, H 32 or 64. `scaleQuant` and `biasQuantOptional` are (1, S), FLOAT16, `scaleDequant1` words of UINT64 and `biasDequant1Optional` INT32 of that shape, `scaleDequant2` and `biasDequant2Optional` likewise (1, H); `paddingMask1Optional` is (1, C, S, S), FLOAT16, or null. The biases are there; `paddingMask2Optional` is
/// null, nothing is transposed, `softmaxAxes` is -1. On Ascend310P.
#[aclnn]
fn aclnnSwinAttentionScoreQuant(
    query: Input,
    key: Input,
    value: Input,
    scale_quant: Input,
    scale_dequant1: Input,
    scale_dequant2: Input,
    bias_quant_optional: Option<Input>,
    bias_dequant1_optional: Option<Input>,
    bias_dequant2_optional: Option<Input>,
    padding_mask1_optional: Option<Input>,
    padding_mask2_optional: Option<Input>,
    query_transpose: bool,
    key_transpose: bool,
    value_transpose: bool,
    softmax_axes: i64,
    out: ConstOutput,
) -> Planned {
    for tensor in [&query, &key, &value] {
        tensor.dtype_is(I8)?;
    }
    for tensor in [&scale_dequant1, &scale_dequant2] {
        tensor.dtype_is(U64)?;
    }
    let halves = [Some(&scale_quant), bias_quant_optional.as_ref()];
    for tensor in halves.into_iter().chain([padding_mask1_optional.as_ref()]) {
        tensor.map_or(Ok(()), |tensor| tensor.dtype_is(F16))?;
    }
    let sums = [&bias_dequant1_optional, &bias_dequant2_optional];
    for tensor in sums.into_iter().flatten() {
        tensor.dtype_is(I32)?;
    }
    out.dtype_is(F16)?;
    let planned = || -> Result<Call> {
        let fixed = [
            ("queryTranspose", query_transpose),
            ("keyTranspose", key_transpose),
            ("valueTranspose", value_transpose),
        ];
        for (name, is_set) in fixed {
            if is_set {
                return Err(Error::value(name, true, "false"));
            }
        }
        contract::sparse::one_of("softmaxAxes", softmax_axes, &[-1])?;
        if let Some(mask) = &padding_mask2_optional {
            let got = format!("of shape {:?}", mask.shape());
            return Err(Error::value(mask.name(), got, "null"));
        }
        let &[batch, heads, rows, width] = query.shape() else {
            return Err(query.shape_refused("(N, C, S, H)"));
        };
        if !(1..=1024).contains(&rows) || ![32, 64].contains(&width) {
            return Err(query.shape_refused("1 to 1024 rows of 32 or 64 elements"));
        }
        key.same_shape(&query)?;
        value.same_shape(&query)?;
        out.same_shape(&query)?;
        let given = |tensor: &Option<Input>, arg: &'static str, shape: [i64; 2]| match tensor {
            None => Err(Error::from(Reason::Null { arg })),
            Some(tensor) => {
                tensor.shape_is(&shape, "a number for each column")?;
                tensor.read()
            }
        };
        let of_keys = [1, rows];
        let of_results = [1, width];
        for tensor in [&scale_quant, &scale_dequant1] {
            tensor.shape_is(&of_keys, "a number for each key")?;
        }
        scale_dequant2.shape_is(&of_results, "a number for each element of results")?;
        let addend = given(&bias_quant_optional, "biasQuantOptional", of_keys)?;
        let first = given(&bias_dequant1_optional, "biasDequant1Optional", of_keys)?;
        let second = given(&bias_dequant2_optional, "biasDequant2Optional", of_results)?;
        let mask = match &padding_mask1_optional {
            None => None,
            Some(mask) => {
                let shape = [1, heads, rows, rows];
                mask.shape_is(&shape, "a number for each score of a head")?;
                Some(mask.read()?)
            }
        };
        let output = out.write()?;
        if batch * heads == 0 {
            return Ok(Call::nothing([output]));
        }
        attention(Attention {
            parts: [query.read()?, key.read()?, value.read()?],
            biases: [first, second],
            scales: [scale_dequant1.read()?, scale_dequant2.read()?],
            mask,
            codes: [scale_quant.read()?, addend],
            output,
        })
    };
    contract::needs_chip(&[Generation::Other]).code(ACLNN_ERR_RUNTIME_ERROR)?;
    planned().code(ACLNN_ERR_INNER_TILING_ERROR)
}
