//! Samples and checks of several operators: samples of planes at the points of a grid, and their gradients.

use crate::argument::Argument;
use crate::table::samples::{read, write};
use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype::{self, *};

/// Numbers of one sign, so that sums do not cancel.
pub const NUMBERS: [f64; 11] = [
    0.7123, 1.4571, 2.3319, 0.0917, 0.8263, 3.1733, 2.6171, 1.0891, 0.3847, 0.5519, 1.9337,
];

/// Numbers of a grid: inside and outside, none where weights have a corner in any of the planes below.
pub const POINTS: [f64; 17] = [
    0.13, -0.77, 0.91, 1.37, -1.21, 0.57, -0.06, -2.83, 0.31, 0.78, -0.43, 3.57, 0.02, -0.91,
    -0.29, 1.03, 0.67,
];

/// The shape of planes and the extents of the samples.
pub const IMAGES: [(&[i64], &[i64]); 4] = [
    (&[1, 1, 3, 4], &[2, 3]),
    (&[2, 3, 5, 7], &[4, 5]),
    (&[1, 2, 1, 6], &[3, 3]),
    (&[2, 0, 2, 2], &[2, 2]),
];

pub const VOLUMES: [(&[i64], &[i64]); 3] = [
    (&[1, 1, 3, 4, 2], &[2, 2, 3]),
    (&[2, 2, 2, 5, 3], &[3, 1, 4]),
    (&[1, 2, 1, 3, 4], &[2, 2, 2]),
];
pub const TYPES: [Dtype; 4] = [F32, F32, F16, F64];

pub fn calls(cases: &[(&[i64], &[i64])], modes: i64, backward: bool) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for interpolation in 0..modes {
        for padding in 0..3 {
            for (number, (shape, extents)) in cases.iter().enumerate() {
                let dtype = TYPES[number];
                let axes = extents.len() as i64;
                let grid = [&shape[..1], extents, &[axes]].concat();
                let out = [&shape[..2], extents].concat();
                let mut sample = vec![
                    read(dtype, shape, &NUMBERS),
                    read(dtype, &grid, &POINTS),
                    Argument::Int(interpolation),
                    Argument::Int(padding),
                    Argument::Bool((number as i64 + padding) % 2 == 1),
                ];
                if backward {
                    sample.insert(0, read(dtype, &out, &NUMBERS[3..]));
                    sample.push(Argument::Bools(vec![true, true]));
                    sample.push(write(dtype, shape));
                    sample.push(write(dtype, &grid));
                } else {
                    sample.push(write(dtype, &out));
                }
                let format = match axes {
                    2 => aclFormat::ACL_FORMAT_NCHW,
                    _ => aclFormat::ACL_FORMAT_NCDHW,
                };
                for tensor in sample.iter_mut().flat_map(Argument::tensors_mut) {
                    tensor.format = format;
                }
                samples.push(sample);
            }
        }
    }
    samples
}

pub const FLOATS: &str = "f32 f16 bf16 f64";

pub const FORWARD: &[(&str, &str)] =
    &[("input", FLOATS), ("grid", "as input"), ("out", "as input")];
