//! `aclnnKlDivTargetBackward`: the gradient of `aclnnKlDiv` by its target. Source: ops-nn, `loss/kl_div_target_loss_grad`.

use crate::contract::PairBackward;
use crate::ops::losses::{self, KL_LOG_TARGET_BACKWARD, KL_TARGET_BACKWARD};
use crate::prelude::*;

const TYPES: Dtypes = SHORT_SINCE_910B;

/// Computes `gradOutput (ln(target) + 1 - self)`, or `gradOutput exp(target) (target + 1 - self)` if `logTarget`, divided by the number of elements if `reduction` is 1, or by the
/// first extent if it is 3; added where `target` is repeated. NaN for targets of 0 and below.
#[aclnn]
fn aclnnKlDivTargetBackward(
    grad_output: Input,
    self_: Input,
    target: Input,
    reduction: i64,
    log_target: bool,
    grad_target: Output,
) -> Planned {
    let backward = PairBackward::new(&grad_output, &self_, &target, &grad_target);
    self_.casts_to(grad_target.dtype()?)?;
    backward.all_in(TYPES)?;
    grad_target.same_dtype(&target)?;
    backward.up_to_rank_8()?;
    let shape = backward.shape_of_one(&target)?;
    contract::none_private(&[&grad_output, &self_, &target, &grad_target])?;
    if backward.is_empty() {
        return backward.nothing();
    }
    let factor = contract::losses::any_combination(reduction).factor(&shape);
    let compute = backward.half_or_float()?;
    let table = match log_target {
        true => &KL_LOG_TARGET_BACKWARD,
        false => &KL_TARGET_BACKWARD,
    };
    let inputs = [grad_output.read()?, self_.read()?, target.read()?].map(Operand::from);
    let out = grad_target.write()?;
    Ok(losses::backward_of_repeated(
        table, compute, factor, inputs, &shape, out,
    )?)
}
