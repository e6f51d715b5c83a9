//! `aclnnSort`: elements along a dimension in order. Source: ops-math, `math/sort`.

use crate::contract::order::{dimension, in_order, nothing_in_order};
use crate::ops::sort::Order;
use crate::prelude::*;

const SELF: Dtypes =
    on_all(&[F16, F32, Bf16, U8, I8, I16, I32, I64, Bool]).and_950(&[U16, U32, U64]);
const VALUES: Dtypes = for_chips(
    &OFF_950,
    &OFF_950,
    &[F16, F32, Bf16, U8, I8, I16, I32, I64, Bool, U16, U32, U64],
);
const OFF_950: [Dtype; 10] = [F16, F32, Bf16, U8, I8, I16, I32, I64, Bool, F64];

/// Writes the elements along `dim` in rising or falling order, converted to the type of `valuesOut`, and the index that each had. NaN is larger than every number; equal elements
/// keep their order, whatever `stable` says.
#[aclnn]
fn aclnnSort(
    self_: Input,
    _stable: bool,
    dim: i64,
    descending: bool,
    values_out: Output,
    indices_out: Output,
) -> Planned {
    self_.dtype_in(SELF)?;
    values_out.dtype_in(VALUES)?;
    indices_out.dtype_is(I64)?;
    let (axis, extent) = dimension(&self_, dim)?;
    values_out.same_shape(&self_)?;
    indices_out.same_shape(&self_)?;
    if self_.is_empty() {
        return nothing_in_order(&self_, &[&values_out, &indices_out]);
    }
    if extent == 1 && self_.rank() > 0 {
        // The device copies them as they are.
        values_out
            .same_dtype(&self_)
            .code(ACLNN_ERR_PARAM_NULLPTR)?;
    }
    let wanted = (extent as usize, Order::falling(descending));
    in_order(&self_, axis, wanted, Some(&values_out), &indices_out)
}
