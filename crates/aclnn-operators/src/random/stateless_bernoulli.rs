//! `aclnnStatelessBernoulli`: ones and zeros of a shape; on Ascend950. Source: ops-math, `random/stateless_bernoulli`.

use crate::contract::random::known;
use crate::device::soc::Generation;
use crate::ops::draws::bernoulli_of;
use crate::prelude::*;

const TYPES: Dtypes = on_all(&[I8, U8, I16, U16, I32, U32, I64, U64, Bool, F16, F32, Bf16]);

/// Returns the one number of an array.
fn one(array: &Ints) -> Result<i64> {
    match array[..] {
        [number] => Ok(number),
        _ => Err(Error::value(
            array.name(),
            format!("{:?}", &**array),
            "one number",
        )),
    }
}

/// Writes 1, with the probability that `prob` has for the element or for all of them, else 0, by `seed` and `offsetOptional`, an array of one number each, the second 0 if it is null.
/// `shape` is that of `yOut`; `dtypeOptional` changes nothing: `yOut` has its type.
#[aclnn(generated)]
fn aclnnStatelessBernoulli(
    shape: Ints,
    prob: Input,
    seed: Ints,
    offset_optional: Option<Ints>,
    dtype_optional: i64,
    y_out: ConstOutput,
) -> Planned {
    let _ = dtype_optional;
    prob.dtype_in(SHORT_EVERYWHERE)?;
    y_out.dtype_in(TYPES)?;
    contract::needs_chip(&[Generation::Ascend950])?;
    let seeds = || -> Result<_> {
        y_out.shape_is(&shape, "`shape`")?;
        if prob.numel() != 1 {
            prob.same_shape(&y_out)?;
        }
        Ok(known(
            one(&seed)?,
            offset_optional.as_ref().map_or(Ok(0), one)?,
        ))
    };
    let seeds = seeds().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let one_for_all = prob.numel() == 1 && prob.rank() > y_out.rank();
    let probability = match one_for_all {
        true => prob.read()?.shaped(&[])?,
        false => prob.read()?,
    };
    Ok(bernoulli_of(seeds, probability, y_out.write()?)?)
}
