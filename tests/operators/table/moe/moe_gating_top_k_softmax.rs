//! The rows of `aclnnMoeGatingTopKSoftmax` and `aclnnMoeGatingTopKSoftmaxV2`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::moe;
use crate::table::samples::write;
use crate::table::shared::moe::FLOATS;
use crate::table::shared::moe::gating::{softmax, softmax_samples};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn softmax_v2(
    dtype: Dtype,
    shape: &[i64],
    k: i64,
    renorm: i64,
    flag: bool,
    finished: bool,
) -> Vec<Argument> {
    let mut sample = softmax(dtype, shape, k, finished);
    sample.truncate(5);
    sample.insert(3, Argument::Int(renorm));
    sample.insert(4, Argument::Bool(flag));
    sample.push(write(F32, shape));
    sample
}

fn softmax_v2_samples() -> Vec<Vec<Argument>> {
    let mut without = softmax_v2(F32, &[3, 9], 2, 1, true, false);
    without[7] = Argument::Null;
    vec![
        softmax_v2(F16, &[3, 16], 4, 0, true, true),
        softmax_v2(F32, &[2, 3, 7], 7, 1, true, true),
        softmax_v2(Bf16, &[5, 64], 3, 1, false, false),
        softmax_v2(F32, &[300, 128], 8, 0, false, false),
        without,
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeGatingTopKSoftmax", softmax_samples)
            .accepts(&[
                ("x", "none | 310: f16 | 910B 950: f16 f32 bf16"),
                ("finishedOptional", "bool"),
                ("yOut", "as x"),
                ("expertIdxOut", "i32"),
                ("rowIdxOut", "i32"),
            ])
            .bits(moe::gating_softmax)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[
                (
                    "dtypes x",
                    "on Ascend310P without `finishedOptional`: a test of its own",
                ),
                ("dtypes finishedOptional", "likewise"),
                ("dtypes yOut", "likewise"),
                ("dtypes expertIdxOut", "likewise"),
                ("dtypes rowIdxOut", "likewise"),
            ]),
        Row::new("aclnnMoeGatingTopKSoftmaxV2", softmax_v2_samples)
            .accepts(&[
                ("x", FLOATS),
                ("finishedOptional", "bool"),
                ("yOut", "as x"),
                ("expertIdxOut", "i32"),
                ("softmaxResultOutOptional", "f32"),
            ])
            .bits(moe::gating_softmax)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
