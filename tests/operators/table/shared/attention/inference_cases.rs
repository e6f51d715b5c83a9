//! Cases of attention for inference, which each version has whose parameters it has.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Contents, Tensor};
use crate::table::samples::{read, write};
use crate::table::shared::attention::inference::{
    Named, SIZE, Size, case, codes, decoded, int, ints, list, mask, paged, scale, shape, with,
};
use crate::table::shared::attention::{descaled, types};
use crate::table::shared::rows::{near_1, varied};

pub fn cases() -> Vec<Named> {
    let Size { b, n, m, q, k, d } = SIZE;
    let one = Size { q: 1, ..SIZE };
    let keys = |layout: &str| shape(layout, [b, k, m, d]);
    let triangle = || read(Bool, &[2048, 2048], &[0.0]);
    let plain = |size: Size, asks| {
        with(
            case(F16, "BNSD", size, asks),
            vec![
                ("attenMask", mask(&[b, 1, size.q, k])),
                ("pseShift", varied(F16, &[1, n, size.q, k], 4)),
            ],
        )
    };
    let mut all = vec![
        // The plainest call of each family comes first.
        plain(SIZE, true),
        plain(SIZE, false),
        plain(one, false),
        case(F16, "BNSD", SIZE, false),
        case(Bf16, "BSH", SIZE, true),
        // Lengths, and a mask of each batch with a window.
        with(
            case(F16, "BSND", SIZE, true),
            vec![
                ("actualSeqLengths", ints(&[5, 3])),
                ("actualSeqLengthsKv", ints(&[4, 7, 9])),
                ("attenMask", mask(&[b, 1, q, k])),
                ("preTokens", int(2)),
                ("nextTokens", int(1)),
            ],
        ),
        // Larger masks, and queries that see nothing.
        with(
            case(F16, "BNSD", SIZE, true),
            vec![
                (
                    "attenMask",
                    read(
                        Bool,
                        &[1, q + 1, k + 3],
                        &[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0],
                    ),
                ),
                ("sparseMode", int(1)),
            ],
        ),
        with(
            case(Bf16, "BSH", SIZE, false),
            vec![("attenMask", triangle()), ("sparseMode", int(2))],
        ),
        case(F16, "BNSD_BSND", SIZE, false),
        case(F16, "BSND_BNSD", SIZE, true),
        case(F16, "BSH_BNSD", SIZE, false),
        case(Bf16, "BSND_NBSD", SIZE, true),
        case(F16, "BNSD_NBSD", SIZE, false),
        case(F16, "BSH_NBSD", one, false),
        // Sequences one behind the other, one of them empty; queries of none behind them.
        with(
            case(
                F16,
                "TND",
                Size {
                    b: 1,
                    q: 9,
                    k: 12,
                    ..SIZE
                },
                true,
            ),
            vec![
                ("actualSeqLengths", ints(&[2, 2, 8])),
                ("actualSeqLengthsKv", ints(&[5, 7, 12])),
                ("attenMask", triangle()),
                ("sparseMode", int(3)),
            ],
        ),
        with(
            case(
                Bf16,
                "NTD",
                Size {
                    b: 1,
                    q: 9,
                    k: 12,
                    ..SIZE
                },
                true,
            ),
            vec![
                ("actualSeqLengths", ints(&[4, 9])),
                ("actualSeqLengthsKv", ints(&[4, 12])),
                ("attenMask", triangle()),
                ("sparseMode", int(4)),
                ("preTokens", int(2)),
                ("nextTokens", int(0)),
            ],
        ),
        with(
            case(
                F16,
                "NTD_TND",
                Size {
                    b: 1,
                    q: 6,
                    k: 9,
                    ..SIZE
                },
                false,
            ),
            vec![
                ("actualSeqLengths", ints(&[2, 6])),
                ("actualSeqLengthsKv", ints(&[9, 9])),
            ],
        ),
        // Trees of queries.
        with(
            case(F16, "BSND", SIZE, false),
            vec![("attenMask", mask(&[b, q, q])), ("sparseMode", int(9))],
        ),
        with(
            case(
                F16,
                "TND",
                Size {
                    b: 1,
                    q: 6,
                    k: 9,
                    ..SIZE
                },
                false,
            ),
            vec![
                ("actualSeqLengths", ints(&[2, 6])),
                ("actualSeqLengthsKv", ints(&[4, 9])),
                ("attenMask", mask(&[20])),
                ("sparseMode", int(9)),
            ],
        ),
        // One query of each sequence, with a mask of its own.
        with(
            case(F16, "BSH", one, false),
            vec![
                ("attenMask", mask(&[b, k])),
                ("sparseMode", int(7)),
                ("actualSeqLengthsKv", ints(&[6])),
            ],
        ),
        with(
            case(F16, "BNSD", one, true),
            vec![
                ("attenMask", mask(&[b, 1, 1, k])),
                ("actualSeqLengthsKv", ints(&[0, 7])),
            ],
        ),
        // Blocks, in all four shapes.
        paged(case(F16, "BSH", one, true), F16, &[4, 16, m * d], &[20, 17]),
        paged(
            case(Bf16, "BNSD", SIZE, true),
            Bf16,
            &[4, m, 16, d],
            &[20, 32],
        ),
        paged(
            case(F16, "BSND", Size { d: 32, ..SIZE }, false),
            F16,
            &[4, m, 2, 16, 16],
            &[5, 17],
        ),
        with(
            paged(
                case(F16, "TND", Size { b: 1, q: 6, ..SIZE }, true),
                F16,
                &[4, m, 16, d],
                &[20, 17],
            ),
            vec![
                ("actualSeqLengths", ints(&[2, 6])),
                ("attenMask", triangle()),
                ("sparseMode", int(3)),
            ],
        ),
        // A tensor for each sequence.
        with(
            case(F16, "BSH", SIZE, true),
            vec![
                (
                    "key",
                    list(&[
                        varied(F16, &[1, 3, m * d], 2),
                        varied(F16, &[1, 9, m * d], 4),
                    ]),
                ),
                (
                    "value",
                    list(&[
                        varied(F16, &[1, 3, m * d], 3),
                        varied(F16, &[1, 9, m * d], 5),
                    ]),
                ),
                ("actualSeqLengthsKv", ints(&[3, 8])),
            ],
        ),
        // Keys that all sequences share.
        with(
            case(F16, "BNSD", SIZE, true),
            vec![
                ("keySharedPrefix", varied(F16, &[1, m, 6, d], 8)),
                ("valueSharedPrefix", varied(F16, &[1, m, 6, d], 9)),
                ("actualSharedPrefixLen", ints(&[4])),
                ("attenMask", mask(&[q, k + 4])),
                ("sparseMode", int(1)),
            ],
        ),
        with(
            case(Bf16, "BSH", one, false),
            vec![
                ("keySharedPrefix", varied(Bf16, &[1, 3, m * d], 8)),
                ("valueSharedPrefix", varied(Bf16, &[1, 3, m * d], 9)),
                ("actualSeqLengthsKv", ints(&[2, 7])),
            ],
        ),
        // Rows at the end of their tensors.
        with(
            case(F16, "BNSD", SIZE, true),
            vec![
                ("actualSeqLengths", ints(&[2, 4])),
                ("actualSeqLengthsKv", ints(&[3, 6])),
                ("queryPaddingSize", read(I64, &[1], &[1.0])),
                ("kvPaddingSize", read(I64, &[1], &[-4.0])),
                ("attenMask", mask(&[b, 1, q, k])),
            ],
        ),
        with(
            case(F16, "BSND", SIZE, true),
            vec![
                ("actualSeqLengthsKv", ints(&[3, 6])),
                ("kvPaddingSize", read(I64, &[1], &[2.0])),
            ],
        ),
        // The shift of scores.
        with(
            case(F16, "BNSD", SIZE, false),
            vec![("pseShift", varied(F16, &[1, n, q, k + 2], 4))],
        ),
        with(
            case(Bf16, "BSH", one, false),
            vec![("pseShift", varied(Bf16, &[b, n, 1, k], 4))],
        ),
        with(
            case(F16, "BSND", SIZE, true),
            vec![
                ("pseShift", near_1(F32, &[n], 4)),
                ("pseType", int(2)),
                ("kvStartIdx", ints(&[3])),
                ("qStartIdx", ints(&[-2])),
            ],
        ),
        with(
            case(Bf16, "BSND", SIZE, false),
            vec![("pseShift", near_1(F32, &[n], 4)), ("pseType", int(3))],
        ),
        with(
            case(Bf16, "BNSD", SIZE, true),
            vec![
                ("learnableSink", varied(Bf16, &[n], 4)),
                ("attenMask", triangle()),
                ("sparseMode", int(3)),
                ("actualSeqLengthsKv", ints(&[2, 7])),
            ],
        ),
        // Queries and keys in two parts.
        with(
            case(Bf16, "BSND", SIZE, true),
            vec![
                ("queryRope", varied(Bf16, &[b, q, n, 4], 4)),
                ("keyRope", varied(Bf16, &[b, k, m, 4], 5)),
            ],
        ),
        with(
            case(
                F16,
                "BSND_NBSD",
                Size {
                    b: 1,
                    n: 2,
                    m: 1,
                    q: 1,
                    k: 5,
                    d: 512,
                },
                false,
            ),
            vec![
                ("queryRope", varied(F16, &[1, 1, 2, 64], 4)),
                ("keyRope", varied(F16, &[1, 5, 1, 64], 5)),
            ],
        ),
        with(
            paged(
                case(
                    Bf16,
                    "TND_NTD",
                    Size {
                        b: 1,
                        n: 2,
                        m: 1,
                        q: 3,
                        d: 512,
                        k: 0,
                    },
                    true,
                ),
                Bf16,
                &[4, 1, 32, 16, 16],
                &[18, 4],
            ),
            vec![
                ("actualSeqLengths", ints(&[1, 3])),
                ("queryRope", varied(Bf16, &[3, 2, 64], 4)),
                ("keyRope", varied(Bf16, &[4, 1, 4, 16, 16], 5)),
                ("attenMask", triangle()),
                ("sparseMode", int(3)),
            ],
        ),
        // Keys and values of INT8, in each mode.
        decoded([0, 0], [&[m, d], &[1, m, 1, d]], [F16, F16], false),
        decoded([0, 0], [&[m, 1, d]; 2], [F16, F16], true),
        decoded([0, 0], [&[1]; 2], [F16, F16], true),
        decoded([1, 1], [&[1, b, k], &[b, k]], [F32, F32], false),
        decoded([1, 1], [&[b, k + 1]; 2], [F32, F32], true),
        decoded([2, 2], [&[m]; 2], [F16, F16], true),
        decoded([3, 3], [&[b, m, k]; 2], [F32, F32], true),
        decoded([0, 1], [&[m, d], &[b, k]], [F16, F32], false),
        with(
            decoded([1, 1], [&[b, k + 3]; 2], [F32, F32], true),
            vec![
                ("keySharedPrefix", codes(I8, &[1, m, 3, d], 8)),
                ("valueSharedPrefix", codes(I8, &[1, m, 3, d], 9)),
            ],
        ),
    ];
    for (mode, scales) in [(4, vec![4, 16]), (5, vec![4, m, 16]), (1, vec![b, 48])] {
        let cache = [4, 16, m * d];
        all.push(with(
            paged(
                decoded([mode, mode], [&scales; 2], [F32, F32], true),
                F16,
                &cache,
                &[20, 17],
            ),
            vec![
                ("key", list(&[codes(I8, &cache, 1)])),
                ("value", list(&[codes(I8, &cache, 2)])),
            ],
        ));
    }
    let small = |dtype: Dtype, last: i64, query: Dtype| {
        with(
            case(query, "BNSD", Size { d: 64, ..SIZE }, false),
            vec![
                ("key", list(&[codes(dtype, &[b, m, k, last], 1)])),
                ("value", list(&[codes(dtype, &[b, m, k, last], 2)])),
            ],
        )
    };
    let scales = |key: Argument, value: Argument, mode: i64| {
        vec![
            ("keyAntiquantScale", key),
            ("valueAntiquantScale", value),
            ("keyAntiquantMode", int(mode)),
            ("valueAntiquantMode", int(mode)),
        ]
    };
    all.extend([
        with(
            small(I4, 64, F16),
            scales(scale(F16, &[m, 64], 5), scale(F16, &[m, 64], 6), 0),
        ),
        with(
            small(I32, 8, Bf16),
            scales(scale(F32, &[b, k], 5), scale(F32, &[b, k], 6), 1),
        ),
        // Scales of keys and values in one tensor.
        with(
            small(I8, 64, F16),
            vec![
                ("antiquantScale", scale(F16, &[2, m, 1, 64], 5)),
                ("antiquantOffset", varied(F16, &[2, m, 1, 64], 6)),
            ],
        ),
        with(
            small(I8, 64, F16),
            vec![
                ("antiquantScale", scale(F16, &[2], 5)),
                ("antiquantOffset", varied(F16, &[2], 6)),
            ],
        ),
        with(
            small(I8, 64, Bf16),
            vec![
                ("antiquantScale", scale(F32, &[2, b, k], 5)),
                ("antiquantMode", int(1)),
            ],
        ),
        // One sequence.
        with(
            case(
                F16,
                "BNSD",
                Size {
                    b: 1,
                    d: 64,
                    ..SIZE
                },
                false,
            ),
            vec![
                ("key", list(&[codes(I8, &[1, m, k, 64], 1)])),
                ("value", list(&[codes(I8, &[1, m, k, 64], 2)])),
                ("antiquantScale", scale(F32, &[2, 1, k], 5)),
                ("antiquantMode", int(1)),
            ],
        ),
        // Results of INT8.
        with(
            case(F16, "BNSD", SIZE, false),
            vec![
                (
                    "attentionOut",
                    write(
                        I8,
                        &keys("BNSD")
                            .iter()
                            .zip([b, n, q, d])
                            .map(|(_, own)| own)
                            .collect::<Vec<_>>(),
                    ),
                ),
                ("quantScale2", near_1(F32, &[1, n, 1, d], 7)),
                ("quantOffset2", varied(F32, &[1, n, 1, d], 8)),
            ],
        ),
        with(
            case(Bf16, "BSH", one, false),
            vec![
                ("attentionOut", write(I8, &[b, 1, n * d])),
                ("quantScale2", near_1(Bf16, &[1], 7)),
            ],
        ),
    ]);
    all.extend(types::cases());
    // All of INT8: results of FLOAT16, and of INT8.
    all.push(with(case(F16, "BNSD", SIZE, false), whole(F32)));
    all.push(with(
        case(F16, "BNSD", SIZE, false),
        with(
            whole(U64),
            vec![
                ("attentionOut", write(I8, &[b, n, q, d])),
                ("quantScale2", read(F32, &[1], &[1.5])),
                ("quantOffset2", read(F32, &[1], &[-3.0])),
            ],
        ),
    ));
    all
}

/// Queries, keys and values of INT8, with factors of a type.
pub fn whole(words: Dtype) -> Named {
    let Size { b, n, m, q, k, d } = SIZE;
    let factor = |value: f32| match words {
        F32 => read(F32, &[1], &[value.into()]),
        _ => Argument::Tensor(Tensor::new(
            U64,
            &[1],
            Contents::Bytes(u64::from(value.to_bits()).to_le_bytes().to_vec()),
        )),
    };
    let operand = |rows: i64, heads: i64, seed| codes(I8, &[b, heads, rows, d], seed);
    vec![
        ("query", operand(q, n, 4)),
        ("key", list(&[operand(k, m, 5)])),
        ("value", list(&[operand(k, m, 6)])),
        ("deqScale1", factor(0.000_731)),
        ("quantScale1", read(F32, &[1], &[97.0])),
        ("deqScale2", factor(0.000_919)),
    ]
}

/// Cases of types that Ascend950 alone has.
pub fn cases_of_950() -> Vec<Named> {
    let Size { b, n, m, q, k, .. } = SIZE;
    let d = 64;
    let of = |dtype: Dtype, scale_type: Dtype, shape: &[i64], mode: i64| {
        with(
            case(F16, "BNSD", Size { d, ..SIZE }, false),
            vec![
                ("key", list(&[codes(dtype, &[b, m, k, d], 1)])),
                ("value", list(&[codes(dtype, &[b, m, k, d], 2)])),
                ("keyAntiquantScale", scale(scale_type, shape, 5)),
                ("valueAntiquantScale", scale(scale_type, shape, 6)),
                ("keyAntiquantMode", int(mode)),
                ("valueAntiquantMode", int(mode)),
            ],
        )
    };
    let whole = |dtype: Dtype| {
        vec![
            ("query", codes(dtype, &[b, n, q, d], 1)),
            ("key", list(&[codes(dtype, &[b, m, k, d], 2)])),
            ("value", list(&[codes(dtype, &[b, m, k, d], 3)])),
        ]
    };
    let blocks = |heads: i64| scale(F32, &[b, heads, 1, 1], 5);
    let modes = |query: i64, key: i64| {
        vec![
            ("queryQuantMode", int(query)),
            ("keyAntiquantMode", int(key)),
            ("valueAntiquantMode", int(key)),
        ]
    };
    let of_blocks = |dtype: Dtype| {
        let more = [
            modes(7, 7),
            vec![
                ("dequantScaleQuery", blocks(n)),
                ("keyAntiquantScale", blocks(m)),
                ("valueAntiquantScale", blocks(m)),
            ],
        ];
        with(
            case(Bf16, "BNSD", Size { d, ..SIZE }, true),
            [whole(dtype), more.concat()].concat(),
        )
    };
    let mut all = vec![
        of(F8E4m3fn, F16, &[m, d], 0),
        of(Hifloat8, F16, &[1, m, 1, d], 0),
        of(F4E2m1, F8E8m0, &[1, b, m, k, d / 32], 6),
        of_blocks(F8E4m3fn),
        of_blocks(Hifloat8),
        // Of one query in two parts, whose scales are of both.
        with(
            case(
                Bf16,
                "BSND",
                Size {
                    b,
                    n,
                    m: 1,
                    q: 1,
                    k,
                    d: 512,
                },
                false,
            ),
            [
                vec![
                    ("query", codes(F8E4m3fn, &[b, 1, n, 512], 1)),
                    ("key", list(&[codes(F8E4m3fn, &[b, k, 1, 512], 2)])),
                    ("value", list(&[codes(F8E4m3fn, &[b, k, 1, 512], 2)])),
                    ("queryRope", varied(Bf16, &[b, 1, n, 64], 4)),
                    ("keyRope", varied(Bf16, &[b, k, 1, 64], 5)),
                    ("dequantScaleQuery", scale(F32, &[b, 1, n], 5)),
                    ("keyAntiquantScale", scale(F32, &[1], 6)),
                    ("valueAntiquantScale", scale(F32, &[1], 7)),
                ],
                modes(3, 0),
            ]
            .concat(),
        ),
        with(
            case(F16, "BNSD", Size { d, ..SIZE }, false),
            vec![
                ("attentionOut", write(F8E4m3fn, &[b, n, q, d])),
                ("quantScale2", near_1(F32, &[n * d], 7)),
            ],
        ),
    ];
    all.extend(descaled::cases());
    all
}
