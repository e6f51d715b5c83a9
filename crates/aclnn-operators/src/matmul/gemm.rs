//! `aclnnGemm`: sums with a product of two matrices, which may be transposed. Source: ops-nn, `matmul/gemm`.

use crate::contract::products::{self, Cube, MATRICES, Sum};
use crate::ops::products::Product;
use crate::prelude::*;

/// Computes `alpha * A @ B + beta * C`, `C` broadcast, `A` and `B` transposed where `transA` and `transB` are not 0. With a `beta` of 0 `C` is not read, with
/// an `alpha` of 0 the matrices are not.
#[aclnn]
fn aclnnGemm(
    A: Input,
    B: Input,
    C: Input,
    alpha: f32,
    beta: f32,
    trans_a: i64,
    trans_b: i64,
    out: Output,
    cube_math_type: i8,
) -> Planned {
    for tensor in [&*A, &B, &C, &out] {
        tensor.dtype_in(MATRICES)?;
    }
    A.rank_in(2..=2)?;
    B.rank_in(2..=2)?;
    let turned = |tensor: &TensorArg, turns: i64| {
        let [rows, columns] = [tensor.shape()[0], tensor.shape()[1]];
        if turns == 0 {
            [rows, columns]
        } else {
            [columns, rows]
        }
    };
    let ([rows, inner], [other, columns]) = (turned(&A, trans_a), turned(&B, trans_b));
    if inner != other {
        let allowed = format!("{inner} rows (the columns of `A`), transposed as asked for");
        return Err(B.shape_refused(allowed).into());
    }
    C.max_rank(2)?;
    products::broadcasts_to_product(&C, &[rows, columns])?;
    out.shape_is(&[rows, columns], "that of the product")?;
    let cube = Cube::new(&A, &B, &[], &out, cube_math_type)?;
    for tensor in [&*A, &B, &C, &out] {
        tensor.format_nd()?;
    }
    let place = (&C, &out).into();
    let (alpha, beta) = (f64::from(alpha), f64::from(beta));
    let sum = match inner == 0 || alpha.abs() <= f64::from(f32::EPSILON) {
        true => Sum::of_self(place, beta)?,
        false => Sum::new(place, cube, beta, alpha)?,
    };
    let view = |tensor: &Input, turns: i64| {
        let arg = tensor.read()?;
        match turns {
            0 => Ok(arg),
            _ => arg.viewed(arg.view.layout.permuted(&[1, 0])),
        }
    };
    let matrices = [view(&A, trans_a)?, view(&B, trans_b)?];
    sum.plan_args(cube, matrices, Product::with_addend_last)
}
