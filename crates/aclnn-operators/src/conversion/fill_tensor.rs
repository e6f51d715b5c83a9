//! `aclnnInplaceFillTensor`: the value of a tensor of one element. Source: ops-math, `conversion/fill`.

use crate::abi::aclnn::prelude::*;

const TYPES: Dtypes = on_910(&[
    F32, F16, F64, I8, I16, I32, I64, U8, Bool, Complex64, Complex128,
])
.and_910b(&[Bf16]);

/// Writes the one element of `value`, as it is when the call runs, to every element, converted to the type of `selfRef`.
#[aclnn]
fn aclnnInplaceFillTensor(self_ref: Output, value: Input) -> Planned {
    self_ref.dtype_in(TYPES)?;
    self_ref.max_rank(8)?;
    if value.rank() > 0 {
        value.shape_is(&[1], "one element")?;
    }
    if self_ref.is_empty() {
        return Ok(Call::nothing([self_ref.write()?]));
    }
    contract::convertible(&value, &self_ref)?;
    Ok(pointwise::copy(value.read()?, self_ref.write()?)?)
}
