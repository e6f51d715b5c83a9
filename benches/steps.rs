//! Steps of language models beside the time of copying all operands once: decoding over a cache in blocks, rotary positions, writing of caches, norms and activations that quantise, and
//! tokens on their way to experts and back.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use hostnpu::abi::acl::types::aclDataType;
use support::named::Case;
use support::named::Operand::{self, *};
use support::values::Type::{Bf16, F32};

type Arguments = Vec<(&'static str, Operand)>;

/// Sequences, keys of each, rows of a block.
const SEQUENCES: i64 = 8;
const KEYS: i64 = 4096;
const BLOCK: i64 = 128;

const TOKENS: i64 = 4096;
const HEADS: i64 = 32;
const WIDTH: i64 = 128;
const COLUMNS: i64 = 4096;

/// A query of 32 heads for each sequence, 8 heads of keys.
fn decode() -> Arguments {
    let blocks = SEQUENCES * KEYS / BLOCK;
    let cache = || List(Box::new(Numbers(Bf16, vec![blocks, BLOCK, 8 * WIDTH])));
    // Blocks of a sequence lie apart.
    let table = (0..blocks).map(|at| (at * 37 % blocks) as i32).collect();
    vec![
        ("query", Numbers(Bf16, vec![SEQUENCES, 1, HEADS, WIDTH])),
        ("key", cache()),
        ("value", cache()),
        (
            "actualSeqLengthsKvOptional",
            Ints(vec![KEYS; SEQUENCES as usize]),
        ),
        (
            "blockTableOptional",
            Indices(table, vec![SEQUENCES, KEYS / BLOCK]),
        ),
        ("numHeads", Int(HEADS)),
        ("scaleValue", Float(0.088)),
        ("preTokens", Int(i64::from(i32::MAX))),
        ("nextTokens", Int(i64::from(i32::MAX))),
        ("inputLayout", Text(c"BSND")),
        ("numKeyValueHeads", Int(8)),
        ("sparseMode", Int(0)),
        ("innerPrecise", Int(1)),
        ("blockSize", Int(BLOCK)),
        ("antiquantMode", Int(0)),
        ("softmaxLseFlag", Bool(false)),
        ("keyAntiquantMode", Int(0)),
        ("valueAntiquantMode", Int(0)),
        ("queryQuantMode", Int(0)),
        ("pseType", Int(0)),
        (
            "attentionOut",
            Numbers(Bf16, vec![SEQUENCES, 1, HEADS, WIDTH]),
        ),
    ]
}

fn rotated(mode: i64) -> Arguments {
    vec![
        ("x", Numbers(Bf16, vec![1, TOKENS, HEADS, WIDTH])),
        ("cos", Numbers(Bf16, vec![1, TOKENS, 1, WIDTH])),
        ("sin", Numbers(Bf16, vec![1, TOKENS, 1, WIDTH])),
        ("mode", Int(mode)),
        ("out", Numbers(Bf16, vec![1, TOKENS, HEADS, WIDTH])),
    ]
}

/// Rows of tokens to slots that lie apart.
fn stored() -> Arguments {
    let rows = || Numbers(Bf16, vec![TOKENS, HEADS, WIDTH]);
    let cache = || Numbers(Bf16, vec![TOKENS / BLOCK, BLOCK, HEADS, WIDTH]);
    let slots = (0..TOKENS).map(|at| (at * 1237 % TOKENS) as i32).collect();
    vec![
        ("key", rows()),
        ("keyCacheRef", cache()),
        ("slotMapping", Indices(slots, vec![TOKENS])),
        ("value", rows()),
        ("valueCacheRef", cache()),
    ]
}

fn quantised() -> Arguments {
    vec![
        ("x", Numbers(Bf16, vec![TOKENS, COLUMNS])),
        ("yOut", Bytes(aclDataType::ACL_INT8, vec![TOKENS, COLUMNS])),
        ("scaleOut", Numbers(F32, vec![TOKENS])),
    ]
}

fn normed() -> Arguments {
    let x = || Numbers(Bf16, vec![TOKENS, COLUMNS]);
    vec![
        ("x1", x()),
        ("x2", x()),
        ("gamma", Numbers(Bf16, vec![COLUMNS])),
        ("scales1", Numbers(F32, vec![COLUMNS])),
        ("axis", Int(-1)),
        ("epsilon", Float(1e-6)),
        ("divMode", Bool(true)),
        ("y1Out", Bytes(aclDataType::ACL_INT8, vec![TOKENS, COLUMNS])),
        // Not written without a second scale.
        ("y2Out", Bytes(aclDataType::ACL_INT8, vec![1])),
        ("xOut", x()),
    ]
}

fn gated() -> Arguments {
    vec![
        ("x", Numbers(Bf16, vec![TOKENS, 2 * COLUMNS])),
        ("activateLeft", Bool(false)),
        ("quantModeOptional", Text(c"dynamic")),
        ("groupListType", Int(0)),
        ("dstType", Int(2)),
        ("yOut", Bytes(aclDataType::ACL_INT8, vec![TOKENS, COLUMNS])),
        ("scaleOut", Numbers(F32, vec![TOKENS])),
    ]
}

/// Tokens, elements, experts of a token of 256.
const ROUTED: i64 = 8192;
const HIDDEN: i64 = 7168;
const CHOSEN: i64 = 8;

fn routed() -> Arguments {
    let experts = (0..ROUTED * CHOSEN)
        .map(|at| ((at / CHOSEN * 97 + at % CHOSEN * 31) % 256) as i32)
        .collect();
    vec![
        ("x", Numbers(Bf16, vec![ROUTED, HIDDEN])),
        ("expertIdx", Indices(experts, vec![ROUTED, CHOSEN])),
        ("activeNumOptional", Int(0)),
        ("expertCapacityOptional", Int(0)),
        ("expertNumOptional", Int(256)),
        ("dropPadModeOptional", Int(0)),
        ("expertTokensCountOrCumsumFlagOptional", Int(0)),
        ("expertTokensBeforeCapacityFlagOptional", Bool(false)),
        ("expandedXOut", Numbers(Bf16, vec![ROUTED * CHOSEN, HIDDEN])),
        (
            "expandedRowIdxOut",
            Indices(vec![0; (ROUTED * CHOSEN) as usize], vec![ROUTED * CHOSEN]),
        ),
    ]
}

fn finalized() -> Arguments {
    // The place of each row among those of its experts.
    let places = (0..ROUTED * CHOSEN)
        .map(|at| (at * 1237 % (ROUTED * CHOSEN)) as i32)
        .collect();
    vec![
        ("expandedX", Numbers(Bf16, vec![ROUTED * CHOSEN, HIDDEN])),
        ("expandedRowIdx", Indices(places, vec![ROUTED * CHOSEN])),
        ("scalesOptional", Numbers(Bf16, vec![ROUTED, CHOSEN])),
        ("dropPadMode", Int(0)),
        ("out", Numbers(Bf16, vec![ROUTED, HIDDEN])),
    ]
}

fn main() {
    let case = Case::new;
    let (rows, matrix) = (TOKENS * HEADS * WIDTH, TOKENS * COLUMNS);
    let expanded = ROUTED * CHOSEN * HIDDEN;
    support::criterion::run(
        "steps",
        &[
            case(
                "aclnnFusedInferAttentionScoreV5",
                "bf16, 8 queries of 32 heads, 4096 keys of 8 heads in blocks",
                SEQUENCES * KEYS * 8 * WIDTH * 2,
                decode,
            ),
            case("aclnnRotaryPositionEmbedding", "bf16, halves", rows, || {
                rotated(0)
            }),
            case(
                "aclnnRotaryPositionEmbedding",
                "bf16, neighbours",
                rows,
                || rotated(1),
            ),
            case(
                "aclnnScatterPaKvCache",
                "bf16, keys and values",
                2 * rows,
                stored,
            ),
            case("aclnnDynamicQuant", "bf16 to int8", matrix, quantised),
            case("aclnnAddRmsNormQuant", "bf16 to int8", matrix, normed),
            case("aclnnSwiGluQuantV2", "bf16 to int8", matrix, gated),
            case("aclnnMoeInitRoutingV2", "bf16, 8 of 256", expanded, routed),
            case(
                "aclnnMoeFinalizeRoutingV2",
                "bf16, 8 of 256",
                expanded,
                finalized,
            ),
        ],
    );
}
