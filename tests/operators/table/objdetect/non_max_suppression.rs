//! The row of `aclnnNonMaxSuppression`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::pictures as reference;
use crate::table::samples::{read, write};
use crate::table::shared::rows::ROWS;
use crate::table::{OVERLAP, Row, STRIDED};

fn suppressed() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, [images, classes, count], most, [share, least], centred, rows) in [
        (F32, [1, 1, 7], 3, [0.6, 0.0], 0, 3),
        (F32, [2, 3, 20], 5, [0.3, 0.2], 0, 30),
        (F16, [2, 2, 30], 30, [0.5, 0.0], 1, 20),
        (F32, [1, 2, 40], 700, [0.0, 0.1], 1, 60),
        (F32, [3, 1, 9], 2, [1.0, 0.5], 0, 4),
    ] {
        let boxes: Vec<f64> = (0..images * count)
            .flat_map(|k| {
                let (x, y) = ((k * 7 % 16) as f64, (k * 5 % 12) as f64);
                let (w, h) = ((1 + k * 3 % 9) as f64, (2 + k * 11 % 7) as f64);
                match centred {
                    1 => [x, y, w, h],
                    // Either corner may be the first.
                    _ if k % 3 == 0 => [y + h, x, y, x + w],
                    _ => [y, x, y + h, x + w],
                }
            })
            .collect();
        let scores: Vec<f64> = (0..images * classes * count)
            .map(|k| ((k * 29 + 3) % 17) as f64 / 16.0)
            .collect();
        samples.push(vec![
            read(dtype, &[images, count, 4], &boxes),
            read(dtype, &[images, classes, count], &scores),
            Argument::Ints(vec![most]),
            Argument::Floats(vec![share]),
            Argument::Floats(vec![least]),
            Argument::Int(centred),
            write(I32, &[rows, 3]),
        ]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnNonMaxSuppression", suppressed)
            .accepts(&[
                ("boxes", "none | 310: f32 f16"),
                ("scores", "as boxes"),
                ("selectedIndices", "none | 310: i32"),
            ])
            .whole(reference::suppressed)
            .accuracy(ROWS)
            .holds(STRIDED | OVERLAP),
    ]
}
