//! The row of `aclnnStridedSliceAssignV2`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::repeats;
use crate::table::Row;
use crate::table::samples::patterns;

fn assignments() -> Vec<Vec<Argument>> {
    let call = |dtype,
                var: &[i64],
                value: &[i64],
                [begin, end, strides]: [&[i64]; 3],
                axes: Option<&[i64]>| {
        vec![
            patterns(dtype, var, 1),
            patterns(dtype, value, 2),
            Argument::Ints(begin.to_vec()),
            Argument::Ints(end.to_vec()),
            Argument::Ints(strides.to_vec()),
            axes.map_or(Argument::Null, |axes| Argument::Ints(axes.to_vec())),
        ]
    };
    vec![
        call(
            Dtype::F32,
            &[5, 6],
            &[2, 3],
            [&[1, -4], &[5, 5], &[2, 1]],
            None,
        ),
        call(
            Dtype::I8,
            &[4, 5, 6],
            &[4, 2, 6],
            [&[0], &[100], &[3]],
            Some(&[-2]),
        ),
        call(Dtype::F64, &[7], &[0], [&[5], &[2], &[1]], Some(&[0])),
        call(
            Dtype::F16,
            &[3, 4],
            &[1, 4],
            [&[2, 0], &[3, 4], &[1, 1]],
            Some(&[0, 1]),
        ),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnStridedSliceAssignV2", assignments)
            .accepts(&[
                ("varRef", "f16 f32 bf16 i32 i64 f64 i8 | 910 310: none"),
                ("inputValue", "as varRef"),
            ])
            .whole(repeats::strided_slice_assign),
    ]
}
