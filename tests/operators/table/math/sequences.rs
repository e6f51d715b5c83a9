//! Numbers that follow from their place.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::sequences;
use crate::table::samples::{scalar, write};
use crate::table::{Accuracy, EMPTY, Holds, RANK_0, Reference, Row, STRIDED, entry};

/// Up and down, in every type, with steps that no type holds, beyond the sequence's end, cut off, of several dimensions, and large.
fn sequences() -> Vec<Vec<Argument>> {
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
    const SCALARS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";
    vec![Row {
        entry: entry("aclnnArange"),
        samples: sequences,
        accepts: &[
            ("start", SCALARS),
            ("end", SCALARS),
            ("step", SCALARS),
            ("out", "f16 f32 f64 i32 i64 | 910B 950: + bf16"),
        ],
        computes: |arguments| arguments[3].dtype(),
        reference: Reference::Whole(sequences::arange),
        accuracy: Accuracy::RoundedOnce,
        holds: Holds(STRIDED.0 | EMPTY.0 | RANK_0.0),
        except: &[],
    }]
}
