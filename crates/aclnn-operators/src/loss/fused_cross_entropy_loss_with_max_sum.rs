//! `aclnnFusedCrossEntropyLossWithMaxSum`: the loss of rows whose classes several devices share; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-nn,
//! `loss/fused_cross_entropy_loss_with_max_sum`.

use crate::device::soc::Generation;
use crate::ops::losses::parts::loss_of_sums;
use crate::prelude::*;

/// Computes `ln(sumExpLogits) - predictedLogits` of each row, and of logits, if they are given, `exp(vocabParallelLogitsOptional - logitsMax) / sumExpLogits`. `labelSmoothing` is 0;
/// `inputOptional` and `weightOptional` do not count.
#[aclnn]
fn aclnnFusedCrossEntropyLossWithMaxSum(
    logits_max: Input,
    sum_exp_logits: Input,
    predicted_logits: Input,
    label_smoothing: f32,
    _input_optional: Option<Input>,
    _weight_optional: Option<Input>,
    vocab_parallel_logits_optional: Option<Input>,
    loss_out: Output,
    soft_max_out_optional: Option<Output>,
) -> Planned {
    let both = match (&vocab_parallel_logits_optional, &soft_max_out_optional) {
        (Some(logits), Some(out)) => Some((logits, out)),
        (Some(_), None) => {
            let error = Error::from(Reason::Null {
                arg: "softMaxOutOptional",
            });
            return Err(error.into());
        }
        (None, _) => None,
    };
    for tensor in [&logits_max, &sum_exp_logits, &predicted_logits] {
        tensor.dtype_is(F32)?;
    }
    loss_out.dtype_is(F32)?;
    if let Some((logits, out)) = both {
        logits.dtype_in(SHORT_EVERYWHERE)?;
        out.dtype_is(F32)?;
    }
    logits_max.rank_in(1..=1)?;
    sum_exp_logits.same_shape(&logits_max)?;
    predicted_logits.same_shape(&logits_max)?;
    loss_out.same_shape(&logits_max)?;
    if let Some((logits, out)) = both {
        logits.rank_in(2..=2)?;
        let shape = [logits_max.shape()[0], logits.shape()[1]];
        logits.shape_is(&shape, "the rows of `logitsMax`")?;
        out.same_shape(logits)?;
    }
    if label_smoothing != 0.0 {
        return Err(Error::value("labelSmoothing", label_smoothing, "0").into());
    }
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    let logits = match both {
        Some((logits, out)) => Some((logits.read()?, out.write()?)),
        None => None,
    };
    let inputs = [
        logits_max.read()?,
        sum_exp_logits.read()?,
        predicted_logits.read()?,
    ];
    Ok(loss_of_sums(inputs, loss_out.write()?, logits)?)
}
