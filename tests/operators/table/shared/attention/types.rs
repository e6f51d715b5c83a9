//! Cases of attention for inference for the types that tensors have together: masks of each type, keys of INT8, results of INT8; and modes of masks.

use hostnpu::tensor::Dtype::{self, *};

use crate::table::samples::{read, write};
use crate::table::shared::attention::inference::{
    Named, SIZE, Size, case, codes, int, list, mask_of, scale, with,
};
use crate::table::shared::attention::inference_cases::whole;
use crate::table::shared::rows::{near_1, varied};

/// The types of masks.
const MASKS: [Dtype; 3] = [Bool, I8, U8];

/// A mask of a type, and what is added to scores.
fn masked(query: Dtype, mask: Dtype, rows: i64) -> Named {
    let Size { b, n, k, .. } = SIZE;
    vec![
        ("attenMask", mask_of(mask, &[b, 1, rows, k])),
        ("pseShift", varied(query, &[1, n, rows, k], 4)),
    ]
}

/// Results of INT8, with a scale and what is added for each element of a row.
fn quantised(dtype: Dtype, rows: i64) -> Named {
    let Size { b, n, d, .. } = SIZE;
    vec![
        ("attentionOut", write(I8, &[b, n, rows, d])),
        ("quantScale2", near_1(dtype, &[1, n, 1, d], 7)),
        ("quantOffset2", varied(dtype, &[1, n, 1, d], 8)),
    ]
}

/// Keys and values of INT8, whose scales are in one tensor.
fn of_codes(dtype: Dtype) -> Named {
    let Size { b, m, k, d, .. } = SIZE;
    vec![
        ("key", list(&[codes(I8, &[b, m, k, d], 1)])),
        ("value", list(&[codes(I8, &[b, m, k, d], 2)])),
        ("antiquantScale", scale(dtype, &[2, m, 1, d], 5)),
        ("antiquantOffset", varied(dtype, &[2, m, 1, d], 6)),
    ]
}

pub fn cases() -> Vec<Named> {
    let Size { b, q, k, .. } = SIZE;
    let one = |dtype: Dtype, mask: Dtype, more: &[Named]| {
        let plain = case(dtype, "BNSD", Size { q: 1, ..SIZE }, false);
        with(plain, [masked(dtype, mask, 1), more.concat()].concat())
    };
    let several = |dtype: Dtype, mask: Dtype, more: &[Named]| {
        let plain = case(dtype, "BNSD", SIZE, false);
        with(plain, [masked(dtype, mask, q), more.concat()].concat())
    };
    let mut all = Vec::new();
    for mask in MASKS {
        let results = quantised(F32, 1);
        all.extend([
            one(F16, mask, &[]),
            one(F16, mask, std::slice::from_ref(&results)),
            one(F16, mask, &[of_codes(F16)]),
            one(F16, mask, &[of_codes(F16), results]),
            one(Bf16, mask, &[of_codes(Bf16)]),
            several(F16, mask, &[whole(U64)]),
            several(F16, mask, &[whole(F32), quantised(F32, q)]),
        ]);
    }
    for dtype in [F32, Bf16] {
        all.extend([
            one(Bf16, Bool, &[quantised(dtype, 1)]),
            one(Bf16, Bool, &[of_codes(Bf16), quantised(dtype, 1)]),
        ]);
    }
    all.push(several(Bf16, Bool, &[quantised(F32, q)]));
    let triangle = || read(Bool, &[2048, 2048], &[0.0]);
    let modes = [
        vec![
            ("attenMask", mask_of(Bool, &[b, 1, q, k])),
            ("sparseMode", int(1)),
        ],
        vec![("attenMask", triangle()), ("sparseMode", int(3))],
        vec![
            ("attenMask", triangle()),
            ("sparseMode", int(4)),
            ("preTokens", int(2)),
            ("nextTokens", int(0)),
        ],
    ];
    all.extend(modes.map(|mode| with(case(F16, "BNSD", SIZE, false), mode)));
    all
}
