//! The rows of `aclnnCumsum` and `aclnnCumsumV2`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::scans;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::math::reductions::{SUMS, numbers};
use crate::table::shared::math::scans::{SCANS, samples};

const TYPES: [Dtype; 11] = [
    Dtype::F32,
    Dtype::F16,
    Dtype::Bf16,
    Dtype::F64,
    Dtype::I8,
    Dtype::U8,
    Dtype::I16,
    Dtype::I32,
    Dtype::I64,
    Dtype::Complex64,
    Dtype::Complex128,
];
const SUMMED: &str = "f32 f16 f64 i8 i16 i32 i64 u8 c64 c128 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnCumsum", || {
            let mut all = samples(&TYPES, numbers, |x, dim, out| {
                let dtype = Argument::DataType(out.dtype().expect("a tensor"));
                vec![x, Argument::Int(dim), dtype, out]
            });
            for (from, to) in [
                (Dtype::Bool, Dtype::I64),
                (Dtype::I16, Dtype::F16),
                (Dtype::F32, Dtype::I8),
                (Dtype::Complex64, Dtype::F64),
            ] {
                all.push(vec![
                    numbers(from, &[9, 40]),
                    Argument::Int(1),
                    Argument::DataType(to),
                    write(to, &[9, 40]),
                ]);
            }
            all
        })
        .accepts(&[("self", "standard"), ("out", "as dtype")])
        .computes(|arguments| arguments.last()?.dtype())
        .whole(scans::sum)
        .accuracy(SUMS)
        .holds(SCANS)
        .except(&[("dtypes self", "a type without a conversion gives 561103")]),
        Row::new("aclnnCumsumV2", || {
            let mut all = samples(&TYPES, numbers, |x, dim, out| {
                vec![x, Argument::Int(dim), out]
            });
            all.extend(samples(
                &[Dtype::F32, Dtype::F16, Dtype::I64],
                numbers,
                |x, dim, out| vec![x, Argument::Int(dim), out],
            ));
            for (number, sample) in all.iter_mut().enumerate() {
                let flags = [number & 2 != 0, number % 3 == 1].map(Argument::Bool);
                sample.splice(2..2, flags);
            }
            all
        })
        .accepts(&[("self", SUMMED), ("out", "as self")])
        .computes(|arguments| arguments.last()?.dtype())
        .whole(scans::sum)
        .accuracy(SUMS)
        .holds(SCANS),
    ]
}
