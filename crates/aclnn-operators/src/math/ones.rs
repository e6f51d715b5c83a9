//! `aclnnInplaceOne`: ones. Source: ops-math, `math/ones_like`.

use crate::prelude::*;
use crate::tensor::Value;

const TYPES: Dtypes = REAL_NUMBERS_AND_BOOL;

/// Writes 1 into every element.
#[aclnn]
fn aclnnInplaceOne(self_ref: ConstOutput) -> Planned {
    self_ref.dtype_in(TYPES)?;
    self_ref.max_rank(8)?;
    Ok(pointwise::fill(Value::new(1_i8), self_ref.write_alike()?)?)
}
