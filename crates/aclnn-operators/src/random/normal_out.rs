//! `aclnnNormalFloatFloat` and its relatives: normal numbers of given means and standard deviations. Source: ops-math, `random/stateless_random_normal_v2`.

use crate::contract::random::known;
use crate::ops::draws::{normal, normal_of};
use crate::prelude::*;
use crate::tensor::Value;

const TYPES: Dtypes = FLOATING_EVERYWHERE;

/// Means or deviations: a number, or a tensor.
enum Of<'a> {
    Number(f32),
    Tensor(&'a Input),
}

impl Of<'_> {
    fn check(&self) -> Result<()> {
        match self {
            Self::Number(_) => Ok(()),
            Self::Tensor(tensor) => {
                tensor.dtype_in(TYPES)?;
                tensor.max_rank(8)
            }
        }
    }

    fn operand(&self) -> Result<Operand> {
        Ok(match self {
            Self::Number(number) => Value::new(*number).into(),
            Self::Tensor(tensor) => tensor.read()?.into(),
        })
    }
}

fn numbers(mean: Of, std: Of, seed: i64, offset: i64, out: &Output) -> Planned {
    if let Of::Number(std) = std
        && std < 0.0
    {
        return Err(Error::value("std", std, "0 or more").into());
    }
    mean.check()?;
    std.check()?;
    out.dtype_in(TYPES)?;
    out.max_rank(8)?;
    let seeds = known(seed, offset);
    match (&mean, &std) {
        (Of::Tensor(mean), Of::Tensor(std)) => out.has_broadcast_shape(mean, std)?,
        (Of::Tensor(tensor), _) | (_, Of::Tensor(tensor)) => {
            out.has_broadcast_shape(out, tensor)?;
        }
        (Of::Number(mean), Of::Number(std)) => {
            let of = [*mean, *std].map(f64::from);
            return Ok(normal(seeds, of, out.write()?)?);
        }
    }
    Ok(normal_of(
        seeds,
        mean.operand()?,
        std.operand()?,
        out.write()?,
    )?)
}

/// Fills `out` with normal numbers of this mean and standard deviation, by `seed` and `offset`.
#[aclnn]
fn aclnnNormalFloatFloat(mean: f32, std: f32, seed: i64, offset: i64, out: Output) -> Planned {
    numbers(Of::Number(mean), Of::Number(std), seed, offset, &out)
}

/// Fills `out` with normal numbers of this mean and the standard deviations of `std`, by `seed` and `offset`.
#[aclnn]
fn aclnnNormalFloatTensor(mean: f32, std: Input, seed: i64, offset: i64, out: Output) -> Planned {
    numbers(Of::Number(mean), Of::Tensor(&std), seed, offset, &out)
}

/// Fills `out` with normal numbers of the means of `mean` and this standard deviation, by `seed` and `offset`.
#[aclnn]
fn aclnnNormalTensorFloat(mean: Input, std: f32, seed: i64, offset: i64, out: Output) -> Planned {
    numbers(Of::Tensor(&mean), Of::Number(std), seed, offset, &out)
}

/// Fills `out` with normal numbers of the means of `mean` and the standard deviations of `std`, by `seed` and `offset`.
#[aclnn]
fn aclnnNormalTensorTensor(
    mean: Input,
    std: Input,
    seed: i64,
    offset: i64,
    out: Output,
) -> Planned {
    numbers(Of::Tensor(&mean), Of::Tensor(&std), seed, offset, &out)
}
