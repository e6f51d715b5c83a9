//! `aclnnBinaryCrossEntropyWithLogitsBackward`: the gradient of `aclnnBinaryCrossEntropyWithLogits`. Source: ops-nn,
//! `loss/sigmoid_cross_entropy_with_logits_grad_v2`.

use crate::contract::losses::Weighted;
use crate::ops::losses::{BCE_LOGITS_BACKWARD, BCE_LOGITS_WEIGHTED_BACKWARD};
use crate::prelude::*;

/// Computes `weight gradOutput ((1 - target) s - posWeight target (1 - s))` of the logistic function s of `self`, divided by the number of elements if `reduction` is 1. `out` has the
/// type of `target`; the factors broadcast to the shape of `self`, and are 1 if they are null.
#[aclnn]
fn aclnnBinaryCrossEntropyWithLogitsBackward(
    grad_output: Input,
    self_: Input,
    target: Input,
    weight_optional: Option<Input>,
    pos_weight_optional: Option<Input>,
    reduction: i64,
    out: Output,
) -> Planned {
    let factors = [
        Some(&grad_output),
        weight_optional.as_ref(),
        pos_weight_optional.as_ref(),
    ];
    let backward = Weighted::new(&self_, &target, &factors, &out);
    backward.up_to_rank_8()?;
    backward.all_in(SHORT_FLOATING)?;
    out.same_dtype(&target)?;
    target.same_format(&self_)?;
    out.same_format(&self_)?;
    if !self_.is_empty() {
        target.same_shape(&self_)?;
        out.same_shape(&self_)?;
        backward.factors_broadcast()?;
    }
    let how = contract::combination(reduction, 2)?;
    if self_.is_empty() {
        return backward.nothing();
    }
    let [grad, weight, pos_weight] = [0, 1, 2].map(|number| backward.factor(number));
    let (self_, target) = (self_.read()?.into(), target.read()?.into());
    match pos_weight_optional {
        Some(_) => backward.plan(
            &BCE_LOGITS_WEIGHTED_BACKWARD,
            how,
            [grad?, self_, target, weight?, pos_weight?],
        ),
        None => backward.plan(&BCE_LOGITS_BACKWARD, how, [grad?, self_, target, weight?]),
    }
}
