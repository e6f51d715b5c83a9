//! Values of arguments that the vendor's pages name and that are refused: a part of `docs/operators.md`. Each is tried in the first sample of its operators.

use std::fmt::Write as _;

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::call::call;
use crate::process;
use crate::table::samples::read;
use crate::table::{all_rows, is_held_here, is_wanted, on_950};

/// The test, which each chip's operators have in a process of their own.
const THIS: &str = "docs::refused::refused_modes_are_refused_by_the_name_of_their_argument";

/// A value of an argument.
enum Value {
    Int(i64),
    Float(f64),
    Bool(bool),
    /// A tensor where there is none.
    Tensor(Dtype, &'static [i64]),
}

/// Operators, an argument, the values that are refused, and what the vendor says of them.
type Refused = (
    &'static [&'static str],
    &'static str,
    &'static [Value],
    &'static str,
);

const BLOCK_SPARSE: &[&str] = &[
    "aclnnBlockSparseAttention",
    "aclnnBlockSparseAttentionGrad",
    "aclnnBlockSparseAttentionV2",
    "aclnnBlockSparseAttentionV3",
    "aclnnRainFusionAttention",
];
const PACKED: &[&str] = &[
    "aclnnKvQuantSparseFlashAttention",
    "aclnnKvQuantSparseFlashAttentionV2",
];
const UNSUPPORTED: &str = "page: not supported at present";
const ONE_VALUE: &str = "page: one value at present";
const RESERVED: &str = "page: reserved";

/// By families: latent attention, sparse attention, hyper-connections, layers with states, boxes and the rest.
const REFUSED: &[Refused] = &[
    (
        &["aclnnMlaPreprocess", "aclnnMlaPreprocessV2"],
        "quantMode",
        &[Value::Int(1), Value::Int(2), Value::Int(3)],
        "page: not implemented",
    ),
    (
        BLOCK_SPARSE,
        "attenMaskOptional",
        &[Value::Tensor(I8, &[2048, 2048])],
        UNSUPPORTED,
    ),
    (BLOCK_SPARSE, "maskType", &[Value::Int(1)], UNSUPPORTED),
    (
        &[
            "aclnnBlockSparseAttention",
            "aclnnBlockSparseAttentionV2",
            "aclnnBlockSparseAttentionV3",
            "aclnnRainFusionAttention",
        ],
        "blockTableOptional",
        &[Value::Tensor(I32, &[1, 1])],
        UNSUPPORTED,
    ),
    (
        &["aclnnBlockSparseAttentionV3"],
        "pQuantScaleOptional",
        &[Value::Tensor(F32, &[1])],
        RESERVED,
    ),
    (
        &["aclnnRainFusionAttention"],
        "softmaxLseOptional",
        &[Value::Tensor(F32, &[1])],
        UNSUPPORTED,
    ),
    (
        &[
            "aclnnSparseFlashAttention",
            "aclnnSparseFlashAttentionV2",
            "aclnnKvQuantSparseFlashAttention",
            "aclnnKvQuantSparseFlashAttentionV2",
        ],
        "attentionMode",
        &[Value::Int(0), Value::Int(1)],
        ONE_VALUE,
    ),
    (
        PACKED,
        "keyQuantMode",
        &[Value::Int(0), Value::Int(1)],
        ONE_VALUE,
    ),
    (
        PACKED,
        "valueQuantMode",
        &[Value::Int(0), Value::Int(1)],
        ONE_VALUE,
    ),
    (PACKED, "quantScaleRepoMode", &[Value::Int(0)], ONE_VALUE),
    (
        PACKED,
        "keyDequantScaleOptional",
        &[Value::Tensor(F32, &[1])],
        RESERVED,
    ),
    (
        PACKED,
        "valueDequantScaleOptional",
        &[Value::Tensor(F32, &[1])],
        RESERVED,
    ),
    (
        &["aclnnQuantLightningIndexer"],
        "queryQuantMode",
        &[Value::Int(1)],
        ONE_VALUE,
    ),
    (
        &["aclnnQuantLightningIndexer"],
        "keyQuantMode",
        &[Value::Int(1)],
        ONE_VALUE,
    ),
    (
        &[
            "aclnnSparseFlashMla",
            "aclnnQuantSparseFlashMla",
            "aclnnMixedQuantSparseFlashMla",
        ],
        "topkValueMode",
        &[Value::Int(0), Value::Int(2)],
        ONE_VALUE,
    ),
    (
        &["aclnnSparseFlashMlaGrad"],
        "oriTopkLengthOptional",
        &[Value::Tensor(I32, &[1])],
        UNSUPPORTED,
    ),
    (
        &["aclnnNsaCompress", "aclnnNsaCompressGrad"],
        "actSeqLenType",
        &[Value::Int(1)],
        ONE_VALUE,
    ),
    (
        &["aclnnNsaCompressWithCache"],
        "actSeqLenType",
        &[Value::Int(0)],
        ONE_VALUE,
    ),
    (
        &["aclnnMhcPreSinkhorn"],
        "numIters",
        &[Value::Int(10)],
        ONE_VALUE,
    ),
    (
        &["aclnnMhcPreSinkhorn"],
        "hcMult",
        &[Value::Int(6), Value::Int(8)],
        ONE_VALUE,
    ),
    (
        &["aclnnCIoU"],
        "isCross",
        &[Value::Bool(true)],
        "page: a mode, and an error",
    ),
    (
        &["aclnnRasterizer"],
        "useDepthPrior",
        &[Value::Int(1)],
        UNSUPPORTED,
    ),
    (
        &["aclnnFusedLinearCrossEntropyLossGrad"],
        "labelSmoothing",
        &[Value::Float(0.125)],
        ONE_VALUE,
    ),
    (
        &["aclnnSwinAttentionScoreQuant"],
        "paddingMask2Optional",
        &[Value::Tensor(F16, &[1])],
        UNSUPPORTED,
    ),
];

impl Value {
    fn word(&self) -> String {
        match self {
            Value::Int(value) => value.to_string(),
            Value::Float(_) => "other than 0".into(),
            Value::Bool(value) => value.to_string(),
            Value::Tensor(..) => "a tensor".into(),
        }
    }

    fn argument(&self) -> Argument {
        match self {
            Value::Int(value) => Argument::Int(*value),
            Value::Float(value) => Argument::Float(*value),
            Value::Bool(value) => Argument::Bool(*value),
            Value::Tensor(dtype, shape) => read(*dtype, shape, &[0.0]),
        }
    }
}

/// The part of the document.
pub fn text() -> String {
    let mut text = "\n## Refused modes\n\nValues that pages of latent and sparse attention, hyper-connections, layers with states, boxes and the rest name as modes, and that are refused here; a test tries each. \
                    What pages exclude by types, shapes and chips is in [compatibility.md](compatibility.md).\n\n\
                    | operators | argument | refused | why |\n|---|---|---|---|\n"
        .to_owned();
    for (operators, argument, values, reason) in REFUSED {
        let operators: Vec<String> = operators.iter().map(|name| format!("`{name}`")).collect();
        let values: Vec<String> = values.iter().map(Value::word).collect();
        let cells = [
            operators.join("<br>"),
            format!("`{argument}`"),
            values.join(", "),
            (*reason).into(),
        ];
        writeln!(text, "| {} |", cells.join(" | ")).unwrap();
    }
    text
}

#[test]
fn refused_modes_are_refused_by_the_name_of_their_argument() {
    let rows = all_rows();
    let mut tried = 0;
    for (operators, argument, values, _) in REFUSED {
        for name in operators
            .iter()
            .filter(|name| is_held_here(name) && is_wanted(name))
        {
            let row = rows.iter().find(|row| row.entry.name == *name);
            let row = row.unwrap_or_else(|| panic!("no row of {name}"));
            let (at, first) = (row.position(argument), (row.samples)().swap_remove(0));
            for value in *values {
                let mut sample = first.clone();
                sample[at] = value.argument();
                let message = match call(row.entry, &sample) {
                    Ok(_) => panic!("{name} takes {} as `{argument}`", value.word()),
                    Err(refusal) => refusal.message,
                };
                assert!(message.contains(argument), "{name}, {argument}: {message}");
                tried += 1;
            }
        }
    }
    assert!(tried > 0 || std::env::var_os("HOSTNPU_TEST_ROWS").is_some());
    if on_950() {
        for chip in ["Ascend910B1", "Ascend310P3"] {
            process::assert_passes(THIS, &[("HOSTNPU_SOC", chip)]);
        }
    }
}
