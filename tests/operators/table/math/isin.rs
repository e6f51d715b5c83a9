//! The row of `aclnnIsInScalarTensor`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::comparison;
use crate::table::samples::{NUMBERS, patterns, read, scalar, write};
use crate::table::shared::math::membership::NUMERIC;
use crate::table::{Row, computes};

/// A number, elements that have it or not, and one truth value.
fn searches() -> Vec<Vec<Argument>> {
    let search = |element, tensor, invert| {
        let hint = Argument::Bool(false);
        vec![
            element,
            tensor,
            hint,
            Argument::Bool(invert),
            write(Dtype::Bool, &[]),
        ]
    };
    let numbers = |dtype, count: i64| read(dtype, &[count], &NUMBERS);
    let half = || scalar(Dtype::F32, 0.5);
    vec![
        search(half(), numbers(Dtype::F32, 12), false),
        search(half(), numbers(Dtype::F32, 12), true),
        search(scalar(Dtype::F64, 4.75), numbers(Dtype::F16, 12), false),
        search(
            scalar(Dtype::F32, 3.25),
            patterns(Dtype::F32, &[7, 9001], 1),
            true,
        ),
        // As tensors of ten elements, INT8 and 256 meet in INT32; fewer elements keep their type, and 256 is 0 there.
        search(scalar(Dtype::I32, 256.0), numbers(Dtype::I8, 12), false),
        search(scalar(Dtype::I32, 256.0), numbers(Dtype::I8, 9), false),
        search(scalar(Dtype::F32, f64::NAN), numbers(Dtype::F32, 9), true),
        search(half(), read(Dtype::F32, &[0], &[]), true),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnIsInScalarTensor", searches)
            .accepts(&[
                ("element", NUMERIC),
                ("testElements", NUMERIC),
                ("out", "bool"),
            ])
            .computes(computes::boolean)
            .whole(comparison::has),
    ]
}
