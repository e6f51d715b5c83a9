//! The row of `aclnnUniqueConsecutive`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::search;
use crate::table::samples::{read, write};
use crate::table::shared::search::lengths::{COUNTS, FOUND, INVERSE, VALUES, slices};
use crate::table::{EMPTY, Row, STRIDED};

fn neighbours() -> Vec<Vec<Argument>> {
    let mut samples = slices(&[1000, 0, -1], false);
    let flags = [
        Argument::Bool(true),
        Argument::Bool(true),
        Argument::Int(1000),
    ];
    for (dtype, count) in [
        (Dtype::Complex64, 9),
        (Dtype::Complex128, 9),
        (Dtype::I32, 40_001),
    ] {
        let mut sample = vec![read(dtype, &[count], &[1.0, 1.0, -0.0, 0.0, 5.0])];
        sample.extend(flags.clone());
        sample.extend([dtype, Dtype::I64, Dtype::I64].map(|dtype| write(dtype, &[count])));
        samples.push(sample);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnUniqueConsecutive", neighbours)
            .accepts(&[
                (
                    "self",
                    "u8 i8 u16 i16 u32 i32 u64 i64 f64 f32 f16 c64 c128 bool | 910B 950: + bf16",
                ),
                VALUES,
                INVERSE,
                COUNTS,
            ])
            .whole(search::unique_consecutive)
            .holds(STRIDED | EMPTY)
            .except(FOUND),
    ]
}
