//! Samples and checks of several operators: sums over ranks of codes, products of rows of codes of experts, lists of products, and experts as instances.

use crate::argument::Tensor;
use crate::arguments::Arguments;
use crate::ranks::hold_on_ranks;
use crate::reference::quant_of_ranks as reference;
use crate::table::matmul::grouped_matmul::{contents, numbers, of, scales};
use crate::table::shared::mc2::*;
use hostnpu::tensor::Dtype::{self, *};

pub fn tensor(tensor: Tensor) -> Argument {
    Argument::Tensor(tensor)
}

/// `(x, scales, group, reduceOp, output)`.
pub fn sums(
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

pub fn all_sums(scatters: bool, of: [i64; 2]) -> Vec<Vec<Argument>> {
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
pub fn count(from: i64, to: i64, expert: i64) -> i64 {
    (from * 5 + to * 3 + expert * 2) % 4
}

pub const EXPERTS: i64 = 3;

/// The arguments of a rank, by the names of the parameters.
pub fn grouped(
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

pub fn all_grouped(name: &str, of: [i64; 2]) -> Vec<Vec<Argument>> {
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

macro_rules! samples {
    ($($name:ident $samples:expr, $bits:expr;)*) => {$(
        pub mod $name {
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

pub const TOGETHER: &str = "types go together: each combination is a sample";

macro_rules! together {
    ($($name:literal),* $(; $($more:tt)*)?) => { &[$((concat!("dtypes ", $name), crate::table::shared::mc2::codes::TOGETHER)),* $(, $($more)*)?] };
}
pub(crate) use together;

pub const EXCEPT: &[(&str, &str)] = together!(
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

pub const SUMS: &[(&str, &str)] = &[
    ("x", "none | 950: i8 hif8 e5m2 e4m3"),
    ("scales", "none | 950: f32 e8m0"),
    ("output", "none | 950: f16 bf16 f32"),
];
pub const CODES: &str = "none | 950: hif8 e5m2 e4m3 e2m1";
pub const SCALES: &str = "none | 950: f32 e8m0";
pub const RESULTS: &str = "none | 950: f16 bf16";
