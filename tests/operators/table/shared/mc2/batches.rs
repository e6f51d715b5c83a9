//! Samples and checks of several operators: products of the rows of experts on a grid of ranks.

use crate::arguments::Arguments;
use crate::call::call;
use crate::ranks::expected_on_ranks;
use crate::ranks::{OfGroup, SAME_RANK, compare, on_grid};
use crate::reference::batches_of_ranks as reference;
use crate::table::shared::mc2::*;
use hostnpu::tensor::Dtype::{self, *};

pub fn numbers(dtype: Dtype, shape: &[i64], seed: usize) -> Argument {
    let count = shape.iter().product::<i64>() as usize;
    let number = |at: usize| (((at * 37 + seed * 101) % 23) as f64 - 11.0) / 8.0;
    let numbers: Vec<f64> = (0..count.max(1)).map(number).collect();
    read(dtype, shape, &numbers)
}

/// The parameters of a rank's call.
#[derive(Clone, Copy)]
pub struct Of {
    pub dtype: Dtype,
    pub ep: i64,
    pub tp: i64,
    pub rank: usize,
    /// Experts of a rank.
    pub local: i64,
    /// Rows of a rank's part, elements that are multiplied, and columns.
    pub size: [i64; 3],
    pub by_rows: bool,
    pub activation: i64,
    pub full: bool,
}

impl Of {
    pub fn bias(&self, columns: i64) -> Argument {
        let dtype = if self.dtype == F16 { F16 } else { F32 };
        match (self.full, self.by_rows) {
            (false, _) => Argument::Null,
            (true, true) => numbers(dtype, &[self.local, 1, columns], self.rank + 3),
            (true, false) => numbers(dtype, &[self.local, columns], self.rank + 3),
        }
    }

    pub fn communicators(&self) -> [Argument; 5] {
        [
            Argument::Text(ONE_RANK),
            Argument::Text(SAME_RANK),
            Argument::Int(self.ep),
            Argument::Int(self.tp),
            Argument::Int(self.by_rows.into()),
        ]
    }

    pub fn gathered(self) -> Vec<Argument> {
        let [rows, inner, columns] = self.size;
        let (all_rows, all_inner) = match self.by_rows {
            true => (self.ep * self.tp * rows, inner),
            false => (self.ep * rows, self.tp * inner),
        };
        let shape = [self.local, all_rows, columns];
        let mut all = vec![
            numbers(self.dtype, &[self.ep * self.local, rows, inner], self.rank),
            numbers(self.dtype, &[self.local, all_inner, columns], self.rank + 7),
            self.bias(columns),
        ];
        all.extend(self.communicators());
        all.push(Argument::Int(self.activation));
        all.push(write(self.dtype, &shape));
        all.push(match self.full {
            true => write(self.dtype, &[self.local, all_rows, all_inner]),
            false => Argument::Null,
        });
        all.push(match self.full && self.activation > 0 {
            true => write(self.dtype, &shape),
            false => Argument::Null,
        });
        all
    }

    pub fn scattered(self) -> Vec<Argument> {
        let [rows, inner, columns] = self.size;
        let (all_rows, all_columns) = match self.by_rows {
            true => (self.ep * self.tp * rows, columns),
            false => (self.ep * rows, self.tp * columns),
        };
        let mut all = vec![
            numbers(self.dtype, &[self.local, all_rows, inner], self.rank),
            numbers(self.dtype, &[self.local, inner, all_columns], self.rank + 7),
            self.bias(columns),
        ];
        all.extend(self.communicators());
        all.push(write(self.dtype, &[self.ep * self.local, rows, columns]));
        all
    }
}

/// Calls of one rank: all types, parts and activations.
pub fn of_one(call: impl Fn(Of) -> Vec<Argument>) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for dtype in [F16, Bf16] {
        for activation in [1, 0, 2, 3, 4] {
            all.push(call(Of {
                dtype,
                ep: 1,
                tp: 1,
                rank: 0,
                local: 2,
                size: if activation == 4 {
                    [20, 40, 36]
                } else {
                    [3, 5, 4]
                },
                by_rows: activation % 2 == 1,
                activation,
                full: activation != 2,
            }));
        }
    }
    all
}

pub fn gathered(arguments: &Arguments) -> Vec<Vec<u8>> {
    reference::gathered(entry(GATHERED), &[arguments]).remove(0)
}

pub fn scattered(arguments: &Arguments) -> Vec<Vec<u8>> {
    reference::scattered(entry(SCATTERED), &[arguments]).remove(0)
}

pub const GATHERED: &str = "aclnnAlltoAllAllGatherBatchMatMul";
pub const SCATTERED: &str = "aclnnBatchMatMulReduceScatterAlltoAll";

pub const BIAS: &[(&str, &str)] = &[
    (
        "dtypes x",
        "goes with `biasOptional`: both types are samples",
    ),
    (
        "dtypes biasOptional",
        "FLOAT16 with FLOAT16, FLOAT with BFLOAT16: both are samples",
    ),
];

/// The communicators of a grid. The names of those with experts do not all come before or behind the others.
pub const COLUMNS: [&str; 3] = ["1 with experts", "6 with experts", "3 with experts"];
pub const ROWS: [&str; 3] = ["4 with parts", "2 with parts", "5 with parts"];

/// The arguments of the ranks of a grid, with the names of their communicators.
pub fn on_ranks_of_grid(
    [ep, tp]: [usize; 2],
    make: impl Fn(usize) -> Vec<Argument>,
) -> Vec<Vec<Argument>> {
    let of_rank = |rank: usize| {
        let mut arguments = make(rank);
        for argument in &mut arguments {
            match argument {
                Argument::Text(ONE_RANK) => *argument = Argument::Text(COLUMNS[rank % tp]),
                Argument::Text(SAME_RANK) => *argument = Argument::Text(ROWS[rank / tp]),
                _ => {}
            }
        }
        arguments
    };
    (0..ep * tp).map(of_rank).collect()
}

/// Both directions on grids of 2, 4 and 6 ranks.
#[test]
fn products_on_a_grid_of_ranks() {
    if !crate::chips::is(
        "Ascend910B1",
        "table::shared::mc2::batches::products_on_a_grid_of_ranks",
    ) {
        return;
    }
    type Make = fn(Of) -> Vec<Argument>;
    let families: [(&str, Make, OfGroup); 2] = [
        (GATHERED, Of::gathered, reference::gathered),
        (SCATTERED, Of::scattered, reference::scattered),
    ];
    for (name, make, reference) in families {
        for [ep, tp] in [[2, 2], [2, 3], [3, 2], [1, 2], [2, 1]] {
            for (dtype, by_rows, full) in
                [(F16, true, true), (Bf16, false, true), (F16, false, false)]
            {
                let arguments = on_ranks_of_grid([ep, tp], |rank| {
                    make(Of {
                        dtype,
                        ep: ep as i64,
                        tp: tp as i64,
                        rank,
                        local: 2,
                        size: [3, 4, 5],
                        by_rows,
                        activation: if full { 2 } else { 0 },
                        full,
                    })
                });
                let expected = expected_on_ranks(entry(name), &arguments, reference);
                let got = on_grid([&ROWS[..ep], &COLUMNS[..tp]], |rank| {
                    call(entry(name), &arguments[rank])
                });
                compare(entry(name), got, expected);
            }
        }
    }
}

#[test]
fn one_communicator_in_place_of_two_is_refused() {
    if !crate::chips::is(
        "Ascend910B1",
        "table::shared::mc2::batches::one_communicator_in_place_of_two_is_refused",
    ) {
        return;
    }
    let of = Of {
        dtype: F16,
        ep: 1,
        tp: 1,
        rank: 0,
        local: 2,
        size: [2, 2, 2],
        by_rows: false,
        activation: 0,
        full: false,
    };
    for (name, mut arguments) in [(GATHERED, of.gathered()), (SCATTERED, of.scattered())] {
        for argument in &mut arguments {
            if matches!(argument, Argument::Text(SAME_RANK)) {
                *argument = Argument::Text(ONE_RANK);
            }
        }
        let refusal = call(entry(name), &arguments).unwrap_err();
        assert!(
            refusal.code == 161_002 && refusal.message.contains("`groupTp`"),
            "{refusal:?}"
        );
    }
}
