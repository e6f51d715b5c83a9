//! `aclnnInplaceCopy`: a copy, broadcast and converted. Source: ops-math, `conversion/view_copy`.

use crate::prelude::*;

const TYPES: Dtypes = on_all(&[
    F16, F32, F64, I8, U8, I16, I32, I64, U16, U32, U64, Bool, Complex64, Complex128, Bf16, F8E5m2,
    F8E4m3fn, Hifloat8, F8E8m0,
]);

/// Copies `src` into `selfRef`, broadcast to its shape and converted to its type.
#[aclnn]
fn aclnnInplaceCopy(self_ref: Output, src: Input) -> Planned {
    self_ref.dtype_in(TYPES)?;
    src.dtype_in(TYPES)?;
    self_ref.max_rank(8)?;
    src.max_rank(8)?;
    contract::broadcasts_in_place(&self_ref, &src)?;
    contract::copies_numbers(&src, &self_ref)?;
    Ok(ops::coded_copy::copy(src.read()?, self_ref.write()?)?)
}
