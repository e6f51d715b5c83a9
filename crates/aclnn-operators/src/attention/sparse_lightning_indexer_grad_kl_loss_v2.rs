//! `aclnnSparseLightningIndexerGradKLLossV2`: the divergence of an indexer's distribution over keys from that of attention with sinks, and its gradients. Source: ops-transformer, `attention/sparse_lightning_indexer_grad_kl_loss`.

use crate::contract::indexer_training::{ANY_WEIGHTS, Goal, Heads, Training, known};
use crate::contract::sparse::NONE;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[]).and_910b(&[F16, Bf16]);

/// As `aclnnSparseLightningIndexerGradKLLoss`, on Ascend950 also of attention with a sink: `sinksOptional` is the score of one more key of each head of `query`, which `softmaxMax` and `softmaxSum` count. Of the weights of attention, summed over heads, `p`
/// is the part of each key in what sinks leave: they are divided by the number of heads less the sum of `exp(sinksOptional - softmaxMax) / softmaxSum`. Other chips refuse sinks with 361001.
#[aclnn]
fn aclnnSparseLightningIndexerGradKLLossV2(
    query: Input,
    key: Input,
    query_index: Input,
    key_index: Input,
    weight: Input,
    sparse_indices: Input,
    softmax_max: Input,
    softmax_sum: Input,
    query_rope_optional: Option<Input>,
    key_rope_optional: Option<Input>,
    actual_seq_lengths_query_optional: Option<Ints>,
    actual_seq_lengths_key_optional: Option<Ints>,
    sinks_optional: Option<Input>,
    scale_value: f64,
    layout: Option<MutText>,
    sparse_mode: i64,
    pre_tokens: i64,
    next_tokens: i64,
    deterministic: bool,
    d_query_index: ConstOutput,
    d_key_index: ConstOutput,
    d_weight: ConstOutput,
    loss: ConstOutput,
) -> Planned {
    if let Some(sinks) = sinks_optional.as_ref().filter(|_| !contract::on_950()) {
        let got = format!("of shape {:?}", sinks.shape());
        let refused = Error::value("sinksOptional", got, "null on this chip");
        return Err(refused).code(ACLNN_ERR_RUNTIME_ERROR);
    }
    let _ = (pre_tokens, next_tokens, deterministic);
    let training = Training {
        sides: known(
            [
                (
                    "actualSeqLengthsQueryOptional",
                    &actual_seq_lengths_query_optional,
                ),
                (
                    "actualSeqLengthsKeyOptional",
                    &actual_seq_lengths_key_optional,
                ),
            ],
            ("layout", layout.as_deref()),
            [&query_index, &key_index],
        ),
        weights: &weight,
        types: TYPES,
        together: ANY_WEIGHTS,
        heads: Heads::Among(if contract::on_950() {
            &[8, 16, 24, 32, 64]
        } else {
            &[8, 16, 32, 64]
        }),
        mask_mode: (("sparseMode", sparse_mode), &[3]),
        ratio: ("", 1),
        residual: ("", &NONE),
        metadata: None,
        lists: Some(&sparse_indices),
        has_heads_of_lists: true,
        goal: Goal::Attention {
            sides: [&query, &key],
            ropes: [
                ("queryRopeOptional", &query_rope_optional),
                ("keyRopeOptional", &key_rope_optional),
            ],
            statistics: [&softmax_max, &softmax_sum],
            scale: scale_value,
            depth: 512,
            has_all_heads: false,
            sinks: &sinks_optional,
        },
        known: Vec::new(),
        statistics: Vec::new(),
        softmax: None,
        loss: Some(&loss),
        gradients: Some([&d_query_index, &d_key_index, &d_weight]),
    };
    training.plan()
}
