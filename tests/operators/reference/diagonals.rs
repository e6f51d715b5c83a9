//! Matrices with something on a diagonal, and rows of classes.

use super::movement::{Array, int, tensor};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{decode, encode};

/// The matrix of a vector, or the vector of a matrix.
pub fn diagonal(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (input, out) = (
        Array::of(tensor(arguments, "self")),
        tensor(arguments, "out"),
    );
    let number = int(arguments, "diagonal");
    if input.shape.len() < 2 {
        return on_diagonal(arguments);
    }
    let (row, column) = if number < 0 {
        (-number, 0)
    } else {
        (0, number)
    };
    let result = Array::filled(&out.shape, |index| {
        input.at(&[index[0] + row, index[0] + column])
    });
    vec![result.bytes(out.dtype)]
}

/// The matrix of the elements of a tensor.
pub fn on_diagonal(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (from, out) = (tensor(arguments, "self").dtype, tensor(arguments, "out"));
    let input = Array::of(tensor(arguments, "self")).converted(from, out.dtype);
    let number = int(arguments, "diagonal");
    let result = Array::filled(&out.shape, |index| match index[1] - index[0] == number {
        true => input.elements[index[0].min(index[1]) as usize].clone(),
        false => vec![0; out.size()],
    });
    vec![result.bytes(out.dtype)]
}

/// The first argument with the second one, as FLOAT, where all indices are equal; with the third one, of a matrix in blocks of one row more than it has
/// columns.
pub fn filled_diagonal(arguments: &Arguments) -> Vec<Vec<u8>> {
    let own = tensor(arguments, "selfRef");
    let input = Array::of(own);
    let (Argument::Scalar(_, value), Argument::Bool(wrap)) =
        (&arguments["fillValue"], &arguments["wrap"])
    else {
        panic!("a number and a truth value");
    };
    let single = hostnpu::tensor::Dtype::F32;
    let value = encode(&decode(&encode(value, single), single), own.dtype);
    let result = Array::filled(&own.shape, |index| {
        let mut from = index.to_vec();
        if *wrap && index.len() == 2 {
            from[0] %= own.shape[1] + 1;
        }
        match from.iter().all(|&at| at == from[0]) {
            true => value.clone(),
            false => input.at(index),
        }
    });
    vec![result.bytes(own.dtype)]
}

/// The first element of the second argument everywhere.
pub fn filled(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (own, value) = (tensor(arguments, "selfRef"), tensor(arguments, "value"));
    let element = Array::of(value).converted(value.dtype, own.dtype).elements[0].clone();
    vec![element.repeat(own.numel())]
}

pub fn one_hot(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (own, out) = (tensor(arguments, "self"), tensor(arguments, "out"));
    let input = Array::of(own);
    let [on, off] =
        ["onValue", "offValue"].map(|at| Array::of(tensor(arguments, at)).elements[0].clone());
    let axis = match int(arguments, "axis") {
        -1 => own.shape.len(),
        axis => axis as usize,
    };
    let result = Array::filled(&out.shape, |index| {
        let mut from = index.to_vec();
        let class = from.remove(axis);
        let number = decode(&input.at(&from), own.dtype).as_int();
        if number == i128::from(class) {
            on.clone()
        } else {
            off.clone()
        }
    });
    vec![result.bytes(out.dtype)]
}
