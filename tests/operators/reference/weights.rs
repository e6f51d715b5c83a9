//! Products with weights in blocks, products whose results are turned, and products that something is done to, in exact numbers.

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype;
use rug::Float;

use super::gradients::{gelu_erf_of, gelu_tanh_of};
use super::products::{self, multiplied, number};
use super::reductions::elements;
use super::{formats, rows};
use crate::argument::{Argument, Contents, Tensor, dense};
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, decode_double, round};

/// A tensor in blocks as the plain one that it shows.
pub fn plain(argument: &Argument) -> Argument {
    let tensor = rows::tensor(argument);
    let Some((shape, strides)) = &tensor.shown else {
        return argument.clone();
    };
    let turned = *strides != dense(shape);
    let mut stored = shape.clone();
    let rank = shape.len();
    if turned {
        stored.swap(rank - 2, rank - 1);
    }
    let target = Tensor::new(tensor.dtype, &stored, Contents::Poison);
    let given = [argument.clone(), Argument::Tensor(target.clone())];
    let bytes = formats::converted(&Arguments::of("aclnnNpuFormatCast", &given)).remove(0);
    let number = |bytes: &[u8]| decode_double(bytes, tensor.dtype);
    let numbers: Vec<f64> = bytes.chunks(tensor.size()).map(number).collect();
    let [matrix_rows, columns] = [shape[rank - 2], shape[rank - 1]].map(|extent| extent as usize);
    let place = |i: usize| match turned {
        true => {
            let (matrix, at) = (i / (matrix_rows * columns), i % (matrix_rows * columns));
            matrix * matrix_rows * columns + at % columns * matrix_rows + at / columns
        }
        false => i,
    };
    let numbers = (0..numbers.len()).map(|i| numbers[place(i)]).collect();
    Argument::Tensor(Tensor::new(tensor.dtype, shape, Contents::Numbers(numbers)))
}

/// The arguments with this one in plain order.
fn with_plain(arguments: &Arguments, at: usize) -> Vec<Argument> {
    let mut arguments = arguments.to_vec();
    arguments[at] = plain(&arguments[at]);
    arguments
}

pub fn product(arguments: &Arguments) -> Vec<Vec<Number>> {
    products::product(&arguments.with(with_plain(arguments, 1)))
}

pub fn sum(arguments: &Arguments) -> Vec<Vec<Number>> {
    products::sum(&arguments.with(with_plain(arguments, 2)))
}

/// The storage of a matrix, or of a batch of them, in FRACTAL_NZ.
pub fn in_blocks(dtype: Dtype, shape: &[i64], turned: bool, contents: Contents) -> Argument {
    let [nd, nz] = [aclFormat::ACL_FORMAT_ND, aclFormat::ACL_FORMAT_FRACTAL_NZ];
    let (mut stored, mut strides, rank) = (shape.to_vec(), dense(shape), shape.len());
    if turned {
        stored.swap(rank - 2, rank - 1);
        strides = dense(&stored);
        strides.swap(rank - 2, rank - 1);
    }
    let block = 256 / dtype.bits() as i64;
    let storage = formats::storage(nd, &stored, nz, block);
    let tensor = Tensor::new(dtype, &storage, contents);
    Argument::Tensor(Tensor {
        format: nz,
        shown: Some((shape.to_vec(), strides)),
        ..tensor
    })
}

/// The elements of a tensor of three dimensions in another order of these.
fn permuted(argument: &Argument, order: &Argument) -> ([usize; 3], Vec<Float>) {
    let tensor = rows::tensor(argument);
    let Argument::Ints(order) = order else {
        panic!("an order")
    };
    let strides = dense(&tensor.shape);
    let [shape, strides]: [Vec<usize>; 2] = [&tensor.shape, &strides].map(|of| {
        order
            .iter()
            .map(|&axis| of[axis as usize] as usize)
            .collect()
    });
    let all: Vec<Float> = elements(tensor).iter().map(Number::real).collect();
    let mut result = Vec::new();
    for i in 0..shape[0] {
        for j in 0..shape[1] {
            for k in 0..shape[2] {
                result.push(all[i * strides[0] + j * strides[1] + k * strides[2]].clone());
            }
        }
    }
    ([shape[0], shape[1], shape[2]], result)
}

/// `aclnnTransposeBatchMatMul` of `(x1, x2, bias, scale, permX1, permX2, permY, cubeMathType, batchSplitFactor, out)`.
pub fn transposed(arguments: &Arguments) -> Vec<Vec<Number>> {
    let ([batch, rows_of_x1, inner], a) = permuted(&arguments["x1"], &arguments["permX1"]);
    let ([_, _, columns], b) = permuted(&plain(&arguments["x2"]), &arguments["permX2"]);
    let product = |(matrix, row, column): (usize, usize, usize)| {
        let mut sum = Float::new(PRECISION);
        for k in 0..inner {
            let (x, y) = (
                &a[(matrix * rows_of_x1 + row) * inner + k],
                &b[(matrix * inner + k) * columns + column],
            );
            sum += Float::with_val(PRECISION, x * y);
        }
        sum
    };
    let splits = number(&arguments["batchSplitFactor"]) as usize;
    let each = batch / splits;
    let mut results = Vec::new();
    for split in 0..splits {
        for row in 0..rows_of_x1 {
            for matrix in 0..each {
                for column in 0..columns {
                    results.push(product((split * each + matrix, row, column)));
                }
            }
        }
    }
    let [scale] = arguments["scale"].tensors() else {
        return vec![rows::numbers(results)];
    };
    let factor = |word: &Number| f32::from_bits(word.as_int() as u32 & !0x1fff);
    let factors: Vec<f32> = elements(scale).iter().map(factor).collect();
    let count = factors.len();
    let quantised = |(i, product): (usize, Float)| {
        let scaled = (product * factors[i % count]).round_even();
        Number::Int(scaled.to_f64().clamp(-128.0, 127.0) as i128)
    };
    vec![results.into_iter().enumerate().map(quantised).collect()]
}

/// `aclnnFusedMatmul` of `(x1, x2, bias, x3, fusedOpType, cubeMathType, y)`.
pub fn fused(arguments: &Arguments) -> Vec<Vec<Number>> {
    let x1 = &arguments["x1"];
    let x2 = &arguments["x2"];
    let bias = &arguments["bias"];
    let x3 = &arguments["x3"];
    let name = &arguments["fusedOpType"];
    let math = &arguments["cubeMathType"];
    let y = &arguments["y"];
    let Argument::Text(name) = name else {
        panic!("a name")
    };
    let (own, dtype) = (rows::tensor(x1).dtype, rows::tensor(y).dtype);
    let sums = multiplied(rows::tensor(x1), rows::tensor(x2), own);
    let columns = *rows::tensor(y).shape.last().unwrap() as usize;
    let bias = rows::floats_or(bias, columns, 0.0);
    let count = bias.len();
    let x3 = rows::floats_or(x3, 1, 0.0);
    let is_rounded = number(math) != 4.0 || own == Dtype::F32;
    let of = |(i, sum): (usize, Float)| {
        let sum = sum + &bias[i % count];
        let other = &x3[i % x3.len()];
        let first = match is_rounded {
            true => round(&sum, dtype),
            false => sum.clone(),
        };
        match *name {
            "relu" if sum < 0 => rows::float(0.0),
            "gelu_erf" => gelu_erf_of(&sum),
            "gelu_tanh" => gelu_tanh_of(&sum),
            "add" => Float::with_val(PRECISION, first + other),
            "mul" => rows::times(&first, other),
            _ => sum,
        }
    };
    vec![rows::numbers(
        sums.into_iter().enumerate().map(of).collect(),
    )]
}
