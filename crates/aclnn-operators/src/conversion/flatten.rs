//! `aclnnFlatten`: a tensor as a matrix. Source: ops-math, `conversion/flatten`.

use crate::prelude::*;

const TYPES: Dtypes =
    on_910(&[F32, F16, I8, I16, I32, I64, U8, U16, U32, U64, Bool]).and_910b(&[Bf16]);

/// Copies `self` as a matrix: the dimensions before `axis` are its rows, the others its columns.
#[aclnn]
fn aclnnFlatten(self_: Input, axis: i64, out: Output) -> Planned {
    out.same_dtype(&self_)?;
    self_.dtype_in(TYPES)?;
    self_.max_rank(8)?;
    let axis = contract::axis("axis", axis, self_.rank().max(1))?;
    let (before, after) = self_.shape().split_at(axis.min(self_.rank()));
    let product = |extents: &[i64]| {
        let product = extents
            .iter()
            .try_fold(1_i64, |product, &extent| product.checked_mul(extent));
        product.ok_or_else(|| self_.shape_refused("rows and columns below 2^63"))
    };
    let shape = [product(before)?, product(after)?];
    out.shape_is(&shape, "rows and columns of `self`")?;
    let out = out.write()?.shaped(self_.shape())?;
    Ok(pointwise::copy(self_.read()?, out)?)
}
