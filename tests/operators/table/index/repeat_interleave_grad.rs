//! The row of `aclnnRepeatInterleaveGrad`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::repeats;
use crate::table::Row;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::shared::search::repeats::each;

fn gradients() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, groups, axis) in [
        (Dtype::F32, vec![3, 4], 1_usize),
        (Dtype::F16, vec![5, 30, 2], 1),
        (Dtype::Bf16, vec![41, 3], 0),
    ] {
        let (times, sum) = each(Dtype::I64, groups[axis]);
        let mut shape = groups.clone();
        shape[axis] = sum;
        samples.push(vec![
            read(dtype, &shape, &NUMBERS),
            times,
            Argument::Int(axis as i64 - groups.len() as i64),
            write(dtype, &groups),
        ]);
    }
    samples.push(vec![
        patterns(Dtype::F32, &[6, 12], 1),
        read(Dtype::I32, &[1], &[3.0]),
        Argument::Int(1),
        write(Dtype::F32, &[6, 4]),
    ]);
    samples
}

const FLOATS: &str = "f32 f16 bf16 | 910 310: none";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRepeatInterleaveGrad", gradients)
            .accepts(&[
                ("yGrad", FLOATS),
                ("repeats", "i32 i64 | 910 310: none"),
                ("out", "as yGrad"),
            ])
            .whole(repeats::repeat_interleave_grad)
            .ulp(0.5001, 1.0),
    ]
}
