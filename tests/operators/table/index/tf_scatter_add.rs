//! The row of `aclnnTfScatterAdd`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::scattering;
use crate::table::samples::{NUMBERS, read};
use crate::table::shared::index::{INDEX, index, spread};
use crate::table::{Row, computes};

fn rows_or_coordinates() -> Vec<Vec<Argument>> {
    let call = |target: Argument, at: Argument, source: &[i64]| {
        let source = read(target.tensors()[0].dtype, source, &NUMBERS[1..]);
        vec![target, at, source]
    };
    vec![
        call(
            read(F32, &[3, 4], &NUMBERS),
            index(I64, &[3], &[0, 2, 0]),
            &[3, 4],
        ),
        call(
            read(F16, &[3, 4], &NUMBERS),
            index(I32, &[3, 2], &[0, 1, 2, 3, 0, 1]),
            &[3],
        ),
        call(
            read(I8, &[9, 70], &NUMBERS),
            index(I64, &[5, 4], &spread(20, 9)),
            &[5, 4, 70],
        ),
        call(
            read(Bf16, &[50, 3, 2], &NUMBERS),
            index(I64, &[600, 1], &spread(600, 50)),
            &[600, 3, 2],
        ),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnTfScatterAdd", rows_or_coordinates)
            .accepts(&[
                ("varRef", "f32 f16 bf16 i32 i8 u8 | 310: none"),
                ("indices", INDEX),
                ("updates", "as varRef"),
            ])
            .computes(computes::own)
            .whole(scattering::tf_scatter_add),
    ]
}
