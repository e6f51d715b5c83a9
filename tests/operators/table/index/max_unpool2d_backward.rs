//! The row of `aclnnMaxUnpool2dBackward`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::repeats;
use crate::table::shared::search::places::{backward, pooled_planes};
use crate::table::{Row, SHAPE, STRIDED, computes};

fn planes_backward() -> Vec<Vec<Argument>> {
    let mut samples = backward(pooled_planes());
    samples.retain(|sample| sample[0].dtype() != Some(Dtype::F64));
    samples[1][4].set_dtype(Dtype::F16);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMaxUnpool2dBackward", planes_backward)
            .accepts(&[
                ("gradOutput", "f32 f16 i8 u8 i16 i32 i64 bool"),
                ("self", "as gradOutput"),
                ("indices", "i64 i32"),
                ("out", "castable: f32 f16 i8 u8 i16 i32 i64 bool"),
            ])
            .computes(computes::own)
            .whole(repeats::max_unpool_backward)
            .holds(STRIDED | SHAPE),
    ]
}
