//! `aclnnRandperm`: random permutations. Source: ops-math, `random/stateless_randperm`.

use crate::contract::random::known;
use crate::ops::draws::permutation;
use crate::prelude::*;

const TYPES: Dtypes = REAL_NUMBERS;

/// Writes the integers from 0 to `n - 1` in random order, by `seed` and `offset`.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnRandperm(n: i64, seed: i64, offset: i64, out: Output) -> Planned {
    out.dtype_in(TYPES)?;
    out.shape_is(&[n], "`n`")?;
    Ok(permutation(known(seed, offset), out.write()?)?)
}
