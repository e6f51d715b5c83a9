//! Samples and checks of several operators: products of matrices with exchanges.

use crate::arguments::Arguments;
use crate::ranks::{OfGroup, hold_on_ranks};
use crate::reference::products_of_ranks as reference;
use crate::table::shared::mc2::*;
use hostnpu::tensor::Dtype::{self, *};

/// Numbers whose products have exact sums, others for each rank.
pub fn numbers(dtype: Dtype, shape: &[i64], seed: usize) -> Argument {
    let count = shape.iter().product::<i64>() as usize;
    let number = |at: usize| (((at * 37 + seed * 101) % 23) as f64 - 11.0) / 8.0;
    let numbers: Vec<f64> = (0..count.max(1)).map(number).collect();
    read(dtype, shape, &numbers)
}

/// The parameters of one call: type, ranks, rank, M, K, N, and whether optional tensors are given.
#[derive(Clone, Copy)]
pub struct Of {
    pub dtype: Dtype,
    pub ranks: i64,
    pub rank: usize,
    pub size: [i64; 3],
    pub full: bool,
}

pub fn optional(given: bool, argument: impl FnOnce() -> Argument) -> Argument {
    if given { argument() } else { Argument::Null }
}

pub fn words(count: usize) -> Vec<Argument> {
    [0, 0, 1][3 - count..]
        .iter()
        .map(|&word| Argument::Int(word))
        .collect()
}

pub fn all_reduce(of: Of, version: usize) -> Vec<Argument> {
    let [m, k, n] = of.size;
    let mut all = vec![
        numbers(of.dtype, &[m, k], of.rank),
        numbers(of.dtype, &[k, n], of.rank + 7),
        optional(of.full, || numbers(of.dtype, &[n], of.rank + 3)),
    ];
    if version > 1 {
        all.push(optional(of.full, || {
            numbers(of.dtype, &[m, n], of.rank + 5)
        }));
    }
    all.extend([Argument::Text(ONE_RANK), Argument::Text("sum")]);
    if version > 2 {
        all.push(Argument::Text("ai_cpu"));
    }
    all.extend(words(2));
    all.push(write(of.dtype, &[m, n]));
    all
}

pub fn reduce_scatter(of: Of) -> Vec<Argument> {
    let [m, k, n] = of.size;
    let mut all = vec![
        numbers(of.dtype, &[m, k], of.rank),
        numbers(of.dtype, &[k, n], of.rank + 7),
        optional(of.full, || numbers(of.dtype, &[n], of.rank + 3)),
        Argument::Text(ONE_RANK),
        Argument::Text("sum"),
    ];
    all.extend(words(2));
    all.push(write(of.dtype, &[m / of.ranks, n]));
    all
}

pub fn gather(of: Of) -> Vec<Argument> {
    let [m, k, n] = of.size;
    let mut all = vec![
        numbers(of.dtype, &[m, k], of.rank),
        numbers(of.dtype, &[k, n], of.rank + 7),
        optional(of.full, || numbers(of.dtype, &[n], of.rank + 3)),
        Argument::Text(ONE_RANK),
    ];
    all.extend(words(3));
    all.push(write(of.dtype, &[m * of.ranks, n]));
    let rows = if of.full { m * of.ranks } else { 0 };
    all.push(write(of.dtype, &[rows, k]));
    all
}

/// Before the product or behind it; the second version has one more word.
pub fn exchange(of: Of, version: usize, is_before: bool, wide_bias: bool) -> Vec<Argument> {
    let [m, k, n] = of.size;
    let inner = if is_before { k * of.ranks } else { k };
    let x2 = if of.full { [n, inner] } else { [inner, n] };
    let bias = if wide_bias { F32 } else { of.dtype };
    let mut all = vec![
        numbers(of.dtype, &[m, k], of.rank),
        numbers(of.dtype, &x2, of.rank + 7),
        optional(of.full, || numbers(bias, &[n], of.rank + 3)),
        optional(of.full, || {
            Argument::Ints(if is_before {
                vec![-2, -1]
            } else {
                vec![-1, -2]
            })
        }),
        Argument::Text(ONE_RANK),
    ];
    if version > 1 {
        all.push(Argument::Text("ai_cpu"));
    }
    all.extend([Argument::Bool(false), Argument::Bool(of.full)]);
    match is_before {
        true => {
            all.push(write(of.dtype, &[m / of.ranks, n]));
            all.push(optional(of.full, || {
                write(of.dtype, &[m / of.ranks, inner])
            }));
        }
        false => all.push(write(of.dtype, &[m * of.ranks, n / of.ranks])),
    }
    all
}

/// Calls of one rank of both types, small and large.
pub fn of_one(call: impl Fn(Of) -> Vec<Argument>) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for dtype in [F16, Bf16] {
        for (full, size) in [(true, [4, 3, 6]), (false, [2, 5, 4]), (true, [48, 70, 36])] {
            all.push(call(Of {
                dtype,
                ranks: 1,
                rank: 0,
                size,
                full,
            }));
        }
    }
    all
}

macro_rules! of_one {
    ($($name:ident, $of:ident: $call:expr, $entry:expr, $reference:expr;)*) => {$(
        pub mod $name {
            use super::*;

            pub fn samples() -> Vec<Vec<Argument>> {
                of_one(|$of| $call)
            }

            pub fn bits(arguments: &Arguments) -> Vec<Vec<u8>> {
                $reference(entry($entry), &[arguments]).remove(0)
            }
        }
    )*};
}

of_one! {
    all_reduce_1, of: all_reduce(of, 1), "aclnnMatmulAllReduce", reference::all_reduced;
    all_reduce_2, of: all_reduce(of, 2), "aclnnMatmulAllReduceV2", reference::all_reduced;
    all_reduce_3, of: all_reduce(of, 3), "aclnnMatmulAllReduceV3", reference::all_reduced;
    reduce_scatter_1, of: reduce_scatter(of), "aclnnMatmulReduceScatter", reference::reduce_scattered;
    gather_1, of: gather(of), "aclnnAllGatherMatmul", reference::gathered;
    before_1, of: exchange(of, 1, true, of.size[0] > 9), "aclnnAlltoAllMatmul", reference::exchanged_before;
    before_2, of: exchange(of, 2, true, of.size[0] > 9), "aclnnAlltoAllMatmulV2", reference::exchanged_before;
    behind_1, of: exchange(of, 1, false, of.size[0] > 9), "aclnnMatmulAlltoAll", reference::exchanged_behind;
    behind_2, of: exchange(of, 2, false, of.size[0] > 9), "aclnnMatmulAlltoAllV2", reference::exchanged_behind;
}

pub const HALVES: &str = "none | 910B 950: f16 bf16";

pub const WITH_BIAS: &[(&str, &str)] = &[(
    "dtypes biasOptional",
    "FLOAT or the type of `x1`: both are samples",
)];

/// Each family on 2, 3 and 4 ranks.
#[test]
fn products_on_several_ranks() {
    type Make = fn(Of) -> Vec<Argument>;
    let families: [(&str, Make, OfGroup); 5] = [
        (
            "aclnnMatmulAllReduceV2",
            |of| all_reduce(of, 2),
            reference::all_reduced,
        ),
        (
            "aclnnMatmulReduceScatter",
            reduce_scatter,
            reference::reduce_scattered,
        ),
        ("aclnnAllGatherMatmul", gather, reference::gathered),
        (
            "aclnnAlltoAllMatmul",
            |of| exchange(of, 1, true, false),
            reference::exchanged_before,
        ),
        (
            "aclnnMatmulAlltoAll",
            |of| exchange(of, 1, false, false),
            reference::exchanged_behind,
        ),
    ];
    for (name, make, reference) in families {
        for ranks in [2, 3, 4] {
            for (dtype, full) in [(F16, true), (Bf16, false)] {
                let of_rank = |rank| {
                    let size = [12, 10, 24];
                    of_group(
                        make(Of {
                            dtype,
                            ranks,
                            rank,
                            size,
                            full,
                        }),
                        "products",
                    )
                };
                let arguments: Vec<_> = (0..ranks as usize).map(of_rank).collect();
                hold_on_ranks(entry(name), "products", &arguments, reference);
            }
        }
    }
}
