//! Samples and checks of several operators: several tensors as one, and one as several.

use crate::argument::{Argument, Contents, Tensor};
use crate::table::samples::{NUMBERS, patterns, write};
use crate::table::shared::movement::WIDTHS;
use hostnpu::tensor::Dtype::{self, *};

pub fn list(tensors: &[(Dtype, &[i64])]) -> Argument {
    let tensors = tensors.iter().enumerate().map(|(k, (dtype, shape))| {
        let contents = match crate::number::is_known(*dtype) {
            true => Contents::Numbers(NUMBERS[k..].to_vec()),
            false => Contents::Patterns(k as u64),
        };
        Tensor::new(*dtype, shape, contents)
    });
    Argument::Tensors(tensors.collect())
}

pub fn outputs(dtype: Dtype, shapes: &[&[i64]]) -> Argument {
    let out = |shape: &&[i64]| Tensor::new(dtype, shape, Contents::Poison);
    Argument::Tensors(shapes.iter().map(out).collect())
}

/// A list, a dimension, and a tensor to write.
pub fn joined(tensors: &[(Dtype, &[i64])], dim: i64, dtype: Dtype, shape: &[i64]) -> Vec<Argument> {
    vec![list(tensors), Argument::Int(dim), write(dtype, shape)]
}

/// Pieces along every dimension, converted, of which one is empty; and more outputs than pieces.
pub fn split(size: fn(&[i64]) -> Argument) -> Vec<Vec<Argument>> {
    let call = |shape: &[i64], dtype, sizes: &[i64], dim: i64, out| {
        let axis = dim.rem_euclid(shape.len() as i64) as usize;
        let shapes: Vec<Vec<i64>> = sizes
            .iter()
            .map(|&size| {
                let mut shape = shape.to_vec();
                shape[axis] = size;
                shape
            })
            .collect();
        let shapes: Vec<&[i64]> = shapes.iter().map(Vec::as_slice).collect();
        let input = match out == dtype {
            true => patterns(dtype, shape, 7),
            false => crate::table::samples::read(dtype, shape, &NUMBERS),
        };
        vec![
            input,
            size(sizes),
            Argument::Int(dim),
            outputs(out, &shapes),
        ]
    };
    let mut samples = vec![
        call(&[3, 4], F32, &[2, 2], 1, F32),
        call(&[7, 300], F32, &[3, 3, 1], 0, F32),
        call(&[7, 301], F64, &[301], -1, F16),
        call(&[7, 30], F32, &[8, 8, 8, 6], -1, I32),
    ];
    for dtype in WIDTHS {
        samples.push(call(&[5, 9, 3], dtype, &[4, 4, 1], 1, dtype));
    }
    samples
}

pub const SPLIT: &str = "f64 f32 f16 bf16 i64 i32 i16 i8 u8 bool c128 c64 | 950: + u16 u32 u64";
