//! Samples and checks of several operators: tokens that go to experts on ranks, and come back.

pub mod failures;
pub mod samples;

use crate::arguments::Arguments;
use crate::ranks::{call_on_ranks, hold_on_ranks};
use crate::reference::moe;
use crate::table::samples::patterns;
use crate::table::shared::mc2::*;
use hostnpu::tensor::Dtype::{self, *};
use samples::{of_floats, samples};

/// The parameters of a rank's call.
#[derive(Clone, Copy)]
pub struct Of {
    pub version: usize,
    pub ranks: i64,
    pub rank: usize,
    pub tokens: i64,
    pub width: i64,
    pub top_k: i64,
    pub experts: i64,
    /// Shared experts, and ranks that have one.
    pub shared: [i64; 2],
    /// Experts without rows.
    pub special: [i64; 3],
    pub x: Dtype,
    pub to: Dtype,
    pub mode: i64,
    /// 0: none; 1: of tokens; 2: of choices.
    pub mask: usize,
    /// Scales, if there are any.
    pub scales: Option<(Dtype, [i64; 2])>,
    pub full: bool,
}

pub const PLAIN: Of = Of {
    version: 2,
    ranks: 1,
    rank: 0,
    tokens: 5,
    width: 6,
    top_k: 2,
    experts: 4,
    shared: [0, 0],
    special: [0; 3],
    x: F16,
    to: F16,
    mode: 0,
    mask: 0,
    scales: None,
    full: false,
};

pub fn numbers(dtype: Dtype, shape: &[i64], seed: usize) -> Argument {
    let count = shape.iter().product::<i64>() as usize;
    let number = |at: usize| (((at * 37 + seed * 101) % 29) as f64 - 14.0) / 4.0;
    read(
        dtype,
        shape,
        &(0..count.max(1)).map(number).collect::<Vec<_>>(),
    )
}

impl Of {
    pub fn local(&self) -> i64 {
        match (self.rank as i64) < self.shared[1] {
            true => 1,
            false => self.experts / (self.ranks - self.shared[1]),
        }
    }

    pub fn capacity(&self) -> i64 {
        let all = self.tokens * self.ranks;
        match (self.rank as i64) < self.shared[1] {
            true => all * self.shared[0] / self.shared[1],
            false => all * self.local().min(self.top_k),
        }
    }

    pub fn ids(&self) -> Argument {
        let all = self.experts + self.special.iter().sum::<i64>();
        let count = self.tokens * self.top_k;
        let id = |at: i64| {
            // Choices of a token differ; some experts are never chosen.
            let (token, choice) = (at / self.top_k, at % self.top_k);
            let first = (token * 7 + self.rank as i64 * 3 + token * token) % all;
            ((first + choice * (1 + token % 2)) % all) as f64
        };
        read(
            I32,
            &[self.tokens, self.top_k],
            &(0..count).map(id).collect::<Vec<_>>(),
        )
    }

    pub fn mask(&self) -> Argument {
        let tokens = |at: i64| f64::from(at < self.tokens - 2);
        let choices = |at: i64| f64::from(at % 3 != 1 && at / self.top_k != 1);
        match self.mask {
            0 => Argument::Null,
            1 => read(
                Bool,
                &[self.tokens],
                &(0..self.tokens).map(tokens).collect::<Vec<_>>(),
            ),
            _ => {
                let count = self.tokens * self.top_k;
                let all: Vec<f64> = (0..count).map(choices).collect();
                read(Bool, &[self.tokens, self.top_k], &all)
            }
        }
    }

    pub fn performance(&self) -> Option<Argument> {
        (self.version > 3).then(|| numbers(I64, &[self.ranks], 2))
    }

    pub fn weights(&self) -> Argument {
        numbers(F32, &[self.tokens, self.top_k], self.rank + 11)
    }

    pub fn deployment(&self) -> Vec<Argument> {
        let int = Argument::Int;
        vec![
            Argument::Text(ONE_RANK),
            int(self.ranks),
            int(self.rank as i64),
            int(self.experts),
            if self.full {
                Argument::Text("")
            } else {
                Argument::Null
            },
            int(i64::from(self.full)),
            int(0),
            int(0),
            int(self.shared[0]),
            int(self.shared[1]),
        ]
    }

    pub fn rows_of(&self, dtype: Dtype, shape: &[i64], seed: usize) -> Argument {
        match dtype {
            F16 | Bf16 | F32 => numbers(dtype, shape, seed),
            _ => patterns(dtype, shape, seed as u64 + 3),
        }
    }

    pub fn dispatch(&self) -> Vec<Argument> {
        let (int, rows) = (Argument::Int, self.capacity());
        let mut all = vec![
            self.rows_of(self.x, &[self.tokens, self.width], self.rank),
            self.ids(),
            match self.scales {
                None => Argument::Null,
                Some((dtype, [0, columns])) => numbers(dtype, &[columns], 4),
                Some((F32, shape)) => numbers(F32, &shape, 4),
                Some((dtype, shape)) => patterns(dtype, &shape, 4),
            },
            self.mask(),
            if self.full {
                self.weights()
            } else {
                Argument::Null
            },
        ];
        if self.version > 2 {
            all.push(Argument::Null);
        }
        all.extend(self.performance());
        all.extend(self.deployment());
        all.extend([
            int(self.mode),
            int(if self.full {
                self.tokens * self.ranks
            } else {
                0
            }),
            int(i64::from(!self.full)),
        ]);
        if self.version > 1 {
            all.push(Argument::Text("fullmesh_v1"));
        }
        if self.version > 2 {
            all.extend(self.special.map(int));
        }
        let per_row = match (self.mode, self.scales) {
            (0, Some((dtype, [_, columns]))) => Some((dtype, columns)),
            (2, _) => Some((F32, 1)),
            (3, _) => Some((F32, (self.width + 127) / 128)),
            (4, _) => Some((F8E8m0, (self.width + 63) / 64 * 2)),
            _ => None,
        };
        all.extend([
            write(self.to, &[rows, self.width]),
            match per_row {
                Some((dtype, 1)) => write(dtype, &[rows]),
                Some((dtype, columns)) => write(dtype, &[rows, columns]),
                None => Argument::Null,
            },
            match self.version {
                1 => write(I32, &[self.tokens * self.top_k]),
                _ => write(I32, &[rows * 128]),
            },
            write(I64, &[self.local()]),
            write(I32, &[self.local() * self.ranks]),
            if self.full {
                write(I32, &[1])
            } else {
                Argument::Null
            },
            if self.full {
                write(F32, &[rows])
            } else {
                Argument::Null
            },
        ]);
        all
    }

    /// `counts` are the ends of rows that the dispatch gave.
    pub fn combine(&self, counts: Argument) -> Vec<Argument> {
        let (int, rows) = (Argument::Int, self.capacity());
        let is_first = self.version == 1;
        let wide = [self.tokens, self.width];
        let mut all = vec![
            numbers(self.x, &[rows, self.width], self.rank + 2),
            self.ids(),
            match is_first {
                true => numbers(I32, &[self.tokens * self.top_k], 0),
                false => numbers(I32, &[rows * 128], 0),
            },
            counts,
            self.weights(),
            Argument::Null,
            self.mask(),
            Argument::Null,
            Argument::Null,
            Argument::Null,
            Argument::Null,
        ];
        if !is_first {
            all.push(match self.full && self.shared[1] == 0 {
                true => numbers(self.x, &wide, self.rank + 5),
                false => Argument::Null,
            });
        }
        if self.version > 2 {
            let n = self.special[2];
            // Factors of each expert, or of each element of its row.
            let factors = &[n, self.width][..if self.version > 3 { 2 } else { 1 }];
            let given = |shape: &[i64], seed: usize| match self.special == [0; 3] {
                true => Argument::Null,
                false => numbers(self.x, shape, seed),
            };
            all.extend([
                Argument::Null,
                given(&wide, self.rank + 6),
                given(factors, 7),
                given(factors, 8),
                given(&[n, self.width], 9),
            ]);
        }
        all.extend(self.performance());
        all.extend(self.deployment());
        all.extend([int(0), int(0), int(if self.full { 2 } else { 0 }), int(0)]);
        if !is_first {
            all.push(Argument::Text(""));
        }
        if self.version > 2 {
            all.extend(self.special.map(int));
        }
        all.push(write(self.x, &wide));
        all
    }

    /// The same with a residual and a norm.
    pub fn combine_normed(&self, counts: Argument) -> Vec<Argument> {
        let mut all = self.combine(counts);
        let wide = [self.tokens, 1, self.width];
        all.splice(
            5..5,
            [
                numbers(Bf16, &wide, self.rank + 3),
                numbers(Bf16, &[self.width], 6),
            ],
        );
        all.pop();
        let specials = if self.version > 2 { 3 } else { 0 };
        all.insert(all.len() - specials, Argument::Float(1e-6));
        all.extend([
            write(Bf16, &wide),
            write(F32, &[self.tokens, 1, 1]),
            write(Bf16, &wide),
        ]);
        all
    }

    pub fn entry(&self, family: &str) -> &'static hostnpu_aclnn_operators::entry::EntryPoint {
        let version = ["", "", "V2", "V3", "V4"][self.version];
        entry(&format!("aclnnMoeDistribute{family}{version}"))
    }
}

/// The ends of rows, as the reference of the dispatch gives them for all ranks.
pub fn ends(all: &[Of]) -> Vec<Argument> {
    let arguments: Vec<_> = all.iter().map(Of::dispatch).collect();
    let entry = all[0].entry("Dispatch");
    let arguments = arguments
        .iter()
        .map(|arguments| Arguments::new(entry, &arguments[..]));
    let arguments: Vec<Arguments> = arguments.collect();
    let ends = moe::ends(entry, &arguments.iter().collect::<Vec<_>>()).into_iter();
    let tensor = |ends: Vec<i64>| {
        let numbers: Vec<f64> = ends.iter().map(|&end| end as f64).collect();
        read(I32, &[ends.len() as i64], &numbers)
    };
    ends.map(tensor).collect()
}

macro_rules! versions {
    ($($module:ident: $version:expr;)*) => {$(
        pub mod $module {
            use super::*;

            pub fn dispatch() -> Vec<Vec<Argument>> {
                samples($version).iter().map(Of::dispatch).collect()
            }

            pub fn dispatch_bits(arguments: &Arguments) -> Vec<Vec<u8>> {
                let of = Of { version: $version, ..PLAIN };
                moe::dispatch(of.entry("Dispatch"), &[arguments]).remove(0)
            }

            pub fn combine() -> Vec<Vec<Argument>> {
                let all = of_floats($version).into_iter();
                all.map(|of| of.combine(ends(&[of]).remove(0))).collect()
            }

            pub fn combine_bits(arguments: &Arguments) -> Vec<Vec<u8>> {
                let of = Of { version: $version, ..PLAIN };
                moe::combine_ranks(of.entry("Combine"), &[arguments]).remove(0)
            }
        }
    )*};
}

versions! {
    first: 1;
    second: 2;
    third: 3;
    fourth: 4;
}

pub const HALVES: &str = "none | 910B 950: f16 bf16";
pub const INT32: &str = "none | 910B 950: i32";
pub const INT64: &str = "none | 910B 950: i64";
pub const FLOAT: &str = "none | 910B 950: f32";
pub const BOOL: &str = "none | 910B 950: bool";

/// The types of rows and scales go together by modes.
pub const DISPATCHES: &[(&str, &str)] = &[
    ("dtypes x", "goes with `expandXOut`: each type is a sample"),
    (
        "dtypes expandX",
        "goes with `quantMode`: each type is a sample",
    ),
    (
        "dtypes expandXOut",
        "goes with `quantMode`: each type is a sample",
    ),
    ("dtypes scales", "null without `quantMode`: of FLOAT alone"),
    (
        "dtypes scalesOptional",
        "goes with `quantMode`: each type is a sample",
    ),
    ("dtypes elasticInfoOptional", "null on every chip"),
    ("dtypes elasticInfo", "null on every chip"),
    (
        "dtypes dynamicScales",
        "null without `quantMode`: of FLOAT alone",
    ),
    (
        "dtypes dynamicScalesOut",
        "goes with `quantMode`: each type is a sample",
    ),
];

/// Groups of ranks: several experts on a rank, shared experts, hidden tokens, experts that no token chooses.
pub fn groups() -> Vec<Vec<Of>> {
    let mut all = Vec::new();
    for ranks in [2, 3, 4] {
        let experts = 2 * ranks;
        let plain = Of {
            ranks,
            experts,
            tokens: 9,
            ..PLAIN
        };
        for of in [
            plain,
            Of {
                version: 1,
                x: Bf16,
                to: Bf16,
                mask: 1,
                ..plain
            },
            Of {
                version: 4,
                special: [1, 1, 2],
                top_k: 3,
                mask: 2,
                full: true,
                ..plain
            },
            Of {
                shared: [1, 1],
                experts: 3 * (ranks - 1),
                full: true,
                mask: 2,
                ..plain
            },
            Of {
                mode: 2,
                to: I8,
                scales: Some((F32, [experts, 6])),
                ..plain
            },
        ] {
            all.push((0..ranks as usize).map(|rank| Of { rank, ..of }).collect());
        }
    }
    let two = Of {
        ranks: 4,
        experts: 6,
        shared: [2, 2],
        tokens: 7,
        top_k: 3,
        ..PLAIN
    };
    all.push((0..4).map(|rank| Of { rank, ..two }).collect());
    all
}

#[test]
fn experts_on_several_ranks() {
    for all in groups() {
        let arguments = |make: &dyn Fn(&Of) -> Vec<Argument>| -> Vec<Vec<Argument>> {
            all.iter().map(|of| of_group(make(of), "experts")).collect()
        };
        let dispatch = all[0].entry("Dispatch");
        hold_on_ranks(
            dispatch,
            "experts",
            &arguments(&Of::dispatch),
            moe::dispatch,
        );
        if all[0].mode == 0 {
            let ends = ends(&all);
            let combine = arguments(&|of: &Of| of.combine(ends[of.rank].clone()));
            hold_on_ranks(
                all[0].entry("Combine"),
                "experts",
                &combine,
                moe::combine_ranks,
            );
        }
    }
}
