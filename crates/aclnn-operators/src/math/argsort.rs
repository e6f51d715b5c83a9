//! `aclnnArgsort`: indices of the elements along a dimension in order. Source: ops-math, `math/sort`.

use crate::contract::order::{dimension, in_order};
use crate::ops::sort::Order;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F32, F16, I8, I16, I32, I64, U8])
    .and_910b(&[Bf16])
    .and_950(&[U16, U32, U64]);

/// Writes the indices along `dim` of the elements in rising or falling order. NaN is larger than every number; equal elements keep their order.
#[aclnn]
fn aclnnArgsort(self_: Input, dim: i64, descending: bool, out: Output) -> Planned {
    let (axis, extent) = dimension(&self_, dim)?;
    if extent > i64::from(i32::MAX) {
        let allowed = format!("at most {} elements along the dimension", i32::MAX);
        return Err(self_.shape_refused(allowed).into());
    }
    if !contract::on_950() && extent == 1 && self_.dtype()? == Bf16 {
        let allowed = "more than one element along the dimension, in BFLOAT16";
        return Err(self_.shape_refused(allowed).into());
    }
    self_.dtype_in(TYPES)?;
    out.dtype_is(I64)?;
    contract::none_private(&[&self_, &out])?;
    contract::up_to_rank_8(&[&self_, &out])?;
    out.same_shape(&self_)?;
    let wanted = (extent as usize, Order::falling(descending));
    in_order(&self_, axis, wanted, None, &out)
}
