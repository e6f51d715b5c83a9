//! `aclnnInplaceRandom` and its relatives: random integers. Source: ops-math, `random/dsa_random_uniform`.

use crate::contract::random::{held, known};
use crate::ops::draws::{Seeds, integers};
use crate::prelude::*;

const REAL: &[Dtype] = &[F32, I32, I64, F16, I16, I8, U8, Bool, F64, Bf16];
const WITH_COMPLEX: &[Dtype] = &[
    F32, I32, I64, F16, I16, I8, U8, Bool, F64, Bf16, Complex64, Complex128,
];
const TYPES: Dtypes = for_chips(WITH_COMPLEX, WITH_COMPLEX, REAL);

/// Plans integers from `low` on; `count` says how many, from the type of the elements. Those that the type rounds beyond `bounds` become the nearest bound.
fn numbers(
    self_ref: &InOut,
    low: i64,
    count: &dyn Fn(Dtype) -> Result<u64>,
    bounds: &dyn Fn(Dtype) -> Result<Option<[i64; 2]>>,
    seeds: &dyn Fn() -> Result<Seeds>,
) -> Planned {
    self_ref.dtype_in(TYPES)?;
    self_ref.max_rank(8)?;
    let dtype = self_ref.dtype()?;
    let (count, bounds) = (count(dtype)?, bounds(dtype)?);
    Ok(integers(seeds()?, low, count, bounds, self_ref.update()?)?)
}

/// Plans integers from `from` up to `to`, which is left out.
fn between(self_ref: &InOut, from: i64, to: i64, seeds: &dyn Fn() -> Result<Seeds>) -> Planned {
    let count = |_| match from < to {
        true => Ok(to.wrapping_sub(from) as u64),
        false => Err(Error::value("from", from, format!("less than `to`, {to}"))),
    };
    numbers(
        self_ref,
        from,
        &count,
        &|dtype| representable(dtype, from, to),
        seeds,
    )
}

/// The least and the largest integer from `from` up to `to`, without that, that a floating-point type holds. Refuses bounds between which it has none.
fn representable(dtype: Dtype, from: i64, to: i64) -> Result<Option<[i64; 2]>> {
    let (digits, largest) = match dtype {
        F16 => (11, 65_504),
        Bf16 => (8, i128::MAX),
        F32 | Complex64 => (24, i128::MAX),
        F64 | Complex128 => (53, i128::MAX),
        _ => return Ok(None),
    };
    // The next number of so many digits that is not above this one.
    let down = |number: i128| {
        let bits = i128::BITS - number.unsigned_abs().leading_zeros();
        let dropped = bits.saturating_sub(digits);
        (number >> dropped) << dropped
    };
    let least = (-down(-i128::from(from))).max(-largest);
    let most = down(i128::from(to) - 1).min(largest);
    match least <= most {
        true => Ok(Some([least as i64, most as i64])),
        false => {
            let allowed = format!("a range in which {dtype} has an integer");
            Err(Error::value(
                "from",
                format!("{from}, with `to` {to}"),
                allowed,
            ))
        }
    }
}

/// The number of integers from 0 on that a type holds, of floating-point types those without a gap.
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

/// Fills `selfRef` with integers from `from` up to `to`, which is left out, all alike, by `seed` and `offset`. What a floating-point type rounds is never `to`, nor below `from`.
#[aclnn]
fn aclnnInplaceRandom(self_ref: ConstInOut, from: i64, to: i64, seed: i64, offset: i64) -> Planned {
    between(&self_ref, from, to, &|| Ok(known(seed, offset)))
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
    between(&self_ref, from, to, &|| {
        held(on_all(&[I64]), &seed_tensor, &offset_tensor, offset)
    })
}

/// Fills `selfRef` with integers from 0 up to the largest one that its type holds, of floating-point types the last one before gaps, by `seed` and `offset`.
#[aclnn]
fn aclnnInplaceRandomWithoutFromTo(self_ref: ConstInOut, seed: i64, offset: i64) -> Planned {
    numbers(&self_ref, 0, &all_of, &|_| Ok(None), &|| {
        Ok(known(seed, offset))
    })
}

/// Fills `selfRef` as `aclnnInplaceRandomWithoutFromTo` does, by the seed that `seedTensor` holds, and the offset of `offsetTensor` and `offset` more.
#[aclnn]
fn aclnnInplaceRandomWithoutFromToTensor(
    self_ref: ConstInOut,
    seed_tensor: Input,
    offset_tensor: Input,
    offset: i64,
) -> Planned {
    numbers(&self_ref, 0, &all_of, &|_| Ok(None), &|| {
        held(on_all(&[I64]), &seed_tensor, &offset_tensor, offset)
    })
}
