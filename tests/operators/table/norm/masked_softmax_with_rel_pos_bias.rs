//! The row of `aclnnMaskedSoftmaxWithRelPosBias`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::softmax;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::{LAYOUT, ROWS, varied};

fn biased() -> Vec<Vec<Argument>> {
    let sample = |dtype, x: &[i64], mask: Option<&[i64]>, bias: &[i64], scale| {
        vec![
            varied(dtype, x, 1),
            mask.map_or(Argument::Null, |mask| varied(dtype, mask, 2)),
            varied(dtype, bias, 3),
            Argument::Float(scale),
            Argument::Int(0),
            write(dtype, x),
        ]
    };
    vec![
        sample(Dtype::F32, &[4, 1, 2, 3], Some(&[2, 2, 3]), &[1, 2, 3], 0.5),
        sample(Dtype::F32, &[6, 2, 4, 5], Some(&[3, 4, 5]), &[2, 4, 5], 0.5),
        sample(
            Dtype::F16,
            &[2, 3, 2, 4, 8],
            Some(&[3, 1, 4, 8]),
            &[1, 2, 4, 8],
            1.0,
        ),
        sample(
            Dtype::Bf16,
            &[2, 3, 2, 4, 8],
            Some(&[1, 3, 1, 4, 8]),
            &[1, 1, 2, 4, 8],
            2.0,
        ),
        sample(Dtype::F32, &[6, 2, 4, 5], None, &[2, 4, 5], 0.25),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMaskedSoftmaxWithRelPosBias", biased)
            .accepts(&[
                ("x", "f32 f16 bf16 | 910: none | 310: f32 f16"),
                ("attenMaskOptional", "as x"),
                ("relativePosBias", "as x"),
                ("out", "as x"),
            ])
            .whole(softmax::with_position_bias)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
