//! Sums over ranks of codes, products of rows of codes of experts, lists of products, and experts as instances.

use super::*;
use crate::argument::Tensor;
use crate::arguments::Arguments;
use crate::call::call;
use crate::ranks::hold_on_ranks;
use crate::reference::quant_of_ranks as reference;
use crate::table::matmul::grouped::{contents, numbers, of, scales};
use hostnpu::tensor::Dtype::{self, *};

fn tensor(tensor: Tensor) -> Argument {
    Argument::Tensor(tensor)
}

/// `(x, scales, group, reduceOp, output)`.
fn sums(
    [x, scale, out]: [Dtype; 3],
    shape: &[i64],
    scatters: bool,
    [rank, ranks]: [i64; 2],
) -> Vec<Argument> {
    let (&columns, outer) = shape.split_last().unwrap();
    let of_scales = match scale {
        F8E8m0 => [outer, &[columns / 64, 2]].concat(),
        _ => [outer, &[columns / 128]].concat(),
    };
    let seed = rank as u64;
    let filled = match scale {
        F8E8m0 => contents(scale, seed + 3),
        _ => scales(seed + 3),
    };
    let results = match scatters {
        true => vec![outer.iter().product::<i64>() / ranks, columns],
        false => shape.to_vec(),
    };
    vec![
        tensor(numbers(x, shape, seed)),
        tensor(of(scale, &of_scales, filled)),
        Argument::Text(ONE_RANK),
        Argument::Text("sum"),
        write(out, &results),
    ]
}

fn all_sums(scatters: bool, of: [i64; 2]) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for x in [I8, Hifloat8, F8E5m2, F8E4m3fn] {
        for out in [F16, Bf16, F32] {
            all.push(sums([x, F32, out], &[4, 256], scatters, of));
            if matches!(x, F8E5m2 | F8E4m3fn) {
                all.push(sums([x, F8E8m0, out], &[2, 2, 128], scatters, of));
            }
        }
    }
    all
}

/// Rows of a rank and an expert: some have none.
fn count(from: i64, to: i64, expert: i64) -> i64 {
    (from * 5 + to * 3 + expert * 2) % 4
}

const EXPERTS: i64 = 3;

/// The arguments of a rank, by the names of the parameters.
fn grouped(
    name: &str,
    [x, weight, out]: [Dtype; 3],
    full: bool,
    is_turned: bool,
    [rank, ranks]: [i64; 2],
) -> Vec<Argument> {
    let is_before = name.contains("AlltoAllvQuant");
    let [k, n] = if x == Hifloat8 { [10, 6] } else { [70, 6] };
    let numbers_of = |sends: bool| -> Vec<i64> {
        let each = (0..ranks).flat_map(|other| (0..EXPERTS).map(move |e| (other, e)));
        let own = each.map(|(other, e)| match sends == is_before {
            true => count(rank, other, e),
            false => count(other, rank, e),
        });
        own.collect()
    };
    let (sends, receives) = (numbers_of(true), numbers_of(false));
    let [sent, received] = [&sends, &receives].map(|counts| counts.iter().sum::<i64>());
    let pairs = (k + 63) / 64;
    let seed = rank as u64 * 7;
    let of_powers = x != Hifloat8;
    let scale = |shape: &[i64], seed: u64| match of_powers {
        true => tensor(of(F8E8m0, shape, contents(F8E8m0, seed))),
        false => tensor(of(F32, &[1], scales(seed))),
    };
    let matrix = if is_turned { [n, k] } else { [k, n] };
    let of_matrix = if is_turned {
        [n, pairs, 2]
    } else {
        [pairs, n, 2]
    };
    let mode = if of_powers { 6 } else { 1 };
    let one = |p: &hostnpu_aclnn_operators::entry::Parameter| match p.name {
        "gmmX" => tensor(numbers(x, &[sent, k], seed + 1)),
        "gmmWeight" => tensor(numbers(
            weight,
            &[&[EXPERTS][..], &matrix].concat(),
            seed + 2,
        )),
        "gmmXScale" => scale(&[sent, pairs, 2], seed + 3),
        "gmmWeightScale" => scale(&[&[EXPERTS][..], &of_matrix].concat(), seed + 4),
        "mmXOptional" if full => tensor(numbers(x, &[3, k], seed + 5)),
        "mmWeightOptional" if full => tensor(numbers(weight, &matrix, seed + 6)),
        "mmXScaleOptional" if full => scale(&[3, pairs, 2], seed + 7),
        "mmWeightScaleOptional" if full => scale(&of_matrix, seed + 8),
        "mmYOptional" if full => write(out, &[3, n]),
        "gmmXQuantMode" | "gmmWeightQuantMode" | "mmXQuantMode" | "mmWeightQuantMode" => {
            Argument::Int(mode)
        }
        "commQuantMode" | "groupSize" => Argument::Int(0),
        "commQuantDtypeOptional" => Argument::Int(-1),
        "group" => Argument::Text(ONE_RANK),
        "commMode" => Argument::Text("ccu"),
        "epWorldSize" => Argument::Int(ranks),
        "sendCounts" => Argument::Ints(sends.clone()),
        "recvCounts" => Argument::Ints(receives.clone()),
        "transGmmWeight" | "transMmWeight" => Argument::Bool(is_turned),
        "permuteOutFlag" => Argument::Bool(full),
        "gmmY" | "y" => write(out, &[received, n]),
        "permuteOutOptional" => write(x, &[received, k]),
        _ => Argument::Null,
    };
    entry(name).parameters.iter().map(one).collect()
}

fn all_grouped(name: &str, of: [i64; 2]) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (x, weight) in [
        (Hifloat8, Hifloat8),
        (F8E4m3fn, F8E4m3fn),
        (F8E4m3fn, F8E5m2),
        (F8E5m2, F8E4m3fn),
        (F8E5m2, F8E5m2),
        (F4E2m1, F4E2m1),
    ] {
        all.push(grouped(name, [x, weight, F16], true, false, of));
        all.push(grouped(name, [x, weight, Bf16], false, true, of));
    }
    all
}

/// Lists of products: `splitItem` and, if rows stand in one tensor, the ends of groups.
fn lists(dtype: Dtype, split: i64, [rank, _]: [i64; 2]) -> Vec<Argument> {
    let seed = rank as u64 * 5;
    let rows = [3, 0, 4];
    let columns = if split & 2 != 0 { [6, 6, 6] } else { [6, 5, 7] };
    let inner = if split & 1 != 0 {
        [8, 8, 8]
    } else {
        [8, 10, 12]
    };
    let list = |make: &dyn Fn(usize) -> Tensor| Argument::Tensors((0..3).map(make).collect());
    let x = match split & 1 {
        0 if split == 0 => list(&|i| numbers(dtype, &[1, rows[i], inner[i]], seed + i as u64)),
        0 => list(&|i| numbers(dtype, &[rows[i], inner[i]], seed + i as u64)),
        _ => Argument::Tensors(vec![numbers(dtype, &[7, 8], seed)]),
    };
    let wide = if dtype == Bf16 { F32 } else { dtype };
    let poison = |shape: &[i64]| Tensor::new(dtype, shape, crate::argument::Contents::Poison);
    let y = match split & 2 {
        0 if split == 0 => list(&|i| poison(&[1, rows[i], columns[i]])),
        0 => list(&|i| poison(&[rows[i], columns[i]])),
        _ => Argument::Tensors(vec![poison(&[7, 6])]),
    };
    vec![
        x,
        list(&|i| numbers(dtype, &[inner[i], columns[i]], seed + 4 + i as u64)),
        if split == 2 {
            Argument::Null
        } else {
            list(&|i| numbers(wide, &[columns[i]], seed + 9 + i as u64))
        },
        if split & 1 != 0 {
            Argument::Ints(vec![3, 3, 7])
        } else {
            Argument::Null
        },
        Argument::Int(split),
        Argument::Text(ONE_RANK),
        Argument::Text("sum"),
        Argument::Int(0),
        Argument::Int(1),
        y,
    ]
}

fn all_lists() -> Vec<Vec<Argument>> {
    let types = [F16, Bf16].into_iter();
    types
        .flat_map(|dtype| (0..4).map(move |split| lists(dtype, split, [0, 1])))
        .collect()
}

const ON_910B: &str = "table::mc2::codes::lists_of_910b";

/// On the chip that has them, in a process of its own.
#[test]
fn lists_of_910b() {
    if !crate::chips::is("Ascend910B1", ON_910B) {
        return;
    }
    for ranks in [1, 2] {
        for dtype in [F16, Bf16] {
            for split in 0..4 {
                let of_rank = |rank| of_group(lists(dtype, split, [rank, ranks]), "lists");
                let all: Vec<_> = (0..ranks).map(of_rank).collect();
                hold_on_ranks(
                    entry("aclnnGroupedMatMulAllReduce"),
                    "lists",
                    &all,
                    reference::lists_reduced,
                );
            }
        }
    }
}

/// Codes on 2 and 4 ranks.
#[test]
fn codes_on_several_ranks() {
    for ranks in [2, 4] {
        let hold = |name: &str, all: &dyn Fn([i64; 2]) -> Vec<Vec<Argument>>, reference| {
            for number in 0..all([0, ranks]).len() {
                let of_rank = |rank| of_group(all([rank, ranks]).swap_remove(number), "codes");
                let arguments: Vec<_> = (0..ranks).map(of_rank).collect();
                hold_on_ranks(entry(name), "codes", &arguments, reference);
            }
        };
        hold(
            "aclnnQuantAllReduce",
            &|of| all_sums(false, of),
            reference::codes_reduced,
        );
        hold(
            "aclnnQuantReduceScatter",
            &|of| all_sums(true, of),
            reference::codes_scattered,
        );
        let name = "aclnnAlltoAllvQuantGroupedMatMul";
        hold(
            name,
            &|of| all_grouped(name, of),
            reference::grouped_behind_exchange,
        );
        let name = "aclnnQuantGroupedMatMulAlltoAllv";
        hold(
            name,
            &|of| all_grouped(name, of),
            reference::grouped_before_exchange,
        );
    }
}

/// `aclnnMoeUpdateExpert`: 6 tokens with 3 choices of 4 experts.
fn experts(ids: Dtype, scale: Option<Dtype>, active: bool, mode: i64) -> Vec<Argument> {
    let table = [
        1.0, 3.0, 0.0, 0.0, 3.0, 7.0, 2.0, 9.0, 2.0, 1.0, 8.0, 0.0, 1.0, 4.0, 0.0, 0.0,
    ];
    let experts: Vec<f64> = (0..18).map(|at| f64::from((at * 7 + 1) % 4)).collect();
    let weights: Vec<f64> = (0..18).map(|at| f64::from(16 >> (at % 3)) / 32.0).collect();
    let given = |argument: Argument| {
        if scale.is_some() {
            argument
        } else {
            Argument::Null
        }
    };
    vec![
        read(ids, &[6, 3], &experts),
        read(I32, &[4, 4], &table),
        scale.map_or(Argument::Null, |dtype| read(dtype, &[6, 3], &weights)),
        given(read(
            F32,
            if active { &[3] } else { &[1, 3] },
            &[0.0, 0.25, 0.25],
        )),
        if active {
            read(Bool, &[6], &[1.0, 1.0, 1.0, 1.0, 0.0, 0.0])
        } else {
            Argument::Null
        },
        Argument::Int(5),
        Argument::Int(8),
        Argument::Int(mode),
        write(ids, &[6, 3]),
        write(Bool, &[6, 3]),
    ]
}

fn all_experts() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for ids in [I32, I64] {
        for scale in [F32, F16, Bf16] {
            all.push(experts(ids, Some(scale), true, 0));
            all.push(experts(ids, Some(scale), false, 1));
        }
        all.push(experts(ids, None, false, 0));
    }
    all
}

/// Numbers in memory that no table has end the task with an error.
#[test]
fn experts_and_instances_outside_the_table_are_errors() {
    for (at, number) in [
        (0, 4.0),
        (0, -1.0),
        (0, 1e9),
        (1, 0.0),
        (1, 4.0),
        (1, -3.0),
        (1, 2e9),
    ] {
        let mut all = experts(I64, None, false, 1);
        let shape = all[at].tensors()[0].shape.clone();
        let dtype = all[at].dtype().unwrap();
        all[at] = read(dtype, &shape, &[number]);
        let refusal = call(entry("aclnnMoeUpdateExpert"), &all).unwrap_err();
        let name = ["expertIds", "eplbTable"][at];
        assert!(refusal.message.contains(name), "{refusal:?}");
    }
}

macro_rules! samples {
    ($($name:ident $samples:expr, $bits:expr;)*) => {$(
        mod $name {
            use super::*;

            pub fn samples() -> Vec<Vec<Argument>> {
                $samples
            }

            pub fn bits(arguments: &Arguments) -> Vec<Vec<u8>> {
                let bits: fn(&Arguments) -> Vec<Vec<u8>> = $bits;
                bits(arguments)
            }
        }
    )*};
}

samples! {
    sum all_sums(false, [0, 1]), |of| reference::codes_reduced(entry("aclnnQuantAllReduce"), &[of]).remove(0);
    scatter all_sums(true, [0, 1]), |of| reference::codes_scattered(entry("aclnnQuantReduceScatter"), &[of]).remove(0);
    before_1 all_grouped("aclnnAlltoAllvQuantGroupedMatMul", [0, 1]), |of| reference::grouped_behind_exchange(entry("aclnnAlltoAllvQuantGroupedMatMul"), &[of]).remove(0);
    before_2 all_grouped("aclnnAlltoAllvQuantGroupedMatMulV2", [0, 1]), |of| reference::grouped_behind_exchange(entry("aclnnAlltoAllvQuantGroupedMatMulV2"), &[of]).remove(0);
    behind_1 all_grouped("aclnnQuantGroupedMatMulAlltoAllv", [0, 1]), |of| reference::grouped_before_exchange(entry("aclnnQuantGroupedMatMulAlltoAllv"), &[of]).remove(0);
    behind_2 all_grouped("aclnnQuantGroupedMatMulAlltoAllvV2", [0, 1]), |of| reference::grouped_before_exchange(entry("aclnnQuantGroupedMatMulAlltoAllvV2"), &[of]).remove(0);
}

const TOGETHER: &str = "types go together: each combination is a sample";

macro_rules! together {
    ($($name:literal),* $(; $($more:tt)*)?) => { &[$((concat!("dtypes ", $name), TOGETHER)),* $(, $($more)*)?] };
}

const EXCEPT: &[(&str, &str)] = together!(
    "x",
    "scales",
    "output",
    "gmmX",
    "gmmWeight",
    "gmmXScale",
    "gmmWeightScale",
    "sendCountsTensorOptional",
    "recvCountsTensorOptional",
    "mmXOptional",
    "mmWeightOptional",
    "mmXScaleOptional",
    "mmWeightScaleOptional",
    "commQuantScaleOptional",
    "gmmY",
    "y",
    "mmYOptional",
    "permuteOutOptional"
);

const OLDER: &[(&str, &str)] = together!(
    "x", "weight", "bias", "y";
    ("samples", "not available on Ascend950, so tested on an older generation only")
);

const SUMS: &[(&str, &str)] = &[
    ("x", "none | 950: i8 hif8 e5m2 e4m3"),
    ("scales", "none | 950: f32 e8m0"),
    ("output", "none | 950: f16 bf16 f32"),
];

const CODES: &str = "none | 950: hif8 e5m2 e4m3 e2m1";
const SCALES: &str = "none | 950: f32 e8m0";
const RESULTS: &str = "none | 950: f16 bf16";

const BEFORE: &[(&str, &str)] = &[
    ("gmmX", CODES),
    ("gmmWeight", CODES),
    ("gmmXScale", SCALES),
    ("gmmWeightScale", SCALES),
    ("sendCountsTensorOptional", "none"),
    ("recvCountsTensorOptional", "none"),
    ("mmXOptional", CODES),
    ("mmWeightOptional", CODES),
    ("mmXScaleOptional", SCALES),
    ("mmWeightScaleOptional", SCALES),
    ("gmmY", RESULTS),
    ("mmYOptional", RESULTS),
    ("permuteOutOptional", CODES),
];

const BEHIND: &[(&str, &str)] = &[
    ("gmmX", CODES),
    ("gmmWeight", CODES),
    ("gmmXScale", SCALES),
    ("gmmWeightScale", SCALES),
    ("sendCountsTensorOptional", "none"),
    ("recvCountsTensorOptional", "none"),
    ("mmXOptional", CODES),
    ("mmWeightOptional", CODES),
    ("mmXScaleOptional", SCALES),
    ("mmWeightScaleOptional", SCALES),
    ("commQuantScaleOptional", "none"),
    ("y", RESULTS),
    ("mmYOptional", RESULTS),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQuantAllReduce", sum::samples)
            .accepts(SUMS)
            .bits(sum::bits)
            .except(EXCEPT),
        Row::new("aclnnQuantReduceScatter", scatter::samples)
            .accepts(SUMS)
            .bits(scatter::bits)
            .except(EXCEPT),
        Row::new("aclnnAlltoAllvQuantGroupedMatMul", before_1::samples)
            .accepts(BEFORE)
            .bits(before_1::bits)
            .except(EXCEPT),
        Row::new("aclnnAlltoAllvQuantGroupedMatMulV2", before_2::samples)
            .accepts(BEFORE)
            .bits(before_2::bits)
            .except(EXCEPT),
        Row::new("aclnnQuantGroupedMatMulAlltoAllv", behind_1::samples)
            .accepts(BEHIND)
            .bits(behind_1::bits)
            .except(EXCEPT),
        Row::new("aclnnQuantGroupedMatMulAlltoAllvV2", behind_2::samples)
            .accepts(BEHIND)
            .bits(behind_2::bits)
            .except(EXCEPT),
        Row::new("aclnnGroupedMatMulAllReduce", all_lists)
            .accepts(&[
                ("x", "none | 910B: f16 bf16"),
                ("weight", "none | 910B: f16 bf16"),
                ("bias", "none | 910B: f16 f32"),
                ("y", "none | 910B: f16 bf16"),
            ])
            .held_by(ON_910B)
            .holds(Holds(0))
            .except(OLDER),
        Row::new("aclnnMoeUpdateExpert", all_experts)
            .accepts(&[
                ("expertIds", "none | 910B 950: i32 i64"),
                ("eplbTable", "none | 910B 950: i32"),
                ("expertScalesOptional", "none | 910B 950: f16 bf16 f32"),
                ("pruningThresholdOptional", "none | 910B 950: f32"),
                ("activeMaskOptional", "none | 910B 950: bool"),
                ("balancedExpertIds", "as expertIds"),
                ("balancedActiveMask", "none | 910B 950: bool"),
            ])
            .bits(reference::updated_experts),
    ]
}
