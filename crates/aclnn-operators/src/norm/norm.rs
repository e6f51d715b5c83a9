//! `aclnnNorm`: norms over axes. Source: ops-nn, `norm/lp_norm_v2`.

use crate::ops::reductions;
use crate::prelude::*;

/// Computes the norm of order `pScalar` over `dim` (all axes if empty): for 0 the number of elements other than 0, for an infinite order the
/// largest or smallest magnitude, else the root of the sum of powers of the magnitudes. An empty `self` fills `out` with 0.
#[aclnn]
fn aclnnNorm(self_: Input, p_scalar: Scalar, dim: Ints, keepdim: bool, out: Output) -> Planned {
    if contract::on_950() {
        self_.dtype_in(SHORT_FLOATING)?;
        out.dtype_in(SHORT_FLOATING)?;
    }
    contract::real_numbers(&[&self_, &out])?;
    contract::promoted(&self_, &out)?;
    let axes = self_.distinct_axes(&dim)?;
    contract::both_up_to_rank_8(&self_, &out)?;
    out.has_reduced_shape(&self_, axes, keepdim)?;
    if self_.is_empty() {
        return contract::fill(0.0, &out);
    }
    let compute = contract::norm_computes_in(&self_, &out)?;
    let order = contract::order_of_norm(&p_scalar);
    Ok(reductions::norm(
        order,
        compute,
        self_.read()?,
        axes,
        out.write()?,
    )?)
}
