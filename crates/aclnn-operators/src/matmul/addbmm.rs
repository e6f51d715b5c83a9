//! `aclnnAddbmm`, `aclnnInplaceAddbmm`: sums with all products of a batch of matrices. Source: ops-nn, `matmul/batch_mat_mul_v3`.

use crate::contract::products::{self, Cube, Sum, factor};
use crate::ops::products::Product;
use crate::prelude::*;

fn sum(
    place: Place,
    batch1: &Input,
    batch2: &Input,
    (beta, alpha): (&Scalar, &Scalar),
    cube_math_type: i8,
) -> Planned {
    let (self_, out) = (place.input(), place.out());
    let cube = Cube::new(batch1, batch2, &[self_], out, cube_math_type)?;
    let [_, rows, columns] = products::batches(batch1, batch2)?;
    let shape = [rows, columns];
    products::empty_together(self_, &shape)?;
    self_.max_rank(2)?;
    products::broadcasts_to_product(self_, &shape)?;
    out.shape_is(&shape, "that of the product")?;
    batch2.same_format(batch1)?;
    products::none_nz(&[batch1, self_, out])?;
    let sum = match factor(alpha) == 0.0 {
        true => Sum::of_self(place, factor(beta))?,
        false => Sum::new(place, cube, factor(beta), factor(alpha))?,
    };
    sum.plan(cube, [batch1, batch2], Product::summed)
}

/// Computes `beta * self + alpha * sum(batch1 @ batch2)`, the sum over the batch, `self` broadcast. With a `beta` of 0 `self` is not read, with an `alpha` of
/// 0 the matrices are not.
#[aclnn]
fn aclnnAddbmm(
    self_: Input,
    batch1: Input,
    batch2: Input,
    beta: Scalar,
    alpha: Scalar,
    out: Output,
    cube_math_type: i8,
) -> Planned {
    let place = (&self_, &out).into();
    sum(place, &batch1, &batch2, (&beta, &alpha), cube_math_type)
}

/// Computes `beta * selfRef + alpha * sum(batch1 @ batch2)` in place.
#[aclnn]
fn aclnnInplaceAddbmm(
    self_ref: InOut,
    batch1: Input,
    batch2: Input,
    beta: Scalar,
    alpha: Scalar,
    cube_math_type: i8,
) -> Planned {
    let place = (&self_ref).into();
    sum(place, &batch1, &batch2, (&beta, &alpha), cube_math_type)
}
