//! The rows of `aclnnCumprod` and `aclnnInplaceCumprod`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::scans;
use crate::table::samples::{patterns, scalar, write};
use crate::table::shared::math::reductions::{FLOATS, factors};
use crate::table::shared::math::scans::{SCANS, samples};
use crate::table::shared::math::sequences;
use crate::table::{EMPTY, RANK_0, RANK_8, Row, STRIDED, computes};

const MULTIPLIED: &str = "f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnCumprod", || {
            let mut all = samples(&FLOATS, factors, |x, dim, out| {
                let dtype = Argument::DataType(out.dtype().expect("a tensor"));
                vec![x, scalar(Dtype::I64, dim as f64), dtype, out]
            });
            for dtype in [Dtype::I8, Dtype::U16, Dtype::U32, Dtype::U64, Dtype::I64] {
                all.push(vec![
                    patterns(dtype, &[9, 33], 5),
                    scalar(Dtype::I32, -2.0),
                    Argument::DataType(dtype),
                    write(dtype, &[9, 33]),
                ]);
            }
            all.push(vec![
                factors(Dtype::F32, &[9, 33]),
                scalar(Dtype::I32, 0.0),
                Argument::DataType(Dtype::F16),
                write(Dtype::F16, &[9, 33]),
            ]);
            all
        })
        .accepts(&[
            ("input", MULTIPLIED),
            ("dim", "i32 i64"),
            ("out", "as dtype"),
        ])
        .computes(|arguments| arguments.last()?.dtype())
        .whole(scans::product)
        .ulp(0.5001, 1.0)
        // There is no limit.
        .holds(SCANS.without(RANK_8)),
        Row::new("aclnnInplaceCumprod", sequences::factors)
            .accepts(&[
                ("input", "f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64"),
                ("dim", "i32 i64"),
            ])
            .computes(computes::own)
            .whole(crate::reference::sequences::cumulative_product)
            .ulp(0.5001, 1.0)
            .holds(STRIDED | EMPTY | RANK_0),
    ]
}
