//! Rows of gradients of attention to the keys that queries list.

use crate::arguments::Arguments;
use crate::table::entry;
use crate::table::shared::rows::ROWS;
use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::attention::sparse::attention;
use crate::reference::attention::sparse_gradients::gradients;
use crate::table::samples::{read, write};
use crate::table::shared::attention::pairs::computed;
use crate::table::shared::attention::sparse::{CASES, Case, SHORT, WHOLE, lists};
use crate::table::shared::rows::varied;
use crate::table::{Row, on_950};

/// Types, heads of queries, keys of a block, true with values of their own, and with second parts.
type Form = (Dtype, i64, i64, bool, bool);

fn of(case: Case, (dtype, heads, size, has_value, has_rope): Form) -> Vec<Argument> {
    let count = if on_950() { 1024 } else { 6 };
    let [of_queries, of_keys] = case.lengths();
    let [layout, _] = case.texts();
    let queries = case.of_queries(&[heads, 512]);
    let keys = case.of_keys(&[1, 512]);
    let ropes = [case.of_queries(&[heads, 64]), case.of_keys(&[1, 64])];
    let given = [varied(dtype, &queries, 1), varied(dtype, &keys, 2)];
    let given_ropes = [varied(dtype, &ropes[0], 3), varied(dtype, &ropes[1], 4)];
    let indices = lists(&case, count, (case.keys[1] - 1) / size + 1);
    let statistics = match case.of_tokens() {
        true => vec![1, case.queries[1], heads],
        false => vec![case.queries[0], 1, case.queries[1], heads],
    };
    let scale = Argument::Float(0.0078125);
    // Results and statistics are those of the forward pass, with second parts of 0 where there are none.
    let none = ropes.each_ref().map(|shape| read(dtype, shape, &[0.0]));
    let [query_rope, key_rope] = if has_rope { given_ropes.clone() } else { none };
    let forward = [
        given[0].clone(),
        given[1].clone(),
        Argument::Null,
        indices.clone(),
        Argument::Null,
        of_queries.clone(),
        of_keys.clone(),
        query_rope,
        key_rope,
        scale.clone(),
        Argument::Int(size),
        layout.clone(),
        layout.clone(),
        Argument::Int(case.mode),
        WHOLE,
        WHOLE,
        Argument::Int(2),
        Argument::Bool(true),
        write(dtype, &queries),
        write(F32, &statistics),
        write(F32, &statistics),
    ];
    let known = attention(
        "aclnnSparseFlashAttention",
        &Arguments::new(entry("aclnnSparseFlashAttention"), &forward),
    );
    let if_value = |argument: Argument| if has_value { argument } else { Argument::Null };
    let if_rope = |argument: Argument| if has_rope { argument } else { Argument::Null };
    let [query, key] = given;
    let [query_rope, key_rope] = given_ropes;
    let tokens = Argument::Int(if has_rope {
        i64::from(i32::MAX)
    } else {
        i64::MAX
    });
    vec![
        query,
        key,
        if_value(varied(dtype, &keys, 5)),
        indices,
        varied(dtype, &queries, 6),
        computed(dtype, &queries, &known[0]),
        computed(F32, &statistics, &known[1]),
        computed(F32, &statistics, &known[2]),
        of_queries,
        of_keys,
        if_rope(query_rope),
        if_rope(key_rope),
        scale,
        Argument::Int(size),
        layout,
        Argument::Int(case.mode),
        tokens.clone(),
        tokens,
        Argument::Bool(has_value),
        write(dtype, &queries),
        write(dtype, &keys),
        if_value(write(dtype, &keys)),
        if_rope(write(dtype, &ropes[0])),
        if_rope(write(dtype, &ropes[1])),
    ]
}

fn samples() -> Vec<Vec<Argument>> {
    let mut all = vec![
        of(CASES[0], (F16, 2, 1, true, true)),
        of(CASES[1], (Bf16, 4, 1, false, true)),
        of(CASES[4], (Bf16, 1, 1, true, false)),
        of(CASES[0], (Bf16, 1, 1, false, false)),
    ];
    match on_950() {
        true => all.push(of(CASES[1], (F16, 3, 1, true, true))),
        false => all.push(of(CASES[4], (F16, 2, 8, true, true))),
    }
    all
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSparseFlashAttentionGrad", samples)
            .accepts(&[
                ("query", SHORT),
                ("key", "as query"),
                ("value", "as query"),
                ("sparseIndices", "i32"),
                ("dOut", "as query"),
                ("out", "as query"),
                ("softmaxMax", "f32"),
                ("softmaxSum", "f32"),
                ("actualSeqLengthsQueryOptional", "any"),
                ("actualSeqLengthsKvOptional", "any"),
                ("queryRopeOptional", "as query"),
                ("keyRopeOptional", "as query"),
                ("dQueryOut", "as query"),
                ("dKeyOut", "as query"),
                ("dValueOut", "as query"),
                ("dQueryRopeOutOptional", "as query"),
                ("dKeyRopeOutOptional", "as query"),
            ])
            .whole(gradients)
            .accuracy(ROWS),
    ]
}
