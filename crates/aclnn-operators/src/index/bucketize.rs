//! `aclnnBucketize`: between which boundaries numbers lie; on Ascend950. Source: ops-nn, `index/bucketize_v2`.

use crate::device::soc::Generation;
use crate::ops::search_sorted::{Side, Wanted, search};
use crate::prelude::*;
use crate::tensor::Value;

const TYPES: Dtypes = only_950(&[F32, F16, I32, I16, Bf16, I8, U8, I64]);

/// Writes for each element of `self` how many of the ascending `boundaries` are below it, or with `right` not above it. `out` is of INT32 or INT64.
#[aclnn]
fn aclnnBucketize(
    self_: Input,
    boundaries: Input,
    out_int32: bool,
    right: bool,
    out: Output,
) -> Planned {
    contract::needs_chip(&[Generation::Ascend950]).code(ACLNN_ERR_INNER)?;
    self_.dtype_in(TYPES)?;
    boundaries.dtype_in(TYPES)?;
    out.dtype_is(if out_int32 { I32 } else { I64 })?;
    self_.max_rank(8)?;
    out.same_shape(&self_)?;
    boundaries.rank_in(1..=1)?;
    if self_.is_empty() {
        return Ok(Call::nothing([
            self_.read()?,
            boundaries.read()?,
            out.write()?,
        ]));
    }
    if boundaries.is_empty() {
        return Ok(pointwise::fill(Value::new(0_i32), out.write()?)?);
    }
    // One number takes the type of the boundaries, unless it is a floating-point number among integers.
    let own =
        self_.rank() == 0 && (boundaries.dtype()?.is_floating() || !self_.dtype()?.is_floating());
    let compute = match own {
        true => boundaries.dtype()?,
        false => contract::promoted(&self_, &boundaries)?,
    };
    let side = if right { Side::Right } else { Side::Left };
    let wanted = Wanted::Tensor(self_.read()?);
    Ok(search(
        boundaries.read()?,
        wanted,
        compute,
        side,
        None,
        out.write()?,
    )?)
}
