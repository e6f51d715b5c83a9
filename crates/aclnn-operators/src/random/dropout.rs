//! `aclnnDropout`: dropout. Source: ops-math, `random/dsa_gen_bit_mask`.

use crate::contract::random::{known, mask_fits, probability};
use crate::ops::draws::dropout;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F32, F16]).and_910b_only(&[Bf16]);

/// Sets each element of `input` to 0 with probability `p`, divides all others by `1 - p`, and writes to `maskOut` a bit for each element, 1 where it was kept. Without
/// `train` the input is copied, and `maskOut` is left as it is, as it is where `p` is 0.
#[aclnn]
fn aclnnDropout(
    input: Input,
    p: f64,
    train: bool,
    seed: i64,
    offset: i64,
    out: Output,
    mask_out: Output,
) -> Planned {
    out.takes(input.dtype()?)?;
    input.dtype_in(TYPES)?;
    mask_out.dtype_is(U8)?;
    probability("p", p)?;
    input.max_rank(8)?;
    out.same_shape(&input)?;
    mask_fits(&mask_out, input.numel())?;
    if !train || p == 0.0 {
        return Ok(pointwise::copy(input.read()?, out.write()?)?);
    }
    Ok(dropout(
        known(seed, offset),
        p,
        input.read()?,
        out.write()?,
        mask_out.write()?,
    )?)
}
