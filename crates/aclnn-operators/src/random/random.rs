//! `aclnnInplaceRandom` and its relatives: random integers. Source: ops-math, `random/dsa_random_uniform`.

use crate::abi::aclnn::contract::random::{held, known};
use crate::abi::aclnn::prelude::*;
use crate::ops::draws::{Seeds, integers};

const REAL: &[Dtype] = &[F32, I32, I64, F16, I16, I8, U8, Bool, F64, Bf16];
const WITH_COMPLEX: &[Dtype] = &[
    F32, I32, I64, F16, I16, I8, U8, Bool, F64, Bf16, Complex64, Complex128,
];
const TYPES: Dtypes = for_chips(WITH_COMPLEX, WITH_COMPLEX, REAL);

/// Plans integers from `low` on; `count` says how many, from the type of the elements.
fn numbers(
    self_ref: &InOut,
    low: i64,
    count: &dyn Fn(Dtype) -> Result<u64>,
    seeds: &dyn Fn() -> Result<Seeds>,
) -> Planned {
    self_ref.dtype_in(TYPES)?;
    self_ref.max_rank(8)?;
    let count = count(self_ref.dtype()?)?;
    Ok(integers(seeds()?, low, count, self_ref.update()?)?)
}

/// How many integers there are.
fn between(from: i64, to: i64) -> Result<u64> {
    match from < to {
        true => Ok(to.wrapping_sub(from) as u64),
        false => Err(Error::value("from", from, format!("less than `to`, {to}"))),
    }
}

/// How many integers from 0 on a type holds, of floating-point types those without a gap.
fn all_of(dtype: Dtype) -> Result<u64> {
    Ok(match dtype {
        F64 | Complex128 => (1 << 53) + 1,
        F32 | Complex64 => (1 << 24) + 1,
        F16 => (1 << 11) + 1,
        Bf16 => (1 << 8) + 1,
        I64 => 1 << 63,
        I32 => 1 << 31,
        I16 => 1 << 15,
        I8 => 1 << 7,
        U8 => 1 << 8,
        _ => 2,
    })
}

/// Fills `selfRef` with integers from `from` up to `to`, which is left out, all alike, by `seed` and `offset`.
#[aclnn]
fn aclnnInplaceRandom(self_ref: ConstInOut, from: i64, to: i64, seed: i64, offset: i64) -> Planned {
    numbers(&self_ref, from, &|_| between(from, to), &|| {
        Ok(known(seed, offset))
    })
}

/// Fills `selfRef` as `aclnnInplaceRandom` does, by the seed that `seedTensor` holds, and the offset of `offsetTensor` and `offset` more.
#[aclnn]
fn aclnnInplaceRandomTensor(
    self_ref: ConstInOut,
    from: i64,
    to: i64,
    seed_tensor: Input,
    offset_tensor: Input,
    offset: i64,
) -> Planned {
    numbers(&self_ref, from, &|_| between(from, to), &|| {
        held(on_all(&[I64]), &seed_tensor, &offset_tensor, offset)
    })
}

/// Fills `selfRef` with integers from 0 up to the largest one that its type holds, of floating-point types the last one before gaps, by `seed` and `offset`.
#[aclnn]
fn aclnnInplaceRandomWithoutFromTo(self_ref: ConstInOut, seed: i64, offset: i64) -> Planned {
    numbers(&self_ref, 0, &all_of, &|| Ok(known(seed, offset)))
}

/// Fills `selfRef` as `aclnnInplaceRandomWithoutFromTo` does, by the seed that `seedTensor` holds, and the offset of `offsetTensor` and `offset` more.
#[aclnn]
fn aclnnInplaceRandomWithoutFromToTensor(
    self_ref: ConstInOut,
    seed_tensor: Input,
    offset_tensor: Input,
    offset: i64,
) -> Planned {
    numbers(&self_ref, 0, &all_of, &|| {
        held(on_all(&[I64]), &seed_tensor, &offset_tensor, offset)
    })
}
