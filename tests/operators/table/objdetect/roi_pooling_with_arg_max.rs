//! The row of `aclnnRoiPoolingWithArgMax`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::regions as reference;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::regions::{POOLED, regions};
use crate::table::shared::rows::{LAYOUT, ROWS, varied};

fn pooled() -> Vec<Vec<Argument>> {
    let call = |&(dtype, image, count, [ph, pw], [sh, sw]): &(
        Dtype,
        [i64; 4],
        i64,
        [i64; 2],
        [f64; 2],
    )| {
        vec![
            varied(dtype, &image, 1),
            regions(dtype, count, Some(image[0])),
            Argument::Int(ph),
            Argument::Int(pw),
            Argument::Float(sh),
            Argument::Float(sw),
            write(dtype, &[count, image[1], ph, pw]),
            write(I32, &[count, image[1], ph, pw]),
        ]
    };
    POOLED.iter().map(call).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRoiPoolingWithArgMax", pooled)
            .accepts(&[
                ("x", "none | 950: f32 f16"),
                ("rois", "as x"),
                ("y", "as x"),
                ("argmax", "none | 950: i32"),
            ])
            .whole(reference::roi_pooling)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
