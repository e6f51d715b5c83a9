//! The rows of `aclnnMoeGatingTopK` and `aclnnMoeGatingTopKV2`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::moe;
use crate::table::samples::read;
use crate::table::shared::moe::gating::{older, top_k};
use crate::table::shared::moe::{FLOATS, experts};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn top_k_samples() -> Vec<Vec<Argument>> {
    let mut samples = older();
    samples.push(top_k(F16, [7, 32], true, [3, 2, 4, 1, 0, 2], true));
    samples.push(top_k(F32, [7, 32], false, [32, 1, 1, 1, 0, 2], true));
    samples
}

fn hashed(mut sample: Vec<Argument>, ids: Dtype, table: Dtype) -> Vec<Argument> {
    let (shape, k) = (
        sample[0].tensors()[0].shape.clone(),
        moe::int(&Arguments::of("aclnnMoeGatingTopK", &sample), "k"),
    );
    sample.insert(2, read(ids, &[shape[0]], &[1.0, 4.0, 0.0]));
    sample.insert(3, experts(table, &[5, k], shape[1]));
    sample
}

fn top_k_v2_samples() -> Vec<Vec<Argument>> {
    let plain = |dtype, norm| top_k(dtype, [6, 32], true, [4, 1, 1, 0, 1, norm], true);
    let mut samples = Vec::new();
    for dtype in [F16, F32, Bf16] {
        for (number, (ids, table)) in [(I64, I32), (I32, I32), (I64, I64), (I32, I64)]
            .into_iter()
            .enumerate()
        {
            samples.push(hashed(plain(dtype, number as i64 % 3), ids, table));
        }
    }
    for mut sample in top_k_samples() {
        sample.splice(2..2, [Argument::Null, Argument::Null]);
        samples.push(sample);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeGatingTopK", top_k_samples)
            .accepts(&[
                ("x", FLOATS),
                ("biasOptional", "as x"),
                ("yOut", "as x"),
                ("expertIdxOut", "i32"),
                ("outOut", "f32"),
            ])
            .bits(moe::gating)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnMoeGatingTopKV2", top_k_v2_samples)
            .accepts(&[
                ("x", FLOATS),
                ("biasOptional", "as x"),
                ("inputIdsOptional", "i32 i64"),
                ("tid2eidOptional", "i32 i64"),
                ("yOut", "as x"),
                ("expertIdxOut", "i32"),
                ("outOut", "f32"),
            ])
            .bits(moe::gating)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
