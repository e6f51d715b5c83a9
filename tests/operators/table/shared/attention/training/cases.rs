//! Cases of indexers in training.

use crate::table::shared::attention::training::*;

/// Layouts, extents and lengths of queries and keys.
#[derive(Clone, Copy)]
pub struct Case {
    pub layouts: [&'static str; 2],
    /// Batch and rows; of TND all rows, of keys in blocks their number and rows of one.
    pub queries: [i64; 2],
    pub keys: [i64; 2],
    /// Begins of sequences, and the end of the last one.
    pub starts: [Option<&'static [i64]>; 2],
    pub used: [Option<&'static [i64]>; 2],
    pub mode: i64,
    pub ratio: i64,
    pub residual: Option<&'static [i64]>,
}

/// Rows that no sequence has, sequences without keys, queries that see none, keys of several tokens, blocks that are not needed.
pub const CASES: [Case; 5] = [
    Case {
        layouts: ["BSND", "BSND"],
        queries: [2, 3],
        keys: [2, 7],
        starts: [None; 2],
        used: [None; 2],
        mode: 3,
        ratio: 1,
        residual: None,
    },
    Case {
        layouts: ["TND", "TND"],
        queries: [1, 7],
        keys: [1, 14],
        starts: [Some(&[0, 2, 2, 6]), Some(&[0, 6, 8, 13])],
        used: [None; 2],
        mode: 3,
        ratio: 1,
        residual: None,
    },
    Case {
        layouts: ["TND", "PA"],
        queries: [1, 6],
        keys: [4, 16],
        starts: [Some(&[0, 1, 6]), None],
        used: [None, Some(&[20, 33])],
        mode: 0,
        ratio: 1,
        residual: None,
    },
    Case {
        layouts: ["BSND", "PA"],
        queries: [2, 3],
        keys: [4, 16],
        starts: [None; 2],
        used: [None, Some(&[40, 2])],
        mode: 3,
        ratio: 2,
        residual: Some(&[1, 0]),
    },
    Case {
        layouts: ["TND", "TND"],
        queries: [1, 12],
        keys: [1, 9],
        starts: [Some(&[0, 5, 11]), Some(&[0, 4, 9])],
        used: [None; 2],
        mode: 3,
        ratio: 4,
        residual: Some(&[3, 1]),
    },
];

/// Of Ascend950: fewer rows count than there are.
pub const USED: [Case; 2] = [
    Case {
        used: [Some(&[2, 0, 3]), Some(&[5, 2, 4])],
        ..CASES[1]
    },
    Case {
        used: [Some(&[3, 1]), Some(&[7, 0])],
        mode: 0,
        ratio: 3,
        ..CASES[0]
    },
];

impl Case {
    pub fn of_queries(&self, more: &[i64]) -> Vec<i64> {
        let is_flat = self.layouts[0] == "TND";
        [&self.queries[usize::from(is_flat)..], more].concat()
    }

    pub fn of_keys(&self, more: &[i64]) -> Vec<i64> {
        let is_flat = self.layouts[1] == "TND";
        [&self.keys[usize::from(is_flat)..], more].concat()
    }

    /// A number for each head of keys, of which there are so many, and row of queries.
    pub fn of_numbers(&self, key_heads: i64) -> Vec<i64> {
        match self.layouts[0] {
            "TND" => vec![key_heads, self.queries[1]],
            _ => vec![self.queries[0], key_heads, self.queries[1]],
        }
    }

    pub fn table(&self) -> Argument {
        match self.layouts[1] {
            // Numbers that no length needs may be anything.
            "PA" => match self.used[1] {
                Some([20, _]) => indices(I32, &[2, 3], &[3, 1, 1_000_000_000, 0, 2, 1]),
                _ => indices(I32, &[2, 3], &[3, 1, 2, 0, 1_000_000_000, -5]),
            },
            _ => Argument::Null,
        }
    }

    pub fn layout(&self, side: usize, blocks: &'static str) -> Argument {
        Argument::Text(match self.layouts[side] {
            "PA" => blocks,
            other => other,
        })
    }

    /// The ends of sequences.
    pub fn ends(&self, side: usize) -> Vec<i64> {
        self.starts[side].map_or(Vec::new(), |starts| starts[1..].to_vec())
    }
}
