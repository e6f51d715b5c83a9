//! `aclnnSlogdet`: signs of determinants, and logarithms of their absolute values. Source: ops-math, `math/slogdet`.

use crate::prelude::*;

const TYPES: Dtypes = on_all(&[F32, F64, Complex64, Complex128]);

/// Writes the sign of the determinant of each matrix of the last two dimensions, for complex numbers its direction, and the natural logarithm of its absolute value; 0
/// and negative infinity for a determinant of 0.
#[aclnn]
fn aclnnSlogdet(self_: Input, sign_out: Output, log_out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    sign_out.dtype_in(TYPES)?;
    log_out.dtype_in(TYPES)?;
    for out in [&sign_out, &log_out] {
        contract::complex_as(out, &self_)?;
    }
    contract::square(&self_)?;
    let batch = &self_.shape()[..self_.rank() - 2];
    sign_out.shape_is(batch, "that of `self` without its last two dimensions")?;
    log_out.shape_is(batch, "that of `self` without its last two dimensions")?;
    let (input, sign, log) = (self_.read()?, sign_out.write()?, log_out.write()?);
    if self_.is_empty() {
        return Ok(Call::nothing([input, sign, log]));
    }
    Ok(ops::linear_algebra::determinant(input, sign, log)?)
}
