//! `aclnnBinaryCrossEntropyWithLogitsTargetBackward`: the gradient of binary cross entropy with logits by its target. Source: ops-nn, `activation/log_sigmoid`.

use crate::ops::gradients::TARGET_BACKWARD;
use crate::prelude::*;
use crate::tensor::Value;

const TYPES: Dtypes = SHORT_EVERYWHERE;

/// Computes `gradOutput weight (posWeight ln(1 + e^-x) - ln(1 + e^x))`, divided by the number of elements if `reduction` is 1; a factor that is null is 1. `gradTarget` has the type
/// of `target`; the factors broadcast to the shape of `self`.
#[aclnn]
fn aclnnBinaryCrossEntropyWithLogitsTargetBackward(
    grad_output: Input,
    self_: Input,
    target: Input,
    weight_optional: Option<Input>,
    pos_weight_optional: Option<Input>,
    reduction: i64,
    grad_target: Output,
) -> Planned {
    let factors = [
        Some(&grad_output),
        weight_optional.as_ref(),
        pos_weight_optional.as_ref(),
    ];
    let mut tensors: Vec<&TensorArg> = vec![&grad_output, &self_, &target];
    tensors.extend(factors[1..].iter().flatten().map(|factor| &***factor));
    tensors.push(&grad_target);
    contract::up_to_rank_8(&tensors)?;
    for tensor in &tensors {
        tensor.dtype_in(TYPES)?;
    }
    grad_target.same_dtype(&target)?;
    target.same_format(&self_)?;
    grad_target.same_format(&self_)?;
    if !self_.is_empty() {
        target.same_shape(&self_)?;
        grad_target.same_shape(&self_)?;
        for factor in factors.iter().flatten() {
            contract::broadcasts_exactly(factor, &self_)?;
        }
    }
    if !(0..=2).contains(&reduction) {
        return Err(Error::value("reduction", reduction, "0, 1 or 2").into());
    }
    if self_.is_empty() {
        return Place::Between(&self_, &grad_target).nothing([]);
    }
    let count = if reduction == 1 {
        self_.numel() as f64
    } else {
        1.0
    };
    // Tensors of several types are computed in FLOAT.
    let compute = match tensors
        .iter()
        .all(|tensor| tensor.same_dtype(&target).is_ok())
    {
        true => target.dtype()?,
        false => F32,
    };
    let [grad, weight, pos_weight] = [0, 1, 2].map(|number| match factors[number] {
        Some(factor) => factor.read().map(Operand::from),
        None => Ok(Value::new(1.0_f32).into()),
    });
    let inputs = [grad?, self_.read()?.into(), weight?, pos_weight?];
    let out = grad_target.write()?;
    let count = [Value::new(count)];
    Ok(pointwise::apply(
        &TARGET_BACKWARD,
        compute,
        &count,
        inputs,
        [out],
    )?)
}
