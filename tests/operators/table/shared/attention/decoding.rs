//! Cases of PromptFlashAttention and IncreFlashAttention, which give no logarithms of sums; and queries of INT8 with scales.

use hostnpu::tensor::Dtype::{self, *};

use crate::table::samples::{read, write};
use crate::table::shared::attention::inference::{
    Named, SIZE, Size, case, codes, int, ints, list, mask_of, paged, scale, with,
};
use crate::table::shared::rows::{near_1, varied};

/// Lengths of queries, alone and beside those of keys.
pub fn of_prompts() -> Vec<Named> {
    let Size { b, q, k, .. } = SIZE;
    vec![
        with(
            case(F16, "BSH", SIZE, false),
            vec![("actualSeqLengths", ints(&[5, 3]))],
        ),
        with(
            case(F16, "BSND", SIZE, false),
            vec![
                ("actualSeqLengths", ints(&[2, 4])),
                ("actualSeqLengthsKv", ints(&[7, 6])),
                ("attenMask", mask_of(Bool, &[b, 1, q, k])),
            ],
        ),
    ]
}

/// Lengths of keys, keys in blocks, and keys at the end of their tensors; each version's last call has most of its arguments.
pub fn of_one_query() -> Vec<Named> {
    let Size { b, n, m, k, d, .. } = SIZE;
    let one = Size { q: 1, ..SIZE };
    let cache = [4, 16, m * d];
    let masked = |dtype: Dtype| {
        vec![
            ("attenMask", mask_of(Bool, &[b, k])),
            ("pseShift", varied(dtype, &[1, n, 1, k], 4)),
            ("actualSeqLengthsKv", ints(&[4, 7])),
        ]
    };
    let quantised = |shape: &[i64]| {
        vec![
            ("attentionOut", write(I8, shape)),
            ("quantScale2", near_1(F32, &[n * d], 7)),
            ("quantOffset2", varied(F32, &[n * d], 8)),
        ]
    };
    let in_blocks = |layout, cache: &[i64], lengths: &[i64]| {
        paged(case(F16, layout, one, false), F16, cache, lengths)
    };
    let of_codes = |shape: &[i64], scales: &[i64]| {
        vec![
            ("key", list(&[codes(I8, shape, 1)])),
            ("value", list(&[codes(I8, shape, 2)])),
            ("antiquantScale", scale(F16, scales, 5)),
            ("antiquantOffset", varied(F16, scales, 6)),
        ]
    };
    vec![
        with(case(F16, "BSND", one, false), masked(F16)),
        with(
            case(Bf16, "BSND", one, false),
            [masked(Bf16), quantised(&[b, 1, n, d])].concat(),
        ),
        in_blocks("BSH", &cache, &[20, 17]),
        in_blocks("BSND", &[4, m, 16, d], &[5, 30]),
        with(
            in_blocks("BSH", &cache, &[20, 17]),
            [of_codes(&cache, &[2, m * d]), quantised(&[b, 1, n * d])].concat(),
        ),
        with(
            case(F16, "BSND", one, false),
            [
                masked(F16),
                of_codes(&[b, k, m, d], &[2, m, d]),
                vec![
                    ("actualSeqLengthsKv", ints(&[3, 6])),
                    ("kvPaddingSize", read(I64, &[1], &[1.0])),
                ],
            ]
            .concat(),
        ),
    ]
}

/// Queries of INT8 in two parts, of which each head of each query has a scale, with keys in blocks of chunks.
pub fn of_scaled_queries() -> Vec<Named> {
    const ROWS: i64 = 128;
    let of = |layouts: &'static str, q: i64, more: Named| {
        let size = Size {
            b: 2,
            n: 2,
            m: 1,
            q,
            k: 0,
            d: 512,
        };
        let plain = case(Bf16, layouts, size, false);
        let outer: &[i64] = if layouts == "TND" {
            &[q, 2]
        } else {
            &[2, q, 2]
        };
        let of_rows = |elements: i64| [outer, &[elements]].concat();
        let cache = [3, 1, 512 / 32, ROWS, 32];
        let own = vec![
            ("query", codes(I8, &of_rows(512), 1)),
            ("key", list(&[codes(I8, &cache, 2)])),
            ("value", list(&[codes(I8, &cache, 2)])),
            ("queryRope", varied(Bf16, &of_rows(64), 4)),
            ("keyRope", varied(Bf16, &[3, 1, 64 / 16, ROWS, 16], 5)),
            ("dequantScaleQuery", scale(F32, outer, 5)),
            ("queryQuantMode", int(3)),
            ("keyAntiquantScale", scale(F32, &[1], 6)),
            ("valueAntiquantScale", scale(F32, &[1], 7)),
            ("blockTable", read(I32, &[2, 2], &[2.0, 0.0, 1.0, -7.0])),
            ("blockSize", int(ROWS)),
            ("actualSeqLengthsKv", ints(&[130, 5])),
        ];
        with(plain, [own, more].concat())
    };
    vec![
        of("BSND", 1, Vec::new()),
        of(
            "TND",
            3,
            vec![
                ("actualSeqLengths", ints(&[1, 3])),
                ("attenMask", read(Bool, &[2048, 2048], &[0.0])),
                ("sparseMode", int(3)),
                ("attentionOut", write(Bf16, &[3, 2, 512])),
            ],
        ),
    ]
}
