//! `aclnnSignBitsUnpack`: bits as signs; not on Ascend910. Source: ops-math, `math/sign_bits_unpack`.

use crate::ops::packing::unpack_signs;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[]).and_after_910(&[F32, F16]);

/// Writes 1 for each bit that is set and -1 for each other, the lowest bit of each byte first. `dtype` is the type of `out`. `self` has rank 1,
/// `out` the shape `[size, bits / size]`.
#[aclnn]
fn aclnnSignBitsUnpack(self_: Input, size: i64, dtype: DataType, out: Output) -> Planned {
    self_.dtype_in(on_all(&[U8]))?;
    out.dtype_in(TYPES)?;
    out.dtype_is(dtype.dtype()?)?;
    self_.format_nd()?;
    out.format_nd()?;
    self_.rank_in(1..=1)?;
    let bits = self_.numel() as i64 * 8;
    contract::splits_evenly("size", size, bits)?;
    out.rank_in(2..=2)?;
    contract::in_rows(&out, size, bits)?;
    Ok(unpack_signs(self_.read()?, out.write()?)?)
}
