//! Samples and checks of several operators: products of the rows of experts, with exchanges.

use crate::arguments::Arguments;
use crate::ranks::hold_on_ranks;
use crate::reference::products_of_ranks as reference;
use crate::table::shared::mc2::*;
use hostnpu::tensor::Dtype::{self, *};

pub fn numbers(dtype: Dtype, shape: &[i64], seed: usize) -> Argument {
    let count = shape.iter().product::<i64>() as usize;
    let number = |at: usize| (((at * 41 + seed * 97) % 19) as f64 - 9.0) / 8.0;
    read(
        dtype,
        shape,
        &(0..count.max(1)).map(number).collect::<Vec<_>>(),
    )
}

/// The parameters of a rank's call.
#[derive(Clone, Copy)]
pub struct Of {
    pub dtype: Dtype,
    pub ranks: usize,
    pub rank: usize,
    pub experts: usize,
    /// Transposed matrices, and all optional tensors.
    pub full: bool,
}

pub const K: i64 = 10;
pub const N: i64 = 6;

/// Rows from a rank for an expert of another rank: some have none.
pub fn count(from: usize, to: usize, expert: usize) -> i64 {
    ((from * 5 + to * 3 + expert * 2) % 4) as i64
}

impl Of {
    pub fn counts(&self, is_before: bool, sends: bool) -> Vec<i64> {
        let numbers = (0..self.ranks).flat_map(|other| (0..self.experts).map(move |e| (other, e)));
        // Behind products rows go back to where they came from.
        let number = |(other, expert)| match sends == is_before {
            true => count(self.rank, other, expert),
            false => count(other, self.rank, expert),
        };
        numbers.map(number).collect()
    }

    pub fn call(&self, version: usize, is_before: bool) -> Vec<Argument> {
        let sends = self.counts(is_before, true);
        let receives = self.counts(is_before, false);
        let [sent, received] = [&sends, &receives].map(|counts| counts.iter().sum::<i64>());
        let matrix = |rows: i64, columns: i64| {
            if self.full {
                [columns, rows]
            } else {
                [rows, columns]
            }
        };
        let [first, second] = matrix(K, N);
        let seed = self.rank;
        let given = |argument: Argument| if self.full { argument } else { Argument::Null };
        let mut all = vec![
            numbers(self.dtype, &[sent, K], seed),
            numbers(self.dtype, &[self.experts as i64, first, second], seed + 4),
            Argument::Null,
            Argument::Null,
            given(numbers(self.dtype, &[3, 4], seed + 8)),
            given(numbers(self.dtype, &matrix(4, 5), seed + 9)),
            Argument::Text(ONE_RANK),
        ];
        if version > 1 {
            all.push(Argument::Text("ai_cpu"));
        }
        all.extend([
            Argument::Int(self.ranks as i64),
            Argument::Ints(sends),
            Argument::Ints(receives),
            Argument::Bool(self.full),
            Argument::Bool(self.full),
        ]);
        if is_before {
            all.push(Argument::Bool(self.full));
        }
        all.extend([
            write(self.dtype, &[received, N]),
            given(write(self.dtype, &[3, 5])),
        ]);
        if is_before {
            all.push(write(self.dtype, &[received, K]));
        }
        all
    }
}

pub fn samples(version: usize, is_before: bool) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for dtype in [F16, Bf16] {
        for full in [true, false] {
            let of = Of {
                dtype,
                ranks: 1,
                rank: 0,
                experts: 5,
                full,
            };
            all.push(of.call(version, is_before));
        }
    }
    all
}

macro_rules! versions {
    ($($module:ident: $version:expr, $is_before:expr, $entry:expr, $reference:expr;)*) => {$(
        pub mod $module {
            use super::*;

            pub fn samples() -> Vec<Vec<Argument>> {
                super::samples($version, $is_before)
            }

            pub fn bits(arguments: &Arguments) -> Vec<Vec<u8>> {
                $reference(entry($entry), &[arguments]).remove(0)
            }
        }
    )*};
}

versions! {
    before_1: 1, true, "aclnnAlltoAllvGroupedMatMul", reference::grouped_behind_exchange;
    before_2: 2, true, "aclnnAlltoAllvGroupedMatMulV2", reference::grouped_behind_exchange;
    behind_1: 1, false, "aclnnGroupedMatMulAlltoAllv", reference::grouped_before_exchange;
    behind_2: 2, false, "aclnnGroupedMatMulAlltoAllvV2", reference::grouped_before_exchange;
}

pub const HALVES: &str = "none | 910B 950: f16 bf16";

pub const NULL: &[(&str, &str)] = &[
    ("dtypes sendCountsTensorOptional", "null on every chip"),
    ("dtypes recvCountsTensorOptional", "null on every chip"),
];

#[test]
fn grouped_products_on_several_ranks() {
    for ranks in [2, 3, 4] {
        for (dtype, full) in [(F16, true), (Bf16, false)] {
            for (name, is_before, reference) in [
                (
                    "aclnnAlltoAllvGroupedMatMul",
                    true,
                    reference::grouped_behind_exchange as crate::ranks::OfGroup,
                ),
                (
                    "aclnnGroupedMatMulAlltoAllv",
                    false,
                    reference::grouped_before_exchange,
                ),
            ] {
                let of_rank = |rank| {
                    let of = Of {
                        dtype,
                        ranks,
                        rank,
                        experts: 3,
                        full,
                    };
                    of_group(of.call(1, is_before), "grouped")
                };
                let arguments: Vec<_> = (0..ranks).map(of_rank).collect();
                hold_on_ranks(entry(name), "grouped", &arguments, reference);
            }
        }
    }
}
