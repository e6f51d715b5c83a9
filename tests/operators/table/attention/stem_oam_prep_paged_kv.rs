//! The row of `aclnnStemOamPrepPagedKv`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::call::call;
use crate::reference::attention::group_sums::of_caches;
use crate::table::samples::write;
use crate::table::shared::attention::inference::codes;
use crate::table::shared::fused_caches::samples::indices;
use crate::table::shared::rows::{ROWS, near_1};
use crate::table::{Row, entry};

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

pub fn rows() -> Vec<Row> {
    vec![
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
