//! `aclnnCast`: conversion of elements. Source: ops-math, `math/cast`.
//!
//! Floating point to integers toward zero, keeping the low bits of what does not fit (INT32 and INT64 saturate); integers to narrower
//! ones keep the low bits; anything but 0 is true, NaN too; complex to real drops the imaginary part; to floating point to nearest. What is too large for FLOAT8 and HIFLOAT8
//! becomes infinite, or NaN in FLOAT8_E4M3FN, as in PyTorch, and the largest number in FLOAT4.

use crate::prelude::*;

const STANDARD: Dtypes = on_910(&[
    F16, F32, F64, I8, U8, I16, I32, I64, U16, U32, U64, Bool, Complex64, Complex128,
])
.and_910b(&[Bf16]);

const TYPES: Dtypes = STANDARD.and_950(&[Hifloat8, F8E5m2, F8E4m3fn, Complex32, F4E1m2, F4E2m1]);

/// Converts elements to the type `dtype`, which is that of `out`.
#[aclnn]
fn aclnnCast(self_: Input, dtype: DataType, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    let target = dtype.dtype()?;
    let packed = contract::on_950() && target == I4;
    if !packed && !TYPES.contains(target) {
        return Err(dtype.refused(TYPES).into());
    }
    self_.max_rank(8)?;
    out.same_shape(&self_)?;
    if target == I4 {
        self_.contiguous()?;
    }
    out.dtype_is(target).code(ACLNN_ERR_INNER_NULLPTR)?;
    contract::copies_numbers(&self_, &out)?;
    Ok(ops::coded_copy::copy(self_.read()?, out.write()?)?)
}
