//! `aclnnSignBitsPack`: signs as bits; not on Ascend910. Source: ops-math, `math/sign_bits_pack`.

use crate::ops::packing::pack_signs;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[]).and_after_910(&[F32, F16]);

/// Writes a bit for each element, eight to a byte, the first in the highest bit: 1 for numbers below 0. What the last byte has no element for is
/// 1. `self` has rank 1, `out` the shape `[size, bytes / size]`.
#[aclnn]
fn aclnnSignBitsPack(self_: Input, size: i64, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.dtype_is(U8)?;
    self_.format_nd()?;
    out.format_nd()?;
    self_.rank_in(1..=1)?;
    let bytes = self_.numel().div_ceil(8) as i64;
    contract::splits_evenly("size", size, bytes)?;
    out.rank_in(2..=2)?;
    contract::in_rows(&out, size, bytes)?;
    Ok(pack_signs(self_.read()?, out.write()?)?)
}
