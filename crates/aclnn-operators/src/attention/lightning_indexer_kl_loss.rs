//! `aclnnLightningIndexerKLLoss`: the divergence of an indexer's distributions over keys from those of attention. Source: ops-transformer, `attention/lightning_indexer_kl_loss`.

use crate::ops::losses::divergence::{Divergence, divergence};
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[]).and_910b(&[F16, Bf16, F32]);

/// The most numbers of a row.
const COLUMNS: i64 = 8192;

/// Writes the sum of `(ln(max(P, eps)) - ln(indexProbs + eps)) * weight`, where `P` is `targetScore / (sum of its row + eps)`, and `weight` is `targetScore` if `weightType` is `logits`, `P` if it is `probs`. FLOAT16, BFLOAT16 or FLOAT, all alike; (T, K) or
/// (B, S, K) with `K` up to 8192. `eps` is above 0, `loss` one number.
#[aclnn]
fn aclnnLightningIndexerKLLoss(
    target_score: Input,
    index_probs: Input,
    eps: f64,
    weight_type: Text,
    loss: ConstOutput,
) -> Planned {
    target_score.dtype_in(TYPES)?;
    index_probs.same_dtype(&target_score)?;
    loss.same_dtype(&target_score)?;
    let planned = || -> Result<Call> {
        target_score.rank_in(2..=3)?;
        index_probs.same_shape(&target_score)?;
        loss.shape_is(&[1], "one number")?;
        match target_score.shape().last() {
            Some(1..=COLUMNS) if !target_score.is_empty() => {}
            _ => {
                let allowed = format!("rows of 1 to {COLUMNS} numbers");
                return Err(target_score.shape_refused(allowed));
            }
        }
        if eps.is_nan() || eps <= 0.0 {
            return Err(Error::value("eps", eps, "above 0"));
        }
        let by_probabilities = match &*weight_type {
            "logits" => false,
            "probs" => true,
            other => {
                let got = format!("{other:?}");
                return Err(Error::value("weightType", got, "\"logits\" or \"probs\""));
            }
        };
        divergence(Divergence {
            target: target_score.read()?,
            given: index_probs.read()?,
            epsilon: eps,
            by_probabilities,
            loss: loss.write()?,
        })
    };
    planned().code(ACLNN_ERR_INNER_TILING_ERROR)
}
