//! `aclnnMm`: products of two matrices. Source: ops-nn, `matmul/mat_mul_v3`.

use crate::contract::products::{self, Cube};
use crate::contract::weights;
use crate::prelude::*;

/// Computes the product of two matrices, of which the second one may be stored in FRACTAL_NZ. Without columns of `self` it is 0.
#[aclnn]
fn aclnnMm(self_: Input, mat2: Input, out: Output, cube_math_type: i8) -> Planned {
    let cube = Cube::new(&self_, &mat2, &[], &out, cube_math_type)?;
    mat2.rank_in(2..=2)?;
    self_.rank_in(2..=2)?;
    mat2.continues(&self_)?;
    let shape = [self_.shape()[0], mat2.shape()[1]];
    out.shape_is(&shape, "that of the product")?;
    products::none_nz(&[&self_, &out])?;
    let (self_, out) = (self_.read()?, out.write()?);
    weights::perhaps_unpacked(&mat2, |mat2| cube.multiply(self_, mat2, out))
}
