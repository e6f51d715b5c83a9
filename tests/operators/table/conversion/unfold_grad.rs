//! The row of `aclnnUnfoldGrad`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::pads;
use crate::table::samples::{read, write};
use crate::table::shared::movement::ints;
use crate::table::shared::movement::windows::SMALL;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED, computes};

fn sums_of_windows() -> Vec<Vec<Argument>> {
    let call = |dtype, grad: &[i64], sizes: &[i64], numbers: [i64; 3]| {
        let mut call = vec![read(dtype, grad, &SMALL), ints(sizes)];
        call.extend(numbers.map(Argument::Int));
        call.push(write(dtype, sizes));
        call
    };
    let mut samples = Vec::new();
    for dtype in [F32, F16, Bf16] {
        samples.push(call(dtype, &[2, 3, 2], &[2, 4], [1, 2, 1]));
        samples.push(call(dtype, &[3, 5, 3], &[9, 5], [0, 3, 3]));
        samples.push(call(dtype, &[2, 3, 5, 4], &[2, 9, 5], [1, 4, 2]));
        samples.push(call(dtype, &[2, 2, 700, 2], &[2, 6, 700], [1, 2, 3]));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnUnfoldGrad", sums_of_windows)
            .accepts(&[("gradOut", "f32 f16 bf16"), ("gradIn", "f32 f16 bf16")])
            .computes(computes::own)
            .bits(pads::sums_of_windows)
            .holds(holds)
            .except(&[
                (
                    "dtypes gradOut",
                    "another type than that of `gradIn` gives 561103",
                ),
                (
                    "dtypes gradIn",
                    "another type than that of `gradOut` gives 561103",
                ),
            ]),
    ]
}
