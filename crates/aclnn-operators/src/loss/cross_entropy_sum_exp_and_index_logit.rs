//! `aclnnCrossEntropySumExpAndIndexLogit`: what one of several devices computes of the cross entropy of its classes; on Ascend950. Source: ops-nn,
//! `loss/cross_entropy_sum_exp_and_index_logit`.

use crate::device::soc::Generation;
use crate::ops::losses::parts::{Part, exponentials_of_part};
use crate::prelude::*;

/// Computes `exp(vocabParallelLogits - globalLogitsMax)` of rows of logits, its sum, and of the class of each row, if it is from `vocabStartIndex` to `vocabEndIndex`, its number from there on, and its
/// logit less the largest one; if it is not, both are 0 and the mask is 1.
#[aclnn(generated)]
fn aclnnCrossEntropySumExpAndIndexLogit(
    vocab_parallel_logits: Input,
    target: Input,
    global_logits_max: Input,
    vocab_start_index: i64,
    vocab_end_index: i64,
    predicted_logits_out: ConstOutput,
    sum_exp_logits_out: ConstOutput,
    exp_logits_out: ConstOutput,
    target_offset_out: ConstOutput,
    target_mask_out: ConstOutput,
) -> Planned {
    vocab_parallel_logits.dtype_in(on_all(&[F32, Bf16]))?;
    global_logits_max.same_dtype(&vocab_parallel_logits)?;
    target.dtype_is(I32)?;
    for out in [&predicted_logits_out, &sum_exp_logits_out, &exp_logits_out] {
        out.dtype_is(F32)?;
    }
    for out in [&target_offset_out, &target_mask_out] {
        out.dtype_is(I32)?;
    }
    contract::needs_chip(&[Generation::Ascend950])?;
    let classes = (vocab_start_index, vocab_end_index);
    let fits = fit(
        &vocab_parallel_logits,
        &[&target, &global_logits_max],
        classes,
    );
    let of_rows = [
        &predicted_logits_out,
        &sum_exp_logits_out,
        &target_offset_out,
        &target_mask_out,
    ];
    let fits = fits.and_then(|()| {
        exp_logits_out.same_shape(&vocab_parallel_logits)?;
        of_rows.iter().try_for_each(|out| out.same_shape(&target))
    });
    fits.code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let part = Part {
        predicted: predicted_logits_out.write()?,
        sums: sum_exp_logits_out.write()?,
        exponentials: exp_logits_out.write()?,
        offset: target_offset_out.write()?,
        is_elsewhere: target_mask_out.write()?,
    };
    Ok(exponentials_of_part(
        vocab_parallel_logits.read()?,
        target.read()?,
        global_logits_max.read()?,
        classes,
        part,
    )?)
}

/// Refuses shapes and classes that do not fit together.
fn fit(logits: &Input, of_rows: &[&Input], (start, end): (i64, i64)) -> Result<()> {
    logits.rank_in(2..=3)?;
    let shape = logits.shape();
    let (leading, length) = (&shape[..shape.len() - 1], shape[shape.len() - 1]);
    let rows: i64 = leading.iter().product();
    let multiple = if logits.dtype()? == F32 { 8 } else { 16 };
    if !(1..=32_768).contains(&rows) || !(16..=204_800).contains(&length) || length % multiple != 0
    {
        let allowed = format!("1 to 32768 rows of 16 to 204800 elements, a multiple of {multiple}");
        return Err(logits.shape_refused(allowed));
    }
    if end.checked_sub(start) != Some(length) {
        let allowed = format!("{length}, the elements of a row, more than vocabStartIndex");
        return Err(Error::value("vocabEndIndex", end, allowed));
    }
    for tensor in of_rows {
        if tensor.numel() as i64 != rows {
            return Err(tensor.shape_refused(format!("{rows} elements, one for each row")));
        }
    }
    Ok(())
}
