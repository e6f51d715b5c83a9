//! `aclnnMatmul`, `aclnnMatmulWeightNz`: products of matrices and vectors, over batches that broadcast, and with a weight in blocks. Source: ops-nn, `matmul/mat_mul_v3`.

use crate::contract::products::{self, Cube, MATRICES};
use crate::contract::weights;
use crate::device::soc::{Generation, generation};
use crate::prelude::*;

/// Computes the product of two tensors of rank 1 to 6: of vectors, matrices, or batches of them, which broadcast. `out` has the number of elements of the
/// result, in any shape. Without inner elements it is 0. `mat2` of two or more dimensions may be stored in FRACTAL_NZ.
#[aclnn]
fn aclnnMatmul(self_: Input, mat2: Input, out: Output, cube_math_type: i8) -> Planned {
    let mut cube = Cube::new(&self_, &mat2, &[], &out, cube_math_type)?;
    self_.rank_in(1..=6)?;
    mat2.rank_in(1..=6)?;
    mat2.has_inner_extent(&self_, mat2.rank().saturating_sub(2))?;
    products::none_nz(&[&self_, &out])?;
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
            is_rounded: false,
        };
    }
    let self_ = self_.read()?;
    weights::perhaps_unpacked(&mat2, |mat2| products::matmul_args(cube, self_, mat2, &out))
}

/// Computes the product of a matrix and a weight that is stored in FRACTAL_NZ, perhaps transposed. `out` has the number of elements of the product, in any
/// shape. Without inner elements it is 0.
#[aclnn]
fn aclnnMatmulWeightNz(self_: Input, mat2: Input, out: Output, cube_math_type: i8) -> Planned {
    let has_floats = generation() == Generation::Ascend910B;
    let types = match has_floats {
        true => MATRICES,
        false => on_910(&[F16]).and_910b(&[Bf16]),
    };
    self_.dtype_in(types)?;
    mat2.dtype_in(types)?;
    out.dtype_in(MATRICES)?;
    let pair = (self_.dtype()?, mat2.dtype()?);
    if matches!(pair, (F16, Bf16) | (Bf16, F16)) {
        mat2.same_dtype(&self_)?;
    }
    if cube_math_type == 0 && pair.0 == F32 && out.dtype()? == F16 {
        let allowed = "another one for `self` of FLOAT and `out` of FLOAT16";
        return Err(Error::value("cubeMathType", cube_math_type, allowed).into());
    }
    let chips = [
        Generation::Ascend910B,
        Generation::Ascend950,
        Generation::Other,
    ];
    contract::needs_chip(&chips).code(ACLNN_ERR_PARAM_INVALID)?;
    self_.rank_in(2..=2)?;
    mat2.rank_in(2..=2)?;
    weights::in_blocks(&mat2)?;
    mat2.continues(&self_)?;
    let cube = Cube::new(&self_, &mat2, &[], &out, cube_math_type)?;
    if self_.is_empty() || mat2.is_empty() {
        return contract::fill(0.0, &out);
    }
    out.numel_is((self_.shape()[0] * mat2.shape()[1]) as usize)?;
    weights::unpacked(&mat2, |mat2| {
        products::matmul_args(cube, self_.read()?, mat2, &out)
    })
}
