//! `aclnnComplex`: complex numbers from their parts. Empty tensors succeed before anything is looked at. Source: ops-math, `math/complex`.

use crate::ops::complex_parts::JOIN;
use crate::prelude::*;

const PARTS: Dtypes = FLOATING_BUT_BFLOAT16;

/// Computes `real + imag * i`, broadcast. Both parts have one type, and `out` the complex one of such parts.
#[aclnn]
fn aclnnComplex(real: Input, imag: Input, out: Output) -> Planned {
    let place = Place::Between(&real, &out);
    if real.is_empty() || imag.is_empty() {
        return place.nothing([imag.read()?]);
    }
    real.dtype_in(PARTS)?;
    imag.same_dtype(&real)?;
    out.dtype_is(match real.dtype()? {
        F16 => Complex32,
        F32 => Complex64,
        _ => Complex128,
    })?;
    contract::broadcasts_to(&real, &imag, &out)?;
    contract::one_format_on_950(&[&real, &imag, &out])?;
    place.binary(&JOIN, real.dtype()?, imag.read()?)
}
