//! Regions of images, and points of three neighbours.

use crate::table::rows::LAYOUT;
use crate::table::rows::ROWS;
use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype::{self, *};

use super::Row;
use super::rows::varied;
use super::samples::{read, write};
use crate::argument::Argument;
use crate::reference::regions as reference;

fn nchw(mut tensor: Argument) -> Argument {
    tensor.tensors_mut()[0].format = aclFormat::ACL_FORMAT_NCHW;
    tensor
}

/// Sides of regions, some of which reach outside.
fn sides(k: i64) -> [f64; 4] {
    let (x, y) = ((k * 7 % 11) as f64 - 2.5, (k * 5 % 9) as f64 - 1.25);
    [
        x,
        y,
        x + (k * 3 % 8) as f64 * 1.5,
        y + (k * 11 % 7) as f64 + 0.25,
    ]
}

fn regions(dtype: Dtype, count: i64, images: Option<i64>) -> Argument {
    let mut numbers = Vec::new();
    for k in 0..count {
        numbers.extend(images.map(|images| (k * 5 % images) as f64));
        numbers.extend(sides(k));
    }
    let width = if images.is_some() { 5 } else { 4 };
    read(dtype, &[count, width], &numbers)
}

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

/// Type, images, regions, cells, points, scale, whether they are aligned.
type Case = (Dtype, [i64; 4], i64, [i64; 2], i64, f64, bool);

const CASES: [Case; 4] = [
    (F32, [2, 3, 6, 7], 5, [3, 2], 2, 1.0, true),
    (F32, [1, 2, 8, 5], 9, [2, 2], 0, 0.5, true),
    (F32, [3, 1, 4, 4], 7, [1, 3], 3, 1.0, false),
    (F32, [2, 2, 9, 9], 6, [2, 2], 0, 1.25, false),
];

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

fn backward() -> Vec<Vec<Argument>> {
    let call = |&(dtype, image, count, [ph, pw], ratio, scale, aligned): &Case| {
        vec![
            nchw(varied(dtype, &[count, image[1], ph, pw], 1)),
            regions(dtype, count, Some(image[0])),
            Argument::Ints(image.to_vec()),
            Argument::Int(ph),
            Argument::Int(pw),
            Argument::Float(scale),
            Argument::Int(ratio),
            Argument::Bool(aligned),
            nchw(write(dtype, &image)),
        ]
    };
    CASES.iter().map(call).collect()
}

/// Type, extents of the maps, regions, cells and scales.
type Pooled = (Dtype, [i64; 4], i64, [i64; 2], [f64; 2]);

const POOLED: [Pooled; 3] = [
    (F32, [2, 3, 6, 7], 5, [3, 2], [1.0, 1.0]),
    (F16, [3, 1, 8, 5], 9, [2, 2], [0.5, 0.25]),
    (F32, [2, 2, 9, 9], 6, [1, 4], [1.5, 1.0]),
];

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

fn threes() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, index, [b, c, n, m], is_flat) in [
        (F32, I32, [2, 3, 5, 6], true),
        (F16, I64, [1, 2, 40, 7], false),
        (F32, I64, [3, 4, 9, 1], true),
    ] {
        let neighbours: Vec<f64> = (0..b * n * 3).map(|k| (k * 7 % m) as f64).collect();
        let shape = |count: i64| match is_flat {
            true => vec![b, c, count],
            false => vec![b, c, count, 1],
        };
        samples.push(vec![
            varied(dtype, &shape(n), 1),
            read(index, &[b, n, 3], &neighbours),
            varied(dtype, &[b, n, 3], 2),
            Argument::Int(m),
            write(dtype, &shape(m)),
        ]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    const NOT_950: &str = "none | 910 910B 310: f32 f16";
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
        Row::new("aclnnRoiAlignV2Backward", backward)
            .accepts(&[
                ("gradOutput", "none | 910 910B 950: f32"),
                ("boxes", "none | 910 910B 950: f32"),
                ("gradInput", "none | 910 910B 950: f32"),
            ])
            .whole(reference::roi_align_v2_backward)
            .accuracy(ROWS)
            .holds(LAYOUT),
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
        Row::new("aclnnRoiPoolingGradWithArgMax", pooled_gradients)
            .accepts(&[
                ("gradOutput", "none | 950: f32 f16"),
                ("gradInputRef", "as gradOutput"),
                ("rois", "as gradOutput"),
                ("argmax", "none | 950: i32"),
            ])
            .whole(reference::roi_pooling_grad)
            .accuracy(ROWS),
        Row::new("aclnnThreeInterpolateBackward", threes)
            .accepts(&[
                ("gradX", "none | 910B 950: f32 f16"),
                ("idx", "none | 910B 950: i32 i64"),
                ("weight", "as gradX"),
                ("gradY", "as gradX"),
            ])
            .whole(reference::three)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
