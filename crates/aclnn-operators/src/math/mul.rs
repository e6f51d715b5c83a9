//! `aclnnMul`, `aclnnInplaceMul`, `aclnnMuls`, `aclnnInplaceMuls`: products.
//!
//! Integers wrap; floating-point numbers are rounded once; infinite complex products are C99's. Two BOOL give whether both are true. On
//! Ascend950 results are converted to any type of `out`: to integers toward zero, to real numbers without the imaginary part. Source:
//! ops-math, `math/mul`.

use crate::ops::arithmetic::{MUL, MUL_SCALAR};
use crate::prelude::*;

const NUMBERS: Dtypes = COMPLEX_NUMBERS_AND_BOOL;

/// Checks the types of a product; returns that of the computation.
fn types(self_: &TensorArg, other: &TensorArg, out: &TensorArg) -> Result<Dtype> {
    self_.dtype_in(NUMBERS)?;
    other.dtype_in(NUMBERS)?;
    out.dtype_in(NUMBERS)?;
    let compute = contract::promoted(self_, other)?;
    if !contract::on_950() {
        out.takes(compute)?;
    }
    Ok(compute)
}

/// Computes `self * other`, broadcast, in the type that both promote to.
#[aclnn]
fn aclnnMul(self_: Input, other: Input, out: Output) -> Planned {
    let compute = types(&self_, &other, &out)?;
    contract::broadcasts_to(&self_, &other, &out)?;
    Place::from((&self_, &out)).binary(&MUL, compute, other.read()?)
}

/// Computes `selfRef * other` in place, in the type that both promote to. Any rank.
#[aclnn]
fn aclnnInplaceMul(self_ref: InOut, other: Input) -> Planned {
    let compute = types(&self_ref, &other, &self_ref)?;
    contract::broadcasts_in_place(&self_ref, &other)?;
    Place::from(&self_ref).binary(&MUL, compute, other.read()?)
}

/// Returns the computation type of a tensor and a scalar.
fn with_scalar(self_: &TensorArg, other: &Scalar, out: &TensorArg) -> Result<Dtype> {
    if contract::on_950() {
        let compute = contract::by_category_if_exact(self_, &[other])?;
        contract::meets_in(compute, NUMBERS, self_, &[other])?;
        out.takes(compute)?;
        return Ok(compute);
    }
    let (dtype, scalar) = (self_.dtype()?, other.dtype());
    let is_float = dtype.is_floating() || dtype.is_complex();
    let as_float = dtype == Bool && scalar == F64 || contract::is_double_for_float(other, out)?;
    match dtype {
        Bf16 if !scalar.is_complex() => Ok(F32),
        _ if as_float && !is_float => Ok(F32),
        _ => contract::by_kind(self_, other),
    }
}

/// Plans products with a number. FLOAT16 and BFLOAT16 are multiplied by a FLOAT, and rounded once.
fn multiples(place: Place, other: &Scalar) -> Planned {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(NUMBERS)?;
    out.dtype_in(NUMBERS)?;
    let compute = with_scalar(self_, other, out)?;
    out.same_shape(self_)?;
    let dtype = self_.dtype()?;
    let is_short = matches!(dtype, F16 | Bf16) && !compute.is_complex();
    let by_float = match contract::on_950() {
        true => other.dtype().is_floating(),
        false => dtype == Bf16 && other.dtype() == F64,
    };
    match is_short && (by_float || compute == F32 && out.dtype()? == dtype) {
        true => place.unary(&MUL_SCALAR, dtype, &[other.in_type(F32)?]),
        false => place.binary(&MUL, compute, other.in_type(compute)?),
    }
}

/// Computes `self * other`, a scalar, in the type that both give. Any rank.
#[aclnn]
fn aclnnMuls(self_: Input, other: Scalar, out: Output) -> Planned {
    multiples((&self_, &out).into(), &other)
}

/// Computes `selfRef * other`, a scalar, in place. Any rank.
#[aclnn]
fn aclnnInplaceMuls(self_ref: InOut, other: Scalar) -> Planned {
    multiples((&self_ref).into(), &other)
}
