//! The table: one row for each operator.

mod activation;
mod attention;
mod bidirection;
mod caches;
mod compressor;
mod conv;
mod conversion;
mod deformable_attention;
mod distances;
mod distributions;
mod draws;
mod exponent_codes;
mod foreach;
mod fused_caches;
mod gated;
mod gradients;
mod grids;
mod hyper_connections;
mod image;
mod index;
mod joined_heads;
mod limits;
mod linear_algebra;
mod linear_losses;
mod loss;
mod losses;
mod math;
mod matmul;
mod mc2;
mod moe;
mod movement;
mod norm;
mod objdetect;
mod optim;
mod packed_caches;
mod pictures;
mod pooling;
mod quant;
mod randomized;
mod rectifiers;
mod recurrences;
mod regions;
mod rnn;
mod rotary;
mod rows;
pub mod samples;
mod search;
mod selection;
mod silent_faults;
mod singular;
mod sleep;
mod unary;
mod workers;

pub use movement::formats;
pub use workers::Words;

use hostnpu::tensor::Dtype;
use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, EntryPoint, Parameter};

use crate::argument::Argument;
use crate::bounds;
use crate::chips::short;
use crate::number::Number;

/// An operator, as the drivers hold it.
pub struct Row {
    pub entry: &'static EntryPoint,
    /// Calls that succeed, the plainest first: drivers change it argument by argument.
    pub samples: fn() -> Vec<Vec<Argument>>,
    /// The types of each tensor and scalar, copied from the vendor's lists: see [`crate::chips::accepts`].
    pub accepts: &'static [(&'static str, &'static str)],
    /// The type of results before they are cast to the output's.
    pub computes: fn(&[Argument]) -> Option<Dtype>,
    /// The exact outputs.
    pub reference: Reference,
    /// Their largest distance from that.
    pub accuracy: Accuracy,
    /// The promises of layout that it keeps.
    pub holds: Holds,
    /// Drivers that leave a part out, and why: `("dtypes alpha", "…")`. In `docs/operators.md`.
    pub except: &'static [(&'static str, &'static str)],
}

/// An exact result.
#[derive(Clone, Copy)]
pub enum Reference {
    /// Of an element; an integer is converted first where the computation type is a floating-point or complex one.
    Unary(fn(&Number) -> Number),
    /// Of an element of each of two tensors, broadcast.
    Binary(fn(&Number, &Number) -> Number),
    /// Of an element of each tensor that is read, broadcast, with all arguments of the call and the computation type.
    Elements(fn(&[Number], &[Argument], Dtype) -> Number),
    /// Of an element at one place of each list that is read and of each scalar, for lists of tensors that are computed one by one. A scalar for each tensor, in
    /// a list or a tensor, is the one of this tensor.
    Each(fn(&[Number], &[Argument], Dtype) -> Number),
    /// Of every element of an operator that reads no tensor.
    Filled(fn(&[Argument]) -> Number),
    /// Elements of the outputs in row-major order, tensors and all arguments given.
    Whole(fn(&[Argument]) -> Vec<Vec<Number>>),
    /// The bytes of the outputs, all arguments given.
    Bits(fn(&[Argument]) -> Vec<Vec<u8>>),
    /// Held by tests of its own, which are named.
    Elsewhere(&'static str),
}

/// The largest distance of a result from the exact one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Accuracy {
    /// The nearest number of the computation type, then cast to the output's.
    RoundedOnce,
    /// In FLOAT16 and BFLOAT16 and all integers as [`Accuracy::RoundedOnce`]; so many units in the last place of FLOAT, and of DOUBLE.
    Ulp { f32: f64, f64: f64 },
    /// The bounds of `crates/test-support/src/bounds.rs` for this function, or else for all functions of `math`; of a type without a bound as
    /// [`Accuracy::RoundedOnce`].
    Bounds(&'static str),
    /// Bits are moved, and nothing is computed but conversions.
    Copied,
    /// Tests of its own.
    Elsewhere(&'static str),
}

impl Accuracy {
    /// The row of the table of bounds for a type.
    pub fn bound(self, dtype: Dtype) -> Option<bounds::Accuracy> {
        let Self::Bounds(function) = self else {
            return None;
        };
        let dtype = short(dtype);
        let names = [format!("math {function} {dtype}"), format!("math {dtype}")];
        let row = |name: &String| bounds::BOUNDS.iter().find(|row| row.kernel == name);
        Some(names.iter().find_map(row)?.accuracy)
    }
}

/// A set of promises.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Holds(pub u32);

/// Strided tensors give the bits of contiguous ones.
pub const STRIDED: Holds = Holds(1);
/// Inputs broadcast.
pub const BROADCAST: Holds = Holds(2);
/// A tensor without elements succeeds, with a workspace of 0.
pub const EMPTY: Holds = Holds(4);
/// Tensors of rank 0.
pub const RANK_0: Holds = Holds(8);
/// Tensors of rank 8, and no more.
pub const RANK_8: Holds = Holds(16);
/// An output that is an input, or overlaps it.
pub const OVERLAP: Holds = Holds(32);
/// An output of another shape than the inputs give is refused.
pub const SHAPE: Holds = Holds(64);
/// Promises of element-wise operators.
pub const ELEMENTWISE: Holds = Holds(1 | 4 | 8 | 16 | 32 | 64);

/// Promises of operators that write the tensor that they read.
pub const IN_PLACE: Holds = Holds(1 | 4 | 8 | 16);

impl std::ops::BitOr for Holds {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Holds {
    pub fn has(self, promise: Holds) -> bool {
        self.0 & promise.0 != 0
    }

    pub const fn without(self, promise: Holds) -> Self {
        Self(self.0 & !promise.0)
    }
}

/// The row of an element-wise operator that is rounded once; `Row { accuracy, ..row(…) }` says what differs.
pub fn row(
    name: &str,
    samples: fn() -> Vec<Vec<Argument>>,
    accepts: &'static [(&'static str, &'static str)],
    computes: fn(&[Argument]) -> Option<Dtype>,
    reference: fn(&[Number], &[Argument], Dtype) -> Number,
) -> Row {
    let entry = entry(name);
    let is_in_place = |p: &Parameter| p.direction.reads() && p.direction.writes();
    let inputs = entry
        .parameters
        .iter()
        .filter(|p| p.direction.reads() && p.word == "Input");
    let holds = match entry.parameters.iter().any(is_in_place) {
        true => IN_PLACE,
        false if inputs.count() > 1 => ELEMENTWISE | BROADCAST,
        false => ELEMENTWISE,
    };
    Row {
        entry,
        samples,
        accepts,
        computes,
        reference: Reference::Elements(reference),
        accuracy: Accuracy::RoundedOnce,
        holds,
        except: &[],
    }
}

impl Row {
    /// The row with what drivers leave out.
    fn with(self, except: &'static [(&'static str, &'static str)]) -> Self {
        Self { except, ..self }
    }

    /// True if a driver leaves out `what`.
    pub fn skips(&self, what: &str) -> bool {
        self.except.iter().any(|(left_out, _)| *left_out == what)
    }

    /// The number of a parameter.
    pub fn position(&self, name: &str) -> usize {
        let found = self
            .entry
            .parameters
            .iter()
            .position(|parameter| parameter.name == name);
        found.unwrap_or_else(|| panic!("{}: no parameter {name}", self.entry.name))
    }

    /// The plainest call.
    pub fn sample(&self) -> Vec<Argument> {
        (self.samples)()
            .into_iter()
            .next()
            .unwrap_or_else(|| panic!("{}: no sample", self.entry.name))
    }
}

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

/// All rows.
pub fn all_rows() -> Vec<Row> {
    [
        activation::rows(),
        attention::rows(),
        conversion::rows(),
        deformable_attention::rows(),
        distances::rows(),
        draws::rows(),
        exponent_codes::rows(),
        foreach::rows(),
        gated::rows(),
        gradients::rows(),
        grids::rows(),
        hyper_connections::rows(),
        image::rows(),
        linear_algebra::rows(),
        linear_losses::rows(),
        index::rows(),
        selection::rows(),
        limits::rows(),
        loss::rows(),
        losses::rows(),
        math::rows(),
        bidirection::rows(),
        caches::rows(),
        fused_caches::rows(),
        packed_caches::rows(),
        joined_heads::rows(),
        compressor::rows(),
        conv::rows(),
        matmul::rows(),
        mc2::rows(),
        moe::rows(),
        movement::rows(),
        norm::rows(),
        objdetect::rows(),
        optim::rows(),
        pictures::rows(),
        pooling::rows(),
        quant::rows(),
        randomized::rows(),
        recurrences::rows(),
        regions::rows(),
        rectifiers::rows(),
        rnn::rows(),
        rotary::rows(),
        rows::rows(),
        search::rows(),
        silent_faults::rows(),
        singular::rows(),
        sleep::rows(),
        workers::rows(),
    ]
    .into_iter()
    .flatten()
    .filter(|row| is_wanted(row.entry.name))
    .collect()
}

/// True if `HOSTNPU_TEST_ROWS` has a part of the name, words between commas; without the variable every operator is wanted.
pub fn is_wanted(name: &str) -> bool {
    match std::env::var("HOSTNPU_TEST_ROWS") {
        Ok(words) => words.split(',').any(|word| name.contains(word)),
        Err(_) => true,
    }
}

/// The description of an operator.
pub fn entry(name: &str) -> &'static EntryPoint {
    let found = ENTRY_POINTS.binary_search_by(|entry| entry.name.cmp(name));
    ENTRY_POINTS[found.unwrap_or_else(|_| panic!("no operator {name}"))]
}

/// Rules for the type of results: what goes into [`Row::computes`].
pub mod computes {
    use super::*;

    /// The first tensor's.
    pub fn own(arguments: &[Argument]) -> Option<Dtype> {
        arguments.first()?.dtype()
    }

    /// The first tensor's if it is a floating-point or complex one, else FLOAT.
    pub fn float(arguments: &[Argument]) -> Option<Dtype> {
        let dtype = own(arguments)?;
        let is_number = crate::number::is_float(dtype) || crate::number::part(dtype).is_some();
        Some(if is_number { dtype } else { Dtype::F32 })
    }

    /// As [`float`], but DOUBLE for INT64.
    pub fn float_or_double(arguments: &[Argument]) -> Option<Dtype> {
        match own(arguments)? {
            Dtype::I64 => Some(Dtype::F64),
            _ => float(arguments),
        }
    }

    /// The first tensor's if it is a floating-point or complex one, else the second's.
    pub fn float_or_out(arguments: &[Argument]) -> Option<Dtype> {
        let dtype = own(arguments)?;
        match crate::number::is_float(dtype) || crate::number::part(dtype).is_some() {
            true => Some(dtype),
            false => arguments[1].dtype(),
        }
    }

    /// The first tensor's, or that of the parts of its complex numbers.
    pub fn real(arguments: &[Argument]) -> Option<Dtype> {
        let dtype = own(arguments)?;
        Some(crate::number::part(dtype).unwrap_or(dtype))
    }

    /// BOOL.
    pub fn boolean(_: &[Argument]) -> Option<Dtype> {
        Some(Dtype::Bool)
    }

    /// That in which the first two tensors meet.
    pub fn promoted(arguments: &[Argument]) -> Option<Dtype> {
        crate::reference::promotion::promote(arguments[0].dtype()?, arguments[1].dtype()?)
    }

    /// That in which the first two tensors meet; FLOAT for integers and BOOL.
    pub fn promoted_float(arguments: &[Argument]) -> Option<Dtype> {
        Some(match promoted(arguments)? {
            Dtype::I8 | Dtype::U8 | Dtype::I16 | Dtype::I32 | Dtype::I64 | Dtype::Bool => {
                Dtype::F32
            }
            dtype => dtype,
        })
    }

    /// That in which all tensors that are read meet, the last two first.
    pub fn all_promoted(arguments: &[Argument], inputs: usize) -> Option<Dtype> {
        let types = arguments.iter().flat_map(Argument::tensors).take(inputs);
        let types: Vec<Dtype> = types.map(|tensor| tensor.dtype).collect();
        let (last, others) = types.split_last()?;
        others.iter().rev().try_fold(*last, |meeting, &dtype| {
            crate::reference::promotion::promote(dtype, meeting)
        })
    }

    /// That of a tensor and a scalar that counts by its category only.
    pub fn with_scalar(arguments: &[Argument]) -> Option<Dtype> {
        use crate::number::{is_float, part};
        let (tensor, scalar) = (arguments[0].dtype()?, arguments[1].dtype()?);
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
