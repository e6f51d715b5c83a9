//! Samples that many rows share.

use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Contents, Tensor};
use crate::number::Number;

/// Numbers of both signs, small and large, near each other and apart.
pub const NUMBERS: [f64; 12] = [
    0.5, -0.5, 1.0, -1.25, 2.0, 0.0, -3.0, 7.5, 0.125, -0.03125, 11.0, 4.75,
];

/// Numbers in (0, 1].
pub const POSITIVE: [f64; 7] = [0.5, 1.0, 0.25, 0.75, 0.125, 0.9375, 0.0625];

/// A tensor to read.
pub fn read(dtype: Dtype, shape: &[i64], numbers: &[f64]) -> Argument {
    Argument::Tensor(Tensor::new(
        dtype,
        shape,
        Contents::Numbers(numbers.to_vec()),
    ))
}

/// A tensor of bit patterns to read.
pub fn patterns(dtype: Dtype, shape: &[i64], seed: u64) -> Argument {
    Argument::Tensor(Tensor::new(dtype, shape, Contents::Patterns(seed)))
}

/// A tensor to write.
pub fn write(dtype: Dtype, shape: &[i64]) -> Argument {
    Argument::Tensor(Tensor::new(dtype, shape, Contents::Poison))
}

/// A scalar.
pub fn scalar(dtype: Dtype, value: f64) -> Argument {
    match dtype {
        Dtype::F16 | Dtype::Bf16 | Dtype::F32 | Dtype::F64 => Argument::Scalar(dtype, value.into()),
        _ if crate::number::part(dtype).is_some() => Argument::Scalar(dtype, value.into()),
        _ => Argument::Scalar(dtype, Number::Int(value as i128)),
    }
}

/// One tensor to another: small, then large enough for several threads.
pub fn unary() -> Vec<Vec<Argument>> {
    vec![
        vec![
            read(Dtype::F32, &[3, 4], &NUMBERS),
            write(Dtype::F32, &[3, 4]),
        ],
        vec![
            patterns(Dtype::F32, &[7, 9001], 1),
            write(Dtype::F32, &[7, 9001]),
        ],
    ]
}

/// One tensor in place.
pub fn in_place() -> Vec<Vec<Argument>> {
    vec![
        vec![read(Dtype::F32, &[3, 4], &NUMBERS)],
        vec![patterns(Dtype::F32, &[7, 9001], 1)],
    ]
}

/// Two tensors to a third: equal shapes, then a row and a column.
pub fn binary() -> Vec<Vec<Argument>> {
    let mut other = NUMBERS;
    other.reverse();
    vec![
        vec![
            read(Dtype::F32, &[3, 4], &NUMBERS),
            read(Dtype::F32, &[3, 4], &other),
            write(Dtype::F32, &[3, 4]),
        ],
        vec![
            patterns(Dtype::F32, &[301, 1], 1),
            patterns(Dtype::F32, &[203], 2),
            write(Dtype::F32, &[301, 203]),
        ],
    ]
}

/// Two tensors, `alpha`, and a third tensor.
pub fn binary_with_alpha() -> Vec<Vec<Argument>> {
    let mut samples = binary();
    for sample in &mut samples {
        sample.insert(2, scalar(Dtype::F32, 2.0));
    }
    samples
}

/// A tensor, a scalar, and a tensor to write.
pub fn with_scalar() -> Vec<Vec<Argument>> {
    let mut samples = unary();
    for sample in &mut samples {
        sample.insert(1, scalar(Dtype::F32, 1.5));
    }
    samples
}

/// Two tensors, the result in the first.
pub fn binary_in_place() -> Vec<Vec<Argument>> {
    let mut samples = binary();
    samples[1][0] = patterns(Dtype::F32, &[301, 203], 1);
    for sample in &mut samples {
        sample.pop();
    }
    samples
}

/// Two tensors, the result in the first, and `alpha`.
pub fn in_place_with_alpha() -> Vec<Vec<Argument>> {
    let mut samples = binary_in_place();
    for sample in &mut samples {
        sample.push(scalar(Dtype::F32, 2.0));
    }
    samples
}

/// A tensor, a scalar, `alpha`, and a tensor to write.
pub fn scalar_with_alpha() -> Vec<Vec<Argument>> {
    let mut samples = with_scalar();
    for sample in &mut samples {
        sample.insert(2, scalar(Dtype::F32, 2.0));
    }
    samples
}

/// A tensor in place, a scalar, and `alpha`.
pub fn in_place_scalar_with_alpha() -> Vec<Vec<Argument>> {
    let mut samples = in_place();
    for sample in &mut samples {
        sample.extend([scalar(Dtype::F32, 1.5), scalar(Dtype::F32, 2.0)]);
    }
    samples
}

/// As [`binary`], of INT32.
pub fn integers() -> Vec<Vec<Argument>> {
    of_integers(binary())
}

/// As [`binary_in_place`], of INT32.
pub fn integers_in_place() -> Vec<Vec<Argument>> {
    of_integers(binary_in_place())
}

/// A tensor to write.
pub fn written() -> Vec<Vec<Argument>> {
    vec![
        vec![write(Dtype::F32, &[3, 4])],
        vec![write(Dtype::F32, &[7, 9001])],
    ]
}

/// A tensor to write, and a value.
pub fn filled() -> Vec<Vec<Argument>> {
    let mut samples = written();
    samples
        .iter_mut()
        .for_each(|sample| sample.push(scalar(Dtype::F32, 2.5)));
    samples
}

/// A tensor to write, and one to read.
pub fn copy() -> Vec<Vec<Argument>> {
    vec![
        vec![
            write(Dtype::F32, &[3, 4]),
            read(Dtype::F32, &[3, 4], &NUMBERS),
        ],
        vec![
            write(Dtype::F32, &[7, 9001]),
            patterns(Dtype::F32, &[9001], 1),
        ],
        vec![
            write(Dtype::F16, &[7, 91]),
            patterns(Dtype::F32, &[7, 1], 1),
        ],
    ]
}

/// A tensor, a type, and a tensor of it to write.
pub fn cast() -> Vec<Vec<Argument>> {
    let to = |dtype, shape: &[i64]| [Argument::DataType(dtype), write(dtype, shape)];
    let mut samples = Vec::new();
    for dtype in [
        Dtype::F32,
        Dtype::F16,
        Dtype::Bf16,
        Dtype::F64,
        Dtype::Bool,
        Dtype::Complex64,
    ] {
        let mut sample = vec![read(Dtype::F32, &[3, 4], &NUMBERS)];
        sample.extend(to(dtype, &[3, 4]));
        samples.push(sample);
        let mut sample = vec![patterns(Dtype::I32, &[7, 901], 1)];
        sample.extend(to(dtype, &[7, 901]));
        samples.push(sample);
    }
    samples
}

/// One tensor to one of BOOL.
pub fn to_bool() -> Vec<Vec<Argument>> {
    let mut samples = unary();
    samples
        .iter_mut()
        .for_each(|sample| sample[1].set_dtype(Dtype::Bool));
    samples
}

/// One tensor in place, and a scalar.
pub fn in_place_with_scalar() -> Vec<Vec<Argument>> {
    let mut samples = in_place();
    samples
        .iter_mut()
        .for_each(|sample| sample.push(scalar(Dtype::F32, 1.5)));
    samples
}

/// The same samples with every tensor and scalar of INT32.
fn of_integers(mut samples: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    for argument in samples.iter_mut().flatten() {
        argument.set_dtype(Dtype::I32);
    }
    samples
}

/// As [`with_scalar`], of INT32.
pub fn integers_with_scalar() -> Vec<Vec<Argument>> {
    of_integers(with_scalar())
}

/// As [`in_place_with_scalar`], of INT32.
pub fn integers_in_place_with_scalar() -> Vec<Vec<Argument>> {
    of_integers(in_place_with_scalar())
}

/// Three tensors to a fourth: equal shapes, then a row, a column and one number.
pub fn ternary() -> Vec<Vec<Argument>> {
    let mut samples = binary();
    let mut third = NUMBERS;
    third.rotate_left(5);
    samples[0].insert(2, read(Dtype::F32, &[3, 4], &third));
    samples[1].insert(2, patterns(Dtype::F32, &[1, 1], 3));
    samples
}

/// Three tensors, the result in the first.
pub fn ternary_in_place() -> Vec<Vec<Argument>> {
    in_place_of(ternary())
}

/// Samples without their last argument, the output: the result is in the first one, which has its shape.
pub fn in_place_of(mut samples: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    for sample in &mut samples {
        let output = sample.pop().expect("an output");
        let shape = output.tensors()[0].shape.clone();
        let operand = &mut sample[0].tensors_mut()[0];
        *operand = operand.reshaped(&shape);
    }
    samples
}

/// Samples with one more argument at a place: each of these.
pub fn with(samples: &[Vec<Argument>], at: usize, arguments: &[Argument]) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for argument in arguments {
        for sample in samples {
            let mut sample = sample.clone();
            sample.insert(at, argument.clone());
            all.push(sample);
        }
    }
    all
}
