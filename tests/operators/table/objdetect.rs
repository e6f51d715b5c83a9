//! Operators of ops-cv, `objdetect/`, and of its kin.

use crate::table::rows::LAYOUT;
use crate::table::rows::ROWS;
use hostnpu::tensor::Dtype::{self, *};

use super::samples::{read, write};
use super::{OVERLAP, Row, SHAPE, STRIDED};
use crate::argument::Argument;
use crate::reference::objdetect as reference;

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
        Row::new("aclnnIou", ious)
            .accepts(&[
                ("bBoxes", "none | 310: f32 f16 | 910B 950: f32 f16 bf16"),
                ("gtBoxes", "as bBoxes"),
                ("overlap", "as bBoxes"),
            ])
            .whole(reference::iou)
            .accuracy(ROWS)
            .holds(STRIDED | OVERLAP | SHAPE),
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
