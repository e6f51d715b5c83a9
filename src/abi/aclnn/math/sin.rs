//! `aclnnSin`, `aclnnInplaceSin`: the sine of each element, in radians.
//!
//! | argument  | shape            | data type                | strided | format |
//! |-----------|------------------|--------------------------|---------|--------|
//! | `self`    | any, rank 0 to 8 | FLOAT, FLOAT16, BFLOAT16 | yes     | ND     |
//! | `out`     | that of `self`   | that of `self`           | yes     | ND     |
//! | `selfRef` | any, rank 0 to 8 | FLOAT, FLOAT16, BFLOAT16 | yes     | ND     |
//!
//! Fails with 161001 for a null argument and 161002 for one outside the table, in the order of the checks below. An
//! empty tensor succeeds. `out` may be `self`, or overlap it. ±0 gives ±0; ±infinity and NaN give NaN; every finite
//! argument is reduced correctly. High precision (the default) is rounded correctly; high performance, chosen by
//! `aclSetCompileopt(ACL_OP_SELECT_IMPL_MODE, "high_performance")` or `HOSTNPU_IMPL_MODE`, stays within a few units in the
//! last place (`docs/accuracy.md`).
//!
//! Source: ops-math, `math/sin`; the published contract of the Sin operator, which is narrower than the built-in one
//! (`docs/compatibility.md`).

use crate::abi::aclnn::prelude::*;

const FLOATS: Dtypes = on_910(&[F32, F16]).and_910b(&[Bf16]);

/// What both ask of their input.
fn check(input: &TensorArg) -> Result<()> {
    input.max_rank(8)?;
    input.format_nd()
}

/// Computes the sine of each element, in radians. `out` has the data type of `self`: FLOAT, FLOAT16 or BFLOAT16.
#[aclnn]
fn aclnnSin(self_: Input, out: Output) -> Planned {
    self_.dtype_in(FLOATS)?;
    out.same_dtype(&self_)?;
    out.same_shape(&self_)?;
    check(&self_)?;
    out.format_nd()?;
    Ok(ops::sin::sin(
        self_.read()?,
        out.write()?,
        ops::impl_mode(),
    )?)
}

/// Computes the sine of each element in place, in radians: FLOAT, FLOAT16 or BFLOAT16.
#[aclnn]
fn aclnnInplaceSin(self_ref: InOut) -> Planned {
    self_ref.dtype_in(FLOATS)?;
    check(&self_ref)?;
    Ok(ops::sin::sin_in_place(
        self_ref.update()?,
        ops::impl_mode(),
    )?)
}
