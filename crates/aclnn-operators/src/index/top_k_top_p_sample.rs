//! `aclnnTopKTopPSample`: draws classes from rows of logits; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-nn, `index/top_k_top_p_sample`.

use crate::contract::sampling::Rows;
use crate::device::soc::Generation;
use crate::ops::sampling::{Draw, Wanted, draw};
use crate::prelude::*;

/// Draws a class from each row: of the `topK` largest, if that is from 1 to 1024, those whose probabilities are needed to be above `topP`, if that is between 0 and 1; of these that whose probability divided by
/// `abs(q) + eps` is largest, `q` by position among the largest. With `isNeedLogits` the logits that count are written, and minus infinity for the others.
#[aclnn(generated)]
fn aclnnTopKTopPSample(
    logits: Input,
    top_k: Input,
    top_p: Input,
    q: Option<Input>,
    eps: f64,
    is_need_logits: bool,
    _top_k_guess: i64,
    logits_select_idx: ConstOutput,
    logits_top_k_p_select: ConstOutput,
) -> Planned {
    let rows = Rows {
        logits: &logits,
        top_k: &top_k,
        top_p: &top_p,
        q: q.as_ref(),
        min_p: None,
    };
    logits_select_idx.dtype_is(I64)?;
    logits_top_k_p_select.dtype_is(F32)?;
    rows.generated(HALVES, &[Generation::Ascend910B, Generation::Ascend950])?;
    let fits = rows.fit(&[&logits_select_idx], &[&logits_top_k_p_select]);
    fits.code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let how = Draw {
        is_second: false,
        eps,
        most: 1024,
        is_logits: true,
    };
    let mut wanted = Wanted {
        logits_select_idx: Some(logits_select_idx.write()?),
        ..Wanted::default()
    };
    if is_need_logits {
        wanted.logits_top_k_p_select = Some(logits_top_k_p_select.write()?);
    }
    Ok(draw(how, rows.read()?, wanted)?)
}
