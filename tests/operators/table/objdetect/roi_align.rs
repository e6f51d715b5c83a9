//! The rows of `aclnnRoiAlign` and `aclnnRoiAlignV2`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::regions as reference;
use crate::table::Row;
use crate::table::samples::{read, write};
use crate::table::shared::regions::{CASES, Case, nchw, regions};
use crate::table::shared::rows::{LAYOUT, ROWS, varied};

fn first() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, [n, c, h, w], count, mode, [ph, pw], ratio, scale) in [
        (F32, [2, 3, 6, 7], 5, "avg", [3, 2], 2, 1.0),
        (F32, [1, 2, 8, 5], 9, "avg", [2, 2], 0, 0.5),
        (F16, [3, 1, 4, 4], 7, "max", [1, 3], 2, 1.0),
        (F32, [2, 2, 9, 9], 6, "max", [2, 2], 0, 1.25),
    ] {
        let chosen: Vec<f64> = (0..count).map(|k| (k % n) as f64).collect();
        samples.push(vec![
            nchw(varied(dtype, &[n, c, h, w], 1)),
            regions(dtype, count, None),
            read(I32, &[count], &chosen),
            Argument::Text(mode),
            Argument::Int(ph),
            Argument::Int(pw),
            Argument::Int(ratio),
            Argument::Float(scale),
            nchw(write(dtype, &[count, c, ph, pw])),
        ]);
    }
    samples
}

fn second() -> Vec<Vec<Argument>> {
    let call =
        |(number, &(dtype, image, count, [ph, pw], ratio, scale, aligned)): (usize, &Case)| {
            let dtype = if number == 1 { F16 } else { dtype };
            vec![
                nchw(varied(dtype, &image, 1)),
                regions(dtype, count, Some(image[0])),
                Argument::Int(ph),
                Argument::Int(pw),
                Argument::Float(scale),
                Argument::Int(ratio),
                Argument::Bool(aligned),
                nchw(write(dtype, &[count, image[1], ph, pw])),
            ]
        };
    CASES.iter().enumerate().map(call).collect()
}

const NOT_950: &str = "none | 910 910B 310: f32 f16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRoiAlign", first)
            .accepts(&[
                ("self", NOT_950),
                ("rois", "as self"),
                ("batchIndices", "none | 910 910B 310: i32"),
                ("out", "as self"),
            ])
            .whole(reference::roi_align)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnRoiAlignV2", second)
            .accepts(&[("self", NOT_950), ("boxes", "as self"), ("out", "as self")])
            .whole(reference::roi_align_v2)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
