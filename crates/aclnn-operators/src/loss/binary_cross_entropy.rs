//! `aclnnBinaryCrossEntropy`: cross entropy of probabilities and targets. Source: ops-nn, `loss/binary_cross_entropy`.

use crate::ops::losses::{self, BCE, Combination};
use crate::prelude::*;
use crate::tensor::Value;

/// Computes `-weight (target ln(self) + (1 - target) ln(1 - self))`, logarithms counting -100 at least, each, or the mean or the sum by `reduction` 1 or 2, rounded once.
/// All have one type; `self`, `target` and `weight`, which is 1 if it is null, one shape. Of nothing a mean is NaN, all else 0.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnBinaryCrossEntropy(
    self_: Input,
    target: Input,
    weight: Option<Input>,
    reduction: i64,
    out: Output,
) -> Planned {
    let mut tensors: Vec<&TensorArg> = vec![&self_, &target];
    tensors.extend(weight.as_deref());
    tensors.push(&out);
    for tensor in &tensors {
        tensor.dtype_in(SHORT_FLOATING)?;
    }
    if weight.is_some() {
        contract::losses::of_one_type(&tensors)?;
    }
    target.same_shape(&self_)?;
    let how = contract::combination(reduction, 2)?;
    contract::losses::of_one_type(&tensors).code(ACLNN_ERR_INNER_NULLPTR)?;
    if self_.is_empty() {
        let value = if how == Combination::Mean {
            f64::NAN
        } else {
            0.0
        };
        return contract::fill(value, &out);
    }
    match how {
        Combination::None => out.shape_fits(self_.shape(), "that of `self`")?,
        _ => out.shape_fits(&[], "one number")?,
    }
    let weight = match &weight {
        Some(weight) => {
            weight.same_shape(&self_).code(ACLNN_ERR_INNER_NULLPTR)?;
            weight.read()?.into()
        }
        None => Value::new(1.0_f32).into(),
    };
    let inputs = [self_.read()?.into(), target.read()?.into(), weight];
    let shape = self_.shape();
    Ok(losses::loss(
        &BCE,
        self_.dtype()?,
        &[],
        inputs,
        (how, shape),
        out.write()?,
    )?)
}
