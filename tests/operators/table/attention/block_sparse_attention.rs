//! The rows of `aclnnBlockSparseAttention`, `aclnnBlockSparseAttentionV2` and `aclnnBlockSparseAttentionV3`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Contents, Tensor};
use crate::reference::attention::block_sparse::forward;
use crate::table::samples::write;
use crate::table::shared::attention::block_sparse::{
    BSND, CASES, Case, NULL, SHORT, WHOLE, forwards,
};
use crate::table::shared::attention::block_sparse_versions;
use crate::table::shared::attention::inference::codes;
use crate::table::shared::rows::{ROWS, near_1};
use crate::table::{Row, on_950};

/// Codes of FLOAT8_E8M0: powers of two around 1.
fn powers(shape: &[i64], first: usize) -> Argument {
    let mut all = vec![126, 125, 127, 124, 126, 126, 125];
    all.rotate_left(first);
    Argument::Tensor(Tensor::new(F8E8m0, shape, Contents::Bytes(all)))
}

/// Codes of queries or keys.
fn coded(case: &Case, dtype: Dtype, side: usize, number: u64) -> Argument {
    codes(dtype, &case.shape(side, case.depth), number)
}

/// Scales of queries (0), keys (1) or values (2).
fn scales(case: &Case, dtype: Dtype, number: usize) -> Argument {
    let side = number.min(1);
    if dtype == F8E4m3fn {
        let rows = case.rows(side);
        let blocks = rows.iter().map(|&rows| case.blocks(side, rows)).max();
        let shape = [rows.len() as i64, case.heads[side], blocks.unwrap_or(0), 1];
        // Codes are up to 448.
        let Argument::Tensor(of) = near_1(F32, &shape, number as i64) else {
            unreachable!("a tensor")
        };
        let Contents::Numbers(numbers) = &of.contents else {
            unreachable!("numbers")
        };
        let small = numbers.iter().map(|x| x / 64.0).collect();
        return Argument::Tensor(Tensor::new(F32, &shape, Contents::Numbers(small)));
    }
    if number < 2 {
        let groups = (case.depth + 63) / 64;
        let mut shape = case.shape(side, groups);
        shape.push(2);
        return powers(&shape, number);
    }
    let ([batch, rows], heads) = (case.outer[1], case.heads[1]);
    let pairs = |rows: i64| (rows + 63) / 64;
    powers(
        &match case.layout {
            "TND" => {
                let all = case.rows(1).into_iter().map(pairs).sum();
                vec![all, heads, case.depth, 2]
            }
            "BNSD" => vec![batch, heads, pairs(rows), case.depth, 2],
            _ => vec![batch, pairs(rows), heads, case.depth, 2],
        },
        number,
    )
}

struct Call {
    case: Case,
    dtype: Dtype,
    out: Dtype,
    has_map: bool,
    has_lse: bool,
    mode: i64,
    max: f64,
}

fn arguments(version: usize, call: &Call) -> Vec<Argument> {
    let Call { case, dtype, .. } = call;
    let [own, all] = case.lengths();
    let [layout_q, layout_kv] = case.texts();
    let is_coded = call.mode > 0;
    let tensor = |side: usize, number: u64| match is_coded {
        true => coded(case, *dtype, side, number),
        false => case.tensor(*dtype, side, number as i64),
    };
    let mut arguments = vec![
        tensor(0, 1),
        tensor(1, 2),
        tensor(1, 3),
        if call.has_map {
            case.map(I8)
        } else {
            Argument::Null
        },
        Argument::Null,
        case.size(),
        own,
        all,
        Argument::Null,
    ];
    for number in 0..3 {
        arguments.push(match is_coded {
            true => scales(case, *dtype, number),
            false => Argument::Null,
        });
    }
    if version == 3 {
        arguments.push(Argument::Null);
    }
    arguments.extend([
        layout_q,
        layout_kv,
        Argument::Int(case.heads[1]),
        Argument::Int(0),
        Argument::Float(0.0625),
        Argument::Int(if on_950() { 4 } else { 0 }),
        Argument::Int(0),
        WHOLE,
        WHOLE,
        Argument::Int(call.has_lse.into()),
    ]);
    if version == 3 {
        arguments.extend([Argument::Int(call.mode), Argument::Float(call.max)]);
    }
    arguments.extend([
        write(call.out, &case.shape(0, case.depth)),
        match call.has_lse {
            true => write(F32, &case.shape(0, 1)),
            false => Argument::Null,
        },
    ]);
    arguments
}

fn floats(case: Case, dtype: Dtype) -> Call {
    Call {
        case,
        dtype,
        out: dtype,
        has_map: true,
        has_lse: true,
        mode: 0,
        max: 0.0,
    }
}

fn float8(case: Case, out: Dtype, has_map: bool) -> Call {
    Call {
        dtype: F8E4m3fn,
        out,
        has_map,
        mode: 1,
        ..floats(case, F16)
    }
}

fn float4(case: Case, out: Dtype, mode: i64, max: f64) -> Call {
    Call {
        dtype: F4E2m1,
        out,
        has_lse: false,
        mode,
        max,
        ..floats(case, F16)
    }
}

/// Blocks of FLOAT4, at the end of sequences not full, and sequences without queries or keys.
const OF_FLOAT4: [Case; 3] = [
    Case {
        layout: "BNSD",
        outer: [[2, 70], [2, 150]],
        heads: [2, 1],
        depth: 64,
        lengths: None,
        size: [64, 64],
    },
    Case {
        layout: "TND",
        outer: [[1, 9], [1, 260]],
        heads: [2, 2],
        depth: 128,
        lengths: Some([&[3, 0, 5], &[100, 30, 129]]),
        size: [64, 64],
    },
    Case {
        layout: "BSND",
        outer: [[2, 5], [2, 140]],
        heads: [2, 1],
        depth: 64,
        lengths: Some([&[5, 3], &[0, 131]]),
        size: [64, 128],
    },
];

fn second() -> Vec<Vec<Argument>> {
    let mut all = vec![floats(CASES[0], F16), floats(CASES[1], Bf16)];
    if on_950() {
        all.extend([
            float8(CASES[0], F16, true),
            float8(CASES[1], Bf16, true),
            float8(BSND, Bf16, false),
        ]);
    }
    all.iter().map(|call| arguments(2, call)).collect()
}

fn third() -> Vec<Vec<Argument>> {
    let mut all = vec![floats(CASES[2], Bf16), floats(BSND, F16)];
    if on_950() {
        all.extend([
            float8(CASES[1], F16, true),
            float4(OF_FLOAT4[0], Bf16, 2, 0.0),
            float4(OF_FLOAT4[1], F16, 2, 6.0),
            float4(OF_FLOAT4[2], Bf16, 2, 0.0),
            float4(OF_FLOAT4[0], F16, 3, 0.0),
            float4(OF_FLOAT4[1], Bf16, 3, 9.5),
        ]);
    }
    all.iter().map(|call| arguments(3, call)).collect()
}

const CODED: &str = "FLOAT8 and FLOAT4 too, with scales: samples";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBlockSparseAttention", forwards)
            .accepts(&[
                ("query", SHORT),
                ("key", "as query"),
                ("value", "as query"),
                ("blockSparseMaskOptional", "i8"),
                ("attenMaskOptional", "i8"),
                ("blockTableOptional", "i32"),
                ("attentionOut", "as query"),
                ("softmaxLseOptional", "f32"),
            ])
            .whole(|arguments| forward("aclnnBlockSparseAttention", arguments))
            .accuracy(ROWS)
            .except(&[
                ("dtypes attenMaskOptional", NULL),
                ("dtypes blockTableOptional", NULL),
            ]),
        Row::new("aclnnBlockSparseAttentionV2", second)
            .accepts(&[
                ("query", block_sparse_versions::SHORT),
                ("key", "as query"),
                ("value", "as query"),
                ("blockSparseMaskOptional", "i8"),
                ("attenMaskOptional", "i8"),
                ("blockTableOptional", "i32"),
                ("qDequantScaleOptional", "f32"),
                ("kDequantScaleOptional", "f32"),
                ("vDequantScaleOptional", "f32"),
                ("attentionOut", "as query"),
                ("softmaxLseOptional", "f32"),
            ])
            .whole(|arguments| {
                crate::reference::attention::block_sparse_versions::forward(
                    "aclnnBlockSparseAttentionV2",
                    arguments,
                )
            })
            .accuracy(ROWS)
            .except(&[
                ("dtypes attenMaskOptional", block_sparse_versions::NULL),
                ("dtypes blockTableOptional", block_sparse_versions::NULL),
                ("dtypes qDequantScaleOptional", CODED),
                ("dtypes kDequantScaleOptional", CODED),
                ("dtypes vDequantScaleOptional", CODED),
            ]),
        Row::new("aclnnBlockSparseAttentionV3", third)
            .accepts(&[
                ("query", block_sparse_versions::SHORT),
                ("key", "as query"),
                ("value", "as query"),
                ("blockSparseMaskOptional", "i8"),
                ("attenMaskOptional", "i8"),
                ("blockTableOptional", "i32"),
                ("qDequantScaleOptional", "f32"),
                ("kDequantScaleOptional", "f32"),
                ("vDequantScaleOptional", "f32"),
                ("pQuantScaleOptional", "f32"),
                ("attentionOut", "as query"),
                ("softmaxLseOptional", "f32"),
            ])
            .whole(|arguments| {
                crate::reference::attention::block_sparse_versions::forward(
                    "aclnnBlockSparseAttentionV3",
                    arguments,
                )
            })
            .accuracy(ROWS)
            .except(&[
                ("dtypes attenMaskOptional", block_sparse_versions::NULL),
                ("dtypes blockTableOptional", block_sparse_versions::NULL),
                ("dtypes pQuantScaleOptional", block_sparse_versions::NULL),
                ("dtypes qDequantScaleOptional", CODED),
                ("dtypes kDequantScaleOptional", CODED),
                ("dtypes vDequantScaleOptional", CODED),
            ]),
    ]
}
