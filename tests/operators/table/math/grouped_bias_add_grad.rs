//! The rows of `aclnnGroupedBiasAddGrad` and `aclnnGroupedBiasAddGradV2`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::reductions;
use crate::table::samples::{read, write};
use crate::table::shared::math::reductions::{SUMS, numbers};
use crate::table::{Row, computes};

/// Rows of groups, whose list is one of INT32 or INT64.
fn grouped() -> Vec<Vec<Argument>> {
    let sample =
        |dtype, list: Argument| vec![numbers(dtype, &[50, 21]), list, write(dtype, &[4, 21])];
    let ends = |dtype| read(dtype, &[4], &[7.0, 7.0, 40.0, 90.0]);
    vec![
        sample(Dtype::F32, ends(Dtype::I32)),
        sample(Dtype::F16, ends(Dtype::I64)),
        sample(Dtype::Bf16, ends(Dtype::I32)),
        vec![
            numbers(Dtype::F32, &[4, 30, 5]),
            Argument::Null,
            write(Dtype::F32, &[4, 5]),
        ],
    ]
}

const NOWHERE: &str = "none | 910B: f32 f16 bf16 | 950: f32 f16 bf16";
const GROUPS: &[(&str, &str)] = &[
    ("gradY", NOWHERE),
    ("groupIdxOptional", "i32 i64"),
    ("out", "as gradY"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGroupedBiasAddGrad", grouped)
            .accepts(GROUPS)
            .computes(computes::own)
            .whole(reductions::groups)
            .accuracy(SUMS),
        Row::new("aclnnGroupedBiasAddGradV2", || {
            let mut samples = grouped();
            samples
                .iter_mut()
                .for_each(|sample| sample.insert(2, Argument::Int(0)));
            let mut sizes = samples[0].clone();
            sizes[1] = read(Dtype::I64, &[4], &[7.0, 0.0, 3.0, 40.0]);
            sizes[2] = Argument::Int(1);
            samples.push(sizes);
            samples
        })
        .accepts(GROUPS)
        .computes(computes::own)
        .whole(reductions::groups)
        .accuracy(SUMS),
    ]
}
