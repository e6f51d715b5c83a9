//! `aclnnHardSwish`: elements times their hard sigmoid; on Ascend950. Source: ops-nn, `activation/hard_swish`.

use crate::ops::activations::HARD_SWISH;
use crate::prelude::*;

/// Computes `x min(max(x + 3, 0), 6) / 6` of each element, rounded once. The output has the type of the input.
#[aclnn(generated)]
fn aclnnHardSwish(x: Input, y_out: ConstOutput) -> Planned {
    x.dtype_in(SHORT_EVERYWHERE)?;
    contract::generated_on_950(&x, &y_out)?;
    Place::Between(&x, &y_out).unary(&HARD_SWISH, x.dtype()?, &[])
}
