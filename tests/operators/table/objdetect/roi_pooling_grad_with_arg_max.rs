//! The row of `aclnnRoiPoolingGradWithArgMax`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::regions as reference;
use crate::table::Row;
use crate::table::samples::read;
use crate::table::shared::regions::{POOLED, regions};
use crate::table::shared::rows::{ROWS, varied};

fn pooled_gradients() -> Vec<Vec<Argument>> {
    let call =
        |&(dtype, image, count, [ph, pw], _): &(Dtype, [i64; 4], i64, [i64; 2], [f64; 2])| {
            let shape = [count, image[1], ph, pw];
            let of = |k: i64| ((k * 7) % (image[2] * image[3] + 2) - 1) as f64;
            let places: Vec<f64> = (0..shape.iter().product()).map(of).collect();
            vec![
                varied(dtype, &shape, 1),
                varied(dtype, &image, 2),
                regions(dtype, count, Some(image[0])),
                read(I32, &shape, &places),
                Argument::Int(ph),
                Argument::Int(pw),
                Argument::Float(1.0),
            ]
        };
    POOLED.iter().map(call).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRoiPoolingGradWithArgMax", pooled_gradients)
            .accepts(&[
                ("gradOutput", "none | 950: f32 f16"),
                ("gradInputRef", "as gradOutput"),
                ("rois", "as gradOutput"),
                ("argmax", "none | 950: i32"),
            ])
            .whole(reference::roi_pooling_grad)
            .accuracy(ROWS),
    ]
}
