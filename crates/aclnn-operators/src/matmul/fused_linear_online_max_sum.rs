//! `aclnnFusedLinearOnlineMaxSum`: what one of several devices computes of the cross entropy of a linear layer of its classes. Source: ops-nn, `matmul/fused_linear_online_max_sum`.

use crate::device::soc::Generation;
use crate::ops::losses::fused_linear::{Sums, sums_of_logits};
use crate::prelude::*;

/// Computes of the logits `input * weight^T`, (m, k) and (n, k), the largest of each row, the sum of the exponentials less it, and of the class of each row in `target`, if it is from `vocabStartIndex` to before `vocabEndIndex`, its number from
/// there on and its logit less the largest one; if it is not, both are 0 and its bit of `targetMaskOut`, (ceil(m / 8)), lowest first, is 1, as are those behind the last row. The logits themselves are written where they are asked for. FLOAT16 or
/// BFLOAT16, results FLOAT; on Ascend910B and Ascend910_93.
#[aclnn]
fn aclnnFusedLinearOnlineMaxSum(
    input: Input,
    weight: Input,
    target: Input,
    vocab_start_index: i64,
    vocab_end_index: i64,
    logits_max_local_out: Output,
    sum_exp_logits_local_out: Output,
    predicted_logits_local_out: Output,
    target_mask_out: Output,
    masked_target_out: Output,
    vocab_parallel_logits_out_optional: Option<Output>,
) -> Planned {
    input.dtype_in(HALVES)?;
    weight.same_dtype(&input)?;
    target.dtype_in(INDEX_TYPES)?;
    let floats = [
        &*logits_max_local_out,
        &*sum_exp_logits_local_out,
        &*predicted_logits_local_out,
    ];
    for out in floats {
        out.dtype_is(F32)?;
    }
    target_mask_out.dtype_is(U8)?;
    masked_target_out.same_dtype(&target)?;
    if let Some(logits) = &vocab_parallel_logits_out_optional {
        logits.same_dtype(&input)?;
    }
    contract::needs_chip(&[Generation::Ascend910B])?;
    input.rank_in(2..=2)?;
    weight.rank_in(2..=2)?;
    let (rows, length, classes) = (input.shape()[0], input.shape()[1], weight.shape()[0]);
    if classes == 0 {
        return Err(weight.shape_refused("at least one row").into());
    }
    if length > 65_534 {
        return Err(input.shape_refused("at most 65534 columns").into());
    }
    weight.shape_is(&[classes, length], "the columns of `input`")?;
    let of_rows = floats.into_iter().chain([&*target, &*masked_target_out]);
    for tensor in of_rows {
        tensor.shape_is(&[rows], "a number for each row of `input`")?;
    }
    let bytes = (rows + 7) / 8;
    target_mask_out.shape_is(&[bytes], "a bit for each row of `input`")?;
    if let Some(logits) = &vocab_parallel_logits_out_optional {
        logits.shape_is(&[rows, classes], "rows of `input` by rows of `weight`")?;
    }
    if vocab_start_index < 0 {
        return Err(Error::value("vocabStartIndex", vocab_start_index, "numbers from 0 on").into());
    }
    if vocab_end_index < vocab_start_index {
        return Err(Error::value(
            "vocabEndIndex",
            vocab_end_index,
            "`vocabStartIndex` or more",
        )
        .into());
    }
    let out = Sums {
        largest: logits_max_local_out.write()?,
        sums: sum_exp_logits_local_out.write()?,
        predicted: predicted_logits_local_out.write()?,
        is_elsewhere: target_mask_out.write()?,
        offset: masked_target_out.write()?,
        logits: vocab_parallel_logits_out_optional
            .as_ref()
            .map(Output::write)
            .transpose()?,
    };
    let inputs = [input.read()?, weight.read()?, target.read()?];
    Ok(sums_of_logits(
        inputs,
        (vocab_start_index, vocab_end_index),
        out,
    )?)
}
