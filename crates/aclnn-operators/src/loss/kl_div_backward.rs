//! `aclnnKlDivBackward`: the gradient of `aclnnKlDiv` by its input. Source: ops-nn, `loss/kl_div_loss_grad`.

use crate::contract::PairSlope;
use crate::ops::losses::{self, KL_LOG_SLOPE, KL_SLOPE};
use crate::prelude::*;

/// Computes `-target gradOutput`, or `-exp(target) gradOutput` if `logTarget`, divided by the number of elements if `reduction` is 1, or by the first extent if it is 3;
/// added where `self` is repeated.
#[aclnn]
fn aclnnKlDivBackward(
    grad_output: Input,
    self_: Input,
    target: Input,
    reduction: i64,
    log_target: bool,
    out: Output,
) -> Planned {
    let slope = PairSlope::new(&grad_output, &self_, &target, &out);
    self_.casts_to(out.dtype()?)?;
    slope.all_in(SHORT_FLOATING)?;
    slope.up_to_rank_8()?;
    let shape = slope.shape_of_one(&self_)?;
    if self_.is_empty() || slope.is_empty() {
        return slope.nothing();
    }
    let factor = contract::losses::any_combination(reduction).factor(&shape);
    let compute = slope.half_or_float()?;
    let table = if log_target { &KL_LOG_SLOPE } else { &KL_SLOPE };
    let inputs = [grad_output.read()?.into(), target.read()?.into()];
    let out = out.write()?;
    Ok(losses::slope_of_repeated(
        table, compute, factor, inputs, &shape, out,
    )?)
}
