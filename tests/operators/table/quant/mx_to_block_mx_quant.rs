//! The row of `aclnnMxToBlockMxQuant`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Contents};
use crate::reference::microscaling as reference;
use crate::table::samples::{read, write};
use crate::table::shared::quant::given::code;
use crate::table::shared::quant::microscaling::{BY_CODE, scales};
use crate::table::{Row, SHAPE};

fn widened(x: Dtype, to: Dtype, shape: &[i64], bytes: &[f64]) -> Vec<Argument> {
    let rank = shape.len();
    let codes: Vec<f64> = (0..16).map(|i| f64::from(i * 7 % 16)).collect();
    let mut scale = scales(shape, rank - 1);
    scale.tensors_mut()[0].contents = Contents::Numbers(bytes.to_vec());
    vec![
        read(x, shape, &codes),
        scale,
        Argument::Int(code(to)),
        write(to, shape),
        scales(shape, rank - 1),
        scales(shape, rank - 2),
    ]
}

fn widened_samples() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for to in [F8E5m2, F8E4m3fn] {
        for x in [F4E2m1, F4E1m2] {
            let bytes: Vec<f64> = (0..61).map(|i| f64::from(100 + i * 13 % 29)).collect();
            samples.push(widened(x, to, &[64, 96], &bytes));
            samples.push(widened(x, to, &[2, 128, 70], &bytes));
            // Scales below the offset, and ones that are NaN.
            samples.push(widened(x, to, &[64, 64], &[0.0, 3.0, 20.0, 1.0, 7.0]));
            samples.push(widened(
                x,
                to,
                &[64, 34],
                &[127.0, 254.0, 255.0, 120.0, 90.0, 0.0, 1.0],
            ));
            samples.push(widened(x, to, &[64, 2], &[127.0, 0.0]));
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMxToBlockMxQuant", widened_samples)
            .accepts(&[
                ("x", "| 950: e2m1 e1m2"),
                ("mxscale", "| 950: e8m0"),
                ("y", "| 950: e5m2 e4m3"),
                ("scale1", "| 950: e8m0"),
                ("scale2", "| 950: e8m0"),
            ])
            .bits(reference::mx_to_block_mx_quant)
            .holds(SHAPE)
            .except(&[("dtypes y", BY_CODE)]),
    ]
}
