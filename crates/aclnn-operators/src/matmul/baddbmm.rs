//! `aclnnBaddbmm`, `aclnnInplaceBaddbmm`: sums with products of batches of matrices. Source: ops-nn, `matmul/batch_mat_mul_v3`.

use crate::contract::products::{self, Cube, Sum, factor};
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
    let shape = [batch1.shape()[0], rows, columns];
    products::empty_together(self_, &shape)?;
    products::broadcasts_to_product(self_, &shape)?;
    out.shape_is(&shape, "that of the products")?;
    batch2.same_format(batch1)?;
    out.same_format(batch1)?;
    products::none_nz(&[batch1, self_])?;
    if batch1.shape()[0] == 1 && batch2.shape()[0] != 1 {
        let refusal = batch2.shape_refused("a batch of 1, that of `batch1`");
        return Err(refusal).code(ACLNN_ERR_INNER_NULLPTR);
    }
    let sum = Sum::new(place, cube, factor(beta), factor(alpha))?;
    sum.plan(cube, [batch1, batch2], |product| product)
}

/// Computes `beta * self + alpha * batch1 @ batch2` for each matrix of the batch, `self` broadcast. With a `beta` of 0 `self` is not read.
#[aclnn]
fn aclnnBaddbmm(
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

/// Computes `beta * selfRef + alpha * batch1 @ batch2` in place for each matrix of the batch.
#[aclnn]
fn aclnnInplaceBaddbmm(
    self_ref: ConstInOut,
    batch1: Input,
    batch2: Input,
    beta: Scalar,
    alpha: Scalar,
    cube_math_type: i8,
) -> Planned {
    let place = (&self_ref).into();
    sum(place, &batch1, &batch2, (&beta, &alpha), cube_math_type)
}
