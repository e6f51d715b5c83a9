//! `aclnnInplaceFillScalar`: one value. Source: ops-math, `conversion/fill`.

use crate::prelude::*;

const TYPES: Dtypes = on_910(&[
    F32, F16, F64, I8, I16, I32, I64, U8, Bool, Complex64, Complex128,
])
.and_910b(&[Bf16, U16, U32, U64]);

/// Writes `value` into every element, converted to its type: to integers toward zero, from complex numbers to real ones 0.
#[aclnn]
fn aclnnInplaceFillScalar(self_ref: Output, value: Scalar) -> Planned {
    self_ref.dtype_in(TYPES)?;
    contract::by_table(&self_ref, &value)?;
    self_ref.max_rank(8)?;
    let value = value.in_type(self_ref.dtype()?)?;
    Ok(pointwise::fill(value, self_ref.write_alike()?)?)
}
