//! Checks of operators of experts: attributes, shapes of permuted rows, ranges of experts.

use std::fmt::Display;
use std::ops::RangeInclusive;

use super::{Dtypes, on_910};
use crate::argument::{Ints, TensorArg};
use crate::device::soc::{Generation, generation};
use crate::error::{Error, Result};
use crate::tensor::Dtype::*;

/// FLOAT16, BFLOAT16 and FLOAT on Ascend910B and Ascend910_93.
pub const FLOATS_ON_910B: Dtypes = on_910(&[]).and_910b_only(&[F16, Bf16, F32]);

/// FLOAT16, BFLOAT16 and FLOAT on Ascend910B, Ascend910_93 and Ascend950, and FLOAT16 and FLOAT on Ascend310P.
pub const FLOATS_AND_310P: Dtypes = on_910(&[]).and_after_910(&[F16, F32]).and_910b(&[Bf16]);

/// Returns true if the simulated chip is an Ascend310P, or one without a name.
pub fn on_310p() -> bool {
    generation() == Generation::Other
}

/// Refuses an attribute outside a range.
pub fn within(name: &'static str, got: i64, allowed: RangeInclusive<i64>) -> Result<()> {
    if allowed.contains(&got) {
        return Ok(());
    }
    let (low, high) = (*allowed.start(), *allowed.end());
    let allowed = match high {
        i64::MAX => format!("{low} or more"),
        _ => format!("{low} to {high}"),
    };
    Err(Error::value(name, got, allowed))
}

/// Refuses padded mode, which the vendor's operators do not have.
pub fn not_padded(padded_mode: bool) -> Result<()> {
    match padded_mode {
        true => Err(Error::value("paddedMode", true, "false")),
        false => Ok(()),
    }
}

/// Returns the extents of a tensor of so many dimensions; refuses another number.
pub fn extents<const N: usize>(tensor: &TensorArg) -> Result<[i64; N]> {
    tensor.rank_in(N..=N)?;
    let mut extents = [0; N];
    extents.copy_from_slice(tensor.shape());
    Ok(extents)
}

/// Refuses tensors of another shape, those that are given.
pub fn all_shaped(
    tensors: &[Option<&TensorArg>],
    shape: &[i64],
    reason: impl Display,
) -> Result<()> {
    let reason = reason.to_string();
    tensors
        .iter()
        .flatten()
        .try_for_each(|tensor| tensor.shape_is(shape, &reason))
}

/// Returns a range of experts; refuses an array of another length, and a range that is not one.
pub fn range_of(range: &Ints, lowest: i64, highest: i64) -> Result<std::ops::Range<i64>> {
    super::length_is(range, 2, "where it begins and ends")?;
    let (start, end) = (range[0], range[1]);
    if lowest <= start && start <= end && end <= highest {
        return Ok(start..end);
    }
    let allowed = format!("two numbers from {lowest} to {highest}, which rise");
    Err(Error::value(
        range.name(),
        format!("{:?}", &**range),
        allowed,
    ))
}
