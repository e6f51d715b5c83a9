//! `aclnnInplaceFillDiagonal`: one value on a diagonal. Source: ops-math, `conversion/fill_diagonal_v2`.

use crate::ops::creation;
use crate::ops::value_as;
use crate::prelude::*;
use crate::tensor::Value;

const TYPES: Dtypes = REAL_NUMBERS_AND_BOOL;

/// Refuses a value that the type of the tensor cannot hold, by the vendor's limits: fractions are cut off later, and -255 to -1 pass as UINT8.
fn holds(dtype: Dtype, value: &Scalar) -> Result<()> {
    if matches!(dtype, Bool | Bf16) || value.dtype() == Bool {
        return Ok(());
    }
    let number = value.to_f64().unwrap_or(f64::NAN);
    let (low, high) = match dtype {
        F16 => (-65504.0, 65504.0),
        F32 => (f64::from(f32::MIN), f64::from(f32::MAX)),
        F64 => (f64::MIN, f64::MAX),
        I8 => (-128.0, 127.0),
        U8 if value.dtype().is_integer() => (-255.0, 255.0),
        U8 => (0.0, 255.0),
        I16 => (-32768.0, 32767.0),
        I32 => (-2147483648.0, 2147483647.0),
        _ => (-9223372036854775808.0, 9223372036854775807.0),
    };
    // To DOUBLE, integers beside the limits of INT64 are equal to them.
    let held = match dtype.is_floating() {
        true => number.is_infinite() || number.is_nan() || (low..=high).contains(&number),
        false => (low..=high).contains(&number),
    };
    match held {
        true => Ok(()),
        false => Err(Error::value(
            value.name(),
            number,
            format!("{low} to {high}, for {dtype}"),
        )),
    }
}

/// Writes `fillValue`, as FLOAT, to the elements on the diagonal; with `wrap`, a matrix of more rows than columns has one more below each.
#[aclnn]
fn aclnnInplaceFillDiagonal(self_ref: InOut, fill_value: Scalar, wrap: bool) -> Planned {
    self_ref.dtype_in(TYPES)?;
    self_ref.max_rank(8)?;
    if self_ref.rank() < 2 {
        self_ref.rank_in(2..=8)?;
    }
    let shape = self_ref.shape();
    if shape.len() > 2 && shape.iter().any(|&extent| extent != shape[0]) {
        let allowed = "dimensions of one extent, where there are more than two";
        return Err(self_ref.shape_refused(allowed).into());
    }
    fill_value.casts_to(F32)?;
    let dtype = self_ref.dtype()?;
    holds(dtype, &fill_value)?;
    if self_ref.is_empty() {
        return Ok(Call::nothing([self_ref.update()?]));
    }
    let value = fill_value.in_type(F32)?;
    let value = match dtype {
        Bool => Some(Value::from(value.get::<f32>() != Some(0.0))),
        dtype => value_as(&value, dtype),
    };
    let value =
        value.ok_or_else(|| Error::from(Reason::Internal("a FLOAT without conversion".into())))?;
    Ok(creation::fill_diagonal(value, wrap, self_ref.update()?)?)
}
