//! `aclnnInplaceUniform`, `aclnnInplaceUniformTensor`: uniform numbers. Source: ops-math, `random/dsa_random_uniform`.

use crate::contract::random::{held, known};
use crate::ops::draws::{Seeds, uniform};
use crate::prelude::*;

const TYPES: Dtypes = REAL_NUMBERS;

fn numbers(self_ref: &InOut, from: f64, to: f64, seeds: &dyn Fn() -> Result<Seeds>) -> Planned {
    self_ref.dtype_in(TYPES)?;
    self_ref.max_rank(8)?;
    if from > to {
        return Err(Error::value("from", from, format!("`to`, {to}, or less")).into());
    }
    // As FLOAT, but for elements that have more bits.
    let bounds = match self_ref.dtype()? {
        F64 => [from, to],
        _ => [from, to].map(|bound| f64::from(bound as f32)),
    };
    Ok(uniform(seeds()?, bounds, self_ref.update()?)?)
}

/// Fills `selfRef` with numbers from `from` up to `to`, all alike, by `seed` and `offset`.
#[aclnn]
fn aclnnInplaceUniform(
    self_ref: ConstInOut,
    from: f64,
    to: f64,
    seed: u64,
    offset: u64,
) -> Planned {
    numbers(&self_ref, from, to, &|| {
        Ok(known(seed as i64, offset as i64))
    })
}

/// Fills `selfRef` as `aclnnInplaceUniform` does, by the seed that `seedTensor` holds, and the offset of `offsetTensor` and `offset` more.
#[aclnn]
fn aclnnInplaceUniformTensor(
    self_ref: ConstInOut,
    from: f64,
    to: f64,
    seed_tensor: Input,
    offset_tensor: Input,
    offset: u64,
) -> Planned {
    numbers(&self_ref, from, to, &|| {
        held(
            on_all(&[I64, U64]),
            &seed_tensor,
            &offset_tensor,
            offset as i64,
        )
    })
}
