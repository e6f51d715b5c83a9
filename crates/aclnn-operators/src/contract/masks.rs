//! Filling where a mask is true.

use super::{Dtypes, on_910};
use crate::argument::{InOut, Input};
use crate::error::Result;
use crate::tensor::Dtype::*;

/// Types that can be filled.
pub const FILLED: Dtypes = on_910(&[F32, I32, I64, F16, I8, Bool]).and_910b(&[Bf16]);

/// Refuses a mask that does not broadcast to the tensor that it is for.
pub fn masked(self_ref: &InOut, mask: &Input) -> Result<()> {
    super::up_to_rank_8(&[self_ref, mask])?;
    super::broadcasts_in_place(self_ref, mask)
}
