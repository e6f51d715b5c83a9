//! `aclnnReal`: real parts. Real numbers are copied. Source: ops-math, `math/real`.

use crate::ops::complex_parts::real;
use crate::prelude::*;

const TYPES: Dtypes = for_chips(
    &[Complex64, Complex128],
    &[F32, F16, Complex32, Complex64, Complex128],
    &[F32, F16, Complex32, Complex64],
);

/// Copies the real part of each element. `out` has the type of the parts.
#[aclnn]
fn aclnnReal(self_: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.dtype_is(self_.dtype()?.real())?;
    self_.max_rank(8)?;
    out.same_shape(&self_)?;
    if contract::on_950() {
        contract::none_private(&[&self_, &out])?;
    }
    Ok(real(self_.read()?, out.write()?)?)
}
