//! Samples and checks of several operators: attention of blocks of queries to blocks of keys.

use crate::argument::Argument;
use crate::table::on_950;
use crate::table::samples::write;
use crate::table::shared::fused_caches::indices;
use crate::table::shared::rows::{near_1, varied};
use hostnpu::tensor::Dtype::{self, *};

/// The layout, batch and rows of queries and keys, heads, elements, lengths and the size of blocks.
#[derive(Clone, Copy)]
pub struct Case {
    pub layout: &'static str,
    pub outer: [[i64; 2]; 2],
    pub heads: [i64; 2],
    pub depth: i64,
    pub lengths: Option<[&'static [i64]; 2]>,
    pub size: [i64; 2],
}

/// Rows of no sequence, sequences without queries or keys, blocks at the end that are not full.
pub const CASES: [Case; 3] = [
    Case {
        layout: "BNSD",
        outer: [[2, 9], [2, 200]],
        heads: [4, 2],
        depth: 64,
        lengths: None,
        size: [4, 128],
    },
    Case {
        layout: "TND",
        outer: [[1, 10], [1, 300]],
        heads: [2, 2],
        depth: 128,
        lengths: Some([&[3, 0, 6], &[130, 40, 129]]),
        size: [2, 128],
    },
    Case {
        layout: "BNSD",
        outer: [[2, 5], [2, 140]],
        heads: [2, 1],
        depth: 64,
        lengths: Some([&[5, 3], &[0, 131]]),
        size: [3, 128],
    },
];

pub const BSND: Case = Case {
    layout: "BSND",
    outer: [[2, 7], [2, 150]],
    heads: [2, 2],
    depth: 64,
    lengths: Some([&[7, 2], &[150, 9]]),
    size: [5, 128],
};

impl Case {
    pub fn shape(&self, side: usize, last: i64) -> Vec<i64> {
        let ([batch, rows], heads) = (self.outer[side], self.heads[side]);
        match self.layout {
            "TND" => vec![rows, heads, last],
            "BNSD" => vec![batch, heads, rows, last],
            _ => vec![batch, rows, heads, last],
        }
    }

    pub fn tensor(&self, dtype: Dtype, side: usize, number: i64) -> Argument {
        varied(dtype, &self.shape(side, self.depth), number)
    }

    pub fn lengths(&self) -> [Argument; 2] {
        match self.lengths {
            Some(lengths) => lengths.map(|lengths| Argument::Ints(lengths.to_vec())),
            None => [Argument::Null, Argument::Null],
        }
    }

    /// Queries, or keys, of each sequence.
    pub fn rows(&self, side: usize) -> Vec<i64> {
        match self.lengths {
            Some(lengths) => lengths[side].to_vec(),
            None => vec![self.outer[side][1]; self.outer[side][0] as usize],
        }
    }

    pub fn blocks(&self, side: usize, rows: i64) -> i64 {
        (rows + self.size[side] - 1) / self.size[side]
    }

    /// Sequences, heads, blocks of queries and of keys.
    pub fn map(&self, dtype: Dtype) -> Argument {
        let most = |side: usize| {
            let blocks = self
                .rows(side)
                .into_iter()
                .map(|rows| self.blocks(side, rows));
            blocks.max().unwrap_or(0)
        };
        let count = self.rows(0).len() as i64;
        let shape = [count, self.heads[0], most(0), most(1)];
        indices(dtype, &shape, &[1, 0, 1, 1, 0, 0, 1])
    }

    pub fn size(&self) -> Argument {
        Argument::Ints(self.size.to_vec())
    }

    pub fn texts(&self) -> [Argument; 2] {
        [self.layout; 2].map(Argument::Text)
    }
}

pub const WHOLE: Argument = Argument::Int(2_147_483_647);

pub fn forwards() -> Vec<Vec<Argument>> {
    let of = |case: Case, dtype: Dtype, has_map: bool, has_lse: bool| {
        let [own, all] = case.lengths();
        let [layout_q, layout_kv] = case.texts();
        vec![
            case.tensor(dtype, 0, 1),
            case.tensor(dtype, 1, 2),
            case.tensor(dtype, 1, 3),
            if has_map {
                case.map(I8)
            } else {
                Argument::Null
            },
            Argument::Null,
            case.size(),
            own,
            all,
            Argument::Null,
            layout_q,
            layout_kv,
            Argument::Int(case.heads[1]),
            Argument::Int(0),
            Argument::Float(0.0625),
            Argument::Int(if on_950() { 4 } else { 0 }),
            Argument::Int(0),
            WHOLE,
            WHOLE,
            Argument::Int(has_lse.into()),
            write(dtype, &case.shape(0, case.depth)),
            match has_lse {
                true => write(F32, &case.shape(0, 1)),
                false => Argument::Null,
            },
        ]
    };
    vec![
        of(CASES[0], F16, true, true),
        of(CASES[1], Bf16, true, true),
        of(CASES[2], F16, true, true),
        of(BSND, Bf16, true, true),
        of(CASES[2], Bf16, false, true),
    ]
}

pub fn gradients() -> Vec<Vec<Argument>> {
    let of = |case: Case, dtype: Dtype, has_map: bool| {
        let [own, all] = case.lengths();
        let [layout_q, layout_kv] = case.texts();
        vec![
            case.tensor(dtype, 0, 4),
            case.tensor(dtype, 0, 1),
            case.tensor(dtype, 1, 2),
            case.tensor(dtype, 1, 3),
            case.tensor(dtype, 0, 5),
            near_1(F32, &case.shape(0, 1), 6),
            if has_map {
                case.map(Bool)
            } else {
                Argument::Null
            },
            Argument::Null,
            case.size(),
            own,
            all,
            layout_q,
            layout_kv,
            Argument::Int(case.heads[1]),
            Argument::Int(0),
            Argument::Float(0.00390625),
            WHOLE,
            WHOLE,
            write(dtype, &case.shape(0, case.depth)),
            write(dtype, &case.shape(1, case.depth)),
            write(dtype, &case.shape(1, case.depth)),
        ]
    };
    let mut all = vec![
        of(CASES[0], F16, true),
        of(CASES[1], Bf16, true),
        of(CASES[2], F16, false),
    ];
    if on_950() {
        all.push(of(BSND, Bf16, true));
    }
    all
}

pub fn lists() -> Vec<Vec<Argument>> {
    let of = |case: Case, dtype: Dtype| {
        let [own, all] = case.lengths();
        let [layout_q, layout_kv] = case.texts();
        let blocks: i64 = case
            .rows(0)
            .into_iter()
            .map(|rows| case.blocks(0, rows))
            .sum();
        let lists = [blocks, case.heads[0]];
        vec![
            case.tensor(dtype, 0, 1),
            case.tensor(dtype, 1, 2),
            case.tensor(dtype, 1, 3),
            // Numbers behind those that count, and of blocks that are not there.
            indices(
                I64,
                &[blocks, case.heads[0], 3],
                &[0, 1, 70, 1, -1, -1, 0, -5, 1],
            ),
            indices(I64, &lists, &[2, 1, 3, 0]),
            case.size(),
            Argument::Null,
            own,
            all,
            Argument::Null,
            layout_q,
            layout_kv,
            Argument::Int(case.heads[1]),
            Argument::Int(0),
            Argument::Float(0.0625),
            // Taken with FLOAT16 alone.
            Argument::Int(i64::from(case.size[0] == 3)),
            Argument::Int(if case.size[0] == 3 { 128 } else { 0 }),
            write(dtype, &case.shape(0, case.depth)),
            Argument::Null,
        ]
    };
    vec![of(CASES[0], F16), of(CASES[1], Bf16), of(CASES[2], F16)]
}

pub type Types = &'static [(&'static str, &'static str)];

pub const SHORT: &str = "none | 910B 950: f16 bf16";
pub const NULL: &str = "null in all modes that are taken";
