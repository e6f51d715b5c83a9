//! The row of `aclnnBackgroundReplace`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::pictures as reference;
use crate::table::samples::{read, write};
use crate::table::shared::pictures::pixels;
use crate::table::shared::rows::ROWS;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn replaced() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, [h, w], channels) in [
        (U8, [5, 7], 3),
        (F16, [4, 9], 3),
        (U8, [6, 6], 1),
        (F16, [1, 3], 1),
    ] {
        let shares: Vec<f64> = (0..h * w).map(|k| (k % 9) as f64 / 8.0).collect();
        let shape = [h, w, channels];
        samples.push(vec![
            pixels(dtype, &shape, 1),
            pixels(dtype, &shape, 2),
            read(F16, &[h, w, 1], &shares),
            write(dtype, &shape),
        ]);
    }
    // Beyond what a byte is.
    samples.push(vec![
        pixels(U8, &[2, 3, 1], 1),
        pixels(U8, &[2, 3, 1], 2),
        read(
            F16,
            &[2, 3, 1],
            &[-3.0, 700.0, f64::NAN, f64::INFINITY, 0.5, 1.5],
        ),
        write(U8, &[2, 3, 1]),
    ]);
    // Without rows, and without channels.
    for (dtype, shape, shares) in [(U8, [9, 3], [9, 1]), (F16, [4, 2], [4, 2])] {
        samples.push(vec![
            pixels(dtype, &shape, 1),
            pixels(dtype, &shape, 2),
            read(F16, &shares, &[0.25, 0.875, 0.5, 1.0, 0.0]),
            write(dtype, &shape),
        ]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBackgroundReplace", replaced)
            .accepts(&[
                ("bkg", "none | 310: u8 f16"),
                ("src", "as bkg"),
                ("mask", "none | 310: f16"),
                ("out", "as bkg"),
            ])
            .whole(reference::replaced)
            .accuracy(ROWS)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
