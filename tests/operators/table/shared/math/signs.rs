//! Samples and checks of several operators: signs, angles, classes and parts of numbers, and what replaces them.

use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::{Number, decode};
use crate::table::samples::binary;
use hostnpu::tensor::Dtype;

use crate::table::{Accuracy, Row, computes};

/// The complex type of parts of the first tensor's type.
pub fn complex(arguments: &Arguments) -> Option<Dtype> {
    match computes::own(arguments)? {
        Dtype::F16 => Some(Dtype::Complex32),
        Dtype::F32 => Some(Dtype::Complex64),
        Dtype::F64 => Some(Dtype::Complex128),
        _ => None,
    }
}

pub fn to_complex() -> Vec<Vec<Argument>> {
    let mut samples = binary();
    samples
        .iter_mut()
        .for_each(|sample| sample[2].set_dtype(Dtype::Complex64));
    samples
}

/// Elements of a tensor.
pub fn numbers(tensor: &Tensor) -> Vec<Number> {
    let bytes = tensor.elements();
    bytes
        .chunks(tensor.size())
        .map(|bytes| decode(bytes, tensor.dtype))
        .collect()
}

/// The row of an operator that is no function of single elements.
#[track_caller]
pub fn whole(
    name: &str,
    samples: fn() -> Vec<Vec<Argument>>,
    accepts: &'static [(&'static str, &'static str)],
    computes: fn(&Arguments) -> Option<Dtype>,
    reference: fn(&Arguments) -> Vec<Vec<Number>>,
) -> Row {
    Row::new(name, samples)
        .accepts(accepts)
        .computes(computes)
        .whole(reference)
}

pub const NEAREST: Accuracy = Accuracy::Ulp {
    f32: 0.5001,
    f64: 2.5,
};
