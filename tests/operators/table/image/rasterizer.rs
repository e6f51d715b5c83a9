//! The row of `aclnnRasterizer`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::pictures as reference;
use crate::table::samples::{read, write};
use crate::table::shared::rows::ROWS;
use crate::table::{Row, SHAPE, STRIDED};

fn drawn() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for ([points, faces], [width, height]) in
        [([3, 1], [9, 7]), ([12, 10], [40, 33]), ([30, 60], [17, 50])]
    {
        let corners: Vec<f64> = (0..points)
            .flat_map(|k| {
                let part = |by: i64, of: i64| (k * by % of) as f64 / of as f64;
                let w = 1.0 + part(5, 7);
                [
                    2.7 * part(7, 13) - 1.3,
                    2.6 * part(3, 11) - 1.2,
                    part(9, 17),
                    1.0,
                ]
                .map(|x| x * w)
            })
            .collect();
        let of_faces: Vec<f64> = (0..3 * faces)
            .map(|k| ((k * 5 + k / 3 * 2) % points) as f64)
            .collect();
        samples.push(vec![
            read(F32, &[points, 4], &corners),
            read(I32, &[faces, 3], &of_faces),
            read(F32, &[height, width], &[0.5]),
            Argument::Int(width),
            Argument::Int(height),
            Argument::Float(0.0),
            Argument::Int(0),
            write(I32, &[height, width]),
            write(F32, &[height, width, 3]),
        ]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRasterizer", drawn)
            .accepts(&[
                ("v", "none | 910B: f32"),
                ("f", "none | 910B: i32"),
                ("dOptional", "none | 910B: f32"),
                ("findicesOut", "none | 910B: i32"),
                ("barycentricOut", "none | 910B: f32"),
            ])
            .whole(reference::drawn)
            .accuracy(ROWS)
            .holds(STRIDED | SHAPE),
    ]
}
