//! Sums of groups of tokens.

use hostnpu::tensor::Dtype::*;

use super::super::fused_caches::indices;
use super::super::rows::{ROWS, near_1};
use super::super::{Row, entry};
use super::inference::codes;
use crate::argument::Argument;
use crate::call::call;
use crate::reference::attention::group_sums::{of_caches, of_queries};
use crate::table::samples::write;

fn queries() -> Vec<Vec<Argument>> {
    let of = |lengths: &[i64], heads: i64| {
        let ends: Vec<i64> = (0..=lengths.len())
            .map(|count| lengths[..count].iter().sum())
            .collect();
        let tokens = ends[lengths.len()];
        let blocks = lengths.iter().max().map_or(0, |most| (most + 127) / 128);
        vec![
            codes(F8E4m3fn, &[tokens, heads, 128], 1),
            Argument::Ints(lengths.to_vec()),
            Argument::Ints(ends),
            near_1(F32, &[tokens, heads], 2),
            Argument::Int(128),
            Argument::Int(16),
            write(Bf16, &[lengths.len() as i64, heads, blocks, 2048]),
        ]
    };
    vec![of(&[20, 0, 130], 2), of(&[128], 1)]
}

struct Case {
    layout: &'static str,
    /// Heads, and rows of a block.
    heads: i64,
    rows: i64,
    lengths: &'static [i64],
    /// Numbers that no length needs may be anything.
    table: &'static [i64],
    size: i64,
    stride: i64,
    /// Blocks of the outputs.
    blocks: i64,
}

const CASES: [Case; 3] = [
    Case {
        layout: "BNBD",
        heads: 2,
        rows: 64,
        lengths: &[100, 0, 130],
        table: &[1, 0, 5, -9, 7, 7, 2, 0, 1],
        size: 128,
        stride: 16,
        blocks: 2,
    },
    Case {
        layout: "BBND",
        heads: 1,
        rows: 128,
        lengths: &[33, 140],
        table: &[2, -1, 0, 1],
        size: 64,
        stride: 32,
        // One more than the longest sequence has.
        blocks: 4,
    },
    // A single group, which has no deviation.
    Case {
        layout: "BNBD",
        heads: 1,
        rows: 64,
        lengths: &[5],
        table: &[0],
        size: 64,
        stride: 64,
        blocks: 1,
    },
];

fn caches() -> Vec<Vec<Argument>> {
    let of = |case: &Case| {
        let (heads, rows, count) = (case.heads, case.rows, case.lengths.len() as i64);
        let outer = match case.layout {
            "BNBD" => [3, heads, rows],
            _ => [3, rows, heads],
        };
        let cache = [&outer[..], &[128]].concat();
        vec![
            codes(F8E4m3fn, &cache, 1),
            codes(F8E4m3fn, &cache, 2),
            indices(I32, &[count, case.table.len() as i64 / count], case.table),
            Argument::Ints(case.lengths.to_vec()),
            near_1(F32, &[&outer[..], &[1]].concat(), 3),
            near_1(F32, &[heads], 4),
            Argument::Float(0.3),
            Argument::Text(case.layout),
            Argument::Int(case.size),
            Argument::Int(case.stride),
            write(Bf16, &[count, heads, case.blocks, case.stride * 128]),
            write(F32, &[count, heads, case.blocks]),
        ]
    };
    CASES.iter().map(of).collect()
}

#[test]
fn blocks_outside_the_cache_are_errors_of_the_stream() {
    for block in [3, -1] {
        let mut sample = caches().swap_remove(0);
        sample[2] = indices(I32, &[3, 3], &[1, block, 5, -9, 7, 7, 2, 0, 1]);
        let refusal = call(entry("aclnnStemOamPrepPagedKv"), &sample).unwrap_err();
        assert!(refusal.message.contains("kvIndices"), "{refusal:?}");
        assert!(refusal.message.contains("0 to 2"), "{refusal:?}");
    }
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnStemOamPrepVarlenQ", queries)
            .accepts(&[
                ("q", "none | 950: e4m3"),
                ("qScale", "f32"),
                ("qFlat", "bf16"),
            ])
            .whole(of_queries)
            .accuracy(ROWS),
        Row::new("aclnnStemOamPrepPagedKv", caches)
            .accepts(&[
                ("kCache", "none | 950: e4m3"),
                ("vCache", "as kCache"),
                ("kvIndices", "i32"),
                ("kScaleCacheOptional", "f32"),
                ("vScaleOptional", "f32"),
                ("kFlat", "bf16"),
                ("vBias", "f32"),
            ])
            .whole(of_caches)
            .accuracy(ROWS),
    ]
}
