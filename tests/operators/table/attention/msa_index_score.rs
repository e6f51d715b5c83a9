//! The largest scores of queries with blocks of keys.

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::chips;
use crate::number::encode;
use crate::reference::attention::block_scores::maxima;
use crate::table::samples::write;
use crate::table::shared::attention::inference::codes;
use crate::table::shared::fused_caches::indices;
use crate::table::shared::rows::{near_1, varied};
use crate::table::{Holds, Row, entry};

struct Case {
    layout: &'static str,
    heads: [i64; 2],
    depth: i64,
    /// First places of sequences of queries.
    starts: &'static [i64],
    keys: &'static [i64],
    /// Rows of the table of two sequences: what no length needs may be anything.
    table: &'static [i64],
    own: &'static [i64],
    mode: i64,
    chosen: [i64; 2],
}

/// Rows of no sequence, more queries than keys, a sequence without keys.
const CASES: [Case; 3] = [
    Case {
        layout: "BBND",
        heads: [4, 2],
        depth: 32,
        starts: &[0, 3, 5],
        keys: &[200, 129],
        table: &[1, 0, 7, 0, 1, -9],
        own: &[1, 0],
        mode: 3,
        chosen: [0, 0],
    },
    Case {
        layout: "BNBD",
        heads: [2, 2],
        depth: 16,
        starts: &[0, 1, 4],
        keys: &[256, 2],
        table: &[1, 0, 0, 100],
        own: &[1, 5],
        mode: 3,
        chosen: [1, 1],
    },
    Case {
        layout: "TND",
        heads: [2, 1],
        depth: 48,
        starts: &[1, 3, 6],
        keys: &[0, 300, 300],
        table: &[],
        own: &[2, 0],
        mode: 0,
        chosen: [2, 2],
    },
];

fn samples() -> Vec<Vec<Argument>> {
    let of = |case: &Case, dtype: Dtype, is_coded: bool| {
        let rows = case.starts[case.starts.len() - 1] + 1;
        let [heads, key_heads] = case.heads;
        let shape = match case.layout {
            "TND" => vec![310, key_heads],
            "BNBD" => vec![2, key_heads, 128],
            _ => vec![2, 128, key_heads],
        };
        let of_keys = [&shape[..], &[case.depth]].concat();
        let of_factors = match case.layout {
            // Whatever the layout of keys: blocks, heads, rows.
            "BBND" if key_heads == 1 => vec![2, 1, 128],
            _ => shape,
        };
        let columns = match case.layout {
            "TND" => 32,
            _ => 16,
        };
        vec![
            varied(dtype, &[rows, heads, case.depth], 1),
            match is_coded {
                true => codes(I8, &of_keys, 2),
                false => varied(dtype, &of_keys, 2),
            },
            match case.table {
                [] => Argument::Null,
                table => indices(I32, &[2, table.len() as i64 / 2], table),
            },
            match is_coded {
                true => near_1(F32, &of_factors, 3),
                false => Argument::Null,
            },
            match case.mode {
                3 => indices(I8, &[2048, 2048], &[0, 1]),
                _ => Argument::Null,
            },
            indices(I32, &[case.starts.len() as i64], case.starts),
            indices(I32, &[case.keys.len() as i64], case.keys),
            indices(I32, &[2], case.own),
            match case.layout {
                "BBND" => Argument::Null,
                layout => Argument::Text(layout),
            },
            Argument::Int(case.mode),
            Argument::Int(case.chosen[0]),
            Argument::Int(case.chosen[1]),
            write(F32, &[heads, rows, columns]),
        ]
    };
    vec![
        of(&CASES[0], F16, false),
        of(&CASES[1], Bf16, false),
        of(&CASES[2], Bf16, false),
        of(&CASES[0], F16, true),
        of(&CASES[1], F16, true),
        of(&CASES[2], F16, true),
    ]
}

const ON_910B: &str = "table::attention::msa_index_score::scores_on_910b";

/// On a chip that has them, in a process of its own.
#[test]
fn scores_on_910b() {
    if !chips::is("Ascend910B1", ON_910B) {
        return;
    }
    let entry = entry("aclnnMsaIndexScore");
    for sample in samples() {
        let outputs = call(entry, &sample).unwrap();
        let exact = maxima(&Arguments::new(entry, &sample));
        for (element, exact) in outputs[0].chunks(4).zip(&exact[0]) {
            assert_eq!(element, encode(exact, F32));
        }
    }
    // Places, lengths and blocks that are outside their tensors are errors of the stream.
    let sample = samples().swap_remove(0);
    for (at, numbers, name) in [
        (2, [1, 0, 7, 0, 2, -9], "blockTableOptional"),
        (2, [-1, 0, 7, 0, 1, -9], "blockTableOptional"),
        (5, [0, 3, 2, 0, 0, 0], "actualSeqQlenOptional"),
        (5, [0, 3, 9, 0, 0, 0], "actualSeqQlenOptional"),
        (6, [200, -1, 0, 0, 0, 0], "actualSeqKlenOptional"),
        (6, [200, 400, 0, 0, 0, 0], "actualSeqKlenOptional"),
    ] {
        let mut sample = sample.clone();
        let shape = sample[at].tensors()[0].shape.clone();
        sample[at] = indices(I32, &shape, &numbers);
        let refusal = call(entry, &sample).unwrap_err();
        assert!(refusal.message.contains(name), "{refusal:?}");
    }
    for (at, name) in [(0, "query"), (1, "key")] {
        let mut sample = sample.clone();
        sample[at].tensors_mut()[0].format = aclFormat::ACL_FORMAT_FRACTAL_NZ;
        let refusal = call(entry, &sample).unwrap_err();
        assert!(refusal.message.contains(name), "{refusal:?}");
    }
}

pub fn rows() -> Vec<Row> {
    const CODES: &str = "INT8 too, with a scale: a sample";
    vec![
        Row::new("aclnnMsaIndexScore", samples)
            .accepts(&[
                ("query", "none | 910B: f16 bf16 | 950: none"),
                ("key", "as query"),
                ("blockTableOptional", "i32"),
                ("scaleOptional", "f32"),
                ("attenMaskOptional", "i8"),
                ("actualSeqQlenOptional", "i32"),
                ("actualSeqKlenOptional", "i32"),
                ("startLoc", "i32"),
                ("score", "f32"),
            ])
            .held_by(ON_910B)
            .holds(Holds(0))
            .except(&[
                ("dtypes key", CODES),
                ("dtypes scaleOptional", CODES),
                (
                    "samples",
                    "not available on Ascend950, so tested on an older generation only",
                ),
            ]),
    ]
}
