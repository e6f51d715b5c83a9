//! The row of `aclnnExpandIntoJaggedPermute`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::repeats;
use crate::table::Row;
use crate::table::samples::{read, write};
use crate::table::shared::search::whole_numbers;

fn segments() -> Vec<Vec<Argument>> {
    let call = |permutation: &[f64], from: &[f64], to: &[f64], size: i64| {
        let offsets = |numbers: &[f64]| read(Dtype::I32, &[numbers.len() as i64], numbers);
        vec![
            offsets(permutation),
            offsets(from),
            offsets(to),
            Argument::Int(size),
            write(Dtype::I32, &[size]),
        ]
    };
    vec![
        call(
            &[2.0, 0.0, 1.0],
            &[0.0, 2.0, 3.0, 7.0],
            &[0.0, 4.0, 6.0, 7.0],
            7,
        ),
        call(&[1.0, 0.0], &[5.0, 9.0, 11.0], &[2.0, 2.0, 5.0], 8),
    ]
}

const INT32: &str = "i32 | 910 310: none";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnExpandIntoJaggedPermute", segments)
            .accepts(&[
                ("permute", INT32),
                ("inputOffset", INT32),
                ("outputOffset", INT32),
                ("outputPermuteOut", INT32),
            ])
            .computes(whole_numbers)
            .whole(repeats::expand_permutation),
    ]
}
