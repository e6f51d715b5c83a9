//! Samples and checks of several operators: indexers, and attention to the keys that they list.

use crate::argument::Argument;
use crate::table::shared::fused_caches::indices;
use hostnpu::tensor::Dtype::*;

/// Layouts, extents and lengths of queries and keys.
#[derive(Clone, Copy)]
pub struct Case {
    pub layouts: [&'static str; 2],
    /// Batch and rows of queries; of TND all rows.
    pub queries: [i64; 2],
    /// Batch and rows of keys, of TND all rows, of PA_BSND blocks and rows of one.
    pub keys: [i64; 2],
    pub lengths: [Option<&'static [i64]>; 2],
    pub mode: i64,
}

/// Rows that no sequence has, sequences without keys, more queries than keys, blocks that are not needed.
pub const CASES: [Case; 5] = [
    Case {
        layouts: ["BSND", "BSND"],
        queries: [2, 3],
        keys: [2, 7],
        lengths: [None, None],
        mode: 3,
    },
    Case {
        layouts: ["TND", "TND"],
        queries: [1, 7],
        keys: [1, 14],
        lengths: [Some(&[2, 2, 6]), Some(&[6, 8, 13])],
        mode: 3,
    },
    Case {
        layouts: ["TND", "PA_BSND"],
        queries: [1, 4],
        keys: [4, 16],
        lengths: [Some(&[1, 4]), Some(&[20, 33])],
        mode: 0,
    },
    Case {
        layouts: ["BSND", "PA_BSND"],
        queries: [2, 3],
        keys: [4, 16],
        lengths: [Some(&[2, 3]), Some(&[40, 2])],
        mode: 3,
    },
    Case {
        layouts: ["BSND", "BSND"],
        queries: [2, 5],
        keys: [2, 19],
        lengths: [Some(&[5, 0]), Some(&[19, 0])],
        mode: 0,
    },
];

impl Case {
    pub fn of_tokens(&self) -> bool {
        self.layouts[0] == "TND"
    }

    pub fn of_queries(&self, more: &[i64]) -> Vec<i64> {
        [&self.queries[usize::from(self.of_tokens())..], more].concat()
    }

    pub fn of_keys(&self, more: &[i64]) -> Vec<i64> {
        let is_flat = self.layouts[1] == "TND";
        [&self.keys[usize::from(is_flat)..], more].concat()
    }

    pub fn lengths(&self) -> [Argument; 2] {
        self.lengths.map(|lengths| match lengths {
            Some(lengths) => indices(I32, &[lengths.len() as i64], lengths),
            None => Argument::Null,
        })
    }

    pub fn table(&self) -> Argument {
        match self.layouts[1] {
            // Numbers that no length needs may be anything.
            "PA_BSND" => match self.lengths[1] {
                Some([20, _]) => indices(I32, &[2, 3], &[3, 1, 1_000_000_000, 0, 2, 1]),
                _ => indices(I32, &[2, 3], &[3, 1, 2, 0, 1_000_000_000, -5]),
            },
            _ => Argument::Null,
        }
    }

    pub fn texts(&self) -> [Argument; 2] {
        self.layouts.map(Argument::Text)
    }
}

pub const WHOLE: Argument = Argument::Int(i64::MAX);

/// Numbers of blocks in no order, ended by -1 in the middle of every third list, some of them behind all keys or of keys that are not seen.
pub fn lists(case: &Case, count: i64, blocks: i64) -> Argument {
    let shape = case.of_queries(&[1, count]);
    let all = shape.iter().product::<i64>();
    let each: Vec<i64> = (0..all)
        .map(|at| match (at / count % 3, at % count) {
            (2, 2) => -1,
            (1, 1) => 2_000_000_000,
            (row, place) => (place * 3 + row + at / count) % blocks,
        })
        .collect();
    indices(I32, &shape, &each)
}

pub type Types = &'static [(&'static str, &'static str)];

pub const SHORT: &str = "none | 910B 950: f16 bf16";
