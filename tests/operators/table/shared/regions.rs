//! Samples and checks of several operators: regions of images, and points of three neighbours.

use crate::argument::Argument;
use crate::table::samples::read;
use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype::{self, *};

pub fn nchw(mut tensor: Argument) -> Argument {
    tensor.tensors_mut()[0].format = aclFormat::ACL_FORMAT_NCHW;
    tensor
}

/// Sides of regions, some of which reach outside.
pub fn sides(k: i64) -> [f64; 4] {
    let (x, y) = ((k * 7 % 11) as f64 - 2.5, (k * 5 % 9) as f64 - 1.25);
    [
        x,
        y,
        x + (k * 3 % 8) as f64 * 1.5,
        y + (k * 11 % 7) as f64 + 0.25,
    ]
}

pub fn regions(dtype: Dtype, count: i64, images: Option<i64>) -> Argument {
    let mut numbers = Vec::new();
    for k in 0..count {
        numbers.extend(images.map(|images| (k * 5 % images) as f64));
        numbers.extend(sides(k));
    }
    let width = if images.is_some() { 5 } else { 4 };
    read(dtype, &[count, width], &numbers)
}

/// Type, images, regions, cells, points, scale, whether they are aligned.
pub type Case = (Dtype, [i64; 4], i64, [i64; 2], i64, f64, bool);

pub const CASES: [Case; 4] = [
    (F32, [2, 3, 6, 7], 5, [3, 2], 2, 1.0, true),
    (F32, [1, 2, 8, 5], 9, [2, 2], 0, 0.5, true),
    (F32, [3, 1, 4, 4], 7, [1, 3], 3, 1.0, false),
    (F32, [2, 2, 9, 9], 6, [2, 2], 0, 1.25, false),
];

/// Type, extents of the maps, regions, cells and scales.
pub type Pooled = (Dtype, [i64; 4], i64, [i64; 2], [f64; 2]);

pub const POOLED: [Pooled; 3] = [
    (F32, [2, 3, 6, 7], 5, [3, 2], [1.0, 1.0]),
    (F16, [3, 1, 8, 5], 9, [2, 2], [0.5, 0.25]),
    (F32, [2, 2, 9, 9], 6, [1, 4], [1.5, 1.0]),
];
