//! Sequences of exact numbers.

use hostnpu::tensor::Dtype;
use rug::Float;

use super::arithmetic::converted;
use crate::argument::{Argument, POISON};
use crate::number::{Number, PRECISION, decode};

/// `start + i * step` before `end`; what lies behind is not written.
pub fn arange(arguments: &[Argument]) -> Vec<Vec<Number>> {
    let out = &arguments[3].tensors()[0];
    let scalars: Vec<Number> = arguments[..3]
        .iter()
        .map(|argument| match argument {
            Argument::Scalar(dtype, number) => converted(number, *dtype),
            other => panic!("{other:?} is no scalar"),
        })
        .collect();
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
            (0..)
                .take_while(|i| {
                    if step > 0 {
                        start + i * step < end
                    } else {
                        start + i * step > end
                    }
                })
                .count()
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
