//! The rows of `aclnnMoeTokenPermute` and `aclnnMoeTokenPermuteV2`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::moe;
use crate::table::samples::write;
use crate::table::shared::moe::permute::{permute, permute_on_910b};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn permute_samples() -> Vec<Vec<Argument>> {
    let mut samples = permute_on_910b();
    samples.push(permute(I8, I64, &[4, 5], Some(3), 0));
    samples.push(permute(I8, I32, &[4, 5], Some(3), 5));
    samples
}

/// The same for the second version.
fn v2_samples() -> Vec<Vec<Argument>> {
    let samples = permute_samples()
        .into_iter()
        .filter(|sample| sample[0].tensors()[0].shape.len() == 2);
    let second = samples.map(|mut sample| {
        sample.insert(4, Argument::Int(-1));
        sample.push(write(F32, &[0]));
        sample
    });
    let mut samples: Vec<_> = second.collect();
    for (mode, to, behind) in [
        (2, F8E5m2, &[2][..]),
        (3, F8E4m3fn, &[2]),
        (9, F4E2m1, &[1, 2]),
    ] {
        for dtype in [F16, Bf16] {
            let mut sample = permute(dtype, I32, &[4, 50], Some(3), 10);
            sample[4] = write(to, &[10, 50]);
            sample.insert(4, Argument::Int(mode));
            sample.push(write(F8E8m0, &[&[10], behind].concat()));
            samples.push(sample);
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeTokenPermute", permute_samples)
            .accepts(&[
                ("tokens", "none | 910B: f16 bf16 f32 | 950: f16 bf16 f32 i8"),
                ("indices", "i32 i64"),
                ("permuteTokensOut", "as tokens"),
                ("sortedIndicesOut", "i32"),
            ])
            .bits(moe::permute)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnMoeTokenPermuteV2", v2_samples)
            .accepts(&[
                ("tokens", "none | 910B: f16 bf16 f32 | 950: f16 bf16 f32 i8"),
                ("indices", "i32 i64"),
                ("permuteTokensOut", "as tokens"),
                ("sortedIndicesOut", "i32"),
                ("expandedScaleOut", "f32 e8m0"),
            ])
            .bits(moe::permute)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[
                (
                    "dtypes expandedScaleOut",
                    "not written without quantisation",
                ),
                ("shapes expandedScaleOut", "likewise"),
            ]),
    ]
}
