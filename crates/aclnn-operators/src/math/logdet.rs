//! `aclnnLogdet`: logarithms of determinants. Source: ops-math, `math/logdet`.

use crate::prelude::*;

const TYPES: Dtypes = on_all(&[F32, F64, Complex64, Complex128]);

/// Writes the natural logarithm of the determinant of each matrix of the last two dimensions: negative infinity for a determinant of 0, NaN for a negative one, and for complex matrices a complex number whose imaginary part is the
/// angle of the determinant. Computed by elimination in DOUBLE and rounded once.
#[aclnn]
fn aclnnLogdet(self_: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    contract::complex_as(&out, &self_)?;
    contract::square(&self_)?;
    let batch = &self_.shape()[..self_.rank() - 2];
    out.shape_is(batch, "that of `self` without its last two dimensions")?;
    let (input, out) = (self_.read()?, out.write()?);
    if self_.is_empty() {
        return Ok(Call::nothing([input, out]));
    }
    Ok(ops::linear_algebra::log_determinant(input, out)?)
}
