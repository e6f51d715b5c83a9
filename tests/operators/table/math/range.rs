//! The row of `aclnnRange`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::sequences;
use crate::table::samples::{scalar, write};
use crate::table::shared::math::sequences::SCALARS;
use crate::table::{EMPTY, Row, STRIDED};

/// With their end, without it, longer and shorter than the output, in every type.
fn closed_sequences() -> Vec<Vec<Argument>> {
    let sequence = |of: Dtype, numbers: [f64; 3], out: Dtype, shape: &[i64]| {
        let mut arguments = numbers.map(|number| scalar(of, number)).to_vec();
        arguments.push(write(out, shape));
        arguments
    };
    let mut samples = vec![sequence(Dtype::F32, [0.0, 10.0, 1.0], Dtype::F32, &[11])];
    for out in [
        Dtype::F32,
        Dtype::F16,
        Dtype::Bf16,
        Dtype::F64,
        Dtype::I32,
        Dtype::I64,
    ] {
        samples.push(sequence(Dtype::F64, [10.0, -5.0, -3.0], out, &[6]));
        samples.push(sequence(Dtype::F64, [1.0, 8.0, 2.0], out, &[2, 3]));
        samples.push(sequence(Dtype::I32, [4.0, 4.0, 7.0], out, &[2]));
        samples.push(sequence(Dtype::I32, [1.0, 500.0, 1.0], out, &[70]));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRange", closed_sequences)
            .accepts(&[
                ("start", SCALARS),
                ("end", SCALARS),
                ("step", SCALARS),
                ("out", "f16 f32 f64 i32 i64 | 910B 950: + bf16"),
            ])
            .computes(|arguments| arguments["out"].dtype())
            .whole(sequences::range)
            .holds(STRIDED | EMPTY),
    ]
}
