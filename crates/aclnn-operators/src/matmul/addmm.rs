//! `aclnnAddmm`, `aclnnInplaceAddmm`, `aclnnAddmmWeightNz`: sums with a product of two matrices. Source: ops-nn, `matmul/mat_mul_v3`.

use crate::contract::products::{self, Cube, Sum, factor, is_about};
use crate::contract::weights;
use crate::prelude::*;

/// Checks all but the format of `mat2`.
fn checked<'a>(
    place: Place<'a>,
    mat1: &Input,
    mat2: &Input,
    (beta, alpha): (&Scalar, &Scalar),
    cube_math_type: i8,
) -> Result<(Sum<'a>, Cube)> {
    let (self_, out) = (place.input(), place.out());
    let cube = Cube::new(mat1, mat2, &[self_], out, cube_math_type)?;
    mat1.rank_in(2..=2)?;
    mat2.rank_in(2..=2)?;
    mat2.continues(mat1)?;
    products::none_nz(&[self_, mat1])?;
    self_.max_rank(2)?;
    let shape = [mat1.shape()[0], mat2.shape()[1]];
    products::broadcasts_to_product(self_, &shape)?;
    out.shape_is(&shape, "that of the product")?;
    let sum = match mat2.shape()[0] == 0 || is_about(alpha, 0.0) {
        true => Sum::of_self(place, factor(beta))?,
        false => Sum::new(place, cube, factor(beta), factor(alpha))?,
    };
    Ok((sum, cube))
}

fn sum(
    place: Place,
    mat1: &Input,
    mat2: &Input,
    factors: (&Scalar, &Scalar),
    cube_math_type: i8,
) -> Planned {
    let (sum, cube) = checked(place, mat1, mat2, factors, cube_math_type)?;
    let mat1 = mat1.read()?;
    weights::perhaps_unpacked(mat2, |mat2| {
        sum.plan_args(cube, [mat1, mat2], |product| product)
    })
}

/// Computes `beta * self + alpha * mat1 @ mat2`, `self` broadcast. With a `beta` of 0 `self` is not read, with an `alpha` of 0 the matrices are not. `mat2` may be stored in
/// FRACTAL_NZ.
#[aclnn]
fn aclnnAddmm(
    self_: Input,
    mat1: Input,
    mat2: Input,
    beta: Scalar,
    alpha: Scalar,
    out: Output,
    cube_math_type: i8,
) -> Planned {
    let place = (&self_, &out).into();
    sum(place, &mat1, &mat2, (&beta, &alpha), cube_math_type)
}

/// Computes `beta * selfRef + alpha * mat1 @ mat2` in place. `mat2` may be stored in FRACTAL_NZ.
#[aclnn]
fn aclnnInplaceAddmm(
    self_ref: ConstInOut,
    mat1: Input,
    mat2: Input,
    beta: Scalar,
    alpha: Scalar,
    cube_math_type: i8,
) -> Planned {
    let place = (&self_ref).into();
    sum(place, &mat1, &mat2, (&beta, &alpha), cube_math_type)
}

/// Computes `beta * self + alpha * mat1 @ mat2`, `self` broadcast, with a `mat2` that is stored in FRACTAL_NZ, perhaps transposed.
#[aclnn]
fn aclnnAddmmWeightNz(
    self_: Input,
    mat1: Input,
    mat2: Input,
    beta: Scalar,
    alpha: Scalar,
    out: Output,
    cube_math_type: i8,
) -> Planned {
    self_.format_nd()?;
    mat1.format_nd()?;
    mat1.dtype_in(products::WEIGHTS)?;
    mat2.same_dtype(&mat1)?;
    let place = (&self_, &out).into();
    let (sum, cube) = checked(place, &mat1, &mat2, (&beta, &alpha), cube_math_type)?;
    weights::in_blocks(&mat2)?;
    weights::unpacked(&mat2, |mat2| {
        sum.plan_args(cube, [mat1.read()?, mat2], |product| product)
    })
}
