//! The rows of `aclnnSearchSorted` and `aclnnSearchSorteds`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::search;
use crate::table::samples::{NUMBERS, patterns, read, scalar, write};
use crate::table::shared::search::places::ROW;
use crate::table::shared::search::whole_numbers;
use crate::table::{Row, SHAPE, STRIDED};

const SEARCHED: &str = "f16 f32 i16 i8 u8 i32 i64 f64";

/// With a sorter and without, one row and several, both sides, pairs of types, INT32, NaN, nothing to search in, many numbers.
fn searches() -> Vec<Vec<Argument>> {
    let call = |rows: Argument, wanted: Argument, int32: bool, right: bool, sorter: Argument| {
        let shape = wanted.tensors()[0].shape.clone();
        let out = write(if int32 { Dtype::I32 } else { Dtype::I64 }, &shape);
        vec![
            rows,
            wanted,
            Argument::Bool(int32),
            Argument::Bool(right),
            sorter,
            out,
        ]
    };
    let none = || Argument::Null;
    let sorter = read(Dtype::I64, &[6], &[5.0, 3.0, 1.0, 0.0, 2.0, 4.0]);
    let shuffled = read(Dtype::F32, &[6], &[0.5, 0.0, 2.0, -0.5, 7.0, -3.0]);
    let many: Vec<f64> = (0..1000).map(|i| f64::from(i) * 0.25).collect();
    let mut samples = vec![
        call(
            shuffled,
            read(Dtype::F32, &[3, 4], &NUMBERS),
            false,
            false,
            sorter,
        ),
        call(
            read(Dtype::F32, &[6], &ROW),
            read(Dtype::F32, &[], &[0.5]),
            true,
            true,
            none(),
        ),
        call(
            read(Dtype::F64, &[2, 6], &ROW),
            read(Dtype::F64, &[2, 3], &[f64::NAN, 0.5, -9.0, f64::INFINITY]),
            false,
            true,
            none(),
        ),
        call(
            read(Dtype::I32, &[0], &[]),
            read(Dtype::F32, &[3], &ROW),
            false,
            false,
            none(),
        ),
        call(
            read(Dtype::F32, &[1000], &many),
            patterns(Dtype::F32, &[9001], 1),
            false,
            false,
            none(),
        ),
    ];
    for (rows, wanted) in [
        (Dtype::I8, Dtype::U8),
        (Dtype::I64, Dtype::F16),
        (Dtype::F16, Dtype::F16),
        (Dtype::U8, Dtype::U8),
        (Dtype::I32, Dtype::I16),
        (Dtype::I64, Dtype::I64),
        (Dtype::I16, Dtype::F32),
    ] {
        let row = [0.0, 1.0, 1.0, 3.0, 100.0];
        let numbers = read(wanted, &[2, 5], &[1.0, 0.0, 2.75, 127.0, 3.0]);
        samples.push(call(
            read(rows, &[5], &row),
            numbers,
            true,
            rows == Dtype::I8,
            none(),
        ));
    }
    samples
}

fn searches_for_one() -> Vec<Vec<Argument>> {
    let call = |rows: Argument, wanted: Argument, right: bool, sorter: Argument| {
        let flags = [Argument::Bool(false), Argument::Bool(right)];
        let mut sample = vec![rows, wanted];
        sample.extend(flags);
        sample.extend([sorter, write(Dtype::I64, &[1])]);
        sample
    };
    let sorter = read(Dtype::I64, &[6], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    let large = [16_777_216.0, 16_777_217.0, 16_777_218.0];
    vec![
        call(
            read(Dtype::F32, &[6], &ROW),
            scalar(Dtype::F32, 0.5),
            true,
            sorter,
        ),
        call(
            read(Dtype::I32, &[6], &ROW),
            scalar(Dtype::F64, 2.7),
            false,
            Argument::Null,
        ),
        // Through FLOAT.
        call(
            read(Dtype::I64, &[3], &large),
            scalar(Dtype::I64, 16_777_217.0),
            false,
            Argument::Null,
        ),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSearchSorted", searches)
            .accepts(&[
                ("sortedSequence", SEARCHED),
                ("self", SEARCHED),
                ("sorter", "i64"),
                ("out", "i64"),
            ])
            .computes(whole_numbers)
            .whole(search::search_sorted)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnSearchSorteds", searches_for_one)
            .accepts(&[
                ("sortedSequence", SEARCHED),
                ("self", "any"),
                ("sorter", "i64"),
                ("out", "i64"),
            ])
            .computes(whole_numbers)
            .whole(search::search_sorted_scalar),
    ]
}
