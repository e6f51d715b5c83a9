//! `aclnnProd`, `aclnnProdDim`: products. Source: ops-math, `math/reduce_prod`.

use crate::ops::reductions::{self, Axes, PRODUCT};
use crate::prelude::*;

const NUMBERS: Dtypes = FLOATING.or(COMPLEX).or(INTEGERS);

/// Checks of both, but for axes.
fn check(self_: &Input, dtype: DataType, out: &Output) -> Result<Dtype> {
    self_.dtype_in(NUMBERS)?;
    let compute = dtype.dtype()?;
    out.dtype_is(compute)?;
    contract::both_up_to_rank_8(self_, out)?;
    Ok(compute)
}

/// The product over axes; of no elements 1.
fn product(self_: &Input, axes: Axes, keep: bool, compute: Dtype, out: &Output) -> Planned {
    if self_.is_empty() {
        return contract::fill_real(1.0, out);
    }
    if !NUMBERS.contains(compute) {
        return Err(Error::dtype(out.name(), compute, NUMBERS.to_string()))
            .code(ACLNN_ERR_INNER_NULLPTR);
    }
    out.holds_reduced(self_, axes, keep)?;
    Ok(reductions::one(
        &PRODUCT,
        compute,
        self_.read()?,
        axes,
        out.write()?,
    )?)
}

/// Computes the product of all elements, converted to `dtype`, which `out` has. Floating-point products are rounded once, integers wrap; an empty
/// `self` gives 1.
#[aclnn]
fn aclnnProd(self_: Input, dtype: DataType, out: Output) -> Planned {
    let compute = check(&self_, dtype, &out)?;
    product(&self_, Axes::all(self_.rank()), false, compute, &out)
}

/// Computes the product along axis `dim` of the elements, converted to `dtype`, which `out` has.
#[aclnn]
fn aclnnProdDim(self_: Input, dim: i64, keep_dim: bool, dtype: DataType, out: Output) -> Planned {
    let compute = check(&self_, dtype, &out)?;
    let axis = Axes::one(self_.axis("dim", dim)?);
    product(&self_, axis, keep_dim, compute, &out)
}
