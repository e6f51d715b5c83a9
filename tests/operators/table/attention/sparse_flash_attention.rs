//! The rows of `aclnnSparseFlashAttention` and `aclnnSparseFlashAttentionV2`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::attention::sparse::attention;
use crate::table::samples::write;
use crate::table::shared::attention::sparse::{CASES, Case, SHORT, WHOLE, lists};
use crate::table::shared::rows::{ROWS, varied};
use crate::table::{Row, on_950};

fn attentions(has_sinks: bool) -> Vec<Vec<Argument>> {
    let of = |case: Case, dtype: Dtype, heads: i64, (count, size): (i64, i64), sinks: bool| {
        let statistics = case.layouts[1] != "PA_BSND" && size == 1;
        let [of_queries, of_keys] = case.lengths();
        let [layout_query, layout_key] = case.texts();
        let keys = varied(dtype, &case.of_keys(&[1, 512]), 2);
        let out = case.of_queries(&[heads, 512]);
        let of_statistics = match case.of_tokens() {
            true => vec![1, case.queries[1], heads],
            false => vec![case.queries[0], 1, case.queries[1], heads],
        };
        let optional = |argument: Argument| if statistics { argument } else { Argument::Null };
        let mut all = vec![
            varied(dtype, &out, 1),
            keys.clone(),
            if heads == 4 { Argument::Null } else { keys },
            lists(&case, count, (case.keys[1] - 1) / size + 1),
            case.table(),
            of_queries,
            of_keys,
            varied(dtype, &case.of_queries(&[heads, 64]), 3),
            varied(dtype, &case.of_keys(&[1, 64]), 4),
            Argument::Float(0.0078125),
            Argument::Int(size),
            layout_query,
            layout_key,
            Argument::Int(case.mode),
            WHOLE,
            WHOLE,
            Argument::Int(2),
            Argument::Bool(statistics),
            write(dtype, &out),
            optional(write(F32, &of_statistics)),
            optional(write(F32, &of_statistics)),
        ];
        if has_sinks {
            all.insert(
                9,
                match sinks {
                    true => varied(F32, &[heads], 6),
                    false => Argument::Null,
                },
            );
        }
        all
    };
    let with_sinks = has_sinks && on_950();
    let mut all = vec![
        of(CASES[0], F16, 2, (4, 1), false),
        of(CASES[1], Bf16, 4, (5, 1), with_sinks),
        of(CASES[2], F16, 1, (3, 1), with_sinks),
        of(CASES[3], Bf16, 4, (6, 1), false),
        of(CASES[4], Bf16, 2, (7, 1), with_sinks),
    ];
    if !on_950() {
        all.extend([
            of(CASES[4], F16, 2, (3, 4), false),
            of(CASES[3], F16, 1, (3, 16), false),
        ]);
    }
    all
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSparseFlashAttention", || attentions(false))
            .accepts(&[
                ("query", SHORT),
                ("key", "as query"),
                ("value", "as query"),
                ("sparseIndices", "i32"),
                ("blockTableOptional", "any"),
                ("actualSeqLengthsQueryOptional", "any"),
                ("actualSeqLengthsKvOptional", "any"),
                ("queryRopeOptional", "as query"),
                ("keyRopeOptional", "as query"),
                ("attentionOut", "as query"),
                ("softmaxMax", "f32"),
                ("softmaxSum", "f32"),
            ])
            .whole(|arguments| attention("aclnnSparseFlashAttention", arguments))
            .accuracy(ROWS),
        Row::new("aclnnSparseFlashAttentionV2", || attentions(true))
            .accepts(&[
                ("query", SHORT),
                ("key", "as query"),
                ("value", "as query"),
                ("sparseIndices", "i32"),
                ("blockTableOptional", "any"),
                ("actualSeqLengthsQueryOptional", "any"),
                ("actualSeqLengthsKvOptional", "any"),
                ("queryRopeOptional", "as query"),
                ("keyRopeOptional", "as query"),
                ("sinksOptional", "any"),
                ("attentionOut", "as query"),
                ("softmaxMax", "f32"),
                ("softmaxSum", "f32"),
            ])
            .whole(|arguments| attention("aclnnSparseFlashAttentionV2", arguments))
            .accuracy(ROWS),
    ]
}
