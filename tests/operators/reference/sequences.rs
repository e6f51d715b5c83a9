//! Sequences of exact numbers.

use hostnpu::tensor::Dtype;
use rug::Float;

use super::arithmetic::converted;
use crate::argument::{Argument, POISON};
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, decode};

/// `start + i * step` before `end`; what lies behind is not written.
pub fn arange(arguments: &Arguments) -> Vec<Vec<Number>> {
    let out = &arguments["out"].tensors()[0];
    let scalars = ["start", "end", "step"].map(|name| match &arguments[name] {
        Argument::Scalar(dtype, number) => converted(number, *dtype),
        other => panic!("{other:?} is no scalar"),
    });
    let kind = match out.dtype {
        Dtype::I32 | Dtype::I64 => Dtype::I64,
        Dtype::F64 => Dtype::F64,
        _ => Dtype::F32,
    };
    let [start, end, step] = [0, 1, 2].map(|k| converted(&scalars[k], kind));
    let real = |k: usize| scalars[k].real().to_f64();
    let count = match out.dtype {
        Dtype::I64 => {
            let (start, end, step) = (start.as_int(), end.as_int(), step.as_int());
            // Steps that begin before the end.
            let (distance, step) = ((end - start) * step.signum(), step.abs());
            (distance + step - 1).div_euclid(step).max(0) as usize
        }
        _ => ((real(1) - real(0)) / real(2)).ceil() as usize,
    };
    let element = |i: usize| match (&start, &step) {
        _ if i >= count => decode(&vec![POISON; out.size()], out.dtype),
        (Number::Int(start), Number::Int(step)) => Number::Int(start + step * i as i128),
        (start, step) => {
            let steps = Float::with_val(PRECISION, i as u64) * step.real();
            Number::Real(steps + start.real())
        }
    };
    vec![(0..out.numel()).map(element).collect()]
}

/// `start + i * step` up to and with `end`; what lies behind is not written.
pub fn range(arguments: &Arguments) -> Vec<Vec<Number>> {
    let out = &arguments["out"].tensors()[0];
    let kind = match out.dtype {
        Dtype::I32 | Dtype::I64 => Dtype::I64,
        Dtype::F64 => Dtype::F64,
        _ => Dtype::F32,
    };
    let scalar = |at: &str| match &arguments[at] {
        Argument::Scalar(dtype, number) => converted(&converted(number, *dtype), kind).real(),
        other => panic!("{other:?} is no scalar"),
    };
    let [start, end, step] = ["start", "end", "step"].map(scalar);
    let element = |i: usize| {
        let number = Float::with_val(PRECISION, i as u64) * &step + &start;
        let beyond = if step.is_sign_negative() {
            number < end
        } else {
            number > end
        };
        match (beyond, kind) {
            (true, _) => decode(&vec![POISON; out.size()], out.dtype),
            (false, Dtype::I64) => Number::Int(number.to_integer().unwrap().to_i128().unwrap()),
            (false, _) => Number::Real(number),
        }
    };
    vec![(0..out.numel()).map(element).collect()]
}

/// The product of each element of the first argument and all before it along the dimension that the second one says.
pub fn cumulative_product(arguments: &Arguments) -> Vec<Vec<Number>> {
    let Argument::Scalar(_, dim) = &arguments["dim"] else {
        panic!("a dimension");
    };
    let tensor = &arguments["input"].tensors()[0];
    let rank = tensor.shape.len().max(1) as i128;
    let dim = match dim {
        Number::Int(dim) => *dim,
        other => other.real().to_f64() as i128,
    };
    let axis = dim.rem_euclid(rank) as usize;
    let bytes = tensor.elements();
    let mut numbers: Vec<Number> = bytes
        .chunks(tensor.size())
        .map(|bytes| decode(bytes, tensor.dtype))
        .collect();
    let (Some(&length), below) = (tensor.shape.get(axis), tensor.shape.get(axis + 1..)) else {
        return vec![numbers];
    };
    let inner = below.unwrap_or_default().iter().product::<i64>() as usize;
    for at in inner..numbers.len() {
        if (at / inner).is_multiple_of(length as usize) {
            continue;
        }
        numbers[at] = match (&numbers[at - inner], &numbers[at]) {
            (Number::Int(a), Number::Int(b)) => Number::Int(a.wrapping_mul(*b)),
            (a, b) => Number::Real(a.real() * b.real()),
        };
    }
    vec![numbers]
}
