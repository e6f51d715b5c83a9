//! `aclnnInplaceZero`: zeros. Source: ops-math, `math/zero_op`.

use crate::prelude::*;
use crate::tensor::Value;

const TYPES: Dtypes = on_all(&[
    I8, I32, I64, U8, F16, F32, Bool, F64, I16, U16, Complex64, Complex128, Bf16,
])
.and_950(&[F8E5m2, F8E4m3fn, Hifloat8]);

/// Writes 0 into every element. Any rank.
#[aclnn]
fn aclnnInplaceZero(self_ref: Output) -> Planned {
    self_ref.dtype_in(TYPES)?;
    // All bits of a zero are 0, in every type.
    let zero = Value::from_bytes(self_ref.dtype()?, &[0; 16]);
    Ok(pointwise::fill(zero, self_ref.write_alike()?)?)
}
