//! The row of `aclnnCIoU`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::objdetect as reference;
use crate::table::Row;
use crate::table::samples::{read, write};
use crate::table::shared::rows::{LAYOUT, ROWS};

fn cious() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, trans, mode) in [
        (F32, true, "iou"),
        (F32, false, "iou"),
        (F16, true, "iof"),
        (F32, false, "iof"),
    ] {
        let of = |number: i64| {
            let side = |k: i64, by: i64| (k * 13 + by * number * 7) % 41;
            let mut all: Vec<f64> = (0..2 * 1024).map(|k| side(k, 1) as f64 * 0.25).collect();
            let rest = (0..2 * 1024usize).map(|k| {
                let size = 1.0 + side(k as i64, 3) as f64 * 0.125;
                if trans { size } else { all[k] + size }
            });
            let rest: Vec<f64> = rest.collect();
            all.extend(rest);
            read(dtype, &[4, 1024], &all)
        };
        samples.push(vec![
            of(1),
            of(2),
            Argument::Bool(trans),
            Argument::Bool(false),
            Argument::Text(mode),
            write(dtype, &[1, 1024]),
            write(dtype, &[1, 1024]),
        ]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnCIoU", cious)
            .accepts(&[
                ("bBoxes", "none | 950: f32 f16"),
                ("gtBoxes", "as bBoxes"),
                ("overlap", "as bBoxes"),
                ("atanSub", "as bBoxes"),
            ])
            .whole(reference::ciou)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
