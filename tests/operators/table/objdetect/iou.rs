//! The row of `aclnnIou`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::objdetect as reference;
use crate::table::samples::{read, write};
use crate::table::shared::rows::ROWS;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

/// Boxes of sides, (n, 4), some of which overlap.
fn boxes(dtype: Dtype, count: i64, number: i64) -> Argument {
    let mut sides = Vec::new();
    for k in 0..count {
        let (x, y) = ((k * 7 + number) % 16, (k * 5 + 2 * number) % 16);
        let (w, h) = (1 + (k * 3 + number) % 9, 2 + (k * 11) % 7);
        sides.extend([x, y, x + w, y + h].map(|x| x as f64 * 0.5));
    }
    read(dtype, &[count, 4], &sides)
}

fn ious() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, mode, eps, aligned, [m, n]) in [
        (F32, "iou", 0.0, false, [3, 5]),
        (F32, "iof", 0.01, false, [7, 2]),
        (F16, "iou", 0.01, true, [6, 6]),
        (F16, "iof", 0.5, true, [9, 9]),
        (F32, "iou", 1.0, false, [200, 200]),
    ] {
        let width = if aligned { 1 } else { n };
        samples.push(vec![
            boxes(dtype, m, 1),
            boxes(dtype, n, 4),
            Argument::Text(mode),
            Argument::Float(eps),
            Argument::Bool(aligned),
            write(dtype, &[m, width]),
        ]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnIou", ious)
            .accepts(&[
                ("bBoxes", "none | 310: f32 f16 | 910B 950: f32 f16 bf16"),
                ("gtBoxes", "as bBoxes"),
                ("overlap", "as bBoxes"),
            ])
            .whole(reference::iou)
            .accuracy(ROWS)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
