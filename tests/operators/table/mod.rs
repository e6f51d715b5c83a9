//! The table: one row for each operator.

mod activation;
mod attention;
mod control;
mod conv;
mod conversion;
mod ffn;
mod foreach;
mod image;
mod index;
mod loss;
mod mamba;
mod math;
mod matmul;
mod mc2;
mod mhc;
mod moe;
mod norm;
mod objdetect;
mod optim;
mod pooling;
mod posembedding;
mod quant;
mod random;
mod rnn;
mod row;
pub mod samples;
pub mod shared;
pub mod unary;
mod vfusion;

pub use row::{
    Accuracy, BROADCAST, ELEMENTWISE, EMPTY, Holds, IN_PLACE, OVERLAP, RANK_0, RANK_8, Reference,
    Row, SHAPE, STRIDED, entry,
};
pub use shared::movement::formats;
pub use shared::workers::Words;

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;

/// The rows of the operators that the chip of this process has.
pub fn rows() -> Vec<Row> {
    let soc = std::env::var("HOSTNPU_SOC").unwrap_or_default();
    let is_here = |row: &Row| match ONLY_ON_310P.contains(&row.entry.name) {
        true => soc.starts_with("Ascend310P"),
        false => !is_absent_on_950(row.entry.name) || !on_950(),
    };
    all_rows().into_iter().filter(is_here).collect()
}

/// True if this process simulates an Ascend950.
pub fn on_950() -> bool {
    std::env::var("HOSTNPU_SOC").map_or(true, |name| name.starts_with("Ascend950"))
}

/// True if Ascend950 has no such operator: all drivers hold it to the table in a process with another chip.
pub fn is_absent_on_950(name: &str) -> bool {
    fails_first_on_950(name) || ONLY_ON_910B.contains(&name) || ONLY_ON_310P.contains(&name)
}

/// True if the drivers hold an operator on the chip of this process.
pub fn is_held_here(name: &str) -> bool {
    let on_310p = std::env::var("HOSTNPU_SOC").is_ok_and(|soc| soc.starts_with("Ascend310P"));
    match on_950() {
        true => !is_absent_on_950(name),
        false => is_absent_on_950(name) && ONLY_ON_310P.contains(&name) == on_310p,
    }
}

/// Operators that are on Ascend910B and Ascend910_93 alone.
const ONLY_ON_910B: &[&str] = &[
    "aclnnAttentionToFFN",
    "aclnnAttentionWorkerCombine",
    "aclnnAlltoAllAllGatherBatchMatMul",
    "aclnnBatchMatMulReduceScatterAlltoAll",
    "aclnnFFNToAttention",
    "aclnnFusedLinearCrossEntropyLossGrad",
    "aclnnFusedLinearOnlineMaxSum",
    "aclnnMlaPreprocess",
    "aclnnMlaPreprocessV2",
    "aclnnRasterizer",
    "aclnnRoiAlign",
    "aclnnRoiAlignV2",
    "aclnnSilentCheck",
    "aclnnSilentCheckV2",
    "aclnnSinkhorn",
    "aclnnSparse4to2QuantMatmulWeightNz",
    "aclnnThnnFusedLstmCell",
    "aclnnThnnFusedLstmCellBackward",
];

/// Operators that Ascend310P alone has.
pub const ONLY_ON_310P: &[&str] = &[
    "aclnnBackgroundReplace",
    "aclnnBidirectionLSTM",
    "aclnnBidirectionLSTMV2",
    "aclnnBlendImagesCustom",
    "aclnnMrgbaCustom",
    "aclnnNonMaxSuppression",
    "aclnnSwinAttentionScoreQuant",
    "aclnnSwinTransformerLnQkvQuant",
];

/// True if an operator fails with 361001 on Ascend950 before it looks at anything.
pub fn fails_first_on_950(name: &str) -> bool {
    let families = [
        "aclnnFusedInferAttentionScore",
        "aclnnPromptFlashAttention",
        "aclnnIncreFlashAttention",
    ];
    families.iter().any(|family| name.starts_with(family))
        && name != "aclnnFusedInferAttentionScoreV5"
}

/// The plainest call of an operator, with the names of its parameters.
pub fn plainest(name: &str) -> Arguments {
    let row = each_row().find(|row| row.entry.name == name);
    let row = row.unwrap_or_else(|| panic!("{name} has no row"));
    row.of(&row.sample())
}

/// All rows that are wanted.
pub fn all_rows() -> Vec<Row> {
    each_row().filter(|row| is_wanted(row.entry.name)).collect()
}

fn each_row() -> impl Iterator<Item = Row> {
    [
        activation::rows(),
        attention::rows(),
        control::rows(),
        conv::rows(),
        conversion::rows(),
        ffn::rows(),
        foreach::rows(),
        image::rows(),
        index::rows(),
        loss::rows(),
        mamba::rows(),
        math::rows(),
        matmul::rows(),
        mc2::rows(),
        mhc::rows(),
        moe::rows(),
        norm::rows(),
        objdetect::rows(),
        optim::rows(),
        pooling::rows(),
        posembedding::rows(),
        quant::rows(),
        random::rows(),
        rnn::rows(),
        vfusion::rows(),
    ]
    .into_iter()
    .flatten()
}

/// True if `HOSTNPU_TEST_ROWS` has a part of the name, words between commas; without the variable every operator is wanted.
pub fn is_wanted(name: &str) -> bool {
    match std::env::var("HOSTNPU_TEST_ROWS") {
        Ok(words) => words.split(',').any(|word| name.contains(word)),
        Err(_) => true,
    }
}

/// Rules for the type of results: what goes into [`Row::computes`].
pub mod computes {
    use super::*;

    /// The first tensor's.
    pub fn own(arguments: &Arguments) -> Option<Dtype> {
        arguments.first()?.dtype()
    }

    /// The first tensor's if it is a floating-point or complex one, else FLOAT.
    pub fn float(arguments: &Arguments) -> Option<Dtype> {
        let dtype = own(arguments)?;
        let is_number = crate::number::is_float(dtype) || crate::number::part(dtype).is_some();
        Some(if is_number { dtype } else { Dtype::F32 })
    }

    /// As [`float`], but DOUBLE for INT64.
    pub fn float_or_double(arguments: &Arguments) -> Option<Dtype> {
        match own(arguments)? {
            Dtype::I64 => Some(Dtype::F64),
            _ => float(arguments),
        }
    }

    /// The first tensor's if it is a floating-point or complex one, else the second's.
    pub fn float_or_out(arguments: &Arguments) -> Option<Dtype> {
        let dtype = own(arguments)?;
        match crate::number::is_float(dtype) || crate::number::part(dtype).is_some() {
            true => Some(dtype),
            false => arguments["out"].dtype(),
        }
    }

    /// The first tensor's, or that of the parts of its complex numbers.
    pub fn real(arguments: &Arguments) -> Option<Dtype> {
        let dtype = own(arguments)?;
        Some(crate::number::part(dtype).unwrap_or(dtype))
    }

    /// BOOL.
    pub fn boolean(_: &Arguments) -> Option<Dtype> {
        Some(Dtype::Bool)
    }

    /// The second tensor of the operators that follow.
    const SECOND: [&str; 8] = [
        "other",
        "weight",
        "output",
        "target",
        "vec2",
        "shiftBits",
        "exponent",
        "self",
    ];
    /// Their scalar.
    const SCALAR: [&str; 5] = [
        "other",
        "exponent",
        "clipValueMin",
        "clipValueMax",
        "testElement",
    ];

    /// That in which the first two tensors meet.
    pub fn promoted(arguments: &Arguments) -> Option<Dtype> {
        crate::reference::promotion::promote(
            arguments[["selfRef", "gradOutput", "self", "input"]].dtype()?,
            arguments[SECOND].dtype()?,
        )
    }

    /// That in which the first two tensors meet; FLOAT for integers and BOOL.
    pub fn promoted_float(arguments: &Arguments) -> Option<Dtype> {
        Some(match promoted(arguments)? {
            Dtype::I8 | Dtype::U8 | Dtype::I16 | Dtype::I32 | Dtype::I64 | Dtype::Bool => {
                Dtype::F32
            }
            dtype => dtype,
        })
    }

    /// That in which all tensors that are read meet, the last two first.
    pub fn all_promoted(arguments: &Arguments, inputs: usize) -> Option<Dtype> {
        let types = arguments.iter().flat_map(Argument::tensors).take(inputs);
        let types: Vec<Dtype> = types.map(|tensor| tensor.dtype).collect();
        let (last, others) = types.split_last()?;
        others.iter().rev().try_fold(*last, |meeting, &dtype| {
            crate::reference::promotion::promote(dtype, meeting)
        })
    }

    /// That of a tensor and a scalar that counts by its category only.
    pub fn with_scalar(arguments: &Arguments) -> Option<Dtype> {
        use crate::number::{is_float, part};
        let (tensor, scalar) = (own(arguments)?, arguments[SCALAR].dtype()?);
        let kind = |dtype| match dtype {
            _ if part(dtype).is_some() => 3,
            _ if is_float(dtype) => 2,
            Dtype::Bool => 0,
            _ => 1,
        };
        Some(match (kind(tensor), kind(scalar)) {
            (3, _) => tensor,
            (2, 3) if tensor == Dtype::F64 => Dtype::Complex128,
            (_, 3) => Dtype::Complex64,
            (2, _) => tensor,
            (_, 2) => Dtype::F32,
            (0, _) => scalar,
            _ => tensor,
        })
    }
}
