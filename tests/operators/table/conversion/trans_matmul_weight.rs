//! The row of `aclnnTransMatmulWeight`.

use hostnpu::tensor::Dtype::*;

use crate::reference::formats;
use crate::table::samples::patterns;
use crate::table::{Accuracy, EMPTY, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnTransMatmulWeight", || {
            let weight = |dtype, shape: &[i64]| vec![patterns(dtype, shape, 5)];
            let mut samples: Vec<_> = [F16, Bf16, I8, U8, F8E4m3fn, Hifloat8]
                .map(|dtype| weight(dtype, &[48, 64]))
                .into();
            samples.push(weight(I8, &[3, 2, 16, 32]));
            samples
        })
        .accepts(&[(
            "mmWeightRef",
            "f16 | 910B 950: + bf16 i8 u8 e4m3 hif8 | 310: + i8",
        )])
        .computes(computes::own)
        .bits(formats::in_its_memory)
        .accuracy(Accuracy::Copied)
        .holds(EMPTY),
    ]
}
