//! `aclnnCumprod`, `aclnnInplaceCumprod`: running products. Source: ops-math, `math/cumprod`.
//!
//! Floating-point products are kept in DOUBLE, those of DOUBLE in two of them, and rounded once; integers wrap. Any rank.

use crate::ops::cumulative::{self, PRODUCT};
use crate::prelude::*;

const TYPES: Dtypes = on_all(&[F32, F16, Bf16, F64, I8, I16, I32, I64, U8, U16, U32, U64]);

/// The axis that a scalar names.
fn axis(input: &TensorArg, dim: &Scalar) -> Result<usize> {
    dim.dtype_in(INDEX_TYPES)?;
    let given = dim.to_i128().and_then(|dim| i64::try_from(dim).ok());
    input.axis(dim.name(), given.unwrap_or(i64::MAX))
}

/// Computes the product of each element, converted to `dtype`, and all before it along axis `dim`. `dtype` is the type of `out`, or -1, which means
/// that.
#[aclnn]
fn aclnnCumprod(input: Input, dim: Scalar, dtype: DataType, out: Output) -> Planned {
    input.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    let axis = axis(&input, &dim)?;
    out.same_shape(&input)?;
    if !dtype.is_undefined() {
        out.dtype_is(dtype.dtype()?)?;
    }
    let compute = out.dtype()?;
    Ok(cumulative::running(
        &PRODUCT,
        compute,
        input.read()?,
        axis,
        [out.write()?],
    )?)
}

/// Computes the product of each element and all before it along axis `dim`, in place.
#[aclnn]
fn aclnnInplaceCumprod(input: InOut, dim: Scalar) -> Planned {
    input.dtype_in(TYPES)?;
    let axis = axis(&input, &dim)?;
    Ok(cumulative::product_in_place(input.update()?, axis)?)
}
