//! Pictures: in front of others, in another size, of triangles, and the boxes that were found in them.

use crate::table::rows::LAYOUT;
use crate::table::rows::ROWS;
use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype::{self, *};

use super::rows::varied;
use super::samples::{read, write};
use super::{OVERLAP, Row, SHAPE, STRIDED};
use crate::argument::Argument;
use crate::reference::pictures as reference;

fn in_format(mut tensor: Argument, is_last: bool) -> Argument {
    tensor.tensors_mut()[0].format = match is_last {
        true => aclFormat::ACL_FORMAT_NHWC,
        false => aclFormat::ACL_FORMAT_NCHW,
    };
    tensor
}

/// Bytes, or numbers around 0.
fn pixels(dtype: Dtype, shape: &[i64], number: i64) -> Argument {
    if dtype != U8 {
        return varied(dtype, shape, number);
    }
    let count: i64 = shape.iter().product();
    let bytes: Vec<f64> = (0..count)
        .map(|k| ((k * 37 + number * 101) % 256) as f64)
        .collect();
    read(U8, shape, &bytes)
}

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

fn blended() -> Vec<Vec<Argument>> {
    let of = |places: &[i64]| {
        let shape = |channels: i64| [places, &[channels]].concat();
        vec![
            pixels(U8, &shape(3), 1),
            pixels(U8, &shape(1), 2),
            pixels(U8, &shape(3), 3),
            write(U8, &shape(3)),
        ]
    };
    let all: [&[i64]; 4] = [&[3, 5], &[16, 16], &[1, 1], &[4]];
    all.map(of).to_vec()
}

fn faded() -> Vec<Vec<Argument>> {
    let without_frame = |mut sample: Vec<Argument>| {
        sample.remove(2);
        sample
    };
    blended().into_iter().map(without_frame).collect()
}

fn resized() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, [h, w], [down, along], mode, is_last) in [
        (F32, [4, 6], [2.0, 0.5], "nearest", false),
        (F32, [5, 3], [1.5, 2.25], "bilinear", false),
        (F16, [7, 9], [0.4, 0.35], "nearest", false),
        (F16, [3, 4], [2.7, 1.0], "bilinear", false),
        (F32, [4, 5], [1.75, 0.6], "bilinear", true),
        (Bf16, [6, 2], [0.5, 3.0], "nearest", true),
        (Bf16, [2, 2], [2.5, 2.5], "bilinear", false),
    ] {
        let to = |extent: i64, scale: f64| (extent as f64 * f64::from(scale as f32) + 1e-9) as i64;
        let shape = |h: i64, w: i64| match is_last {
            true => vec![2, h, w, 3],
            false => vec![2, 3, h, w],
        };
        let scales = match is_last {
            true => [1.0, down, along, 1.0],
            false => [1.0, 1.0, down, along],
        };
        samples.push(vec![
            in_format(varied(dtype, &shape(h, w), 1), is_last),
            Argument::Floats(scales.map(|x| x as f32).to_vec()),
            Argument::Text(mode),
            in_format(write(dtype, &shape(to(h, down), to(w, along))), is_last),
        ]);
    }
    samples
}

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
    const ON_310P: &str = "none | 310: u8";
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
        Row::new("aclnnBlendImagesCustom", blended)
            .accepts(&[
                ("rgb", ON_310P),
                ("alpha", ON_310P),
                ("frame", ON_310P),
                ("out", ON_310P),
            ])
            .whole(reference::blended)
            .accuracy(ROWS)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnMrgbaCustom", faded)
            .accepts(&[("rgb", ON_310P), ("alpha", ON_310P), ("out", ON_310P)])
            .whole(reference::faded)
            .accuracy(ROWS)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnNonMaxSuppression", suppressed)
            .accepts(&[
                ("boxes", "none | 310: f32 f16"),
                ("scores", "as boxes"),
                ("selectedIndices", "none | 310: i32"),
            ])
            .whole(reference::suppressed)
            .accuracy(ROWS)
            .holds(STRIDED | OVERLAP),
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
        Row::new("aclnnResize", resized)
            .accepts(&[("self", "f32 f16 | 950: f32 f16 bf16"), ("out", "as self")])
            .whole(reference::resized)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
