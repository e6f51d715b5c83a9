//! `aclnnTopKTopPSampleV2`: draws classes from rows of logits or probabilities; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-nn,
//! `index/top_k_top_p_sample_v2`.

use crate::contract::sampling::Rows;
use crate::device::soc::Generation;
use crate::ops::sampling::{Draw, Wanted, draw};
use crate::prelude::*;

/// Draws a class from each row: of the `topK` largest, if that is from 1 to `ksMax`, as many as are needed for a probability of `topP`, if that is below 1, and of these those whose probability is `minPs` times the largest or more; that
/// whose probability divided by `abs(q) + eps` is largest, `q` by position among the largest. With `isNeedSampleResult` the classes that count and their probabilities are written, and 0 behind
/// them, instead of the class; with `isNeedLogits` the logits that count, and minus infinity, or 0 of probabilities, for the others.
#[aclnn(generated)]
fn aclnnTopKTopPSampleV2(
    logits: Input,
    top_k: Input,
    top_p: Input,
    q: Option<Input>,
    min_ps: Option<Input>,
    eps: f64,
    is_need_logits: bool,
    _top_k_guess: i64,
    ks_max: i64,
    input_is_logits: bool,
    is_need_sample_result: bool,
    logits_select_idx: ConstOutput,
    logits_top_k_p_select: ConstOutput,
    logits_idx: ConstOutput,
    logits_sort_masked: ConstOutput,
) -> Planned {
    let rows = Rows {
        logits: &logits,
        top_k: &top_k,
        top_p: &top_p,
        q: q.as_ref(),
        min_p: min_ps.as_ref(),
    };
    for out in [&logits_select_idx, &logits_idx] {
        out.dtype_is(I64)?;
    }
    for out in [&logits_top_k_p_select, &logits_sort_masked] {
        out.dtype_is(F32)?;
    }
    let types = SHORT_EVERYWHERE;
    rows.generated(types, &[Generation::Ascend910B, Generation::Ascend950])?;
    let mut of_all: Vec<&TensorArg> = Vec::new();
    if is_need_logits {
        of_all.push(&logits_top_k_p_select);
    }
    if is_need_sample_result {
        of_all.extend([&*logits_idx, &*logits_sort_masked]);
    }
    let fits = rows.fit(&[&logits_select_idx], &of_all);
    fits.code(ACLNN_ERR_INNER_TILING_ERROR)?;
    if q.is_some() && is_need_sample_result {
        let allowed = "null, where isNeedSampleResult is true";
        return Err(Error::value("q", "a tensor", allowed)).code(ACLNN_ERR_INNER_TILING_ERROR);
    }
    if !(1..=1024).contains(&ks_max) {
        return Err(Error::value("ksMax", ks_max, "1 to 1024")).code(ACLNN_ERR_INNER_TILING_ERROR);
    }
    let how = Draw {
        is_second: true,
        eps,
        most: ks_max as usize,
        is_logits: input_is_logits,
    };
    let mut wanted = Wanted::default();
    if is_need_logits {
        wanted.logits_top_k_p_select = Some(logits_top_k_p_select.write()?);
    }
    if is_need_sample_result {
        wanted.logits_idx = Some(logits_idx.write()?);
        wanted.logits_sort_masked = Some(logits_sort_masked.write()?);
    } else {
        wanted.logits_select_idx = Some(logits_select_idx.write()?);
    }
    Ok(draw(how, rows.read()?, wanted)?)
}
