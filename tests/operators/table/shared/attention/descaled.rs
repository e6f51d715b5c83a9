//! Cases of attention for inference whose queries, keys and values are codes that all have scales: MxFP8, and scales of rows and heads.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Contents, Tensor};
use crate::call::call;
use crate::table::samples::{read, write};
use crate::table::shared::attention::inference::{
    Named, assembled, codes, int, ints, list, scale, text, with,
};
use crate::table::shared::rows::varied;
use crate::table::{entry, on_950};

/// Queries, keys and values of codes with scales: type, layouts, modes, shapes of queries, keys, their scales and those of values, ends of queries, and ends or lengths of keys.
fn descaled(
    (dtype, layouts, modes): (Dtype, &'static str, [i64; 3]),
    shapes: [&[i64]; 5],
    [heads, key_heads]: [i64; 2],
    [ends, keys]: [&[i64]; 2],
) -> Named {
    let [query, cache, scales @ ..] = shapes;
    let [tokens, elements] = [ends[ends.len() - 1], query[2]];
    let scale_type = if modes[0] == 6 { F8E8m0 } else { F32 };
    let mut all = vec![
        ("query", codes(F8E4m3fn, query, 1)),
        ("key", list(&[codes(F8E4m3fn, cache, 2)])),
        ("value", list(&[codes(F8E4m3fn, cache, 3)])),
        ("numHeads", int(heads)),
        ("numKeyValueHeads", int(key_heads)),
        ("scaleValue", Argument::Float(0.0078125)),
        ("inputLayout", text(layouts)),
        ("actualSeqLengths", ints(ends)),
        ("actualSeqLengthsKv", ints(keys)),
        ("attentionOut", write(dtype, &[tokens, heads, elements])),
        ("quantScale1", read(F32, &[1], &[8.0])),
    ];
    let names = [
        ("queryQuantMode", "dequantScaleQuery"),
        ("keyAntiquantMode", "keyAntiquantScale"),
        ("valueAntiquantMode", "valueAntiquantScale"),
    ];
    for (number, (mode, name)) in names.into_iter().enumerate() {
        let shape = scales[number];
        let own = match scale_type {
            F8E8m0 => {
                let bytes = (0..11).map(|at| 121 + ((at * 5 + number) % 7) as u8);
                let bytes = Contents::Bytes(bytes.collect());
                Argument::Tensor(Tensor::new(F8E8m0, shape, bytes))
            }
            _ => scale(F32, shape, number as i64),
        };
        all.extend([(mode, int(modes[number])), (name, own)]);
    }
    all
}

/// MxFP8, and scales of rows and heads.
pub fn cases() -> Vec<Named> {
    const MX: [i64; 3] = [6, 6, 8];
    let causal = || {
        vec![
            ("attenMask", read(Bool, &[2048, 2048], &[0.0])),
            ("sparseMode", int(3)),
        ]
    };
    let lse = |rows: i64, heads: i64| {
        vec![
            ("softmaxLseFlag", Argument::Bool(true)),
            ("softmaxLse", write(F32, &[rows, heads, 1])),
        ]
    };
    let blocks = |size: i64| {
        let table = read(I32, &[2, 3], &[3.0, 1.0, -9.0, 0.0, 2.0, 1e9]);
        vec![("blockTable", table), ("blockSize", int(size))]
    };
    vec![
        // Three sequences, of 70, 0 and 40 keys.
        with(
            descaled(
                (F16, "TND", MX),
                [
                    &[7, 4, 64],
                    &[110, 2, 64],
                    &[7, 4, 1, 2],
                    &[110, 2, 1, 2],
                    &[3, 2, 64, 2],
                ],
                [4, 2],
                [&[2, 3, 7], &[70, 70, 110]],
            ),
            [causal(), lse(7, 4)].concat(),
        ),
        // In two parts, of which the second has no scales.
        with(
            descaled(
                (Bf16, "TND", MX),
                [
                    &[5, 2, 128],
                    &[40, 1, 128],
                    &[1, 5, 2, 2, 2],
                    &[40, 1, 2, 2],
                    &[2, 1, 128, 2],
                ],
                [2, 1],
                [&[1, 5], &[35, 40]],
            ),
            vec![
                ("queryRope", varied(Bf16, &[5, 2, 64], 4)),
                ("keyRope", varied(Bf16, &[40, 1, 64], 5)),
            ],
        ),
        // Blocks.
        with(
            descaled(
                (Bf16, "TND", MX),
                [
                    &[6, 4, 64],
                    &[4, 2, 64, 64],
                    &[2, 6, 2, 1, 2],
                    &[4, 2, 64, 1, 2],
                    &[4, 2, 1, 64, 2],
                ],
                [4, 2],
                [&[2, 6], &[100, 3]],
            ),
            [
                causal(),
                blocks(64),
                lse(6, 4),
                vec![
                    ("queryRope", varied(Bf16, &[6, 4, 64], 4)),
                    ("keyRope", varied(Bf16, &[4, 2, 64, 64], 5)),
                ],
            ]
            .concat(),
        ),
        // Blocks with chunks of rows.
        with(
            descaled(
                (F16, "TND", MX),
                [
                    &[6, 2, 128],
                    &[4, 1, 4, 128, 32],
                    &[6, 2, 2, 2],
                    &[4, 1, 8, 2, 16, 2],
                    &[4, 1, 8, 2, 16, 2],
                ],
                [2, 1],
                [&[2, 6], &[150, 3]],
            ),
            blocks(128),
        ),
        with(
            descaled(
                (Bf16, "NTD_TND", [3, 3, 2]),
                [&[2, 6, 128], &[4, 1, 128, 128], &[2, 6], &[4, 1, 128], &[1]],
                [2, 1],
                [&[2, 6], &[130, 3]],
            ),
            [causal(), blocks(128), lse(6, 2)].concat(),
        ),
    ]
}

const OPERATOR: &str = "aclnnFusedInferAttentionScoreV5";

#[test]
fn what_the_page_has_not_with_such_scales_is_refused() {
    if !on_950() {
        return;
    }
    let all = cases();
    let scales = |shape: &[i64]| scale(F8E8m0, shape, 1);
    let one = |name: &'static str, argument: Argument| vec![(name, argument)];
    let other_layout = vec![
        ("inputLayout", text("TND_NTD")),
        ("attentionOut", write(F16, &[4, 7, 64])),
    ];
    let of_values = one("valueAntiquantScale", scales(&[2, 2, 64, 2]));
    let of_keys = one("keyAntiquantScale", scales(&[4, 64, 2, 1, 2]));
    let floats = one("dequantScaleQuery", scale(F32, &[7, 4, 1, 2], 1));
    let two = one("quantScale1", read(F32, &[2], &[1.0]));
    let factor = one("deqScale1", read(F32, &[1], &[1.0]));
    let results = one("attentionOut", write(F16, &[5, 2, 128]));
    let none = |name| one(name, Argument::Null);
    let changes = [
        (0, one("keyAntiquantMode", int(3)), 561_002, "6 where"),
        (0, one("valueAntiquantMode", int(6)), 561_002, "8 where"),
        (0, one("sparseMode", int(2)), 561_002, "0 without"),
        (1, one("sparseMode", int(3)), 561_002, "atten"),
        (0, other_layout, 561_002, "TND where"),
        (0, of_values, 561_002, "[3, 2, 64, 2]"),
        (2, of_keys, 561_002, "[4, 2, 64, 1, 2]"),
        (0, floats, 161_002, "FLOAT8_E8M0"),
        (0, none("dequantScaleQuery"), 161_001, "dequant"),
        (4, none("quantScale1"), 161_001, "quantScale1"),
        (0, two, 561_002, "[1]"),
        (0, factor, 561_002, "null"),
        (1, results, 161_002, "BFLOAT16"),
    ];
    for (number, change, code, text) in changes {
        let changed = with(all[number].clone(), change);
        let sample = assembled(OPERATOR, &changed).unwrap();
        let refusal = call(entry(OPERATOR), &sample).unwrap_err();
        assert_eq!(refusal.code, code, "{text}: {refusal:?}");
        assert!(refusal.message.contains(text), "{text}: {refusal:?}");
    }
}
