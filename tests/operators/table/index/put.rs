//! The row of `aclnnInplacePut`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::scattering;
use crate::table::samples::{NUMBERS, read};
use crate::table::shared::index::{INDEX, index, spread};
use crate::table::{Row, computes};

fn put() -> Vec<Vec<Argument>> {
    let call = |dtype, shape: &[i64], at: Argument, accumulate| {
        let source = read(dtype, &at.tensors()[0].shape, &NUMBERS[1..]);
        vec![
            read(dtype, shape, &NUMBERS),
            at,
            source,
            Argument::Bool(accumulate),
        ]
    };
    vec![
        call(F32, &[3, 4], index(I64, &[5], &[0, 11, 5, 0, 7]), false),
        call(F32, &[3, 4], index(I64, &[5], &[0, 11, 5, 0, 7]), true),
        call(F32, &[3, 4], index(I32, &[4], &[-1, -12, 5, -7]), false),
        call(
            F16,
            &[7, 30],
            index(I32, &[20, 30], &spread(600, 210)),
            true,
        ),
        call(Bool, &[9], index(I64, &[2, 3], &[4, 4, 1]), true),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInplacePut", put)
            .accepts(&[
                (
                    "selfRef",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B 950: + bf16",
                ),
                ("index", INDEX),
                ("source", "as selfRef"),
            ])
            .computes(computes::own)
            .whole(scattering::put),
    ]
}
