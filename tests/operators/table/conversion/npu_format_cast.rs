//! The row of `aclnnNpuFormatCast`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::formats;
use crate::table::samples::{patterns, write};
use crate::table::shared::movement::formats::both;
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, computes};

/// Every type that Ascend950 converts, with the formats that it converts back.
fn on_950() -> Vec<Vec<Argument>> {
    let mut samples = both(F32, (2, &[32, 16], 29, 8)).to_vec();
    let shape: &[i64] = &[17, 66];
    for (dtype, block) in [
        (I8, 32),
        (U8, 32),
        (F8E4m3fn, 32),
        (F16, 16),
        (Bf16, 16),
        (F4E2m1, 64),
    ] {
        samples.extend(both(dtype, (2, shape, 29, block)));
        samples.extend(both(dtype, (47, &[3, 18, block + 2], 29, block)));
    }
    for (dtype, private, block) in [
        (F32, 50, 16),
        (I32, 51, 32),
        (I8, 50, 16),
        (U8, 51, 32),
        (F4E2m1, 51, 32),
    ] {
        samples.extend(both(dtype, (2, &[2, 5, 40], private, block)));
    }
    for dtype in [F8E4m3fn, F4E1m2, Hifloat8] {
        let block = 256 / dtype.bits() as i64;
        samples.extend(
            both(dtype, (0, &[2, 3, 16, 10], 29, block))
                .into_iter()
                .take(1),
        );
    }
    for (private, block) in [(52, 2), (53, 4)] {
        samples.extend(both(F32, (2, &[33, 7], private, block)).into_iter().skip(1));
    }
    samples.extend(both(I32, (2, &[3, 5, 9], 29, 8)));
    samples.push(vec![patterns(U8, &[5, 7], 1), write(U8, &[5, 7])]);
    samples.extend(both(F16, (2, &[300, 1000], 29, 16)));
    samples
}

const TYPES: &str =
    "none | 910B: i8 u8 f32 f16 bf16 i32 u32 | 950: i8 u8 f32 f16 bf16 i32 e4m3 e2m1 e1m2 hif8";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnNpuFormatCast", on_950)
            .accepts(&[("srcTensor", TYPES), ("dstTensor", TYPES)])
            .computes(computes::own)
            .bits(formats::converted)
            .accuracy(Accuracy::Copied)
            .holds(OVERLAP | SHAPE)
            .except(&[
                ("dtypes srcTensor", "blocks are as large as the type says"),
                (
                    "dtypes dstTensor",
                    "a type other than that of `srcTensor` gives 561103",
                ),
            ]),
    ]
}
