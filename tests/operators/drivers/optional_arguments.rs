//! Each argument that may be null is given by a sample of its operator, unless `abi/aclnn-refused.tsv` says that no value of it does anything.

use std::collections::BTreeSet;

use super::report;
use crate::argument::Argument;
use crate::table::{is_held_here, rows};
use crate::unused::unused;

/// Arguments that no sample gives yet, by operators. The list only shrinks.
const OPEN: &[(&str, &[&str])] = &[
    ("aclnnApplyAdamWQuant", &["quantModeOptional"]),
    ("aclnnFlashAttentionScore", &["prefixOptional"]),
    ("aclnnFlashAttentionScoreGrad", &["prefixOptional"]),
    (
        "aclnnFlashAttentionScoreGradV2",
        &["prefixOptional", "qStartIdxOptional", "kvStartIdxOptional"],
    ),
    (
        "aclnnFlashAttentionScoreGradV3",
        &["prefixOptional", "qStartIdxOptional", "kvStartIdxOptional"],
    ),
    (
        "aclnnFlashAttentionScoreGradV4",
        &[
            "sinkInOptional",
            "queryRopeOptional",
            "keyRopeOptional",
            "prefixOptional",
            "qStartIdxOptional",
            "kvStartIdxOptional",
            "softmaxInLayout",
            "dqRopeOut",
            "dkRopeOut",
            "dsinkOut",
        ],
    ),
    (
        "aclnnFlashAttentionScoreV2",
        &["prefixOptional", "qStartIdxOptional", "kvStartIdxOptional"],
    ),
    ("aclnnFlashAttentionScoreV3", &["prefixOptional"]),
    (
        "aclnnFlashAttentionScoreV4",
        &[
            "queryRopeOptional",
            "keyRopeOptional",
            "sinkOptional",
            "prefixOptional",
            "qStartIdxOptional",
            "kvStartIdxOptional",
            "softmaxOutLayout",
        ],
    ),
    (
        "aclnnFlashAttentionUnpaddingScoreGrad",
        &["pseShiftOptional", "prefixOptional"],
    ),
    (
        "aclnnFlashAttentionUnpaddingScoreGradV2",
        &[
            "pseShiftOptional",
            "prefixOptional",
            "qStartIdxOptional",
            "kvStartIdxOptional",
        ],
    ),
    (
        "aclnnFlashAttentionUnpaddingScoreGradV3",
        &["prefixOptional", "qStartIdxOptional", "kvStartIdxOptional"],
    ),
    (
        "aclnnFlashAttentionUnpaddingScoreGradV4",
        &["pseShiftOptional", "prefixOptional"],
    ),
    (
        "aclnnFlashAttentionUnpaddingScoreGradV5",
        &[
            "pseShiftOptional",
            "prefixOptional",
            "qStartIdxOptional",
            "kvStartIdxOptional",
        ],
    ),
    (
        "aclnnFlashAttentionVarLenScore",
        &["realShiftOptional", "prefixOptional"],
    ),
    (
        "aclnnFlashAttentionVarLenScoreV2",
        &[
            "realShiftOptional",
            "prefixOptional",
            "qStartIdxOptional",
            "kvStartIdxOptional",
        ],
    ),
    (
        "aclnnFlashAttentionVarLenScoreV3",
        &["prefixOptional", "qStartIdxOptional", "kvStartIdxOptional"],
    ),
    (
        "aclnnFlashAttentionVarLenScoreV4",
        &["realShiftOptional", "prefixOptional"],
    ),
    (
        "aclnnFlashAttentionVarLenScoreV5",
        &["prefixOptional", "qStartIdxOptional", "kvStartIdxOptional"],
    ),
    (
        "aclnnFusedInferAttentionScoreV4",
        &["dequantScaleQueryOptional"],
    ),
    ("aclnnIncreFlashAttention", &["actualSeqLengths"]),
    (
        "aclnnIncreFlashAttentionV2",
        &[
            "actualSeqLengths",
            "dequantScale1",
            "quantScale1",
            "dequantScale2",
            "quantOffset2",
        ],
    ),
    (
        "aclnnIncreFlashAttentionV3",
        &[
            "actualSeqLengths",
            "dequantScale1",
            "quantScale1",
            "dequantScale2",
            "quantOffset2",
            "antiquantScale",
            "antiquantOffset",
            "blocktable",
        ],
    ),
    (
        "aclnnIncreFlashAttentionV4",
        &[
            "actualSeqLengths",
            "dequantScale1",
            "quantScale1",
            "dequantScale2",
            "quantOffset2",
            "antiquantScale",
            "antiquantOffset",
            "blocktable",
            "kvPaddingSize",
        ],
    ),
    (
        "aclnnMlaPrologV4WeightNz",
        &["quantScaleCkrOptional", "actualSeqLenOptional"],
    ),
    ("aclnnNsaSelectedAttentionInfer", &["attenMaskOptional"]),
    ("aclnnPromptFlashAttention", &["actualSeqLengths"]),
    ("aclnnPromptFlashAttentionV2", &["actualSeqLengths"]),
    ("aclnnPromptFlashAttentionV3", &["actualSeqLengths"]),
    (
        "aclnnQuantFlashAttentionScore",
        &["attenMaskOptional", "softmaxOutout"],
    ),
    ("aclnnQuantFlashAttentionScoreGrad", &["attenMaskOptional"]),
    ("aclnnRotaryPositionEmbeddingV2", &["rotate"]),
    (
        "aclnnSparseFlashMlaGrad",
        &[
            "sequsedOriKvOptional",
            "cmpTopkLengthOptional",
            "oriSoftmaxL1NormOptional",
        ],
    ),
    ("aclnnSparseFlashMlaSoftmaxL1Norm", &["sequsedKOptional"]),
];

#[test]
fn each_optional_argument_is_given_by_a_sample() {
    let table = unused();
    let is_unused = |name: &str, argument: &str| {
        let mut lines = table.iter().filter(|line| line.is_of_this_chip());
        lines.any(|line| line.operator == name && line.argument == argument)
    };
    let open: BTreeSet<(&str, &str)> = OPEN
        .iter()
        .flat_map(|(name, arguments)| arguments.iter().map(|argument| (*name, *argument)))
        .collect();
    let mut found = Vec::new();
    for row in rows() {
        let name = row.entry.name;
        if !is_held_here(name) {
            continue;
        }
        let samples = (row.samples)();
        for (at, parameter) in row.entry.parameters.iter().enumerate() {
            let is_given = |sample: &Vec<Argument>| !matches!(sample[at], Argument::Null);
            if !parameter.optional || samples.iter().any(is_given) {
                continue;
            }
            if !is_unused(name, parameter.name) && !open.contains(&(name, parameter.name)) {
                found.push(format!("{name}: no sample gives `{}`", parameter.name));
            }
        }
    }
    report(found);
}
