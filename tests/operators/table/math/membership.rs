//! Equality of whole tensors, and what is in one.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::comparison;
use crate::table::samples::{NUMBERS, patterns, read, scalar, write};
use crate::table::{ELEMENTWISE, Row, SHAPE, STRIDED, computes, samples};

const NUMERIC: &str = "f32 f16 f64 i8 i16 i32 i64 u8 | 910B 950: + bf16";

/// Two tensors and one truth value: equal ones of two types, an element that differs at the end of many, a NaN, other shapes, no elements.
fn pairs() -> Vec<Vec<Argument>> {
    let one = || write(Dtype::Bool, &[1]);
    let mut large = vec![0.25; 7 * 9001];
    let same = read(Dtype::F32, &[7, 9001], &large);
    *large.last_mut().expect("elements") = 0.5;
    let row = |numbers: &[f64]| read(Dtype::F32, &[3], numbers);
    vec![
        vec![
            read(Dtype::F32, &[3, 4], &NUMBERS),
            read(Dtype::F32, &[3, 4], &NUMBERS),
            one(),
        ],
        vec![
            read(Dtype::F16, &[3, 4], &NUMBERS),
            read(Dtype::F64, &[3, 4], &NUMBERS),
            one(),
        ],
        vec![same.clone(), same.clone(), one()],
        vec![same, read(Dtype::F32, &[7, 9001], &large), one()],
        vec![row(&[f64::NAN]), row(&[f64::NAN]), one()],
        vec![row(&[0.0]), row(&[-0.0]), one()],
        vec![row(&[1.0]), read(Dtype::F32, &[1], &[1.0]), one()],
        vec![
            read(Dtype::I8, &[0, 2], &[]),
            read(Dtype::F32, &[0, 2], &[]),
            one(),
        ],
        vec![
            read(Dtype::I8, &[0, 2], &[]),
            read(Dtype::F32, &[2, 0], &[]),
            one(),
        ],
    ]
}

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

/// As [`samples::with_scalar`], with two truth values.
fn with_scalar_inverted() -> Vec<Vec<Argument>> {
    let mut samples = samples::with_scalar();
    for (number, sample) in samples.iter_mut().enumerate() {
        let flags = [Argument::Bool(true), Argument::Bool(number == 1)];
        sample.splice(2..2, flags);
        sample[4].set_dtype(Dtype::Bool);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    const EQUATED: &str = "f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool & u16 u32 u64";
    vec![
        Row::new("aclnnEqual", pairs)
            .accepts(&[("self", EQUATED), ("other", EQUATED), ("out", "bool")])
            .computes(computes::boolean)
            .whole(comparison::same)
            .holds(crate::table::Holds(STRIDED.0 | SHAPE.0)),
        Row::new("aclnnIsInScalarTensor", searches)
            .accepts(&[
                ("element", NUMERIC),
                ("testElements", NUMERIC),
                ("out", "bool"),
            ])
            .computes(computes::boolean)
            .whole(comparison::has),
        Row::new("aclnnIsInTensorScalar", with_scalar_inverted)
            .accepts(&[
                ("element", NUMERIC),
                ("testElement", NUMERIC),
                ("out", "bool"),
            ])
            .computes(computes::boolean)
            .elements(comparison::is_one)
            .holds(ELEMENTWISE),
    ]
}
