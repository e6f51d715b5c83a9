//! `aclnnLinalgVectorNorm`: norms over axes. Source: ops-nn, `norm/lp_norm_v2`.

use crate::ops::reductions;
use crate::prelude::*;

/// Computes the norm of order `ord` over `dims` (all axes if empty), as aclnnNorm does, in `dtype`, which `out` has. An empty `self` or `out` is
/// filled with 0.
#[aclnn]
fn aclnnLinalgVectorNorm(
    self_: Input,
    ord: Scalar,
    dims: Ints,
    keep_dims: bool,
    dtype: DataType,
    out: Output,
) -> Planned {
    out.dtype_is(dtype.dtype()?)?;
    contract::real_numbers(&[&self_, &out])?;
    if contract::on_950() {
        self_.dtype_in(SHORT_FLOATING)?;
        out.dtype_in(SHORT_FLOATING)?;
        if dtype.dtype()? != F32 {
            self_.same_dtype(&out)?;
        }
    }
    contract::promoted(&self_, &out)?;
    let axes = self_.distinct_axes(&dims)?;
    contract::both_up_to_rank_8(&self_, &out)?;
    out.has_reduced_shape(&self_, axes, keep_dims)?;
    if self_.is_empty() || out.is_empty() {
        return contract::fill(0.0, &out);
    }
    let compute = contract::norm_computes_in(&self_, &out)?;
    let order = contract::order_of_norm(&ord);
    Ok(reductions::norm(
        order,
        compute,
        self_.read()?,
        axes,
        out.write()?,
    )?)
}
