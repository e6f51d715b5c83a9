//! The row of `aclnnIsClose`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::signs;
use crate::table::samples::{binary, with};
use crate::table::{Row, computes};

fn close() -> Vec<Vec<Argument>> {
    let samples = with(&binary(), 2, &[Argument::Float(0.1)]);
    let samples = with(&samples, 3, &[Argument::Float(0.25)]);
    let mut samples = with(&samples, 4, &[true, false].map(Argument::Bool));
    samples
        .iter_mut()
        .for_each(|sample| sample[5].set_dtype(Dtype::Bool));
    samples
}

const REALS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnIsClose", close)
            .accepts(&[("self", REALS), ("other", "as self"), ("out", "bool")])
            .computes(computes::boolean)
            .elements(signs::is_close)
            .except(&[("dtypes out", "another type than BOOL gives 561103")]),
    ]
}
