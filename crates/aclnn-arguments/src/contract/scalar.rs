//! Element-wise functions of a tensor and a scalar.

use super::{Dtypes, computes_in, multiplies_in, on_910, on_950, on_all};
use crate::argument::{Scalar, TensorArg};
use crate::error::{Error, Reason, Result};
use crate::ops::value_as;
use crate::tensor::{Dtype, Value, promote, promote_by_category};

impl Scalar {
    /// Returns its value as the vendor converts a scalar to `dtype`: an imaginary part is not dropped, the value becomes 0; a floating-point
    /// number is true if its magnitude is at least that type's epsilon; all else is as the conversion of an element.
    pub fn in_type(&self, dtype: Dtype) -> Result<Value> {
        let value = self.value();
        let convert = |value: Value, dtype| {
            value_as(&value, dtype).ok_or_else(|| {
                Error::from(Reason::Dtype {
                    arg: self.name(),
                    got: self.dtype().to_string(),
                    allowed: format!("a type that can be converted to {dtype}"),
                })
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

    /// Returns true if `dtype` holds its value: an integer type the integer that it is cut off to, another one a number that is not infinite.
    pub fn is_held_by(&self, dtype: Dtype) -> Result<bool> {
        let there = self.in_type(dtype)?;
        if dtype.is_integer() {
            return Ok(value_as(&there, Dtype::I64) == Some(self.in_type(Dtype::I64)?));
        }
        let overflows = value_as(&there, Dtype::F64)
            .and_then(|value| value.get::<f64>())
            .is_some_and(f64::is_infinite);
        Ok(!overflows || self.to_f64().is_none_or(f64::is_infinite))
    }

    /// Returns its value as a factor of elements of `compute`: 16-bit floats are multiplied by a FLOAT.
    pub fn factor_in(&self, compute: Dtype) -> Result<Value> {
        match compute {
            Dtype::F16 | Dtype::Bf16 => self.in_type(Dtype::F32),
            compute => self.in_type(compute),
        }
    }

    /// Returns true if the value is the same in `dtype`, within the vendor's tolerance: an absolute difference of at most the epsilon of FLOAT.
    pub fn fits(&self, dtype: Dtype) -> Result<bool> {
        let exact = self.to_f64().unwrap_or(f64::NAN) as f32;
        let there = self.in_type(dtype)?;
        let there = value_as(&there, Dtype::F32).and_then(|value| value.get::<f32>());
        Ok(there.is_some_and(|there| (there - exact).abs() <= f32::EPSILON || there == exact))
    }

    /// Returns its value as FLOAT: 0 of a complex number.
    pub fn to_f32(&self) -> Result<f32> {
        Ok(self.in_type(Dtype::F32)?.get().unwrap_or(f32::NAN))
    }

    /// As [`Scalar::to_f32`]; refuses a number below 0.
    pub fn not_below_0(&self) -> Result<f32> {
        let value = self.to_f32()?;
        match value < 0.0 {
            true => Err(Error::value(self.name(), value, "0 or more")),
            false => Ok(value),
        }
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

/// As [`by_category`] with the type in which scalars meet, of which some may be missing.
pub fn by_category_of_all(self_: &TensorArg, scalars: &[Option<&Scalar>]) -> Result<Dtype> {
    let mut meeting: Option<Dtype> = None;
    for scalar in scalars.iter().flatten() {
        let dtype = scalar.general_dtype();
        let both = meeting.map_or(Some(dtype), |meeting| promote(meeting, dtype));
        meeting = Some(both.ok_or_else(|| no_type(self_, scalar))?);
    }
    let own = self_.dtype()?;
    let last = scalars.iter().flatten().last();
    match (
        meeting.map_or(Some(own), |meeting| promote_by_category(own, meeting)),
        last,
    ) {
        (Some(dtype), _) => Ok(dtype),
        (None, Some(scalar)) => Err(no_type(self_, scalar)),
        (None, None) => Ok(own),
    }
}

/// As [`by_category`], but a real scalar keeps its type: INT32 and DOUBLE meet in DOUBLE.
pub fn by_own_category(self_: &TensorArg, scalar: &Scalar) -> Result<Dtype> {
    let dtype = match scalar.dtype() {
        dtype if dtype.is_complex() => Dtype::Complex64,
        dtype => dtype,
    };
    promote_by_category(self_.dtype()?, dtype).ok_or_else(|| no_type(self_, scalar))
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
    Error::from(Reason::Dtype {
        arg: scalar.name(),
        got: scalar.dtype().to_string(),
        allowed: format!("a type that promotes with that of `{}`", self_.name()),
    })
}

/// Returns the computation type of sums and products on Ascend950: by category, but FLOAT instead of FLOAT16 and BFLOAT16 in which a scalar is not
/// the same.
pub fn by_category_if_exact(self_: &TensorArg, scalars: &[&Scalar]) -> Result<Dtype> {
    let compute = by_category(self_, scalars[0])?;
    if matches!(compute, Dtype::F16 | Dtype::Bf16) {
        for scalar in scalars {
            if !scalar.fits(compute)? {
                return Ok(Dtype::F32);
            }
        }
    }
    Ok(compute)
}

/// Returns the computation type of most operators on other chips: a floating-point tensor keeps its type beside real numbers, an integer one
/// beside integers and BOOL; all else meets by the table of tensors.
pub fn by_kind(self_: &TensorArg, scalar: &Scalar) -> Result<Dtype> {
    let (dtype, other) = (self_.dtype()?, scalar.dtype());
    let keeps = match dtype {
        Dtype::Bool => false,
        dtype if dtype.is_floating() => !other.is_complex(),
        dtype => !dtype.is_complex() && !other.is_floating() && !other.is_complex(),
    };
    match keeps {
        true => Ok(dtype),
        false => by_table(self_, scalar),
    }
}

/// Returns true if a DOUBLE scalar counts as FLOAT, because the output is one.
pub fn is_double_for_float(scalar: &Scalar, out: &TensorArg) -> Result<bool> {
    Ok(scalar.dtype() == Dtype::F64 && out.dtype()? == Dtype::F32)
}

/// Returns the computation type of aclnnAdds and aclnnSubs, before anything is refused.
pub fn adds_type(self_: &TensorArg, scalars: &[&Scalar], out: &TensorArg) -> Result<Dtype> {
    if on_950() {
        return by_category_if_exact(self_, scalars);
    }
    let dtype = self_.dtype()?;
    let is_float = dtype.is_floating() || dtype.is_complex();
    match !is_float && is_double_for_float(scalars[0], out)? {
        true => Ok(Dtype::F32),
        false => by_kind(self_, scalars[0]),
    }
}

/// Refuses a tensor and a scalar that cannot be cast to the computation type, and a computation type outside `types`, as operators on
/// Ascend950 do.
pub fn meets_in(
    compute: Dtype,
    types: Dtypes,
    self_: &TensorArg,
    scalars: &[&Scalar],
) -> Result<()> {
    computes_in(compute, types, self_)?;
    self_.casts_to(compute)?;
    scalars
        .iter()
        .try_for_each(|scalar| scalar.casts_to(compute))
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
        meets_in(compute, types, self_, &[other])?;
    }
    multiplies_in(alpha, compute)?;
    out.takes(compute)?;
    self_.max_rank(8)?;
    out.same_shape(self_)?;
    Ok(compute)
}

/// The contract of a number times the logarithm of another, one of them a scalar; returns the computation type.
pub fn xlogy_scalar(tensor: &TensorArg, scalar: &Scalar, out: &TensorArg) -> Result<Dtype> {
    tensor.dtype_in(XLOGY)?;
    scalar.dtype_in(XLOGY.or(on_all(&[Dtype::F64])))?;
    let compute = match by_table(tensor, scalar)? {
        dtype @ (Dtype::F16 | Dtype::Bf16) => dtype,
        _ => Dtype::F32,
    };
    out.takes(compute)?;
    tensor.max_rank(8)?;
    out.same_shape(tensor)?;
    Ok(compute)
}

const XLOGY: Dtypes = on_910(&[
    Dtype::F32,
    Dtype::F16,
    Dtype::I32,
    Dtype::I64,
    Dtype::I8,
    Dtype::U8,
    Dtype::Bool,
    Dtype::I16,
])
.and_910b(&[Dtype::Bf16]);
