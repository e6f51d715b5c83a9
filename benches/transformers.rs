//! An operator of each engine of language models and of detection, beside the time of copying all operands once: attention to listed keys, scored selection, the prolog of latent attention,
//! recurrences, hyper-connections, boxes; and Fourier transforms.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use hostnpu::abi::acl::types::aclDataType;
use support::named::Case;
use support::named::Operand::{self, *};
use support::values::Type::{Bf16, F32};

/// `preTokens` and `nextTokens` without a window.
const WHOLE: Operand = Int(i64::MAX);

const QUERIES: i64 = 4;
const KEYS: i64 = 8192;

/// Keys of a list.
const LISTED: i64 = 2048;

/// Different keys for each query.
fn lists() -> Operand {
    let key = |at: i64| (at * 1237 % KEYS) as i32;
    Indices(
        (0..QUERIES * LISTED).map(key).collect(),
        vec![1, QUERIES, 1, LISTED],
    )
}

/// Arguments of attention to lists that both forms have.
fn attention(key: Operand, width: i64) -> Vec<(&'static str, Operand)> {
    vec![
        ("query", Numbers(Bf16, vec![1, QUERIES, 128, width])),
        ("key", key.clone()),
        ("value", key),
        ("sparseIndices", lists()),
        ("scaleValue", Float(0.0417)),
        ("sparseBlockSizeOptional", Int(1)),
        ("layoutQueryOptional", Text(c"BSND")),
        ("layoutKvOptional", Text(c"BSND")),
        ("sparseMode", Int(0)),
        ("preTokens", WHOLE),
        ("nextTokens", WHOLE),
        ("attentionMode", Int(2)),
        ("attentionOut", Numbers(Bf16, vec![1, QUERIES, 128, 512])),
    ]
}

fn listed() -> Vec<(&'static str, Operand)> {
    let mut all = attention(Numbers(Bf16, vec![1, KEYS, 1, 512]), 512);
    all.extend([
        (
            "queryRopeOptional",
            Numbers(Bf16, vec![1, QUERIES, 128, 64]),
        ),
        ("keyRopeOptional", Numbers(Bf16, vec![1, KEYS, 1, 64])),
        ("returnSoftmaxLse", Bool(false)),
    ]);
    all
}

fn listed_with_scales() -> Vec<(&'static str, Operand)> {
    let mut all = attention(Bytes(aclDataType::ACL_INT8, vec![1, KEYS, 1, 656]), 576);
    all.extend([
        ("keyQuantMode", Int(2)),
        ("valueQuantMode", Int(2)),
        ("quantScaleRepoMode", Int(1)),
        ("tileSize", Int(128)),
        ("ropeHeadDim", Int(64)),
    ]);
    all
}

/// 64 heads, 16 queries, 8192 keys.
fn selection() -> Vec<(&'static str, Operand)> {
    vec![
        ("query", Numbers(Bf16, vec![1, 16, 64, 128])),
        ("key", Numbers(Bf16, vec![1, KEYS, 1, 128])),
        ("weights", Numbers(Bf16, vec![1, 16, 64])),
        ("layoutQueryOptional", Text(c"BSND")),
        ("layoutKeyOptional", Text(c"BSND")),
        ("sparseCount", Int(LISTED)),
        ("sparseMode", Int(3)),
        ("preTokens", WHOLE),
        ("nextTokens", WHOLE),
        ("returnValues", Bool(false)),
        (
            "sparseIndicesOut",
            Indices(vec![0; 16 * 2048], vec![1, 16, 1, LISTED]),
        ),
    ]
}

/// 8 tokens of 7168 elements, 32 heads.
fn prolog() -> Vec<(&'static str, Operand)> {
    vec![
        ("tokenX", Numbers(Bf16, vec![8, 7168])),
        ("weightDq", Blocks(Bf16, [7168, 1536])),
        ("weightUqQr", Blocks(Bf16, [1536, 32 * 192])),
        ("weightUk", Numbers(Bf16, vec![32, 128, 512])),
        ("weightDkvKr", Blocks(Bf16, [7168, 576])),
        ("rmsnormGammaCq", Numbers(Bf16, vec![1536])),
        ("rmsnormGammaCkv", Numbers(Bf16, vec![512])),
        ("ropeSin", Numbers(Bf16, vec![8, 64])),
        ("ropeCos", Numbers(Bf16, vec![8, 64])),
        ("kvCacheRef", Numbers(Bf16, vec![4, 16, 1, 512])),
        ("krCacheRef", Numbers(Bf16, vec![4, 16, 1, 64])),
        ("cacheIndexOptional", LongIndices((0..8).collect(), vec![8])),
        ("rmsnormEpsilonCq", Float(1e-5)),
        ("rmsnormEpsilonCkv", Float(1e-5)),
        ("cacheModeOptional", Text(c"PA_BSND")),
        ("weightQuantMode", Int(0)),
        ("kvCacheQuantMode", Int(0)),
        ("queryQuantMode", Int(0)),
        ("ckvkrRepoMode", Int(0)),
        ("quantScaleRepoMode", Int(0)),
        ("tileSize", Int(128)),
        ("qcQrScale", Float(1.0)),
        ("kcScale", Float(1.0)),
        ("queryOut", Numbers(Bf16, vec![8, 32, 512])),
        ("queryRopeOut", Numbers(Bf16, vec![8, 32, 64])),
    ]
}

/// A token for each of 16 sequences: 32 heads with states of 128 by 128.
fn steps() -> Vec<(&'static str, Operand)> {
    vec![
        ("query", Numbers(Bf16, vec![16, 16, 128])),
        ("key", Numbers(Bf16, vec![16, 16, 128])),
        ("value", Numbers(Bf16, vec![16, 32, 128])),
        ("beta", Numbers(Bf16, vec![16, 32])),
        ("stateRef", Numbers(Bf16, vec![16, 32, 128, 128])),
        ("actualSeqLengths", Indices(vec![1; 16], vec![16])),
        ("ssmStateIndices", Indices((0..16).collect(), vec![16])),
        ("g", Numbers(F32, vec![16, 32])),
        ("scaleValue", Float(0.088)),
        ("out", Numbers(Bf16, vec![16, 32, 128])),
    ]
}

/// 512 tokens of one sequence, 8 heads.
fn chunks() -> Vec<(&'static str, Operand)> {
    vec![
        ("query", Numbers(Bf16, vec![512, 8, 128])),
        ("key", Numbers(Bf16, vec![512, 8, 128])),
        ("value", Numbers(Bf16, vec![512, 8, 128])),
        ("beta", Numbers(Bf16, vec![512, 8])),
        ("initialState", Numbers(Bf16, vec![1, 8, 128, 128])),
        ("actualSeqLengths", Indices(vec![512], vec![1])),
        ("gOptional", Given(vec![-0.01; 512 * 8], vec![512, 8])),
        ("scaleValue", Float(0.088)),
        ("out", Numbers(Bf16, vec![512, 8, 128])),
        ("finalState", Numbers(Bf16, vec![1, 8, 128, 128])),
    ]
}

/// 1024 tokens of four streams of 2048 elements.
fn streams() -> Vec<(&'static str, Operand)> {
    vec![
        ("x", Numbers(Bf16, vec![1, 1024, 4, 2048])),
        ("phi", Numbers(F32, vec![24, 4 * 2048])),
        ("alpha", Numbers(F32, vec![3])),
        ("bias", Numbers(F32, vec![24])),
        ("normEps", Float(1e-6)),
        ("hcEps", Float(1e-6)),
        ("hIn", Numbers(Bf16, vec![1, 1024, 2048])),
        ("hPost", Numbers(F32, vec![1, 1024, 4])),
        ("hRes", Numbers(F32, vec![1, 1024, 4, 4])),
    ]
}

fn mixed() -> Vec<(&'static str, Operand)> {
    vec![
        ("x", Numbers(Bf16, vec![1, 1024, 4, 2048])),
        ("hRes", Numbers(F32, vec![1, 1024, 4, 4])),
        ("hOut", Numbers(Bf16, vec![1, 1024, 2048])),
        ("hPost", Numbers(F32, vec![1, 1024, 4])),
        ("out", Numbers(Bf16, vec![1, 1024, 4, 2048])),
    ]
}

/// A box inside a map of 608 by 400.
fn corners(k: usize) -> [f32; 4] {
    let [x, y] = [k * 37 % 400, k * 53 % 300].map(|at| at as f32);
    [
        x,
        y,
        x + 40.0 + (k % 150) as f32,
        y + 30.0 + (k % 70) as f32,
    ]
}

/// 512 regions of a map of 256 channels.
fn regions() -> Vec<(&'static str, Operand)> {
    let region = |k: usize| [0.0].into_iter().chain(corners(k));
    vec![
        ("x", Numbers(F32, vec![1, 256, 100, 152])),
        (
            "rois",
            Given((0..512).flat_map(region).collect(), vec![512, 5]),
        ),
        ("pooledH", Int(7)),
        ("pooledW", Int(7)),
        ("spatialScaleH", Float(0.25)),
        ("spatialScaleW", Float(0.25)),
        ("y", Numbers(F32, vec![512, 256, 7, 7])),
        (
            "argmax",
            Indices(vec![0; 512 * 256 * 49], vec![512, 256, 7, 7]),
        ),
    ]
}

/// 2048 boxes with 2048 others.
fn overlaps() -> Vec<(&'static str, Operand)> {
    let boxes = |first: usize| (first..first + 2048).flat_map(corners).collect();
    vec![
        ("bBoxes", Given(boxes(0), vec![2048, 4])),
        ("gtBoxes", Given(boxes(5000), vec![2048, 4])),
        ("mode", Text(c"iou")),
        ("eps", Float(1.0)),
        ("aligned", Bool(false)),
        ("overlap", Numbers(F32, vec![2048, 2048])),
    ]
}

/// Frames of 25 ms each 10 ms, of 16 sequences of 3 s.
fn frames() -> Vec<(&'static str, Operand)> {
    vec![
        ("self", Numbers(F32, vec![16, 48000])),
        ("windowOptional", Numbers(F32, vec![400])),
        ("out", Numbers(F32, vec![16, 201, 298, 2])),
        ("nFft", Int(400)),
        ("hopLength", Int(160)),
        ("winLength", Int(400)),
        ("normalized", Bool(false)),
        ("onesided", Bool(true)),
        ("returnComplex", Bool(false)),
    ]
}

fn transforms() -> Vec<(&'static str, Operand)> {
    vec![
        ("self", Numbers(F32, vec![256, 4096])),
        ("n", Int(4096)),
        ("dim", Int(1)),
        ("norm", Int(1)),
        ("out", Numbers(F32, vec![256, 2049, 2])),
    ]
}

fn main() {
    let case = Case::new;
    let results = QUERIES * 128 * 512;
    support::criterion::run(
        "transformers",
        &[
            case(
                "aclnnSparseFlashAttention",
                "bf16, 2048 of 8192 keys",
                results,
                listed,
            ),
            case(
                "aclnnKvQuantSparseFlashAttention",
                "int8, 2048 of 8192 keys",
                results,
                listed_with_scales,
            ),
            case(
                "aclnnLightningIndexer",
                "bf16, 16 queries, 8192 keys",
                16 * KEYS,
                selection,
            ),
            case(
                "aclnnMlaPrologV3WeightNz",
                "bf16, 8 tokens",
                8 * 7168,
                prolog,
            ),
            case(
                "aclnnRecurrentGatedDeltaRule",
                "bf16 states",
                16 * 32 * 128 * 128,
                steps,
            ),
            case(
                "aclnnChunkGatedDeltaRule",
                "bf16, 512 tokens",
                512 * 8 * 128,
                chunks,
            ),
            case(
                "aclnnMhcPre",
                "bf16, 4 streams of 2048",
                1024 * 4 * 2048,
                streams,
            ),
            case(
                "aclnnMhcPost",
                "bf16, 4 streams of 2048",
                1024 * 4 * 2048,
                mixed,
            ),
            case(
                "aclnnRoiPoolingWithArgMax",
                "f32, 7 by 7",
                512 * 256 * 49,
                regions,
            ),
            case("aclnnIou", "f32, 2048 boxes", 2048 * 2048, overlaps),
            case("aclStft", "f32, 400 by 160", 16 * 201 * 298, frames),
            case("aclRfft1D", "f32 of 4096", 256 * 2049, transforms),
        ],
    );
}
