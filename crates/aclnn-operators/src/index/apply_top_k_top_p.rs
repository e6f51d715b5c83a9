//! `aclnnApplyTopKTopP`: rows of logits of which only the largest stay. Source: ops-nn, `index/apply_top_k_top_p_with_sorted`.

use crate::device::soc::Generation;
use crate::ops::sampling::top_k_top_p;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_EVERYWHERE;

/// Copies rows, with minus infinity in place of what is below the `k`-th largest element, and of the smallest elements whose probabilities, of those that stay, add up to at most `1 - p`; the largest element stays.
/// `p` or `k` may be null; a `k` that is not above 0 and below the length counts nothing.
#[aclnn]
fn aclnnApplyTopKTopP(logits: Input, p: Option<Input>, k: Option<Input>, out: Output) -> Planned {
    applied(logits, p, k, out)
}

/// Both operators of these arguments.
pub(super) fn applied(logits: Input, p: Option<Input>, k: Option<Input>, out: Output) -> Planned {
    if p.is_none() && k.is_none() {
        let error = Error::value("p", "null, and so is `k`", "one of both");
        return Err(Failure::under(error, ACLNN_ERR_PARAM_NULLPTR));
    }
    logits.dtype_in(TYPES)?;
    if let Some(p) = &p {
        p.same_dtype(&logits)?;
    }
    out.same_dtype(&logits)?;
    if let Some(k) = &k {
        k.dtype_is(I32)?;
    }
    logits.rank_in(2..=2)?;
    out.same_shape(&logits)?;
    let given = || p.iter().chain(&k);
    for limit in given() {
        limit.shape_is(&logits.shape()[..1], "one for each row")?;
    }
    for tensor in given().chain([&logits]) {
        tensor.format_nd()?;
    }
    out.format_nd()?;
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])
        .code(ACLNN_ERR_INNER_NULLPTR)?;
    if logits.is_empty() || given().any(|limit| limit.is_empty()) {
        return contract::untouched(&logits, &[&out]);
    }
    let p = p.map(|p| p.read()).transpose()?;
    let k = k.map(|k| k.read()).transpose()?;
    Ok(top_k_top_p(logits.read()?, p, k, out.write()?)?)
}
