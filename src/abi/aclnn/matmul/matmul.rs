//! `aclnnMatmul`: products of matrices and vectors, over batches that broadcast. Source: ops-nn, `matmul/mat_mul_v3`.

use crate::abi::aclnn::contract::products::{self, Cube};
use crate::abi::aclnn::prelude::*;

/// Computes the product of two tensors of rank 1 to 6: of vectors, matrices, or batches of them, which broadcast. `out` has the number of elements of the
/// result, in any shape. Without inner elements it is 0.
#[aclnn]
fn aclnnMatmul(self_: Input, mat2: Input, out: Output, cube_math_type: i8) -> Planned {
    let mut cube = Cube::new(&self_, &mat2, &[], &out, cube_math_type)?;
    self_.rank_in(1..=6)?;
    mat2.rank_in(1..=6)?;
    mat2.has_inner_extent(&self_, mat2.rank().saturating_sub(2))?;
    products::none_nz(&[&self_, &out, &mat2])?;
    if self_.is_empty() || mat2.is_empty() {
        return match out.is_empty() {
            true => products::no_product(&[&self_, &mat2], &out),
            false => contract::fill(0.0, &out),
        };
    }
    if (self_.rank(), mat2.rank()) == (1, 1) {
        let result = contract::promoted(&self_, &mat2)?;
        cube = Cube {
            operands: result,
            result,
        };
    }
    products::matmul(cube, &self_, &mat2, &out)
}
