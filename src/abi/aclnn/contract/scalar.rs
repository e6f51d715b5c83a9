//! Element-wise functions of a tensor and a scalar.

use super::{Dtypes, computes_in, multiplies_in, on_950};
use crate::abi::aclnn::argument::{Scalar, TensorArg};
use crate::error::{Error, Result};
use crate::ops::engine::value_as;
use crate::tensor::{Dtype, Value, promote, promote_by_category};

impl Scalar {
    /// Returns its value as the vendor converts a scalar to `dtype`: an imaginary part is not dropped, the value becomes 0; a floating-point
    /// number is true if its magnitude is at least that type's epsilon; all else is as the conversion of an element.
    pub fn in_type(&self, dtype: Dtype) -> Result<Value> {
        let value = self.value();
        let convert = |value: Value, dtype| {
            value_as(&value, dtype).ok_or_else(|| Error::Dtype {
                arg: self.name(),
                got: self.dtype().to_string(),
                allowed: format!("a type that can be converted to {dtype}"),
            })
        };
        if self.dtype().is_complex() && !dtype.is_complex() {
            return convert(Value::from(false), dtype);
        }
        if dtype == Dtype::Bool && self.dtype().is_floating() {
            let epsilon = match self.dtype() {
                Dtype::F64 => f64::EPSILON,
                _ => f32::EPSILON.into(),
            };
            return Ok(Value::from(
                self.to_f64()
                    .is_none_or(|x| x.is_nan() || x.abs() >= epsilon),
            ));
        }
        convert(value, dtype)
    }

    /// Returns its value as a factor of elements of `compute`: 16-bit floats are multiplied by a FLOAT.
    pub fn factor_in(&self, compute: Dtype) -> Result<Value> {
        match compute {
            Dtype::F16 | Dtype::Bf16 => self.in_type(Dtype::F32),
            compute => self.in_type(compute),
        }
    }

    /// Whether the value is the same in `dtype`, within the vendor's tolerance: an absolute difference of at most the epsilon of FLOAT.
    pub fn fits(&self, dtype: Dtype) -> Result<bool> {
        let exact = self.to_f64().unwrap_or(f64::NAN) as f32;
        let there = self.in_type(dtype)?;
        let there = value_as(&there, Dtype::F32).and_then(|value| value.get::<f32>());
        Ok(there.is_some_and(|there| (there - exact).abs() <= f32::EPSILON || there == exact))
    }
}

/// Returns the type of an operation between a tensor and a scalar that counts by its category only; COMPLEX32 becomes COMPLEX64.
pub fn by_category(self_: &TensorArg, scalar: &Scalar) -> Result<Dtype> {
    let dtype = promote_by_category(self_.dtype()?, scalar.general_dtype());
    match dtype.ok_or_else(|| no_type(self_, scalar))? {
        Dtype::Complex32 => Ok(Dtype::Complex64),
        dtype => Ok(dtype),
    }
}

/// Returns the type in which two types meet by the table of tensors.
pub fn by_table(self_: &TensorArg, scalar: &Scalar) -> Result<Dtype> {
    by_table_as(self_, scalar, scalar.dtype())
}

/// As [`by_table`], if the scalar had the type `dtype`.
pub fn by_table_as(self_: &TensorArg, scalar: &Scalar, dtype: Dtype) -> Result<Dtype> {
    promote(self_.dtype()?, dtype).ok_or_else(|| no_type(self_, scalar))
}

fn no_type(self_: &TensorArg, scalar: &Scalar) -> Error {
    Error::Dtype {
        arg: scalar.name(),
        got: scalar.dtype().to_string(),
        allowed: format!("a type that promotes with that of `{}`", self_.name()),
    }
}

/// Returns the computation type of aclnnAdds and aclnnSubs, before anything is refused.
///
/// On Ascend950: by category; FLOAT16 and BFLOAT16 only if the scalars are the same in it, else FLOAT. On other chips a floating-point
/// tensor keeps its type, and so does an integer one beside an integer.
pub fn adds_type(self_: &TensorArg, scalars: &[&Scalar], out: &TensorArg) -> Result<Dtype> {
    let (scalar, dtype) = (scalars[0], self_.dtype()?);
    if on_950() {
        let compute = by_category(self_, scalar)?;
        if matches!(compute, Dtype::F16 | Dtype::Bf16) {
            for scalar in scalars {
                if !scalar.fits(compute)? {
                    return Ok(Dtype::F32);
                }
            }
        }
        return Ok(compute);
    }
    if dtype.is_complex() || scalar.dtype().is_complex() {
        return by_table(self_, scalar);
    }
    if dtype.is_floating() {
        return Ok(dtype);
    }
    if scalar.dtype() == Dtype::F64 && out.dtype()? == Dtype::F32 {
        return Ok(Dtype::F32);
    }
    if scalar.dtype().is_floating() || dtype == Dtype::Bool {
        return by_table(self_, scalar);
    }
    Ok(dtype)
}

/// The contract of `self + alpha * other` with a scalar, as aclnnAdds has it; returns the computation type.
pub fn binary_scalar(
    types: Dtypes,
    self_: &TensorArg,
    other: &Scalar,
    alpha: &Scalar,
    out: &TensorArg,
) -> Result<Dtype> {
    self_.dtype_in(types)?;
    let compute = adds_type(self_, &[other, alpha], out)?;
    if on_950() {
        self_.casts_to(compute)?;
        other.casts_to(compute)?;
        computes_in(compute, types, self_)?;
    }
    multiplies_in(alpha, compute)?;
    out.takes(compute)?;
    self_.max_rank(8)?;
    out.same_shape(self_)?;
    Ok(compute)
}
