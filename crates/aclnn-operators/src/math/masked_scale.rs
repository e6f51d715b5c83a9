//! `aclnnMaskedScale`: products with a mask and a number; on Ascend950. Source: ops-math, `math/masked_scale`.

use crate::ops::weighted::MUL_SCALED;
use crate::prelude::*;
use crate::tensor::Value;

const TYPES: Dtypes = SHORT_ON_950;
const MASKS: Dtypes = only_950(&[F32, F16, U8, I8]);

/// Computes `self * mask * scale` for each element, in FLOAT. All have one shape.
#[aclnn]
fn aclnnMaskedScale(self_: Input, mask: Input, scale: f32, out: Output) -> Planned {
    out.same_dtype(&self_)?;
    self_.dtype_in(TYPES)?;
    mask.dtype_in(MASKS)?;
    out.same_shape(&self_)?;
    mask.same_shape(&self_)?;
    contract::up_to_rank_8(&[&self_, &mask])?;
    out.same_format(&self_)?;
    let mask = mask.read()?;
    Place::from((&self_, &out)).binary_with(&MUL_SCALED, F32, &[Value::new(scale)], mask)
}
