//! The row of `aclnnCoalesceSparse`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::pads;
use crate::table::samples::{patterns, read};
use crate::table::shared::movement::windows::SMALL;
use crate::table::{Holds, Row, computes};

fn sparse() -> Vec<Vec<Argument>> {
    let call = |index: Dtype, own: Dtype, dtype: Dtype, values: &[i64], found: i64| {
        let n = values[0];
        let mut out = values.to_vec();
        out[0] = found;
        let rows: Vec<f64> = (0..n).map(|e| (e * 7 % (found + 1)) as f64).collect();
        vec![
            read(index, &[1], &[3.0]),
            read(index, &[n], &rows),
            patterns(own, &[n, 2], 3),
            read(dtype, values, &SMALL),
            read(own, &[found, 2], &[9.0]),
            read(dtype, &out, &[0.0, 1.0]),
        ]
    };
    vec![
        call(I64, I64, F32, &[5, 3], 3),
        call(I32, I64, F16, &[9, 2, 2], 4),
        call(I64, I32, I32, &[7], 2),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnCoalesceSparse", sparse)
            .accepts(&[
                ("uniqueLen", "none | 910B 950: i64 i32"),
                ("uniqueIndices", "as uniqueLen"),
                ("indices", "i64 i32"),
                ("values", "f32 i32 f16"),
                ("newIndicesOut", "as indices"),
                ("newValuesOut", "as values"),
            ])
            .computes(computes::own)
            .bits(pads::coalesced)
            .holds(Holds(0)),
    ]
}
