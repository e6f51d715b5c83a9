//! `aclnnInplaceNormal`, `aclnnInplaceNormalTensor`: normal numbers. Source: ops-math, `random/dsa_random_normal`.

use crate::contract::random::{held, known};
use crate::ops::draws::{Seeds, normal};
use crate::prelude::*;

const TYPES: Dtypes = REAL_NUMBERS_AND_BOOL;

fn numbers(self_ref: &InOut, mean: f32, std: f32, seeds: &dyn Fn() -> Result<Seeds>) -> Planned {
    if std < 0.0 {
        return Err(Error::value("std", std, "0 or more").into());
    }
    self_ref.dtype_in(TYPES)?;
    self_ref.max_rank(8)?;
    Ok(normal(
        seeds()?,
        [mean, std].map(f64::from),
        self_ref.update()?,
    )?)
}

/// Fills `selfRef` with normal numbers of this mean and standard deviation, by `seed` and `offset`.
#[aclnn]
fn aclnnInplaceNormal(
    self_ref: ConstInOut,
    mean: f32,
    std: f32,
    seed: i64,
    offset: i64,
) -> Planned {
    numbers(&self_ref, mean, std, &|| Ok(known(seed, offset)))
}

/// Fills `selfRef` with normal numbers as `aclnnInplaceNormal` does, by the seed that `seedTensor` holds, and the offset of `offsetTensor` and `offset` more.
#[aclnn]
fn aclnnInplaceNormalTensor(
    self_ref: ConstInOut,
    mean: f32,
    std: f32,
    seed_tensor: Input,
    offset_tensor: Input,
    offset: i64,
) -> Planned {
    numbers(&self_ref, mean, std, &|| {
        held(on_all(&[I64]), &seed_tensor, &offset_tensor, offset)
    })
}
