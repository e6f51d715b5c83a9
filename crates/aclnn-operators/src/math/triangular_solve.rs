//! `aclnnTriangularSolve`: equations of triangular matrices. Source: ops-math, `math/triangular_solve`.

use crate::ops::linear_algebra::{self, Equations, Triangle};
use crate::prelude::*;
use crate::tensor::broadcast;

const TYPES: Dtypes = on_all(&[F32, F64, Complex64, Complex128]);

/// Writes the solutions of equations whose right-hand sides are the columns of `self`, of the upper or lower triangle of each matrix of `A`, or of the transposed
/// matrix, with `unitriangular` as if its diagonal were 1. Batches broadcast. `mOut` is a copy of `A`, if it is there.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnTriangularSolve(
    self_: Input,
    A: Input,
    upper: bool,
    transpose: bool,
    unitriangular: bool,
    x_out: Output,
    m_out: Option<Output>,
) -> Planned {
    for tensor in [&*self_, &*A, &*x_out] {
        tensor.dtype_in(TYPES)?;
    }
    A.same_dtype(&self_)?;
    x_out.same_dtype(&self_)?;
    for tensor in [&*self_, &*A, &*x_out] {
        tensor.rank_in(2..=8)?;
    }
    contract::square(&A)?;
    let (order, rank) = (A.shape()[A.rank() - 1], self_.rank());
    if self_.shape()[rank - 2] != order {
        return Err(self_.shape_refused(format!("{order} rows, as `A`")).into());
    }
    let mut square = self_.shape().to_vec();
    square[rank - 1] = order;
    let Some(batch) = broadcast(&square, A.shape()) else {
        return Err(A
            .shape_refused("a batch that broadcasts with that of `self`")
            .into());
    };
    let (batch, mut shape) = (batch.to_vec(), batch.to_vec());
    shape[batch.len() - 1] = self_.shape()[rank - 1];
    x_out.shape_is(&shape, "that of `self`, for each matrix")?;
    if let Some(m_out) = &m_out {
        m_out.same_dtype(&self_)?;
        m_out.shape_is(&batch, "that of `A`, for all matrices")?;
    }
    let equations = Equations {
        matrices: A.read()?,
        sides: self_.read()?,
        output: x_out.write()?,
        copy: m_out.as_ref().map(Output::write).transpose()?,
    };
    if self_.is_empty() || A.is_empty() {
        let Equations {
            matrices,
            sides,
            output,
            copy,
        } = equations;
        return Ok(Call::nothing(
            [sides, matrices, output].into_iter().chain(copy),
        ));
    }
    let triangle = Triangle {
        upper,
        transposed: transpose,
        unit: unitriangular,
    };
    Ok(linear_algebra::solve(triangle, equations)?)
}
