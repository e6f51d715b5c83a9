//! `aclnnDropoutV3`: dropout. Source: ops-math, `random/drop_out_v3`.

use crate::contract::random::{known, mask_fits, probability};
use crate::ops::draws::dropout;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_FLOATING;

/// Sets each element of `input` to 0 with probability `p`, divides all others by `1 - p`, and writes to `maskOut` a bit for each element, 1 where it was kept.
/// `optionalNoiseShape` is null.
#[aclnn]
fn aclnnDropoutV3(
    input: Input,
    optional_noise_shape: Option<Input>,
    p: f64,
    seed: i64,
    offset: i64,
    out: Output,
    mask_out: Output,
) -> Planned {
    out.takes(input.dtype()?)?;
    input.dtype_in(TYPES)?;
    mask_out.dtype_is(U8)?;
    if optional_noise_shape.is_some() {
        return Err(Error::value("optionalNoiseShape", "a tensor", "null").into());
    }
    probability("p", p)?;
    input.max_rank(8)?;
    out.same_shape(&input)?;
    mask_fits(&mask_out, input.numel())?;
    Ok(dropout(
        known(seed, offset),
        p,
        input.read()?,
        out.write()?,
        mask_out.write()?,
    )?)
}
