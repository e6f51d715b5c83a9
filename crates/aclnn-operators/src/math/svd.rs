//! `aclnnSvd`: singular values and vectors of matrices. Source: ops-math, `math/svd`.

use crate::device::soc::Generation;
use crate::ops::linear_algebra::singular::singular;
use crate::prelude::*;

const TYPES: Dtypes = on_all(&[F64, F32, Complex64, Complex128]);

/// Writes of each matrix of `input` (…, m, n) the singular values, from the largest on, to `sigma` (…, k), k the smaller of m and n, and with `computeUV` the vectors, columns of `u` (…, m, k) and `v` (…, n, k), or with `fullMatrices` (…, m, m) and
/// (…, n, n): `input = u * sigma * v^H`. Of each pair of vectors the largest number of the longer one is a positive real number. Without `computeUV`, `u` and `v` are not written. Computed in DOUBLE by rotations of columns, and rounded once.
#[aclnn]
fn aclnnSvd(
    input: Input,
    full_matrices: bool,
    compute_u_v: bool,
    sigma: Output,
    u: Output,
    v: Output,
) -> Planned {
    input.dtype_in(TYPES)?;
    for tensor in [&*sigma, &*u, &*v] {
        tensor.same_dtype(&input)?;
    }
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    input.rank_in(2..=8)?;
    let (batch, matrix) = input.shape().split_at(input.rank() - 2);
    let (rows, columns) = (matrix[0], matrix[1]);
    let least = rows.min(columns);
    sigma.shape_is(
        &[batch, &[least]].concat(),
        "the singular values of `input`",
    )?;
    if compute_u_v {
        for (tensor, length) in [(&u, rows), (&v, columns)] {
            let width = if full_matrices { length } else { least };
            let shape = [batch, &[length, width]].concat();
            tensor.shape_is(&shape, "the singular vectors of `input`")?;
        }
    }
    let (matrix, values) = (input.read()?, sigma.write()?);
    if input.is_empty() {
        return Ok(Call::nothing([matrix, values]));
    }
    let vectors = match compute_u_v {
        true => Some([u.write()?, v.write()?]),
        false => None,
    };
    Ok(singular(matrix, values, vectors)?)
}
