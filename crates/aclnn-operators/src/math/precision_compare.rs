//! `aclnnPrecisionCompare`: whether two tensors differ, on Ascend910B, Ascend910_93 and Ascend950. Source: ops-math, `math/precision_compare`.

use crate::ops::packing::precision_compare;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_SINCE_910B;

/// Writes 0 if all elements of `realdata` equal those of `golden`, else 503. A NaN equals nothing. `out` has rank 0.
#[aclnn]
fn aclnnPrecisionCompare(golden: Input, realdata: Input, out: Output) -> Planned {
    realdata.same_dtype(&golden)?;
    golden.dtype_in(TYPES)?;
    out.dtype_is(U32)?;
    realdata.same_shape(&golden)?;
    golden.max_rank(8)?;
    out.rank_in(0..=0)?;
    if golden.is_empty() {
        return Ok(Call::nothing([
            golden.read()?,
            realdata.read()?,
            out.write()?,
        ]));
    }
    Ok(precision_compare(
        golden.read()?,
        realdata.read()?,
        out.write()?,
    )?)
}
