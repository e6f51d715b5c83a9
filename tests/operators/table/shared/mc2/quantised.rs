//! Samples and checks of several operators: products of quantised matrices with exchanges.

pub mod on_910b;
pub mod types;

use crate::argument::Tensor;
use crate::arguments::Arguments;
use crate::ranks::{OfGroup, hold_on_ranks};
use crate::reference::quant_of_ranks as reference;
use crate::table::matmul::grouped_matmul::{contents, numbers, of, scales, turned, words};
use crate::table::shared::mc2::*;
use hostnpu::tensor::Dtype::{self, *};
use hostnpu_aclnn_operators::entry::EntryPoint;

use on_910b::{ON_910B, normed_cases};
use types::{EXCEPT, OLDER};

/// The use of the product.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Sum,
    Scatter,
    Gather,
    Before,
    Behind,
}

/// Types, extents and scales of a call.
#[derive(Clone)]
pub struct Case {
    pub types: [Dtype; 3],
    /// Rows, inner elements and columns.
    pub size: [i64; 3],
    pub x1_scale: Option<(Dtype, Vec<i64>)>,
    pub x2_scale: Option<(Dtype, Vec<i64>)>,
    pub bias: Option<Dtype>,
    /// Type of the offset, and inner elements of a group, of a weight of few bits.
    pub offset: Option<Dtype>,
    pub group: i64,
    pub x3: bool,
    pub of_exchange: bool,
    pub is_turned: bool,
    /// Matrices on the left side.
    pub batch: i64,
    pub modes: [i64; 2],
    pub codes: i64,
    pub size_of_groups: i64,
}

pub fn case(types: [Dtype; 3], size: [i64; 3]) -> Case {
    Case {
        types,
        size,
        x1_scale: None,
        x2_scale: None,
        bias: None,
        offset: None,
        group: 0,
        x3: false,
        of_exchange: false,
        is_turned: false,
        batch: 0,
        modes: [3, 2],
        codes: 36,
        size_of_groups: 0,
    }
}

impl Case {
    pub fn x1(mut self, dtype: Dtype, shape: &[i64]) -> Self {
        self.x1_scale = Some((dtype, shape.to_vec()));
        self
    }

    pub fn x2(mut self, dtype: Dtype, shape: &[i64]) -> Self {
        self.x2_scale = Some((dtype, shape.to_vec()));
        self
    }

    pub fn bias(mut self, dtype: Dtype) -> Self {
        self.bias = Some(dtype);
        self
    }

    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

pub fn scale(dtype: Dtype, shape: &[i64], seed: u64) -> Tensor {
    let contents = match dtype {
        U64 | I64 => words(seed),
        F8E8m0 => contents(dtype, seed),
        _ => scales(seed),
    };
    of(dtype, shape, contents)
}

pub fn tensor(tensor: Tensor) -> Argument {
    Argument::Tensor(tensor)
}

/// The arguments of a rank, by the names of the parameters.
pub fn arguments(
    entry: &EntryPoint,
    kind: Kind,
    case: &Case,
    [rank, ranks]: [i64; 2],
) -> Vec<Argument> {
    let [x1, x2, out] = case.types;
    let [m, k, n] = case.size;
    let seed = rank as u64 * 13;
    let inner = if kind == Kind::Before { k * ranks } else { k };
    let rows = match case.batch {
        0 => vec![m],
        batch => vec![batch, m],
    };
    let with = |last: i64| [&rows[..], &[last]].concat();
    let has_flag = entry.parameters.iter().any(|p| p.name == "transposeX2");
    let given = |given: &Option<(Dtype, Vec<i64>)>, seed: u64| match given {
        Some((dtype, shape)) => tensor(scale(*dtype, shape, seed)),
        None => Argument::Null,
    };
    let results = match kind {
        Kind::Sum => with(n),
        Kind::Scatter => vec![m / ranks, n],
        Kind::Gather => vec![m * ranks, n],
        Kind::Before => vec![m / ranks, n],
        Kind::Behind => vec![m * ranks, n / ranks],
    };
    let residual = match case.batch {
        0 => vec![1, m, n],
        batch => vec![batch, m, n],
    };
    let one = |p: &hostnpu_aclnn_operators::entry::Parameter| match p.name {
        "x1" => tensor(numbers(x1, &with(k), seed + 1)),
        "x2" if case.is_turned && has_flag => tensor(numbers(x2, &[n, inner], seed + 2)),
        "x2" if case.is_turned => tensor(turned(numbers(x2, &[inner, n], seed + 2))),
        "x2" => tensor(numbers(x2, &[inner, n], seed + 2)),
        "bias" | "biasOptional" => case.bias.map_or(Argument::Null, |dtype| {
            tensor(numbers(dtype, &[n], seed + 3))
        }),
        "x3" | "x3Optional" if case.x3 => tensor(numbers(out, &results, seed + 4)),
        "dequantScale" | "x2Scale" | "antiquantScale" => given(&case.x2_scale, seed + 5),
        "pertokenScaleOptional" | "x1Scale" | "x1ScaleOptional" => given(&case.x1_scale, seed + 6),
        "antiquantOffset" => case.offset.map_or(Argument::Null, |dtype| {
            tensor(numbers(dtype, &case.x2_scale.as_ref().unwrap().1, seed + 7))
        }),
        "commQuantScale1Optional" | "commQuantScale2Optional" if case.of_exchange => {
            tensor(scale(out, &[n], 3))
        }
        "residual" => tensor(numbers(out, &residual, seed + 8)),
        "gamma" => tensor(numbers(out, &[n], 9)),
        "epsilon" => Argument::Float(1e-5),
        "group" => Argument::Text(ONE_RANK),
        "reduceOp" => Argument::Text("sum"),
        "commMode" => Argument::Text("ai_cpu"),
        "streamMode" => Argument::Int(1),
        "antiquantGroupSize" => Argument::Int(case.group),
        "groupSize" => Argument::Int(case.size_of_groups),
        "x1QuantMode" => Argument::Int(case.modes[0]),
        "x2QuantMode" => Argument::Int(case.modes[1]),
        "x1QuantDtype" => Argument::Int(case.codes),
        "commQuantDtype" => Argument::Int(-1),
        "blockSize" | "gatherIndex" | "commTurn" | "commQuantMode" => Argument::Int(0),
        "transposeX1" => Argument::Bool(false),
        "transposeX2" => Argument::Bool(case.is_turned),
        // Null stands for the one direction that there is.
        "alltoAllAxesOptional" if case.bias.is_none() => Argument::Null,
        "alltoAllAxesOptional" => Argument::Ints(match kind {
            Kind::Before => vec![-2, -1],
            _ => vec![-1, -2],
        }),
        "output" => write(out, &results),
        "y" | "normOut" => write(out, &residual),
        "gatherOut" => write(x1, &[m * ranks, k]),
        "alltoAllOutOptional" => write(x1, &[m / ranks, inner]),
        "x3"
        | "x3Optional"
        | "quantScale"
        | "amaxOut"
        | "amaxOutOptional"
        | "commQuantScale1Optional"
        | "commQuantScale2Optional"
        | "commScaleOptional"
        | "x1OffsetOptional"
        | "x2OffsetOptional" => Argument::Null,
        other => panic!("{other}"),
    };
    entry.parameters.iter().map(one).collect()
}

/// INT8 with its scales.
pub fn integers(version: usize) -> Vec<Case> {
    let size = [4, 40, 10];
    let mut all = vec![
        case([I8, I8, F16], size).x2(U64, &[10]),
        case([I8, I8, F16], size)
            .x2(I64, &[1])
            .bias(I32)
            .with(|case| case.x3 = true),
        case([I8, I8, Bf16], size)
            .x2(Bf16, &[1, 10])
            .bias(I32)
            .with(|case| case.is_turned = true),
        case([I8, I8, Bf16], size)
            .x2(Bf16, &[10])
            .with(|case| (case.batch, case.x3) = (3, true)),
    ];
    if version > 1 {
        all.push(
            case([I8, I8, F16], size)
                .x1(F32, &[4])
                .x2(F32, &[10])
                .bias(I32),
        );
        let three = case([I8, I8, Bf16], size).x1(F32, &[12]).x2(Bf16, &[1]);
        all.push(three.with(|case| case.batch = 3));
    }
    if version > 2 {
        let first = all[1].clone();
        all.push(first.with(|case| case.of_exchange = true));
    }
    all
}

pub const TILES: i64 = 549_764_202_624;
pub const MICRO: i64 = 4_295_032_864;

/// Codes with scales of rows and columns, of blocks, and powers of two.
pub fn codes(pairs: &[(Dtype, Dtype)], is_sum: bool) -> Vec<Case> {
    let mut all = Vec::new();
    let outs = [F16, Bf16, F32];
    for (number, &(x1, x2)) in pairs.iter().enumerate() {
        let out = |at: usize| outs[(number + at) % 3];
        let size = [4, 64, 12];
        if x1 != F4E2m1 {
            for out in outs {
                let of = case([x1, x2, out], size).x1(F32, &[1]).x2(F32, &[1]);
                all.push(if out == F32 { of } else { of.bias(F32) });
            }
            if is_sum {
                all.push(
                    case([x1, x2, out(0)], size)
                        .x1(F32, &[4])
                        .x2(F32, &[12])
                        .bias(F32)
                        .with(|case| case.x3 = true),
                );
                all.push(
                    case([x1, x2, out(1)], size)
                        .x1(F32, &[8])
                        .x2(F32, &[1])
                        .with(|case| case.batch = 2),
                );
                all.push(
                    case([x1, x2, [F16, Bf16][number % 2]], size)
                        .x2(U64, &[12])
                        .bias(F32),
                );
            }
            let blocks = case([x1, x2, out(2)], [140, 300, 132])
                .x1(F32, &[2, 3])
                .x2(F32, &[3, 2]);
            all.push(blocks.clone().with(|case| case.size_of_groups = TILES));
            all.push(
                blocks
                    .with(|case| (case.is_turned, case.x2_scale) = (true, Some((F32, vec![2, 3])))),
            );
            if is_sum {
                let blocks = case([x1, x2, out(2)], [130, 140, 20]);
                all.push(
                    blocks
                        .x1(F32, &[2, 2, 2])
                        .x2(F32, &[2, 1])
                        .with(|case| case.batch = 2),
                );
            }
        }
        if x1 != Hifloat8 {
            let powers = |size: [i64; 3], out| {
                let pairs = (size[1] + 63) / 64;
                case([x1, x2, out], size)
                    .x1(F8E8m0, &[size[0], pairs, 2])
                    .x2(F8E8m0, &[size[2], pairs, 2])
            };
            all.push(
                powers([4, 128, 12], out(0))
                    .bias(F32)
                    .with(|case| (case.is_turned, case.size_of_groups) = (true, MICRO)),
            );
            for out in outs {
                all.push(powers([4, 64, 12], out).with(|case| case.is_turned = true));
            }
        }
    }
    all
}

pub const SAME: &[(Dtype, Dtype)] = &[
    (F8E4m3fn, F8E4m3fn),
    (F8E5m2, F8E5m2),
    (Hifloat8, Hifloat8),
    (F4E2m1, F4E2m1),
];

pub const MIXED: &[(Dtype, Dtype)] = &[
    (F8E4m3fn, F8E4m3fn),
    (F8E4m3fn, F8E5m2),
    (F8E5m2, F8E4m3fn),
    (F8E5m2, F8E5m2),
    (Hifloat8, Hifloat8),
    (F4E2m1, F4E2m1),
];

/// Numbers without scales.
pub fn plain() -> Vec<Case> {
    vec![
        case([F16; 3], [4, 6, 8]).bias(F16),
        case([Bf16; 3], [4, 6, 8]).with(|case| case.is_turned = true),
    ]
}

pub fn weights() -> Vec<Case> {
    let mut all = Vec::new();
    for dtype in [F16, Bf16] {
        let size = [5, 96, 16];
        for weight in [I8, I4] {
            let of = |shape: &[i64]| case([dtype, weight, dtype], size).x2(dtype, shape);
            all.push(
                of(&[16])
                    .bias(dtype)
                    .with(|case| (case.offset, case.x3) = (Some(dtype), true)),
            );
            all.push(of(&[1, 16]));
            all.push(of(&[1]).with(|case| (case.offset, case.batch) = (Some(dtype), 2)));
            all.push(of(&[3, 16]).with(|case| (case.offset, case.group) = (Some(dtype), 32)));
        }
        let turned = case([dtype, I8, dtype], size).x2(dtype, &[16]);
        all.push(turned.with(|case| case.is_turned = true));
        for weight in [Hifloat8, F8E4m3fn] {
            all.push(
                case([dtype, weight, dtype], size)
                    .x2(dtype, &[16])
                    .bias(dtype),
            );
        }
    }
    all
}

/// Rows that are exchanged: of codes, or quantised behind the exchange.
pub fn before() -> Vec<Case> {
    let mut all = Vec::new();
    let outs = [F16, Bf16, F32];
    for (number, x2) in [F8E4m3fn, F8E5m2].into_iter().enumerate() {
        for (at, x1) in [F16, Bf16].into_iter().enumerate() {
            for out in outs {
                let of = case([x1, x2, out], [8, 6, 12]).x2(F32, &[12]);
                let of = of.with(|case| {
                    (case.modes, case.codes) = ([7, 2], 35 + (at as i64 + number as i64) % 2)
                });
                all.push(match out {
                    F16 => of,
                    _ => of.bias(F32).with(|case| case.is_turned = true),
                });
            }
        }
    }
    for &(x1, x2) in MIXED {
        for out in outs {
            if x1 != Hifloat8 {
                let of = case([x1, x2, out], [8, 64, 12]).x1(F8E8m0, &[8, 1, 2]);
                let of = of.with(|case| (case.modes, case.is_turned) = ([6, 6], true));
                all.push(if out == F32 { of.bias(F32) } else { of });
            }
        }
    }
    all
}

/// Scales of the right side of exchanged rows of powers, which are as wide as all ranks' rows.
pub fn of_all_ranks(kind: Kind, mut case: Case, ranks: i64) -> Case {
    if kind == Kind::Before && case.modes == [6, 6] {
        case.x2_scale = Some((F8E8m0, vec![case.size[2], ranks * case.size[1] / 64, 2]));
    }
    case
}

pub fn behind() -> Vec<Case> {
    let mut all = Vec::new();
    for &(x1, x2) in MIXED {
        for out in [F16, Bf16, F32] {
            if x1 == Hifloat8 {
                continue;
            }
            if x1 != F4E2m1 {
                let of = case([x1, x2, out], [4, 40, 12])
                    .x1(F32, &[4])
                    .x2(F32, &[12]);
                all.push(if out == F16 {
                    of
                } else {
                    of.bias(F32).with(|case| case.is_turned = true)
                });
            }
            let of = case([x1, x2, out], [4, 64, 12])
                .x1(F8E8m0, &[4, 1, 2])
                .x2(F8E8m0, &[12, 1, 2]);
            all.push(
                of.bias(F32)
                    .with(|case| (case.modes, case.is_turned) = ([6, 6], true)),
            );
        }
    }
    all
}

pub fn cases(name: &str) -> (Kind, Vec<Case>) {
    match name {
        "aclnnQuantMatmulAllReduce" => (Kind::Sum, integers(1)),
        "aclnnQuantMatmulAllReduceV2" => (Kind::Sum, integers(2)),
        "aclnnQuantMatmulAllReduceV3" => (Kind::Sum, integers(3)),
        "aclnnQuantMatmulAllReduceV4" | "aclnnQuantMatmulAllReduceV5" => {
            (Kind::Sum, [integers(3), codes(SAME, true)].concat())
        }
        "aclnnWeightQuantMatmulAllReduce" | "aclnnWeightQuantMatmulAllReduceV2" => {
            (Kind::Sum, weights())
        }
        "aclnnAllGatherMatmulV2" => (Kind::Gather, [plain(), codes(MIXED, false)].concat()),
        "aclnnMatmulReduceScatterV2" => (Kind::Scatter, [plain(), codes(MIXED, false)].concat()),
        "aclnnAlltoAllQuantMatmul" | "aclnnAlltoAllQuantMatmulV2" => (Kind::Before, before()),
        _ => (Kind::Behind, behind()),
    }
}

pub fn reference_of(kind: Kind) -> OfGroup {
    match kind {
        Kind::Sum => reference::all_reduced,
        Kind::Scatter => reference::reduce_scattered,
        Kind::Gather => reference::gathered,
        Kind::Before => reference::exchanged_before,
        Kind::Behind => reference::exchanged_behind,
    }
}

pub fn of_one(name: &str) -> Vec<Vec<Argument>> {
    let (kind, cases) = cases(name);
    let each = cases.into_iter().map(|case| {
        let case = of_all_ranks(kind, case, 1);
        arguments(entry(name), kind, &case, [0, 1])
    });
    each.collect()
}

macro_rules! of_one {
    ($($module:ident $name:literal;)*) => {$(
        pub mod $module {
            use super::*;

            pub fn samples() -> Vec<Vec<Argument>> {
                of_one($name)
            }

            pub fn bits(arguments: &Arguments) -> Vec<Vec<u8>> {
                let (kind, _) = cases($name);
                reference_of(kind)(entry($name), &[arguments]).remove(0)
            }
        }
    )*};
}

of_one! {
    sum_1 "aclnnQuantMatmulAllReduce";
    sum_2 "aclnnQuantMatmulAllReduceV2";
    sum_3 "aclnnQuantMatmulAllReduceV3";
    sum_4 "aclnnQuantMatmulAllReduceV4";
    sum_5 "aclnnQuantMatmulAllReduceV5";
    weight_1 "aclnnWeightQuantMatmulAllReduce";
    weight_2 "aclnnWeightQuantMatmulAllReduceV2";
    gather "aclnnAllGatherMatmulV2";
    scatter "aclnnMatmulReduceScatterV2";
    before_1 "aclnnAlltoAllQuantMatmul";
    before_2 "aclnnAlltoAllQuantMatmulV2";
    behind_1 "aclnnQuantMatmulAlltoAll";
    behind_2 "aclnnQuantMatmulAlltoAllV2";
}

/// Each family on 2 and 4 ranks.
#[test]
fn quantised_products_on_several_ranks() {
    let names = [
        "aclnnQuantMatmulAllReduceV4",
        "aclnnWeightQuantMatmulAllReduce",
        "aclnnAllGatherMatmulV2",
        "aclnnMatmulReduceScatterV2",
        "aclnnAlltoAllQuantMatmul",
        "aclnnQuantMatmulAlltoAll",
    ];
    for name in names {
        let (kind, cases) = cases(name);
        for ranks in [2, 4] {
            for case in cases.iter().step_by(ranks - 1) {
                hold(name, kind, case, ranks as i64);
            }
        }
    }
}

pub fn hold(name: &str, kind: Kind, case: &Case, ranks: i64) {
    let case = of_all_ranks(kind, case.clone(), ranks);
    let of_rank = |rank| {
        let all = arguments(entry(name), kind, &case, [rank, ranks]);
        of_group(all, "quantised products")
    };
    let all: Vec<_> = (0..ranks).map(of_rank).collect();
    hold_on_ranks(entry(name), "quantised products", &all, reference_of(kind));
}

pub const NORMED: [&str; 6] = [
    "aclnnMatmulAllReduceAddRmsNorm",
    "aclnnInplaceMatmulAllReduceAddRmsNorm",
    "aclnnQuantMatmulAllReduceAddRmsNorm",
    "aclnnInplaceQuantMatmulAllReduceAddRmsNorm",
    "aclnnWeightQuantMatmulAllReduceAddRmsNorm",
    "aclnnInplaceWeightQuantMatmulAllReduceAddRmsNorm",
];

pub fn normed_of_one(name: &str) -> Vec<Vec<Argument>> {
    let each = normed_cases(name).into_iter();
    each.map(|case| arguments(entry(name), Kind::Sum, &case, [0, 1]))
        .collect()
}

/// The lines of a table that an operator has arguments for.
pub fn of_entry(
    name: &str,
    all: &'static [(&'static str, &'static str)],
) -> &'static [(&'static str, &'static str)] {
    let has = |argument: &str| entry(name).parameters.iter().any(|p| p.name == argument);
    let own: Vec<_> = all
        .iter()
        .copied()
        .filter(|(argument, _)| has(argument))
        .collect();
    own.leak()
}

/// The row of a product with codes.
#[track_caller]
pub fn product(
    name: &str,
    samples: fn() -> Vec<Vec<Argument>>,
    bits: fn(&Arguments) -> Vec<Vec<u8>>,
    accepts: &'static [(&'static str, &'static str)],
) -> Row {
    Row::new(name, samples)
        .accepts(of_entry(name, accepts))
        .bits(bits)
        .except(EXCEPT)
}

/// The row of a product that is normalised, which Ascend950 does not have.
#[track_caller]
pub fn normed(
    name: &str,
    samples: fn() -> Vec<Vec<Argument>>,
    accepts: &'static [(&'static str, &'static str)],
) -> Row {
    Row::new(name, samples)
        .accepts(of_entry(name, accepts))
        .held_by(ON_910B)
        .holds(Holds(0))
        .except(OLDER)
}
