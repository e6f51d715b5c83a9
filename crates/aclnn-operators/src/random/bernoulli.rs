//! `aclnnBernoulli` and its relatives: ones and zeros. Source: ops-math, `random/dsa_gen_bit_mask`.

use crate::contract::random::{known, probability};
use crate::ops::draws::{bernoulli, bernoulli_of};
use crate::prelude::*;

const TYPES: Dtypes = for_chips(
    &[F32, I32, I64, F16, I16, I8, U8, F64, Bool],
    &[F32, I32, I64, F16, I16, I8, U8, F64, Bool, Bf16],
    &[
        F32, I32, I64, F16, I16, I8, U8, U16, U32, F64, Bool, U64, Bf16,
    ],
);
const PROBABILITIES: Dtypes = FLOATING;

/// Checks of the tensors in all forms.
fn checked(place: Place) -> Result<()> {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(TYPES)?;
    out.same_dtype(self_)?;
    self_.max_rank(8)?;
    out.same_shape(self_)?;
    self_.not_private()
}

fn by_scalar(place: Place, prob: &Scalar, seed: i64, offset: i64) -> Planned {
    prob.dtype_in(PROBABILITIES)?;
    checked(place)?;
    let p = prob.to_f64().unwrap_or(f64::NAN);
    probability(prob.name(), p)?;
    Ok(bernoulli(known(seed, offset), p, place.target()?)?)
}

fn by_tensor(place: Place, prob: &Input, seed: i64, offset: i64) -> Planned {
    prob.dtype_in(PROBABILITIES)?;
    checked(place)?;
    prob.max_rank(8)?;
    prob.not_private()?;
    place.out().has_broadcast_shape(place.out(), prob)?;
    Ok(bernoulli_of(
        known(seed, offset),
        prob.read()?,
        place.target()?,
    )?)
}

/// Writes 1 with probability `prob`, else 0, to each element, by `seed` and `offset`. `self` says type and shape.
#[aclnn]
fn aclnnBernoulli(self_: Input, prob: Scalar, seed: i64, offset: i64, out: Output) -> Planned {
    by_scalar((&self_, &out).into(), &prob, seed, offset)
}

/// Writes 1, with the probability that `prob` has for the element, else 0, by `seed` and `offset`. `self` says type and shape.
#[aclnn]
fn aclnnBernoulliTensor(self_: Input, prob: Input, seed: i64, offset: i64, out: Output) -> Planned {
    by_tensor((&self_, &out).into(), &prob, seed, offset)
}

/// Writes 1 with probability `prob`, else 0, to each element of `selfRef`, by `seed` and `offset`.
#[aclnn]
fn aclnnInplaceBernoulli(self_ref: ConstInOut, prob: Scalar, seed: i64, offset: i64) -> Planned {
    by_scalar((&self_ref).into(), &prob, seed, offset)
}

/// Writes 1, with the probability that `prob` has for the element, else 0, to each element of `selfRef`, by `seed` and `offset`.
#[aclnn]
fn aclnnInplaceBernoulliTensor(
    self_ref: ConstInOut,
    prob: Input,
    seed: i64,
    offset: i64,
) -> Planned {
    by_tensor((&self_ref).into(), &prob, seed, offset)
}
