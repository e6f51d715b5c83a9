//! Samples and checks of several operators: native sparse attention.

use crate::argument::Argument;
use crate::table::shared::fused_caches::indices;
use crate::table::shared::rows::{near_1, varied};
use hostnpu::tensor::Dtype::{self, *};

use crate::table::samples::write;

/// Ends of sequences of queries and of keys, rows of queries, heads of queries and keys, elements of keys and values, blocks, the mode, and whether there is a mask.
pub struct Selected {
    pub ends: [&'static [i64]; 2],
    pub rows: i64,
    pub heads: [i64; 2],
    pub elements: [i64; 2],
    pub blocks: [i64; 2],
    pub mode: i64,
    pub has_mask: bool,
}

/// Sequences without queries, rows of no sequence, blocks behind the last key; masks that are not read.
pub const SELECTED: [Selected; 4] = [
    Selected {
        ends: [&[3, 3, 9], &[32, 64, 112]],
        rows: 10,
        heads: [4, 2],
        elements: [16, 8],
        blocks: [16, 2],
        mode: 2,
        has_mask: true,
    },
    Selected {
        ends: [&[2, 21], &[32, 64]],
        rows: 21,
        heads: [2, 2],
        elements: [24, 24],
        blocks: [32, 3],
        mode: 2,
        has_mask: true,
    },
    Selected {
        ends: [&[4], &[50]],
        rows: 4,
        heads: [3, 1],
        elements: [16, 16],
        blocks: [16, 4],
        mode: 2,
        has_mask: false,
    },
    Selected {
        ends: [&[1, 3], &[16, 600]],
        rows: 3,
        heads: [1, 1],
        elements: [192, 128],
        blocks: [128, 5],
        mode: 0,
        has_mask: true,
    },
];
pub const TYPES: [Dtype; 4] = [F16, Bf16, F16, Bf16];

/// Numbers of blocks in no order, some of them twice, some behind all keys, ended by -1 in every third list.
pub fn lists(shape: &[i64], blocks: i64) -> Argument {
    let count = shape[shape.len() - 1];
    let number = |at: i64| match (at / count % 3, at % count) {
        (2, 1) => -1,
        (1, 1) => 2_000_000_000,
        (row, place) => (place * 3 + row + at / count) % blocks,
    };
    let each: Vec<i64> = (0..shape.iter().product()).map(number).collect();
    indices(I32, shape, &each)
}

impl Selected {
    pub fn tensors(&self, dtype: Dtype) -> Vec<Argument> {
        let keys = self.ends[1][self.ends[1].len() - 1];
        vec![
            varied(dtype, &[self.rows, self.heads[0], self.elements[0]], 1),
            varied(dtype, &[keys, self.heads[1], self.elements[0]], 2),
            varied(dtype, &[keys, self.heads[1], self.elements[1]], 3),
        ]
    }

    pub fn lists(&self) -> Argument {
        let longest = self.ends[1].windows(2).map(|pair| pair[1] - pair[0]).max();
        let longest = longest.unwrap_or(self.ends[1][0]);
        let shape = [self.rows, self.heads[1], self.blocks[1]];
        lists(&shape, (longest + self.blocks[0] - 1) / self.blocks[0])
    }

    pub fn mask(&self) -> Argument {
        match self.has_mask {
            true => indices(if self.mode == 0 { U8 } else { Bool }, &[8, 40], &[0, 1]),
            false => Argument::Null,
        }
    }

    pub fn ends(&self) -> [Argument; 2] {
        self.ends.map(|ends| Argument::Ints(ends.to_vec()))
    }

    pub fn statistics(&self) -> [i64; 3] {
        [self.rows, self.heads[0], 8]
    }

    pub fn results(&self) -> [i64; 3] {
        [self.rows, self.heads[0], self.elements[1]]
    }
}

pub fn selections() -> Vec<Vec<Argument>> {
    let of = |(case, dtype): (&Selected, Dtype)| {
        let mut all = case.tensors(dtype);
        all.extend([case.lists(), case.mask()]);
        all.extend(case.ends());
        all.extend([
            Argument::Float(0.0625),
            Argument::Int(case.heads[0]),
            Argument::Text("TND"),
            Argument::Int(case.mode),
            Argument::Int(case.blocks[0]),
            Argument::Int(case.blocks[1]),
            write(F32, &case.statistics()),
            write(F32, &case.statistics()),
            write(dtype, &case.results()),
        ]);
        all
    };
    SELECTED.iter().zip(TYPES).map(of).collect()
}

pub fn gradients() -> Vec<Vec<Argument>> {
    let of = |(case, dtype): (&Selected, Dtype)| {
        let mut all = case.tensors(dtype);
        let [query, key, value] = [0, 1, 2].map(|at: usize| all[at].tensors()[0].shape.clone());
        all.extend([
            varied(dtype, &case.results(), 4),
            varied(dtype, &case.results(), 5),
            near_1(F32, &case.statistics(), 6),
            near_1(F32, &case.statistics(), 7),
            case.lists(),
        ]);
        all.extend(case.ends());
        all.extend([
            case.mask(),
            Argument::Float(0.0625),
            Argument::Int(case.blocks[0]),
            Argument::Int(case.blocks[1]),
            Argument::Int(case.heads[0]),
            Argument::Text("TND"),
            Argument::Int(case.mode),
            write(dtype, &query),
            write(dtype, &key),
            write(dtype, &value),
        ]);
        all
    };
    SELECTED.iter().zip(TYPES).map(of).collect()
}

/// Queries, and keys and values in blocks, of a cache.
pub struct Cached {
    pub layout: &'static str,
    /// The rows of queries along one or two axes.
    pub rows: &'static [i64],
    pub heads: [i64; 2],
    pub elements: [i64; 2],
    pub page: i64,
    /// Rows of the table: what no length needs may be anything.
    pub table: [&'static [i64]; 2],
    pub has_axis_of_heads: bool,
}

impl Cached {
    pub fn of_queries(&self, elements: i64) -> Vec<i64> {
        let last = match self.layout {
            "BSH" => vec![self.heads[0] * elements],
            _ => vec![self.heads[0], elements],
        };
        [self.rows, &last].concat()
    }

    pub fn of_keys(&self, elements: i64) -> Vec<i64> {
        let last = match self.has_axis_of_heads {
            false => vec![self.heads[1] * elements],
            true => vec![self.heads[1], elements],
        };
        [&[4, self.page], &last[..]].concat()
    }

    pub fn of_lists(&self, count: i64) -> Vec<i64> {
        [self.rows, &[self.heads[1], count]].concat()
    }

    pub fn tensors(&self, dtype: Dtype) -> Vec<Argument> {
        vec![
            varied(dtype, &self.of_queries(self.elements[0]), 1),
            varied(dtype, &self.of_keys(self.elements[0]), 2),
            varied(dtype, &self.of_keys(self.elements[1]), 3),
        ]
    }

    pub fn table(&self) -> Argument {
        let places = self.table[0].len() as i64;
        indices(I32, &[2, places], &self.table.concat())
    }
}

pub fn optional(lengths: &[i64]) -> Argument {
    match lengths {
        [] => Argument::Null,
        _ => Argument::Ints(lengths.to_vec()),
    }
}

pub fn selections_of_caches() -> Vec<Vec<Argument>> {
    let of =
        |cached: Cached, dtype: Dtype, queries: &[i64], keys: &[i64], [size, count]: [i64; 2]| {
            let of_lists = cached.of_lists(count);
            let lists = lists(&of_lists, (keys[0] + size - 1) / size);
            let mut all = cached.tensors(dtype);
            all.extend([
                lists,
                Argument::Null,
                cached.table(),
                optional(queries),
                Argument::Ints(keys.to_vec()),
                match cached.layout {
                    "BSND" => Argument::Null,
                    layout => Argument::Text(layout),
                },
                Argument::Int(cached.heads[0]),
                Argument::Int(cached.heads[1]),
                Argument::Int(size),
                Argument::Int(count),
                Argument::Int(cached.page),
                Argument::Float(0.0625),
                Argument::Int(0),
                write(dtype, &cached.of_queries(cached.elements[1])),
            ]);
            all
        };
    let case = |layout, rows, heads, table, has_axis_of_heads| Cached {
        layout,
        rows,
        heads,
        elements: [192, 128],
        page: 64,
        table,
        has_axis_of_heads,
    };
    let two: [&[i64]; 2] = [&[2, 0], &[1, 1_000_000]];
    vec![
        of(
            case("BSND", &[2, 1], [2, 1], two, true),
            F16,
            &[],
            &[100, 33],
            [32, 3],
        ),
        of(
            case("TND", &[5], [2, 2], two, false),
            Bf16,
            &[4, 1],
            &[90, 64],
            [16, 3],
        ),
        of(
            case("BSH", &[2, 3], [4, 2], two, false),
            F16,
            &[3, 2],
            &[128, 1],
            [64, 2],
        ),
    ]
}

pub fn compressions() -> Vec<Vec<Argument>> {
    type Case = (
        [&'static [i64]; 3],
        i64,
        [i64; 2],
        [i64; 2],
        [i64; 4],
        [bool; 2],
    );
    let of = |(ends, rows, heads, elements, sizes, masks): Case, dtype: Dtype| {
        let keys = ends[1][ends[1].len() - 1];
        let longest = |ends: &[i64]| {
            let lengths = ends.windows(2).map(|pair| pair[1] - pair[0]);
            lengths.chain([ends[0]]).max().unwrap_or(0)
        };
        let [queries, of_keys, blocks] = ends.map(longest);
        let mask = |is_there: bool, dtype: Dtype, columns: i64, numbers: &[i64]| match is_there {
            true => indices(dtype, &[queries, columns], numbers),
            false => Argument::Null,
        };
        vec![
            varied(dtype, &[rows, heads[0], elements[0]], 1),
            varied(dtype, &[keys, heads[1], elements[0]], 2),
            varied(dtype, &[keys, heads[1], elements[1]], 3),
            // The first query sees no key.
            mask(
                masks[0],
                Bool,
                of_keys,
                &(0..queries * of_keys)
                    .map(|at| i64::from(at % of_keys >= at / of_keys * 2))
                    .collect::<Vec<i64>>(),
            ),
            mask(masks[1], U8, blocks + 1, &[0, 0, 3, 0, 0]),
            Argument::Ints(ends[0].to_vec()),
            Argument::Ints(ends[1].to_vec()),
            Argument::Ints(ends[2].to_vec()),
            Argument::Float(0.0625),
            Argument::Int(heads[0]),
            Argument::Text("TND"),
            Argument::Int(1),
            Argument::Int(sizes[0]),
            Argument::Int(sizes[1]),
            Argument::Int(sizes[2]),
            Argument::Int(sizes[3]),
            write(F32, &[rows, heads[0], 8]),
            write(F32, &[rows, heads[0], 8]),
            write(dtype, &[rows, heads[0], elements[1]]),
            write(I32, &[rows, heads[1], sizes[3]]),
        ]
    };
    vec![
        of(
            (
                [&[5, 12], &[14, 38], &[4, 10]],
                13,
                [4, 2],
                [16, 8],
                [32, 16, 64, 3],
                [true, true],
            ),
            F16,
        ),
        of(
            (
                [&[3, 3, 8], &[9, 14, 40], &[5, 8, 21]],
                8,
                [2, 2],
                [24, 24],
                [32, 32, 64, 3],
                [false; 2],
            ),
            Bf16,
        ),
        of(
            (
                [&[7], &[600], &[300]],
                7,
                [1, 1],
                [192, 128],
                [48, 32, 64, 32],
                [true, false],
            ),
            F16,
        ),
    ]
}

pub fn compressions_of_caches() -> Vec<Vec<Argument>> {
    type Lengths = [&'static [i64]; 3];
    let of = |cached: Cached, dtype: Dtype, lengths: Lengths, sizes: [i64; 4], has_mask: bool| {
        let [queries, keys, tokens] = lengths;
        let mut all = cached.tensors(dtype);
        all.extend([
            match has_mask {
                true => varied(F16, &[4, 4], 5),
                false => Argument::Null,
            },
            cached.table(),
            optional(queries),
            Argument::Ints(keys.to_vec()),
            optional(tokens),
            Argument::Null,
            Argument::Int(cached.heads[0]),
            Argument::Int(cached.heads[1]),
            Argument::Int(sizes[2]),
            Argument::Int(sizes[3]),
            Argument::Int(sizes[0]),
            Argument::Int(sizes[1]),
            Argument::Float(0.0625),
            match cached.layout {
                "BSND" => Argument::Null,
                layout => Argument::Text(layout),
            },
            Argument::Int(cached.page),
            Argument::Int(0),
            write(dtype, &cached.of_queries(cached.elements[1])),
            write(I32, &cached.of_lists(sizes[3])),
        ]);
        all
    };
    let case = |layout, rows, heads, elements, page, table| Cached {
        layout,
        rows,
        heads,
        elements,
        page,
        table,
        has_axis_of_heads: false,
    };
    let two: [&[i64]; 2] = [&[2, 0], &[1, 1_000_000]];
    vec![
        // A window ends before the last token, or with it.
        of(
            case("TND", &[5], [4, 2], [24, 16], 32, two),
            F16,
            [&[4, 1], &[40, 20], &[658, 351]],
            [32, 16, 64, 5],
            true,
        ),
        of(
            case("BSND", &[2, 3], [2, 2], [16, 16], 16, two),
            Bf16,
            [&[3, 3], &[30, 16], &[497, 273]],
            [32, 16, 32, 6],
            true,
        ),
        of(
            case("BSND", &[2, 1], [2, 1], [192, 128], 64, two),
            F16,
            [&[], &[128, 60], &[]],
            [16, 16, 48, 4],
            false,
        ),
    ]
}

pub type Types = &'static [(&'static str, &'static str)];

pub const SHORT: &str = "none | 910B 950: f16 bf16";
