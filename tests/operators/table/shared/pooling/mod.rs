//! Pooling: windows at equal distances, windows that share planes, and masks.

pub mod averages;
pub mod largest;
pub mod masks;
pub mod refusals;
pub mod shares;

use crate::argument::Argument;
use hostnpu::abi::acl::types::aclFormat;

/// Numbers of both signs, some of them equal.
pub const NUMBERS: [f64; 17] = [
    0.5, -0.5, 3.0, -1.25, 2.0, 0.0, 3.0, -7.5, 0.125, -0.03125, 2.0, 4.75, -0.0, 1.5, 4.75, 0.1,
    -2.7,
];

/// The same with NaN and infinities.
pub const SPECIAL: [f64; 11] = [
    1.0,
    f64::NAN,
    -2.0,
    f64::NEG_INFINITY,
    f64::NEG_INFINITY,
    3.0,
    f64::INFINITY,
    -1.0,
    f64::NEG_INFINITY,
    f64::NAN,
    0.0,
];

/// Places in planes of 12 elements and more, some of them twice.
pub const PLACES: [f64; 7] = [3.0, 0.0, 11.0, 5.0, 5.0, 7.0, 2.0];

pub fn ints(numbers: &[i64]) -> Argument {
    Argument::Ints(numbers.to_vec())
}

/// The call with all tensors in a format.
pub fn in_format(mut sample: Vec<Argument>, format: aclFormat) -> Vec<Argument> {
    for tensor in sample.iter_mut().flat_map(Argument::tensors_mut) {
        tensor.format = format;
    }
    sample
}

/// The call with images of four dimensions in NCHW, and of three in NCL.
pub fn as_images(sample: Vec<Argument>) -> Vec<Argument> {
    match sample[0].tensors()[0].shape.len() {
        3 => in_format(sample, aclFormat::ACL_FORMAT_NCL),
        _ => in_format(sample, aclFormat::ACL_FORMAT_NCHW),
    }
}
