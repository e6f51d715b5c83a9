//! `aclnnPolar`: complex numbers from modulus and angle. Source: ops-math, `math/polar`.

use crate::ops::complex_parts::POLAR;
use crate::prelude::*;

/// Computes `input * (cos(angle) + sin(angle) * i)`, broadcast. FLOAT gives COMPLEX64.
#[aclnn]
fn aclnnPolar(input: Input, angle: Input, out: Output) -> Planned {
    input.dtype_is(F32)?;
    out.dtype_is(Complex64)?;
    angle.dtype_is(F32)?;
    contract::up_to_rank_8(&[&input, &angle, &out])?;
    out.has_broadcast_shape(&input, &angle)?;
    contract::one_format_on_950(&[&input, &angle, &out])?;
    Place::Between(&input, &out).binary(&POLAR, F32, angle.read()?)
}
