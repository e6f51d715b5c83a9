//! Cases of attention to windows and compressed keys.

use crate::table::shared::attention::sparse_mla::*;

/// Keys of one kind.
#[derive(Clone, Copy)]
pub struct Keys {
    /// Batch and rows, of TND 1 and all rows, of PA_BBND blocks and rows of one.
    pub outer: [i64; 2],
    pub starts: Option<&'static [i64]>,
    pub used: Option<&'static [i64]>,
    /// The table of blocks, for two sequences.
    pub table: Option<&'static [i64]>,
    /// Numbers of a list.
    pub list: Option<i64>,
    pub mask: i64,
}

pub const ORI: Keys = Keys {
    outer: [2, 7],
    starts: None,
    used: None,
    table: None,
    list: None,
    mask: 4,
};

pub const CMP: Keys = Keys {
    outer: [2, 3],
    mask: 3,
    ..ORI
};

/// Layouts, extents, lengths and modes.
#[derive(Clone, Copy)]
pub struct Case {
    pub layouts: [&'static str; 2],
    /// Batch and rows of queries, of TND 1 and all rows.
    pub queries: [i64; 2],
    pub starts: Option<&'static [i64]>,
    pub used: Option<&'static [i64]>,
    pub ori: Keys,
    pub cmp: Option<Keys>,
    pub residual: Option<&'static [i64]>,
    pub ratio: i64,
    pub window: [i64; 2],
}

pub const DENSE: Case = Case {
    layouts: ["BSND", "BSND"],
    queries: [2, 3],
    starts: None,
    used: None,
    ori: ORI,
    cmp: None,
    residual: None,
    ratio: 1,
    window: [127, 0],
};

/// Sequences without queries or keys, rows of no sequence, compressed keys that end inside a query's tokens.
pub const TOKENS: Case = Case {
    layouts: ["TND", "TND"],
    queries: [1, 7],
    starts: Some(&[0, 2, 2, 6]),
    ori: Keys {
        outer: [1, 14],
        starts: Some(&[0, 6, 8, 13]),
        ..ORI
    },
    cmp: Some(Keys {
        outer: [1, 5],
        starts: Some(&[0, 2, 2, 5]),
        ..CMP
    }),
    residual: Some(&[0, 8, 1]),
    ratio: 128,
    ..DENSE
};

/// Lists of compressed keys.
pub const LISTED: Case = Case {
    queries: [2, 3],
    cmp: Some(Keys {
        outer: [2, 4],
        list: Some(512),
        ..CMP
    }),
    residual: Some(&[1, 3]),
    ratio: 4,
    ..DENSE
};

/// Keys in blocks, of which some numbers are not needed.
pub const PAGED: Case = Case {
    layouts: ["BSND", "PA_BBND"],
    queries: [2, 2],
    ori: Keys {
        outer: [4, 16],
        used: Some(&[40, 1]),
        table: Some(&[3, 1, 2, 0, 1_000_000_000, -5]),
        ..ORI
    },
    cmp: Some(Keys {
        outer: [3, 16],
        used: Some(&[20, 0]),
        table: Some(&[2, 0, -1, -1]),
        list: Some(512),
        ..CMP
    }),
    residual: Some(&[1, 3]),
    ratio: 4,
    ..DENSE
};

/// Lists of keys alone.
pub const LISTED_ALONE: Case = Case {
    layouts: ["TND", "PA_BBND"],
    queries: [1, 5],
    starts: Some(&[0, 1, 4]),
    ori: Keys {
        outer: [4, 16],
        used: Some(&[20, 33]),
        table: Some(&[3, 1, 1_000_000_000, 0, 2, 1]),
        list: Some(6),
        mask: 0,
        ..ORI
    },
    ..DENSE
};

impl Case {
    pub fn of_queries(&self, more: &[i64]) -> Vec<i64> {
        let is_flat = self.layouts[0] == "TND";
        [&self.queries[usize::from(is_flat)..], more].concat()
    }

    pub fn of_keys(&self, keys: &Keys, more: &[i64]) -> Vec<i64> {
        let is_flat = self.layouts[1] == "TND";
        [&keys.outer[usize::from(is_flat)..], more].concat()
    }

    /// The shape of the logarithms of sums.
    pub fn of_statistics(&self, heads: i64) -> Vec<i64> {
        match self.layouts[0] {
            "TND" => vec![1, self.queries[1], heads],
            _ => vec![self.queries[0], 1, self.queries[1], heads],
        }
    }

    pub fn kinds(&self) -> [Option<Keys>; 2] {
        [Some(self.ori), self.cmp]
    }

    /// Numbers of keys, ended by -1 in the middle of every third list, some behind all keys.
    pub fn lists(&self, keys: Option<Keys>) -> Argument {
        let Some((keys, count)) = keys.and_then(|keys| Some((keys, keys.list?))) else {
            return Argument::Null;
        };
        let shape = self.of_queries(&[1, count]);
        let all = shape.iter().product::<i64>();
        let each: Vec<i64> = (0..all)
            .map(|at| match (at / count % 3, at % count) {
                (2, 2) => -1,
                (1, 1) => 2_000_000_000,
                (row, place) => (place * 3 + row + at / count) % keys.outer[1],
            })
            .collect();
        indices(I32, &shape, &each)
    }

    /// The number of them that count, where all keys are seen.
    pub fn counts(&self, keys: Option<Keys>) -> Argument {
        match keys {
            Some(Keys {
                list: Some(_),
                mask: 0,
                ..
            }) => {
                let shape = self.of_queries(&[1]);
                let each: Vec<i64> = (0..shape.iter().product::<i64>())
                    .map(|row| if row % 5 == 3 { -2 } else { 1 + row % 4 })
                    .collect();
                indices(I32, &shape, &each)
            }
            _ => Argument::Null,
        }
    }

    /// The arguments from lists to the table of cores, with tables of blocks.
    pub fn places(&self, heads: i64) -> Vec<Argument> {
        let kinds = self.kinds();
        let table = |keys: Option<Keys>| match keys.and_then(|keys| keys.table) {
            Some(table) => indices(I32, &[2, table.len() as i64 / 2], table),
            None => Argument::Null,
        };
        let starts = kinds.map(|keys| numbers(keys.and_then(|keys| keys.starts)));
        let used = kinds.map(|keys| numbers(keys.and_then(|keys| keys.used)));
        let mut all = Vec::new();
        all.extend(kinds.map(|keys| self.lists(keys)));
        all.extend(kinds.map(table));
        all.push(numbers(self.starts));
        all.extend(starts);
        all.push(numbers(self.used));
        all.extend(used);
        all.push(numbers(self.residual));
        all.extend(kinds.map(|keys| self.counts(keys)));
        all.push(varied(F32, &[heads], 6));
        all.push(read(I32, &[1024], &[0.0]));
        all
    }

    /// The ratio and the modes of masks.
    pub fn modes(&self) -> Vec<Argument> {
        let masks = self.kinds().map(|keys| keys.map_or(0, |keys| keys.mask));
        let all = [
            self.ratio,
            masks[0],
            masks[1],
            self.window[0],
            self.window[1],
        ];
        let mut all: Vec<Argument> = all.map(Argument::Int).into();
        all.extend(self.layouts.map(Argument::Text));
        all
    }
}
