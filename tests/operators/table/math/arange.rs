//! The row of `aclnnArange`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::sequences;
use crate::table::samples::{scalar, write};
use crate::table::shared::math::sequences::SCALARS;
use crate::table::{EMPTY, RANK_0, Row, STRIDED};

/// Up and down, in every type, with steps that no type holds, beyond the sequence's end, cut off, of several dimensions, and large.
fn arange() -> Vec<Vec<Argument>> {
    let sequence = |of: Dtype, numbers: [f64; 3], out: Dtype, shape: &[i64]| {
        let mut arguments = numbers.map(|number| scalar(of, number)).to_vec();
        arguments.push(write(out, shape));
        arguments
    };
    let mut samples = vec![sequence(Dtype::F32, [0.0, 10.0, 1.0], Dtype::F32, &[10])];
    for out in [Dtype::F32, Dtype::F16, Dtype::Bf16, Dtype::F64] {
        samples.push(sequence(Dtype::F64, [-0.3, 1.7, 0.1], out, &[20]));
        samples.push(sequence(Dtype::F64, [1e5, -1e5, -3.7], out, &[54_055]));
        samples.push(sequence(Dtype::F64, [1.0, 1e9, 1e-3], out, &[3, 70_001]));
    }
    for out in [Dtype::I32, Dtype::I64] {
        samples.push(sequence(Dtype::I32, [10.0, -5.0, -3.0], out, &[5]));
        samples.push(sequence(Dtype::F64, [0.5, 6.5, 1.5], out, &[2, 4]));
        samples.push(sequence(Dtype::I64, [1e9, 4e9, 7.0], out, &[70_001]));
        samples.push(sequence(Dtype::I64, [3.0, 3.0, 7.0], out, &[2]));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnArange", arange)
            .accepts(&[
                ("start", SCALARS),
                ("end", SCALARS),
                ("step", SCALARS),
                ("out", "f16 f32 f64 i32 i64 | 910B 950: + bf16"),
            ])
            .computes(|arguments| arguments["out"].dtype())
            .whole(sequences::arange)
            .holds(STRIDED | EMPTY | RANK_0),
    ]
}
