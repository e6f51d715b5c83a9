//! `aclnnDropoutDoMask`: dropout by a mask. Source: ops-math, `random/drop_out_do_mask`.

use crate::contract::random::{mask_bytes, probability};
use crate::ops::draws::kept;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_FLOATING;

/// Computes `self / (1 - prob)` where the bit of `mask` is 1, else 0; all is 0 where `prob` is 1.
#[aclnn]
fn aclnnDropoutDoMask(self_: Input, mask: Input, prob: f64, out: Output) -> Planned {
    out.takes(self_.dtype()?)?;
    self_.dtype_in(TYPES)?;
    mask.dtype_is(U8)?;
    probability("prob", prob)?;
    self_.max_rank(8)?;
    out.same_shape(&self_)?;
    let bytes = mask_bytes(self_.numel());
    if mask.numel() < bytes {
        let allowed = format!("{bytes} bytes or more, a bit for each element");
        return Err(mask.shape_refused(allowed).into());
    }
    let factor = if prob < 1.0 { 1.0 / (1.0 - prob) } else { 0.0 };
    Ok(kept(self_.read()?, mask.read()?, factor, out.write()?)?)
}
