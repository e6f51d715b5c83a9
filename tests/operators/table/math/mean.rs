//! The rows of `aclnnMean` and `aclnnMeanV2`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::reductions;
use crate::table::samples::write;
use crate::table::shared::math::reductions::{
    REAL, REDUCES, SUMS, from_to, numbers, of_type, over_axes, typed,
};
use crate::table::{EMPTY, Row, computes};

const NO_BOOL: &str = "f32 f16 f64 c64 c128 i8 i16 i32 i64 u8 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMean", || {
            let mut samples = vec![from_to(Dtype::F32, Dtype::Complex64)];
            samples[0][1] = Argument::Ints(vec![-1]);
            samples[0][4] = write(Dtype::Complex64, &[5, 70, 1]);
            samples.extend(over_axes(&REAL, numbers, typed));
            samples.extend(over_axes(
                &[Dtype::Complex64, Dtype::Complex128],
                numbers,
                typed,
            ));
            samples.push(from_to(Dtype::I32, Dtype::F32));
            let mut wider = from_to(Dtype::F16, Dtype::F16);
            wider[4].set_dtype(Dtype::F64);
            samples.push(wider);
            samples
        })
        .accepts(&[
            ("self", NO_BOOL),
            (
                "out",
                "castable: f32 f16 f64 c64 c128 i8 i16 i32 i64 u8 | 910B 950: + bf16",
            ),
        ])
        .computes(of_type)
        .whole(reductions::mean)
        .accuracy(SUMS)
        .holds(REDUCES),
        Row::new("aclnnMeanV2", || {
            over_axes(&[Dtype::F32, Dtype::I32, Dtype::F64], numbers, |parts| {
                let out = write(parts.dtype, parts.out);
                vec![
                    parts.tensor,
                    parts.axes,
                    parts.keep,
                    Argument::Bool(false),
                    out,
                ]
            })
        })
        .accepts(&[("self", NO_BOOL), ("out", "as self")])
        .computes(computes::own)
        .whole(reductions::mean)
        .accuracy(SUMS)
        .holds(REDUCES | EMPTY),
    ]
}
