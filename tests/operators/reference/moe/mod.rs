//! Tokens and their experts, by plain loops: the bytes of all outputs, in the order of the parameters. What an operator leaves as it was is poison.

mod finalize;
mod gating;
mod halves;
mod maps;
mod permute;
mod quant;
mod ranks;
mod routing;

pub use finalize::*;
pub use gating::*;
pub use halves::*;
pub use maps::*;
pub use permute::*;
pub use ranks::*;
pub use routing::*;

use hostnpu::tensor::Dtype;
use rug::Float;

use crate::argument::{Argument, Tensor};
use crate::arguments::{Arguments, Key};
use crate::number::{Number, PRECISION, decode_double, encode};

/// A tensor that is there.
pub fn tensor(arguments: &Arguments, at: impl Key<Of = Argument>) -> Option<&Tensor> {
    arguments[at].tensors().first()
}

pub use super::reductions::doubles as floats;

/// The integers of a tensor.
pub fn ints(of: &Tensor) -> Vec<i64> {
    floats(of).iter().map(|&x| x as i64).collect()
}

pub fn int(arguments: &Arguments, at: impl Key<Of = Argument>) -> i64 {
    match arguments[at] {
        Argument::Int(number) => number,
        Argument::Bool(is_true) => is_true.into(),
        ref other => panic!("{other:?} is no integer"),
    }
}

pub fn range(arguments: &Arguments, at: impl Key<Of = Argument>) -> Option<[i64; 2]> {
    match &arguments[at] {
        Argument::Ints(range) => Some([range[0], range[1]]),
        _ => None,
    }
}

fn float(arguments: &Arguments, at: impl Key<Of = Argument>) -> f64 {
    match arguments[at] {
        Argument::Float(number) => number,
        ref other => panic!("{other:?} is no number"),
    }
}

/// The bytes of integers in a type.
pub fn stored_ints(numbers: &[i64], dtype: Dtype) -> Vec<u8> {
    let each = numbers
        .iter()
        .map(|&number| encode(&Number::Int(number.into()), dtype));
    each.flatten().collect()
}

/// The bytes of numbers, rounded once.
pub fn stored(numbers: &[f64], dtype: Dtype) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|&number| encode(&Number::from(number), dtype))
        .collect()
}

/// The bytes of rows that begin as poison.
pub struct Rows {
    bytes: Vec<u8>,
    width: usize,
}

impl Rows {
    pub fn of(output: &Tensor, rows: usize) -> Self {
        let bytes = output.elements();
        let width = bytes.len().checked_div(rows).unwrap_or(0);
        Self { bytes, width }
    }

    pub fn bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub fn row(&mut self, row: usize) -> &mut [u8] {
        &mut self.bytes[row * self.width..(row + 1) * self.width]
    }
}

/// The bytes of a row.
fn row_of(of: &[u8], rows: usize, row: usize) -> &[u8] {
    let width = of.len() / rows;
    &of[row * width..(row + 1) * width]
}

/// The positions of numbers in rising order, of equal ones in the order of positions.
fn in_order(numbers: &[i64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by_key(|&at| numbers[at]);
    order
}

fn cumulative(counts: &[i64]) -> Vec<i64> {
    let sums = counts.iter().scan(0, |sum, count| {
        *sum += count;
        Some(*sum)
    });
    sums.collect()
}

/// A sum over the rows of each token: links are token, row and weight.
fn sums([tokens, width]: [usize; 2], links: &[(usize, usize, f64)], rows: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; tokens * width];
    for &(token, row, weight) in links {
        for k in 0..width {
            sums[token * width + k] += weight * rows[row * width + k];
        }
    }
    sums
}

/// The gradients of weighted sums: links are token, row if there is one, and the number of the weight if there is one.
struct Slopes<'a> {
    links: Vec<(usize, Option<usize>, Option<usize>)>,
    gradient: &'a Tensor,
    weights: Option<&'a Tensor>,
    rows: Option<&'a Tensor>,
    bias: Option<(Vec<f64>, Vec<i64>)>,
    row_gradients: &'a Tensor,
    weight_gradients: Option<&'a Tensor>,
}

impl Slopes<'_> {
    fn outputs(&self) -> Vec<Vec<u8>> {
        let width = *self.gradient.shape.last().unwrap() as usize;
        let gradient = floats(self.gradient);
        let weights = self.weights.map(floats);
        let rows = self.rows.map(floats);
        let mut row_gradients = vec![0.0; self.row_gradients.numel()];
        let mut weight_gradients = vec![0.0; self.weight_gradients.map_or(0, Tensor::numel)];
        for &(token, row, number) in &self.links {
            let weight = match (&weights, number) {
                (Some(weights), Some(number)) => weights[number],
                (Some(_), None) => 0.0,
                (None, _) => 1.0,
            };
            let mut sum = 0.0;
            for k in 0..width {
                let slope = gradient[token * width + k];
                if let Some(row) = row {
                    row_gradients[row * width + k] = weight * slope;
                }
                let mut x = match (row, &rows) {
                    (Some(row), Some(rows)) => rows[row * width + k],
                    _ => 0.0,
                };
                if let Some((bias, experts)) = &self.bias {
                    x += bias[experts[number.unwrap()] as usize * width + k];
                }
                sum += x * slope;
            }
            if let (Some(number), true) = (
                number,
                self.weights.is_some() && self.weight_gradients.is_some(),
            ) {
                weight_gradients[number] = sum;
            }
        }
        let mut all = vec![stored(&row_gradients, self.row_gradients.dtype)];
        all.extend(self.weight_gradients.map(|output| match self.weights {
            Some(_) => stored(&weight_gradients, output.dtype),
            None => output.elements(),
        }));
        all
    }
}
