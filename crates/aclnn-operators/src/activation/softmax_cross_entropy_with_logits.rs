//! `aclnnSoftmaxCrossEntropyWithLogits`: cross entropy of rows of logits and distributions. Source: ops-nn, `activation/softmax_cross_entropy_with_logits`.

use crate::ops::losses::cross_entropy;
use crate::prelude::*;

/// Computes `-sum(labels log_softmax(features))` of each row, and `softmax(features) - labels`. `labels` broadcast to `features`, whose type the outputs have.
#[aclnn]
fn aclnnSoftmaxCrossEntropyWithLogits(
    features: Input,
    labels: MutInput,
    loss: Output,
    backprop: Output,
) -> Planned {
    features.dtype_in(SHORT_FLOATING)?;
    labels.dtype_in(SHORT_FLOATING)?;
    loss.same_dtype(&features)?;
    backprop.same_dtype(&features)?;
    features.rank_in(2..=2)?;
    labels.rank_in(2..=2)?;
    if features.is_empty() || labels.is_empty() {
        let outputs = [loss.write()?, backprop.write()?];
        return Ok(Call::nothing(
            [features.read()?, labels.read()?]
                .into_iter()
                .chain(outputs),
        ));
    }
    if contract::on_950() {
        labels
            .same_dtype(&features)
            .code(ACLNN_ERR_INNER_TILING_ERROR)?;
    }
    contract::broadcasts_exactly(&labels, &features)?;
    loss.copies_fit(&features.shape()[..1], "the rows of `features`")?;
    backprop.copies_fit(features.shape(), "that of `features`")?;
    let (loss, backprop) = (loss.write()?, backprop.write()?);
    Ok(cross_entropy::soft(
        features.read()?,
        labels.read()?,
        loss,
        backprop,
    )?)
}
