//! `aclnnPowTensorScalar`, `aclnnInplacePowTensorScalar`, `aclnnPowScalarTensor`: powers of which the exponent or the base is one number.
//!
//! Integers wrap; those of a negative exponent are 0, but for bases of 1 and -1. Source: ops-math, `math/pow`.

use crate::ops::functions_of_two::POW;
use crate::prelude::*;

const NUMBERS: Dtypes = COMPLEX_NUMBERS_AND_BOOL;

/// Checks what both orders of tensor and scalar share; returns the computation type.
fn meeting(tensor: &TensorArg, scalar: &Scalar, out: &TensorArg, exponent: Dtype) -> Result<Dtype> {
    tensor.dtype_in(NUMBERS)?;
    scalar.dtype_in(NUMBERS)?;
    out.takes(contract::by_table(tensor, scalar)?)?;
    let compute = match contract::on_950() {
        true => contract::by_category(tensor, scalar)?,
        false if exponent == F64 && out.dtype()? == F32 => F32,
        false => contract::by_kind(tensor, scalar)?,
    };
    if compute == Bool {
        let allowed = format!("numbers beside a BOOL, which `{}` is", tensor.name());
        return Err(Error::dtype(scalar.name(), scalar.dtype(), allowed));
    }
    out.takes(compute)?;
    tensor.max_rank(8)?;
    out.same_shape(tensor)?;
    Ok(compute)
}

/// Plans powers of elements. On Ascend950 the computation type must hold the exponent, which is not negative for integers.
fn powers_of(place: Place, exponent: &Scalar) -> Planned {
    let (self_, out) = (place.input(), place.out());
    let compute = meeting(self_, exponent, out, exponent.dtype())?;
    if contract::on_950() && !self_.is_empty() {
        let negative = compute.is_integer() && exponent.in_type(I64)?.get::<i64>() < Some(0);
        if negative || !exponent.is_held_by(compute)? {
            let got = exponent.to_f64().unwrap_or(f64::NAN);
            let allowed = format!("what {compute} holds, for integers 0 or more");
            return Err(Error::value(exponent.name(), got, allowed).into());
        }
    }
    place.binary(&POW, compute, exponent.in_type(compute)?)
}

/// Computes `self` to the power of `exponent`, in the type that both give.
#[aclnn]
fn aclnnPowTensorScalar(self_: Input, exponent: Scalar, out: ConstOutput) -> Planned {
    powers_of((&self_, &out).into(), &exponent)
}

/// Computes `self` to the power of `exponent` in place, in the type that both give.
#[aclnn]
fn aclnnInplacePowTensorScalar(self_: ConstInOut, exponent: Scalar) -> Planned {
    powers_of((&self_).into(), &exponent)
}

/// Computes `self` to the power of each element of `exponent`, in the type that both give.
#[aclnn]
fn aclnnPowScalarTensor(self_: Scalar, exponent: Input, out: ConstOutput) -> Planned {
    let compute = meeting(&exponent, &self_, &out, exponent.dtype()?)?;
    Place::from((&exponent, &out)).binary_after(&POW, compute, self_.in_type(compute)?)
}
