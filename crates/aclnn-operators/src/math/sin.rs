//! `aclnnSin`, `aclnnInplaceSin`: the sine of each element, in radians, by one of two contracts (`HOSTNPU_CONTRACT`).
//!
//! | argument  | shape            | data type, published     | data type, toolkit                  | strided | format                      |
//! |-----------|------------------|--------------------------|-------------------------------------|---------|-----------------------------|
//! | `self`    | any, rank 0 to 8 | FLOAT, FLOAT16, BFLOAT16 | also DOUBLE, complex, integers, BOOL | yes    | ND; toolkit: any public one |
//! | `out`     | that of `self`   | that of `self`           | any floating-point and complex one  | yes     | ND; toolkit: any public one |
//! | `selfRef` | any, rank 0 to 8 | FLOAT, FLOAT16, BFLOAT16 | also DOUBLE, complex                | yes     | ND; toolkit: any public one |
//!
//! Fails with 161001 for a null argument and 161002 for one outside the table, in the order of the checks below. An
//! empty tensor succeeds. `out` may be `self`, or overlap it. ±0 gives ±0; ±infinity and NaN give NaN; every finite
//! argument is reduced correctly. High precision (the default) is rounded correctly; high performance, chosen by
//! `aclSetCompileopt(ACL_OP_SELECT_IMPL_MODE, "high_performance")` or `HOSTNPU_IMPL_MODE`, stays within a few units in the
//! last place (`docs/accuracy.md`).
//!
//! Source: ops-math, `math/sin`; the published contract of the Sin operator is narrower than the built-in one (`docs/compatibility.md`).

use crate::contract::published_or_toolkit;
use crate::prelude::*;

/// Published types.
const PUBLISHED: Dtypes = SHORT_FLOATING;

/// Types that the toolkit computes in.
const NUMBERS: Dtypes = FLOATING.or(COMPLEX);

/// Types that the toolkit reads.
const INPUT: Dtypes = NUMBERS.or(INTEGERS);

/// Types that the toolkit writes: BFLOAT16 on every chip.
const OUTPUT: Dtypes = FLOATING_EVERYWHERE.or(COMPLEX);

/// Computes the sine of each element, in radians. `out` has the data type of `self`: FLOAT, FLOAT16 or BFLOAT16; `HOSTNPU_CONTRACT`
/// allows more.
#[aclnn]
fn aclnnSin(self_: Input, out: Output) -> Planned {
    let published = || {
        self_.dtype_in(PUBLISHED)?;
        out.same_dtype(&self_)?;
        contract::same_shape_to_rank_8(&self_, &out)?;
        self_.format_nd()?;
        out.format_nd()?;
        self_.dtype()
    };
    let toolkit = || {
        let results = Results::In(OUTPUT);
        let compute = contract::float_unary_types(INPUT, results, Integers::InF32, &self_, &out)?;
        contract::same_shape_to_rank_8(&self_, &out)?;
        self_.not_private()?;
        out.not_private()?;
        Ok(compute)
    };
    let compute = published_or_toolkit(published, toolkit)?;
    Ok(ops::sin::sin(self_.read()?, out.write()?, compute)?)
}

/// Computes the sine of each element in place, in radians: FLOAT, FLOAT16 or BFLOAT16; `HOSTNPU_CONTRACT` allows more.
#[aclnn]
fn aclnnInplaceSin(self_ref: InOut) -> Planned {
    let published = || {
        self_ref.dtype_in(PUBLISHED)?;
        self_ref.max_rank(8)?;
        self_ref.format_nd()
    };
    let toolkit = || {
        self_ref.dtype_in(NUMBERS)?;
        self_ref.max_rank(8)?;
        self_ref.not_private()
    };
    published_or_toolkit(published, toolkit)?;
    Ok(ops::sin::sin_in_place(self_ref.update()?)?)
}
