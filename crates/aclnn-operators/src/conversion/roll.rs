//! `aclnnRoll`: what leaves at one end comes in at the other. Source: ops-math, `conversion/roll`.

use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F32, F16, I8, U8, I32, U32, Bool, I64])
    .and_910b(&[Bf16, I16])
    .and_950(&[Complex64]);

/// Copies `x`, moved by `shifts[i]` elements along dimension `dims[i]`, or without `dims` by the one shift in row-major order. Shifts of one
/// dimension add up.
#[aclnn]
fn aclnnRoll(x: Input, shifts: Ints, dims: Ints, out: Output) -> Planned {
    x.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    out.same_dtype(&x)?;
    out.same_shape(&x)?;
    contract::length_is(&shifts, dims.len().max(1), "one for each of `dims`, or one")?;
    x.max_rank(8)?;
    if x.is_empty() {
        return contract::nothing(&x, &out);
    }
    if dims.is_empty() {
        return Ok(ops::movement::roll_flat(
            x.read()?,
            shifts[0],
            out.write()?,
        )?);
    }
    let mut rolled: Vec<(usize, i64)> = Vec::new();
    for (&dim, &shift) in dims.iter().zip(shifts.iter()) {
        let axis = contract::axis("dims", dim, x.rank())?;
        let shift = shift.rem_euclid(x.shape()[axis]);
        match rolled.iter_mut().find(|(known, _)| *known == axis) {
            Some((_, sum)) => {
                *sum = ((i128::from(*sum) + i128::from(shift)) % i128::from(x.shape()[axis])) as i64
            }
            None => rolled.push((axis, shift)),
        }
    }
    Ok(ops::movement::roll(x.read()?, &rolled, out.write()?)?)
}
