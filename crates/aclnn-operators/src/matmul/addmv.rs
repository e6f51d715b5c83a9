//! `aclnnAddmv`: sums with a product of a matrix and a vector. Source: ops-nn, `matmul/addmv`.

use crate::contract::products::{self, Cube, is_about};
use crate::ops::matmul::addmv::{Addmv, Factor, Types, addmv};
use crate::prelude::*;
use crate::tensor::promote;

const TYPES: Dtypes = REAL_NUMBERS_AND_BOOL_EVERYWHERE;

/// Computes `beta * self + alpha * mat @ vec`, `self` broadcast, in the type in which all meet. Integers wrap; of BOOL, whether any pair is true. With a `beta`
/// of 0 `self` is not read, with an `alpha` of 0 the others are not.
#[aclnn]
fn aclnnAddmv(
    self_: Input,
    mat: Input,
    vec: Input,
    alpha: Scalar,
    beta: Scalar,
    out: Output,
    cube_math_type: i8,
) -> Planned {
    for tensor in [&self_, &mat, &vec] {
        tensor.dtype_in(TYPES)?;
    }
    alpha.dtype_in(TYPES)?;
    beta.dtype_in(TYPES)?;
    let meet = |a: Dtype, b: Dtype| {
        promote(a, b)
            .ok_or_else(|| Error::dtype("vec", b, format!("a type that promotes with {a}")))
    };
    let (own, both) = (self_.dtype()?, meet(mat.dtype()?, vec.dtype()?)?);
    let times = |scalar: &Scalar, dtype| match is_about(scalar, 1.0) {
        true => Ok(dtype),
        false => meet(scalar.dtype(), dtype),
    };
    let (product, weighted) = (times(&alpha, both)?, times(&beta, own)?);
    let compute = meet(weighted, product)?;
    out.takes(compute)?;
    self_.max_rank(1)?;
    mat.rank_in(2..=2)?;
    vec.rank_in(1..=1)?;
    vec.has_inner_extent(&mat, 0)?;
    let [rows, columns] = [mat.shape()[0], mat.shape()[1]];
    out.shape_is(&[rows], "the rows of `mat`")?;
    let leaves_product = is_about(&alpha, 0.0) || columns == 0;
    let is_whole = self_.rank() == 0 || self_.shape()[0] == rows;
    if !is_whole && (self_.shape()[0] != 1 || is_about(&alpha, 0.0)) {
        let allowed = format!("{rows} elements, the rows of `mat`");
        return Err(self_.shape_refused(allowed).into());
    }
    let cube = Cube::of_types(both, both, compute, cube_math_type)?;
    products::none_nz(&[&self_, &mat, &vec, &out])?;
    if self_.rank() == 0 && leaves_product {
        out.copies_fit(&[1], "what a `self` of rank 0 fills")?;
    }
    let reads_self = leaves_product || !is_about(&beta, 0.0);
    let own = self_.read()?.shaped(&[self_.numel() as i64, 1])?;
    let column = vec.read()?.shaped(&[columns, 1])?;
    let factor = |scalar: &Scalar, dtype| -> Result<Factor> {
        let value = match is_about(scalar, 1.0) {
            true => None,
            false => Some(scalar.in_type(dtype)?),
        };
        let number = scalar.to_f64().unwrap_or(f64::NAN);
        Ok(Factor { number, value })
    };
    let of = Addmv {
        self_: own,
        mat: mat.read()?,
        vec: column,
        out: out.write()?.shaped(&[rows, 1])?,
        beta: factor(&beta, weighted)?,
        alpha: factor(&alpha, product)?,
        reads_self,
        reads_product: !leaves_product,
    };
    let types = Types {
        operands: if both == F64 { F64 } else { cube.operands },
        product: both,
        sum: compute,
    };
    Ok(addmv(of, types)?)
}
