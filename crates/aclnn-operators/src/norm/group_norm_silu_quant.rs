//! `aclnnGroupNormSiluQuant`: groups of channels normalised to mean 0 and variance 1, then silu, then quantised by given scales.
//!
//! | argument        | shape                                        | data type         | strided |
//! |-----------------|----------------------------------------------|-------------------|---------|
//! | `self`          | `[N, C, …]`, rank 2 to 8; N and C above 0    | FLOAT16, BFLOAT16 | yes     |
//! | `gamma`, `beta` | `[C]`; may be null: 1 and 0                  | that of `self`    | yes     |
//! | `quantScale`    | `[1]` or `[C]`                               | FLOAT             | yes     |
//! | `out`           | that of `self`                               | INT8              | yes     |
//! | `meanOut`, `rstdOut` | `[N, group]`                            | that of `self`    | yes     |
//!
//! `out = silu(group_norm(self)) / quantScale`, to the nearest, of two the even one; the page says 1 for an absent `beta`, kernel and reference test 0. `group` divides C, `eps` is above 0, and
//! `activateSilu` true: the page has no other mode. Of empty tensors means are 0 and the others NaN. Since Ascend910B.
//!
//! Source: ops-nn, `norm/group_norm_silu_quant`.

use crate::contract::groups::{Groups, above_0, groups_divide};
use crate::contract::mx::refuse;
use crate::contract::norm::epsilon;
use crate::ops::quant::{GroupNormQuant, group_norm_quant};
use crate::prelude::*;

const NORMED: Dtypes = on_all(&[]).and_910b(&[F16, Bf16]);

/// Normalises groups of channels, computes silu and quantises.
#[aclnn]
fn aclnnGroupNormSiluQuant(
    self_: Input,
    gamma: Option<Input>,
    beta: Option<Input>,
    quant_scale: Input,
    group: i64,
    eps: f64,
    activate_silu: bool,
    out: Output,
    mean_out: Output,
    rstd_out: Output,
) -> Planned {
    self_.dtype_in(NORMED)?;
    for tensor in [&gamma, &beta].into_iter().flatten() {
        tensor.same_dtype(&self_)?;
    }
    quant_scale.dtype_is(F32)?;
    out.dtype_is(I8)?;
    mean_out.same_dtype(&self_)?;
    rstd_out.same_dtype(&self_)?;
    self_.rank_in(2..=8)?;
    let all = Groups::new(
        &self_,
        [gamma.as_ref(), beta.as_ref()],
        group,
        [&out, &mean_out, &rstd_out],
    );
    all.shapes()?;
    let channels = self_.shape()[1];
    if quant_scale.shape() != [1] {
        quant_scale.shape_is(&[channels], "one scale, or one for each channel")?;
    }
    groups_divide("group", group, channels)?;
    if self_.shape()[0] == 0 || channels == 0 {
        return Err(self_.shape_refused("a batch and channels above 0").into());
    }
    above_0("eps", eps)?;
    if !activate_silu {
        return Ok(refuse("activateSilu", false, "true")?);
    }
    if self_.is_empty() {
        return contract::norm::filled(&[(Some(&mean_out), 0.0), (Some(&rstd_out), f64::NAN)]);
    }
    let dtype = self_.dtype()?;
    Ok(group_norm_quant(GroupNormQuant {
        x: self_.read()?,
        gamma: gamma.as_ref().map(Input::read).transpose()?,
        beta: beta.as_ref().map(Input::read).transpose()?,
        scale: quant_scale.read()?,
        groups: group as usize,
        epsilon: epsilon(eps),
        activates: activate_silu,
        y: out.write()?,
        mean: (mean_out.write()?, dtype),
        inverse: (rstd_out.write()?, dtype),
    })?)
}
