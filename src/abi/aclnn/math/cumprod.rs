//! `aclnnInplaceCumprod`: running products. Source: ops-math, `math/cumprod`.

use crate::abi::aclnn::prelude::*;

const TYPES: Dtypes = on_all(&[F32, F16, Bf16, F64, I8, I16, I32, I64, U8, U16, U32, U64]);

/// Computes the product of each element and all before it along dimension `dim`, in place. Floating-point products are kept in DOUBLE, those of
/// DOUBLE in two of them, and rounded once; integers wrap. Any rank; `dim` counts from the end if it is negative.
#[aclnn]
fn aclnnInplaceCumprod(input: InOut, dim: Scalar) -> Planned {
    input.dtype_in(TYPES)?;
    dim.dtype_in(on_all(&[I32, I64]))?;
    // A tensor of rank 0 counts as one of a dimension.
    let rank = input.rank().max(1) as i128;
    let given = dim.to_i128().unwrap_or(rank);
    if !(-rank..rank).contains(&given) {
        let allowed = format!("{} to {}", -rank, rank - 1);
        return Err(Error::value(dim.name(), given, allowed).into());
    }
    let axis = given.rem_euclid(rank) as usize;
    Ok(ops::cumulative::product_in_place(input.update()?, axis)?)
}
