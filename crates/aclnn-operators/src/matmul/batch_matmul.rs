//! `aclnnBatchMatMul`, `aclnnBatchMatMulWeightNz`: products of batches of matrices. Source: ops-nn, `matmul/batch_mat_mul_v3`.

use crate::contract::products::{self, Cube};
use crate::contract::weights;
use crate::prelude::*;

/// Computes the product of the matrices of two batches, of which one may be a single matrix; the second one may be stored in FRACTAL_NZ. Without columns of `self` it is 0.
#[aclnn]
fn aclnnBatchMatMul(self_: Input, mat2: Input, out: Output, cube_math_type: i8) -> Planned {
    let cube = Cube::new(&self_, &mat2, &[], &out, cube_math_type)?;
    let shape = products::batches(&self_, &mat2)?;
    out.shape_is(&shape, "that of the products")?;
    products::none_nz(&[&self_, &out])?;
    if self_.shape()[0] == 0 || out.is_empty() {
        return products::no_product(&[&self_, &mat2], &out);
    }
    if mat2.shape()[0] == 0 {
        return contract::fill(0.0, &out);
    }
    let (self_, out) = (self_.read()?, out.write()?);
    weights::perhaps_unpacked(&mat2, |mat2| cube.multiply(self_, mat2, out))
}

/// Computes the product of the matrices of two batches, of which one may be a single matrix, the second one stored in FRACTAL_NZ, perhaps transposed.
#[aclnn]
fn aclnnBatchMatMulWeightNz(self_: Input, mat2: Input, out: Output, cube_math_type: i8) -> Planned {
    self_.dtype_in(products::WEIGHTS)?;
    mat2.same_dtype(&self_)?;
    if out.dtype()? != F32 {
        out.same_dtype(&self_)?;
    }
    let cube = Cube::new(&self_, &mat2, &[], &out, cube_math_type)?;
    let shape = products::batches(&self_, &mat2)?;
    out.shape_is(&shape, "that of the products")?;
    products::none_nz(&[&self_, &out])?;
    weights::in_blocks(&mat2)?;
    if out.is_empty() || mat2.is_empty() {
        return contract::fill(0.0, &out);
    }
    weights::unpacked(&mat2, |mat2| {
        cube.multiply(self_.read()?, mat2, out.write()?)
    })
}
