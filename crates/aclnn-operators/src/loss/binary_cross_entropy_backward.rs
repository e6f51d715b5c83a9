//! `aclnnBinaryCrossEntropyBackward`: the gradient of `aclnnBinaryCrossEntropy`. Source: ops-nn, `loss/binary_cross_entropy_grad`.

use crate::contract::losses::Weighted;
use crate::ops::losses::BCE_BACKWARD;
use crate::prelude::*;

/// Computes `weight gradOutput (self - target) / (self (1 - self))`, the denominator counting 1e-12 at least, divided by the number of elements if `reduction` is 1. `target`,
/// `gradOutput` and `weightOptional`, which is 1 if it is null, broadcast to the shape of `self`.
#[aclnn]
fn aclnnBinaryCrossEntropyBackward(
    grad_output: Input,
    self_: Input,
    target: Input,
    weight_optional: Option<Input>,
    reduction: i64,
    out: Output,
) -> Planned {
    let factors = [Some(&grad_output), weight_optional.as_ref()];
    let backward = Weighted::new(&self_, &target, &factors, &out);
    backward.up_to_rank_8()?;
    backward.all_in(SHORT_FLOATING)?;
    target.same_format(&self_)?;
    if let Some(weight) = &weight_optional {
        weight.same_format(&self_)?;
    }
    if !self_.is_empty() {
        out.same_shape(&self_)?;
        contract::broadcasts_exactly(&target, &self_)?;
        backward.factors_broadcast()?;
    }
    let how = contract::combination(reduction, 2)?;
    let compute = backward.compute()?;
    out.takes(compute)?;
    if self_.is_empty() {
        return backward.nothing();
    }
    let [grad, weight] = [0, 1].map(|number| backward.factor(number));
    let inputs = [grad?, self_.read()?.into(), target.read()?.into(), weight?];
    backward.plan(&BCE_BACKWARD, how, inputs)
}
