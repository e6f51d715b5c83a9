//! `aclnnAntiMxQuant`: elements times the scales of their blocks of 32 along the last axis.
//!
//! | argument  | shape                                                | data type                                            | strided     |
//! |-----------|------------------------------------------------------|------------------------------------------------------|-------------|
//! | `x`       | rank 1 to 7; the last dimension even for FLOAT4      | FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT4_E2M1, FLOAT4_E1M2 | FLOAT8 only |
//! | `mxscale` | that of `x`, the last dimension in pairs of blocks, and a dimension 2 | FLOAT8_E8M0                         | yes         |
//! | `y`       | that of `x`                                          | FLOAT, FLOAT16, BFLOAT16                             | yes         |
//!
//! `axis` is the last one; `dstType` the code of the type of `y`. Products are rounded to nearest, ties to even, and saturate in
//! FLOAT16 and BFLOAT16. A scale of 0xff makes its block NaN.
//!
//! Fails with 161001 for a null argument and 161002 for one that the table or the attributes do not allow, in the order of
//! the checks below. An empty `x` or `mxscale` succeeds.
//!
//! Source: ops-nn, `quant/anti_mx_quant`.

use crate::contract::mx::*;
use crate::prelude::*;

/// Computes elements times the scales of their blocks of 32 along the last axis.
#[aclnn]
fn aclnnAntiMxQuant(x: Input, mxscale: Input, axis: i64, dst_type: i64, y: ConstOutput) -> Planned {
    x.dtype_in(ELEMENTS)?;
    mxscale.dtype_in(SCALES)?;
    y.dtype_in(FLOATS)?;
    type_is("dstType", dst_type, &y)?;
    x.rank_in(1..=7)?;
    y.rank_in(x.rank()..=x.rank())?;
    mxscale.rank_in(x.rank() + 1..=x.rank() + 1)?;
    let last = x.rank() as i64 - 1;
    if ![-1, last].contains(&axis) {
        refuse("axis", axis, format!("-1 or {last} (the last one of `x`)"))?;
    }
    if x.is_empty() || mxscale.is_empty() {
        return Ok(Call::nothing([x.read()?, mxscale.read()?, y.write()?]));
    }
    if x.dtype()?.bits() == 4 {
        x.contiguous()?;
        if x.shape().last().is_some_and(|extent| extent % 2 != 0) {
            let allowed = "an even last dimension, for elements of four bits";
            return Err(x.shape_refused(allowed).into());
        }
    }
    y.same_shape(&x)?;
    scales_of(&mxscale, &x, x.rank() - 1, 32)?;
    Ok(ops::mx::dequantise(x.read()?, mxscale.read()?, y.write()?)?)
}
