//! `aclnnInplaceFillTensor`: the value of a tensor of one element. Source: ops-math, `conversion/fill`.

use crate::prelude::*;

const TYPES: Dtypes = COMPLEX_NUMBERS_AND_BOOL;

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
