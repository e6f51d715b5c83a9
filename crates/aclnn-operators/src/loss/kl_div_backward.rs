//! `aclnnKlDivBackward`: the gradient of `aclnnKlDiv` by its input. Source: ops-nn, `loss/kl_div_loss_grad`.

use crate::contract::PairBackward;
use crate::ops::losses::{self, KL_BACKWARD, KL_LOG_BACKWARD};
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
    let backward = PairBackward::new(&grad_output, &self_, &target, &out);
    self_.casts_to(out.dtype()?)?;
    backward.all_in(SHORT_FLOATING)?;
    backward.up_to_rank_8()?;
    let shape = backward.shape_of_one(&self_)?;
    if self_.is_empty() || backward.is_empty() {
        return backward.nothing();
    }
    let factor = contract::losses::any_combination(reduction).factor(&shape);
    let compute = backward.half_or_float()?;
    let table = if log_target {
        &KL_LOG_BACKWARD
    } else {
        &KL_BACKWARD
    };
    let inputs = [grad_output.read()?.into(), target.read()?.into()];
    let out = out.write()?;
    Ok(losses::backward_of_repeated(
        table, compute, factor, inputs, &shape, out,
    )?)
}
