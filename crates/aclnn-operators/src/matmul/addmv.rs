//! `aclnnAddmv`: sums with a product of a matrix and a vector. Source: ops-nn, `matmul/addmv`.

use crate::abi::aclnn::contract::products::{self, Cube, is_about};
use crate::abi::aclnn::prelude::*;
use crate::ops::Role;
use crate::ops::engine::gemm::{Addend, Product, gemm};
use crate::ops::products::{scaled, weighted_sum};
use crate::ops::sequence::Sequence;
use crate::tensor::promote;

const TYPES: Dtypes = on_all(&[F32, I32, I64, F16, Bf16, I16, I8, U8, F64, Bool]);

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
    let mut all = Sequence::new([
        own.read_if(reads_self),
        mat.read()?.read_if(!leaves_product),
        column.read_if(!leaves_product),
        out.write()?.shaped(&[rows, 1])?,
    ]);
    let [own, mat, column, result] = [0, 1, 2, 3].map(|at| all.operand(at));
    if rows == 0 || self_.is_empty() {
        return Ok(Call::nothing([own, mat, column, result]));
    }
    let factor = |scalar: &Scalar, dtype| match is_about(scalar, 1.0) {
        true => Ok(None),
        false => scalar.in_type(dtype).map(Some),
    };
    if leaves_product {
        let own = scaled(&mut all, own, factor(&beta, weighted)?)?;
        all.then(pointwise::copy(own.with_role(Role::Input), result)?)?;
        return Ok(all.finish());
    }
    if both.is_floating() && compute.is_floating() {
        let operands = if both == F64 { F64 } else { cube.operands };
        let product = Product::new(operands, compute).times(alpha.to_f64().unwrap_or(f64::NAN));
        let sum = match reads_self {
            true => product.plus(Addend::Tensor(own), beta.to_f64().unwrap_or(f64::NAN)),
            false => product,
        };
        all.then(gemm(sum, mat, column, result)?)?;
        return Ok(all.finish());
    }
    let sums = all.temporary(both, &[rows, 1])?;
    all.then(gemm(Product::new(both, both), mat, column, sums.clone())?)?;
    let (alpha, beta) = (factor(&alpha, product)?, factor(&beta, weighted)?);
    let own = reads_self.then_some((own, beta));
    weighted_sum(&mut all, (sums, alpha), own, compute, result)?;
    Ok(all.finish())
}
