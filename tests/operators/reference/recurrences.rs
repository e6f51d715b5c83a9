//! Recurrent layers, token by token, in double.

mod convolutions;
mod delta_rules;

use super::reductions::doubles;
use super::rows::{boolean, int, tensor};
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::Number;

pub use convolutions::{conv_fn, conv_fused, conv_in_place, conv_update, masked, masked_gradient};
pub use delta_rules::{chunked, kda, recurrent};

fn real(argument: &Argument) -> Vec<f64> {
    doubles(tensor(argument))
}

fn whole(argument: &Argument) -> Option<Vec<i64>> {
    match argument {
        Argument::Null => None,
        Argument::Ints(numbers) => Some(numbers.clone()),
        other => Some(real(other).iter().map(|&x| x as i64).collect()),
    }
}

fn shape(argument: &Argument) -> Vec<usize> {
    let tensor: &Tensor = &argument.tensors()[0];
    tensor.shape.iter().map(|&extent| extent as usize).collect()
}

fn is_given(argument: &Argument) -> bool {
    !argument.tensors().is_empty()
}

fn number(argument: &Argument) -> f64 {
    match argument {
        Argument::Float(x) => *x,
        other => panic!("{other:?} is no number"),
    }
}

fn numbers(x: Vec<f64>) -> Vec<Number> {
    x.into_iter().map(Number::from).collect()
}
